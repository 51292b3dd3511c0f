//! How well app upgrades are mapped: generated apps, real trees upgraded by code, and real version series. Prints tables.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/corpus.rs"]
mod corpus;
#[path = "common/memory.rs"]
mod memory;
#[path = "common/seen.rs"]
mod seen;
#[path = "common/upgrades.rs"]
mod upgrades;

use cs_mem::lifecycle::topology::{ScreenNodes, Upgrade, plan, plan_on_screens};
use cs_mem::model::change::NodeRow;
use cs_mem::model::{Fingerprint, Screen, ScreenId, Timestamp};
use cs_mem::perceive::perceive;
use memory::{Dice, node};
use seen::{Seen, Tally};
use std::collections::BTreeMap;
use upgrades::{App, Renames, Style};

const NOW: Timestamp = Timestamp::from_millis(1_800_000_000_000);

fn upgrade<'a>(app: &'a str, old: &'a [NodeRow], new: &'a [NodeRow]) -> Upgrade<'a> {
    Upgrade { app, from_version: "1.2", to_version: "1.3", old, new, known: &[] }
}

/// Screens by what their nodes say, each of which is a text with an id of its own (`id=text`) or without (`text`).
fn remember(version: &str, first: u32, screens: &[&[&str]]) -> Seen {
    let mut seen = Seen::default();
    for (n, said) in screens.iter().enumerate() {
        let mut nodes = Vec::new();
        for (m, said) in said.iter().enumerate() {
            let (id, text) = said.split_once('=').unwrap_or(("", said));
            let mut row = node(first + n as u32 * 100 + m as u32, "com.x", version, text, NOW);
            row.resource_id = id.into();
            nodes.push(row.fingerprint);
            seen.rows.push(row);
        }
        let screen = ScreenId::from_bytes([first as u8 + n as u8; 16]);
        seen.screens.push(ScreenNodes { screen, version: version.into(), nodes });
    }
    seen
}

/// Which texts became which, with the score.
fn mapped(old: &[&[&str]], new: &[&[&str]]) -> Vec<(String, String, f64)> {
    let (old, new) = (remember("1.2", 1, old), remember("1.3", 10_001, new));
    let screens = [&old.screens[..], &new.screens].concat();
    let plan = plan_on_screens(&upgrade("com.x", &old.rows, &new.rows), &screens, NOW);
    let said = |rows: &[NodeRow], f: Fingerprint| {
        rows.iter().find(|row| row.fingerprint == f).map(|row| row.label.clone()).unwrap()
    };
    plan.aliases.iter().map(|a| (said(&old.rows, a.old), said(&new.rows, a.new), a.score)).collect()
}

fn texts(old: &[&[&str]], new: &[&[&str]]) -> Vec<String> {
    mapped(old, new).into_iter().map(|(old, new, _)| format!("{old}→{new}")).collect()
}

#[test]
fn on_a_screen_that_is_recognised_an_element_needs_no_id() {
    let old: &[&[&str]] = &[&["Welcome", "Say hello", "Say world"]];
    let new: &[&[&str]] = &[&["Welcome", "Say hello!", "Say world"]];
    let found = mapped(old, new);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|(_, _, score)| *score == 0.7));
    // an id that was renamed, and one that stayed
    let found = mapped(
        &[&["title=Letters", "send=Send", "open=Open"]],
        &[&["title=Letters", "dispatch=Send", "open=Open"]],
    );
    let scores: Vec<f64> = found.iter().map(|(_, _, score)| *score).collect();
    assert_eq!(scores, [1.0, 0.7, 1.0]);
}

#[test]
fn what_stands_on_another_screen_is_another_element() {
    // two lists with a row in common; the first was not seen again
    let old: &[&[&str]] =
        &[&["title=Music", "row=Ada", "row=Bob"], &["title=Mail", "row=Eve", "row=Kim"]];
    let new: &[&[&str]] = &[&["title=Mail", "row=Ada", "row=Eve", "row=Kim"]];
    assert_eq!(texts(old, new), ["Mail→Mail", "Eve→Eve", "Kim→Kim"]);
    // the buttons of dialogs that ask different things
    let old: &[&[&str]] =
        &[&["title=Delete the draft?", "message=It is gone then", "OK", "Cancel"]];
    let new: &[&[&str]] = &[&["title=Restart now?", "message=Save your work", "OK", "Cancel"]];
    assert_eq!(texts(old, new), Vec::<String>::new());
}

