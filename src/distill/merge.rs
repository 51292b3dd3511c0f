//! Two runs of one task become one machine.
//!
//! The fresh run is walked through the known machine. Where both do the same and get to the same screen, they share; where
//! the same action leads elsewhere (a dialog that comes only sometimes) the action gets a second outcome; where something else
//! is done the state gets a second way out. Texts that differ at the same place become slots. What cannot be told for sure is
//! not merged: a wrong guess would act, two macros only wait for another run.

use super::alike::{alike, join};
use super::unify::{Values, reason, same_goal};
use crate::model::FsmMacro;
use crate::model::fsm::{Locator, MacroAction, MacroParts, State, TextTemplate, Transition};

/// What became of two machines.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)] // short-lived, and a box would be in every caller's way
pub enum Merge {
    /// The fresh one says nothing new.
    Same,
    /// One machine that holds both: a new version of the known one, or the same version with new counts of its ways.
    Merged(FsmMacro),
    /// Not one task, or not to be told for sure: the known one stays as it is.
    Different,
}

/// Most episodes that a macro names as its sources.
const MOST_SOURCES: usize = 32;

/// Merges what a fresh run taught into what is known.
pub fn merge(known: &FsmMacro, fresh: &FsmMacro) -> Merge {
    if !same_task(known, fresh) {
        return Merge::Different;
    }
    match Walk::new(known.parts(), fresh.parts()).and_then(Walk::finish) {
        Some(parts) if parts == *known.parts() => Merge::Same,
        Some(parts) => FsmMacro::new(parts).map_or(Merge::Different, Merge::Merged),
        None => Merge::Different,
    }
}

/// Whether both do the same task: same app, same goal but for its values, same first screen.
pub fn same_task(known: &FsmMacro, fresh: &FsmMacro) -> bool {
    let (a, b) = (known.parts(), fresh.parts());
    a.app == b.app && same_goal(a, b) && alike(&a.states[a.start], &b.states[b.start], &[])
}

struct Walk<'a> {
    known: &'a MacroParts,
    fresh: &'a MacroParts,
    merged: MacroParts,
    values: Values<'a>,
    branches: usize,
}

impl<'a> Walk<'a> {
    /// Walks the fresh run through the known machine; `None` when they cannot be merged for sure.
    fn new(known: &'a MacroParts, fresh: &'a MacroParts) -> Option<Self> {
        if rows_in_a_row(known) != rows_in_a_row(fresh) {
            // A loop over rows that ran another number of times: how often it should is a guess.
            return None;
        }
        let values = Values::new(known, fresh);
        let mut walk = Self { known, fresh, merged: known.clone(), values, branches: 0 };
        let mut at = known.start;
        walk.join_state(at, fresh.start)?;
        for step in chain(fresh)? {
            at = walk.step(at, step)?;
        }
        (at == known.end).then_some(walk)
    }

    /// Takes one step of the fresh run from the known state `at`; the state it leads to.
    fn step(&mut self, at: usize, step: &Transition) -> Option<usize> {
        let mut same_action = None;
        for n in 0..self.merged.transitions.len() {
            let t = &self.merged.transitions[n];
            if t.from != at || !self.same_action(&t.action, &step.action) {
                continue;
            }
            let (to, action) = (t.to, t.action.clone());
            let mut values = self.values.clone();
            let Some(joined) = join_action(&action, &step.action, &mut values) else { continue };
            if values.slots.len() == self.values.slots.len() {
                same_action = Some(action.clone());
            }
            if alike(&self.merged.states[to], &self.fresh.states[step.to], &values.pairs) {
                self.values = values;
                self.replace_action(at, n, joined);
                self.join_state(to, step.to)?;
                let t = &mut self.merged.transitions[n];
                t.runs = t.runs.saturating_add(1);
                t.settle_ms = t.settle_ms.max(step.settle_ms);
                return Some(to);
            }
        }
        // Another outcome of a known action, or another way. It leads to a known state further on, or to a new one.
        let action = match same_action {
            Some(known) => known,
            None => self.translated(&step.action),
        };
        let pairs = &self.values.pairs;
        let fresh_to = &self.fresh.states[step.to];
        let known_to =
            self.ahead(at).into_iter().find(|s| alike(&self.merged.states[*s], fresh_to, pairs));
        let to = match known_to {
            Some(to) => {
                self.join_state(to, step.to)?;
                to
            }
            None => {
                let state = self.fresh_state(step.to);
                self.merged.states.push(state);
                self.merged.states.len() - 1
            }
        };
        self.branches += 1;
        self.merged.transitions.push(Transition {
            from: at,
            to,
            action,
            settle_ms: step.settle_ms,
            runs: 1,
        });
        Some(to)
    }

