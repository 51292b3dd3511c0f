//! What a distillation ends in.

use crate::model::FsmMacro;
use crate::model::fsm::InvalidMacro;

/// A macro, and what it could not make a parameter of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distilled {
    /// The macro.
    pub machine: FsmMacro,
    /// Steps whose typed text stayed literal, e.g. `step 2`; the text itself is not repeated.
    pub literals: Vec<String>,
}

/// Why nothing was distilled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotDistilled {
    /// Fewer than two effective steps are left.
    #[error("fewer than 2 steps had an effect; a macro is worth it from 2 steps on")]
    TooShort,
    /// A step was aimed at nothing that the tree knows.
    #[error(
        "step {0} was aimed at a place without an element; replay needs elements, record its target as a node"
    )]
    NoTarget(usize),
    /// A screen shows nothing to verify.
    #[error(
        "the screen of step {0} shows no elements (canvas, game, empty web view); such tasks are not replayed"
    )]
    Opaque(usize),
    /// Only its position tells the target apart.
    #[error(
        "the element of step {0} has equals on its screen and stands in no row; it could not be found again for sure"
    )]
    Unverifiable(usize),
    /// The screens do not follow from the steps that worked.
    #[error(
        "between step {0} and the next the screen changed by something that was not recorded as done; learn the task again"
    )]
    Gap(usize),
    /// The parts do not make a machine.
    #[error("the steps do not make a macro: {0}")]
    Unsound(InvalidMacro),
    /// The trace contradicts itself.
    #[error("the trace names a screen or a value that it does not hold; record the run again")]
    Malformed,
}

impl NotDistilled {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooShort => "distill.too_short",
            Self::NoTarget(_) => "distill.no_target",
            Self::Opaque(_) => "distill.opaque",
            Self::Unverifiable(_) => "distill.unverifiable",
            Self::Gap(_) => "distill.gap",
            Self::Unsound(_) => "distill.unsound",
            Self::Malformed => "distill.malformed",
        }
    }
}
