//! The machine: an [`Input`] in, a [`Directive`] out.
//!
//! It is in one of five phases. In `Look` it waits for a screen, in `Guard` and `Secret` for an answer (after which it looks
//! again), in `Sent` for the driver's word on an action, and `Over` it says the same thing for ever. [`Directive::Act`] is
//! returned from one place only, [`Machine::decide`], which is reached only from a screen that has just been seen and
//! recognised.

use super::hand_back::Stop;
use super::locate::{Switch, Tier, locate_for, switch};
use super::look::{Expected, Look, Via};
use super::matcher::judge;
use super::search::Search;
use super::{Directive, Input, Observation, Policy, sensitive};
use crate::model::fsm::{MacroAction, Piece, Transition};
use crate::model::replay::{DriverAction, StepView};
use crate::model::{AliasMap, Bindings, Delivery, FsmMacro, HandBack, HandBackKind, Node, Sent};

/// A run could not be resumed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The macro is not the one the run began with.
    #[error("the macro has changed since the run began; start it again from its first screen")]
    OtherMacro,
    /// The hand-back names a state that the macro does not have.
    #[error("the hand-back does not belong to this macro; pass it exactly as it was returned")]
    NoSuchState,
}

impl ResumeError {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherMacro => "resume.other_macro",
            Self::NoSuchState => "resume.no_such_state",
        }
    }
}

/// One replay of one macro.
#[derive(Debug, Clone)]
pub struct Machine {
    pub(super) machine: FsmMacro,
    pub(super) bindings: Bindings,
    pub(super) aliases: AliasMap,
    pub(super) policy: Policy,
    phase: Phase,
    /// The state that was recognised last; the current step starts here.
    pub(super) at: usize,
    /// Steps done and verified.
    pub(super) done: Vec<StepView>,
    pub(super) actions: u32,
    /// What may have happened at the current step.
    pub(super) sent: Sent,
    /// The last two screens.
    pub(super) seen: Option<Box<Observation>>,
    pub(super) before: Option<Box<Observation>>,
    /// The transition that the guard has said yes to.
    granted: Option<usize>,
    /// A resumed run whose current step may have been sent by the run before.
    maybe_sent: bool,
    search: Option<Search>,
}

#[derive(Debug, Clone)]
enum Phase {
    Look(Box<Look>),
    Guard(usize),
    Secret(String),
    Sent(Box<Look>),
    Over(Box<Directive>),
}

/// Looks that are granted to a target that is not there yet, on a screen that is right.
const PATIENCE: u32 = 2;

/// What the machine does with a step whose screen is verified.
enum Ready<'s> {
    Act(Option<&'s Node>, Tier),
    Done,
}

impl Machine {
    /// A run from the macro's first screen.
    pub fn new(machine: FsmMacro, bindings: Bindings, aliases: AliasMap, policy: Policy) -> Self {
        let at = machine.parts().start;
        let look = Look::first(Expected::State(at), &policy);
        Self {
            machine,
            bindings,
            aliases,
            policy,
            phase: Phase::Look(Box::new(look)),
            at,
            done: Vec::new(),
            actions: 0,
            sent: Sent::Nothing,
            seen: None,
            before: None,
            granted: None,
            maybe_sent: false,
            search: None,
        }
    }

    /// A run that goes on where another stopped, on whatever screen from there on the phone is now.
    ///
    /// # Errors
    /// When the hand-back does not belong to this very macro.
    pub fn resume(
        machine: FsmMacro,
        bindings: Bindings,
        aliases: AliasMap,
        policy: Policy,
        from: &HandBack,
    ) -> Result<Self, ResumeError> {
        if from.digest != machine.digest() {
            return Err(ResumeError::OtherMacro);
        }
        let at = usize::try_from(from.state).ok().filter(|s| *s < machine.parts().states.len());
        let at = at.ok_or(ResumeError::NoSuchState)?;
        let ahead = machine.ahead(at);
        let mut run = Self::new(machine, bindings, aliases, policy);
        run.phase = Phase::Look(Box::new(Look::first(Expected::AnyOf(ahead), &run.policy)));
        run.at = at;
        run.done.clone_from(&from.done);
        run.maybe_sent = from.sent != Sent::Nothing;
        Ok(run)
    }

    /// Steps done, steps in all (along the way taken most often).
    pub fn progress(&self) -> (u32, u32) {
        let done = self.done.len() as u32;
        (done, done + self.machine.path(self.at).len() as u32)
    }

