//! Text for search: one pure expansion, the same for index and query.
//!
//! SQLite's tokenizers either see a whole Chinese sentence as one word (`unicode61`) or find nothing for two-character
//! words (`trigram`). So the text is expanded here: words as they are, and where a script puts no spaces between words,
//! each character by itself plus each pair of neighbours.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Version of the expansion. An index made by another version is made anew when the database opens.
pub const EXPANSION: u32 = 1;

/// Characters of a text that are searchable; what comes after is not.
const MAX_CHARS: usize = 4_096;

/// A text without what a reader does not see as a difference: case, accents, width, amount of whitespace.
///
/// ```
/// assert_eq!(cs_mem::model::text::fold("  Résumé\n ＯＫ "), "resume ok");
/// ```
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(plain(word).flat_map(char::to_lowercase));
    }
    folded
}

/// Compatibility forms (full-width letters, ligatures) and accents are folded away.
fn plain(text: &str) -> impl Iterator<Item = char> {
    text.nfkd().filter(|c| !is_combining_mark(*c)).nfc()
}

/// The search terms of a text: folded words, and for scripts without spaces single characters and pairs.
///
/// Everything that is not a letter or a digit only separates: `%`, `_`, `*`, quotes and words like `OR` have no meaning.
///
/// ```
/// use cs_mem::model::text::expand;
/// assert_eq!(expand("Wi-Fi & Résumé_50%"), ["wi", "fi", "resume", "50"]);
/// assert_eq!(expand("打开设置"), ["打", "开", "打开", "设", "开设", "置", "设置"]);
/// ```
pub fn expand(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let mut word = String::new();
    let mut previous = None;
    for c in plain(text).take(MAX_CHARS) {
        if is_unspaced(c) {
            flush(&mut word, &mut terms);
            terms.push(c.to_string());
            if let Some(before) = previous.replace(c) {
                terms.push([before, c].iter().collect());
            }
            continue;
        }
        previous = None;
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase().filter(|c| c.is_alphanumeric()));
        } else {
            flush(&mut word, &mut terms);
        }
    }
    flush(&mut word, &mut terms);
    terms
}

/// Whether a term is a word, as opposed to a character or pair of an unspaced script.
pub fn is_word(term: &str) -> bool {
    !term.chars().next().is_some_and(is_unspaced)
}

fn flush(word: &mut String, terms: &mut Vec<String>) {
    if !word.is_empty() {
        terms.push(std::mem::take(word));
    }
}

/// Scripts that put no spaces between words: Han, Kana, Hangul, Bopomofo, Thai, Lao, Khmer, Myanmar.
fn is_unspaced(c: char) -> bool {
    c.is_alphanumeric()
        && matches!(c,
            '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1100}'..='\u{11FF}'
            | '\u{1780}'..='\u{17FF}' | '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}'
            | '\u{3040}'..='\u{30FF}' | '\u{3100}'..='\u{318F}' | '\u{31A0}'..='\u{31BF}'
            | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
            | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn scripts_side_by_side_keep_their_own_rules() {
        assert_eq!(expand("设置wifi密码"), ["设", "置", "设置", "wifi", "密", "码", "密码"]);
        assert_eq!(expand("ＷｉＦｉ　１２３"), ["wifi", "123"]);
        assert_eq!(expand("설정"), ["설", "정", "설정"]);
        assert_eq!(expand("Straße ΣΊΣΥΦΟΣ İstanbul"), ["straße", "σισυφοσ", "istanbul"]);
        assert!(expand("%_*\"()^-:").is_empty());
    }

    proptest! {
        #[test]
        fn terms_are_plain_and_survive_a_second_expansion(text in "\\PC{0,40}") {
            for term in expand(&text) {
                prop_assert!(!term.is_empty() && term.chars().all(char::is_alphanumeric));
                prop_assert!(expand(&term).contains(&term), "{term:?}");
            }
        }
    }
}
