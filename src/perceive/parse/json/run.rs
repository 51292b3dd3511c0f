//! Recorded runs: one file with the states of a whole task.

use super::Json;
use crate::perceive::{Limits, PerceiveError};
use json_event_parser::JsonEvent;
use std::ops::Range;

/// Where the states stand in the text, in order.
pub(crate) fn ranges(text: &str, limits: &Limits) -> Result<Vec<Range<usize>>, PerceiveError> {
    let mut json = Json::new(text, limits);
    let mut ranges = Vec::new();
    let mut depth = 0usize;
    loop {
        match json.next()? {
            JsonEvent::StartObject | JsonEvent::StartArray => depth += 1,
            JsonEvent::EndObject | JsonEvent::EndArray => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Ok(ranges);
                }
            }
            JsonEvent::ObjectKey(name) => match name.as_ref() {
                "page_sequence" => {}
                "ui_elements" => {
                    // a summary of the page often stands in for its elements
                    let range = value(&mut json, text)?.1;
                    if range.len() > "[]".len() {
                        ranges.push(range);
                    }
                }
                "ui_states" => states(&mut json, text, &mut ranges)?,
                _ => json.skip_value()?,
            },
            JsonEvent::Eof => return Ok(ranges),
            _ => {}
        }
    }
}

fn states(
    json: &mut Json<'_>,
    text: &str,
    ranges: &mut Vec<Range<usize>>,
) -> Result<(), PerceiveError> {
    let list = json.next()?;
    if list != JsonEvent::StartArray {
        return json.skip(&list);
    }
    loop {
        let (first, range) = value(json, text)?;
        if first == JsonEvent::EndArray {
            return Ok(());
        }
        ranges.push(range);
    }
}

/// The next value's first event and its place.
fn value<'a>(
    json: &mut Json<'a>,
    text: &str,
) -> Result<(JsonEvent<'a>, Range<usize>), PerceiveError> {
    let from = json.at();
    let first = json.next()?;
    json.skip(&first)?;
    let separators =
        text[from..json.at()].find(|c: char| !c.is_whitespace() && c != ',' && c != ':');
    Ok((first, from + separators.unwrap_or(0)..json.at()))
}
