//! Several runs of one task become one machine, and the machine does what each of them did.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod phone;

use cs_mem::distill::{Merge, bind, distill, merge, same_task};
use cs_mem::model::replay::DriverAction;
use cs_mem::model::{FsmMacro, MacroId, Snapshot};
use cs_mem::replay::rehearse;
use phone::*;

/// A chat app: people, a chat, sometimes a tip in between, a side door to the same chat.
#[derive(Clone)]
struct Chat {
    page: u8,
    with: String,
    text: String,
    mood: &'static str,
    tip: bool,
    sent: Vec<String>,
    people: Vec<&'static str>,
    pinned: usize,
}

fn chat() -> Pages<Chat> {
    let state = Chat {
        page: 0,
        with: String::new(),
        text: String::new(),
        mood: "Have a nice day",
        tip: false,
        sent: vec![],
        people: vec!["Ada", "Bob", "Cleo"],
        pinned: 0,
    };
    Pages { state, show: show_chat, act: act_chat }
}

fn show_chat(c: &Chat) -> Snapshot {
    let mut ui = Ui::new("com.memo");
    match c.page {
        0 => {
            ui.text("title", "Chats").text("mood", c.mood).text("hint", "Tap a person to write");
            ui.button("favourite", "Favourite")
                .button("archive", "Archive")
                .button("info", "About");
            ui.list("people", 1200, &c.people.iter().map(|p| row(p, "online")).collect::<Vec<_>>());
        }
        1 => {
            ui.text("title", &c.with).text("status", "Last message sent").button("call", "Call");
            ui.input("text", &c.text, "Message").button("write", "Write").button("emoji", "Emoji");
        }
        2 => {
            ui.text("tip", "Did you know? You can pin a chat").button("got_it", "Got it");
        }
        _ => {
            ui.text("title", "Archive").text("empty", "Nothing here").button("leave", "Leave");
        }
    }
    ui.done()
}

fn act_chat(c: &mut Chat, action: &DriverAction, id: &str, label: &str) {
    match (action, id) {
        (DriverAction::InputText { text, .. }, _) => c.text.clone_from(text),
        (_, "row") => {
            c.with = label.to_owned();
            c.page = if c.tip { 2 } else { 1 };
        }
        (_, "favourite") => {
            c.with = c.people[c.pinned].to_owned();
            c.page = 1;
        }
        (_, "got_it") => c.page = 1,
        (_, "archive") => c.page = 3,
        (_, "write") => {
            c.sent.push(format!("{}: {}", c.with, c.text));
            c.text.clear();
            c.page = 0;
        }
        _ => {}
    }
}

