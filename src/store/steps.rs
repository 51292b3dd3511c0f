//! Steps of an episode, and the CAUSAL edges that follow from them.

use super::{StoreError, edges, episodes, nodes};
use crate::model::change::StoredStep;
use crate::model::{ActionResult, EpisodeId, Fingerprint, ScreenId};
use crate::perceive;
use rusqlite::{Connection, OptionalExtension, Row};

/// The steps of an episode, in order; see [`super::episodes::steps`].
pub(super) fn of_episode(
    db: &Connection,
    episode: &EpisodeId,
) -> Result<Vec<StoredStep>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT steps.* FROM steps JOIN episodes ON episodes.id = steps.episode \
         WHERE episode_id = ?1 ORDER BY seq",
    )?;
    let rows = query.query_map([episode], |row| Ok((row.get("action")?, from_row(row)?)))?;
    rows.map(|row| {
        let (action, step): (Option<String>, StoredStep) = row?;
        let action = action.map(|json| serde_json::from_str(&json)).transpose();
        Ok(StoredStep { action: action.map_err(|_| StoreError::decode("action"))?, ..step })
    })
    .collect()
}

/// Keeps a step. Writing the same step once more changes nothing else.
pub(super) fn add(
    db: &Connection,
    episode: &EpisodeId,
    step: &StoredStep,
) -> Result<(), StoreError> {
    let row = episodes::row_of(db, episode)?;
    let action = step.action.as_ref().map(serde_json::to_string).transpose();
    let action = action.map_err(|_| StoreError::Encode { what: "action".into() })?;
    let mut known = db.prepare_cached("SELECT 1 FROM steps WHERE episode = ?1 AND seq = ?2")?;
    let is_new = !known.exists((row, step.seq))?;
    let mut statement = db.prepare_cached(
        "INSERT INTO steps (episode, seq, action, target, result, before, after, at) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (episode, seq) DO UPDATE SET \
         action = excluded.action, target = excluded.target, result = excluded.result, \
         before = excluded.before, after = excluded.after, at = excluded.at",
    )?;
    statement.execute((
        row,
        step.seq,
        action,
        step.target,
        step.result,
        step.before,
        step.after,
        step.at,
    ))?;
    if is_new {
        let mut count = db.prepare_cached(
            "UPDATE episodes SET actions = actions + ?2, thoughts = thoughts + ?3 WHERE id = ?1",
        )?;
        count.execute((row, step.action.is_some(), step.action.is_none()))?;
    }
    if step.action.is_some() && step.result == ActionResult::Ok {
        causes(db, row, step)?;
    }
    Ok(())
}

/// Acting on the target led to the screen after it. And the step before led to where this one was taken.
fn causes(db: &Connection, episode: i64, step: &StoredStep) -> Result<(), StoreError> {
    let Some(target) = step.target else { return Ok(()) };
    if let Some(after) = step.after
        && let Some(anchor) = anchor(db, after)?
    {
        lead(db, episode, target, anchor, step)?;
    }
    let mut query = db.prepare_cached(
        "SELECT target FROM steps WHERE episode = ?1 AND seq < ?2 AND action IS NOT NULL \
         AND result = ?3 AND target IS NOT NULL AND after IS ?4 ORDER BY seq DESC LIMIT 1",
    )?;
    let previous = query
        .query_row((episode, step.seq, ActionResult::Ok, step.before), |row| row.get("target"))
        .optional()?;
    if let (Some(previous), Some(_)) = (previous, step.before) {
        lead(db, episode, previous, target, step)?;
    }
    Ok(())
}

fn lead(
    db: &Connection,
    episode: i64,
    from: Fingerprint,
    to: Fingerprint,
    step: &StoredStep,
) -> Result<(), StoreError> {
    if from == to {
        return Ok(());
    }
    // A target that was never stored (its screen was set aside) has no place in the graph.
    if let (Some(source), Some(target)) = (nodes::row_of(db, from)?, nodes::row_of(db, to)?) {
        let edge = perceive::edges::causal(&from, &to);
        edges::see(db, Some(episode), &edge, source, target, step.at)?;
    }
    Ok(())
}

/// The node that stands for a screen.
fn anchor(db: &Connection, screen: ScreenId) -> Result<Option<Fingerprint>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT fingerprint FROM screens JOIN nodes ON nodes.id = screens.anchor \
         WHERE screen_id = ?1",
    )?;
    Ok(query.query_row([screen], |row| row.get("fingerprint")).optional()?)
}

/// Without the action, which is JSON.
fn from_row(row: &Row<'_>) -> rusqlite::Result<StoredStep> {
    Ok(StoredStep {
        seq: row.get("seq")?,
        action: None,
        target: row.get("target")?,
        result: row.get("result")?,
        before: row.get("before")?,
        after: row.get("after")?,
        at: row.get("at")?,
    })
}
