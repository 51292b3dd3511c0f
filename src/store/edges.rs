//! Edges of the graph. An edge is a row of the episode that first saw its screen; an episode that sees a known screen
//! refers to it. So a revisit costs no edges, and each episode still has its own: what disappeared or was removed in one
//! episode is a row of that episode, which wins over the reference.

use super::columns::{energy, node as node_from_row};
use super::{StoreError, episodes, nodes, screens};
use crate::model::{
    Edge, EdgeDirection, EdgeId, EdgeRow, Energy, EpisodeId, Fingerprint, Neighbour, Reached,
    Timestamp,
};
use crate::perceive;
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::{HashMap, HashSet};

/// Depth of [`reachable`] at most, whatever was asked for.
const MAX_DEPTH: u32 = 64;

/// Columns of an edge with both ends.
const SELECT: &str = "SELECT e.*, s.fingerprint AS source_fp, t.fingerprint AS target_fp, \
    p.episode_id AS episode_id FROM edges e \
    JOIN nodes s ON s.id = e.source JOIN nodes t ON t.id = e.target \
    LEFT JOIN episodes p ON p.id = e.episode";

/// True now, as far as the store knows.
const LIVE: &str = "e.invalid_at IS NULL AND e.expired_at IS NULL";

/// Edges of a node, of all episodes.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn of_node(
    db: &Connection,
    fingerprint: Fingerprint,
    direction: EdgeDirection,
) -> Result<Vec<EdgeRow>, StoreError> {
    select(db, fingerprint, direction, LIVE, None)
}

/// Edges of a node that were true in the world at a moment, as the store knew them then.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn of_node_as_of(
    db: &Connection,
    fingerprint: Fingerprint,
    direction: EdgeDirection,
    at: Timestamp,
) -> Result<Vec<EdgeRow>, StoreError> {
    let then = "e.valid_from <= ?2 AND (e.invalid_at IS NULL OR e.invalid_at > ?2) \
        AND e.created_at <= ?2 AND (e.expired_at IS NULL OR e.expired_at > ?2)";
    select(db, fingerprint, direction, then, Some(at))
}

fn select(
    db: &Connection,
    fingerprint: Fingerprint,
    direction: EdgeDirection,
    condition: &str,
    at: Option<Timestamp>,
) -> Result<Vec<EdgeRow>, StoreError> {
    let Some(node) = nodes::row_of(db, fingerprint)? else { return Ok(Vec::new()) };
    let end = match direction {
        EdgeDirection::Outgoing => "e.source = ?1",
        EdgeDirection::Incoming => "e.target = ?1",
        EdgeDirection::Both => "(e.source = ?1 OR e.target = ?1)",
    };
    let sql = format!("{SELECT} WHERE {end} AND {condition} ORDER BY e.id");
    let mut query = db.prepare_cached(&sql)?;
    let rows = match at {
        Some(at) => query.query_map((node, at), from_row)?.collect::<rusqlite::Result<_>>(),
        None => query.query_map([node], from_row)?.collect::<rusqlite::Result<_>>(),
    };
    Ok(rows?)
}

/// Edges of an episode: its own, and those of the screens that it saw, as long as these are stored. What disappeared in
/// this episode is left out.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn of_episode(db: &Connection, episode: &EpisodeId) -> Result<Vec<EdgeRow>, StoreError> {
    let Some(row) = episodes::find_row(db, episode)? else { return Ok(Vec::new()) };
    let mut query = db.prepare_cached(&format!("{SELECT} WHERE e.episode = ?1 ORDER BY e.id"))?;
    let own: Vec<EdgeRow> = query.query_map([row], from_row)?.collect::<rusqlite::Result<_>>()?;
    // A row that the store only forgot (energy) does not hide what a stored screen shows.
    let (gone, live): (Vec<_>, Vec<_>) = own
        .into_iter()
        .filter(|e| e.invalid_at.is_some() || e.expired_at.is_none())
        .partition(|e| e.invalid_at.is_some());
    let mut seen: HashSet<EdgeId> = gone.iter().chain(&live).map(|e| e.edge.id).collect();
    let mut edges = live;
    for (view, at) in screens::visited(db, row)? {
        let tree = screens::tree(db, view)?;
        let mut known = HashMap::new();
        for node in tree.rows() {
            if let Some(fingerprint) = nodes::visible(db, node)? {
                known.insert(node, fingerprint);
            }
        }
        for (source, target, relation) in tree.edges()? {
            let (Some(source), Some(target)) = (known.get(&source), known.get(&target)) else {
                continue;
            };
            let edge = perceive::edges::edge(source, target, relation);
            if seen.insert(edge.id) {
                edges.push(EdgeRow {
                    edge,
                    episode: Some(episode.clone()),
                    energy: Energy::new(at),
                    valid_from: at,
                    invalid_at: None,
                    created_at: at,
                    expired_at: None,
                });
            }
        }
    }
    Ok(edges)
}

/// Nodes that stand beside a node on some screen (SPATIAL edges, both directions).
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn neighbours(db: &Connection, fingerprint: Fingerprint) -> Result<Vec<Neighbour>, StoreError> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for row in of_node(db, fingerprint, EdgeDirection::Both)? {
        let edge = row.edge;
        if edge.relation.kind() != crate::model::EdgeKind::Spatial || !seen.insert(edge.id) {
            continue;
        }
        let other = if edge.source == fingerprint { edge.target } else { edge.source };
        if let Some(node) = nodes::by_fingerprint(db, other)? {
            found.push(Neighbour { edge, node });
        }
    }
    Ok(found)
}

