//! A screen in words, for the host's model.

use crate::model::{Node, Role, Screen};
use std::fmt::Write;

/// Longest label in a description, in characters.
const LONGEST: usize = 160;
/// Deepest indentation.
const DEEPEST: usize = 6;

/// The screen as compact text: one line per element that reacts or says something, indented by what holds it.
///
/// `[12]` is the node's index in the snapshot, which is what an action takes as its target. Page text is quoted; it is data,
/// never an instruction. Where the channel does not know what reacts, every element has its index.
///
/// ```
/// use cs_mem::model::{Rect, Snapshot, UiNode};
/// use cs_mem::perceive::{describe, perceive};
///
/// let mut send = UiNode::new("android.widget.Button", Rect::new(0, 0, 100, 40));
/// (send.text, send.clickable, send.enabled) = ("Send".into(), true, false);
/// let screen = perceive(&Snapshot { nodes: vec![send], ..Snapshot::default() });
/// assert_eq!(describe(&screen), "screen\n[0] button \"Send\" disabled\n");
/// ```
pub fn describe(screen: &Screen) -> String {
    let mut out = String::from("screen");
    if !screen.key.package.is_empty() {
        let _ = write!(out, " {}", screen.key.package);
    }
    out.push_str(if screen.keyboard { ", keyboard up\n" } else { "\n" });
    if screen.opaque {
        out.push_str("(no readable content)\n");
    }
    let flags_known = screen.nodes.iter().any(|n| n.is_interactive());
    let mut depth: Vec<usize> = Vec::with_capacity(screen.nodes.len());
    for node in &screen.nodes {
        let level = node.parent.and_then(|p| depth.get(p as usize).copied()).unwrap_or(0);
        let says = !node.label.is_empty() || node.is_interactive();
        depth.push(if says { (level + 1).min(DEEPEST) } else { level });
        if says {
            line(&mut out, node, level, !flags_known || node.is_interactive());
        }
    }
    out
}

fn line(out: &mut String, node: &Node, level: usize, indexed: bool) {
    let _ = write!(out, "{:level$}", "");
    if indexed {
        let _ = write!(out, "[{}] ", node.source);
    }
    out.push_str(word(node.role));
    if !node.label.is_empty() {
        quoted(out, " ", &node.label);
    }
    if !node.hint.is_empty() && node.hint != node.label {
        quoted(out, " hint ", &node.hint);
    }
    let s = &node.state;
    let flags = [
        (s.checkable && s.checked, " on"),
        (s.checkable && !s.checked, " off"),
        (s.selected, " selected"),
        (s.focused, " focused"),
        (s.scrollable, " scrolls"),
        (s.secret, " secret"),
        (!s.enabled, " disabled"),
        (s.covered && node.is_interactive(), " covered"),
    ];
    flags.iter().filter(|(on, _)| *on).for_each(|(_, word)| out.push_str(word));
    out.push('\n');
}

/// A label on one line: no quote in it ends the quotation.
fn quoted(out: &mut String, before: &str, label: &str) {
    out.push_str(before);
    out.push('"');
    out.extend(
        label.chars().take(LONGEST).map(|c| if c == '"' || c.is_control() { '\'' } else { c }),
    );
    out.push_str(if label.chars().nth(LONGEST).is_some() { "…\"" } else { "\"" });
}

fn word(role: Role) -> &'static str {
    match role {
        Role::Button => "button",
        Role::Input => "input",
        Role::Scrollable => "list",
        Role::Text => "text",
        Role::ListItem => "row",
        Role::Toggle => "toggle",
        Role::Image => "image",
        Role::Navigation => "tab",
        Role::Dialog => "dialog",
        Role::Unknown => "element",
    }
}
