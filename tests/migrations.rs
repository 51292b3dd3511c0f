//! Every old database becomes today's, step by step and in one leap, and all its rows survive.
//!
//! `tests/schema/vN.sql` is a database of schema N with rows, frozen when the step was released. A new step needs a new
//! fixture: `CS_MEM_FREEZE=1 cargo test --test migrations` writes those that are missing, from the fixture before, the step,
//! and the rows of that version below. Fixtures of released versions are never written again.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use cs_mem::model::{EpisodeId, Fingerprint, MacroId, Timestamp};
use cs_mem::store::{
    OpenOptions, OpenReport, Store, aliases, drafts, edges, episodes, macros, newest_schema, nodes,
    quarantine,
};
use refinery::Target;
use rusqlite::Connection;
use rusqlite::types::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};

mod steps {
    #![allow(missing_docs, reason = "generated")]
    refinery::embed_migrations!("migrations");
}

/// Rows that a memory of each version has beyond those of the version before.
const ROWS: [&str; 7] = [
    include_str!("schema/rows-v1.sql"),
    "UPDATE nodes SET app_version = '1.2' WHERE id = 1;
     INSERT INTO migration_map VALUES (1, x'0000000000000000000000000000000000000000000000000000000000000001', x'0000000000000000000000000000000000000000000000000000000000000002', 0.9, '1.1', '1.2', 1700000000500);",
    "INSERT INTO edges VALUES (9, 2, x'0000000000000009', 2, 3, 'horizontal_adjacent', 1700000000600, 1.0);",
    "INSERT INTO quarantine VALUES (1, 'com.y', NULL, 'QUARANTINE', 'MEDIUM', '[]', NULL, 1700000000700);
     INSERT INTO meta VALUES ('last_dream', '1700000000700');
     INSERT INTO steps VALUES (1, 0, '\"Back\"', NULL, 'OK', NULL, NULL, 1700000000700);",
    "INSERT INTO macro_versions SELECT id, 0, machine FROM fsm_macros;
     INSERT INTO macro_sources VALUES (1, 'e1');
     UPDATE nodes SET pinned = 1 WHERE id = 3;",
    "INSERT INTO recall (rowid, node) VALUES (4, 'send button send'), (8, 'to'), (12, '设 置 设置');
     INSERT INTO recall (rowid, episode) VALUES (5, 'send a mail'), (9, 'read news');
     INSERT INTO recall (rowid, macro) VALUES (6, 'send a mail');
     INSERT INTO meta VALUES ('text_expansion', '1');",
    "INSERT INTO macro_drafts VALUES (1, 'skill-1', 'Print', '', 'com.x', 'a', 'b', 'tap', 0, NULL, 1, 0, 1700000000800, 1.0);
     INSERT INTO recall (rowid, draft) VALUES (7, 'print com x');",
];

fn fixture(version: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/schema/v{version}.sql"))
}

fn load(path: &Path, version: u32) {
    let sql = std::fs::read_to_string(fixture(version)).unwrap_or_else(|_| {
        panic!("schema {version} has no fixture; write it with CS_MEM_FREEZE=1, see the head of this file")
    });
    let db = Connection::open(path).unwrap();
    db.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF").unwrap();
    db.execute_batch(&format!("BEGIN; {sql}; COMMIT")).unwrap();
}

/// One step, on a connection of its own.
fn step_to(path: &Path, version: u32) {
    let mut db = Connection::open(path).unwrap();
    let target = Target::Version(version.try_into().unwrap());
    let report =
        steps::migrations::runner().set_grouped(true).set_target(target).run(&mut db).unwrap();
    assert_eq!(report.applied_migrations().len(), 1);
    let stamp: u32 = db.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(stamp, version, "a step stamps its version");
}

fn open(path: &Path) -> (Store, OpenReport) {
    Store::open(path, &OpenOptions::default(), Timestamp::from_millis(9)).unwrap()
}

/// Tables, indexes and the rest, as SQL.
fn schema(path: &Path) -> Vec<(String, String)> {
    let db = Connection::open(path).unwrap();
    let mut query =
        db.prepare("SELECT name, ifnull(sql, '') FROM sqlite_schema ORDER BY name").unwrap();
    query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
}

