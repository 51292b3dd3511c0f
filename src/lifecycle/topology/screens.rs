//! Which screen of the old version is which screen of the new one: recognised as a person does, by what stands on it.
//!
//! What a screen has in common with many others (a bar of tabs, "OK") says little, what only it has says much.

use super::Upgrade;
use super::similarity::{fold, label_matches, label_tells};
use super::voting::Ballot;
use crate::model::change::NodeRow;
use crate::model::{Fingerprint, Role, ScreenId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Share of what stands on two screens that must agree, on either of them.
const SAME: f64 = 0.6;

/// A screen that agrees this much less than the best may still be the one, e.g. another state of the same screen. What
/// such screens say differently stays open.
const MARGIN: f64 = 0.1;

/// Twenty rows of a list count as much as two other elements: two lists may show the same rows under different titles.
const MOST_PER_KIND: f64 = 2.0;

/// What stands on more screens than this is no reason to compare them.
const COMMON: usize = 32;

/// Nodes that were seen together on one screen. Several entries of one screen and version count as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenNodes {
    /// Which screen.
    pub screen: ScreenId,
    /// In which version of its app.
    pub version: String,
    /// The nodes.
    pub nodes: Vec<Fingerprint>,
}

/// One screen in one version.
pub(super) struct Side<'a> {
    pub rows: Vec<&'a NodeRow>,
    /// What each row is known by on this screen.
    marks: Vec<Marks>,
}

struct Marks {
    label: Option<Mark>,
    /// Only where no other row of the screen has this role and id.
    id: Option<Mark>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Mark {
    Label(Role, String),
    Id(Role, String),
}

/// What is known of the screens of two versions.
pub(super) struct Recognised<'a> {
    /// Screens of the version before.
    pub before: Vec<Side<'a>>,
    /// Screens of the version after.
    pub after: Vec<Side<'a>>,
    /// Which of those may be which of these, by index.
    pub pairs: Vec<(usize, usize)>,
    /// Nodes of the old version whose screens are known.
    pub placed: HashSet<Fingerprint>,
}

/// Tells the screens of two versions apart and pairs them.
pub(super) fn recognise<'a>(
    upgrade: &Upgrade<'a>,
    screens: &[ScreenNodes],
    ballot: &Ballot,
) -> Recognised<'a> {
    let of_app = |row: &&NodeRow| row.app == upgrade.app;
    let rows: HashMap<Fingerprint, &'a NodeRow> = upgrade
        .old
        .iter()
        .chain(upgrade.new)
        .filter(of_app)
        .map(|row| (row.fingerprint, row))
        .collect();
    let sides = |version: &str| -> Vec<Side<'a>> {
        let mut merged: BTreeMap<ScreenId, BTreeSet<Fingerprint>> = BTreeMap::new();
        for seen in screens.iter().filter(|seen| seen.version == version) {
            merged.entry(seen.screen).or_default().extend(&seen.nodes);
        }
        let rows_of = |nodes: BTreeSet<Fingerprint>| {
            nodes.iter().filter_map(|node| rows.get(node).copied()).collect()
        };
        merged.into_values().map(|nodes| Side::new(rows_of(nodes), ballot)).collect()
    };
    let (before, after) = (sides(upgrade.from_version), sides(upgrade.to_version));
    let placed = before.iter().flat_map(|side| &side.rows).map(|row| row.fingerprint).collect();
    let pairs = pair_up(&before, &after);
    Recognised { before, after, pairs, placed }
}

impl<'a> Side<'a> {
    fn new(rows: Vec<&'a NodeRow>, ballot: &Ballot) -> Self {
        let mut ids: HashMap<Mark, usize> = HashMap::new();
        let id_of = |row: &NodeRow| ballot.vote(row).map(|id| Mark::Id(row.role, id));
        rows.iter().filter_map(|row| id_of(row)).for_each(|id| *ids.entry(id).or_default() += 1);
        let marks = rows
            .iter()
            .map(|row| Marks {
                label: Some(fold(&row.label))
                    .filter(|label| !label.is_empty())
                    .map(|label| Mark::Label(row.role, label)),
                id: id_of(row).filter(|id| ids.get(id) == Some(&1)),
            })
            .collect();
        Self { rows, marks }
    }

    fn marks(&self) -> HashSet<&Mark> {
        self.marks.iter().flat_map(|marks| [&marks.label, &marks.id]).flatten().collect()
    }
}

/// How much each mark says: the reciprocal of the number of screens that have it.
type Weights = HashMap<Mark, f64>;

