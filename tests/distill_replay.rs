//! From a recorded run to a replay: the task learned once is done again, with other values, on a screen that has moved on,
//! and stops before the first action on anything that a careful person would stop at.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod phone;

use cs_mem::distill::{bind, distill};
use cs_mem::model::episode::NamedValue;
use cs_mem::model::replay::DriverAction;
use cs_mem::model::{Direction, HandBackKind, MacroId, Sent, Snapshot};
use cs_mem::replay::{Machine, Policy};
use phone::*;

/// A memo app: a list, an editor, a page that says it is printed. And settings with a switch.
#[derive(Clone)]
struct Memo {
    page: Page,
    clock: String,
    rows: Vec<Row>,
    scrolled: usize,
    text: String,
    printed: Vec<String>,
    wifi: bool,
    dialog: Option<(String, String)>,
    title: String,
    print: String,
    enabled: bool,
    unread: u32,
}

#[derive(Clone, Copy, PartialEq)]
enum Page {
    List,
    Editor,
    Printed,
    Settings,
}

impl Memo {
    fn new() -> Self {
        Self {
            page: Page::List,
            clock: "10:42".into(),
            rows: ["Milk", "Taxes", "Birthday"].iter().map(|t| row(t, "2 lines")).collect(),
            scrolled: 0,
            text: String::new(),
            printed: vec![],
            wifi: false,
            dialog: None,
            title: "Memos".into(),
            print: "Print".into(),
            enabled: true,
            unread: 3,
        }
    }
}

impl App for Memo {
    fn show(&self) -> Snapshot {
        let mut ui = Ui::new("com.memo");
        match self.page {
            Page::List => {
                ui.text("title", &self.title).text("clock", &self.clock);
                ui.button("settings", "Settings").button("new", "New memo");
                ui.text("count", &format!("{} unread", self.unread));
                let end = (self.scrolled + 6).min(self.rows.len());
                ui.list("memos", 1200, &self.rows[self.scrolled.min(end)..end]);
            }
            Page::Editor => {
                ui.text("title", "New memo").text("clock", &self.clock);
                ui.input("body", &self.text, "Write something");
                ui.button("print", if self.text.is_empty() { "Print" } else { &self.print });
                if !self.enabled {
                    ui.snapshot.nodes.last_mut().unwrap().enabled = false;
                }
            }
            Page::Printed => {
                ui.text("title", "Printer").text("clock", &self.clock);
                ui.text("result", &format!("{} is printed", self.text)).button("close", "Close");
            }
            Page::Settings => {
                ui.text("title", "Settings").text("clock", &self.clock);
                ui.switch("wifi", "Wi-Fi", self.wifi).button("about", "About the phone");
            }
        }
        if let Some((package, text)) = &self.dialog {
            ui.dialog(package, text, &[("yes", "Yes"), ("no", "No")]);
        }
        ui.done()
    }

    fn act(&mut self, action: &DriverAction, hit: Option<(&str, &str)>) {
        match (action, hit) {
            (DriverAction::InputText { text, .. }, _) => self.text.clone_from(text),
            (DriverAction::Back, _) => self.page = Page::List,
            (DriverAction::Scroll { direction: Direction::Down, .. }, _) => {
                self.scrolled = (self.scrolled + 4).min(self.rows.len().saturating_sub(6));
            }
            (DriverAction::Scroll { .. }, _) => self.scrolled = self.scrolled.saturating_sub(4),
            (_, Some(("new", _))) => self.page = Page::Editor,
            (_, Some(("settings", _))) => self.page = Page::Settings,
            (_, Some(("wifi", _))) => self.wifi = !self.wifi,
            (_, Some(("print", _))) => {
                self.printed.push(self.text.clone());
                self.page = Page::Printed;
            }
            (_, Some(("row", label))) => {
                self.text = label.to_owned();
                self.page = Page::Editor;
            }
            (_, Some(("close", _))) => self.page = Page::List,
            (_, Some(("yes" | "no", _))) => self.dialog = None,
            _ => {}
        }
    }
}

