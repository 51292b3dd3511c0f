//! The values of another run.

use crate::model::episode::NamedValue;
use crate::model::{Bindings, FsmMacro};

/// The macro's slots cannot be bound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// The goal is not the one the macro was learned for.
    #[error(
        "the goal differs from the macro's in more than its values; pass an empty goal and name every value to run it all the same"
    )]
    OtherGoal,
    /// A slot has no value.
    #[error("the goal gives no value for slot `{0}`; name it in the values")]
    Unbound(String),
    /// The goal can be read in more than one way.
    #[error("the goal can be read in more than one way; name the values")]
    Ambiguous,
}

impl BindError {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherGoal => "bind.other_goal",
            Self::Unbound(_) => "bind.unbound",
            Self::Ambiguous => "bind.ambiguous",
        }
    }
}

/// Binds the macro's slots from the goal and the named values.
///
/// # Errors
/// Why the macro cannot run for this goal.
pub fn bind(machine: &FsmMacro, _goal: &str, values: &[NamedValue]) -> Result<Bindings, BindError> {
    let mut bindings = Bindings::new();
    for slot in &machine.parts().slots {
        let value = values.iter().find(|v| v.name == slot.name);
        let value = value.ok_or_else(|| BindError::Unbound(slot.name.clone()))?;
        bindings = if slot.secret {
            bindings.with_secret(&slot.name, &value.value)
        } else {
            bindings.with(&slot.name, &value.value)
        };
    }
    Ok(bindings)
}
