//! The offline consolidation cycle, as a host sees it: what the device allows, and what was done.

use super::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Least battery level for a dream, in percent.
pub const MIN_BATTERY_PERCENT: i32 = 50;

/// What the device says at one moment. A dream runs only while all four hold, and asks again before each step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Record)]
pub struct DeviceCondition {
    /// The screen is off: nobody is using the phone.
    pub screen_off: bool,
    /// It is charging.
    pub charging: bool,
    /// The network costs nothing.
    pub unmetered: bool,
    /// Battery level, 0 to 100. Anything outside that range counts as too low.
    pub battery_percent: i32,
}

impl DeviceCondition {
    /// Stable codes of what does not hold; empty means a dream may run.
    ///
    /// ```
    /// use cs_mem::model::DeviceCondition;
    /// let mut phone = DeviceCondition { screen_off: true, charging: true, unmetered: true, battery_percent: 50 };
    /// assert!(phone.unmet().is_empty());
    /// phone.battery_percent = 49;
    /// assert_eq!(phone.unmet(), ["dream.battery_low"]);
    /// ```
    pub fn unmet(&self) -> Vec<&'static str> {
        [
            (self.screen_off, "dream.screen_on"),
            (self.charging, "dream.not_charging"),
            (self.unmetered, "dream.metered_network"),
            ((MIN_BATTERY_PERCENT..=100).contains(&self.battery_percent), "dream.battery_low"),
        ]
        .into_iter()
        .filter_map(|(holds, code)| (!holds).then_some(code))
        .collect()
    }
}

/// The parts of a dream, in the order they run. No part needs another one to have run.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "snake_case")]
pub enum DreamStep {
    /// A few macros of low energy are checked.
    Freshness,
    /// Energies decay, what collapsed is removed.
    Entropy,
    /// Nodes of old app versions get aliases.
    Topology,
    /// Search indexes are tidied.
    Index,
    /// The database is checked.
    Integrity,
    /// A backup generation is written.
    Backup,
}

impl DreamStep {
    /// All of them, in order.
    pub const ALL: [Self; 6] = [
        Self::Freshness,
        Self::Entropy,
        Self::Topology,
        Self::Index,
        Self::Integrity,
        Self::Backup,
    ];

    /// A word for logs, events and reports, e.g. `topology`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Freshness => "freshness",
            Self::Entropy => "entropy",
            Self::Topology => "topology",
            Self::Index => "index",
            Self::Integrity => "integrity",
            Self::Backup => "backup",
        }
    }
}

impl fmt::Display for DreamStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What one step of a dream did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, uniffi::Record)]
pub struct DreamWork {
    /// Which step.
    pub step: DreamStep,
    /// Memories looked at.
    pub seen: i64,
    /// Memories changed (decayed, mapped, ...).
    pub changed: i64,
    /// Memories removed.
    pub removed: i64,
    /// Whether the step got through; `false` when the dream stopped in it. The next dream goes on there.
    pub complete: bool,
}

/// What a dream did not do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, uniffi::Record)]
pub struct DreamSkip {
    /// Which step.
    pub step: DreamStep,
    /// Stable code of why, e.g. `dream.not_charging`, `dream.cancelled`.
    pub code: String,
}

/// What a dream did, what it skipped and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, uniffi::Record)]
pub struct DreamReport {
    /// When this run began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Whether every step got through.
    pub complete: bool,
    /// What was done, in order.
    pub done: Vec<DreamWork>,
    /// What was not, and why.
    pub skipped: Vec<DreamSkip>,
    /// Sentences for people, e.g. `migrated 12 nodes app=com.x v1.2→v1.3`. No screen text.
    pub notes: Vec<String>,
}
