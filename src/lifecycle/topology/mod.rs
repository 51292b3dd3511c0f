//! App upgrades: old nodes find their successors, so that an upgrade does not make the memory forget.
//!
//! Old fingerprints are never rewritten. An alias is provisional until a replay or a sighting confirms it
//! ([`confirm`]), and is withdrawn when one contradicts it ([`contradict`]).

mod aliases;
mod matching;
mod similarity;

pub use aliases::{confirm, contradict, roll_back};
pub use similarity::score;

use crate::model::change::NodeRow;
use crate::model::{Alias, Change, Timestamp};

/// Least score of an alias.
pub const LEAST_SCORE: f64 = 0.7;

/// One app went from one version to another.
#[derive(Debug, Clone, Copy)]
pub struct Upgrade<'a> {
    /// Package of the app. Rows of other apps are ignored.
    pub app: &'a str,
    /// Version before.
    pub from_version: &'a str,
    /// Version after.
    pub to_version: &'a str,
    /// Nodes last seen in the version before.
    pub old: &'a [NodeRow],
    /// Nodes seen in the version after.
    pub new: &'a [NodeRow],
    /// Aliases that exist already.
    pub known: &'a [Alias],
}

/// What is to be written after an upgrade.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TopologyPlan {
    /// [`Change::RemoveAlias`] for what the new version contradicts, then [`Change::PutAlias`] per new alias.
    pub changes: Vec<Change>,
    /// The new aliases.
    pub aliases: Vec<Alias>,
    /// For people: `migrated 12 nodes app=com.x v1.2→v1.3`.
    pub note: String,
}

/// Finds the successors of the nodes that the new version no longer has.
pub fn plan(upgrade: &Upgrade<'_>, now: Timestamp) -> TopologyPlan {
    let mut plan = TopologyPlan::default();
    if upgrade.from_version != upgrade.to_version {
        let outcome = matching::run(upgrade);
        plan.changes.extend(outcome.contradicted.into_iter().map(Change::RemoveAlias));
        plan.aliases.extend(outcome.pairs.into_iter().map(|pair| Alias {
            old: pair.old,
            new: pair.new,
            score: pair.score,
            app: upgrade.app.to_owned(),
            from_version: upgrade.from_version.to_owned(),
            to_version: upgrade.to_version.to_owned(),
            created_at: now,
            confirmed: false,
        }));
        plan.changes.extend(plan.aliases.iter().map(|a| Change::PutAlias(Box::new(a.clone()))));
    }
    plan.note = note(upgrade, plan.aliases.len());
    plan
}

fn note(upgrade: &Upgrade<'_>, count: usize) -> String {
    let version = |text: &str| match text.trim_start_matches(['v', 'V']) {
        "" => "v?".to_owned(),
        number => format!("v{number}"),
    };
    let (from, to) = (version(upgrade.from_version), version(upgrade.to_version));
    format!("migrated {count} nodes app={} {from}→{to}", upgrade.app)
}