    /// Known states that come after `at`, nearest first.
    fn ahead(&self, at: usize) -> Vec<usize> {
        let mut ahead = vec![at];
        let mut next = 0;
        while let Some(&state) = ahead.get(next) {
            next += 1;
            for t in self.merged.transitions.iter().filter(|t| t.from == state) {
                if !ahead.contains(&t.to) {
                    ahead.push(t.to);
                }
            }
        }
        // A state that was added for this run has no way on yet: everything known lies ahead of it.
        if ahead.len() == 1 {
            ahead.extend(
                (0..self.known.states.len()).filter(|s| *s != at && *s != self.known.start),
            );
        }
        ahead.remove(0);
        ahead
    }

    fn join_state(&mut self, known: usize, fresh: usize) -> Option<()> {
        let joined =
            join(&self.merged.states[known], &self.fresh.states[fresh], &mut self.values).ok()?;
        self.merged.states[known] = joined;
        Some(())
    }

    fn fresh_state(&mut self, fresh: usize) -> State {
        let mut state = self.fresh.states[fresh].clone();
        for label in &mut state.slotted {
            label.label = self.values.translate(&label.label);
        }
        state
    }

    /// All transitions of one way change together: they are one action with several outcomes.
    fn replace_action(&mut self, at: usize, n: usize, action: MacroAction) {
        let old = self.merged.transitions[n].action.clone();
        for t in self.merged.transitions.iter_mut().filter(|t| t.from == at && t.action == old) {
            t.action = action.clone();
        }
    }

    /// Whether two actions do the same to the same element, or to an element that a value names.
    fn same_action(&self, a: &MacroAction, b: &MacroAction) -> bool {
        match (a, b) {
            (MacroAction::Tap(x), MacroAction::Tap(y))
            | (MacroAction::LongPress(x), MacroAction::LongPress(y))
            | (MacroAction::InputText(x, _), MacroAction::InputText(y, _)) => {
                self.same_target(x, y)
            }
            (MacroAction::Scroll(Some(x), d), MacroAction::Scroll(Some(y), e)) => {
                d == e && x.place == y.place
            }
            _ => a == b,
        }
    }

    fn same_target(&self, a: &Locator, b: &Locator) -> bool {
        if (&a.package, a.role, a.place, a.wanted_checked)
            != (&b.package, b.role, b.place, b.wanted_checked)
            || a.hint != b.hint
        {
            return false;
        }
        let same =
            |x: &TextTemplate, y: &TextTemplate| x == y || !x.is_literal() && !y.is_literal();
        if same(&a.label, &b.label) && same(&a.row_anchor, &b.row_anchor) {
            return true;
        }
        // Rows, days of a month and values that were typed may differ; the names of other buttons may not.
        let rows = in_list(a) && in_list(b);
        let number = |t: &TextTemplate| {
            let text = t.to_string();
            !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
        };
        let numbers = number(&a.label) && number(&b.label);
        let pair = self.values.are_a_pair(&a.label.to_string(), &b.label.to_string());
        rows || numbers || pair
    }

    fn translated(&mut self, action: &MacroAction) -> MacroAction {
        let mut action = action.clone();
        match &mut action {
            MacroAction::Tap(l) | MacroAction::LongPress(l) | MacroAction::Scroll(Some(l), _) => {
                l.label = self.values.translate(&l.label);
                l.row_anchor = self.values.translate(&l.row_anchor);
            }
            MacroAction::InputText(l, text) => {
                l.label = self.values.translate(&l.label);
                l.row_anchor = self.values.translate(&l.row_anchor);
                *text = self.values.translate(text);
            }
            _ => {}
        }
        action
    }

