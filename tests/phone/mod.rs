//! A scripted phone: screens built by hand, an app as a function of its state, a recorder and a replay driver.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use cs_mem::distill::distill;
use cs_mem::model::episode::{NamedValue, TracedAction};
use cs_mem::model::replay::DriverAction;
use cs_mem::model::{
    Action, ActionResult, AliasMap, Bindings, Capture, Delivery, Display, EpisodeId, Foreground,
    FsmMacro, HandBack, MacroId, Rect, Screen, Snapshot, Target, Timestamp, Trace, TraceStep,
    UiNode, Verdict, Window, WindowKind,
};
use cs_mem::perceive::{perceive, resolve_target};
use cs_mem::replay::{Directive, Input, Machine, Observation, Policy};

pub const WIDTH: i32 = 1080;
pub const HEIGHT: i32 = 2400;

/// Builds a snapshot top down.
pub struct Ui {
    pub snapshot: Snapshot,
    package: String,
    parents: Vec<i32>,
    pub y: i32,
    pub x: (i32, i32),
}

impl Ui {
    pub fn new(package: &str) -> Self {
        let mut ui = Self {
            snapshot: Snapshot::default(),
            package: package.to_owned(),
            parents: vec![],
            y: 80,
            x: (0, WIDTH),
        };
        ui.snapshot.capture = Capture {
            foreground: Foreground { package: package.to_owned(), ..Foreground::default() },
            display: Display { width: WIDTH, height: HEIGHT, rotation: 0, id: 0 },
            ..Capture::default()
        };
        ui.snapshot.windows.push(Window {
            kind: WindowKind::Application,
            layer: 0,
            package: package.to_owned(),
            bounds: Rect::new(0, 0, WIDTH, HEIGHT),
            title: String::new(),
            touchable: None,
            focused: true,
            display_id: 0,
        });
        let root = Rect::new(0, 0, WIDTH, HEIGHT);
        ui.open("android.widget.FrameLayout", "", root, |_| {});
        ui
    }

    /// Opens a container; everything until [`Ui::close`] stands in it.
    pub fn open(&mut self, class: &str, id: &str, bounds: Rect, set: impl FnOnce(&mut UiNode)) {
        let index = self.push(class, id, "", bounds, set);
        self.parents.push(index);
    }

    pub fn close(&mut self) -> &mut Self {
        self.parents.pop();
        self
    }

    pub fn push(
        &mut self,
        class: &str,
        id: &str,
        text: &str,
        bounds: Rect,
        set: impl FnOnce(&mut UiNode),
    ) -> i32 {
        let mut node = UiNode::new(class, bounds);
        node.package = self.package.clone();
        node.text = text.to_owned();
        if !id.is_empty() {
            node.resource_id = format!("{}:id/{id}", self.package);
        }
        node.parent = self.parents.last().copied();
        set(&mut node);
        self.snapshot.nodes.push(node);
        self.snapshot.nodes.len() as i32 - 1
    }

    fn line(&mut self) -> Rect {
        let bounds = Rect::new(self.x.0, self.y, self.x.1, self.y + 90);
        self.y += 100;
        bounds
    }

    pub fn text(&mut self, id: &str, text: &str) -> &mut Self {
        let bounds = self.line();
        self.push("android.widget.TextView", id, text, bounds, |_| {});
        self
    }

    pub fn button(&mut self, id: &str, text: &str) -> &mut Self {
        let bounds = self.line();
        self.push("android.widget.Button", id, text, bounds, |n| n.clickable = true);
        self
    }

    pub fn input(&mut self, id: &str, text: &str, hint: &str) -> &mut Self {
        let bounds = self.line();
        self.push("android.widget.EditText", id, text, bounds, |n| {
            n.clickable = true;
            n.editable = true;
            n.focusable = true;
            n.hint = hint.to_owned();
        });
        self
    }

    pub fn password(&mut self, id: &str, text: &str, hint: &str) -> &mut Self {
        self.input(id, text, hint);
        if let Some(node) = self.snapshot.nodes.last_mut() {
            node.password = true;
        }
        self
    }

    pub fn switch(&mut self, id: &str, text: &str, checked: bool) -> &mut Self {
        let bounds = self.line();
        self.push("android.widget.Switch", id, text, bounds, |n| {
            n.clickable = true;
            n.checkable = true;
            n.checked = checked;
        });
        self
    }

