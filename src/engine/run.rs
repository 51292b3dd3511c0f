//! One replay, step by step. The machine decides (sans-I/O); this records what happened and translates for the host.

use super::core::Engine;
use super::error::{Misuse, Result};
use super::session::{EpisodeRequest, EpisodeSession};
use crate::distill;
use crate::model::episode::NamedValue;
use crate::model::fsm::MacroRecord;
use crate::model::replay::{DriverAction, HandBack, ReplayOutcome, StepView};
use crate::model::{
    Change, Delivery, EpisodeStatus, HandBackKind, MacroId, MemoryEvent, ScreenInput, Sent,
};
use crate::perceive;
use crate::replay::{Directive, Input, Machine, Observation};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What to replay.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ReplayRequest {
    /// What is asked for, in the user's words; the macro's slots are bound from it.
    pub goal: String,
    /// Values that the host can name; they win over what the goal's words say.
    #[uniffi(default = [])]
    pub values: Vec<NamedValue>,
    /// Which macro; none means: the one that fits.
    #[uniffi(default = None)]
    pub macro_id: Option<MacroId>,
}

/// The host's answer to a directive.
#[expect(
    clippy::large_enum_variant,
    reason = "made once per answer and handed on; a box would only show in the bindings"
)]
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ReplayInput {
    /// Begin.
    Start,
    /// The screen that was asked for.
    Screen {
        /// As it is now.
        input: ScreenInput,
    },
    /// The screen could not be read.
    ReadFailed {
        /// Why, without personal data.
        reason: String,
    },
    /// What became of the action.
    Sent {
        /// Delivered, refused or unknown.
        delivery: Delivery,
    },
    /// The guard's answer.
    Guard {
        /// Whether the step may be taken.
        allowed: bool,
    },
    /// The secret that was asked for; none when there is none.
    Secret {
        /// Not kept, not logged.
        value: Option<String>,
    },
    /// Stop now.
    Cancel,
}

/// What the replay asks of the host.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ReplayDirective {
    /// Let the screen settle for this long, read it, answer with [`ReplayInput::Screen`].
    ReadScreen {
        /// Milliseconds.
        after_millis: i64,
    },
    /// Ask the guard, answer with [`ReplayInput::Guard`].
    AskGuard {
        /// The step in question.
        step: StepView,
    },
    /// Resolve a secret, answer with [`ReplayInput::Secret`].
    AskSecret {
        /// The slot's name.
        slot: String,
        /// The step that types it.
        step: StepView,
    },
    /// Perform the action on the screen just read, answer with [`ReplayInput::Sent`].
    Act {
        /// What. Text to type may be a secret: do not log it.
        action: DriverAction,
        /// The step it belongs to.
        step: StepView,
    },
    /// It is over.
    Ended {
        /// How.
        outcome: ReplayOutcome,
    },
}

/// One replay. Thread-safe; drive it yourself with [`ReplayRun::next`] or let [`ReplayRun::drive`] do it.
pub struct ReplayRun {
    pub(super) engine: Arc<Engine>,
    record: Arc<MacroRecord>,
    pub(super) session: Arc<EpisodeSession>,
    state: Mutex<State>,
    cancelled: AtomicBool,
}

struct State {
    machine: Machine,
    expects: Expects,
    sent: i32,
    outcome: Option<ReplayOutcome>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expects {
    Start,
    Screen,
    Guard,
    Secret,
    Sent,
}

impl Engine {
    /// Finds the macro for a goal, binds its slots and prepares a run. Nothing is read or sent before the first `next` or `drive`.
    ///
    /// # Errors
    /// No macro fits, several do, the one named does not exist, or a slot gets no value from goal and values.
    pub fn start_replay(self: &Arc<Self>, request: ReplayRequest) -> Result<Arc<ReplayRun>> {
        self.check_open()?;
        let record = match &request.macro_id {
            Some(id) => self.known.read().get(id).ok_or(Misuse::NoSuchMacro)?,
            None => self.choose(&request.goal, &request.values)?,
        };
        let bindings = distill::bind(&record.machine, &request.goal, &request.values)?;
        let aliases = self.known.read().aliases();
        let machine =
            Machine::new(record.machine.clone(), bindings, (*aliases).clone(), self.policy());
        let app = record.machine.parts().app.clone();
        let session = EpisodeSession::begin(
            self,
            EpisodeRequest { goal: request.goal, values: request.values, app },
        )?;
        let state = State { machine, expects: Expects::Start, sent: 0, outcome: None };
        Ok(Arc::new(ReplayRun {
            engine: Arc::clone(self),
            record,
            session,
            state: Mutex::new(state),
            cancelled: AtomicBool::new(false),
        }))
    }
}

impl ReplayRun {
    /// The memory it belongs to.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Id of the macro that runs.
    pub fn macro_id(&self) -> &MacroId {
        self.record.machine.id()
    }

