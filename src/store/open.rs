//! From a path to a database that is ours, sound and at the newest schema; or an error that leaves the file as it was.

use super::schema::{self, Found};
use super::{StoreError, pragmas, recall};
use crate::model::{EpisodeStatus, Timestamp};
use rusqlite::Connection;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What may be done with a file that cannot be used.
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    /// A database of a newer schema is moved aside and a new one made. Without this it is refused.
    pub rebuild_newer: bool,
}

/// What was done to open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenReport {
    /// Name of the file that was moved aside, without its folder. Its WAL stands beside it.
    pub moved_aside: Option<String>,
    /// Whether the database is new.
    pub created: bool,
    /// Schema version before, when steps were taken.
    pub migrated_from: Option<u32>,
    /// Episodes that the last process left running.
    pub interrupted: u64,
}

/// Opens, repairs by moving aside, migrates, and marks what was interrupted.
pub(super) fn open(
    path: &Path,
    options: &OpenOptions,
    now: Timestamp,
) -> Result<(Connection, OpenReport), StoreError> {
    match open_sound(path, now) {
        Err(StoreError::Damaged { .. }) => open_anew(path, "damaged", now),
        Err(StoreError::NewerSchema { .. }) if options.rebuild_newer => {
            open_anew(path, "newer", now)
        }
        opened => opened,
    }
}

fn open_anew(
    path: &Path,
    why: &str,
    now: Timestamp,
) -> Result<(Connection, OpenReport), StoreError> {
    let moved_aside = Some(move_aside(path, why, now)?);
    let (db, report) = open_sound(path, now)?;
    Ok((db, OpenReport { moved_aside, ..report }))
}

fn open_sound(path: &Path, now: Timestamp) -> Result<(Connection, OpenReport), StoreError> {
    let (mut db, before) = probe(path)?;
    pragmas::set_up(&db, before.is_none())?;
    if before != Some(schema::newest()) {
        pragmas::set_durable(&db, true)?;
        schema::migrate(&mut db, schema::newest())?;
        pragmas::set_durable(&db, false)?;
    }
    recall::refresh(&mut db)?;
    let report = OpenReport {
        moved_aside: None,
        created: before.is_none(),
        migrated_from: before.filter(|version| *version != schema::newest()),
        interrupted: interrupt_running(&db, now)?,
    };
    Ok((db, report))
}

/// Looks at the file without changing it: whose it is, which schema, whether it is sound.
fn probe(path: &Path) -> Result<(Connection, Option<u32>), StoreError> {
    let db = pragmas::connect(path, true)?;
    let before = match schema::find(&db)? {
        Found::Empty => None,
        Found::Foreign => return Err(StoreError::Foreign),
        Found::Version(found) if found > schema::newest() => {
            return Err(StoreError::NewerSchema { found, known: schema::newest() });
        }
        Found::Version(found) => {
            let answer: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
            if answer != "ok" {
                return Err(StoreError::damaged("quick check"));
            }
            Some(found)
        }
    };
    Ok((db, before))
}

/// Episodes that still run at open were cut off: there is no other engine on this file.
pub(super) fn interrupt_running(db: &Connection, now: Timestamp) -> Result<u64, StoreError> {
    let rows = db.execute(
        "UPDATE episodes SET status = ?1, finished_at = max(started_at, ?2) WHERE status = ?3",
        (EpisodeStatus::Interrupted, now, EpisodeStatus::Running),
    )?;
    Ok(rows as u64)
}

/// Renames the database with its WAL and index, so that the three still open together under the new name.
fn move_aside(path: &Path, why: &str, now: Timestamp) -> Result<String, StoreError> {
    let name = path.file_name().ok_or(StoreError::ReadOnly)?;
    let free = (0..1_000)
        .map(|n| {
            let mut aside = name.to_owned();
            aside.push(format!(".{why}-{}", now.as_millis()));
            if n > 0 {
                aside.push(format!("-{n}"));
            }
            path.with_file_name(aside)
        })
        .find(|aside| !["", "-wal", "-shm"].iter().any(|s| with_suffix(aside, s).exists()))
        .ok_or(StoreError::Io { kind: io::ErrorKind::AlreadyExists })?;
    // The WAL goes first: should the process die in between, the database is still found at its place and moved next time.
    for suffix in ["-shm", "-wal", ""] {
        match fs::rename(with_suffix(path, suffix), with_suffix(&free, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(free.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

/// The path with something appended to its file name.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut text: OsString = path.as_os_str().to_owned();
    text.push(suffix);
    PathBuf::from(text)
}
