//! JSON dialects over a pull parser: serde_json recurses per level and stops at 128, which is 64 nested nodes.

mod axe;
mod droidbot;
mod keys;
mod node;
mod portal;
mod rewrite;
mod run;

use super::dialect::Dialect;
use super::repairs::{self, Repairs};
use super::tree::Tree;
use crate::perceive::{Limits, PerceiveError};
use json_event_parser::{JsonEvent, LowLevelJsonParser};

pub(super) use run::ranges as run_ranges;

/// Reads the tree that begins at byte `start` of the text. What no JSON parser takes (trailing commas, Python
/// literals, halves of characters) is rewritten once.
pub(super) fn read(
    text: &str,
    start: usize,
    dialect: Dialect,
    limits: &Limits,
    mut repairs: Repairs,
) -> Result<Tree, PerceiveError> {
    let (before, source) = text.split_at(start);
    if !before.trim_ascii().is_empty() {
        repairs.note(repairs::TEXT_AROUND);
    }
    let attempt = |source: &str, repairs: Repairs| {
        let mut tree = Tree::new(source.len() / 2, limits, repairs);
        let read = match dialect {
            Dialect::Axe => axe::read,
            Dialect::DroidBot => droidbot::read,
            _ => portal::read,
        };
        read(source, &mut tree, limits).map(|()| tree)
    };
    match attempt(source, repairs.clone()) {
        Err(PerceiveError::Malformed { offset }) => {
            let Some(copy) = rewrite::rewrite(source, &mut repairs) else {
                return Err(PerceiveError::Malformed { offset: offset + start });
            };
            attempt(&copy, repairs).map_err(|error| match error {
                // positions in the copy say nothing about the input
                PerceiveError::Malformed { .. } => {
                    PerceiveError::Malformed { offset: offset + start }
                }
                PerceiveError::Truncated { .. } => PerceiveError::Truncated { offset: text.len() },
                error => error,
            })
        }
        other => other.map_err(|error| error.shifted(start)),
    }
}

/// Whether a text is JSON that ends in the middle, and where.
pub(super) fn is_cut(text: &str, limits: &Limits) -> Option<usize> {
    let start = text.len() - text.trim_ascii_start().len();
    if !text[start..].starts_with(['{', '[']) {
        return None;
    }
    match Json::new(&text[start..], limits).skip_value() {
        Err(PerceiveError::Truncated { offset }) => Some(start + offset),
        _ => None,
    }
}

/// Events of a text, with the position in it.
pub(super) struct Json<'a> {
    text: &'a str,
    at: usize,
    max_depth: usize,
    parser: LowLevelJsonParser,
}

impl<'a> Json<'a> {
    pub(super) fn new(text: &'a str, limits: &Limits) -> Self {
        // two levels per node (object and list of children), and some for what stands around and inside
        let parser = LowLevelJsonParser::new()
            .with_max_stack_size(limits.max_depth.saturating_mul(2).saturating_add(64));
        Self { text, at: 0, max_depth: limits.max_depth, parser }
    }

    /// Bytes read so far.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn next(&mut self) -> Result<JsonEvent<'a>, PerceiveError> {
        let result = self.parser.parse_next(&self.text.as_bytes()[self.at..], true);
        self.at += result.consumed_bytes;
        match result.event {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => {
                let offset = (error.location().start.offset as usize).min(self.text.len());
                let rest = self.text.get(offset..).unwrap_or_default().trim_ascii();
                let cut = ["true", "false", "null"].iter().any(|word| word.starts_with(rest));
                Err(if cut || error.message().starts_with("Unexpected end of file") {
                    PerceiveError::Truncated { offset }
                } else if error.message().starts_with("Max stack size") {
                    PerceiveError::TooDeep { limit: self.max_depth }
                } else {
                    PerceiveError::Malformed { offset }
                })
            }
            None => Err(PerceiveError::Truncated { offset: self.text.len() }),
        }
    }

    /// Skips the rest of a value of which the first event has been read.
    pub(super) fn skip(&mut self, first: &JsonEvent<'_>) -> Result<(), PerceiveError> {
        let mut depth = 0usize;
        let mut event_depth = |event: &JsonEvent<'_>| {
            match event {
                JsonEvent::StartObject | JsonEvent::StartArray => depth += 1,
                JsonEvent::EndObject | JsonEvent::EndArray => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth
        };
        let mut open = event_depth(first);
        while open > 0 {
            open = event_depth(&self.next()?);
        }
        Ok(())
    }

    /// Skips the next value.
    pub(super) fn skip_value(&mut self) -> Result<(), PerceiveError> {
        let first = self.next()?;
        self.skip(&first)
    }

    /// What follows the value is noise of the shell.
    pub(super) fn finish(self, repairs: &mut Repairs) {
        if !self.text[self.at..].trim_ascii().is_empty() {
            repairs.note(repairs::TEXT_AROUND);
        }
    }
}
