//! Appium page source: the class is the tag, `displayed` says what is visible.

use super::{Repairs, Rules, Tag};
use crate::perceive::parse::tree::Field;

pub(super) const RULES: Rules = Rules { attribute, finish };

fn attribute(tag: &mut Tag<'_>, name: &str, value: &str, _: &mut Repairs) -> bool {
    match name {
        "displayed" => {
            if tag.draft.first(Field::Visible) {
                tag.draft.set_flag(Field::Visible, value == "true");
            }
            true
        }
        _ => false,
    }
}

/// Tag names stand in for a missing class only: obfuscated classes make tags that are no XML names.
fn finish(tag: &mut Tag<'_>) {
    if tag.draft.node.class_name.trim().is_empty() && tag.name != "node" {
        tag.draft.node.class_name = tag.name.to_owned();
    }
}
