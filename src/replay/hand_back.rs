//! Why a replay stops, and what the agent gets to go on.

use super::Machine;
use crate::model::fsm::TextTemplate;
use crate::model::replay::{BoundSlot, StepView};
use crate::model::{HandBack, HandBackKind, Verdict};
use crate::perceive::describe;

use super::Directive;

/// A reason to stop: kind, stable code, a sentence without screen text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop {
    pub kind: HandBackKind,
    pub code: &'static str,
    pub sentence: &'static str,
}

/// Declares the reasons in one table.
macro_rules! stops {
    ($($name:ident: $kind:ident, $code:literal, $sentence:literal;)*) => {
        impl Stop {
            $(pub const $name: Self = Self { kind: HandBackKind::$kind, code: $code, sentence: $sentence };)*
        }
    };
}

stops! {
    CANCELLED: Cancelled, "replay.cancelled", "the host cancelled the replay";
    READ_FAILED: InputFailed, "driver.read_failed", "the screen could not be read several times in a row; check the channel and resume";
    REFUSED: InputFailed, "driver.refused", "the phone did not take the action; nothing was sent, do this step by hand";
    DELIVERY_UNKNOWN: InputFailed, "driver.unknown", "nobody can tell whether the action was sent; look at the screen before you go on";
    PROTOCOL: InputFailed, "replay.protocol", "the replay was told something it had not asked for; pass each answer to its own question";
    NO_SECRET: InputFailed, "secret.missing", "the host has no value for a secret that is to be typed; type it by hand";
    GUARD_REFUSED: GuardRefused, "guard.refused", "the guard said no; do this step by hand if it is wanted";
    INEXACT: GuardRefused, "guard.inexact", "the step could do harm and its element was found only by likeness; check it and do it by hand";
    MAYBE_SENT: GuardRefused, "resume.maybe_sent", "the step could do harm and may have been sent already; check that before it is done again";
    BUDGET: BudgetSpent, "replay.budget", "the limit on actions is reached; go on by hand or raise it in the policy";
    RESTLESS: NotSettled, "screen.restless", "the screen did not come to rest in time; wait and resume";
    NO_EFFECT: NotSettled, "screen.no_effect", "the action was sent and the screen is as it was before; look why before it is sent again";
    INCOMPLETE: NotSettled, "screen.incomplete", "the expected screen lacks parts, it may still be loading; wait and resume";
    OPAQUE: NotSettled, "screen.opaque", "the screen shows no elements (loading, canvas or web view); wait and resume, or go on by hand";
    WRONG_SCREEN: WrongScreen, "screen.other", "another screen than the macro expects; bring up the expected one and resume, or go on by hand";
    OTHER_APP: WrongScreen, "screen.other_app", "another app is in front; bring back the expected one and resume";
    OTHER_DISPLAY: WrongScreen, "screen.other_display", "the app is on another display or shares it; bring back the full screen and resume";
    DIALOG: WrongScreen, "screen.dialog", "a dialog that the macro does not know is open; answer it and resume";
    OTHER_TEXT: WrongScreen, "screen.other_text", "the screen is laid out alike but says something else; check that it is the one meant";
    OTHER_SUBJECT: WrongScreen, "screen.other_subject", "the screen names another account, amount or question; check that it is the one meant";
    OTHER_VALUE: WrongScreen, "screen.other_value", "the screen does not show the value of this run; check what was entered";
    TWO_STATES: WrongScreen, "screen.ambiguous", "the screen fits several places of the macro; go on by hand";
    AFTER_SWITCH: WrongScreen, "screen.after_switch", "the switch is as wanted, but the screen is not the one that follows; go on by hand";
    NO_WAY: WrongScreen, "replay.no_way", "the macro has no way on from here; go on by hand";
    OVERLAY: ForeignOverlay, "overlay.window", "a window of another app or of the system lies over the screen; answer or close it and resume";
    REFUSED_SCREEN: WrongScreen, "immune.refused", "the screen was refused by the immune policy; see its verdict";
    REFUSED_OVERLAY: ForeignOverlay, "immune.overlay", "the immune system sees a foreign window over the screen; close it and resume";
    REFUSED_CAPTURE: InputFailed, "immune.capture", "the capture was refused as failed, empty or stale; read again and resume";
}

impl Stop {
    /// The reason that a refused screen gives.
    pub fn of_verdict(verdict: &Verdict) -> Self {
        let begins = |prefix: &str| verdict.reasons.iter().any(|r| r.code.starts_with(prefix));
        if begins("overlay") {
            Self::REFUSED_OVERLAY
        } else if begins("capture") || begins("tree") {
            Self::REFUSED_CAPTURE
        } else {
            Self::REFUSED_SCREEN
        }
    }
}

impl Machine {
    /// Ends the run with everything the agent needs.
    pub(super) fn stop(&mut self, stop: &Stop) -> Directive {
        let screen = self.seen.as_ref().map(|s| &s.screen);
        let secrets = self.machine.parts().slots.iter().filter(|s| s.secret);
        let slots = self
            .bindings
            .values()
            .map(|(name, value)| BoundSlot { name: name.to_owned(), value: value.to_owned() })
            .chain(secrets.map(|s| BoundSlot { name: s.name.clone(), value: String::new() }))
            .collect();
        let left = self
            .machine
            .path(self.at)
            .into_iter()
            .enumerate()
            .map(|(n, t)| StepView {
                index: i32::try_from(self.done.len() + n).unwrap_or(i32::MAX),
                ..self.step_view(t)
            })
            .collect();
        Directive::HandBack(Box::new(HandBack {
            kind: stop.kind,
            code: stop.code.to_owned(),
            sentence: stop.sentence.to_owned(),
            sent: self.sent,
            done: self.done.clone(),
            left,
            slots,
            screen: screen.map(|s| s.id),
            screen_text: screen.map(|s| self.bindings.scrub(&describe(s))).unwrap_or_default(),
            digest: self.machine.digest(),
            state: i32::try_from(self.at).unwrap_or(-1),
        }))
    }

    /// A transition in words; open values are bound, secrets are left out.
    pub(super) fn step_view(&self, transition: usize) -> StepView {
        let action = &self.machine.parts().transitions[transition].action;
        let bound = |t: &TextTemplate| self.bindings.text(t).unwrap_or_default();
        let target = action.locator().map(|l| {
            let label = bound(&l.label);
            let name = if label.is_empty() { &l.hint } else { &label };
            if name.is_empty() { l.role.to_string() } else { format!("{} \"{name}\"", l.role) }
        });
        StepView {
            index: i32::try_from(self.done.len()).unwrap_or(i32::MAX),
            verb: action.verb().to_owned(),
            target: target.unwrap_or_default(),
            text: action.text().map(bound).unwrap_or_default(),
        }
    }
}
