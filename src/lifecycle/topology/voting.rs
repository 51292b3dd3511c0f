//! Which resource ids say something: those that an obfuscator made do not vote.

use super::similarity::id_name;
use crate::model::change::NodeRow;
use crate::perceive::is_obfuscated;

/// Ids up to this length are suspect in an app whose build shortens them.
const SHORT: usize = 3;

/// The ids of an app that vote.
pub(super) struct Ballot {
    short_too: bool,
}

impl Ballot {
    /// Looks at all ids of the app: where more than a quarter are made up, a short word is chance as well.
    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a NodeRow>) -> Self {
        let (mut all, mut made_up) = (0_usize, 0_usize);
        for name in rows.map(|row| id_name(&row.resource_id)).filter(|name| !name.is_empty()) {
            all += 1;
            made_up += usize::from(is_made_up(&name));
        }
        Self { short_too: made_up * 4 <= all }
    }

    /// The id's name if it votes.
    pub(super) fn vote(&self, row: &NodeRow) -> Option<String> {
        let name = id_name(&row.resource_id);
        let counts = !name.is_empty()
            && !is_made_up(&name)
            && (self.short_too || name.chars().count() > SHORT);
        counts.then_some(name)
    }
}

/// `a1`, `bp`, `0_resource_name_obfuscated`, digits only.
fn is_made_up(name: &str) -> bool {
    is_obfuscated(name) || name.contains("obfuscated") || !name.chars().any(char::is_alphabetic)
}