const PRINT: &[Do<'_>] =
    &[Do::Think, Do::Tap("new"), Do::Think, Do::Type("body", "HELLO"), Do::Tap("print")];

fn print_macro() -> cs_mem::model::FsmMacro {
    learn(&mut Memo::new(), "print HELLO", &[], PRINT)
}

#[test]
fn a_task_learned_once_is_done_again() {
    let machine = print_macro();
    assert_eq!(machine.parts().goal.to_string(), "print {value1}");
    let mut app = Memo::new();
    let (end, log) = Run::with("value1", "HELLO").replay(&machine, &mut app);
    assert!(matches!(end, End::Done { actions: 3, steps: 3 }), "{end:?}");
    assert_eq!(log, ["tap new:New memo", "type body HELLO", "tap print:Print"]);
    assert_eq!(app.printed, ["HELLO"]);
}

#[test]
fn another_value_is_typed_and_an_unbindable_goal_is_refused() {
    let machine = print_macro();
    let bindings = bind(&machine, "Print WORLD", &[]).unwrap();
    let mut app = Memo::new();
    let (end, _) = Run { bindings, ..Run::default() }.replay(&machine, &mut app);
    assert!(end.is_done(), "{end:?}");
    assert_eq!(app.printed, ["WORLD"]);

    assert_eq!(bind(&machine, "delete WORLD", &[]).unwrap_err().code(), "bind.other_goal");
    assert_eq!(bind(&machine, "", &[]).unwrap_err().code(), "bind.unbound");
    let named = NamedValue { name: "value1".into(), value: "X".into(), secret: false };
    assert_eq!(bind(&machine, "", &[named]).unwrap().value("value1"), Some("X"));
}

#[test]
fn clock_rows_counters_and_scrolling_make_no_difference() {
    let machine =
        learn(&mut Memo::new(), "open Taxes and print", &[], &[Do::Tap("Taxes"), Do::Tap("print")]);
    let mut app = Memo::new();
    app.clock = "23:59".into();
    app.unread = 12;
    for n in 0..5 {
        app.rows.insert(0, row(&format!("Fresh {n}"), "1 line"));
    }
    let (end, log) = Run::default().replay(&machine, &mut app);
    assert!(end.is_done(), "{end:?} {log:?}");
    assert_eq!(app.printed, ["Taxes"]);

    // Out of sight: the machine scrolls to the row, and to no other.
    let mut app = Memo::new();
    app.rows = (0..20).map(|n| row(&format!("Row {n}"), "1 line")).collect();
    app.rows.insert(13, row("Taxes", "2 lines"));
    let (end, log) = Run::default().replay(&machine, &mut app);
    assert!(end.is_done(), "{end:?} {log:?}");
    assert_eq!(app.printed, ["Taxes"]);
    assert!(log.iter().filter(|l| l.starts_with("scroll Down")).count() >= 2, "{log:?}");

    // Not there at all: looked for to both ends, then handed back.
    let mut app = Memo::new();
    app.rows = (0..20).map(|n| row(&format!("Row {n}"), "1 line")).collect();
    let (end, log) = Run::default().replay(&machine, &mut app);
    assert_eq!(end.hand_back().kind, HandBackKind::TargetMissing);
    assert!(log.iter().all(|l| l.starts_with("scroll")), "{log:?}");
    assert_eq!(end.hand_back().sent, Sent::Nothing);
}

#[test]
fn a_dialog_that_nobody_has_seen_stops_the_run_before_anything_is_sent() {
    let machine = print_macro();
    for (package, kind) in [
        ("com.memo", HandBackKind::WrongScreen),
        ("com.google.android.permissioncontroller", HandBackKind::ForeignOverlay),
    ] {
        let mut app = Memo::new();
        app.dialog = Some((package.into(), "Rate this app?".into()));
        let (end, log) = Run::with("value1", "HELLO").replay(&machine, &mut app);
        assert_eq!(end.hand_back().kind, kind, "{package}");
        assert_eq!(end.hand_back().sent, Sent::Nothing);
        assert!(log.is_empty(), "{log:?}");
    }
}

#[test]
fn a_hand_back_is_resumed_where_it_stopped_with_the_same_macro_only() {
    let machine = print_macro();
    let mut app = Memo::new();
    app.page = Page::Editor;
    app.dialog = Some(("com.memo".into(), "Tip of the day".into()));
    // The run begins on the list; the dialog comes up after the first step.
    let mut on_list = Memo { page: Page::List, dialog: None, ..app.clone() };
    struct Surprised<'a>(&'a mut Memo, bool);
    impl App for Surprised<'_> {
        fn show(&self) -> Snapshot {
            self.0.show()
        }
        fn act(&mut self, action: &DriverAction, hit: Option<(&str, &str)>) {
            self.0.act(action, hit);
            if !std::mem::replace(&mut self.1, true) {
                self.0.dialog = Some(("com.memo".into(), "Tip of the day".into()));
            }
        }
    }
    let run = Run::with("value1", "HELLO");
    let (end, log) = run.replay(&machine, &mut Surprised(&mut on_list, false));
    let hand_back = end.hand_back().clone();
    assert_eq!(hand_back.kind, HandBackKind::WrongScreen);
    assert_eq!(hand_back.sent, Sent::Unknown);
    assert_eq!(log.len(), 1);
    assert_eq!(hand_back.left[0].verb, "tap");
    assert_eq!(hand_back.left.len(), 3);
    assert!(hand_back.screen_text.contains("Tip of the day"));

    // The agent closes the dialog; the run goes on, and does not repeat the first step.
    on_list.dialog = None;
    let again = |machine: &cs_mem::model::FsmMacro, from: &cs_mem::model::HandBack| {
        Machine::resume(
            machine.clone(),
            run.bindings.clone(),
            Default::default(),
            Policy::default(),
            from,
        )
    };
    let (end, log) = run.drive(again(&machine, &hand_back).unwrap(), &mut on_list);
    assert!(end.is_done(), "{end:?}");
    assert_eq!(log, ["type body HELLO", "tap print:Print"]);

    let mut other = machine.clone().into_parts();
    other.version = 2;
    let other = cs_mem::model::FsmMacro::new(other).unwrap();
    assert_eq!(again(&other, &hand_back).unwrap_err().code(), "resume.other_macro");
}

