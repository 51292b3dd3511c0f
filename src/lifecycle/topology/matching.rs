//! From rows to pairs.
//!
//! Nothing reaches 0.7 without an equal id and a matching label (0.4 + 0.1 and 0.5 + 0.1 are below), so candidates
//! are looked up by role and id, and never compared each with each.

use super::similarity::{class_name, fold, label_fits, label_tells, score};
use super::voting::Ballot;
use super::{LEAST_SCORE, Upgrade};
use crate::model::change::NodeRow;
use crate::model::{Alias, Fingerprint, Role};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Most pairs of one group that are compared; what is left of a larger group stays without aliases.
const MOST_PAIRS: usize = 4_096;

/// An old node and its successor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'a> {
    pub old: &'a NodeRow,
    pub new: &'a NodeRow,
    pub score: f64,
    /// Both have an id that no other node has.
    pub own_id: bool,
}

/// Nodes that may be paired with each other.
#[derive(Default)]
pub(super) struct Group<'a> {
    pub old: Vec<&'a NodeRow>,
    pub new: Vec<&'a NodeRow>,
    /// How many nodes of either version have this role and id, whether or not they need or may be an alias.
    old_count: usize,
    new_count: usize,
}

/// The nodes that an upgrade leaves without a successor, and those that may be one.
pub(super) struct Pools<'a> {
    pub old: Vec<&'a NodeRow>,
    pub new: Vec<&'a NodeRow>,
}

impl<'a> Pools<'a> {
    /// Leaves out what both versions have, and what settled aliases already speak for.
    pub(super) fn of(upgrade: &Upgrade<'a>, settled: &HashMap<Fingerprint, &Alias>) -> Self {
        let of_app = |row: &&NodeRow| row.app == upgrade.app;
        let before: HashSet<_> = upgrade.old.iter().map(|row| row.fingerprint).collect();
        let after: HashSet<_> = upgrade.new.iter().map(|row| row.fingerprint).collect();
        // one to one within an upgrade; nodes of two older versions may well have become the same one
        let taken: HashSet<_> =
            settled.values().filter(|alias| upgrade.made(alias)).map(|alias| alias.new).collect();
        let mut pools = Self {
            old: upgrade.old.iter().filter(of_app).collect(),
            new: upgrade.new.iter().filter(of_app).collect(),
        };
        pools.old.retain(|row| {
            !after.contains(&row.fingerprint) && !settled.contains_key(&row.fingerprint)
        });
        pools
            .new
            .retain(|row| !before.contains(&row.fingerprint) && !taken.contains(&row.fingerprint));
        for pool in [&mut pools.old, &mut pools.new] {
            pool.sort_by_key(|row| row.fingerprint);
            pool.dedup_by_key(|row| row.fingerprint);
        }
        pools
    }

    /// The part of the pools that is among these rows.
    pub(super) fn within(&self, old: &[&NodeRow], new: &[&NodeRow]) -> Self {
        let part = |pool: &[&'a NodeRow], rows: &[&NodeRow]| -> Vec<&'a NodeRow> {
            let here: HashSet<_> = rows.iter().map(|row| row.fingerprint).collect();
            pool.iter().copied().filter(|row| here.contains(&row.fingerprint)).collect()
        };
        Self { old: part(&self.old, old), new: part(&self.new, new) }
    }
}

/// What the votes of id, label and class give.
#[derive(Debug, Default)]
pub(super) struct Matches<'a> {
    /// Pairs of 0.7 and more, one to one.
    pub pairs: Vec<Pair<'a>>,
    /// Old nodes with more than one equally good successor, or that share their successor.
    pub tied: HashSet<Fingerprint>,
}

