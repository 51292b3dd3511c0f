//! One task run: screens and steps come in, a trace grows, and a good end becomes a macro.

use super::core::{Engine, Seen};
use super::error::{Misuse, Result};
use super::learn::{self, FinishReport};
use crate::model::change::StoredStep;
use crate::model::energy;
use crate::model::episode::{NamedValue, TracedAction};
use crate::model::{
    Action, ActionResult, Change, Episode, EpisodeId, EpisodeStatus, MemoryEvent, Node, Screen,
    ScreenId, ScreenInput, Snapshot, Target, Timestamp, Trace, TraceStep, Verdict,
};
use crate::perceive;
use parking_lot::Mutex;
use std::sync::Arc;

/// What a host says when a task begins.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct EpisodeRequest {
    /// What is asked for, in the user's words. Not empty.
    pub goal: String,
    /// Values in it that the host can name. Secret ones are cut out of the goal and never stored.
    #[uniffi(default = [])]
    pub values: Vec<NamedValue>,
    /// App it begins in; empty means: the one in front on the first screen.
    #[uniffi(default = "")]
    pub app: String,
}

/// How a task ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum EpisodeOutcome {
    /// Done, as the user would say.
    Succeeded,
    /// Not done.
    Failed,
    /// Given up.
    Cancelled,
}

/// What became of a recorded screen.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct ScreenReceipt {
    /// The immune system's answer. Anything but admitted means: nothing was remembered.
    pub verdict: Verdict,
    /// Which screen it is; `None` when it was not admitted.
    pub screen: Option<ScreenId>,
    /// Nodes that came in.
    pub raw_nodes: i64,
    /// Nodes that carry meaning.
    pub nodes: i64,
    /// Nodes that are new against the screen before.
    pub added: i64,
    /// Nodes of the screen before that are gone.
    pub removed: i64,
    /// Nodes that moved by more than 20 px.
    pub moved: i64,
    /// Nodes that changed their label.
    pub relabelled: i64,
    /// Fewer than 40 % of the nodes before remain.
    pub page_transition: bool,
    /// Nothing changed at all; after an action this may be a stale capture.
    pub unchanged: bool,
    /// Whether the step's target was found on the screen before. `false`: the step cannot be distilled.
    pub target_found: bool,
}

/// A task run in progress. Thread-safe; calls are taken one at a time.
pub struct EpisodeSession {
    pub(super) engine: Arc<Engine>,
    id: EpisodeId,
    pub(super) state: Mutex<State>,
}

pub(super) struct State {
    pub(super) trace: Trace,
    /// The last admitted snapshot: targets point into it.
    pub(super) snapshot: Option<Snapshot>,
    /// An action whose screen after was not admitted yet.
    pub(super) pending: Option<Pending>,
    seq: i64,
    /// Secrets typed or named in this run; cut out of every screen that follows.
    pub(super) scrub: Vec<String>,
    pub(super) ended: bool,
}

pub(super) struct Pending {
    pub(super) act: TracedAction,
    pub(super) result: ActionResult,
    pub(super) before: usize,
    pub(super) acted_at: Option<Timestamp>,
}

impl EpisodeSession {
    /// Begins an episode.
    pub(super) fn begin(engine: &Arc<Engine>, request: EpisodeRequest) -> Result<Arc<Self>> {
        engine.check_open()?;
        if request.goal.trim().is_empty() {
            return Err(Misuse::EmptyGoal.into());
        }
        let scrub: Vec<String> = request
            .values
            .iter()
            .filter(|v| v.secret && !v.value.is_empty())
            .map(|v| v.value.clone())
            .collect();
        let trace = Trace {
            episode: EpisodeId::new(engine.env.id("ep")),
            goal: without_secrets(&request.goal, &request.values),
            values: request
                .values
                .into_iter()
                .map(|v| if v.secret { NamedValue { value: String::new(), ..v } } else { v })
                .collect(),
            app: request.app,
            app_version: String::new(),
            screens: Vec::new(),
            steps: Vec::new(),
        };
        Self::continue_from(engine, trace, None, scrub)
    }

    /// Goes on from a trace that a replay has made so far.
    pub(super) fn continue_from(
        engine: &Arc<Engine>,
        trace: Trace,
        snapshot: Option<Snapshot>,
        scrub: Vec<String>,
    ) -> Result<Arc<Self>> {
        let now = engine.env.now();
        let id = trace.episode.clone();
        let episode = Episode {
            id: id.clone(),
            goal: trace.goal.clone(),
            app: trace.app.clone(),
            app_version: trace.app_version.clone(),
            status: EpisodeStatus::Running,
            started_at: now,
            finished_at: None,
            actions: 0,
            thoughts: 0,
            macro_id: None,
            energy: energy::START,
            energy_at: now,
        };
        engine.submit(vec![Change::BeginEpisode(Box::new(episode))])?;
        engine.events.emit(MemoryEvent::EpisodeStarted { episode: id.clone() });
        let state = State { trace, snapshot, pending: None, seq: 0, scrub, ended: false };
        Ok(Arc::new(Self { engine: Arc::clone(engine), id, state: Mutex::new(state) }))
    }

