//! After an erasure the raw bytes of the database, its WAL and its index are searched for canaries, folded and in parts.

use super::*;
use crate::model::alias::Alias;
use crate::model::change::{QuarantineEntry, StoredStep};
use crate::model::fsm::{Piece, TextTemplate};
use crate::model::{Action, ActionResult, Threat, Verdict, VerdictKind};
use std::fs;

/// Letters that stand in this order nowhere else; four of them are searched for.
const CANARY: &str = "Zqxjkvwyh";

/// Episodes beside the one that holds the canary.
const OTHERS: u32 = 14;

/// A memory in which one episode holds the canary everywhere that text can be, among many that do not.
fn base() -> Base {
    let mut base = Base::new();
    for n in 0..OTHERS {
        let id = base.begin(&format!("e{n}"), &format!("zqa zqx{n} harmless goal {n}"));
        // Words that share the canary's first letters, so that the index compresses them together.
        let labels: Vec<String> =
            (0..12).map(|k| format!("zqxj{n} zqw{k} entry {n}/{k}")).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        base.see(&id, &screen_of("com.x", "1", at(2_000 + i64::from(n)), &labels));
        base.apply(&[Change::PutMacro(Box::new(macro_of(&format!("m{n}"), 1, "harmless")))])
            .unwrap();
    }
    base
}

/// Adds the episode `bad` of app `app`, with every text from `text`.
fn plant(base: &mut Base, app: &str, text: &str) {
    let id = EpisodeId::new("bad");
    let goal = format!("Tell {text} about it");
    let started = Episode { app: app.into(), ..episode("bad", &goal) };
    let mut seen = screen_of(app, "3", at(50_000), &["Inbox", &format!("To: {text}"), "Zqx"]);
    seen.nodes[1].hint = format!("hint {text}");
    seen.nodes[1].row_anchor = format!("row {text}");
    seen.capture.foreground.activity = format!("{text}.Activity");
    seen.capture.id = format!("capture {text}");
    let typed = Action::InputText { target: None, text: text.to_owned(), secret: false };
    let step = StoredStep {
        seq: 0,
        action: Some(typed),
        target: Some(seen.nodes[1].fingerprint),
        result: ActionResult::Ok,
        before: Some(seen.id),
        after: Some(seen.id),
        at: at(50_001),
    };
    let mut derived = macro_of("bad-macro", 1, &goal);
    let mut parts = derived.machine.clone().into_parts();
    parts.name = format!("name {text}");
    parts.app = app.to_owned();
    parts.sources = vec![id.clone()];
    derived.created_at = at(50_002);
    derived.crystallised = true;
    derived.machine = FsmMacro::new(parts.clone()).unwrap();
    let mut newer = derived.clone();
    parts.version = 2;
    parts.goal = TextTemplate(vec![Piece::Literal("clean".into())]);
    newer.machine = FsmMacro::new(parts).unwrap();
    let mut verdict = Verdict::default();
    verdict.add(VerdictKind::Quarantine, Threat::Low, "x", format!("reason {text}"));
    let quarantine = QuarantineEntry {
        app: app.into(),
        screen: Some(seen.id),
        verdict,
        episode: Some(id.clone()),
        at: at(50_003),
    };
    let alias = Alias {
        old: Fingerprint::from_bytes([1; 32]),
        new: Fingerprint::from_bytes([2; 32]),
        score: 0.9,
        app: app.into(),
        from_version: "1".into(),
        to_version: "2".into(),
        created_at: at(50_004),
        confirmed: false,
    };
    base.apply(&[
        Change::BeginEpisode(Box::new(started)),
        Change::SeeScreen { episode: Some(id.clone()), screen: Box::new(seen) },
        Change::AddStep { episode: id, step: Box::new(step) },
        Change::PutMacro(Box::new(derived)),
        Change::PutMacro(Box::new(newer)),
        Change::Quarantine(Box::new(quarantine)),
        Change::PutAlias(Box::new(alias)),
        Change::SetMeta { key: "note".into(), value: format!("{{\"x\":\"{app} {text}\"}}") },
    ])
    .unwrap();
}

/// How often four letters of the canary stand in the files, in any case.
fn traces(base: &Base) -> usize {
    // Not the first letters: those stand elsewhere on purpose.
    let parts: Vec<u32> = CANARY.to_ascii_lowercase().as_bytes()[1..]
        .windows(4)
        .map(|w| w.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)))
        .collect();
    let mut found = 0;
    for entry in fs::read_dir(base.dir.path()).unwrap() {
        let mut word = 0_u32;
        for byte in fs::read(entry.unwrap().path()).unwrap() {
            word = word << 8 | u32::from(byte.to_ascii_lowercase());
            found += usize::from(parts.contains(&word));
        }
    }
    found
}

fn erase(base: &mut Base, what: Erase) -> Receipt {
    let receipt = crate::store::erase(&mut base.db, &what).unwrap();
    assert!(receipt.complete);
    assert_eq!(base.store.integrity_check().unwrap(), [""; 0], "{what:?}");
    // The index holds exactly what its tables hold.
    let entries = base.number("SELECT count(*) FROM recall_docsize");
    recall::rebuild(&base.db).unwrap();
    assert_eq!(base.number("SELECT count(*) FROM recall_docsize"), entries, "{what:?}");
    receipt
}

