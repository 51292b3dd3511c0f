use super::*;
use crate::model::change::{QuarantineEntry, StoredStep};
use crate::model::{Action, ActionResult, Alias, Threat, Verdict, VerdictKind};

fn step(seq: i64, action: Option<Action>) -> StoredStep {
    StoredStep {
        seq,
        action,
        target: None,
        result: ActionResult::Ok,
        before: None,
        after: None,
        at: at(3_000),
    }
}

#[test]
fn an_episode_comes_back_with_its_counts_and_steps() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let actions = [
        Some(Action::InputText { target: None, text: "Ada".into(), secret: false }),
        None,
        Some(Action::Back),
    ];
    let add = |n: usize| Change::AddStep {
        episode: EpisodeId::new("e1"),
        step: Box::new(step(n as i64, actions[n].clone())),
    };
    base.apply(&[add(0), add(1), add(2), add(2)]).unwrap();
    let end = Change::EndEpisode {
        id: e1.clone(),
        status: EpisodeStatus::Distilled,
        macro_id: Some(MacroId::new("m")),
        at: at(9_000),
    };
    base.apply(&[end]).unwrap();
    let expected = Episode {
        status: EpisodeStatus::Distilled,
        finished_at: Some(at(9_000)),
        actions: 2,
        thoughts: 1,
        macro_id: Some(MacroId::new("m")),
        ..episode("e1", "goal")
    };
    assert_eq!(base.store.read(|db| episodes::get(db, &e1)).unwrap(), Some(expected));
    let steps = base.store.read(|db| episodes::steps(db, &e1)).unwrap();
    assert_eq!(steps.into_iter().map(|s| s.action).collect::<Vec<_>>(), actions);
}

#[test]
fn changes_to_an_episode_that_is_not_there_are_errors() {
    let mut base = Base::new();
    let gone = || EpisodeId::new("gone");
    let missing = Err(StoreError::Missing { what: "episode" });
    let end =
        Change::EndEpisode { id: gone(), status: EpisodeStatus::Failed, macro_id: None, at: at(1) };
    assert_eq!(base.apply(&[end]), missing);
    let add = Change::AddStep { episode: gone(), step: Box::new(step(0, None)) };
    assert_eq!(base.apply(&[add]), missing);
    assert_eq!(base.apply(&[Change::DeleteEpisode(gone())]), Ok(()));
    // An id is used once.
    base.begin("e1", "goal");
    let again = Change::BeginEpisode(Box::new(episode("e1", "other goal")));
    assert_eq!(base.apply(&[again]).unwrap_err().code(), "store.sqlite");
    let kept = base.store.read(|db| episodes::recent(db, 10, 0)).unwrap();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].goal, "goal");
}

#[test]
fn recent_episodes_come_latest_first_in_pages() {
    let mut base = Base::new();
    for n in 0..5 {
        let one = Episode { started_at: at(n), ..episode(&format!("e{n}"), "goal") };
        base.apply(&[Change::BeginEpisode(Box::new(one))]).unwrap();
    }
    let page = |limit, offset| -> Vec<String> {
        let rows = base.store.read(|db| episodes::recent(db, limit, offset)).unwrap();
        rows.into_iter().map(|e| e.id.to_string()).collect()
    };
    assert_eq!(page(2, 0), ["e4", "e3"]);
    assert_eq!(page(2, 4), ["e0"]);
    assert_eq!(page(usize::MAX, 1), ["e3", "e2", "e1", "e0"]);
    assert_eq!(page(0, 0), [""; 0]);
    assert_eq!(page(1, usize::MAX), [""; 0]);
}

#[test]
fn notes_are_nodes_deduplicated_by_content() {
    let mut base = Base::new();
    let note = |id: &str, goal: &str, lines: &[&str]| Change::AddNote {
        episode: Box::new(Episode { status: EpisodeStatus::Manual, ..episode(id, goal) }),
        lines: lines.iter().map(|l| (*l).to_owned()).collect(),
    };
    base.apply(&[
        note("n1", "Wi-Fi at home", &["the  password is on the fridge", " ", "router: blue box"]),
        note("n2", "Router", &["router: blue box", "restart it on Mondays"]),
    ])
    .unwrap();
    let found = base.store.read(|db| nodes::search(db, "blue router", 10)).unwrap();
    assert_eq!(found.iter().map(|n| n.label.as_str()).collect::<Vec<_>>(), ["router: blue box"]);
    assert_eq!((found[0].seen, found[0].class_name.as_str()), (2, NOTE_CLASS));
    let about = base.store.read(|db| edges::of_episode(db, &EpisodeId::new("n2"))).unwrap();
    assert_eq!(about.len(), 2);
    assert!(about.iter().all(|e| e.edge.relation == crate::model::Relation::About));
    assert_eq!(base.number("SELECT count(*) FROM nodes"), 5);
}

#[test]
fn aliases_are_put_confirmed_and_taken_back() {
    let mut base = Base::new();
    let fp = |n: u8| Fingerprint::from_bytes([n; 32]);
    let alias = |new: u8, score: f64| Alias {
        old: fp(1),
        new: fp(new),
        score,
        app: "com.x".into(),
        from_version: "1.2".into(),
        to_version: "1.3".into(),
        created_at: at(5),
        confirmed: false,
    };
    let put = |new, score| Change::PutAlias(Box::new(alias(new, score)));
    base.apply(&[put(2, 0.7), put(3, 0.9), Change::ConfirmAlias(fp(1))]).unwrap();
    let all = base.store.read(aliases::all).unwrap();
    assert_eq!(all, [Alias { confirmed: true, ..alias(3, 0.9) }]);
    base.apply(&[Change::RemoveAlias(fp(1)), Change::RemoveAlias(fp(9))]).unwrap();
    assert_eq!(base.store.read(aliases::all).unwrap(), []);
}

#[test]
fn quarantine_is_listed_dropped_and_expires() {
    let mut base = Base::new();
    let entry = |time| {
        let mut verdict = Verdict::default();
        verdict.add(VerdictKind::Quarantine, Threat::Medium, "trust.unknown", "unknown package");
        let screen = Some(ScreenId::from_bytes([1; 16]));
        QuarantineEntry { app: "com.y".into(), screen, verdict, episode: None, at: at(time) }
    };
    for time in [10, 20, 30] {
        base.apply(&[Change::Quarantine(Box::new(entry(time)))]).unwrap();
    }
    let numbered = base.store.read(|db| quarantine::numbered(db, 10)).unwrap();
    assert_eq!(numbered.iter().map(|(_, e)| e.at).collect::<Vec<_>>(), [at(30), at(20), at(10)]);
    base.apply(&[
        Change::DropQuarantine(numbered[0].0),
        Change::ExpireQuarantine { before: at(20) },
    ])
    .unwrap();
    assert_eq!(base.store.read(|db| quarantine::list(db, 10)).unwrap(), [entry(20)]);
}
