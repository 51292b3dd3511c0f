//! `kill -9` in the middle of ingestion, 200 times at random moments: the database opens clean and everything acknowledged
//! is there. The child is this test binary, started again; it acknowledges on its standard output.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use cs_mem::model::change::StoredStep;
use cs_mem::model::{
    Action, ActionResult, Capture, Change, Episode, EpisodeId, EpisodeStatus, Foreground, Rect,
    Screen, Snapshot, Timestamp, UiNode,
};
use cs_mem::perceive::perceive;
use cs_mem::store::{OpenOptions, Store, episodes, nodes, screens, upkeep};
use cs_mem::writer::Writer;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

const PATH: &str = "CS_MEM_CRASH_PATH";
const ROUND: &str = "CS_MEM_CRASH_ROUND";
const KILLS: u64 = 200;
/// Rounds on one file; with each new file the creation of the schema can be hit as well.
const ROUNDS_PER_FILE: u64 = 10;

fn screen(round: u64, n: u64) -> Screen {
    let node = |text: String, top: i32| UiNode {
        text,
        resource_id: format!("com.x:id/at_{top}"),
        package: "com.x".into(),
        clickable: true,
        parent: (top > 0).then_some(0),
        ..UiNode::new("android.widget.Button", Rect::new(0, top, 1000, top + 90))
    };
    let mut nodes = vec![UiNode { bounds: Rect::new(0, 0, 1000, 900), ..node(String::new(), 0) }];
    nodes.extend((1..8).map(|row| node(format!("Round {round} entry {n} row {row}"), row * 100)));
    let foreground =
        Foreground { package: "com.x".into(), version: "1".into(), ..Foreground::default() };
    let capture = Capture { foreground, at: Timestamp::from_millis(1), ..Capture::default() };
    perceive(&Snapshot { nodes, capture, ..Snapshot::default() })
}

fn id(round: u64, n: u64) -> EpisodeId {
    EpisodeId::new(format!("{round}-{n}"))
}

fn begin(round: u64, n: u64) -> Change {
    Change::BeginEpisode(Box::new(Episode {
        id: id(round, n),
        goal: format!("goal {n} of round {round}"),
        app: "com.x".into(),
        app_version: "1".into(),
        status: EpisodeStatus::Running,
        started_at: Timestamp::from_millis(0),
        finished_at: None,
        actions: 0,
        thoughts: 0,
        macro_id: None,
        energy: 1.0,
        energy_at: Timestamp::from_millis(0),
    }))
}

fn step(round: u64, n: u64, screen: &Screen) -> Change {
    let step = StoredStep {
        seq: 0,
        action: Some(Action::Back),
        target: None,
        result: ActionResult::Ok,
        before: Some(screen.id),
        after: None,
        at: Timestamp::from_millis(2),
    };
    Change::AddStep { episode: id(round, n), step: Box::new(step) }
}

/// What is killed. Never ends by itself.
#[test]
#[ignore = "is started and killed by the other test"]
fn ingests_until_it_is_killed() {
    let (Ok(path), Ok(round)) = (std::env::var(PATH), std::env::var(ROUND)) else { return };
    let round: u64 = round.parse().unwrap();
    let now = Timestamp::from_millis(0);
    let (store, _) = Store::open(Path::new(&path), &OpenOptions::default(), now).unwrap();
    let writer = Writer::spawn(&store, Box::new(|error| panic!("{error}"))).unwrap();
    for n in 0.. {
        let seen = screen(round, n);
        let see = Change::SeeScreen { episode: Some(id(round, n)), screen: Box::new(seen.clone()) };
        writer.submit(vec![begin(round, n), see]).unwrap();
        writer.submit(vec![step(round, n, &seen)]).unwrap();
        match n % 3 {
            0 => writer.flush().unwrap(),
            _ => writer.emergency_flush().unwrap(),
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "ack {n}").unwrap();
        out.flush().unwrap();
        drop(out);
        if n % 5 == 4 {
            let upkeep = |db: &mut rusqlite::Connection| upkeep::checkpoint_truncate(db);
            writer.run_exclusive(upkeep).unwrap().unwrap();
        }
    }
}

/// A small generator (xorshift), so that each run kills at other moments of the same kind.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// Lets the child run for some acknowledgements and a moment more, kills it, returns the last number acknowledged.
fn run_and_kill(path: &Path, round: u64, dice: &mut Dice) -> Option<u64> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "ingests_until_it_is_killed", "--ignored", "--nocapture"])
        .env(PATH, path)
        .env(ROUND, round.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    // Without any acknowledgement: killed while it opens.
    let (acks, moment) = (dice.below(8), dice.below(3_000));
    let last = if acks == 0 { None } else { lines.by_ref().filter_map(ack).nth(acks as usize - 1) };
    (0..moment).for_each(|_| std::thread::yield_now());
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "the child ended by itself");
    // What it wrote before it died is acknowledged too.
    lines.filter_map(ack).last().or(last)
}

/// The number that a line acknowledges. The first one stands behind the test's name.
fn ack(line: String) -> Option<u64> {
    line.split_once("ack ").map(|(_, n)| n.parse().unwrap())
}

fn assert_all_there(store: &Store, round: u64, last: u64) {
    for n in 0..=last {
        let seen = screen(round, n);
        let check = |db: &rusqlite::Connection| {
            let episode = episodes::get(db, &id(round, n))?;
            assert!(episode.is_some(), "episode {n} of round {round}");
            assert_eq!(episodes::steps(db, &id(round, n))?.len(), 1);
            assert_eq!(screens::of_episode(db, &id(round, n))?, std::slice::from_ref(&seen));
            let node = seen.nodes.last().unwrap().fingerprint;
            assert!(nodes::by_fingerprint(db, node)?.is_some());
            Ok(())
        };
        store.read(check).unwrap();
    }
}

#[test]
fn what_was_acknowledged_survives_200_kills() {
    let mut dice = Dice(0x5EED_CAFE);
    let mut dir = tempfile::tempdir().unwrap();
    let (mut acknowledged, mut killed_early) = (0, 0);
    let mut rounds: Vec<(u64, u64)> = Vec::new();
    for round in 0..KILLS {
        if round % ROUNDS_PER_FILE == 0 {
            dir = tempfile::tempdir().unwrap();
            rounds.clear();
        }
        let path = dir.path().join("memory.db");
        match run_and_kill(&path, round, &mut dice) {
            Some(last) => rounds.push((round, last)),
            None => killed_early += 1,
        }
        let now = Timestamp::from_millis(9);
        let (store, report) = Store::open(&path, &OpenOptions::default(), now).unwrap();
        assert_eq!(report.moved_aside, None, "round {round}");
        let at_end = round % ROUNDS_PER_FILE == ROUNDS_PER_FILE - 1;
        for &(round, last) in rounds.iter().rev().take(if at_end { rounds.len() } else { 1 }) {
            assert_all_there(&store, round, last);
        }
        if at_end {
            assert_eq!(store.integrity_check().unwrap(), [""; 0], "round {round}");
            acknowledged += rounds.iter().map(|(_, last)| last + 1).sum::<u64>();
        }
    }
    println!(
        "{KILLS} kills, {killed_early} before anything was acknowledged, {acknowledged} records acknowledged, 0 lost"
    );
    assert!(acknowledged > KILLS, "the child did no work");
}
