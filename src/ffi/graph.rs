use super::{MemoryError, off_thread};
use crate::engine::{Engine, NodeView};
use crate::model::{Edge, Episode, EpisodeId, Fingerprint};
use std::sync::Arc;

/// Nodes, edges and episodes, to read; episodes also to delete.
#[derive(uniffi::Object)]
pub struct MemoryGraph(Arc<Engine>);

impl MemoryGraph {
    pub(super) fn wrap(engine: &Arc<Engine>) -> Arc<Self> {
        Arc::new(Self(Arc::clone(engine)))
    }
}

#[uniffi::export]
impl MemoryGraph {
    /// A node by its fingerprint.
    pub async fn node(&self, fingerprint: Fingerprint) -> Result<Option<NodeView>, MemoryError> {
        off_thread(&self.0, move |e| e.node(fingerprint)).await
    }

    /// Nodes that stand beside it on some screen.
    pub async fn neighbours(&self, fingerprint: Fingerprint) -> Result<Vec<NodeView>, MemoryError> {
        off_thread(&self.0, move |e| e.neighbours(fingerprint)).await
    }

    /// Nodes that acting can lead to, at most `depth` (1 to 100) actions away.
    #[uniffi::method(default(depth = 10))]
    pub async fn reachable(
        &self,
        fingerprint: Fingerprint,
        depth: i64,
    ) -> Result<Vec<NodeView>, MemoryError> {
        off_thread(&self.0, move |e| e.reachable(fingerprint, depth)).await
    }

    /// Edges that begin or end at a node.
    pub async fn edges_of_node(&self, fingerprint: Fingerprint) -> Result<Vec<Edge>, MemoryError> {
        off_thread(&self.0, move |e| e.edges_of_node(fingerprint)).await
    }

    /// Edges of one episode.
    pub async fn edges_of_episode(&self, episode: EpisodeId) -> Result<Vec<Edge>, MemoryError> {
        off_thread(&self.0, move |e| e.edges_of_episode(&episode)).await
    }

    /// Recent episodes, newest first; `limit` is pulled into 1 to 1,000.
    #[uniffi::method(default(limit = 20))]
    pub async fn recent_episodes(&self, limit: i64) -> Result<Vec<Episode>, MemoryError> {
        off_thread(&self.0, move |e| e.recent_episodes(limit)).await
    }

    /// Deletes an episode with its steps and edges. A macro that came from it stays.
    pub async fn delete_episode(&self, episode: EpisodeId) -> Result<(), MemoryError> {
        off_thread(&self.0, move |e| e.delete_episode(&episode)).await
    }
}
