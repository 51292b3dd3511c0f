//! Room 3: a run that ended well becomes a macro.

mod bind;
mod legacy;
mod merge;
mod outcome;

pub use bind::{BindError, bind};
pub use legacy::{BadCall, parse_action, parse_call};
pub use merge::{Merge, merge, same_task};
pub use outcome::{Distilled, NotDistilled};

use crate::model::{MacroId, Trace};

/// Distils a trace into a macro.
///
/// # Errors
/// Why nothing was distilled, see [`NotDistilled`].
pub fn distill(_trace: &Trace, _id: MacroId) -> Result<Distilled, NotDistilled> {
    Err(NotDistilled::TooShort)
}
