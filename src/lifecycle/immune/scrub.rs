//! Values that must not be kept whatever they look like: secrets typed in this session, and texts of the host.

use super::labels::is_pure_label;
use super::mask::MASK;
use super::text::{Fold, Folded, fold_text};
use std::collections::HashSet;
use std::ops::Range;

/// A secret shorter than this is only masked where it stands alone: "123" is part of too much.
const SHORTEST_PART: usize = 4;

struct Secret {
    raw: String,
    compact: String,
    chars: usize,
}

/// Secrets typed in this session.
pub(super) struct Scrub(Vec<Secret>);

impl Scrub {
    pub(super) fn new(values: &[String]) -> Self {
        let mut seen = HashSet::new();
        let mask = MASK.chars().next();
        let secrets =
            values.iter().filter(|v| v.chars().any(|c| !c.is_whitespace() && Some(c) != mask));
        let secrets = secrets.filter(|v| seen.insert(v.as_str())).map(|v| {
            let compact = fold_text(v, Fold::Compact);
            Secret { raw: v.clone(), chars: compact.chars().count(), compact }
        });
        Self(secrets.collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text without the secrets, in any case, spacing and width of characters, or cut to a part; `None` when it
    /// holds none.
    pub(super) fn masked(&self, text: &str) -> Option<String> {
        if self.is_empty() || text.is_empty() {
            return None;
        }
        let folded = Folded::new(text, Fold::Compact);
        let mut spans = Vec::new();
        for secret in &self.0 {
            spans.extend(secret.within(text, &folded));
        }
        if spans.is_empty() {
            return None;
        }
        let masked = replace(text, spans);
        // a mark and its surroundings may spell a secret again; then nothing of the text is worth keeping
        Some(if self.shown_in(&masked) { MASK.to_owned() } else { masked })
    }

    fn shown_in(&self, text: &str) -> bool {
        let folded = Folded::new(text, Fold::Compact);
        self.0.iter().any(|s| !s.within(text, &folded).is_empty())
    }

    /// Which of several short texts, read as one, spell a secret: one box per digit.
    pub(super) fn spelled(&self, pieces: &[&str]) -> Vec<Range<usize>> {
        let mut joined = String::new();
        let mut owner = Vec::new();
        for (i, piece) in pieces.iter().enumerate() {
            joined.push_str(&fold_text(piece, Fold::Compact));
            owner.resize(joined.len(), i);
        }
        let secrets = self.0.iter().filter(|s| s.chars >= SHORTEST_PART);
        let found = secrets.flat_map(|s| joined.match_indices(&s.compact));
        found.map(|(at, s)| owner[at]..owner[at + s.len() - 1] + 1).collect()
    }
}

impl Secret {
    fn within(&self, text: &str, folded: &Folded) -> Vec<Range<usize>> {
        if self.chars >= SHORTEST_PART {
            let found = folded.text.match_indices(&self.compact);
            let spans: Vec<_> = found.map(|(at, s)| folded.original(at..at + s.len())).collect();
            if spans.is_empty() && self.is_partly(text, &folded.text) {
                return whole(text);
            }
            spans
        } else if self.chars > 0 && folded.text == self.compact {
            whole(text)
        } else if self.raw.chars().count() >= SHORTEST_PART {
            text.match_indices(&self.raw).map(|(at, s)| at..at + s.len()).collect()
        } else {
            Vec::new()
        }
    }

    /// A field that shows at least half of the secret and nothing else, while it is being typed or cut by its edge.
    fn is_partly(&self, text: &str, folded: &str) -> bool {
        let chars = folded.chars().count();
        chars >= SHORTEST_PART
            && chars * 2 >= self.chars
            && self.compact.contains(folded)
            && !is_pure_label(text)
    }
}

fn whole(text: &str) -> Vec<Range<usize>> {
    std::iter::once(0..text.len()).collect()
}

/// The text with each span replaced by one mark.
pub(super) fn replace(text: &str, mut spans: Vec<Range<usize>>) -> String {
    spans.sort_unstable_by_key(|s| (s.start, s.end));
    let mut out = String::with_capacity(text.len());
    let mut kept = 0;
    for span in spans {
        if span.end <= kept {
            continue;
        }
        if span.start >= kept {
            out.push_str(&text[kept..span.start]);
            if !out.ends_with(MASK) {
                out.push_str(MASK);
            }
        }
        kept = span.end;
    }
    out.push_str(&text[kept..]);
    out
}

/// Texts that the host registered, or that the memory handed out.
pub(super) struct HostTexts {
    whole: HashSet<String>,
    long: Vec<String>,
}

/// A text of the host this long also matches as a part of a field.
const LONG_TEXT: usize = 16;
/// A field this long also matches as a part of a text of the host: a prompt shown line by line.
const LONG_FIELD: usize = 32;

impl HostTexts {
    pub(super) fn new<'a>(texts: impl Iterator<Item = &'a String>) -> Self {
        let folded = texts.map(|t| fold_text(t, Fold::Words)).filter(|t| !t.is_empty());
        let whole: HashSet<String> = folded.collect();
        let long = whole.iter().filter(|t| t.chars().count() >= LONG_TEXT).cloned().collect();
        Self { whole, long }
    }

    pub(super) fn show(&self, field: &str) -> bool {
        if self.whole.is_empty() || field.is_empty() {
            return false;
        }
        let folded = fold_text(field, Fold::Words);
        let is_long = folded.chars().count() >= LONG_FIELD;
        self.whole.contains(&folded)
            || self.long.iter().any(|t| folded.contains(t) || (is_long && t.contains(&folded)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scrub(values: &[&str]) -> Scrub {
        Scrub::new(&values.iter().map(|v| v.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn a_typed_secret_is_masked_in_every_spelling() {
        let s = scrub(&["Hunter2-Canary", "482913"]);
        for text in [
            "hunter2-canary",
            "HUNTER2CANARY",
            "h u n t e r 2 c a n a r y",
            "ｈｕｎｔｅｒ２－ｃａｎａｒｙ",
            "hunter\u{200b}2-canary",
            "482 913",
            "4-8-2-9-1-3",
            "48291",
            "hunter2-c…",
        ] {
            assert_eq!(s.masked(text).as_deref(), Some(MASK), "{text}");
        }
        assert_eq!(s.masked("Code 482 913 sent").as_deref(), Some("Code ••• sent"));
        assert_eq!(s.masked("hunter"), None, "less than half");
        assert_eq!(s.masked("Order 4829"), None);
    }

    #[test]
    fn short_secrets_are_masked_alone_only() {
        let s = scrub(&["123"]);
        assert_eq!(s.masked("1 2 3").as_deref(), Some(MASK));
        assert_eq!(s.masked("Room 123"), None);
    }

    #[test]
    fn marks_never_spell_a_secret_again() {
        let s = scrub(&["xxxx", "a•••b"]);
        assert_eq!(s.masked("axxxxb").as_deref(), Some(MASK));
    }

    #[test]
    fn boxes_that_spell_a_secret_are_found() {
        let found = scrub(&["4829"]).spelled(&["9", "4", "8", "2", "9", "1"]);
        assert_eq!(found.first(), Some(&(1..5)));
        assert!(scrub(&["4829"]).spelled(&["4", "8", "9", "2"]).is_empty());
    }

    #[test]
    fn host_texts_are_known_whole_in_part_and_around() {
        let prompt =
            "You are a helpful phone agent. Plan the next step and call one tool.".to_owned();
        let texts = HostTexts::new([prompt.clone(), "OK".to_owned()].iter());
        assert!(texts.show(&prompt.to_uppercase()));
        assert!(texts.show(&format!("Prompt: {prompt}")));
        assert!(texts.show("Plan the next step and call one tool."));
        assert!(texts.show("ok"));
        assert!(!texts.show("OK, go on"));
        assert!(!texts.show("Plan the next step"));
    }
}
