//! Numbers that prove themselves: cards, accounts and identity numbers, by shape and check digit.
//!
//! Each check takes the value without separators, in upper case, and the lengths of the groups it was written in:
//! where a check digit alone would catch one phone number in ten, the usual grouping is asked for as well.

use crate::model::SensitiveKind;

/// What a value is, if it proves to be anything.
pub(super) fn proven(value: &str, groups: &[usize]) -> Option<SensitiveKind> {
    if !value.is_ascii() || groups.iter().sum::<usize>() != value.len() {
        return None;
    }
    let b = value.as_bytes();
    if is_card(b, groups) {
        Some(SensitiveKind::Card)
    } else if is_iban(b) {
        Some(SensitiveKind::Account)
    } else if IDENTITIES.iter().any(|check| check(b, groups)) {
        Some(SensitiveKind::Identity)
    } else {
        None
    }
}

/// The longest value that [`proven`] looks at.
pub(super) const LONGEST: usize = 34;
/// The shortest.
pub(super) const SHORTEST: usize = 8;

fn digits(b: &[u8]) -> Option<Vec<u32>> {
    b.iter().map(|c| c.is_ascii_digit().then(|| u32::from(c - b'0'))).collect()
}

fn number(b: &[u8]) -> Option<u64> {
    std::str::from_utf8(b).ok()?.parse().ok()
}

fn weighted(d: &[u32], weights: &[u32]) -> u32 {
    d.iter().zip(weights).map(|(d, w)| d * w).sum()
}

/// Payment card: Luhn, a prefix that a network uses, and no odd grouping.
fn is_card(b: &[u8], groups: &[usize]) -> bool {
    let Some(d) = digits(b) else { return false };
    let four = number(&b[..b.len().min(4)]).unwrap_or(0);
    let network = matches!(
        (d.len(), four),
        (15, 3400..=3499 | 3700..=3799)
            | (14, 3000..=3059 | 3600..=3699 | 3800..=3999)
            | (16, 5100..=5599 | 2221..=2720 | 2200..=2204 | 3600..=3999 | 9792)
            | (13 | 16 | 19, 4000..=4999)
            | (16..=19, 3528..=3589 | 6011 | 6200..=6599 | 8100..=8171)
            | (13..=19, 5000..=5099 | 5600..=5999 | 6000..=6199 | 6700..=6799)
    );
    network && luhn(&d) && card_groups(groups)
}

fn card_groups(groups: &[usize]) -> bool {
    match groups {
        [_] | [4, 6, 5] | [4, 6, 4] => true,
        // 4-4-4-4, 4-4-4-4-3, 8-8, and one digit per group; the last may be shorter
        [first, middle @ .., last] => {
            middle.iter().all(|g| g == first) && last <= first && *first != 2
        }
        [] => false,
    }
}

fn luhn(d: &[u32]) -> bool {
    let sum: u32 = d
        .iter()
        .rev()
        .enumerate()
        .map(|(i, &d)| if i % 2 == 0 { d } else { d * 2 - if d > 4 { 9 } else { 0 } })
        .sum();
    sum.is_multiple_of(10) && d.iter().any(|&x| x != 0)
}

/// Country code and length of each IBAN registered.
const IBAN_LENGTHS: &str = "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29\
    ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21\
    LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27\
    SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30";

/// International bank account number: the country's length, and 1 modulo 97.
fn is_iban(b: &[u8]) -> bool {
    b.len() >= 15
        && b[2].is_ascii_digit()
        && b[3].is_ascii_digit()
        && IBAN_LENGTHS
            .as_bytes()
            .chunks_exact(4)
            .any(|c| c[..2] == b[..2] && number(&c[2..]).is_some_and(|n| n == b.len() as u64))
        && mod97(b[4..].iter().chain(&b[..4])) == Some(1)
}

/// The value modulo 97 with letters read as 10 to 35.
fn mod97<'a>(chars: impl Iterator<Item = &'a u8>) -> Option<u32> {
    chars.into_iter().try_fold(0u32, |rest, c| {
        let v = char::from(*c).to_digit(36)?;
        Some((if v > 9 { rest * 100 } else { rest * 10 } + v) % 97)
    })
}

type Check = fn(&[u8], &[usize]) -> bool;

const IDENTITIES: [Check; 13] = [
    china, korea, taiwan, hong_kong, singapore, usa, uk, spain, italy, france, germany, brazil,
    india,
];

fn is_date(month: u64, day: u64) -> bool {
    (1..=12).contains(&month) && (1..=31).contains(&day)
}