fn learn_from(app: &mut Pages<Chat>, goal: &str, script: &[Do<'_>]) -> FsmMacro {
    let trace = record(app, goal, &[], script);
    let machine = distill(&trace, MacroId::new("m")).unwrap().machine;
    rehearse(&machine, &trace).unwrap();
    machine
}

fn say<'a>(person: &'a str, text: &'a str) -> Vec<Do<'a>> {
    vec![Do::Tap(person), Do::Type("text", text), Do::Tap("write")]
}

fn merged(a: &FsmMacro, b: &FsmMacro) -> FsmMacro {
    match merge(a, b) {
        Merge::Merged(machine) => machine,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_run_twice_says_nothing_new() {
    let one = learn_from(&mut chat(), "write hi to Ada", &say("Ada", "hi"));
    let two = learn_from(&mut chat(), "write hi to Ada", &say("Ada", "hi"));
    assert_eq!(merge(&one, &two), Merge::Same);
    assert!(same_task(&one, &two));
}

#[test]
fn a_dialog_that_comes_only_sometimes_becomes_a_branch() {
    let plain = learn_from(&mut chat(), "write hi to Ada", &say("Ada", "hi"));
    let mut app = chat();
    app.state.tip = true;
    let mut script = say("Ada", "hi");
    script.insert(1, Do::Tap("got_it"));
    let with_tip = learn_from(&mut app, "write hi to Ada", &script);

    for both in [merged(&plain, &with_tip), merged(&with_tip, &plain)] {
        assert_eq!(both.parts().version, 2);
        assert_eq!(both.parts().parent, Some(1));
        for tip in [false, true] {
            let mut app = chat();
            app.state.tip = tip;
            let (end, log) = Run::with("value1", "hi").replay(&both, &mut app);
            assert!(end.is_done(), "tip {tip}: {end:?} {log:?}");
            assert_eq!(app.state.sent, ["Ada: hi"]);
            assert_eq!(log.len(), 3 + usize::from(tip));
        }
    }
    // Alone, the plain one stops at the tip, before anything is sent to it.
    let mut app = chat();
    app.state.tip = true;
    let (end, log) = Run::with("value1", "hi").replay(&plain, &mut app);
    assert_eq!((end.hand_back().code.as_str(), log.len()), ("screen.other", 1));
}

#[test]
fn two_runs_settle_what_varies_and_a_third_is_bound_from_its_goal() {
    let one = learn_from(&mut chat(), "write hi to Ada", &say("Ada", "hi"));
    assert_eq!(one.parts().goal.to_string(), "write {value1} to Ada");
    let two = learn_from(&mut chat(), "write hello to Bob", &say("Bob", "hello"));
    let both = merged(&one, &two);
    assert_eq!(both.parts().goal.to_string(), "write {value1} to {value2}");

    let bindings = bind(&both, "write bye to Cleo", &[]).unwrap();
    let mut app = chat();
    let (end, log) = Run { bindings, ..Run::default() }.replay(&both, &mut app);
    assert!(end.is_done(), "{end:?} {log:?}");
    assert_eq!(app.state.sent, ["Cleo: bye"]);

    // Nobody of that name: nothing is pressed.
    let bindings = bind(&both, "write bye to Zoe", &[]).unwrap();
    let (end, log) = Run { bindings, ..Run::default() }.replay(&both, &mut chat());
    assert_eq!(end.hand_back().code, "target.missing", "{log:?}");
}

#[test]
fn a_text_that_differs_between_runs_stops_nothing_any_more() {
    let one = learn_from(&mut chat(), "write hi to Ada", &say("Ada", "hi"));
    let mut other_day = chat();
    other_day.state.mood = "Rainy in the evening";
    let (end, _) = Run::with("value1", "hi").replay(&one, &mut other_day.clone());
    assert_eq!(end.hand_back().code, "screen.other_text");

    let two = learn_from(&mut other_day, "write hi to Ada", &say("Ada", "hi"));
    let both = merged(&one, &two);
    let mut third = chat();
    third.state.mood = "Sunny tomorrow";
    let (end, _) = Run::with("value1", "hi").replay(&both, &mut third);
    assert!(end.is_done(), "{end:?}");
}

#[test]
fn another_way_to_the_same_screen_is_kept_and_the_more_travelled_one_goes_first() {
    let by_row = learn_from(&mut chat(), "write hi to Ada", &say("Ada", "hi"));
    let script = [Do::Tap("favourite"), Do::Type("text", "hi"), Do::Tap("write")];
    let by_favourite = learn_from(&mut chat(), "write hi to Ada", &script);
    let both = merged(&by_row, &by_favourite);
    let (_, log) = Run::with("value1", "hi").replay(&both, &mut chat());
    assert!(log[0].starts_with("tap row:Ada"), "{log:?}");
    // Taken twice, the favourite goes first; the version stays, the counts do not change what the macro is.
    let often = merged(&both, &by_favourite);
    assert_eq!(often.parts().version, both.parts().version);
    assert_eq!(often.digest(), both.digest());
    let (_, log) = Run::with("value1", "hi").replay(&often, &mut chat());
    assert!(log[0].starts_with("tap favourite"), "{log:?}");
    // Without the favourite the row is taken.
    let mut app = chat();
    app.show = |c| {
        let mut snapshot = show_chat(c);
        for node in snapshot.nodes.iter_mut().filter(|n| n.text == "Favourite") {
            node.enabled = false;
        }
        snapshot
    };
    let (end, log) = Run::with("value1", "hi").replay(&often, &mut app);
    assert!(end.is_done() && log[0].starts_with("tap row:Ada"), "{end:?} {log:?}");
}

#[test]
fn what_is_not_the_same_task_is_not_merged() {
    let one = learn_from(&mut chat(), "write hi to Ada", &say("Ada", "hi"));
    let other_goal = learn_from(&mut chat(), "forget about everything", &say("Ada", "hi"));
    assert!(!same_task(&one, &other_goal));
    assert_eq!(merge(&one, &other_goal), Merge::Different);
    let other_end =
        learn_from(&mut chat(), "write hi to Ada", &[Do::Tap("Ada"), Do::Type("text", "hi")]);
    assert_eq!(merge(&one, &other_end), Merge::Different);
}

#[test]
fn a_loop_over_rows_is_not_guessed() {
    #[derive(Clone)]
    struct Todo(Vec<&'static str>);
    let app = |items: &[&'static str]| Pages {
        state: Todo(items.to_vec()),
        show: |t: &Todo| {
            let mut ui = Ui::new("com.memo");
            ui.text("title", "To do today").button("new", "New task").button("all", "All tasks");
            ui.list("tasks", 1500, &t.0.iter().map(|i| row_with(i, "Tick")).collect::<Vec<_>>());
            ui.done()
        },
        act: |t: &mut Todo, _: &DriverAction, id: &str, _: &str| {
            if id == "row_button" {
                t.0.remove(0);
            }
        },
    };
    let run = |items: &[&'static str], script: &[Do<'_>]| {
        let trace = record(&mut app(items), "tick off everything", &[], script);
        distill(&trace, MacroId::new("m")).unwrap().machine
    };
    let two = run(
        &["Milk", "Bread"],
        &[Do::TapIn("Milk", "row_button"), Do::TapIn("Bread", "row_button")],
    );
    let three = run(
        &["Milk", "Bread", "Tea"],
        &[
            Do::TapIn("Milk", "row_button"),
            Do::TapIn("Bread", "row_button"),
            Do::TapIn("Tea", "row_button"),
        ],
    );
    assert_eq!(merge(&two, &three), Merge::Different);
}
