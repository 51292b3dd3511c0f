//! What a second capture means: settled, still loading, or perhaps not taken anew.

use super::delta;
use crate::model::Screen;
use crate::model::delta::NodeRef;
use std::collections::HashSet;

/// How a screen changed while nobody acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// The same nodes with the same labels.
    Settled,
    /// Nodes came and hardly any went: the screen is loading, and this is not a step.
    Loading {
        /// How many came.
        added: usize,
    },
    /// The app's content is not there, as while a keyboard opens: look again. What was there before is not gone.
    Missing,
    /// Something else happened.
    Changed,
}

/// Compares two captures with no action between them.
pub fn growth(prev: &Screen, next: &Screen) -> Growth {
    if next.nodes.is_empty() && !prev.nodes.is_empty() {
        return Growth::Missing;
    }
    let change = delta(prev, next);
    let volatile: HashSet<NodeRef> =
        prev.nodes.iter().filter(|n| n.volatile).map(|n| (n.fingerprint, n.ordinal)).collect();
    let steady = change.relabelled.iter().all(|(old, _)| volatile.contains(old));
    match (change.added.len(), change.removed.len()) {
        (0, 0) if steady && prev.key == next.key => Growth::Settled,
        (added, removed) if added > 0 && removed * 4 <= added && prev.key == next.key => {
            Growth::Loading { added }
        }
        _ => Growth::Changed,
    }
}

/// Whether the capture after an action may be the one from before it: equal to the last pixel, as when an old dump file
/// was read again. Not proof, since an action may have no effect; reason enough to look again before going on.
pub fn stale(prev: &Screen, next: &Screen, acted: bool) -> bool {
    acted
        && (prev.raw_bytes, prev.raw_nodes) == (next.raw_bytes, next.raw_nodes)
        && delta(prev, next).unchanged
}
