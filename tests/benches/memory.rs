//! `make bench`: each figure as a ratio to a reference measured in the same run, because machines are noisy.
//!
//! Criterion measures; afterwards its estimates are read back and written to `target/bench/summary.json`
//! (name, ours, reference, ratio, unit). Nothing here asserts: a benchmark is not a test.

#[path = "../common/dump.rs"]
mod dump;
#[path = "../common/phone.rs"]
mod phone;

use criterion::{BatchSize, Criterion, Throughput};
use cs_mem::engine::{Engine, EngineConfig, Env, EpisodeOutcome, EpisodeRequest};
use cs_mem::model::{Capture, ScreenInput};
use cs_mem::perceive::{self, Limits};
use phone::{Element, ManualClock, Phone};
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

const SIZES: [usize; 3] = [60, 246, 996];

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    perceive_beside_a_bare_pass(&mut criterion);
    find_among_many(&mut criterion);
    replay_step(&mut criterion);
    durable_step(&mut criterion);
    criterion.final_summary();
    summary();
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
                    length += attribute.unescape_value().map_or(0, |v| v.len());
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
        group.bench_function(format!("{size}/reference"), |b| b.iter(|| bare_pass(black_box(&bytes))));
        group.bench_function(format!("{size}/ours"), |b| {
            b.iter_batched(
                || ScreenInput::Dump { bytes: bytes.clone(), capture: Capture::default() },
                |input| perceive::perceive(&perceive::read(input, &Limits::default()).expect("a sound dump")),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn open(folder: &Path) -> (Arc<Engine>, Arc<Phone>) {
    let clock = ManualClock::at(1_800_000_000_000);
    let path = folder.join("memory.db").to_string_lossy().into_owned();
    let engine = Engine::open(EngineConfig::new(path), Env::new(Some(clock.clone()))).expect("opens");
    (engine, Phone::new(&clock))
}

/// Learns a two-step task whose goal is `goal`, on the scripted phone.
fn learn(engine: &Arc<Engine>, phone: &Phone, goal: &str) {
    phone.restart();
    let request = EpisodeRequest { goal: goal.into(), values: vec![], app: String::new() };
    let session = engine.begin_episode(request).expect("begins");
    session.record_screen(phone.screen()).expect("is admitted");
    let mut step = |element: Element, text: Option<&str>| {
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

/// The cost of a lookup must not grow with the memory: among 10 and among 10,000.
fn find_among_many(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("find");
    for (count, role) in [(10, "reference"), (10_000, "ours")] {
        let folder = tempfile::tempdir().expect("a folder");
        let (engine, phone) = open(folder.path());
        learn(&engine, &phone, "print HELLO");
        engine.clone_macro_for_bench(count);
        group.bench_function(role, |b| b.iter(|| black_box(engine.find_macros(black_box("print WORLD"), &[])).len()));
    }
    group.finish();
}
