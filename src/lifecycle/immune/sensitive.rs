//! Secrets that one text shows by itself: proven numbers, codes beside code words, keys, "label: value".

use super::labels::{Label, is_filler, is_phrase, label_hits, label_of};
use super::numbers::{LONGEST, SHORTEST, proven};
use super::text::{Fold, Folded, digit, is_invisible, needs_no_border};
use crate::model::SensitiveKind;
use std::ops::Range;

/// A part of a text and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    pub at: Range<usize>,
    pub kind: SensitiveKind,
}

/// The worst kind of secret that a text shows by itself, without its neighbours.
///
/// ```
/// use cs_mem::lifecycle::immune::sensitive_text;
/// use cs_mem::model::SensitiveKind;
/// assert_eq!(sensitive_text("Ihr Bestätigungscode lautet 482 913"), Some(SensitiveKind::OneTimeCode));
/// assert_eq!(sensitive_text("4111 1111 1111 1111"), Some(SensitiveKind::Card));
/// assert_eq!(sensitive_text("Order 4111 for 12.50"), None);
/// ```
pub fn sensitive_text(text: &str) -> Option<SensitiveKind> {
    spans(text).into_iter().map(|s| s.kind).min()
}

/// Every secret in a text, in no order; they may overlap. Phone numbers, addresses and amounts are not looked for here.
pub(super) fn spans(text: &str) -> Vec<Span> {
    let mut out = unlabelled_spans(text);
    if text.len() >= 4 {
        labelled(text, &mut out);
    }
    out
}

/// The secrets that need no word beside them: proven numbers and keys.
fn unlabelled_spans(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    if text.len() >= SHORTEST {
        proven_numbers(text, &mut out);
        keys(text, &mut out);
        passport_lines(text, &mut out);
    }
    out
}

/// The secrets in an id: what proves itself. Ids of web pages look random by themselves.
pub(super) fn id_spans(id: &str) -> Vec<Span> {
    let mut out = Vec::new();
    if id.len() >= SHORTEST {
        proven_numbers(id, &mut out);
        known_keys(id, &mut out);
    }
    out
}

/// Characters that join the groups of one number.
fn joins_groups(c: char) -> bool {
    matches!(
        c,
        ' ' | '-' | '.' | '(' | '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{2009}' | '\u{2010}'
            ..='\u{2014}'
    ) || is_invisible(c)
}

/// One run of letters and digits, as upper-case ASCII.
struct Group {
    at: Range<usize>,
    value: String,
    /// It continues the group before: at most two joining characters between.
    joined: bool,
}

impl Group {
    fn has_digit(&self) -> bool {
        self.value.bytes().any(|c| c.is_ascii_digit())
    }

    fn is_numeric(&self) -> bool {
        self.value.bytes().all(|c| c.is_ascii_digit())
    }
}

fn groups(text: &str) -> Vec<Group> {
    let mut out: Vec<Group> = Vec::new();
    let (mut gap, mut broken) = (1, true);
    for (at, c) in text.char_indices() {
        let plain = match digit(c) {
            Some(d) => Some(char::from(b'0' + d)),
            None => c.is_ascii_alphabetic().then(|| c.to_ascii_uppercase()),
        };
        match plain {
            Some(p) => {
                let end = at + c.len_utf8();
                // what nobody sees between two characters does not part them
                match out.last_mut().filter(|_| gap == 0) {
                    Some(group) => {
                        group.value.push(p);
                        group.at.end = end;
                    }
                    None => out.push(Group {
                        at: at..end,
                        value: p.into(),
                        joined: !broken && gap <= 2,
                    }),
                }
                (gap, broken) = (0, false);
            }
            None => {
                gap += usize::from(!is_invisible(c));
                broken |= !joins_groups(c);
            }
        }
    }
    out
}

fn proven_numbers(text: &str, out: &mut Vec<Span>) {
    if text.chars().filter(|c| digit(*c).is_some()).count() < SHORTEST - 2 {
        return;
    }
    let groups = groups(text);
    for (first, start) in groups.iter().enumerate() {
        let (mut value, mut lengths) = (String::new(), Vec::new());
        let mut best = None;
        for (i, group) in groups[first..].iter().enumerate() {
            if (i > 0 && !group.joined) || value.len() + group.value.len() > LONGEST {
                break;
            }
            value.push_str(&group.value);
            lengths.push(group.value.len());
            // single digits are only a number as a whole row: a calendar is full of chance hits
            let apart = lengths.iter().all(|l| *l <= 2)
                && lengths.len() > 1
                && (start.joined || groups.get(first + i + 1).is_some_and(|g| g.joined));
            if value.len() >= SHORTEST
                && !apart
                && let Some(kind) = proven(&value, &lengths)
            {
                best = Some(Span { at: start.at.start..group.at.end, kind });
            }
        }
        out.extend(best);
    }
}

