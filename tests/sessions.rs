//! Episodes side by side, misuse, interruption, notes and recall tools.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/phone.rs"]
mod phone;

use cs_mem::engine::{Engine, EngineConfig, Env, EpisodeOutcome, EpisodeRequest};
use cs_mem::model::{Action, ActionResult, EpisodeStatus, Target};
use phone::{Element, ManualClock, Phone};
use std::path::Path;
use std::sync::{Arc, Barrier};

fn open(folder: &Path) -> (Arc<Engine>, Arc<ManualClock>) {
    let clock = ManualClock::at(1_800_000_000_000);
    let path = folder.join("memory.db").to_string_lossy().into_owned();
    (Engine::open(EngineConfig::new(path), Env::new(Some(clock.clone()))).unwrap(), clock)
}

fn request(goal: &str) -> EpisodeRequest {
    EpisodeRequest { goal: goal.into(), values: vec![], app: String::new() }
}

#[test]
fn eight_threads_record_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, _) = open(folder.path());
    let start = Arc::new(Barrier::new(8));
    let threads: Vec<_> = (0..8)
        .map(|n| {
            let (engine, start) = (engine.clone(), start.clone());
            std::thread::spawn(move || {
                let phone = Phone::new(&ManualClock::at(1_800_000_000_000 + n));
                start.wait();
                let session = engine.begin_episode(request(&format!("task {n}"))).unwrap();
                session.record_screen(phone.screen()).unwrap();
                for _ in 0..5 {
                    let target =
                        Target::Node { index: phone.index_of(&Element::Row("Labels".into())) };
                    session
                        .record_step(Action::Tap { target }, ActionResult::Ok, phone.screen(), None)
                        .unwrap();
                }
                session.finish(EpisodeOutcome::Failed).unwrap();
                session.id().clone()
            })
        })
        .collect();
    let ids: Vec<_> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    let episodes = engine.recent_episodes(100).unwrap();
    assert_eq!(episodes.len(), 8);
    for id in ids {
        let episode = episodes.iter().find(|e| e.id == id).unwrap();
        assert_eq!((episode.status, episode.actions), (EpisodeStatus::Failed, 5));
        assert_eq!((episode.app.as_str(), episode.app_version.as_str()), (phone::APP, "1.2"));
        assert!(!engine.edges_of_episode(&id).unwrap().is_empty());
    }
}

#[test]
fn an_episode_left_running_is_interrupted_at_the_next_open() {
    let folder = tempfile::tempdir().unwrap();
    let id = {
        let (engine, clock) = open(folder.path());
        let session = engine.begin_episode(request("never ends")).unwrap();
        session.record_screen(Phone::new(&clock).screen()).unwrap();
        engine.flush().unwrap();
        session.id().clone()
    };
    let (engine, _) = open(folder.path());
    assert_eq!(engine.opened().interrupted, 1);
    let episode = engine.recent_episodes(1).unwrap().remove(0);
    assert_eq!((episode.id, episode.status), (id, EpisodeStatus::Interrupted));
}

#[test]
fn misuse_is_answered_with_a_code_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, clock) = open(folder.path());
    assert_eq!(engine.begin_episode(request("  ")).err().unwrap().code(), "episode.empty_goal");
    let phone = Phone::new(&clock);
    let session = engine.begin_episode(request("x")).unwrap();
    let step = || session.record_step(Action::Back, ActionResult::Ok, phone.screen(), None);
    assert_eq!(step().unwrap_err().code(), "episode.no_screen");
    session.record_screen(phone.screen()).unwrap();
    step().unwrap();
    let report = session.finish(EpisodeOutcome::Succeeded).unwrap();
    assert!(report.macro_id.is_none());
    assert!(report.not_learned_code.is_some() && report.not_learned.is_some());
    assert_eq!(step().unwrap_err().code(), "episode.ended");
    assert_eq!(engine.recent_episodes(1).unwrap()[0].actions, 1);
    engine.shutdown().unwrap();
    assert_eq!(engine.begin_episode(request("y")).err().unwrap().code(), "engine.closed");
}

#[test]
fn notes_are_kept_once_and_found_in_two_characters_of_chinese() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, _) = open(folder.path());
    for _ in 0..2 {
        engine
            .organize_text(
                "Besuch",
                vec!["打印机在二楼".into(), "100% _cotton_".into(), "wool".into()],
            )
            .unwrap();
    }
    let search = |query: &str| {
        let arguments = serde_json::json!({"query": query, "limit": 100_000}).to_string();
        engine.call_tool("memory_search_nodes", &arguments).unwrap()
    };
    assert_eq!(search("打印").matches("打印机在二楼").count(), 1);
    assert_eq!(search("二楼").matches("打印机在二楼").count(), 1);
    assert_eq!(search("窗户").matches("打印机在二楼").count(), 0);
    assert_eq!(search("100%").matches("cotton").count(), 1);
    assert_eq!(search("%").matches("NOTE").count(), 1, "% is plain text, not a wildcard");
    assert_eq!(search("_").matches("wool").count(), 0, "_ is plain text, not a wildcard");
    assert!(engine.call_tool("memory_search_nodes", "[]").is_err());
    assert!(engine.call_tool("drop_table", "{}").is_err());
}
