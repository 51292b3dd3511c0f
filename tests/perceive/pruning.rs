//! What stays of a tree.

use crate::tree::{nodes, screen, snapshot};
use cs_mem::model::{Role, Snapshot, UiNode};
use cs_mem::perceive::perceive;

fn labels(outline: &str) -> Vec<String> {
    screen(outline).nodes.into_iter().map(|n| n.label).collect()
}

#[test]
fn wrappers_and_decoration_go_and_what_they_hold_stays() {
    let screen = screen(
        r#"
FrameLayout
  LinearLayout #content
    FrameLayout
      View
      ImageView
      TextView "Settings"
    View #divider
    ImageView #photo
    ProgressBar
    TextView ">"
    TextView "5"
"#,
    );
    let kept: Vec<&str> =
        screen.nodes.iter().map(|n| n.class_name.rsplit('.').next().unwrap()).collect();
    assert_eq!(kept, ["TextView", "ImageView", "ProgressBar", "TextView"]);
    assert!(screen.nodes.iter().all(|n| n.parent.is_none()));
    assert_eq!(screen.raw_nodes, 11);
}

#[test]
fn a_node_knows_its_nearest_kept_ancestor_and_its_source() {
    let screen = screen(
        r#"
FrameLayout
  RecyclerView #list
    FrameLayout
      LinearLayout click
        TextView "Alice"
        TextView "hello there"
"#,
    );
    let parents: Vec<Option<u32>> = screen.nodes.iter().map(|n| n.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1)]);
    assert_eq!(screen.nodes.iter().map(|n| n.source).collect::<Vec<_>>(), [1, 3, 5]);
}

#[test]
fn what_cannot_be_seen_goes() {
    let seen = labels(
        r#"
FrameLayout @0,0,1080,2400
  TextView "flagged" hidden
    TextView "below it" hidden
  TextView "flat" @10,10,10,80
  TextView "left of the display" @-300,100,0,200
  TextView "below the display" @0,2400,1080,2500
  TextView "seen"
"#,
    );
    // A flag that stands alone, on text inside the display, may be wrong: it stays, but cannot be acted on.
    assert_eq!(seen, ["flagged", "seen"]);
}

#[test]
fn a_node_flagged_alone_is_kept_out_of_reach_and_out_of_the_identity() {
    let page = |flag: &str| {
        screen(&format!(
            "FrameLayout @0,0,1080,2400\n  TextView \"Save\" click {flag}\n  TextView \"Title\"\n"
        ))
    };
    let (doubtful, seen, without) =
        (page("hidden"), page(""), screen("FrameLayout\n  TextView \"Title\"\n"));
    assert!(!doubtful.nodes[0].is_actionable() && seen.nodes[0].is_actionable());
    assert_eq!(doubtful.id, without.id);
    assert_ne!(doubtful.id, seen.id);
}

#[test]
fn a_visible_child_of_an_invisible_parent_is_seen() {
    assert_eq!(
        labels("FrameLayout hidden\n  FrameLayout hidden\n    Button \"OK\" click shown\n"),
        ["OK"]
    );
}

#[test]
fn what_is_scrolled_out_of_its_container_is_gone_and_what_is_half_out_is_clipped() {
    let screen = screen(
        r#"
FrameLayout @0,0,1080,2400
  RecyclerView #list scroll @0,200,1080,1000
    TextView "above" click @0,100,1080,200
    TextView "half" click @0,150,1080,260
    TextView "inside" click @0,260,1080,360
  Button "edge" click @0,2380,1080,2421
"#,
    );
    let seen: Vec<(&str, bool)> =
        screen.nodes.iter().skip(1).map(|n| (n.label.as_str(), n.state.clipped)).collect();
    assert_eq!(seen, [("half", true), ("inside", false), ("edge", true)]);
}

