//! All upgrades that the rows tell of, not only that of the app in front.

use super::{ScreenNodes, TopologyPlan, Upgrade, Withheld, plan_on_screens};
use crate::lifecycle::entropy::HalfLives;
use crate::model::change::NodeRow;
use crate::model::{Alias, Timestamp};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What is known of any number of apps, of all their versions.
#[derive(Debug, Clone, Copy)]
pub struct Survey<'a> {
    /// All nodes. Those that have collapsed at `now` take no part, so that it does not matter whether decay ran before.
    pub rows: &'a [NodeRow],
    /// All aliases.
    pub known: &'a [Alias],
    /// What must not be mapped.
    pub withheld: &'a Withheld,
    /// How fast nodes fade.
    pub half_lives: &'a HalfLives,
}

/// One plan per app and older version, from that version to the one seen last. Plans that change nothing are left out.
pub fn plan_all(survey: &Survey<'_>, now: Timestamp) -> Vec<TopologyPlan> {
    plan_all_on_screens(survey, &[], now)
}

/// [`plan_all`] with what is known of the screens on which the nodes were seen: finds more, and mistakes nothing, see
/// [`plan_on_screens`]. Without them two lists with the same rows are confused.
pub fn plan_all_on_screens(
    survey: &Survey<'_>,
    screens: &[ScreenNodes],
    now: Timestamp,
) -> Vec<TopologyPlan> {
    let mut apps: BTreeMap<&str, BTreeMap<&str, Vec<NodeRow>>> = BTreeMap::new();
    for row in survey.rows {
        if !row.energy.decayed(now, survey.half_lives.node_ms).is_collapsed() {
            let version = row.app_version.as_deref().unwrap_or("");
            apps.entry(&row.app).or_default().entry(version).or_default().push(row.clone());
        }
    }
    let mut plans = Vec::new();
    for (app, versions) in &apps {
        let last_seen = |rows: &[NodeRow]| rows.iter().map(|row| row.last_seen).max();
        let mut newest_first: Vec<_> = versions.iter().collect();
        newest_first.sort_by_key(|(version, rows)| Reverse((last_seen(rows), **version)));
        let Some(((to_version, new), older)) = newest_first.split_first() else { continue };
        for (from_version, old) in older {
            let known = survey.known;
            let upgrade = Upgrade { app, from_version, to_version, old, new, known };
            let plan = plan_on_screens(&upgrade, screens, now).without(survey.withheld);
            if !plan.changes.is_empty() {
                plans.push(plan);
            }
        }
    }
    plans
}
