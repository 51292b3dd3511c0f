//! What changed between two screens, and the way back: `apply(prev, &delta(prev, next)) == next`, to the last field.

use crate::model::delta::{NodeRef, Origin, Patch, Rebuild, Shell};
use crate::model::{Capture, Delta, Edge, Node, Point, Screen};
use std::collections::{HashMap, HashSet};

/// A centre that moved less than this, in pixels, did not move.
const MOVED: i64 = 20;
/// Fewer nodes than this share (in percent) remain: another page.
const REMAIN: usize = 40;

/// A delta does not belong to the screen that it was applied to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "delta.mismatch: the delta was made from another screen ({what}); apply it to the screen it was made from"
)]
pub struct DeltaError {
    /// What did not fit.
    pub what: &'static str,
}

/// What changed from `prev` to `next`.
pub fn delta(prev: &Screen, next: &Screen) -> Delta {
    let (origins, came_from) = match_nodes(prev, next);
    let mut out = Delta {
        added: vec![],
        removed: vec![],
        moved: vec![],
        relabelled: vec![],
        edges_added: vec![],
        edges_removed: vec![],
        page_transition: false,
        unchanged: false,
        rebuild: Rebuild { shell: shell(prev, next), nodes: vec![], edges: vec![] },
    };
    for (index, node) in next.nodes.iter().enumerate() {
        let Some(from) = origins[index] else {
            out.added.push(node.clone());
            push(&mut out.rebuild.nodes, Origin::Added { count: 1 });
            continue;
        };
        let old = &prev.nodes[from as usize];
        if far(old.bounds.center(), node.bounds.center()) {
            out.moved.push((node_ref(node), old.bounds, node.bounds));
        }
        if old.fingerprint != node.fingerprint {
            out.relabelled.push((node_ref(old), node_ref(node)));
        }
        let parent = old.parent.and_then(|p| came_from.get(p as usize).copied().flatten());
        push(&mut out.rebuild.nodes, origin(old, from, parent, node));
    }
    for (index, node) in prev.nodes.iter().enumerate() {
        if came_from[index].is_none() {
            out.removed.push(node_ref(node));
        }
    }
    edges(prev, next, &mut out);
    let remain = prev.nodes.len() - out.removed.len();
    out.page_transition = prev.key != next.key || remain * 100 < prev.nodes.len() * REMAIN;
    out.unchanged = is_unchanged(prev, &out);
    out
}

