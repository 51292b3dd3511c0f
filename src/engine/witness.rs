//! What a replay records about itself: the same trace that an agent's run leaves, so that the agent can take over from it.

use super::core::Seen;
use super::error::{Misuse, Result};
use super::session::{EpisodeSession, Pending};
use crate::model::episode::TracedAction;
use crate::model::replay::DriverAction;
use crate::model::{Action, ActionResult, Delivery, EpisodeId, Target};
use std::sync::Arc;

impl EpisodeSession {
    /// Texts to cut out of every screen.
    pub(super) fn scrub(&self) -> Vec<String> {
        self.state.lock().scrub.clone()
    }

    /// A screen that the replay read.
    pub(super) fn witness(&self, seen: Seen) -> Result<()> {
        self.take_screen(&mut self.state.lock(), seen).map(drop)
    }

    /// The replay is about to act on the screen it read last.
    pub(super) fn acting(&self, action: &DriverAction) {
        let mut state = self.state.lock();
        let Some(before) = state.trace.screens.len().checked_sub(1) else { return };
        let (action, node) = as_traced(action, &state.scrub);
        let target = node.and_then(|n| state.trace.screens[before].by_source(n).cloned());
        let acted_at = Some(state.trace.screens[before].capture.at);
        state.pending = Some(Pending {
            act: TracedAction { action, target },
            result: ActionResult::Ok,
            before,
            acted_at,
        });
    }

    /// What became of it.
    pub(super) fn delivered(&self, delivery: Delivery) {
        if let (Delivery::Refused, Some(pending)) = (delivery, &mut self.state.lock().pending) {
            pending.result = ActionResult::Failed;
        }
    }

    /// A resolved secret must not be remembered from the screens that follow.
    pub(super) fn keep_off_screens(&self, secret: &str) {
        if !secret.is_empty() {
            self.state.lock().scrub.push(secret.to_owned());
        }
    }

    /// The replay has ended and has written its own end.
    pub(super) fn close(&self) {
        self.state.lock().ended = true;
    }

    /// An episode of its own that begins with what this one saw and did.
    pub(super) fn successor(&self) -> Result<Arc<Self>> {
        let state = self.state.lock();
        if !state.ended {
            return Err(Misuse::OutOfTurn.into());
        }
        let mut trace = state.trace.clone();
        trace.episode = EpisodeId::new(self.engine.env.id("ep"));
        Self::continue_from(&self.engine, trace, state.snapshot.clone(), state.scrub.clone())
    }
}

fn as_traced(action: &DriverAction, secrets: &[String]) -> (Action, Option<u32>) {
    let source = |node: i32| u32::try_from(node).ok();
    let on = |node: i32| Target::Node { index: node };
    match action {
        DriverAction::Tap { node, .. } => (Action::Tap { target: on(*node) }, source(*node)),
        DriverAction::LongPress { node, .. } => {
            (Action::LongPress { target: on(*node) }, source(*node))
        }
        DriverAction::Scroll { node, direction, .. } => {
            (Action::Scroll { target: node.map(on), direction: *direction }, node.and_then(source))
        }
        DriverAction::InputText { node, text, .. } => {
            let secret = secrets.contains(text);
            let text = if secret { String::new() } else { text.clone() };
            (Action::InputText { target: Some(on(*node)), text, secret }, source(*node))
        }
        DriverAction::PressKey { key } => (Action::PressKey { key: *key }, None),
        DriverAction::Back => (Action::Back, None),
        DriverAction::Home => (Action::Home, None),
        DriverAction::Launch { package } => (Action::Launch { package: package.clone() }, None),
    }
}
