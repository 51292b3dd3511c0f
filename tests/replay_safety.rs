//! What a careful person would stop at: money, look-alikes, other rows, other accounts, switches, restless screens; and what
//! they would not stop at: an upgrade that aliases explain.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod phone;

use cs_mem::distill::{bind, distill};
use cs_mem::model::episode::NamedValue;
use cs_mem::model::replay::DriverAction;
use cs_mem::model::{
    Alias, AliasMap, Bindings, Delivery, HandBackKind, MacroId, Screen, Sent, Snapshot, Timestamp,
    Verdict,
};
use cs_mem::perceive::perceive;
use cs_mem::replay::{Directive, Input, Machine, Policy};
use phone::*;

/// A bank: accounts in a list, a form, a review page, a receipt.
#[derive(Clone, Default)]
struct Bank {
    page: u8,
    owner: String,
    to: String,
    amount: String,
    pin: String,
    review_to: Option<String>,
    paid: Vec<String>,
    names: Vec<String>,
    deleted: Vec<String>,
    v2: bool,
}

fn bank() -> Pages<Bank> {
    let state = Bank {
        owner: "ada@example.org".into(),
        names: ["Bob", "Eve", "Joe"].map(str::to_owned).to_vec(),
        ..Bank::default()
    };
    Pages { state, show: show_bank, act: act_bank }
}

fn show_bank(b: &Bank) -> Snapshot {
    let mut ui = Ui::new("com.bank");
    let id = |old: &'static str, new: &'static str| if b.v2 { new } else { old };
    match b.page {
        0 => {
            ui.text("title", "Accounts").text("owner", &b.owner).text("balance", "$ 1,204.50");
            ui.button(id("begin", "menu_begin"), id("Begin", "Begin here"));
            ui.button("payees", "Payees").button("help", "Help and contact");
        }
        1 => {
            ui.text("title", "New transfer").text("owner", &b.owner);
            ui.input("to", &b.to, "Recipient").input("amount", &b.amount, "Amount");
            ui.password("pin", &"*".repeat(b.pin.len()), "PIN").button("review", "Review");
        }
        2 => {
            let to = b.review_to.as_deref().unwrap_or(&b.to);
            ui.text("title", "Review transfer").text("to", &format!("To {to}"));
            ui.text("amount", &format!("$ {}", b.amount)).button("pay", "Pay now");
            ui.button("cancel", "Cancel");
        }
        3 => {
            ui.text("title", "Receipt").text("done", "Transfer complete").button("home", "Home");
        }
        _ => {
            ui.text("title", "Payees").button("add", "New payee");
            let rows: Vec<Row> = b.names.iter().map(|n| row_with(n, "Remove")).collect();
            ui.list("payees", 1400, &rows);
        }
    }
    ui.done()
}

fn act_bank(b: &mut Bank, action: &DriverAction, id: &str, _label: &str) {
    match (action, id) {
        (DriverAction::InputText { text, .. }, "to") => b.to.clone_from(text),
        (DriverAction::InputText { text, .. }, "amount") => b.amount.clone_from(text),
        (DriverAction::InputText { text, .. }, "pin") => b.pin.clone_from(text),
        (_, "begin" | "menu_begin") => b.page = 1,
        (_, "payees") => b.page = 4,
        (_, "review") => b.page = 2,
        (_, "pay") => {
            b.paid.push(format!("{} to {}", b.amount, b.to));
            b.page = 3;
        }
        (_, "home") => b.page = 0,
        _ => {}
    }
}

const PAY: &[Do<'_>] = &[
    Do::Tap("Begin"),
    Do::Type("to", "Bob"),
    Do::Type("amount", "20"),
    Do::Secret("pin", "4711"),
    Do::Tap("review"),
    Do::Tap("pay"),
];

fn payment() -> cs_mem::model::FsmMacro {
    let mut app = bank();
    learn(&mut app, "pay Bob 20", &[("recipient", "Bob"), ("pin", "")], PAY)
}

fn run_for(to: &str, amount: &str) -> Run {
    let machine = payment();
    let bindings = bind(&machine, &format!("pay {to} {amount}"), &[]).unwrap();
    Run { bindings, secret: Some("4711".into()), ..Run::default() }
}

