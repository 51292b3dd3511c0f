//! Energy: decay composes and is idempotent, what has proven itself stays, the budget holds, and no order of maintenance
//! steps changes the outcome.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/memory.rs"]
mod memory;

use cs_mem::lifecycle::dream::{
    DeviceCondition, Dream, DreamStep, Freshness, Next, PortionResult, after_check, harmless,
    pick_for_freshness,
};
use cs_mem::lifecycle::entropy::{self, GRACE_MS, HalfLives, SizedRow, evict, soften};
use cs_mem::model::change::EnergyRow;
use cs_mem::model::energy::{self, Energy, crystallises};
use cs_mem::model::fsm::MacroAction;
use cs_mem::model::{Change, Direction, EnergyOwner, Key, Role, Timestamp};
use memory::{Memory, episode, record, tap};
use proptest::prelude::*;

const DAY: i64 = 86_400_000;
const NOW: Timestamp = Timestamp::from_millis(1_800_000_000_000);

fn row(name: &str, value: f64, permanent: bool) -> EnergyRow {
    EnergyRow { owner: episode(name), energy: Energy::from_stored(value, NOW), permanent }
}

#[test]
fn what_is_not_used_fades_and_collapses_and_what_is_permanent_does_not() {
    let half_lives = HalfLives::default();
    let rows = [row("strong", 4.0, false), row("weak", 0.06, false), row("kept", 0.06, true)];
    let later = NOW.plus(half_lives.episode_ms);
    let plan = entropy::plan(&rows, later, &half_lives);
    assert_eq!((plan.decayed, plan.collapsed, plan.skipped_permanent), (1, 1, 1));
    assert_eq!(
        plan.changes,
        [
            Change::SetEnergy(episode("strong"), Energy::from_stored(2.0, later)),
            Change::Collapse(episode("weak")),
        ]
    );
    // exactly at the border a memory stays
    assert_eq!(entropy::plan(&[row("x", energy::COLLAPSE, false)], NOW, &half_lives).collapsed, 0);
    assert_eq!(entropy::plan(&[row("x", 0.049_999, false)], NOW, &half_lives).collapsed, 1);
    // a clock that jumped back a year
    assert_eq!(entropy::plan(&rows, NOW.plus(-365 * DAY), &half_lives).changes, []);
}

#[test]
fn each_kind_has_its_own_half_life() {
    let half_lives = HalfLives { node_ms: 1, edge_ms: 2, episode_ms: 3, macro_ms: 4 };
    let memory = Memory::sample();
    let found: Vec<_> = memory.energies().iter().map(|r| half_lives.of(&r.owner)).collect();
    assert_eq!((found.iter().min(), found.iter().max()), (Some(&1), Some(&4)));
}

#[test]
fn pruning_hides_first_and_removes_after_a_month() {
    let half_lives = HalfLives::default();
    let plan = entropy::plan(&[row("weak", 0.01, false)], NOW, &half_lives);
    let soft = soften(plan, NOW, GRACE_MS);
    assert_eq!(
        soft.changes,
        [
            Change::Invalidate { owner: episode("weak"), at: NOW },
            Change::Purge { before: NOW.plus(-30 * DAY) },
        ]
    );
    assert_eq!(soft.collapsed, 1);
}

#[test]
fn the_crystal_borders_are_exact() {
    let energy = |value| Energy::from_stored(value, NOW);
    for (value, successes, failures, expected) in [
        (8.0, 10, 0, true),
        (8.0, 10, 1, true),
        (7.999, 10, 0, false),
        (10.0, 9, 0, false),
        (8.0, 9, 1, false),
        (8.0, 10, 2, false),
        (8.0, 18, 2, true),
        (8.0, 17, 2, false),
        (8.0, 90, 10, true),
        (8.0, 899, 101, false),
        (8.0, u32::MAX, u32::MAX, false),
    ] {
        let found = crystallises(energy(value), successes, failures);
        assert_eq!(
            found,
            expected,
            "energy {value}, {successes} of {}",
            successes as u64 + failures as u64
        );
    }
}

