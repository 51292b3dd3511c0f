//! The whole story: a task learned once is replayed, verified, with other values, on a changed screen, after an upgrade, or not at all.
//!
//! Read this after `src/lib.rs`.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/phone.rs"]
mod phone;

use cs_mem::engine::host::{DeviceState, HostError};
use cs_mem::engine::{
    Engine, EngineConfig, Env, EpisodeOutcome, EpisodeRequest, FinishReport, Hands, ReplayRequest,
};
use cs_mem::model::dream::{DeviceCondition, DreamReport};
use cs_mem::model::fsm::Standing;
use cs_mem::model::replay::{DriverAction, HandBack, ReplayOutcome};
use cs_mem::model::{Action, ActionResult, HandBackKind, ScreenInput, Sent, Target};
use phone::{Element, ManualClock, Page, Phone};
use std::sync::Arc;

struct World {
    engine: Arc<Engine>,
    phone: Arc<Phone>,
    clock: Arc<ManualClock>,
    _folder: tempfile::TempDir,
}

fn world() -> World {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::at(1_800_000_000_000);
    let path = folder.path().join("memory.db").to_string_lossy().into_owned();
    let engine = Engine::open(EngineConfig::new(path), Env::new(Some(clock.clone()))).unwrap();
    World { engine, phone: Phone::new(&clock), clock, _folder: folder }
}

/// One step as an agent takes it: perform on the phone, record in the memory.
fn step(
    w: &World,
    session: &cs_mem::engine::EpisodeSession,
    element: &Element,
    text: Option<&str>,
) {
    let node = w.phone.index_of(element);
    let bounds = cs_mem::model::Rect::default();
    let target = Target::Node { index: node };
    let (driver, action) = match text {
        None => (DriverAction::Tap { node, bounds }, Action::Tap { target }),
        Some(text) => (
            DriverAction::InputText { node, bounds, text: text.into() },
            Action::InputText { target: Some(target), text: text.into(), secret: false },
        ),
    };
    session.record_thought().unwrap();
    w.phone.act(&driver).unwrap();
    w.clock.advance(300);
    let receipt = session.record_step(action, ActionResult::Ok, w.phone.screen(), None).unwrap();
    assert!(receipt.verdict.admits(), "{:?}", receipt.verdict);
    assert!(receipt.target_found);
}

fn teach_print(w: &World, text: &str) -> FinishReport {
    w.phone.restart();
    let request =
        EpisodeRequest { goal: format!("print {text}"), values: vec![], app: String::new() };
    let session = w.engine.begin_episode(request).unwrap();
    session.record_screen(w.phone.screen()).unwrap();
    step(w, &session, &Element::Row("Labels".into()), None);
    step(w, &session, &Element::TextField, Some(text));
    step(w, &session, &Element::Print, None);
    session.finish(EpisodeOutcome::Succeeded).unwrap()
}

fn ask(w: &World, goal: &str) -> ReplayOutcome {
    let run = w
        .engine
        .start_replay(ReplayRequest { goal: goal.into(), values: vec![], macro_id: None })
        .unwrap();
    run.drive_blocking(Hands { driver: w.phone.clone(), guard: None, secrets: None }).unwrap()
}

fn assert_done(outcome: &ReplayOutcome, expected: i32) {
    match outcome {
        ReplayOutcome::Done { actions, .. } => assert_eq!(*actions, expected),
        ReplayOutcome::HandedBack { hand_back, .. } => {
            panic!("{:?}: {}", hand_back.kind, hand_back.sentence)
        }
    }
}

fn handed_back(outcome: ReplayOutcome) -> HandBack {
    match outcome {
        ReplayOutcome::HandedBack { hand_back, .. } => hand_back,
        ReplayOutcome::Done { .. } => panic!("the replay should have stopped"),
    }
}

