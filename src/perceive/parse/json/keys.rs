//! What a key means, in all spellings: `long-clickable`, `long_clickable`, `longClickable`, `isLongClickable`.

use crate::perceive::parse::tree::Field;

/// A key of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Field(Field),
    Children,
    /// Index or number of the parent, in flat lists.
    Parent,
    /// The number that `Parent` refers to.
    Number,
    /// The real name beside a per-session id.
    RealId,
    /// The position among its siblings: says nothing, but only nodes have it.
    Index,
    Other,
}

/// The meaning of a key.
pub(super) fn key(name: &str) -> Key {
    // letters only, lower case, in a buffer: no key of interest is longer
    let mut buffer = [0u8; 28];
    let mut len = 0;
    for b in name.bytes().filter(u8::is_ascii_alphabetic) {
        let Some(place) = buffer.get_mut(len) else { return Key::Other };
        *place = b.to_ascii_lowercase();
        len += 1;
    }
    let letters = &buffer[..len];
    let field = match letters.strip_prefix(b"is").unwrap_or(letters) {
        b"class" | b"classname" => Field::Class,
        b"resourceid" | b"viewidresourcename" => Field::Id,
        b"text" => Field::Text,
        b"contentdesc" | b"contentdescription" => Field::Desc,
        b"hint" | b"hinttext" => Field::Hint,
        b"package" | b"packagename" => Field::Package,
        b"bounds" | b"boundsinscreen" | b"bboxpixels" => Field::Bounds,
        b"checkable" => Field::Checkable,
        b"checked" => Field::Checked,
        b"clickable" => Field::Clickable,
        b"longclickable" => Field::LongClickable,
        b"enabled" => Field::Enabled,
        b"focusable" => Field::Focusable,
        b"focused" => Field::Focused,
        b"scrollable" => Field::Scrollable,
        b"selected" => Field::Selected,
        b"editable" => Field::Editable,
        b"password" => Field::Password,
        b"accessibilitydatasensitive" | b"datasensitive" => Field::Sensitive,
        b"visible" | b"visibletouser" | b"displayed" => Field::Visible,
        b"displayid" => Field::DisplayId,
        b"childcount" => Field::ChildCount,
        b"children" => return Key::Children,
        b"parent" => return Key::Parent,
        b"tempid" => return Key::Number,
        b"resourcename" => return Key::RealId,
        b"index" => return Key::Index,
        _ => return Key::Other,
    };
    Key::Field(field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_key_means_the_same() {
        for name in ["long-clickable", "long_clickable", "longClickable", "isLongClickable"] {
            assert_eq!(key(name), Key::Field(Field::LongClickable), "{name}");
        }
        assert_eq!(key("viewIdResourceName"), Key::Field(Field::Id));
        assert_eq!(key("is_password"), Key::Field(Field::Password));
        for name in ["", "isAccessibilityFocusable", "a_key_that_is_longer_than_all_others", "ключ"]
        {
            assert_eq!(key(name), Key::Other, "{name}");
        }
    }
}