#[test]
fn a_payment_asks_for_its_secret_and_for_the_guards_yes() {
    let machine = payment();
    let json = serde_json::to_string(&machine).unwrap();
    assert!(!json.contains("4711"));
    let mut app = bank();
    let (end, log) = run_for("Eve", "35").replay(&machine, &mut app);
    assert!(end.is_done(), "{end:?} {log:?}");
    assert_eq!(app.state.paid, ["35 to Eve"]);
    assert_eq!(app.state.pin, "4711");
    assert!(
        log.contains(&"secret? pin".to_owned())
            && log.contains(&"guard? BUTTON \"Pay now\"".to_owned())
    );

    // The guard says no; the host has no secret.
    let mut app = bank();
    let (end, _) = Run { guard: false, ..run_for("Eve", "35") }.replay(&machine, &mut app);
    assert_eq!(end.hand_back().kind, HandBackKind::GuardRefused);
    assert_eq!(end.hand_back().sent, Sent::Nothing);
    assert!(app.state.paid.is_empty());
    assert!(!format!("{:?}", end.hand_back()).contains("4711"));

    let mut app = bank();
    let (end, _) = Run { secret: None, ..run_for("Eve", "35") }.replay(&machine, &mut app);
    assert_eq!(end.hand_back().code, "secret.missing");
    assert_eq!(app.state.page, 1);
}

#[test]
fn a_payment_page_that_names_someone_else_is_not_paid() {
    let machine = payment();
    let mut app = bank();
    app.state.review_to = Some("Mallory".into());
    let (end, log) = run_for("Bob", "20").replay(&machine, &mut app);
    assert_eq!(end.hand_back().kind, HandBackKind::WrongScreen, "{log:?}");
    assert_eq!(end.hand_back().code, "screen.other_value");
    assert!(app.state.paid.is_empty());
}

#[test]
fn another_account_is_another_screen() {
    let machine = payment();
    let mut app = bank();
    app.state.owner = "eve@example.org".into();
    let (end, log) = run_for("Bob", "20").replay(&machine, &mut app);
    assert_eq!(end.hand_back().code, "screen.other_subject");
    assert!(log.is_empty());
}

#[test]
fn the_button_of_another_row_is_not_the_button() {
    let script = &[Do::Tap("payees"), Do::TapIn("Eve", "row_button")];
    let mut app = Pages { act: act_removing, ..bank() };
    fn act_removing(b: &mut Bank, action: &DriverAction, id: &str, label: &str) {
        if id == "row_button" {
            b.deleted.push(b.names.remove(1));
        }
        act_bank(b, action, id, label);
    }
    let machine = learn(&mut app, "remove Eve from the payees", &[], script);
    // The row moved: its own button is pressed.
    let mut app = Pages {
        act: |b, a, id, l| {
            if id != "row_button" {
                act_bank(b, a, id, l)
            }
        },
        ..bank()
    };
    app.state.names = ["Zoe", "Ann", "Eve"].map(str::to_owned).to_vec();
    let (_, log) = Run::default().replay(&machine, &mut app);
    assert_eq!(log.last().unwrap(), "tap row_button:Remove");
    let snapshot = app.show();
    let eve = snapshot.nodes.iter().find(|n| n.text == "Eve").unwrap().bounds.top;
    let mut run =
        Machine::new(machine.clone(), Bindings::new(), AliasMap::default(), Policy::default());
    app.state.page = 0;
    let hit = first_tap_on(&mut run, &mut app, "row_button");
    assert_eq!(hit.unwrap().1, eve);

    // The row is gone, or there are two of it: nothing is pressed.
    for (names, kind) in [
        (vec!["Zoe", "Ann"], HandBackKind::TargetMissing),
        (vec!["Bob"], HandBackKind::TargetMissing),
        (vec!["Eve", "Bob", "Eve"], HandBackKind::TargetAmbiguous),
    ] {
        let mut app = bank();
        app.state.names = names.iter().map(|n| (*n).to_owned()).collect();
        let (end, log) = Run::default().replay(&machine, &mut app);
        assert_eq!(end.hand_back().kind, kind, "{names:?}");
        assert!(log.iter().all(|l| !l.contains("Remove") || l.starts_with("scroll")), "{log:?}");
    }
}