    /// The memory it belongs to.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// The episode's id.
    pub fn id(&self) -> &EpisodeId {
        &self.id
    }

    /// Records the first screen, or a screen that changed by itself, or one in place of a screen that was not admitted.
    ///
    /// # Errors
    /// The capture failed or is older than the last action; the episode has ended.
    pub fn record_screen(&self, input: ScreenInput) -> Result<ScreenReceipt> {
        let mut state = self.open_state()?;
        let seen = self.engine.look(input, &state.scrub)?;
        self.take_screen(&mut state, seen)
    }

    /// Records a step: what was done on the last screen, how it went, and the screen after it.
    ///
    /// The action is kept even when the screen after it is not admitted; record another screen then. `acted_at` is when the
    /// action was sent: with it a capture from before is noticed, and the macro learns how long the screen takes to change.
    ///
    /// # Errors
    /// There is no screen yet, the step before has none after it, the capture failed or is stale, the episode has ended.
    /// After a failed capture the step is kept too: record the screen again.
    pub fn record_step(
        &self,
        action: Action,
        result: ActionResult,
        after: ScreenInput,
        acted_at: Option<Timestamp>,
    ) -> Result<ScreenReceipt> {
        let mut state = self.open_state()?;
        if state.pending.is_some() {
            return Err(Misuse::StepPending.into());
        }
        let before = state.trace.screens.len().checked_sub(1).ok_or(Misuse::NoScreen)?;
        let target = self.aim(&state, &action, before);
        let target_found = target.is_some() || action.target().is_none();
        let action = keep_no_secret(action, target.as_ref(), &mut state.scrub);
        state.pending =
            Some(Pending { act: TracedAction { action, target }, result, before, acted_at });
        let seen = self.engine.look(after, &state.scrub)?;
        let receipt = self.take_screen(&mut state, seen)?;
        Ok(ScreenReceipt { target_found, ..receipt })
    }

    /// Records that the agent's model was asked. Its text is not kept: a thought is no memory of the phone.
    ///
    /// # Errors
    /// The episode has ended.
    pub fn record_thought(&self) -> Result<()> {
        let mut state = self.open_state()?;
        state.trace.steps.push(TraceStep::Thought);
        let step = StoredStep {
            seq: state.next_seq(),
            action: None,
            target: None,
            result: ActionResult::Ok,
            before: None,
            after: None,
            at: self.engine.env.now(),
        };
        self.engine.submit(vec![Change::AddStep { episode: self.id.clone(), step: Box::new(step) }])
    }

    /// Ends the episode. A good end is distilled; the report says what it became or why nothing was learned. Returns after commit.
    ///
    /// # Errors
    /// The episode has ended already; writing failed.
    pub fn finish(&self, outcome: EpisodeOutcome) -> Result<FinishReport> {
        let mut state = self.open_state()?;
        state.ended = true;
        learn::finish(&self.engine, &state.trace, outcome)
    }

    fn open_state(&self) -> Result<parking_lot::MutexGuard<'_, State>> {
        self.engine.check_open()?;
        let state = self.state.lock();
        if state.ended { Err(Misuse::EpisodeEnded.into()) } else { Ok(state) }
    }

    /// The node that the action meant on the screen before.
    fn aim(&self, state: &State, action: &Action, before: usize) -> Option<Node> {
        let screen = &state.trace.screens[before];
        match action {
            // Typing without a target goes to the focused input, if that is one.
            Action::InputText { target: None, .. } => {
                let mut focused =
                    screen.nodes.iter().filter(|n| n.state.focused && n.state.editable);
                focused.next().filter(|_| focused.next().is_none()).cloned()
            }
            _ => {
                let index =
                    perceive::resolve_target(state.snapshot.as_ref()?, screen, action.target()?)?;
                screen.nodes.get(index as usize).cloned()
            }
        }
    }

    pub(super) fn take_screen(&self, state: &mut State, seen: Seen) -> Result<ScreenReceipt> {
        let Some(screen) = seen.screen else {
            self.engine.set_aside(&seen.snapshot, &seen.verdict, Some(&self.id))?;
            return Ok(ScreenReceipt::refused(seen.verdict, seen.snapshot.nodes.len()));
        };
        if is_stale(state, &screen) {
            return Err(Misuse::StaleCapture.into());
        }
        let previous = state.trace.screens.last();
        let delta = previous.map(|p| perceive::delta(p, &screen));
        let mut changes = Vec::new();
        if let Some(d) = delta.as_ref().filter(|d| !d.edges_removed.is_empty()) {
            let edges = d.edges_removed.iter().map(|e| e.id).collect();
            changes.push(Change::RemoveEdges { episode: self.id.clone(), edges });
        }
        changes.push(Change::SeeScreen {
            episode: Some(self.id.clone()),
            screen: Box::new(screen.clone()),
        });
        let after = state.trace.screens.len();
        if let Some(p) = state.pending.take() {
            let step = StoredStep {
                seq: state.next_seq(),
                action: Some(p.act.action.clone()),
                target: p.act.fingerprint(),
                result: p.result,
                before: state.trace.screens.get(p.before).map(|s| s.id),
                after: Some(screen.id),
                at: self.engine.env.now(),
            };
            changes.push(Change::AddStep { episode: self.id.clone(), step: Box::new(step) });
            let sent = p.acted_at.unwrap_or(state.trace.screens[p.before].capture.at);
            let took = screen.capture.at.since(sent);
            state.trace.steps.push(TraceStep::Act {
                act: Box::new(p.act),
                result: p.result,
                before: p.before,
                after,
                took,
            });
        } else if let Some(TraceStep::Act { after: last, took, before, .. }) =
            state.trace.steps.last_mut()
            && *last + 1 == after
        {
            // The screen went on changing by itself: that is where the last action led.
            *took += screen.capture.at.since(state.trace.screens[*last].capture.at);
            debug_assert!(*before <= *last);
            *last = after;
        }
        if let Some(named) = name_app(&mut state.trace, &screen) {
            changes.push(named);
        }
        self.engine.submit(changes)?;
        let receipt = ScreenReceipt {
            verdict: seen.verdict,
            screen: Some(screen.id),
            raw_nodes: i64::from(screen.raw_nodes),
            nodes: screen.nodes.len() as i64,
            added: delta.as_ref().map_or(screen.nodes.len(), |d| d.added.len()) as i64,
            removed: delta.as_ref().map_or(0, |d| d.removed.len()) as i64,
            moved: delta.as_ref().map_or(0, |d| d.moved.len()) as i64,
            relabelled: delta.as_ref().map_or(0, |d| d.relabelled.len()) as i64,
            page_transition: delta.as_ref().is_some_and(|d| d.page_transition),
            unchanged: delta.as_ref().is_some_and(|d| d.unchanged),
            target_found: true,
        };
        state.snapshot = Some(seen.snapshot);
        state.trace.screens.push(screen);
        Ok(receipt)
    }
}

