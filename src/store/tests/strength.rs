use super::energy::{EnergyKind, rows};
use super::*;
use crate::model::change::EnergyRow;
use crate::model::{Energy, EnergyOwner};

fn owners(base: &Base, kind: EnergyKind) -> Vec<EnergyOwner> {
    base.store.read(|db| rows(db, kind)).unwrap().into_iter().map(|row| row.owner).collect()
}

fn base() -> (Base, Screen) {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let seen = screen(&["Inbox", "Send"]);
    base.see(&e1, &seen);
    base.apply(&[Change::PutMacro(Box::new(macro_of("m1", 1, "send")))]).unwrap();
    (base, seen)
}

#[test]
fn strengths_of_all_kinds_are_read_and_written() {
    let (mut base, seen) = base();
    for kind in [EnergyKind::Node, EnergyKind::Edge, EnergyKind::Episode, EnergyKind::Macro] {
        let before = base.store.read(|db| rows(db, kind)).unwrap();
        assert!(!before.is_empty(), "{kind:?}");
        let energy = Energy::from_stored(2.5, at(77));
        let changes: Vec<_> =
            before.iter().map(|row| Change::SetEnergy(row.owner.clone(), energy)).collect();
        base.apply(&changes).unwrap();
        let after = base.store.read(|db| rows(db, kind)).unwrap();
        let expected: Vec<_> = before.into_iter().map(|row| EnergyRow { energy, ..row }).collect();
        assert_eq!(after, expected);
    }
    assert_eq!(owners(&base, EnergyKind::Edge).len(), seen.edges.len());
    let gone = EnergyOwner::Macro(MacroId::new("gone"));
    base.apply(&[Change::SetEnergy(gone.clone(), Energy::new(at(1))), Change::Collapse(gone)])
        .unwrap();
}

#[test]
fn what_is_pinned_or_crystallised_stays() {
    let (mut base, seen) = base();
    let mut crystal = macro_of("m2", 1, "other");
    crystal.crystallised = true;
    base.apply(&[Change::PutMacro(Box::new(crystal))]).unwrap();
    let owners: Vec<_> = [
        EnergyOwner::Node(said(&seen, "Send")),
        EnergyOwner::Edge(EpisodeId::new("e1"), seen.edges[0].id),
        EnergyOwner::Episode(EpisodeId::new("e1")),
        EnergyOwner::Macro(MacroId::new("m1")),
    ]
    .into();
    let all = |f: fn(EnergyOwner) -> Change| owners.iter().cloned().map(f).collect::<Vec<_>>();
    base.apply(&all(|o| Change::SetPinned(o, true))).unwrap();
    base.apply(&[Change::Collapse(EnergyOwner::Macro(MacroId::new("m2")))]).unwrap();
    let before = base.store.read(stats::read).unwrap();
    assert_eq!((before.macros, before.crystallised), (2, 1));
    base.apply(&all(Change::Collapse)).unwrap();
    base.apply(&all(|owner| Change::Invalidate { owner, at: at(5) })).unwrap();
    base.apply(&[Change::Purge { before: at(i64::MAX) }]).unwrap();
    assert_eq!(base.store.read(stats::read).unwrap(), before);
    // Let go again, they collapse; the explicit delete takes the crystallised one.
    base.apply(&all(|o| Change::SetPinned(o, false))).unwrap();
    base.apply(&all(Change::Collapse)).unwrap();
    base.apply(&[Change::DeleteMacro(MacroId::new("m2"))]).unwrap();
    let after = base.store.read(stats::read).unwrap();
    assert_eq!((after.macros, after.episodes, after.edges, after.visits), (0, 0, 0, 0));
    assert_eq!(after.nodes, before.nodes - 1);
}

#[test]
fn a_collapsed_node_is_hidden_while_a_screen_needs_it_and_comes_back_when_seen() {
    let (mut base, seen) = base();
    let send = said(&seen, "Send");
    base.apply(&[Change::Collapse(EnergyOwner::Node(send))]).unwrap();
    let visible = |base: &Base| base.store.read(|db| nodes::by_fingerprint(db, send)).unwrap();
    let found = |base: &Base| base.store.read(|db| nodes::search(db, "send", 5)).unwrap().len();
    assert_eq!((visible(&base), found(&base)), (None, 0));
    assert_eq!(base.store.read(|db| screens::get(db, seen.id)).unwrap(), Some(seen.clone()));
    base.see(&EpisodeId::new("e1"), &seen);
    assert_eq!(visible(&base).unwrap().energy, Energy::new(at(2_000)));
    assert_eq!(found(&base), 1);
    assert_eq!(base.store.integrity_check().unwrap(), [""; 0]);
}

#[test]
fn what_was_hidden_is_removed_after_the_grace_period_when_nothing_uses_it() {
    let (mut base, seen) = base();
    let owner = EnergyOwner::Node(said(&seen, "Send"));
    let edge = EnergyOwner::Edge(EpisodeId::new("e1"), seen.edges[0].id);
    let hide = |owner: &EnergyOwner| Change::Invalidate { owner: owner.clone(), at: at(5_000) };
    base.apply(&[hide(&owner), hide(&edge)]).unwrap();
    assert!(!owners(&base, EnergyKind::Node).contains(&owner));
    assert!(!owners(&base, EnergyKind::Edge).contains(&edge));
    assert_eq!(base.store.read(stats::read).unwrap().hidden, 2);
    base.apply(&[Change::Purge { before: at(5_000) }]).unwrap();
    assert_eq!(base.store.read(stats::read).unwrap().hidden, 2);
    base.apply(&[Change::Purge { before: at(5_001) }]).unwrap();
    assert_eq!(base.store.read(stats::read).unwrap().hidden, 1, "a screen still needs the node");
    base.apply(&[Change::DeleteEpisode(EpisodeId::new("e1")), Change::Purge { before: at(5_001) }])
        .unwrap();
    assert_eq!(base.store.read(stats::read).unwrap().hidden, 0);
}
