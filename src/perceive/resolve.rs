//! From what an agent aimed at to the element it meant.

use super::tree::NONE;
use crate::model::{Node, Point, Screen, Snapshot, Target};

/// The element of `screen` (index into its nodes) that `target` means on the snapshot that the screen was made from, or
/// `None` when there is nothing of the screen there.
///
/// A point means what a finger would hit: in the topmost window under it, the smallest uncovered element that reacts; else
/// what scrolls there, else what stands there. A node means itself when it was kept and reacts, else the nearest control
/// around it, else the only one within it, else itself, else what scrolls around it.
///
/// ```
/// use cs_mem::model::{Point, Rect, Snapshot, Target, UiNode};
/// use cs_mem::perceive::{perceive, resolve_target};
///
/// let mut row = UiNode::new("android.widget.LinearLayout", Rect::new(0, 0, 1080, 200));
/// row.clickable = true;
/// let mut title = UiNode::new("android.widget.TextView", Rect::new(20, 20, 400, 80));
/// (title.text, title.parent) = ("Wi-Fi".into(), Some(0));
/// let snapshot = Snapshot { nodes: vec![row, title], ..Snapshot::default() };
/// let screen = perceive(&snapshot);
/// // The text was tapped, the row is meant.
/// let point = Point { x: 30, y: 50 };
/// assert_eq!(resolve_target(&snapshot, &screen, Target::At { point }), Some(0));
/// assert_eq!(resolve_target(&snapshot, &screen, Target::Node { index: 1 }), Some(0));
/// ```
pub fn resolve_target(snapshot: &Snapshot, screen: &Screen, target: Target) -> Option<u32> {
    match target {
        Target::At { point } => at_point(snapshot, screen, point),
        Target::Node { index } => at_node(snapshot, screen, usize::try_from(index).ok()?),
    }
}

/// Whether a finger does something with it by itself.
fn reacts(node: &Node) -> bool {
    let s = &node.state;
    s.clickable || s.long_clickable || s.checkable || s.editable
}

fn at_point(snapshot: &Snapshot, screen: &Screen, point: Point) -> Option<u32> {
    let layer = |n: &Node| snapshot.windows.get(n.window as usize).map_or(0, |w| w.layer);
    let best = |kind: fn(&Node) -> bool| {
        let under = screen.nodes.iter().enumerate();
        under
            .filter(|(_, n)| n.bounds.contains_point(point) && kind(n))
            // Of two of one size the later one is drawn above, or stands inside.
            .min_by_key(|(i, n)| {
                (-i64::from(layer(n)), n.state.covered, n.bounds.area(), std::cmp::Reverse(*i))
            })
    };
    let hit = best(reacts).or_else(|| best(|n| n.state.scrollable)).or_else(|| best(|_| true));
    hit.map(|(index, _)| index as u32)
}

fn at_node(snapshot: &Snapshot, screen: &Screen, index: usize) -> Option<u32> {
    snapshot.nodes.get(index)?;
    let mut kept = vec![NONE; snapshot.nodes.len()];
    for (at, node) in screen.nodes.iter().enumerate() {
        if let Some(slot) = kept.get_mut(node.source as usize) {
            *slot = at as u32;
        }
    }
    let node_at = |source: usize| screen.nodes.get(kept[source] as usize);
    let own = node_at(index);
    if own.is_some_and(Node::is_interactive) {
        return Some(kept[index]);
    }
    let parent = |of: usize| snapshot.nodes[of].parent_index().filter(|p| *p < of);
    let around = || std::iter::successors(parent(index), |at| parent(*at));
    if let Some(control) = around().find(|at| node_at(*at).is_some_and(reacts)) {
        return Some(kept[control]);
    }
    // Parents stand before children: one pass finds everything within.
    let mut inside = vec![false; snapshot.nodes.len()];
    inside[index] = true;
    let mut within = None;
    for at in index + 1..snapshot.nodes.len() {
        inside[at] = parent(at).is_some_and(|p| inside[p]);
        if inside[at] && node_at(at).is_some_and(reacts) {
            // A control within the only one is a part of it; a second one beside it leaves the aim open.
            match within {
                None => within = Some(at),
                Some(first) if is_within(&parent, at, first) => {}
                Some(_) => {
                    within = None;
                    break;
                }
            }
        }
    }
    let scroller = || around().find(|at| node_at(*at).is_some_and(|n| n.state.scrollable));
    within.or(own.map(|_| index)).or_else(scroller).map(|at| kept[at])
}

fn is_within(parent: &impl Fn(usize) -> Option<usize>, at: usize, ancestor: usize) -> bool {
    std::iter::successors(parent(at), |at| parent(*at))
        .take_while(|at| *at >= ancestor)
        .any(|at| at == ancestor)
}
