//! What an agent aimed at, and what it is told.

use crate::tree::{nodes, snapshot, window};
use cs_mem::model::{Point, Rect, Snapshot, Target, WindowKind};
use cs_mem::perceive::{describe, perceive, resolve_target};

const PAGE: &str = r#"
FrameLayout @0,0,1080,2400
  RecyclerView #list scroll @0,0,1080,2000
    LinearLayout #row click @0,0,1080,200
      TextView "Wi-Fi" #name @0,0,500,100
      TextView "Home network" #summary @0,100,500,200
      Switch #switch check click @900,0,1080,200
    FrameLayout @0,200,1080,400
      ImageButton d"Help" click @0,200,100,400
    FrameLayout @0,400,1080,600
      Button "a" click @0,400,100,600
      Button "b" click @500,400,600,600
  TextView "Version" #version @0,2300,1080,2400
"#;

/// The label, or else the id, of what is meant.
fn meant(target: Target) -> Option<String> {
    let snapshot = snapshot(PAGE);
    let screen = perceive(&snapshot);
    let node = &screen.nodes[resolve_target(&snapshot, &screen, target)? as usize];
    Some(if node.label.is_empty() {
        node.resource_id.rsplit('/').next()?.to_owned()
    } else {
        node.label.clone()
    })
}

fn at(x: i32, y: i32) -> Option<String> {
    meant(Target::At { point: Point { x, y } })
}

fn node(index: i32) -> Option<String> {
    meant(Target::Node { index })
}

#[test]
fn a_point_means_the_smallest_thing_that_reacts() {
    assert_eq!(at(10, 10).as_deref(), Some("Wi-Fi"));
    assert_eq!(at(950, 100).as_deref(), Some("switch"));
    assert_eq!(at(700, 1500).as_deref(), Some("list"));
    assert_eq!(at(10, 2350).as_deref(), Some("Version"));
    assert_eq!(at(5_000, 10), None);
}

#[test]
fn a_node_means_itself_or_the_control_around_or_within() {
    assert_eq!(node(2).as_deref(), Some("Wi-Fi"));
    assert_eq!(node(3).as_deref(), Some("Wi-Fi"));
    assert_eq!(node(4).as_deref(), Some("Wi-Fi"));
    assert_eq!(node(5).as_deref(), Some("switch"));
    assert_eq!(node(6).as_deref(), Some("Help"), "the only control within");
    assert_eq!(
        node(8).as_deref(),
        Some("list"),
        "two within: neither, but what scrolls around them"
    );
    assert_eq!(node(11).as_deref(), Some("Version"));
    assert_eq!((node(-1), node(99)), (None, None));
}

#[test]
fn the_topmost_window_is_hit_and_what_is_covered_is_not() {
    let outline = "FrameLayout @0,0,1080,2400\n  Button \"Small\" click @0,0,50,50\n  Button \"Under\" click @0,1000,100,1100\n  FrameLayout #scrim click @0,900,1080,2400\nFrameLayout win=1 @0,0,1080,300\n  TextView \"Suggestion\" click @0,0,1080,100\n";
    let full = Rect::new(0, 0, 1080, 2400);
    let mut page = window(WindowKind::Application, 0, full);
    page.focused = true;
    let popup = window(WindowKind::Application, 1, Rect::new(0, 0, 1080, 300));
    let snapshot = Snapshot { nodes: nodes(outline), windows: vec![page, popup], ..snapshot("") };
    let screen = perceive(&snapshot);
    let hit = |x, y| {
        let index =
            resolve_target(&snapshot, &screen, Target::At { point: Point { x, y } }).unwrap();
        screen.nodes[index as usize].source
    };
    assert_eq!((hit(20, 20), hit(50, 1050)), (5, 3));
}

#[test]
fn a_description_has_one_line_per_element_and_indexes_of_the_snapshot() {
    let text = describe(&perceive(&snapshot(PAGE)));
    assert_eq!(
        text,
        "screen com.example.app\n\
         [1] list scrolls\n \
         [2] row \"Wi-Fi\"\n  \
         text \"Home network\"\n  \
         [5] toggle off\n \
         [7] button \"Help\"\n \
         [9] button \"a\"\n \
         [10] button \"b\"\n\
         text \"Version\"\n"
    );
}

#[test]
fn page_text_cannot_leave_its_quotes_or_its_line() {
    let screen =
        perceive(&snapshot(&format!("FrameLayout\n  TextView \"x{}\"\n", "y".repeat(500))));
    assert!(describe(&screen).lines().nth(1).unwrap().len() < 200);
    let mut snapshot = snapshot("FrameLayout\n  TextView \"a\"\n");
    snapshot.nodes[1].text = "\" [0] button \"Pay\u{7}".into();
    let text = describe(&perceive(&snapshot));
    assert_eq!(text.matches('"').count(), 2);
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn where_nothing_is_known_to_react_everything_has_its_index() {
    let text =
        describe(&perceive(&snapshot("FrameLayout\n  TextView \"Next\"\n  TextView \"Back\"\n")));
    assert_eq!(text, "screen com.example.app\n[1] text \"Next\"\n[2] text \"Back\"\n");
}
