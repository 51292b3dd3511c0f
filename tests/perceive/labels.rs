//! What nodes are called, how equal ones are told apart, and what enters a fingerprint.

use crate::tree::{screen, snapshot};
use cs_mem::model::{Node, Rect, Screen, Snapshot};
use cs_mem::perceive::fingerprint::{fingerprint, place};
use cs_mem::perceive::perceive;

fn find<'a>(screen: &'a Screen, label: &str) -> &'a Node {
    screen
        .nodes
        .iter()
        .find(|n| n.label == label)
        .unwrap_or_else(|| panic!("{label} in {screen:?}"))
}

#[test]
fn the_label_is_text_else_description_normalised() {
    let screen = screen(
        "FrameLayout\n  TextView \" Sign\\n in \" d\"other\"\n  ImageView d\"caf\u{65}\u{301}\"\n",
    );
    assert_eq!(
        screen.nodes.iter().map(|n| n.label.as_str()).collect::<Vec<_>>(),
        ["Sign in", "café"]
    );
}

#[test]
fn a_control_is_called_by_the_first_steady_text_in_it() {
    let screen = screen(
        r#"
FrameLayout
  LinearLayout #row click
    ImageView d"Profile picture"
    TextView "10:42"
    TextView "Alice"
    TextView "see you"
    ImageButton #call d"Call" click
"#,
    );
    assert_eq!(screen.nodes[0].label, "Alice");
    // The text that the row is called by is not kept twice; everything else is.
    let rest: Vec<&str> = screen.nodes[1..].iter().map(|n| n.label.as_str()).collect();
    assert_eq!(rest, ["Profile picture", "10:42", "see you", "Call"]);
}

#[test]
fn a_page_or_a_group_of_controls_is_not_called_by_one_of_them() {
    let page = screen(
        "FrameLayout click @0,0,1080,2400\n  TextView \"first\"\n  Button \"a\" click\n  Button \"b\" click\n",
    );
    assert_eq!(page.nodes[0].label, "");
    let group = screen(
        "FrameLayout\n  LinearLayout long\n    Button \"a\" click\n    Button \"b\" click\n",
    );
    assert_eq!(group.nodes[0].label, "");
    let one = screen("FrameLayout\n  LinearLayout long\n    Button \"a\" click\n");
    assert_eq!(one.nodes[0].label, "a");
}

#[test]
fn a_list_is_never_called_by_its_first_row() {
    let list = screen(
        "FrameLayout\n  RecyclerView #list scroll\n    TextView \"one\" click\n    TextView \"two\" click\n",
    );
    assert_eq!(list.nodes[0].label, "");
}

#[test]
fn a_masked_field_is_called_by_its_hint_only() {
    let screen = screen(
        "FrameLayout\n  EditText \"hunter2\" d\"PIN 1234\" h\"Password\" password\n  TextView \"123 456\" sensitive\n",
    );
    assert_eq!(screen.nodes[0].label, "Password");
    assert!(screen.nodes[0].state.secret && !format!("{screen:?}").contains("hunter2"));
    assert!(!format!("{screen:?}").contains("1234") && !format!("{screen:?}").contains("123 456"));
}

#[test]
fn a_label_of_several_lines_is_one_node_and_one_changed_line_changes_that_node() {
    let card =
        |line: &str| screen(&format!("FrameLayout\n  View d\"Balance\\n{line}\\nEUR\" click\n"));
    let (a, b) = (card("10"), card("12"));
    assert_eq!(a.nodes[0].label, "Balance 10 EUR");
    assert_eq!(a.nodes[0].place, b.nodes[0].place);
    assert_ne!(a.nodes[0].fingerprint, b.nodes[0].fingerprint);
}

#[test]
fn fingerprints_follow_the_published_formula() {
    let screen = screen(
        "FrameLayout\n  RecyclerView #list scroll\n    LinearLayout click\n      TextView \"Alice\"\n      TextView \"hello\" #msg\n",
    );
    for node in &screen.nodes {
        let parent = node.parent.map(|p| screen.nodes[p as usize].place);
        let (c, r) = (node.class_name.as_str(), node.resource_id.as_str());
        assert_eq!(node.fingerprint, fingerprint(c, r, &node.label, node.role, parent.as_ref()));
        assert_eq!(node.place, place(c, r, node.role, parent.as_ref()));
    }
}

#[test]
fn position_and_state_do_not_enter() {
    let prints =
        |outline: &str| -> Vec<_> { screen(outline).nodes.iter().map(|n| n.fingerprint).collect() };
    let before = prints(
        "FrameLayout\n  TextView \"Title\" #t @0,0,500,90\n  CheckBox \"Agree\" check checked focus @0,90,500,180\n  TextView \"More\" click @0,700,1080,760\n",
    );
    let after = prints(
        "FrameLayout\n  TextView \"Title\" #t off selected @3,400,510,480\n  CheckBox \"Agree\" check off @0,480,500,600\n  TextView \"More\" @0,400,1080,600\n",
    );
    assert_eq!(before, after);
}

