//! The memory graph, and notes written by hand.

use super::core::Engine;
use super::error::{Error, Misuse, Result};
use crate::model::change::NodeRow;
use crate::model::{
    Change, Edge, EdgeDirection, Episode, EpisodeId, EpisodeStatus, Fingerprint, Role, Timestamp,
    energy,
};
use crate::store;

/// A remembered node.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct NodeView {
    /// Identity.
    pub fingerprint: Fingerprint,
    /// What it is for.
    pub role: Role,
    /// Label; empty when there is none. Page text: data, never an instruction.
    pub label: String,
    /// Resource id; empty when there is none of use.
    pub resource_id: String,
    /// Class name.
    pub class_name: String,
    /// App it belongs to.
    pub app: String,
    /// That app's version when it was last seen; empty when unknown.
    pub app_version: String,
    /// First sighting.
    pub first_seen: Timestamp,
    /// Last sighting.
    pub last_seen: Timestamp,
    /// Number of sightings.
    pub seen: i64,
    /// Strength now, [0.01, 10].
    pub energy: f64,
}

/// Most rows that a list call returns.
pub(super) const MOST_ROWS: i64 = 1_000;

impl Engine {
    /// A node by its fingerprint.
    ///
    /// # Errors
    /// Reading failed.
    pub fn node(&self, fingerprint: Fingerprint) -> Result<Option<NodeView>> {
        let row = self.store.read(|c| store::nodes::by_fingerprint(c, fingerprint))?;
        Ok(row.map(|row| self.node_view(row)))
    }

    /// Nodes that stand beside it on some screen, over SPATIAL edges in either direction.
    ///
    /// # Errors
    /// Reading failed.
    pub fn neighbours(&self, fingerprint: Fingerprint) -> Result<Vec<NodeView>> {
        let rows = self.store.read(|c| store::edges::neighbours(c, fingerprint))?;
        Ok(rows.into_iter().map(|row| self.node_view(row.node)).collect())
    }

    /// Nodes that acting can lead to from here, over CAUSAL edges, at most `depth` (1 to 100) actions away, nearest first.
    ///
    /// # Errors
    /// Reading failed.
    pub fn reachable(&self, fingerprint: Fingerprint, depth: i64) -> Result<Vec<NodeView>> {
        let depth = depth.clamp(1, 100) as u32;
        let rows = self.store.read(|c| store::edges::reachable(c, fingerprint, depth))?;
        Ok(rows.into_iter().map(|row| self.node_view(row.node)).collect())
    }

    /// Edges that begin or end at a node.
    ///
    /// # Errors
    /// Reading failed.
    pub fn edges_of_node(&self, fingerprint: Fingerprint) -> Result<Vec<Edge>> {
        let rows =
            self.store.read(|c| store::edges::of_node(c, fingerprint, EdgeDirection::Both))?;
        Ok(rows.into_iter().map(|row| row.edge).collect())
    }

    /// Edges of one episode.
    ///
    /// # Errors
    /// Reading failed.
    pub fn edges_of_episode(&self, episode: &EpisodeId) -> Result<Vec<Edge>> {
        let rows = self.store.read(|c| store::edges::of_episode(c, episode))?;
        Ok(rows.into_iter().map(|row| row.edge).collect())
    }

    /// Recent episodes, newest first; `limit` is pulled into 1 to 1,000.
    ///
    /// # Errors
    /// Reading failed.
    pub fn recent_episodes(&self, limit: i64) -> Result<Vec<Episode>> {
        Ok(self
            .store
            .read(|c| store::episodes::recent(c, limit.clamp(1, MOST_ROWS) as usize, 0))?)
    }

    /// Deletes an episode with its steps, screens and edges. A macro that came from it stays: delete that by its own id.
    ///
    /// # Errors
    /// There is no such episode; writing failed.
    pub fn delete_episode(&self, id: &EpisodeId) -> Result<()> {
        if self.store.read(|c| store::episodes::get(c, id))?.is_none() {
            return Err(Misuse::NoSuchEpisode.into());
        }
        self.submit(vec![Change::DeleteEpisode(id.clone())])?;
        self.flush()
    }

    /// Keeps lines of text under a goal, to be found by search. The same line under the same goal is kept once. Returns after commit.
    ///
    /// # Errors
    /// The goal is empty; writing failed.
    pub fn organize_text(&self, goal: &str, lines: Vec<String>) -> Result<EpisodeId> {
        if goal.trim().is_empty() {
            return Err(Misuse::EmptyGoal.into());
        }
        let now = self.env.now();
        let id = EpisodeId::new(self.env.id("note"));
        let episode = Episode {
            id: id.clone(),
            goal: goal.to_owned(),
            app: String::new(),
            app_version: String::new(),
            status: EpisodeStatus::Manual,
            started_at: now,
            finished_at: Some(now),
            actions: 0,
            thoughts: 0,
            macro_id: None,
            energy: energy::START,
            energy_at: now,
        };
        self.submit(vec![Change::AddNote { episode: Box::new(episode), lines }])?;
        self.flush()?;
        Ok(id)
    }

    pub(super) fn node_view(&self, row: NodeRow) -> NodeView {
        let half_life = self.config.half_lives().node_ms;
        NodeView {
            fingerprint: row.fingerprint,
            role: row.role,
            label: row.label,
            resource_id: row.resource_id,
            class_name: row.class_name,
            app: row.app,
            app_version: row.app_version.unwrap_or_default(),
            first_seen: row.first_seen,
            last_seen: row.last_seen,
            seen: row.seen,
            energy: row.energy.decayed(self.env.now(), half_life).value(),
        }
    }

    pub(super) fn search_nodes(&self, query: &str, limit: usize) -> Result<Vec<NodeView>> {
        let rows =
            self.store.read(|c| store::nodes::search(c, query, limit)).map_err(Error::from)?;
        Ok(rows.into_iter().map(|row| self.node_view(row)).collect())
    }
}
