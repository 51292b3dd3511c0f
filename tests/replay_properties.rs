//! Over random apps, random tasks and a phone that misbehaves at random:
//!
//! 1. every macro replays to Done on its own trace, and on the app it was learned on;
//! 2. no action is ever sent whose screen and target were not both verified in that same observation, and none hits an
//!    element other than one learned;
//! 3. after an action that failed, after a cancel and after the end, nothing more is sent.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod phone;

use cs_mem::distill::distill;
use cs_mem::model::episode::TracedAction;
use cs_mem::model::fsm::{FsmMacro, MacroAction};
use cs_mem::model::replay::DriverAction;
use cs_mem::model::{
    Action, ActionResult, AliasMap, Bindings, Delivery, EpisodeId, MacroId, Screen, Snapshot,
    Target, Threat, Trace, TraceStep, Verdict, VerdictKind,
};
use cs_mem::perceive::{perceive, resolve_target};
use cs_mem::replay::{Directive, Input, Machine, Policy, locate, matcher, rehearse};
use phone::{Ui, observe, row, row_with};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::HashSet;

/// What a node of the app really is: page, widget, row. Impostors have none.
type Truth = Option<(usize, usize, usize)>;

#[derive(Debug, Clone)]
enum Widget {
    Button { label: String, to: usize },
    Input { hint: String },
    Switch { label: String },
    List { rows: Vec<String>, to: usize, buttons: bool },
    Text(String),
}

#[derive(Debug, Clone)]
struct World {
    pages: Vec<(String, Vec<Widget>)>,
}

/// What goes wrong with a page.
#[derive(Debug, Clone)]
enum Trouble {
    Clock,
    Jump(usize),
    Dialog(bool),
    Rename(usize),
    Remove(usize),
    Disable(usize),
    Double(usize),
    Rows(usize),
    Title,
    Package,
    Swap(usize),
}

#[derive(Debug, Clone)]
struct State {
    world: World,
    page: usize,
    texts: Vec<Vec<String>>,
    on: Vec<Vec<bool>>,
    trouble: Vec<Trouble>,
}

impl State {
    fn new(world: &World) -> Self {
        Self {
            world: world.clone(),
            page: 0,
            texts: world.pages.iter().map(|p| vec![String::new(); p.1.len()]).collect(),
            on: world.pages.iter().map(|p| vec![false; p.1.len()]).collect(),
            trouble: vec![],
        }
    }

    /// The page as it is shown, and what each node really is.
    fn show(&self) -> (Snapshot, Vec<Truth>) {
        let jump = self.trouble.iter().find_map(|t| match t {
            Trouble::Jump(to) => Some(*to % self.world.pages.len()),
            _ => None,
        });
        let page = jump.unwrap_or(self.page);
        let (title, widgets) = &self.world.pages[page];
        let has = |f: &dyn Fn(&Trouble) -> bool| self.trouble.iter().any(f);
        let package =
            if has(&|t| matches!(t, Trouble::Package)) { "com.other" } else { "com.memo" };
        let mut ui = Ui::new(package);
        let mut truth: Vec<Truth> = vec![];
        let title = if has(&|t| matches!(t, Trouble::Title)) { "Elsewhere" } else { title };
        ui.text("title", title);
        ui.text("clock", if has(&|t| matches!(t, Trouble::Clock)) { "23:59" } else { "10:42" });
        let mut order: Vec<usize> = (0..widgets.len()).collect();
        for t in &self.trouble {
            match t {
                Trouble::Remove(w) => order.retain(|o| *o != w % widgets.len()),
                Trouble::Swap(w) if order.len() > 1 => {
                    let at = w % (order.len() - 1);
                    order.swap(at, at + 1);
                }
                _ => {}
            }
        }
        for w in order {
            let mine = |t: &usize| t % widgets.len() == w;
            let copies = if has(&|t| matches!(t, Trouble::Double(x) if mine(x))) { 2 } else { 1 };
            let renamed = has(&|t| matches!(t, Trouble::Rename(x) if mine(x)));
            for copy in 0..copies {
                truth.resize(ui.snapshot.nodes.len(), None);
                let id = format!("w{w}");
                let own = copies == 1 && package == "com.memo";
                let real = own && !renamed;
                let name =
                    |label: &str| if renamed { format!("No {label}") } else { label.to_owned() };
                match &widgets[w] {
                    Widget::Button { label, .. } => _ = ui.button(&id, &name(label)),
                    Widget::Input { hint } => _ = ui.input(&id, &self.texts[page][w], &name(hint)),
                    Widget::Switch { label } => _ = ui.switch(&id, &name(label), self.on[page][w]),
                    Widget::Text(text) => _ = ui.text(&id, text),
                    Widget::List { rows, buttons, .. } => {
                        let extra = self.trouble.iter().find_map(|t| match t {
                            Trouble::Rows(n) => Some(*n % 4),
                            _ => None,
                        });
                        let made =
                            |t: &str| if *buttons { row_with(t, "Open") } else { row(t, "detail") };
                        let mut shown: Vec<(phone::Row, Truth)> = (0..extra.unwrap_or(0))
                            .map(|n| (made(&format!("New entry {n}")), None))
                            .collect();
                        let real_rows = rows.iter().enumerate();
                        shown
                            .extend(real_rows.map(|(r, t)| (made(t), own.then_some((page, w, r)))));
                        let from = ui.snapshot.nodes.len();
                        ui.list(&id, 1000, &shown.iter().map(|r| r.0.clone()).collect::<Vec<_>>());
                        truth.resize(ui.snapshot.nodes.len(), None);
                        let mut at = 0;
                        for (n, what) in truth.iter_mut().enumerate().skip(from + 1) {
                            let node = &ui.snapshot.nodes[n];
                            if n > from + 1 && node.resource_id.ends_with("/row") {
                                at += 1;
                            }
                            *what = shown[at].1;
                        }
                        continue;
                    }
                }
                let last = ui.snapshot.nodes.len() - 1;
                if has(&|t| matches!(t, Trouble::Disable(x) if mine(x))) {
                    ui.snapshot.nodes[last].enabled = false;
                }
                truth.resize(last + 1, None);
                truth[last] = (real && copy == 0).then_some((page, w, 0));
            }
        }
        if let Some(Trouble::Dialog(own)) =
            self.trouble.iter().find(|t| matches!(t, Trouble::Dialog(_)))
        {
            let package = if *own { "com.memo" } else { "com.spam" };
            ui.dialog(package, "Win a phone!", &[("yes", "Yes"), ("w0", "No")]);
        }
        truth.resize(ui.snapshot.nodes.len(), None);
        (ui.done(), truth)
    }

