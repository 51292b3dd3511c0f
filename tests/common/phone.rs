//! A scripted phone: a small label-printer app whose screens follow from its state. It logs which element every action really hit, so
//! that a wrong tap would show. Time is a number that grows when the phone is asked to settle.

#![allow(dead_code)] // each test file uses its own part

use cs_mem::engine::host::{Clock, HostError, UiDriver};
use cs_mem::model::replay::DriverAction;
use cs_mem::model::{
    Capture, Delivery, Display, Foreground, OverlayState, Rect, ScreenInput, Snapshot, Timestamp,
    UiNode, Window, WindowKind,
};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

pub const APP: &str = "com.example.printer";

/// A clock that the test moves.
#[derive(Default)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    pub fn at(millis: i64) -> Arc<Self> {
        Arc::new(Self(AtomicI64::new(millis)))
    }

    pub fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::Relaxed);
    }

    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Result<Timestamp, HostError> {
        Ok(Timestamp::from_millis(self.get()))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    Home,
    Editor,
    Printed,
    Settings,
}

/// What a node is to the phone: where a tap on it lands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    Nothing,
    Row(String),
    TextField,
    Password,
    Print,
    Switch,
    DialogButton,
}

#[derive(Debug, Clone)]
pub struct PhoneState {
    pub page: Page,
    pub rows: Vec<String>,
    pub text: String,
    pub password: String,
    pub printed: Vec<String>,
    pub duplex: bool,
    pub minutes: u32,
    pub dialog: bool,
    /// Version 1.3 renames ids, rewords a label and moves the layout.
    pub upgraded: bool,
    /// What every action that was sent really hit, in order.
    pub hits: Vec<(String, Element)>,
    /// How many of the next actions fail with an exception.
    pub broken: u32,
    elements: Vec<Element>,
}

pub struct Phone {
    pub state: Mutex<PhoneState>,
    pub clock: Arc<ManualClock>,
}

impl Phone {
    pub fn new(clock: &Arc<ManualClock>) -> Arc<Self> {
        let rows = ["Invoices", "Labels", "Settings"].map(str::to_owned).to_vec();
        let state = PhoneState {
            page: Page::Home,
            rows,
            text: String::new(),
            password: String::new(),
            printed: Vec::new(),
            duplex: false,
            minutes: 600,
            dialog: false,
            upgraded: false,
            hits: Vec::new(),
            broken: 0,
            elements: Vec::new(),
        };
        Arc::new(Self { state: Mutex::new(state), clock: Arc::clone(clock) })
    }

    /// Changes the phone's state by hand.
    pub fn set(&self, change: impl FnOnce(&mut PhoneState)) {
        change(&mut self.state.lock().unwrap());
    }

    pub fn get<T>(&self, read: impl FnOnce(&PhoneState) -> T) -> T {
        read(&self.state.lock().unwrap())
    }

    /// Back at the home page, with nothing typed and nothing logged.
    pub fn restart(&self) {
        self.set(|s| {
            s.page = Page::Home;
            s.text.clear();
            s.password.clear();
            s.dialog = false;
            s.hits.clear();
        });
    }

    /// The screen as it is now.
    pub fn screen(&self) -> ScreenInput {
        let mut state = self.state.lock().unwrap();
        let (nodes, elements) = draw(&state);
        state.elements = elements;
        let version = if state.upgraded { "1.3" } else { "1.2" };
        let capture = Capture {
            at: Timestamp::from_millis(self.clock.get()),
            id: String::new(),
            channel: "scripted".into(),
            foreground: Foreground {
                package: APP.into(),
                activity: ".Main".into(),
                version: version.into(),
                signer: String::new(),
            },
            display: Display { width: 1080, height: 2000, rotation: 0, id: 0 },
            overlay: OverlayState::None,
        };
        let window = Window {
            kind: WindowKind::Application,
            layer: 1,
            package: APP.into(),
            bounds: Rect::new(0, 0, 1080, 2000),
            title: String::new(),
            touchable: None,
            focused: true,
            display_id: 0,
        };
        ScreenInput::Nodes {
            snapshot: Snapshot { nodes, windows: vec![window], capture, ..Snapshot::default() },
        }
    }

    /// Index of the node that is this element on the screen drawn last.
    pub fn index_of(&self, element: &Element) -> i32 {
        self.get(|s| {
            s.elements.iter().position(|e| e == element).expect("the element is on the screen")
                as i32
        })
    }

    /// Acts like a finger; returns what it hit.
    pub fn act(&self, action: &DriverAction) -> Result<Delivery, HostError> {
        let mut s = self.state.lock().unwrap();
        if s.broken > 0 {
            s.broken -= 1;
            return Err(HostError::Failed { reason: "the cable fell out".into() });
        }
        let hit = match action {
            DriverAction::Tap { node, .. }
            | DriverAction::LongPress { node, .. }
            | DriverAction::InputText { node, .. } => {
                s.elements.get(*node as usize).cloned().unwrap_or(Element::Nothing)
            }
            _ => Element::Nothing,
        };
        s.hits.push((action.verb().to_owned(), hit.clone()));
        self.clock.advance(40);
        match (action, hit) {
            (DriverAction::Tap { .. }, Element::Row(row)) if row == "Labels" => {
                s.page = Page::Editor
            }
            (DriverAction::Tap { .. }, Element::Row(row)) if row == "Settings" => {
                s.page = Page::Settings
            }
            (DriverAction::Tap { .. }, Element::Print) => {
                let text = s.text.clone();
                s.printed.push(text);
                s.page = Page::Printed;
            }
            (DriverAction::Tap { .. }, Element::Switch) => s.duplex = !s.duplex,
            (DriverAction::Tap { .. }, Element::DialogButton) => s.dialog = false,
            (DriverAction::InputText { text, .. }, Element::TextField) => s.text.clone_from(text),
            (DriverAction::InputText { text, .. }, Element::Password) => {
                s.password.clone_from(text)
            }
            (DriverAction::Back, _) => s.page = Page::Home,
            _ => {}
        }
        Ok(Delivery::Delivered)
    }
}

