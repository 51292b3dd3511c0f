//! Which nodes stay: what is seen and means something; everything else is folded away.

use super::facts::Facts;
use super::fingerprint::{fingerprint, place};
use super::role::{Kind, role};
use super::rows::Rows;
use super::stable_id::stable_id;
use super::text;
use super::tree::{NONE, Tree};
use super::windows::{Layout, Part};
use crate::model::{Node, NodeState, Snapshot, UiNode};

/// The nodes that stay, with what the later steps need.
pub(super) struct Kept {
    pub nodes: Vec<Node>,
    /// Position of each in the tree.
    pub at: Vec<u32>,
    /// Whether it is part of the screen's identity by where it stands: in the main window or its neighbour in a split
    /// screen, and seen.
    pub main: Vec<bool>,
}

/// Builds the screen's nodes: parents before children, each with its fingerprint.
pub(super) fn keep(
    snapshot: &Snapshot,
    tree: &Tree,
    layout: &Layout,
    facts: &[Facts<'_>],
    borrowed: &[u32],
    rows: &Rows<'_>,
) -> Kept {
    let mut kept = Kept { nodes: vec![], at: vec![], main: vec![] };
    // For each position the index of the nearest kept node at or above it.
    let mut holder = vec![NONE; tree.len()];
    // Positions that are the same thing as their holder.
    let mut folded = vec![false; tree.len()];
    for region in &layout.regions {
        if !matches!(region.part, Part::Main | Part::Beside | Part::Above) {
            continue;
        }
        for at in region.from as usize..region.to as usize {
            let up = holder.get(tree.parent[at] as usize).copied().unwrap_or(NONE);
            holder[at] = up;
            let fact = &facts[at];
            if !fact.visible && !fact.hidden {
                continue;
            }
            let raw = &snapshot.nodes[tree.source[at] as usize];
            let parent = kept.nodes.get(up as usize);
            let outer = tree.parent[at] as usize;
            let direct = parent.filter(|p| {
                tree.source.get(outer) == Some(&p.source) || folded.get(outer) == Some(&true)
            });
            let leaf = tree.end[at] as usize == at + 1;
            if !means_something(fact, raw, leaf, parent) || repeats(fact, parent, direct, leaf) {
                continue;
            }
            if direct.is_some() && is_wrapper(snapshot, tree, facts, at) {
                folded[at] = true;
                continue;
            }
            let resource_id = stable_id(&raw.resource_id);
            let lender = facts.get(borrowed[at] as usize);
            let label: &str = lender.map_or(&fact.label, |l| &l.label);
            let role = role(fact.kind, raw, !fact.label.is_empty(), rows.item[at], fact.dialog);
            let above = parent.map(|p| p.place);
            let place = place(&raw.class_name, resource_id, role, above.as_ref());
            let identity = match label {
                "" => place,
                _ => fingerprint(&raw.class_name, resource_id, label, role, above.as_ref()),
            };
            let volatile = match lender {
                Some(lender) => lender.volatile,
                // A key of a keypad looks like a counter.
                None => fact.volatile && !(fact.control && is_number(label)),
            };
            let row_anchor = rows.anchor.get(rows.of[at] as usize).map_or("", |anchor| &**anchor);
            holder[at] = kept.nodes.len() as u32;
            kept.at.push(at as u32);
            kept.main.push(region.part != Part::Above && !fact.hidden);
            kept.nodes.push(Node {
                fingerprint: identity,
                place,
                ordinal: 0,
                ambiguous: false,
                role,
                label: label.to_owned(),
                class_name: raw.class_name.clone(),
                resource_id: resource_id.to_owned(),
                package: raw.package.clone(),
                hint: text::normalise(&raw.hint),
                bounds: raw.bounds,
                parent: (up != NONE).then_some(up),
                source: tree.source[at],
                window: u32::try_from(raw.window).unwrap_or(0),
                row_anchor: row_anchor.to_owned(),
                volatile,
                state: state(raw, fact),
            });
        }
    }
    kept
}

fn is_number(label: &str) -> bool {
    label.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_punctuation())
}

fn state(raw: &UiNode, fact: &Facts<'_>) -> NodeState {
    NodeState {
        checkable: raw.checkable,
        checked: raw.checked,
        enabled: raw.enabled,
        focused: raw.focused,
        selected: raw.selected,
        clickable: raw.clickable,
        long_clickable: raw.long_clickable,
        scrollable: raw.scrollable,
        editable: fact.editable,
        secret: fact.secret,
        covered: fact.hidden,
        clipped: fact.clipped,
    }
}

/// It can be acted on, says something, holds what scrolls, or shows something under an id of its own.
fn means_something(fact: &Facts<'_>, raw: &UiNode, leaf: bool, parent: Option<&Node>) -> bool {
    if fact.control || fact.scrollable || fact.dialog {
        return true;
    }
    if !fact.label.is_empty() {
        return fact.volatile || !is_ornament(&fact.label);
    }
    let named = || {
        let id = stable_id(&raw.resource_id);
        !matches!(id, "" | "android:id/statusBarBackground" | "android:id/navigationBarBackground")
    };
    // An icon in a button is the button's look.
    let in_control = || parent.is_some_and(|p| p.is_interactive() && !p.state.scrollable);
    match fact.kind {
        Kind::List | Kind::Scroll | Kind::Pager | Kind::Dialog | Kind::Web | Kind::Canvas => true,
        Kind::Progress => true,
        Kind::Image => !in_control() && named(),
        Kind::Button | Kind::Toggle | Kind::Input => named(),
        _ => {
            let plain = raw.class_name.ends_with("Layout") || raw.class_name.ends_with(".View");
            leaf && !plain && !in_control() && named()
        }
    }
}

/// Separators, bullets and arrows drawn as text: at most two characters, none of them a letter, a digit or a pictogram.
fn is_ornament(label: &str) -> bool {
    label.chars().nth(2).is_none()
        && label.chars().all(|c| {
            c.is_ascii_punctuation()
                || matches!(c, ' ' | '\u{a0}'..='\u{bf}' | '\u{2010}'..='\u{25ff}' | '\u{2b00}'..='\u{303f}')
        })
}

/// Whether a node says only what the node that holds it says already.
fn repeats(fact: &Facts<'_>, parent: Option<&Node>, direct: Option<&Node>, leaf: bool) -> bool {
    if fact.control || fact.scrollable || fact.label.is_empty() {
        return false;
    }
    let in_control = parent.filter(|p| p.is_interactive() && !p.state.scrollable);
    let in_wrapper = direct.filter(|p| leaf && !p.is_interactive());
    in_control.or(in_wrapper).is_some_and(|p| p.label == *fact.label)
}

/// Whether a node is the same thing once more as the one directly around it: same class, id and area, same reaction,
/// nothing new to say.
fn is_wrapper(snapshot: &Snapshot, tree: &Tree, facts: &[Facts<'_>], at: usize) -> bool {
    let up = tree.parent[at] as usize;
    let node = |at: usize| &snapshot.nodes[tree.source[at] as usize];
    let (inner, outer) = (node(at), node(up));
    let reaction = |n: &UiNode| {
        (n.clickable, n.long_clickable, n.checkable, n.checked, n.scrollable, n.editable, n.enabled)
    };
    inner.bounds == outer.bounds
        && inner.class_name == outer.class_name
        && inner.resource_id == outer.resource_id
        && (facts[at].label.is_empty() || facts[at].label == facts[up].label)
        && reaction(inner) == reaction(outer)
}