#[test]
fn a_macro_used_daily_crystallises_and_is_then_left_alone() {
    let half_lives = HalfLives::default();
    let mut used = record("daily", vec![MacroAction::Back], NOW);
    let mut day = 0;
    while !used.crystallised {
        day += 1;
        assert!(day < 60, "energy {} after {day} days", used.energy.value());
        used = used.after_run(true, NOW.plus(day * DAY), half_lives.macro_ms);
    }
    assert!((40..60).contains(&day), "{day}");
    assert!(used.energy.value() >= energy::CRYSTAL_ENERGY);

    let mut memory = Memory { macros: vec![used.clone()], ..Memory::default() };
    let far = NOW.plus(20 * 365 * DAY);
    memory.entropy(far, &half_lives);
    memory.budget(0, far, &half_lives);
    memory.freshness(Freshness::Dead, far, &half_lives);
    assert_eq!(memory.macros, [used]);
}

#[test]
fn the_budget_takes_what_is_worth_least_and_never_what_is_permanent() {
    let half_lives = HalfLives::default();
    let sized =
        |name: &str, value, bytes, permanent| SizedRow { row: row(name, value, permanent), bytes };
    let rows = [
        sized("crystal", 0.01, 100, true),
        sized("worth most", 5.0, 100, false),
        sized("worth least", 0.5, 10, false),
        sized("large", 1.0, 200, false),
        sized("small", 1.0, 20, false),
    ];
    let gone = |budget| -> Vec<Change> { evict(&rows, budget, NOW, &half_lives).changes };
    let names = |names: &[&str]| -> Vec<Change> {
        names.iter().map(|name| Change::Collapse(episode(name))).collect()
    };
    assert_eq!(gone(430), names(&[]));
    assert_eq!(gone(429), names(&["worth least"]));
    assert_eq!(gone(220), names(&["worth least", "large"]));
    let nothing_fits = evict(&rows, 50, NOW, &half_lives);
    assert_eq!(nothing_fits.changes, names(&["worth least", "large", "small", "worth most"]));
    assert_eq!((nothing_fits.freed, nothing_fits.kept, nothing_fits.over), (330, 100, 50));
    // a macro costs a model run, so it outlives an episode of the same energy
    let macro_row = SizedRow {
        row: EnergyRow {
            owner: EnergyOwner::Macro(cs_mem::model::MacroId::new("m")),
            ..row("x", 1.0, false)
        },
        bytes: 100,
    };
    let both = [macro_row, sized("episode", 1.0, 100, false)];
    assert_eq!(evict(&both, 100, NOW, &half_lives).changes, names(&["episode"]));
}

#[test]
fn freshness_prefers_what_is_weak_and_the_seed_decides() {
    let half_lives = HalfLives::default();
    let mut macros: Vec<_> =
        (0..20).map(|n| record(&format!("m{n}"), vec![MacroAction::Back], NOW)).collect();
    for (n, record) in macros.iter_mut().enumerate() {
        record.energy = Energy::from_stored(if n < 10 { 0.2 } else { 4.0 }, NOW);
    }
    macros[0].crystallised = true;
    macros[1].energy = Energy::from_stored(0.04, NOW);
    let pick = |seed| pick_for_freshness(&macros, NOW, &half_lives, seed, 3);
    assert_eq!(pick(1), pick(1));
    let mut reversed = macros.clone();
    reversed.reverse();
    assert_eq!(pick(7), pick_for_freshness(&reversed, NOW, &half_lives, 7, 3));
    let picks: Vec<_> = (0..200).flat_map(pick).collect();
    let weak = picks.iter().filter(|id| id.as_str().len() == 2).count();
    assert!(weak > 500 && weak < 600, "{weak} of 600: mostly weak, not only");
    assert!(!picks.iter().any(|id| ["m0", "m1"].contains(&id.as_str())), "permanent or gone");
    assert_eq!(pick_for_freshness(&macros, NOW, &half_lives, 1, 99).len(), 18);
    assert!((0..50).any(|seed| pick(seed) != pick(1)));
}

#[test]
fn a_stale_macro_weakens_and_a_dead_one_goes() {
    let half_lives = HalfLives::default();
    let known = record("m", vec![MacroAction::Back], NOW);
    let id = EnergyOwner::Macro(known.machine.id().clone());
    let then = NOW.plus(half_lives.macro_ms);
    let changes = |found| after_check(&known, found, then, &half_lives);
    assert_eq!(changes(Freshness::Fresh), []);
    assert_eq!(changes(Freshness::Unknown), []);
    assert_eq!(
        changes(Freshness::Stale),
        [Change::SetEnergy(id.clone(), Energy::from_stored(0.25, then))]
    );
    assert_eq!(changes(Freshness::Dead), [Change::Collapse(id)]);
}

