//! Keys and tokens: by the prefixes that services give them, by the place they stand in, or because they look drawn at
//! random.

use super::labels::is_phrase;
use super::sensitive::Span;
use super::text::{digit, is_invisible};
use crate::model::SensitiveKind;
use std::ops::Range;

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

/// Every key in a text, by prefix, by place or by looking drawn at random.
pub(super) fn keys(text: &str, out: &mut Vec<Span>) {
    known_keys(text, out);
    for (start, token) in tokens(text) {
        if is_random(token) {
            out.push(Span { at: start..start + token.len(), kind: SensitiveKind::Key });
        }
    }
}

/// Keys that show what they are: by prefix, behind a name, as a recovery phrase.
pub(super) fn known_keys(text: &str, out: &mut Vec<Span>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lifecycle::immune::sensitive_text;

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
            assert_eq!(sensitive_text(text), Some(SensitiveKind::Key), "{text}");
        }
    }

    #[test]
    fn names_paths_and_placeholders_are_no_keys() {
        for text in [
            "key=value",
            "https://example.com/a/b/c?page=2",
            "com.example.app/.MainActivity",
            "/storage/emulated/0/DCIM/Camera/IMG_20260101_120000.jpg",
            "home-always-tab-2-WidgetGroupComposite-6-Always",
            "550e8400-e29b-41d4-a716-446655440000",
            "search sequence column name and cycle mark column name are the same",
        ] {
            let mut found = Vec::new();
            keys(text, &mut found);
            assert_eq!(found, [], "{text}");
        }
    }
}
