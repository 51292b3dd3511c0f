//! What can be said of each node of a snapshot before it is decided which ones stay.

use super::role::{Kind, is_dialog};
use super::stable_id::id_name;
use super::text;
use super::tree::Tree;
use super::windows::Layout;
use crate::model::{Rect, Snapshot, UiNode};
use std::borrow::Cow;

/// One node, judged by itself and by what holds it.
pub(super) struct Facts<'a> {
    pub kind: Kind,
    /// On the display, in its scroll container, and not flagged as invisible.
    pub visible: bool,
    /// Flagged as invisible, but alone in that, and with text on the display: channels are wrong about those at times.
    pub hidden: bool,
    /// The outermost root of a dialog.
    pub dialog: bool,
    /// Stands in a dialog, or is one.
    pub in_dialog: bool,
    /// Only a part of it can be seen.
    pub clipped: bool,
    /// Reacts to a finger by itself (scrolling apart).
    pub control: bool,
    pub scrollable: bool,
    pub editable: bool,
    pub secret: bool,
    /// Own text, else own description; normalised.
    pub label: Cow<'a, str>,
    /// The label is text, not a description.
    pub has_text: bool,
    /// The label changes by itself.
    pub volatile: bool,
    pub bounds: Rect,
}

impl Facts<'_> {
    /// Whether its children scroll inside it.
    pub fn scrolls(&self) -> bool {
        self.kind.scrolls() || self.scrollable && self.kind != Kind::Pager
    }
}

/// The kinds of the classes seen so far: a screen has few classes and many nodes. One slot per hash, the last one stays.
struct Kinds<'a>([(&'a str, Kind); 64]);

impl<'a> Kinds<'a> {
    fn of(&mut self, class: &'a str) -> Kind {
        let end = class
            .as_bytes()
            .iter()
            .rev()
            .step_by(3)
            .take(3)
            .fold(class.len(), |h, b| h.wrapping_mul(31).wrapping_add(usize::from(*b)));
        let slot = &mut self.0[end % 64];
        if slot.0 != class {
            *slot = (class, Kind::of(class));
        }
        slot.1
    }
}

/// Judges all nodes, in the order of the tree.
pub(super) fn facts<'a>(snapshot: &'a Snapshot, tree: &Tree, layout: &Layout) -> Vec<Facts<'a>> {
    // A channel without any bounds says nothing about what is on the display.
    let geometry = snapshot.nodes.iter().any(|node| !node.bounds.is_empty());
    let whole = layout.display.unwrap_or(Rect::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX));
    // What each node is seen through: the display and every scroll container around it.
    let mut view = vec![whole; tree.len()];
    let mut kinds = Kinds([("", Kind::Other); 64]);
    let mut facts: Vec<Facts<'a>> = Vec::with_capacity(tree.len());
    for (at, &source) in tree.source.iter().enumerate() {
        let node = &snapshot.nodes[source as usize];
        let up = tree.parent[at] as usize;
        let kind = kinds.of(&node.class_name);
        let (through, parent_flagged) = match facts.get(up) {
            Some(parent) => {
                let inner = view[up].intersection(&parent.bounds);
                let through = if parent.scrolls() && !inner.is_empty() { inner } else { view[up] };
                (through, snapshot.nodes[tree.source[up] as usize].visible == Some(false))
            }
            None => (whole, false),
        };
        view[at] = through;
        // A key of a keyboard that stands among the app's nodes.
        let id = id_name(&node.resource_id);
        let key = id.starts_with("key_pos_");
        let shown = (!geometry || !node.bounds.intersection(&through).is_empty()) && !key;
        let flagged = node.visible == Some(false);
        let secret = node.password || node.sensitive;
        let (label, has_text) = own_label(node, secret);
        let inside = facts.get(up).is_some_and(|parent| parent.in_dialog);
        let dialog = !inside && is_dialog(kind, id);
        facts.push(Facts {
            kind,
            dialog,
            in_dialog: inside || dialog,
            visible: shown && !flagged,
            hidden: shown && flagged && !parent_flagged && geometry && !label.is_empty(),
            clipped: shown && geometry && !through.contains(&node.bounds),
            control: node.clickable
                || node.long_clickable
                || node.checkable
                || node.editable
                || kind == Kind::Input,
            scrollable: node.scrollable,
            editable: node.editable || kind == Kind::Input,
            secret,
            volatile: text::volatile(&label),
            label,
            has_text,
            bounds: node.bounds,
        });
    }
    facts
}

/// Text, else description. What a masked field shows is never a label; its hint is.
fn own_label(node: &UiNode, secret: bool) -> (Cow<'_, str>, bool) {
    if secret {
        return (text::normalised(&node.hint), false);
    }
    let own = text::normalised(&node.text);
    if own.is_empty() { (text::normalised(&node.content_desc), false) } else { (own, true) }
}