#[test]
fn only_what_moves_about_and_looks_is_harmless() {
    let safe = |actions: Vec<MacroAction>| harmless(&record("m", actions, NOW).machine);
    assert!(safe(vec![
        MacroAction::Launch("com.x".into()),
        MacroAction::Scroll(None, Direction::Down),
        tap(Role::Navigation, "com.x:id/tab_home", "Home"),
        MacroAction::Back,
        MacroAction::Home,
    ]));
    for action in [
        tap(Role::Navigation, "com.x:id/tab", "Send"),
        tap(Role::Navigation, "com.x:id/btnPayNow", "Next"),
        tap(Role::Navigation, "", "立即付款"),
        tap(Role::Navigation, "", "Löschen"),
        tap(Role::Button, "com.x:id/open", "Open"),
        tap(Role::Toggle, "com.x:id/wifi", "Wi-Fi"),
        MacroAction::PressKey(Key::Enter),
    ] {
        assert!(!safe(vec![MacroAction::Back, action.clone()]), "{action:?}");
    }
}

const AT_REST: DeviceCondition =
    DeviceCondition { screen_off: true, charging: true, unmetered: true, battery_percent: 50 };

#[test]
fn a_dream_needs_all_four_conditions() {
    for (condition, code) in [
        (DeviceCondition { screen_off: false, ..AT_REST }, "dream.screen_on"),
        (DeviceCondition { charging: false, ..AT_REST }, "dream.not_charging"),
        (DeviceCondition { unmetered: false, ..AT_REST }, "dream.metered_network"),
        (DeviceCondition { battery_percent: 49, ..AT_REST }, "dream.battery_low"),
        (DeviceCondition { battery_percent: -1, ..AT_REST }, "dream.battery_low"),
        (DeviceCondition { battery_percent: 101, ..AT_REST }, "dream.battery_low"),
    ] {
        let Next::Over(report) = Dream::begin(NOW).next(&condition, NOW) else { panic!("{code}") };
        assert!(!report.complete && report.done.is_empty());
        assert!(report.skipped.len() == 6 && report.skipped.iter().all(|s| s.code == code));
    }
    assert!(matches!(Dream::begin(NOW).next(&AT_REST, NOW), Next::Work(_)));
}

/// Does the portion as an engine with `total` memories in each step would: each takes a millisecond.
fn work(dream: &mut Dream, total: u32) -> Option<DreamStep> {
    let Next::Work(portion) = dream.next(&AT_REST, NOW) else { return None };
    let from: u32 = portion.after.parse().unwrap_or(0);
    let seen = portion.limit.min(total - from);
    let next_after = (from + seen < total).then(|| (from + seen).to_string());
    let took_ms = i64::from(seen);
    dream.did(&portion, PortionResult { seen, took_ms, next_after, ..PortionResult::default() });
    Some(portion.step)
}

#[test]
fn a_dream_works_in_portions_of_two_seconds_and_sees_everything_once() {
    let mut dream = Dream::begin(NOW);
    let mut largest = 0;
    let mut order = Vec::new();
    while let Next::Work(portion) = dream.next(&AT_REST, NOW) {
        largest = largest.max(portion.limit);
        order.extend(work(&mut dream, 10_000));
    }
    order.dedup();
    assert_eq!(order, DreamStep::ALL);
    assert!((500..=2_000).contains(&largest), "{largest} ms");
    let Next::Over(report) = dream.next(&AT_REST, NOW) else { panic!() };
    assert!(report.complete && report.done.iter().all(|work| work.seen == 10_000 && work.complete));
}

