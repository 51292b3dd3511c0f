//! Old fingerprint to new fingerprint. The table is `migration_map`; fingerprints themselves are never rewritten.

use super::StoreError;
use crate::model::{Alias, Fingerprint};
use rusqlite::{Connection, Row};

/// Every alias, oldest first.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn all(db: &Connection) -> Result<Vec<Alias>, StoreError> {
    let mut query = db.prepare_cached("SELECT * FROM migration_map ORDER BY id")?;
    Ok(query.query_map([], from_row)?.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn put(db: &Connection, alias: &Alias) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached(
        "INSERT INTO migration_map (old_fingerprint, new_fingerprint, score, app, from_version, \
         to_version, created_at, confirmed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) \
         ON CONFLICT (old_fingerprint) DO UPDATE SET new_fingerprint = excluded.new_fingerprint, \
         score = excluded.score, app = excluded.app, from_version = excluded.from_version, \
         to_version = excluded.to_version, created_at = excluded.created_at, \
         confirmed = excluded.confirmed",
    )?;
    statement.execute((
        alias.old,
        alias.new,
        alias.score,
        &alias.app,
        &alias.from_version,
        &alias.to_version,
        alias.created_at,
        alias.confirmed,
    ))?;
    Ok(())
}

pub(super) fn confirm(db: &Connection, old: Fingerprint) -> Result<(), StoreError> {
    let sql = "UPDATE migration_map SET confirmed = 1 WHERE old_fingerprint = ?1";
    db.prepare_cached(sql)?.execute([old])?;
    Ok(())
}

pub(super) fn remove(db: &Connection, old: Fingerprint) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM migration_map WHERE old_fingerprint = ?1")?.execute([old])?;
    Ok(())
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Alias> {
    Ok(Alias {
        old: row.get("old_fingerprint")?,
        new: row.get("new_fingerprint")?,
        score: row.get("score")?,
        app: row.get("app")?,
        from_version: row.get("from_version")?,
        to_version: row.get("to_version")?,
        created_at: row.get("created_at")?,
        confirmed: row.get("confirmed")?,
    })
}
