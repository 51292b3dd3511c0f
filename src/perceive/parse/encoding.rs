//! Bytes to text: UTF-8 as it is, UTF-16 and Java's modified UTF-8 converted, everything else replaced byte by byte.

use super::repairs::{self, Repairs};
use super::text::join;
use std::borrow::Cow;

/// The input as text. Sound UTF-8 is borrowed; the byte order mark is cut off.
pub(super) fn decode<'a>(bytes: &'a [u8], repairs: &mut Repairs) -> Cow<'a, str> {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => return utf16(rest, u16::from_le_bytes, repairs),
        [0xFE, 0xFF, rest @ ..] => return utf16(rest, u16::from_be_bytes, repairs),
        _ => {}
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(lossy(bytes, repairs)),
    }
}

/// What a redirect in a Windows shell makes of a dump.
fn utf16<'a>(bytes: &[u8], unit: fn([u8; 2]) -> u16, repairs: &mut Repairs) -> Cow<'a, str> {
    repairs.note(repairs::UTF16);
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text = char::decode_utf16(units).map(|c| {
        c.unwrap_or_else(|_| {
            repairs.note(repairs::LONE_SURROGATE);
            char::REPLACEMENT_CHARACTER
        })
    });
    Cow::Owned(text.collect())
}

/// Invalid sequences become U+FFFD, except that two encoded surrogates in a row (Java's modified UTF-8, as it leaks
/// out of JNI) are one character.
fn lossy(bytes: &[u8], repairs: &mut Repairs) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let valid = match std::str::from_utf8(rest) {
            Ok(valid) => valid.len(),
            Err(error) => error.valid_up_to(),
        };
        let (sound, broken) = rest.split_at(valid);
        text.push_str(&String::from_utf8_lossy(sound));
        let Some(first) = broken.first() else { break };
        let halves = surrogate(broken).zip(broken.get(3..).and_then(surrogate));
        if let Some(c) = halves.and_then(|(high, low)| join(high, low)) {
            repairs.note(repairs::SURROGATES_JOINED);
            text.push(c);
            rest = &broken[6..];
            continue;
        }
        repairs.note(repairs::INVALID_UTF8);
        text.push(char::REPLACEMENT_CHARACTER);
        // a broken sequence is its first byte and the continuation bytes that it asks for
        let wanted = match first {
            0xC0..=0xDF => 1,
            0xE0..=0xEF => 2,
            0xF0..=0xF7 => 3,
            _ => 0,
        };
        let tail = broken[1..].iter().take(wanted).take_while(|b| **b & 0xC0 == 0x80).count();
        rest = &broken[1 + tail..];
    }
    text
}

/// A surrogate in three bytes, as UTF-8 forbids it.
fn surrogate(bytes: &[u8]) -> Option<u32> {
    match bytes {
        [0xED, b @ 0xA0..=0xBF, c @ 0x80..=0xBF, ..] => {
            Some(0xD000 | (u32::from(b & 0x3F) << 6) | u32::from(c & 0x3F))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, Vec<(String, i32)>) {
        let mut repairs = Repairs::default();
        let text = decode(bytes, &mut repairs).into_owned();
        (text, repairs.into_warnings().into_iter().map(|w| (w.code, w.count)).collect())
    }

    #[test]
    fn sound_text_is_borrowed_and_loses_its_mark() {
        let mut repairs = Repairs::default();
        assert!(matches!(decode("a🎁".as_bytes(), &mut repairs), Cow::Borrowed("a🎁")));
        assert_eq!(read(b"\xEF\xBB\xBF<x/>"), ("<x/>".into(), vec![]));
    }

    #[test]
    fn utf16_of_both_orders() {
        let units: Vec<u16> = "<a t=\"é🎁\"/>".encode_utf16().collect();
        let le: Vec<u8> =
            [0xFF, 0xFE].into_iter().chain(units.iter().flat_map(|u| u.to_le_bytes())).collect();
        let be: Vec<u8> =
            [0xFE, 0xFF].into_iter().chain(units.iter().flat_map(|u| u.to_be_bytes())).collect();
        for bytes in [le, be] {
            assert_eq!(read(&bytes), ("<a t=\"é🎁\"/>".into(), vec![("input.utf16".into(), 1)]));
        }
    }

    #[test]
    fn modified_utf8_is_joined_and_broken_bytes_are_replaced() {
        assert_eq!(
            read(b"a\xED\xA0\xBC\xED\xBE\x81b"),
            ("a🎁b".into(), vec![("text.surrogates_joined".into(), 1)])
        );
        assert_eq!(
            read(b"a\xFFb\xED\xA0\xBCc\xF0\x9F\x8Ed\xE4"),
            ("a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}".into(), vec![("input.invalid_utf8".into(), 4)])
        );
    }

    #[test]
    fn many_broken_bytes_cost_linear_time() {
        assert_eq!(read(&vec![0xFF; 200_000]).0.chars().count(), 200_000);
    }
}
