//! Recorded sequences of the corpus, read in place: `CS_MEM_CORPUS`, by default a folder beside the project.

use crate::edit::lists;
use crate::scenario::{Run, Scenario, Step, dumped};
use cs_mem::model::{Action, Snapshot, Target};
use cs_mem::perceive::perceive;
use std::path::{Path, PathBuf};

/// The corpus folder, if it is there.
pub fn folder() -> Option<PathBuf> {
    let path = std::env::var_os("CS_MEM_CORPUS")
        .map_or_else(|| PathBuf::from("../shared/corpus"), PathBuf::from);
    path.join("SEQUENCES.tsv").is_file().then_some(path)
}

/// Every sequence of whole-screen dumps as a recorded run. Where the recorded action names its element it is that one;
/// elsewhere one that can be told apart is taken: what is tried here is whether it is found again.
pub fn all(folder: &Path) -> Vec<Scenario> {
    let table = std::fs::read_to_string(folder.join("SEQUENCES.tsv")).unwrap_or_default();
    let mut sequences: Vec<(String, Vec<(Snapshot, String)>)> = vec![];
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, _, path, action, _, kind] = fields.as_slice() else { continue };
        if !kind.starts_with("flow") {
            continue;
        }
        let Some(snapshot) = std::fs::read(folder.join(path)).ok().and_then(|b| dumped(&b).ok())
        else {
            continue;
        };
        match sequences.last_mut().filter(|(last, _)| last == name) {
            Some((_, screens)) => screens.push((snapshot, (*action).to_owned())),
            None => sequences.push(((*name).to_owned(), vec![(snapshot, (*action).to_owned())])),
        }
    }
    sequences.into_iter().flat_map(|(name, screens)| runs(&name, &screens)).collect()
}

/// Neighbouring screens that differ, in threes: two steps make a macro.
fn runs(name: &str, screens: &[(Snapshot, String)]) -> Vec<Scenario> {
    let mut out = vec![];
    let seen: Vec<_> = screens.iter().map(|(s, _)| perceive(s)).collect();
    let usable = |n: usize| !seen[n].opaque && n + 1 < seen.len() && seen[n].id != seen[n + 1].id;
    for n in (0..screens.len().saturating_sub(2)).filter(|n| usable(*n) && usable(*n + 1)) {
        // One run with a target outside lists, one with a target in a list, where there are such.
        for in_list in [false, true] {
            let steps: Option<Vec<Step>> = (n..n + 2)
                .map(|k| {
                    let target = pick(&screens[k].0, &screens[k].1, in_list && k == n)?;
                    let action = Action::Tap { target: Target::Node { index: target } };
                    Some(Step { action, before: k - n, after: k - n + 1 })
                })
                .collect();
            let Some(steps) = steps else { continue };
            out.push(Scenario {
                source: format!("corpus/{name}"),
                runs: vec![Run {
                    goal: format!("{name} from screen {n}"),
                    values: vec![],
                    app: seen[n].key.package.clone(),
                    screens: screens[n..n + 3].iter().map(|(s, _)| s.clone()).collect(),
                    steps,
                }],
                probes: vec![],
            });
        }
    }
    out
}

/// The element of the recorded action, or one that can be told apart.
fn pick(snapshot: &Snapshot, action: &str, in_list: bool) -> Option<i32> {
    let screen = perceive(snapshot);
    let rows: Vec<usize> = lists(snapshot).iter().map(|l| l.node).collect();
    let listed = |n: usize| rows.iter().any(|l| crate::edit::within(snapshot, n, *l));
    let good = |n: &&cs_mem::model::Node| {
        n.state.clickable
            && n.is_actionable()
            && !n.ambiguous
            && !n.volatile
            && !n.bounds.is_empty()
    };
    let named =
        screen.nodes.iter().filter(good).find(|n| {
            !in_list && !n.label.is_empty() && action.contains(&format!("'{}'", n.label))
        });
    let any = screen.nodes.iter().filter(good).find(|n| {
        listed(n.source as usize) == in_list && (!n.label.is_empty() || !n.resource_id.is_empty())
    });
    named.or(any).map(|n| n.source as i32)
}