fn assert_rows_survived(store: &Store, from: u32) {
    let read = |id: &str| store.read(|db| episodes::get(db, &EpisodeId::new(id))).unwrap().unwrap();
    let first = read("e1");
    assert_eq!((first.goal.as_str(), first.actions, first.energy), ("send a mail", 3, 1.4));
    assert_eq!(first.macro_id, Some(MacroId::new("m1")));
    assert_eq!(first.energy_at, Timestamp::from_millis(1_700_000_000_300), "when it ended");
    assert_eq!(read("e2").goal, "read news");

    let fingerprint = |n: u8| {
        let mut bytes = [0; 32];
        bytes[31] = n;
        Fingerprint::from_bytes(bytes)
    };
    let node = |n| store.read(|db| nodes::by_fingerprint(db, fingerprint(n))).unwrap().unwrap();
    assert_eq!((node(1).label.as_str(), node(1).seen, node(1).energy.value()), ("Send", 4, 2.5));
    assert_eq!(node(1).app_version.as_deref(), (from >= 2).then_some("1.2"));
    assert_eq!(node(2).app_version, None);
    let found = store.read(|db| nodes::search(db, "设置", 5)).unwrap();
    assert_eq!(found.iter().map(|n| n.fingerprint).collect::<Vec<_>>(), [fingerprint(3)]);
    assert_eq!(store.read(|db| episodes::search(db, "mail", 5)).unwrap().len(), 1);

    // Of each edge that was there twice, the oldest row stayed.
    let edges = store.read(|db| edges::of_episode(db, &EpisodeId::new("e1"))).unwrap();
    let created: Vec<_> = edges.iter().map(|e| e.created_at.as_millis() % 1_000).collect();
    assert_eq!(created, [101, 102]);
    let other = store.read(|db| edges::of_episode(db, &EpisodeId::new("e2"))).unwrap();
    assert_eq!(other.len(), if from >= 3 { 2 } else { 1 });

    let record = store.read(|db| macros::get(db, &MacroId::new("m1"))).unwrap().unwrap();
    assert_eq!((record.successes, record.failures), (5, 1));
    assert_eq!(record.machine.parts().name, "Send a mail");
    assert_eq!(store.read(|db| macros::search(db, "mail", 5)).unwrap().len(), 1);

    assert_eq!(store.read(aliases::all).unwrap().len(), usize::from(from >= 2));
    assert_eq!(store.read(|db| quarantine::list(db, 5)).unwrap().len(), usize::from(from >= 4));
    assert_eq!(store.read(drafts::all).unwrap().len(), usize::from(from >= 7));
    assert_eq!(store.integrity_check().unwrap(), [""; 0]);
}

#[test]
fn every_old_database_becomes_todays_step_by_step() {
    let dir = tempfile::tempdir().unwrap();
    let fresh = dir.path().join("fresh.db");
    open(&fresh);
    for from in 1..=newest_schema() {
        let path = dir.path().join(format!("step-{from}.db"));
        load(&path, from);
        (from + 1..=newest_schema()).for_each(|version| step_to(&path, version));
        let (store, report) = open(&path);
        assert_eq!(report, OpenReport::default(), "nothing left to do");
        assert_eq!(schema(&path), schema(&fresh), "from {from}");
        assert_rows_survived(&store, from);
    }
}

#[test]
fn every_old_database_becomes_todays_in_one_leap() {
    let dir = tempfile::tempdir().unwrap();
    let fresh = dir.path().join("fresh.db");
    open(&fresh);
    for from in 1..=newest_schema() {
        let path = dir.path().join(format!("leap-{from}.db"));
        load(&path, from);
        let (store, report) = open(&path);
        assert_eq!(report.migrated_from, (from < newest_schema()).then_some(from));
        assert!(!report.created && report.moved_aside.is_none());
        assert_eq!(schema(&path), schema(&fresh), "from {from}");
        assert_rows_survived(&store, from);
    }
}

#[test]
fn a_step_that_fails_leaves_the_old_version_whole() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("memory.db");
    load(&path, 1);
    // Something stands in the way of a later step.
    let db = Connection::open(&path).unwrap();
    db.execute_batch("CREATE TABLE macro_versions (x)").unwrap();
    let before = schema(&path);
    drop(db);
    // No file may be moved aside for it, and the rows are where they were.
    assert!(Store::open(&path, &OpenOptions::default(), Timestamp::from_millis(9)).is_err());
    assert_eq!(schema(&path), before);
    let db = Connection::open(&path).unwrap();
    let count = |sql: &str| db.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM refinery_schema_history"), 1);
    assert_eq!(count("SELECT count(*) FROM nodes"), 3);
}

#[test]
fn every_step_has_a_fixture() {
    if std::env::var("CS_MEM_FREEZE").is_ok() {
        (1..=newest_schema()).filter(|v| !fixture(*v).exists()).for_each(freeze);
    }
    for version in 1..=newest_schema() {
        assert!(
            fixture(version).exists(),
            "schema {version} has no fixture, see the head of this file"
        );
    }
    assert_eq!(ROWS.len(), newest_schema() as usize, "each version brings rows");
}

/// Writes the fixture of a version.
fn freeze(version: u32) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("memory.db");
    if version > 1 {
        load(&path, version - 1);
    }
    step_to(&path, version);
    let db = Connection::open(&path).unwrap();
    db.execute_batch(ROWS[version as usize - 1]).unwrap();
    std::fs::write(fixture(version), dump(&db, version)).unwrap();
}

/// The whole database as SQL: schema first, then rows, the index's own tables included.
fn dump(db: &Connection, version: u32) -> String {
    let mut sql = format!("-- A database of schema {version} with rows. Frozen: never edited.\n");
    for pragma in ["application_id", "user_version"] {
        let value: i64 = db.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get(0)).unwrap();
        writeln!(sql, "PRAGMA {pragma} = {value};").unwrap();
    }
    let list = |query: &str| -> Vec<String> {
        let mut query = db.prepare(query).unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    for create in list(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'recall\\_%' ESCAPE '\\' \
         ORDER BY type = 'index', rowid",
    ) {
        writeln!(sql, "{create};").unwrap();
    }
    let tables = list(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'recall' \
         AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    );
    for table in tables {
        writeln!(sql, "DELETE FROM {table};").unwrap();
        let mut query = db.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = query.column_count();
        let mut rows = query.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values: Vec<_> = (0..columns).map(|n| literal(row.get(n).unwrap())).collect();
            writeln!(sql, "INSERT INTO {table} VALUES ({});", values.join(", ")).unwrap();
        }
    }
    sql
}

fn literal(value: Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Integer(n) => n.to_string(),
        Value::Real(x) => format!("{x:?}"),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Value::Blob(bytes) => {
            let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
            format!("x'{hex}'")
        }
    }
}
