//! Text as the immune system compares it: what only hides words is taken out, and every piece of the result knows
//! where it came from, so that the original can be masked.

use aho_corasick::{AhoCorasick, Match};
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;

/// How much of a text is kept when folding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    /// Words in lower case without marks, separated by one space; look-alike letters become Latin.
    Words,
    /// The same with a dot, between spaces, where a sentence ends.
    Sentences,
    /// Every character in lower case, without spaces, dashes and what cannot be seen.
    Compact,
}

/// A folded text and, for each of its bytes, which character of the original it came from.
#[derive(Debug, Clone, Default)]
pub(super) struct Folded {
    pub text: String,
    from: Vec<(usize, usize)>,
}

/// The folded text alone.
pub(super) fn fold_text(text: &str, fold: Fold) -> String {
    let mut out = String::with_capacity(text.len());
    fold_each(text, fold, |c, _| out.push(c));
    if fold != Fold::Compact && out.ends_with(' ') {
        out.pop();
    }
    out
}

/// Calls back with every character of the folded text and the bytes it came from; may end with a space.
fn fold_each(text: &str, fold: Fold, mut sink: impl FnMut(char, (usize, usize))) {
    // a space is only written where a word went before
    let mut after_word = false;
    let mut push = |c: char, at| {
        let c = match fold {
            Fold::Compact if is_separator(c) => return,
            Fold::Compact => c,
            _ if ('\u{300}'..='\u{36f}').contains(&c) => return,
            _ if c.is_alphanumeric() => {
                after_word = true;
                latin(c)
            }
            Fold::Sentences if matches!(c, '.' | '!' | '?' | ';' | '。' | '！' | '？' | '；') =>
            {
                if after_word {
                    sink(' ', at);
                }
                after_word = true;
                '.'
            }
            _ if !after_word => return,
            _ => {
                after_word = false;
                ' '
            }
        };
        sink(c, at);
    };
    for (start, c) in text.char_indices() {
        let at = (start, start + c.len_utf8());
        if c.is_ascii() {
            push(c.to_ascii_lowercase(), at);
        } else if let Some(hidden) = tag_character(c) {
            push(hidden.to_ascii_lowercase(), at);
        } else if !is_invisible(c) {
            std::iter::once(c).nfkd().flat_map(char::to_lowercase).for_each(|d| push(d, at));
        }
    }
}

impl Folded {
    pub(super) fn new(text: &str, fold: Fold) -> Self {
        let mut out =
            Self { text: String::with_capacity(text.len()), from: Vec::with_capacity(text.len()) };
        fold_each(text, fold, |c, at| {
            out.text.push(c);
            out.from.resize(out.text.len(), at);
        });
        if fold != Fold::Compact && out.text.ends_with(' ') {
            out.text.pop();
            out.from.pop();
        }
        out
    }

    /// The part of the original that a part of the folded text came from.
    pub(super) fn original(&self, folded: Range<usize>) -> Range<usize> {
        let start = self.from.get(folded.start).map_or(0, |at| at.0);
        let end =
            folded.end.checked_sub(1).and_then(|last| self.from.get(last)).map_or(0, |at| at.1);
        start..end.max(start)
    }
}

/// A phrase found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit<T> {
    pub tag: T,
    pub at: Range<usize>,
}

/// Many phrases, each with a tag, found in one pass over folded words.
pub(super) struct Vocabulary<T> {
    finder: Option<AhoCorasick>,
    tags: Vec<T>,
}