/// Matches the pools by the contract's sum. `old` and `new` are all nodes there are: an id that is on several of them
/// does not tell them apart, whether or not they need or may be an alias.
pub(super) fn by_votes<'a>(
    pools: &Pools<'a>,
    old: &[&'a NodeRow],
    new: &[&'a NodeRow],
    ballot: &Ballot,
) -> Matches<'a> {
    let mut groups: BTreeMap<(Role, String), Group<'a>> = BTreeMap::new();
    let mut group_of = |row: &'a NodeRow, add: fn(&mut Group<'a>, &'a NodeRow)| {
        if let Some(id) = ballot.vote(row) {
            add(groups.entry((row.role, id)).or_default(), row);
        }
    };
    pools.old.iter().for_each(|row| group_of(row, |group, row| group.old.push(row)));
    pools.new.iter().for_each(|row| group_of(row, |group, row| group.new.push(row)));
    old.iter().for_each(|row| group_of(row, |group, _| group.old_count += 1));
    new.iter().for_each(|row| group_of(row, |group, _| group.new_count += 1));
    let mut matches = Matches::default();
    for mut group in groups.into_values() {
        if group.old_count == 1 && group.new_count == 1 {
            group.match_alike(score, |old, new| label_fits(&old.label, &new.label), &mut matches);
        } else {
            group.match_equal(score, &mut matches);
            group.match_alike(score, |old, new| label_tells(&old.label, &new.label), &mut matches);
        }
    }
    matches
}

impl<'a> Group<'a> {
    /// Nodes that say the same in the same class differ in their place only: they come before all that is merely alike.
    pub(super) fn match_equal(
        &mut self,
        score: impl Fn(&NodeRow, &NodeRow) -> f64,
        matches: &mut Matches<'a>,
    ) {
        let key = |row: &NodeRow| (fold(&row.label), class_name(&row.class_name).to_owned());
        let mut equal: BTreeMap<_, (Vec<&NodeRow>, Vec<&NodeRow>)> = BTreeMap::new();
        self.old.iter().for_each(|row| equal.entry(key(row)).or_default().0.push(row));
        self.new.iter().for_each(|row| equal.entry(key(row)).or_default().1.push(row));
        equal.retain(|(label, _), (old, new)| {
            !label.is_empty() && !old.is_empty() && !new.is_empty()
        });
        for (old, new) in equal.values() {
            if let ([old], [new]) = (&old[..], &new[..]) {
                let score = score(old, new);
                matches.pairs.push(Pair { old, new, score, own_id: false });
            } else {
                matches.tied.extend(old.iter().map(|row| row.fingerprint));
            }
        }
        self.old.retain(|row| !equal.contains_key(&key(row)));
        self.new.retain(|row| !equal.contains_key(&key(row)));
    }

    /// The pairs in which each is the other's only best, unless there are doubts; a doubtful pair is a rival all the same.
    pub(super) fn match_alike(
        &self,
        score: impl Fn(&NodeRow, &NodeRow) -> f64,
        sure: impl Fn(&NodeRow, &NodeRow) -> bool,
        matches: &mut Matches<'a>,
    ) {
        if self.old.len() * self.new.len() > MOST_PAIRS {
            return;
        }
        let mut best_of_old = vec![Best::default(); self.old.len()];
        let mut best_of_new = vec![Best::default(); self.new.len()];
        for (o, old) in self.old.iter().enumerate() {
            for (n, new) in self.new.iter().enumerate() {
                let score = score(old, new);
                if score >= LEAST_SCORE {
                    best_of_old[o].consider(score, n);
                    best_of_new[n].consider(score, o);
                }
            }
        }
        for (o, best) in best_of_old.iter().enumerate() {
            let old = self.old[o];
            match best.only {
                Some(n) if best_of_new[n].only == Some(o) => {
                    let new = self.new[n];
                    if sure(old, new) {
                        let own_id = self.old_count == 1 && self.new_count == 1;
                        matches.pairs.push(Pair { old, new, score: best.score, own_id });
                    }
                }
                _ if best.score > 0.0 => {
                    matches.tied.insert(old.fingerprint);
                }
                _ => {}
            }
        }
    }
}

/// The best candidate so far, as long as it is the only one of its score.
#[derive(Debug, Clone, Default)]
struct Best {
    score: f64,
    only: Option<usize>,
}

impl Best {
    fn consider(&mut self, score: f64, candidate: usize) {
        if score > self.score {
            *self = Self { score, only: Some(candidate) };
        } else if score == self.score {
            self.only = None;
        }
    }
}
