//! A scripted session on a disk that fails at each of its operations in turn: an error once, a full disk for a while, a
//! power loss. Each time the database opens afterwards, and everything that a flush acknowledged is there.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/faults.rs"]
mod faults;

use cs_mem::model::{
    Capture, Change, Episode, EpisodeId, EpisodeStatus, Foreground, Rect, Screen, Snapshot,
    Timestamp, UiNode,
};
use cs_mem::perceive::perceive;
use cs_mem::store::{OpenOptions, Store, StoreError, episodes, screens, upkeep};
use cs_mem::writer::{Writer, WriterError};
use faults::{Fault, Faults};
use std::path::Path;

fn screen(n: u64) -> Screen {
    let node = |text: String, top: i32| UiNode {
        text,
        resource_id: format!("com.x:id/at_{top}"),
        package: "com.x".into(),
        clickable: true,
        parent: (top > 0).then_some(0),
        ..UiNode::new("android.widget.Button", Rect::new(0, top, 1000, top + 90))
    };
    let mut nodes = vec![UiNode { bounds: Rect::new(0, 0, 1000, 900), ..node(String::new(), 0) }];
    nodes.extend((1..6).map(|row| node(format!("Entry {n} row {row}"), row * 100)));
    let foreground =
        Foreground { package: "com.x".into(), version: "1".into(), ..Foreground::default() };
    let capture = Capture { foreground, at: Timestamp::from_millis(1), ..Capture::default() };
    perceive(&Snapshot { nodes, capture, ..Snapshot::default() })
}

fn id(n: u64) -> EpisodeId {
    EpisodeId::new(format!("e{n}"))
}

/// One record: an episode with its screen.
fn record(n: u64) -> Vec<Change> {
    let episode = Episode {
        id: id(n),
        goal: format!("goal {n}"),
        app: "com.x".into(),
        app_version: "1".into(),
        status: EpisodeStatus::Running,
        started_at: Timestamp::from_millis(0),
        finished_at: None,
        actions: 0,
        thoughts: 0,
        macro_id: None,
        energy: 1.0,
        energy_at: Timestamp::from_millis(0),
    };
    vec![
        Change::BeginEpisode(Box::new(episode)),
        Change::SeeScreen { episode: Some(id(n)), screen: Box::new(screen(n)) },
    ]
}

fn open(path: &Path) -> Result<Store, StoreError> {
    let (store, report) = Store::open(path, &OpenOptions::default(), Timestamp::from_millis(5))?;
    assert_eq!(report.moved_aside, None);
    Ok(store)
}

/// Records that flushes have acknowledged.
#[derive(Default)]
struct Session {
    submitted: Vec<u64>,
    acknowledged: Vec<u64>,
}

impl Session {
    fn submit(&mut self, writer: &Writer, n: u64) {
        if writer.submit(record(n)).is_ok() {
            self.submitted.push(n);
        }
    }

    fn flush(&mut self, writer: &Writer) {
        if self.hear(writer.flush()) {
            self.acknowledged.append(&mut self.submitted);
        }
    }

    /// Takes notice of what a flush says; whether all is well.
    fn hear(&mut self, answer: Result<(), WriterError>) -> bool {
        match answer {
            Ok(()) => return true,
            // Some of them are lost, and it was said.
            Err(WriterError::Failed { .. }) => self.submitted.clear(),
            // Kept; a later flush acknowledges them.
            Err(WriterError::Paused { .. } | WriterError::NotSynced { .. }) => {}
            Err(other) => panic!("{other}"),
        }
        false
    }

    /// The script. Errors are for those who wait; nothing may panic or hang.
    fn run(path: &Path) -> Self {
        let mut session = Self::default();
        let Ok(store) = open(path) else { return session };
        let Ok(writer) = Writer::spawn(&store, Box::new(|_| {})) else { return session };
        session.submit(&writer, 0);
        session.flush(&writer);
        session.submit(&writer, 1);
        // Written without waiting for the disk; the next flush waits for both.
        session.hear(writer.emergency_flush());
        session.flush(&writer);
        let _ = writer.run_exclusive(|db| upkeep::checkpoint_truncate(db));
        session.submit(&writer, 2);
        session.submit(&writer, 3);
        (0..4).for_each(|_| session.flush(&writer));
        session
    }
}