#[async_trait::async_trait]
impl UiDriver for Phone {
    async fn read_screen(&self) -> Result<ScreenInput, HostError> {
        Ok(self.screen())
    }

    async fn perform(&self, action: DriverAction) -> Result<Delivery, HostError> {
        self.act(&action)
    }

    async fn settle(&self, millis: i64) -> Result<(), HostError> {
        self.clock.advance(millis);
        Ok(())
    }
}

/// Builds a flat node list, top to bottom.
struct Pen {
    nodes: Vec<UiNode>,
    elements: Vec<Element>,
    y: i32,
    upgraded: bool,
}

impl Pen {
    fn id(&self, name: &str) -> String {
        let name = match (self.upgraded, name) {
            (true, "list") => "recycler",
            (true, "toolbar_title") => "title",
            (true, other) => other,
            (false, other) => other,
        };
        format!("{APP}:id/{name}")
    }

    fn put(
        &mut self,
        parent: usize,
        class: &str,
        id: &str,
        text: &str,
        height: i32,
        element: Element,
    ) -> usize {
        let bounds = Rect::new(0, self.y, 1080, self.y + height);
        self.y += height;
        let resource_id = if id.is_empty() { String::new() } else { self.id(id) };
        let node = UiNode {
            resource_id,
            text: text.into(),
            package: APP.into(),
            parent: Some(parent as i32),
            clickable: !matches!(element, Element::Nothing),
            ..UiNode::new(format!("android.widget.{class}"), bounds)
        };
        self.nodes.push(node);
        self.elements.push(element);
        self.nodes.len() - 1
    }

    fn container(&mut self, parent: Option<usize>, class: &str, id: &str, bounds: Rect) -> usize {
        let resource_id = if id.is_empty() { String::new() } else { self.id(id) };
        self.nodes.push(UiNode {
            resource_id,
            package: APP.into(),
            parent: parent.map(|p| p as i32),
            ..UiNode::new(format!("android.widget.{class}"), bounds)
        });
        self.elements.push(Element::Nothing);
        self.nodes.len() - 1
    }
}

fn draw(s: &PhoneState) -> (Vec<UiNode>, Vec<Element>) {
    let mut pen = Pen {
        nodes: Vec::new(),
        elements: Vec::new(),
        y: if s.upgraded { 60 } else { 0 },
        upgraded: s.upgraded,
    };
    let root = pen.container(None, "FrameLayout", "", Rect::new(0, 0, 1080, 2000));
    let clock = format!("{:02}:{:02}", s.minutes / 60 % 24, s.minutes % 60);
    pen.put(root, "TextView", "clock", &clock, 60, Element::Nothing);
    let title = match s.page {
        Page::Home => "Printer",
        Page::Editor => "New label",
        Page::Printed => "Printed",
        Page::Settings => "Printer settings",
    };
    pen.put(root, "TextView", "toolbar_title", title, 140, Element::Nothing);
    match s.page {
        Page::Home => {
            let list =
                pen.container(Some(root), "ListView", "list", Rect::new(0, pen.y, 1080, 1900));
            pen.nodes[list].scrollable = true;
            for row in &s.rows {
                let y = pen.y;
                let item = pen.put(list, "LinearLayout", "row", "", 160, Element::Row(row.clone()));
                pen.y = y;
                pen.put(item, "TextView", "row_title", row, 160, Element::Nothing);
                pen.nodes.last_mut().unwrap().clickable = false;
            }
        }
        Page::Editor => {
            let field = pen.put(root, "EditText", "text", &s.text, 160, Element::TextField);
            pen.nodes[field].hint = "Text on the label".into();
            pen.nodes[field].focusable = true;
            pen.nodes[field].editable = true;
            let password = pen.put(
                root,
                "EditText",
                "pin",
                &"•".repeat(s.password.len()),
                160,
                Element::Password,
            );
            pen.nodes[password].password = true;
            pen.nodes[password].editable = true;
            pen.nodes[password].hint = "Printer PIN".into();
            let label = if s.upgraded { "Print label" } else { "Print" };
            pen.put(root, "Button", "print", label, 160, Element::Print);
        }
        Page::Printed => {
            let text = s.printed.last().cloned().unwrap_or_default();
            pen.put(
                root,
                "TextView",
                "result",
                &format!("Sent to the printer: {text}"),
                160,
                Element::Nothing,
            );
        }
        Page::Settings => {
            let switch =
                pen.put(root, "Switch", "duplex", "Print on both sides", 160, Element::Switch);
            pen.nodes[switch].checkable = true;
            pen.nodes[switch].checked = s.duplex;
        }
    }
    if s.dialog {
        let frame =
            pen.container(Some(root), "FrameLayout", "dialog", Rect::new(90, 160, 990, 1400));
        pen.y = 200;
        pen.put(frame, "TextView", "message", "Rate this app", 900, Element::Nothing);
        pen.put(frame, "Button", "later", "Later", 200, Element::DialogButton);
    }
    (pen.nodes, pen.elements)
}
