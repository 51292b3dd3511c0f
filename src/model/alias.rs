//! Old fingerprint to new fingerprint, after an app upgrade.

use super::{Fingerprint, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// One alias, as stored in `migration_map`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, uniffi::Record)]
pub struct Alias {
    /// The node's fingerprint before the upgrade.
    pub old: Fingerprint,
    /// Its fingerprint after.
    pub new: Fingerprint,
    /// Match score, [0.7, 1].
    pub score: f64,
    /// App that was upgraded.
    pub app: String,
    /// Version before.
    pub from_version: String,
    /// Version after.
    pub to_version: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// Whether a replay or a sighting has confirmed it; until then it is provisional.
    pub confirmed: bool,
}

/// More upgrades than this are not followed: a circle must not cost as much as there are aliases.
pub const LONGEST_CHAIN: usize = 100;

/// Aliases for lookup. Old fingerprints are never rewritten: they are resolved through this.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AliasMap {
    forward: HashMap<Fingerprint, Fingerprint>,
    /// Where the chains end, and everything that leads there: a live node asks this way round.
    backward: HashMap<Fingerprint, Vec<Fingerprint>>,
}

impl AliasMap {
    /// From stored aliases; the last one of an old fingerprint wins (the table is unique anyway).
    pub fn new<'a>(aliases: impl IntoIterator<Item = &'a Alias>) -> Self {
        Self::from_pairs(aliases.into_iter().map(|a| (a.old, a.new)))
    }

    fn from_pairs(pairs: impl Iterator<Item = (Fingerprint, Fingerprint)>) -> Self {
        let mut map = Self { forward: pairs.collect(), backward: HashMap::new() };
        let olds: Vec<Fingerprint> = map.forward.keys().copied().collect();
        for old in olds {
            let new = map.resolve(old);
            if new != old {
                map.backward.entry(new).or_default().push(old);
            }
        }
        map.backward.values_mut().for_each(|olds| olds.sort_unstable());
        map
    }

    /// Every old fingerprint that leads to `probe`, in order.
    pub fn sources(&self, probe: Fingerprint) -> &[Fingerprint] {
        self.backward.get(&probe).map_or(&[], Vec::as_slice)
    }

    /// Where `old` leads, over up to [`LONGEST_CHAIN`] upgrades; itself when there is no alias. A cycle resolves to itself.
    pub fn resolve(&self, old: Fingerprint) -> Fingerprint {
        let mut at = old;
        for _ in 0..=LONGEST_CHAIN {
            match self.forward.get(&at) {
                Some(next) if *next != old => at = *next,
                Some(_) => return old,
                None => return at,
            }
        }
        old
    }

    /// Forward check: whether `old` leads to `probe`, with at least one alias in between.
    pub fn leads_to(&self, old: Fingerprint, probe: Fingerprint) -> bool {
        old != probe && self.resolve(old) == probe
    }

    /// Number of aliases.
    pub fn len(&self) -> usize {
        self.forward.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.forward.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fp(n: u8) -> Fingerprint {
        Fingerprint::from_bytes([n; 32])
    }

    fn map(pairs: &[(u8, u8)]) -> AliasMap {
        AliasMap::from_pairs(pairs.iter().map(|(a, b)| (fp(*a), fp(*b))))
    }

    #[test]
    fn chains_resolve_and_cycles_do_not_hang() {
        let chain = map(&[(1, 2), (2, 3)]);
        assert_eq!(chain.resolve(fp(1)), fp(3));
        assert_eq!(chain.sources(fp(3)), [fp(1), fp(2)]);
        assert!(chain.sources(fp(2)).is_empty());
        assert!(
            chain.leads_to(fp(1), fp(3))
                && !chain.leads_to(fp(1), fp(2))
                && !chain.leads_to(fp(3), fp(3))
        );
        let cycle = map(&[(1, 2), (2, 3), (3, 2)]);
        assert_eq!(cycle.resolve(fp(1)), fp(1));
        assert_eq!(map(&[(1, 1)]).resolve(fp(1)), fp(1));
    }
}