#[test]
fn a_task_learned_once_is_replayed() {
    let w = world();

    // First run: learned, with the value as a slot.
    let learned = teach_print(&w, "HELLO");
    assert_eq!(learned.not_learned, None);
    assert_eq!(learned.macro_steps, 3);
    assert_eq!(learned.slots.len(), 1, "the typed value is a slot");
    assert_eq!(learned.standing, Some(Standing::Draft));

    // Second run: no agent, the same steps.
    w.phone.restart();
    assert_done(&ask(&w, "print HELLO"), 3);
    assert_eq!(w.phone.get(|s| s.printed.clone()), ["HELLO", "HELLO"]);

    // Another value.
    w.phone.restart();
    assert_done(&ask(&w, "print WORLD"), 3);
    assert_eq!(w.phone.get(|s| s.printed.last().cloned()).as_deref(), Some("WORLD"));

    // The clock ticked, rows were inserted above the target.
    w.phone.restart();
    w.phone.set(|s| {
        s.minutes += 61;
        s.rows.insert(0, "Photos".into());
        s.rows.insert(1, "Envelopes".into());
    });
    assert_done(&ask(&w, "print AGAIN"), 3);
    assert_eq!(w.phone.get(|s| s.hits[0].1.clone()), Element::Row("Labels".into()));

    let view = &w.engine.macros()[0];
    assert_eq!(view.standing, Standing::Trusted);
    assert_eq!((view.successes, view.failures), (4, 0));
}

#[test]
fn a_surprise_stops_it_before_anything_is_sent_and_the_agent_goes_on() {
    let w = world();
    teach_print(&w, "HELLO");
    w.phone.restart();
    w.phone.set(|s| s.dialog = true);
    let run = w
        .engine
        .start_replay(ReplayRequest { goal: "print X".into(), values: vec![], macro_id: None })
        .unwrap();
    let outcome =
        run.drive_blocking(Hands { driver: w.phone.clone(), guard: None, secrets: None }).unwrap();
    let hand_back = handed_back(outcome);
    assert_eq!(w.phone.get(|s| s.hits.len()), 0, "nothing was sent after the dialog appeared");
    assert_eq!(hand_back.sent, Sent::Nothing);
    assert!(
        matches!(hand_back.kind, HandBackKind::WrongScreen | HandBackKind::TargetCovered),
        "{:?}",
        hand_back.kind
    );
    assert_eq!(hand_back.left.len(), 3);

    // The agent takes over, closes the dialog and finishes.
    let session = run.take_over().unwrap();
    session.record_screen(w.phone.screen()).unwrap();
    step(&w, &session, &Element::DialogButton, None);
    step(&w, &session, &Element::Row("Labels".into()), None);
    step(&w, &session, &Element::TextField, Some("X"));
    step(&w, &session, &Element::Print, None);
    let report = session.finish(EpisodeOutcome::Succeeded).unwrap();
    assert_eq!(report.not_learned, None);

    // What the agent did then is another way to the same end: asking again is no ambiguity.
    w.phone.restart();
    assert_done(&ask(&w, "print Y"), 3);
}

#[test]
fn a_switch_that_is_already_on_is_not_pressed() {
    let w = world();
    let request =
        EpisodeRequest { goal: "print on both sides".into(), values: vec![], app: String::new() };
    let session = w.engine.begin_episode(request).unwrap();
    session.record_screen(w.phone.screen()).unwrap();
    step(&w, &session, &Element::Row("Settings".into()), None);
    step(&w, &session, &Element::Switch, None);
    assert_eq!(session.finish(EpisodeOutcome::Succeeded).unwrap().not_learned, None);

    w.phone.restart();
    assert!(w.phone.get(|s| s.duplex), "still on from the first run");
    assert_done(&ask(&w, "print on both sides"), 1);
    assert!(w.phone.get(|s| s.duplex && s.page == Page::Settings));

    w.phone.restart();
    w.phone.set(|s| s.duplex = false);
    assert_done(&ask(&w, "print on both sides"), 2);
    assert!(w.phone.get(|s| s.duplex));
}

#[test]
fn a_driver_that_breaks_ends_the_run() {
    let w = world();
    teach_print(&w, "HELLO");
    w.phone.restart();
    w.phone.set(|s| s.broken = 1);
    let hand_back = handed_back(ask(&w, "print X"));
    assert_eq!((hand_back.kind, hand_back.sent), (HandBackKind::InputFailed, Sent::Unknown));
    assert_eq!(w.phone.get(|s| s.hits.len()), 0);
}

