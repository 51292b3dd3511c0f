//! Which screen it is, and what it says.
//!
//! The identity is made from the screen's *frame*: what stands still. What scrolls is left out, entries of lists count by
//! what they look like and not by what they say, and labels lose their clocks and counters. So 9 rows or 40, the keyboard,
//! the scroll position and the minute make no difference, while a sentence in a dialog does.

use super::fingerprint::by_digest;
use super::prune::Kept;
use super::role::Kind;
use super::text;
use crate::model::{ContentId, Node, Role, ScreenId, ScreenKey};

/// A frame with fewer speaking nodes than this is too weak to tell screens apart: what scrolls counts as well then.
const WEAK: usize = 2;

/// How a node takes part in the screen's identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Standing {
    /// Stands still and counts with its label.
    Frame,
    /// An entry of a list: counts by its place.
    Row,
    /// Scrolls.
    Scrolled,
    /// Part of an input: its label or placeholder, which comes and goes with what is typed.
    InInput,
}

/// The standing of each node.
pub(super) fn standings(nodes: &[Node]) -> Vec<Standing> {
    let mut standing: Vec<Standing> = Vec::with_capacity(nodes.len());
    // For each node whether its children scroll, and whether they stand in a dialog.
    let mut holds: Vec<(bool, bool)> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let up = node.parent.and_then(|p| holds.get(p as usize).copied()).unwrap_or((false, false));
        let dialog = up.1 || node.role == Role::Dialog;
        // A dialog may stand in a scroll view, and its message too: both are there to be read as they are.
        let inside = up.0 && node.role != Role::Dialog;
        let in_input =
            node.parent.and_then(|p| nodes.get(p as usize)).is_some_and(|p| p.role == Role::Input);
        standing.push(if in_input && !node.is_interactive() {
            Standing::InInput
        } else if inside {
            Standing::Scrolled
        } else if node.row_anchor.is_empty() {
            Standing::Frame
        } else {
            Standing::Row
        });
        let scrolls = node.role == Role::Scrollable
            && match Kind::of(&node.class_name) {
                Kind::Pager => false,
                Kind::Scroll => !dialog,
                _ => true,
            };
        holds.push((inside || scrolls, dialog));
    }
    standing
}

/// The part of a node's label that may tell screens apart: not what a user typed, not what changes by itself.
pub(super) fn telling(node: &Node) -> std::borrow::Cow<'_, str> {
    if node.volatile || node.role == Role::Input {
        return "".into();
    }
    text::masked(&node.label)
}

/// Both identities of a screen.
pub(super) fn identify(key: &ScreenKey, kept: &Kept) -> (ScreenId, ContentId) {
    let standing = standings(&kept.nodes);
    let counted = |i: &usize| kept.main[*i];
    let mut frame: Vec<[u8; 32]> = vec![];
    let mut content: Vec<[u8; 32]> = vec![];
    let mut speaking = 0;
    for i in (0..kept.nodes.len()).filter(counted) {
        let node = &kept.nodes[i];
        let label = telling(node);
        if standing[i] == Standing::InInput {
            continue;
        }
        content.push(token(node, &label, false));
        match standing[i] {
            Standing::Frame => {
                speaking += usize::from(
                    node.role != Role::Scrollable && (!label.is_empty() || node.is_interactive()),
                );
                // A control with an id is known by it; what it is called changes ("Play", "Pause").
                let named = node.is_interactive() && !node.resource_id.is_empty();
                frame.push(token(node, if named { "" } else { &label }, node.state.selected));
            }
            Standing::Row if node.state.selected => frame.push(token(node, &label, true)),
            Standing::Row => frame.push(token(node, "", false)),
            Standing::Scrolled | Standing::InInput => {}
        }
    }
    if speaking < WEAK {
        let scrolled =
            (0..kept.nodes.len()).filter(counted).filter(|&i| standing[i] == Standing::Scrolled);
        for node in scrolled.map(|i| &kept.nodes[i]) {
            let label = if node.row_anchor.is_empty() { telling(node) } else { "".into() };
            frame.push(token(node, &label, false));
        }
    }
    (
        ScreenId::from_bytes(digest(b"screen", key, frame)),
        ContentId::from_bytes(digest(b"content", key, content)),
    )
}

/// A node's contribution. What is empty adds nothing, so that a node without a label is its place, and one whose label
/// counts in full is its fingerprint: most nodes need no hashing here.
fn token(node: &Node, label: &str, selected: bool) -> [u8; 32] {
    match (selected, label) {
        (false, "") => *node.place.as_bytes(),
        (false, label) if label == node.label => *node.fingerprint.as_bytes(),
        _ => {
            let mut hasher = blake3::Hasher::new();
            hasher.update(node.place.as_bytes());
            hasher.update(&[u8::from(selected)]);
            hasher.update(label.as_bytes());
            hasher.finalize().into()
        }
    }
}

/// Equal contributions count once and order does not matter.
fn digest(domain: &[u8], key: &ScreenKey, mut tokens: Vec<[u8; 32]>) -> [u8; 16] {
    tokens.sort_unstable_by(by_digest);
    tokens.dedup();
    let mut hasher = blake3::Hasher::new();
    hasher.update(domain);
    hasher.update(&[u8::from(key.landscape), u8::from(key.split)]);
    hasher.update(&key.display_id.to_le_bytes());
    hasher.update(key.package.as_bytes());
    for token in &tokens {
        hasher.update(token);
    }
    let mut id = [0; 16];
    id.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    id
}