    /// The merged parts: the known ones where nothing was learned.
    fn finish(mut self) -> Option<MacroParts> {
        let found = self.values.slots.len().saturating_sub(self.known.slots.len());
        let (known_goal, fresh_goal) = (&self.known.goal, &self.fresh.goal);
        self.merged.goal = self.values.goal(known_goal, fresh_goal)?;
        self.merged.slots = self.values.slots;
        let branched = has_branches(&self.merged);
        let learned = |m: &MacroParts| (m.states.clone(), m.slots.clone(), m.goal.clone());
        let actions = |m: &MacroParts| -> Vec<(usize, usize, MacroAction)> {
            m.transitions.iter().map(|t| (t.from, t.to, t.action.clone())).collect()
        };
        let news = learned(&self.merged) != learned(self.known)
            || actions(&self.merged) != actions(self.known);
        if !news && !branched {
            return Some(self.known.clone());
        }
        if news {
            self.merged.version = self.known.version.saturating_add(1);
            self.merged.parent = Some(self.known.version);
            self.merged.reason = reason(&self.known.id, self.branches, found);
            for source in &self.fresh.sources {
                if self.merged.sources.len() < MOST_SOURCES && !self.merged.sources.contains(source)
                {
                    self.merged.sources.push(source.clone());
                }
            }
        }
        Some(self.merged)
    }
}

/// One action for both; what differs becomes a slot.
fn join_action(a: &MacroAction, b: &MacroAction, values: &mut Values<'_>) -> Option<MacroAction> {
    let mut joined = a.clone();
    match (&mut joined, b) {
        (MacroAction::Tap(x), MacroAction::Tap(y))
        | (MacroAction::LongPress(x), MacroAction::LongPress(y)) => join_locator(x, y, values)?,
        (MacroAction::InputText(x, text), MacroAction::InputText(y, other)) => {
            join_locator(x, y, values)?;
            *text = values.unify(text, other).ok()?;
        }
        _ => {}
    }
    Some(joined)
}

fn join_locator(x: &mut Locator, y: &Locator, values: &mut Values<'_>) -> Option<()> {
    x.label = values.unify(&x.label, &y.label).ok()?;
    x.row_anchor = values.unify(&x.row_anchor, &y.row_anchor).ok()?;
    x.equals = x.equals.max(y.equals);
    x.same_id = x.same_id.max(y.same_id);
    x.same_place = x.same_place.max(y.same_place);
    x.same_label = x.same_label.max(y.same_label);
    x.was_checked = x.was_checked.filter(|c| y.was_checked == Some(*c));
    x.within = x.within.or(y.within);
    Some(())
}

fn has_branches(parts: &MacroParts) -> bool {
    let mut seen = std::collections::HashSet::new();
    parts.transitions.iter().any(|t| !seen.insert(t.from))
}

/// The transitions of a machine that is one chain, in order; a branched one cannot be walked.
fn chain(parts: &MacroParts) -> Option<Vec<&Transition>> {
    let mut chain = Vec::with_capacity(parts.transitions.len());
    let mut at = parts.start;
    while at != parts.end {
        let mut ways = parts.transitions.iter().filter(|t| t.from == at);
        let (Some(step), None) = (ways.next(), ways.next()) else { return None };
        if chain.len() >= parts.transitions.len() {
            return None;
        }
        chain.push(step);
        at = step.to;
    }
    Some(chain)
}

/// Whether the element is an entry of a list, or stands in one.
fn in_list(locator: &Locator) -> bool {
    !locator.row_anchor.is_empty() || locator.within.is_some() && locator.same_place > 1
}

/// Lengths of the runs of steps that do the same in one row after the other.
fn rows_in_a_row(parts: &MacroParts) -> Vec<usize> {
    let row = |t: &Transition| {
        t.action.locator().filter(|l| in_list(l)).map(|l| (t.action.verb(), l.place))
    };
    let mut runs = Vec::new();
    let mut length = 1;
    for pair in parts.transitions.windows(2) {
        match (row(&pair[0]), row(&pair[1])) {
            (Some(a), Some(b)) if a == b => length += 1,
            _ => {
                runs.push(length);
                length = 1;
            }
        }
    }
    runs.push(length);
    runs.retain(|n| *n > 1);
    runs
}
