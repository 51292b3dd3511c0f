//! Finds the macros whose goal may fit, among any number of them at flat cost.
//!
//! A macro's goal fits only when all its fixed words stand in the goal that is asked for. So each macro is filed under one of
//! its words, the rarest when it came, and a question looks only into the drawers of its own words.

use crate::model::MacroId;
use crate::model::template::{Piece, TextTemplate};
use crate::model::text::{expand, is_word};
use std::collections::{BTreeSet, HashMap};

/// Macros by a word of their goal.
#[derive(Debug, Default)]
pub(super) struct GoalIndex {
    drawers: HashMap<String, BTreeSet<MacroId>>,
    /// Goals without a fixed word, e.g. one slot alone: always candidates.
    wordless: BTreeSet<MacroId>,
    filed: HashMap<MacroId, Option<String>>,
}

impl GoalIndex {
    /// Files a macro, or files it anew.
    pub(super) fn put(&mut self, id: &MacroId, goal: &TextTemplate) {
        self.remove(id);
        let size = |word: &String| self.drawers.get(word).map_or(0, BTreeSet::len);
        let rarest = fixed_words(goal).into_iter().min_by_key(|word| (size(word), word.clone()));
        match &rarest {
            Some(word) => self.drawers.entry(word.clone()).or_default().insert(id.clone()),
            None => self.wordless.insert(id.clone()),
        };
        self.filed.insert(id.clone(), rarest);
    }

    /// Takes a macro out.
    pub(super) fn remove(&mut self, id: &MacroId) {
        match self.filed.remove(id) {
            Some(Some(word)) => {
                if let Some(drawer) = self.drawers.get_mut(&word) {
                    drawer.remove(id);
                    if drawer.is_empty() {
                        self.drawers.remove(&word);
                    }
                }
            }
            Some(None) => drop(self.wordless.remove(id)),
            None => {}
        }
    }

    /// Macros whose fixed words may all stand in the goal; each has still to be bound.
    pub(super) fn candidates(&self, goal: &str) -> BTreeSet<&MacroId> {
        let words: BTreeSet<String> = expand(goal).into_iter().collect();
        let drawers = words.iter().filter_map(|word| self.drawers.get(word));
        drawers.flatten().chain(&self.wordless).collect()
    }
}

/// Words of the template that no slot can touch: `print {text} now` has `print` and `now`, `v{n}` has none.
fn fixed_words(goal: &TextTemplate) -> Vec<String> {
    let mut words = Vec::new();
    for (n, piece) in goal.0.iter().enumerate() {
        let Piece::Literal(text) = piece else { continue };
        let mut own = expand(text);
        let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let slot_follows = matches!(goal.0.get(n + 1), Some(Piece::Slot(_)));
        if slot_follows && joins(text.chars().last()) && own.last().is_some_and(|w| is_word(w)) {
            own.pop();
        }
        if n > 0 && joins(text.chars().next()) && own.first().is_some_and(|w| is_word(w)) {
            own.remove(0);
        }
        words.extend(own);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(text: &str) -> TextTemplate {
        let mut pieces = Vec::new();
        for (n, part) in text.split(['{', '}']).enumerate().filter(|(_, part)| !part.is_empty()) {
            pieces.push(match n % 2 {
                0 => Piece::Literal(part.to_owned()),
                _ => Piece::Slot(part.to_owned()),
            });
        }
        TextTemplate(pieces)
    }

    fn index(goals: &[&str]) -> GoalIndex {
        let mut index = GoalIndex::default();
        for goal in goals {
            index.put(&MacroId::new(*goal), &template(goal));
        }
        index
    }

    fn found(index: &GoalIndex, goal: &str) -> Vec<String> {
        index.candidates(goal).into_iter().map(|id| id.as_str().to_owned()).collect()
    }

    #[test]
    fn a_goal_finds_its_macro_whatever_the_value() {
        let index =
            index(&["print {text}", "send {text}", "打印{text}", "{anything}", "open v{n}"]);
        assert_eq!(found(&index, "Print hello"), ["print {text}", "{anything}"]);
        assert_eq!(found(&index, "打印标签"), ["{anything}", "打印{text}"]);
        assert_eq!(found(&index, "open v12"), ["open v{n}", "{anything}"]);
    }

    #[test]
    fn a_question_looks_at_few_of_many() {
        let goals: Vec<String> = (0..1_000).map(|n| format!("print label number{n}")).collect();
        let index = index(&goals.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(found(&index, "print label number7").len() <= 3);
    }

    #[test]
    fn what_is_taken_out_is_found_no_more() {
        let mut index = index(&["print {text}", "{anything}"]);
        index.remove(&MacroId::new("print {text}"));
        index.remove(&MacroId::new("{anything}"));
        assert!(found(&index, "print x").is_empty());
        assert!(index.drawers.is_empty() && index.filed.is_empty());
    }
}