#[test]
fn without_any_bounds_visibility_is_what_the_flags_say() {
    let mut nodes =
        nodes("FrameLayout\n  TextView \"a\"\n  TextView \"b\" hidden\n  Button \"c\" click\n");
    nodes.iter_mut().for_each(|n| n.bounds = Default::default());
    let screen = perceive(&Snapshot { nodes, ..Snapshot::default() });
    let labels: Vec<&str> = screen.nodes.iter().map(|n| n.label.as_str()).collect();
    assert_eq!(labels, ["a", "c"]);
    assert!(!screen.nodes[1].state.covered && !screen.opaque);
}

#[test]
fn a_chain_of_equal_nodes_is_one() {
    let mut outline = String::new();
    for level in 0..80 {
        outline += &format!("{}android.view.View click long @0,0,1080,2131\n", "  ".repeat(level));
    }
    outline += &format!("{}TextView \"Next\"\n", "  ".repeat(80));
    let screen = screen(&outline);
    assert_eq!(screen.nodes.iter().filter(|n| n.state.clickable).count(), 1);
}

#[test]
fn roles_follow_from_what_a_widget_is() {
    let screen = screen(
        r#"
FrameLayout
  LinearLayout #parentPanel
    Button "a" click
    EditText "b" click
    Switch "c" check click
    ImageView #pic
    TextView "d" click
    com.google.android.material.tabs.TabLayout$TabView "e" click
    View click
    android.view.View "g" scroll
    SELECT "h" click
    TEXTAREA "i"
  RecyclerView
    LinearLayout click
      TextView "f"
"#,
    );
    let roles: Vec<Role> = screen.nodes.iter().map(|n| n.role).collect();
    use Role::*;
    assert_eq!(
        roles,
        [
            Dialog, Button, Input, Toggle, Image, Text, Navigation, Button, Scrollable, Button,
            Input, Scrollable, ListItem
        ]
    );
}

#[test]
fn a_list_in_another_order_gives_the_same_screen() {
    let nodes = nodes(
        "FrameLayout\n  LinearLayout click\n    TextView \"a\"\n    TextView \"b\"\n  Button \"c\" click\n",
    );
    let depth_first = perceive(&Snapshot { nodes: nodes.clone(), ..Snapshot::default() });
    // Breadth first: 0, 1, 4, 2, 3.
    let moved = |index: usize, parent: Option<i32>| UiNode { parent, ..nodes[index].clone() };
    let breadth = vec![
        moved(0, None),
        moved(1, Some(0)),
        moved(4, Some(0)),
        moved(2, Some(1)),
        moved(3, Some(1)),
    ];
    let breadth_first = perceive(&Snapshot { nodes: breadth, ..Snapshot::default() });
    assert_eq!(breadth_first.id, depth_first.id);
    let labels =
        |s: &cs_mem::model::Screen| s.nodes.iter().map(|n| n.label.clone()).collect::<Vec<_>>();
    assert_eq!(labels(&breadth_first), labels(&depth_first));
    assert_eq!(breadth_first.nodes[2].source, 2);
}

#[test]
fn wide_and_deep_trees_cost_time_only() {
    let mut wide = nodes("FrameLayout @0,0,1080,2400\n");
    wide.extend((0..50_000).map(|i| UiNode {
        parent: Some(0),
        clickable: true,
        text: format!("row {}", i % 7),
        bounds: cs_mem::model::Rect::new(0, 0, 1080, 1 + i % 2400),
        ..UiNode::new("android.widget.Button", Default::default())
    }));
    assert_eq!(perceive(&Snapshot { nodes: wide, ..Snapshot::default() }).nodes.len(), 50_000);
    let deep = (0..20_000).map(|i: i32| UiNode {
        parent: (i > 0).then(|| i - 1),
        text: format!("level {}", i % 3),
        ..UiNode::new("android.view.View", cs_mem::model::Rect::new(0, 0, 100, 100))
    });
    let screen = perceive(&Snapshot { nodes: deep.collect(), ..snapshot("") });
    assert_eq!(screen.nodes.len(), 20_000);
}
