use super::*;
use crate::model::change::StoredStep;
use crate::model::{Action, ActionResult, EdgeDirection, EdgeId, Relation, Target};

fn ids(base: &Base, episode: &EpisodeId) -> Vec<EdgeId> {
    let rows = base.store.read(|db| edges::of_episode(db, episode)).unwrap();
    let mut ids: Vec<_> = rows.into_iter().map(|row| row.edge.id).collect();
    ids.sort();
    ids
}

fn own(screen: &Screen) -> Vec<EdgeId> {
    let mut ids: Vec<_> = screen.edges.iter().map(|edge| edge.id).collect();
    ids.sort();
    ids
}

fn tap(seq: i64, target: Fingerprint, before: &Screen, after: &Screen) -> StoredStep {
    StoredStep {
        seq,
        action: Some(Action::Tap { target: Target::Node { index: 1 } }),
        target: Some(target),
        result: ActionResult::Ok,
        before: Some(before.id),
        after: Some(after.id),
        at: at(3_000 + seq),
    }
}

#[test]
fn edges_belong_to_each_episode_that_saw_the_screen() {
    let mut base = Base::new();
    let (e1, e2) = (base.begin("e1", "goal"), base.begin("e2", "goal"));
    let seen = screen(&["Inbox", "Send"]);
    assert!(!seen.edges.is_empty());
    base.see(&e1, &seen);
    base.see(&e2, &seen);
    assert_eq!(ids(&base, &e1), own(&seen));
    assert_eq!(ids(&base, &e2), own(&seen));
}

#[test]
fn removal_is_scoped_to_the_episode_whoever_saw_the_screen_first() {
    for (first, second) in [("e1", "e2"), ("e2", "e1")] {
        let mut base = Base::new();
        let (first, second) = (base.begin(first, "goal"), base.begin(second, "goal"));
        let seen = screen(&["Inbox", "Send"]);
        base.see(&first, &seen);
        base.see(&second, &seen);
        let gone = vec![seen.edges[0].id];
        let episode = EpisodeId::new("e1");
        base.apply(&[Change::RemoveEdges { episode: episode.clone(), edges: gone.clone() }])
            .unwrap();
        assert!(!ids(&base, &episode).contains(&gone[0]));
        assert_eq!(ids(&base, &EpisodeId::new("e2")), own(&seen));
        // It is seen again: true again, once.
        base.see(&episode, &screen(&["Inbox", "Send", "More"]));
        assert!(ids(&base, &episode).contains(&gone[0]));
        assert_eq!(
            base.number("SELECT count(*) - count(DISTINCT episode || hex(edge_id)) FROM edges"),
            0
        );
    }
}

#[test]
fn an_episodes_edges_survive_the_other_episode() {
    let mut base = Base::new();
    let (e1, e2) = (base.begin("e1", "goal"), base.begin("e2", "goal"));
    let (seen, only_first) = (screen(&["Inbox", "Send"]), screen(&["Draft"]));
    base.see(&e1, &seen);
    base.see(&e1, &only_first);
    base.see(&e2, &seen);
    base.apply(&[Change::DeleteEpisode(e1.clone())]).unwrap();
    assert_eq!(ids(&base, &e1), []);
    assert_eq!(ids(&base, &e2), own(&seen));
    let near = base.store.read(|db| edges::neighbours(db, said(&seen, "Send"))).unwrap();
    assert!(near.iter().any(|n| n.node.label == "Inbox"), "{near:?}");
    // What only the first one saw is gone, its nodes are still known.
    assert_eq!(base.store.read(|db| screens::get(db, only_first.id)).unwrap(), None);
    assert_eq!(base.store.read(|db| screens::get(db, seen.id)).unwrap(), Some(seen));
    let draft = said(&only_first, "Draft");
    assert!(base.store.read(|db| nodes::by_fingerprint(db, draft)).unwrap().is_some());
    assert_eq!(base.store.integrity_check().unwrap(), [""; 0]);
}

#[test]
fn neighbours_stand_on_the_same_screen() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let (one, two) = (screen(&["A", "BB", "CCC"]), screen(&["DDDD", "EEEEE"]));
    base.see(&e1, &one);
    base.see(&e1, &two);
    let near = base.store.read(|db| edges::neighbours(db, said(&one, "BB"))).unwrap();
    let mut labels: Vec<_> = near.iter().map(|n| n.node.label.as_str()).collect();
    labels.sort_unstable();
    labels.retain(|l| !l.is_empty());
    assert_eq!(labels, ["A", "CCC"]);
    assert!(near.iter().all(|n| n.edge.relation.kind() == crate::model::EdgeKind::Spatial));
    let unknown = Fingerprint::from_bytes([7; 32]);
    assert!(base.store.read(|db| edges::neighbours(db, unknown)).unwrap().is_empty());
}

