//! Edges between the nodes of a screen, and from a node to the screen it leads to.

use super::fingerprint::hex;
use crate::model::{Edge, EdgeId, Fingerprint, Node, Rect, Relation};
use sha2::{Digest, Sha256};
use std::collections::HashSet;

/// First 16 hex digits of SHA-256(`source|target|relation`), the ends in hex.
pub fn edge_id(source: &Fingerprint, target: &Fingerprint, relation: Relation) -> EdgeId {
    let word = relation.as_str().as_bytes();
    // Two digests, two separators and the longest relation.
    let mut buffer = [b'|'; 64 + 1 + 64 + 1 + 32];
    buffer[..64].copy_from_slice(&hex(source.as_bytes()));
    buffer[65..129].copy_from_slice(&hex(target.as_bytes()));
    let end = 130 + word.len().min(32);
    buffer[130..end].copy_from_slice(&word[..end - 130]);
    let digest: [u8; 32] = Sha256::digest(&buffer[..end]).into();
    let mut id = [0; 8];
    id.copy_from_slice(&digest[..8]);
    EdgeId::from_bytes(id)
}

/// The CAUSAL edge of an action: acting on `from` led to the screen whose anchor node is `to`.
pub fn causal(from: &Fingerprint, to: &Fingerprint) -> Edge {
    edge(from, to, Relation::LeadsTo)
}

/// An edge with its id.
pub fn edge(source: &Fingerprint, target: &Fingerprint, relation: Relation) -> Edge {
    Edge { id: edge_id(source, target, relation), source: *source, target: *target, relation }
}

/// The SPATIAL edges of a screen: parent to child, and from each node to its next neighbour on the right and below among
/// its siblings. Equal edges (between nodes marked as ambiguous) are kept once.
///
/// Sorts siblings into rows and columns, so the cost is that of sorting.
pub fn spatial(nodes: &[Node]) -> Vec<Edge> {
    let mut out = Edges { seen: HashSet::new(), edges: Vec::with_capacity(nodes.len() * 3) };
    for node in nodes {
        if let Some(parent) = node.parent.and_then(|p| nodes.get(p as usize)) {
            out.add(parent, node, Relation::ParentChild);
        }
    }
    let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
    let family = |i: u32| nodes[i as usize].parent.map_or(0, |p| u64::from(p) + 1);
    order.sort_by_key(|&i| family(i));
    for siblings in order.chunk_by_mut(|&a, &b| family(a) == family(b)) {
        if siblings.len() > 1 {
            neighbours(nodes, siblings, Relation::HorizontalAdjacent, &mut out);
            neighbours(nodes, siblings, Relation::VerticalAdjacent, &mut out);
        }
    }
    out.edges
}

struct Edges {
    seen: HashSet<(Fingerprint, Fingerprint, Relation)>,
    edges: Vec<Edge>,
}

impl Edges {
    fn add(&mut self, source: &Node, target: &Node, relation: Relation) {
        let (s, t) = (source.fingerprint, target.fingerprint);
        // Each child has one parent, each node one next neighbour: only towards equals can an edge come twice.
        let twice = target.ambiguous && (source.ambiguous || relation == Relation::ParentChild);
        if !twice || self.seen.insert((s, t, relation)) {
            self.edges.push(edge(&s, &t, relation));
        }
    }
}

/// Groups siblings that overlap across the direction of `relation` into lanes (rows or columns), sorts each lane along it
/// and joins each node to the next one that does not overlap it.
fn neighbours(nodes: &[Node], siblings: &mut [u32], relation: Relation, out: &mut Edges) {
    let horizontal = relation == Relation::HorizontalAdjacent;
    let span = |i: u32| -> (i32, i32) {
        let Rect { left, top, right, bottom } = nodes[i as usize].bounds;
        if horizontal { (left, right) } else { (top, bottom) }
    };
    let across = |i: u32| -> (i32, i32) {
        let Rect { left, top, right, bottom } = nodes[i as usize].bounds;
        if horizontal { (top, bottom) } else { (left, right) }
    };
    siblings.sort_by_key(|&i| (across(i), span(i), i));
    let mut from = 0;
    while from < siblings.len() {
        // The lane of its first node: everything whose middle lies within it.
        let (_, lane_end) = across(siblings[from]);
        let mut to = from + 1;
        while to < siblings.len() {
            let (start, end) = across(siblings[to]);
            if i64::from(start) + i64::from(end) >= 2 * i64::from(lane_end) {
                break;
            }
            to += 1;
        }
        let lane = &mut siblings[from..to];
        lane.sort_by_key(|&i| (span(i), i));
        for pair in lane.windows(2) {
            let (a, b) = (span(pair[0]), span(pair[1]));
            // Touching is adjacent; a few pixels of overlap are drawing, not stacking.
            if b.0.saturating_add(OVERLAP) >= a.1 {
                out.add(&nodes[pair[0] as usize], &nodes[pair[1] as usize], relation);
            }
        }
        from = to;
    }
}

/// Overlap in pixels up to which two nodes count as next to each other.
const OVERLAP: i32 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_the_published_one() {
        let (a, b) = (Fingerprint::from_bytes([1; 32]), Fingerprint::from_bytes([2; 32]));
        for relation in [Relation::ParentChild, Relation::HorizontalAdjacent, Relation::LeadsTo] {
            let digest: [u8; 32] = Sha256::digest(format!("{a}|{b}|{}", relation.as_str())).into();
            let hex: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(edge_id(&a, &b, relation).to_string(), hex);
        }
    }
}
