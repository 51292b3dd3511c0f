//! What a second capture means: still loading, or perhaps not taken anew.

use super::delta;
use crate::model::Screen;

/// How a screen grew while nobody acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// Nothing was added.
    Settled,
    /// Nodes came without an action: the screen is loading, and this is not a step.
    Loading {
        /// How many nodes came.
        added: usize,
    },
    /// Something else changed.
    Changed,
}

/// Compares two captures with no action between them.
pub fn growth(prev: &Screen, next: &Screen) -> Growth {
    let change = delta(prev, next);
    if change.added.is_empty() && change.removed.is_empty() && change.relabelled.is_empty() {
        Growth::Settled
    } else if !change.added.is_empty() && change.removed.len() * 4 <= change.added.len() {
        Growth::Loading { added: change.added.len() }
    } else {
        Growth::Changed
    }
}

/// Whether the capture after an action may be the one from before it: equal to the last pixel, as when an old dump file
/// was read again. Not proof: an action may have no effect.
pub fn stale(prev: &Screen, next: &Screen, acted: bool) -> bool {
    acted
        && delta(prev, next).unchanged
        && prev.raw_bytes == next.raw_bytes
        && prev.raw_nodes == next.raw_nodes
}
