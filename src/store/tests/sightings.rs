use super::*;
use crate::store::tree::{NodeFacts, Tree};
use proptest::prelude::*;
use std::collections::HashMap;

#[test]
fn a_screen_comes_back_as_it_was() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let seen = screen(&["Inbox", "Send", "Send", "设置"]);
    assert!(seen.nodes.iter().any(|n| n.ambiguous), "two equal buttons");
    base.see(&e1, &seen);
    let back = base.store.read(|db| screens::get(db, seen.id)).unwrap();
    assert_eq!(back, Some(seen.clone()));
    assert_eq!(base.store.read(|db| screens::of_episode(db, &e1)).unwrap(), [seen]);
}

#[test]
fn a_known_screen_costs_one_row() {
    let mut base = Base::new();
    let (e1, e2) = (base.begin("e1", "goal"), base.begin("e2", "goal"));
    let seen = screen(&["Inbox", "Send"]);
    base.see(&e1, &seen);
    let before = base.store.read(stats::read).unwrap();
    base.see(
        &e2,
        &Screen { capture: Capture { at: at(9_000), ..seen.capture.clone() }, ..seen.clone() },
    );
    let after = base.store.read(stats::read).unwrap();
    assert_eq!(Stats { visits: before.visits + 1, ..before }, after);
    let node =
        base.store.read(|db| nodes::by_fingerprint(db, said(&seen, "Send"))).unwrap().unwrap();
    assert_eq!((node.seen, node.first_seen, node.last_seen), (2, at(2_000), at(9_000)));
}

use stats::Stats;

#[test]
fn a_clock_that_jumps_back_never_lowers_what_was_seen_last() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let seen = screen_of("com.x", "1.2", at(9_000), &["Send"]);
    base.see(&e1, &seen);
    base.see(&e1, &screen_of("com.x", "1.2", at(10), &["Send"]));
    let node =
        base.store.read(|db| nodes::by_fingerprint(db, said(&seen, "Send"))).unwrap().unwrap();
    assert_eq!((node.seen, node.last_seen), (2, at(9_000)));
}

#[test]
fn versions_are_listed_in_the_order_first_seen() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let old = screen_of("com.x", "1.10", at(1_000), &["Send", "Old"]);
    base.see(&e1, &old);
    base.see(&e1, &screen_of("com.x", "1.9", at(2_000), &["Send", "New"]));
    base.see(&e1, &screen_of("com.x", "1.10", at(3_000), &["Send", "Old"]));
    base.see(&e1, &screen_of("com.y", "7", at(4_000), &["Other"]));
    let read = |f: fn(&Connection) -> Result<Vec<String>, StoreError>| base.store.read(f).unwrap();
    assert_eq!(read(|db| nodes::versions_of(db, "com.x")), ["1.10", "1.9"]);
    assert_eq!(read(nodes::apps), ["com.x", "com.y"]);
    // A node belongs to the version that showed it last.
    let labels = |version: &str| -> Vec<String> {
        let rows = base.store.read(|db| nodes::by_app_version(db, "com.x", version)).unwrap();
        rows.into_iter().map(|n| n.label).filter(|l| !l.is_empty()).collect()
    };
    assert_eq!(labels("1.10"), ["Send", "Old"]);
    assert_eq!(labels("1.9"), ["New"]);
}

#[test]
fn a_screen_of_an_episode_that_is_not_there_is_an_error() {
    let mut base = Base::new();
    let change = Change::SeeScreen {
        episode: Some(EpisodeId::new("gone")),
        screen: Box::new(screen(&["Send"])),
    };
    assert_eq!(base.apply(&[change]), Err(StoreError::Missing { what: "episode" }));
    assert_eq!(base.number("SELECT count(*) FROM nodes"), 0);
}

#[test]
fn a_damaged_tree_is_an_error_not_an_empty_screen() {
    let mut base = Base::new();
    let e1 = base.begin("e1", "goal");
    let seen = screen(&["Inbox", "Send"]);
    base.see(&e1, &seen);
    for tree in ["x''", "x'01'", "x'02ff'", "substr(tree, 1, length(tree) - 3)"] {
        base.db.execute(&format!("UPDATE views SET tree = {tree}"), []).unwrap();
        let read = base.store.read(|db| screens::get(db, seen.id));
        assert!(matches!(read, Err(StoreError::Decode { .. })), "{tree}: {read:?}");
    }
}

fn pack_and_unpack(screen: &Screen) -> Result<Screen, StoreError> {
    let mut rows = HashMap::new();
    let mut facts = HashMap::new();
    let order: Vec<i64> = screen
        .nodes
        .iter()
        .map(|node| {
            let next = 1_000 - rows.len() as i64 * 3;
            let row = *rows.entry(node.fingerprint).or_insert(next);
            facts.entry(row).or_insert_with(|| NodeFacts {
                fingerprint: node.fingerprint,
                place: node.place,
                role: node.role,
                label: node.label.clone(),
                class_name: node.class_name.clone(),
                resource_id: node.resource_id.clone(),
            });
            row
        })
        .collect();
    let bytes = Tree::pack(screen, &order)?.to_bytes()?;
    let shell = Screen { nodes: vec![], edges: vec![], warnings: vec![], ..screen.clone() };
    Tree::from_bytes(&bytes)?.unpack(|row| facts.get(&row).cloned(), shell)
}

fn any_node() -> impl Strategy<Value = (UiNode, prop::sample::Index)> {
    let text = prop_oneof![Just(String::new()), "[a-c]{1,2}", "\\PC{0,6}"];
    let edge = -50..2_000_i32;
    let bounds = (edge.clone(), edge.clone(), edge.clone(), edge)
        .prop_map(|(left, top, right, bottom)| Rect { left, top, right, bottom });
    (text.clone(), text, bounds, any::<[bool; 8]>(), any::<prop::sample::Index>()).prop_map(
        |(text, hint, bounds, flags, parent)| {
            let node = UiNode {
                text,
                hint,
                package: if flags[0] { "com.x".into() } else { "com.y".into() },
                clickable: flags[1],
                checkable: flags[2],
                checked: flags[3],
                enabled: flags[4],
                editable: flags[5],
                scrollable: flags[6],
                selected: flags[7],
                ..UiNode::new("android.view.View", bounds)
            };
            (node, parent)
        },
    )
}

proptest! {
    #[test]
    fn packing_loses_nothing(
        nodes in prop::collection::vec(any_node(), 0..40),
        far in any::<[i32; 4]>(),
        place in any::<prop::sample::Index>(),
    ) {
        let nodes: Vec<UiNode> = nodes
            .into_iter()
            .enumerate()
            .map(|(n, (node, parent))| UiNode {
                parent: (n > 0).then(|| parent.index(n) as i32),
                ..node
            })
            .collect();
        let mut seen = perceive(&Snapshot { nodes, ..Snapshot::default() });
        if !seen.nodes.is_empty() {
            let node = place.index(seen.nodes.len());
            seen.nodes[node].bounds = Rect::new(far[0], far[1], far[2], far[3]);
        }
        prop_assert_eq!(pack_and_unpack(&seen).unwrap(), seen);
    }

    #[test]
    fn any_bytes_are_a_tree_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = bytes;
        if let Some(first) = bytes.first_mut() { *first = 1 }
        if let Ok(tree) = Tree::from_bytes(&bytes) {
            let _ = tree.edges();
            let _ = tree.unpack(|_| None, screen(&[]));
        }
    }
}
