//! What an agent does on a screen, as typed values.

use super::Point;
use serde::{Deserialize, Serialize};

/// What an action is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Enum)]
pub enum Target {
    /// A node of the last recorded snapshot, by its index in the node list.
    Node {
        /// Index into `Snapshot.nodes`.
        index: i32,
    },
    /// A point on the last recorded snapshot. It is resolved to a node when it is recorded; the point itself is not kept.
    At {
        /// Where, in pixels.
        point: Point,
    },
}

/// Which way content is asked to move: `Down` shows what is further down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Enum)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Towards the beginning of a vertical list.
    Up,
    /// Towards the end of a vertical list.
    Down,
    /// Towards the beginning of a horizontal list.
    Left,
    /// Towards the end of a horizontal list.
    Right,
}

/// Keys that a phone agent presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Enum)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// Enter, or the keyboard's action key.
    Enter,
    /// Delete backwards.
    Delete,
    /// Tab.
    Tab,
    /// Search.
    Search,
    /// Menu.
    Menu,
    /// Recent apps.
    Recents,
    /// Volume up.
    VolumeUp,
    /// Volume down.
    VolumeDown,
}

/// One action, as an agent reports it.
///
/// `target` is a node of the snapshot recorded last, or a point on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Enum)]
pub enum Action {
    /// A short tap.
    Tap {
        /// On what.
        target: Target,
    },
    /// A long press.
    LongPress {
        /// On what.
        target: Target,
    },
    /// Scroll or swipe.
    Scroll {
        /// What is scrolled; none means the page.
        target: Option<Target>,
        /// Which content is asked for.
        direction: Direction,
    },
    /// Replace the text of an input.
    InputText {
        /// Into what; none means the focused input.
        target: Option<Target>,
        /// The text. Never stored when `secret` is set or the input is a password field.
        text: String,
        /// Whether the text is a secret (password, one-time code).
        secret: bool,
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
    /// Wait for the screen to change by itself.
    Wait {
        /// How long, in milliseconds.
        millis: i64,
    },
}

impl Action {
    /// The action's aim, if it has one.
    pub fn target(&self) -> Option<Target> {
        match self {
            Self::Tap { target } | Self::LongPress { target } => Some(*target),
            Self::Scroll { target, .. } | Self::InputText { target, .. } => *target,
            _ => None,
        }
    }

    /// A word for logs and reports, e.g. `tap`; never holds screen text.
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
            Self::Wait { .. } => "wait",
        }
    }
}

/// How an action went, as the host saw it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "snake_case")]
pub enum ActionResult {
    /// The action was delivered.
    #[default]
    Ok,
    /// The action failed or was refused; it is never distilled.
    Failed,
}