    /// Stops before the next action. A driver call in flight is waited for, so that the record stays true.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    /// The next directive for an answer. Begin with [`ReplayInput::Start`].
    ///
    /// # Errors
    /// The answer is not what was asked for, or the run has ended. A screen that cannot be used is no error: the run hands back.
    pub fn next(&self, answer: ReplayInput) -> Result<ReplayDirective> {
        self.engine.check_open()?;
        let mut state = self.state.lock();
        if state.outcome.is_some() {
            return Err(Misuse::ReplayEnded.into());
        }
        let input = match (answer, state.expects) {
            // What became of an action is heard even after a cancel: the record stays true.
            (ReplayInput::Sent { delivery }, Expects::Sent) => {
                self.session.delivered(delivery);
                Input::Sent(delivery)
            }
            _ if self.is_cancelled() => Input::Cancel,
            (ReplayInput::Cancel, _) => Input::Cancel,
            (ReplayInput::Start, Expects::Start) => Input::Start,
            (ReplayInput::Screen { input }, Expects::Screen) => self.see(input)?,
            (ReplayInput::ReadFailed { reason }, Expects::Screen) => {
                log::info!(code = "replay.read_failed"; "the driver could not read the screen: {reason}");
                Input::ReadFailed {
                    code: "host.failed".into(),
                    sentence: "the driver could not read the screen".into(),
                }
            }
            (ReplayInput::Guard { allowed }, Expects::Guard) => Input::Guard(allowed),
            (ReplayInput::Secret { value }, Expects::Secret) => {
                // It must not be remembered from the screens that follow either.
                value.iter().for_each(|secret| self.session.keep_off_screens(secret));
                Input::Secret(value)
            }
            _ => return Err(Misuse::OutOfTurn.into()),
        };
        let directive = state.machine.next(input);
        self.translate(&mut state, directive)
    }

    fn see(&self, input: ScreenInput) -> Result<Input> {
        let at = self.engine.env.now();
        let seen = match self.engine.look(input, &self.session.scrub()) {
            Ok(seen) => seen,
            Err(super::Error::Perceive(e)) => {
                return Ok(Input::ReadFailed { code: e.code().into(), sentence: e.to_string() });
            }
            Err(other) => return Err(other),
        };
        let verdict = seen.verdict.clone();
        // A screen that is refused is looked at all the same, to say why; it is not remembered.
        let screen = seen.screen.clone().unwrap_or_else(|| perceive::perceive(&seen.snapshot));
        match self.session.witness(seen) {
            Err(super::Error::Misuse(stale @ Misuse::StaleCapture)) => {
                return Ok(Input::ReadFailed {
                    code: "capture.stale".into(),
                    sentence: stale.to_string(),
                });
            }
            other => other?,
        }
        Ok(Input::Saw(Box::new(Observation { screen, verdict, at })))
    }

    fn translate(&self, state: &mut State, directive: Directive) -> Result<ReplayDirective> {
        let (done, total) = state.machine.progress();
        Ok(match directive {
            Directive::Read { after_ms } => {
                state.expects = Expects::Screen;
                ReplayDirective::ReadScreen { after_millis: after_ms }
            }
            Directive::AskGuard { step, .. } => {
                state.expects = Expects::Guard;
                ReplayDirective::AskGuard { step }
            }
            Directive::AskSecret { slot, step } => {
                state.expects = Expects::Secret;
                ReplayDirective::AskSecret { slot, step }
            }
            Directive::Act { action, step } => {
                state.expects = Expects::Sent;
                state.sent += 1;
                self.session.acting(&action);
                let (done, total) = (done as i32, total as i32);
                self.engine.events.emit(MemoryEvent::ReplayStep {
                    macro_id: self.macro_id().clone(),
                    done,
                    total,
                });
                ReplayDirective::Act { action, step }
            }
            Directive::Done { steps, .. } => {
                let outcome = ReplayOutcome::Done {
                    macro_id: self.macro_id().clone(),
                    actions: state.sent,
                    steps: steps as i32,
                    episode: self.session.id().clone(),
                };
                self.end(state, outcome)?
            }
            Directive::HandBack(mut hand_back) => {
                if self.is_cancelled() && hand_back.kind == HandBackKind::InputFailed {
                    // Held back because of the cancel, not refused by the phone.
                    hand_back.kind = HandBackKind::Cancelled;
                }
                let outcome = ReplayOutcome::HandedBack {
                    macro_id: self.macro_id().clone(),
                    actions: state.sent,
                    hand_back: *hand_back,
                };
                self.end(state, outcome)?
            }
        })
    }

