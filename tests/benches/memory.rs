//! `make bench`: each figure as a ratio to a reference measured in the same run, because machines are noisy.
//!
//! Criterion measures; afterwards its estimates are read back and written to `target/bench/summary.json`
//! (name, ours, reference, ratio, unit). Nothing here asserts: a benchmark is not a test.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/dump.rs"]
mod dump;
#[path = "../common/phone.rs"]
mod phone;

use criterion::{BatchSize, Criterion, Throughput};
use cs_mem::engine::{
    Engine, EngineConfig, Env, EpisodeOutcome, EpisodeRequest, ReplayDirective, ReplayInput,
    ReplayRequest,
};
use cs_mem::model::fsm::MacroRecord;
use cs_mem::model::replay::DriverAction;
use cs_mem::model::{
    Action, ActionResult, Capture, Change, FsmMacro, MacroId, Rect, ScreenInput, Target,
    TextTemplate, Timestamp,
};
use cs_mem::perceive::{self, Limits};
use cs_mem::store::{OpenOptions, Store};
use cs_mem::writer::Writer;
use phone::{Element, ManualClock, Phone};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SIZES: [usize; 3] = [60, 246, 996];

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    perceive_beside_a_bare_pass(&mut criterion);
    find_among_many(&mut criterion);
    replay_step(&mut criterion);
    durable_step(&mut criterion);
    criterion.final_summary();
    // A smoke run (`--test`) measures nothing.
    if !std::env::args().any(|a| a == "--test") {
        summary();
    }
}

/// The reference: the XML reader alone, attribute values unescaped, nothing kept.
fn bare_pass(bytes: &[u8]) -> usize {
    let mut reader = quick_xml::Reader::from_reader(bytes);
    let mut length = 0;
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Eof) | Err(_) => return length,
            Ok(quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag)) => {
                for attribute in tag.attributes().flatten() {
                    length += attribute
                        .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                        .map_or(0, |v| v.len());
                }
            }
            Ok(_) => {}
        }
    }
}

