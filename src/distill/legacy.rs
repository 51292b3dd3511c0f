//! Historic tool calls as typed actions, for hosts that only kept the strings.
//!
//! `tap(540,1200)`, `ui_tap({"x":540,"y":1200})`, `input_text("x")`, `input_text('x')`, `input_text(x)`, `"x"`,
//! `ui_swipe(500,1500,500,300)`, `scroll(down)`, `press_key(ENTER)`, `{"name":"ui_tap","arguments":{"x":1,"y":2}}`, ...
//! A swipe names the finger's way, a scroll the content's: `swipe(up)` and `scroll(down)` are the same.

use crate::model::{Action, Direction, Key, Point, Target};
use serde_json::{Map, Value};

/// A tool call that means no action. The text says what is wrong; the call itself may hold personal data and is not repeated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadCall {
    /// Nothing there.
    #[error("the tool call is empty")]
    Empty,
    /// A name that is no action.
    #[error(
        "not an action: the call names none of tap, long_press, swipe, scroll, input_text, press_key, back, home, launch, wait"
    )]
    UnknownAction,
    /// An argument is missing or has the wrong form.
    #[error("the {verb} call lacks {needs}")]
    BadArguments {
        /// Which action.
        verb: &'static str,
        /// What it needs.
        needs: &'static str,
    },
}

impl BadCall {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "call.empty",
            Self::UnknownAction => "call.unknown_action",
            Self::BadArguments { .. } => "call.bad_arguments",
        }
    }
}

/// Reads a whole tool call.
///
/// ```
/// use cs_mem::distill::legacy::parse_action;
/// use cs_mem::model::{Action, Point, Target};
///
/// let target = Target::At { point: Point { x: 540, y: 1200 } };
/// assert_eq!(parse_action("tap(540,1200)"), Ok(Action::Tap { target }));
/// assert_eq!(parse_action("ui_tap({\"x\": 540, \"y\": 1200})"), Ok(Action::Tap { target }));
/// ```
///
/// # Errors
/// When the call means no action.
pub fn parse_action(call: &str) -> Result<Action, BadCall> {
    let call = call.trim();
    if call.is_empty() {
        return Err(BadCall::Empty);
    }
    if let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(call) {
        return from_json(&fields);
    }
    if let Some(text) = unquote(call) {
        return Ok(input(text));
    }
    match call
        .split_once('(')
        .and_then(|(name, rest)| rest.strip_suffix(')').map(|args| (name, args)))
    {
        Some((name, args)) => parse_call(name, args),
        None => parse_call(call, ""),
    }
}

/// Reads a call whose name and arguments are kept apart; the arguments may also be a whole call.
///
/// # Errors
/// When the call means no action.
pub fn parse_call(name: &str, args: &str) -> Result<Action, BadCall> {
    let verb = Verb::of(name).ok_or(BadCall::UnknownAction)?;
    let args = args.trim();
    // Some records repeat the name in the arguments: type `input_text`, params `input_text("x")`.
    let args = args
        .split_once('(')
        .filter(|(inner, _)| Verb::of(inner) == Some(verb))
        .and_then(|(_, rest)| rest.strip_suffix(')'))
        .unwrap_or(args)
        .trim();
    match serde_json::from_str::<Value>(args) {
        Ok(Value::Object(fields)) => verb.read_fields(&fields),
        _ => verb.read_text(args),
    }
}