    fn act(&mut self, truth: Truth, action: &DriverAction) {
        let Some((page, w, _)) = truth else { return };
        match (&self.world.pages[page].1[w], action) {
            (Widget::Input { .. }, DriverAction::InputText { text, .. }) => {
                self.texts[page][w].clone_from(text);
            }
            (Widget::Switch { .. }, _) => self.on[page][w] ^= true,
            (Widget::Button { to, .. } | Widget::List { to, .. }, DriverAction::Tap { .. }) => {
                self.page = to % self.world.pages.len();
            }
            _ => {}
        }
    }
}

/// Records the run in which the widgets are used one after the other.
fn record(world: &World, choices: &[(usize, usize)]) -> (Trace, HashSet<(usize, usize, usize)>) {
    let mut state = State::new(world);
    let mut trace = Trace {
        episode: EpisodeId::new("e"),
        goal: "type Ada somewhere".into(),
        values: vec![],
        app: "com.memo".into(),
        app_version: "1".into(),
        screens: vec![perceive(&state.show().0)],
        steps: vec![],
    };
    let mut learned = HashSet::new();
    for (choice, pick) in choices {
        let (snapshot, truths) = state.show();
        let screen = trace.screens.last().unwrap();
        let real: Vec<usize> =
            truths.iter().enumerate().filter(|(_, t)| t.is_some()).map(|(n, _)| n).collect();
        let Some(&index) = real.get(choice % real.len().max(1)) else { continue };
        let target = Target::Node { index: index as i32 };
        let Some(node) = resolve_target(&snapshot, screen, target) else { continue };
        let node = screen.nodes[node as usize].clone();
        let truth = truths[node.source as usize];
        let action = if node.state.editable {
            Action::InputText {
                target: Some(target),
                text: ["Ada", "lemon", "42"][pick % 3].into(),
                secret: false,
            }
        } else {
            Action::Tap { target }
        };
        let driver = match &action {
            Action::InputText { text, .. } => {
                DriverAction::InputText { node: 0, bounds: node.bounds, text: text.clone() }
            }
            _ => DriverAction::Tap { node: 0, bounds: node.bounds },
        };
        state.act(truth, &driver);
        learned.extend(truth);
        let before = trace.screens.len() - 1;
        trace.screens.push(perceive(&state.show().0));
        trace.steps.push(TraceStep::Act {
            act: Box::new(TracedAction { action, target: Some(node) }),
            result: ActionResult::Ok,
            before,
            after: before + 1,
            took: 100,
        });
    }
    (trace, learned)
}

fn bindings(machine: &FsmMacro) -> Bindings {
    machine.parts().slots.iter().fold(Bindings::new(), |b, s| b.with(&s.name, &s.example))
}