    /// A list; `rows` are what fits into it.
    pub fn list(&mut self, id: &str, height: i32, rows: &[Row]) -> &mut Self {
        let bounds = Rect::new(0, self.y, WIDTH, self.y + height);
        let end = bounds.bottom;
        self.open("androidx.recyclerview.widget.RecyclerView", id, bounds, |n| n.scrollable = true);
        for row in rows {
            let bounds = Rect::new(0, self.y, WIDTH, self.y + 180);
            self.open("android.widget.LinearLayout", "row", bounds, |n| {
                n.clickable = row.clickable
            });
            let top = self.y;
            self.text("title", &row.title);
            if !row.detail.is_empty() {
                self.text("detail", &row.detail);
            }
            if let Some(label) = &row.button {
                let bounds = Rect::new(900, top, WIDTH, top + 90);
                self.push("android.widget.Button", "row_button", label, bounds, |n| {
                    n.clickable = true
                });
            }
            self.y = top + 180;
            self.close();
        }
        self.close();
        self.y = end;
        self
    }

    /// A dialog over everything, in a window of its own.
    pub fn dialog(&mut self, package: &str, text: &str, buttons: &[(&str, &str)]) -> &mut Self {
        let bounds = Rect::new(100, 900, 980, 1500);
        self.snapshot.windows.iter_mut().for_each(|w| w.focused = false);
        self.snapshot.windows.push(Window {
            kind: WindowKind::Application,
            layer: self.snapshot.windows.len() as i32,
            package: package.to_owned(),
            bounds,
            title: String::new(),
            touchable: None,
            focused: true,
            display_id: 0,
        });
        let window = self.snapshot.windows.len() as i32 - 1;
        let parents = std::mem::take(&mut self.parents);
        let own = std::mem::replace(&mut self.package, package.to_owned());
        let first = self.snapshot.nodes.len();
        self.open("android.widget.FrameLayout", "", bounds, |_| {});
        let (y, x) = (self.y, self.x);
        (self.y, self.x) = (920, (120, 960));
        self.text("message", text);
        for (id, label) in buttons {
            self.button(id, label);
        }
        (self.y, self.x) = (y, x);
        for node in &mut self.snapshot.nodes[first..] {
            node.window = window;
        }
        self.parents = parents;
        self.package = own;
        self
    }

    pub fn done(&mut self) -> Snapshot {
        self.snapshot.clone()
    }
}

/// A row of a list.
#[derive(Clone)]
pub struct Row {
    pub title: String,
    pub detail: String,
    pub button: Option<String>,
    pub clickable: bool,
}

pub fn row(title: &str, detail: &str) -> Row {
    Row { title: title.into(), detail: detail.into(), button: None, clickable: true }
}

pub fn row_with(title: &str, button: &str) -> Row {
    Row {
        title: title.into(),
        detail: String::new(),
        button: Some(button.into()),
        clickable: false,
    }
}

/// An app: what it shows, and what an action does to it. `hit` is the id (without package) and the label of the node acted on.
pub trait App {
    fn show(&self) -> Snapshot;
    fn act(&mut self, action: &DriverAction, hit: Option<(&str, &str)>);
}

/// Finds a node by its text, description or id.
pub fn node(snapshot: &Snapshot, what: &str) -> i32 {
    snapshot
        .nodes
        .iter()
        .position(|n| {
            n.text == what || n.content_desc == what || n.resource_id.ends_with(&format!("/{what}"))
        })
        .unwrap_or_else(|| panic!("no node {what}")) as i32
}

