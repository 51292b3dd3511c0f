//! What perception makes of real trees: a table per source, and a confusion table of screens that are known to be the same
//! or not.
//!
//! `cargo test --test corpus_screens -- --nocapture` prints both and writes `target/corpus/summary.json`. The corpus is no
//! part of the project: `CS_MEM_CORPUS` says where it is. `DIR=<folder>` reads any folder of dumps instead; then there is
//! nothing to compare with, and only the first table.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot read its input has failed

use cs_mem::model::{Capture, Screen};
use cs_mem::perceive::{Limits, apply, compare, delta, parse, perceive};
use serde_json::json;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Runs of one app, recorded with several channels: the screen of each state, by name.
const RUNS: [(&str, &str); 12] = [
    (
        "droidrun-matched/leave_1760602245.json",
        "home kind dates calendar dates calendar dates reason confirm sent",
    ),
    (
        "droidrun-matched/leave_1761789440.json",
        "home kind dates calendar dates calendar calendar dates reason reason confirm sent",
    ),
    (
        "droidrun-matched/leave_1763543503.json",
        "home kind dates calendar calendar calendar calendar calendar calendar picker picker picker picker picker",
    ),
    (
        "droidrun-matched/leave_1763631326.json",
        "home kind dates calendar calendar dates calendar dates reason confirm",
    ),
    (
        "droidrun-matched/leave_xiamen_1762236157.json",
        "home kind dates calendar dates calendar dates reason reason reason reason reason confirm sent",
    ),
    ("droidrun-matched/trip_1763522563.json", "home trips trip"),
    ("droidrun-matched/trip_1763688761.json", "home trips-web trip-web trip-web-dialog"),
    ("droidrun-matched/annual_leave_raw_0.xml", "home"),
    ("droidrun-matched/annual_leave_raw_1.xml", "kind"),
    ("droidrun-matched/annual_leave_raw_2.xml", "dates"),
    ("droidrun-matched/annual_leave_raw_3.xml", "calendar"),
    ("droidrun-matched/annual_leave_raw_4.xml", "reason"),
];
/// Names from [`RUNS`] that may or may not be called one screen.
const UNSURE_NAMES: [(&str, &str); 3] =
    [("calendar", "picker"), ("trips", "trips-web"), ("trip", "trip-web")];

/// Files that show one screen: another capture method, a second run, another day, scrolled, toggled, a clock later.
const SAME: &[&[&str]] = &[
    &[
        "droidmate/nexus7_2013_avd_api_23_home_raw.xml",
        "droidmate/nexus7_2013_avd_api_23_home_dm_no_frame.xml",
    ],
    &[
        "droidmate/com.ebay.mobile_main_screen.xml",
        "droidmate/com.ebay.mobile_signed_in_main_screen.xml",
    ],
    &[
        "droidmate/at.markushi.expensemanager_expense_editnew.xml",
        "droidmate/at.markushi.expensemanager_expense_edit_note.xml",
    ],
    &[
        "droidmate/f_app_stopped_OK_disabled.xml",
        "droidmate/f_app_stopped_dialogbox_nexus7vert.xml",
    ],
    &["axe-android/app_active_views.v1.json", "axe-android/app_active_views.v2.json"],
    &[
        "droidrun-matched/home_a11y_1762767998642.json",
        "droidrun-matched/home_a11y_1762846773202.json",
    ],
    &[
        "lan-audio/ui_home2.xml",
        "lan-audio/ui_full.xml",
        "lan-audio/ui_dump.xml",
        "lan-audio/ui_dump2.xml",
    ],
    &["droidbot/album/state_2017-08-11_155448.json", "droidbot/album/state_2017-08-11_155458.json"],
    &["droidbot/album/state_2017-08-11_155502.json", "droidbot/album/state_2017-08-11_155505.json"],
    &["droidbot/multi/state_2021-12-13_094707.json", "droidbot/multi/state_2021-12-13_115559.json"],
    &["droidbot/multi/state_2021-12-13_094709.json", "droidbot/multi/state_2021-12-13_115601.json"],
    &["droidbot/multi/state_2021-12-13_094715.json", "droidbot/multi/state_2021-12-13_115603.json"],
    &["droidbot/mal/state_2021-12-14_021506.json", "droidbot/mal/state_2021-12-14_021540.json"],
    &[
        "droidbot/nly-repack/state_2022-08-21_153231.json",
        "droidbot/nly-repack/state_2022-08-21_153402.json",
        "droidbot/nly-repack/state_2022-08-21_153702.json",
    ],
    &[
        "droidbot/testfork/state_2021-12-02_164123.json",
        "droidbot/testfork/state_2021-12-02_164128.json",
    ],
    &[
        "droidbot/testfork/state_2021-12-02_164133.json",
        "droidbot/testfork/state_2021-12-02_164149.json",
    ],
    &[
        "droidbot/testfork/state_2021-12-02_164137.json",
        "droidbot/testfork/state_2021-12-02_164154.json",
    ],
    &["gui-test/state_2018-06-05_105939.json", "gui-test/state_2018-06-05_110010.json"],
];

