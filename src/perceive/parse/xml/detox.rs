//! Detox view hierarchies: short class names as tags, position and size instead of bounds, ids of React Native.

use super::{Repairs, Rules, Tag};
use crate::perceive::parse::bounds;
use crate::perceive::parse::repairs;
use crate::perceive::parse::text::unescape;
use crate::perceive::parse::tree::Field;

pub(super) const RULES: Rules = Rules { attribute, finish };

/// Detox numbers views without an id by their place in the tree, under this name.
const INJECTED: &str = "detox_temp_";

fn attribute(tag: &mut Tag, name: &str, value: &str, repairs: &mut Repairs) -> bool {
    let draft = &mut tag.draft;
    let rect = &mut draft.node.bounds;
    let edge = match name {
        "x" => &mut rect.left,
        "y" => &mut rect.top,
        // sizes until `finish` makes edges of them
        "width" => &mut rect.right,
        "height" => &mut rect.bottom,
        "id" | "testID" => {
            if !value.starts_with(INJECTED) && draft.first(Field::Id) {
                draft.node.resource_id = unescape(value, repairs);
            }
            return true;
        }
        "label" => {
            if value != "null" && draft.first(Field::Desc) {
                draft.node.content_desc = unescape(value, repairs);
            }
            return true;
        }
        "visibility" => {
            if draft.first(Field::Visible) {
                draft.set_flag(Field::Visible, value == "visible");
            }
            return true;
        }
        "alpha" => {
            if value.parse() == Ok(0.0f32) && draft.first(Field::Visible) {
                draft.set_flag(Field::Visible, false);
            }
            return true;
        }
        _ => return matches!(name, "value" | "density" | "tag"),
    };
    match bounds::number(value) {
        Some(number) => *edge = number,
        None => repairs.note(repairs::BAD_BOUNDS),
    }
    true
}

fn finish(tag: &mut Tag) {
    let rect = &mut tag.draft.node.bounds;
    rect.right = rect.left.saturating_add(rect.right);
    rect.bottom = rect.top.saturating_add(rect.bottom);
}
