//! A distilled macro: states are screens, transitions are actions with locators, slots and guards.

pub use super::locator::{Container, Locator};
pub use super::sketch::{Mark, Short, Sketch, SketchNode, SlotLabel, State};
pub use super::template::{Bindings, Piece, Slot, TextTemplate};

use super::energy::{self, Energy};
use super::{Direction, EpisodeId, Key, MacroId, ScreenId, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// What a transition does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MacroAction {
    /// A short tap.
    Tap(Locator),
    /// A long press.
    LongPress(Locator),
    /// Scroll an element, or the page.
    Scroll(Option<Locator>, Direction),
    /// Replace the text of an input.
    InputText(Locator, TextTemplate),
    /// Press a key.
    PressKey(Key),
    /// Go back.
    Back,
    /// Go to the home screen.
    Home,
    /// Start an app.
    Launch(String),
}

impl MacroAction {
    /// How its element is found, if it has one.
    pub fn locator(&self) -> Option<&Locator> {
        match self {
            Self::Tap(l) | Self::LongPress(l) | Self::InputText(l, _) => Some(l),
            Self::Scroll(l, _) => l.as_ref(),
            _ => None,
        }
    }

    /// What it types, if it types.
    pub fn text(&self) -> Option<&TextTemplate> {
        match self {
            Self::InputText(_, text) => Some(text),
            _ => None,
        }
    }

    /// A word for logs and reports, e.g. `tap`.
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Tap(_) => "tap",
            Self::LongPress(_) => "long_press",
            Self::Scroll(..) => "scroll",
            Self::InputText(..) => "input_text",
            Self::PressKey(_) => "press_key",
            Self::Back => "back",
            Self::Home => "home",
            Self::Launch(_) => "launch",
        }
    }
}

/// An action that leads from one state to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    /// Index of the state it starts from.
    pub from: usize,
    /// Index of the state it leads to.
    pub to: usize,
    /// What is done.
    pub action: MacroAction,
    /// Milliseconds the screen took to change in the traces (longest seen).
    pub settle_ms: i64,
    /// In how many runs it was taken. Where a state has several ways out, the one taken most often is tried first.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub runs: u32,
}

fn once() -> u32 {
    1
}

fn is_once(runs: &u32) -> bool {
    *runs == 1
}

/// The parts of a machine before it is known to be sound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MacroParts {
    /// Its id, over all versions.
    pub id: MacroId,
    /// Version, from 1. A repair is a new version.
    pub version: u32,
    /// The version it repairs.
    pub parent: Option<u32>,
    /// Why this version exists, in words.
    pub reason: String,
    /// Short name.
    pub name: String,
    /// The goal it was learned from, with slots.
    pub goal: TextTemplate,
    /// App it begins in.
    pub app: String,
    /// That app's version when it was learned.
    pub app_version: String,
    /// Its parameters.
    pub slots: Vec<Slot>,
    /// Its screens.
    pub states: Vec<State>,
    /// Its actions.
    pub transitions: Vec<Transition>,
    /// Index of the state it starts in.
    pub start: usize,
    /// Index of the state it ends in.
    pub end: usize,
    /// Episodes it was learned from.
    pub sources: Vec<EpisodeId>,
}

impl MacroParts {
    /// Every text that may hold slots.
    pub fn templates(&self) -> impl Iterator<Item = &TextTemplate> {
        std::iter::once(&self.goal)
            .chain(self.states.iter().flat_map(|s| s.slotted.iter().map(|l| &l.label)))
            .chain(
                self.transitions
                    .iter()
                    .filter_map(|t| t.action.locator())
                    .flat_map(|l| [&l.label, &l.row_anchor]),
            )
            .chain(self.transitions.iter().filter_map(|t| t.action.text()))
    }
}

