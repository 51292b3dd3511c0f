//! Waiting for a screen: which ones are expected, whether it has come to rest, and why it is none of them.

use super::hand_back::Stop;
use super::locate::{Switch, find, switch};
use super::{Machine, Observation, Policy};
use crate::model::fsm::State;
use crate::model::{AliasMap, ScreenId, Timestamp};
use crate::perceive::sketch::{Agreement, Shown, Terms, Veto, agreement};

/// Which screens would do.
#[derive(Debug, Clone)]
pub(super) enum Expected {
    /// This one.
    State(usize),
    /// Where the action leads: transitions of one state with one action.
    After(Vec<usize>),
    /// Any of these; the first is where the run stopped.
    AnyOf(Vec<usize>),
}

/// How a recognised state was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Via {
    /// It is the state the machine was in, or is resumed in.
    Stay,
    /// By this transition.
    Taken(usize),
    /// By a transition, if there was one, and past a switch that is as wanted already.
    Skipped(Option<usize>, usize),
}

/// One wait.
#[derive(Debug, Clone)]
pub(super) struct Look {
    expected: Expected,
    /// When the action was sent; none where nothing was.
    pub since: Option<Timestamp>,
    /// Milliseconds waited, by our own count: a frozen clock must not wait for ever.
    pub waited: i64,
    pub deadline: i64,
    pub failures: u32,
    /// The page was scrolled since its state was verified.
    pub scrolled: bool,
    /// Looks in which the screen was right and the target not there yet.
    pub missed: u32,
    settle_ms: i64,
    last: Option<ScreenId>,
}

/// Result of comparing a screen with the expected states.
pub(super) struct Found {
    /// The state that is shown.
    pub best: Option<(usize, Via)>,
    /// The closest state that was not close enough.
    near: Option<(usize, Agreement)>,
    ambiguous: bool,
}

impl Look {
    /// A look at a screen that nothing is expected to change.
    pub fn first(expected: Expected, policy: &Policy) -> Self {
        let deadline = policy.settle_floor_ms.min(policy.settle_cap_ms);
        Self {
            expected,
            since: None,
            waited: 0,
            deadline,
            failures: 0,
            scrolled: false,
            missed: 0,
            settle_ms: 0,
            last: None,
        }
    }

    /// A look after an action that was aimed at the screen seen at `since`.
    pub fn after(expected: Expected, settle_ms: i64, since: Timestamp, policy: &Policy) -> Self {
        // Twice what was learned: the phone may be slower today.
        let learned = settle_ms.max(0).saturating_mul(2).max(policy.settle_floor_ms);
        let deadline = learned.min(policy.settle_cap_ms).max(0);
        Self { since: Some(since), deadline, settle_ms, ..Self::first(expected, policy) }
    }

    pub fn after_action(&self) -> bool {
        self.since.is_some()
    }

    pub fn settle_ms(&self) -> i64 {
        self.settle_ms
    }

    /// Whether the screen is the same as at the last look.
    pub fn rested(&mut self, seen: &Observation) -> bool {
        self.last.replace(seen.screen.id) == Some(seen.screen.id)
    }

    /// Whether the time for the screen to come is over.
    pub fn is_late(&self, now: Option<Timestamp>) -> bool {
        let elapsed = match (self.since, now) {
            (Some(since), Some(now)) => now.since(since),
            _ => 0,
        };
        elapsed.max(self.waited) >= self.deadline
    }

    /// The expected state that the last screen shows.
    pub fn recognise(&self, run: &Machine) -> Found {
        let mut found = Found { best: None, near: None, ambiguous: false };
        let Some(seen) = &run.seen else { return found };
        let parts = run.machine.parts();
        let shown = Shown::screen(&seen.screen, &run.aliases);
        let terms = Terms { bindings: Some(&run.bindings), scrolled: self.scrolled };
        let weigh = |state: usize| agreement(&parts.states[state], &shown, terms);
        let candidates: Vec<(usize, Via)> = match &self.expected {
            Expected::State(state) => vec![(*state, Via::Stay)],
            Expected::AnyOf(states) => states.iter().map(|s| (*s, Via::Stay)).collect(),
            Expected::After(way) => {
                way.iter().map(|t| (parts.transitions[*t].to, Via::Taken(*t))).collect()
            }
        };
        let mut best: Option<(usize, Via, f64)> = None;
        for (state, via) in &candidates {
            let agreement = weigh(*state);
            if found.near.is_none_or(|(_, near)| agreement.score > near.score) {
                found.near = Some((*state, agreement));
            }
            if agreement.score < run.policy.min_match {
                continue;
            }
            match best {
                Some((_, _, score)) if agreement.score <= score => {
                    // The state where the run stopped goes before those ahead of it.
                    let first = matches!(self.expected, Expected::AnyOf(_))
                        && best.is_some_and(|(s, _, _)| Some(s) == candidates.first().map(|c| c.0));
                    found.ambiguous |= agreement.score == score && !first;
                }
                _ => {
                    best = Some((*state, *via, agreement.score));
                    found.ambiguous = false;
                }
            }
        }
        found.best = best.map(|(state, via, _)| (state, via)).filter(|_| !found.ambiguous);
        if best.is_none() {
            found.best = candidates.iter().find_map(|(state, via)| {
                let taken = match via {
                    Via::Taken(t) => Some(*t),
                    _ => None,
                };
                self.past_a_switch(run, *state, taken, &weigh)
            });
        }
        found
    }

