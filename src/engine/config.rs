//! What a host decides when it opens the memory. Every default is stated where it is set.

use crate::lifecycle::entropy::HalfLives;
use crate::model::verdict::ImmunePolicy;
use crate::perceive::Limits;
use crate::replay::Policy;

/// How to open the memory. Only the path is needed.
#[derive(Debug, Clone, uniffi::Record)]
pub struct EngineConfig {
    /// Database file. On Android put it under `getNoBackupFilesDir()`. One process only.
    pub path: String,
    /// Start empty when the file was written by a newer version; the old file is moved aside first. Otherwise it is refused.
    #[uniffi(default = false)]
    pub rebuild_newer: bool,
    /// What the immune system trusts and refuses.
    #[uniffi(default)]
    pub immune: ImmunePolicy,
    /// Most actions in one replay, 1 to 1,000.
    #[uniffi(default = 20)]
    pub max_actions: i64,
    /// Longest wait for a screen to come to rest, in milliseconds, 100 to 60,000.
    #[uniffi(default = 5000)]
    pub settle_cap_ms: i64,
    /// Let macros act on elements that only their position among equals tells apart. Off: such a step hands back.
    #[uniffi(default = false)]
    pub allow_ordinals: bool,
    /// Most nodes in one screen, 100 to 100,000. Larger trees are refused.
    #[uniffi(default = 20000)]
    pub max_nodes: i64,
}

impl EngineConfig {
    /// Defaults for a database at `path`.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            rebuild_newer: false,
            immune: ImmunePolicy::default(),
            max_actions: 20,
            settle_cap_ms: 5_000,
            allow_ordinals: false,
            max_nodes: 20_000,
        }
    }

    pub(super) fn limits(&self) -> Limits {
        Limits { max_nodes: within(self.max_nodes, 100, 100_000) as usize, ..Limits::default() }
    }

    pub(super) fn policy(&self) -> Policy {
        Policy {
            max_actions: within(self.max_actions, 1, 1_000) as u32,
            settle_cap_ms: within(self.settle_cap_ms, 100, 60_000),
            allow_ordinals: self.allow_ordinals,
            ..Policy::default()
        }
    }

    pub(super) fn half_lives(&self) -> HalfLives {
        HalfLives::default()
    }
}

/// Out-of-range settings are pulled into their range, with a line in the log.
fn within(value: i64, low: i64, high: i64) -> i64 {
    if !(low..=high).contains(&value) {
        log::warn!(code = "config.out_of_range"; "a setting of {value} is outside {low}..{high} and was pulled into it");
    }
    value.clamp(low, high)
}