/// The parts do not make a machine that can run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMacro {
    /// No transitions.
    #[error("the macro has no transitions; distil it from a run with at least 2 effective steps")]
    Empty,
    /// A transition or mark points to a state that is not there.
    #[error(
        "the macro names state {0}, which it does not have; it was truncated or edited, delete it and learn the task again"
    )]
    NoSuchState(usize),
    /// Two transitions of one state could not be told apart.
    #[error("state {0} of the macro has two equal ways out; learn the task again")]
    NonDeterministic(usize),
    /// The end cannot be reached.
    #[error("the macro's end cannot be reached from its start; learn the task again")]
    Unreachable,
    /// A template uses a slot that is not declared.
    #[error("the macro uses a slot that it does not declare; learn the task again")]
    UnknownSlot,
}

/// A sound machine: not empty, deterministic, its end reachable. There is no other way to make one than [`FsmMacro::new`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "MacroParts", into = "MacroParts")]
pub struct FsmMacro(MacroParts);

impl FsmMacro {
    /// Checks the parts.
    ///
    /// # Errors
    /// What makes the parts unsound, see [`InvalidMacro`].
    pub fn new(parts: MacroParts) -> Result<Self, InvalidMacro> {
        if parts.transitions.is_empty() {
            return Err(InvalidMacro::Empty);
        }
        let known = |state: usize| {
            if state < parts.states.len() { Ok(()) } else { Err(InvalidMacro::NoSuchState(state)) }
        };
        known(parts.start)?;
        known(parts.end)?;
        for (n, t) in parts.transitions.iter().enumerate() {
            known(t.from)?;
            known(t.to)?;
            // One action may lead to several screens (an optional dialog), if a look at the screen tells which.
            let blurred = |o: &Transition| {
                let (a, b) = (&parts.states[o.to], &parts.states[t.to]);
                o.to == t.to || (a.key == b.key && a.sketch == b.sketch && a.slotted == b.slotted)
            };
            if parts
                .transitions
                .iter()
                .take(n)
                .any(|o| o.from == t.from && o.action == t.action && blurred(o))
            {
                return Err(InvalidMacro::NonDeterministic(t.from));
            }
        }
        let mut reached = vec![false; parts.states.len()];
        let mut open = vec![parts.start];
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut reached[state], true) {
                open.extend(parts.transitions.iter().filter(|t| t.from == state).map(|t| t.to));
            }
        }
        if !reached[parts.end] {
            return Err(InvalidMacro::Unreachable);
        }
        let names: HashSet<&str> = parts.slots.iter().map(|s| s.name.as_str()).collect();
        if parts.templates().any(|t| t.slots().any(|name| !names.contains(name))) {
            return Err(InvalidMacro::UnknownSlot);
        }
        Ok(Self(parts))
    }

    /// Its parts, to read.
    pub fn parts(&self) -> &MacroParts {
        &self.0
    }

    /// Its parts, to build another version from.
    pub fn into_parts(self) -> MacroParts {
        self.0
    }

    /// Its id, over all versions.
    pub fn id(&self) -> &MacroId {
        &self.0.id
    }

    /// Which screen it starts on.
    pub fn initial_screen(&self) -> ScreenId {
        self.0.states[self.0.start].screen
    }

    /// Which screen it ends on.
    pub fn terminal_screen(&self) -> ScreenId {
        self.0.states[self.0.end].screen
    }

    /// The ways out of a state, the one taken most often first. One way is one action; it may lead to several states, and
    /// is given as the indexes of its transitions.
    pub fn ways(&self, state: usize) -> Vec<Vec<usize>> {
        let transitions = &self.0.transitions;
        let mut ways: Vec<Vec<usize>> = Vec::new();
        for (n, t) in transitions.iter().enumerate().filter(|(_, t)| t.from == state) {
            match ways.iter_mut().find(|way| transitions[way[0]].action == t.action) {
                Some(way) => way.push(n),
                None => ways.push(vec![n]),
            }
        }
        let runs = |n: &usize| transitions[*n].runs;
        for way in &mut ways {
            way.sort_by_key(|n| std::cmp::Reverse(runs(n)));
        }
        ways.sort_by_key(|way| std::cmp::Reverse(way.iter().map(runs).sum::<u32>()));
        ways
    }

    /// The transitions from a state to the end, along the way taken most often. Ends early where that way turns in a circle.
    pub fn path(&self, from: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut been = HashSet::new();
        let mut at = from;
        while at != self.0.end && been.insert(at) {
            let Some(next) = self.ways(at).first().and_then(|way| way.first().copied()) else {
                break;
            };
            path.push(next);
            at = self.0.transitions[next].to;
        }
        path
    }

    /// The states from this one on, itself first, nearest first.
    pub fn ahead(&self, from: usize) -> Vec<usize> {
        let mut ahead = vec![from];
        let mut next = 0;
        while let Some(&state) = ahead.get(next) {
            next += 1;
            for t in self.0.transitions.iter().filter(|t| t.from == state) {
                if !ahead.contains(&t.to) {
                    ahead.push(t.to);
                }
            }
        }
        ahead
    }

    /// Digest of the whole definition (BLAKE3, 32 hex digits): a run is resumed only with the digest it began with.
    pub fn digest(&self) -> String {
        // How often each way was taken orders the ways; it does not change what they do.
        let mut parts = self.0.clone();
        parts.transitions.iter_mut().for_each(|t| t.runs = 1);
        let json = serde_json::to_vec(&parts).unwrap_or_default();
        blake3::hash(&json).to_hex()[..32].to_owned()
    }
}