/// Whether some state of the macro and some target of it were really there.
fn is_verified(
    machine: &FsmMacro,
    bindings: &Bindings,
    screen: &Screen,
    action: &DriverAction,
) -> bool {
    let (aliases, policy) = (AliasMap::default(), Policy::default());
    let parts = machine.parts();
    parts.transitions.iter().any(|t| {
        let state = &parts.states[t.from];
        if matcher::judge(screen, state, &aliases, bindings, true).score < 0.95 {
            return false;
        }
        let aimed = match action {
            DriverAction::Tap { node, .. }
            | DriverAction::LongPress { node, .. }
            | DriverAction::InputText { node, .. } => *node,
            DriverAction::Scroll { node: Some(node), .. } => {
                return screen.by_source(*node as u32).is_some_and(|n| n.state.scrollable);
            }
            _ => return t.action.locator().is_none(),
        };
        let same_verb = matches!(
            (&t.action, action),
            (MacroAction::Tap(_), DriverAction::Tap { .. })
                | (MacroAction::InputText(..), DriverAction::InputText { .. })
        );
        same_verb
            && t.action.locator().is_some_and(|l| {
                locate(l, bindings, screen, &aliases, &policy)
                    .is_ok_and(|n| n.source as i32 == aimed)
            })
    })
}

fn words() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "Open",
        "Next",
        "Ada",
        "Settings",
        "Lemon tea",
        "Profile",
        "42",
        "Help",
        "Search",
        "Add",
    ])
    .prop_map(str::to_owned)
}

fn widget() -> impl Strategy<Value = Widget> {
    prop_oneof![
        4 => (words(), 0usize..5).prop_map(|(label, to)| Widget::Button { label, to }),
        2 => words().prop_map(|hint| Widget::Input { hint }),
        1 => words().prop_map(|label| Widget::Switch { label }),
        1 => words().prop_map(Widget::Text),
        2 => (prop::collection::vec(words(), 1..6), 0usize..5, any::<bool>())
            .prop_map(|(rows, to, buttons)| Widget::List { rows, to, buttons }),
    ]
}

fn world() -> impl Strategy<Value = World> {
    prop::collection::vec((words(), prop::collection::vec(widget(), 1..6)), 1..5).prop_map(
        |pages| {
            let named = |(n, (title, widgets)): (usize, (String, Vec<Widget>))| {
                (format!("{title} {n}"), widgets)
            };
            World { pages: pages.into_iter().enumerate().map(named).collect() }
        },
    )
}

fn trouble() -> impl Strategy<Value = Trouble> {
    prop_oneof![
        3 => Just(Trouble::Clock),
        1 => (0usize..5).prop_map(Trouble::Jump),
        1 => any::<bool>().prop_map(Trouble::Dialog),
        1 => (0usize..6).prop_map(Trouble::Rename),
        1 => (0usize..6).prop_map(Trouble::Remove),
        1 => (0usize..6).prop_map(Trouble::Disable),
        1 => (0usize..6).prop_map(Trouble::Double),
        2 => (0usize..6).prop_map(Trouble::Rows),
        1 => Just(Trouble::Title),
        1 => Just(Trouble::Package),
        1 => (0usize..6).prop_map(Trouble::Swap),
    ]
}

/// What the driver does at one of its turns.
#[derive(Debug, Clone)]
enum Turn {
    Fine,
    With(Vec<Trouble>),
    ReadFails,
    Stale,
    Refused,
    NotSent,
    MaybeSent,
    Cancel,
}

fn turn() -> impl Strategy<Value = Turn> {
    prop_oneof![
        12 => Just(Turn::Fine),
        5 => prop::collection::vec(trouble(), 1..3).prop_map(Turn::With),
        1 => Just(Turn::ReadFails),
        1 => Just(Turn::Stale),
        1 => Just(Turn::Refused),
        1 => Just(Turn::NotSent),
        1 => Just(Turn::MaybeSent),
        1 => Just(Turn::Cancel),
    ]
}

