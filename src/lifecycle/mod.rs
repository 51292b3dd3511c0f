//! Room 3: a memory that keeps itself. Planners only: rows, `now` and a seed in, [`crate::model::Change`]s out.
//!
//! [`entropy`] lets what is not used fade and keeps the size in bounds, [`topology`] carries nodes over an app upgrade,
//! [`dream`] says in which order and in which portions the upkeep is done, [`immune`] judges every screen before anything
//! is kept. This room knows nothing of SQL, clocks and threads.

pub mod dream;
pub mod entropy;
pub mod immune;
pub mod topology;
mod words;
