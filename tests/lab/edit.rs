//! Small edits of snapshots, from which the drift operators are made.

use cs_mem::model::{Rect, Snapshot, UiNode, Window, WindowKind};
use std::collections::HashSet;

/// Whether `inner` stands in `outer` (or is it).
pub fn within(s: &Snapshot, inner: usize, outer: usize) -> bool {
    let mut at = Some(inner);
    while let Some(node) = at {
        if node == outer {
            return true;
        }
        at = s.nodes[node].parent_index();
    }
    false
}

pub fn children(s: &Snapshot, of: usize) -> Vec<usize> {
    (of + 1..s.nodes.len()).filter(|n| s.nodes[*n].parent_index() == Some(of)).collect()
}

pub fn subtree(s: &Snapshot, root: usize) -> Vec<usize> {
    let mut inside = vec![false; s.nodes.len()];
    inside[root] = true;
    for n in root + 1..s.nodes.len() {
        inside[n] = s.nodes[n].parent_index().is_some_and(|p| inside[p]);
    }
    (0..s.nodes.len()).filter(|n| inside[*n]).collect()
}

/// Without these nodes and what stands in them; where each node is now.
pub fn removed(s: &Snapshot, gone: &[usize]) -> (Snapshot, Vec<Option<usize>>) {
    let gone: HashSet<usize> = gone.iter().flat_map(|n| subtree(s, *n)).collect();
    let mut map = vec![None; s.nodes.len()];
    let mut out = Snapshot { nodes: vec![], ..s.clone() };
    for (n, node) in s.nodes.iter().enumerate().filter(|(n, _)| !gone.contains(n)) {
        map[n] = Some(out.nodes.len());
        let parent = node.parent_index().and_then(|p| map[p]).map(|p| p as i32);
        out.nodes.push(UiNode { parent, ..node.clone() });
    }
    (out, map)
}

/// A copy of a subtree, as the last child of `parent`; the index of its root.
pub fn copied(s: &mut Snapshot, from: usize, parent: Option<usize>) -> usize {
    let nodes = subtree(s, from);
    let mut map = std::collections::HashMap::new();
    let root = s.nodes.len();
    for n in nodes {
        let node = s.nodes[n].clone();
        let parent = match n == from {
            true => parent,
            false => node.parent_index().and_then(|p| map.get(&p).copied()),
        };
        map.insert(n, s.nodes.len());
        s.nodes.push(UiNode { parent: parent.map(|p| p as i32), ..node });
    }
    root
}

/// Moves a subtree on the display.
pub fn shift(s: &mut Snapshot, root: usize, dx: i32, dy: i32) {
    for n in subtree(s, root) {
        let b = &mut s.nodes[n].bounds;
        *b = Rect::new(b.left + dx, b.top + dy, b.right + dx, b.bottom + dy);
    }
}

/// Swaps two neighbouring subtrees in order and place: the children of one list.
pub fn swapped(s: &Snapshot, list: usize, a: usize, b: usize) -> (Snapshot, Vec<Option<usize>>) {
    // Written anew in the wanted order of the list's children.
    let mut order = children(s, list);
    let (x, y) = (order.iter().position(|n| *n == a), order.iter().position(|n| *n == b));
    if let (Some(x), Some(y)) = (x, y) {
        order.swap(x, y);
    }
    let (ba, bb) = (s.nodes[a].bounds, s.nodes[b].bounds);
    let mut moved = s.clone();
    shift(&mut moved, a, bb.left - ba.left, bb.top - ba.top);
    shift(&mut moved, b, ba.left - bb.left, ba.top - bb.top);
    let rows: HashSet<usize> = subtree(s, list).into_iter().collect();
    let mut sequence: Vec<usize> =
        (0..s.nodes.len()).filter(|n| *n <= list && !rows.contains(n) || *n == list).collect();
    sequence.extend(order.iter().flat_map(|row| subtree(s, *row)));
    sequence.extend((list + 1..s.nodes.len()).filter(|n| !rows.contains(n)));
    let mut map = vec![None; s.nodes.len()];
    let mut out = Snapshot { nodes: vec![], ..moved.clone() };
    for n in sequence {
        map[n] = Some(out.nodes.len());
        let node = &moved.nodes[n];
        let parent = node.parent_index().and_then(|p| map[p]).map(|p| p as i32);
        out.nodes.push(UiNode { parent, ..node.clone() });
    }
    (out, map)
}

/// A list, grid or scrolling page with its entries.
pub struct List {
    pub node: usize,
    pub rows: Vec<usize>,
}

