//! Real screens, changed the way screens change by themselves, stay the same screen; changed the way an intruder changes
//! them, they do not. A second judge beside the recorded pairs, and one that no file was chosen for.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot read its input has failed

use cs_mem::model::{Capture, Rect, Screen, Snapshot, UiNode, WindowKind};
use cs_mem::perceive::{Limits, compare, parse, perceive, text};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// All snapshots of the corpus that have bounds and content, with their names; empty without a corpus.
fn corpus() -> Vec<(String, Snapshot)> {
    let root = std::env::var("CS_MEM_CORPUS").unwrap_or_else(|_| "../shared/corpus".into());
    let Ok(index) = std::fs::read_to_string(Path::new(&root).join("INDEX.tsv")) else {
        println!("skipped: no corpus; CS_MEM_CORPUS says where it is");
        return vec![];
    };
    let mut all = vec![];
    for name in index.lines().skip(1).filter_map(|line| line.split('\t').next()) {
        let (bytes, limits) =
            (std::fs::read(Path::new(&root).join(name)).unwrap(), Limits::default());
        let states = match parse::parse(&bytes, Capture::default(), &limits) {
            Ok(snapshot) => vec![Ok(snapshot)],
            Err(_) => parse::states(&bytes, &Capture::default(), &limits).unwrap_or_default(),
        };
        let usable =
            |s: &Snapshot| s.nodes.iter().any(|n| !n.bounds.is_empty()) && !perceive(s).opaque;
        all.extend(states.into_iter().flatten().filter(usable).map(|s| (name.to_owned(), s)));
    }
    all
}

fn node(class: &str, text: &str, bounds: Rect, parent: Option<i32>, like: &UiNode) -> UiNode {
    UiNode {
        text: text.into(),
        parent,
        package: like.package.clone(),
        clickable: class == "Button",
        ..UiNode::new(format!("android.widget.{class}"), bounds)
    }
}

/// The middle of the display.
fn middle(snapshot: &Snapshot) -> Rect {
    let d = snapshot.capture.display.bounds().unwrap();
    Rect::new(d.right / 10, d.bottom / 3, d.right * 9 / 10, d.bottom * 2 / 3)
}

/// A window over everything else, with a root and what it holds.
fn with_window(
    snapshot: &Snapshot,
    kind: WindowKind,
    bounds: Rect,
    held: &[(&str, &str)],
) -> Snapshot {
    let mut next = snapshot.clone();
    let mut window = next.windows[0].clone();
    window.layer = next.windows.iter().map(|w| w.layer).max().unwrap() + 1;
    (window.kind, window.bounds, window.focused) = (kind, bounds, kind == WindowKind::Application);
    window.package = "com.example.other".into();
    next.windows[0].focused = kind != WindowKind::Application;
    let root = next.nodes.len() as i32;
    let like = UiNode { package: window.package.clone(), ..snapshot.nodes[0].clone() };
    next.nodes.push(node("FrameLayout", "", bounds, None, &like));
    next.nodes
        .extend(held.iter().map(|(class, text)| node(class, text, bounds, Some(root), &like)));
    let index = next.windows.len() as i32;
    next.nodes[root as usize..].iter_mut().for_each(|n| n.window = index);
    next.windows.push(window);
    next
}

/// Without some subtrees.
fn without(snapshot: &Snapshot, roots: &[usize]) -> Snapshot {
    let mut gone: HashSet<usize> = roots.iter().copied().collect();
    let (mut kept, mut moved) = (vec![], vec![0; snapshot.nodes.len()]);
    for (index, node) in snapshot.nodes.iter().enumerate() {
        if gone.contains(&index) || node.parent.is_some_and(|p| gone.contains(&(p as usize))) {
            gone.insert(index);
            continue;
        }
        moved[index] = kept.len() as i32;
        kept.push(UiNode { parent: node.parent.map(|p| moved[p as usize]), ..node.clone() });
    }
    Snapshot { nodes: kept, ..snapshot.clone() }
}

/// Lists and scrolled pages with their entries.
fn scrollers(snapshot: &Snapshot) -> Vec<(bool, Vec<usize>)> {
    let held = |parent: usize| -> Vec<usize> {
        (0..snapshot.nodes.len())
            .filter(|i| snapshot.nodes[*i].parent == Some(parent as i32))
            .collect()
    };
    let mut found = vec![];
    for (index, node) in snapshot.nodes.iter().enumerate() {
        let name = node.class_name.rsplit('.').next().unwrap();
        if ["RecyclerView", "ListView", "GridView"].iter().any(|list| name.ends_with(list)) {
            found.push((true, held(index)));
        } else if name.ends_with("ScrollView") && node.scrollable {
            let entries = held(index);
            found.push((false, if entries.len() == 1 { held(entries[0]) } else { entries }));
        }
    }
    found.retain(|(_, entries)| entries.len() >= 4);
    found
}

