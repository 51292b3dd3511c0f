//! How every connection is set up. The order matters and is fixed by a test.

use super::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// Before anything else, even before looking at the file: without it the first statements of two connections that open
/// at once fail instead of waiting.
const WAIT: &str = "PRAGMA busy_timeout = 5000";

/// Only counts before a new file's first page: pages can then be given back in small steps. Never set on a file that
/// exists, where it would write.
const FRESH: &str = "PRAGMA auto_vacuum = INCREMENTAL";

/// In this order. Inside a transaction some of these are ignored without a word, so they are never set later.
const SETTINGS: [&str; 9] = [
    // Readers go on while the writer writes.
    "PRAGMA journal_mode = WAL",
    // A commit survives the process; what a flush acknowledged is synced besides (see `set_durable`).
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    // Android has no /tmp.
    "PRAGMA temp_store = MEMORY",
    // A read error in a mapped file is a signal that kills the process.
    "PRAGMA mmap_size = 0",
    // Deleted content is overwritten, not only unlinked.
    "PRAGMA secure_delete = ON",
    // A crafted file cannot run functions through views and triggers.
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA journal_size_limit = 4194304",
];

/// Opens the file and waits for locks; nothing else is set and nothing is written.
pub(super) fn connect(path: &Path, create: bool) -> Result<Connection, StoreError> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let db = Connection::open_with_flags(path, flags)?;
    run(&db, WAIT)?;
    // A file that turns out to be damaged is kept whole: closing it must not fold the WAL into it.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    Ok(db)
}

/// Sets up a connection to a file that is known to be ours.
pub(super) fn set_up(db: &Connection, fresh: bool) -> Result<(), StoreError> {
    if fresh {
        run(db, FRESH)?;
    }
    SETTINGS.iter().try_for_each(|setting| run(db, setting))?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// Whether a commit waits until the disk has it. Must not be called in a transaction.
pub(crate) fn set_durable(db: &Connection, durable: bool) -> Result<(), StoreError> {
    run(db, if durable { "PRAGMA synchronous = FULL" } else { "PRAGMA synchronous = NORMAL" })
}

/// A pragma may answer with a row or not; the answer is not needed.
fn run(db: &Connection, pragma: &str) -> Result<(), StoreError> {
    let mut statement = db.prepare(pragma)?;
    let mut rows = statement.query([])?;
    while rows.next()?.is_some() {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_comes_first_then_wal_then_the_rest() {
        assert!(WAIT.contains("busy_timeout"));
        let names: Vec<_> = SETTINGS.iter().filter_map(|s| s.split(' ').nth(1)).collect();
        assert_eq!(
            names,
            [
                "journal_mode",
                "synchronous",
                "foreign_keys",
                "temp_store",
                "mmap_size",
                "secure_delete",
                "trusted_schema",
                "cell_size_check",
                "journal_size_limit"
            ]
        );
    }

    #[test]
    fn every_setting_holds() {
        let dir = tempfile::tempdir().unwrap();
        let db = connect(&dir.path().join("memory.db"), true).unwrap();
        let ask = |name: &str| -> String {
            let value: rusqlite::types::Value =
                db.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0)).unwrap();
            match value {
                rusqlite::types::Value::Integer(n) => n.to_string(),
                rusqlite::types::Value::Text(t) => t,
                other => format!("{other:?}"),
            }
        };
        assert_eq!(ask("busy_timeout"), "5000");
        set_up(&db, true).unwrap();
        for (name, value) in [
            ("auto_vacuum", "2"),
            ("journal_mode", "wal"),
            ("synchronous", "1"),
            ("foreign_keys", "1"),
            ("temp_store", "2"),
            ("mmap_size", "0"),
            ("secure_delete", "1"),
            ("trusted_schema", "0"),
            ("cell_size_check", "1"),
            ("journal_size_limit", "4194304"),
        ] {
            assert_eq!(ask(name), value, "{name}");
        }
        set_durable(&db, true).unwrap();
        assert_eq!(ask("synchronous"), "2");
    }
}
