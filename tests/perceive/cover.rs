//! What lies under something else.

use crate::tree::screen;
use cs_mem::model::Screen;

fn covered(screen: &Screen) -> Vec<&str> {
    screen.nodes.iter().filter(|n| n.state.covered).map(|n| n.label.as_str()).collect()
}

#[test]
fn descendants_never_cover_their_ancestor() {
    let screen = screen(
        r#"
FrameLayout @0,0,1080,2400
  LinearLayout #row click @0,0,1080,200
    ImageView d"Photo" click @0,0,1080,200
    TextView "Alice" click @0,0,1080,200
"#,
    );
    assert_eq!(covered(&screen), ["Photo"]);
    assert!(screen.nodes[0].is_actionable());
}

#[test]
fn a_later_sibling_that_takes_touches_covers_and_one_that_does_not_does_not() {
    let page = |overlay: &str| {
        screen(&format!(
            "FrameLayout @0,0,1080,2400\n  FrameLayout @0,0,1080,2400\n    Button \"Pay\" click @0,2000,1080,2200\n  FrameLayout #scrim {overlay} @0,0,1080,2400\n    TextView \"Sure?\" @100,900,900,1000\n"
        ))
    };
    assert_eq!(covered(&page("click")), ["Pay"]);
    assert!(covered(&page("")).is_empty());
}

#[test]
fn what_is_drawn_earlier_covers_nothing() {
    let screen = screen(
        "FrameLayout @0,0,1080,2400\n  View #background click @0,0,1080,2400\n  Button \"Go\" click @0,100,200,200\n",
    );
    assert!(covered(&screen).is_empty());
}

#[test]
fn only_the_centre_counts() {
    let screen = screen(
        "FrameLayout @0,0,1080,2400\n  LinearLayout #row click @0,2000,1080,2200\n    TextView \"Row\" @0,2000,400,2200\n  ImageButton d\"Add\" click @900,2050,1060,2210\n",
    );
    assert!(covered(&screen).is_empty());
}

#[test]
fn a_stack_of_equals_leaves_only_the_last_uncovered() {
    let mut outline = String::from("FrameLayout @0,0,1080,2400\n");
    (0..3_000).for_each(|i| outline += &format!("  Button \"{i}x\" click @0,0,1080,2400\n"));
    let screen = screen(&outline);
    assert_eq!(screen.nodes.iter().filter(|n| !n.state.covered).count(), 1);
    assert!(!screen.nodes[2_999].state.covered);
}
