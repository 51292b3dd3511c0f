//! The immune system's answer for a snapshot.

use serde::{Deserialize, Serialize};

/// Whether a foreign window lies over the app. Three-valued, because accessibility does not list every window.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Enum,
)]
pub enum OverlayState {
    /// A sensor looked and saw none.
    None,
    /// A sensor saw one.
    Present,
    /// Nobody can tell.
    #[default]
    Unknown,
}

/// How bad it is; ordered.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    uniffi::Enum,
)]
pub enum Threat {
    /// Nothing suspicious.
    #[default]
    None,
    /// Worth a line in the log.
    Low,
    /// Kept apart or masked.
    Medium,
    /// Refused.
    High,
}

/// What may happen with a snapshot; ordered from harmless to refused.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    uniffi::Enum,
)]
pub enum VerdictKind {
    /// Kept as it is.
    #[default]
    Admit,
    /// Kept without the sensitive values.
    AdmitMasked,
    /// Set aside for review; not remembered, not acted on.
    Quarantine,
    /// Not kept at all, not acted on.
    Refuse,
}

/// Why, as a stable code and a sentence without screen text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Record)]
pub struct Reason {
    /// Stable code, e.g. `overlay.foreign_window`.
    pub code: String,
    /// What was seen and what to do.
    pub sentence: String,
}

/// The answer, with all reasons.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Record)]
pub struct Verdict {
    /// What may happen with the snapshot.
    pub kind: VerdictKind,
    /// How bad it is.
    pub threat: Threat,
    /// Every reason found, worst first.
    pub reasons: Vec<Reason>,
}

impl Verdict {
    /// Whether the snapshot may be remembered and acted on (masked or not).
    pub fn admits(&self) -> bool {
        self.kind <= VerdictKind::AdmitMasked
    }

    /// Adds a reason; kind and threat only ever get worse.
    pub fn add(
        &mut self,
        kind: VerdictKind,
        threat: Threat,
        code: &str,
        sentence: impl Into<String>,
    ) {
        let reason = Reason { code: code.to_owned(), sentence: sentence.into() };
        if kind > self.kind {
            self.reasons.insert(0, reason)
        } else {
            self.reasons.push(reason)
        }
        self.kind = self.kind.max(kind);
        self.threat = self.threat.max(threat);
    }
}
