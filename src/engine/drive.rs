//! The replay loop against a [`UiDriver`]. It runs on the library's threads; dropping the caller's future cancels it between steps.

use super::core::Engine;
use super::error::{Error, Result};
use super::host::{ReplayGuard, SecretProvider, UiDriver};
use super::run::{ReplayDirective, ReplayInput, ReplayRun};
use crate::model::Delivery;
use crate::model::replay::{DriverAction, ReplayOutcome, StepView};
use std::sync::Arc;

/// What the host brings to a replay.
#[derive(Clone)]
pub struct Hands {
    /// Reads and acts.
    pub driver: Arc<dyn UiDriver>,
    /// Asked before grave steps; without one they hand back.
    pub guard: Option<Arc<dyn ReplayGuard>>,
    /// Resolves secrets; without one, secrets have to be among the request's values.
    pub secrets: Option<Arc<dyn SecretProvider>>,
}

/// Cancels the run when the caller stops waiting.
struct CancelOnDrop(Option<Arc<ReplayRun>>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(run) = &self.0 {
            run.cancel();
        }
    }
}

impl ReplayRun {
    /// Runs it to its end. Cancelling the caller stops it before the next action; what was done is recorded all the same.
    ///
    /// # Errors
    /// The run has begun already, or writing failed. A driver that throws is no error: the run hands back.
    pub async fn drive(self: &Arc<Self>, hands: Hands) -> Result<ReplayOutcome> {
        let run = Arc::clone(self);
        let mut waiting = CancelOnDrop(Some(Arc::clone(self)));
        let ended = self.engine.threads.spawn(async move { run.turn_over(hands).await }).await;
        waiting.0 = None;
        ended.ok_or(Error::Internal("a replay"))?
    }

    /// The same for a plain thread.
    ///
    /// # Errors
    /// As [`ReplayRun::drive`].
    pub fn drive_blocking(self: &Arc<Self>, hands: Hands) -> Result<ReplayOutcome> {
        self.engine.threads.wait(self.drive(hands))
    }

    async fn turn_over(self: Arc<Self>, hands: Hands) -> Result<ReplayOutcome> {
        let mut answer = ReplayInput::Start;
        loop {
            answer = match self.next(answer)? {
                ReplayDirective::ReadScreen { after_millis } => {
                    self.read(&hands, after_millis).await
                }
                ReplayDirective::AskGuard { step } => {
                    ReplayInput::Guard { allowed: allowed(&hands, step).await }
                }
                ReplayDirective::AskSecret { slot, .. } => {
                    ReplayInput::Secret { value: resolved(&hands, slot).await }
                }
                ReplayDirective::Act { action, .. } => self.act(&hands, action).await,
                ReplayDirective::Ended { outcome } => return Ok(outcome),
            };
        }
    }

    async fn read(&self, hands: &Hands, after_millis: i64) -> ReplayInput {
        if after_millis > 0
            && let Err(error) = hands.driver.settle(after_millis).await
        {
            // Not waiting long enough shows as a screen that has not settled; no reason to stop here.
            log::debug!(code = "host.settle"; "the driver could not wait: {error}");
        }
        if self.is_cancelled() {
            return ReplayInput::Cancel;
        }
        match hands.driver.read_screen().await {
            Ok(input) => ReplayInput::Screen { input },
            Err(error) => ReplayInput::ReadFailed { reason: error.to_string() },
        }
    }

    async fn act(&self, hands: &Hands, action: DriverAction) -> ReplayInput {
        if self.is_cancelled() {
            // Asked to stop before anything was sent.
            return ReplayInput::Sent { delivery: Delivery::Refused };
        }
        let delivery = hands.driver.perform(action).await.unwrap_or_else(|error| {
            log::warn!(
                code = "host.perform";
                "the driver failed while acting, so it is unknown whether anything was sent: {error}"
            );
            Delivery::Unknown
        });
        ReplayInput::Sent { delivery }
    }
}

async fn allowed(hands: &Hands, step: StepView) -> bool {
    let Some(guard) = &hands.guard else { return false };
    guard.allow(step).await.unwrap_or_else(|error| {
        log::warn!(code = "host.guard"; "the replay guard failed, which counts as no: {error}");
        false
    })
}

async fn resolved(hands: &Hands, slot: String) -> Option<String> {
    hands.secrets.as_ref()?.secret(slot).await.unwrap_or_else(|error| {
        log::warn!(code = "host.secrets"; "the secret provider failed, nothing is typed: {error}");
        None
    })
}

impl Engine {
    /// Finds the macro for a goal and runs it: [`Engine::start_replay`] and [`ReplayRun::drive`] in one.
    ///
    /// # Errors
    /// As those two.
    pub async fn replay(
        self: &Arc<Self>,
        request: super::run::ReplayRequest,
        hands: Hands,
    ) -> Result<ReplayOutcome> {
        self.start_replay(request)?.drive(hands).await
    }
}
