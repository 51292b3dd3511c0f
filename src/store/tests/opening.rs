use super::*;
use crate::store::open::with_suffix;
use std::fs;

fn open(path: &Path) -> Result<(Store, OpenReport), StoreError> {
    Store::open(path, &OpenOptions::default(), at(1_700_000_000_000))
}

#[test]
fn a_new_database_is_at_the_newest_schema_and_marked_ours() {
    let base = Base::new();
    assert_eq!(base.number("PRAGMA user_version"), i64::from(newest_schema()));
    assert_eq!(base.number("PRAGMA application_id"), 0x4353_4D4D);
    let (_, report) = open(base.store.path()).unwrap();
    assert_eq!(report, OpenReport::default());
}

#[test]
fn running_episodes_are_interrupted_at_open_and_only_they() {
    let mut base = Base::new();
    base.begin("e1", "goal");
    base.begin("e2", "goal");
    let end = Change::EndEpisode {
        id: EpisodeId::new("e2"),
        status: EpisodeStatus::Succeeded,
        macro_id: None,
        at: at(4_000),
    };
    base.apply(&[end]).unwrap();
    let (store, report) = open(base.store.path()).unwrap();
    assert_eq!(report.interrupted, 1);
    let get = |id: &str| store.read(|db| episodes::get(db, &EpisodeId::new(id))).unwrap().unwrap();
    assert_eq!(get("e1").status, EpisodeStatus::Interrupted);
    assert_eq!(get("e1").finished_at, Some(at(1_700_000_000_000)));
    assert_eq!(get("e2").status, EpisodeStatus::Succeeded);
}

#[test]
fn a_newer_database_is_refused_and_rebuilt_only_on_request() {
    let mut base = Base::new();
    base.begin("e1", "kept goal");
    let next = newest_schema() + 1;
    base.db
        .execute(
            "INSERT INTO refinery_schema_history VALUES (?1, 'later', '2027-01-01T00:00:00Z', '7')",
            [next],
        )
        .unwrap();
    let Base { dir, store, db } = base;
    let path = store.path().to_owned();
    drop((db, store));
    let bytes = fs::read(&path).unwrap();
    let refused = open(&path).err().unwrap();
    assert_eq!(refused, StoreError::NewerSchema { found: next, known: next - 1 });
    assert_eq!(fs::read(&path).unwrap(), bytes, "untouched");

    let (store, report) = Store::open(&path, &OpenOptions { rebuild_newer: true }, at(42)).unwrap();
    assert!(report.created);
    assert_eq!(report.moved_aside.as_deref(), Some("memory.db.newer-42"));
    assert!(store.read(|db| episodes::recent(db, 5, 0)).unwrap().is_empty());
    assert_eq!(fs::read(dir.path().join("memory.db.newer-42")).unwrap(), bytes);
}

