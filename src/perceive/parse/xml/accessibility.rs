//! Trees that an accessibility service wrote itself (WeChat helpers, crawlers): `<node>` roots without a declaration
//! or `<hierarchy>`, own names for some flags, and `raw`, the node's `toString()`, beside them.

use super::{Repairs, Rules, Tag};
use crate::perceive::parse::tree::Field;
use memchr::memmem;

pub(super) const RULES: Rules = Rules { attribute, finish: |_| {} };

fn attribute(tag: &mut Tag, name: &str, value: &str, _: &mut Repairs) -> bool {
    let draft = &mut tag.draft;
    let field = match name {
        "visible" => Field::Visible,
        "isFocused" => Field::Focused,
        "editable" => Field::Editable,
        "child-count" => {
            draft.child_count = value.parse().ok();
            return true;
        }
        "raw" => {
            // the only place that tells of these; a channel that has the attribute as well has read it before or
            // reads it after, and a flag that says `false` wins either way
            if flag(value, "; enabled: ") == Some(false) {
                draft.node.enabled = false;
            }
            if flag(value, "; focusable: ") == Some(true) && draft.first(Field::Focusable) {
                draft.node.focusable = true;
            }
            return true;
        }
        _ => return matches!(name, "active" | "root" | "source" | "isAccessibilityFocused"),
    };
    if draft.first(field) {
        draft.set_flag(field, value == "true");
    }
    true
}

/// A flag of `AccessibilityNodeInfo.toString()`, by its mark (`; enabled: `). Flags stand after the texts of the node,
/// so the last one is the real one even when a text imitates it; action labels come later still and are cut off.
fn flag(raw: &str, mark: &str) -> Option<bool> {
    let end = memmem::rfind(raw.as_bytes(), b"; actions: [").unwrap_or(raw.len());
    let flags = &raw.as_bytes()[..end];
    let at = memmem::rfind(flags, mark.as_bytes())? + mark.len();
    Some(flags[at..].starts_with(b"true"))
}

#[cfg(test)]
mod tests {
    use super::flag;

    #[test]
    fn a_text_that_imitates_a_flag_is_not_taken_for_one() {
        let raw = "AccessibilityNodeInfo@1; text: a; enabled: false; error: null; focusable: true; enabled: true; \
                   password: false; actions: [AccessibilityAction: X - ; enabled: false]";
        assert_eq!(flag(raw, "; enabled: "), Some(true));
        assert_eq!(flag(raw, "; focusable: "), Some(true));
        assert_eq!(flag(raw, "; missing: "), None);
    }
}
