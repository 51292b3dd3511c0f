//! Historic tool calls, for hosts that have actions only as text: `tap(540,1200)`, `ui_tap({"x":540,"y":1200})`,
//! `input_text("x")`, `ui_swipe(540,1600,540,400)`, `{"name":"tap","arguments":{"index":3}}`.

use crate::model::{Action, Direction, Key, Point, Target};
use serde_json::{Map, Value};

/// The text is no tool call that is known. Texts of the error hold the tool's name at most, never its arguments.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadCall {
    /// Neither `name(arguments)` nor a JSON object with a name.
    #[error("not a tool call: pass `name(arguments)` or a JSON object with `name` and `arguments`")]
    NoCall,
    /// A tool that is not known.
    #[error(
        "unknown tool: tap, long_press, input_text, swipe, scroll, press_key, back, home, launch and wait are known, with or without `ui_`"
    )]
    UnknownTool,
    /// Its arguments are missing or of the wrong kind.
    #[error(
        "the arguments of `{0}` are missing or of the wrong kind; coordinates are whole pixels"
    )]
    BadArguments(&'static str),
}

impl BadCall {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoCall => "call.no_call",
            Self::UnknownTool => "call.unknown_tool",
            Self::BadArguments(_) => "call.bad_arguments",
        }
    }
}

/// Reads a whole call.
///
/// ```
/// use cs_mem::distill::parse_action;
/// use cs_mem::model::{Action, Point, Target};
/// let at = Target::At { point: Point { x: 540, y: 1200 } };
/// assert_eq!(parse_action("tap(540,1200)"), Ok(Action::Tap { target: at }));
/// let typed = |text: &str| Action::InputText { target: None, text: text.into(), secret: false };
/// for call in [r#"input_text("x")"#, "input_text('x')", "input_text(x)"] {
///     assert_eq!(parse_action(call), Ok(typed("x")));
/// }
/// ```
///
/// # Errors
/// See [`BadCall`].
pub fn parse_action(call: &str) -> Result<Action, BadCall> {
    let call = call.trim().trim_end_matches(';').trim_end();
    if call.starts_with('{') {
        return from_object(call);
    }
    match call.split_once('(') {
        Some((name, rest)) => {
            let arguments = rest.strip_suffix(')').ok_or(BadCall::NoCall)?;
            parse_call(name, arguments)
        }
        // `back` and `home` are also written without parentheses.
        None => parse_call(call, ""),
    }
}

/// Reads a call whose name and arguments are kept apart, as in old databases: `input_text` with `"x"`, `x` or the whole call.
///
/// # Errors
/// See [`BadCall`].
pub fn parse_call(name: &str, arguments: &str) -> Result<Action, BadCall> {
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.') {
        return Err(BadCall::NoCall);
    }
    let tool = Tool::named(name).ok_or(BadCall::UnknownTool)?;
    let arguments = arguments.trim();
    let inner = match arguments.split_once('(') {
        Some((again, rest)) if Tool::named(again) == Some(tool) && rest.ends_with(')') => {
            &rest[..rest.len() - 1]
        }
        _ => arguments,
    };
    tool.action(&Arguments::read(inner, tool == Tool::InputText))
}

fn from_object(json: &str) -> Result<Action, BadCall> {
    let Ok(Value::Object(object)) = serde_json::from_str::<Value>(json) else {
        return Err(BadCall::NoCall);
    };
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let name = ["name", "tool", "action", "action_type", "function"].into_iter().find_map(text);
    let tool = Tool::named(name.ok_or(BadCall::NoCall)?).ok_or(BadCall::UnknownTool)?;
    let inner = ["arguments", "args", "params", "parameters", "input"]
        .into_iter()
        .find_map(|key| object.get(key));
    let named = match inner {
        Some(Value::Object(inner)) => inner.clone(),
        // Some models write the arguments as a string of JSON.
        Some(Value::String(inner)) => return tool.action(&Arguments::read(inner, false)),
        _ => object,
    };
    tool.action(&Arguments { named, listed: Vec::new() })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    Tap,
    LongPress,
    InputText,
    Swipe,
    Scroll,
    PressKey,
    Back,
    Home,
    Launch,
    Wait,
}

