//! Which parts of what was typed and read are values of the run.
//!
//! A value is what the host named, or what was typed and stands in the goal. Everything else stays literal, and is reported.

use crate::model::Trace;
use crate::model::fsm::{Piece, Slot, TextTemplate};
use std::ops::Range;

/// The values of one run.
#[derive(Debug, Clone, Default)]
pub(super) struct Slots {
    slots: Vec<Slot>,
    /// Names of secrets that no step has used yet.
    secrets: Vec<String>,
    goal: String,
}

impl Slots {
    /// With the values that the host named.
    pub fn of(trace: &Trace) -> Self {
        let open = |v: &&crate::model::episode::NamedValue| !v.secret && !v.value.trim().is_empty();
        let slots = trace.values.iter().filter(open).map(|v| Slot {
            name: v.name.clone(),
            example: v.value.trim().to_owned(),
            secret: false,
        });
        let secrets = trace.values.iter().filter(|v| v.secret).map(|v| v.name.clone());
        Self { slots: slots.collect(), secrets: secrets.rev().collect(), goal: trace.goal.clone() }
    }

    /// The template of a typed text; `None` when nothing of it is known as a value.
    pub fn typed(&mut self, text: &str) -> Option<TextTemplate> {
        let template = self.template(text, 1);
        if !template.is_literal() {
            return Some(template);
        }
        let value = self.value_in_goal(text)?;
        let name =
            (1..).map(|n| format!("value{n}")).find(|n| self.slots.iter().all(|s| s.name != *n))?;
        self.slots.push(Slot { name, example: value, secret: false });
        Some(self.template(text, 1))
    }

    /// The slot of a typed secret: the next one that the host named, else a new one.
    pub fn secret(&mut self) -> TextTemplate {
        let fresh = || format!("secret{}", self.slots.iter().filter(|s| s.secret).count() + 1);
        let name = self.secrets.pop().unwrap_or_else(fresh);
        self.slots.push(Slot { name: name.clone(), example: String::new(), secret: true });
        TextTemplate(vec![Piece::Slot(name)])
    }

    /// A text on a screen, with the values in it as slots. Values shorter than `shortest` are taken only where they are
    /// the whole text.
    pub fn template(&self, text: &str, shortest: usize) -> TextTemplate {
        let mut found: Vec<(Range<usize>, &str)> = Vec::new();
        let mut open: Vec<&Slot> = self.slots.iter().filter(|s| !s.secret).collect();
        open.sort_by_key(|s| std::cmp::Reverse(s.example.len()));
        for slot in open {
            if slot.example.chars().count() < shortest && slot.example != text {
                continue;
            }
            for range in occurrences(text, &slot.example) {
                if found
                    .iter()
                    .all(|(taken, _)| range.end <= taken.start || range.start >= taken.end)
                {
                    found.push((range, &slot.name));
                }
            }
        }
        found.sort_by_key(|(range, _)| range.start);
        let mut pieces = Vec::new();
        let mut at = 0;
        for (range, name) in found {
            if at < range.start {
                pieces.push(Piece::Literal(text[at..range.start].to_owned()));
            }
            pieces.push(Piece::Slot(name.to_owned()));
            at = range.end;
        }
        if at < text.len() {
            pieces.push(Piece::Literal(text[at..].to_owned()));
        }
        TextTemplate(pieces)
    }

    /// The goal with its slots.
    pub fn goal(&self) -> TextTemplate {
        self.template(&self.goal, 1)
    }

    /// All slots, in order of appearance. Named values that no step used stay: they may stand in the goal.
    pub fn into_slots(self, used: impl Fn(&str) -> bool) -> Vec<Slot> {
        self.slots.into_iter().filter(|s| used(&s.name)).collect()
    }

    /// The part of a typed text that stands in the goal: all of it, else a part that looks like a value there.
    fn value_in_goal(&self, text: &str) -> Option<String> {
        let whole = text.trim();
        if whole.is_empty() {
            return None;
        }
        if !occurrences(&self.goal, whole).is_empty() {
            return Some(whole.to_owned());
        }
        quoted(&self.goal)
            .chain(names(&self.goal))
            .filter(|part| !occurrences(whole, part).is_empty())
            .max_by_key(|part| part.len())
            .map(str::to_owned)
    }
}

/// Where `part` stands in `text` as whole words, ignoring ASCII case; scripts without blanks have no words to be whole.
pub(super) fn occurrences(text: &str, part: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if part.is_empty() || part.len() > text.len() {
        return found;
    }
    let mut at = 0;
    while at + part.len() <= text.len() {
        let hit = text.is_char_boundary(at)
            && text.is_char_boundary(at + part.len())
            && text[at..at + part.len()].eq_ignore_ascii_case(part)
            && is_whole(text, at, at + part.len());
        if hit {
            found.push(at..at + part.len());
            at += part.len();
        } else {
            at += 1;
        }
    }
    found
}

fn is_whole(text: &str, from: usize, to: usize) -> bool {
    let joins = |a: Option<char>, b: Option<char>| {
        matches!((a, b), (Some(a), Some(b)) if a.is_alphanumeric() && b.is_alphanumeric()
            && !unspaced(a) && !unspaced(b))
    };
    let inner = &text[from..to];
    !joins(text[..from].chars().next_back(), inner.chars().next())
        && !joins(inner.chars().next_back(), text[to..].chars().next())
}

fn unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x0E00..=0x0EFF | 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF)
}

/// Quoted parts of a goal.
fn quoted(goal: &str) -> impl Iterator<Item = &str> {
    const PAIRS: [(char, char); 7] =
        [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('「', '」'), ('『', '』'), ('‘', '’')];
    PAIRS.into_iter().flat_map(move |(open, close)| {
        let mut rest = goal;
        std::iter::from_fn(move || {
            let from = rest.find(open)? + open.len_utf8();
            let to = from + rest[from..].find(close)?;
            let part = &rest[from..to];
            rest = &rest[to + close.len_utf8()..];
            Some(part)
        })
        .filter(|part| !part.trim().is_empty())
    })
}

/// Words of a goal that look like names or numbers: not the first one, with a capital letter or a digit.
fn names(goal: &str) -> impl Iterator<Item = &str> {
    goal.split_whitespace()
        .skip(1)
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.len() > 1)
        .filter(|word| {
            word.starts_with(char::is_uppercase) || word.contains(|c: char| c.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_whole_words() {
        let spans = |text, part| {
            occurrences(text, part).into_iter().map(|r| (r.start, r.end)).collect::<Vec<_>>()
        };
        assert_eq!(spans("print HELLO now", "hello"), [(6, 11)]);
        assert_eq!(spans("hello", "ell"), []);
        assert_eq!(spans("给张三发消息", "张三"), [(3, 9)]);
        assert_eq!(spans("a a", "a"), [(0, 1), (2, 3)]);
        assert!(occurrences("ß", "ss").is_empty());
    }

    #[test]
    fn parts_of_a_goal_that_look_like_values() {
        assert_eq!(quoted("say \"hi you\" to “Ada”").collect::<Vec<_>>(), ["hi you", "Ada"]);
        assert_eq!(names("Call Ada at 10:30, please").collect::<Vec<_>>(), ["Ada", "10:30"]);
    }
}
