//! Small facts by name, e.g. when the last dream ended.

use super::StoreError;
use rusqlite::{Connection, OptionalExtension};

/// The value of a fact, if it is known.
///
/// # Errors
/// When the database cannot be read.
pub fn get(db: &Connection, key: &str) -> Result<Option<String>, StoreError> {
    let mut query = db.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    Ok(query.query_row([key], |row| row.get("value")).optional()?)
}

pub(super) fn set(db: &Connection, key: &str, value: &str) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached(
        "INSERT INTO meta (key, value) VALUES (?1, ?2) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )?;
    statement.execute([key, value])?;
    Ok(())
}
