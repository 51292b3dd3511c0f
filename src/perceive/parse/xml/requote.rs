//! Tags whose quotes do not add up, quoted anew.
//!
//! Writers that join strings by hand leave quotes and `<` inside values: `text="the 5" box"`. A tag like that swallows
//! its neighbours. Here each value ends at the first quote that is followed by another attribute or by the end of the
//! tag, and the quotes inside it become entities.

/// The text with such tags rewritten, and their number. Linear: each search for an end moves the position, and a
/// search that failed is not repeated.
pub(super) fn requote(text: &str) -> (String, i32) {
    let mut copy = Copy { text, out: String::with_capacity(text.len() + 64), no_end: [false; 2] };
    let (mut at, mut requoted) = (0, 0);
    while let Some(found) = text[at..].find('<') {
        let tag = at + found;
        copy.out.push_str(&text[at..tag]);
        let rest = &text[tag..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("</", ">")]
            .into_iter()
            .find(|(begin, _)| rest.starts_with(begin));
        at = match skipped {
            Some((_, end)) => {
                let len = rest.find(end).map_or(rest.len(), |i| i + end.len());
                copy.out.push_str(&rest[..len]);
                tag + len
            }
            None if rest[1..].starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                let (end, changed) = copy.tag(tag);
                requoted += i32::from(changed);
                end
            }
            None => {
                copy.out.push_str("&lt;");
                tag + 1
            }
        };
    }
    copy.out.push_str(&text[at..]);
    (copy.out, requoted)
}

struct Copy<'a> {
    text: &'a str,
    out: String,
    /// For `"` and `'`: no value that begins later than the last search has an end.
    no_end: [bool; 2],
}

impl Copy<'_> {
    /// Copies the tag at `start`. Returns where it ends and whether a value was changed.
    fn tag(&mut self, start: usize) -> (usize, bool) {
        let text = self.text;
        let mut changed = false;
        let mut at = start;
        loop {
            // up to the next value or the end of the tag
            let Some(len) = text[at..].find(['=', '>']) else {
                self.out.push_str(&text[at..]);
                return (text.len(), changed);
            };
            let stop = at + len + 1;
            self.out.push_str(&text[at..stop]);
            at = stop;
            if text[..stop].ends_with('>') {
                return (stop, changed);
            }
            let gap = text[at..].len() - text[at..].trim_ascii_start().len();
            let Some(quote @ (b'"' | b'\'')) = text.as_bytes().get(at + gap).copied() else {
                continue;
            };
            let value = at + gap + 1;
            let Some(end) = self.value_end(value, quote) else {
                continue;
            };
            self.out.push_str(&text[at..value - 1]);
            changed |= text.as_bytes()[value..end].contains(&quote);
            self.value(&text[value..end], quote);
            at = end + 1;
        }
    }

    fn value(&mut self, value: &str, quote: u8) {
        self.out.push(char::from(quote));
        for c in value.chars() {
            match c {
                '"' if quote == b'"' => self.out.push_str("&quot;"),
                '\'' if quote == b'\'' => self.out.push_str("&apos;"),
                '<' => self.out.push_str("&lt;"),
                c => self.out.push(c),
            }
        }
        self.out.push(char::from(quote));
    }

    /// The closing quote of the value that begins at `start`.
    fn value_end(&mut self, start: usize, quote: u8) -> Option<usize> {
        let no_end = &mut self.no_end[usize::from(quote == b'\'')];
        let bytes = self.text.as_bytes();
        if !*no_end {
            let end = memchr::memchr_iter(quote, &bytes[start..])
                .map(|i| start + i)
                .find(|end| closes(&bytes[end + 1..]));
            if end.is_some() {
                return end;
            }
            *no_end = true;
        }
        memchr::memchr(quote, &bytes[start..]).map(|i| start + i)
    }
}

/// Whether what follows a quote shows that it was the closing one: another attribute, or the end of the tag with
/// another tag (or nothing) behind it. Bare words and values without quotes may stand in between.
fn closes(after: &[u8]) -> bool {
    let is_name = |b: &&u8| b.is_ascii_alphanumeric() || b"-_:.".contains(*b);
    let mut rest = after.trim_ascii_start();
    // attributes without quotes are rare; without a bound a hostile file would make this quadratic
    for _ in 0..4 {
        for end in [&b">"[..], b"/>"] {
            if let Some(behind) = rest.strip_prefix(end) {
                return matches!(behind.trim_ascii_start().first(), None | Some(b'<'));
            }
        }
        let name = rest.iter().take(MAX_NAME).take_while(is_name).count();
        if name == 0 && rest.first() != Some(&b'=') {
            return false;
        }
        rest = rest[name..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            let value = value.trim_ascii_start();
            if matches!(value.first(), Some(b'"' | b'\'')) {
                return true;
            }
            let bare = value.iter().take(MAX_NAME).take_while(is_name).count();
            if bare == 0 {
                return false;
            }
            rest = value[bare..].trim_ascii_start();
        }
    }
    false
}

/// Longer ones are no names.
const MAX_NAME: usize = 64;

#[cfg(test)]
mod tests {
    use super::requote;

    #[test]
    fn a_quote_inside_a_value_becomes_an_entity() {
        let (copy, n) =
            requote(r#"<node text="the 5" box" class="a"><node text="say "hi"" /></node>"#);
        assert_eq!(
            copy,
            r#"<node text="the 5&quot; box" class="a"><node text="say &quot;hi&quot;" /></node>"#
        );
        assert_eq!(n, 2);
    }

    #[test]
    fn markup_inside_a_value_does_not_end_the_tag() {
        let (copy, n) = requote(r#"<node text="<a href="u">link</a>" class="a"/>"#);
        assert_eq!(copy, r#"<node text="&lt;a href=&quot;u&quot;>link&lt;/a>" class="a"/>"#);
        assert_eq!(n, 1);
    }

    #[test]
    fn sound_tags_comments_and_lone_signs_keep_their_sense() {
        let sound = "<?xml a='<'?><!-- <node a=\"> --><node a='x \"y\"' b = \"\"></node>";
        assert_eq!(requote(sound), (sound.to_owned(), 0));
        assert_eq!(requote("a < b").0, "a &lt; b");
        assert_eq!(requote("<node a=\"never").0, "<node a=\"never");
        assert_eq!(requote("<node a=b>").0, "<node a=b>");
    }

    #[test]
    fn many_values_without_an_end_cost_linear_time() {
        let hostile = "<n a=\"x ".repeat(200_000);
        assert!(requote(&hostile).0.len() >= hostile.len());
    }
}