fn from_json(fields: &Map<String, Value>) -> Result<Action, BadCall> {
    let name = first_text(
        fields,
        &["name", "tool", "action", "action_type", "type", "function", "actionType"],
    );
    let Some(verb) = name.and_then(Verb::of) else { return Err(BadCall::UnknownAction) };
    let inner = ["arguments", "args", "params", "parameters", "input", "actionParams"];
    match inner.iter().find_map(|key| fields.get(*key)) {
        Some(Value::Object(args)) => verb.read_fields(args),
        Some(Value::String(args)) => parse_call(verb.name(), args),
        _ => verb.read_fields(fields),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    Tap,
    LongPress,
    Swipe,
    Scroll,
    Input,
    Press,
    Back,
    Home,
    Launch,
    Wait,
}

impl Verb {
    fn of(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        let bare = name.strip_prefix("ui_").unwrap_or(&name).replace(['-', ' '], "_");
        Some(match bare.as_str() {
            "tap" | "click" | "tap_element" | "click_element" | "press" => Self::Tap,
            "long_press" | "longpress" | "long_tap" | "long_click" => Self::LongPress,
            "swipe" | "drag" | "fling" => Self::Swipe,
            "scroll" => Self::Scroll,
            "input_text" | "input" | "type" | "type_text" | "set_text" | "enter_text" => {
                Self::Input
            }
            "press_key" | "key" | "keyevent" | "key_event" | "press_button" => Self::Press,
            "back" | "go_back" | "press_back" | "navigate_back" => Self::Back,
            "home" | "go_home" | "press_home" | "navigate_home" => Self::Home,
            "launch" | "launch_app" | "open_app" | "start_app" | "open" => Self::Launch,
            "wait" | "sleep" => Self::Wait,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Tap => "tap",
            Self::LongPress => "long_press",
            Self::Swipe => "swipe",
            Self::Scroll => "scroll",
            Self::Input => "input_text",
            Self::Press => "press_key",
            Self::Back => "back",
            Self::Home => "home",
            Self::Launch => "launch",
            Self::Wait => "wait",
        }
    }

    fn lacks(self, needs: &'static str) -> BadCall {
        BadCall::BadArguments { verb: self.name(), needs }
    }

    fn read_fields(self, fields: &Map<String, Value>) -> Result<Action, BadCall> {
        let number = |keys: &[&str]| keys.iter().find_map(|k| fields.get(*k)).and_then(as_i32);
        let at = |x: &[&str], y: &[&str]| {
            number(x).zip(number(y)).map(|(x, y)| Target::At { point: Point { x, y } })
        };
        let node = || {
            number(&["index", "node", "element", "element_index"])
                .map(|index| Target::Node { index })
        };
        let target = || node().or_else(|| at(&["x"], &["y"]));
        let needed = || target().ok_or(self.lacks("a point (x, y) or an element index"));
        Ok(match self {
            Self::Tap => Action::Tap { target: needed()? },
            Self::LongPress => Action::LongPress { target: needed()? },
            Self::Swipe | Self::Scroll => {
                if let Some(word) = first_text(fields, &["direction", "dir"]) {
                    let direction = self.direction(word)?;
                    return Ok(Action::Scroll { target: target(), direction });
                }
                let from = number(&["x1", "start_x", "startX", "from_x", "x"])
                    .zip(number(&["y1", "start_y", "startY", "from_y", "y"]));
                let to = number(&["x2", "end_x", "endX", "to_x"])
                    .zip(number(&["y2", "end_y", "endY", "to_y"]));
                let (from, to) = from.zip(to).ok_or(self.lacks("a direction or two points"))?;
                self.swipe(from, to)?
            }
            Self::Input => {
                let text = first_text(fields, &["text", "value", "content", "input"])
                    .ok_or(self.lacks("a text"))?;
                let secret = fields.get("secret").and_then(Value::as_bool).unwrap_or(false);
                Action::InputText { target: target(), text: text.to_owned(), secret }
            }
            Self::Press => {
                let key = first_text(fields, &["key", "keycode", "key_code", "button"])
                    .ok_or(self.lacks("a key"))?;
                self.key(key)?
            }
            Self::Back => Action::Back,
            Self::Home => Action::Home,
            Self::Launch => {
                let package =
                    first_text(fields, &["package", "package_name", "packageName", "app"])
                        .ok_or(self.lacks("a package"))?;
                self.launch(package)?
            }
            Self::Wait => {
                let millis =
                    number(&["ms", "millis", "duration_ms", "milliseconds"]).map(i64::from);
                let seconds = fields.get("seconds").and_then(Value::as_f64);
                let millis = millis.or(seconds.map(|s| (s * 1_000.0) as i64));
                Action::Wait { millis: millis.ok_or(self.lacks("a time"))?.max(0) }
            }
        })
    }

    fn read_text(self, args: &str) -> Result<Action, BadCall> {
        let numbers = || -> Option<Vec<i32>> {
            args.split(',').map(|part| part.trim().parse::<f64>().ok().map(|n| n as i32)).collect()
        };
        let target = || match numbers().as_deref() {
            Some([index]) => Ok(Target::Node { index: *index }),
            Some([x, y, ..]) => Ok(Target::At { point: Point { x: *x, y: *y } }),
            _ => Err(self.lacks("a point (x, y) or an element index")),
        };
        Ok(match self {
            Self::Tap => Action::Tap { target: target()? },
            Self::LongPress => Action::LongPress { target: target()? },
            Self::Swipe | Self::Scroll => match numbers().as_deref() {
                Some([x1, y1, x2, y2, ..]) => self.swipe((*x1, *y1), (*x2, *y2))?,
                _ => {
                    let word = parse_text(args);
                    Action::Scroll { target: None, direction: self.direction(&word)? }
                }
            },
            Self::Input => input(parse_text(args)),
            Self::Press => self.key(&parse_text(args))?,
            Self::Back => Action::Back,
            Self::Home => Action::Home,
            Self::Launch => self.launch(&parse_text(args))?,
            Self::Wait => {
                let millis = args.trim().parse::<f64>().map_err(|_| self.lacks("a time"))?;
                Action::Wait { millis: (millis as i64).max(0) }
            }
        })
    }

    fn direction(self, word: &str) -> Result<Direction, BadCall> {
        let finger = self == Self::Swipe;
        Ok(match (word.trim().to_ascii_lowercase().as_str(), finger) {
            ("up", false) | ("down", true) => Direction::Up,
            ("down", false) | ("up", true) => Direction::Down,
            ("left", false) | ("right", true) => Direction::Left,
            ("right", false) | ("left", true) => Direction::Right,
            _ => return Err(self.lacks("a direction: up, down, left or right")),
        })
    }

    /// The finger goes from one point to the other; the content that comes into sight lies the other way.
    fn swipe(self, from: (i32, i32), to: (i32, i32)) -> Result<Action, BadCall> {
        let (dx, dy) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
        let direction = match (dx.abs() > dy.abs(), dx, dy) {
            (_, 0, 0) => return Err(self.lacks("two different points")),
            (true, ..0, _) => Direction::Right,
            (true, _, _) => Direction::Left,
            (false, _, ..0) => Direction::Down,
            (false, _, _) => Direction::Up,
        };
        let point = Point { x: from.0, y: from.1 };
        Ok(Action::Scroll { target: Some(Target::At { point }), direction })
    }

    fn key(self, name: &str) -> Result<Action, BadCall> {
        let name = name.trim().to_ascii_uppercase();
        let bare = name.strip_prefix("KEYCODE_").unwrap_or(&name);
        Ok(match bare {
            "BACK" | "4" => Action::Back,
            "HOME" | "3" => Action::Home,
            "ENTER" | "66" | "DONE" | "GO" | "SEND" => Action::PressKey { key: Key::Enter },
            "DEL" | "DELETE" | "BACKSPACE" | "67" => Action::PressKey { key: Key::Delete },
            "TAB" | "61" => Action::PressKey { key: Key::Tab },
            "SEARCH" | "84" => Action::PressKey { key: Key::Search },
            "MENU" | "82" => Action::PressKey { key: Key::Menu },
            "APP_SWITCH" | "RECENTS" | "RECENT" | "187" => Action::PressKey { key: Key::Recents },
            "VOLUME_UP" | "24" => Action::PressKey { key: Key::VolumeUp },
            "VOLUME_DOWN" | "25" => Action::PressKey { key: Key::VolumeDown },
            _ => return Err(self.lacks("a key that is known")),
        })
    }

    fn launch(self, package: &str) -> Result<Action, BadCall> {
        let package = package.trim();
        if package.is_empty() {
            return Err(self.lacks("a package"));
        }
        Ok(Action::Launch { package: package.to_owned() })
    }
}

/// The text of a text input's arguments, in any of its historic forms: `"x"`, `'x'`, `x`.
pub fn parse_text(args: &str) -> String {
    let args = args.trim();
    unquote(args).unwrap_or_else(|| args.to_owned())
}

/// What stands between quotes; escapes are resolved where they are valid.
fn unquote(text: &str) -> Option<String> {
    let mut chars = text.chars();
    let (open, close) = (chars.next()?, chars.next_back()?);
    if open != close || !matches!(open, '"' | '\'') {
        return None;
    }
    if open == '"'
        && let Ok(text) = serde_json::from_str::<String>(text)
    {
        return Some(text);
    }
    let inner = chars.as_str();
    Some(inner.replace(&format!("\\{open}"), &open.to_string()))
}

fn input(text: String) -> Action {
    Action::InputText { target: None, text, secret: false }
}

fn first_text<'a>(fields: &'a Map<String, Value>, keys: &[&str]) -> Option<&'a str> {
    keys.iter().find_map(|key| fields.get(*key)).and_then(Value::as_str)
}