    /// Records the end: the macro's energy and record, the episode's status. Returns after commit.
    fn end(&self, state: &mut State, outcome: ReplayOutcome) -> Result<ReplayDirective> {
        let now = self.engine.env.now();
        let handed_back = match &outcome {
            ReplayOutcome::Done { .. } => None,
            ReplayOutcome::HandedBack { hand_back, .. } => Some(hand_back),
        };
        let status = match handed_back.map(|h| h.kind) {
            None => EpisodeStatus::Succeeded,
            Some(HandBackKind::Cancelled) => EpisodeStatus::Cancelled,
            Some(_) => EpisodeStatus::Failed,
        };
        let id = self.macro_id().clone();
        let end = Change::EndEpisode {
            id: self.session.id().clone(),
            status,
            macro_id: Some(id.clone()),
            at: now,
        };
        let mut changes = vec![end];
        let was_permanent = self.record.crystallised;
        let counted = match handed_back {
            None => Some(true),
            Some(h) if is_the_macros_failure(h) => Some(false),
            Some(_) => None,
        };
        let mut updated = None;
        if let Some(succeeded) = counted {
            // Another run may have ended meanwhile: its record is the one that counts on.
            let latest = self.engine.known.read().get(&id);
            if let Some(latest) = latest {
                let record = (*latest).clone().after_run(
                    succeeded,
                    now,
                    self.engine.config.half_lives().macro_ms,
                );
                changes.push(Change::PutMacro(Box::new(record.clone())));
                updated = Some(record);
            }
        }
        if handed_back.is_none() {
            changes.extend(self.engine.known.read().confirmed_by(&self.record.machine));
        }
        let aliases_confirmed = changes.iter().any(|c| matches!(c, Change::ConfirmAlias(_)));
        self.engine.submit(changes)?;
        self.engine.flush()?;
        if let Some(record) = updated {
            if record.crystallised && !was_permanent {
                self.engine.events.emit(MemoryEvent::Crystallised { macro_id: id.clone() });
            }
            self.engine.known.write().put(record);
        }
        if aliases_confirmed {
            self.engine.reload()?;
        }
        self.engine.events.emit(MemoryEvent::ReplayEnded {
            macro_id: id,
            handed_back: handed_back.map(|h| h.kind),
        });
        self.session.close();
        state.outcome = Some(outcome.clone());
        Ok(ReplayDirective::Ended { outcome })
    }

    /// After a hand-back: an episode that goes on from what the replay did, for the agent to finish. When it ends well, the macro
    /// learns the way around.
    ///
    /// # Errors
    /// The run has not ended in a hand-back.
    pub fn take_over(&self) -> Result<Arc<EpisodeSession>> {
        match self.state.lock().outcome {
            Some(ReplayOutcome::HandedBack { .. }) => self.session.successor(),
            _ => Err(Misuse::OutOfTurn.into()),
        }
    }

    /// How it ended; `None` while it runs.
    pub fn outcome(&self) -> Option<ReplayOutcome> {
        self.state.lock().outcome.clone()
    }
}

/// A run that never left its first screen, or that the host stopped, says nothing against the macro.
fn is_the_macros_failure(hand_back: &HandBack) -> bool {
    let never_began = hand_back.done.is_empty()
        && hand_back.sent == Sent::Nothing
        && hand_back.kind == HandBackKind::WrongScreen;
    let not_its_fault = matches!(
        hand_back.kind,
        HandBackKind::Cancelled
            | HandBackKind::GuardRefused
            | HandBackKind::ForeignOverlay
            | HandBackKind::InputFailed
    );
    !never_began && !not_its_fault
}
