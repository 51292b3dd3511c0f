//! Room 2: what a snapshot shows.
//!
//! Bytes of a dump become a [`Snapshot`](crate::model::Snapshot) ([`parse`]). A snapshot becomes a
//! [`Screen`](crate::model::Screen) ([`perceive`]): windows are told apart, invisible and decorative nodes dropped,
//! wrapper chains folded, roles and labels given, every node gets a fingerprint, and the screen an identity that does not
//! change with its rows, its scroll position, the keyboard or the clock. Two screens are compared ([`delta`], [`compare`]).
//!
//! This room knows nothing of storage, time or what happened before: each function depends on its arguments only.

pub mod edges;
pub mod fingerprint;
pub mod parse;
pub mod sketch;
pub mod text;

mod compare;
mod cover;
mod delta;
mod describe;
mod error;
mod facts;
mod identity;
mod label;
mod limits;
mod motion;
mod prune;
mod resolve;
mod role;
mod rows;
mod screen;
mod stable_id;
mod system_dialog;
mod text_shape;
mod tree;
mod weigh;
mod windows;

pub use compare::{Evidence, Likeness, Reason, compare};
pub use delta::{DeltaError, apply, delta};
pub use describe::describe;
pub use error::PerceiveError;
pub use limits::Limits;
pub use motion::{Growth, growth, stale};
pub use parse::read;
pub use resolve::resolve_target;
pub use screen::perceive;
pub use stable_id::{is_obfuscated, stable_id};
pub use system_dialog::{SystemDialog, system_dialog};
