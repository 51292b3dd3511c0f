use super::*;
use crate::model::Energy;

/// An episode in an app that went through the screens, and a macro learned from it.
fn learn(base: &mut Base, n: u32, screens: &[&Screen]) -> MacroId {
    let id = base.begin(&format!("e{n}"), "goal");
    screens.iter().for_each(|screen| base.see(&id, screen));
    let mut record = macro_of(&format!("m{n}"), 1, &format!("task {n}"));
    let mut parts = record.machine.into_parts();
    parts.sources = vec![id];
    record.machine = FsmMacro::new(parts).unwrap();
    record.crystallised = true;
    record.energy = Energy::from_stored(9.0, at(1));
    let id = record.machine.id().clone();
    base.apply(&[Change::PutMacro(Box::new(record))]).unwrap();
    id
}

fn known(base: &Base, screen: &Screen, label: &str) -> bool {
    let node = said(screen, label);
    base.store.read(|db| nodes::by_fingerprint(db, node)).unwrap().is_some()
}

#[test]
fn what_came_from_a_source_is_retired_and_nothing_else() {
    let good = screen_of("com.good", "1", at(2_000), &["Inbox", "Shared"]);
    let bad = screen_of("com.bad", "1", at(3_000), &["Trap"]);
    let signer = || bad.capture.foreground.signer.clone();
    for source in [Source::App("com.bad".into()), Source::Episode(EpisodeId::new("e2"))] {
        let mut base = Base::new();
        let clean = learn(&mut base, 1, &[&good]);
        let tainted = learn(&mut base, 2, &[&good, &bad]);
        let before = base.store.read(stats::read).unwrap();
        let edges = |base: &Base, id: &str| {
            base.number(&format!(
                "SELECT count(*) FROM edges e JOIN episodes p ON p.id = e.episode \
             WHERE p.episode_id = '{id}' AND e.expired_at IS NULL"
            ))
        };
        let kept = edges(&base, "e1");
        let revoked = revoke(&mut base.db, &source, at(9_000)).unwrap();
        assert_eq!((revoked.macros.as_slice(), revoked.episodes), (&[tainted.clone()][..], 1));
        assert!(!known(&base, &bad, "Trap"), "{source:?}");
        assert!(known(&base, &good, "Inbox") && known(&base, &good, "Shared"));
        assert_eq!((edges(&base, "e1"), edges(&base, "e2")), (kept, 0));
        let usable = base.store.read(macros::all).unwrap();
        assert_eq!(usable.iter().map(|m| m.machine.id().clone()).collect::<Vec<_>>(), [clean]);
        assert_eq!(base.store.read(macros::retired).unwrap().len(), 1);
        assert!(
            base.store.read(|db| macros::search(db, "task 2", 5)).unwrap().len() == 1,
            "only 1"
        );
        let after = base.store.read(stats::read).unwrap();
        assert_eq!(
            (after.episodes, after.macros, after.visits),
            (before.episodes, before.macros, before.visits)
        );
        // Twice changes nothing; a retired macro that is put again stays retired.
        assert_eq!(revoke(&mut base.db, &source, at(9_999)).unwrap().macros, []);
        let retired = base.store.read(|db| macros::get(db, &tainted)).unwrap().unwrap();
        base.apply(&[Change::PutMacro(Box::new(retired))]).unwrap();
        assert_eq!(base.store.read(macros::all).unwrap().len(), 1);
        base.apply(&[Change::DeleteMacro(tainted)]).unwrap();
        assert_eq!(base.store.integrity_check().unwrap(), [""; 0]);
    }
    let mut base = Base::new();
    learn(&mut base, 1, &[&good]);
    for nothing in
        [Source::Signer("00".into()), Source::Channel("x".into()), Source::App("com.x".into())]
    {
        assert_eq!(revoke(&mut base.db, &nothing, at(1)).unwrap(), Revoked::default());
    }
    assert_eq!(revoke(&mut base.db, &Source::Signer(signer()), at(1)).unwrap().macros.len(), 1);
}

#[test]
fn sizes_add_up_to_about_what_is_used() {
    use energy::{EnergyKind, sized};
    let mut base = Base::new();
    for n in 0..60 {
        let labels: Vec<String> = (0..25).map(|k| format!("Entry {} of {}", k * 7, n)).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let seen = screen_of("com.x", "1", at(i64::from(n)), &labels);
        learn(&mut base, n, &[&seen]);
    }
    let mut sum = 0;
    for kind in [EnergyKind::Node, EnergyKind::Edge, EnergyKind::Episode, EnergyKind::Macro] {
        let sizes = base.store.read(|db| sized(db, kind)).unwrap();
        let rows = base.store.read(|db| energy::rows(db, kind)).unwrap();
        assert_eq!(sizes.iter().map(|(row, _)| row.clone()).collect::<Vec<_>>(), rows);
        sum += sizes.iter().map(|(_, bytes)| bytes).sum::<u64>();
    }
    let stats = base.store.read(stats::read).unwrap();
    let used = stats.bytes - stats.free_bytes;
    println!("{sum} bytes by rows, {used} by pages");
    assert!(sum * 10 > used * 7 && sum * 10 < used * 13, "{sum} of {used}");
}

#[test]
fn sightings_outside_an_episode_age_too() {
    let mut base = Base::new();
    let seen = screen_of("com.x", "1", at(2_000), &["Inbox"]);
    let see = Change::SeeScreen { episode: None, screen: Box::new(seen.clone()) };
    base.apply(&[see.clone(), see]).unwrap();
    base.apply(&[Change::Purge { before: at(2_000) }]).unwrap();
    assert_eq!(base.store.read(stats::read).unwrap().visits, 2);
    base.apply(&[Change::Purge { before: at(2_001) }]).unwrap();
    let after = base.store.read(stats::read).unwrap();
    assert_eq!((after.visits, after.views, after.screens), (0, 0, 0));
    assert!(known(&base, &seen, "Inbox"), "a memory of its own, with its own strength");
}
