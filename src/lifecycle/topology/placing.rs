//! A second look, where it is known which nodes stand on which screens: a person first sees that it is the same screen, and
//! then which button is which.
//!
//! On a screen that is recognised the place counts [`PLACE`] where id, label and class do not reach 0.7 by themselves, an
//! element without an id included. And what stands on a screen that is another one now is not the same element,
//! however much it looks like it.

use super::matching::{Group, Matches, Pair, Pools, by_votes};
use super::screens::{Recognised, Side};
use super::similarity::{label_matches, label_tells, score};
use super::voting::Ballot;
use crate::model::change::NodeRow;
use crate::model::{Fingerprint, Role};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What standing on the same screen adds to a score.
const PLACE: f64 = 0.2;

/// Corrects what the votes over the whole app gave by what the screens tell.
pub(super) fn place<'a>(
    votes: Matches<'a>,
    recognised: &Recognised<'a>,
    pools: &Pools<'a>,
    ballot: &Ballot,
) -> Matches<'a> {
    let mut screens_of: HashMap<Fingerprint, Vec<&Side<'a>>> = HashMap::new();
    let mut found: BTreeMap<Fingerprint, Vec<Pair<'a>>> = BTreeMap::new();
    for (before, after) in &recognised.pairs {
        let (before, there) = (&recognised.before[*before], &recognised.after[*after]);
        for row in &before.rows {
            screens_of.entry(row.fingerprint).or_default().push(there);
        }
        for pair in on_screen(before, there, pools, ballot) {
            found.entry(pair.old.fingerprint).or_default().push(pair);
        }
    }
    let mut tied = votes.tied;
    for pair in votes.pairs {
        let old = pair.old.fingerprint;
        let stays = match screens_of.get(&old) {
            Some(screens) => screens
                .iter()
                .any(|there| there.rows.iter().any(|row| row.fingerprint == pair.new.fingerprint)),
            // its screen was not found again: only an id of its own speaks for it
            None => pair.own_id || !recognised.placed.contains(&old),
        };
        if stays {
            found.entry(old).or_default().push(pair);
        }
    }
    // screens that disagree, and old nodes that claim the same new one, leave it open
    let mut pairs: Vec<Pair<'a>> = Vec::new();
    for (old, mut options) in found {
        options.sort_by(|a, b| b.score.total_cmp(&a.score));
        if options.iter().all(|pair| pair.new.fingerprint == options[0].new.fingerprint) {
            tied.remove(&old);
            pairs.push(options[0]);
        } else {
            tied.insert(old);
        }
    }
    let mut claims: HashMap<Fingerprint, usize> = HashMap::new();
    pairs.iter().for_each(|pair| *claims.entry(pair.new.fingerprint).or_default() += 1);
    pairs.retain(|pair| {
        let only = claims.get(&pair.new.fingerprint) == Some(&1);
        if !only {
            tied.insert(pair.old.fingerprint);
        }
        only
    });
    Matches { pairs, tied }
}

fn on_screen<'a>(
    before: &Side<'a>,
    after: &Side<'a>,
    pools: &Pools<'a>,
    ballot: &Ballot,
) -> Vec<Pair<'a>> {
    let here = pools.within(&before.rows, &after.rows);
    let mut matches = by_votes(&here, &before.rows, &after.rows, ballot);
    let settled: HashSet<Fingerprint> = matches
        .pairs
        .iter()
        .flat_map(|pair| [pair.old.fingerprint, pair.new.fingerprint])
        .chain(matches.tied.iter().copied())
        .collect();
    let mut by_role: BTreeMap<Role, Group<'a>> = BTreeMap::new();
    let open = |row: &&&'a NodeRow| !settled.contains(&row.fingerprint);
    here.old.iter().filter(open).for_each(|row| by_role.entry(row.role).or_default().old.push(row));
    here.new.iter().filter(open).for_each(|row| by_role.entry(row.role).or_default().new.push(row));
    for mut group in by_role.into_values() {
        group.match_equal(placed_score, &mut matches);
        let sure = |old: &NodeRow, new: &NodeRow| {
            old.label.is_empty() || label_tells(&old.label, &new.label)
        };
        group.match_alike(placed_score, sure, &mut matches);
    }
    matches.pairs
}

/// The sum with the place; labels must be alike, or missing on both.
fn placed_score(old: &NodeRow, new: &NodeRow) -> f64 {
    let bare = old.label.is_empty() && new.label.is_empty();
    if !bare && !label_matches(&old.label, &new.label) {
        return 0.0;
    }
    // in tenths again, see `score`
    ((score(old, new) + PLACE) * 10.0).round().min(10.0) / 10.0
}
