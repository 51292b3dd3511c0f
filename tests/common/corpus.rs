//! Real trees, read where they are. Nothing of them is in the project.

use cs_mem::model::{Capture, Snapshot};
use cs_mem::perceive::{Limits, parse};
use std::path::{Path, PathBuf};

/// The corpus folder: `CS_MEM_CORPUS`, else `../shared/corpus` beside the project or beside the folder it is in.
pub fn folder() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let candidates = match std::env::var_os("CS_MEM_CORPUS") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => vec![own.join("../shared/corpus")],
    };
    candidates.into_iter().find(|folder| folder.join("INDEX.tsv").is_file())
}

/// All dumps that can be read, by file name.
pub fn snapshots(folder: &Path) -> Vec<(String, Snapshot)> {
    let index = std::fs::read_to_string(folder.join("INDEX.tsv")).unwrap_or_default();
    let names = index.lines().skip(1).filter_map(|line| line.split('\t').next());
    names
        .filter_map(|name| {
            let bytes = std::fs::read(folder.join(name)).ok()?;
            let snapshot = parse::parse(&bytes, Capture::default(), &Limits::default()).ok()?;
            Some((name.to_owned(), snapshot))
        })
        .collect()
}
