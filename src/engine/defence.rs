//! The immune system for the host: policy, a look without remembering, quarantine.

use super::core::Engine;
use super::error::Result;
use super::graph::MOST_ROWS;
use crate::model::verdict::ImmunePolicy;
use crate::model::{ScreenInput, Timestamp, Verdict};
use crate::perceive;
use crate::store;

/// A snapshot that was set aside or refused. Its texts were not kept.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct QuarantineView {
    /// App that was in front.
    pub app: String,
    /// The verdict with its reasons.
    pub verdict: Verdict,
    /// When.
    pub at: Timestamp,
}

impl Engine {
    /// The policy in force.
    pub fn immune_policy(&self) -> ImmunePolicy {
        self.immune.read().clone()
    }

    /// Sets the policy, from the next screen on. It is not stored: the host's settings own it.
    pub fn set_immune_policy(&self, policy: ImmunePolicy) {
        *self.immune.write() = policy;
    }

    /// Judges a screen without remembering it.
    ///
    /// # Errors
    /// The capture failed.
    pub fn inspect_screen(&self, input: ScreenInput) -> Result<Verdict> {
        Ok(self.look(input, &[])?.verdict)
    }

    /// A screen in words for the host's model, secrets masked.
    ///
    /// # Errors
    /// The capture failed.
    pub fn describe_screen(&self, input: ScreenInput) -> Result<String> {
        let seen = self.look(input, &[])?;
        Ok(match &seen.screen {
            Some(screen) => perceive::describe(screen),
            None => {
                let codes: Vec<&str> =
                    seen.verdict.reasons.iter().map(|r| r.code.as_str()).collect();
                format!("The screen was not admitted: {}\n", codes.join(", "))
            }
        })
    }

    /// What was set aside or refused, newest first; `limit` is pulled into 1 to 1,000.
    ///
    /// # Errors
    /// Reading failed.
    pub fn quarantine(&self, limit: i64) -> Result<Vec<QuarantineView>> {
        let entries =
            self.store.read(|c| store::quarantine::list(c, limit.clamp(1, MOST_ROWS) as usize))?;
        Ok(entries
            .into_iter()
            .map(|e| QuarantineView { app: e.app, verdict: e.verdict, at: e.at })
            .collect())
    }
}