impl Tool {
    fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        let name = name.rsplit('.').next().unwrap_or_default();
        let name = name.strip_prefix("ui_").unwrap_or(name);
        Some(match name {
            "tap" | "click" | "press" | "tap_by_index" => Self::Tap,
            "long_press" | "long_tap" | "longclick" | "long_click" | "longpress" => Self::LongPress,
            "input_text" | "input" | "type" | "type_text" | "set_text" | "inputtext" => {
                Self::InputText
            }
            "swipe" | "drag" => Self::Swipe,
            "scroll" => Self::Scroll,
            "press_key" | "key" | "keyevent" | "press_button" => Self::PressKey,
            "back" | "press_back" | "go_back" => Self::Back,
            "home" | "press_home" | "go_home" => Self::Home,
            "launch" | "launch_app" | "open_app" | "start_app" => Self::Launch,
            "wait" | "sleep" => Self::Wait,
            _ => return None,
        })
    }

    fn action(self, arguments: &Arguments) -> Result<Action, BadCall> {
        match self {
            Self::Tap => arguments.target().map(|target| Action::Tap { target }),
            Self::LongPress => arguments.target().map(|target| Action::LongPress { target }),
            Self::InputText => {
                let text = arguments.text(&["text", "value", "content"], 0).map(str::to_owned);
                let secret = arguments.named.get("secret").and_then(Value::as_bool);
                text.map(|text| Action::InputText {
                    target: arguments.node(),
                    text,
                    secret: secret.unwrap_or(false),
                })
            }
            Self::Swipe => arguments.swipe(),
            Self::Scroll => {
                let direction = arguments.text(&["direction"], 0).and_then(direction_of);
                direction.map(|direction| Action::Scroll { target: arguments.node(), direction })
            }
            Self::PressKey => match arguments.text(&["key", "keycode", "button"], 0) {
                Some(key) => named_key(key),
                None => arguments.number(&["keycode", "key"], 0).and_then(coded_key),
            },
            Self::Back => Some(Action::Back),
            Self::Home => Some(Action::Home),
            Self::Launch => arguments
                .text(&["package", "package_name", "app"], 0)
                .filter(|package| !package.is_empty())
                .map(|package| Action::Launch { package: package.to_owned() }),
            Self::Wait => {
                let millis = arguments.number(&["millis", "ms", "duration_ms"], 0);
                let millis = millis
                    .or_else(|| arguments.number(&["seconds"], 0).map(|s| s.saturating_mul(1_000)));
                millis.filter(|ms| *ms >= 0).map(|millis| Action::Wait { millis })
            }
        }
        .ok_or(BadCall::BadArguments(self.name()))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Tap => "tap",
            Self::LongPress => "long_press",
            Self::InputText => "input_text",
            Self::Swipe => "swipe",
            Self::Scroll => "scroll",
            Self::PressKey => "press_key",
            Self::Back => "back",
            Self::Home => "home",
            Self::Launch => "launch",
            Self::Wait => "wait",
        }
    }
}

/// Arguments by name (JSON) or in a list.
struct Arguments {
    named: Map<String, Value>,
    listed: Vec<Value>,
}

impl Arguments {
    /// `whole_text`: the arguments are one text, whose commas mean nothing.
    fn read(text: &str, whole_text: bool) -> Self {
        if let Ok(Value::Object(named)) = serde_json::from_str(text) {
            return Self { named, listed: Vec::new() };
        }
        let listed = match whole_text {
            true => vec![one(text)],
            false => text.split(',').filter(|part| !part.trim().is_empty()).map(one).collect(),
        };
        Self { named: Map::new(), listed }
    }

    fn get(&self, names: &[&str], place: usize) -> Option<&Value> {
        names.iter().find_map(|name| self.named.get(*name)).or_else(|| self.listed.get(place))
    }

    fn text(&self, names: &[&str], place: usize) -> Option<&str> {
        self.get(names, place).and_then(Value::as_str)
    }