/// Lists with at least two entries of one class that say something.
pub fn lists(s: &Snapshot) -> Vec<List> {
    let is_list = |n: &UiNode| {
        ["RecyclerView", "ListView", "GridView"].iter().any(|c| n.class_name.ends_with(c))
    };
    let mut out = vec![];
    for node in (0..s.nodes.len()).filter(|n| is_list(&s.nodes[*n])) {
        let rows = children(s, node);
        let alike = rows.iter().all(|r| s.nodes[*r].class_name == s.nodes[rows[0]].class_name);
        let says = rows.iter().all(|r| !text_of(s, *r).is_empty());
        if rows.len() >= 2 && alike && says {
            out.push(List { node, rows });
        }
    }
    out
}

/// The first text in a subtree.
pub fn text_of(s: &Snapshot, root: usize) -> String {
    let text = |n: usize| {
        let node = &s.nodes[n];
        if node.text.is_empty() { node.content_desc.clone() } else { node.text.clone() }
    };
    subtree(s, root).into_iter().map(text).find(|t| !t.trim().is_empty()).unwrap_or_default()
}

/// Says something else in every text of a subtree that says something.
pub fn reword(s: &mut Snapshot, root: usize, to: impl Fn(&str) -> String) {
    for n in subtree(s, root) {
        let node = &mut s.nodes[n];
        for text in [&mut node.text, &mut node.content_desc] {
            if !text.trim().is_empty() {
                *text = to(text);
            }
        }
    }
}

/// The display, or the largest node where it is unknown.
pub fn display(s: &Snapshot) -> Rect {
    s.capture.display.bounds().unwrap_or_else(|| {
        s.nodes.iter().map(|n| n.bounds).max_by_key(Rect::area).unwrap_or_default()
    })
}

pub fn package(s: &Snapshot) -> String {
    s.nodes.iter().map(|n| n.package.clone()).find(|p| !p.is_empty()).unwrap_or_default()
}

/// A text node in the root.
pub fn say(s: &mut Snapshot, text: &str, bounds: Rect) -> usize {
    let node = UiNode {
        text: text.to_owned(),
        package: package(s),
        parent: Some(0),
        window: s.nodes.first().map_or(0, |n| n.window),
        ..UiNode::new("android.widget.TextView", bounds)
    };
    s.nodes.push(node);
    s.nodes.len() - 1
}

/// A window above all others, with a root of its own.
pub fn window(
    s: &mut Snapshot,
    kind: WindowKind,
    package: &str,
    bounds: Rect,
    focused: bool,
) -> usize {
    if s.windows.is_empty() {
        let own = Window {
            kind: WindowKind::Application,
            layer: 0,
            package: self::package(s),
            bounds: display(s),
            title: String::new(),
            touchable: None,
            focused: true,
            display_id: s.capture.display.id,
        };
        s.windows.push(own);
    }
    if focused {
        s.windows.iter_mut().for_each(|w| w.focused = false);
    }
    let layer = s.windows.iter().map(|w| w.layer).max().unwrap_or(0) + 1;
    s.windows.push(Window {
        kind,
        layer,
        package: package.to_owned(),
        bounds,
        title: String::new(),
        touchable: None,
        focused,
        display_id: s.capture.display.id,
    });
    let root = UiNode {
        package: package.to_owned(),
        window: s.windows.len() as i32 - 1,
        ..UiNode::new("android.widget.FrameLayout", bounds)
    };
    s.nodes.push(root);
    s.nodes.len() - 1
}

/// A child of a window's root.
pub fn put(
    s: &mut Snapshot,
    root: usize,
    class: &str,
    text: &str,
    bounds: Rect,
    clickable: bool,
) -> usize {
    let up = s.nodes[root].clone();
    let node = UiNode {
        text: text.to_owned(),
        package: up.package,
        window: up.window,
        parent: Some(root as i32),
        clickable,
        ..UiNode::new(class, bounds)
    };
    s.nodes.push(node);
    s.nodes.len() - 1
}

/// Every size by a factor, as another density or display shows it.
pub fn scaled(s: &Snapshot, x: f64, y: f64) -> Snapshot {
    let by = |v: i32, f: f64| (f64::from(v) * f).round() as i32;
    let rect = |r: Rect| Rect::new(by(r.left, x), by(r.top, y), by(r.right, x), by(r.bottom, y));
    let mut out = s.clone();
    out.nodes.iter_mut().for_each(|n| n.bounds = rect(n.bounds));
    out.windows.iter_mut().for_each(|w| w.bounds = rect(w.bounds));
    let d = &mut out.capture.display;
    (d.width, d.height) = (by(d.width, x), by(d.height, y));
    out
}