#[test]
fn which_of_two_states_of_a_screen_it_was_stays_open() {
    let names: Vec<String> = ('a'..='t').map(|c| format!("{c}{c}{c}")).collect();
    let screen = |more: &[&'static str]| -> Vec<&str> {
        names.iter().map(String::as_str).chain(more.iter().copied()).collect()
    };
    let (old, calm, busy) = (screen(&[]), screen(&["idle"]), screen(&["busy", "stop"]));
    // every element of the old screen is on both of the new ones, under another fingerprint on each
    assert_eq!(texts(&[&old], &[&calm, &busy]), Vec::<String>::new());
    assert_eq!(texts(&[&old], &[&busy]).len(), names.len());
}

/// Precision 100 % at 90 % recall and more, over generated apps that are read by the real perception. Without knowing the
/// screens, the votes alone find less and mistake rows of one list for equal rows of another.
/// `APPS=150 cargo test --test upgrades generated -- --nocapture` tries more apps.
#[test]
fn generated_upgrades_are_mapped_without_a_mistake() {
    let style = Style::default();
    let styles = [
        Style { name: "containers renamed", containers_renamed: 1, ..style },
        Style { name: "labels reworded", labels_reworded: 2, ..style },
        Style { name: "meanings turned", meanings_turned: 3, ..style },
        Style { name: "ids restyled", ids_restyled: 1, ..style },
        Style { name: "ids renamed", ids_renamed: 8, ..style },
        Style { name: "ids vanished", ids_vanished: 8, ..style },
        Style { name: "wrappers added", wrappers: 3, ..style },
        Style { name: "rows moved, new", rows_moved: 1, rows_changed: 1, ..style },
        Style { name: "screens replaced", screens_replaced: 3, containers_renamed: 1, ..style },
        Style { name: "half unseen", unseen: 2, containers_renamed: 1, ..style },
        Style { name: "obfuscated", obfuscated: true, ..style },
        Style {
            name: "all of it",
            containers_renamed: 4,
            labels_reworded: 6,
            labels_rewritten: 20,
            meanings_turned: 20,
            ids_restyled: 10,
            ids_renamed: 20,
            ids_vanished: 20,
            wrappers: 8,
            rows_moved: 2,
            rows_changed: 2,
            screens_replaced: 6,
            unseen: 6,
            ..style
        },
    ];
    let apps = std::env::var("APPS").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut tallies = vec![[Tally::default(); 2]; styles.len()];
    for seed in 0..apps {
        let mut dice = Dice(seed);
        let app = App::generate(&mut dice);
        let old = app.remember("1.2", 0, &mut dice, NOW);
        for (style, tally) in styles.iter().zip(&mut tallies) {
            let new = app.upgrade(style, &mut dice).remember("1.3", style.unseen, &mut dice, NOW);
            let upgrade = upgrade(upgrades::APP, &old.rows, &new.rows);
            let screens = [&old.screens[..], &new.screens].concat();
            tally[0].count(&old, &new, &plan(&upgrade, NOW).aliases);
            tally[1].count(&old, &new, &plan_on_screens(&upgrade, &screens, NOW).aliases);
        }
    }
    println!("{:35} {:^23}   {:^23}", "", "votes alone", "with screens");
    println!(
        "{:20} {:>6} {:>6}   {}",
        "upgrade",
        "kept",
        "pairs",
        " right  wrong   recall   ".repeat(2)
    );
    for (style, tallies) in styles.iter().zip(&tallies) {
        print!("{:20} {:>6} {:>6} ", style.name, tallies[0].kept, tallies[0].wanted);
        for tally in tallies {
            print!("  {:>6} {:>6} {:>7.1}%", tally.right, tally.wrong, tally.recall());
        }
        println!();
        let with_screens = tallies[1];
        assert_eq!(with_screens.wrong, 0, "{}", style.name);
        assert!(with_screens.wanted == 0 || with_screens.recall() >= 90.0, "{}", style.name);
    }
    assert!(tallies.iter().filter(|t| t[1].wanted > 50).count() > 7, "too little was tried");
}