#[test]
fn an_erased_episode_leaves_no_byte() {
    let mut base = base();
    let before = base.store.read(stats::read).unwrap();
    plant(&mut base, "com.x", CANARY);
    // Two texts are not of the episode: they go by their own erasure.
    base.apply(&[Change::SetMeta { key: "note".into(), value: "x".into() }]).unwrap();
    base.apply(&[Change::ExpireQuarantine { before: at(60_000) }]).unwrap();
    assert!(traces(&base) > 20);
    let receipt = erase(&mut base, Erase::Episode(EpisodeId::new("bad")));
    assert_eq!(traces(&base), 0);
    assert_eq!((receipt.episodes, receipt.macros, receipt.derived), (1, 1, 1));
    assert_eq!(receipt.nodes, 3);
    assert!(receipt.index_entries >= 5 && receipt.rows > 10, "{receipt:?}");
    let after = base.store.read(stats::read).unwrap();
    assert_eq!(
        (after.nodes, after.edges, after.macros),
        (before.nodes, before.edges, before.macros)
    );
    assert_eq!(after.views, before.views);
}

#[test]
fn an_erased_text_leaves_no_byte_wherever_it_stood() {
    for (planted, asked) in [
        (CANARY, CANARY),
        ("ZQXJKVWYH", "zqxjkvwyh"),
        ("Zqxj\u{301}kvwyh", CANARY),
        ("a  Zqxjkvwyh\u{a0}b", "a zqxjkvwyh b"),
    ] {
        let mut base = base();
        plant(&mut base, "com.x", planted);
        let note = Change::AddNote {
            episode: Box::new(Episode {
                status: EpisodeStatus::Manual,
                ..episode("note", "Notes")
            }),
            lines: vec![format!("remember {planted}"), "and this".into()],
        };
        base.apply(&[note]).unwrap();
        assert!(traces(&base) > 20, "{planted}");
        let receipt = erase(&mut base, Erase::Text(asked.into()));
        assert_eq!(traces(&base), 0, "{planted}");
        assert_eq!((receipt.episodes, receipt.macros), (1, 1), "{planted}");
        let kept = base.store.read(|db| nodes::search(db, "and this", 5)).unwrap();
        assert_eq!(kept.len(), 1);
        assert_eq!(
            base.store.read(|db| episodes::recent(db, 100, 0)).unwrap().len(),
            OTHERS as usize + 1
        );
        assert_eq!(base.store.read(aliases::all).unwrap().len(), 1);
        assert_eq!(
            erase(&mut base, Erase::Text(asked.into())),
            Receipt { complete: true, ..Receipt::default() }
        );
        assert_eq!(erase(&mut base, Erase::Text(" ".into())).rows, 0);
    }
}

#[test]
fn a_forgotten_app_leaves_no_byte_and_no_trace_of_having_been_there() {
    let mut base = base();
    let app = "com.zqxjkvwyh.mail";
    plant(&mut base, app, CANARY);
    // An episode of another app passed through it.
    let passing = EpisodeId::new("e3");
    let inside = screen_of(app, "3", at(60_000), &["Passing by"]);
    base.see(&passing, &inside);
    let typed = Action::InputText { target: None, text: CANARY.into(), secret: false };
    let step = StoredStep {
        seq: 0,
        action: Some(typed),
        target: None,
        result: ActionResult::Ok,
        before: Some(inside.id),
        after: None,
        at: at(60_001),
    };
    base.apply(&[Change::AddStep { episode: passing.clone(), step: Box::new(step) }]).unwrap();
    assert!(traces(&base) > 20);
    let receipt = erase(&mut base, Erase::App(app.into()));
    assert_eq!(traces(&base), 0);
    assert_eq!((receipt.episodes, receipt.macros), (1, 1));
    let kept = base.store.read(stats::read).unwrap();
    assert_eq!(
        (kept.episodes, kept.macros, kept.aliases, kept.quarantined),
        (u64::from(OTHERS), u64::from(OTHERS), 0, 0)
    );
    assert_eq!(base.store.read(nodes::apps).unwrap(), ["com.x"]);
    assert_eq!(base.store.read(|db| screens::of_episode(db, &passing)).unwrap().len(), 1);
}

