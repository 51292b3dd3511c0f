//! The shapes of text that changes by itself. Shape is all that one snapshot can tell; what really changes is learned later
//! from repetition, and weighs in matching, never in a hash.

use std::borrow::Cow;

/// Labels longer than this are sentences: never volatile as a whole.
const LONGEST: usize = 48;

/// Words that stand beside a number in clocks, dates, counters and progress texts.
const UNITS: &[&str] = &[
    // time of day and spans
    "am",
    "pm",
    "a",
    "p",
    "m",
    "h",
    "s",
    "d",
    "w",
    "y",
    "hr",
    "hrs",
    "min",
    "mins",
    "sec",
    "secs",
    "ms",
    "hour",
    "hours",
    "minute",
    "minutes",
    "second",
    "seconds",
    "day",
    "days",
    "week",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "ago",
    "just",
    "now",
    "today",
    "yesterday",
    "tomorrow",
    "left",
    "remaining",
    "uhr",
    "st",
    "nd",
    "rd",
    "th",
    // weekdays and months
    "mon",
    "tue",
    "tues",
    "wed",
    "thu",
    "thur",
    "thurs",
    "fri",
    "sat",
    "sun",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    // amounts
    "b",
    "k",
    "kb",
    "mb",
    "gb",
    "tb",
    "kbps",
    "mbps",
    "fps",
    "hz",
    "khz",
    "db",
    "percent",
    "of",
    "new",
    "unread",
    "x",
    "km",
    "kg",
    "c",
    "f",
    "v",
    "ma",
];

/// The same for scripts without blanks: characters that may stand around digits.
const CJK_UNITS: &str = "十廿零年月日时時分秒点點上午下周週星期一二三四五六天前刚剛今昨明小钟鐘条條个個件次人万萬亿億第共已位元℃°";

/// Symbols that go with numbers.
const SYMBOLS: &str = ":：.,，/-–—+−%％()（）[]<>≤≥~≈|·•*×#$€£¥₩₹°℃'\"、";

/// See [`super::text::volatile`].
pub(super) fn is_volatile(text: &str) -> bool {
    if text.is_empty() || text.len() > LONGEST {
        return false;
    }
    // Most labels are words.
    let bytes = text.as_bytes();
    if bytes[0].is_ascii_alphabetic() && !bytes.iter().any(|b| b.is_ascii_digit() || *b >= 0x80) {
        return RELATIVE.iter().any(|r| r.eq_ignore_ascii_case(text));
    }
    let mut digits = false;
    let mut dashes = true;
    let mut word = String::new();
    for c in text.chars().chain(std::iter::once(' ')) {
        if c.is_alphabetic() && !CJK_UNITS.contains(c) {
            word.extend(c.to_lowercase());
            dashes = false;
            continue;
        }
        if !word.is_empty() {
            if !UNITS.contains(&word.as_str()) {
                return false;
            }
            word.clear();
        }
        if c.is_numeric() {
            digits = true;
        } else if !(c.is_whitespace() || CJK_UNITS.contains(c) || SYMBOLS.contains(c)) {
            return false;
        }
        dashes &= matches!(c, '-' | '–' | '—' | ':' | '.' | ' ');
    }
    // `--:--` is a clock or a meter without a value; `just now` and weekdays change too, `may` alone does not say so.
    digits
        || (dashes && text.contains(['-', '–', '—']))
        || RELATIVE.iter().any(|r| r.eq_ignore_ascii_case(text))
}

/// Spans without a number.
const RELATIVE: [&str; 8] =
    ["just now", "now", "today", "yesterday", "刚刚", "昨天", "今天", "前天"];

/// See [`super::text::masked`].
pub(super) fn masked(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut kept = 0;
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = fragment(bytes, at);
        match end {
            Some((from, to)) if from >= kept => {
                out.push_str(&text[kept..from]);
                out.push('#');
                kept = to;
                at = to;
            }
            _ => {
                while at < bytes.len() && bytes[at].is_ascii_digit() {
                    at += 1;
                }
            }
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[kept..]);
    Cow::Owned(out)
}