/// Files that a person may or may not call one screen: a chat with other messages, a scan before, during and after, a folder
/// that fails to load in two ways, a gallery of another folder. They are not judged against each other.
const UNSURE: &[&[&str]] = &[
    &[
        "nora/window_dump2.xml",
        "nora/ui.xml",
        "nora/ui3.xml",
        "nora/ui_dump.xml",
        "nora/ui_dump2.xml",
    ],
    &[
        "droidmate/com.antivirus_main_menu.xml",
        "droidmate/com.antivirus_main_menu_ongoing_scan.xml",
        "droidmate/com.antivirus_main_menu_view_scan_results.xml",
    ],
    &["radio/ui_current.xml", "radio/ui.xml", "radio/ui3.xml"],
    &[
        "droidbot/album/state_2017-08-11_155430.json",
        "droidbot/album/state_2017-08-11_155448.json",
        "droidbot/album/state_2017-08-11_155458.json",
    ],
    &["droidbot/album/state_2017-08-11_155427.json", "droidbot/album/state_2017-08-11_155513.json"],
    &[
        "droidmate/at.markushi.expensemanager_overview_with_1_expense_category.xml",
        "droidmate/at.markushi.expensemanager_overview_with_1_expense_category_unrolled.xml",
    ],
];
/// The same page in two languages: other screens, and named as such.
const LANGUAGES: (&str, &str) = (
    "droidbot/testfork/state_2021-12-02_164133.json",
    "droidbot/testfork/state_2021-12-02_164137.json",
);

/// Every state of every file, by path; a file that holds a run has several.
type Screens = BTreeMap<String, Vec<Screen>>;

#[derive(Default)]
struct Source {
    files: usize,
    screens: usize,
    errors: BTreeMap<&'static str, usize>,
    nodes: usize,
    semantic: usize,
    visible: usize,
    collisions: usize,
    naive: usize,
    warnings: i64,
    raw_bytes: u64,
}

impl Source {
    fn add(&mut self, screen: &Screen) {
        self.screens += 1;
        self.nodes += screen.raw_nodes as usize;
        self.semantic += screen.nodes.len();
        self.raw_bytes += screen.raw_bytes;
        self.warnings += screen.warnings.iter().map(|w| i64::from(w.count)).sum::<i64>();
        let visible = || screen.nodes.iter().filter(|n| !n.state.covered);
        self.visible += visible().count();
        self.collisions += doubles(visible().map(|n| (n.fingerprint, n.row_anchor.as_str())));
        self.naive += doubles(visible().map(|n| (&n.class_name, &n.resource_id, &n.label, n.role)));
    }

    fn merge(&mut self, other: &Self) {
        self.files += other.files;
        self.screens += other.screens;
        self.nodes += other.nodes;
        self.semantic += other.semantic;
        self.visible += other.visible;
        self.collisions += other.collisions;
        self.naive += other.naive;
        self.warnings += other.warnings;
        self.raw_bytes += other.raw_bytes;
        other.errors.iter().for_each(|(code, n)| *self.errors.entry(code).or_default() += n);
    }

    fn rate(&self, collisions: usize) -> f64 {
        100.0 * collisions as f64 / self.visible.max(1) as f64
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "files": self.files, "screens": self.screens, "errors": self.errors, "raw_bytes": self.raw_bytes,
            "nodes": self.nodes, "semantic": self.semantic, "visible": self.visible, "warnings": self.warnings,
            "collisions": self.collisions, "collision_percent": self.rate(self.collisions),
            "naive_collision_percent": self.rate(self.naive),
        })
    }

    fn print(&self, name: &str) {
        let errors: Vec<String> =
            self.errors.iter().map(|(code, n)| format!("{code} {n}")).collect();
        println!(
            "{name:<20} {:>5} {:>7} {:>7} {:>8} {:>10} {:>6.1} % {:>6.1} % {:>8}  {}",
            self.files,
            self.screens,
            self.nodes,
            self.semantic,
            self.collisions,
            self.rate(self.collisions),
            self.rate(self.naive),
            self.warnings,
            errors.join(", ")
        );
    }
}

