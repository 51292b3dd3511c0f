//! What changed from one screen to the next.

use super::{Edge, Fingerprint, Node, Rect, Screen};
use serde::{Deserialize, Serialize};

/// A node's identity on one screen: fingerprint plus ordinal among equals.
pub type NodeRef = (Fingerprint, u32);

/// What changed. `apply(prev, delta(prev, next)) == next`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delta {
    /// Nodes only in `next`.
    pub added: Vec<Node>,
    /// Nodes only in `prev`.
    pub removed: Vec<NodeRef>,
    /// Nodes in both whose centre moved by more than 20 px: who, from, to.
    pub moved: Vec<(NodeRef, Rect, Rect)>,
    /// Nodes that kept their place but changed their label: old, new.
    pub relabelled: Vec<(NodeRef, NodeRef)>,
    /// Edges only in `next`.
    pub edges_added: Vec<Edge>,
    /// Edges only in `prev`.
    pub edges_removed: Vec<Edge>,
    /// Fewer than 40 % of the previous nodes remain: another page.
    pub page_transition: bool,
    /// Nothing at all changed, not even a state.
    pub unchanged: bool,
    /// What `apply` needs beyond the lists above: the shell of `next` (no nodes, no edges) and, per node of `next`,
    /// where it comes from.
    pub rebuild: Rebuild,
}

/// Recipe to build `next` from `prev` without loss.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebuild {
    /// `next` without nodes and edges.
    pub shell: Box<Screen>,
    /// One entry per node of `next`, in order.
    pub nodes: Vec<Origin>,
    /// Order of the edges of `next`: index into the kept edges of `prev` followed by `edges_added`.
    pub edges: Vec<u32>,
}

/// Where a node of `next` comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// Equal to the node at this index of `prev`.
    Same(u32),
    /// The node of `added` at this index.
    Added(u32),
    /// The node at this index of `prev` with another state, position or label.
    Changed(u32, Box<Node>),
}
