//! Exponential forgetting: what is not used fades, what faded is removed, what has proven itself stays.

mod budget;

pub use budget::{DEFAULT_BUDGET_BYTES, EvictionPlan, SizedRow, evict};

use crate::model::change::EnergyRow;
use crate::model::{Change, EnergyOwner, Timestamp};

const DAY: i64 = 86_400_000;

/// How long a memory that was pruned can still be looked up "as of" a moment before it is removed for good: a month, so
/// that a host that shows a history has a full one.
pub const GRACE_MS: i64 = 30 * DAY;

/// How long each kind of memory takes to lose half of its energy. A new memory (energy 1.0) that is never used again
/// collapses after 4.3 half-lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HalfLives {
    /// Nodes, in milliseconds.
    pub node_ms: i64,
    /// Edges, in milliseconds.
    pub edge_ms: i64,
    /// Episodes, in milliseconds.
    pub episode_ms: i64,
    /// Macros, in milliseconds.
    pub macro_ms: i64,
}

impl Default for HalfLives {
    /// Node 21 days: gone three months after the last sighting, so that an app that is opened once a quarter is still
    /// known. Edge 14 days: two months; edges are the bulk of the rows and come back with one look at the screen.
    /// Episode 30 days: four months, the span over which people ask what was done. Macro 60 days: eight and a half
    /// months without a run, because learning it again costs a whole run with a model; used daily it reaches energy 8
    /// in seven weeks, used every second day within a year, used weekly it lives but never becomes permanent.
    fn default() -> Self {
        Self { node_ms: 21 * DAY, edge_ms: 14 * DAY, episode_ms: 30 * DAY, macro_ms: 60 * DAY }
    }
}

impl HalfLives {
    /// The half-life that counts for this memory.
    pub fn of(&self, owner: &EnergyOwner) -> i64 {
        match owner {
            EnergyOwner::Node(_) => self.node_ms,
            EnergyOwner::Edge(..) => self.edge_ms,
            EnergyOwner::Episode(_) => self.episode_ms,
            EnergyOwner::Macro(_) => self.macro_ms,
        }
    }
}

/// What is to be written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EntropyPlan {
    /// [`Change::SetEnergy`] for what decayed, [`Change::Collapse`] for what is to go.
    pub changes: Vec<Change>,
    /// Memories that lost energy and stay.
    pub decayed: u32,
    /// Memories that are to be removed.
    pub collapsed: u32,
    /// Memories that were left alone because they are permanent.
    pub skipped_permanent: u32,
}

/// Decays `rows` to `now` and names those that collapse. Permanent rows are not touched; a second plan at the same
/// moment is empty; two plans one after the other give what one plan at the later moment gives.
///
/// ```
/// use cs_mem::lifecycle::entropy::{plan, HalfLives};
/// use cs_mem::model::change::EnergyRow;
/// use cs_mem::model::{Energy, EnergyOwner, EpisodeId, Timestamp};
///
/// let born = Timestamp::from_millis(0);
/// let row = EnergyRow { owner: EnergyOwner::Episode(EpisodeId::new("e1")), energy: Energy::new(born), permanent: false };
/// let half_lives = HalfLives::default();
/// let later = born.plus(half_lives.episode_ms);
/// assert_eq!(plan(&[row.clone()], later, &half_lives).decayed, 1);
/// assert_eq!(plan(&[row], later.plus(4 * half_lives.episode_ms), &half_lives).collapsed, 1);
/// ```
pub fn plan(rows: &[EnergyRow], now: Timestamp, half_lives: &HalfLives) -> EntropyPlan {
    let mut plan = EntropyPlan::default();
    for row in rows {
        if row.permanent {
            plan.skipped_permanent += 1;
            continue;
        }
        let energy = row.energy.decayed(now, half_lives.of(&row.owner));
        if energy.is_collapsed() {
            plan.changes.push(Change::Collapse(row.owner.clone()));
            plan.collapsed += 1;
        } else if energy != row.energy {
            plan.changes.push(Change::SetEnergy(row.owner.clone(), energy));
            plan.decayed += 1;
        }
    }
    plan
}

/// The gentle form of a plan: what would be removed is hidden from `now` on, and what was hidden before the grace period
/// is removed for good. The form for a store that is under its byte budget.
pub fn soften(plan: EntropyPlan, now: Timestamp, grace_ms: i64) -> EntropyPlan {
    let mut changes: Vec<Change> = plan
        .changes
        .into_iter()
        .map(|change| match change {
            Change::Collapse(owner) => Change::Invalidate { owner, at: now },
            other => other,
        })
        .collect();
    changes.push(Change::Purge { before: now.plus(-grace_ms.max(0)) });
    EntropyPlan { changes, ..plan }
}
