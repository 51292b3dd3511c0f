//! One error for hosts: few kinds, by what a host would do about them. The text is the sentence, with its stable code in brackets.

use crate::engine::{Error, ErrorKind};

/// What went wrong. The text says what and what to do; it ends in brackets with a stable code and, where the same
/// call may succeed a little later, the word retry: `[store.busy, retry]`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, uniffi::Error)]
#[uniffi(flat_error)]
pub enum MemoryError {
    /// The call's arguments are wrong: fix the call.
    #[error("{0}")]
    InvalidInput(String),
    /// The screen capture failed or cannot be trusted: read the screen again.
    #[error("{0}")]
    Capture(String),
    /// There is no such thing.
    #[error("{0}")]
    NotFound(String),
    /// The call does not fit what came before.
    #[error("{0}")]
    Conflict(String),
    /// The database is busy or unreadable.
    #[error("{0}")]
    Storage(String),
    /// The disk is full: reading goes on, learning pauses.
    #[error("{0}")]
    StorageFull(String),
    /// The database was written by a newer version.
    #[error("{0}")]
    NewerDatabase(String),
    /// The engine is closed or its writer has stopped: open it again.
    #[error("{0}")]
    Closed(String),
    /// Code that the host brought threw.
    #[error("{0}")]
    Host(String),
    /// A bug in the library.
    #[error("{0}")]
    Internal(String),
}

impl From<Error> for MemoryError {
    fn from(error: Error) -> Self {
        let retry = if error.is_retryable() { ", retry" } else { "" };
        let text = format!("{error} [{}{retry}]", error.code());
        match error.kind() {
            ErrorKind::InvalidInput => Self::InvalidInput(text),
            ErrorKind::Capture => Self::Capture(text),
            ErrorKind::NotFound => Self::NotFound(text),
            ErrorKind::Conflict => Self::Conflict(text),
            ErrorKind::Storage => Self::Storage(text),
            ErrorKind::StorageFull => Self::StorageFull(text),
            ErrorKind::NewerDatabase => Self::NewerDatabase(text),
            ErrorKind::Closed => Self::Closed(text),
            ErrorKind::Host => Self::Host(text),
            ErrorKind::Internal => Self::Internal(text),
        }
    }
}
