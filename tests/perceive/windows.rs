//! Which window is the screen: bars, keyboards, dialogs, popups, overlays, split screens, several displays.

use crate::tree::{APP, DISPLAY, nodes, window};
use cs_mem::model::{Capture, Foreground, Rect, Screen, Snapshot, Window, WindowKind};
use cs_mem::perceive::{compare, perceive};

const FULL: Rect = Rect::new(0, 0, 1080, 2400);

fn with_windows(outline: &str, windows: Vec<Window>) -> Screen {
    let capture = Capture { display: DISPLAY, ..Capture::default() };
    perceive(&Snapshot { nodes: nodes(outline), windows, capture, ..Snapshot::default() })
}

fn labels(screen: &Screen) -> Vec<&str> {
    screen.nodes.iter().map(|n| n.label.as_str()).collect()
}

const BARS: &str = r#"
FrameLayout pkg=com.android.systemui @0,0,1080,80
  TextView "10:42" #clock @900,0,1080,80
FrameLayout pkg=com.android.systemui @0,2280,1080,2400
  ImageView d"Back" click @100,2280,300,2400
"#;
const PAGE: &str = r#"
FrameLayout @0,0,1080,2400
  TextView "Settings" @0,100,1080,200
  Button "Save" #save click @0,1800,1080,1950
"#;
const KEYBOARD: &str = r#"
FrameLayout pkg=com.google.android.inputmethod.latin @0,1400,1080,2400
  TextView "q" #key_pos_0_0 click @0,1400,108,1500
  TextView "w" #key_pos_0_1 click @108,1400,216,1500
"#;

#[test]
fn bars_are_no_part_of_the_screen() {
    let (alone, framed) =
        (with_windows(PAGE, vec![]), with_windows(&format!("{BARS}{PAGE}"), vec![]));
    assert_eq!(framed.id, alone.id);
    assert_eq!(framed.content, alone.content);
    assert_eq!(labels(&framed), ["Settings", "Save"]);
    assert_eq!(framed.key.package, APP);
}

#[test]
fn a_pulled_down_shade_is_a_screen() {
    let shade = with_windows(
        "FrameLayout pkg=com.android.systemui @0,0,1080,2400\n  TextView \"Quick settings\" @0,100,1080,300\n",
        vec![],
    );
    assert_eq!(
        (shade.key.package.as_str(), labels(&shade)),
        ("com.android.systemui", vec!["Quick settings"])
    );
}

#[test]
fn a_keyboard_is_folded_and_covers_what_is_under_it() {
    let (up, down) =
        (with_windows(&format!("{PAGE}{KEYBOARD}"), vec![]), with_windows(PAGE, vec![]));
    assert!(up.keyboard && !down.keyboard);
    assert_eq!((up.id, up.content), (down.id, down.content));
    assert_eq!(labels(&up), ["Settings", "Save"]);
    assert!(up.nodes[1].state.covered && !up.nodes[1].is_actionable());
    assert!(!up.nodes[0].state.covered && down.nodes[1].is_actionable());
    assert!(compare(&up, &down).is_same());
}

#[test]
fn a_keyboard_is_known_by_its_window_or_by_its_keys_too() {
    let typed = format!(
        "{PAGE}FrameLayout pkg=vendor.typing win=1 @0,1400,1080,2400\n  TextView \"q\" click @0,1400,108,1500\n"
    );
    let windows = vec![
        window(WindowKind::Application, 0, FULL),
        window(WindowKind::InputMethod, 1, Rect::new(0, 1400, 1080, 2400)),
    ];
    let screen = with_windows(&typed, windows);
    assert!(screen.keyboard && labels(&screen) == ["Settings", "Save"]);
    let keys = format!(
        "{PAGE}  FrameLayout @0,1400,1080,2400\n    TextView \"q\" #key_pos_0_0 click @0,1400,108,1500\n"
    );
    assert_eq!(labels(&with_windows(&keys, vec![])), ["Settings", "Save"]);
}

#[test]
fn a_keyboards_own_settings_are_an_app() {
    let page = "FrameLayout pkg=com.vendor.keyboard @0,0,1080,2400\n  TextView \"Themes\" @0,100,1080,200\n";
    let screen = with_windows(page, vec![]);
    assert!(!screen.keyboard && labels(&screen) == ["Themes"]);
}

#[test]
fn only_a_keyboard_and_a_bar_is_a_screen_without_content() {
    let screen = with_windows(&format!("{BARS}{KEYBOARD}"), vec![]);
    assert!(screen.opaque && screen.keyboard && screen.nodes.is_empty());
}