/// What an agent does, for recording.
pub enum Do<'a> {
    Tap(&'a str),
    /// The button in the row with this title.
    TapIn(&'a str, &'a str),
    Type(&'a str, &'a str),
    Secret(&'a str, &'a str),
    Scroll(&'a str, cs_mem::model::Direction),
    Back,
    Think,
    Fail(&'a str),
}

/// Runs an agent's script on the app and records it.
pub fn record(app: &mut impl App, goal: &str, values: &[(&str, &str)], script: &[Do<'_>]) -> Trace {
    let mut trace = Trace {
        episode: EpisodeId::new("episode-1"),
        goal: goal.to_owned(),
        values: values
            .iter()
            .map(|(name, value)| NamedValue {
                name: (*name).into(),
                value: (*value).into(),
                secret: value.is_empty(),
            })
            .collect(),
        app: "com.memo".into(),
        app_version: "1.0".into(),
        screens: vec![perceive(&app.show())],
        steps: vec![],
    };
    for step in script {
        let snapshot = app.show();
        let before = trace.screens.len() - 1;
        let at = |what: &str| Target::Node { index: node(&snapshot, what) };
        let in_row = |title: &str, id: &str| {
            let title = node(&snapshot, title) as usize;
            let row = snapshot.nodes[title].parent;
            let found =
                snapshot.nodes.iter().position(|n| n.parent == row && n.resource_id.ends_with(id));
            Target::Node { index: found.unwrap() as i32 }
        };
        let mut result = ActionResult::Ok;
        let action = match step {
            Do::Think => {
                trace.steps.push(TraceStep::Thought);
                continue;
            }
            Do::Tap(what) => Action::Tap { target: at(what) },
            Do::TapIn(title, id) => Action::Tap { target: in_row(title, id) },
            Do::Type(what, text) => {
                Action::InputText { target: Some(at(what)), text: (*text).into(), secret: false }
            }
            Do::Secret(what, text) => {
                Action::InputText { target: Some(at(what)), text: (*text).into(), secret: true }
            }
            Do::Scroll(what, direction) => {
                Action::Scroll { target: Some(at(what)), direction: *direction }
            }
            Do::Back => Action::Back,
            Do::Fail(what) => {
                result = ActionResult::Failed;
                Action::Tap { target: at(what) }
            }
        };
        let screen = &trace.screens[before];
        let target = action
            .target()
            .and_then(|t| resolve_target(&snapshot, screen, t))
            .map(|i| screen.nodes[i as usize].clone());
        if result == ActionResult::Ok {
            let driver = match &action {
                Action::Tap { .. } => {
                    let n = target.as_ref().unwrap();
                    DriverAction::Tap { node: n.source as i32, bounds: n.bounds }
                }
                Action::InputText { text, .. } => {
                    let n = target.as_ref().unwrap();
                    DriverAction::InputText {
                        node: n.source as i32,
                        bounds: n.bounds,
                        text: text.clone(),
                    }
                }
                Action::Scroll { direction, .. } => {
                    let n = target.as_ref().unwrap();
                    DriverAction::Scroll {
                        node: Some(n.source as i32),
                        bounds: n.bounds,
                        direction: *direction,
                    }
                }
                _ => DriverAction::Back,
            };
            perform(app, &snapshot, &driver);
        }
        let mut action = action;
        if let Action::InputText { text, secret: true, .. } = &mut action {
            text.clear();
        }
        trace.screens.push(perceive(&app.show()));
        trace.steps.push(TraceStep::Act {
            act: Box::new(TracedAction { action, target }),
            result,
            before,
            after: before + 1,
            took: 300,
        });
    }
    trace
}

pub fn learn(
    app: &mut impl App,
    goal: &str,
    values: &[(&str, &str)],
    script: &[Do<'_>],
) -> FsmMacro {
    let trace = record(app, goal, values, script);
    let machine = distill(&trace, MacroId::new("m")).unwrap().machine;
    cs_mem::replay::rehearse(&machine, &trace).unwrap();
    machine
}

/// Hands an action to the app, as what it hits.
pub fn perform(app: &mut impl App, snapshot: &Snapshot, action: &DriverAction) {
    let index = match action {
        DriverAction::Tap { node, .. }
        | DriverAction::LongPress { node, .. }
        | DriverAction::InputText { node, .. } => Some(*node),
        DriverAction::Scroll { node, .. } => *node,
        _ => None,
    };
    let hit = index.map(|i| {
        let node = &snapshot.nodes[i as usize];
        let id = node.resource_id.rsplit('/').next().unwrap_or("").to_owned();
        let label = if node.text.is_empty() { label_of(snapshot, i) } else { node.text.clone() };
        (id, label)
    });
    app.act(action, hit.as_ref().map(|(id, label)| (id.as_str(), label.as_str())));
}

/// The first text in a node.
fn label_of(snapshot: &Snapshot, index: i32) -> String {
    let inside = |n: &UiNode| {
        let mut up = n.parent;
        while up.is_some_and(|p| p != index) {
            up = up.and_then(|p| snapshot.nodes[p as usize].parent);
        }
        up == Some(index)
    };
    snapshot
        .nodes
        .iter()
        .find(|n| !n.text.is_empty() && inside(n))
        .map(|n| n.text.clone())
        .unwrap_or_default()
}

/// One sent action, in words.
pub type Log = Vec<String>;

/// How a replay ended.
#[derive(Debug)]
pub enum End {
    Done { actions: u32, steps: u32 },
    Back(Box<HandBack>),
}

impl End {
    pub fn hand_back(&self) -> &HandBack {
        match self {
            Self::Back(hand_back) => hand_back,
            Self::Done { .. } => panic!("the replay ended well: {self:?}"),
        }
    }

    pub fn is_done(&self) -> bool {
        matches!(self, Self::Done { .. })
    }
}

/// Everything around one replay.
pub struct Run {
    pub bindings: Bindings,
    pub aliases: AliasMap,
    pub policy: Policy,
    pub guard: bool,
    pub secret: Option<String>,
}

impl Default for Run {
    fn default() -> Self {
        Self {
            bindings: Bindings::new(),
            aliases: AliasMap::default(),
            policy: Policy::default(),
            guard: true,
            secret: None,
        }
    }
}

impl Run {
    pub fn with(name: &str, value: &str) -> Self {
        Self { bindings: Bindings::new().with(name, value), ..Self::default() }
    }

    pub fn replay(&self, machine: &FsmMacro, app: &mut impl App) -> (End, Log) {
        let run = Machine::new(
            machine.clone(),
            self.bindings.clone(),
            self.aliases.clone(),
            self.policy.clone(),
        );
        self.drive(run, app)
    }

    pub fn drive(&self, mut run: Machine, app: &mut impl App) -> (End, Log) {
        let mut log = Log::new();
        let mut now = 0;
        let mut seen: Option<Snapshot> = None;
        let mut input = Input::Start;
        for _ in 0..1_000 {
            match run.next(input) {
                Directive::Read { after_ms } => {
                    now += after_ms;
                    let snapshot = app.show();
                    input = Input::Saw(Box::new(observe(perceive(&snapshot), now)));
                    seen = Some(snapshot);
                }
                Directive::AskGuard { step, .. } => {
                    log.push(format!("guard? {}", step.target));
                    seen = None;
                    input = Input::Guard(self.guard);
                }
                Directive::AskSecret { slot, .. } => {
                    log.push(format!("secret? {slot}"));
                    seen = None;
                    input = Input::Secret(self.secret.clone());
                }
                Directive::Act { action, .. } => {
                    let snapshot = seen.take().expect("an action follows a look");
                    log.push(words(&action, &snapshot));
                    perform(app, &snapshot, &action);
                    input = Input::Sent(Delivery::Delivered);
                }
                Directive::Done { actions, steps } => return (End::Done { actions, steps }, log),
                Directive::HandBack(hand_back) => return (End::Back(hand_back), log),
            }
        }
        panic!("the replay does not end: {log:?}");
    }
}

pub fn observe(screen: Screen, at: i64) -> Observation {
    Observation { screen, verdict: Verdict::default(), at: Timestamp::from_millis(at) }
}

fn words(action: &DriverAction, snapshot: &Snapshot) -> String {
    let label = |i: i32| {
        let node = &snapshot.nodes[i as usize];
        match (node.text.is_empty(), node.resource_id.rsplit('/').next()) {
            (false, Some(id)) if !id.is_empty() => format!("{id}:{}", node.text),
            (false, _) => node.text.clone(),
            (true, Some(id)) => format!("{id}:{}", label_of(snapshot, i)),
            _ => label_of(snapshot, i),
        }
    };
    match action {
        DriverAction::Tap { node, .. } => format!("tap {}", label(*node)),
        DriverAction::LongPress { node, .. } => format!("long_press {}", label(*node)),
        DriverAction::InputText { node, text, .. } => {
            let id = snapshot.nodes[*node as usize].resource_id.rsplit('/').next().unwrap_or("");
            format!("type {id} {text}")
        }
        DriverAction::Scroll { direction, .. } => format!("scroll {direction:?}"),
        other => other.verb().to_owned(),
    }
}

/// An app as two functions over its state.
#[derive(Clone)]
pub struct Pages<S> {
    pub state: S,
    pub show: fn(&S) -> Snapshot,
    pub act: fn(&mut S, &DriverAction, &str, &str),
}

impl<S> App for Pages<S> {
    fn show(&self) -> Snapshot {
        (self.show)(&self.state)
    }

    fn act(&mut self, action: &DriverAction, hit: Option<(&str, &str)>) {
        let (id, label) = hit.unwrap_or(("", ""));
        (self.act)(&mut self.state, action, id, label);
    }
}
