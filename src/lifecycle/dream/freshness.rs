//! Which macros a dream checks, and what follows from the check.

use crate::lifecycle::entropy::HalfLives;
use crate::model::fsm::{MacroAction, MacroRecord};
use crate::model::{Change, EnergyOwner, FsmMacro, Key, MacroId, Role, Timestamp};

/// Chooses up to `count` macros to check. Low energy is preferred, chance decides; the same seed chooses the same ones
/// whatever the order of `macros`. Permanent ones are left out: no check could change them.
pub fn pick_for_freshness(
    macros: &[MacroRecord],
    now: Timestamp,
    half_lives: &HalfLives,
    seed: u64,
    count: usize,
) -> Vec<MacroId> {
    // Weighted sampling without replacement (Efraimidis and Spirakis, 2006): smallest -ln(u) / weight, weight 1 / energy.
    let mut keyed: Vec<(f64, &MacroId)> = macros
        .iter()
        .filter(|record| !record.crystallised)
        .map(|record| {
            let energy = record.energy.decayed(now, half_lives.macro_ms).value();
            (-unit(seed, record.machine.id()).ln() * energy, record.machine.id())
        })
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)));
    keyed.into_iter().take(count).map(|(_, id)| id.clone()).collect()
}

/// A number in (0, 1] from a seed and a macro's id.
fn unit(seed: u64, id: &MacroId) -> f64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    hasher.update(id.as_str().as_bytes());
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    ((u64::from_le_bytes(bytes) >> 11) as f64 + 1.0) / (1_u64 << 53) as f64
}

/// What a check found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// It ran, or its screens are as it knows them.
    Fresh,
    /// Something it needs has changed.
    Stale,
    /// Its app or its first screen is gone for good.
    Dead,
    /// It could not be checked now.
    Unknown,
}

/// What follows from a check: a stale macro loses half its energy, a dead one collapses. Permanent ones keep theirs, and
/// a check is no use: it strengthens nothing.
pub fn after_check(
    record: &MacroRecord,
    found: Freshness,
    now: Timestamp,
    half_lives: &HalfLives,
) -> Vec<Change> {
    if record.crystallised {
        return Vec::new();
    }
    let owner = EnergyOwner::Macro(record.machine.id().clone());
    match found {
        Freshness::Fresh | Freshness::Unknown => Vec::new(),
        Freshness::Dead => vec![Change::Collapse(owner)],
        Freshness::Stale => {
            let energy = record.energy.decayed(now, half_lives.macro_ms).failed();
            vec![Change::SetEnergy(owner, energy)]
        }
    }
}

/// Whether a dream may really run this macro without being told so: it only moves about and looks.
pub fn harmless(machine: &FsmMacro) -> bool {
    machine.parts().transitions.iter().all(|transition| match &transition.action {
        MacroAction::Scroll(..) | MacroAction::Back | MacroAction::Home => true,
        MacroAction::Launch(_) | MacroAction::PressKey(Key::Recents) => true,
        MacroAction::Tap(locator) => locator.role == Role::Navigation,
        MacroAction::LongPress(_) | MacroAction::InputText(..) | MacroAction::PressKey(_) => false,
    })
}
