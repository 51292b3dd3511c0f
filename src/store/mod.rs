//! Room 4: all SQL. This room knows nothing of threads, clocks and queues.
//!
//! Open the database with [`Store::open`], change it with [`apply`] inside a transaction (only [`crate::writer`] does),
//! read it with the functions of the table families, each of which takes a connection:
//!
//! | file | what it owns |
//! |---|---|
//! | `open`, `schema`, `pragmas` | from a path to a sound database at the newest schema |
//! | [`episodes`], [`steps`] | task runs |
//! | [`nodes`], [`edges`] | the graph |
//! | [`screens`], `tree` | screens as they were seen, stored compactly |
//! | [`macros`], [`aliases`], [`drafts`], [`energy`] | what was learned |
//! | [`quarantine`], [`meta`], [`stats`] | the rest |
//! | `recall` | the text index |
//! | `erase`, `doomed` | erasing at the user's wish, completely |
//! | `revoke` | retiring what came from a bad source |
//! | `room` | import from the Android Room version of this memory |
//! | [`upkeep`] | checkpoint, backup, integrity, giving space back |
//!
//! Rows are mapped by column name; enums are stored as text; an unknown stored value is an error.

mod apply;
mod columns;
mod doomed;
mod erase;
mod error;
mod notes;
mod open;
pub(crate) mod pragmas;
mod recall;
mod revoke;
mod room;
mod schema;
mod tree;

pub mod aliases;
pub mod drafts;
pub mod edges;
pub mod energy;
pub mod episodes;
pub mod macros;
pub mod meta;
pub mod nodes;
pub mod quarantine;
pub mod screens;
pub mod stats;
pub mod steps;
pub mod upkeep;

pub use apply::apply;
pub use erase::{Erase, Receipt, erase};
pub use error::StoreError;
pub use notes::NOTE_CLASS;
pub use open::{OpenOptions, OpenReport};
pub use revoke::{Revoked, Source, revoke};
pub use room::{ImportProblem, ImportReport, Tally, import_room};
pub use schema::newest as newest_schema;

use crate::model::Timestamp;
use parking_lot::Mutex;
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// Connections that are kept for the next reader.
const IDLE_READERS: usize = 4;

/// A database file: hands out the writer's connection and lends readers.
///
/// ```
/// use cs_mem::model::Timestamp;
/// use cs_mem::store::{OpenOptions, Store, episodes};
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("memory.db");
/// let (store, report) = Store::open(&path, &OpenOptions::default(), Timestamp::from_millis(0))?;
/// assert!(report.created);
/// assert!(store.read(|db| episodes::recent(db, 10, 0))?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Store {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
}

impl Store {
    /// Opens or creates the database at `path`. Episodes that were running are marked interrupted.
    ///
    /// A damaged file is moved aside with its WAL and reported, never deleted.
    ///
    /// # Errors
    /// [`StoreError::NewerSchema`] and [`StoreError::Foreign`] leave the file untouched;
    /// [`StoreError::ReadOnly`] when the folder cannot be written.
    pub fn open(
        path: &Path,
        options: &OpenOptions,
        now: Timestamp,
    ) -> Result<(Self, OpenReport), StoreError> {
        let (db, report) = open::open(path, options, now)?;
        let store = Self { path: path.to_owned(), readers: Mutex::new(Vec::new()) };
        store.give_back(db);
        Ok((store, report))
    }

    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A connection that may write. Exactly one is used, by the writer's thread.
    ///
    /// # Errors
    /// When the file cannot be opened any more.
    pub fn writer_connection(&self) -> Result<Connection, StoreError> {
        let db = pragmas::connect(&self.path, false)?;
        pragmas::set_up(&db, false)?;
        Ok(db)
    }

    /// Runs `f` on a reader. Everything that `f` reads belongs to one moment; it cannot write.
    ///
    /// # Errors
    /// What `f` returns, or why no reader could be opened.
    pub fn read<T>(
        &self,
        f: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = self.readers.lock().pop();
        let db = match idle {
            Some(db) => db,
            None => self.writer_connection()?,
        };
        db.execute_batch("PRAGMA query_only = ON; BEGIN")?;
        let result = f(&db);
        db.execute_batch("ROLLBACK")?;
        self.give_back(db);
        result
    }

    /// Writes a copy of this moment to `path`, compact and without a WAL; a file there is replaced when the copy is whole.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn backup_to(&self, path: &Path) -> Result<(), StoreError> {
        upkeep::copy_to(&self.writer_connection()?, path)
    }

    /// Moves the WAL into the database and empties it.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when a reader holds on to an old state.
    pub fn checkpoint_truncate(&self) -> Result<(), StoreError> {
        upkeep::checkpoint_truncate(&self.writer_connection()?)
    }

    /// Looks at everything: pages, indexes, references, definitions. Returns what is wrong, in words without content.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn integrity_check(&self) -> Result<Vec<String>, StoreError> {
        // On a connection of its own: FTS5's check trusts what an earlier check on the connection has cached.
        upkeep::integrity(&self.writer_connection()?)
    }

    fn give_back(&self, db: Connection) {
        let mut readers = self.readers.lock();
        if readers.len() < IDLE_READERS {
            readers.push(db);
        }
    }
}
#[cfg(test)]
mod tests;
