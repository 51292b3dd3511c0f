//! # cs-mem: a cognitive memory for agents that operate a phone
//!
//! It sees each screen, keeps what changed, distils a run that ended well into a finite-state macro and runs that macro
//! the next time, with no model call: every step finds its target again, verifies the screen before and after, and at the
//! first surprise stops and hands back.
//!
//! ## The map
//!
//! A room imports only rooms with a smaller number; rooms with the same number never import each other
//! (`tests/layering.rs` holds this). Rooms 1 to 3 are pure: no SQL, clock, threads, randomness or I/O.
//!
//! | # | room | owns |
//! |---|---|---|
//! | 1 | [`model`] | the vocabulary as types |
//! | 2 | [`perceive`] | bytes or node list to [`model::Snapshot`], to [`model::Screen`], to [`model::Delta`] |
//! | 3 | [`distill`] | a successful trace to a [`model::FsmMacro`] |
//! | 3 | [`replay`] | is this the screen, where is the element, what is the next action (sans-I/O) |
//! | 3 | [`lifecycle`] | energy, upgrades, immunity, dream: planners that return [`model::Change`]s |
//! | 4 | [`store`] | all SQL |
//! | 5 | [`writer`] | the only thread that writes |
//! | 6 | [`engine`] | wiring: sessions, recall, replay loop, upkeep; the only clock |
//! | 7 | [`ffi`] | one-line UniFFI methods over the engine |
//!
//! Read `tests/pipeline.rs` next: it tells the whole story in one test.

uniffi::setup_scaffolding!();

pub mod model;

pub mod perceive;

pub mod distill;
pub mod lifecycle;
pub mod replay;

pub mod store;
pub mod writer;

pub mod engine;
pub mod ffi;
