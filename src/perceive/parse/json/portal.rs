//! Portal and mobilerun: nested nodes, alone or in an envelope that also tells the state of the phone.

use super::Json;
use super::keys::{Key, key};
use super::node::{Open, read_nested};
use crate::perceive::parse::failure;
use crate::perceive::parse::tree::{Field, Tree};
use crate::perceive::parse::widget::{is_session_id, simple_name};
use crate::perceive::{Limits, PerceiveError};
use json_event_parser::JsonEvent;

/// Answers hold the tree as a string inside JSON, and some servers wrap that once more.
const MAX_ENVELOPES: usize = 4;

pub(super) fn read(text: &str, tree: &mut Tree, limits: &Limits) -> Result<(), PerceiveError> {
    let mut inner = None::<String>;
    for _ in 0..MAX_ENVELOPES {
        let source = inner.as_deref().unwrap_or(text);
        match envelope(source, tree, limits) {
            Ok(None) => {
                tree.join_loose_roots();
                return Ok(());
            }
            Ok(Some(next)) => inner = Some(next),
            // positions inside a string of the answer say nothing about the input
            Err(PerceiveError::Truncated { .. }) if inner.is_some() => {
                return Err(PerceiveError::Truncated { offset: text.len() });
            }
            Err(error) => return Err(error),
        }
    }
    Err(PerceiveError::NotATree { looked_like: "JSON in many envelopes" })
}

/// Reads one envelope. What it returns is the next one, which stood in it as a string.
fn envelope(text: &str, tree: &mut Tree, limits: &Limits) -> Result<Option<String>, PerceiveError> {
    let mut json = Json::new(text, limits);
    let first = json.next()?;
    if first == JsonEvent::StartArray {
        return nodes(json, &first, tree);
    }
    let mut inner = None;
    let mut failed = false;
    let mut depth = 1usize;
    while depth > 0 {
        let name = match json.next()? {
            JsonEvent::ObjectKey(name) => name,
            JsonEvent::EndObject => {
                depth -= 1;
                continue;
            }
            _ => break,
        };
        if depth == 1 && is_of_node(&name) {
            // no envelope: the object itself is the root node
            let mut json = Json::new(text, limits);
            let first = json.next()?;
            return nodes(json, &first, tree);
        }
        let value = json.next()?;
        match (name.as_ref(), &value) {
            ("status", JsonEvent::String(status)) => failed = status == "error",
            (
                "a11y_tree" | "result" | "data" | "tree" | "nodes" | "elements" | "ui_elements",
                JsonEvent::String(text),
            ) => inner = Some(text.clone().into_owned()),
            ("a11y_tree" | "tree" | "nodes" | "elements" | "ui_elements", _)
            | ("result" | "data", JsonEvent::StartArray) => {
                read_nested(&mut json, &value, finish, tree)?;
            }
            (
                "result" | "data" | "phone_state" | "device_context" | "screen_bounds",
                JsonEvent::StartObject,
            ) => depth += 1,
            ("packageName", JsonEvent::String(package)) => {
                tree.facts.package = package.clone().into_owned();
            }
            ("activityName", JsonEvent::String(activity)) => {
                tree.facts.activity = activity.clone().into_owned();
            }
            ("width", JsonEvent::Number(n)) => tree.facts.width = n.parse().unwrap_or(0),
            ("height", JsonEvent::Number(n)) => tree.facts.height = n.parse().unwrap_or(0),
            _ => json.skip(&value)?,
        }
    }
    json.finish(&mut tree.repairs);
    if !tree.nodes.is_empty() {
        return Ok(None);
    }
    if failed {
        return Err(PerceiveError::NoRoot);
    }
    match inner {
        Some(inner) if inner.trim_start().starts_with(['[', '{']) => Ok(Some(inner)),
        Some(inner) if !inner.trim().is_empty() => Err(failure::of_text(&inner)),
        _ => Err(PerceiveError::NoNodes),
    }
}

fn nodes(
    mut json: Json<'_>,
    first: &JsonEvent<'_>,
    tree: &mut Tree,
) -> Result<Option<String>, PerceiveError> {
    read_nested(&mut json, first, finish, tree)?;
    json.finish(&mut tree.repairs);
    Ok(None)
}

/// Whether only nodes have such a key.
fn is_of_node(name: &str) -> bool {
    matches!(key(name), Key::Children | Key::Field(Field::Class | Field::Bounds | Field::Id))
}

/// Without a description of its own, a node's text falls back to the description, the id or the class. The last two
/// are no text: they would make every wrapper a label.
fn finish(node: &mut Open) {
    let (seen, node, real_id) = (node.draft.seen(), &mut node.draft.node, &mut node.real_id);
    let text = node.text.as_str();
    let id = node.resource_id.rsplit('/').next().unwrap_or_default();
    if !seen.has(Field::Desc)
        && (text == node.class_name
            || text == simple_name(&node.class_name)
            || text == node.resource_id
            || text == id)
    {
        node.text.clear();
    }
    if !real_id.is_empty() && (node.resource_id.is_empty() || is_session_id(&node.resource_id)) {
        node.resource_id = std::mem::take(real_id);
    }
}
