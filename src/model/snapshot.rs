//! Raw input: what a channel saw at one moment, before anything is judged or dropped.

use super::{Display, OverlayState, Rect, Timestamp};
use serde::{Deserialize, Serialize};

/// One node of the accessibility tree, in a flat list: parents stand before their children.
///
/// Kotlin names the arguments and leaves out what is not there:
/// `UiNode(className = "android.widget.Button", text = "OK", bounds = Rect(0, 0, 100, 40), clickable = true)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Record)]
pub struct UiNode {
    /// Android class name; may be blank or obfuscated.
    #[uniffi(default = "")]
    pub class_name: String,
    /// Full resource id, e.g. `com.app:id/send`; a bare Compose test tag is allowed.
    #[uniffi(default = "")]
    pub resource_id: String,
    /// Visible text.
    #[uniffi(default = "")]
    pub text: String,
    /// Content description.
    #[uniffi(default = "")]
    pub content_desc: String,
    /// Hint of an input; stays when values are masked.
    #[uniffi(default = "")]
    pub hint: String,
    /// Package that owns the node.
    #[uniffi(default = "")]
    pub package: String,
    /// Bounds on the display, clipped to the visible part by most channels.
    pub bounds: Rect,
    /// Index of the parent in the snapshot's node list, always smaller than the own index; none for a root.
    #[uniffi(default = None)]
    pub parent: Option<i32>,
    /// Index into the snapshot's window list.
    #[uniffi(default = 0)]
    pub window: i32,
    /// Can be checked.
    #[uniffi(default = false)]
    pub checkable: bool,
    /// Is checked.
    #[uniffi(default = false)]
    pub checked: bool,
    /// Reacts to a tap.
    #[uniffi(default = false)]
    pub clickable: bool,
    /// Reacts to a long press.
    #[uniffi(default = false)]
    pub long_clickable: bool,
    /// Not greyed out.
    #[uniffi(default = true)]
    pub enabled: bool,
    /// Can take the input focus.
    #[uniffi(default = false)]
    pub focusable: bool,
    /// Has the input focus.
    #[uniffi(default = false)]
    pub focused: bool,
    /// Can be scrolled.
    #[uniffi(default = false)]
    pub scrollable: bool,
    /// Is selected (a tab, a chip).
    #[uniffi(default = false)]
    pub selected: bool,
    /// Takes text input; unknown to dumps, which derive it from the class.
    #[uniffi(default = false)]
    pub editable: bool,
    /// Is a password field: its text is masked before anything else sees it.
    #[uniffi(default = false)]
    pub password: bool,
    /// Marked as data-sensitive by the app (Android 14): treated like a password.
    #[uniffi(default = false)]
    pub sensitive: bool,
    /// Visible to the user; `None` means the channel does not say and it is computed.
    #[uniffi(default = None)]
    pub visible: Option<bool>,
}

impl UiNode {
    /// An enabled node of the given class and bounds, with nothing else set.
    pub fn new(class_name: impl Into<String>, bounds: Rect) -> Self {
        Self {
            class_name: class_name.into(),
            resource_id: String::new(),
            text: String::new(),
            content_desc: String::new(),
            hint: String::new(),
            package: String::new(),
            bounds,
            parent: None,
            window: 0,
            checkable: false,
            checked: false,
            clickable: false,
            long_clickable: false,
            enabled: true,
            focusable: false,
            focused: false,
            scrollable: false,
            selected: false,
            editable: false,
            password: false,
            sensitive: false,
            visible: None,
        }
    }

    /// The parent as an index, when it is one.
    pub fn parent_index(&self) -> Option<usize> {
        self.parent.and_then(|p| usize::try_from(p).ok())
    }
}

