//! XML dialects: one walk over the tags, with the recovery that real dumps need.

mod accessibility;
mod appium;
mod attributes;
mod detox;
mod droidrun;
mod element;
mod requote;
mod uiautomator;
mod walk;

use super::dialect::Dialect;
use super::repairs::{self, Repairs};
use super::tree::{Draft, Tree};
use crate::perceive::{Limits, PerceiveError};
use walk::{Stop, walk};

/// What one dialect has beyond the attributes of uiautomator.
struct Rules {
    /// Reads an attribute that uiautomator does not know. False when this dialect does not know it either.
    attribute: fn(&mut Tag, &str, &str, &mut Repairs) -> bool,
    /// Settles what depends on several attributes.
    finish: fn(&mut Tag),
}

/// An element that is being read.
struct Tag {
    draft: Draft,
    /// A second id, better than the first one where that is random.
    real_id: String,
}

fn rules(dialect: Dialect) -> Rules {
    match dialect {
        Dialect::Appium => appium::RULES,
        Dialect::AccessibilityXml => accessibility::RULES,
        Dialect::Detox => detox::RULES,
        Dialect::DroidrunXml => droidrun::RULES,
        _ => uiautomator::RULES,
    }
}

/// Reads the tree that begins at byte `start` of the text.
///
/// The first walk is strict. Only when a tag does not read as attributes there is a second one, over a copy in which
/// such tags are quoted anew, and that one takes what it can.
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
    let mut tree = Tree::new(source.len(), limits, repairs.clone());
    match walk(source, &rules(dialect), false, &mut tree) {
        Ok(()) => return Ok(tree),
        Err(Stop::Error(error)) => return Err(error.shifted(start)),
        Err(Stop::BadTag) => {}
    }
    let (copy, requoted) = requote::requote(source);
    if requoted > 0 {
        repairs.add(repairs::REQUOTED_TAG, requoted);
    }
    let mut tree = Tree::new(copy.len(), limits, repairs);
    match walk(&copy, &rules(dialect), true, &mut tree) {
        Ok(()) => Ok(tree),
        // positions in the copy say nothing about the input
        Err(Stop::Error(PerceiveError::Truncated { .. })) => {
            Err(PerceiveError::Truncated { offset: text.len() })
        }
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::BadTag) => Err(PerceiveError::Malformed { offset: start }),
    }
}