/// How many items share their key with another one.
fn doubles<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> usize {
    let mut count: HashMap<K, usize> = HashMap::new();
    keys.for_each(|key| *count.entry(key).or_default() += 1);
    count.values().filter(|n| **n > 1).sum()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() { files(&entry, found) } else { found.push(entry) }
    }
}

/// Reads a folder: the screens, and what to print per source (first part of the path).
fn read(root: &Path, is_dump: impl Fn(&str) -> bool) -> (Screens, BTreeMap<String, Source>) {
    let (mut screens, mut sources) = (Screens::new(), BTreeMap::<String, Source>::new());
    let mut found = vec![];
    files(root, &mut found);
    for path in found {
        let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        if !is_dump(&name) {
            continue;
        }
        let source = sources.entry(name.split('/').next().unwrap().to_owned()).or_default();
        source.files += 1;
        let (bytes, limits) = (std::fs::read(&path).unwrap(), Limits::default());
        let states = match parse::parse(&bytes, Capture::default(), &limits) {
            Ok(snapshot) => vec![Ok(snapshot)],
            Err(error) => match parse::states(&bytes, &Capture::default(), &limits) {
                Ok(states) if states.len() > 1 => states,
                _ => vec![Err(error)],
            },
        };
        for state in states {
            match state {
                Ok(snapshot) => {
                    let screen = perceive(&snapshot);
                    source.add(&screen);
                    screens.entry(name.clone()).or_default().push(screen);
                }
                Err(error) => *source.errors.entry(error.code()).or_default() += 1,
            }
        }
    }
    (screens, sources)
}

fn print_sources(sources: &BTreeMap<String, Source>) -> Source {
    println!(
        "source               files screens   nodes semantic collisions      of visible  naive warnings  errors"
    );
    let mut total = Source::default();
    for (name, source) in sources {
        source.print(name);
        total.merge(source);
    }
    total.print("total");
    total
}

/// Two labelled screens, and whether they are the same.
struct Pair<'a> {
    names: (String, String),
    screens: (&'a Screen, &'a Screen),
    same: bool,
}

fn pairs<'a>(screens: &'a Screens, sequences: &[Vec<String>]) -> Vec<Pair<'a>> {
    let mut pairs = vec![];
    // Runs: every state against every other.
    let mut states: Vec<(String, &str, &Screen)> = vec![];
    for (path, names) in RUNS {
        let found = screens.get(path).unwrap_or_else(|| panic!("{path} is missing"));
        let names: Vec<&str> = names.split(' ').collect();
        assert_eq!(found.len(), names.len(), "{path}");
        states.extend(
            found
                .iter()
                .zip(names)
                .enumerate()
                .map(|(i, (s, n))| (format!("{path}#{}", i + 1), n, s)),
        );
    }
    for (i, a) in states.iter().enumerate() {
        for b in &states[i + 1..] {
            if !UNSURE_NAMES.contains(&(a.1, b.1)) && !UNSURE_NAMES.contains(&(b.1, a.1)) {
                pairs.push(Pair {
                    names: (a.0.clone(), b.0.clone()),
                    screens: (a.2, b.2),
                    same: a.1 == b.1,
                });
            }
        }
    }
    // Files: what is listed as the same, and what stands together in one sequence without being listed.
    let one = |path: &str| screens.get(path).and_then(|s| s.first());
    let mut pair = |a: &str, b: &str, same: bool| {
        let screens = (one(a).unwrap(), one(b).unwrap());
        pairs.push(Pair { names: (a.into(), b.into()), screens, same });
    };
    let together =
        |sets: &[&[&str]], a: &str, b: &str| sets.iter().any(|s| s.contains(&a) && s.contains(&b));
    for set in SAME {
        for (i, a) in set.iter().enumerate() {
            set[i + 1..].iter().for_each(|b| pair(a, b, true));
        }
    }
    for sequence in sequences {
        for (i, a) in sequence.iter().enumerate() {
            for b in sequence[i + 1..].iter().filter(|b| *b != a) {
                if !together(SAME, a, b) && !together(UNSURE, a, b) {
                    pair(a, b, false);
                }
            }
        }
    }
    pairs
}

/// The flows of `SEQUENCES.tsv` that are one file per step, in order.
fn sequences(root: &Path, screens: &Screens) -> Vec<Vec<String>> {
    let table = std::fs::read_to_string(root.join("SEQUENCES.tsv")).unwrap();
    let mut sequences: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let judged = cells[5].contains("flow") || cells[5] == "same screen";
        let run = RUNS.iter().any(|(path, _)| *path == cells[2]);
        if judged && !run && screens.contains_key(cells[2]) {
            sequences.entry(cells[0]).or_default().push(cells[2].to_owned());
        }
    }
    sequences.into_values().collect()
}

