//! Text of labels: one normal form, what changes by itself, and the words that search finds.

use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Version of [`search_terms`]; an index built with another number is rebuilt.
pub const SEARCH_VERSION: u32 = 1;

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

/// The terms under which a text is found: lower-case words, and for scripts without blanks between words single characters
/// and pairs. The same for index and query.
///
/// ```
/// use cs_mem::perceive::text::search_terms;
/// assert_eq!(search_terms("Send to 张三丰"), ["send", "to", "张", "三", "丰", "张三", "三丰"]);
/// ```
pub fn search_terms(text: &str) -> Vec<String> {
    let text: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let mut terms = Vec::new();
    let mut word = String::new();
    let mut run: Vec<char> = Vec::new();
    for c in text.chars().chain(std::iter::once(' ')) {
        if is_ideographic(c) {
            flush_word(&mut word, &mut terms);
            run.push(c);
            continue;
        }
        flush_run(&mut run, &mut terms);
        if c.is_alphanumeric() || is_mark(c) {
            word.push(c);
        } else {
            flush_word(&mut word, &mut terms);
        }
    }
    terms
}

fn flush_word(word: &mut String, terms: &mut Vec<String>) {
    if !word.is_empty() {
        terms.push(std::mem::take(word));
    }
}

fn flush_run(run: &mut Vec<char>, terms: &mut Vec<String>) {
    terms.extend(run.iter().map(char::to_string));
    terms.extend(run.windows(2).map(|pair| pair.iter().collect()));
    run.clear();
}

/// Combining marks belong to the word they stand in (Thai and Devanagari vowels, Arabic points).
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// Scripts written without blanks between words.
fn is_ideographic(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF   // Thai, Lao
        | 0x1000..=0x109F // Myanmar
        | 0x1780..=0x17FF // Khmer
        | 0x2E80..=0x2FDF // CJK radicals
        | 0x3040..=0x30FF // Hiragana, Katakana
        | 0x31F0..=0x31FF
        | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF
        | 0xF900..=0xFAFF
        | 0x20000..=0x3FFFF)
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

    #[test]
    fn search_terms_are_words_and_ideographs() {
        assert_eq!(search_terms("Wi-Fi 5G"), ["wi", "fi", "5g"]);
        assert_eq!(search_terms("ＦＵＬＬ width"), ["full", "width"]);
        assert_eq!(search_terms("北京"), ["北", "京", "北京"]);
        assert!(search_terms("%_* ").is_empty());
    }
}
