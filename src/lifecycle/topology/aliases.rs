//! What becomes of aliases after they were made: confirmed, withdrawn, rolled back.

use crate::model::{Alias, Change, Fingerprint};
use std::collections::HashMap;

/// A replay or a sighting showed that `old` is `new` now: every provisional alias on the way between them is confirmed.
pub fn confirm(aliases: &[Alias], old: Fingerprint, new: Fingerprint) -> Vec<Change> {
    chain(aliases, old, new)
        .into_iter()
        .filter(|alias| !alias.confirmed)
        .map(|alias| Change::ConfirmAlias(alias.old))
        .collect()
}

/// A replay or a sighting showed that `old` is not `new`: the provisional aliases on the way are withdrawn; where all
/// were confirmed, the newest is.
pub fn contradict(aliases: &[Alias], old: Fingerprint, new: Fingerprint) -> Vec<Change> {
    let links = chain(aliases, old, new);
    let provisional: Vec<_> = links.iter().filter(|alias| !alias.confirmed).collect();
    if provisional.is_empty() {
        return links.last().map(|alias| Change::RemoveAlias(alias.old)).into_iter().collect();
    }
    provisional.into_iter().map(|alias| Change::RemoveAlias(alias.old)).collect()
}

/// Takes back every alias of one app's upgrade, confirmed or not.
pub fn roll_back(
    aliases: &[Alias],
    app: &str,
    from_version: &str,
    to_version: &str,
) -> Vec<Change> {
    aliases
        .iter()
        .filter(|a| a.app == app && a.from_version == from_version && a.to_version == to_version)
        .map(|a| Change::RemoveAlias(a.old))
        .collect()
}

/// The aliases that lead from `old` to `new`, in order; empty when they do not, or go in a circle.
fn chain(aliases: &[Alias], old: Fingerprint, new: Fingerprint) -> Vec<&Alias> {
    let by_old: HashMap<Fingerprint, &Alias> = aliases.iter().map(|a| (a.old, a)).collect();
    let mut links = Vec::new();
    let mut at = old;
    while at != new {
        match by_old.get(&at) {
            Some(alias) if links.len() < by_old.len() => {
                links.push(*alias);
                at = alias.new;
            }
            _ => return Vec::new(),
        }
    }
    links
}