/// Indexes of screens that are the same one.
fn pair_up(before: &[Side<'_>], after: &[Side<'_>]) -> Vec<(usize, usize)> {
    let (old_index, new_index) = (index(before), index(after));
    let mut weights = Weights::new();
    for (mark, on) in old_index.iter().chain(&new_index) {
        let weight = weights.entry((*mark).clone()).or_insert(1.0);
        *weight = weight.min(1.0 / on.len() as f64);
    }
    let mut candidates: HashSet<(usize, usize)> = HashSet::new();
    for (mark, on) in &old_index {
        let there = new_index.get(mark).filter(|there| there.len().max(on.len()) <= COMMON);
        for new in there.into_iter().flatten() {
            candidates.extend(on.iter().map(|old| (*old, *new)));
        }
    }
    let mut candidates: Vec<_> = candidates.into_iter().collect();
    candidates.sort_unstable();
    let agreements: Vec<(usize, usize, f64)> = candidates
        .into_iter()
        .map(|(old, new)| (old, new, both_ways(&before[old], &after[new], &weights)))
        .filter(|(_, _, agreement)| *agreement >= SAME)
        .collect();
    let (mut old_best, mut new_best) = (vec![0.0_f64; before.len()], vec![0.0_f64; after.len()]);
    for (old, new, agreement) in &agreements {
        old_best[*old] = old_best[*old].max(*agreement);
        new_best[*new] = new_best[*new].max(*agreement);
    }
    agreements
        .into_iter()
        .filter(|(old, new, it)| *it >= old_best[*old].max(new_best[*new]) - MARGIN)
        .map(|(old, new, _)| (old, new))
        .collect()
}

fn both_ways(a: &Side<'_>, b: &Side<'_>, weights: &Weights) -> f64 {
    let least = |alike| agreement(a, b, weights, alike).min(agreement(b, a, weights, alike));
    let strict = least(false);
    if (SAME / 2.0..SAME).contains(&strict) { least(true) } else { strict }
}

/// Which screens have each mark.
fn index<'s>(sides: &'s [Side<'_>]) -> HashMap<&'s Mark, Vec<usize>> {
    let mut index: HashMap<&Mark, Vec<usize>> = HashMap::new();
    for (n, side) in sides.iter().enumerate() {
        side.marks().into_iter().for_each(|mark| index.entry(mark).or_default().push(n));
    }
    index
}

/// The share of what stands on `a`, by weight, that stands on `b` as well; with `alike` also what was merely reworded,
/// which takes comparing each with each.
fn agreement(a: &Side<'_>, b: &Side<'_>, weights: &Weights, alike: bool) -> f64 {
    let labels: HashSet<&Mark> = b.marks.iter().filter_map(|m| m.label.as_ref()).collect();
    let ids: HashMap<&Mark, &NodeRow> = b
        .marks
        .iter()
        .zip(&b.rows)
        .filter_map(|(marks, row)| marks.id.as_ref().map(|id| (id, *row)))
        .collect();
    let stands_there = |row: &NodeRow, marks: &Marks| {
        let there = || marks.id.as_ref().and_then(|id| ids.get(id));
        let like =
            |other: &&&NodeRow| other.role == row.role && label_tells(&row.label, &other.label);
        marks.label.as_ref().is_some_and(|label| labels.contains(label))
            || there().is_some_and(|there| {
                row.label.is_empty() && there.label.is_empty()
                    || label_matches(&row.label, &there.label)
            })
            || alike && b.rows.iter().filter(like).take(2).count() == 1
    };
    // by kind: (all, agreed)
    let mut kinds: BTreeMap<(Role, &str), (f64, f64)> = BTreeMap::new();
    for (row, marks) in a.rows.iter().zip(&a.marks) {
        let weigh = |mark: &Option<Mark>| mark.as_ref().and_then(|m| weights.get(m)).copied();
        if let Some(weight) =
            weigh(&marks.label).into_iter().chain(weigh(&marks.id)).reduce(f64::max)
        {
            let kind = kinds.entry((row.role, &row.resource_id)).or_default();
            kind.0 += weight;
            kind.1 += if stands_there(row, marks) { weight } else { 0.0 };
        }
    }
    let (all, agreed) = kinds.into_values().fold((0.0, 0.0), |sum, (all, agreed)| {
        let scale = if all > MOST_PER_KIND { MOST_PER_KIND / all } else { 1.0 };
        (sum.0 + all * scale, sum.1 + agreed * scale)
    });
    if all > 0.0 { agreed / all } else { 0.0 }
}
