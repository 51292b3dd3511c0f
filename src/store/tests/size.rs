use super::*;

/// Bytes in use after everything is in the database file.
fn used(base: &Base) -> i64 {
    let page = base.number("PRAGMA page_size");
    page * (base.number("PRAGMA page_count") - base.number("PRAGMA freelist_count"))
}

#[test]
fn a_tree_is_a_tenth_of_the_raw_bytes_and_a_revisit_two_hundredths_of_that() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let labels: Vec<String> = (0..40).map(|n| format!("Entry number {n} of the list")).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let seen = screen(&labels);
    base.see(&e1, &seen);
    let stats = base.store.read(stats::read).unwrap();
    assert!(stats.tree_bytes * 10 <= stats.raw_bytes, "{stats:?}");
    let (before, visits) = (used(&base), 2_000);
    for _ in 0..visits {
        base.see(&e1, &seen);
    }
    let per_visit = (used(&base) - before) as f64 / f64::from(visits);
    println!("{per_visit} bytes per revisit of {} raw bytes", seen.raw_bytes);
    assert!(per_visit * 200.0 <= seen.raw_bytes as f64, "{per_visit} bytes");
}

/// Steps that SQLite's machine takes for a piece of work.
fn steps(db: &mut Connection, work: impl FnOnce(&mut Connection)) -> u64 {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    let count = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&count);
    let tick = move || {
        counter.fetch_add(1, Ordering::Relaxed);
        false
    };
    db.progress_handler(1, Some(tick)).unwrap();
    work(db);
    db.progress_handler(0, None::<fn() -> bool>).unwrap();
    count.load(Ordering::Relaxed)
}

#[test]
fn the_cost_of_a_lookup_does_not_grow_with_the_memory() {
    let mut base = Base::new();
    let probe = screen(&["The probe", "Send it"]);
    let node = said(&probe, "The probe");
    let e0 = base.begin("probe", "the probe goal");
    base.see(&e0, &probe);
    base.apply(&[Change::PutMacro(Box::new(macro_of("probe", 1, "the probe task")))]).unwrap();
    let measure = |base: &mut Base| -> Vec<(&'static str, u64)> {
        let episode = EpisodeId::new("probe");
        let again =
            Change::SeeScreen { episode: Some(episode.clone()), screen: Box::new(probe.clone()) };
        let see = |db: &mut Connection| {
            let tx = db.transaction().unwrap();
            apply(&tx, &again).unwrap();
            tx.commit().unwrap();
        };
        let db = &mut base.db;
        vec![
            ("revisit", steps(db, see)),
            ("node", steps(db, |db| drop(nodes::by_fingerprint(db, node).unwrap()))),
            ("neighbours", steps(db, |db| drop(edges::neighbours(db, node).unwrap()))),
            ("reachable", steps(db, |db| drop(edges::reachable(db, node, 5).unwrap()))),
            ("edges", steps(db, |db| drop(edges::of_episode(db, &episode).unwrap()))),
            ("episode", steps(db, |db| drop(episodes::get(db, &episode).unwrap()))),
            ("recent", steps(db, |db| drop(episodes::recent(db, 1, 0).unwrap()))),
            ("search", steps(db, |db| drop(nodes::search(db, "the probe", 5).unwrap()))),
            ("macro", steps(db, |db| drop(macros::get(db, &MacroId::new("probe")).unwrap()))),
            ("screen", steps(db, |db| drop(screens::get(db, probe.id).unwrap()))),
        ]
    };
    measure(&mut base);
    let small = measure(&mut base);
    for n in 0..150 {
        let labels: Vec<String> = (0..20).map(|k| format!("entry {k} of screen {n}")).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let id = base.begin(&format!("e{n}"), &format!("goal {n}"));
        base.see(&id, &screen_of("com.x", "1", at(n), &labels));
        base.apply(&[Change::PutMacro(Box::new(macro_of(&format!("m{n}"), 1, "x")))]).unwrap();
    }
    let large = measure(&mut base);
    println!("{small:?}\n{large:?}");
    for ((what, small), (_, large)) in small.into_iter().zip(large) {
        // The text index has a few levels, each of which is looked into.
        let more = if what == "search" { 1_500 } else { small / 4 + 10 };
        assert!(large <= small + more, "{what}: {small} steps, then {large}");
    }
}
