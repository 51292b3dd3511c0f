//! Task runs, and how the distiller reads them.

use super::{Action, ActionResult, EpisodeId, Fingerprint, MacroId, Node, Screen, Timestamp};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Where a task run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Enum)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EpisodeStatus {
    /// Still going on.
    Running,
    /// Ended well.
    Succeeded,
    /// Ended badly.
    Failed,
    /// Given up by the host.
    Cancelled,
    /// The process died while it was running; found at the next open.
    Interrupted,
    /// Ended well and became a macro.
    Distilled,
    /// A note written by hand, not a run.
    Manual,
}

impl EpisodeStatus {
    const ALL: [(Self, &'static str); 7] = [
        (Self::Running, "RUNNING"),
        (Self::Succeeded, "SUCCEEDED"),
        (Self::Failed, "FAILED"),
        (Self::Cancelled, "CANCELLED"),
        (Self::Interrupted, "INTERRUPTED"),
        (Self::Distilled, "DISTILLED"),
        (Self::Manual, "MANUAL"),
    ];

    /// The stored form, e.g. `RUNNING`.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(s, _)| *s == self).map_or("FAILED", |(_, t)| t)
    }
}

/// A stored status that this version does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown episode status in the database: it was written by another version or damaged; run an integrity check"
)]
pub struct UnknownStatus;

impl FromStr for EpisodeStatus {
    type Err = UnknownStatus;

    fn from_str(text: &str) -> Result<Self, UnknownStatus> {
        Self::ALL.iter().find(|(_, t)| *t == text).map(|(s, _)| *s).ok_or(UnknownStatus)
    }
}

/// One task run, as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, uniffi::Record)]
pub struct Episode {
    /// Its id.
    pub id: EpisodeId,
    /// What was asked for. Secrets named by the host are replaced before it gets here.
    pub goal: String,
    /// App it began in.
    pub app: String,
    /// That app's version, when known.
    pub app_version: String,
    /// Where it stands.
    pub status: EpisodeStatus,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended; `None` while running.
    pub finished_at: Option<Timestamp>,
    /// Steps that acted on the phone.
    pub actions: i64,
    /// Steps in which the host's model was asked.
    pub thoughts: i64,
    /// The macro it became or strengthened.
    pub macro_id: Option<MacroId>,
    /// Strength, [0.01, 10], at `energy_at`.
    pub energy: f64,
    /// When `energy` was computed.
    pub energy_at: Timestamp,
}

/// A value that the host names when it begins an episode or asks for a replay, e.g. `recipient` = `Ada`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Record)]
pub struct NamedValue {
    /// The parameter's name.
    pub name: String,
    /// Its value in this run.
    pub value: String,
    /// A secret is matched but never stored.
    #[uniffi(default = false)]
    pub secret: bool,
}

/// An action with its target found on the screen it was made on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TracedAction {
    /// What was done. A secret text is already replaced by an empty one.
    pub action: Action,
    /// The node it was done to, as it was on `TraceStep::before`; none for targetless actions.
    pub target: Option<Node>,
}

/// One step of a trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TraceStep {
    /// The agent's model was asked; dropped by the distiller.
    Thought,
    /// Something was done.
    Act {
        /// What, to which node.
        act: Box<TracedAction>,
        /// How it went.
        result: ActionResult,
        /// Index into `Trace::screens` of the screen before.
        before: usize,
        /// Index into `Trace::screens` of the screen after.
        after: usize,
        /// Milliseconds from the action to the screen after, as captured.
        took: i64,
    },
}

/// An episode as the distiller reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The episode it comes from.
    pub episode: EpisodeId,
    /// What was asked for.
    pub goal: String,
    /// Values that the host named; values of secrets are empty.
    pub values: Vec<NamedValue>,
    /// App it began in.
    pub app: String,
    /// That app's version.
    pub app_version: String,
    /// Screens in the order seen; the first is where it began.
    pub screens: Vec<Screen>,
    /// What was done.
    pub steps: Vec<TraceStep>,
}

impl TracedAction {
    /// Fingerprint of the target, if there is one.
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        self.target.as_ref().map(|n| n.fingerprint)
    }
}