    /// A switch that is on already may show the screen that follows it, with everything it switches on.
    fn past_a_switch(
        &self,
        run: &Machine,
        state: usize,
        taken: Option<usize>,
        weigh: &impl Fn(usize) -> Agreement,
    ) -> Option<(usize, Via)> {
        let seen = run.seen.as_ref()?;
        let parts = run.machine.parts();
        parts.transitions.iter().enumerate().filter(|(_, t)| t.from == state).find_map(|(n, t)| {
            let locator = t.action.locator().filter(|l| l.wanted_checked.is_some())?;
            if weigh(t.to).score < run.policy.min_match {
                return None;
            }
            let (node, _) =
                find(locator, &run.bindings, &seen.screen, &run.aliases, &run.policy).ok()?;
            let done = switch(locator, node, &seen.screen) == Ok(Switch::Done);
            done.then_some((t.to, Via::Skipped(taken, n)))
        })
    }

    /// Whether the screen may still become one of those expected without anyone's doing: nothing contradicts, much is missing.
    pub fn may_be_loading(&self, found: &Found) -> bool {
        found.near.is_some_and(|(_, near)| match near.veto {
            Some(Veto::Opaque) => true,
            None => near.extra == 0,
            _ => false,
        })
    }

    /// Why the screen is none of those expected.
    pub fn why_not(&self, run: &Machine, found: &Found, rest: bool) -> Stop {
        if found.ambiguous {
            return Stop::TWO_STATES;
        }
        let (Some((state, near)), Some(seen)) = (found.near, &run.seen) else {
            return Stop::NO_WAY;
        };
        if self.after_action() && !rest {
            return Stop::RESTLESS;
        }
        let known = &run.machine.parts().states[state];
        let told = matches!(near.veto, Some(Veto::Intruder | Veto::Value | Veto::Decisive));
        if self.after_action() && !told {
            let still = &run.machine.parts().states[run.at];
            let terms = Terms { bindings: Some(&run.bindings), scrolled: self.scrolled };
            let shown = Shown::screen(&seen.screen, &run.aliases);
            if agreement(still, &shown, terms).score >= run.policy.min_match {
                return Stop::NO_EFFECT;
            }
        }
        match near.veto {
            Some(Veto::Key) => other_place(known, seen),
            Some(Veto::Intruder)
                if Shown::screen(&seen.screen, &AliasMap::default()).has_foreign_controls() =>
            {
                Stop::OVERLAY
            }
            Some(Veto::Intruder) => Stop::DIALOG,
            Some(Veto::Opaque) => Stop::OPAQUE,
            Some(Veto::Text) => Stop::OTHER_TEXT,
            Some(Veto::Decisive) => Stop::OTHER_SUBJECT,
            Some(Veto::Value) => Stop::OTHER_VALUE,
            None if near.extra == 0 && self.after_action() => Stop::INCOMPLETE,
            None => Stop::WRONG_SCREEN,
        }
    }
}

/// Another package in front: the system asking something, another app's window over it, or another app.
fn other_place(known: &State, seen: &Observation) -> Stop {
    let (live, wanted) = (&seen.screen.key.package, &known.key.package);
    if live == wanted {
        return Stop::OTHER_DISPLAY;
    }
    let asks = |p: &str| {
        p == "android"
            || p.contains("permissioncontroller")
            || p.contains("packageinstaller")
            || p.starts_with("com.android.systemui")
    };
    let beneath = seen.screen.nodes.iter().any(|n| n.package == *wanted);
    if asks(live) || beneath { Stop::OVERLAY } else { Stop::OTHER_APP }
}

impl From<super::Miss> for Stop {
    fn from(miss: super::Miss) -> Self {
        Self { kind: miss.kind, code: miss.code, sentence: miss.sentence }
    }
}
