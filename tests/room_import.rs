//! Databases of the Android Room version of this memory: every row is accounted for, and no macro acts.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use cs_mem::model::{EdgeDirection, EpisodeId, EpisodeStatus, Fingerprint, Timestamp};
use cs_mem::store::{
    ImportReport, OpenOptions, Store, StoreError, Tally, aliases, drafts, edges, episodes,
    import_room, macros, nodes,
};
use cs_mem::writer::Writer;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const FILES: [(u32, &str); 3] = [
    (1, include_str!("schema/room-v1.sql")),
    (2, include_str!("schema/room-v2.sql")),
    (3, include_str!("schema/room-v3.sql")),
];

struct Base {
    dir: TempDir,
    store: Store,
    writer: Writer,
}

fn base() -> Base {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("memory.db");
    let now = Timestamp::from_millis(0);
    let (store, _) = Store::open(&path, &OpenOptions::default(), now).unwrap();
    let writer = Writer::spawn(&store, Box::new(|error| panic!("{error}"))).unwrap();
    Base { dir, store, writer }
}

fn room(dir: &Path, sql: &str) -> PathBuf {
    let path = dir.join("room.db");
    let _ = std::fs::remove_file(&path);
    let db = Connection::open(&path).unwrap();
    db.execute_batch(&format!("PRAGMA synchronous = OFF; BEGIN; {sql} ; COMMIT")).unwrap();
    path
}

fn import(base: &Base, path: &Path) -> Result<ImportReport, StoreError> {
    let path = path.to_owned();
    let clean = |text: &str| text.replace("4929-canary-secret", "***");
    base.writer.run_exclusive(move |db| import_room(db, &path, clean)).unwrap()
}

fn tally(found: u64, imported: u64, merged: u64, refused: u64) -> Tally {
    Tally { found, imported, merged, refused }
}

#[test]
fn every_row_of_each_version_is_accounted_for() {
    for (version, sql) in FILES {
        let base = base();
        let report = import(&base, &room(base.dir.path(), sql)).unwrap();
        assert_eq!(report.version, version);
        assert_eq!(report.episodes, tally(3, 3, 0, 0), "{version}");
        assert_eq!(report.nodes, tally(4, 3, 0, 1), "{version}");
        let expected = if version < 3 { tally(8, 5, 1, 2) } else { tally(7, 5, 0, 2) };
        assert_eq!(report.edges, expected, "{version}: {:?}", report.problems);
        assert_eq!(report.macros, tally(3, 3, 0, 0), "{version}");
        let expected = if version < 2 { tally(0, 0, 0, 0) } else { tally(3, 1, 1, 1) };
        assert_eq!(report.aliases, expected, "{version}");
        assert_eq!((report.transitions, report.undecodable), (2, 2), "{version}");
        for problem in &report.problems {
            assert!(!problem.what.contains("canary"), "{problem:?}");
        }
        assert_eq!(base.store.integrity_check().unwrap(), [""; 0]);
    }
}

#[test]
fn rows_say_here_what_they_said_there() {
    for (version, sql) in FILES {
        let base = base();
        import(&base, &room(base.dir.path(), sql)).unwrap();
        let episode = |id: &str| {
            base.store.read(|db| episodes::get(db, &EpisodeId::new(id))).unwrap().unwrap()
        };
        let first = episode("ep-1");
        assert_eq!(first.goal, "Send a parcel label to the depot");
        assert_eq!((first.actions, first.thoughts, first.energy), (6, 4, 1.4));
        assert_eq!(first.finished_at, Some(Timestamp::from_millis(1_700_000_060_000)));
        // Its macro cannot act, so it became none; and nothing runs any more.
        assert_eq!((first.status, first.macro_id), (EpisodeStatus::Succeeded, None));
        assert_eq!(episode("ep-2").status, EpisodeStatus::Interrupted);
        assert_eq!(episode("ep-3").goal, "Card is ***");

        let node = Fingerprint::from_bytes([0x11; 32]);
        let print = base.store.read(|db| nodes::by_fingerprint(db, node)).unwrap().unwrap();
        assert_eq!((print.label.as_str(), print.seen), ("Print label", 7));
        assert_eq!(print.app_version.as_deref(), (version > 1).then_some("1.2"));
        assert_eq!(print.energy.value(), 2.5);
        let found = base.store.read(|db| nodes::search(db, "设置", 5)).unwrap();
        assert_eq!((found.len(), found[0].app_version.as_deref()), (1, None));

        let out = base.store.read(|db| edges::of_node(db, node, EdgeDirection::Both)).unwrap();
        assert_eq!(out.len(), 4, "{version}");
        for row in out {
            let edge = row.edge;
            let id = cs_mem::perceive::edges::edge_id(&edge.source, &edge.target, edge.relation);
            assert_eq!(edge.id, id, "ids follow from the edge");
        }
        let all = base.store.read(aliases::all).unwrap();
        assert_eq!(all.len(), usize::from(version > 1));
        for alias in all {
            assert_eq!((alias.old, alias.app.as_str()), (node, "org.example.parcels"));
            assert!(!alias.confirmed);
        }
    }
}

