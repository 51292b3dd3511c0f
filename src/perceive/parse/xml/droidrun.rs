//! droidrun's raw XML: `resource-id` is a per-session number (`view_59561776`), the real name stands in `resourceName`.

use super::{Repairs, Rules, Tag};
use crate::perceive::parse::text::unescape;
use crate::perceive::parse::widget::is_session_id;

pub(super) const RULES: Rules = Rules { attribute, finish };

fn attribute(tag: &mut Tag, name: &str, value: &str, repairs: &mut Repairs) -> bool {
    match name {
        "resourceName" => {
            if tag.real_id.is_empty() {
                tag.real_id = unescape(value, repairs);
            }
            true
        }
        _ => name == "important",
    }
}

/// An id of the app itself beats the bare name; a number without a name stays, so that its shape can be judged.
fn finish(tag: &mut Tag) {
    let id = &mut tag.draft.node.resource_id;
    if !tag.real_id.is_empty() && (id.is_empty() || is_session_id(id)) {
        *id = std::mem::take(&mut tag.real_id);
    }
}
