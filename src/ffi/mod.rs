//! Room 7: one-line UniFFI methods over the engine, and one error mapping. No logic.
//!
//! Everything that may touch the disk is `async` and runs on the library's own threads; the rest answers from memory.

mod engine;
mod error;
mod graph;
mod lifecycle;
mod macros;
mod run;
mod session;

pub use engine::{
    MemoryEngine, library_version, parse_tool_call, read_snapshot, set_log_sink, tool_specs,
};
pub use error::MemoryError;
pub use graph::MemoryGraph;
pub use lifecycle::{ImmuneSystem, Lifecycle};
pub use macros::MacroLibrary;
pub use run::ReplayRun;
pub use session::EpisodeSession;

use crate::engine::Engine;
use std::sync::Arc;

/// Runs blocking work on the library's threads. A panic in it arrives as [`MemoryError::Internal`].
async fn off_thread<T: Send + 'static>(
    engine: &Arc<Engine>,
    work: impl FnOnce(&Arc<Engine>) -> crate::engine::Result<T> + Send + 'static,
) -> Result<T, MemoryError> {
    let shared = Arc::clone(engine);
    let done = engine.threads().run(move || work(&shared)).await;
    done.ok_or_else(|| MemoryError::from(crate::engine::Error::Internal("a call")))?
        .map_err(MemoryError::from)
}