#[test]
fn macros_become_drafts_that_are_recalled_and_never_act() {
    for (_, sql) in FILES {
        let base = base();
        import(&base, &room(base.dir.path(), sql)).unwrap();
        assert!(base.store.read(macros::all).unwrap().is_empty());
        let drafts = base.store.read(drafts::all).unwrap();
        let known: Vec<_> =
            drafts.iter().map(|d| (d.skill_id.as_str(), d.verbs.len(), d.undecodable)).collect();
        assert_eq!(known, [("skill-1", 2, 1), ("skill-2", 0, 0), ("skill-3", 0, 1)]);
        let found = base.store.read(|db| drafts::search(db, "label of parcel", 5)).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].verbs, ["tap", "input_text"]);
        assert_eq!(found[0].source_episode, Some(EpisodeId::new("ep-1")));
    }
}

#[test]
fn a_second_import_changes_nothing() {
    for (_, sql) in FILES {
        let base = base();
        let path = room(base.dir.path(), sql);
        import(&base, &path).unwrap();
        let before = base.store.read(cs_mem::store::stats::read).unwrap();
        let again = import(&base, &path).unwrap();
        for tally in [again.episodes, again.nodes, again.edges, again.macros, again.aliases] {
            assert_eq!(tally.imported, 0);
            assert_eq!(tally.found, tally.merged + tally.refused);
        }
        assert_eq!(base.store.read(cs_mem::store::stats::read).unwrap(), before);
    }
}

#[test]
fn typed_texts_and_secrets_are_nowhere_in_the_files() {
    let base = base();
    import(&base, &room(base.dir.path(), FILES[2].1)).unwrap();
    std::fs::remove_file(base.dir.path().join("room.db")).unwrap();
    for entry in std::fs::read_dir(base.dir.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(6).any(|w| w == b"canary"));
    }
}

#[test]
fn other_files_are_refused_and_change_nothing() {
    let base = base();
    let refused = |path: &Path| match import(&base, path) {
        Err(StoreError::NotImportable { why }) => why,
        other => panic!("{other:?}"),
    };
    let dir = base.dir.path();
    assert_eq!(refused(&dir.join("nowhere.db")), "it cannot be read");
    let text = dir.join("text.db");
    std::fs::write(&text, "no database at all, but long enough to have a header".repeat(40))
        .unwrap();
    assert_eq!(refused(&text), "it is damaged");
    let other = |sql: &str| refused(&room(dir, sql));
    assert!(other("CREATE TABLE t (x); PRAGMA user_version = 3").contains("table"));
    assert!(other(&FILES[0].1.replace("user_version = 1", "user_version = 4")).contains("version"));
    let half = FILES[1].1.replace("migration_map", "migration_mop");
    assert!(other(&half).contains("table"));
    let renamed = FILES[0].1.replace("target_node_id", "target");
    assert!(other(&renamed).contains("column"));
    assert_eq!(base.store.read(cs_mem::store::stats::read).unwrap().episodes, 0);
}
