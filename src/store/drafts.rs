//! Macros of the Android Room version of this memory. They know screens and words, but no elements: they tell the agent's
//! model that a task was done before and never act themselves. A new run makes a macro of its own.

use super::StoreError;
use super::columns::clamp;
use super::recall::{self, Family};
use crate::model::{EpisodeId, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row};

/// A macro without locators.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Its id in the other memory.
    pub skill_id: String,
    /// Short name.
    pub name: String,
    /// Description, may be empty.
    pub description: String,
    /// App it begins in, may be empty.
    pub app: String,
    /// Fingerprint of the screen it starts on, in the other memory's formula.
    pub initial_fingerprint: String,
    /// Fingerprint of the screen it ends on.
    pub terminal_fingerprint: String,
    /// What its transitions do, in order, as far as they could be decoded, e.g. `tap`.
    pub verbs: Vec<String>,
    /// Transitions that could not be decoded.
    pub undecodable: u64,
    /// Episode it was learned from.
    pub source_episode: Option<EpisodeId>,
    /// Runs that ended well, by the other memory's count.
    pub successes: i64,
    /// Runs that failed.
    pub failures: i64,
    /// When it was learned.
    pub created_at: Timestamp,
    /// Its strength then.
    pub energy: f64,
}

/// Drafts, the oldest first.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn all(db: &Connection) -> Result<Vec<Draft>, StoreError> {
    let mut query = db.prepare_cached("SELECT * FROM macro_drafts ORDER BY id")?;
    Ok(query.query_map([], from_row)?.collect::<rusqlite::Result<_>>()?)
}

/// Drafts whose name, description or app fits the words, best first.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn search(db: &Connection, query: &str, limit: usize) -> Result<Vec<Draft>, StoreError> {
    let ids = recall::find(db, Family::Draft, query, clamp(limit))?;
    let mut query = db.prepare_cached("SELECT * FROM macro_drafts WHERE id = ?1")?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        found.extend(query.query_row([id], from_row).optional()?);
    }
    Ok(found)
}

/// Keeps a draft; false when it is there already.
pub(super) fn add(db: &Connection, draft: &Draft) -> Result<bool, StoreError> {
    let mut statement = db.prepare_cached(
        "INSERT INTO macro_drafts (skill_id, name, description, app, initial_fingerprint, \
         terminal_fingerprint, verbs, undecodable, source_episode, successes, failures, \
         created_at, energy) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) \
         ON CONFLICT (skill_id) DO NOTHING RETURNING id",
    )?;
    let columns = (
        &draft.skill_id,
        &draft.name,
        &draft.description,
        &draft.app,
        &draft.initial_fingerprint,
        &draft.terminal_fingerprint,
        draft.verbs.join(" "),
        i64::try_from(draft.undecodable).unwrap_or(i64::MAX),
        &draft.source_episode,
        draft.successes,
        draft.failures,
        draft.created_at,
        draft.energy,
    );
    let id: Option<i64> = statement.query_row(columns, |row| row.get("id")).optional()?;
    match id {
        Some(id) => recall::add(db, Family::Draft, id, &text(draft)).map(|()| true),
        None => Ok(false),
    }
}

/// Removes a draft; false when there is none.
pub(super) fn remove(db: &Connection, id: i64) -> Result<bool, StoreError> {
    let mut query = db.prepare_cached("SELECT * FROM macro_drafts WHERE id = ?1")?;
    let Some(draft) = query.query_row([id], from_row).optional()? else { return Ok(false) };
    recall::remove(db, Family::Draft, id, &text(&draft))?;
    db.prepare_cached("DELETE FROM macro_drafts WHERE id = ?1")?.execute([id])?;
    Ok(true)
}

/// Row and searchable text of every draft.
pub(super) fn texts(db: &Connection) -> Result<Vec<(i64, String)>, StoreError> {
    let mut query = db.prepare("SELECT * FROM macro_drafts")?;
    let rows = query.query_map([], |row| Ok((row.get("id")?, text(&from_row(row)?))))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn text(draft: &Draft) -> String {
    format!("{} {} {}", draft.name, draft.description, draft.app)
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Draft> {
    let verbs: String = row.get("verbs")?;
    Ok(Draft {
        skill_id: row.get("skill_id")?,
        name: row.get("name")?,
        description: row.get("description")?,
        app: row.get("app")?,
        initial_fingerprint: row.get("initial_fingerprint")?,
        terminal_fingerprint: row.get("terminal_fingerprint")?,
        verbs: verbs.split_whitespace().map(str::to_owned).collect(),
        undecodable: row.get::<_, u32>("undecodable")?.into(),
        source_episode: row.get("source_episode")?,
        successes: row.get("successes")?,
        failures: row.get("failures")?,
        created_at: row.get("created_at")?,
        energy: row.get("energy")?,
    })
}
