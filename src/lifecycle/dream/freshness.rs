//! Which macros a dream checks, and what follows from the check.

use crate::lifecycle::entropy::HalfLives;
use crate::lifecycle::words::is_unasked;
use crate::model::fsm::{Locator, MacroAction, MacroRecord};
use crate::model::{Change, EnergyOwner, FsmMacro, Key, MacroId, Role, Timestamp};

/// Chooses up to `count` macros to check. Low energy is preferred, chance decides; the same seed chooses the same ones
/// whatever the order of `macros`. Permanent ones are left out, because no check could change them, and so are those that
/// have collapsed by now, so that it does not matter whether decay runs before or after.
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
        .map(|record| (record.machine.id(), record.energy.decayed(now, half_lives.macro_ms)))
        .filter(|(_, energy)| !energy.is_collapsed())
        .map(|(id, energy)| (-unit(seed, id).ln() * energy.value(), id))
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

/// What follows from a check: a stale macro loses half of its energy, a dead one collapses. A fresh one gains nothing,
/// because a check is not a use. Permanent ones keep what they have.
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
    let energy = record.energy.decayed(now, half_lives.macro_ms);
    match found {
        Freshness::Fresh | Freshness::Unknown => Vec::new(),
        Freshness::Dead => vec![Change::Collapse(owner)],
        // at once, so that it does not matter whether decay runs before or after
        Freshness::Stale if energy.failed().is_collapsed() => vec![Change::Collapse(owner)],
        Freshness::Stale => vec![Change::SetEnergy(owner, energy.failed())],
    }
}

/// Whether a dream may really run this macro without being told so: it only moves about and looks.
///
/// Scrolling, going back, going home and opening an app are harmless, and so is a tap on a tab or another navigation
/// element whose label and id say nothing like "send", "pay" or "delete" in any of the known languages. Typing, keys,
/// long presses, switches and all other taps are not.
pub fn harmless(machine: &FsmMacro) -> bool {
    machine.parts().transitions.iter().all(|transition| match &transition.action {
        MacroAction::Scroll(..) | MacroAction::Back | MacroAction::Home => true,
        MacroAction::Launch(_) | MacroAction::PressKey(Key::Recents) => true,
        MacroAction::Tap(locator) => is_harmless_tap(locator),
        MacroAction::LongPress(_) | MacroAction::InputText(..) | MacroAction::PressKey(_) => false,
    })
}

/// A label with a slot could say anything.
fn is_harmless_tap(locator: &Locator) -> bool {
    let label = locator.label.bind(|_| None);
    locator.role == Role::Navigation
        && locator.wanted_checked.is_none()
        && locator.was_checked.is_none()
        && label.is_some_and(|label| !is_unasked(&label, &locator.resource_id))
}
