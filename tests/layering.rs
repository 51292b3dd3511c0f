//! A room imports only rooms with a smaller number; rooms with the same number never import each other.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};

const ROOMS: [(&str, u32); 9] = [
    ("model", 1),
    ("perceive", 2),
    ("distill", 3),
    ("replay", 3),
    ("lifecycle", 3),
    ("store", 4),
    ("writer", 5),
    ("engine", 6),
    ("ffi", 7),
];

fn number(room: &str) -> Option<u32> {
    ROOMS.iter().find(|(name, _)| *name == room).map(|(_, n)| *n)
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

/// Rooms that a source names as `crate::room`, also within `use crate::{a::X, b::Y}`. Doc comments may name any room.
fn rooms_named(source: &str) -> Vec<String> {
    let code: String =
        source.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut rooms = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut word = String::new();
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => rooms.push(std::mem::take(&mut word)),
                    c if depth == 0 => word.push(c),
                    _ => {}
                }
            }
            rooms.push(word);
        } else {
            rooms.push(rest.to_owned());
        }
    }
    let name = |text: String| {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    rooms.into_iter().map(name).collect()
}

#[test]
fn rooms_import_only_downwards() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(files.len() > 30, "the scan found only {} files", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&src).unwrap();
        let Some(room) = inside.components().next().and_then(|c| c.as_os_str().to_str()) else {
            continue;
        };
        let Some(own) = number(room) else { continue };
        for other in rooms_named(&fs::read_to_string(&file).unwrap()) {
            if other != room && number(&other).is_some_and(|n| n >= own) {
                wrong.push(format!("{} names room {other}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn pure_rooms_stay_pure() {
    const BANNED: [&str; 8] = [
        "rusqlite",
        "std::fs",
        "std::thread",
        "std::net",
        "SystemTime",
        "Instant",
        "getrandom",
        "tokio",
    ];
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (room, _) in ROOMS.iter().filter(|(_, n)| *n <= 3) {
        let mut files = Vec::new();
        sources(&src.join(room), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let production = text.split("#[cfg(test)]").next().unwrap();
            for line in production.lines().filter(|l| !l.trim_start().starts_with("//")) {
                if let Some(banned) = BANNED.iter().find(|b| line.contains(**b)) {
                    wrong.push(format!("{}: {banned}", file.strip_prefix(&src).unwrap().display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_one_file_reads_the_clock_or_a_random_source() {
    const SOURCES: [&str; 4] = ["SystemTime::now", "Instant::now", "getrandom::", "thread::sleep"];
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut wrong = Vec::new();
    for file in files.iter().filter(|f| !f.ends_with("engine/env.rs")) {
        let text = fs::read_to_string(file).unwrap();
        for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
            if SOURCES.iter().any(|s| line.contains(s)) {
                wrong.push(format!("{}: {}", file.display(), line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