/// What a window is for, as AccessibilityWindowInfo types it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Enum,
)]
pub enum WindowKind {
    /// An app's window (also legacy phone, priority phone and toast windows).
    #[default]
    Application,
    /// The soft keyboard.
    InputMethod,
    /// Status bar, navigation bar, system alerts and `TYPE_APPLICATION_OVERLAY`: read the package to tell them apart.
    System,
    /// Drawn by an accessibility service.
    AccessibilityOverlay,
    /// Divider of a split screen, picture-in-picture menu.
    SplitDivider,
    /// The channel does not say.
    Unknown,
}

/// One window of a snapshot. A dump without windows has one of kind `Application`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Record)]
pub struct Window {
    /// What it is for.
    pub kind: WindowKind,
    /// Z order: a larger layer lies above a smaller one.
    #[uniffi(default = 0)]
    pub layer: i32,
    /// Package of its root node; empty when unknown.
    #[uniffi(default = "")]
    pub package: String,
    /// Bounds on the display.
    pub bounds: Rect,
    /// Title, when the channel tells it.
    #[uniffi(default = "")]
    pub title: String,
    /// Whether it takes touches; `None` when the channel does not say.
    #[uniffi(default = None)]
    pub touchable: Option<bool>,
    /// Has the input focus.
    #[uniffi(default = false)]
    pub focused: bool,
    /// Display it is on; 0 is the built-in one.
    #[uniffi(default = 0)]
    pub display_id: i32,
}

/// The app in front.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Record)]
pub struct Foreground {
    /// Package name.
    #[uniffi(default = "")]
    pub package: String,
    /// Activity class, when known.
    #[uniffi(default = "")]
    pub activity: String,
    /// Version name or code, when known.
    #[uniffi(default = "")]
    pub version: String,
    /// Lowercase hex SHA-256 of the signing certificate, when known.
    #[uniffi(default = "")]
    pub signer: String,
}

/// Circumstances of a capture: what the tree itself does not tell.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Record)]
pub struct Capture {
    /// Moment of capture. A screen older than the last action is refused.
    pub at: Timestamp,
    /// Id of this attempt, unique per capture; empty when the host has none.
    #[uniffi(default = "")]
    pub id: String,
    /// Name of the channel that read it, e.g. `accessibility`, `uiautomator`.
    #[uniffi(default = "")]
    pub channel: String,
    /// The app in front; an empty package is derived from the tree.
    #[uniffi(default)]
    pub foreground: Foreground,
    /// The display; unknown parts are derived from the tree.
    #[uniffi(default)]
    pub display: Display,
    /// What the host's overlay sensor says.
    pub overlay: OverlayState,
}

/// Something was repaired while reading; the tree is usable.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Record)]
pub struct Warning {
    /// Stable code, e.g. `xml.text_around_tree`.
    pub code: String,
    /// How many times.
    pub count: i32,
}

/// The nodes of one or more windows at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Record)]
pub struct Snapshot {
    /// All nodes, parents before children.
    pub nodes: Vec<UiNode>,
    /// All windows; nodes point into this list. May be empty for a single-window snapshot.
    #[uniffi(default = [])]
    pub windows: Vec<Window>,
    /// Circumstances.
    pub capture: Capture,
    /// A limit cut the tree short: it is never memorised and nothing is replayed on it.
    #[uniffi(default = false)]
    pub truncated: bool,
    /// What was repaired while reading.
    #[uniffi(default = [])]
    pub warnings: Vec<Warning>,
    /// Size of the raw input in bytes; 0 for node lists.
    #[uniffi(default = 0)]
    pub raw_bytes: i64,
}

/// A screen as the host has it: nodes already, or the raw bytes of a dump.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ScreenInput {
    /// A flat node list, e.g. from AccessibilityNodeInfo.
    Nodes {
        /// The snapshot.
        snapshot: Snapshot,
    },
    /// Raw bytes of a dump; the dialect is detected from the content.
    Dump {
        /// The bytes as read, error texts included.
        bytes: Vec<u8>,
        /// Circumstances of the capture.
        capture: Capture,
    },
}
