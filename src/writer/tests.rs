use super::*;
use crate::model::{Episode, EpisodeId, EpisodeStatus, Timestamp};
use crate::store::{OpenOptions, episodes, meta};
use parking_lot::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use tempfile::TempDir;

struct Base {
    _dir: TempDir,
    store: Store,
    writer: Writer,
    heard: Arc<Mutex<Vec<StoreError>>>,
}

fn base() -> Base {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("memory.db");
    let now = Timestamp::from_millis(0);
    let (store, _) = Store::open(&path, &OpenOptions::default(), now).unwrap();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    let writer =
        Writer::spawn(&store, Box::new(move |error| ear.lock().push(error.clone()))).unwrap();
    Base { _dir: dir, store, writer, heard }
}

fn fact(key: &str, value: usize) -> Change {
    Change::SetMeta { key: key.to_owned(), value: value.to_string() }
}

/// A change that cannot be applied.
fn bad() -> Change {
    let at = Timestamp::from_millis(1);
    let status = EpisodeStatus::Failed;
    Change::EndEpisode { id: EpisodeId::new("gone"), status, macro_id: None, at }
}

fn read(base: &Base, key: &str) -> Option<String> {
    base.store.read(|db| meta::get(db, key)).unwrap()
}

/// Holds the writer's thread until the returned end is dropped.
fn hold<'a>(scope: &'a std::thread::Scope<'a, '_>, writer: &'a Writer) -> impl Sized {
    let (release, released): (_, Receiver<()>) = channel();
    let (held, holding) = channel();
    scope.spawn(move || {
        writer.run_exclusive(move |_| {
            held.send(()).unwrap();
            let _ = released.recv();
        })
    });
    holding.recv().unwrap();
    release
}

#[test]
fn what_was_flushed_is_there_and_units_keep_their_order() {
    let base = base();
    for n in 0..1_000 {
        base.writer.submit(vec![fact("n", n), fact(&format!("k{n}"), n)]).unwrap();
    }
    base.writer.flush().unwrap();
    assert_eq!(read(&base, "n").as_deref(), Some("999"));
    assert_eq!(read(&base, "k500").as_deref(), Some("500"));
    assert_eq!(base.writer.queue_depth(), 0);
    assert_eq!(base.heard.lock().len(), 0);
}

#[test]
fn a_bad_unit_is_reported_once_and_takes_nothing_along() {
    let base = base();
    std::thread::scope(|scope| {
        // All in one batch.
        let held = hold(scope, &base.writer);
        base.writer.submit(vec![fact("before", 1)]).unwrap();
        base.writer.submit(vec![fact("half", 1), bad()]).unwrap();
        base.writer.submit(vec![bad()]).unwrap();
        base.writer.submit(vec![fact("after", 1)]).unwrap();
        drop(held);
    });
    let first = StoreError::Missing { what: "episode" };
    let failed = base.writer.flush();
    assert_eq!(failed, Err(WriterError::Failed { units: 2, first: first.clone() }));
    assert_eq!(base.heard.lock().clone(), [first.clone(), first]);
    assert_eq!(base.writer.flush(), Ok(()));
    assert!(read(&base, "before").is_some() && read(&base, "after").is_some());
    assert_eq!(read(&base, "half"), None, "all of a unit or nothing");
}

#[test]
fn a_full_queue_makes_the_caller_wait() {
    let base = base();
    std::thread::scope(|scope| {
        let held = hold(scope, &base.writer);
        for n in 0..QUEUE {
            base.writer.submit(vec![fact("n", n)]).unwrap();
        }
        assert_eq!(base.writer.queue_depth(), QUEUE);
        let (done, waiting) = channel();
        let writer = &base.writer;
        scope.spawn(move || {
            writer.submit(vec![fact("n", QUEUE)]).unwrap();
            done.send(()).unwrap();
        });
        while base.writer.queue_depth() == QUEUE {
            std::thread::yield_now();
        }
        assert_eq!(waiting.try_recv(), Err(TryRecvError::Empty));
        drop(held);
        waiting.recv().unwrap();
    });
    base.writer.flush().unwrap();
    assert_eq!(read(&base, "n"), Some(QUEUE.to_string()));
}

#[test]
fn a_panic_poisons_and_nobody_hangs() {
    let base = base();
    base.writer.submit(vec![fact("kept", 1)]).unwrap();
    base.writer.flush().unwrap();
    std::thread::scope(|scope| {
        let held = hold(scope, &base.writer);
        let writer = &base.writer;
        let panicking =
            scope.spawn(|| writer.run_exclusive(|_| -> () { panic!("a defect, for the test") }));
        // These wait behind the panic.
        let waiting: Vec<_> = (0..4).map(|_| scope.spawn(|| writer.flush())).collect();
        drop(held);
        assert_eq!(panicking.join().unwrap(), Err(WriterError::Poisoned));
        for flush in waiting {
            // One that came before the panic may have been answered.
            let answer = flush.join().unwrap();
            assert!(matches!(answer, Ok(()) | Err(WriterError::Poisoned)), "{answer:?}");
        }
    });
    assert_eq!(base.writer.submit(vec![fact("x", 1)]), Err(WriterError::Poisoned));
    assert_eq!(base.writer.flush(), Err(WriterError::Poisoned));
    assert_eq!(base.writer.emergency_flush(), Err(WriterError::Poisoned));
    assert_eq!(base.writer.run_exclusive(|_| ()), Err(WriterError::Poisoned));
    assert_eq!(read(&base, "kept").as_deref(), Some("1"), "reading goes on");
}