#[test]
fn a_stopped_dream_is_taken_up_where_it_was() {
    let mut dream = Dream::begin(NOW);
    while work(&mut dream, 3_000) != Some(DreamStep::Entropy) {}
    let report = dream.stopped("dream.cancelled", NOW);
    assert!(!report.complete && !report.done.last().unwrap().complete);
    assert_eq!(report.skipped[0].step, DreamStep::Entropy);

    let Change::SetMeta { value, .. } = dream.to_change() else { panic!() };
    let mut again = Dream::take_up(Some(&value), NOW.plus(DAY - 1));
    let Next::Work(portion) = again.next(&AT_REST, NOW) else { panic!() };
    assert_eq!((portion.step, portion.after.as_str()), (DreamStep::Entropy, "1000"));
    while work(&mut again, 3_000).is_some() {}
    let Next::Over(report) = again.next(&AT_REST, NOW) else { panic!() };
    assert_eq!((report.complete, report.done[0].seen), (true, 2_000), "the rest of it");

    // too old, finished, damaged: from the beginning
    let Change::SetMeta { value: finished, .. } = again.to_change() else { panic!() };
    for (stored, now) in [(&*value, NOW.plus(DAY)), (&*finished, NOW), ("{", NOW)] {
        assert_eq!(Dream::take_up(Some(stored), now), Dream::begin(now));
    }
}

#[test]
fn a_dream_does_not_go_round_in_circles_and_goes_on_after_a_step_that_cannot_be_done() {
    let mut dream = Dream::begin(NOW);
    dream.skip(DreamStep::Freshness, "dream.no_driver");
    let mut portions = 0;
    while let Next::Work(portion) = dream.next(&AT_REST, NOW) {
        portions += 1;
        assert!(portions < 20);
        // an engine whose cursor is stuck
        let next_after = Some("here".to_owned());
        dream.did(&portion, PortionResult { next_after, ..PortionResult::default() });
    }
    let Next::Over(report) = dream.next(&AT_REST, NOW) else { panic!() };
    assert_eq!(report.skipped.len(), 1);
    assert_eq!(report.skipped[0].code, "dream.no_driver");
    assert!(!report.complete);
}

proptest! {
    #[test]
    fn decay_composes(value in 0.01_f64..10.0, first in 0_i64..400 * DAY, second in 0_i64..400 * DAY) {
        let half_life = HalfLives::default().node_ms;
        let start = Energy::from_stored(value, NOW);
        let then = NOW.plus(first);
        let end = then.plus(second);
        let once = start.decayed(end, half_life);
        let twice = start.decayed(then, half_life).decayed(end, half_life);
        prop_assert!((once.value() - twice.value()).abs() < 1e-9);
        prop_assert_eq!(once, once.decayed(end, half_life));
        prop_assert!((energy::MIN..=energy::MAX).contains(&once.value()));
        prop_assert!(once.value() <= value);
    }

    #[test]
    fn a_second_plan_at_the_same_moment_is_empty(values in prop::collection::vec((0.01_f64..10.0, any::<bool>()), 0..20), days in 0_i64..300) {
        let half_lives = HalfLives::default();
        let rows: Vec<_> = values.iter().enumerate().map(|(n, (v, p))| row(&n.to_string(), *v, *p)).collect();
        let now = NOW.plus(days * DAY);
        let mut memory = Memory { others: rows, ..Memory::default() };
        memory.entropy(now, &half_lives);
        let after = memory.clone();
        let plan = entropy::plan(&memory.energies(), now, &half_lives);
        prop_assert!(plan.changes.is_empty(), "{:?}", plan.changes);
        memory.entropy(now, &half_lives);
        prop_assert_eq!(memory, after);
    }

    #[test]
    fn no_order_of_maintenance_steps_changes_the_outcome(
        seed in any::<u64>(),
        order in Just([0_u8, 1, 2]).prop_shuffle(),
        days in 0_i64..400,
    ) {
        let half_lives = HalfLives::default();
        let now = NOW.plus(days * DAY);
        let run = |order: [u8; 3]| {
            let mut memory = Memory::random(seed, NOW);
            for step in order {
                match step {
                    0 => memory.entropy(now, &half_lives),
                    1 => memory.topology(now, &half_lives),
                    _ => memory.check_some(seed, now, &half_lives),
                }
            }
            memory
        };
        prop_assert_eq!(run(order), run([0, 1, 2]));
    }

    #[test]
    fn the_budget_takes_the_same_before_and_after_decay(seed in any::<u64>(), days in 0_i64..400, budget in 0_u64..6_000) {
        let half_lives = HalfLives::default();
        let now = NOW.plus(days * DAY);
        let (mut a, mut b) = (Memory::random(seed, NOW), Memory::random(seed, NOW));
        a.entropy(now, &half_lives);
        a.budget(budget, now, &half_lives);
        b.budget(budget, now, &half_lives);
        b.entropy(now, &half_lives);
        prop_assert_eq!(a, b);
    }
}
