//! Which dialect a text is in, from its content alone.

use memchr::memmem;

/// The ways in which trees are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// `uiautomator dump`, all API levels.
    Uiautomator,
    /// Appium page source: classes as tags, `displayed`.
    Appium,
    /// Bare `<node>` roots written by an accessibility service.
    AccessibilityXml,
    /// Detox view hierarchy.
    Detox,
    /// droidrun's raw XML: per-session ids, `resourceName` beside them.
    DroidrunXml,
    /// Portal and mobilerun JSON: nested nodes with `className` and `bounds` or `boundsInScreen`.
    Portal,
    /// A recorded run with many Portal states: see [`states`](super::states).
    PortalRun,
    /// DroidBot state: a flat list of views.
    DroidBot,
    /// axe result with its view tree.
    Axe,
    /// craftdroid test: a list of events on single widgets, no tree.
    Craftdroid,
}

impl Dialect {
    /// A short name for logs, reports and [`Capture::channel`](crate::model::Capture::channel).
    pub fn name(self) -> &'static str {
        match self {
            Self::Uiautomator => "uiautomator",
            Self::Appium => "appium",
            Self::AccessibilityXml => "accessibility-xml",
            Self::Detox => "detox",
            Self::DroidrunXml => "droidrun-xml",
            Self::Portal => "portal",
            Self::PortalRun => "portal-run",
            Self::DroidBot => "droidbot",
            Self::Axe => "axe",
            Self::Craftdroid => "craftdroid",
        }
    }
}

/// Where the tree begins and in which dialect it is.
pub(super) fn detect(text: &str) -> Option<(Dialect, usize)> {
    let start = text.len() - text.trim_start().len();
    match text.as_bytes().get(start)? {
        b'{' | b'[' => json(text, start),
        _ => xml(text).or_else(|| json_behind_text(text)),
    }
}

/// `content query` prints `Row: 0 result={...}`.
fn json_behind_text(text: &str) -> Option<(Dialect, usize)> {
    let start = text.find(['{', '['])?;
    json(text, start)
}

fn xml(text: &str) -> Option<(Dialect, usize)> {
    let bytes = text.as_bytes();
    let mut first = None;
    for at in memchr::memchr_iter(b'<', bytes) {
        let tag = &text[at + 1..];
        let name =
            &tag[..tag.find(|c: char| c.is_whitespace() || "/>".contains(c)).unwrap_or(tag.len())];
        let dialect = match name {
            "?xml" => {
                first.get_or_insert(at);
                continue;
            }
            "hierarchy" => below_hierarchy(tag),
            "ViewHierarchy" => Dialect::Detox,
            "node" => bare_node(tag),
            "displays" | "window" => Dialect::Uiautomator,
            // comments and other instructions may stand in front; the first element decides
            _ if name.starts_with(['!', '?']) => continue,
            // a page source without its root; anything else ends the search only if a declaration stood before it
            _ if is_widget(tag) => Dialect::Appium,
            _ if first.is_some() && !is_cut(tag) => return None,
            _ if first.is_some() => Dialect::Uiautomator,
            _ => continue,
        };
        return Some((dialect, first.unwrap_or(at)));
    }
    // nothing but a declaration: the rest is missing
    first.map(|at| (Dialect::Uiautomator, at))
}

/// Whether the input ends inside what may be the root's name.
fn is_cut(tag: &str) -> bool {
    ["hierarchy", "ViewHierarchy", "node", "displays"].iter().any(|root| root.starts_with(tag))
}

/// Whether a tag has the attributes of a node, whatever its name.
fn is_widget(tag: &str) -> bool {
    let end = memchr::memchr(b'>', tag.as_bytes()).unwrap_or(tag.len());
    let head = &tag.as_bytes()[..end];
    memmem::find(head, b"bounds=").is_some() && memmem::find(head, b"class=").is_some()
}

/// uiautomator, Appium and droidrun share the root; the first element below tells them apart.
fn below_hierarchy(tag: &str) -> Dialect {
    let Some(first) = tag.find('<').map(|at| &tag[at + 1..]) else {
        return Dialect::Uiautomator;
    };
    let head = &first.as_bytes()[..memchr::memchr(b'>', first.as_bytes()).unwrap_or(first.len())];
    if !first.starts_with("node") && !first.starts_with(['/', '!', '?']) {
        Dialect::Appium
    } else if memmem::find(head, b"resource-id=\"view_").is_some()
        || memmem::find(head, b"important=").is_some()
    {
        Dialect::DroidrunXml
    } else {
        Dialect::Uiautomator
    }
}

/// Roots without a hierarchy: uiautomator's own attributes, or an accessibility service's.
fn bare_node(tag: &str) -> Dialect {
    let head = &tag.as_bytes()[..memchr::memchr(b'>', tag.as_bytes()).unwrap_or(tag.len())];
    match memmem::find(head, b"index=") {
        Some(_) => Dialect::Uiautomator,
        None => Dialect::AccessibilityXml,
    }
}

