use super::MemoryError;
use crate::engine::{self, EpisodeOutcome, FinishReport, ScreenReceipt};
use crate::model::{Action, ActionResult, EpisodeId, ScreenInput, Timestamp};
use std::sync::Arc;

/// One task run in progress: record screens, steps and thoughts, then finish it.
#[derive(uniffi::Object)]
pub struct EpisodeSession(Arc<engine::EpisodeSession>);

impl EpisodeSession {
    pub(super) fn wrap(session: Arc<engine::EpisodeSession>) -> Arc<Self> {
        Arc::new(Self(session))
    }

    async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce(&engine::EpisodeSession) -> engine::Result<T> + Send + 'static,
    ) -> Result<T, MemoryError> {
        let session = Arc::clone(&self.0);
        super::off_thread(self.0.engine(), move |_| work(&session)).await
    }
}

#[uniffi::export]
impl EpisodeSession {
    /// The episode's id.
    pub fn id(&self) -> EpisodeId {
        self.0.id().clone()
    }

    /// Records the first screen, a screen that changed by itself, or one in place of a screen that was not admitted.
    pub async fn record_screen(&self, input: ScreenInput) -> Result<ScreenReceipt, MemoryError> {
        self.off_thread(|s| s.record_screen(input)).await
    }

    /// Records a step: what was done on the last screen, how it went, the screen after it. With `acted_at`, the moment the action
    /// was sent, a capture from before is noticed and the macro learns how long the screen takes to change.
    #[uniffi::method(default(acted_at = None))]
    pub async fn record_step(
        &self,
        action: Action,
        result: ActionResult,
        after: ScreenInput,
        acted_at: Option<Timestamp>,
    ) -> Result<ScreenReceipt, MemoryError> {
        self.off_thread(move |s| s.record_step(action, result, after, acted_at)).await
    }

    /// Records that the agent's model was asked.
    pub async fn record_thought(&self) -> Result<(), MemoryError> {
        self.off_thread(|s| s.record_thought()).await
    }

    /// Ends the episode. The report says which macro it became, or why nothing was learned. Returns after commit.
    pub async fn finish(&self, outcome: EpisodeOutcome) -> Result<FinishReport, MemoryError> {
        self.off_thread(move |s| s.finish(outcome)).await
    }
}
