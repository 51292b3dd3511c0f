//! What holds for every tree: deep, wide, full of duplicates, hostile.

use cs_mem::model::{Display, Point, Rect, Snapshot, Target, UiNode};
use cs_mem::perceive::{apply, compare, delta, describe, edges, perceive, resolve_target, text};
use proptest::prelude::*;
use std::collections::HashSet;

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just(String::new()),
        4 => prop_oneof![Just("OK"), Just("Alice"), Just("10:42"), Just("3"), Just("(2)"), Just(">")].prop_map(String::from),
        1 => "\\PC{0,12}",
        1 => any::<String>(),
        1 => Just("e\u{301}\u{200d}\u{202e} \t\u{0}|\u{fffd}".to_owned()),
    ]
}

fn any_rect() -> impl Strategy<Value = Rect> {
    let edge = prop_oneof![8 => 0..2_400i32, 1 => -500..3_000i32, 1 => any::<i32>()];
    let size = prop_oneof![8 => 0..1_200i32, 1 => any::<i32>()];
    (edge.clone(), edge, size.clone(), size).prop_map(|(left, top, width, height)| {
        Rect::new(left, top, left.saturating_add(width), top.saturating_add(height))
    })
}

fn any_node() -> impl Strategy<Value = UiNode> {
    let class = prop_oneof![
        Just("android.view.View"),
        Just("android.widget.TextView"),
        Just("android.widget.Button"),
        Just("android.widget.LinearLayout"),
        Just("androidx.recyclerview.widget.RecyclerView"),
        Just("android.widget.ScrollView"),
        Just("android.widget.EditText"),
        Just("android.webkit.WebView"),
        Just(""),
        Just("o.ﮃ"),
    ];
    let id = prop_oneof![
        3 => Just(String::new()), 2 => Just("a:id/row".to_owned()), 1 => Just("a:id/parentPanel".to_owned()),
        1 => Just("view_12345678".to_owned()), 1 => "\\PC{0,8}",
    ];
    let flags = proptest::collection::vec(prop::bool::weighted(0.25), 9);
    let visible = prop_oneof![6 => Just(None), 1 => any::<bool>().prop_map(Some)];
    (class, id, any_text(), any_text(), any_rect(), flags, visible, any::<i32>()).prop_map(
        |(class, id, text, desc, bounds, f, visible, window)| UiNode {
            resource_id: id,
            text,
            content_desc: desc,
            clickable: f[0],
            long_clickable: f[1],
            checkable: f[2],
            checked: f[3],
            scrollable: f[4],
            enabled: !f[5],
            password: f[6] && f[7],
            selected: f[7],
            editable: f[8] && f[0],
            window: if window % 7 == 0 { window } else { 0 },
            visible,
            ..UiNode::new(class, bounds)
        },
    )
}

/// Trees of several shapes: bushy, deep chains, flat, and with parents that make no sense.
fn any_snapshot() -> impl Strategy<Value = Snapshot> {
    let shape = 0..4u8;
    let nodes =
        proptest::collection::vec((any_node(), any::<prop::sample::Index>(), any::<i32>()), 0..60);
    (shape, nodes, any::<bool>()).prop_map(|(shape, nodes, sized)| {
        let mut out: Vec<UiNode> = vec![];
        for (index, (mut node, pick, wild)) in nodes.into_iter().enumerate() {
            node.parent = match shape {
                _ if index == 0 => None,
                0 => Some(pick.index(index) as i32),
                1 => Some(index as i32 - 1),
                2 => Some(0),
                _ => Some(wild),
            };
            out.push(node);
        }
        let mut snapshot = Snapshot { nodes: out, ..Snapshot::default() };
        if sized {
            snapshot.capture.display = Display { width: 1080, height: 2400, ..Display::default() };
        }
        snapshot
    })
}

