//! Whatever comes in, parsing ends with a snapshot that keeps its contract, or with an error.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot read its input has failed

use cs_mem::model::{Capture, Rect, ScreenInput, Snapshot, UiNode};
use cs_mem::perceive::{Limits, PerceiveError, parse};
use proptest::prelude::*;

const LIMITS: Limits = Limits { max_nodes: 300, max_depth: 40, max_bytes: 64 * 1024 };

/// What every snapshot promises to those who read it.
fn keeps_its_contract(snapshot: &Snapshot) {
    assert!(!snapshot.nodes.is_empty() && snapshot.nodes.len() <= LIMITS.max_nodes);
    let mut depths = Vec::new();
    for (index, node) in snapshot.nodes.iter().enumerate() {
        let depth = match node.parent {
            None => 0,
            Some(_) => {
                let parent = node.parent_index().unwrap();
                assert!(parent < index);
                assert_eq!(node.window, snapshot.nodes[parent].window);
                depths[parent] + 1
            }
        };
        assert!(depth <= LIMITS.max_depth);
        depths.push(depth);
        assert!(usize::try_from(node.window).unwrap() < snapshot.windows.len());
        let texts = [&node.text, &node.content_desc, &node.hint, &node.resource_id];
        assert!(texts.iter().all(|t| !t.contains(['\0', '\u{1}', '\u{FFFE}'])));
    }
    assert!(snapshot.warnings.iter().all(|w| w.count > 0));
}

fn parses_or_errs(bytes: &[u8]) {
    let read = parse::parse(bytes, Capture::default(), &LIMITS);
    match &read {
        Ok(snapshot) => {
            keeps_its_contract(snapshot);
            assert!(parse::dialect(bytes).is_some());
        }
        Err(PerceiveError::Truncated { offset } | PerceiveError::Malformed { offset }) => {
            assert!(*offset <= bytes.len() * 3, "{offset}");
        }
        Err(_) => {}
    }
    // the same bytes give the same answer
    assert_eq!(read, parse::parse(bytes, Capture::default(), &LIMITS));
    if let Ok(states) = parse::states(bytes, &Capture::default(), &LIMITS) {
        states.iter().flatten().for_each(keeps_its_contract);
    }
}

