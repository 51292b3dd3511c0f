//! DroidBot states, 2016 and current: a flat list of views that name their parent.

use super::Json;
use super::keys::{Key, key};
use super::node::{Open, read_value};
use crate::perceive::parse::bounds;
use crate::perceive::parse::repairs;
use crate::perceive::parse::tree::Tree;
use crate::perceive::{Limits, PerceiveError};
use json_event_parser::JsonEvent;

pub(super) fn read(text: &str, tree: &mut Tree, limits: &Limits) -> Result<(), PerceiveError> {
    let mut json = Json::new(text, limits);
    let mut links = Vec::new();
    if json.next()? != JsonEvent::StartObject {
        return Err(PerceiveError::NotATree { looked_like: "JSON of another kind" });
    }
    while let JsonEvent::ObjectKey(name) = json.next()? {
        let value = json.next()?;
        match (name.as_ref(), &value) {
            ("views", JsonEvent::StartArray) => read_views(&mut json, tree, &mut links)?,
            ("width", JsonEvent::Number(n)) => tree.facts.width = bounds::number(n).unwrap_or(0),
            ("height", JsonEvent::Number(n)) => tree.facts.height = bounds::number(n).unwrap_or(0),
            ("foreground_activity", JsonEvent::String(component)) => {
                if let Some((package, activity)) = component.split_once('/') {
                    tree.facts.package = package.to_owned();
                    tree.facts.activity = activity.to_owned();
                }
            }
            _ => json.skip(&value)?,
        }
    }
    json.finish(&mut tree.repairs);
    tree.link(&links)
}

/// Where a view hangs: its own number and its parent's.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    own: Option<i32>,
    parent: Option<i32>,
}

fn read_views(
    json: &mut Json<'_>,
    tree: &mut Tree,
    links: &mut Vec<Option<usize>>,
) -> Result<(), PerceiveError> {
    let mut numbers = Vec::new();
    loop {
        match json.next()? {
            JsonEvent::StartObject => {}
            JsonEvent::EndArray => break,
            other => {
                tree.repairs.note(repairs::ODD_VALUE);
                json.skip(&other)?;
                continue;
            }
        }
        let mut node = Open::new();
        while let JsonEvent::ObjectKey(name) = json.next()? {
            let key = key(&name);
            // a list of numbers here; the parent's number says the same
            let key = if key == Key::Children { Key::Other } else { key };
            read_value(json, key, &mut node, tree)?;
        }
        numbers.push(Numbers { own: node.number, parent: node.parent });
        tree.push_flat(node.draft)?;
    }
    let before = links.len();
    links.extend(resolve(&numbers, tree).into_iter().map(|parent| Some(parent? + before)));
    Ok(())
}

/// Parents as positions. The number of a view is its position in all versions seen; where it is not, it is looked up.
fn resolve(numbers: &[Numbers], tree: &mut Tree) -> Vec<Option<usize>> {
    let in_place =
        numbers.iter().enumerate().all(|(i, n)| n.own.is_none_or(|own| own as usize == i));
    let by_number: std::collections::HashMap<i32, usize> = match in_place {
        true => Default::default(),
        false => numbers.iter().enumerate().filter_map(|(i, n)| Some((n.own?, i))).collect(),
    };
    let position = |parent: i32| match in_place {
        true => usize::try_from(parent).ok().filter(|p| *p < numbers.len()),
        false => by_number.get(&parent).copied(),
    };
    let mut links = Vec::with_capacity(numbers.len());
    for number in numbers {
        links.push(match number.parent {
            None | Some(-1) => None,
            Some(parent) => {
                let found = position(parent);
                if found.is_none() {
                    tree.repairs.note(repairs::ORPHAN);
                }
                found
            }
        });
    }
    links
}
