//! uiautomator dumps of all API levels, and the attributes that every other XML dialect shares with them.

use super::{Repairs, Rules, Tag};
use crate::perceive::parse::tree::Field;

pub(super) const RULES: Rules = Rules { attribute, finish: |_| {} };

/// The field behind an attribute name. API 16 and 17 have no `resource-id`; `visible-to-user` came with API 18 but is
/// left out by many; `drawing-order`, `hint` and `display-id` came with API 30 to 33.
#[inline]
pub(super) fn field(name: &str) -> Option<Field> {
    Some(match name {
        "text" => Field::Text,
        "resource-id" => Field::Id,
        "class" => Field::Class,
        "package" => Field::Package,
        "content-desc" => Field::Desc,
        "checkable" => Field::Checkable,
        "checked" => Field::Checked,
        "clickable" => Field::Clickable,
        "enabled" => Field::Enabled,
        "focusable" => Field::Focusable,
        "focused" => Field::Focused,
        "scrollable" => Field::Scrollable,
        "long-clickable" => Field::LongClickable,
        "password" => Field::Password,
        "selected" => Field::Selected,
        "bounds" => Field::Bounds,
        "visible-to-user" => Field::Visible,
        "hint" => Field::Hint,
        "display-id" => Field::DisplayId,
        _ => return None,
    })
}

/// Known, and of no use: `index` counts siblings with the invisible ones left out, `drawing-order` is relative to the
/// parent, `NAF` ("not accessibility friendly") is a judgement.
fn attribute(_: &mut Tag, name: &str, _: &str, _: &mut Repairs) -> bool {
    matches!(name, "index" | "drawing-order" | "NAF")
}
