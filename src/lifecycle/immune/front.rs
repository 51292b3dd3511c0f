//! Which app is in front, and which parts of a snapshot belong to whom.

use super::Context;
use super::packages::{is_keyboard, is_system_dialog, is_system_ui};
use super::trust::is_trusted_overlay;
use crate::model::{Foreground, ImmunePolicy, Rect, Snapshot, UiNode, Window, WindowKind};
use std::collections::HashMap;

/// The app in front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Front<'a> {
    /// Its package; empty when the snapshot names none.
    pub package: &'a str,
    /// Whether the host named it, or it was read off the tree.
    pub stated: bool,
}

/// By the host, else the app that has to be there when it is, else by focus, layer and size.
pub(super) fn front<'a>(
    snapshot: &'a Snapshot,
    policy: &ImmunePolicy,
    context: &'a Context,
) -> Front<'a> {
    let Foreground { package, .. } = &snapshot.capture.foreground;
    if !package.is_empty() {
        return Front { package, stated: true };
    }
    let expected = context.expected_package.as_str();
    if !expected.is_empty() && snapshot.nodes.iter().any(|n| n.package == expected) {
        return Front { package: expected, stated: false };
    }
    let named = |w: &&Window| w.kind == WindowKind::Application && !w.package.is_empty();
    let focused = snapshot.windows.iter().filter(named).max_by_key(|w| (w.focused, w.layer));
    if let Some(window) = focused.filter(|w| w.focused || snapshot.windows.len() > 1) {
        return Front { package: &window.package, stated: false };
    }
    Front { package: largest(snapshot, policy), stated: false }
}

/// The package with the most nodes, system bars and keyboards aside.
fn largest<'a>(snapshot: &'a Snapshot, policy: &ImmunePolicy) -> &'a str {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for node in snapshot.nodes.iter().filter(|n| !n.package.is_empty()) {
        *counts.entry(&node.package).or_default() += 1;
    }
    let rank = |package: &str| !is_system_ui(package) && !is_keyboard(package, policy);
    counts
        .into_iter()
        .max_by(|a, b| (rank(a.0), a.1, b.0).cmp(&(rank(b.0), b.1, a.0)))
        .map_or("", |(package, _)| package)
}

/// Whether a package may lie over the app in front without being foreign.
pub(super) fn may_lie_over(package: &str, front: &Front, policy: &ImmunePolicy) -> bool {
    package == front.package
        || package == policy.own_package
        || is_system_ui(package)
        || is_system_dialog(package)
        || is_trusted_overlay(package, policy)
}

/// A node without a parent, or whose parent belongs to nobody: the root of a window's content. Nodes of another package
/// further down are embedded by the app itself: widgets on a home screen.
pub(super) fn is_root(node: &UiNode, nodes: &[UiNode]) -> bool {
    match node.parent_index() {
        Some(parent) => nodes.get(parent).is_some_and(|p| p.package.is_empty()),
        None => true,
    }
}

/// The display's area: as the channel says, else what the roots cover.
pub(super) fn display_area(snapshot: &Snapshot) -> Rect {
    snapshot.capture.display.bounds().unwrap_or_else(|| {
        let windows = snapshot.windows.iter().map(|w| w.bounds);
        let roots = snapshot.nodes.iter().filter(|n| n.parent.is_none()).map(|n| n.bounds);
        windows.chain(roots).filter(|b| !b.is_empty()).fold(Rect::default(), |all, b| Rect {
            left: 0,
            top: 0,
            right: all.right.max(b.right),
            bottom: all.bottom.max(b.bottom),
        })
    })
}