/// The same cases every time; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for others.
fn config() -> ProptestConfig {
    let given = |name| std::env::var_os(name).is_some();
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if !given("PROPTEST_CASES") {
        config.cases = 200;
    }
    if !given("PROPTEST_RNG_SEED") {
        config.rng_seed = RngSeed::Fixed(20_261_201);
    }
    config
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_macro_replays_on_its_own_trace_and_app(
        world in world(),
        choices in prop::collection::vec((0usize..40, 0usize..3), 2..8),
    ) {
        let (trace, learned) = record(&world, &choices);
        let Ok(distilled) = distill(&trace, MacroId::new("m")) else { return Ok(()) };
        let machine = distilled.machine;
        prop_assert!(rehearse(&machine, &trace).is_ok(), "{:?}", rehearse(&machine, &trace));

        let mut state = State::new(&world);
        let mut run = Machine::new(machine.clone(), bindings(&machine), AliasMap::default(), Policy::default());
        let (mut input, mut seen, mut now) = (Input::Start, None, 0);
        loop {
            input = match run.next(input) {
                Directive::Read { after_ms } => {
                    now += after_ms;
                    let (snapshot, truths) = state.show();
                    seen = Some(truths);
                    Input::Saw(Box::new(observe(perceive(&snapshot), now)))
                }
                Directive::Act { action, .. } => {
                    let truths = seen.take().unwrap();
                    let truth = hit(&action).and_then(|n| truths[n]);
                    prop_assert!(truth.is_none_or(|t| learned.contains(&t)));
                    state.act(truth, &action);
                    Input::Sent(Delivery::Delivered)
                }
                Directive::AskGuard { .. } => Input::Guard(true),
                Directive::AskSecret { .. } => Input::Secret(None),
                Directive::Done { .. } => break,
                Directive::HandBack(h) => {
                    prop_assert!(false, "{} {}", h.code, h.screen_text);
                    break;
                }
            };
        }
    }

    #[test]
    fn nothing_is_sent_that_was_not_verified_in_the_same_observation(
        world in world(),
        choices in prop::collection::vec((0usize..40, 0usize..3), 2..8),
        turns in prop::collection::vec(turn(), 1..60),
    ) {
        let (trace, learned) = record(&world, &choices);
        let Ok(distilled) = distill(&trace, MacroId::new("m")) else { return Ok(()) };
        let machine = distilled.machine;
        let bindings = bindings(&machine);
        let mut state = State::new(&world);
        let mut run = Machine::new(machine.clone(), bindings.clone(), AliasMap::default(), Policy::default());
        let (mut input, mut now) = (Input::Start, 1_000);
        // The last input, when it was a screen that may be acted on.
        let mut last: Option<(Screen, Vec<Truth>)> = None;
        let (mut failed, mut ended) = (false, false);
        for n in 0..400 {
            let turn = turns.get(n).cloned().unwrap_or(Turn::Fine);
            let directive = run.next(input);
            let seen = last.take();
            input = match directive {
                Directive::Read { after_ms } => {
                    now += after_ms.max(1);
                    state.trouble = match &turn { Turn::With(t) => t.clone(), _ => vec![] };
                    let (snapshot, truths) = state.show();
                    let mut seen = observe(perceive(&snapshot), now);
                    match turn {
                        Turn::ReadFails => Input::ReadFailed { code: "x".into(), sentence: "x".into() },
                        Turn::Cancel => Input::Cancel,
                        Turn::Stale => {
                            seen.at = cs_mem::model::Timestamp::from_millis(0);
                            last = Some((seen.screen.clone(), truths));
                            Input::Saw(Box::new(seen))
                        }
                        Turn::Refused => {
                            let mut verdict = Verdict::default();
                            verdict.add(VerdictKind::Refuse, Threat::High, "overlay.window", "x");
                            seen.verdict = verdict;
                            Input::Saw(Box::new(seen))
                        }
                        _ => {
                            last = Some((seen.screen.clone(), truths));
                            Input::Saw(Box::new(seen))
                        }
                    }
                }
                Directive::Act { action, .. } => {
                    prop_assert!(!failed && !ended, "sent after the end");
                    let Some((screen, truths)) = seen else {
                        return Err(TestCaseError::fail("sent without a look"));
                    };
                    prop_assert!(is_verified(&machine, &bindings, &screen, &action), "{action:?}");
                    let truth = hit(&action).and_then(|n| truths[n]);
                    if !matches!(action, DriverAction::Scroll { .. }) {
                        prop_assert!(truth.is_some_and(|t| learned.contains(&t)), "wrong: {action:?}");
                    }
                    match turn {
                        Turn::NotSent => {
                            failed = true;
                            Input::Sent(Delivery::Refused)
                        }
                        Turn::MaybeSent => {
                            failed = true;
                            state.act(truth, &action);
                            Input::Sent(Delivery::Unknown)
                        }
                        Turn::Cancel => {
                            ended = true;
                            Input::Cancel
                        }
                        _ => {
                            state.act(truth, &action);
                            Input::Sent(Delivery::Delivered)
                        }
                    }
                }
                Directive::AskGuard { .. } => Input::Guard(!matches!(turn, Turn::NotSent)),
                Directive::AskSecret { .. } => Input::Secret(None),
                // Whatever it is told after the end, it stays ended.
                Directive::Done { .. } | Directive::HandBack(_) => {
                    ended = true;
                    [Input::Start, Input::Sent(Delivery::Delivered), Input::Guard(true)][n % 3].clone()
                }
            };
        }
        prop_assert!(ended, "the run does not end");
    }
}

fn hit(action: &DriverAction) -> Option<usize> {
    match action {
        DriverAction::Tap { node, .. }
        | DriverAction::LongPress { node, .. }
        | DriverAction::InputText { node, .. } => usize::try_from(*node).ok(),
        _ => None,
    }
}
