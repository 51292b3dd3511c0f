//! JSON that is nearly JSON: what writers without a JSON library get wrong, put right.

use crate::perceive::parse::repairs::{self, Repairs};
use crate::perceive::parse::text::join;

/// A copy that a JSON parser takes; `None` when nothing was found to change.
///
/// Trailing commas go; Python's and JavaScript's words become JSON's; strings in single quotes get double ones; escapes
/// that do not exist keep their backslash; half a character becomes U+FFFD.
pub(super) fn rewrite(text: &str, repairs: &mut Repairs) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 64);
    let mut changes = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = match c {
            '"' | '\'' => {
                changes += i32::from(c == '\'');
                string(&rest[1..], c, &mut out, &mut changes, repairs)
            }
            ',' if rest[1..].trim_ascii_start().starts_with([']', '}']) => {
                changes += 1;
                &rest[1..]
            }
            c if c.is_ascii_alphabetic() => {
                let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                let (word, after) = rest.split_at(len);
                let json = match word {
                    "True" => "true",
                    "False" => "false",
                    "None" | "NaN" | "Infinity" | "undefined" | "nil" => "null",
                    word => word,
                };
                changes += i32::from(json != word);
                out.push_str(json);
                after
            }
            c => {
                out.push(c);
                &rest[c.len_utf8()..]
            }
        };
    }
    if changes > 0 {
        repairs.add(repairs::JSON_REWRITTEN, changes);
    }
    (out != text).then_some(out)
}

/// Copies a string up to its closing quote and returns what follows.
fn string<'a>(
    text: &'a str,
    quote: char,
    out: &mut String,
    changes: &mut i32,
    repairs: &mut Repairs,
) -> &'a str {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '\\']) {
        out.push_str(&rest[..at]);
        let found = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        if char::from(found) == quote {
            out.push('"');
            return rest;
        }
        match found {
            b'"' => out.push_str("\\\""),
            b'\'' => out.push('\''),
            _ => rest = escape(rest, out, changes, repairs),
        }
    }
    out.push_str(rest);
    ""
}

/// Copies the escape whose backslash has been read.
fn escape<'a>(
    text: &'a str,
    out: &mut String,
    changes: &mut i32,
    repairs: &mut Repairs,
) -> &'a str {
    if let Some(unit) = unit(text) {
        let low = text[5..].strip_prefix('\\').and_then(self::unit);
        let len = match char::from_u32(unit) {
            Some(_) => 5,
            None if low.is_some_and(|low| join(unit, low).is_some()) => 11,
            None => {
                repairs.note(repairs::LONE_SURROGATE);
                out.push(char::REPLACEMENT_CHARACTER);
                return &text[5..];
            }
        };
        out.push('\\');
        out.push_str(&text[..len]);
        return &text[len..];
    }
    match text.bytes().next() {
        Some(c @ (b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')) => {
            out.push('\\');
            out.push(char::from(c));
            &text[1..]
        }
        Some(b'\'') => {
            *changes += 1;
            out.push('\'');
            &text[1..]
        }
        Some(_) => {
            *changes += 1;
            out.push_str("\\\\");
            text
        }
        None => {
            out.push('\\');
            text
        }
    }
}

/// The number in `u` and four hex digits.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('u')?.get(..4)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> Option<String> {
        rewrite(text, &mut Repairs::default())
    }

    #[test]
    fn nearly_json_becomes_json() {
        for (text, json) in [
            (r#"[1, {"a": 2,},]"#, r#"[1, {"a": 2}]"#),
            (
                r#"{'a': None, 'b': True, 'c': 'it\'s "x"'}"#,
                r#"{"a": null, "b": true, "c": "it's \"x\""}"#,
            ),
            (r#"{"a": NaN, "p": "C:\dir\x"}"#, r#"{"a": null, "p": "C:\\dir\\x"}"#),
            (r#""a\ud83db\udc00""#, "\"a\u{FFFD}b\u{FFFD}\""),
            (r#"["\ud83c\udf81", "\ud83c"]"#, "[\"\\ud83c\\udf81\", \"\u{FFFD}\"]"),
        ] {
            assert_eq!(fixed(text).as_deref(), Some(json), "{text}");
            assert!(serde_json::from_str::<serde_json::Value>(json).is_ok(), "{json}");
        }
    }

    #[test]
    fn json_stays_as_it_is() {
        for text in [r#"{"a": [1, null, "x\n\"y\" 'z' \ud83c\udf81 , ]"]}"#, "", "[", "\"a\\"] {
            assert_eq!(fixed(text), None, "{text}");
        }
    }
}
