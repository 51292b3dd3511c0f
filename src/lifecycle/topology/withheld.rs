//! What must not be mapped again: upgrades that the user rolled back, pairs that the phone contradicted.

use crate::model::{Alias, Change, Fingerprint};
use serde::{Deserialize, Serialize};

/// Name of the small fact (see [`Change::SetMeta`]) in which this is kept.
pub const WITHHELD_KEY: &str = "topology_withheld";

/// Most rules that are kept; the oldest make room. Each is one line of about 200 bytes.
const MOST_RULES: usize = 1_000;

/// Rules against aliases. Without them the next dream would make again what was just withdrawn.
///
/// ```
/// use cs_mem::lifecycle::topology::Withheld;
/// let mut withheld = Withheld::from_meta(None);
/// withheld.forbid_upgrade("com.x", "1.2", "1.3");
/// assert!(matches!(withheld.to_change(), cs_mem::model::Change::SetMeta { .. }));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Withheld(Vec<Rule>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Rule {
    Upgrade { app: String, from: String, to: String },
    Pair { old: Fingerprint, new: Fingerprint },
}

impl Withheld {
    /// From the value of [`WITHHELD_KEY`]; nothing is withheld where it is missing or cannot be read.
    pub fn from_meta(value: Option<&str>) -> Self {
        Self(value.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default())
    }

    /// What is to be stored after a rule was added.
    pub fn to_change(&self) -> Change {
        let value = serde_json::to_string(&self.0).unwrap_or_default();
        Change::SetMeta { key: WITHHELD_KEY.to_owned(), value }
    }

    /// The user rolled an upgrade back: no aliases are made for it any more.
    pub fn forbid_upgrade(&mut self, app: &str, from_version: &str, to_version: &str) {
        let (app, from, to) = (app.to_owned(), from_version.to_owned(), to_version.to_owned());
        self.add(Rule::Upgrade { app, from, to });
    }

    /// The user wants an upgrade mapped after all.
    pub fn allow_upgrade(&mut self, app: &str, from_version: &str, to_version: &str) {
        self.0.retain(|rule| {
            !matches!(rule, Rule::Upgrade { app: a, from, to } if a == app && from == from_version && to == to_version)
        });
    }

    /// The phone contradicted an alias: this pair is not made again.
    pub fn forbid_pair(&mut self, old: Fingerprint, new: Fingerprint) {
        self.add(Rule::Pair { old, new });
    }

    /// Whether nothing speaks against an alias.
    pub fn allows(&self, alias: &Alias) -> bool {
        !self.0.iter().any(|rule| match rule {
            Rule::Upgrade { app, from, to } => {
                *app == alias.app && *from == alias.from_version && *to == alias.to_version
            }
            Rule::Pair { old, new } => *old == alias.old && *new == alias.new,
        })
    }

    fn add(&mut self, rule: Rule) {
        if !self.0.contains(&rule) {
            self.0.push(rule);
            let surplus = self.0.len().saturating_sub(MOST_RULES);
            self.0.drain(..surplus);
        }
    }
}
