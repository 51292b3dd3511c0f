//! Edges of the memory graph.

use super::change::NodeRow;
use super::{EdgeId, Energy, EpisodeId, Fingerprint, Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What an edge means.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EdgeKind {
    /// Two nodes stand together on a screen.
    Spatial,
    /// An action on one node led to another screen.
    Causal,
    /// Two memories are about the same thing.
    Semantic,
}

/// How the two ends relate; part of the edge's id.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// Source contains target.
    ParentChild,
    /// Target stands right of source in the same row.
    HorizontalAdjacent,
    /// Target stands below source in the same column.
    VerticalAdjacent,
    /// Acting on source led to target.
    LeadsTo,
    /// Source is about target.
    About,
}

impl Relation {
    const ALL: [(Self, &'static str); 5] = [
        (Self::ParentChild, "parent_child"),
        (Self::HorizontalAdjacent, "horizontal_adjacent"),
        (Self::VerticalAdjacent, "vertical_adjacent"),
        (Self::LeadsTo, "leads_to"),
        (Self::About, "about"),
    ];

    /// The stored form, e.g. `parent_child`.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(r, _)| *r == self).map_or("about", |(_, t)| t)
    }

    /// The kind that this relation belongs to.
    pub fn kind(self) -> EdgeKind {
        match self {
            Self::ParentChild | Self::HorizontalAdjacent | Self::VerticalAdjacent => {
                EdgeKind::Spatial
            }
            Self::LeadsTo => EdgeKind::Causal,
            Self::About => EdgeKind::Semantic,
        }
    }
}

impl EdgeKind {
    /// The stored form, e.g. `SPATIAL`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Spatial => "SPATIAL",
            Self::Causal => "CAUSAL",
            Self::Semantic => "SEMANTIC",
        }
    }
}

/// A stored edge kind or relation that this version does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown edge kind in the database: it was written by another version or damaged; run an integrity check"
)]
pub struct UnknownEdge;

impl FromStr for Relation {
    type Err = UnknownEdge;

    fn from_str(text: &str) -> Result<Self, UnknownEdge> {
        Self::ALL.iter().find(|(_, t)| *t == text).map(|(r, _)| *r).ok_or(UnknownEdge)
    }
}

impl FromStr for EdgeKind {
    type Err = UnknownEdge;

    fn from_str(text: &str) -> Result<Self, UnknownEdge> {
        [Self::Spatial, Self::Causal, Self::Semantic]
            .into_iter()
            .find(|k| k.as_str() == text)
            .ok_or(UnknownEdge)
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A directed edge between two nodes. The id follows from the other three, see [`crate::perceive::edges`].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Record,
)]
pub struct Edge {
    /// First 16 hex digits of SHA-256(`source|target|relation`).
    pub id: EdgeId,
    /// Fingerprint of the source node.
    pub source: Fingerprint,
    /// Fingerprint of the target node.
    pub target: Fingerprint,
    /// How they relate.
    pub relation: Relation,
}

/// Which edges of a node are asked for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Enum,
)]
pub enum EdgeDirection {
    /// Those that start at it.
    Outgoing,
    /// Those that end at it.
    Incoming,
    /// All of them.
    #[default]
    Both,
}

/// An edge as stored, with its two time lines: when it was true in the world, and when this store knew it.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeRow {
    /// The edge.
    pub edge: Edge,
    /// The episode it belongs to; none when it was seen outside an episode.
    pub episode: Option<EpisodeId>,
    /// Strength.
    pub energy: Energy,
    /// True in the world from here on.
    pub valid_from: Timestamp,
    /// No longer true in the world from here on.
    pub invalid_at: Option<Timestamp>,
    /// Known to the store from here on.
    pub created_at: Timestamp,
    /// Forgotten by the store from here on; removed for good after a grace period.
    pub expired_at: Option<Timestamp>,
}

/// A node that stands beside another.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbour {
    /// The edge between them.
    pub edge: Edge,
    /// The other node.
    pub node: NodeRow,
}

/// A node that can be reached by acting.
#[derive(Debug, Clone, PartialEq)]
pub struct Reached {
    /// The node.
    pub node: NodeRow,
    /// Number of actions on the shortest known way, from 1.
    pub depth: u32,
}