/// Builds the next screen from the previous one.
pub fn apply(prev: &Screen, delta: &Delta) -> Result<Screen, DeltaError> {
    let wrong = |what| DeltaError { what };
    let mut added = delta.added.iter();
    let mut nodes: Vec<Node> = vec![];
    let mut came_from: Vec<Option<u32>> = vec![None; prev.nodes.len()];
    for origin in &delta.rebuild.nodes {
        match origin {
            Origin::Added { count } => {
                for _ in 0..*count {
                    nodes.push(added.next().ok_or(wrong("added nodes"))?.clone());
                }
            }
            Origin::Kept { first, count, shift } => {
                for from in *first..first.saturating_add(*count) {
                    let mut node =
                        prev.nodes.get(from as usize).ok_or(wrong("kept nodes"))?.clone();
                    node.parent =
                        node.parent.and_then(|p| came_from.get(p as usize).copied().flatten());
                    node.source = u32::try_from(i64::from(node.source).saturating_add(*shift))
                        .map_err(|_| wrong("sources"))?;
                    came_from[from as usize] = Some(nodes.len() as u32);
                    nodes.push(node);
                }
            }
            Origin::Changed { from, patch } => {
                let old = prev.nodes.get(*from as usize).ok_or(wrong("changed nodes"))?;
                let node = match &patch.node {
                    Some(node) => (**node).clone(),
                    None => Node {
                        parent: old
                            .parent
                            .and_then(|p| came_from.get(p as usize).copied().flatten()),
                        bounds: patch.bounds.unwrap_or(old.bounds),
                        state: patch.state.unwrap_or(old.state),
                        source: patch.source.unwrap_or(old.source),
                        ..old.clone()
                    },
                };
                came_from[*from as usize] = Some(nodes.len() as u32);
                nodes.push(node);
            }
        }
    }
    let mut edges = vec![];
    for (first, count) in &delta.rebuild.edges {
        for index in *first..first.saturating_add(*count) {
            let index = index as usize;
            let edge =
                prev.edges.get(index).or_else(|| delta.edges_added.get(index - prev.edges.len()));
            edges.push(*edge.ok_or(wrong("edges"))?);
        }
    }
    let shell = &delta.rebuild.shell;
    let mut capture = shell.capture.as_deref().unwrap_or(&prev.capture).clone();
    if let Some((at, id)) = &shell.at {
        capture = Capture { at: *at, id: id.clone(), ..capture };
    }
    let raw = shell.raw.unwrap_or((prev.raw_nodes, prev.raw_bytes));
    Ok(Screen {
        id: shell.id.unwrap_or(prev.id),
        content: shell.content.unwrap_or(prev.content),
        key: shell.key.as_ref().unwrap_or(&prev.key).clone(),
        nodes,
        edges,
        capture,
        keyboard: shell.keyboard.unwrap_or(prev.keyboard),
        opaque: shell.opaque.unwrap_or(prev.opaque),
        raw_nodes: raw.0,
        raw_bytes: raw.1,
        warnings: shell.warnings.as_ref().unwrap_or(&prev.warnings).clone(),
    })
}

fn node_ref(node: &Node) -> NodeRef {
    (node.fingerprint, node.ordinal)
}

/// For each node of `next` the index in `prev`, and the other way round. First by identity; then what is left by place, in
/// order, which is how a changed label keeps its node.
fn match_nodes(prev: &Screen, next: &Screen) -> (Vec<Option<u32>>, Vec<Option<u32>>) {
    let mut origins = vec![None; next.nodes.len()];
    let mut came_from = vec![None; prev.nodes.len()];
    let mut by_ref: HashMap<NodeRef, u32> = HashMap::with_capacity(prev.nodes.len());
    for (index, node) in prev.nodes.iter().enumerate() {
        by_ref.entry(node_ref(node)).or_insert(index as u32);
    }
    for (index, node) in next.nodes.iter().enumerate() {
        if let Some(from) = by_ref.remove(&node_ref(node)) {
            origins[index] = Some(from);
            came_from[from as usize] = Some(index as u32);
        }
    }
    // Same place, another label: only where the place is alone on both sides, or rows would swap their texts.
    let mut alone: HashMap<_, (u32, u32, u32)> = HashMap::new();
    for (index, node) in prev.nodes.iter().enumerate().filter(|(i, _)| came_from[*i].is_none()) {
        let entry = alone.entry(node.place).or_insert((0, 0, 0));
        *entry = (entry.0 + 1, entry.1, index as u32);
    }
    for node in next.nodes.iter().enumerate().filter(|(i, _)| origins[*i].is_none()).map(|(_, n)| n)
    {
        if let Some(entry) = alone.get_mut(&node.place) {
            entry.1 += 1;
        }
    }
    for (index, node) in next.nodes.iter().enumerate() {
        if let (None, Some((1, 1, from))) = (origins[index], alone.get(&node.place)) {
            origins[index] = Some(*from);
            came_from[*from as usize] = Some(index as u32);
        }
    }
    (origins, came_from)
}

