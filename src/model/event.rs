//! What the library tells the host while it works. No screen text, no values.

use super::{EpisodeId, HandBackKind, MacroId, VerdictKind};

/// Something happened.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum MemoryEvent {
    /// An episode began.
    EpisodeStarted {
        /// Which.
        episode: EpisodeId,
    },
    /// An episode ended.
    EpisodeFinished {
        /// Which.
        episode: EpisodeId,
        /// What it became, when something was distilled.
        macro_id: Option<MacroId>,
    },
    /// A snapshot was judged other than admitted.
    ScreenJudged {
        /// The verdict.
        kind: VerdictKind,
        /// Codes of the reasons.
        codes: Vec<String>,
    },
    /// A replay took a step.
    ReplayStep {
        /// Which macro.
        macro_id: MacroId,
        /// Steps done.
        done: i32,
        /// Steps in all.
        total: i32,
    },
    /// A replay ended.
    ReplayEnded {
        /// Which macro.
        macro_id: MacroId,
        /// Why it stopped; none when it was done.
        handed_back: Option<HandBackKind>,
    },
    /// A macro became permanent.
    Crystallised {
        /// Which.
        macro_id: MacroId,
    },
    /// Progress of long work, e.g. a dream.
    Progress {
        /// What is being done, e.g. `dream.topology`.
        phase: String,
        /// Parts done.
        done: i32,
        /// Parts in all.
        total: i32,
    },
    /// Writing failed; the next flush reports it too.
    WriteFailed {
        /// Stable code of the error.
        code: String,
        /// Its sentence.
        sentence: String,
    },
    /// A damaged database file was moved aside at open.
    DatabaseMovedAside {
        /// File name it was moved to, without the folder.
        file: String,
    },
}