impl<T: Copy> Vocabulary<T> {
    /// From lists of phrases, in each list separated by commas.
    pub(super) fn new(lists: impl IntoIterator<Item = (T, &'static str)>) -> Self {
        Self::folded(lists, |phrase| phrase)
    }

    /// The same for texts whose spaces were taken out.
    pub(super) fn without_spaces(lists: impl IntoIterator<Item = (T, &'static str)>) -> Self {
        Self::folded(lists, |phrase| phrase.replace(' ', ""))
    }

    fn folded(
        lists: impl IntoIterator<Item = (T, &'static str)>,
        shape: impl Fn(String) -> String,
    ) -> Self {
        let mut tags = Vec::new();
        let mut phrases = Vec::new();
        for (tag, list) in lists {
            for phrase in list.split(',') {
                let folded = shape(fold_text(phrase, Fold::Words));
                if !folded.is_empty() {
                    phrases.push(folded);
                    tags.push(tag);
                }
            }
        }
        Self { finder: AhoCorasick::new(&phrases).ok(), tags }
    }

    /// Every hit in the order of their ends. Words have to be whole; scripts without spaces have no such border.
    pub(super) fn hits(&self, folded: &str) -> Vec<Hit<T>> {
        self.find(folded, true)
    }

    /// Whether there is any hit.
    pub(super) fn is_in(&self, folded: &str) -> bool {
        self.matches(folded, true).next().is_some()
    }

    /// Whether there is any hit, also inside words.
    pub(super) fn is_anywhere_in(&self, folded: &str) -> bool {
        self.matches(folded, false).next().is_some()
    }

    /// Every hit, also inside words: for texts whose spaces were taken out.
    pub(super) fn hits_anywhere(&self, folded: &str) -> Vec<Hit<T>> {
        self.find(folded, false)
    }

    fn find(&self, folded: &str, whole: bool) -> Vec<Hit<T>> {
        self.matches(folded, whole)
            .filter_map(|m| {
                self.tags.get(m.pattern().as_usize()).map(|&tag| Hit { tag, at: m.range() })
            })
            .collect()
    }

    fn matches(&self, folded: &str, whole: bool) -> impl Iterator<Item = Match> {
        let found = self.finder.iter().flat_map(move |f| f.find_overlapping_iter(folded));
        found.filter(move |m| !whole || is_whole(folded, m.range()))
    }
}

fn is_whole(text: &str, at: Range<usize>) -> bool {
    let inside = &text[at.clone()];
    let joins = |a: Option<char>, b: Option<char>| match (a, b) {
        (Some(a), Some(b)) => {
            ![a, b].into_iter().any(|c| needs_no_border(c) || matches!(c, ' ' | '.'))
        }
        _ => false,
    };
    !joins(text[..at.start].chars().next_back(), inside.chars().next())
        && !joins(inside.chars().next_back(), text[at.end..].chars().next())
}

/// Scripts that write words without spaces between them, or glue particles to them. Hangul is decomposed by folding.
pub(super) fn needs_no_border(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}' | '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Characters that draw nothing and stand for nothing in ordinary text.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// What a tag character stands for: a copy of ASCII that no screen draws.
pub(super) fn tag_character(c: char) -> Option<char> {
    let code = u32::from(c).checked_sub(0xe0000)?;
    (0x20..0x7f).contains(&code).then(|| char::from_u32(code)).flatten()
}

/// What people and screens put between the characters of one value.
pub(super) fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || is_invisible(c)
        || matches!(c, '-' | '.' | '·' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{30fb}')
}

/// The value of a decimal digit in the scripts that phones show numbers in.
pub(super) fn digit(c: char) -> Option<u8> {
    let zero = match c {
        '0'..='9' => '0',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{966}'..='\u{96f}' => '\u{966}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    u8::try_from(u32::from(c) - u32::from(zero)).ok()
}

/// Letters of other scripts that look like Latin ones, and rare Latin ones. Vocabularies are folded the same way, so
/// Russian and Greek words still find themselves.
fn latin(c: char) -> char {
    match c {
        'а' | 'α' | 'ɑ' => 'a',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'ɡ' => 'g',
        'һ' => 'h',
        'і' | 'ι' | 'ı' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' => 'l',
        'м' => 'm',
        'ո' | 'η' => 'n',
        'о' | 'ο' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' => 'y',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        fold_text(text, Fold::Words)
    }

    #[test]
    fn what_only_hides_words_is_gone() {
        assert_eq!(words("  Ig\u{200b}nóre — THE\nrules! "), "ignore the rules");
        assert_eq!(words("ｉｇｎｏｒｅ"), "ignore");
        assert_eq!(words("іgnоrе"), "ignore", "Cyrillic look-alikes");
        assert_eq!(words("\u{e0069}\u{e0067}n"), "ign", "tag characters");
    }

    #[test]
    fn a_part_knows_where_it_came_from() {
        let text = "é 12\u{200b}-34 x";
        let folded = Folded::new(text, Fold::Compact);
        let at = folded.text.find("1234").unwrap();
        assert_eq!(&text[folded.original(at..at + 4)], "12\u{200b}-34");
    }

    #[test]
    fn words_are_whole_except_where_scripts_have_no_spaces() {
        let v = Vocabulary::new([(1, "pin"), (2, "密码")]);
        assert_eq!(v.hits("shipping pin").len(), 1);
        assert_eq!(v.hits("请输入密码登录").len(), 1);
        assert_eq!(v.hits_anywhere("shipping").len(), 1);
    }
}