/// Resident identity card: 17 digits with a birth date, then a digit or X modulo 11.
fn china(b: &[u8], _: &[usize]) -> bool {
    let [head @ .., last] = b else { return false };
    let Some(d) = digits(head) else { return false };
    if d.len() != 17 || d[0] == 0 {
        return false;
    }
    let (year, month, day) = (number(&b[6..10]), number(&b[10..12]), number(&b[12..14]));
    let dated = year.is_some_and(|y| (1900..2100).contains(&y))
        && is_date(month.unwrap_or(0), day.unwrap_or(0));
    let sum = weighted(&d, &[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
    dated && b"10X98765432"[(sum % 11) as usize] == *last
}

/// Resident registration: birth date, then seven digits of which the first tells century and sex.
fn korea(b: &[u8], groups: &[usize]) -> bool {
    groups == [6, 7]
        && digits(b).is_some_and(|d| (1..=8).contains(&d[6]))
        && is_date(number(&b[2..4]).unwrap_or(0), number(&b[4..6]).unwrap_or(0))
}

/// National identity number: a letter and nine digits, weighted to a multiple of ten.
fn taiwan(b: &[u8], _: &[usize]) -> bool {
    const ORDER: &[u8] = b"ABCDEFGHJKLMNPQRSTUVXYWZIO";
    if b.len() != 10 {
        return false;
    }
    let (Some(letter), Some(d)) = (ORDER.iter().position(|c| *c == b[0]), digits(&b[1..])) else {
        return false;
    };
    let code = letter as u32 + 10;
    (1..=2).contains(&d[0])
        && (code / 10 + code % 10 * 9 + weighted(&d, &[8, 7, 6, 5, 4, 3, 2, 1, 1]))
            .is_multiple_of(10)
}

/// Identity card: one letter, six digits, the check digit in brackets (which end a group).
fn hong_kong(b: &[u8], groups: &[usize]) -> bool {
    if groups != [7, 1] || !b[0].is_ascii_uppercase() {
        return false;
    }
    let Some(d) = digits(&b[1..7]) else { return false };
    let check = match b[7] {
        b'A' => 10,
        c if c.is_ascii_digit() => u32::from(c - b'0'),
        _ => return false,
    };
    let letter = u32::from(b[0] - b'A') + 10;
    (36 * 9 + letter * 8 + weighted(&d, &[7, 6, 5, 4, 3, 2]) + check).is_multiple_of(11)
}

/// Registration identity card: S, T, F or G, seven digits, a check letter.
fn singapore(b: &[u8], groups: &[usize]) -> bool {
    let ([first, middle @ .., last], [9]) = (b, groups) else { return false };
    let Some(d) = digits(middle) else { return false };
    let sum = weighted(&d, &[2, 7, 6, 5, 4, 3, 2]);
    match first {
        b'S' => b"JZIHGFEDCBA"[(sum % 11) as usize] == *last,
        b'T' => b"JZIHGFEDCBA"[((sum + 4) % 11) as usize] == *last,
        b'F' => b"XWUTRQPNMLK"[(sum % 11) as usize] == *last,
        b'G' => b"XWUTRQPNMLK"[((sum + 4) % 11) as usize] == *last,
        _ => false,
    }
}

/// Social security number; it has no check digit, so the grouping and the ranges never issued must do.
fn usa(b: &[u8], groups: &[usize]) -> bool {
    groups == [3, 2, 4]
        && digits(b).is_some()
        && !matches!(number(&b[..3]), Some(0 | 666 | 900..))
        && &b[3..5] != b"00"
        && &b[5..] != b"0000"
}

/// National insurance number: two letters, six digits, A to D.
fn uk(b: &[u8], groups: &[usize]) -> bool {
    b.len() == 9
        && (groups == [9] || groups == [2, 2, 2, 2, 1])
        && b[..2].iter().all(|c| c.is_ascii_uppercase() && !b"DFIQUV".contains(c))
        && digits(&b[2..8]).is_some()
        && (b'A'..=b'D').contains(&b[8])
}

/// DNI and NIE: eight digits (X, Y, Z count as 0, 1, 2) and a letter modulo 23.
fn spain(b: &[u8], _: &[usize]) -> bool {
    if b.len() != 9 {
        return false;
    }
    let mut head = [0u8; 8];
    head.copy_from_slice(&b[..8]);
    if let Some(i) = b"XYZ".iter().position(|c| *c == head[0]) {
        head[0] = b'0' + i as u8;
    }
    digits(&head).is_some()
        && number(&head).is_some_and(|n| b"TRWAGMYFPDXBNJZSQVHLCKE"[(n % 23) as usize] == b[8])
}

/// Codice fiscale: letters and digits in fixed places and a check letter.
fn italy(b: &[u8], _: &[usize]) -> bool {
    const ODD: [u32; 26] = [
        1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24,
        23,
    ];
    let shape = b"AAAAAA00A00A000A";
    let fits = b.len() == 16
        && b.iter().zip(shape).all(|(c, s)| match s {
            b'A' => c.is_ascii_uppercase(),
            _ => c.is_ascii_digit(),
        });
    let value = |c: u8| u32::from(if c.is_ascii_digit() { c - b'0' } else { c - b'A' });
    let sum = |b: &[u8]| -> u32 {
        b.iter()
            .enumerate()
            .map(|(i, &c)| if i % 2 == 0 { ODD[value(c) as usize] } else { value(c) })
            .sum()
    };
    fits && sum(&b[..15]) % 26 == value(b[15])
}

/// Numéro de sécurité sociale: 13 digits and a key of 97 minus the rest.
fn france(b: &[u8], _: &[usize]) -> bool {
    b.len() == 15
        && matches!(b[0], b'1' | b'2')
        && digits(b).is_some()
        && is_date(number(&b[3..5]).unwrap_or(0), 1)
        && number(&b[..13]).zip(number(&b[13..])).is_some_and(|(n, key)| 97 - n % 97 == key)
}

/// Tax number in its usual groups: eleven digits, ISO 7064 modulo 11,10.
fn germany(b: &[u8], groups: &[usize]) -> bool {
    let Some(d) = digits(b) else { return false };
    if groups != [2, 3, 3, 3] || d[0] == 0 {
        return false;
    }
    let product = d[..10].iter().fold(10, |product, digit| {
        let sum = (digit + product) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    (11 - product) % 10 == d[10]
}

/// CPF in its usual groups: nine digits and two check digits.
fn brazil(b: &[u8], groups: &[usize]) -> bool {
    let Some(d) = digits(b) else { return false };
    let check = |n: usize| {
        let sum: u32 = d[..n].iter().zip((2..=n as u32 + 1).rev()).map(|(d, w)| d * w).sum();
        sum * 10 % 11 % 10
    };
    groups == [3, 3, 3, 2] && check(9) == d[9] && check(10) == d[10]
}

/// Aadhaar in its usual groups: twelve digits, Verhoeff.
fn india(b: &[u8], groups: &[usize]) -> bool {
    groups == [4, 4, 4] && digits(b).is_some_and(|d| d[0] > 1 && verhoeff(&d))
}

fn verhoeff(d: &[u32]) -> bool {
    // the dihedral group of ten elements, and the permutation's powers
    let times = |a: u32, b: u32| match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => 5 + (a + b - 5) % 5,
        (false, true) => 5 + (a + 5 - b) % 5,
        (false, false) => (a + 5 - b) % 5,
    };
    const P: [u32; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    let power = |digit: u32, n: usize| (0..n % 8).fold(digit, |d, _| P[d as usize]);
    d.iter().rev().enumerate().fold(0, |c, (i, &digit)| times(c, power(digit, i))) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<SensitiveKind> {
        let groups: Vec<usize> =
            text.split(['-', ' ', '.', '(']).map(|g| g.trim_matches(')').len()).collect();
        let value: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        proven(&value, &groups)
    }

    #[test]
    fn true_numbers_prove_themselves() {
        for card in
            ["4111 1111 1111 1111", "5555555555554444", "3782 822463 10005", "6212345678901232"]
        {
            assert_eq!(kind(card), Some(SensitiveKind::Card), "{card}");
        }
        for iban in ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "NO9386011117947"] {
            assert_eq!(kind(iban), Some(SensitiveKind::Account), "{iban}");
        }
        for id in [
            "11010519491231002X",
            "900101-1234567",
            "A123456789",
            "A123456(3)",
            "S1234567D",
            "078-05-1120",
            "AB123456C",
            "12345678Z",
            "X1234567L",
            "RSSMRA85T10A562S",
            "255081416802538",
            "86 095 742 719",
            "529.982.247-25",
            "2341 2341 2346",
        ] {
            assert_eq!(kind(id), Some(SensitiveKind::Identity), "{id}");
        }
    }

    #[test]
    fn one_wrong_digit_proves_nothing() {
        for text in [
            "4111 1111 1111 1112",
            "DE89 3704 0044 0532 0130 01",
            "110105194912310021",
            "A123456788",
            "A123456(4)",
            "S1234567A",
            "000-05-1120",
            "12345678A",
            "RSSMRA85T10A562T",
            "255081416802539",
            "86 095 742 718",
            "529.982.247-24",
            "2341 2341 2345",
            "13812345678",
            "20241231235959",
        ] {
            assert_eq!(kind(text), None, "{text}");
        }
    }
}