    fn number(&self, names: &[&str], place: usize) -> Option<i64> {
        match self.get(names, place)? {
            Value::Number(n) => {
                // Models write 540.0; half pixels do not exist.
                n.as_i64()
                    .or_else(|| n.as_f64().filter(|f| f.is_finite()).map(|f| f.round() as i64))
            }
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    fn pixel(&self, names: &[&str], place: usize) -> Option<i32> {
        self.number(names, place).and_then(|n| i32::try_from(n).ok())
    }

    fn node(&self) -> Option<Target> {
        let index = ["index", "node", "element"].iter().find_map(|name| self.named.get(*name))?;
        let index = index.as_i64().and_then(|n| i32::try_from(n).ok()).filter(|n| *n >= 0)?;
        Some(Target::Node { index })
    }

    fn target(&self) -> Option<Target> {
        if let Some(node) = self.node() {
            return Some(node);
        }
        if let (Some(only), true) = (self.listed.first(), self.listed.len() == 1) {
            let index = only.as_i64().and_then(|n| i32::try_from(n).ok()).filter(|n| *n >= 0)?;
            return Some(Target::Node { index });
        }
        let (x, y) = (self.pixel(&["x"], 0)?, self.pixel(&["y"], 1)?);
        Some(Target::At { point: Point { x, y } })
    }

    /// The finger goes one way, the content that is asked for lies the other way.
    fn swipe(&self) -> Option<Action> {
        if let Some(direction) = self.named.get("direction").and_then(Value::as_str) {
            return direction_of(direction)
                .map(|direction| Action::Scroll { target: self.node(), direction });
        }
        let x1 = self.pixel(&["x1", "start_x", "from_x"], 0)?;
        let y1 = self.pixel(&["y1", "start_y", "from_y"], 1)?;
        let x2 = self.pixel(&["x2", "end_x", "to_x"], 2)?;
        let y2 = self.pixel(&["y2", "end_y", "to_y"], 3)?;
        let (dx, dy) = (i64::from(x2) - i64::from(x1), i64::from(y2) - i64::from(y1));
        let direction = match (dx.abs() > dy.abs(), dx, dy) {
            (_, 0, 0) => return None,
            (true, ..0, _) => Direction::Right,
            (true, ..) => Direction::Left,
            (false, _, ..0) => Direction::Down,
            (false, ..) => Direction::Up,
        };
        let target = Some(Target::At { point: Point { x: x1, y: y1 } });
        Some(Action::Scroll { target, direction })
    }
}

/// One argument: JSON where it is JSON, else text with one pair of quotes taken off.
fn one(text: &str) -> Value {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        return Value::from(inner.replace("\\'", "'"));
    }
    match serde_json::from_str(text) {
        Ok(value @ (Value::String(_) | Value::Number(_))) => value,
        _ => {
            let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
            Value::from(inner.unwrap_or(text))
        }
    }
}

fn direction_of(text: &str) -> Option<Direction> {
    Some(match text.trim().to_ascii_lowercase().as_str() {
        "up" => Direction::Up,
        "down" => Direction::Down,
        "left" => Direction::Left,
        "right" => Direction::Right,
        _ => return None,
    })
}

fn named_key(name: &str) -> Option<Action> {
    let name = name.trim().to_ascii_lowercase();
    if let Ok(code) = name.parse() {
        return coded_key(code);
    }
    let key = match name.strip_prefix("keycode_").unwrap_or(&name) {
        "back" => return Some(Action::Back),
        "home" => return Some(Action::Home),
        "enter" | "return" | "done" => Key::Enter,
        "del" | "delete" | "backspace" => Key::Delete,
        "tab" => Key::Tab,
        "search" => Key::Search,
        "menu" => Key::Menu,
        "app_switch" | "recents" | "recent" => Key::Recents,
        "volume_up" => Key::VolumeUp,
        "volume_down" => Key::VolumeDown,
        _ => return None,
    };
    Some(Action::PressKey { key })
}

/// Android's key codes.
fn coded_key(code: i64) -> Option<Action> {
    let key = match code {
        3 => return Some(Action::Home),
        4 => return Some(Action::Back),
        24 => Key::VolumeUp,
        25 => Key::VolumeDown,
        61 => Key::Tab,
        66 => Key::Enter,
        67 => Key::Delete,
        82 => Key::Menu,
        84 => Key::Search,
        187 => Key::Recents,
        _ => return None,
    };
    Some(Action::PressKey { key })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(x: i32, y: i32) -> Target {
        Target::At { point: Point { x, y } }
    }

    fn typed(text: &str) -> Result<Action, BadCall> {
        Ok(Action::InputText { target: None, text: text.into(), secret: false })
    }

    #[test]
    fn taps_in_all_their_forms() {
        let tap = Ok(Action::Tap { target: at(540, 1200) });
        for call in [
            "tap(540,1200)",
            "ui_tap(540, 1200)",
            r#"ui_tap({"x":540,"y":1200})"#,
            r#"ui_tap({"x":"540","y":1200.0})"#,
            r#"{"name":"ui_tap","arguments":{"x":540,"y":1200}}"#,
            r#"{"action":"tap","x":540,"y":1200}"#,
            r#"{"name":"tap","arguments":"{\"x\":540,\"y\":1200}"}"#,
        ] {
            assert_eq!(parse_action(call), tap, "{call}");
        }
        assert_eq!(parse_call("tap", "tap(540,1200)"), tap);
        let node = Ok(Action::Tap { target: Target::Node { index: 3 } });
        assert_eq!(parse_action(r#"tap({"index":3})"#), node);
        assert_eq!(parse_action("tap_by_index(3)"), node);
    }

    #[test]
    fn text_keeps_commas_quotes_and_parentheses() {
        assert_eq!(parse_action(r#"input_text("a, (b) \"c\"")"#), typed(r#"a, (b) "c""#));
        assert_eq!(parse_action("input_text('it\\'s')"), typed("it's"));
        assert_eq!(parse_action("input_text(12:30, yes)"), typed("12:30, yes"));
        for arguments in ["input_text(\"x\")", "input_text('x')", "input_text(x)", "\"x\"", "x"] {
            assert_eq!(parse_call("input_text", arguments), typed("x"), "{arguments}");
        }
    }

    #[test]
    fn a_swipe_up_asks_for_what_is_further_down() {
        let scroll = |direction| Ok(Action::Scroll { target: Some(at(540, 1600)), direction });
        assert_eq!(parse_action("ui_swipe(540,1600,540,400)"), scroll(Direction::Down));
        assert_eq!(parse_action("swipe(540,1600,1000,1590,300)"), scroll(Direction::Left));
        assert!(parse_action("swipe(1,1,1,1)").is_err());
    }

    #[test]
    fn keys_waits_and_what_is_not_known() {
        assert_eq!(parse_action("press_key(66)"), Ok(Action::PressKey { key: Key::Enter }));
        assert_eq!(parse_action("keyevent(KEYCODE_BACK)"), Ok(Action::Back));
        assert_eq!(parse_action("back"), Ok(Action::Back));
        assert_eq!(parse_action("wait(500)"), Ok(Action::Wait { millis: 500 }));
        assert_eq!(parse_action("rm(-rf)"), Err(BadCall::UnknownTool));
        assert_eq!(parse_action("tap(540"), Err(BadCall::NoCall));
        assert_eq!(parse_action("tap(a,b)"), Err(BadCall::BadArguments("tap")));
        assert_eq!(parse_action("tap(99999999999,1)"), Err(BadCall::BadArguments("tap")));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".{0,60}") {
            let _ = parse_action(&text);
            let _ = parse_action(&format!("tap({text})"));
            let _ = parse_call("input_text", &text);
        }

        #[test]
        fn typed_text_comes_through(text in "[^\\\\\"]{0,40}") {
            let call = format!("input_text({})", Value::from(text.as_str()));
            prop_assert_eq!(parse_action(&call), typed(&text));
        }
    }
}
