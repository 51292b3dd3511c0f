//! How much speaks for two nodes being the same one in two versions of an app.

use crate::lifecycle::words::{changes_scope, is_sensitive, words};
use crate::model::change::NodeRow;

/// The score of a pair: normalised resource id equal +0.5, label contained either way or Levenshtein similarity above 0.8
/// +0.4, last part of the class name equal +0.1. Nothing empty counts as equal; nodes of different apps or roles score 0.
///
/// This is the bare sum. Whether a pair becomes an alias also depends on what else is there, see [`super::plan`].
pub fn score(old: &NodeRow, new: &NodeRow) -> f64 {
    if old.app != new.app || old.role != new.role {
        return 0.0;
    }
    let id = same(&id_name(&old.resource_id), &id_name(&new.resource_id));
    sum(id, label_matches(&old.label, &new.label), same_class(old, new))
}

/// Summed in tenths, because 0.5 + 0.4 + 0.1 is not exactly what it should be in binary.
fn sum(id: bool, label: bool, class: bool) -> f64 {
    f64::from(5 * u8::from(id) + 4 * u8::from(label) + u8::from(class)) / 10.0
}

fn same(a: &str, b: &str) -> bool {
    !a.is_empty() && a == b
}

pub(super) fn same_class(old: &NodeRow, new: &NodeRow) -> bool {
    same(class_name(&old.class_name), class_name(&new.class_name))
}

/// The id without package and type (`com.x:id/Send` and `id/send` are `send`), lower case.
pub(super) fn id_name(id: &str) -> String {
    let name = match id.split_once(':').and_then(|(_, typed)| typed.split_once('/')) {
        Some((_, name)) => name,
        None => id.strip_prefix("id/").unwrap_or(id),
    };
    name.trim().to_lowercase()
}

/// The last part of a class name: `android.widget.Button` and `Button` are the same, `Outer$Inner` is `Inner`.
pub(super) fn class_name(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

/// Labels longer than this are compared by their beginnings: Levenshtein is quadratic.
const LABEL_LIMIT: usize = 256;

/// A label as it is compared: lower case, cut to a bounded length.
pub(super) fn comparable(label: &str) -> String {
    label.trim().chars().take(LABEL_LIMIT).collect::<String>().to_lowercase()
}

/// Contained either way, or more than 80 % alike; case does not count. Labels that both carry numbers, and
/// different ones, are about different things: `Chapter 1` is not `Chapter 2`, although 89 % alike.
pub(super) fn label_matches(old: &str, new: &str) -> bool {
    let (old, new) = (comparable(old), comparable(new));
    if old.is_empty() || new.is_empty() || !numbers_agree(&old, &new) {
        return false;
    }
    old.contains(&new) || new.contains(&old) || strsim::normalized_levenshtein(&old, &new) > 0.8
}

fn numbers_agree(old: &str, new: &str) -> bool {
    let numbers = |label: &str| -> Vec<String> {
        let runs = label.split(|c: char| !c.is_numeric());
        runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
    };
    let (a, b) = (numbers(old), numbers(new));
    a.is_empty() || b.is_empty() || a == b
}

/// A label reduced to its letters and digits, or as it is where it has none. Two labels that fold to the same say the same.
pub(super) fn fold(label: &str) -> String {
    let label = comparable(label);
    let folded: String = label.chars().filter(|c| c.is_alphanumeric()).collect();
    if folded.is_empty() { label } else { folded }
}

/// [`label_matches`] without what would turn the meaning: a button that said `Enable sync` and says `Disable sync` now may
/// be the same button, but pressing it does the opposite, and `Delete` is not `Delete all`.
pub(super) fn label_fits(old: &str, new: &str) -> bool {
    if !label_matches(old, new) {
        return false;
    }
    if fold(old) == fold(new) {
        return true;
    }
    let (old, new) = (comparable(old), comparable(new));
    let (a, b): (Vec<&str>, Vec<&str>) = (words(&old).collect(), words(&new).collect());
    if a.len() == b.len() {
        // a character is a word where there are no spaces between words
        let contained =
            || a.concat().chars().any(is_unspaced) && (old.contains(&new) || new.contains(&old));
        let alike = a.iter().zip(&b).all(|(x, y)| is_spelling_of(x, y));
        return !a.is_empty() && (alike || contained() && !turned(&old, &new));
    }
    !added(&a, &b).into_iter().chain(added(&b, &a)).any(changes_scope)
}

/// [`label_fits`] where the id is shared by several nodes, such as the rows of a list, and the label alone must tell them
/// apart: likeness counts only between labels of harmless things, and where what was added is a mere addition.
/// `Password` is then not `Password manager`.
pub(super) fn label_tells(old: &str, new: &str) -> bool {
    if !label_fits(old, new) {
        return false;
    }
    if fold(old) == fold(new) {
        return true;
    }
    if is_sensitive(old) || is_sensitive(new) {
        return false;
    }
    let (old, new) = (comparable(old), comparable(new));
    let (a, b): (Vec<&str>, Vec<&str>) = (words(&old).collect(), words(&new).collect());
    if a.len() == b.len() {
        return a.iter().zip(&b).all(|(x, y)| is_spelling_of(x, y));
    }
    if a.len() < b.len() {
        is_extended(&old, &a, &new, &b)
    } else {
        is_extended(&new, &b, &old, &a)
    }
}

/// Whether the longer label is the shorter one with an addition: `Display & brightness`, `Inbox (3)`, or a sentence of
/// three words and more that is kept for the greater part.
fn is_extended(short: &str, words: &[&str], long: &str, all: &[&str]) -> bool {
    if words.len() >= 3 {
        return words.len() * 3 >= all.len() * 2 && all.windows(words.len()).any(|w| w == words);
    }
    let Some(rest) = long.strip_prefix(short).filter(|_| !words.is_empty()) else {
        return false;
    };
    let joins = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    rest.trim_start().starts_with(joins)
        || added(all, words).first().is_some_and(|word| JOINING.contains(word))
}

/// Words that join an addition to what stands before.
const JOINING: [&str; 9] = ["and", "und", "et", "y", "e", "i", "и", "og", "och"];

/// The words of `all` beyond those of `others`; a word said twice counts twice.
fn added<'a>(all: &[&'a str], others: &[&str]) -> Vec<&'a str> {
    let mut rest = others.to_vec();
    let is_added = |word: &&&'a str| match rest.iter().position(|other| other == *word) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    };
    all.iter().filter(is_added).copied().collect()
}

/// Whether what one of two labels, one contained in the other, has more turns the meaning.
fn turned(old: &str, new: &str) -> bool {
    let (short, long) = if old.len() < new.len() { (old, new) } else { (new, old) };
    long.split(short).any(changes_scope)
}

/// Han, Kana and Hangul.
fn is_unspaced(c: char) -> bool {
    c as u32 >= 0x2E80
}

/// `color` and `colour`, `setting` and `settings`.
fn is_spelling_of(a: &str, b: &str) -> bool {
    let spelled = |word: &str| word.chars().all(|c| c.is_alphabetic() && !is_unspaced(c));
    let plural = |a: &str, b: &str| a.strip_suffix('s') == Some(b) && b.chars().count() > 2;
    let alike =
        || a.chars().next() == b.chars().next() && strsim::normalized_levenshtein(a, b) > 0.8;
    a == b || spelled(a) && spelled(b) && (plural(a, b) || plural(b, a) || alike())
}
