//! Appium page source: the class is the tag, `displayed` says what is visible.

use super::{Repairs, Rules, Tag};
use crate::perceive::parse::tree::Field;

pub(super) const RULES: Rules = Rules { attribute, finish: |_| {} };

fn attribute(tag: &mut Tag, name: &str, value: &str, _: &mut Repairs) -> bool {
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
