//! One stored mutation, as data. Planners return these; [`crate::store`] applies them, each in a transaction.

use super::fsm::MacroRecord;
use super::{
    Action, ActionResult, Alias, EdgeId, Energy, Episode, EpisodeId, EpisodeStatus, Fingerprint,
    MacroId, Role, Screen, ScreenId, Timestamp, Verdict,
};

/// Whose energy it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EnergyOwner {
    /// A node.
    Node(Fingerprint),
    /// An edge of an episode.
    Edge(EpisodeId, EdgeId),
    /// An episode.
    Episode(EpisodeId),
    /// A macro.
    Macro(MacroId),
}

/// A memory's energy as the planners read it.
#[derive(Debug, Clone, PartialEq)]
pub struct EnergyRow {
    /// Whose.
    pub owner: EnergyOwner,
    /// How much, when.
    pub energy: Energy,
    /// Crystallised or pinned: nothing touches it.
    pub permanent: bool,
}

/// A node as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeRow {
    /// Identity.
    pub fingerprint: Fingerprint,
    /// What it is for.
    pub role: Role,
    /// Label; empty when there is none.
    pub label: String,
    /// Resource id; empty when there is none of use.
    pub resource_id: String,
    /// Class name.
    pub class_name: String,
    /// App it belongs to.
    pub app: String,
    /// That app's version when it was last seen; `None` in rows from before version 2.
    pub app_version: Option<String>,
    /// First sighting.
    pub first_seen: Timestamp,
    /// Last sighting.
    pub last_seen: Timestamp,
    /// Number of sightings.
    pub seen: i64,
    /// Strength.
    pub energy: Energy,
}

/// One step of an episode, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredStep {
    /// Number in the episode, from 0.
    pub seq: i64,
    /// What was done; `None` for a thought. Secret text is already gone.
    pub action: Option<Action>,
    /// The node it was done to.
    pub target: Option<Fingerprint>,
    /// How it went.
    pub result: ActionResult,
    /// Screen before.
    pub before: Option<ScreenId>,
    /// Screen after.
    pub after: Option<ScreenId>,
    /// When.
    pub at: Timestamp,
}

/// A snapshot set aside by the immune system. Its texts are not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuarantineEntry {
    /// App in front.
    pub app: String,
    /// Screen identity, when the tree could be read.
    pub screen: Option<ScreenId>,
    /// The verdict with its reasons.
    pub verdict: Verdict,
    /// Episode it happened in.
    pub episode: Option<EpisodeId>,
    /// When.
    pub at: Timestamp,
}

/// One stored mutation.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A new episode.
    BeginEpisode(Box<Episode>),
    /// The app an episode runs in became known with its first screen.
    SetEpisodeApp {
        /// Which.
        id: EpisodeId,
        /// Package of the app.
        app: String,
        /// Its version, empty when unknown.
        version: String,
    },
    /// An episode ended.
    EndEpisode {
        /// Which.
        id: EpisodeId,
        /// How.
        status: EpisodeStatus,
        /// What it became.
        macro_id: Option<MacroId>,
        /// When.
        at: Timestamp,
    },
    /// Every episode still running is marked interrupted (at open).
    InterruptRunning {
        /// When.
        at: Timestamp,
    },
    /// A screen was seen: its nodes and, per episode, its edges are kept. A known screen costs a reference only.
    SeeScreen {
        /// In which episode.
        episode: Option<EpisodeId>,
        /// What was seen (masked already).
        screen: Box<Screen>,
    },
    /// A step was taken: counts in the episode go up, a CAUSAL edge is kept where target and next screen are known.
    AddStep {
        /// In which episode.
        episode: EpisodeId,
        /// What.
        step: Box<StoredStep>,
    },
    /// Edges disappeared. Only this episode's rows are touched.
    RemoveEdges {
        /// In which episode.
        episode: EpisodeId,
        /// Which.
        edges: Vec<EdgeId>,
    },
    /// A note: text lines under a goal, deduplicated by content.
    AddNote {
        /// Its episode, of status `MANUAL`.
        episode: Box<Episode>,
        /// Its lines.
        lines: Vec<String>,
    },
    /// A macro is new or has a new version or record. The old version stays in the history.
    PutMacro(Box<MacroRecord>),
    /// A macro is deleted with its history, whatever its energy: the user asked for it.
    DeleteMacro(MacroId),
    /// An episode is deleted with its steps and edges.
    DeleteEpisode(EpisodeId),
    /// Energy was recomputed.
    SetEnergy(EnergyOwner, Energy),
    /// A memory collapsed: it is removed, unless it is permanent.
    Collapse(EnergyOwner),
    /// An alias is new; an existing one of the same old fingerprint is replaced.
    PutAlias(Box<Alias>),
    /// An alias was confirmed by a replay or a sighting.
    ConfirmAlias(Fingerprint),
    /// An alias was contradicted or rolled back.
    RemoveAlias(Fingerprint),
    /// A snapshot was set aside.
    Quarantine(Box<QuarantineEntry>),
    /// Quarantine entries older than this are dropped.
    ExpireQuarantine {
        /// Borderline.
        before: Timestamp,
    },
    /// A small fact, e.g. when the last dream ended.
    SetMeta {
        /// Key, `snake_case`.
        key: String,
        /// Value.
        value: String,
    },
    /// A memory is no longer true or wanted: it is hidden from every reader, and removed for good by [`Change::Purge`].
    /// Crystallised and pinned memories stay.
    Invalidate {
        /// Which.
        owner: EnergyOwner,
        /// Since when.
        at: Timestamp,
    },
    /// What was invalidated before this moment is removed for good, with everything that only it used.
    Purge {
        /// Borderline.
        before: Timestamp,
    },
    /// The user pins a memory, or lets it go again: no decay, no pruning, no eviction.
    SetPinned(EnergyOwner, bool),
    /// An episode gets an expiry date, or loses it.
    SetExpiry {
        /// Which.
        id: EpisodeId,
        /// When it is to be erased; never when none.
        at: Option<Timestamp>,
    },
    /// One quarantine entry is dropped, by the id that its listing gave.
    DropQuarantine(i64),
}
