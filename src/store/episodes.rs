//! Task runs.

use super::columns::{clamp, energy};
use super::recall::{self, Family};
use super::{StoreError, edges, screens};
use crate::model::change::StoredStep;
use crate::model::{Episode, EpisodeId, EpisodeStatus, MacroId, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::BTreeSet;

/// The episode with this id.
///
/// # Errors
/// When the database cannot be read or the row not decoded.
pub fn get(db: &Connection, id: &EpisodeId) -> Result<Option<Episode>, StoreError> {
    let mut query = db.prepare_cached("SELECT * FROM episodes WHERE episode_id = ?1")?;
    Ok(query.query_row([id], from_row).optional()?)
}

/// Episodes, the latest first.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn recent(db: &Connection, limit: usize, offset: usize) -> Result<Vec<Episode>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT * FROM episodes ORDER BY started_at DESC, id DESC LIMIT ?1 OFFSET ?2",
    )?;
    let offset = i64::try_from(offset).unwrap_or(i64::MAX);
    Ok(query.query_map((clamp(limit), offset), from_row)?.collect::<rusqlite::Result<_>>()?)
}

/// Episodes whose goal fits the words, best first. Words are taken as in [`super::nodes::search`].
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn search(db: &Connection, query: &str, limit: usize) -> Result<Vec<Episode>, StoreError> {
    let ids = recall::find(db, Family::Episode, query, clamp(limit))?;
    let mut query = db.prepare_cached("SELECT * FROM episodes WHERE id = ?1")?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        found.extend(query.query_row([id], from_row).optional()?);
    }
    Ok(found)
}

/// The steps of an episode, in order.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn steps(db: &Connection, id: &EpisodeId) -> Result<Vec<StoredStep>, StoreError> {
    super::steps::of_episode(db, id)
}

/// A new episode.
pub(super) fn begin(db: &Connection, episode: &Episode) -> Result<i64, StoreError> {
    let mut statement = db.prepare_cached(
        "INSERT INTO episodes (episode_id, goal, app, app_version, status, started_at, \
         finished_at, actions, thoughts, macro_id, energy, energy_at) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    let row = statement.insert((
        &episode.id,
        &episode.goal,
        &episode.app,
        &episode.app_version,
        episode.status,
        episode.started_at,
        episode.finished_at,
        episode.actions,
        episode.thoughts,
        &episode.macro_id,
        episode.energy,
        episode.energy_at,
    ))?;
    recall::add(db, Family::Episode, row, &episode.goal)?;
    Ok(row)
}

/// The app became known. One that the host named stays.
pub(super) fn set_app(
    db: &Connection,
    id: &EpisodeId,
    app: &str,
    version: &str,
) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached(
        "UPDATE episodes SET app = ?2, app_version = ?3 \
         WHERE episode_id = ?1 AND app IN ('', ?2) AND app_version = ''",
    )?;
    statement.execute((id, app, version))?;
    Ok(())
}

/// An episode ended.
pub(super) fn end(
    db: &Connection,
    id: &EpisodeId,
    status: EpisodeStatus,
    macro_id: Option<&MacroId>,
    at: Timestamp,
) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached(
        "UPDATE episodes SET status = ?2, macro_id = ifnull(?3, macro_id), finished_at = ?4 \
         WHERE episode_id = ?1",
    )?;
    match statement.execute((id, status, macro_id, at))? {
        0 => Err(StoreError::Missing { what: "episode" }),
        _ => Ok(()),
    }
}

/// When an episode is to be erased.
pub(super) fn set_expiry(
    db: &Connection,
    id: &EpisodeId,
    at: Option<Timestamp>,
) -> Result<(), StoreError> {
    let sql = "UPDATE episodes SET expires_at = ?2 WHERE episode_id = ?1";
    match db.prepare_cached(sql)?.execute((id, at))? {
        0 => Err(StoreError::Missing { what: "episode" }),
        _ => Ok(()),
    }
}

/// Removes an episode with its steps, edges and visits, and the screens that only it saw. The nodes of those stay; their
/// rows are returned. Nothing happens when there is no such episode.
pub(super) fn remove(db: &Connection, id: &EpisodeId) -> Result<BTreeSet<i64>, StoreError> {
    let Some(row) = find_row(db, id)? else { return Ok(BTreeSet::new()) };
    edges::bequeath(db, row)?;
    let views = screens::visited(db, row)?;
    let goal: String =
        db.query_row("SELECT goal FROM episodes WHERE id = ?1", [row], |row| row.get("goal"))?;
    recall::remove(db, Family::Episode, row, &goal)?;
    let mut ends = db.prepare_cached(
        "SELECT source AS node FROM edges WHERE episode = ?1 \
         UNION SELECT target FROM edges WHERE episode = ?1",
    )?;
    let mut nodes: BTreeSet<i64> =
        ends.query_map([row], |row| row.get("node"))?.collect::<rusqlite::Result<_>>()?;
    db.prepare_cached("DELETE FROM episodes WHERE id = ?1")?.execute([row])?;
    let mut visited = db.prepare_cached("SELECT 1 FROM visits WHERE view = ?1")?;
    for (view, _) in views {
        if !visited.exists([view])? {
            nodes.extend(screens::remove(db, view)?);
        }
    }
    Ok(nodes)
}

/// The row of an episode that must be there.
pub(super) fn row_of(db: &Connection, id: &EpisodeId) -> Result<i64, StoreError> {
    find_row(db, id)?.ok_or(StoreError::Missing { what: "episode" })
}

/// The row of an episode.
pub(super) fn find_row(db: &Connection, id: &EpisodeId) -> Result<Option<i64>, StoreError> {
    let mut query = db.prepare_cached("SELECT id FROM episodes WHERE episode_id = ?1")?;
    Ok(query.query_row([id], |row| row.get("id")).optional()?)
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Episode> {
    let energy = energy(row)?;
    Ok(Episode {
        id: row.get("episode_id")?,
        goal: row.get("goal")?,
        app: row.get("app")?,
        app_version: row.get("app_version")?,
        status: row.get("status")?,
        started_at: row.get("started_at")?,
        finished_at: row.get("finished_at")?,
        actions: row.get("actions")?,
        thoughts: row.get("thoughts")?,
        macro_id: row.get("macro_id")?,
        energy: energy.value(),
        energy_at: energy.at(),
    })
}
