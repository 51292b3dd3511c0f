//! A screen in words, for the host's model.

use crate::model::{Node, Role, Screen};
use std::fmt::Write;

/// The screen as compact text: one line per element that can be acted on or says something, indented by what holds it.
/// The number in brackets is the node's index in the snapshot, which is what an action takes.
pub fn describe(screen: &Screen) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "screen {}{}",
        screen.key.package,
        if screen.keyboard { " (keyboard up)" } else { "" }
    );
    let mut depth: Vec<usize> = Vec::with_capacity(screen.nodes.len());
    for node in &screen.nodes {
        let level = node.parent.and_then(|p| depth.get(p as usize)).map_or(0, |d| d + 1);
        depth.push(level);
        line(&mut out, node, level.min(6));
    }
    out
}

fn line(out: &mut String, node: &Node, level: usize) {
    let s = &node.state;
    let _ = write!(out, "{:level$}", "");
    if node.is_interactive() {
        let _ = write!(out, "[{}] ", node.source);
    }
    let _ = write!(out, "{}", word(node.role));
    if !node.label.is_empty() {
        let _ = write!(out, " \"{}\"", node.label);
    }
    let flags = [
        (s.checkable && s.checked, "checked"),
        (s.checkable && !s.checked, "unchecked"),
        (s.selected, "selected"),
        (s.focused, "focused"),
        (s.scrollable, "scrolls"),
        (!s.enabled, "disabled"),
        (s.covered, "covered"),
    ];
    for (_, word) in flags.iter().filter(|(on, _)| *on) {
        let _ = write!(out, " {word}");
    }
    out.push('\n');
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
