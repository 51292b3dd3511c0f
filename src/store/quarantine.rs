//! Snapshots that the immune system set aside. Their texts are not kept.

use super::StoreError;
use super::columns::clamp;
use crate::model::change::QuarantineEntry;
use crate::model::{EpisodeId, Timestamp, Verdict};
use rusqlite::{Connection, Row};

/// Entries, the latest first.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn list(db: &Connection, limit: usize) -> Result<Vec<QuarantineEntry>, StoreError> {
    Ok(numbered(db, limit)?.into_iter().map(|(_, entry)| entry).collect())
}

/// Entries with the ids by which one is dropped, the latest first.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn numbered(db: &Connection, limit: usize) -> Result<Vec<(i64, QuarantineEntry)>, StoreError> {
    let mut query =
        db.prepare_cached("SELECT * FROM quarantine ORDER BY at DESC, id DESC LIMIT ?1")?;
    let mut rows = query.query([clamp(limit)])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        entries.push((row.get("id")?, from_row(row)?));
    }
    Ok(entries)
}

pub(super) fn add(db: &Connection, entry: &QuarantineEntry) -> Result<(), StoreError> {
    let reasons = serde_json::to_string(&entry.verdict.reasons)
        .map_err(|_| StoreError::Encode { what: "verdict".into() })?;
    let mut statement = db.prepare_cached(
        "INSERT INTO quarantine (app, screen_id, kind, threat, reasons, episode_id, at) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    statement.execute((
        &entry.app,
        entry.screen,
        entry.verdict.kind,
        entry.verdict.threat,
        reasons,
        &entry.episode,
        entry.at,
    ))?;
    Ok(())
}

pub(super) fn remove(db: &Connection, id: i64) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM quarantine WHERE id = ?1")?.execute([id])?;
    Ok(())
}

pub(super) fn expire(db: &Connection, before: Timestamp) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM quarantine WHERE at < ?1")?.execute([before])?;
    Ok(())
}

fn from_row(row: &Row<'_>) -> Result<QuarantineEntry, StoreError> {
    let reasons: String = row.get("reasons")?;
    Ok(QuarantineEntry {
        app: row.get("app")?,
        screen: row.get("screen_id")?,
        verdict: Verdict {
            kind: row.get("kind")?,
            threat: row.get("threat")?,
            reasons: serde_json::from_str(&reasons)
                .map_err(|_| StoreError::decode("reasons of a verdict"))?,
        },
        episode: row.get::<_, Option<EpisodeId>>("episode_id")?,
        at: row.get("at")?,
    })
}