/// Drives until a tap on an element with this id; its label and top edge.
fn first_tap_on(run: &mut Machine, app: &mut impl App, id: &str) -> Option<(String, i32)> {
    let (mut input, mut now) = (Input::Start, 0);
    let mut seen = app.show();
    for _ in 0..100 {
        input = match run.next(input) {
            Directive::Read { after_ms } => {
                now += after_ms;
                seen = app.show();
                Input::Saw(Box::new(observe(perceive(&seen), now)))
            }
            Directive::AskGuard { .. } => Input::Guard(true),
            Directive::Act { action: DriverAction::Tap { node, bounds }, .. }
                if seen.nodes[node as usize].resource_id.ends_with(id) =>
            {
                return Some((seen.nodes[node as usize].text.clone(), bounds.top));
            }
            Directive::Act { action, .. } => {
                perform(app, &seen, &action);
                Input::Sent(Delivery::Delivered)
            }
            _ => return None,
        };
    }
    None
}

#[test]
fn after_an_upgrade_aliases_carry_the_macro_over() {
    let machine = learn(&mut bank(), "new transfer to Bob", &[], &PAY[..3]);
    let bindings = Bindings::new().with("value1", "Bob");
    let mut upgraded = bank();
    upgraded.state.v2 = true;
    let run = Run { bindings, ..Run::default() };
    let (end, log) = run.replay(&machine, &mut upgraded);
    assert_eq!(end.hand_back().kind, HandBackKind::TargetMissing, "{:?}", end.hand_back());
    assert!(log.is_empty());

    let find = |screen: &Screen, label: &str| {
        screen.nodes.iter().find(|n| n.label == label).unwrap().fingerprint
    };
    let alias = Alias {
        old: find(&perceive(&bank().show()), "Begin"),
        new: find(&perceive(&upgraded.show()), "Begin here"),
        score: 0.8,
        app: "com.bank".into(),
        from_version: "1".into(),
        to_version: "2".into(),
        created_at: Timestamp::default(),
        confirmed: false,
    };
    let run = Run { aliases: AliasMap::new([&alias]), ..run };
    let (end, log) = run.replay(&machine, &mut upgraded);
    assert!(end.is_done(), "{end:?}");
    assert_eq!(log[0], "tap menu_begin:Begin here");
}

#[test]
fn after_a_failed_delivery_nothing_more_is_sent() {
    for (delivery, sent) in [(Delivery::Refused, Sent::Nothing), (Delivery::Unknown, Sent::Unknown)]
    {
        let machine = payment();
        let mut run = Machine::new(
            machine,
            run_for("Bob", "20").bindings,
            AliasMap::default(),
            Policy::default(),
        );
        let app = bank();
        run.next(Input::Start);
        let act = run.next(Input::Saw(Box::new(observe(perceive(&app.show()), 0))));
        assert!(matches!(act, Directive::Act { .. }), "{act:?}");
        let Directive::HandBack(hand_back) = run.next(Input::Sent(delivery)) else { panic!() };
        assert_eq!((hand_back.kind, hand_back.sent), (HandBackKind::InputFailed, sent));
        let again = run.next(Input::Saw(Box::new(observe(perceive(&app.show()), 0))));
        assert_eq!(again, Directive::HandBack(hand_back));
    }
}

#[test]
fn a_step_that_may_have_been_sent_is_not_sent_again() {
    let machine = payment();
    let mut app = bank();
    let run = run_for("Bob", "20");
    let mut at_pay =
        Machine::new(machine.clone(), run.bindings.clone(), AliasMap::default(), Policy::default());
    let (mut input, mut now) = (Input::Start, 0);
    let hand_back = loop {
        let snapshot = app.show();
        input = match at_pay.next(input) {
            Directive::Read { after_ms } => {
                now += after_ms;
                Input::Saw(Box::new(observe(perceive(&snapshot), now)))
            }
            Directive::AskGuard { .. } => Input::Guard(true),
            Directive::AskSecret { .. } => Input::Secret(Some("4711".into())),
            Directive::Act { action, .. } if app.state.page == 2 => {
                let _ = action;
                Input::Sent(Delivery::Unknown)
            }
            Directive::Act { action, .. } => {
                perform(&mut app, &snapshot, &action);
                Input::Sent(Delivery::Delivered)
            }
            Directive::HandBack(hand_back) => break hand_back,
            Directive::Done { .. } => panic!("done"),
        };
    };
    assert_eq!(hand_back.sent, Sent::Unknown);
    let resumed = Machine::resume(
        machine,
        run.bindings.clone(),
        AliasMap::default(),
        Policy::default(),
        &hand_back,
    );
    let (end, log) = run.drive(resumed.unwrap(), &mut app);
    assert_eq!(end.hand_back().code, "resume.maybe_sent");
    assert!(log.is_empty() && app.state.paid.is_empty());
}