/// Nodes that acting from a node has led to (CAUSAL edges), nearest first, at most `max_depth` actions away.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn reachable(
    db: &Connection,
    fingerprint: Fingerprint,
    max_depth: u32,
) -> Result<Vec<Reached>, StoreError> {
    let Some(start) = nodes::row_of(db, fingerprint)? else { return Ok(Vec::new()) };
    let mut next = db.prepare_cached(
        "SELECT DISTINCT e.target, t.* FROM edges e JOIN nodes t ON t.id = e.target \
         WHERE e.source = ?1 AND e.relation = 'leads_to' AND e.invalid_at IS NULL \
         AND e.expired_at IS NULL AND t.expired_at IS NULL ORDER BY e.target",
    )?;
    let (mut seen, mut found, mut ring) = (HashSet::from([start]), Vec::new(), vec![start]);
    for depth in 1..=max_depth.min(MAX_DEPTH) {
        let mut beyond = Vec::new();
        for node in ring {
            let mut rows = next.query([node])?;
            while let Some(row) = rows.next()? {
                let id = row.get("target")?;
                if seen.insert(id) {
                    found.push(Reached { node: node_from_row(row)?, depth });
                    beyond.push(id);
                }
            }
        }
        ring = beyond;
    }
    Ok(found)
}

/// Keeps an edge in an episode; one that had disappeared is true again.
pub(super) fn see(
    db: &Connection,
    episode: Option<i64>,
    edge: &Edge,
    source: i64,
    target: i64,
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO edges \
        (episode, edge_id, source, target, relation, created_at, valid_from, energy, energy_at) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?6) \
        ON CONFLICT DO UPDATE SET invalid_at = NULL, expired_at = NULL, \
        valid_from = iif(invalid_at IS NULL, valid_from, excluded.valid_from)";
    let mut statement = db.prepare_cached(sql)?;
    let start = crate::model::energy::START;
    statement.execute((episode, edge.id, source, target, edge.relation, at, start))?;
    Ok(())
}

/// Edges disappeared in one episode. When that was is the last moment that the episode knows.
pub(super) fn disappear(
    db: &Connection,
    episode: &EpisodeId,
    gone: &[EdgeId],
) -> Result<(), StoreError> {
    let row = episodes::row_of(db, episode)?;
    let at: Timestamp = db.query_row(
        "SELECT max(started_at, ifnull((SELECT max(at) FROM visits WHERE episode = ?1), 0)) \
         FROM episodes WHERE id = ?1",
        [row],
        |row| row.get(0),
    )?;
    let mut statement = db.prepare_cached(
        "UPDATE edges SET invalid_at = ?3 \
         WHERE episode = ?1 AND edge_id = ?2 AND invalid_at IS NULL",
    )?;
    let mut own = db.prepare_cached("SELECT 1 FROM edges WHERE episode = ?1 AND edge_id = ?2")?;
    let mut referred = HashSet::new();
    for id in gone {
        if statement.execute((row, id, at))? == 0 && !own.exists((row, id))? {
            referred.insert(*id);
        }
    }
    // Edges that the episode only refers to get a row of their own, so that the other episodes keep theirs.
    if !referred.is_empty() {
        for edge in of_episode(db, episode)?.iter().filter(|e| referred.contains(&e.edge.id)) {
            let ends = (nodes::row_of(db, edge.edge.source)?, nodes::row_of(db, edge.edge.target)?);
            if let (Some(source), Some(target)) = ends {
                see(db, Some(row), &edge.edge, source, target, edge.valid_from)?;
                statement.execute((row, edge.edge.id, at))?;
            }
        }
    }
    Ok(())
}

/// Before an episode goes: edges of its screens pass to another episode that saw the same screens.
pub(super) fn bequeath(db: &Connection, episode: i64) -> Result<(), StoreError> {
    let mut heir = db.prepare_cached(
        "SELECT episode, min(at) AS at FROM visits \
         WHERE view = ?1 AND episode IS NOT ?2 GROUP BY episode ORDER BY min(id) LIMIT 1",
    )?;
    let mut pass = db.prepare_cached(
        "INSERT INTO edges (episode, edge_id, source, target, relation, created_at, valid_from, \
         energy, energy_at, pinned) \
         SELECT ?1, edge_id, source, target, relation, ?6, ?6, energy, energy_at, pinned \
         FROM edges WHERE episode = ?2 AND source = ?3 AND relation = ?4 AND target = ?5 \
         AND expired_at IS NULL ON CONFLICT DO NOTHING",
    )?;
    for (view, _) in screens::visited(db, episode)? {
        let found = heir
            .query_row((view, episode), |row| {
                Ok((row.get::<_, Option<i64>>("episode")?, row.get::<_, Timestamp>("at")?))
            })
            .optional()?;
        let Some((heir, at)) = found else { continue };
        for (source, target, relation) in screens::tree(db, view)?.edges()? {
            pass.execute((heir, episode, source, relation, target, at))?;
        }
    }
    Ok(())
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<EdgeRow> {
    Ok(EdgeRow {
        edge: Edge {
            id: row.get("edge_id")?,
            source: row.get("source_fp")?,
            target: row.get("target_fp")?,
            relation: row.get("relation")?,
        },
        episode: row.get("episode_id")?,
        energy: energy(row)?,
        valid_from: row.get("valid_from")?,
        invalid_at: row.get("invalid_at")?,
        created_at: row.get("created_at")?,
        expired_at: row.get("expired_at")?,
    })
}
