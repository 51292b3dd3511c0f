//! Room 3: a run that ended well becomes a macro.

mod alike;
mod bind;
mod compile;
mod compress;
pub mod legacy;
mod merge;
mod outcome;
mod slots;
mod unify;

pub use bind::{BindError, bind};
pub use legacy::{BadCall, parse_action, parse_call};
pub use merge::{Merge, merge, same_task};
pub use outcome::{Distilled, NotDistilled};

use crate::model::{MacroId, Trace};

/// Distils a trace into a macro: effective steps only, screens as states, values as slots. The caller vouches for the run:
/// only one that ended well may get here.
///
/// # Errors
/// Why nothing was distilled, see [`NotDistilled`].
pub fn distill(trace: &Trace, id: MacroId) -> Result<Distilled, NotDistilled> {
    let kept = compress::compress(trace)?;
    compile::compile(trace, &kept, id)
}
