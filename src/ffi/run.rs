use super::{EpisodeSession, MemoryError};
use crate::engine::host::{ReplayGuard, SecretProvider, UiDriver};
use crate::engine::{self, Hands, ReplayDirective, ReplayInput};
use crate::model::MacroId;
use crate::model::replay::ReplayOutcome;
use std::sync::Arc;

/// One replay. Let `drive` run it, or answer its directives yourself with `next`.
#[derive(uniffi::Object)]
pub struct ReplayRun(Arc<engine::ReplayRun>);

impl ReplayRun {
    pub(super) fn wrap(run: Arc<engine::ReplayRun>) -> Arc<Self> {
        Arc::new(Self(run))
    }
}

#[uniffi::export]
impl ReplayRun {
    /// Id of the macro that runs.
    pub fn macro_id(&self) -> MacroId {
        self.0.macro_id().clone()
    }

    /// Runs it to its end against the driver. Cancelling the caller stops it before the next action; what was done stays recorded.
    #[uniffi::method(default(guard = None, secrets = None))]
    pub async fn drive(
        &self,
        driver: Arc<dyn UiDriver>,
        guard: Option<Arc<dyn ReplayGuard>>,
        secrets: Option<Arc<dyn SecretProvider>>,
    ) -> Result<ReplayOutcome, MemoryError> {
        Ok(self.0.drive(Hands { driver, guard, secrets }).await?)
    }

    /// The next directive for an answer. Begin with `ReplayInput.Start`.
    pub async fn next(&self, answer: ReplayInput) -> Result<ReplayDirective, MemoryError> {
        let run = Arc::clone(&self.0);
        super::off_thread(self.0.engine(), move |_| run.next(answer)).await
    }

    /// Stops before the next action.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// How it ended; none while it runs.
    pub fn outcome(&self) -> Option<ReplayOutcome> {
        self.0.outcome()
    }

    /// After a hand-back: an episode that goes on from what the replay did, for the agent to finish and the memory to learn from.
    pub async fn take_over(&self) -> Result<Arc<EpisodeSession>, MemoryError> {
        let run = Arc::clone(&self.0);
        super::off_thread(self.0.engine(), move |_| run.take_over().map(EpisodeSession::wrap)).await
    }
}