/// The app and its version, as soon as a screen tells them.
fn name_app(trace: &mut Trace, screen: &Screen) -> Option<Change> {
    let (app, version) = (&screen.key.package, &screen.capture.foreground.version);
    let news = trace.app.is_empty()
        || trace.app == *app && trace.app_version.is_empty() && !version.is_empty();
    if !news || app.is_empty() {
        return None;
    }
    trace.app.clone_from(app);
    trace.app_version.clone_from(version);
    Some(Change::SetEpisodeApp {
        id: trace.episode.clone(),
        app: app.clone(),
        version: version.clone(),
    })
}

/// Captured before the action it is to show, or before the screen that is already there. A capture time of zero means that the host
/// has none: nothing can be said then.
fn is_stale(state: &State, screen: &Screen) -> bool {
    let at = screen.capture.at;
    let acted = state.pending.as_ref().and_then(|p| p.acted_at);
    let shown = state.trace.screens.last().map(|s| s.capture.at);
    at != Timestamp::default() && acted.max(shown).is_some_and(|earliest| at < earliest)
}

impl State {
    fn next_seq(&mut self) -> i64 {
        let seq = self.seq;
        self.seq += 1;
        seq
    }
}

impl ScreenReceipt {
    fn refused(verdict: Verdict, raw_nodes: usize) -> Self {
        Self {
            verdict,
            screen: None,
            raw_nodes: raw_nodes as i64,
            nodes: 0,
            added: 0,
            removed: 0,
            moved: 0,
            relabelled: 0,
            page_transition: false,
            unchanged: false,
            target_found: true,
        }
    }
}

/// Replaces secret values in the goal by their names in braces.
pub(super) fn without_secrets(goal: &str, values: &[NamedValue]) -> String {
    values
        .iter()
        .filter(|v| v.secret && !v.value.is_empty())
        .fold(goal.to_owned(), |goal, v| goal.replace(&v.value, &format!("{{{}}}", v.name)))
}

/// The action as it may be kept: no coordinates, no secret text. What was secret is cut out of all screens from now on.
fn keep_no_secret(action: Action, target: Option<&Node>, scrub: &mut Vec<String>) -> Action {
    let node =
        target.and_then(|n| i32::try_from(n.source).ok()).map(|index| Target::Node { index });
    match action {
        Action::InputText { target: aimed, text, secret } => {
            let secret = secret || target.is_some_and(|n| n.state.secret) || scrub.contains(&text);
            if secret && !text.is_empty() && !scrub.contains(&text) {
                scrub.push(text.clone());
            }
            Action::InputText {
                target: node.or(aimed.filter(is_node)),
                text: if secret { String::new() } else { text },
                secret,
            }
        }
        Action::Tap { target } => Action::Tap { target: node.unwrap_or(target) },
        Action::LongPress { target } => Action::LongPress { target: node.unwrap_or(target) },
        Action::Scroll { target: aimed, direction } => {
            Action::Scroll { target: node.or(aimed.filter(is_node)), direction }
        }
        other => other,
    }
}

fn is_node(target: &Target) -> bool {
    matches!(target, Target::Node { .. })
}
