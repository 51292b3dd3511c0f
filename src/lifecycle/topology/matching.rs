//! From rows to pairs.
//!
//! Nothing reaches 0.7 without an equal id and a matching label (0.4 + 0.1 and 0.5 + 0.1 are below), so candidates
//! are looked up by role and id, and never compared each with each.

use super::similarity::{class_name, fold, label_tells, score};
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
}

/// Nodes that share a role and an id.
#[derive(Default)]
struct Group<'a> {
    old: Vec<&'a NodeRow>,
    new: Vec<&'a NodeRow>,
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
}

/// What the votes of id, label and class give.
#[derive(Default)]
pub(super) struct Matches<'a> {
    /// Pairs of 0.7 and more, one to one.
    pub pairs: Vec<Pair<'a>>,
    /// Old nodes with more than one equally good successor, or that share their successor.
    pub tied: HashSet<Fingerprint>,
}

/// Matches the pools by the contract's sum.
pub(super) fn by_votes<'a>(upgrade: &Upgrade<'a>, pools: &Pools<'a>) -> Matches<'a> {
    let ballot = Ballot::of(upgrade.old.iter().chain(upgrade.new).filter(|r| r.app == upgrade.app));
    let mut groups: BTreeMap<(Role, String), Group<'a>> = BTreeMap::new();
    let mut group_of = |row: &'a NodeRow, add: fn(&mut Group<'a>, &'a NodeRow)| {
        if let Some(id) = ballot.vote(row) {
            add(groups.entry((row.role, id)).or_default(), row);
        }
    };
    pools.old.iter().for_each(|row| group_of(row, |group, row| group.old.push(row)));
    pools.new.iter().for_each(|row| group_of(row, |group, row| group.new.push(row)));
    let of_app = |row: &&NodeRow| row.app == upgrade.app;
    let (old, new) = (upgrade.old.iter().filter(of_app), upgrade.new.iter().filter(of_app));
    old.for_each(|row| group_of(row, |group, _| group.old_count += 1));
    new.for_each(|row| group_of(row, |group, _| group.new_count += 1));
    let mut matches = Matches::default();
    groups.into_values().for_each(|group| group.match_into(&mut matches));
    matches
}

impl<'a> Group<'a> {
    fn match_into(mut self, matches: &mut Matches<'a>) {
        if self.old_count == 1 && self.new_count == 1 {
            best_pairs(&self.old, &self.new, |_, _| true, matches);
            return;
        }
        self.match_equal(matches);
        if self.old.len() * self.new.len() <= MOST_PAIRS {
            let by_label = |old: &NodeRow, new: &NodeRow| label_tells(&old.label, &new.label);
            best_pairs(&self.old, &self.new, by_label, matches);
        }
    }

    /// Nodes that say the same in the same class differ in their place only: they come before all that is merely alike.
    fn match_equal(&mut self, matches: &mut Matches<'a>) {
        let key = |row: &NodeRow| (fold(&row.label), class_name(&row.class_name).to_owned());
        let mut equal: BTreeMap<_, (Vec<&NodeRow>, Vec<&NodeRow>)> = BTreeMap::new();
        self.old.iter().for_each(|row| equal.entry(key(row)).or_default().0.push(row));
        self.new.iter().for_each(|row| equal.entry(key(row)).or_default().1.push(row));
        equal.retain(|(label, _), (old, new)| {
            !label.is_empty() && !old.is_empty() && !new.is_empty()
        });
        for (old, new) in equal.values() {
            if let ([old], [new]) = (&old[..], &new[..]) {
                matches.pairs.push(Pair { old, new, score: score(old, new) });
            } else {
                matches.tied.extend(old.iter().map(|row| row.fingerprint));
            }
        }
        self.old.retain(|row| !equal.contains_key(&key(row)));
        self.new.retain(|row| !equal.contains_key(&key(row)));
    }
}

/// The pairs in which each is the other's only best, unless `sure` has doubts; a doubtful pair is a rival all the same.
fn best_pairs<'a>(
    olds: &[&'a NodeRow],
    news: &[&'a NodeRow],
    sure: impl Fn(&NodeRow, &NodeRow) -> bool,
    matches: &mut Matches<'a>,
) {
    let mut best_of_old = vec![Best::default(); olds.len()];
    let mut best_of_new = vec![Best::default(); news.len()];
    for (o, old) in olds.iter().enumerate() {
        for (n, new) in news.iter().enumerate() {
            let score = score(old, new);
            if score >= LEAST_SCORE {
                best_of_old[o].consider(score, n);
                best_of_new[n].consider(score, o);
            }
        }
    }
    for (o, best) in best_of_old.iter().enumerate() {
        match best.only {
            Some(n) if best_of_new[n].only == Some(o) => {
                let (old, new) = (olds[o], news[n]);
                if sure(old, new) {
                    matches.pairs.push(Pair { old, new, score: best.score });
                }
            }
            _ if best.score > 0.0 => {
                matches.tied.insert(olds[o].fingerprint);
            }
            _ => {}
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