/// Beginnings that only keys have, each with the least number of characters that follow.
const KEY_PREFIXES: [(&str, usize); 31] = [
    ("sk-", 16),
    ("sk_live_", 8),
    ("sk_test_", 8),
    ("pk_live_", 8),
    ("rk_live_", 8),
    ("whsec_", 8),
    ("ghp_", 16),
    ("gho_", 16),
    ("ghs_", 16),
    ("ghu_", 16),
    ("github_pat_", 16),
    ("glpat-", 12),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xapp-", 10),
    ("AKIA", 12),
    ("ASIA", 12),
    ("AIza", 24),
    ("ya29.", 16),
    ("GOCSPX-", 12),
    ("hf_", 16),
    ("npm_", 16),
    ("pypi-", 16),
    ("dop_v1_", 16),
    ("shpat_", 16),
    ("SG.", 16),
    ("EAACEdEose0cBA", 1),
    ("eyJ", 24),
    ("otpauth://", 4),
    ("AGE-SECRET-KEY-", 8),
    ("xprv", 32),
];

/// Parameters of links and settings whose value is a secret.
const SECRET_PARAMETERS: [&str; 15] = [
    "password",
    "passwd",
    "pwd",
    "pin",
    "otp",
    "token",
    "access_token",
    "refresh_token",
    "id_token",
    "api_key",
    "apikey",
    "key",
    "secret",
    "client_secret",
    "signature",
];

fn keys(text: &str, out: &mut Vec<Span>) {
    known_keys(text, out);
    for (start, token) in tokens(text) {
        if is_random(token) {
            out.push(Span { at: start..start + token.len(), kind: SensitiveKind::Key });
        }
    }
}

fn known_keys(text: &str, out: &mut Vec<Span>) {
    let mut add = |at: Range<usize>| out.push(Span { at, kind: SensitiveKind::Key });
    if is_phrase(text, &[12, 15, 18, 21, 24]) {
        add(0..text.len());
    }
    if let Some(start) = text.find("-----BEGIN ")
        && text[start..].contains("PRIVATE KEY")
    {
        add(start..text.len());
    }
    let mut after_bearer = false;
    for (start, token) in tokens(text) {
        // shorter than any prefix with what has to follow it
        let length = if token.len() < 8 { 0 } else { token.chars().count() };
        let prefixed = KEY_PREFIXES
            .iter()
            .any(|(p, least)| token.starts_with(p) && length >= p.chars().count() + least);
        if prefixed || (after_bearer && length >= 8) {
            add(start..start + token.len());
        } else {
            parameters(token, |at| add(start + at.start..start + at.end));
        }
        after_bearer = token.eq_ignore_ascii_case("bearer");
    }
}

/// Words as keys are written: white space, quotes, brackets, commas and ideographic marks end them.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\'' | '`' | ',' | ';' | '(' | ')' | '<' | '>' | '[' | ']' | '{' | '}'
            )
            || (!c.is_ascii() && !is_invisible(c) && digit(c).is_none())
    };
    text.split(end)
        .filter(|t| !t.is_empty())
        .map(|t| (t.as_ptr() as usize - text.as_ptr() as usize, t))
}

fn parameters(token: &str, mut add: impl FnMut(Range<usize>)) {
    let mut start = 0;
    for part in token.split(['?', '&', '#']) {
        if let Some((name, value)) = part.split_once('=') {
            let name = name.rsplit(['/', '.', ':']).next().unwrap_or(name).to_ascii_lowercase();
            let random = value.len() >= 10 || value.bytes().any(|c| c.is_ascii_digit());
            let plain = ["key", "secret", "signature"].contains(&name.as_str()) && !random;
            if value.len() >= 4 && !plain && SECRET_PARAMETERS.contains(&name.as_str()) {
                add(start + part.len() - value.len()..start + part.len());
            }
        }
        start += part.len() + 1;
    }
}