/// Another state of the same screen: some nodes moved, reworded, toggled, gone, doubled.
fn changed(snapshot: &Snapshot, changes: &[(prop::sample::Index, u8)]) -> Snapshot {
    let mut next = snapshot.clone();
    for (pick, what) in changes {
        if next.nodes.is_empty() {
            break;
        }
        let index = pick.index(next.nodes.len());
        let node = &mut next.nodes[index];
        match what % 6 {
            0 => node.bounds.top = node.bounds.top.saturating_add(33),
            1 => node.text.push('!'),
            2 => node.checked ^= true,
            3 => node.visible = Some(false),
            4 => node.enabled ^= true,
            _ => {
                let copy = node.clone();
                next.nodes.push(UiNode {
                    parent: copy.parent.filter(|p| *p >= 0 && (*p as usize) < index),
                    ..copy
                });
            }
        }
    }
    next
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_screen_is_well_formed(snapshot in any_snapshot()) {
        let screen = perceive(&snapshot);
        let mut seen = HashSet::new();
        for (index, node) in screen.nodes.iter().enumerate() {
            prop_assert!(node.parent.is_none_or(|p| (p as usize) < index));
            prop_assert!((node.source as usize) < snapshot.nodes.len());
            prop_assert!(seen.insert((node.fingerprint, node.ordinal)), "identity is unique");
            prop_assert_eq!(node.ambiguous, screen.find(node.fingerprint).count() > 1);
            prop_assert_eq!(&text::normalise(&node.label), &node.label);
            if node.label.is_empty() {
                prop_assert_eq!(node.fingerprint, node.place);
            }
        }
        prop_assert_eq!(screen.edges.iter().collect::<HashSet<_>>().len(), screen.edges.len());
        for edge in &screen.edges {
            prop_assert_eq!(edge.id, edges::edge_id(&edge.source, &edge.target, edge.relation));
            prop_assert!(screen.find(edge.source).next().is_some() && screen.find(edge.target).next().is_some());
        }
        prop_assert_eq!(&perceive(&snapshot), &screen, "the same input gives the same screen");
    }

    #[test]
    fn delta_and_apply_are_inverse(a in any_snapshot(), b in any_snapshot(),
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8)) {
        let (x, y, z) = (perceive(&a), perceive(&changed(&a, &changes)), perceive(&b));
        for (prev, next) in [(&x, &y), (&y, &x), (&x, &z), (&z, &x), (&x, &x)] {
            let change = delta(prev, next);
            prop_assert_eq!(&apply(prev, &change).unwrap(), next);
            let rest = |s: &cs_mem::model::Screen| (s.id, s.content, s.key.clone(), s.keyboard, s.opaque);
            prop_assert_eq!(change.unchanged, prev.nodes == next.nodes && rest(prev) == rest(next));
            let accounted = change.removed.len() + next.nodes.len() - change.added.len();
            prop_assert_eq!(accounted, prev.nodes.len());
        }
        prop_assert!(delta(&x, &x).unchanged);
    }

    #[test]
    fn any_delta_on_any_screen_is_an_error_or_a_screen(a in any_snapshot(), b in any_snapshot(), c in any_snapshot()) {
        let _ = apply(&perceive(&c), &delta(&perceive(&a), &perceive(&b)));
    }

    #[test]
    fn comparing_is_symmetric_and_reflexive(a in any_snapshot(), b in any_snapshot(),
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4)) {
        let (x, y, z) = (perceive(&a), perceive(&changed(&a, &changes)), perceive(&b));
        prop_assert!(compare(&x, &x).is_same());
        for (one, two) in [(&x, &y), (&x, &z)] {
            let (there, back) = (compare(one, two), compare(two, one));
            prop_assert_eq!(there.is_same(), back.is_same());
            prop_assert!((0.0..=1.0).contains(&there.evidence().score));
        }
    }

    #[test]
    fn position_never_enters_a_fingerprint(snapshot in any_snapshot(), dx in -5..5i32) {
        let mut moved = snapshot.clone();
        for node in &mut moved.nodes {
            // Nothing leaves or enters the display.
            let inside = |r: &Rect| r.left > 10 && r.top > 10 && r.right < 1_000 && r.bottom < 2_300;
            if inside(&node.bounds) {
                node.bounds.left += dx;
                node.bounds.right += dx;
            }
            (node.enabled, node.focused) = (!node.enabled, !node.focused);
        }
        let prints = |s: &Snapshot| perceive(s).nodes.iter().map(|n| n.fingerprint).collect::<Vec<_>>();
        let (mut a, mut b) = (snapshot.clone(), moved);
        // Clipping by scroll containers is about what is seen, not about identity.
        for s in [&mut a, &mut b] {
            s.nodes.iter_mut().for_each(|n| n.scrollable = false);
            s.nodes.retain(|n| !n.class_name.ends_with("RecyclerView") && !n.class_name.ends_with("ScrollView"));
            s.nodes.iter_mut().for_each(|n| n.parent = None);
        }
        prop_assert_eq!(prints(&a), prints(&b));
    }

    #[test]
    fn metadata_never_enters_an_identity(snapshot in any_snapshot(), at in any::<i64>(), id in "\\PC{0,8}") {
        let mut other = snapshot.clone();
        other.capture.at = cs_mem::model::Timestamp::from_millis(at);
        (other.capture.id, other.capture.channel, other.raw_bytes) = (id, "x".into(), 7);
        let (a, b) = (perceive(&snapshot), perceive(&other));
        prop_assert_eq!((a.id, a.content), (b.id, b.content));
    }

    #[test]
    fn targets_and_descriptions_never_fail(snapshot in any_snapshot(), x in any::<i32>(), y in any::<i32>(), index in any::<i32>()) {
        let screen = perceive(&snapshot);
        for index in [index, index.rem_euclid(64)] {
            if let Some(hit) = resolve_target(&snapshot, &screen, Target::Node { index }) {
                prop_assert!((hit as usize) < screen.nodes.len());
            }
        }
        for point in [Point { x, y }, Point { x: x.rem_euclid(1_080), y: y.rem_euclid(2_400) }] {
            if let Some(hit) = resolve_target(&snapshot, &screen, Target::At { point }) {
                prop_assert!(screen.nodes[hit as usize].bounds.contains_point(point));
            }
        }
        prop_assert!(describe(&screen).lines().count() <= screen.nodes.len() + 2);
    }

    #[test]
    fn text_normalises_once_and_masks_never_grow(raw in any::<String>()) {
        let normal = text::normalise(&raw);
        prop_assert_eq!(&text::normalise(&normal), &normal);
        prop_assert!(text::masked(&normal).len() <= normal.len());
        text::volatile(&normal);
    }
}