fn assert_all_there(store: &Store, acknowledged: &[u64], what: &str) {
    for &n in acknowledged {
        let check = |db: &rusqlite::Connection| {
            assert!(episodes::get(db, &id(n))?.is_some(), "{what}: episode {n}");
            assert_eq!(screens::of_episode(db, &id(n))?, [screen(n)], "{what}: screen {n}");
            Ok(())
        };
        store.read(check).unwrap();
    }
    assert_eq!(store.integrity_check().unwrap(), [""; 0], "{what}");
}

/// Runs the script with a fault at each operation, on a database that is there; and with a fault at every third operation on
/// a new one, which covers its creation. Returns the number of runs.
fn at_each_operation(fault: Fault, mut check: impl FnMut(&Faults, &Path, u64, Session)) -> u64 {
    let faults = Faults::install();
    let template = tempfile::tempdir().unwrap();
    drop(open(&template.path().join("memory.db")).unwrap());
    let mut runs = 0;
    for new in [false, true] {
        let run = |fault| {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("memory.db");
            if !new {
                std::fs::copy(template.path().join("memory.db"), &path).unwrap();
            }
            faults.arm(fault);
            let session = Session::run(&path);
            (dir, session)
        };
        let (_, session) = run(None);
        assert_eq!(session.acknowledged, [0, 1, 2, 3], "without a fault all goes well");
        for at in (0..faults.count()).step_by(if new { 3 } else { 1 }) {
            let (dir, session) = run(Some((at, fault)));
            check(&faults, dir.path(), at, session);
            runs += 1;
        }
    }
    runs
}

#[test]
fn an_error_at_any_operation_loses_nothing_that_was_acknowledged() {
    let mut acknowledged = 0;
    let runs = at_each_operation(Fault::Once, |faults, dir, at, session| {
        faults.arm(None);
        let store = open(&dir.join("memory.db")).unwrap();
        assert_all_there(&store, &session.acknowledged, &format!("operation {at}"));
        acknowledged += session.acknowledged.len();
    });
    println!("{runs} operations failed once each, {acknowledged} records acknowledged, 0 lost");
}

#[test]
fn a_disk_that_is_full_for_a_while_loses_nothing_at_all() {
    let (mut complete, mut unopened) = (0, 0);
    let runs = at_each_operation(Fault::Full(3), |faults, dir, at, session| {
        faults.arm(None);
        let store = open(&dir.join("memory.db")).unwrap();
        assert_all_there(&store, &session.acknowledged, &format!("operation {at}"));
        match session.acknowledged[..] {
            [] => unopened += 1,
            [0, 1, 2, 3] => complete += 1,
            _ => panic!("operation {at}: a record is lost"),
        }
    });
    println!("{runs} times full: {complete} sessions complete, {unopened} did not begin");
}

#[test]
fn a_power_loss_at_any_operation_loses_nothing_that_was_acknowledged() {
    let (mut acknowledged, mut states) = (0, 0);
    let mut dice = 0x9E37_79B9_7F4A_7C15_u64;
    let runs = at_each_operation(Fault::PowerLoss, |faults, dir, at, session| {
        // Nothing of what was not synced survives, all of it, or any part.
        let disks = [0, 4, 2].map(|chance| {
            let after = tempfile::tempdir().unwrap();
            faults.after_power_loss(dir, after.path(), || {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (dice >> 33) % 4 < chance
            });
            after
        });
        faults.arm(None);
        for (n, disk) in disks.iter().enumerate() {
            let store = open(&disk.path().join("memory.db")).unwrap();
            assert_all_there(&store, &session.acknowledged, &format!("operation {at}, disk {n}"));
            states += 1;
        }
        acknowledged += session.acknowledged.len();
    });
    println!(
        "power lost at {runs} operations, {states} states of the disk, \
         {acknowledged} records acknowledged, 0 lost, 0 databases that do not open"
    );
}