/// Whether a word looks drawn at random: long, of one piece, switching between kinds of characters all the time; or
/// a long hexadecimal number. Paths, links, file names and package names do not.
fn is_random(token: &str) -> bool {
    let length = token.len();
    if !(24..=512).contains(&length) || !token.is_ascii() || token.contains("://") {
        return false;
    }
    let hex = token.strip_prefix("0x").unwrap_or(token);
    if hex.len() >= 40 && hex.bytes().all(|c| c.is_ascii_hexdigit()) {
        return hex.bytes().any(|c| c.is_ascii_digit())
            && hex.bytes().any(|c| c.is_ascii_alphabetic());
    }
    let class = |c: u8| match c {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        b'-' | b'_' | b'+' | b'/' | b'=' | b'.' => 3,
        _ => 4,
    };
    let mut counts = [0usize; 5];
    let (mut switches, mut before) = (0, None);
    for c in token.bytes() {
        let class = class(c);
        counts[class] += 1;
        switches += usize::from(before.is_some_and(|b| b != class));
        before = Some(class);
    }
    counts[4] == 0
        && counts[..3].iter().all(|n| *n >= 2)
        && counts[3] * 8 <= length
        && switches * 12 >= length * 5
}

/// How far behind a bare "code" its digits may stand, in bytes.
const REACH: usize = 24;
/// How far behind a label a value may end, in bytes: a phrase of 24 words fits.
const LONGEST_VALUE: usize = 320;

/// "PIN 1234", "Passwort: geheim1", "验证码123456", "482913 is your code".
fn labelled(text: &str, out: &mut Vec<Span>) {
    let folded = Folded::new(text, Fold::Words);
    let hits = label_hits(&folded.text);
    let ends = |label| {
        let of_label = hits.iter().filter(move |h| h.tag == label);
        of_label.map(|h| folded.original(h.at.clone()).end)
    };
    if ends(Label::Code).next().is_some() {
        // the words are specific enough: any code in the text is the code
        codes(text, out);
    } else if ends(Label::BareCode).next().is_some() {
        let mut found = Vec::new();
        codes(text, &mut found);
        let mut ends: Vec<usize> = ends(Label::BareCode).collect();
        ends.sort_unstable();
        found.retain(|s: &Span| {
            let before = ends.partition_point(|end| *end <= s.at.start);
            // what mixes small letters and digits is a name as often as a code
            let shown = &text[s.at.clone()];
            let plain = !shown.contains(char::is_lowercase);
            plain && before > 0 && s.at.start - ends[before - 1] <= REACH
        });
        out.append(&mut found);
    }
    for hit in hits.iter().filter(|h| !matches!(h.tag, Label::Code | Label::BareCode)) {
        let end = folded.original(hit.at.clone()).end;
        let reach = (end..=(end + LONGEST_VALUE).min(text.len())).rev();
        let limit = reach.into_iter().find(|i| text.is_char_boundary(*i)).unwrap_or(end);
        if let Some(at) = value_behind(&text[end..limit], hit.tag) {
            out.push(Span { at: end + at.start..end + at.end, kind: hit.tag.kind() });
        }
    }
}

/// Words between a label and its value.
const LINKS: [&str; 14] =
    ["is", "no", "nr", "number", "ist", "lautet", "es", "est", "è", "é", "是", "为", "為", "は"];