/// Numbers come as numbers or as strings.
fn as_i32(value: &Value) -> Option<i32> {
    let number = match value {
        Value::Number(n) => n.as_f64()?,
        Value::String(text) => text.trim().parse::<f64>().ok()?,
        _ => return None,
    };
    (number.abs() < f64::from(i32::MAX)).then_some(number as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Target {
        Target::At { point: Point { x, y } }
    }

    #[test]
    fn every_historic_form_of_a_text_is_the_same_text() {
        for call in [
            r#"input_text("x y")"#,
            "input_text('x y')",
            "input_text(x y)",
            r#""x y""#,
            "'x y'",
            r#"ui_input_text({"text":"x y"})"#,
            r#"{"name":"ui_input_text","arguments":{"text":"x y"}}"#,
            r#"{"action":"type","params":"'x y'"}"#,
        ] {
            assert_eq!(parse_action(call), Ok(input("x y".to_owned())), "{call}");
        }
        for args in [r#""x""#, "'x'", "x", r#"input_text("x")"#] {
            assert_eq!(parse_call("input_text", args), Ok(input("x".to_owned())), "{args}");
        }
        assert_eq!(parse_text(r#""say \"hi\"""#), r#"say "hi""#);
        assert_eq!(parse_text(r#""say "hi"""#), r#"say "hi""#);
    }

    #[test]
    fn points_directions_and_keys() {
        for call in [
            "tap(540,1200)",
            "ui_tap( 540.0 , 1200 )",
            r#"ui_tap({"x":"540","y":1200})"#,
            r#"{"type":"click","x":540,"y":1200}"#,
        ] {
            assert_eq!(parse_action(call), Ok(Action::Tap { target: at(540, 1200) }), "{call}");
        }
        assert_eq!(parse_action("tap(7)"), Ok(Action::Tap { target: Target::Node { index: 7 } }));
        let down = Action::Scroll { target: Some(at(500, 1500)), direction: Direction::Down };
        assert_eq!(parse_action("ui_swipe(500,1500,500,300,200)"), Ok(down.clone()));
        assert_eq!(parse_action(r#"ui_swipe({"x1":500,"y1":1500,"x2":500,"y2":300})"#), Ok(down));
        let page = Action::Scroll { target: None, direction: Direction::Down };
        assert_eq!(parse_action("scroll(down)"), Ok(page.clone()));
        assert_eq!(parse_action("swipe(\"up\")"), Ok(page));
        assert_eq!(
            parse_action("press_key(KEYCODE_ENTER)"),
            Ok(Action::PressKey { key: Key::Enter })
        );
        assert_eq!(parse_action("press_key(BACK)"), Ok(Action::Back));
        assert_eq!(parse_action("back"), Ok(Action::Back));
        assert_eq!(parse_action("wait(500)"), Ok(Action::Wait { millis: 500 }));
    }

    #[test]
    fn what_is_no_action_is_refused() {
        for (call, code) in [
            ("", "call.empty"),
            ("explode(1)", "call.unknown_action"),
            ("tap()", "call.bad_arguments"),
            ("tap(a,b)", "call.bad_arguments"),
            ("swipe(1,1,1,1)", "call.bad_arguments"),
            ("{\"x\":1}", "call.unknown_action"),
            ("tap(540,1200", "call.unknown_action"),
            ("launch()", "call.bad_arguments"),
        ] {
            assert_eq!(parse_action(call).unwrap_err().code(), code, "{call}");
        }
    }
}