fn drifted(snapshot: &Snapshot) -> Vec<(&'static str, Snapshot)> {
    let with = |change: &dyn Fn(usize, &mut UiNode)| {
        let mut next = snapshot.clone();
        next.nodes.iter_mut().enumerate().for_each(|(index, node)| change(index, node));
        next
    };
    let mut all = vec![
        (
            "a few pixels",
            with(&|i, n| {
                if n.bounds.height() > 10 {
                    let by = (i % 5) as i32 - 2;
                    (n.bounds.top, n.bounds.bottom) = (n.bounds.top + by, n.bounds.bottom + by);
                }
            }),
        ),
        (
            "focus and checks",
            with(&|_, n| {
                (n.focused, n.checked) = (!n.focused, n.checked ^ n.checkable);
            }),
        ),
        (
            "clocks and counters",
            with(&|_, n| {
                if text::volatile(&text::normalise(&n.text)) && !n.clickable {
                    n.text =
                        n.text.chars().map(|c| if c.is_ascii_digit() { '7' } else { c }).collect();
                }
            }),
        ),
        (
            "typed text",
            with(&|_, n| {
                if n.editable {
                    n.text = "typed by somebody".into();
                }
            }),
        ),
    ];
    let display = snapshot.capture.display.bounds().unwrap();
    if snapshot.windows.len() == 1 {
        let lower = Rect { top: display.bottom * 6 / 10, ..display };
        all.push(("keyboard", with_window(snapshot, WindowKind::InputMethod, lower, &[])));
    }
    for (list, entries) in scrollers(snapshot) {
        if list {
            all.push(("a row less", without(snapshot, &entries[entries.len() - 1..])));
            all.push(("list scrolled", without(snapshot, &entries[..entries.len() / 2])));
        } else {
            all.push(("page scrolled", without(snapshot, &entries[..entries.len() / 3 + 1])));
        }
    }
    all
}

fn intruded(snapshot: &Snapshot) -> Vec<(&'static str, Snapshot)> {
    let question =
        [("TextView", "Delete it for good?"), ("Button", "Keep it"), ("Button", "Delete it")];
    if snapshot.windows.len() != 1 {
        return vec![];
    }
    let middle = middle(snapshot);
    let mut overlay = snapshot.clone();
    let (root, like) = (overlay.nodes.len() as i32, snapshot.nodes[0].clone());
    overlay.nodes.push(node("FrameLayout", "", middle, Some(0), &like));
    overlay
        .nodes
        .extend(question.iter().map(|(class, text)| node(class, text, middle, Some(root), &like)));
    vec![
        ("a window", with_window(snapshot, WindowKind::Application, middle, &question)),
        ("a layer in the window", overlay),
    ]
}

#[test]
fn screens_that_drift_stay_the_same_and_intruders_are_seen() {
    let corpus = corpus();
    // How many, how many judged wrongly, how many with the wrong identity.
    let mut table: BTreeMap<(&str, &str), (usize, usize, usize)> = BTreeMap::new();
    for (name, snapshot) in &corpus {
        let screen: Screen = perceive(snapshot);
        // A page that is one scrolled container has no place for a layer beside it.
        let all_scrolls = snapshot.nodes[0].scrollable || snapshot.nodes[0].class_name == "HTML";
        let drifts = drifted(snapshot).into_iter().map(|d| ("same", d));
        let intruders =
            intruded(snapshot).into_iter().filter(|_| !all_scrolls).map(|i| ("other", i));
        for (truth, (what, next)) in drifts.chain(intruders) {
            let next = perceive(&next);
            let row = table.entry((truth, what)).or_default();
            let wanted = truth == "same";
            row.0 += 1;
            row.1 += usize::from(compare(&screen, &next).is_same() != wanted);
            row.2 += usize::from((screen.id == next.id) != wanted);
            if compare(&screen, &next).is_same() != wanted {
                println!("{what}: {name} {:?}", compare(&screen, &next).evidence().reason);
            }
        }
    }
    println!("truth  change                    screens  judged wrongly  wrong identity");
    for ((truth, what), (all, judged, identity)) in &table {
        println!("{truth:<6} {what:<24} {all:>8} {judged:>15} {identity:>15}");
    }
    if !corpus.is_empty() {
        assert_eq!(table.len(), 10);
        assert!(table.values().all(|(_, judged, identity)| (*judged, *identity) == (0, 0)));
    }
}
