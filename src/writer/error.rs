//! What the writer tells its callers.

use crate::store::StoreError;

/// Why a call to the writer did not succeed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriterError {
    /// Units could not be written and are lost; everything else was written.
    #[error("{units} of the writes since the last flush failed, the first one because: {first}")]
    Failed {
        /// How many.
        units: u64,
        /// Why the first one failed.
        first: StoreError,
    },
    /// Nothing can be written for now. What was submitted is kept in memory and written as soon as it can be.
    #[error("writing is paused, nothing submitted is lost: {why}")]
    Paused {
        /// Why.
        why: StoreError,
    },
    /// Everything was written, but the disk did not confirm it: it survives the process, perhaps not a power loss.
    #[error("everything is written, but the disk did not confirm it; flush again: {why}")]
    NotSynced {
        /// Why.
        why: StoreError,
    },
    /// The writer could not be started.
    #[error("the writer could not be started: {why}")]
    NotStarted {
        /// Why.
        why: StoreError,
    },
    /// The writer's thread died of a defect.
    #[error(
        "the writer has stopped after an internal error: close the engine and open it again; what was flushed is safe, please report this"
    )]
    Poisoned,
    /// The writer was called from its own thread and would wait for itself.
    #[error("the writer was called from its own thread: call it from another one")]
    Reentrant,
}

impl WriterError {
    /// Stable code, e.g. `store.full`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Failed { first: why, .. }
            | Self::Paused { why }
            | Self::NotSynced { why }
            | Self::NotStarted { why } => why.code(),
            Self::Poisoned => "writer.poisoned",
            Self::Reentrant => "writer.reentrant",
        }
    }

    /// Whether the same call can succeed later without anything else being done in the program.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Paused { .. } | Self::NotSynced { .. } => true,
            Self::NotStarted { why } => why.is_retryable(),
            Self::Failed { .. } | Self::Poisoned | Self::Reentrant => false,
        }
    }
}
