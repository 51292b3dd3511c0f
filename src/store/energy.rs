//! Strengths of all kinds of memories, soft deletion, and removal for good.

use super::{StoreError, columns, episodes, macros, nodes, screens};
use crate::model::change::EnergyRow;
use crate::model::{EdgeId, Energy, EnergyOwner, EpisodeId, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::BTreeSet;

/// Which memories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnergyKind {
    /// Nodes.
    Node,
    /// Edges of episodes.
    Edge,
    /// Episodes.
    Episode,
    /// Macros.
    Macro,
}

/// Strengths of all memories of a kind, oldest first. What is invalidated is left out.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn rows(db: &Connection, kind: EnergyKind) -> Result<Vec<EnergyRow>, StoreError> {
    let sql = match kind {
        EnergyKind::Node => {
            "SELECT fingerprint, energy, energy_at, pinned AS permanent FROM nodes \
             WHERE expired_at IS NULL ORDER BY id"
        }
        EnergyKind::Edge => {
            "SELECT p.episode_id, e.edge_id, e.energy, e.energy_at, e.pinned AS permanent \
             FROM edges e JOIN episodes p ON p.id = e.episode \
             WHERE e.expired_at IS NULL ORDER BY e.id"
        }
        EnergyKind::Episode => {
            "SELECT episode_id, energy, energy_at, pinned AS permanent FROM episodes ORDER BY id"
        }
        EnergyKind::Macro => {
            "SELECT macro_id, energy, energy_at, pinned OR crystallised AS permanent \
             FROM fsm_macros ORDER BY id"
        }
    };
    let owner = |row: &Row<'_>| -> rusqlite::Result<EnergyOwner> {
        Ok(match kind {
            EnergyKind::Node => EnergyOwner::Node(row.get("fingerprint")?),
            EnergyKind::Edge => EnergyOwner::Edge(row.get("episode_id")?, row.get("edge_id")?),
            EnergyKind::Episode => EnergyOwner::Episode(row.get("episode_id")?),
            EnergyKind::Macro => EnergyOwner::Macro(row.get("macro_id")?),
        })
    };
    let mut query = db.prepare_cached(sql)?;
    let rows = query.query_map([], |row| {
        Ok(EnergyRow {
            owner: owner(row)?,
            energy: columns::energy(row)?,
            permanent: row.get("permanent")?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Strengths of all memories of a kind with the bytes that each takes, roughly: what its rows and index entries hold, and
/// for an episode the screens that only it saw. The order is that of [`rows`].
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn sized(db: &Connection, kind: EnergyKind) -> Result<Vec<(EnergyRow, u64)>, StoreError> {
    // Fixed parts measured over a database of the corpus, indexes included.
    let sql = match kind {
        EnergyKind::Node => {
            "SELECT 250 + 3 * length(label) + 2 * length(resource_id) + length(class_name) \
             + length(app) FROM nodes WHERE expired_at IS NULL ORDER BY id"
        }
        EnergyKind::Edge => {
            "SELECT 110 FROM edges WHERE episode IS NOT NULL AND expired_at IS NULL ORDER BY id"
        }
        EnergyKind::Episode => {
            "SELECT 150 + 3 * length(goal) \
             + ifnull((SELECT sum(80 + length(action)) FROM steps WHERE episode = e.id), 0) \
             + (SELECT 35 * count(*) FROM visits WHERE episode = e.id) \
             + ifnull((SELECT sum(150 + length(tree)) FROM views WHERE id IN ( \
                 SELECT view FROM visits GROUP BY view \
                 HAVING min(ifnull(episode, -1)) = e.id AND max(episode) = e.id)), 0) \
             FROM episodes e ORDER BY id"
        }
        EnergyKind::Macro => {
            "SELECT 200 + length(machine) + ifnull( \
             (SELECT sum(length(machine)) FROM macro_versions WHERE macro = m.id), 0) \
             FROM fsm_macros m ORDER BY id"
        }
    };
    let mut query = db.prepare_cached(sql)?;
    let sizes = query.query_map([], |row| row.get::<_, u32>(0))?;
    let sizes: Vec<u32> = sizes.collect::<rusqlite::Result<_>>()?;
    Ok(rows(db, kind)?.into_iter().zip(sizes.into_iter().map(u64::from)).collect())
}

/// Writes a strength. A memory that is gone meanwhile is no error.
pub(super) fn set(db: &Connection, owner: &EnergyOwner, energy: Energy) -> Result<(), StoreError> {
    let (value, at) = (energy.value(), energy.at());
    match owner {
        EnergyOwner::Node(id) => db
            .prepare_cached("UPDATE nodes SET energy = ?1, energy_at = ?2 WHERE fingerprint = ?3")?
            .execute((value, at, id))?,
        EnergyOwner::Edge(episode, id) => db
            .prepare_cached(
                "UPDATE edges SET energy = ?1, energy_at = ?2 WHERE edge_id = ?4 \
                 AND episode = (SELECT id FROM episodes WHERE episode_id = ?3)",
            )?
            .execute((value, at, episode, id))?,
        EnergyOwner::Episode(id) => db
            .prepare_cached(
                "UPDATE episodes SET energy = ?1, energy_at = ?2 WHERE episode_id = ?3",
            )?
            .execute((value, at, id))?,
        EnergyOwner::Macro(id) => db
            .prepare_cached(
                "UPDATE fsm_macros SET energy = ?1, energy_at = ?2 WHERE macro_id = ?3",
            )?
            .execute((value, at, id))?,
    };
    Ok(())
}

/// Pins a memory or lets it go.
pub(super) fn pin(db: &Connection, owner: &EnergyOwner, pinned: bool) -> Result<(), StoreError> {
    match owner {
        EnergyOwner::Node(id) => db
            .prepare_cached("UPDATE nodes SET pinned = ?1 WHERE fingerprint = ?2")?
            .execute((pinned, id))?,
        EnergyOwner::Edge(episode, id) => db
            .prepare_cached(
                "UPDATE edges SET pinned = ?1 WHERE edge_id = ?3 \
                 AND episode = (SELECT id FROM episodes WHERE episode_id = ?2)",
            )?
            .execute((pinned, episode, id))?,
        EnergyOwner::Episode(id) => db
            .prepare_cached("UPDATE episodes SET pinned = ?1 WHERE episode_id = ?2")?
            .execute((pinned, id))?,
        EnergyOwner::Macro(id) => db
            .prepare_cached("UPDATE fsm_macros SET pinned = ?1 WHERE macro_id = ?2")?
            .execute((pinned, id))?,
    };
    Ok(())
}

/// Removes a memory for good, unless it is permanent. A node that a stored screen still needs is hidden instead.
pub(super) fn collapse(db: &Connection, owner: &EnergyOwner) -> Result<(), StoreError> {
    if is_permanent(db, owner)? {
        return Ok(());
    }
    match owner {
        EnergyOwner::Node(fingerprint) => {
            let Some(row) = nodes::row_of(db, *fingerprint)? else { return Ok(()) };
            if nodes::is_on_a_screen(db, row)? {
                let sql = "SELECT max(last_seen, energy_at) AS at FROM nodes WHERE id = ?1";
                let at: Timestamp = db.query_row(sql, [row], |row| row.get("at"))?;
                return nodes::expire(db, row, at).map(|_| ());
            }
            nodes::remove(db, row)
        }
        EnergyOwner::Edge(episode, id) => remove_edge(db, episode, *id),
        EnergyOwner::Episode(id) => episodes::remove(db, id).map(|_| ()),
        EnergyOwner::Macro(id) => macros::remove(db, id),
    }
}

/// Hides a node or an edge; episodes and macros have no second time line and collapse.
pub(super) fn invalidate(
    db: &Connection,
    owner: &EnergyOwner,
    at: Timestamp,
) -> Result<(), StoreError> {
    if is_permanent(db, owner)? {
        return Ok(());
    }
    match owner {
        EnergyOwner::Node(fingerprint) => match nodes::row_of(db, *fingerprint)? {
            Some(row) => nodes::expire(db, row, at).map(|_| ()),
            None => Ok(()),
        },
        EnergyOwner::Edge(episode, id) => {
            let mut statement = db.prepare_cached(
                "UPDATE edges SET expired_at = ?3 \
                 WHERE edge_id = ?2 AND expired_at IS NULL \
                 AND episode = (SELECT id FROM episodes WHERE episode_id = ?1)",
            )?;
            statement.execute((episode, id, at))?;
            Ok(())
        }
        EnergyOwner::Episode(_) | EnergyOwner::Macro(_) => collapse(db, owner),
    }
}

/// Removes for good what was hidden before a moment, and sightings outside any episode from before it.
pub(super) fn purge(db: &Connection, before: Timestamp) -> Result<(), StoreError> {
    let mut query =
        db.prepare_cached("DELETE FROM visits WHERE episode IS NULL AND at < ?1 RETURNING view")?;
    let views: BTreeSet<i64> =
        query.query_map([before], |row| row.get("view"))?.collect::<rusqlite::Result<_>>()?;
    let mut visited = db.prepare_cached("SELECT 1 FROM visits WHERE view = ?1")?;
    for view in views {
        if !visited.exists([view])? {
            screens::remove(db, view)?;
        }
    }
    db.prepare_cached("DELETE FROM edges WHERE expired_at < ?1 AND pinned = 0")?
        .execute([before])?;
    let mut query = db.prepare_cached(
        "SELECT id FROM nodes WHERE expired_at < ?1 AND pinned = 0 \
         AND NOT EXISTS (SELECT 1 FROM view_nodes WHERE node = nodes.id)",
    )?;
    let hidden: Vec<i64> =
        query.query_map([before], |row| row.get("id"))?.collect::<rusqlite::Result<_>>()?;
    hidden.into_iter().try_for_each(|row| nodes::remove(db, row))
}

fn remove_edge(db: &Connection, episode: &EpisodeId, id: EdgeId) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached(
        "DELETE FROM edges WHERE edge_id = ?2 \
         AND episode = (SELECT id FROM episodes WHERE episode_id = ?1)",
    )?;
    statement.execute((episode, id))?;
    Ok(())
}

fn is_permanent(db: &Connection, owner: &EnergyOwner) -> Result<bool, StoreError> {
    let found = match owner {
        EnergyOwner::Node(id) => db
            .prepare_cached("SELECT pinned FROM nodes WHERE fingerprint = ?1")?
            .query_row([id], |row| row.get(0)),
        EnergyOwner::Edge(episode, id) => db
            .prepare_cached(
                "SELECT pinned FROM edges WHERE edge_id = ?2 \
                 AND episode = (SELECT id FROM episodes WHERE episode_id = ?1)",
            )?
            .query_row((episode, id), |row| row.get(0)),
        EnergyOwner::Episode(id) => db
            .prepare_cached("SELECT pinned FROM episodes WHERE episode_id = ?1")?
            .query_row([id], |row| row.get(0)),
        EnergyOwner::Macro(id) => db
            .prepare_cached("SELECT pinned OR crystallised FROM fsm_macros WHERE macro_id = ?1")?
            .query_row([id], |row| row.get(0)),
    };
    Ok(found.optional()?.unwrap_or(false))
}
