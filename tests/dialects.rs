//! One screen, written down in every dialect, is read as the same nodes. The dumps stand in `tests/golden/dumps`.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot read its input has failed

use cs_mem::model::{Capture, Rect, Snapshot, UiNode, WindowKind};
use cs_mem::perceive::parse::{self, Dialect};
use cs_mem::perceive::{Limits, PerceiveError};

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(format!("tests/golden/dumps/{name}")).unwrap()
}

fn snapshot(name: &str) -> Snapshot {
    parse::parse(&bytes(name), Capture::default(), &Limits::default()).unwrap()
}

fn warnings(snapshot: &Snapshot) -> Vec<(&str, i32)> {
    snapshot.warnings.iter().map(|w| (w.code.as_str(), w.count)).collect()
}

/// What a dialect leaves out of a node that says everything.
type Loss = fn(&mut UiNode);

/// Without `package`, `hint` and visibility, as most dialects are.
fn plain(node: &mut UiNode) {
    node.package.clear();
    unseen(node);
}

fn unseen(node: &mut UiNode) {
    node.hint.clear();
    node.visible = None;
}

fn bare_id(node: &mut UiNode) {
    node.resource_id = node.resource_id.rsplit('/').next().unwrap().to_owned();
}

#[test]
fn every_dialect_reads_the_same_screen() {
    let cases: [(&str, Dialect, Loss); 14] = [
        ("uiautomator_api16.xml", Dialect::Uiautomator, |n| {
            unseen(n);
            n.resource_id.clear();
        }),
        ("uiautomator_api24.xml", Dialect::Uiautomator, unseen),
        ("uiautomator_api34.xml", Dialect::Uiautomator, |_| {}),
        ("uiautomator_shell_noise.txt", Dialect::Uiautomator, unseen),
        ("appium.xml", Dialect::Appium, |_| {}),
        ("accessibility.xml", Dialect::AccessibilityXml, |n| n.hint.clear()),
        ("droidrun.xml", Dialect::DroidrunXml, |n| {
            plain(n);
            bare_id(n);
            (n.focusable, n.focused) = (false, false);
        }),
        ("detox.xml", Dialect::Detox, |n| {
            n.package.clear();
            n.hint.clear();
            (n.focusable, n.scrollable, n.long_clickable) = (false, false, false);
            (n.checkable, n.checked) = (false, false);
            // no flag in this dialect: what the class says
            n.clickable = n.class_name.ends_with("Button")
                || n.class_name.ends_with("Switch")
                || n.class_name.ends_with("EditText");
        }),
        ("portal_full.json", Dialect::Portal, |_| {}),
        ("portal_answer.txt", Dialect::Portal, |_| {}),
        ("portal_objects.json", Dialect::Portal, |n| {
            plain(n);
            bare_id(n);
            (n.focusable, n.focused) = (false, false);
        }),
        ("droidbot.json", Dialect::DroidBot, |n| n.hint.clear()),
        ("droidbot_2016.json", Dialect::DroidBot, unseen),
        ("axe.json", Dialect::Axe, |n| {
            n.package.clear();
            n.visible = None;
            (n.focusable, n.focused, n.scrollable, n.long_clickable) = (false, false, false, false);
            (n.checkable, n.checked) = (false, false);
        }),
    ];
    let full = snapshot("uiautomator_api34.xml");
    assert_eq!(full.nodes.len(), 14);
    for (file, dialect, loss) in cases {
        assert_eq!(parse::dialect(&bytes(file)), Some(dialect), "{file}");
        let read = snapshot(file);
        // Detox lists a view that is gone as well
        let nodes = read.nodes.iter().filter(|n| n.visible != Some(false));
        let expected = full.nodes.iter().cloned().map(|mut node| {
            loss(&mut node);
            node
        });
        for (got, mut expected) in nodes.zip(expected) {
            if dialect == Dialect::DroidrunXml && expected.resource_id.is_empty() {
                // a number of this session: kept, so that its shape can be judged
                assert!(got.resource_id.starts_with("view_"));
                expected.resource_id.clone_from(&got.resource_id);
            }
            assert_eq!(*got, expected, "{file}");
        }
        assert_eq!(read.nodes.len(), 14 + usize::from(dialect == Dialect::Detox), "{file}");
        assert_eq!(read.windows.len(), 1, "{file}");
        assert_eq!(read.windows[0].kind, WindowKind::Application, "{file}");
        assert_eq!((read.capture.display.width, read.capture.display.height), (1080, 2400));
        assert_eq!(read.capture.channel, dialect.name());
        assert_eq!(read.raw_bytes, bytes(file).len() as i64, "{file}");
        let noise = matches!(file, "uiautomator_shell_noise.txt" | "portal_answer.txt");
        assert_eq!(!read.warnings.is_empty(), noise, "{file}: {:?}", read.warnings);
    }
}

#[test]
fn the_app_in_front_is_told_by_the_tree_or_by_the_file() {
    for file in
        ["uiautomator_api16.xml", "appium.xml", "accessibility.xml", "axe.json", "detox.xml"]
    {
        assert_eq!(snapshot(file).capture.foreground.package, "com.example.ferry", "{file}");
    }
    for (file, activity) in [
        ("droidbot.json", ".AlarmsActivity"),
        ("droidbot_2016.json", ".AlarmsActivity"),
        ("portal_full.json", "com.example.ferry.AlarmsActivity"),
        ("portal_answer.txt", "com.example.ferry.AlarmsActivity"),
    ] {
        let foreground = snapshot(file).capture.foreground;
        assert_eq!(foreground.package, "com.example.ferry", "{file}");
        assert_eq!(foreground.activity, activity, "{file}");
    }
}

