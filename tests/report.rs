//! The memory screen of a real memory: what was done is on it, in the words of the screens, and what it quotes stays a quote.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers of tests

#[path = "common/phone.rs"]
mod phone;

use cs_mem::engine::{
    Engine, EngineConfig, Env, EpisodeOutcome, EpisodeRequest, EpisodeSession, Hands, ReplayRequest,
};
use cs_mem::model::replay::{DriverAction, ReplayOutcome};
use cs_mem::model::{Action, ActionResult, Rect, Target};
use phone::{Element, ManualClock, Phone};

const HOSTILE: &str = "<script>alert(1)</script>";

fn step(phone: &Phone, session: &EpisodeSession, element: &Element, text: Option<&str>) {
    let (node, bounds) = (phone.index_of(element), Rect::default());
    let target = Target::Node { index: node };
    let (driver, action) = match text {
        None => (DriverAction::Tap { node, bounds }, Action::Tap { target }),
        Some(text) => (
            DriverAction::InputText { node, bounds, text: text.into() },
            Action::InputText { target: Some(target), text: text.into(), secret: false },
        ),
    };
    phone.act(&driver).unwrap();
    phone.clock.advance(300);
    session.record_step(action, ActionResult::Ok, phone.screen(), None).unwrap();
}

#[test]
fn the_page_shows_what_the_memory_holds() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::at(1_796_083_200_000);
    let path = folder.path().join("memory.db").to_string_lossy().into_owned();
    let engine = Engine::open(EngineConfig::new(path), Env::new(Some(clock.clone()))).unwrap();
    let phone = Phone::new(&clock);

    let goal = format!("print {HOSTILE}");
    let request = EpisodeRequest { goal, values: vec![], app: String::new() };
    let session = engine.begin_episode(request).unwrap();
    session.record_screen(phone.screen()).unwrap();
    step(&phone, &session, &Element::Row("Labels".into()), None);
    step(&phone, &session, &Element::TextField, Some(HOSTILE));
    step(&phone, &session, &Element::Print, None);
    let learned = session.finish(EpisodeOutcome::Succeeded).unwrap();
    assert_eq!(learned.not_learned, None);

    phone.restart();
    let again = ReplayRequest { goal: "print WORLD".into(), values: vec![], macro_id: None };
    let hands = Hands { driver: phone, guard: None, secrets: None };
    let outcome = engine.start_replay(again).unwrap().drive_blocking(hands).unwrap();
    assert!(matches!(outcome, ReplayOutcome::Done { .. }));

    let page = engine.report_html().unwrap();
    assert!(page.contains("datetime=\"2026-12-01T00:00:00Z\""), "when it was");
    for state in ["Printer (start)", "New label", "Printed (end)"] {
        assert!(page.contains(&format!(">{state}</text>")), "screens have their titles: {state}");
    }
    assert!(page.contains("1. tap list item “Labels”") && page.contains("3. tap button “Print”"));
    assert!(page.contains("2 ended well, 0 handed back"));
    assert!(page.contains("print WORLD") && page.contains("print &lt;script&gt;alert(1)"));
    assert!(!page.contains(HOSTILE));
    let id = learned.episode.as_str();
    assert!(page.contains(&format!("deleteEpisode(\"{id}\")")));

    engine.delete_episode(&learned.episode).unwrap();
    assert!(!engine.report_html().unwrap().contains(id), "a deleted episode is gone from it");
}
