//! Texts that are only sensitive when the host says so: phone numbers, e-mail addresses, amounts to be paid.

use super::sensitive::Span;
use super::text::digit;
use crate::model::SensitiveKind;

const CURRENCY_SIGNS: [char; 13] =
    ['$', '€', '£', '¥', '￥', '₹', '₽', '₩', '₺', '₫', '฿', '₴', '元'];
const CURRENCY_CODES: [&str; 14] = [
    "USD", "EUR", "GBP", "CNY", "RMB", "JPY", "INR", "RUB", "KRW", "CHF", "BRL", "TWD", "HKD",
    "PLN",
];

/// Phone numbers: nine to fifteen digits with the usual marks between them.
pub(super) fn phones(text: &str, out: &mut Vec<Span>) {
    numbers(
        text,
        |c| matches!(c, ' ' | '-' | '.' | '(' | ')' | '/' | '\u{a0}'),
        |start, end, digits| {
            if (9..=15).contains(&digits) {
                let start = if text[..start].ends_with('+') { start - 1 } else { start };
                out.push(Span { at: start..end, kind: SensitiveKind::Phone });
            }
        },
    );
}

/// Amounts: a number beside a currency sign or code.
pub(super) fn amounts(text: &str, out: &mut Vec<Span>) {
    numbers(
        text,
        |c| matches!(c, ',' | '.' | '\'' | ' ' | '\u{a0}' | '\u{202f}'),
        |start, end, _| {
            let before = text[..start].trim_end();
            let after = text[end..].trim_start();
            let signed = before.ends_with(CURRENCY_SIGNS) || after.starts_with(CURRENCY_SIGNS);
            let coded = CURRENCY_CODES.iter().any(|c| before.ends_with(c) || after.starts_with(c));
            if signed || coded {
                out.push(Span { at: start..end, kind: SensitiveKind::Amount });
            }
        },
    );
}

/// E-mail addresses: a word with one `@` and a dot behind it.
pub(super) fn emails(text: &str, out: &mut Vec<Span>) {
    let end =
        |c: char| c.is_whitespace() || matches!(c, '<' | '>' | ',' | ';' | '(' | ')' | '"' | ':');
    for token in text.split(end) {
        let Some((name, domain)) = token.split_once('@') else { continue };
        if !name.is_empty() && domain.trim_end_matches('.').contains('.') {
            let start = token.as_ptr() as usize - text.as_ptr() as usize;
            out.push(Span { at: start..start + token.len(), kind: SensitiveKind::Email });
        }
    }
}

/// Calls back with start, end and digit count of every number, whose digits may have one mark of the kind between.
fn numbers(text: &str, joins: impl Fn(char) -> bool, mut found: impl FnMut(usize, usize, usize)) {
    let mut run: Option<(usize, usize, usize)> = None;
    for (at, c) in text.char_indices() {
        if digit(c).is_some() {
            let end = at + c.len_utf8();
            run = Some(run.map_or((at, end, 1), |(start, _, n)| (start, end, n + 1)));
        } else if run.is_some_and(|(_, end, _)| !joins(c) || at > end + 2)
            && let Some((start, end, n)) = run.take()
        {
            found(start, end, n);
        }
    }
    if let Some((start, end, n)) = run {
        found(start, end, n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, find: fn(&str, &mut Vec<Span>)) -> Vec<&str> {
        let mut out = Vec::new();
        find(text, &mut out);
        out.into_iter().map(|s| &text[s.at]).collect()
    }

    #[test]
    fn personal_texts_are_found() {
        assert_eq!(parts("Ada +49 (30) 123-4567 mobil", phones), ["+49 (30) 123-4567"]);
        assert_eq!(parts("12 items, 3 left", phones), [""; 0]);
        assert_eq!(parts("Total: $1,299.00 today", amounts), ["1,299.00"]);
        assert_eq!(parts("1 299,00 € / 2 Stück", amounts), ["1 299,00"]);
        assert_eq!(parts("Mail <ada@example.org>, or @ada", emails), ["ada@example.org"]);
    }
}
