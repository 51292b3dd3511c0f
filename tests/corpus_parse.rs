//! Every file of the corpus of real trees parses to a snapshot, or to the right error.
//!
//! The corpus is no part of the project: `CS_MEM_CORPUS` says where it is. Without it there is one line and no test.

use cs_mem::model::Capture;
use cs_mem::perceive::{Limits, PerceiveError, parse};
use std::path::{Path, PathBuf};

/// A line of `INDEX.tsv`.
struct Entry {
    path: PathBuf,
    name: String,
    format: String,
    nodes: usize,
    notes: String,
}

fn corpus() -> Option<Vec<Entry>> {
    let root = std::env::var("CS_MEM_CORPUS").unwrap_or_else(|_| "../shared/corpus".into());
    let Ok(index) = std::fs::read_to_string(Path::new(&root).join("INDEX.tsv")) else {
        eprintln!("skipped: no corpus at CS_MEM_CORPUS");
        return None;
    };
    let entries = index.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        Entry {
            path: Path::new(&root).join(cells[0]),
            name: cells[0].to_owned(),
            format: cells[5].to_owned(),
            nodes: cells[7].parse().unwrap_or(0),
            notes: cells[9].to_owned(),
        }
    });
    Some(entries.collect())
}

#[test]
fn dbg() {
    for e in corpus().unwrap() {
        let bytes = std::fs::read(&e.path).unwrap();
        match parse::parse(&bytes, Capture::default(), &Limits::default()) {
            Ok(s) => println!(
                "{} {:?} {} {} win={:?} fg={}/{} disp={:?} warn={:?}",
                e.name,
                parse::dialect(&bytes).unwrap(),
                e.nodes,
                s.nodes.len(),
                s.windows
                    .iter()
                    .map(|w| format!(
                        "{:?} {} {:?} l{}",
                        w.kind,
                        w.package,
                        (w.bounds.left, w.bounds.top, w.bounds.right, w.bounds.bottom),
                        w.layer
                    ))
                    .collect::<Vec<_>>(),
                s.capture.foreground.package,
                s.capture.foreground.activity,
                s.capture.display,
                s.warnings.iter().map(|w| (w.code.as_str(), w.count)).collect::<Vec<_>>()
            ),
            Err(PerceiveError::NotATree { looked_like }) => {
                println!("{} {} {looked_like} ", e.name, e.nodes);
                for s in parse::states(&bytes, &Capture::default(), &Limits::default()).unwrap() {
                    match s {
                        Ok(s) => println!(
                            "    {} {} {:?}",
                            s.nodes.len(),
                            s.capture.foreground.package,
                            s.warnings
                                .iter()
                                .map(|w| (w.code.as_str(), w.count))
                                .collect::<Vec<_>>()
                        ),
                        Err(e) => println!("    {e}"),
                    }
                }
            }
            Err(x) => println!("{} {} ERROR {x:?}", e.name, e.nodes),
        }
    }
}
