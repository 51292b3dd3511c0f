//! Every file of the corpus of real trees parses to a snapshot, or to the right error.
//!
//! The corpus is no part of the project: `CS_MEM_CORPUS` says where it is. Without it there is one line and no test.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot read its input has failed

use cs_mem::model::{Capture, Snapshot};
use cs_mem::perceive::{Limits, PerceiveError, parse};
use std::path::{Path, PathBuf};

/// A line of `INDEX.tsv`.
struct Entry {
    path: PathBuf,
    name: String,
    format: String,
    nodes: usize,
}

impl Entry {
    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap()
    }

    fn parse(&self) -> Result<Snapshot, PerceiveError> {
        parse::parse(&self.bytes(), Capture::default(), &Limits::default())
    }

    /// Tests and window lists that are in the corpus as examples of what is no tree.
    fn is_no_tree(&self) -> bool {
        self.name.starts_with("craftdroid/")
            || self.name.starts_with("androidviewclient/") && self.name.ends_with(".txt")
    }
}

fn corpus() -> Vec<Entry> {
    let root = std::env::var("CS_MEM_CORPUS").unwrap_or_else(|_| "../shared/corpus".into());
    let Ok(index) = std::fs::read_to_string(Path::new(&root).join("INDEX.tsv")) else {
        println!("skipped: no corpus; CS_MEM_CORPUS says where it is");
        return Vec::new();
    };
    let entries = index.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        Entry {
            path: Path::new(&root).join(cells[0]),
            name: cells[0].to_owned(),
            format: cells[5].to_owned(),
            nodes: cells[7].parse().unwrap(),
        }
    });
    entries.collect()
}

/// What holds for every snapshot.
fn check(name: &str, snapshot: &Snapshot) {
    for (index, node) in snapshot.nodes.iter().enumerate() {
        assert!(node.parent_index().is_none_or(|p| p < index), "{name}: node {index}");
        assert!((node.window as usize) < snapshot.windows.len(), "{name}: node {index}");
    }
    let masked = snapshot.warnings.iter().any(|w| w.code == "tree.no_bounds");
    assert_eq!(snapshot.capture.display.bounds().is_none(), masked, "{name}");
}

#[test]
fn every_file_gives_its_nodes_or_the_right_error() {
    for entry in corpus() {
        let name = entry.name.as_str();
        match entry.parse() {
            Ok(snapshot) => {
                assert!(!entry.is_no_tree(), "{name}");
                check(name, &snapshot);
                // the index counts `labeledBy` of one axe file as a node
                let listed = entry.nodes - usize::from(name.ends_with("app_edit_text.v1.json"));
                assert_eq!(snapshot.nodes.len(), listed, "{name}");
                if entry.format == "uiautomator-xml" && !name.starts_with("autonom/") {
                    assert_eq!(snapshot.warnings, [], "{name}");
                }
            }
            Err(PerceiveError::NotATree { .. }) if entry.is_no_tree() => {}
            Err(PerceiveError::NotATree { .. }) if entry.format == "mobilerun-json" => {
                let states =
                    parse::states(&entry.bytes(), &Capture::default(), &Limits::default()).unwrap();
                let states: Vec<_> = states.into_iter().map(Result::unwrap).collect();
                states.iter().for_each(|state| check(name, state));
                let nodes: usize = states.iter().map(|s| s.nodes.len()).sum();
                assert_eq!(nodes, entry.nodes, "{name}");
            }
            Err(error) => panic!("{name}: {error}"),
        }
    }
}

#[test]
fn half_a_file_is_never_a_screen() {
    for entry in corpus() {
        let bytes = entry.bytes();
        let half = &bytes[..bytes.len() / 2];
        let read = parse::parse(half, Capture::default(), &Limits::default());
        match read.unwrap_err() {
            PerceiveError::Truncated { offset } => assert!(offset <= half.len(), "{}", entry.name),
            PerceiveError::NotATree { .. } => {
                assert!(entry.is_no_tree() || entry.format == "mobilerun-json")
            }
            error => panic!("{}: {error}", entry.name),
        }
    }
}
