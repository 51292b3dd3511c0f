//! Where is the element?

use super::Policy;
use crate::model::fsm::Locator;
use crate::model::{AliasMap, Bindings, HandBackKind, Node, Screen};

/// Why an element may not be acted on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miss {
    /// The kind of the hand-back.
    pub kind: HandBackKind,
    /// Stable code of the exact cause.
    pub code: &'static str,
    /// The cause in a sentence, with what to do; no screen text.
    pub sentence: &'static str,
}

/// Finds the one element that the locator means, and that may be acted on now.
///
/// # Errors
/// Why there is none.
pub fn locate<'s>(
    locator: &Locator,
    _bindings: &Bindings,
    screen: &'s Screen,
    _aliases: &AliasMap,
    _policy: &Policy,
) -> Result<&'s Node, Miss> {
    screen.find(locator.fingerprint).find(|n| !n.ambiguous && n.is_actionable()).ok_or(Miss {
        kind: HandBackKind::TargetMissing,
        code: "target.missing",
        sentence: "the element is not on the screen; do this step by hand",
    })
}
