//! A macro must replay to the end on the very run it was learned from; the caller of the distiller asks for it here, since the
//! two rooms do not know each other.

use super::{Directive, Input, Machine, Observation, Policy};
use crate::model::replay::DriverAction;
use crate::model::{
    Action, ActionResult, AliasMap, Bindings, Delivery, FsmMacro, HandBack, Node, Timestamp, Trace,
    TraceStep, Verdict,
};

/// More directives than any rehearsal needs; a bug must not turn into a hang.
const LONGEST: usize = 10_000;

/// Replays the macro against its trace as if it were the phone, with the values it was learned with.
///
/// # Errors
/// The hand-back, when the macro would stop on its own trace: such a macro is not kept.
pub fn rehearse(machine: &FsmMacro, trace: &Trace) -> Result<(), Box<HandBack>> {
    let slots = machine.parts().slots.iter().filter(|s| !s.secret);
    let bindings = slots.fold(Bindings::new(), |b, s| b.with(&s.name, &s.example));
    let actions = u32::try_from(trace.steps.len()).unwrap_or(u32::MAX);
    let policy = Policy { max_actions: actions.max(20), ..Policy::default() };
    let mut run = Machine::new(machine.clone(), bindings, AliasMap::default(), policy);
    let mut phone = Phone { trace, step: 0, screen: 0, now: 0 };
    let mut input = Input::Start;
    for _ in 0..LONGEST {
        input = match run.next(input) {
            Directive::Read { after_ms } => {
                phone.now += after_ms;
                match phone.look() {
                    Some(seen) => Input::Saw(Box::new(seen)),
                    None => Input::Cancel,
                }
            }
            Directive::AskGuard { .. } => Input::Guard(true),
            Directive::AskSecret { .. } => Input::Secret(Some("secret".to_owned())),
            Directive::Act { action, .. } => {
                let sent = phone.act(&action);
                Input::Sent(if sent { Delivery::Delivered } else { Delivery::Refused })
            }
            Directive::Done { .. } => return Ok(()),
            Directive::HandBack(hand_back) => return Err(hand_back),
        };
    }
    match run.next(Input::Cancel) {
        Directive::HandBack(hand_back) => Err(hand_back),
        _ => Ok(()),
    }
}

/// The trace as a phone: it shows the recorded screens and takes the recorded actions only.
struct Phone<'t> {
    trace: &'t Trace,
    /// The next step to be taken.
    step: usize,
    screen: usize,
    now: i64,
}

impl Phone<'_> {
    fn look(&mut self) -> Option<Observation> {
        let screen = self.trace.screens.get(self.screen)?.clone();
        let at = Timestamp::from_millis(self.now);
        // A screen that came late is there at the next look.
        let next = self.acts().next().map(|(before, ..)| before);
        self.screen = self.screen.max(next.unwrap_or(0).min(self.screen + 1));
        Some(Observation { screen, verdict: Verdict::default(), at })
    }

    /// The steps ahead that worked: screen before, number, action, target, screen after.
    fn acts(&self) -> impl Iterator<Item = (usize, usize, &Action, Option<&Node>, usize)> {
        let ahead = self.trace.steps.iter().enumerate().skip(self.step);
        ahead.filter_map(|(n, step)| match step {
            TraceStep::Act { act, result: ActionResult::Ok, before, after, .. } => {
                Some((*before, n, &act.action, act.target.as_ref(), *after))
            }
            _ => None,
        })
    }

    /// Takes the action if it is one of the recorded ones still ahead.
    fn act(&mut self, action: &DriverAction) -> bool {
        let Some(here) = self.trace.screens.get(self.screen) else { return false };
        let node = |index: &i32| u32::try_from(*index).ok().and_then(|i| here.by_source(i));
        let hit = match action {
            DriverAction::Tap { node: n, .. }
            | DriverAction::LongPress { node: n, .. }
            | DriverAction::InputText { node: n, .. } => node(n),
            DriverAction::Scroll { node: n, .. } => n.as_ref().and_then(node),
            _ => None,
        };
        let equal = |target: Option<&Node>| match (hit, target) {
            (Some(a), Some(b)) => {
                (a.place, &a.row_anchor, a.ordinal) == (b.place, &b.row_anchor, b.ordinal)
            }
            (hit, target) => hit.is_none() || target.is_none(),
        };
        let next = self
            .acts()
            .filter(|(before, ..)| self.trace.screens.get(*before).is_some_and(|s| s.id == here.id))
            .find(|(_, _, done, target, _)| says_the_same(done, action) && equal(*target))
            .map(|(_, n, _, _, after)| (n + 1, after));
        match (next, action) {
            (Some((step, after)), _) => (self.step, self.screen) = (step, after),
            // A search by the machine itself: what the agent had scrolled to comes into sight.
            (None, DriverAction::Scroll { .. }) => {
                let Some(before) = self.acts().next().map(|(before, ..)| before) else {
                    return false;
                };
                self.screen = before;
            }
            (None, _) => return false,
        }
        true
    }
}

/// Same verb, and the same text; what a secret was is not known any more.
fn says_the_same(done: &Action, action: &DriverAction) -> bool {
    match (done, action) {
        (Action::InputText { text: then, .. }, DriverAction::InputText { text, .. }) => {
            then == text || then.is_empty()
        }
        _ => done.verb() == action.verb(),
    }
}
