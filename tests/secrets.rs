//! A secret that was typed, shown in a password field or named by the host is in no file of the store, no log line, no export and no
//! report, as raw bytes, folded or in parts.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/phone.rs"]
mod phone;

use cs_mem::engine::host::{HostError, LogLevel, LogSink};
use cs_mem::engine::{
    Engine, EngineConfig, Env, EpisodeOutcome, EpisodeRequest, Hands, ReplayRequest, set_log_sink,
};
use cs_mem::model::episode::NamedValue;
use cs_mem::model::replay::{DriverAction, ReplayOutcome};
use cs_mem::model::{Action, ActionResult, Rect, Target};
use phone::{Element, ManualClock, Phone};
use std::sync::{Arc, Mutex};

const TYPED: &str = "Xq7-Canary-Typed-91";
const NAMED: &str = "Zw4-Canary-Named-22";

#[derive(Default)]
struct Lines(Mutex<Vec<String>>);

impl LogSink for Lines {
    fn log(&self, _: LogLevel, target: String, line: String) -> Result<(), HostError> {
        self.0.lock().unwrap().push(format!("{target} {line}"));
        Ok(())
    }
}

/// The secret, its lower case, and its longest parts.
fn forms(secret: &str) -> Vec<String> {
    let mut forms = vec![secret.to_owned(), secret.to_lowercase(), secret.to_uppercase()];
    forms.extend(secret.split('-').filter(|part| *part == "Canary").map(str::to_lowercase));
    forms
}

fn assert_absent(place: &str, bytes: &[u8]) {
    let text = bytes.to_ascii_lowercase();
    for secret in [TYPED, NAMED] {
        for form in forms(secret) {
            let form = form.to_lowercase().into_bytes();
            assert!(
                !text.windows(form.len()).any(|w| w == form),
                "found in {place}: {}",
                String::from_utf8_lossy(&form)
            );
        }
    }
}

#[test]
fn secrets_are_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let lines = Arc::new(Lines::default());
    set_log_sink(lines.clone(), LogLevel::Debug);
    let clock = ManualClock::at(1_800_000_000_000);
    let path = folder.path().join("memory.db");
    let engine =
        Engine::open(EngineConfig::new(path.to_string_lossy()), Env::new(Some(clock.clone())))
            .unwrap();
    let phone = Phone::new(&clock);

    let values = vec![NamedValue { name: "pin".into(), value: NAMED.into(), secret: true }];
    let request =
        EpisodeRequest { goal: format!("print OK with pin {NAMED}"), values, app: String::new() };
    let session = engine.begin_episode(request).unwrap();
    session.record_screen(phone.screen()).unwrap();
    let act = |element: Element, text: Option<&str>| {
        let node = phone.index_of(&element);
        let (bounds, target) = (Rect::default(), Target::Node { index: node });
        let (driver, action) = match text {
            None => (DriverAction::Tap { node, bounds }, Action::Tap { target }),
            Some(text) => (
                DriverAction::InputText { node, bounds, text: text.into() },
                Action::InputText {
                    target: Some(target),
                    text: text.into(),
                    secret: text == TYPED,
                },
            ),
        };
        phone.act(&driver).unwrap();
        clock.advance(200);
        session.record_step(action, ActionResult::Ok, phone.screen(), None).unwrap()
    };
    act(Element::Row("Labels".into()), None);
    // A secret in an ordinary field: the screen that follows shows it in plain text.
    act(Element::TextField, Some(TYPED));
    act(Element::Password, Some(NAMED));
    act(Element::TextField, Some("OK"));
    act(Element::Print, None);
    let report = session.finish(EpisodeOutcome::Succeeded).unwrap();
    assert_eq!(report.not_learned, None);

    // The replay needs the secret and gets it from the request.
    phone.restart();
    let id = report.macro_id.unwrap();
    let values = vec![NamedValue { name: "pin".into(), value: NAMED.into(), secret: true }];
    let run = engine.start_replay(ReplayRequest {
        goal: format!("print OK with pin {NAMED}"),
        values,
        macro_id: Some(id.clone()),
    });
    if let Ok(run) = run {
        let outcome = run
            .drive_blocking(Hands { driver: phone.clone(), guard: None, secrets: None })
            .unwrap();
        if let ReplayOutcome::HandedBack { hand_back, .. } = &outcome {
            assert_absent("the hand-back", format!("{hand_back:?}").as_bytes());
        }
    }

    engine.flush().unwrap();
    assert_absent("the export", engine.export_macro(&id).unwrap().as_bytes());
    assert_absent("the report", engine.report_html().unwrap().as_bytes());
    assert_absent(
        "a tool's answer",
        engine.call_tool("memory_recent_episodes", "{}").unwrap().as_bytes(),
    );
    let backup = folder.path().join("copy.db");
    engine.backup(&backup.to_string_lossy()).unwrap();
    let log = lines.0.lock().unwrap().join("\n");
    assert!(log.contains("opened"), "the log sink gets lines");
    assert_absent("the log", log.as_bytes());
    let mut files = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let file = entry.unwrap().path();
        assert_absent(&file.display().to_string(), &std::fs::read(&file).unwrap());
        files += 1;
    }
    assert!(files >= 3, "database, write-ahead log and backup were searched");
}
