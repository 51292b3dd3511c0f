//! Keeping the size in bounds: what is worth least goes first.

use super::HalfLives;
use crate::model::change::EnergyRow;
use crate::model::{Change, EnergyOwner, Timestamp};

/// Bytes that a memory may take on the disk unless the host says otherwise.
pub const DEFAULT_BUDGET_BYTES: u64 = 64 << 20;

/// A memory's energy with the bytes that its removal frees.
#[derive(Debug, Clone, PartialEq)]
pub struct SizedRow {
    /// Whose energy, how much.
    pub row: EnergyRow,
    /// What it takes on the disk, roughly.
    pub bytes: u64,
}

/// What is to go so that the rest fits.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EvictionPlan {
    /// [`Change::Collapse`] for what is to go, least valuable first.
    pub changes: Vec<Change>,
    /// Bytes that this frees.
    pub freed: u64,
    /// Bytes that stay.
    pub kept: u64,
    /// Bytes by which the permanent memories alone exceed the budget; the host should be told when this is not 0.
    pub over: u64,
}

/// Chooses what to remove until the rest fits into `budget`. Permanent memories are never chosen, even when they alone
/// do not fit. The result does not depend on the order of `rows`.
///
/// The value of a memory is its energy now, weighted by what it would cost to get it back: a macro costs a run with a
/// model, an episode cannot be had again, a node or an edge comes back with the next look at its screen.
pub fn evict(
    rows: &[SizedRow],
    budget: u64,
    now: Timestamp,
    half_lives: &HalfLives,
) -> EvictionPlan {
    let mut plan = EvictionPlan {
        kept: rows.iter().fold(0, |sum: u64, sized| sum.saturating_add(sized.bytes)),
        ..EvictionPlan::default()
    };
    let mut candidates: Vec<(f64, &SizedRow)> = rows
        .iter()
        .filter(|sized| !sized.row.permanent)
        .map(|sized| (value(&sized.row, now, half_lives), sized))
        .collect();
    // of two equally valuable memories the larger goes: fewer are lost
    candidates.sort_by(|(a, x), (b, y)| {
        a.total_cmp(b).then(y.bytes.cmp(&x.bytes)).then(x.row.owner.cmp(&y.row.owner))
    });
    for (_, sized) in candidates {
        if plan.kept <= budget {
            break;
        }
        plan.changes.push(Change::Collapse(sized.row.owner.clone()));
        plan.freed += sized.bytes;
        plan.kept -= sized.bytes;
    }
    plan.over = plan.kept.saturating_sub(budget);
    plan
}

fn value(row: &EnergyRow, now: Timestamp, half_lives: &HalfLives) -> f64 {
    let weight = match row.owner {
        EnergyOwner::Macro(_) => 8.0,
        EnergyOwner::Episode(_) => 2.0,
        EnergyOwner::Node(_) => 1.0,
        EnergyOwner::Edge(..) => 0.5,
    };
    let energy = row.energy.decayed(now, half_lives.of(&row.owner));
    // what has collapsed goes before all else, so that it does not matter whether decay ran before
    if energy.is_collapsed() { 0.0 } else { weight * energy.value() }
}
