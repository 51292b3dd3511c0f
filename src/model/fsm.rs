//! A distilled macro: states are screens, transitions are actions with locators, slots and guards.

use super::energy::{self, Energy};
use super::{
    Direction, EpisodeId, Fingerprint, Key, MacroId, Role, ScreenId, ScreenKey, Timestamp,
};
use serde::{Deserialize, Serialize};

/// How a macro finds its element again. Never a coordinate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Locator {
    /// The element's fingerprint on the recorded screen.
    pub fingerprint: Fingerprint,
    /// Its place (fingerprint without text).
    pub place: Fingerprint,
    /// Package it belongs to: a look-alike in another app is never touched.
    pub package: String,
    /// Resource id, empty when there was none of use.
    pub resource_id: String,
    /// Class name.
    pub class_name: String,
    /// Role.
    pub role: Role,
    /// Label, possibly with slots.
    pub label: TextTemplate,
    /// Text of the row it stood in, possibly with slots; empty outside lists.
    pub row_anchor: TextTemplate,
    /// Ordinal among equal fingerprints on the recorded screen.
    pub ordinal: u32,
    /// How many elements of the recorded screen had this fingerprint. More than 1 and no row anchor: unverifiable.
    pub equals: u32,
    /// For toggles: the state that the action led to. A toggle already there is not pressed.
    pub wanted_checked: Option<bool>,
}

/// A piece of a text template.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// Text that stays.
    Literal(String),
    /// The slot with this name.
    Slot(String),
}

/// Text with slots.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextTemplate(pub Vec<Piece>);

impl TextTemplate {
    /// A template without slots.
    pub fn literal(text: &str) -> Self {
        if text.is_empty() { Self::default() } else { Self(vec![Piece::Literal(text.to_owned())]) }
    }

    /// The text with slots bound by `value_of`; `None` when a slot has no value.
    pub fn bind<'a>(&'a self, value_of: impl Fn(&'a str) -> Option<&'a str>) -> Option<String> {
        self.0
            .iter()
            .map(|piece| match piece {
                Piece::Literal(text) => Some(text.as_str()),
                Piece::Slot(name) => value_of(name),
            })
            .collect()
    }

    /// Whether it has no slots.
    pub fn is_literal(&self) -> bool {
        self.0.iter().all(|p| matches!(p, Piece::Literal(_)))
    }
}

/// A typed value that the macro takes as a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Its name: the host's, or `value1`, `value2`, ... in order of appearance.
    pub name: String,
    /// The value it was learned with; empty for secrets.
    pub example: String,
    /// Resolved by the host at the moment of typing; never stored.
    pub secret: bool,
}

/// A screen of the machine, reduced to what tells it apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Which screen this is.
    pub screen: ScreenId,
    /// Where it belongs.
    pub key: ScreenKey,
    /// What spoke for it: the nodes' identities, with weights.
    pub sketch: Vec<SketchNode>,
}

/// One node in a state's sketch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SketchNode {
    /// The node's fingerprint.
    #[serde(rename = "f")]
    pub fingerprint: Fingerprint,
    /// The node's place.
    #[serde(rename = "p")]
    pub place: Fingerprint,
    /// Its weight in the match, 1 to 100.
    #[serde(rename = "w")]
    pub weight: u8,
}

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
            if parts.transitions.iter().take(n).any(|o| o.from == t.from && o.action == t.action) {
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
        let declared = |t: &TextTemplate| {
            t.0.iter().all(|p| {
                matches!(p, Piece::Literal(_))
                    || matches!(p, Piece::Slot(n) if parts.slots.iter().any(|s| s.name == *n))
            })
        };
        let all_declared = declared(&parts.goal)
            && parts.transitions.iter().all(|t| {
                t.action.locator().is_none_or(|l| declared(&l.label) && declared(&l.row_anchor))
                    && !matches!(&t.action, MacroAction::InputText(_, text) if !declared(text))
            });
        if !all_declared {
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

    /// Digest of the whole definition (BLAKE3, 32 hex digits): a run is resumed only with the digest it began with.
    pub fn digest(&self) -> String {
        let json = serde_json::to_vec(&self.0).unwrap_or_default();
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