/// Keys of nodes and of the envelopes around them.
const KEYS: [&str; 6] =
    ["a11y_tree", "className", "class_name", "boundsInScreen", "bounds", "status"];

/// Keys that only one kind of JSON has. Quotes inside a string are escaped, so a text cannot imitate a key.
fn json(text: &str, start: usize) -> Option<(Dialect, usize)> {
    let bytes = &text.as_bytes()[start..];
    // a printed Python value has its keys in single quotes
    let first = bytes.iter().find(|b| !b.is_ascii_whitespace() && !b"[{".contains(b))?;
    let quote = if *first == b'\'' { '\'' } else { '"' };
    let has = |key: &str| memmem::find(bytes, format!("{quote}{key}{quote}").as_bytes()).is_some();
    let dialect = if has("axeView") {
        Dialect::Axe
    } else if has("views") && (has("view_str") || has("foreground_activity")) {
        Dialect::DroidBot
    } else if has("ui_states") || has("page_sequence") {
        Dialect::PortalRun
    } else if has("event_type") && has("action") {
        Dialect::Craftdroid
    } else if KEYS.iter().any(|key| has(key)) || is_hollow(bytes) {
        Dialect::Portal
    } else {
        return None;
    };
    Some((dialect, start))
}

/// `[]` and `{}`: an answer without nodes.
fn is_hollow(bytes: &[u8]) -> bool {
    matches!(bytes, [b'[' | b'{', rest @ ..] if matches!(rest.trim_ascii(), b"]" | b"}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_dialect_is_known_by_its_content() {
        for (text, dialect) in [
            (
                "<?xml version='1.0'?><hierarchy rotation=\"0\"><node index=\"0\"/></hierarchy>",
                Dialect::Uiautomator,
            ),
            ("UI hierchary dumped to: /dev/tty\n<hierarchy/>", Dialect::Uiautomator),
            (
                "<displays><display id=\"0\"><window index=\"0\"/></display></displays>",
                Dialect::Uiautomator,
            ),
            ("<node index=\"0\" class=\"x\"/>", Dialect::Uiautomator),
            ("<node active=\"true\" bounds=\"[0,0][1,1]\"/>", Dialect::AccessibilityXml),
            ("<hierarchy><android.widget.FrameLayout index=\"0\"/></hierarchy>", Dialect::Appium),
            (
                "<android.widget.Button class=\"android.widget.Button\" bounds=\"[0,0][1,1]\"/>",
                Dialect::Appium,
            ),
            (
                "<hierarchy>\n<node resource-id=\"view_12\" important=\"false\"/></hierarchy>",
                Dialect::DroidrunXml,
            ),
            (
                "<?xml version='1.0' encoding='UTF_8'?><ViewHierarchy></ViewHierarchy>",
                Dialect::Detox,
            ),
            ("[{\"index\":1,\"className\":\"B\"}]", Dialect::Portal),
            ("Row: 0 result={\"status\":\"success\",\"result\":\"[]\"}", Dialect::Portal),
            ("[]", Dialect::Portal),
            ("{\"goal\":\"x\",\"ui_states\":[]}", Dialect::PortalRun),
            ("{\"views\":[],\"foreground_activity\":\"a/.B\"}", Dialect::DroidBot),
            ("{\"axeContext\":{\"axeView\":{}}}", Dialect::Axe),
            ("[{\"event_type\":\"gui\",\"action\":[\"click\"]}]", Dialect::Craftdroid),
        ] {
            assert_eq!(detect(text).map(|(d, _)| d), Some(dialect), "{text}");
        }
    }

    #[test]
    fn a_text_cannot_imitate_a_key_and_other_files_are_none() {
        for text in [
            "",
            "ERROR: could not get idle state.",
            "<html><body/></html>",
            "<?xml version='1.0'?><!-- x --><svg><hierarchy/></svg>",
            "<?xml version='1.0'?><svg/>",
            "{\"title\":\"\\\"axeView\\\"\"}",
            "a < b",
        ] {
            assert_eq!(detect(text), None, "{text}");
        }
    }

    #[test]
    fn a_file_that_ends_before_its_root_is_a_beginning() {
        for text in
            ["<?xml version='1.0'?>\n", "<?xml version='1.0'?><hier", "<?xml vers", "<hierarchy"]
        {
            assert_eq!(detect(text), Some((Dialect::Uiautomator, 0)), "{text}");
        }
    }

    #[test]
    fn the_tree_begins_at_its_declaration() {
        let text = "WARNING: linker: x\n<?xml version='1.0'?><hierarchy/>";
        assert_eq!(detect(text), Some((Dialect::Uiautomator, 19)));
    }
}