#[test]
fn what_the_host_knows_is_not_overwritten() {
    let mut capture = Capture { channel: "mine".into(), ..Capture::default() };
    capture.foreground.package = "com.example.host".into();
    (capture.display.width, capture.display.height) = (1440, 3120);
    let read = parse::parse(&bytes("droidbot.json"), capture.clone(), &Limits::default()).unwrap();
    assert_eq!(read.capture, capture);
}

/// Where a node has no text, old Portals put its description, id or class there.
#[test]
fn a_text_that_falls_back_to_id_or_class_is_no_text() {
    let read = snapshot("portal_short.json");
    let texts: Vec<&str> =
        read.nodes.iter().map(|n| n.text.as_str()).filter(|t| !t.is_empty()).collect();
    assert_eq!(
        texts,
        [
            "Ferry alarms",
            "More options",
            "06:40 Harbour → Island",
            "17:05 Island → Harbour",
            "Work & home",
            "••••",
            "Add alarm"
        ]
    );
    let button = read.nodes.last().unwrap();
    assert_eq!(
        (button.class_name.as_str(), button.bounds),
        ("Button", Rect::new(48, 2200, 1032, 2340))
    );
    assert!(button.clickable && button.enabled && !read.nodes[0].clickable);
    assert_eq!(read.capture.foreground.package, "com.example.ferry");
}

#[test]
fn each_root_is_a_window_and_the_keyboard_is_known() {
    let read = snapshot("uiautomator_three_roots.xml");
    let windows: Vec<_> =
        read.windows.iter().map(|w| (w.kind, w.layer, w.package.as_str())).collect();
    assert_eq!(
        windows,
        [
            (WindowKind::System, 2, "com.android.systemui"),
            (WindowKind::Application, 0, "com.example.ferry"),
            (WindowKind::InputMethod, 1, "com.google.android.inputmethod.latin"),
        ]
    );
    assert_eq!(read.capture.foreground.package, "com.example.ferry");
    assert!(read.windows[1].focused && !read.windows[2].focused);
    for node in &read.nodes {
        assert_eq!(node.package, read.windows[node.window as usize].package);
    }
}

#[test]
fn a_dump_of_all_windows_tells_layers_titles_and_displays() {
    let read = snapshot("uiautomator_windows.xml");
    let windows: Vec<_> =
        read.windows.iter().map(|w| (w.kind, w.layer, w.title.as_str(), w.display_id)).collect();
    assert_eq!(
        windows,
        [
            (WindowKind::System, 2, "Status bar", 0),
            (WindowKind::InputMethod, 1, "InputMethod", 0),
            (WindowKind::Application, 0, "Ferry alarms", 0),
            (WindowKind::Application, 0, "Cluster", 2),
        ]
    );
    assert_eq!(read.windows[3].bounds, Rect::new(0, 0, 800, 480));
    assert_eq!(read.nodes.iter().filter(|n| n.window == 2).count(), 14);
    assert_eq!((read.capture.display.width, read.capture.display.id), (1080, 0));
}

#[test]
fn masked_bounds_are_named_and_the_tree_survives() {
    let read = snapshot("detox_masked.xml");
    assert_eq!(read.nodes.len(), 14);
    assert_eq!(warnings(&read), [("node.bad_bounds", 56), ("tree.no_bounds", 1)]);
    assert_eq!(read.nodes[13].text, "Add alarm");
}

#[test]
fn a_run_is_read_state_by_state() {
    let file = bytes("portal_run.json");
    let error = parse::parse(&file, Capture::default(), &Limits::default()).unwrap_err();
    assert_eq!(error.code(), "capture.not_a_tree");
    let states = parse::states(&file, &Capture::default(), &Limits::default()).unwrap();
    let nodes: Vec<_> = states.iter().map(|s| s.as_ref().map(|s| s.nodes.len())).collect();
    assert_eq!(nodes, [Ok(14), Err(&PerceiveError::NoNodes), Ok(13)]);
    assert_eq!(states[0].as_ref().unwrap().nodes, snapshot("portal_short.json").nodes);
    // any other dump is one state
    let one = parse::states(&bytes("axe.json"), &Capture::default(), &Limits::default()).unwrap();
    assert_eq!(one, [Ok(snapshot("axe.json"))]);
}

#[test]
fn a_recorded_test_is_no_tree() {
    let error = parse::parse(&bytes("craftdroid.json"), Capture::default(), &Limits::default());
    assert_eq!(error.unwrap_err().code(), "capture.not_a_tree");
}

/// A dump that is cut off anywhere is never taken for a smaller screen.
#[test]
fn no_beginning_of_a_dump_passes_for_a_screen() {
    for file in [
        "uiautomator_api16.xml",
        "uiautomator_windows.xml",
        "uiautomator_shell_noise.txt",
        "appium.xml",
        "accessibility.xml",
        "detox.xml",
        "droidrun.xml",
        "portal_short.json",
        "portal_full.json",
        "portal_answer.txt",
        "droidbot.json",
        "axe.json",
    ] {
        let dump = bytes(file);
        let whole = snapshot(file).nodes;
        let mut truncated = 0;
        // every byte of the beginning, then steps that meet every place of a tag
        let lens = (0..400).chain((400..dump.len()).step_by(23));
        for len in lens.clone() {
            match parse::parse(&dump[..len], Capture::default(), &Limits::default()) {
                // only what follows the tree is missing
                Ok(read) => assert_eq!(read.nodes, whole, "{file} at {len}"),
                Err(PerceiveError::Truncated { offset }) => {
                    assert!(offset <= len, "{file} at {len}: {offset}");
                    truncated += 1;
                }
                Err(error) => assert!(len < 160, "{file} at {len}: {error:?}"),
            }
        }
        assert!(truncated > lens.count() * 2 / 3, "{file}: {truncated}");
    }
}