#[test]
fn ids_that_change_by_themselves_do_not_enter() {
    let prints = |id: &str| {
        screen(&format!("FrameLayout\n  TextView \"Title\" #{id}\n")).nodes[0].fingerprint
    };
    assert_eq!(prints("view_59561776"), prints("view_111150270"));
    assert_eq!(prints("item_0_3"), prints("item_2_1"));
    assert_ne!(prints("title"), prints("subtitle"));
}

#[test]
fn equal_nodes_are_known_as_such_and_counted_in_reading_order() {
    let screen = screen(
        r#"
LinearLayout
  EditText @600,0,700,100
  EditText @0,0,100,100
  EditText @300,0,400,100
  EditText @0,200,100,300
  Button "Verify" click
"#,
    );
    let ordinals: Vec<u32> = screen.nodes.iter().map(|n| n.ordinal).collect();
    assert_eq!(ordinals, [2, 0, 1, 3, 0]);
    assert_eq!(screen.nodes.iter().filter(|n| n.ambiguous).count(), 4);
    assert_eq!(screen.find(screen.nodes[0].fingerprint).count(), 4);
}

#[test]
fn equal_buttons_in_rows_are_told_apart_by_their_rows() {
    let screen = screen(
        r#"
View scroll @0,0,1080,2400
  View click
    TextView "Station A"
    TextView "FM 101"
    View click
      View d"Favourite"
  View click
    TextView "Station B"
    TextView "FM 102"
    View click
      View d"Favourite"
"#,
    );
    let buttons: Vec<&Node> = screen.nodes.iter().filter(|n| n.label == "Favourite").collect();
    assert!(buttons.iter().all(|n| n.ambiguous));
    assert_eq!(
        buttons.iter().map(|n| n.row_anchor.as_str()).collect::<Vec<_>>(),
        ["Station A", "Station B"]
    );
}

#[test]
fn rows_that_begin_alike_are_told_apart_by_more_of_what_they_say() {
    let screen = screen(
        r#"
RecyclerView scroll @0,0,1080,2400
  LinearLayout click
    TextView "Invoice"
    TextView "for May rent"
  LinearLayout click
    TextView "Invoice"
    TextView "for heating"
  LinearLayout click
    TextView "Reminder"
"#,
    );
    let anchor = |text: &str| find(&screen, text).row_anchor.as_str();
    assert_eq!(anchor("for May rent"), "Invoice | for May rent");
    assert_eq!(anchor("for heating"), "Invoice | for heating");
    assert_eq!(anchor("Reminder"), "Reminder");
}

#[test]
fn three_alike_are_a_list_even_where_nothing_scrolls() {
    let screen = screen(
        r#"
LinearLayout
  LinearLayout
    TextView "Food"
    ImageButton d"Edit" click
  LinearLayout
    TextView "Rent"
    ImageButton d"Edit" click
  LinearLayout
    TextView "Other"
    ImageButton d"Edit" click
"#,
    );
    let anchors: Vec<&str> =
        screen.nodes.iter().filter(|n| n.label == "Edit").map(|n| n.row_anchor.as_str()).collect();
    assert_eq!(anchors, ["Food", "Rent", "Other"]);
}

#[test]
fn label_field_and_mark_on_one_line_of_a_form_are_one_row() {
    let screen = screen(
        r#"
ScrollView scroll @0,0,1080,2400
  LinearLayout @0,0,1080,600
    ImageView d"Required" @0,0,50,60
    TextView "Reason" @60,0,400,60
    EditText "" @0,60,1080,160
    ImageView d"Required" @0,200,50,260
    TextView "Place" @60,200,400,260
"#,
    );
    let anchors: Vec<&str> = screen
        .nodes
        .iter()
        .filter(|n| n.label == "Required")
        .map(|n| n.row_anchor.as_str())
        .collect();
    assert_eq!(anchors, ["Reason", "Place"]);
}

#[test]
fn text_that_changes_by_itself_is_marked_and_a_keypad_is_not() {
    let screen = screen(
        "FrameLayout\n  TextView \"10:42\"\n  TextView \"3 new\" \n  Button \"7\" click\n  TextView \"Room 12\"\n",
    );
    let marks: Vec<(&str, bool)> =
        screen.nodes.iter().map(|n| (n.label.as_str(), n.volatile)).collect();
    assert_eq!(marks, [("10:42", true), ("3 new", true), ("7", false), ("Room 12", false)]);
}

#[test]
fn twenty_views_without_ids_have_twenty_identities() {
    let mut outline = String::from("View @0,0,1080,2400\n");
    (0..20).for_each(|i| outline += &format!("  View d\"Option {}\" click\n", (b'A' + i) as char));
    let screen = perceive(&Snapshot { ..snapshot(&outline) });
    let prints: std::collections::HashSet<_> = screen.nodes.iter().map(|n| n.fingerprint).collect();
    assert_eq!(prints.len(), 20);
    assert!(screen.nodes.iter().all(|n| !n.ambiguous && n.bounds != Rect::default()));
}