/// The value behind a label, in the text that follows the label.
fn value_behind(rest: &str, label: Label) -> Option<Range<usize>> {
    let skip = |c: char| {
        c.is_whitespace()
            || matches!(c, ':' | '：' | '=' | '＝' | '#' | '-' | '–' | '"' | '“' | '(' | '（' | '.')
    };
    let mut value = rest.trim_start_matches(skip);
    let explicit = rest[..rest.len() - value.len()].contains([':', '：', '=', '＝']);
    let word = value.split(|c: char| c.is_whitespace() || skip(c)).next().unwrap_or("");
    let mut linked = false;
    let is_link =
        |l: &&&str| word.eq_ignore_ascii_case(l) || (!l.is_ascii() && word.starts_with(**l));
    if let Some(link) = LINKS.iter().find(is_link) {
        value = value[link.len()..].trim_start_matches(skip);
        linked = true;
    }
    let start = rest.len() - value.len();
    let end = match label {
        Label::Password => value.find(char::is_whitespace),
        Label::Key => value.find('\n'),
        _ => value
            .find(|c: char| !(c.is_ascii_alphanumeric() || digit(c).is_some() || joins_groups(c))),
    };
    let value = value[..end.unwrap_or(value.len())]
        .trim_end_matches([' ', ',', '.', ';', '。', '，', '"', '”', ')', '）']);
    let found = match label {
        Label::Password
            if explicit
                && value.chars().count() >= 4
                && !is_filler(value)
                && label_of(value).is_none() =>
        {
            value
        }
        // where words are not parted, what follows a label is mostly the sentence going on
        Label::Password | Label::Key
            if !explicit && !linked && value.starts_with(needs_no_border) =>
        {
            return None;
        }
        Label::Password | Label::Key => {
            let word = value.split_whitespace().next().unwrap_or("");
            [value, word].into_iter().find(|v| label.fits(v, false))?
        }
        _ => [value, leading_number(value)].into_iter().find(|v| label.fits(v, false))?,
    };
    Some(start..start + found.len())
}

/// The digits (and what joins them) that a text begins with.
fn leading_number(text: &str) -> &str {
    let end = text.find(|c: char| !(digit(c).is_some() || joins_groups(c))).unwrap_or(text.len());
    text[..end].trim_end_matches(|c: char| digit(c).is_none())
}

/// Four to eight digits, also in two halves or behind a letter and a dash ("G-482913"), or short groups of capitals and
/// digits ("7F3K-9Q2M"), that are no year, time, amount or part of a longer number.
pub(super) fn codes(text: &str, out: &mut Vec<Span>) {
    let groups = groups(text);
    let mut rest = groups.as_slice();
    while let Some(first) = rest.first() {
        let joined = |g: &&Group| {
            g.joined && g.has_digit() && first.has_digit() && g.is_numeric() == first.is_numeric()
        };
        let run = 1 + rest[1..].iter().take_while(joined).count();
        let (now, later) = rest.split_at(run);
        rest = later;
        if is_code(text, now) {
            add_code(text, now, out);
        } else {
            now.chunks(1).filter(|g| is_code(text, g)).for_each(|g| add_code(text, g, out));
        }
    }
}

fn is_code(text: &str, run: &[Group]) -> bool {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return false };
    let total: usize = run.iter().map(|g| g.value.len()).sum();
    let digits = run.iter().flat_map(|g| g.value.bytes()).filter(u8::is_ascii_digit).count();
    if first.is_numeric() {
        let even = run.len() <= 3 || run.iter().all(|g| g.value.len() == 1);
        return even && (4..=8 + run.len() / 2).contains(&total);
    }
    let shown = &text[first.at.start..last.at.end];
    let equal = run.iter().all(|g| g.value.len() == first.value.len());
    let one_word = !shown.contains(|c: char| c.is_whitespace());
    match run.len() {
        1 => (5..=10).contains(&total) && digits >= 2,
        2..=6 => {
            equal && one_word && digits >= 2 && !shown.contains(char::is_lowercase) && total <= 32
        }
        _ => false,
    }
}

fn add_code(text: &str, run: &[Group], out: &mut Vec<Span>) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
    if !is_amount_or_time(text, first.at.start, last.at.end) {
        out.push(Span { at: first.at.start..last.at.end, kind: SensitiveKind::OneTimeCode });
    }
}

fn is_amount_or_time(text: &str, start: usize, end: usize) -> bool {
    const MONEY: [char; 12] = ['$', '€', '£', '¥', '￥', '₹', '₽', '₩', '₺', '₫', '฿', '₴'];
    let before = text[..start].trim_end().chars().next_back();
    let after = text[end..].trim_start().chars().next();
    let touching = (text[..start].chars().next_back(), text[end..].chars().next());
    before.is_some_and(|c| MONEY.contains(&c) || c == '+')
        || after.is_some_and(|c| MONEY.contains(&c) || matches!(c, '%' | '元' | '円' | '원' | '年'))
        || matches!(touching, (Some('/' | ':'), _) | (_, Some('/')))
}

