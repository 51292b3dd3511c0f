//! What changed, and the way back.

use crate::tree::{screen, snapshot};
use cs_mem::model::{Screen, Timestamp};
use cs_mem::perceive::{Growth, apply, delta, growth, perceive, stale};

const PAGE: &str = r#"
FrameLayout @0,0,1080,2400
  TextView "Notes" #title @0,0,600,100
  RecyclerView #list scroll @0,100,1080,2200
    LinearLayout #row click @0,100,1080,200
      TextView "Milk" #name @0,100,500,200
      CheckBox #done check @900,100,1080,200
    LinearLayout #row click @0,200,1080,300
      TextView "Bread" #name @0,200,500,300
      CheckBox #done check @900,200,1080,300
  Button "Add" #add click @0,2200,1080,2400
"#;

fn there_and_back(prev: &Screen, next: &Screen) -> cs_mem::model::Delta {
    let change = delta(prev, next);
    assert_eq!(apply(prev, &change).as_ref(), Ok(next));
    let stored = serde_json::to_string(&change).unwrap();
    assert_eq!(serde_json::from_str::<cs_mem::model::Delta>(&stored).unwrap(), change);
    change
}

#[test]
fn a_screen_seen_again_costs_next_to_nothing() {
    let mut again = snapshot(PAGE);
    again.capture.at = Timestamp::from_millis(1_700_000_000_000);
    again.capture.id = "2".into();
    let change = there_and_back(&screen(PAGE), &perceive(&again));
    assert!(change.unchanged && !change.page_transition);
    let stored = serde_json::to_string(&change).unwrap();
    assert!(stored.len() < 500, "{stored}");
}

#[test]
fn a_row_inserted_above_moves_the_others_and_adds_its_own_nodes_only() {
    let bread = PAGE.find("    LinearLayout #row click @0,200").unwrap();
    let end = PAGE.find("  Button").unwrap();
    let row = |name: &str, top: i32| {
        PAGE[bread..end]
            .replace("Bread", name)
            .replace(",200,", &format!(",{top},"))
            .replace(",300\n", &format!(",{}\n", top + 100))
    };
    let more =
        format!("{}{}{}{}", &PAGE[..bread], row("Eggs", 200), row("Bread", 300), &PAGE[end..]);
    let (before, after) = (screen(PAGE), screen(&more));
    let change = there_and_back(&before, &after);
    let added: Vec<&str> = change.added.iter().map(|n| n.label.as_str()).collect();
    assert!(added.contains(&"Eggs") && !added.contains(&"Bread"));
    assert!(change.removed.is_empty() && !change.page_transition && !change.unchanged);
    assert!(change.moved.iter().any(|(_, from, to)| (from.top, to.top) == (200, 300)));
}

#[test]
fn a_few_pixels_are_no_move() {
    let shifted = PAGE.replace("@0,0,600,100", "@0,12,600,112");
    assert!(there_and_back(&screen(PAGE), &screen(&shifted)).moved.is_empty());
    let jumped = PAGE.replace("@0,0,600,100", "@0,30,600,130");
    assert_eq!(there_and_back(&screen(PAGE), &screen(&jumped)).moved.len(), 1);
}

#[test]
fn a_changed_label_keeps_its_node() {
    let change =
        there_and_back(&screen(PAGE), &screen(&PAGE.replace("\"Notes\"", "\"Notes (old)\"")));
    assert_eq!((change.added.len(), change.removed.len(), change.relabelled.len()), (0, 0, 1));
}

#[test]
fn a_toggle_changes_a_state_and_nothing_else() {
    let change =
        there_and_back(&screen(PAGE), &screen(&PAGE.replacen("check @", "check checked @", 1)));
    assert!(change.added.is_empty() && change.removed.is_empty() && change.edges_added.is_empty());
    assert!(!change.unchanged && change.moved.is_empty());
}

#[test]
fn another_page_is_a_transition() {
    let other = screen(
        "FrameLayout\n  TextView \"Edit\" #headline\n  EditText \"\" #body\n  Button \"Save\" #save click\n",
    );
    let change = there_and_back(&screen(PAGE), &other);
    assert!(change.page_transition);
    let back = there_and_back(&other, &screen(PAGE));
    assert!(back.page_transition);
    // The same nodes in another app are another page as well.
    let foreign = screen(&PAGE.replacen("FrameLayout", "FrameLayout pkg=com.other", 1));
    assert!(there_and_back(&screen(PAGE), &foreign).page_transition);
}

#[test]
fn from_and_to_nothing() {
    let nothing = screen("");
    there_and_back(&nothing, &screen(PAGE));
    let gone = there_and_back(&screen(PAGE), &nothing);
    assert_eq!(gone.removed.len(), screen(PAGE).nodes.len());
    assert!(there_and_back(&nothing, &nothing).unchanged);
}

#[test]
fn a_delta_of_another_screen_is_refused_or_at_least_does_no_harm() {
    let change = delta(&screen(PAGE), &screen(&PAGE.replace("Milk", "Juice")));
    let error = apply(&screen(""), &change).unwrap_err();
    assert!(
        error.to_string().starts_with("delta.mismatch") && error.to_string().contains("apply it")
    );
}

#[test]
fn growth_without_an_action_is_loading() {
    let (blank, page) = (
        screen("FrameLayout @0,0,1080,2400\n  TextView \"Notes\" #title @0,0,600,100\n"),
        screen(PAGE),
    );
    assert!(matches!(growth(&blank, &page), Growth::Loading { added } if added > 3));
    assert_eq!(growth(&page, &page), Growth::Settled);
    assert_eq!(growth(&page, &blank), Growth::Changed);
    assert_eq!(growth(&page, &screen("")), Growth::Missing);
    let clock =
        |time: &str| screen(&format!("{PAGE}  TextView \"{time}\" #time @900,0,1080,100\n"));
    assert_eq!(growth(&clock("10:41"), &clock("10:42")), Growth::Settled);
    assert_eq!(growth(&page, &screen(&PAGE.replace("\"Notes\"", "\"Lists\""))), Growth::Changed);
}

#[test]
fn the_same_capture_after_an_action_may_be_stale() {
    let page = screen(PAGE);
    assert!(stale(&page, &page, true) && !stale(&page, &page, false));
    assert!(!stale(&page, &screen(&PAGE.replacen("check @", "check checked @", 1)), true));
    let mut grown = page.clone();
    grown.raw_bytes += 1;
    assert!(!stale(&page, &grown, true));
}
