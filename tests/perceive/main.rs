//! Perception, from the snapshot on: what becomes of it, and when two of them are the same screen.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot read its input has failed

#[path = "../common/tree.rs"]
mod tree;

mod cover;
mod deltas;
mod identity;
mod labels;
mod properties;
mod pruning;
mod targets;
mod windows;