/// The machine-readable line of a passport or identity card.
fn passport_lines(text: &str, out: &mut Vec<Span>) {
    for (start, token) in
        text.split_whitespace().map(|t| (t.as_ptr() as usize - text.as_ptr() as usize, t))
    {
        if token.len() >= 28
            && token.contains("<<")
            && token.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == b'<')
        {
            out.push(Span { at: start..start + token.len(), kind: SensitiveKind::Identity });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SensitiveKind as K;

    fn masked(text: &str) -> String {
        let mut spans = spans(text);
        spans.sort_by_key(|s| std::cmp::Reverse(s.at.start));
        let mut out = text.to_owned();
        let mut before = usize::MAX;
        for s in spans {
            if s.at.end <= before {
                before = s.at.start;
                out.replace_range(s.at, "*");
            }
        }
        out
    }

    #[test]
    fn codes_are_found_near_code_words_only() {
        for (text, want) in [
            ("Your verification code is 482913", "Your verification code is *"),
            ("482 913 is your code. Do not share it.", "* is your code. Do not share it."),
            ("【某银行】验证码482913，5分钟内有效", "【某银行】验证码*，5分钟内有效"),
            ("G-482913 ist Ihr Bestätigungscode", "G-* ist Ihr Bestätigungscode"),
            ("Code: 7GK3QZ", "Code: *"),
            ("Tu código es 4821", "Tu código es *"),
            ("Verification code sent to Paris", "Verification code sent to Paris"),
            ("ZIP code 94103", "ZIP code 94103"),
            ("Error code 40401", "Error code 40401"),
            ("Order 482913 arrives 2027", "Order 482913 arrives 2027"),
            ("Use this code for $1000 off", "Use this code for $1000 off"),
        ] {
            assert_eq!(masked(text), want);
        }
    }

    #[test]
    fn values_behind_labels_go_and_labels_stay() {
        for (text, want) in [
            ("PIN 1234", "PIN *"),
            ("Password: hunter2", "Password: *"),
            ("Passwort: geheim", "Passwort: *"),
            ("密码：abc123", "密码：*"),
            ("WLAN key=Sommer!24", "WLAN key=*"),
            ("Wifi key: Sommer!24", "Wifi key: *"),
            ("CVV 123", "CVV *"),
            ("IBAN: 1234 5678 90", "IBAN: *"),
            ("身份证号：110105199001011234", "身份证号：*"),
            ("Password is incorrect", "Password is incorrect"),
            ("Password must have 8 characters", "Password must have 8 characters"),
            ("Forgot password?", "Forgot password?"),
            ("Password: required", "Password: required"),
        ] {
            assert_eq!(masked(text), want);
        }
    }

    #[test]
    fn numbers_prove_themselves_in_any_spelling() {
        for (text, kind) in [
            ("Visa 4111-1111-1111-1111 until 12/27", K::Card),
            ("4111\u{200b}1111\u{200b}1111\u{200b}1111", K::Card),
            ("４１１１１１１１１１１１１１１１", K::Card),
            ("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", K::Card),
            ("Konto DE89370400440532013000 (Giro)", K::Account),
            ("住址… 11010519491231002x", K::Identity),
            ("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", K::Identity),
        ] {
            assert_eq!(sensitive_text(text), Some(kind), "{text}");
        }
    }

    #[test]
    fn keys_and_tokens_are_found() {
        for text in [
            "sk-proj-aB3dE5fG7hI9jK1lM3nO5p",
            "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
            "Authorization: Bearer abcdef123456",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N",
            "https://example.com/reset?token=a8f3e1",
            "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP",
            "abandon ability able about above absent absorb abstract absurd abuse access accident",
            "k9Jd82hQz7Lm4Np6Rt1Xv3Yb5",
        ] {
            assert_eq!(sensitive_text(text), Some(K::Key), "{text}");
        }
    }

    #[test]
    fn what_names_screens_is_no_secret() {
        for text in [
            "$12.99",
            "¥1,299.00",
            "12 345 678 views",
            "+1 555 123 4567",
            "138 1234 5678",
            "2026-12-01 10:30:00",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
            "com.example.app/.MainActivity",
            "https://example.com/a/b/c?page=2",
            "/storage/emulated/0/DCIM/Camera/IMG_20260101_120000.jpg",
            "Version 4.12.1 (build 20261201)",
            "550e8400-e29b-41d4-a716-446655440000",
            "Tracking number 1Z999AA10123456784",
            "Shipping in 3 days",
        ] {
            assert_eq!(sensitive_text(text), None, "{text}");
        }
    }
}
