//! From what an agent aimed at to the element it meant.

use crate::model::{Node, Point, Screen, Snapshot, Target};

/// The element of `screen` (index into its nodes) that `target` means on the snapshot that the screen was made from, or
/// `None` when there is nothing to act on.
///
/// A point means the smallest uncovered interactive element under it, as a finger does. A node means itself when it was
/// kept and reacts, else the nearest interactive element around it, else the only one within it, else itself.
pub fn resolve_target(snapshot: &Snapshot, screen: &Screen, target: Target) -> Option<u32> {
    match target {
        Target::At { point } => at(screen, point),
        Target::Node { index } => node(snapshot, screen, u32::try_from(index).ok()?),
    }
}

fn reacts(node: &Node) -> bool {
    let s = &node.state;
    s.clickable || s.long_clickable || s.checkable || s.editable
}

/// Later nodes are drawn above earlier ones, descendants above ancestors.
fn at(screen: &Screen, point: Point) -> Option<u32> {
    let under = || screen.nodes.iter().enumerate().filter(|(_, n)| n.bounds.contains_point(point));
    let best = |kind: fn(&Node) -> bool| {
        under()
            .filter(|(_, n)| kind(n))
            .min_by_key(|(i, n)| (n.state.covered, n.bounds.area(), std::cmp::Reverse(*i)))
    };
    best(reacts)
        .or_else(|| best(|n| n.state.scrollable))
        .or_else(|| best(|_| true))
        .map(|(i, _)| i as u32)
}

fn node(snapshot: &Snapshot, screen: &Screen, index: u32) -> Option<u32> {
    snapshot.nodes.get(index as usize)?;
    let own = screen.nodes.iter().position(|n| n.source == index);
    if let Some(own) = own.filter(|i| screen.nodes[*i].is_interactive()) {
        return Some(own as u32);
    }
    // Up the snapshot's own tree: the nearest kept ancestor that reacts.
    let mut up = snapshot.nodes[index as usize].parent_index().filter(|p| *p < index as usize);
    while let Some(at) = up {
        if let Some(i) = screen.nodes.iter().position(|n| n.source == at as u32) {
            if reacts(&screen.nodes[i]) {
                return Some(i as u32);
            }
        }
        up = snapshot.nodes[at].parent_index().filter(|p| *p < at);
    }
    // Down: the only one within it.
    let mut inside = screen
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, n)| reacts(n) && within(snapshot, n.source, index));
    match (inside.next(), inside.next()) {
        (Some((only, _)), None) => Some(only as u32),
        _ => own.map(|i| i as u32),
    }
}

fn within(snapshot: &Snapshot, mut source: u32, ancestor: u32) -> bool {
    while let Some(up) = snapshot.nodes.get(source as usize).and_then(|n| n.parent_index()) {
        if up >= source as usize {
            return false;
        }
        if up == ancestor as usize {
            return true;
        }
        source = up as u32;
    }
    false
}