#[test]
fn a_failed_capture_is_an_error_and_changes_nothing() {
    let w = world();
    let session = w
        .engine
        .begin_episode(EpisodeRequest { goal: "x".into(), values: vec![], app: String::new() })
        .unwrap();
    let dump = |text: &str| ScreenInput::Dump {
        bytes: text.as_bytes().to_vec(),
        capture: Default::default(),
    };
    let error = session.record_screen(dump("ERROR: could not get idle state.\n")).unwrap_err();
    assert_eq!(error.code(), "capture.not_idle");
    assert!(error.is_retryable());
    assert!(session.record_screen(dump("")).is_err());
    w.engine.flush().unwrap();
    assert_eq!(w.engine.stats().unwrap().nodes, 0);
}

/// At rest: a dream may run.
struct Asleep;

impl DeviceState for Asleep {
    fn condition(&self) -> Result<DeviceCondition, HostError> {
        Ok(DeviceCondition {
            screen_off: true,
            charging: true,
            unmetered: true,
            battery_percent: 80,
        })
    }
}

fn dream(w: &World) -> DreamReport {
    let dream = Engine::dream(&w.engine, Arc::new(Asleep), None, 60_000);
    w.engine.threads().wait(dream).unwrap()
}

#[test]
fn after_an_upgrade_and_a_dream_the_old_macro_runs() {
    let w = world();
    teach_print(&w, "HELLO");
    w.phone.restart();
    w.phone.set(|s| s.upgraded = true);
    // The agent uses the new version for something else, so its screens are seen.
    let request = EpisodeRequest { goal: "look around".into(), values: vec![], app: String::new() };
    let session = w.engine.begin_episode(request).unwrap();
    w.clock.advance(1_000);
    session.record_screen(w.phone.screen()).unwrap();
    step(&w, &session, &Element::Row("Labels".into()), None);
    step(&w, &session, &Element::TextField, Some("look"));
    step(&w, &session, &Element::Print, None);
    session.finish(EpisodeOutcome::Cancelled).unwrap();

    let report = dream(&w);
    let migrated: Vec<_> = report.notes.iter().filter(|n| n.starts_with("migrated ")).collect();
    assert_eq!(migrated.len(), 1, "{:?}", report.notes);
    assert!(migrated[0].ends_with(" app=com.example.printer v1.2→v1.3"), "{}", migrated[0]);
    let aliases = w.engine.aliases().unwrap();
    assert!(!aliases.is_empty() && aliases.iter().all(|a| a.score >= 0.7));
    for alias in &aliases {
        assert!(w.engine.node(alias.old).unwrap().is_some(), "old rows stay");
    }

    w.phone.restart();
    assert_done(&ask(&w, "print AGAIN"), 3);
    assert_eq!(w.phone.get(|s| s.printed.last().cloned()).as_deref(), Some("AGAIN"));

    let aliases = w.engine.aliases().unwrap();
    assert!(
        aliases.iter().any(|a| a.confirmed),
        "the replay confirmed the aliases it went through"
    );

    // The same again changes nothing.
    assert!(dream(&w).notes.iter().all(|n| !n.starts_with("migrated ")));
    let scores =
        |all: &[cs_mem::model::Alias]| all.iter().map(|a| (a.old, a.new)).collect::<Vec<_>>();
    assert_eq!(scores(&w.engine.aliases().unwrap()), scores(&aliases));
}

#[test]
fn no_dream_while_the_phone_is_in_use() {
    struct InUse;
    impl DeviceState for InUse {
        fn condition(&self) -> Result<DeviceCondition, HostError> {
            Ok(DeviceCondition {
                screen_off: false,
                charging: true,
                unmetered: true,
                battery_percent: 80,
            })
        }
    }
    let w = world();
    let dream = Engine::dream(&w.engine, Arc::new(InUse), None, 60_000);
    let report = w.engine.threads().wait(dream).unwrap();
    assert!(report.done.is_empty() && !report.complete);
    assert!(report.skipped.iter().all(|s| s.code == "dream.screen_on"));
}