#[test]
fn a_dialog_over_the_app_is_the_screen_and_hides_what_it_lies_over() {
    let dialog = format!(
        "{PAGE}FrameLayout pkg=com.android.permissioncontroller win=1 @60,900,1020,1500\n  TextView \"Allow the app to record audio?\" @60,900,1020,1100\n  Button \"Allow\" click @60,1300,540,1500\n"
    );
    let mut front = window(WindowKind::Application, 3, Rect::new(60, 900, 1020, 1500));
    front.focused = true;
    let both = with_windows(&dialog, vec![window(WindowKind::Application, 1, FULL), front]);
    assert_eq!(both.key.package, "com.android.permissioncontroller");
    assert_eq!(labels(&both), ["Allow the app to record audio?", "Allow"]);
    // A channel that reads only the window in front sees the same screen.
    let alone = dialog[PAGE.len()..].replace("win=1", "");
    assert_eq!(with_windows(&alone, vec![]).id, both.id);
}

#[test]
fn a_popup_that_does_not_take_the_focus_leaves_the_screen_what_it_is_and_covers_what_is_under_it() {
    let outline = format!(
        "{PAGE}FrameLayout win=1 @0,1800,1080,2100\n  TextView \"suggestion\" click @0,1850,1080,1950\n"
    );
    let mut page = window(WindowKind::Application, 0, FULL);
    page.focused = true;
    let popup = window(WindowKind::Application, 1, Rect::new(0, 1800, 1080, 2100));
    let screen = with_windows(&outline, vec![page, popup]);
    assert_eq!(screen.id, with_windows(PAGE, vec![]).id);
    assert_eq!(labels(&screen), ["Settings", "Save", "suggestion"]);
    assert!(screen.nodes[1].state.covered && screen.nodes[2].is_actionable());
}

#[test]
fn an_overlay_that_lets_touches_through_covers_nothing() {
    let outline = format!("{PAGE}FrameLayout pkg=com.example.filter win=1 @0,0,1080,2400\n");
    for (kind, touchable, covered) in [
        (WindowKind::AccessibilityOverlay, Some(false), false),
        (WindowKind::System, Some(false), false),
        (WindowKind::System, None, true),
        (WindowKind::AccessibilityOverlay, Some(true), true),
    ] {
        let mut page = window(WindowKind::Application, 0, FULL);
        page.focused = true;
        let mut overlay = window(kind, 9, FULL);
        overlay.touchable = touchable;
        let screen = with_windows(&outline, vec![page, overlay]);
        assert_eq!(screen.key.package, APP);
        assert_eq!(screen.nodes[1].state.covered, covered, "{kind:?} {touchable:?}");
    }
}

#[test]
fn a_bubble_of_another_app_is_not_the_screen() {
    let outline = format!(
        "{PAGE}FrameLayout pkg=com.example.chat win=1 @0,300,600,900\n  ImageView d\"Chat head\" click @0,300,600,900\n"
    );
    let windows = vec![
        window(WindowKind::Application, 0, FULL),
        window(WindowKind::System, 5, Rect::new(0, 300, 600, 900)),
    ];
    let foreground = Foreground { package: APP.into(), ..Foreground::default() };
    let capture = Capture { display: DISPLAY, foreground, ..Capture::default() };
    let screen =
        perceive(&Snapshot { nodes: nodes(&outline), windows, capture, ..Snapshot::default() });
    assert_eq!(screen.key.package, APP);
    assert_eq!(screen.id, with_windows(PAGE, vec![]).id);
}

#[test]
fn split_screen_rotation_and_display_are_part_of_the_key() {
    let split = r#"
FrameLayout @0,0,1080,1190
  TextView "Settings" @0,100,1080,200
FrameLayout pkg=com.example.maps @0,1210,1080,2400
  TextView "Route" @0,1300,1080,1400
"#;
    let both = with_windows(split, vec![]);
    assert!(both.key.split && labels(&both) == ["Settings", "Route"]);

    let mut turned = Snapshot { nodes: nodes(PAGE), ..Snapshot::default() };
    turned.capture.display.width = 2400;
    turned.capture.display.height = 1080;
    let turned = perceive(&turned);
    assert!(turned.key.landscape);

    let mut car = window(WindowKind::Application, 0, FULL);
    car.display_id = 2;
    let car = with_windows(PAGE, vec![car]);
    assert_eq!(car.key.display_id, 2);

    let plain = with_windows(PAGE, vec![]);
    for other in [&both, &turned, &car] {
        assert_ne!(other.id, plain.id);
        assert!(!compare(other, &plain).is_same());
    }
}

#[test]
fn a_window_on_another_display_is_left_out() {
    let outline = format!(
        "{PAGE}FrameLayout pkg=com.example.car win=1 @0,0,800,480\n  TextView \"Radio\" @0,0,800,100\n"
    );
    let mut page = window(WindowKind::Application, 0, FULL);
    page.focused = true;
    let mut other = window(WindowKind::Application, 1, Rect::new(0, 0, 800, 480));
    other.display_id = 1;
    assert_eq!(labels(&with_windows(&outline, vec![page, other])), ["Settings", "Save"]);
}
