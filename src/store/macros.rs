//! Distilled macros with their record, and their earlier versions.

use super::StoreError;
use super::columns::{clamp, energy};
use super::recall::{self, Family};
use crate::model::fsm::{FsmMacro, MacroRecord, Piece};
use crate::model::{MacroId, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row};

/// Every macro that can be read and is not retired. One that cannot be read is left out, logged, and listed by [`unreadable`].
///
/// # Errors
/// When the database cannot be read.
pub fn all(db: &Connection) -> Result<Vec<MacroRecord>, StoreError> {
    let mut query = db.prepare("SELECT * FROM fsm_macros WHERE retired_at IS NULL ORDER BY id")?;
    let mut rows = query.query([])?;
    let mut macros = Vec::new();
    while let Some(row) = rows.next()? {
        match from_row(row) {
            Ok(record) => macros.push(record),
            Err(error) => log::warn!(code = error.code(); "a macro cannot be read and is not used"),
        }
    }
    Ok(macros)
}

/// Macros that are retired: what they derive from was revoked.
///
/// # Errors
/// When the database cannot be read or a definition is unsound.
pub fn retired(db: &Connection) -> Result<Vec<MacroRecord>, StoreError> {
    let mut query =
        db.prepare("SELECT * FROM fsm_macros WHERE retired_at IS NOT NULL ORDER BY id")?;
    let mut rows = query.query([])?;
    let mut macros = Vec::new();
    while let Some(row) = rows.next()? {
        macros.push(from_row(row)?);
    }
    Ok(macros)
}

/// Macros whose definition does not make a sound machine: written by a newer library, or damaged.
///
/// # Errors
/// When the database cannot be read.
pub fn unreadable(db: &Connection) -> Result<Vec<MacroId>, StoreError> {
    let mut query = db.prepare("SELECT * FROM fsm_macros ORDER BY id")?;
    let mut rows = query.query([])?;
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        if from_row(row).is_err() {
            ids.push(row.get("macro_id")?);
        }
    }
    Ok(ids)
}

/// The macro with this id, at its current version.
///
/// # Errors
/// When the database cannot be read or the definition is unsound.
pub fn get(db: &Connection, id: &MacroId) -> Result<Option<MacroRecord>, StoreError> {
    let mut query = db.prepare_cached("SELECT * FROM fsm_macros WHERE macro_id = ?1")?;
    let mut rows = query.query([id])?;
    rows.next()?.map(from_row).transpose()
}

/// All versions of a macro, oldest first, the current one last.
///
/// # Errors
/// When the database cannot be read or a definition is unsound.
pub fn history(db: &Connection, id: &MacroId) -> Result<Vec<FsmMacro>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT v.machine FROM macro_versions v JOIN fsm_macros m ON m.id = v.macro \
         WHERE macro_id = ?1 ORDER BY v.version",
    )?;
    let rows = query.query_map([id], |row| row.get::<_, String>("machine"))?;
    let mut versions = Vec::new();
    for json in rows {
        versions.push(decode(&json?)?);
    }
    versions.extend(get(db, id)?.map(|record| record.machine));
    Ok(versions)
}

/// Macros whose name, goal, slots or app fit the words, best first. Words are taken as in [`super::nodes::search`].
///
/// # Errors
/// When the database cannot be read or a definition is unsound.
pub fn search(db: &Connection, query: &str, limit: usize) -> Result<Vec<MacroRecord>, StoreError> {
    let mut found = Vec::new();
    let mut one = db.prepare_cached("SELECT * FROM fsm_macros WHERE id = ?1")?;
    for id in recall::find(db, Family::Macro, query, clamp(limit))? {
        if let Some(row) = one.query([id])?.next()? {
            found.push(from_row(row)?);
        }
    }
    Ok(found)
}