#[test]
fn acting_leads_from_node_to_node() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let home = screen(&["Home", "Mail"]);
    let mail = screen(&["Inbox", "Compose", "Sort"]);
    let edit = screen(&["Draft", "Attach it"]);
    let [to_mail, to_edit] = [said(&home, "Mail"), said(&mail, "Compose")];
    for seen in [&home, &mail, &edit] {
        base.see(&e1, seen);
    }
    let step = |step| Change::AddStep { episode: e1.clone(), step: Box::new(step) };
    base.apply(&[step(tap(0, to_mail, &home, &mail)), step(tap(1, to_edit, &mail, &edit))])
        .unwrap();
    // Going back makes a cycle, which must not hang anything.
    base.apply(&[step(tap(2, said(&edit, "Draft"), &edit, &home))]).unwrap();
    base.apply(&[step(tap(3, to_mail, &home, &mail))]).unwrap();
    let reach = |depth| base.store.read(|db| edges::reachable(db, to_mail, depth)).unwrap();
    let labels =
        |depth| -> Vec<_> { reach(depth).into_iter().map(|r| (r.node.label, r.depth)).collect() };
    assert_eq!(labels(0), []);
    assert_eq!(labels(1), [("Inbox".into(), 1), ("Compose".into(), 1)]);
    assert_eq!(
        labels(u32::MAX),
        [("Inbox".into(), 1), ("Compose".into(), 1), ("Draft".into(), 2), ("Home".into(), 3)]
    );
    let out = base.store.read(|db| edges::of_node(db, to_mail, EdgeDirection::Outgoing)).unwrap();
    assert_eq!(out.iter().filter(|e| e.edge.relation == Relation::LeadsTo).count(), 2);
    for row in &out {
        assert_eq!(
            row.edge.id,
            crate::perceive::edges::edge_id(&row.edge.source, &row.edge.target, row.edge.relation)
        );
    }
}

#[test]
fn a_failed_action_leads_nowhere() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let (home, mail) = (screen(&["Home", "Mail"]), screen(&["Inbox"]));
    base.see(&e1, &home);
    base.see(&e1, &mail);
    let step =
        StoredStep { result: ActionResult::Failed, ..tap(0, said(&home, "Mail"), &home, &mail) };
    base.apply(&[Change::AddStep { episode: e1, step: Box::new(step) }]).unwrap();
    assert_eq!(base.number("SELECT count(*) FROM edges WHERE relation = 'leads_to'"), 0);
}

#[test]
fn the_graph_answers_as_of_a_moment() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let first = screen_of("com.x", "1", at(2_000), &["Inbox", "Send"]);
    let later = screen_of("com.x", "1", at(4_000), &["Other"]);
    base.see(&e1, &first);
    base.see(&e1, &later);
    let edge = first.edges.iter().find(|e| e.source == said(&first, "Inbox")).unwrap();
    base.apply(&[Change::RemoveEdges { episode: e1, edges: vec![edge.id] }]).unwrap();
    let has = |rows: Vec<crate::model::EdgeRow>| rows.iter().any(|r| r.edge.id == edge.id);
    let as_of = |t| {
        let read =
            |db: &Connection| edges::of_node_as_of(db, edge.source, EdgeDirection::Both, at(t));
        has(base.store.read(read).unwrap())
    };
    assert!(!as_of(1_999) && as_of(2_000) && as_of(3_999) && !as_of(4_000));
    let now = base.store.read(|db| edges::of_node(db, edge.source, EdgeDirection::Both)).unwrap();
    assert!(!has(now));
}

#[test]
fn unknown_relations_are_errors() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let seen = screen(&["Inbox", "Send"]);
    base.see(&e1, &seen);
    base.db.execute("UPDATE edges SET relation = 'beside'", []).unwrap();
    let read = base.store.read(|db| edges::of_node(db, seen.edges[0].source, EdgeDirection::Both));
    assert!(matches!(read, Err(StoreError::Decode { .. })), "{read:?}");
}
