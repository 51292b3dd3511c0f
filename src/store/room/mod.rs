//! Import of databases that the Android Room version of this memory wrote (schema 1, 2 and 3).
//!
//! Rows are kept, nothing is guessed: each row is imported, found to be there already, or refused with a reason, and the
//! three add up. What those files get wrong is put right on the way: edge labels that restart in each frame are replaced by
//! ids that follow from the edge; runs that were "running" are interrupted; a `DISTILLED` run whose macro cannot act is a
//! run that ended well. Macros there hold no locators, so they become [drafts](super::drafts), which never act.

mod tables;

use super::StoreError;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::Path;

/// Problems that are told one by one; the tallies count all.
const MAX_PROBLEMS: usize = 200;

/// Tables and columns without which a file is no such memory; the last table came with schema 2.
const NEEDED: [(&str, &str); 6] = [
    ("room_master_table", "identity_hash"),
    (
        "episodes",
        "episode_id, goal, status, started_at, finished_at, llm_steps, total_actions, energy",
    ),
    ("nodes", "id, fingerprint, role, first_seen_at, last_seen_at, occurrence_count, energy"),
    ("edges", "id, source_node_id, target_node_id, type, created_at, energy"),
    (
        "fsm_macros",
        "id, skill_id, name, initial_fingerprint, terminal_fingerprint, transitions_json, \
         created_at, success_count, failure_count, energy",
    ),
    (
        "migration_map",
        "id, old_fingerprint, new_fingerprint, match_score, from_version, to_version, created_at",
    ),
];

/// What became of the rows of a table. `found == imported + merged + refused`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Rows in the file.
    pub found: u64,
    /// Rows that are new here.
    pub imported: u64,
    /// Rows equal to one that is here already, from this import or before.
    pub merged: u64,
    /// Rows that say nothing that can be kept; see the problems.
    pub refused: u64,
}

/// Something in the file that was not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportProblem {
    /// Table of the file.
    pub table: &'static str,
    /// Row id in that table.
    pub row: i64,
    /// What was wrong and what was done, without content.
    pub what: String,
}

/// What was imported.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportReport {
    /// Schema version of the file.
    pub version: u32,
    /// Task runs.
    pub episodes: Tally,
    /// Nodes.
    pub nodes: Tally,
    /// Edges.
    pub edges: Tally,
    /// Macros; they became drafts.
    pub macros: Tally,
    /// Aliases. Rows that only record a first version are counted as merged.
    pub aliases: Tally,
    /// Transitions of macros that could be decoded.
    pub transitions: u64,
    /// Transitions, or whole tables of them, that could not.
    pub undecodable: u64,
    /// What was not as it should be, the first 200.
    pub problems: Vec<ImportProblem>,
}

impl ImportReport {
    fn problem(&mut self, table: &'static str, row: i64, what: impl Into<String>) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(ImportProblem { table, row, what: what.into() });
        }
    }
}

/// Imports a file, all of it or nothing. Importing it again changes nothing. The file itself is only read.
///
/// `clean` takes secrets out of a text before it is kept, because the other memory did not mask. What was typed is not
/// imported at all.
///
/// Runs on the writer's connection, see [`crate::writer::Writer::run_exclusive`].
///
/// # Errors
/// [`StoreError::NotImportable`] when it is another kind of file, or damaged.
pub fn import_room(
    db: &mut Connection,
    path: &Path,
    clean: impl Fn(&str) -> String,
) -> Result<ImportReport, StoreError> {
    let (room, version) = open(path).map_err(not_importable)?;
    let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut report = ImportReport { version, ..ImportReport::default() };
    tables::episodes(&tx, &room, &clean, &mut report)?;
    let nodes = tables::nodes(&tx, &room, &clean, &mut report)?;
    tables::edges(&tx, &room, &nodes, &mut report)?;
    tables::macros(&tx, &room, &clean, &mut report)?;
    if version >= 2 {
        tables::aliases(&tx, &room, &mut report)?;
    }
    tx.commit()?;
    Ok(report)
}

fn open(path: &Path) -> Result<(Connection, u32), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let room = Connection::open_with_flags(path, flags)?;
    room.execute_batch(
        "PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA mmap_size = 0; \
         PRAGMA cell_size_check = ON",
    )?;
    let wrong = |why: &str| StoreError::NotImportable { why: why.to_owned() };
    let version: u32 = room.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if !(1..=3).contains(&version) {
        return Err(wrong("its schema version is not 1, 2 or 3"));
    }
    let tables = if version == 1 { &NEEDED[..NEEDED.len() - 1] } else { &NEEDED[..] };
    for (table, columns) in tables {
        if room.prepare(&format!("SELECT {columns} FROM {table}")).is_err() {
            return Err(wrong("a table or a column is missing"));
        }
    }
    let sound: String = room.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        return Err(wrong("it is damaged"));
    }
    Ok((room, version))
}

/// Errors of the other file must not sound as if they were about this database.
fn not_importable(error: StoreError) -> StoreError {
    match error {
        StoreError::Damaged { .. } => StoreError::NotImportable { why: "it is damaged".to_owned() },
        StoreError::ReadOnly => StoreError::NotImportable { why: "it cannot be read".to_owned() },
        other => other,
    }
}