    /// What to do next. After the end it says the same thing for ever.
    pub fn next(&mut self, input: Input) -> Directive {
        if let Phase::Over(last) = &self.phase {
            return (**last).clone();
        }
        let directive = self.step(input);
        match &directive {
            Directive::Done { .. } | Directive::HandBack(_) => {
                self.phase = Phase::Over(Box::new(directive.clone()));
            }
            _ => {}
        }
        directive
    }

    fn step(&mut self, input: Input) -> Directive {
        let phase = std::mem::replace(&mut self.phase, Phase::Guard(usize::MAX));
        match (phase, input) {
            (_, Input::Cancel) => self.stop(&Stop::CANCELLED),
            (Phase::Look(look), Input::Start) => self.look(*look, 0),
            (Phase::Look(look), Input::Saw(seen)) => self.saw(*look, *seen),
            (Phase::Look(mut look), Input::ReadFailed { .. }) => {
                look.failures += 1;
                if look.failures > self.policy.max_read_failures {
                    return self.stop(&Stop::READ_FAILED);
                }
                self.poll(*look)
            }
            (Phase::Guard(transition), Input::Guard(yes)) => {
                if !yes {
                    return self.stop(&Stop::GUARD_REFUSED);
                }
                self.granted = Some(transition);
                self.look_again()
            }
            (Phase::Secret(slot), Input::Secret(secret)) => match secret {
                Some(secret) => {
                    self.bindings = std::mem::take(&mut self.bindings).with_secret(&slot, &secret);
                    self.look_again()
                }
                None => self.stop(&Stop::NO_SECRET),
            },
            (Phase::Sent(look), Input::Sent(delivery)) => match delivery {
                Delivery::Delivered => {
                    let wait = self.policy.poll_ms;
                    self.look(*look, wait)
                }
                Delivery::Refused => {
                    self.sent = Sent::Nothing;
                    self.stop(&Stop::REFUSED)
                }
                Delivery::Unknown => self.stop(&Stop::DELIVERY_UNKNOWN),
            },
            _ => self.stop(&Stop::PROTOCOL),
        }
    }

    fn look(&mut self, look: Look, after_ms: i64) -> Directive {
        self.phase = Phase::Look(Box::new(look));
        Directive::Read { after_ms }
    }

    /// The same screen once more, from the beginning: an answer took time, and the phone did not wait.
    fn look_again(&mut self) -> Directive {
        let mut look = Look::first(Expected::State(self.at), &self.policy);
        look.scrolled = self.search.is_some();
        self.look(look, 0)
    }

    fn poll(&mut self, mut look: Look) -> Directive {
        look.waited = look.waited.saturating_add(self.policy.poll_ms.max(1));
        if look.waited > look.deadline.saturating_mul(2) {
            return self.stop(&Stop::RESTLESS);
        }
        let wait = self.policy.poll_ms;
        self.look(look, wait)
    }

    /// A screen was read: is it one of those expected?
    fn saw(&mut self, mut look: Look, seen: Observation) -> Directive {
        look.failures = 0;
        if look.since.is_some_and(|since| seen.at < since) {
            // From before the action: a late capture says nothing about its effect.
            return self.poll(look);
        }
        if !seen.verdict.admits() {
            let stop = Stop::of_verdict(&seen.verdict);
            self.seen = Some(Box::new(seen));
            return self.stop(&stop);
        }
        let rest = look.rested(&seen);
        self.before = self.seen.replace(Box::new(seen));
        let found = look.recognise(self);
        let late = look.is_late(self.seen.as_ref().map(|s| s.at));
        match found.best {
            Some((state, via)) if rest || !look.after_action() => self.arrive(look, state, via),
            Some(_) if late => self.stop(&Stop::RESTLESS),
            // At the beginning nothing is under way: what stands still and is another will not become it.
            None if late || rest && !look.after_action() && !look.may_be_loading(&found) => {
                let stop = look.why_not(self, &found, rest);
                self.stop(&stop)
            }
            _ => self.poll(look),
        }
    }

    /// The screen is that of `state`.
    fn arrive(&mut self, look: Look, state: usize, via: Via) -> Directive {
        match via {
            Via::Stay => {}
            Via::Taken(transition) => self.advance(transition),
            Via::Skipped(taken, toggle) => {
                if let Some(taken) = taken {
                    self.advance(taken);
                }
                self.advance(toggle);
            }
        }
        if state != self.at {
            // Resumed further on: the agent did the steps in between.
            self.at = state;
            self.maybe_sent = false;
        }
        self.sent = Sent::Nothing;
        self.decide(look)
    }

