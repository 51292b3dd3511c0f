//! Room 2: what a snapshot shows.

pub mod parse;

mod error;
mod limits;

pub use error::PerceiveError;
pub use limits::Limits;
