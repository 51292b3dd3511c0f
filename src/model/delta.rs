//! What changed from one screen to the next.

use super::{
    Capture, ContentId, Edge, Fingerprint, Node, NodeState, Rect, ScreenId, ScreenKey, Warning,
};
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
    /// Nodes that kept their place but changed their label: old, new. They are neither added nor removed.
    pub relabelled: Vec<(NodeRef, NodeRef)>,
    /// Edges only in `next`.
    pub edges_added: Vec<Edge>,
    /// Edges only in `prev`.
    pub edges_removed: Vec<Edge>,
    /// Fewer than 40 % of the previous nodes remain: another page.
    pub page_transition: bool,
    /// Nothing at all changed, not even a state; only the circumstances of the capture may differ.
    pub unchanged: bool,
    /// What `apply` needs beyond the lists above.
    pub rebuild: Rebuild,
}

/// Recipe to build `next` from `prev` without loss. Runs keep it short: a screen seen again costs one entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebuild {
    /// The rest of the screen, as far as it changed.
    pub shell: Shell,
    /// Where the nodes of `next` come from, in order.
    pub nodes: Vec<Origin>,
    /// Order of the edges of `next`: runs (first, count) of the edges of `prev` followed by `edges_added`.
    pub edges: Vec<(u32, u32)>,
}

/// What a screen holds besides nodes and edges, as far as it changed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Shell {
    /// Another screen.
    pub id: Option<ScreenId>,
    /// Another content.
    pub content: Option<ContentId>,
    /// Another place.
    pub key: Option<ScreenKey>,
    /// Moment and id of the capture, when nothing else of its circumstances changed.
    pub at: Option<(super::Timestamp, String)>,
    /// Other circumstances.
    pub capture: Option<Box<Capture>>,
    /// Keyboard came or went.
    pub keyboard: Option<bool>,
    /// Became opaque or readable.
    pub opaque: Option<bool>,
    /// Another number of nodes, another size of the raw input.
    pub raw: Option<(u32, u64)>,
    /// Other repairs.
    pub warnings: Option<Vec<Warning>>,
}

/// Where nodes of `next` come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// `count` nodes of `prev` from index `first`, with their source indexes shifted by `shift`; parents follow.
    Kept {
        /// Index of the first in `prev`.
        first: u32,
        /// How many.
        count: u32,
        /// Added to each one's source index.
        shift: i64,
    },
    /// The next `count` nodes of `added`.
    Added {
        /// How many.
        count: u32,
    },
    /// The node of `prev` at this index, changed.
    Changed {
        /// Index in `prev`.
        from: u32,
        /// What is different.
        patch: Box<Patch>,
    },
}

/// What is different in a node that is still the same one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Patch {
    /// Another position.
    pub bounds: Option<Rect>,
    /// Another state.
    pub state: Option<NodeState>,
    /// Another source index.
    pub source: Option<u32>,
    /// Anything else (label, parent, row, ...): the whole node.
    pub node: Option<Box<Node>>,
}
