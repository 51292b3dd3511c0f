//! What the recorded sequences of the corpus cost: raw bytes, semantic nodes, the stored tree, the growth of the database,
//! and the growth when the same screens are seen again. Prints a table per source.
//!
//! The corpus is no part of the project: `CS_MEM_CORPUS` says where it is. Without it there is one line and no test.

#![allow(clippy::unwrap_used, reason = "a test")]

use cs_mem::model::{
    Capture, Change, Episode, EpisodeId, EpisodeStatus, Screen, ScreenInput, Timestamp,
};
use cs_mem::perceive::{Limits, perceive, read};
use cs_mem::store::{OpenOptions, Store, apply, stats};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Default)]
struct Sum {
    screens: u64,
    raw: u64,
    nodes: u64,
    tree: u64,
    first: u64,
    again: u64,
}

fn corpus() -> Option<PathBuf> {
    let root = std::env::var("CS_MEM_CORPUS").unwrap_or_else(|_| "../shared/corpus".into());
    Some(PathBuf::from(root)).filter(|root| root.join("SEQUENCES.tsv").exists())
}

/// Screens of each sequence, in order, with the source that it comes from.
fn sequences(root: &std::path::Path) -> BTreeMap<String, (String, Vec<Screen>)> {
    let list = std::fs::read_to_string(root.join("SEQUENCES.tsv")).unwrap();
    let mut sequences = BTreeMap::new();
    for line in list.lines().skip(1) {
        let mut columns = line.split('\t');
        let (Some(name), _, Some(path)) = (columns.next(), columns.next(), columns.next()) else {
            continue;
        };
        let Ok(bytes) = std::fs::read(root.join(path)) else { continue };
        let dump = ScreenInput::Dump { bytes, capture: Capture::default() };
        let Ok(snapshot) = read(dump, &Limits::default()) else { continue };
        let source = path.split('/').next().unwrap_or_default().to_owned();
        let (_, screens) = sequences.entry(name.to_owned()).or_insert((source, Vec::new()));
        screens.push(perceive(&snapshot));
    }
    sequences
}

fn see_all(db: &mut Connection, id: &str, screens: &[Screen]) {
    let episode = EpisodeId::new(id);
    let tx = db.transaction().unwrap();
    for screen in screens {
        let see =
            Change::SeeScreen { episode: Some(episode.clone()), screen: Box::new(screen.clone()) };
        apply(&tx, &see).unwrap();
    }
    tx.commit().unwrap();
}

fn begin(db: &mut Connection, id: &str) {
    let now = Timestamp::from_millis(0);
    let episode = Episode {
        id: EpisodeId::new(id),
        goal: String::new(),
        app: String::new(),
        app_version: String::new(),
        status: EpisodeStatus::Running,
        started_at: now,
        finished_at: None,
        actions: 0,
        thoughts: 0,
        macro_id: None,
        energy: 1.0,
        energy_at: now,
    };
    let tx = db.transaction().unwrap();
    apply(&tx, &Change::BeginEpisode(Box::new(episode))).unwrap();
    tx.commit().unwrap();
}

/// Bytes that rows take: pages in use without what is free inside them.
fn used(db: &Connection) -> u64 {
    let number = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap() as u64;
    number("PRAGMA page_size") * (number("PRAGMA page_count") - number("PRAGMA freelist_count"))
}

#[test]
fn stored_trees_are_a_tenth_of_the_raw_bytes_and_revisits_a_two_hundredth() {
    let Some(root) = corpus() else {
        println!("skipped: no corpus; CS_MEM_CORPUS says where it is");
        return;
    };
    const AGAIN: u64 = 5;
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    // One database for all, so that whole pages level out.
    let dir = tempfile::tempdir().unwrap();
    let now = Timestamp::from_millis(0);
    let (store, _) = Store::open(&dir.path().join("m.db"), &OpenOptions::default(), now).unwrap();
    let mut db = store.writer_connection().unwrap();
    let sequences = sequences(&root);
    for (name, (source, screens)) in &sequences {
        begin(&mut db, name);
        let (before, trees) = (used(&db), store.read(stats::read).unwrap().tree_bytes);
        see_all(&mut db, name, screens);
        let sum = sums.entry(source.clone()).or_default();
        sum.screens += screens.len() as u64;
        sum.raw += screens.iter().map(|s| s.raw_bytes).sum::<u64>();
        sum.nodes += screens.iter().map(|s| s.nodes.len() as u64).sum::<u64>();
        sum.tree += store.read(stats::read).unwrap().tree_bytes - trees;
        sum.first += used(&db) - before;
    }
    // Other episodes see the same screens.
    for (name, (source, screens)) in &sequences {
        (0..AGAIN).for_each(|n| begin(&mut db, &format!("{name} {n}")));
        let before = used(&db);
        (0..AGAIN).for_each(|n| see_all(&mut db, &format!("{name} {n}"), screens));
        sums.entry(source.clone()).or_default().again += used(&db) - before;
    }
    sums.values_mut().for_each(|sum| sum.again /= AGAIN);
    println!(
        "source          screens  raw bytes  nodes   tree bytes       all bytes        revisit"
    );
    let mut all = Sum::default();
    let line = |name: &str, s: &Sum| {
        let percent = |n: u64| 100.0 * n as f64 / s.raw.max(1) as f64;
        println!(
            "{name:<15} {:>7} {:>10} {:>6} {:>7} ({:>4.1} %) {:>7} ({:>4.1} %) {:>6} ({:.2} %)",
            s.screens,
            s.raw,
            s.nodes,
            s.tree,
            percent(s.tree),
            s.first,
            percent(s.first),
            s.again,
            percent(s.again)
        );
    };
    for (name, sum) in &sums {
        line(name, sum);
        all.screens += sum.screens;
        all.raw += sum.raw;
        all.nodes += sum.nodes;
        all.tree += sum.tree;
        all.first += sum.first;
        all.again += sum.again;
    }
    line("all", &all);
    assert!(all.tree * 10 <= all.raw, "trees are more than a tenth");
    assert!(all.again * 200 <= all.raw, "revisits are more than a two hundredth");
}
