//! One attribute value or string: entities resolved, what no text may hold replaced.

use super::repairs::{self, Repairs};

/// A value as it stands in an XML attribute.
pub(super) fn unescape(raw: &str, repairs: &mut Repairs) -> String {
    if is_plain(raw, true) {
        return raw.to_owned();
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        push_clean(&mut text, &rest[..at], repairs);
        rest = &rest[at..];
        rest = match entity(rest) {
            Some((Entity::Unit(unit), after)) => push_unit(&mut text, unit, after, repairs),
            Some((Entity::Char(c), after)) => {
                text.push(c);
                after
            }
            None => {
                repairs.note(repairs::UNKNOWN_ENTITY);
                text.push('&');
                &rest[1..]
            }
        };
    }
    push_clean(&mut text, rest, repairs);
    text
}

/// A string whose escapes are resolved already (JSON, node lists).
pub(super) fn clean(text: &str, repairs: &mut Repairs) -> String {
    if is_plain(text, false) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    push_clean(&mut out, text, repairs);
    out
}

/// Whether nothing has to be looked at closer; nearly all values of a dump end here. 0xEF leads U+FFFE and U+FFFF
/// (and, in vain, CJK punctuation).
#[inline]
pub(super) fn is_plain(text: &str, entities: bool) -> bool {
    let ampersand = if entities { b'&' } else { 0xEF };
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let odd = |b: &u8| *b < 0x20 || *b == ampersand || *b == 0xEF;
    words.iter().all(|word| {
        // eight bytes at once: a byte below 0x20, or one that is zero after the exclusive or
        let x = u64::from_le_bytes(*word);
        let (amp, lead) = (x ^ (ONES * u64::from(ampersand)), x ^ (ONES * 0xEF));
        let low = x.wrapping_sub(ONES * 0x20) & !x;
        let equal = (amp.wrapping_sub(ONES) & !amp) | (lead.wrapping_sub(ONES) & !lead);
        (low | equal) & (ONES << 7) == 0
    }) && !rest.iter().any(odd)
}

/// One in each byte of a word: the start of every test of eight bytes at once.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// Whether XML 1.0 forbids it. Line feed, carriage return and tab are allowed.
fn is_forbidden(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}

fn push_clean(out: &mut String, text: &str, repairs: &mut Repairs) {
    for c in text.chars() {
        push_char(out, c, repairs);
    }
}

fn push_char(out: &mut String, c: char, repairs: &mut Repairs) {
    if is_forbidden(c) {
        repairs.note(repairs::FORBIDDEN_CHAR);
        out.push(char::REPLACEMENT_CHARACTER);
    } else {
        out.push(c);
    }
}

enum Entity {
    /// A number: a character, or half of one where the writer counted in UTF-16.
    Unit(u32),
    Char(char),
}

/// The entity at the start of `text` (which begins with `&`) and what follows it.
fn entity(text: &str) -> Option<(Entity, &str)> {
    // the longest one that exists is `&#1114111;`; some writers pad with zeros
    let end = text.bytes().take(16).position(|b| b == b';')?;
    let (name, after) = (text.get(1..end)?, text.get(end + 1..)?);
    let found = match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix('x').or_else(|| number.strip_prefix('X'));
            let unit = match hex {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            Entity::Unit(unit)
        }
        None => Entity::Char(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            "nbsp" => '\u{A0}',
            _ => return None,
        }),
    };
    Some((found, after))
}

/// Pushes a numeric entity. A high surrogate takes the low one with it that follows as an entity of its own, as
/// writers emit it that go through a string by `char` (API 16 to 23, WebView texts).
fn push_unit<'a>(out: &mut String, unit: u32, after: &'a str, repairs: &mut Repairs) -> &'a str {
    if let Some(c) = char::from_u32(unit) {
        push_char(out, c, repairs);
        return after;
    }
    if (0xD800..0xDC00).contains(&unit)
        && let Some((Entity::Unit(low), rest)) =
            after.starts_with('&').then(|| entity(after)).flatten()
        && let Some(c) = join(unit, low)
    {
        repairs.note(repairs::SURROGATES_JOINED);
        push_char(out, c, repairs);
        return rest;
    }
    repairs.note(repairs::LONE_SURROGATE);
    out.push(char::REPLACEMENT_CHARACTER);
    after
}

/// One character from its two halves.
pub(super) fn join(high: u32, low: u32) -> Option<char> {
    if !(0xD800..0xDC00).contains(&high) || !(0xDC00..0xE000).contains(&low) {
        return None;
    }
    char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> (String, Vec<(String, i32)>) {
        let mut repairs = Repairs::default();
        let text = unescape(raw, &mut repairs);
        (text, repairs.into_warnings().into_iter().map(|w| (w.code, w.count)).collect())
    }

    #[test]
    fn all_forms_of_an_emoji_are_one_text() {
        for raw in ["🎁", "&#127873;", "&#x1F381;", "&#55356;&#57217;", "&#xD83C;&#xDF81;"] {
            assert_eq!(read(raw).0, "🎁", "{raw}");
        }
        assert_eq!(read("&#55356;&#57217;").1, [("text.surrogates_joined".to_owned(), 1)]);
        assert_eq!(read("🎁").1, []);
    }

    #[test]
    fn half_a_character_is_replaced_and_costs_nothing_else() {
        for raw in ["a&#55356;b", "a&#57217;b"] {
            assert_eq!(read(raw), ("a\u{FFFD}b".into(), vec![("text.lone_surrogate".into(), 1)]));
        }
        let (text, repaired) = read("&#55356;&#65;");
        assert_eq!((text.as_str(), repaired.len()), ("\u{FFFD}A", 1));
    }

    #[test]
    fn forbidden_characters_are_replaced_raw_and_as_entity() {
        let (text, repaired) = read("a\u{1}b&#0;c&#11;\u{FFFF}");
        assert_eq!(text, "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}");
        assert_eq!(repaired, [("text.forbidden_char".to_owned(), 4)]);
        assert_eq!(read("tab\tline&#10;end，").0, "tab\tline\nend，");
    }

    #[test]
    fn named_entities_and_bare_ampersands() {
        assert_eq!(read("&lt;b&gt; &quot;x&quot; &apos;&amp;amp;").0, "<b> \"x\" '&amp;");
        let (text, repaired) = read("Q&A &unknown; &#xZZ; &");
        assert_eq!(text, "Q&A &unknown; &#xZZ; &");
        assert_eq!(repaired, [("text.unknown_entity".to_owned(), 4)]);
    }

    #[test]
    fn eight_bytes_at_once_find_what_one_by_one_finds() {
        for odd in ["&", "\u{0}", "\u{1F}", "\n", "\u{FFFE}", "，"] {
            for before in 0..17 {
                let text = format!("{}{odd}{}", "x".repeat(before), "~é中🎁 \u{7F}".repeat(2));
                assert!(!is_plain(&text, true), "{text:?}");
                assert_eq!(is_plain(&text, false), odd == "&", "{text:?}");
            }
        }
        assert!(is_plain("plain text, 中文 é 🎁 with \u{20}\u{7F}\u{80} and more", true));
    }

    #[test]
    fn strings_without_entities_keep_their_ampersands() {
        let mut repairs = Repairs::default();
        assert_eq!(clean("a &amp; b\u{0}", &mut repairs), "a &amp; b\u{FFFD}");
    }
}
