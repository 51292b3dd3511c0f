//! What a node is for, from what kind of widget it is.
//!
//! A role enters the fingerprint, so it follows from the class and from capabilities that a widget is built with, never
//! from momentary state (focus, enabled, checked) and never from `clickable`: a tab that is selected stops being clickable.

use crate::model::{Role, UiNode};

/// What the class name alone says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Button,
    Input,
    Toggle,
    Image,
    Text,
    Navigation,
    Dialog,
    /// A list whose children are rows.
    List,
    /// Something that scrolls a page.
    Scroll,
    /// Whole pages side by side: what it holds does not scroll away.
    Pager,
    /// Shows that something is going on.
    Progress,
    /// A page or a drawing that may have no nodes.
    Web,
    /// A drawing without nodes.
    Canvas,
    /// Any other: layouts, `View`, obfuscated and own classes.
    Other,
}

impl Kind {
    /// By the last part of the class name. Own classes usually keep the suffix of what they extend.
    pub fn of(class: &str) -> Self {
        let name = class.rsplit(['.', '$']).next().unwrap_or(class).trim();
        let is = |suffix: &str| name.ends_with(suffix);
        if let Some(kind) = Self::of_html(name) {
            kind
        } else if is("TabView")
            || is("Tab")
            || is("NavigationItemView")
            || is("NavigationBarItemView")
        {
            Self::Navigation
        } else if is("EditText") || is("AutoComplete") || is("CompleteTextView") || is("TextField")
        {
            Self::Input
        } else if is("Switch")
            || is("CheckBox")
            || is("RadioButton")
            || is("ToggleButton")
            || is("SwitchCompat")
            || is("SwitchMaterial")
            || is("MaterialSwitch")
            || is("CheckedTextView")
        {
            Self::Toggle
        } else if is("Button") || is("Chip") || is("Spinner") {
            Self::Button
        } else if is("ViewPager") || is("ViewPager2") || is("Workspace") || is("PagedView") {
            Self::Pager
        } else if is("RecyclerView") || is("ListView") || is("GridView") || is("Gallery") {
            Self::List
        } else if is("ScrollView") {
            Self::Scroll
        } else if is("ImageView") || is("Image") {
            Self::Image
        } else if is("TextView") || is("Chronometer") || is("TextClock") || is("StaticText") {
            Self::Text
        } else if is("ProgressBar") || is("ProgressIndicator") {
            Self::Progress
        } else if is("SeekBar") || is("Slider") || is("RatingBar") || is("NumberPicker") {
            Self::Button
        } else if is("WebView") {
            Self::Web
        } else if is("SurfaceView") || is("TextureView") || is("UnityPlayer") {
            Self::Canvas
        } else if is("Dialog") {
            Self::Dialog
        } else {
            Self::Other
        }
    }

    /// Channels that read web pages name elements by their tags.
    fn of_html(name: &str) -> Option<Self> {
        Some(match name {
            "BUTTON" | "A" | "SELECT" => Self::Button,
            "INPUT" | "TEXTAREA" => Self::Input,
            "IMG" => Self::Image,
            "UL" | "OL" => Self::List,
            "HTML" | "BODY" => Self::Scroll,
            "DIALOG" => Self::Dialog,
            _ => return None,
        })
    }

    /// Whether it holds content that scrolls away.
    pub fn scrolls(self) -> bool {
        matches!(self, Self::List | Self::Scroll)
    }
}

/// The role of a node.
pub(super) fn role(kind: Kind, node: &UiNode, labelled: bool, row: bool, dialog: bool) -> Role {
    match kind {
        _ if dialog => Role::Dialog,
        _ if node.editable => Role::Input,
        Kind::Input => Role::Input,
        Kind::Toggle => Role::Toggle,
        _ if node.checkable => Role::Toggle,
        Kind::List | Kind::Scroll | Kind::Pager => Role::Scrollable,
        Kind::Navigation => Role::Navigation,
        Kind::Button => Role::Button,
        Kind::Image | Kind::Progress => Role::Image,
        Kind::Text => Role::Text,
        Kind::Web | Kind::Canvas | Kind::Dialog => Role::Unknown,
        Kind::Other if node.scrollable => Role::Scrollable,
        Kind::Other if row => Role::ListItem,
        Kind::Other if labelled => Role::Text,
        // Without a label or a list of its own it was kept because it reacts.
        Kind::Other if node.clickable || node.long_clickable => Role::Button,
        Kind::Other => Role::Unknown,
    }
}

/// Parts of a dialog that have the word in their ids.
const DIALOG_PARTS: [&str; 6] = ["itle", "essage", "utton", "icon", "Icon", "ext"];

/// Whether a node is the root of a dialog, by the name that toolkits give its id.
pub(super) fn is_dialog(kind: Kind, name: &str) -> bool {
    kind == Kind::Dialog
        || matches!(
            name,
            "parentPanel" | "grant_singleton" | "bottom_sheet" | "design_bottom_sheet"
        )
        || name.contains("ialog") && !DIALOG_PARTS.iter().any(|part| name.contains(part))
}
