//! Which resource ids say something: those that an obfuscator made do not vote.

use super::similarity::id_name;
use crate::model::change::NodeRow;

/// Ids up to this length are suspect.
const SHORT: usize = 3;

/// Short ids that people do write.
const SHORT_WORDS: &[&str] = &[
    "add", "bar", "box", "btn", "buy", "cam", "day", "end", "fab", "go", "img", "key", "log",
    "map", "mic", "new", "no", "ok", "otp", "pay", "pin", "pwd", "row", "set", "sms", "sub", "tab",
    "txt", "up", "url", "web", "yes",
];

/// Whether an id's name (see [`id_name`]) was probably made by an obfuscator: `a1`, `bp`, `0_resource_name_obfuscated`, digits only.
fn is_obfuscated(name: &str) -> bool {
    name.contains("obfuscated")
        || !name.chars().any(char::is_alphabetic)
        || name.chars().count() <= SHORT && !SHORT_WORDS.contains(&name)
}

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
            made_up += usize::from(is_obfuscated(&name));
        }
        Self { short_too: made_up * 4 <= all }
    }

    /// The id's name if it votes.
    pub(super) fn vote(&self, row: &NodeRow) -> Option<String> {
        let name = id_name(&row.resource_id);
        let counts = !name.is_empty()
            && !is_obfuscated(&name)
            && (self.short_too || name.chars().count() > SHORT);
        counts.then_some(name)
    }
}