/// The volatile fragment around the number that begins at `at`: a clock, a date, a percentage, a pointer, or a count in
/// brackets. `None` for a plain number, which may well be what tells two screens apart ("Step 2").
fn fragment(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let digits = |mut i: usize| {
        while i < bytes.len() && bytes[i].is_ascii_digit() {
            i += 1;
        }
        i
    };
    let end = digits(at);
    let next = |i: usize| bytes.get(i).copied().unwrap_or(0);
    if end - at == 1 && bytes[at] == b'0' && next(end) == b'x' && next(end + 1).is_ascii_hexdigit()
    {
        let mut to = end + 1;
        while next(to).is_ascii_hexdigit() {
            to += 1;
        }
        return Some((at, to));
    }
    // 10:42, 1:02:03, 2024-05-14, 14.05.2024, 5/14/24
    let separator = next(end);
    if matches!(separator, b':' | b'-' | b'.' | b'/') && next(end + 1).is_ascii_digit() {
        let (mut to, mut parts) = (digits(end + 1), 2);
        while next(to) == separator && next(to + 1).is_ascii_digit() {
            to = digits(to + 1);
            parts += 1;
        }
        if separator == b':' || parts == 3 && separator != b'.' || parts == 3 && to - at >= 8 {
            return Some((at, to));
        }
    }
    let mut after = end;
    while next(after) == b' ' {
        after += 1;
    }
    if next(after) == b'%' {
        return Some((at, after + 1));
    }
    // A count in brackets: "(3)", "(1 / 9)", "[12+]".
    let before = bytes[..at].iter().rposition(|b| *b != b' ')?;
    if matches!(bytes[before], b'(' | b'[') {
        let close = if bytes[before] == b'(' { b')' } else { b']' };
        let length = bytes[at..].iter().take(16).position(|b| *b == close)?;
        let inside = &bytes[at..at + length];
        return inside
            .iter()
            .all(|b| b.is_ascii_digit() || matches!(b, b' ' | b'/' | b'+' | b',' | b'.'))
            .then_some((at, at + length));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_change_by_themselves() {
        for text in [
            "10:42",
            "1:02:03",
            "10:42 PM",
            "14.05.2024",
            "May 14, 2024",
            "Tue, 3 Dec",
            "73%",
            "73 %",
            "99+",
            "(3)",
            "2 / 9",
            "3 of 12",
            "5 min ago",
            "12.4 MB",
            "-7°",
            "--:--",
            "--",
            "2024年5月14日",
            "上午10:42",
            "3分钟前",
            "just now",
            "Yesterday",
            "1,234",
            "+0 dB",
            "$ 12.50",
            "7",
        ] {
            assert!(is_volatile(text), "{text}");
        }
        for text in [
            "",
            "Settings",
            "Room 12",
            "Step 2",
            "iPhone 15",
            "Now playing",
            "May",
            "Sign in",
            "a",
            "1 item selected",
            "联系人",
            "Allow camera to record 3 videos?",
            "5G network",
        ] {
            assert!(!is_volatile(text), "{text}");
        }
    }

    #[test]
    fn counters_inside_labels_are_masked_and_plain_numbers_are_not() {
        for (text, expected) in [
            ("Inbox (3)", "Inbox (#)"),
            ("FINISH(1 / 9)", "FINISH(#)"),
            ("Synced at 10:42", "Synced at #"),
            ("Backup 73 % done", "Backup # done"),
            ("ssl=0x7c98c81ac898: failed", "ssl=#: failed"),
            ("Since 2024-05-14", "Since #"),
            ("Step 2", "Step 2"),
            ("1 of 5", "1 of 5"),
            ("(2024)", "(#)"),
            ("Version 1.2.3", "Version 1.2.3"),
            ("nothing", "nothing"),
        ] {
            assert_eq!(masked(text), expected);
        }
    }
}
