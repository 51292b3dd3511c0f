//! Nodes as JSON objects: nested through `children`, or one by one for flat lists.

use super::Json;
use super::keys::{Key, key};
use crate::model::Rect;
use crate::perceive::PerceiveError;
use crate::perceive::parse::text::clean;
use crate::perceive::parse::tree::{Draft, Field, Tree};
use crate::perceive::parse::{bounds, repairs};
use json_event_parser::JsonEvent;

/// A node that is open, and what its dialect needs beyond the fields.
pub(super) struct Open {
    pub(super) draft: Draft,
    pub(super) real_id: String,
    /// What `parent` and `temp_id` say.
    pub(super) parent: Option<i32>,
    pub(super) number: Option<i32>,
}

impl Open {
    pub(super) fn new() -> Self {
        Self { draft: Draft::new(), real_id: String::new(), parent: None, number: None }
    }
}

/// Reads a node, or a list of nodes, with everything below. `first` is the value's first event, read already.
pub(super) fn read_nested(
    json: &mut Json<'_>,
    first: &JsonEvent<'_>,
    finish: fn(&mut Open),
    tree: &mut Tree,
) -> Result<(), PerceiveError> {
    /// A list of nodes with their parent, or a node.
    enum Frame {
        List(Option<u32>),
        Node(u32, Box<Open>),
    }
    let begin = |event: &JsonEvent<'_>, parent, tree: &mut Tree| match event {
        JsonEvent::StartArray => Ok(Some(Frame::List(parent))),
        JsonEvent::StartObject => {
            Ok(Some(Frame::Node(tree.push(Draft::new(), parent)?, Box::new(Open::new()))))
        }
        _ => Ok(None),
    };
    let mut open: Vec<Frame> = Vec::new();
    open.extend(begin(first, None, tree)?);
    while let Some(frame) = open.last_mut() {
        let event = json.next()?;
        let (parent, value) = match (frame, event) {
            (Frame::List(_), JsonEvent::EndArray) => {
                open.pop();
                continue;
            }
            (Frame::List(parent), event) => (*parent, event),
            (Frame::Node(index, node), JsonEvent::ObjectKey(name)) => match key(&name) {
                Key::Children => (Some(*index), json.next()?),
                key => {
                    read_value(json, key, node, tree)?;
                    continue;
                }
            },
            (Frame::Node(..), _) => {
                // the only other event inside an object is its end
                if let Some(Frame::Node(index, mut node)) = open.pop() {
                    finish(&mut node);
                    tree.fill(index, node.draft);
                }
                continue;
            }
        };
        tree.check_depth(open.len() / 2)?;
        match begin(&value, parent, tree)? {
            Some(frame) => open.push(frame),
            None if value == JsonEvent::Null => {}
            None => tree.repairs.note(repairs::ODD_VALUE),
        }
    }
    Ok(())
}

/// Reads the value of one key of a node.
pub(super) fn read_value(
    json: &mut Json<'_>,
    key: Key,
    node: &mut Open,
    tree: &mut Tree,
) -> Result<(), PerceiveError> {
    let value = json.next()?;
    let odd = match key {
        Key::Field(field) if !node.draft.first(field) => {
            tree.repairs.note(repairs::DUPLICATE_ATTRIBUTE);
            return json.skip(&value);
        }
        Key::Field(Field::Bounds) => {
            let bounds = read_bounds(json, value)?;
            node.draft.set_bounds(bounds, &mut tree.repairs);
            return Ok(());
        }
        Key::Field(Field::ChildCount) => {
            node.draft.child_count = number(&value).and_then(|n| u32::try_from(n).ok());
            false
        }
        Key::Field(Field::DisplayId) => {
            node.draft.display_id = number(&value).unwrap_or(0);
            false
        }
        Key::Field(field) => match node.draft.text_mut(field) {
            Some(text) => match scalar(&value) {
                Some(scalar) => {
                    *text = clean(scalar, &mut tree.repairs);
                    false
                }
                None => value != JsonEvent::Null,
            },
            None => match flag(&value) {
                Some(on) => {
                    node.draft.set_flag(field, on);
                    false
                }
                None => value != JsonEvent::Null,
            },
        },
        Key::Parent => {
            node.parent = number(&value);
            false
        }
        Key::Number => {
            node.number = number(&value);
            false
        }
        Key::RealId => {
            node.real_id = clean(scalar(&value).unwrap_or_default(), &mut tree.repairs);
            false
        }
        Key::Children | Key::Index | Key::Other => false,
    };
    if odd {
        tree.repairs.note(repairs::ODD_VALUE);
    }
    json.skip(&value)
}

fn scalar<'a>(value: &'a JsonEvent<'_>) -> Option<&'a str> {
    match value {
        JsonEvent::String(text) | JsonEvent::Number(text) => Some(text),
        JsonEvent::Boolean(true) => Some("true"),
        JsonEvent::Boolean(false) => Some("false"),
        _ => None,
    }
}

fn number(value: &JsonEvent<'_>) -> Option<i32> {
    scalar(value).and_then(bounds::number)
}

/// A flag; old dialects write `"true"`.
fn flag(value: &JsonEvent<'_>) -> Option<bool> {
    match value {
        JsonEvent::Boolean(on) => Some(*on),
        JsonEvent::String(text) | JsonEvent::Number(text) => match text.as_ref() {
            "true" | "1" => Some(true),
            "false" | "0" | "" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Bounds as text, as an object with edges, or as numbers in lists: `"0, 48, 411, 890"`, `{"left": 0, ...}`,
/// `[[0, 48], [411, 890]]`, `[0, 48, 411, 890]`. The outer option is for input that ends.
fn read_bounds(json: &mut Json<'_>, first: JsonEvent<'_>) -> Result<Option<Rect>, PerceiveError> {
    match &first {
        JsonEvent::String(text) => return Ok(bounds::parse(text)),
        // a node without a place on the screen
        JsonEvent::Null => return Ok(Some(Rect::default())),
        JsonEvent::StartArray | JsonEvent::StartObject => {}
        _ => return Ok(None),
    }
    let (mut edges, mut count, mut depth) = ([None; 4], 0, 1);
    let mut name = None;
    while depth > 0 {
        let event = json.next()?;
        match &event {
            JsonEvent::StartArray | JsonEvent::StartObject => depth += 1,
            JsonEvent::EndArray | JsonEvent::EndObject => depth -= 1,
            JsonEvent::ObjectKey(key) => name = Some(edge(key)),
            value => {
                let place = match name.take() {
                    Some(named) => named,
                    None => Some(count),
                };
                count += 1;
                if let Some(edge) = place.and_then(|p| edges.get_mut(p)) {
                    *edge = number(value);
                }
            }
        }
    }
    let [Some(left), Some(top), Some(right), Some(bottom)] = edges else { return Ok(None) };
    Ok((count >= 4).then(|| Rect::new(left, top, right, bottom)))
}

fn edge(name: &str) -> Option<usize> {
    match name {
        "left" | "l" | "x1" | "x_min" => Some(0),
        "top" | "t" | "y1" | "y_min" => Some(1),
        "right" | "r" | "x2" | "x_max" => Some(2),
        "bottom" | "b" | "y2" | "y_max" => Some(3),
        _ => None,
    }
}