    fn advance(&mut self, transition: usize) {
        let step = self.step_view(transition);
        self.done.push(step);
        self.at = self.machine.parts().transitions[transition].to;
        self.search = None;
        self.maybe_sent = false;
    }

    /// The screen of the current state has just been seen: act, ask, or be done.
    fn decide(&mut self, look: Look) -> Directive {
        let Some(seen) = self.seen.take() else { return self.stop(&Stop::PROTOCOL) };
        let directive = self.decide_on(look, &seen);
        self.seen = Some(seen);
        match directive {
            Ok(directive) => directive,
            Err(stop) => self.stop(&stop),
        }
    }

    fn decide_on(&mut self, look: Look, seen: &Observation) -> Result<Directive, Stop> {
        // Each round without an action takes a transition; a circle of switches must not turn for ever.
        for _ in 0..=self.machine.parts().transitions.len() {
            if self.at == self.machine.parts().end {
                let steps = self.done.len() as u32;
                return Ok(Directive::Done { actions: self.actions, steps });
            }
            let mut missed: Option<(usize, Stop)> = None;
            let mut skipped = None;
            for way in self.machine.ways(self.at) {
                let Some(&transition) = way.first() else { continue };
                match self.ready(transition, seen) {
                    Ok(Ready::Act(node, tier)) => {
                        let node = node.cloned();
                        return self.act(look, seen, &way, node.as_ref(), tier);
                    }
                    Ok(Ready::Done) => {
                        skipped = Some(way);
                        break;
                    }
                    Err(miss) => {
                        missed.get_or_insert((transition, miss));
                    }
                }
            }
            let Some(way) = skipped else {
                let (transition, miss) = missed.ok_or(Stop::NO_WAY)?;
                if miss.kind == HandBackKind::TargetMissing && look.missed < PATIENCE {
                    // The frame of a page is there before its content is.
                    let mut again = Look::first(Expected::State(self.at), &self.policy);
                    (again.missed, again.scrolled) = (look.missed + 1, look.scrolled);
                    return Ok(self.look(again, self.policy.poll_ms));
                }
                return self.search(&look, seen, transition, &miss).ok_or(miss);
            };
            // The switch is as wanted already: the screen in front must be the one after it.
            let after = way.into_iter().find(|t| {
                let state = &self.machine.parts().states[self.machine.parts().transitions[*t].to];
                judge(&seen.screen, state, &self.aliases, &self.bindings, look.scrolled).score
                    >= self.policy.min_match
            });
            self.advance(after.ok_or(Stop::AFTER_SWITCH)?);
        }
        Err(Stop::NO_WAY)
    }

