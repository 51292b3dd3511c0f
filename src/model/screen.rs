//! A pruned snapshot: semantic nodes with fingerprints, roles and spatial edges.

use super::{Capture, ContentId, Edge, Fingerprint, Rect, ScreenId, Warning};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a node is for. The text form is what fingerprints and the database use.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Role {
    /// Reacts to a tap.
    Button,
    /// Takes text.
    Input,
    /// Can be scrolled.
    Scrollable,
    /// Says something.
    Text,
    /// A row of a list.
    ListItem,
    /// A switch, check box or radio button.
    Toggle,
    /// A picture.
    Image,
    /// A tab, navigation bar entry or "up" button.
    Navigation,
    /// A dialog's root.
    Dialog,
    /// None of these.
    Unknown,
}

impl Role {
    const ALL: [(Self, &'static str); 10] = [
        (Self::Button, "BUTTON"),
        (Self::Input, "INPUT"),
        (Self::Scrollable, "SCROLLABLE"),
        (Self::Text, "TEXT"),
        (Self::ListItem, "LIST_ITEM"),
        (Self::Toggle, "TOGGLE"),
        (Self::Image, "IMAGE"),
        (Self::Navigation, "NAVIGATION"),
        (Self::Dialog, "DIALOG"),
        (Self::Unknown, "UNKNOWN"),
    ];

    /// The stored form, e.g. `LIST_ITEM`.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(role, _)| *role == self).map_or("UNKNOWN", |(_, text)| text)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A stored role that this version does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown role in the database: it was written by another version or damaged; run an integrity check"
)]
pub struct UnknownRole;

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        Self::ALL.iter().find(|(_, t)| *t == text).map(|(role, _)| *role).ok_or(UnknownRole)
    }
}

/// A semantic node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// Identity with text.
    pub fingerprint: Fingerprint,
    /// Identity without text: the node's place. Children hash this as their parent.
    pub place: Fingerprint,
    /// Position among the nodes of this screen with the same fingerprint, in reading order, from 0.
    pub ordinal: u32,
    /// Whether another node of this screen has the same fingerprint. Nothing ever takes "the first match" of such a node.
    pub ambiguous: bool,
    /// What it is for.
    pub role: Role,
    /// Text, else content description, else (for interactive nodes) the labels of descendants; normalised.
    pub label: String,
    /// Class name as captured.
    pub class_name: String,
    /// Resource id where it is stable and of use, else empty. Package prefix kept.
    pub resource_id: String,
    /// Package that owns the node.
    pub package: String,
    /// Hint of an input.
    pub hint: String,
    /// Bounds on the display.
    pub bounds: Rect,
    /// Index of the nearest semantic ancestor in the screen's node list, always smaller than the own index.
    pub parent: Option<u32>,
    /// Index of the node in the snapshot it came from: what the driver acts on.
    pub source: u32,
    /// Index of the window in the snapshot.
    pub window: u32,
    /// The text of the row that holds it, when it stands in a list: tells equal rows apart.
    pub row_anchor: String,
    /// The label's shape says that it changes by itself (clock, counter, date, progress, badge).
    pub volatile: bool,
    /// Current state.
    pub state: NodeState,
}

/// What a node is doing right now; never part of its identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct NodeState {
    /// Can be checked.
    pub checkable: bool,
    /// Is checked.
    pub checked: bool,
    /// Not greyed out.
    pub enabled: bool,
    /// Has the input focus.
    pub focused: bool,
    /// Is selected.
    pub selected: bool,
    /// Reacts to a tap.
    pub clickable: bool,
    /// Reacts to a long press.
    pub long_clickable: bool,
    /// Can be scrolled.
    pub scrollable: bool,
    /// Takes text.
    pub editable: bool,
    /// Its value is masked: password field or marked sensitive.
    pub secret: bool,
    /// Its centre lies under something that is not its descendant.
    pub covered: bool,
    /// Only a part of it is on the display or in its scroll container.
    pub clipped: bool,
}

impl Node {
    /// Whether a finger can do something with it.
    pub fn is_interactive(&self) -> bool {
        let s = &self.state;
        s.clickable || s.long_clickable || s.checkable || s.editable || s.scrollable
    }

    /// Whether it may be acted on now: interactive, enabled and uncovered.
    pub fn is_actionable(&self) -> bool {
        self.is_interactive() && self.state.enabled && !self.state.covered
    }
}

/// Where a screen belongs; two screens with different keys are never the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ScreenKey {
    /// Package whose content the screen shows (a system dialog's own package when one is on top).
    pub package: String,
    /// Whether it is wider than high.
    pub landscape: bool,
    /// Display it is on.
    pub display_id: i32,
    /// Whether it shares the display with another app.
    pub split: bool,
}

/// A pruned snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Screen {
    /// Which screen this is.
    pub id: ScreenId,
    /// What it says.
    pub content: ContentId,
    /// Where it belongs.
    pub key: ScreenKey,
    /// Semantic nodes, parents before children, reading order among siblings.
    pub nodes: Vec<Node>,
    /// SPATIAL edges between them.
    pub edges: Vec<Edge>,
    /// Circumstances of the capture.
    pub capture: Capture,
    /// Whether the keyboard is up (it is not among the nodes).
    pub keyboard: bool,
    /// A screen-filling web view or canvas without nodes: nothing may be learned from it.
    pub opaque: bool,
    /// Nodes of the snapshot before pruning.
    pub raw_nodes: u32,
    /// Size of the raw input in bytes; 0 for node lists.
    pub raw_bytes: u64,
    /// What was repaired while reading.
    pub warnings: Vec<Warning>,
}

impl Screen {
    /// All nodes with this fingerprint. More than one means: ambiguous, do not choose.
    pub fn find(&self, fingerprint: Fingerprint) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(move |n| n.fingerprint == fingerprint)
    }

    /// The node that a snapshot node became, if it survived pruning.
    pub fn by_source(&self, source: u32) -> Option<&Node> {
        self.nodes.iter().find(|n| n.source == source)
    }

    /// The node's ancestors, nearest first.
    pub fn ancestors<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        std::iter::successors(node.parent.and_then(|p| self.nodes.get(p as usize)), |n| {
            n.parent.and_then(|p| self.nodes.get(p as usize))
        })
    }
}
