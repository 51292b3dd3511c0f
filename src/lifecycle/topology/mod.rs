//! App upgrades: old nodes find their successors, so that an upgrade does not make the memory forget.
//!
//! Old fingerprints are never rewritten. An alias is provisional until a replay or a sighting confirms it
//! ([`confirm`]), and is withdrawn when one contradicts it ([`contradict`]).

mod aliases;
mod matching;
mod placing;
mod screens;
mod similarity;
mod survey;
mod voting;
mod withheld;

pub use aliases::{confirm, contradict, roll_back};
pub use screens::ScreenNodes;
pub use similarity::score;
pub use survey::{Survey, plan_all, plan_all_on_screens};
pub use withheld::{WITHHELD_KEY, Withheld};

use crate::model::change::NodeRow;
use crate::model::{Alias, Change, Timestamp};
use matching::{Pools, by_votes};
use placing::place;
use screens::recognise;
use std::collections::{HashMap, HashSet};
use voting::Ballot;

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
///
/// Nodes that both versions have need no alias and take no part. Planning the same upgrade again changes nothing as long
/// as no new nodes were seen; when they were, provisional aliases of this upgrade are judged again.
///
/// ```
/// # use cs_mem::model::{change::NodeRow, Energy, Fingerprint, Role, Timestamp};
/// use cs_mem::lifecycle::topology::{plan, Upgrade};
///
/// let now = Timestamp::from_millis(0);
/// let node = |fingerprint: u8, label: &str, version: &str| NodeRow {
///     fingerprint: Fingerprint::from_bytes([fingerprint; 32]),
///     role: Role::Button,
///     label: label.into(),
///     resource_id: "com.x:id/send".into(),
///     class_name: "android.widget.Button".into(),
///     app: "com.x".into(),
///     app_version: Some(version.into()),
///     # first_seen: now, last_seen: now, seen: 1, energy: Energy::new(now),
/// };
/// let (old, new) = ([node(1, "Send", "1.2")], [node(2, "Send now", "1.3")]);
/// let upgrade = Upgrade { app: "com.x", from_version: "1.2", to_version: "1.3", old: &old, new: &new, known: &[] };
/// let plan = plan(&upgrade, now);
/// assert_eq!(plan.note, "migrated 1 nodes app=com.x v1.2→v1.3");
/// assert_eq!((plan.aliases[0].new, plan.aliases[0].score), (new[0].fingerprint, 1.0));
/// ```
pub fn plan(upgrade: &Upgrade<'_>, now: Timestamp) -> TopologyPlan {
    plan_on_screens(upgrade, &[], now)
}

/// [`plan`] with a second look at the screens on which the nodes were seen. An element that is alone with its label on a
/// screen that is recognised gets an alias even where its id is missing or was renamed, because its place adds 0.2 to
/// the score; and rows that look alike on different screens are told apart.
pub fn plan_on_screens(
    upgrade: &Upgrade<'_>,
    screens: &[ScreenNodes],
    now: Timestamp,
) -> TopologyPlan {
    let mut plan = TopologyPlan::default();
    if upgrade.from_version != upgrade.to_version {
        fill(&mut plan, upgrade, screens, now);
    }
    plan.note = note(upgrade, plan.aliases.len());
    plan
}

fn fill(plan: &mut TopologyPlan, upgrade: &Upgrade<'_>, screens: &[ScreenNodes], now: Timestamp) {
    let mut settled = HashMap::new();
    let mut provisional = HashMap::new();
    let alive: HashSet<_> = upgrade.new.iter().map(|row| row.fingerprint).collect();
    for alias in upgrade.known.iter().filter(|alias| alias.app == upgrade.app) {
        if alive.contains(&alias.old) {
            // Both stand in the new version, so the one did not become the other. This also opens any circle
            // that going back to an older version would make.
            plan.changes.push(Change::RemoveAlias(alias.old));
        } else if !alias.confirmed && upgrade.made(alias) && alive.contains(&alias.new) {
            provisional.insert(alias.old, alias.new);
        } else {
            settled.insert(alias.old, alias);
        }
    }
    let pools = Pools::of(upgrade, &settled);
    let of_app = |row: &&NodeRow| row.app == upgrade.app;
    let old: Vec<&NodeRow> = upgrade.old.iter().filter(of_app).collect();
    let new: Vec<&NodeRow> = upgrade.new.iter().filter(of_app).collect();
    let ballot = Ballot::of(old.iter().chain(&new).copied());
    let mut matches = by_votes(&pools, &old, &new, &ballot);
    if !screens.is_empty() {
        matches = place(matches, &recognise(upgrade, screens, &ballot), &pools, &ballot);
    }
    for tied in pools.old.iter().map(|row| row.fingerprint) {
        if matches.tied.contains(&tied) && provisional.contains_key(&tied) {
            plan.changes.push(Change::RemoveAlias(tied));
        }
    }
    for pair in matches.pairs {
        let (old, new) = (pair.old.fingerprint, pair.new.fingerprint);
        if provisional.get(&old) == Some(&new) {
            continue;
        }
        plan.aliases.push(Alias {
            old,
            new,
            score: pair.score,
            app: upgrade.app.to_owned(),
            from_version: upgrade.from_version.to_owned(),
            to_version: upgrade.to_version.to_owned(),
            created_at: now,
            confirmed: false,
        });
    }
    plan.aliases.sort_by_key(|alias| alias.old);
    plan.changes.extend(plan.aliases.iter().map(|a| Change::PutAlias(Box::new(a.clone()))));
}

impl TopologyPlan {
    /// The plan without the aliases that must not be made. An upgrade that a user rolled back stays rolled back.
    #[must_use]
    pub fn without(mut self, withheld: &Withheld) -> Self {
        let before = self.aliases.len();
        self.aliases.retain(|alias| withheld.allows(alias));
        self.changes.retain(|change| match change {
            Change::PutAlias(alias) => withheld.allows(alias),
            _ => true,
        });
        if self.aliases.len() < before {
            self.note = self.note.replacen(&before.to_string(), &self.aliases.len().to_string(), 1);
        }
        self
    }
}

impl Upgrade<'_> {
    /// Whether an alias belongs to this upgrade.
    fn made(&self, alias: &Alias) -> bool {
        alias.app == self.app
            && alias.from_version == self.from_version
            && alias.to_version == self.to_version
    }
}

fn note(upgrade: &Upgrade<'_>, count: usize) -> String {
    let version = |text: &str| match text.trim_start_matches(['v', 'V']) {
        "" => "v?".to_owned(),
        number => format!("v{number}"),
    };
    let (from, to) = (version(upgrade.from_version), version(upgrade.to_version));
    format!("migrated {count} nodes app={} {from}→{to}", upgrade.app)
}