/// The mapping that a plan should make is the one that a person would: here elements with the same id, or alone with their
/// role and label. Prints what was made of each step of the version series.
#[test]
fn the_version_series_of_the_corpus_is_mapped() {
    let Some(folder) = corpus::folder() else {
        println!("skipped: no corpus; set CS_MEM_CORPUS to try real trees");
        return;
    };
    let mut series: BTreeMap<String, Vec<(String, Screen)>> = BTreeMap::new();
    for (name, snapshot) in corpus::snapshots(&folder) {
        let version =
            name.strip_prefix("detox/").and_then(|n| n.strip_suffix(".txt")?.split_once(".rn"));
        if let Some((series_name, version)) = version.filter(|(_, v)| v.len() == 2) {
            let screens = series.entry(series_name.to_owned()).or_default();
            screens.push((version.to_owned(), perceive(&snapshot)));
        }
    }
    assert_eq!(series.len(), 3);
    println!("{:28} {:>8} {:>6} {:>6} {:>6}", "series", "versions", "pairs", "right", "wrong");
    let (mut pairs, mut right) = (0, 0);
    for (name, versions) in &mut series {
        versions.sort_by(|a, b| a.0.cmp(&b.0));
        for step in versions.windows(2) {
            let [old, new] = [&step[0], &step[1]].map(|(version, screen)| {
                let mut seen = Seen::default();
                seen.take(screen, version, NOW, |source| (source, false));
                seen
            });
            let alone = |rows: &[NodeRow], like: &NodeRow| {
                let same = |r: &&NodeRow| {
                    r.role == like.role
                        && r.label == like.label
                        && r.resource_id == like.resource_id
                };
                let found: Vec<_> = rows.iter().filter(same).map(|r| r.fingerprint).collect();
                (found.len() == 1).then(|| found[0])
            };
            let wanted: Vec<_> = old
                .rows
                .iter()
                .filter(|row| !row.label.is_empty() && !new.truth.contains_key(&row.fingerprint))
                .filter_map(|row| {
                    alone(&old.rows, row)?;
                    Some((row.fingerprint, alone(&new.rows, row)?))
                })
                .collect();
            let screens = [&old.screens[..], &new.screens].concat();
            let app = old.rows[0].app.as_str();
            let upgrade = Upgrade {
                app,
                from_version: &step[0].0,
                to_version: &step[1].0,
                old: &old.rows,
                new: &new.rows,
                known: &[],
            };
            let plan = plan_on_screens(&upgrade, &screens, NOW);
            let made: Vec<_> = plan.aliases.iter().map(|a| (a.old, a.new)).collect();
            let hits = made.iter().filter(|pair| wanted.contains(pair)).count();
            println!(
                "{name:28} {:>3}→{:<4} {:>6} {hits:>6} {:>6}",
                step[0].0,
                step[1].0,
                wanted.len(),
                made.len() - hits
            );
            assert_eq!(made.len(), hits, "{name}: {:?}", plan.aliases);
            (pairs, right) = (pairs + wanted.len(), right + hits);
        }
    }
    assert!(pairs > 10 && right * 10 >= pairs * 9, "{right} of {pairs}");
}

/// Real trees, upgraded by code: containers and ids renamed, labels reworded. An element keeps its index, which is the truth.
#[test]
fn upgraded_trees_of_the_corpus_are_mapped_without_a_mistake() {
    let Some(folder) = corpus::folder() else {
        println!("skipped: no corpus; set CS_MEM_CORPUS to try real trees");
        return;
    };
    let mut apps: BTreeMap<String, [Seen; 2]> = BTreeMap::new();
    let mut renames = Renames::default();
    for (file, (_, snapshot)) in corpus::snapshots(&folder).into_iter().enumerate() {
        let mut dice = Dice(file as u64);
        let upgraded = renames.upgrade(&snapshot, &mut dice);
        for (n, version) in ["1.2", "1.3"].into_iter().enumerate() {
            let screen = perceive(if n == 0 { &snapshot } else { &upgraded });
            if !screen.key.package.is_empty() {
                let seen = &mut apps.entry(screen.key.package.clone()).or_default()[n];
                seen.take(&screen, version, NOW, |source| (file as u32 * 10_000 + source, false));
            }
        }
    }
    let (mut votes, mut with_screens) = (Tally::default(), Tally::default());
    for (app, [old, new]) in &apps {
        let upgrade = upgrade(app, &old.rows, &new.rows);
        let screens = [&old.screens[..], &new.screens].concat();
        votes.count(old, new, &plan(&upgrade, NOW).aliases);
        with_screens.count(old, new, &plan_on_screens(&upgrade, &screens, NOW).aliases);
    }
    println!("{} apps, {} pairs", apps.len(), votes.wanted);
    for (name, tally) in [("votes alone", votes), ("with screens", with_screens)] {
        println!("{name:14} {:>6} {:>6} {:>7.1}%", tally.right, tally.wrong, tally.recall());
    }
    assert!(votes.wanted > 100);
    assert_eq!(with_screens.wrong, 0);
    assert!(with_screens.recall() >= 90.0);
}
