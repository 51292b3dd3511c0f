//! Text for a page: escaping, moments, sizes.

use crate::model::Timestamp;
use std::fmt::{self, Display, Write as _};

/// Text made safe for element content and quoted attributes.
///
/// Control characters go, and so do the ones that reorder text: a label must not be able to make the line it stands on
/// read differently.
///
/// ```
/// use cs_mem::engine::report::html::Esc;
/// assert_eq!(Esc("<b title=\"x\">&'").to_string(), "&lt;b title=&quot;x&quot;&gt;&amp;&#39;");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Esc<'a>(pub &'a str);

impl Display for Esc<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            '\n' | '\t' => f.write_char(' '),
            c if c.is_control() || reorders(c) => Ok(()),
            c => f.write_char(c),
        })
    }
}

fn reorders(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}')
}

/// At most `columns` wide, wide characters counting twice; cut text ends in an ellipsis.
pub fn clip(text: &str, columns: usize) -> String {
    let width =
        |c: char| if c >= '\u{1100}' && !matches!(c, '\u{2000}'..='\u{206f}') { 2 } else { 1 };
    if text.chars().map(width).sum::<usize>() <= columns {
        return text.to_owned();
    }
    let mut used = 1;
    let kept = text.chars().take_while(|c| {
        used += width(*c);
        used <= columns
    });
    let mut cut: String = kept.collect();
    cut.push('…');
    cut
}

/// A moment as a `<time>` element, in UTC; the page's script shows it in local time.
#[derive(Debug, Clone, Copy)]
pub struct When(pub Timestamp);

impl Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_millis().div_euclid(1_000);
        let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let (year, month, day) = civil(days);
        if !(0..=9_999).contains(&year) {
            return f.write_str("unknown time");
        }
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        write!(
            f,
            "<time datetime=\"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z\">\
             {year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC</time>"
        )
    }
}

/// Year, month and day of a day since 1970-01-01, in the Gregorian calendar (Howard Hinnant's `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    let z = days.saturating_add(719_468);
    let (era, day_of_era) = (z.div_euclid(146_097), z.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era.saturating_mul(400) + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

/// A size for people.
pub fn bytes(count: i64) -> String {
    let size = count.max(0) as f64;
    match count {
        ..1_000 => format!("{} B", count.max(0)),
        1_000..1_000_000 => format!("{:.1} kB", size / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", size / 1e6),
        _ => format!("{:.1} GB", size / 1e9),
    }
}

/// A count for people: `12,345`.
pub fn count(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut out = String::from(if n < 0 { "-" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_means_something_to_a_page_gets_through() {
        assert_eq!(Esc("</script><img src=x>").to_string(), "&lt;/script&gt;&lt;img src=x&gt;");
        assert_eq!(Esc("a\u{202e}b\u{0}c\nd").to_string(), "abc d");
        assert_eq!(Esc("打印 é").to_string(), "打印 é");
    }

    #[test]
    fn moments_are_right_at_the_borders() {
        let when = |millis| When(Timestamp::from_millis(millis)).to_string();
        assert!(when(0).ends_with(">1970-01-01 00:00 UTC</time>"));
        assert!(when(-1).contains("1969-12-31T23:59:59Z"));
        assert!(when(951_782_400_000).contains("2000-02-29T00:00:00Z"));
        assert!(when(1_798_761_599_999).contains("2026-12-31T23:59:59Z"));
        assert_eq!(when(i64::MAX), "unknown time");
        assert_eq!(when(i64::MIN), "unknown time");
    }

    #[test]
    fn sizes_and_counts_read_well() {
        assert_eq!(
            [bytes(-5), bytes(999), bytes(1_500), bytes(2_340_000)],
            ["0 B", "999 B", "1.5 kB", "2.3 MB"]
        );
        assert_eq!(
            [count(0), count(999), count(1_000), count(-12_345_678)],
            ["0", "999", "1,000", "-12,345,678"]
        );
        assert_eq!(clip("Print", 5), "Print");
        assert_eq!(clip("Print it", 5), "Prin…");
        assert_eq!(clip("打印标签", 5), "打印…");
    }
}
