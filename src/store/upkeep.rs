//! Upkeep of the file: checkpoint, backup, integrity, giving space back. All but [`integrity`] run on the writer's thread.

use super::open::with_suffix;
use super::{StoreError, macros};
use rusqlite::Connection;
use std::fs::{self, File};
use std::path::Path;

/// Moves the WAL into the database and empties it: what was deleted is in neither afterwards.
///
/// # Errors
/// [`StoreError::Busy`] when a reader holds on to an old state for longer than the busy timeout.
pub fn checkpoint_truncate(db: &Connection) -> Result<(), StoreError> {
    let busy: bool = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    if busy { Err(StoreError::Busy) } else { Ok(()) }
}

/// Gives free pages back to the file system, at most `pages` of them, and lets SQLite refresh its statistics.
///
/// # Errors
/// What SQLite says.
pub fn optimise(db: &Connection, pages: u32) -> Result<(), StoreError> {
    let mut statement = db.prepare(&format!("PRAGMA incremental_vacuum({pages})"))?;
    let mut rows = statement.query([])?;
    while rows.next()?.is_some() {}
    db.execute_batch("PRAGMA optimize")?;
    Ok(())
}

/// Everything that is wrong with the database, in words without content; empty when all is well.
///
/// # Errors
/// When the database cannot be read at all.
pub fn integrity(db: &Connection) -> Result<Vec<String>, StoreError> {
    let mut wrong = Vec::new();
    let mut query = db.prepare("PRAGMA integrity_check(20)")?;
    for line in query.query_map([], |row| row.get::<_, String>(0))? {
        wrong.push(line?);
    }
    wrong.retain(|line| line != "ok");
    let mut query = db.prepare("PRAGMA foreign_key_check")?;
    for table in query.query_map([], |row| row.get::<_, String>(0))?.take(20) {
        wrong.push(format!("a row of {} refers to nothing", table?));
    }
    let broken = macros::unreadable(db)?.len();
    if broken > 0 {
        wrong
            .push(format!("{broken} macros cannot be read; delete them and learn the tasks again"));
    }
    Ok(wrong)
}

/// A compact copy of this moment. It appears under its name only when it is whole and on disk.
pub(super) fn copy_to(db: &Connection, path: &Path) -> Result<(), StoreError> {
    let part = with_suffix(path, ".part");
    remove_if_there(&part)?;
    let name = part.to_str().ok_or(StoreError::Io { kind: std::io::ErrorKind::InvalidInput })?;
    db.execute("VACUUM INTO ?1", [name])?;
    File::open(&part)?.sync_all()?;
    fs::rename(&part, path)?;
    Ok(())
}

fn remove_if_there(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
