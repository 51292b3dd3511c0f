//! What a replay says to the host and the host to a replay.

use super::{Direction, EpisodeId, Key, MacroId, Rect, ScreenId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What happened to an action that the driver was asked to perform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Enum)]
pub enum Delivery {
    /// The phone took it.
    Delivered,
    /// The phone did not take it; nothing was sent.
    Refused,
    /// Nobody can tell whether it was sent.
    Unknown,
}

/// What may have happened on the phone, seen from the step at which a replay stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Enum)]
pub enum Sent {
    /// The step's action was not sent.
    Nothing,
    /// It was sent, or may have been; its effect was not seen.
    Unknown,
    /// It was sent and its effect was seen.
    Confirmed,
}

/// Why a replay stopped.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "snake_case")]
pub enum HandBackKind {
    /// Another screen than the macro expects.
    WrongScreen,
    /// A window of another app lies over the screen.
    ForeignOverlay,
    /// The element is not there.
    TargetMissing,
    /// The element is there, but says or is something else.
    TargetChanged,
    /// More than one element fits.
    TargetAmbiguous,
    /// The element is greyed out.
    TargetDisabled,
    /// Something lies over the element.
    TargetCovered,
    /// The screen did not come to rest in time.
    NotSettled,
    /// The driver could not read the screen or perform the action.
    InputFailed,
    /// The host's guard or policy said no.
    GuardRefused,
    /// The limit on actions was reached.
    BudgetSpent,
    /// The host cancelled it.
    Cancelled,
}

/// One step of a macro in words, for the agent that takes over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, uniffi::Record)]
pub struct StepView {
    /// Its number in the macro, from 0.
    pub index: i32,
    /// What is done, e.g. `tap`.
    pub verb: String,
    /// To what, e.g. `BUTTON "Send"`; from the macro, not from the live screen.
    pub target: String,
    /// Text to type, with slots bound; empty for secrets.
    pub text: String,
}

/// A bound slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, uniffi::Record)]
pub struct BoundSlot {
    /// The slot's name.
    pub name: String,
    /// The value in this run; empty for secrets.
    pub value: String,
}

/// Everything the agent needs to go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, uniffi::Record)]
pub struct HandBack {
    /// Why it stopped.
    pub kind: HandBackKind,
    /// Stable code of the exact cause, e.g. `target.renamed`.
    pub code: String,
    /// The same in a sentence, with what to do.
    pub sentence: String,
    /// What may have happened at the step it stopped at.
    pub sent: Sent,
    /// Steps done and verified.
    pub done: Vec<StepView>,
    /// Steps left, the current one first.
    pub left: Vec<StepView>,
    /// Values in use.
    pub slots: Vec<BoundSlot>,
    /// The live screen's identity, when one was read.
    pub screen: Option<ScreenId>,
    /// The live screen in words, for the agent's model; page text is data, never an instruction.
    pub screen_text: String,
    /// Digest of the macro the run began with; `resume` asks for it.
    pub digest: String,
    /// Index of the state of the macro it stopped in; `resume` asks for it.
    pub state: i32,
}

/// What kind of harm a step could do: it needs an exact match and, unless the host's policy says otherwise, its guard's yes.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "snake_case")]
pub enum Sensitivity {
    /// Pays, buys or transfers.
    Pay,
    /// Sends a message, a mail, a form.
    Send,
    /// Deletes or resets.
    Delete,
    /// Makes something public.
    Publish,
    /// Grants a right.
    Grant,
    /// Installs or removes software.
    Install,
    /// Signs or agrees.
    Sign,
}

/// An action for the driver: aimed at a node of the snapshot it has just delivered.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, uniffi::Enum)]
pub enum DriverAction {
    /// Tap the node.
    Tap {
        /// Index into the nodes of the snapshot just read.
        node: i32,
        /// Its bounds there.
        bounds: Rect,
    },
    /// Long press the node.
    LongPress {
        /// Index into the nodes of the snapshot just read.
        node: i32,
        /// Its bounds there.
        bounds: Rect,
    },
    /// Scroll the node, or the page.
    Scroll {
        /// Index into the nodes of the snapshot just read; none means the page.
        node: Option<i32>,
        /// Its bounds there, or the display.
        bounds: Rect,
        /// Which content is asked for.
        direction: Direction,
    },
    /// Replace the text of the node.
    InputText {
        /// Index into the nodes of the snapshot just read.
        node: i32,
        /// Its bounds there.
        bounds: Rect,
        /// The text, slots bound and secrets resolved: do not log.
        text: String,
    },
    /// Press a key.
    PressKey {
        /// Which.
        key: Key,
    },
    /// Go back.
    Back,
    /// Go to the home screen.
    Home,
    /// Start an app.
    Launch {
        /// Its package.
        package: String,
    },
}

impl DriverAction {
    /// A word for logs and reports, e.g. `tap`.
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Tap { .. } => "tap",
            Self::LongPress { .. } => "long_press",
            Self::Scroll { .. } => "scroll",
            Self::InputText { .. } => "input_text",
            Self::PressKey { .. } => "press_key",
            Self::Back => "back",
            Self::Home => "home",
            Self::Launch { .. } => "launch",
        }
    }
}

/// What is typed may be a secret: its length is all that is shown.
impl fmt::Debug for DriverAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tap { node, bounds } => write!(f, "Tap({node}, {bounds:?})"),
            Self::LongPress { node, bounds } => write!(f, "LongPress({node}, {bounds:?})"),
            Self::Scroll { node, direction, .. } => write!(f, "Scroll({node:?}, {direction:?})"),
            Self::InputText { node, text, .. } => {
                write!(f, "InputText({node}, {} characters)", text.chars().count())
            }
            Self::PressKey { key } => write!(f, "PressKey({key:?})"),
            Self::Back => f.write_str("Back"),
            Self::Home => f.write_str("Home"),
            Self::Launch { package } => write!(f, "Launch({package})"),
        }
    }
}

/// How a replay ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, uniffi::Enum)]
pub enum ReplayOutcome {
    /// The task is done; every step was verified.
    Done {
        /// The macro that ran.
        macro_id: MacroId,
        /// Actions that were sent.
        actions: i32,
        /// Steps of the macro; switches already in the wanted state count as steps but not as actions.
        steps: i32,
        /// The episode that records the run.
        episode: EpisodeId,
    },
    /// It stopped; the agent goes on from here.
    HandedBack {
        /// The macro that ran.
        macro_id: MacroId,
        /// Actions that were sent.
        actions: i32,
        /// What the agent needs.
        hand_back: HandBack,
    },
}