impl TryFrom<MacroParts> for FsmMacro {
    type Error = InvalidMacro;

    fn try_from(parts: MacroParts) -> Result<Self, InvalidMacro> {
        Self::new(parts)
    }
}

impl From<FsmMacro> for MacroParts {
    fn from(machine: FsmMacro) -> Self {
        machine.0
    }
}

/// How far a macro is trusted.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Learned from one run.
    Draft,
    /// A second run succeeded.
    Trusted,
    /// Permanent.
    Crystallised,
}

/// A macro with its record, as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MacroRecord {
    /// The machine.
    pub machine: FsmMacro,
    /// Runs that ended well, the one it was learned from included.
    pub successes: u32,
    /// Runs that ended in a hand-back.
    pub failures: u32,
    /// Its strength.
    pub energy: Energy,
    /// Permanent: no decay, no pruning, no bulk delete.
    pub crystallised: bool,
    /// When it was learned.
    pub created_at: Timestamp,
    /// When it last ran.
    pub last_run_at: Option<Timestamp>,
}

impl MacroRecord {
    /// A new macro, learned from one successful run.
    pub fn learned(machine: FsmMacro, now: Timestamp) -> Self {
        Self {
            machine,
            successes: 1,
            failures: 0,
            energy: Energy::new(now),
            crystallised: false,
            created_at: now,
            last_run_at: None,
        }
    }

    /// How far it is trusted.
    pub fn standing(&self) -> Standing {
        match (self.crystallised, self.successes) {
            (true, _) => Standing::Crystallised,
            (false, 2..) => Standing::Trusted,
            _ => Standing::Draft,
        }
    }

    /// The record after a run at `now` (energy decayed to now first). Crystallises where the thresholds are met, and never back.
    #[must_use]
    pub fn after_run(mut self, succeeded: bool, now: Timestamp, half_life_ms: i64) -> Self {
        let energy = if self.crystallised {
            Energy::from_stored(self.energy.value(), now)
        } else {
            self.energy.decayed(now, half_life_ms)
        };
        self.energy = if succeeded { energy.succeeded() } else { energy.failed() };
        let count = if succeeded { &mut self.successes } else { &mut self.failures };
        *count = count.saturating_add(1);
        self.crystallised |= energy::crystallises(self.energy, self.successes, self.failures);
        self.last_run_at = Some(now);
        self
    }
}
