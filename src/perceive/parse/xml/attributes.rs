//! The attributes of one tag, split without copying.
//!
//! quick-xml finds the tag; its attribute iterator is not used because it walks byte by byte (40 % of the time of a
//! pass) and gives up the rest of a tag that is not well-formed. Values are found with memchr here, and what is no
//! attribute is skipped up to the next white space.

use crate::perceive::parse::text::ONES;
use memchr::memchr;

/// One attribute, raw.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Attribute<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// Whether something was wrong with it: no quotes, a space before `=`, a missing closing quote.
    pub(super) odd: bool,
}

/// Iterates over what stands in a tag after its name.
pub(super) struct Attributes<'a> {
    rest: &'a str,
}

impl<'a> Attributes<'a> {
    pub(super) fn new(rest: &'a str) -> Self {
        Self { rest }
    }

    /// Not `name="value"`: takes what can be taken, always moves on.
    #[cold]
    fn odd(&mut self) -> Attribute<'a> {
        let name_end =
            self.rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(self.rest.len());
        let (name, after) = self.rest.split_at(name_end);
        let Some(value) = after.trim_start().strip_prefix('=').map(str::trim_start) else {
            self.rest = after;
            return Attribute { name, value: "", odd: true };
        };
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let quoted = quote.and_then(|quote| value[1..].split_once(quote));
        let (value, rest) = match quoted {
            Some(quoted) => quoted,
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        self.rest = rest;
        // `name = "value"` is well-formed
        Attribute { name, value, odd: quoted.is_none() || name.is_empty() }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    #[inline]
    fn next(&mut self) -> Option<Attribute<'a>> {
        self.rest = self.rest.trim_ascii_start();
        let bytes = self.rest.as_bytes();
        if bytes.is_empty() {
            return None;
        }
        if let Some(equals) = name_len(bytes)
            && let Some(quote @ (b'"' | b'\'')) = bytes.get(equals + 1).copied()
            && bytes[equals] == b'='
            && equals > 0
            && let Some(len) = value_len(&bytes[equals + 2..], quote)
        {
            let (name, value) = (&self.rest[..equals], &self.rest[equals + 2..equals + 2 + len]);
            self.rest = &self.rest[equals + 3 + len..];
            return Some(Attribute { name, value, odd: false });
        }
        Some(self.odd())
    }
}

/// The position of the first `=` or white space, eight bytes at a time: names are too short for memchr to pay.
#[inline]
fn name_len(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk::<8>() {
        let x = u64::from_le_bytes(*word);
        let sign = x ^ (ONES * u64::from(b'='));
        // the lowest mark is exact; marks above it may come from a borrow
        let marks = (x.wrapping_sub(ONES * 0x21) & !x) | (sign.wrapping_sub(ONES) & !sign);
        let marks = marks & (ONES << 7);
        if marks != 0 {
            return Some(at + marks.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    bytes[at..].iter().position(|b| *b == b'=' || *b <= b' ').map(|len| at + len)
}

/// The length of a value up to its closing quote. Three of four are empty or a flag, and too short for memchr to pay.
#[inline]
fn value_len(value: &[u8], quote: u8) -> Option<usize> {
    match value {
        [end, ..] if *end == quote => Some(0),
        [b'f', b'a', b'l', b's', b'e', end, ..] if *end == quote => Some(5),
        [b't', b'r', b'u', b'e', end, ..] if *end == quote => Some(4),
        _ => memchr(quote, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tag: &str) -> Vec<(&str, &str, bool)> {
        Attributes::new(tag).map(|a| (a.name, a.value, a.odd)).collect()
    }

    #[test]
    fn both_quote_styles_in_one_tag() {
        assert_eq!(
            read(r#" text='Don"t' desc="it's" empty="" width="<number>""#),
            [
                ("text", "Don\"t", false),
                ("desc", "it's", false),
                ("empty", "", false),
                ("width", "<number>", false)
            ]
        );
    }

    #[test]
    fn white_space_around_the_sign_and_between_lines_is_fine() {
        assert_eq!(read("\n  a = \"1\"\r\n\tb='2'"), [("a", "1", false), ("b", "2", false)]);
        assert_eq!(read(r#"a="1"b="2""#), [("a", "1", false), ("b", "2", false)]);
    }

    #[test]
    fn what_is_no_attribute_costs_only_itself() {
        assert_eq!(
            read(r#"a="1" junk b=2 ="3" c="4""#),
            [
                ("a", "1", false),
                ("junk", "", true),
                ("b", "2", true),
                ("", "3", true),
                ("c", "4", false)
            ]
        );
        assert_eq!(
            read(r#"a="1" b="never closed"#),
            [("a", "1", false), ("b", "\"never", true), ("closed", "", true)]
        );
    }
}