#[derive(Default)]
struct Confusion {
    same_as_same: usize,
    same_as_other: usize,
    other_as_other: usize,
    other_as_same: usize,
    /// Same screens of one dialect that also have one identity.
    one_identity: usize,
    /// Different screens with one identity.
    shared_identity: usize,
}

fn judge(pairs: &[Pair<'_>]) -> Confusion {
    let mut table = Confusion::default();
    for pair in pairs {
        let (a, b) = pair.screens;
        let likeness = compare(a, b);
        match (pair.same, likeness.is_same()) {
            (true, true) => table.same_as_same += 1,
            (true, false) => table.same_as_other += 1,
            (false, false) => table.other_as_other += 1,
            (false, true) => table.other_as_same += 1,
        }
        table.one_identity += usize::from(pair.same && a.id == b.id);
        table.shared_identity += usize::from(!pair.same && a.id == b.id);
        if pair.same != likeness.is_same() {
            let evidence = likeness.evidence();
            let truth = if pair.same { "same, judged other" } else { "other, judged same" };
            println!(
                "{truth}: {} | {} ({:.2} {:?})",
                pair.names.0, pair.names.1, evidence.score, evidence.reason
            );
        }
    }
    println!("\n                 judged same   judged other   one identity");
    println!(
        "same      {:>18} {:>14} {:>14}",
        table.same_as_same, table.same_as_other, table.one_identity
    );
    println!(
        "different {:>18} {:>14} {:>14}",
        table.other_as_same, table.other_as_other, table.shared_identity
    );
    table
}

/// Every screen to the next one of its run or folder and back.
fn check_deltas<'a>(runs: impl Iterator<Item = Vec<&'a Screen>>) -> usize {
    let mut checked = 0;
    for run in runs {
        for step in run.windows(2) {
            for (prev, next) in [(step[0], step[1]), (step[1], step[0]), (step[0], step[0])] {
                assert_eq!(&apply(prev, &delta(prev, next)).unwrap(), next);
                checked += 1;
            }
        }
    }
    checked
}

fn write(name: &str, summary: &serde_json::Value) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/corpus");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), serde_json::to_string_pretty(summary).unwrap()).unwrap();
}

fn source_json(sources: &BTreeMap<String, Source>) -> serde_json::Value {
    sources
        .iter()
        .map(|(name, source)| (name.clone(), source.json()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

#[test]
fn real_screens_are_recognised() {
    if let Some(folder) = std::env::var_os("DIR") {
        let (screens, sources) = read(Path::new(&folder), |_| true);
        let total = print_sources(&sources);
        let checked = check_deltas(std::iter::once(screens.values().flatten().collect()));
        println!("{checked} deltas applied");
        let sources = source_json(&sources);
        return write(
            "summary.json",
            &json!({"sources": sources, "total": total.json(), "deltas_checked": checked}),
        );
    }
    let root = std::env::var("CS_MEM_CORPUS").unwrap_or_else(|_| "../shared/corpus".into());
    let root = Path::new(&root);
    let Ok(index) = std::fs::read_to_string(root.join("INDEX.tsv")) else {
        println!("skipped: no corpus; CS_MEM_CORPUS says where it is");
        return;
    };
    let listed: HashSet<&str> =
        index.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    let (screens, sources) = read(root, |name| listed.contains(name));
    let total = print_sources(&sources);

    let sequences = sequences(root, &screens);
    let pairs = pairs(&screens, &sequences);
    let table = judge(&pairs);

    let runs = screens.values().map(|run| run.iter().collect());
    let flows = sequences.iter().map(|s| s.iter().flat_map(|path| &screens[path]).collect());
    let checked = check_deltas(runs.chain(flows));
    println!("{checked} deltas applied");

    write(
        "summary.json",
        &json!({
            "sources": source_json(&sources),
            "total": total.json(),
            "pairs": {
                "same_judged_same": table.same_as_same, "same_judged_different": table.same_as_other,
                "different_judged_different": table.other_as_other, "different_judged_same": table.other_as_same,
                "same_with_one_identity": table.one_identity, "different_with_one_identity": table.shared_identity,
            },
            "deltas_checked": checked,
        }),
    );
    assert!(pairs.len() > 1_500 && checked > 300, "{} pairs, {checked} deltas", pairs.len());
    assert!(
        total.rate(total.collisions) <= 5.0,
        "collisions: {:.2} %",
        total.rate(total.collisions)
    );
    assert_eq!((table.same_as_other, table.other_as_same, table.shared_identity), (0, 0, 0));
    let (english, french) = (&screens[LANGUAGES.0][0], &screens[LANGUAGES.1][0]);
    assert!(compare(english, french).evidence().language_switch);
}
