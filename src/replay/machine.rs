//! The machine: observation in, directive out.

use super::{Directive, Input, Policy};
use crate::model::{AliasMap, Bindings, FsmMacro, HandBack};

/// A run could not be resumed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The macro is not the one the run began with.
    #[error("the macro has changed since the run began; start it again from its first screen")]
    OtherMacro,
    /// The hand-back names a state that the macro does not have.
    #[error("the hand-back does not belong to this macro; pass it exactly as it was returned")]
    NoSuchState,
}

impl ResumeError {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherMacro => "resume.other_macro",
            Self::NoSuchState => "resume.no_such_state",
        }
    }
}

/// One replay of one macro.
#[derive(Debug, Clone)]
pub struct Machine {
    #[allow(dead_code)]
    machine: FsmMacro,
}

impl Machine {
    /// A run from the macro's first screen.
    pub fn new(
        machine: FsmMacro,
        _bindings: Bindings,
        _aliases: AliasMap,
        _policy: Policy,
    ) -> Self {
        Self { machine }
    }

    /// A run that goes on where another stopped, on whatever screen of the macro the phone is now.
    ///
    /// # Errors
    /// When the hand-back does not belong to this very macro.
    pub fn resume(
        machine: FsmMacro,
        bindings: Bindings,
        aliases: AliasMap,
        policy: Policy,
        from: &HandBack,
    ) -> Result<Self, ResumeError> {
        if from.digest != machine.digest() {
            return Err(ResumeError::OtherMacro);
        }
        Ok(Self::new(machine, bindings, aliases, policy))
    }

    /// What to do next.
    pub fn next(&mut self, _input: Input) -> Directive {
        Directive::Read { after_ms: 0 }
    }

    /// Steps done, steps in all.
    pub fn progress(&self) -> (u32, u32) {
        (0, 0)
    }
}