#[test]
fn a_full_disk_pauses_and_loses_nothing() {
    let base = base();
    let limit = |pages: i64| {
        base.writer
            .run_exclusive(move |db| {
                db.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |row| {
                    row.get::<_, i64>(0)
                })
                .unwrap()
            })
            .unwrap()
    };
    limit(1);
    let big = || Change::SetMeta { key: "big".into(), value: "x".repeat(200_000) };
    base.writer.submit(vec![big()]).unwrap();
    assert_eq!(base.writer.flush(), Err(WriterError::Paused { why: StoreError::Full }));
    assert!(base.writer.is_paused());
    assert_eq!(base.heard.lock().clone(), [StoreError::Full], "told once");
    // Reading goes on, submitting too until the queue is full, and then it is refused instead of hanging.
    assert_eq!(read(&base, "big"), None);
    let mut taken = 1;
    while base.writer.submit(vec![fact("n", taken)]).is_ok() {
        taken += 1;
        assert!(taken <= 2 * QUEUE, "a bound");
    }
    let refused = base.writer.submit(vec![fact("n", 0)]);
    assert_eq!(refused, Err(WriterError::Paused { why: StoreError::Full }));
    limit(1_000_000);
    base.writer.flush().unwrap();
    assert!(!base.writer.is_paused());
    assert_eq!(read(&base, "big").map(|b| b.len()), Some(200_000));
    assert_eq!(read(&base, "n"), Some((taken - 1).to_string()));
}

#[test]
fn a_lock_of_another_process_pauses_and_loses_nothing() {
    let base = base();
    base.writer.run_exclusive(|db| db.execute_batch("PRAGMA busy_timeout = 1").unwrap()).unwrap();
    let other = base.store.writer_connection().unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    base.writer.submit(vec![fact("n", 1)]).unwrap();
    assert_eq!(base.writer.flush(), Err(WriterError::Paused { why: StoreError::Busy }));
    other.execute_batch("ROLLBACK").unwrap();
    base.writer.flush().unwrap();
    assert_eq!(read(&base, "n").as_deref(), Some("1"));
}

#[test]
fn dropping_writes_what_is_queued() {
    let Base { _dir, store, writer, .. } = base();
    for n in 0..50 {
        writer.submit(vec![fact("n", n)]).unwrap();
    }
    drop(writer);
    assert_eq!(store.read(|db| meta::get(db, "n")).unwrap().as_deref(), Some("49"));
}

#[test]
fn maintenance_comes_after_what_was_submitted_and_leaves_no_transaction() {
    let base = base();
    base.writer.submit(vec![fact("n", 7)]).unwrap();
    let seen = base.writer.run_exclusive(|db| {
        let seen = meta::get(db, "n");
        db.execute_batch("BEGIN; DELETE FROM meta").unwrap();
        seen
    });
    assert_eq!(seen.unwrap().unwrap().as_deref(), Some("7"));
    base.writer.submit(vec![fact("m", 8)]).unwrap();
    base.writer.flush().unwrap();
    assert!(read(&base, "n").is_some() && read(&base, "m").is_some());
}

#[test]
fn calling_from_its_own_thread_is_an_error_not_a_deadlock() {
    let base = base();
    let writer = Arc::new(base.writer);
    let inner = Arc::clone(&writer);
    let answer = writer.run_exclusive(move |_| inner.flush()).unwrap();
    assert_eq!(answer, Err(WriterError::Reentrant));
}

#[test]
fn many_threads_write_side_by_side() {
    let base = base();
    let episode = |id: String| Episode {
        id: EpisodeId::new(id),
        goal: String::new(),
        app: String::new(),
        app_version: String::new(),
        status: EpisodeStatus::Running,
        started_at: Timestamp::from_millis(0),
        finished_at: None,
        actions: 0,
        thoughts: 0,
        macro_id: None,
        energy: 1.0,
        energy_at: Timestamp::from_millis(0),
    };
    std::thread::scope(|scope| {
        for t in 0..4 {
            let base = &base;
            scope.spawn(move || {
                for n in 0..100 {
                    let begin = Change::BeginEpisode(Box::new(episode(format!("{t}-{n}"))));
                    base.writer.submit(vec![begin]).unwrap();
                    if n % 10 == 0 {
                        base.writer.flush().unwrap();
                        let id = EpisodeId::new(format!("{t}-{n}"));
                        assert!(base.store.read(|db| episodes::get(db, &id)).unwrap().is_some());
                    }
                }
            });
        }
    });
    base.writer.flush().unwrap();
    assert_eq!(base.store.read(|db| episodes::recent(db, 1_000, 0)).unwrap().len(), 400);
}
