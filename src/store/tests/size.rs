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
