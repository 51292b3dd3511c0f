//! Room 3: do the right thing or nothing.
//!
//! [`matcher`] says whether this is the screen, [`locate`] finds the element on it, [`sensitive`] knows which steps could do
//! harm, and [`Machine`] goes from one to the next: sans-I/O, an [`Input`] in, a [`Directive`] out. An action is only ever
//! sent on the very observation on which both its screen and its target were verified.

mod hand_back;
mod locate;
mod look;
mod machine;
pub mod matcher;
mod policy;
mod protocol;
mod rehearse;
mod search;
pub mod sensitive;

pub use locate::{Miss, locate};
pub use machine::{Machine, ResumeError};
pub use policy::Policy;
pub use protocol::{Directive, Input, Observation};
pub use rehearse::rehearse;