#[test]
fn an_erased_span_of_time_leaves_no_byte() {
    let mut base = base();
    plant(&mut base, "com.x", CANARY);
    let begun = Episode { started_at: at(49_000), ..episode("bad2", "x") };
    base.apply(&[Change::BeginEpisode(Box::new(begun))]).unwrap();
    base.apply(&[Change::SetMeta { key: "note".into(), value: "x".into() }]).unwrap();
    base.db.execute("UPDATE episodes SET started_at = 49500 WHERE episode_id = 'bad'", []).unwrap();
    let receipt = erase(&mut base, Erase::Between(at(49_001), at(55_000)));
    assert_eq!(traces(&base), 0);
    assert_eq!((receipt.episodes, receipt.macros), (1, 1));
    let kept = base.store.read(stats::read).unwrap();
    assert_eq!(
        (kept.episodes, kept.macros, kept.aliases, kept.quarantined),
        (u64::from(OTHERS) + 1, u64::from(OTHERS), 0, 0)
    );
    // The span may cut an episode: what lies outside stays.
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    base.see(&e1, &screen_of("com.x", "1", at(2_000), &["Before"]));
    base.see(&e1, &screen_of("com.x", "1", at(3_000), &[CANARY]));
    base.see(&e1, &screen_of("com.x", "1", at(4_000), &["After"]));
    erase(&mut base, Erase::Between(at(2_500), at(3_500)));
    assert_eq!(traces(&base), 0);
    assert_eq!(base.store.read(|db| screens::of_episode(db, &e1)).unwrap().len(), 2);
}

#[test]
fn an_erased_macro_takes_its_versions_along_and_nothing_else() {
    let mut base = base();
    let mut record = macro_of("bad", 1, &format!("send to {CANARY}"));
    base.apply(&[Change::PutMacro(Box::new(record.clone()))]).unwrap();
    let mut parts = record.machine.into_parts();
    parts.version = 2;
    parts.goal = TextTemplate(vec![Piece::Literal("clean".into())]);
    record.machine = FsmMacro::new(parts).unwrap();
    base.apply(&[Change::PutMacro(Box::new(record))]).unwrap();
    assert!(traces(&base) > 0);
    let receipt = erase(&mut base, Erase::Macro(MacroId::new("bad")));
    assert_eq!(traces(&base), 0);
    assert_eq!((receipt.macros, receipt.derived, receipt.rows), (1, 0, 2));
    assert_eq!(base.store.read(stats::read).unwrap().macros, u64::from(OTHERS));
}

#[test]
fn episodes_past_their_date_are_erased_and_no_others() {
    let mut base = Base::new();
    let (e1, e2) = (base.begin("e1", CANARY), base.begin("e2", "goal"));
    base.begin("e3", "goal");
    let expiry = |id: &EpisodeId, at| Change::SetExpiry { id: id.clone(), at };
    base.apply(&[expiry(&e1, Some(at(10))), expiry(&e2, Some(at(11)))]).unwrap();
    assert_eq!(erase(&mut base, Erase::Expired(at(9))).episodes, 0);
    assert_eq!(erase(&mut base, Erase::Expired(at(10))).episodes, 1);
    assert_eq!(traces(&base), 0);
    base.apply(&[expiry(&e2, None)]).unwrap();
    assert_eq!(erase(&mut base, Erase::Expired(at(12))).episodes, 0);
}

#[test]
fn a_typed_text_goes_with_the_episode_that_typed_it() {
    let mut base = Base::new();
    let (e1, e2) = (base.begin("e1", "goal"), base.begin("e2", "goal"));
    let form = |typed: &str| {
        let node = |class: &str, text: &str, top: i32| UiNode {
            text: text.to_owned(),
            resource_id: format!("com.x:id/at_{top}"),
            package: "com.x".into(),
            clickable: true,
            editable: class.ends_with("EditText"),
            parent: (top > 0).then_some(0),
            ..UiNode::new(class, Rect::new(0, top, 1000, top + 100))
        };
        let root =
            UiNode { bounds: Rect::new(0, 0, 1000, 900), ..node("android.view.View", "", 0) };
        let nodes = vec![
            root,
            node("android.widget.EditText", typed, 100),
            node("android.widget.Button", "Send", 300),
        ];
        perceive(&Snapshot { nodes, ..Snapshot::default() })
    };
    let (empty, typed) = (form("Write here"), form(CANARY));
    assert_eq!((empty.id, empty.content), (typed.id, typed.content), "one view");
    base.see(&e1, &empty);
    base.see(&e2, &typed);
    let node = said(&typed, CANARY);
    assert!(base.store.read(|db| nodes::by_fingerprint(db, node)).unwrap().is_some());
    assert!(
        base.store
            .read(|db| edges::neighbours(db, node))
            .unwrap()
            .iter()
            .any(|n| n.node.label == "Send")
    );
    erase(&mut base, Erase::Episode(e2));
    assert_eq!(traces(&base), 0);
    assert_eq!(base.store.read(|db| screens::get(db, empty.id)).unwrap(), Some(empty));
}

#[test]
fn a_reader_that_holds_an_old_state_is_told() {
    let mut base = base();
    plant(&mut base, "com.x", CANARY);
    base.db.execute_batch("PRAGMA busy_timeout = 1").unwrap();
    let reader = base.store.writer_connection().unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM nodes").unwrap();
    let receipt = crate::store::erase(&mut base.db, &Erase::Text(CANARY.into())).unwrap();
    assert!(!receipt.complete && receipt.rows > 0);
    reader.execute_batch("ROLLBACK").unwrap();
    upkeep::checkpoint_truncate(&base.db).unwrap();
    assert_eq!(traces(&base), 0);
}