/// A new macro, or a new version or record of a known one. The version before stays in the history.
pub(super) fn put(db: &Connection, record: &MacroRecord) -> Result<(), StoreError> {
    let machine = record.machine.parts();
    let json =
        serde_json::to_string(machine).map_err(|_| StoreError::Encode { what: "macro".into() })?;
    let mut query = db.prepare_cached("SELECT * FROM fsm_macros WHERE macro_id = ?1")?;
    let before = query.query_row([&machine.id], Stored::from_row).optional()?;
    if let Some(before) = &before
        && before.machine != json
    {
        keep(db, before)?;
    }
    let mut statement = db.prepare_cached(
        "INSERT INTO fsm_macros (macro_id, version, machine, name, app, initial_screen, \
         terminal_screen, successes, failures, crystallised, created_at, last_run_at, energy, \
         energy_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) \
         ON CONFLICT (macro_id) DO UPDATE SET version = excluded.version, \
         machine = excluded.machine, name = excluded.name, app = excluded.app, \
         initial_screen = excluded.initial_screen, terminal_screen = excluded.terminal_screen, \
         successes = excluded.successes, failures = excluded.failures, \
         crystallised = excluded.crystallised, last_run_at = excluded.last_run_at, \
         energy = excluded.energy, energy_at = excluded.energy_at RETURNING id",
    )?;
    let id: i64 = statement.query_row(
        (
            &machine.id,
            machine.version,
            &json,
            &machine.name,
            &machine.app,
            record.machine.initial_screen(),
            record.machine.terminal_screen(),
            record.successes,
            record.failures,
            record.crystallised,
            record.created_at,
            record.last_run_at,
            record.energy.value(),
            record.energy.at(),
        ),
        |row| row.get("id"),
    )?;
    let mut statement = db.prepare_cached(
        "INSERT INTO macro_sources (macro, episode_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    )?;
    for source in &machine.sources {
        statement.execute((id, source))?;
    }
    // A version that is current is not history (after a roll-back it was both).
    db.prepare_cached("DELETE FROM macro_versions WHERE macro = ?1 AND version = ?2")?
        .execute((id, machine.version))?;
    if before.as_ref().is_none_or(|b| !b.retired) {
        let old = before.map(|b| b.recall_text).unwrap_or_default();
        index(db, id, &old, &text(&record.machine))?;
    }
    Ok(())
}

/// Takes a macro out of use. It is kept, to be looked at.
pub(super) fn retire(db: &Connection, id: &MacroId, at: Timestamp) -> Result<(), StoreError> {
    let mut query = db.prepare_cached("SELECT * FROM fsm_macros WHERE macro_id = ?1")?;
    let Some(stored) = query.query_row([id], Stored::from_row).optional()? else { return Ok(()) };
    index(db, stored.id, &stored.recall_text, "")?;
    db.prepare_cached("UPDATE fsm_macros SET retired_at = ifnull(retired_at, ?2) WHERE id = ?1")?
        .execute((stored.id, at))?;
    Ok(())
}

/// Removes a macro with its history, crystallised or not.
pub(super) fn remove(db: &Connection, id: &MacroId) -> Result<(), StoreError> {
    let mut query = db.prepare_cached("SELECT * FROM fsm_macros WHERE macro_id = ?1")?;
    let Some(stored) = query.query_row([id], Stored::from_row).optional()? else { return Ok(()) };
    recall::remove(db, Family::Macro, stored.id, &stored.recall_text)?;
    db.prepare_cached("DELETE FROM fsm_macros WHERE id = ?1")?.execute([stored.id])?;
    Ok(())
}

/// Makes every macro findable again, after the index was emptied.
pub(super) fn index_all(db: &Connection) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT * FROM fsm_macros")?;
    let all = query.query_map([], Stored::from_row)?.collect::<rusqlite::Result<Vec<_>>>()?;
    db.execute("UPDATE fsm_macros SET recall_text = ''", [])?;
    for stored in all.iter().filter(|s| !s.retired) {
        // One that cannot be decoded cannot be found.
        if let Ok(machine) = decode(&stored.machine) {
            index(db, stored.id, "", &text(&machine))?;
        }
    }
    Ok(())
}

/// What is needed to replace or remove a macro, whether or not its definition can be read.
struct Stored {
    id: i64,
    version: u32,
    machine: String,
    retired: bool,
    /// What stands in the text index.
    recall_text: String,
}

impl Stored {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            version: row.get("version")?,
            machine: row.get("machine")?,
            retired: row.get::<_, Option<Timestamp>>("retired_at")?.is_some(),
            recall_text: row.get("recall_text")?,
        })
    }
}

/// Replaces what stands in the text index. It is remembered, because only the very same text takes it out again, and the
/// definition may be one that another version of the library wrote.
fn index(db: &Connection, id: i64, old: &str, new: &str) -> Result<(), StoreError> {
    recall::remove(db, Family::Macro, id, old)?;
    recall::add(db, Family::Macro, id, new)?;
    db.prepare_cached("UPDATE fsm_macros SET recall_text = ?2 WHERE id = ?1")?
        .execute((id, new))?;
    Ok(())
}

fn keep(db: &Connection, before: &Stored) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached(
        "INSERT INTO macro_versions (macro, version, machine) VALUES (?1, ?2, ?3) \
         ON CONFLICT (macro, version) DO UPDATE SET machine = excluded.machine",
    )?;
    statement.execute((before.id, before.version, &before.machine))?;
    Ok(())
}

/// By what a macro is found: its name, the fixed words of its goal, its slots, its app.
fn text(machine: &FsmMacro) -> String {
    let parts = machine.parts();
    let goal = parts.goal.0.iter().map(|piece| match piece {
        Piece::Literal(text) | Piece::Slot(text) => text.as_str(),
    });
    let slots = parts.slots.iter().map(|slot| slot.name.as_str());
    let words: Vec<_> = [parts.name.as_str()].into_iter().chain(goal).chain(slots).collect();
    format!("{} {}", words.join(" "), parts.app)
}

fn decode(json: &str) -> Result<FsmMacro, StoreError> {
    serde_json::from_str(json).map_err(|_| StoreError::decode("macro"))
}

fn from_row(row: &Row<'_>) -> Result<MacroRecord, StoreError> {
    Ok(MacroRecord {
        machine: decode(&row.get::<_, String>("machine")?)?,
        successes: row.get("successes")?,
        failures: row.get("failures")?,
        energy: energy(row)?,
        crystallised: row.get("crystallised")?,
        created_at: row.get("created_at")?,
        last_run_at: row.get("last_run_at")?,
    })
}
