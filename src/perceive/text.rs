//! Text of labels: one normal form, and what changes by itself.

use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Whitespace collapsed to single blanks, ends trimmed, NFC.
///
/// ```
/// assert_eq!(cs_mem::perceive::text::normalise("  Sign\n in "), "Sign in");
/// ```
pub fn normalise(text: &str) -> String {
    normalised(text).into_owned()
}

/// [`normalise`] without a copy where the text is in normal form already, which most labels are.
pub(crate) fn normalised(text: &str) -> Cow<'_, str> {
    if is_plain(text.as_bytes()) {
        return Cow::Borrowed(text);
    }
    let collapsed = if is_collapsed(text) {
        Cow::Borrowed(text)
    } else {
        let mut out = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
        Cow::Owned(out)
    };
    if collapsed.is_ascii() || is_nfc_quick(collapsed.chars()) == IsNormalized::Yes {
        collapsed
    } else {
        // Composing never makes whitespace, so the order of the two steps does not matter.
        Cow::Owned(collapsed.nfc().collect())
    }
}

/// Printable ASCII with single blanks between words: in normal form at first sight.
fn is_plain(text: &[u8]) -> bool {
    let mut blank = true;
    for &byte in text {
        if !(b' '..=b'~').contains(&byte) || byte == b' ' && blank {
            return false;
        }
        blank = byte == b' ';
    }
    !blank || text.is_empty()
}

fn is_collapsed(text: &str) -> bool {
    let mut blank = true;
    for c in text.chars() {
        let white = c.is_whitespace();
        if white && (blank || c != ' ') {
            return false;
        }
        blank = white;
    }
    !blank || text.is_empty()
}

/// Whether the label's shape says that it changes by itself: a clock, a date, a counter, a progress, a badge.
///
/// Judged by shape alone; a keypad's `7` has it too, so callers ask for nodes that cannot be pressed.
///
/// ```
/// use cs_mem::perceive::text::volatile;
/// assert!(volatile("10:42 PM") && volatile("73 %") && volatile("99+") && volatile("2 / 9"));
/// assert!(!volatile("Room 12") && !volatile("Settings"));
/// ```
pub fn volatile(text: &str) -> bool {
    super::text_shape::is_volatile(text)
}

/// The text with the parts that change by themselves replaced by `#`, so that a counter or a clock inside a label does not
/// make another screen of it.
pub fn masked(text: &str) -> Cow<'_, str> {
    super::text_shape::masked(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_normal_form() {
        for (raw, normal) in [
            ("", ""),
            ("   ", ""),
            ("\t", ""),
            ("OK", "OK"),
            (" a\u{a0} b\r\n", "a b"),
            ("cafe\u{301}", "café"),
            ("a ", "a"),
            ("한\u{1100}\u{1161}", "한가"),
        ] {
            assert_eq!(normalise(raw), normal, "{raw:?}");
            assert_eq!(normalise(normal), normal);
        }
    }
}