fn perceive_beside_a_bare_pass(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perceive");
    for size in SIZES {
        let bytes = dump::xml(size);
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(format!("{size}/reference"), |b| {
            b.iter(|| bare_pass(black_box(&bytes)))
        });
        group.bench_function(format!("{size}/ours"), |b| {
            b.iter_batched(
                || ScreenInput::Dump { bytes: bytes.clone(), capture: Capture::default() },
                |input| {
                    perceive::perceive(
                        &perceive::read(input, &Limits::default()).expect("a sound dump"),
                    )
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn open(folder: &Path) -> (Arc<Engine>, Arc<Phone>) {
    let clock = ManualClock::at(1_800_000_000_000);
    let path = folder.join("memory.db").to_string_lossy().into_owned();
    let engine =
        Engine::open(EngineConfig::new(path), Env::new(Some(clock.clone()))).expect("opens");
    (engine, Phone::new(&clock))
}

/// Learns a two-step task whose goal is `goal`, on the scripted phone.
fn learn(engine: &Arc<Engine>, phone: &Phone, goal: &str) {
    phone.restart();
    let request = EpisodeRequest { goal: goal.into(), values: vec![], app: String::new() };
    let session = engine.begin_episode(request).expect("begins");
    session.record_screen(phone.screen()).expect("is admitted");
    let step = |element: Element, text: Option<&str>| {
        let node = phone.index_of(&element);
        let (driver, action) = action_on(node, text);
        phone.act(&driver).expect("is delivered");
        phone.clock.advance(300);
        session.record_step(action, ActionResult::Ok, phone.screen(), None).expect("is recorded");
    };
    step(Element::Row("Labels".into()), None);
    step(Element::TextField, Some("HELLO"));
    step(Element::Print, None);
    let report = session.finish(EpisodeOutcome::Succeeded).expect("finishes");
    assert_eq!(report.not_learned, None);
}

fn action_on(node: i32, text: Option<&str>) -> (DriverAction, Action) {
    let (bounds, target) = (Rect::default(), Target::Node { index: node });
    match text {
        None => (DriverAction::Tap { node, bounds }, Action::Tap { target }),
        Some(text) => (
            DriverAction::InputText { node, bounds, text: text.into() },
            Action::InputText { target: Some(target), text: text.into(), secret: false },
        ),
    }
}

/// The cost of a lookup must not grow with the memory: among 10 and among 10,000 macros.
fn find_among_many(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("find");
    for (count, role) in [(10, "reference"), (10_000, "ours")] {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = engine_with_macros(folder.path(), count);
        let goal = format!("print label number{}", count / 2);
        assert_eq!(engine.find_macros(&goal, &[]).len(), 1);
        group.bench_function(role, |b| {
            b.iter(|| black_box(engine.find_macros(black_box(&goal), &[])).len());
        });
    }
    group.finish();
}

/// Copies of one learned macro under other goals, written straight into the store before the engine opens it.
fn engine_with_macros(folder: &Path, count: usize) -> Arc<Engine> {
    let (engine, phone) = open(folder);
    learn(&engine, &phone, "print HELLO");
    let learned = engine.macros().remove(0).id;
    let json = engine.export_macro(&learned).expect("exports");
    let machine: FsmMacro = serde_json::from_str(&json).expect("reads its own export");
    engine.delete_macro(&learned).expect("deletes");
    drop(engine);
    let path = folder.join("memory.db");
    let now = Timestamp::from_millis(1_800_000_000_000);
    let (store, _) = Store::open(&path, &OpenOptions::default(), now).expect("opens");
    let writer = Writer::spawn(&store, Box::new(|error| panic!("{error}"))).expect("spawns");
    for n in 0..count {
        let mut parts = machine.clone().into_parts();
        parts.id = MacroId::new(format!("mac_{n}"));
        parts.goal = TextTemplate::literal(&format!("print label number{n}"));
        parts.slots.clear();
        parts.states.iter_mut().for_each(|state| state.slotted.clear());
        parts.transitions.truncate(1);
        parts.end = parts.transitions[0].to;
        let record = MacroRecord::learned(FsmMacro::new(parts).expect("is sound"), now);
        writer.submit(vec![Change::PutMacro(Box::new(record))]).expect("is queued");
    }
    writer.flush().expect("is written");
    drop((writer, store));
    open(folder).0
}

/// One replay step from the raw dump: read, judge, recognise, locate, answer with an action.
fn replay_step(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let (engine, phone) = open(folder.path());
    let bytes = dump::xml(246);
    let input = || ScreenInput::Dump { bytes: bytes.clone(), capture: Capture::default() };
    let other = || ScreenInput::Dump { bytes: dump::xml(60), capture: Capture::default() };
    let request =
        |goal: &str| EpisodeRequest { goal: goal.into(), values: vec![], app: String::new() };
    let session = engine.begin_episode(request("open the first setting")).expect("begins");
    let tap = |index| Action::Tap { target: Target::Node { index } };
    session.record_screen(input()).expect("is admitted");
    session.record_step(tap(3), ActionResult::Ok, other(), None).expect("is recorded");
    session.record_step(tap(8), ActionResult::Ok, input(), None).expect("is recorded");
    let report = session.finish(EpisodeOutcome::Succeeded).expect("finishes");
    drop(phone);
    let mut group = criterion.benchmark_group("replay step");
    group.bench_function("246/reference", |b| b.iter(|| bare_pass(black_box(&bytes))));
    if let Some(id) = report.macro_id {
        let start = || {
            let goal = "open the first setting".to_owned();
            let request = ReplayRequest { goal, values: vec![], macro_id: Some(id.clone()) };
            let run = engine.start_replay(request).expect("starts");
            run.next(ReplayInput::Start).expect("asks for a screen");
            (run, input())
        };
        group.bench_function("246/ours", |b| {
            b.iter_batched(
                start,
                |(run, input)| {
                    let next = run.next(ReplayInput::Screen { input }).expect("answers");
                    assert!(matches!(
                        next,
                        ReplayDirective::Act { .. } | ReplayDirective::ReadScreen { .. }
                    ));
                    run
                },
                BatchSize::SmallInput,
            );
        });
    } else {
        panic!("the benched task was not learned: {:?}", report.not_learned);
    }
    group.finish();
}

/// One step recorded and on disk, beside one bare SQLite transaction with the same durability.
fn durable_step(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let (engine, phone) = open(folder.path());
    let request = EpisodeRequest { goal: "bench".into(), values: vec![], app: String::new() };
    let session = engine.begin_episode(request).expect("begins");
    session.record_screen(phone.screen()).expect("is admitted");
    let bare = rusqlite::Connection::open(folder.path().join("bare.db")).expect("opens");
    bare.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n INTEGER PRIMARY KEY, x TEXT)",
    )
    .expect("is set up");
    let mut group = criterion.benchmark_group("durable step");
    group.bench_function("reference", |b| {
        b.iter(|| bare.execute("INSERT INTO t (x) VALUES (?1)", ["a step"]).expect("inserts"));
    });
    group.bench_function("ours", |b| {
        b.iter(|| {
            session
                .record_step(Action::Back, ActionResult::Ok, phone.screen(), None)
                .expect("is recorded");
            engine.flush().expect("is on disk");
        });
    });
    group.finish();
}

/// Reads Criterion's medians back and pairs each `ours` with its `reference`.
fn summary() {
    let criterion = target().join("criterion");
    let median = |bench: &Path| -> Option<f64> {
        let json = std::fs::read_to_string(bench.join("new/estimates.json")).ok()?;
        serde_json::from_str::<serde_json::Value>(&json).ok()?["median"]["point_estimate"].as_f64()
    };
    let pairs = [
        ("perceive 60 nodes / bare XML pass", "perceive/60_ours", "perceive/60_reference"),
        ("perceive 246 nodes / bare XML pass", "perceive/246_ours", "perceive/246_reference"),
        ("perceive 996 nodes / bare XML pass", "perceive/996_ours", "perceive/996_reference"),
        ("find among 10,000 / among 10 macros", "find/ours", "find/reference"),
        (
            "replay step 246 nodes / bare XML pass",
            "replay step/246_ours",
            "replay step/246_reference",
        ),
        ("durable step / bare SQLite transaction", "durable step/ours", "durable step/reference"),
    ];
    let mut rows = Vec::new();
    println!("\n{:<42} {:>12} {:>12} {:>8}", "name", "ours us", "reference us", "ratio");
    for (name, ours, reference) in pairs {
        let (Some(ours), Some(reference)) =
            (median(&criterion.join(ours)), median(&criterion.join(reference)))
        else {
            continue;
        };
        let (ours, reference) = (ours / 1_000.0, reference / 1_000.0);
        println!("{name:<42} {ours:>12.2} {reference:>12.2} {:>8.2}", ours / reference);
        rows.push(serde_json::json!({
            "name": name, "ours": ours, "reference": reference, "ratio": ours / reference, "unit": "us",
        }));
    }
    let folder = target().join("bench");
    let json = serde_json::to_string_pretty(&rows).expect("is JSON");
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(folder.join("summary.json"), json))
        .expect("is written");
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target")
}