fn golden() -> Vec<Vec<u8>> {
    let mut files: Vec<_> =
        std::fs::read_dir("tests/golden/dumps").unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// One edit of a dump: bytes that matter to parsers, put in, taken out or doubled.
#[derive(Debug, Clone)]
enum Edit {
    Insert(prop::sample::Index, &'static [u8]),
    Delete(prop::sample::Index, usize),
    Repeat(prop::sample::Index, usize),
    Set(prop::sample::Index, u8),
    Cut(prop::sample::Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    const PIECES: [&[u8]; 20] = [
        b"\"",
        b"'",
        b"<",
        b">",
        b"/>",
        b"&",
        b"&#55357;",
        b"&#0;",
        b"\\ud83d",
        b"\\",
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b"<!--",
        b"<node ",
        b"</node>",
        b"\xED\xA0\xBC",
        b"\xFF",
    ];
    let at = any::<prop::sample::Index>;
    prop_oneof![
        (at(), prop::sample::select(&PIECES[..])).prop_map(|(i, p)| Edit::Insert(i, p)),
        (at(), 1..200usize).prop_map(|(i, n)| Edit::Delete(i, n)),
        (at(), 1..400usize).prop_map(|(i, n)| Edit::Repeat(i, n)),
        (at(), any::<u8>()).prop_map(|(i, b)| Edit::Set(i, b)),
        at().prop_map(Edit::Cut),
    ]
}

fn apply(dump: &mut Vec<u8>, edit: &Edit) {
    if dump.is_empty() {
        return;
    }
    match edit {
        Edit::Insert(at, piece) => {
            let at = at.index(dump.len());
            dump.splice(at..at, piece.iter().copied());
        }
        Edit::Delete(at, len) => {
            let at = at.index(dump.len());
            dump.drain(at..(at + len).min(dump.len()));
        }
        Edit::Repeat(at, len) => {
            let at = at.index(dump.len());
            let piece = dump[at..(at + len).min(dump.len())].to_vec();
            dump.splice(at..at, piece);
        }
        Edit::Set(at, byte) => {
            let at = at.index(dump.len());
            dump[at] = *byte;
        }
        Edit::Cut(at) => dump.truncate(at.index(dump.len())),
    }
}

fn hostile_text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,20}",
        "[<>&\"'/=\\\\{}\\[\\]#;a-z ]{0,30}",
        any::<String>().prop_map(|s| s.chars().take(30).collect()),
    ]
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            // the other half of characters as their numbers, the large ones in two halves
            c if c as u32 % 2 == 1 => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("&#{unit};"));
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// As XML may hold it: what it forbids is replaced.
fn allowed(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' | '\n' | '\r' => c,
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
            c => c,
        })
        .collect()
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        parses_or_errs(&bytes);
    }

    #[test]
    fn arbitrary_markup_never_panics(text in "(<\\?xml \\?>)?(<hierarchy>|<node |\\[\\{\"bounds\":|<ViewHierarchy>)[<>&\"'/=\\\\{}\\[\\],:#;a-z0-9 ]{0,200}") {
        parses_or_errs(text.as_bytes());
    }

    #[test]
    fn mutated_dumps_never_panic(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        let mut dump = which.get(&golden()).clone();
        for edit in &edits {
            apply(&mut dump, edit);
        }
        parses_or_errs(&dump);
    }

    #[test]
    fn any_text_comes_through_xml_and_json(texts in prop::collection::vec(hostile_text(), 1..8)) {
        let nodes: String = texts
            .iter()
            .map(|t| format!("<node class=\"a\" bounds=\"[0,0][9,9]\" text=\"{}\"/>\n", escaped(t)))
            .collect();
        let xml = format!("<?xml version='1.0'?>\n<hierarchy rotation=\"0\">{nodes}</hierarchy>");
        let list: Vec<_> = texts
            .iter()
            .map(|t| serde_json::json!({"className": "a", "contentDesc": "", "bounds": [0, 0, 9, 9], "text": t}))
            .collect();
        let json = serde_json::to_vec(&list).unwrap();
        for dump in [xml.as_bytes(), &json] {
            let read = parse::parse(dump, Capture::default(), &Limits::default()).unwrap();
            let got: Vec<_> = read.nodes.iter().map(|n| n.text.clone()).collect();
            let expected: Vec<_> = texts.iter().map(|t| allowed(t)).collect();
            prop_assert_eq!(got, expected);
        }
    }

    #[test]
    fn any_node_list_keeps_its_contract_or_is_refused(
        parents in prop::collection::vec(prop::option::of(-1..60i32), 0..60),
        windows in prop::collection::vec(0..3i32, 60),
        edges in prop::collection::vec(any::<[i32; 4]>(), 60),
    ) {
        let nodes: Vec<UiNode> = parents
            .iter()
            .zip(windows.iter().zip(&edges))
            .map(|(parent, (window, [l, t, r, b]))| UiNode {
                parent: *parent,
                window: *window,
                ..UiNode::new("a", Rect::new(*l, *t, *r, *b))
            })
            .collect();
        let snapshot = Snapshot { nodes, ..Snapshot::default() };
        let sound = parents.iter().enumerate().all(|(i, p)| p.is_none_or(|p| p >= 0 && (p as usize) < i));
        let read = parse::read(ScreenInput::Nodes { snapshot: snapshot.clone() }, &LIMITS);
        match read {
            Ok(read) => {
                prop_assert!(sound);
                keeps_its_contract(&read);
                // nothing is moved: actions refer to nodes by their index
                prop_assert!(read.nodes.iter().zip(&snapshot.nodes).all(|(a, b)| a.bounds == b.bounds));
            }
            Err(PerceiveError::NoNodes) => prop_assert!(parents.is_empty()),
            Err(PerceiveError::TooDeep { .. }) => prop_assert!(parents.len() > LIMITS.max_depth),
            Err(PerceiveError::BadNode { .. } | PerceiveError::Cyclic { .. }) => prop_assert!(!sound),
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}