#[test]
fn a_damaged_file_is_moved_aside_whole() {
    type Damage = fn(&mut Vec<u8>);
    let damage: [(&str, Damage); 4] = [
        ("header", |bytes| bytes[..64].fill(0x55)),
        ("not a database", |bytes| *bytes = b"once upon a time".repeat(100)),
        ("a page in the middle", |bytes| {
            let middle = bytes.len() / 8192 * 4096;
            bytes[middle..middle + 4096].fill(0xAA);
        }),
        ("cut off", |bytes| bytes.truncate(bytes.len() / 2)),
    ];
    for (what, damage) in damage {
        let mut base = Base::new();
        let e1 = base.begin("e1", "goal");
        for n in 0..50 {
            base.see(&e1, &screen(&[&format!("Entry {n}"), "Send"]));
        }
        base.store.checkpoint_truncate().unwrap();
        let Base { dir, store, db } = base;
        let path = store.path().to_owned();
        drop((db, store));
        let mut bytes = fs::read(&path).unwrap();
        damage(&mut bytes);
        fs::write(&path, &bytes).unwrap();
        fs::write(with_suffix(&path, "-wal"), b"left over").unwrap();
        let (store, report) = open(&path).unwrap();
        let aside = report.moved_aside.expect(what);
        assert!(report.created, "{what}");
        assert_eq!(fs::read(dir.path().join(&aside)).unwrap(), bytes, "{what}");
        let wal = fs::read(dir.path().join(format!("{aside}-wal"))).unwrap();
        assert_eq!(wal, b"left over", "{what}");
        assert!(store.read(|db| episodes::recent(db, 5, 0)).unwrap().is_empty());
        // Twice at one moment: two names.
        drop(store);
        fs::write(&path, &bytes).unwrap();
        let (_, report) = open(&path).unwrap();
        assert_ne!(report.moved_aside, Some(aside), "{what}");
    }
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("other.db");
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE room_master_table (id INTEGER PRIMARY KEY)").unwrap();
    drop(other);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(open(&path).err(), Some(StoreError::Foreign));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_step_that_another_build_made_is_refused() {
    let base = Base::new();
    base.db
        .execute("UPDATE refinery_schema_history SET checksum = '1' WHERE version = 2", [])
        .unwrap();
    assert_eq!(open(base.store.path()).err(), Some(StoreError::Diverged { version: 2 }));
}

#[test]
fn a_history_that_makes_no_sense_is_damage_and_no_panic() {
    for sql in [
        "UPDATE refinery_schema_history SET applied_on = 'yesterday' WHERE version = 1",
        "UPDATE refinery_schema_history SET checksum = 'x' WHERE version = 1",
        "DELETE FROM refinery_schema_history WHERE version = 2",
        "UPDATE refinery_schema_history SET applied_on = NULL",
    ] {
        let base = Base::new();
        base.db.execute(sql, []).unwrap();
        let Base { dir: _dir, store, db } = base;
        let path = store.path().to_owned();
        drop((db, store));
        assert!(open(&path).unwrap().1.moved_aside.is_some(), "{sql}");
    }
}

#[test]
fn an_empty_file_and_a_missing_folder() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("memory.db");
    fs::write(&path, b"").unwrap();
    assert!(open(&path).unwrap().1.created);
    let error = open(&dir.path().join("no/such/folder.db")).err().unwrap();
    assert_eq!(error, StoreError::ReadOnly);
}

#[test]
fn a_locked_database_is_busy_and_readers_cannot_write() {
    let base = Base::new();
    let write = base.store.read(|db| Ok(db.execute("DELETE FROM nodes", [])?));
    assert_eq!(write, Err(StoreError::ReadOnly));
    base.db.execute_batch("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE").unwrap();
    let other = base.store.writer_connection().unwrap();
    other.execute_batch("PRAGMA busy_timeout = 0").unwrap();
    let error: StoreError = other.execute_batch("BEGIN IMMEDIATE").unwrap_err().into();
    assert_eq!(error, StoreError::Busy);
    assert!(error.is_retryable());
    // Readers go on, and see one moment.
    assert!(base.store.read(|db| episodes::recent(db, 5, 0)).unwrap().is_empty());
}

#[test]
fn a_backup_is_whole_and_opens_alone() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let seen = screen(&["Inbox", "Send"]);
    base.see(&e1, &seen);
    let copy = base.dir.path().join("copy.db");
    fs::write(&copy, b"older backup").unwrap();
    base.store.backup_to(&copy).unwrap();
    assert!(!with_suffix(&copy, "-wal").exists() && !with_suffix(&copy, ".part").exists());
    let (store, report) = open(&copy).unwrap();
    assert!(!report.created && report.moved_aside.is_none());
    assert_eq!(store.read(|db| screens::get(db, seen.id)).unwrap(), Some(seen));
    assert_eq!(store.integrity_check().unwrap(), [""; 0]);
    assert_eq!(store.read(|db| nodes::search(db, "send", 5)).unwrap().len(), 1);
}
