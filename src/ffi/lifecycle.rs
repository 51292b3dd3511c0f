use super::{MemoryError, off_thread};
use crate::engine::host::{DeviceState, UiDriver};
use crate::engine::{Engine, QuarantineView};
use crate::model::dream::DreamReport;
use crate::model::verdict::ImmunePolicy;
use crate::model::{Alias, ScreenInput, Verdict};
use std::sync::Arc;

/// Upkeep: dream, aliases.
#[derive(uniffi::Object)]
pub struct Lifecycle(Arc<Engine>);

/// What is trusted, and what was set aside.
#[derive(uniffi::Object)]
pub struct ImmuneSystem(Arc<Engine>);

impl Lifecycle {
    pub(super) fn wrap(engine: &Arc<Engine>) -> Arc<Self> {
        Arc::new(Self(Arc::clone(engine)))
    }
}

impl ImmuneSystem {
    pub(super) fn wrap(engine: &Arc<Engine>) -> Arc<Self> {
        Arc::new(Self(Arc::clone(engine)))
    }
}

#[uniffi::export]
impl Lifecycle {
    /// Consolidates the memory while the phone is at rest: only with the screen off, charging, on an unmetered network and at least
    /// half a battery, asked of `state` at the start and between steps. At most `budget_millis` long. Running it twice changes nothing.
    #[uniffi::method(default(driver = None, budget_millis = 480000))]
    pub async fn dream(
        &self,
        state: Arc<dyn DeviceState>,
        driver: Option<Arc<dyn UiDriver>>,
        budget_millis: i64,
    ) -> Result<DreamReport, MemoryError> {
        Ok(Engine::dream(&self.0, state, driver, budget_millis).await?)
    }

    /// Stops a dream after its current step.
    pub fn wake(&self) {
        self.0.wake();
    }

    /// All aliases: old fingerprint, new fingerprint, score, versions.
    pub async fn aliases(&self) -> Result<Vec<Alias>, MemoryError> {
        off_thread(&self.0, |e| e.aliases()).await
    }

    /// Takes back the aliases of an upgrade; returns how many.
    pub async fn roll_back_aliases(
        &self,
        app: String,
        from_version: String,
        to_version: String,
    ) -> Result<i64, MemoryError> {
        off_thread(&self.0, move |e| e.roll_back_aliases(&app, &from_version, &to_version)).await
    }
}

#[uniffi::export]
impl ImmuneSystem {
    /// The policy in force.
    pub fn policy(&self) -> ImmunePolicy {
        self.0.immune_policy()
    }

    /// Sets the policy, from the next screen on.
    pub fn set_policy(&self, policy: ImmunePolicy) {
        self.0.set_immune_policy(policy);
    }

    /// Judges a screen without remembering it.
    pub async fn inspect(&self, input: ScreenInput) -> Result<Verdict, MemoryError> {
        off_thread(&self.0, |e| e.inspect_screen(input)).await
    }

    /// What was set aside or refused, newest first; `limit` is pulled into 1 to 1,000.
    #[uniffi::method(default(limit = 50))]
    pub async fn quarantine(&self, limit: i64) -> Result<Vec<QuarantineView>, MemoryError> {
        off_thread(&self.0, move |e| e.quarantine(limit)).await
    }
}
