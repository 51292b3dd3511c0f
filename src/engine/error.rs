//! The rooms' errors in one, with a stable code and whether a retry helps. Texts name the remedy and hold no screen text.

use super::host::HostError;
use crate::distill::{BadCall, BindError};
use crate::model::ids::BadId;
use crate::perceive::PerceiveError;
use crate::store::StoreError;
use crate::writer::WriterError;

/// Result of the engine's calls.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What the engine could not do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The screen could not be read.
    #[error(transparent)]
    Perceive(#[from] PerceiveError),
    /// The database said no.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something could not be written.
    #[error(transparent)]
    Writer(#[from] WriterError),
    /// The goal's values do not fit the macro.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// A tool call cannot be read.
    #[error(transparent)]
    Call(#[from] BadCall),
    /// An id is malformed.
    #[error(transparent)]
    BadId(#[from] BadId),
    /// The host's code threw.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The call does not fit what came before.
    #[error("{0}")]
    Misuse(Misuse),
    /// No thread could be started.
    #[error("a thread could not be started: close other work and open the engine again")]
    NoThread,
    /// A bug in the library.
    #[error("internal error in {0}: the memory is intact; please report it")]
    Internal(&'static str),
}

/// A call that does not fit what came before. The doc of each is its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misuse {
    /// The goal is empty.
    #[error("the goal is empty: say what the task is, in the user's words")]
    EmptyGoal,
    /// The episode has ended.
    #[error("this episode has ended: begin a new one")]
    EpisodeEnded,
    /// No screen yet.
    #[error("no screen has been recorded yet: record the first screen before the first step")]
    NoScreen,
    /// A capture from before the last action.
    #[error("the capture is older than the last action: read the screen again and record that")]
    StaleCapture,
    /// The step before this one has no screen.
    #[error("the step before has no screen after it yet: record an admitted screen first")]
    StepPending,
    /// There is no such episode.
    #[error("there is no such episode: list the recent ones")]
    NoSuchEpisode,
    /// There is no such macro.
    #[error("there is no such macro: list the library")]
    NoSuchMacro,
    /// There is nothing to roll back to.
    #[error("this macro has no earlier version: nothing was changed")]
    NoEarlierVersion,
    /// Nothing known fits.
    #[error("no macro fits this goal: let the agent do the task and record it")]
    NoMacroFits,
    /// More than one fits.
    #[error("more than one macro fits this goal: list them with `find` and start one by its id")]
    SeveralMacrosFit,
    /// The run has ended.
    #[error("this replay has ended: start a new one")]
    ReplayEnded,
    /// Answers out of order.
    #[error("this is not what the replay asked for: answer its last directive")]
    OutOfTurn,
    /// The macro is another one by now.
    #[error("the macro is not the one this run began with: start a new replay")]
    DigestDiffers,
    /// A dream is going on.
    #[error("a dream is going on: wait for its report")]
    DreamRunning,
    /// There is no such tool.
    #[error("there is no such tool: list the tools")]
    NoSuchTool,
    /// A tool's arguments are not JSON of its schema.
    #[error("the arguments do not fit the tool's schema: pass a JSON object as the schema says")]
    BadToolArguments,
    /// The engine is closed.
    #[error("the engine is closed: open it again")]
    Closed,
}

impl Misuse {
    fn code(self) -> &'static str {
        match self {
            Self::EmptyGoal => "episode.empty_goal",
            Self::EpisodeEnded => "episode.ended",
            Self::NoScreen => "episode.no_screen",
            Self::StaleCapture => "capture.stale",
            Self::StepPending => "episode.step_pending",
            Self::NoSuchEpisode => "episode.not_found",
            Self::NoSuchMacro => "macro.not_found",
            Self::NoEarlierVersion => "macro.no_earlier_version",
            Self::NoMacroFits => "replay.no_macro",
            Self::SeveralMacrosFit => "replay.several_macros",
            Self::ReplayEnded => "replay.ended",
            Self::OutOfTurn => "replay.out_of_turn",
            Self::DigestDiffers => "replay.digest_differs",
            Self::DreamRunning => "dream.running",
            Self::NoSuchTool => "tool.not_found",
            Self::BadToolArguments => "tool.bad_arguments",
            Self::Closed => "engine.closed",
        }
    }
}

impl From<Misuse> for Error {
    fn from(misuse: Misuse) -> Self {
        Self::Misuse(misuse)
    }
}

/// What a host would do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// Fix the call.
    InvalidInput,
    /// Read the screen again.
    Capture,
    /// Look for something else.
    NotFound,
    /// Do things in order.
    Conflict,
    /// Try again or look after the disk.
    Storage,
    /// Make room.
    StorageFull,
    /// Update the app.
    NewerDatabase,
    /// Open the engine again.
    Closed,
    /// Fix the host's code.
    Host,
    /// Report it.
    Internal,
}

impl Error {
    /// What a host would do about it.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Perceive(_) => ErrorKind::Capture,
            Self::Store(e) => of_store(e.code()),
            Self::Writer(e) => of_store(e.code()),
            Self::Bind(_) | Self::Call(_) | Self::BadId(_) => ErrorKind::InvalidInput,
            Self::Host(_) => ErrorKind::Host,
            Self::NoThread | Self::Internal(_) => ErrorKind::Internal,
            Self::Misuse(m) => match m {
                Misuse::EmptyGoal | Misuse::BadToolArguments => ErrorKind::InvalidInput,
                Misuse::StaleCapture => ErrorKind::Capture,
                Misuse::NoSuchEpisode
                | Misuse::NoSuchMacro
                | Misuse::NoSuchTool
                | Misuse::NoMacroFits
                | Misuse::NoEarlierVersion => ErrorKind::NotFound,
                Misuse::Closed => ErrorKind::Closed,
                _ => ErrorKind::Conflict,
            },
        }
    }

    /// Stable code, e.g. `store.busy`: for programs; the sentence may be reworded.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Perceive(e) => e.code(),
            Self::Store(e) => e.code(),
            Self::Writer(e) => e.code(),
            Self::Bind(e) => e.code(),
            Self::Call(e) => e.code(),
            Self::BadId(_) => "input.bad_id",
            Self::Host(_) => "host.failed",
            Self::Misuse(m) => m.code(),
            Self::NoThread => "engine.no_thread",
            Self::Internal(_) => "engine.internal",
        }
    }

    /// Whether the same call may succeed a little later.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Perceive(e) => e.is_retryable(),
            Self::Store(e) => e.is_retryable(),
            Self::Writer(e) => e.is_retryable(),
            Self::Host(_) | Self::NoThread => true,
            Self::Misuse(m) => matches!(m, Misuse::StaleCapture | Misuse::DreamRunning),
            Self::Bind(_) | Self::Call(_) | Self::BadId(_) | Self::Internal(_) => false,
        }
    }
}

fn of_store(code: &str) -> ErrorKind {
    match code {
        "store.full" => ErrorKind::StorageFull,
        "store.newer_schema" => ErrorKind::NewerDatabase,
        "writer.poisoned" | "writer.closed" => ErrorKind::Closed,
        _ => ErrorKind::Storage,
    }
}