/// The shortest way to say how `node` follows from `old`.
fn origin(old: &Node, from: u32, parent: Option<u32>, node: &Node) -> Origin {
    let same_but =
        Node { bounds: node.bounds, state: node.state, source: node.source, parent, ..old.clone() };
    let mut patch = Patch::default();
    if same_but != *node {
        patch.node = Some(Box::new(node.clone()));
    } else if old.bounds == node.bounds && old.state == node.state {
        return Origin::Kept {
            first: from,
            count: 1,
            shift: i64::from(node.source) - i64::from(old.source),
        };
    } else {
        patch.bounds = (old.bounds != node.bounds).then_some(node.bounds);
        patch.state = (old.state != node.state).then_some(node.state);
        patch.source = (old.source != node.source).then_some(node.source);
    }
    Origin::Changed { from, patch: Box::new(patch) }
}

/// Appends, joining runs.
fn push(origins: &mut Vec<Origin>, origin: Origin) {
    match (origins.last_mut(), &origin) {
        (Some(Origin::Added { count }), Origin::Added { count: more }) => *count += more,
        (
            Some(Origin::Kept { first, count, shift }),
            Origin::Kept { first: next, count: more, shift: s },
        ) if *first + *count == *next && shift == s => *count += more,
        _ => origins.push(origin),
    }
}

fn far(a: Point, b: Point) -> bool {
    let d = |a: i32, b: i32| i64::from(a) - i64::from(b);
    let (x, y) = (i128::from(d(a.x, b.x)), i128::from(d(a.y, b.y)));
    x * x + y * y > i128::from(MOVED * MOVED)
}

fn edges(prev: &Screen, next: &Screen, out: &mut Delta) {
    let mut index: HashMap<&Edge, u32> = HashMap::with_capacity(prev.edges.len());
    for (i, edge) in prev.edges.iter().enumerate() {
        index.entry(edge).or_insert(i as u32);
    }
    let mut used = HashSet::with_capacity(next.edges.len());
    for edge in &next.edges {
        let at = match index.get(edge) {
            Some(at) => *at,
            None => {
                out.edges_added.push(*edge);
                (prev.edges.len() + out.edges_added.len() - 1) as u32
            }
        };
        used.insert(at);
        match out.rebuild.edges.last_mut() {
            Some((first, count)) if *first + *count == at => *count += 1,
            _ => out.rebuild.edges.push((at, 1)),
        }
    }
    out.edges_removed = prev
        .edges
        .iter()
        .filter(|edge| index.get(edge).is_some_and(|at| !used.contains(at)))
        .copied()
        .collect();
}

fn shell(prev: &Screen, next: &Screen) -> Shell {
    let same_but_time =
        Capture { at: prev.capture.at, id: prev.capture.id.clone(), ..next.capture.clone() }
            == prev.capture;
    let time = (next.capture.at, next.capture.id.clone());
    Shell {
        id: (prev.id != next.id).then_some(next.id),
        content: (prev.content != next.content).then_some(next.content),
        key: (prev.key != next.key).then(|| next.key.clone()),
        at: (same_but_time && prev.capture != next.capture).then_some(time),
        capture: (!same_but_time).then(|| Box::new(next.capture.clone())),
        keyboard: (prev.keyboard != next.keyboard).then_some(next.keyboard),
        opaque: (prev.opaque != next.opaque).then_some(next.opaque),
        raw: ((prev.raw_nodes, prev.raw_bytes) != (next.raw_nodes, next.raw_bytes))
            .then_some((next.raw_nodes, next.raw_bytes)),
        warnings: (prev.warnings != next.warnings).then(|| next.warnings.clone()),
    }
}

/// One run over all nodes, and nothing of the shell but time and raw size.
fn is_unchanged(prev: &Screen, delta: &Delta) -> bool {
    let all = prev.nodes.len() as u32;
    let nodes = match delta.rebuild.nodes.as_slice() {
        [] => all == 0,
        [Origin::Kept { first: 0, count, shift: 0 }] => *count == all,
        _ => false,
    };
    let Shell { id, content, key, keyboard, opaque, .. } = &delta.rebuild.shell;
    nodes
        && delta.edges_added.is_empty()
        && delta.edges_removed.is_empty()
        && id.is_none()
        && content.is_none()
        && key.is_none()
        && keyboard.is_none()
        && opaque.is_none()
}
