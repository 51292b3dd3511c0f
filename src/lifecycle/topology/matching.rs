//! From rows to pairs.
//!
//! Nothing reaches 0.7 without an equal id and a matching label (0.4 + 0.1 and 0.5 + 0.1 are below), so candidates
//! are looked up by role and id and never compared each with each.

use super::similarity::{id_name, score};
use super::{LEAST_SCORE, Upgrade};
use crate::model::change::NodeRow;
use crate::model::{Fingerprint, Role};
use std::collections::{BTreeMap, HashMap, HashSet};

/// An old node and its successor.
pub(super) struct Pair {
    pub old: Fingerprint,
    pub new: Fingerprint,
    pub score: f64,
}

pub(super) struct Outcome {
    pub pairs: Vec<Pair>,
    pub contradicted: Vec<Fingerprint>,
}

pub(super) fn run(upgrade: &Upgrade<'_>) -> Outcome {
    let of_app = |row: &&NodeRow| row.app == upgrade.app;
    let alive: HashSet<Fingerprint> =
        upgrade.new.iter().filter(of_app).map(|row| row.fingerprint).collect();
    let known: HashMap<Fingerprint, Fingerprint> =
        upgrade.known.iter().map(|a| (a.old, a.new)).collect();
    let taken: HashSet<Fingerprint> = known.values().copied().collect();
    let was: HashSet<Fingerprint> = upgrade.old.iter().map(|row| row.fingerprint).collect();
    let mut groups: BTreeMap<(Role, String), (Vec<&NodeRow>, Vec<&NodeRow>)> = BTreeMap::new();
    for row in upgrade.old.iter().filter(of_app) {
        if !alive.contains(&row.fingerprint) && !known.contains_key(&row.fingerprint) {
            groups.entry((row.role, id_name(&row.resource_id))).or_default().0.push(row);
        }
    }
    for row in upgrade.new.iter().filter(of_app) {
        if !was.contains(&row.fingerprint) && !taken.contains(&row.fingerprint) {
            groups.entry((row.role, id_name(&row.resource_id))).or_default().1.push(row);
        }
    }
    let mut pairs = Vec::new();
    for ((_, id), (old, new)) in groups {
        if let ([a], [b], false) = (&old[..], &new[..], id.is_empty()) {
            let score = score(a, b);
            if score >= LEAST_SCORE {
                pairs.push(Pair { old: a.fingerprint, new: b.fingerprint, score });
            }
        }
    }
    Outcome { pairs, contradicted: Vec::new() }
}