#[test]
fn a_switch_that_is_on_already_is_not_pressed() {
    let script = &[Do::Tap("settings"), Do::Tap("wifi")];
    let machine = learn(&mut Memo::new(), "turn on Wi-Fi", &[], script);
    let mut app = Memo::new();
    let (end, log) = Run::default().replay(&machine, &mut app);
    assert!(matches!(end, End::Done { actions: 2, steps: 2 }), "{end:?}");
    assert_eq!(log.len(), 2);
    assert!(app.wifi);

    app.page = Page::List;
    let (end, log) = Run::default().replay(&machine, &mut app);
    assert!(matches!(end, End::Done { actions: 1, steps: 2 }), "{end:?}");
    assert_eq!(log, ["tap settings:Settings"]);
    assert!(app.wifi);
}

#[test]
fn other_screens_and_changed_targets_are_refused_with_their_kind() {
    let machine = print_macro();
    let refused = |change: fn(&mut Memo)| {
        let mut app = Memo::new();
        change(&mut app);
        let (end, log) = Run::with("value1", "HELLO").replay(&machine, &mut app);
        (end.hand_back().kind, log.len())
    };
    assert_eq!(refused(|app| app.page = Page::Settings), (HandBackKind::WrongScreen, 0));
    assert_eq!(refused(|app| app.title = "Trash".into()), (HandBackKind::WrongScreen, 0));
    assert_eq!(refused(|app| app.print = "Delete".into()), (HandBackKind::TargetChanged, 2));
    assert_eq!(refused(|app| app.enabled = false), (HandBackKind::TargetDisabled, 2));
}

#[test]
fn thoughts_failures_idle_steps_and_detours_are_not_learned() {
    let script = &[
        Do::Tap("settings"),
        Do::Back,
        Do::Think,
        Do::Fail("new"),
        Do::Tap("title"),
        Do::Tap("new"),
        Do::Type("body", "no"),
        Do::Type("body", "HELLO"),
        Do::Tap("print"),
    ];
    let machine = learn(&mut Memo::new(), "print HELLO", &[], script);
    let verbs: Vec<&str> = machine.parts().transitions.iter().map(|t| t.action.verb()).collect();
    assert_eq!(verbs, ["tap", "input_text", "tap"]);

    let short = record(&mut Memo::new(), "look", &[], &[Do::Tap("settings")]);
    assert_eq!(distill(&short, MacroId::new("m")).unwrap_err().code(), "distill.too_short");
}
