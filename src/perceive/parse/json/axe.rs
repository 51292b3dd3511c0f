//! axe results: the view tree stands in `axeContext.axeView`, beside rules, events and often a screenshot.

use super::Json;
use super::node::{Open, read_nested};
use crate::perceive::parse::bounds;
use crate::perceive::parse::tree::Tree;
use crate::perceive::{Limits, PerceiveError};
use json_event_parser::JsonEvent;

pub(super) fn read(text: &str, tree: &mut Tree, limits: &Limits) -> Result<(), PerceiveError> {
    let mut json = Json::new(text, limits);
    let mut depth = 0usize;
    loop {
        let name = match json.next()? {
            JsonEvent::ObjectKey(name) => name,
            JsonEvent::StartObject | JsonEvent::StartArray => {
                depth += 1;
                continue;
            }
            JsonEvent::EndObject | JsonEvent::EndArray => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
                continue;
            }
            JsonEvent::Eof => break,
            _ => continue,
        };
        match name.as_ref() {
            "axeContext" | "axeDevice" | "axeMetaData" | "axeEventStream" => {}
            "axeView" => {
                let root = json.next()?;
                read_nested(&mut json, &root, |_: &mut Open| {}, tree)?;
            }
            "screenWidth" => tree.facts.width = number(&json.next()?),
            "screenHeight" => tree.facts.height = number(&json.next()?),
            "appIdentifier" | "packageName" => {
                let value = json.next()?;
                match &value {
                    JsonEvent::String(package) => tree.facts.package = package.to_string(),
                    value => json.skip(value)?,
                }
            }
            _ => json.skip_value()?,
        }
    }
    json.finish(&mut tree.repairs);
    Ok(())
}

fn number(value: &JsonEvent<'_>) -> i32 {
    match value {
        JsonEvent::Number(text) => bounds::number(text).unwrap_or(0),
        _ => 0,
    }
}