#[test]
fn limits_verdicts_and_unreadable_screens_stop_the_run() {
    let machine = payment();
    let run = run_for("Bob", "20");
    let policy = Policy { max_actions: 2, ..Policy::default() };
    let (end, log) = Run { policy, ..run_for("Bob", "20") }.replay(&machine, &mut bank());
    assert_eq!(end.hand_back().kind, HandBackKind::BudgetSpent);
    assert_eq!(log.iter().filter(|l| !l.contains('?')).count(), 2);

    let fresh = || {
        Machine::new(machine.clone(), run.bindings.clone(), AliasMap::default(), Policy::default())
    };
    let mut unreadable = fresh();
    let mut directive = unreadable.next(Input::Start);
    let mut reads = 0;
    while let Directive::Read { .. } = directive {
        reads += 1;
        directive = unreadable.next(Input::ReadFailed { code: "c".into(), sentence: "s".into() });
    }
    let Directive::HandBack(hand_back) = directive else { panic!("{directive:?}") };
    assert_eq!((hand_back.kind, reads), (HandBackKind::InputFailed, 4));

    let mut verdict = Verdict::default();
    verdict.add(
        cs_mem::model::VerdictKind::Refuse,
        cs_mem::model::Threat::High,
        "overlay.foreign",
        "x",
    );
    let mut refused = fresh();
    refused.next(Input::Start);
    let mut seen = observe(perceive(&bank().show()), 0);
    seen.verdict = verdict;
    let Directive::HandBack(hand_back) = refused.next(Input::Saw(Box::new(seen))) else { panic!() };
    assert_eq!(hand_back.kind, HandBackKind::ForeignOverlay);

    let mut cancelled = fresh();
    cancelled.next(Input::Start);
    let Directive::HandBack(hand_back) = cancelled.next(Input::Cancel) else { panic!() };
    assert_eq!((hand_back.kind, hand_back.sent), (HandBackKind::Cancelled, Sent::Nothing));
}

#[test]
fn a_screen_that_never_rests_is_not_acted_on() {
    let machine = learn(&mut bank(), "new transfer to Bob", &[], &PAY[..3]);
    /// After the first action the title keeps changing.
    struct Restless(Pages<Bank>, std::cell::Cell<u32>);
    impl App for Restless {
        fn show(&self) -> Snapshot {
            self.1.set(self.1.get() + 1);
            let mut snapshot = self.0.show();
            if self.0.state.page == 1 && self.1.get().is_multiple_of(2) {
                snapshot.nodes[1].text = "Loading".into();
            }
            snapshot
        }
        fn act(&mut self, action: &DriverAction, hit: Option<(&str, &str)>) {
            self.0.act(action, hit);
        }
    }
    let run = Run::with("value1", "Bob");
    let (end, log) = run.replay(&machine, &mut Restless(bank(), Default::default()));
    assert_eq!(end.hand_back().kind, HandBackKind::NotSettled, "{:?}", end.hand_back());
    assert_eq!(log.len(), 1, "{log:?}");

    // A screen that comes late, but comes, is waited for.
    struct Slow(Pages<Bank>, std::cell::Cell<u32>);
    impl App for Slow {
        fn show(&self) -> Snapshot {
            self.1.set(self.1.get().saturating_sub(1));
            match self.1.get() {
                0 => self.0.show(),
                _ => Ui::new("com.bank").text("title", "Please wait").done(),
            }
        }
        fn act(&mut self, action: &DriverAction, hit: Option<(&str, &str)>) {
            self.0.act(action, hit);
            self.1.set(6);
        }
    }
    let (end, _) = run.replay(&machine, &mut Slow(bank(), Default::default()));
    assert!(end.is_done(), "{end:?}");
}

#[test]
fn a_macro_with_ten_steps_is_small_and_named_values_become_slots() {
    let machine = payment();
    let slots: Vec<&str> = machine.parts().slots.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(slots, ["recipient", "value1", "pin"]);
    assert_eq!(machine.parts().goal.to_string(), "pay {recipient} {value1}");
    let named = |name: &str, value: &str| NamedValue {
        name: name.into(),
        value: value.into(),
        secret: false,
    };
    let bindings = bind(&machine, "", &[named("recipient", "Eve"), named("value1", "7")]).unwrap();
    assert_eq!(bindings.value("recipient"), Some("Eve"));

    let trace = record(&mut bank(), "pay someone", &[("pin", "")], PAY);
    let literals = distill(&trace, MacroId::new("m")).unwrap().literals;
    assert_eq!(literals, ["step 2", "step 3"]);
}