    /// Whether the transition's target is there and ready.
    fn ready<'s>(&self, transition: usize, seen: &'s Observation) -> Result<Ready<'s>, Stop> {
        let action = &self.machine.parts().transitions[transition].action;
        let Some(locator) = action.locator() else { return Ok(Ready::Act(None, Tier::Exact)) };
        let (screen, policy) = (&seen.screen, &self.policy);
        let (node, tier) =
            locate_for(action, locator, &self.bindings, screen, &self.aliases, policy)?;
        match switch(locator, node, screen)? {
            Switch::Done => Ok(Ready::Done),
            Switch::Press => Ok(Ready::Act(Some(node), tier)),
        }
    }

    /// Everything is verified on `seen`; what is left are the limits and the permissions.
    fn act(
        &mut self,
        look: Look,
        seen: &Observation,
        way: &[usize],
        node: Option<&Node>,
        tier: Tier,
    ) -> Result<Directive, Stop> {
        let transition = way[0];
        let Transition { action, settle_ms, .. } =
            self.machine.parts().transitions[transition].clone();
        let step = self.step_view(transition);
        if self.moving(&look, &action, node) {
            return Ok(self.poll(look));
        }
        if self.actions >= self.policy.max_actions {
            return Err(Stop::BUDGET);
        }
        if let Some(sensitivity) = sensitive::of_step(&action, &self.bindings, node) {
            if tier > Tier::Alias {
                return Err(Stop::INEXACT);
            }
            if self.maybe_sent {
                return Err(Stop::MAYBE_SENT);
            }
            if self.policy.guard_sensitive && self.granted != Some(transition) {
                self.phase = Phase::Guard(transition);
                return Ok(Directive::AskGuard { step, sensitivity });
            }
        }
        let text = match action.text().map(|t| self.typed(t)) {
            Some(Err(slot)) => {
                self.phase = Phase::Secret(slot.clone());
                return Ok(Directive::AskSecret { slot, step });
            }
            Some(Ok(text)) => text,
            None => String::new(),
        };
        let action = driver_action(&action, node, seen, text).ok_or(Stop::NO_WAY)?;
        let next = Look::after(Expected::After(way.to_vec()), settle_ms, seen.at, &self.policy);
        Ok(self.send(action, step, next))
    }

    /// The only place where an action leaves.
    pub(super) fn send(&mut self, action: DriverAction, step: StepView, next: Look) -> Directive {
        self.phase = Phase::Sent(Box::new(next));
        self.sent = Sent::Unknown;
        self.granted = None;
        self.actions += 1;
        Directive::Act { action, step }
    }

    /// Whether the target has moved since the look before: it is not pressed in flight.
    fn moving(&self, look: &Look, action: &MacroAction, node: Option<&Node>) -> bool {
        let (Some(node), Some(locator), Some(before)) = (node, action.locator(), &self.before)
        else {
            return false;
        };
        let late = look.is_late(self.seen.as_ref().map(|s| s.at));
        look.after_action()
            && !late
            && locate_for(
                action,
                locator,
                &self.bindings,
                &before.screen,
                &self.aliases,
                &self.policy,
            )
            .is_ok_and(|(then, _)| then.bounds != node.bounds)
    }

    /// The text to type, secrets resolved; the name of the slot that has no value yet.
    fn typed(&self, template: &crate::model::TextTemplate) -> Result<String, String> {
        let mut text = String::new();
        for piece in &template.0 {
            match piece {
                Piece::Literal(literal) => text.push_str(literal),
                Piece::Slot(name) => {
                    let value = self.bindings.value(name).or_else(|| self.bindings.secret(name));
                    text.push_str(value.ok_or_else(|| name.clone())?);
                }
            }
        }
        Ok(text)
    }

    /// Scrolls for a target that is out of sight, where it stood in something that scrolls.
    fn search(
        &mut self,
        look: &Look,
        seen: &Observation,
        transition: usize,
        miss: &Stop,
    ) -> Option<Directive> {
        if miss.kind != HandBackKind::TargetMissing {
            return None;
        }
        let within = self.machine.parts().transitions[transition].action.locator()?.within?;
        let search = self.search.take().filter(|s| s.transition == transition);
        let (search, container, direction) =
            Search::on(search, transition, within, seen, &self.policy)?;
        if self.actions >= self.policy.max_actions {
            return None;
        }
        self.search = Some(search);
        let bounds = super::locate::visible(&seen.screen, container);
        let action = DriverAction::Scroll {
            node: Some(i32::try_from(container.source).ok()?),
            bounds,
            direction,
        };
        let step = StepView {
            verb: "scroll".to_owned(),
            text: String::new(),
            ..self.step_view(transition)
        };
        let mut next =
            Look::after(Expected::State(self.at), look.settle_ms(), seen.at, &self.policy);
        next.scrolled = true;
        Some(self.send(action, step, next))
    }
}

/// The action on the very nodes of the screen just seen.
fn driver_action(
    action: &MacroAction,
    node: Option<&Node>,
    seen: &Observation,
    text: String,
) -> Option<DriverAction> {
    let target = node.and_then(|n| {
        let bounds = super::locate::visible(&seen.screen, n);
        i32::try_from(n.source).ok().map(|index| (index, bounds))
    });
    Some(match action {
        MacroAction::Tap(_) => {
            let (node, bounds) = target?;
            DriverAction::Tap { node, bounds }
        }
        MacroAction::LongPress(_) => {
            let (node, bounds) = target?;
            DriverAction::LongPress { node, bounds }
        }
        MacroAction::InputText(..) => {
            let (node, bounds) = target?;
            DriverAction::InputText { node, bounds, text }
        }
        MacroAction::Scroll(locator, direction) => {
            let direction = *direction;
            match (locator, target) {
                (None, _) => {
                    let bounds = seen.screen.capture.display.bounds().unwrap_or_default();
                    DriverAction::Scroll { node: None, bounds, direction }
                }
                (Some(_), Some((node, bounds))) => {
                    DriverAction::Scroll { node: Some(node), bounds, direction }
                }
                (Some(_), None) => return None,
            }
        }
        MacroAction::PressKey(key) => DriverAction::PressKey { key: *key },
        MacroAction::Back => DriverAction::Back,
        MacroAction::Home => DriverAction::Home,
        MacroAction::Launch(package) => DriverAction::Launch { package: package.clone() },
    })
}
