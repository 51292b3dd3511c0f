//! Bounds in all the forms in which dumps write them.

use crate::model::Rect;

/// Four numbers, whatever stands between them: `[0,0][1080,2400]`, `0, 48, 411, 890`, `Rect(0, 0 - 1080, 2244)`.
/// Fractions are cut off. `None` when there are fewer or more numbers.
pub(super) fn parse(text: &str) -> Option<Rect> {
    let bytes = text.as_bytes();
    let (mut numbers, mut count, mut at) = ([0i32; 4], 0, 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        // a minus belongs to the number only when it touches it: `0 - 1080` is a dash between two points
        let negative = at > 0 && bytes[at - 1] == b'-';
        let mut value = 0i64;
        while let Some(digit) = bytes.get(at).filter(|b| b.is_ascii_digit()) {
            value = (value * 10 + i64::from(digit - b'0')).min(i64::from(i32::MAX));
            at += 1;
        }
        if bytes.get(at) == Some(&b'.') {
            at += 1;
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
        }
        *numbers.get_mut(count)? = if negative { -value } else { value } as i32;
        count += 1;
    }
    (count == 4).then(|| Rect::new(numbers[0], numbers[1], numbers[2], numbers[3]))
}

/// A whole number, with an optional fraction that is cut off.
pub(super) fn number(text: &str) -> Option<i32> {
    let text = text.trim();
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    match whole.parse::<i64>() {
        Ok(value) => Some(value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32),
        Err(_) => text.parse::<f64>().ok().filter(|v| v.is_finite()).map(|v| v as i32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        let expected = Some(Rect::new(0, -48, 411, 890));
        for text in [
            "[0,-48][411,890]",
            "0, -48, 411, 890",
            "Rect(0, -48 - 411, 890)",
            "{left:0.0,top:-48.9,right:411.0,bottom:890}",
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
        assert_eq!(parse("[0,0][99999999999,1]"), Some(Rect::new(0, 0, i32::MAX, 1)));
    }

    #[test]
    fn three_or_five_numbers_are_no_bounds() {
        for text in ["", "[0,0][1,]", "[0,0][1,2][3,4]", "<number>"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_may_have_fractions_and_any_size() {
        assert_eq!(number(" 12.75 "), Some(12));
        assert_eq!(number("-7"), Some(-7));
        assert_eq!(number("1e3"), Some(1000));
        assert_eq!(number("99999999999"), Some(i32::MAX));
        assert_eq!((number("NaN"), number("<number>"), number("")), (None, None, None));
    }
}
