//! Erasing at the user's wish, completely: rows, index entries, what was derived, and the bytes they stood in.
//!
//! Unlike forgetting (energy) this takes crystallised and pinned memories too: what the user deletes is gone. What it does
//! not reach are files outside the store, such as backups.

use super::doomed::{self, Doomed};
use super::{StoreError, upkeep};
use crate::model::{EpisodeId, MacroId, Timestamp};
use rusqlite::{Connection, TransactionBehavior};

/// What is to be erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Erase {
    /// One episode and everything that only it saw or that derives from it.
    Episode(EpisodeId),
    /// An app: its episodes, screens, nodes and macros, also where an episode of another app passed through it.
    App(String),
    /// What was recorded from the first moment up to and with the second.
    Between(Timestamp, Timestamp),
    /// Episodes whose expiry date is this moment or earlier.
    Expired(Timestamp),
    /// One macro with all its versions.
    Macro(MacroId),
    /// Everything that holds this text, whatever its case, accents and spacing. A blank text erases nothing.
    Text(String),
}

/// What was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Receipt {
    /// Rows of all tables.
    pub rows: u64,
    /// Entries of the text index.
    pub index_entries: u64,
    /// Of the rows: macros that went because an episode they derive from went.
    pub derived: u64,
    /// Of the rows: episodes.
    pub episodes: u64,
    /// Of the rows: nodes.
    pub nodes: u64,
    /// Of the rows: macros and drafts, derived ones included.
    pub macros: u64,
    /// Whether the bytes are gone from the WAL too. Otherwise a reader held on to an old state:
    /// [`upkeep::checkpoint_truncate`] finishes it.
    pub complete: bool,
}

/// Erases. One transaction; then the index is rewritten and the WAL emptied, so that the bytes are in no file.
///
/// Runs on the writer's connection, see [`crate::writer::Writer::run_exclusive`].
///
/// # Errors
/// What SQLite says; then nothing was erased.
pub fn erase(db: &mut Connection, what: &Erase) -> Result<Receipt, StoreError> {
    let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let before = Count::of(&tx)?;
    let doomed = match what {
        Erase::Episode(id) => Doomed::episode(id),
        Erase::App(package) => doomed::of_app(&tx, package)?,
        Erase::Between(from, to) => doomed::between(&tx, *from, *to)?,
        Erase::Expired(now) => doomed::expired(&tx, *now)?,
        Erase::Macro(id) => Doomed::macro_of(id),
        Erase::Text(text) => doomed::with_text(&tx, text)?,
    };
    let derived = doomed.perform(&tx)?;
    let after = Count::of(&tx)?;
    tx.commit()?;
    // Merging rewrites the index without the terms that are gone, in full and in part (as prefixes of their neighbours).
    db.execute_batch("INSERT INTO recall (recall) VALUES ('optimize')")?;
    let complete = match upkeep::checkpoint_truncate(db) {
        Ok(()) => true,
        Err(StoreError::Busy) => false,
        Err(error) => return Err(error),
    };
    Ok(Receipt {
        rows: before.rows - after.rows,
        index_entries: before.index_entries - after.index_entries,
        derived,
        episodes: before.episodes - after.episodes,
        nodes: before.nodes - after.nodes,
        macros: before.macros - after.macros,
        complete,
    })
}

/// Rows before and after.
struct Count {
    rows: u64,
    index_entries: u64,
    episodes: u64,
    nodes: u64,
    macros: u64,
}

impl Count {
    fn of(db: &Connection) -> Result<Self, StoreError> {
        let count = |table: &str| -> Result<u64, StoreError> {
            let sql = format!("SELECT count(*) FROM {table}");
            Ok(db.query_row(&sql, [], |row| row.get::<_, u32>(0))?.into())
        };
        let tables = [
            "episodes",
            "nodes",
            "edges",
            "fsm_macros",
            "migration_map",
            "sources",
            "app_versions",
            "screens",
            "views",
            "visits",
            "steps",
            "quarantine",
            "meta",
            "macro_versions",
            "macro_drafts",
        ];
        let mut rows = 0;
        for table in tables {
            rows += count(table)?;
        }
        Ok(Self {
            rows,
            index_entries: count("recall_docsize")?,
            episodes: count("episodes")?,
            nodes: count("nodes")?,
            macros: count("fsm_macros")? + count("macro_drafts")?,
        })
    }
}
