//! The values of another run.

use crate::model::episode::NamedValue;
use crate::model::fsm::{Piece, TextTemplate};
use crate::model::{Bindings, FsmMacro};

/// The macro's slots cannot be bound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// The goal is not the one the macro was learned for.
    #[error(
        "the goal differs from the macro's in more than its values; pass an empty goal and name every value to run it all the same"
    )]
    OtherGoal,
    /// A slot has no value.
    #[error("the goal gives no value for slot `{0}`; name it in the values")]
    Unbound(String),
    /// The goal can be read in more than one way.
    #[error("the goal can be read in more than one way; name the values")]
    Ambiguous,
}

impl BindError {
    /// Stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherGoal => "bind.other_goal",
            Self::Unbound(_) => "bind.unbound",
            Self::Ambiguous => "bind.ambiguous",
        }
    }
}

/// Longest goal that is read, in characters; reading is quadratic.
const LONGEST_GOAL: usize = 1_000;

/// Binds the macro's slots from the goal and the named values; named values win. An empty goal says that the host has chosen
/// the macro itself. Secrets may stay open: the machine asks for them at the moment of typing.
///
/// # Errors
/// Why the macro cannot run for this goal.
pub fn bind(machine: &FsmMacro, goal: &str, values: &[NamedValue]) -> Result<Bindings, BindError> {
    let parts = machine.parts();
    let named = |name: &str| {
        values.iter().find(|v| v.name == name && !v.value.trim().is_empty()).map(|v| v.value.trim())
    };
    let mut bindings = Bindings::new();
    for slot in &parts.slots {
        if let Some(value) = named(&slot.name) {
            bindings = if slot.secret {
                bindings.with_secret(&slot.name, value)
            } else {
                bindings.with(&slot.name, value)
            };
        }
    }
    if !plain(goal).is_empty() {
        for (name, value) in read(&parts.goal, goal, &bindings)? {
            bindings = bindings.with(&name, &value);
        }
    }
    match parts.slots.iter().find(|s| !s.secret && bindings.value(&s.name).is_none()) {
        Some(slot) => Err(BindError::Unbound(slot.name.clone())),
        None => Ok(bindings),
    }
}

/// Blanks collapsed, full stops and the like at the end dropped.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches(['.', '!', '?', '。', '！', '？', ' ']).to_owned()
}

/// One way to have read the pieces up to a place.
#[derive(Clone, Copy)]
struct Reading {
    /// Where the last piece began.
    from: usize,
    /// Whether there is another way to get here.
    several: bool,
}

/// Reads the slots' values out of the goal: every literal must be there, and there must be one way only.
fn read(
    template: &TextTemplate,
    goal: &str,
    known: &Bindings,
) -> Result<Vec<(String, String)>, BindError> {
    let goal: Vec<char> = plain(goal).chars().collect();
    if goal.len() > LONGEST_GOAL {
        return Err(BindError::OtherGoal);
    }
    let pieces = normal_pieces(template);
    let equal = |from: usize, text: &[char]| {
        goal.get(from..from + text.len())
            .is_some_and(|part| part.iter().zip(text).all(|(a, b)| same_letter(*a, *b)))
    };
    let n = goal.len();
    // reached[p][end]: how the first p pieces can end there.
    let mut reached: Vec<Vec<Option<Reading>>> = vec![vec![None; n + 1]; pieces.len() + 1];
    reached[0][0] = Some(Reading { from: 0, several: false });
    for (p, piece) in pieces.iter().enumerate() {
        for from in 0..=n {
            let Some(reading) = reached[p][from] else { continue };
            let ends: Vec<usize> = match piece {
                Normal::Literal(text) if equal(from, text) => vec![from + text.len()],
                Normal::Literal(_) => vec![],
                Normal::Slot(name) => match known.value(name) {
                    Some(value) => {
                        let value: Vec<char> = plain_value(value);
                        if equal(from, &value) { vec![from + value.len()] } else { vec![] }
                    }
                    None => (from + 1..=n).filter(|end| is_value(&goal, from, *end)).collect(),
                },
            };
            for end in ends {
                let several = reached[p + 1][end].is_some() || reading.several;
                reached[p + 1][end] = Some(Reading { from, several });
            }
        }
    }
    let Some(Some(last)) = reached[pieces.len()].get(n).copied() else {
        return Err(BindError::OtherGoal);
    };
    if last.several {
        return Err(BindError::Ambiguous);
    }
    let mut values: Vec<(String, String)> = Vec::new();
    let mut end = n;
    for (p, piece) in pieces.iter().enumerate().rev() {
        let Some(reading) = reached[p + 1][end] else { return Err(BindError::OtherGoal) };
        if let Normal::Slot(name) = piece
            && known.value(name).is_none()
        {
            let value: String = goal[reading.from..end].iter().collect();
            match values.iter().find(|(n, _)| n == name) {
                Some((_, other)) if *other != value => return Err(BindError::OtherGoal),
                Some(_) => {}
                None => values.push((name.clone(), value)),
            }
        }
        end = reading.from;
    }
    Ok(values)
}

/// A template's piece in the form that goals are compared in.
enum Normal {
    Literal(Vec<char>),
    Slot(String),
}

fn normal_pieces(template: &TextTemplate) -> Vec<Normal> {
    let count = template.0.len();
    let mut pieces = Vec::with_capacity(count);
    for (n, piece) in template.0.iter().enumerate() {
        match piece {
            Piece::Slot(name) => pieces.push(Normal::Slot(name.clone())),
            Piece::Literal(text) => {
                let mut inner = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if n > 0 && text.starts_with(char::is_whitespace) {
                    inner.insert(0, ' ');
                }
                if n + 1 == count {
                    inner =
                        inner.trim_end_matches(['.', '!', '?', '。', '！', '？', ' ']).to_owned();
                } else if text.ends_with(char::is_whitespace) && !inner.ends_with(' ') {
                    inner.push(' ');
                }
                if !inner.is_empty() {
                    pieces.push(Normal::Literal(inner.chars().collect()));
                }
            }
        }
    }
    pieces
}

fn plain_value(value: &str) -> Vec<char> {
    value.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect()
}

/// A value neither begins nor ends with a blank, and does not end inside a word.
fn is_value(goal: &[char], from: usize, end: usize) -> bool {
    let blank = |c: Option<&char>| c.is_some_and(|c| c.is_whitespace());
    let inside = match (goal.get(end - 1), goal.get(end)) {
        (Some(a), Some(b)) => a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric(),
        _ => false,
    };
    !blank(goal.get(from)) && !blank(goal.get(end - 1)) && !inside
}

fn same_letter(a: char, b: char) -> bool {
    a == b || a.to_lowercase().eq(b.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(pieces: &[&str]) -> TextTemplate {
        let piece = |p: &&str| match p.strip_prefix('$') {
            Some(name) => Piece::Slot(name.to_owned()),
            None => Piece::Literal((*p).to_owned()),
        };
        TextTemplate(pieces.iter().map(piece).collect())
    }

    fn values(pieces: &[&str], goal: &str) -> Result<Vec<(String, String)>, BindError> {
        let mut values = read(&template(pieces), goal, &Bindings::new())?;
        values.sort();
        Ok(values)
    }

    #[test]
    fn goals_are_read_in_one_way_or_not_at_all() {
        let pair = |n: &str, v: &str| (n.to_owned(), v.to_owned());
        assert_eq!(values(&["print ", "$a"], "Print  WORLD!").unwrap(), [pair("a", "WORLD")]);
        assert_eq!(
            values(&["send ", "$a", " to ", "$b"], "send hello to Ada Lovelace").unwrap(),
            [pair("a", "hello"), pair("b", "Ada Lovelace")]
        );
        assert_eq!(values(&["给", "$a", "发消息"], "给李四发消息").unwrap(), [pair("a", "李四")]);
        assert_eq!(
            values(&["send ", "$a", " to ", "$b"], "send walk to school to Bob"),
            Err(BindError::Ambiguous)
        );
        assert_eq!(values(&["print ", "$a"], "delete WORLD"), Err(BindError::OtherGoal));
        assert_eq!(values(&["print ", "$a"], "print"), Err(BindError::OtherGoal));
        assert_eq!(values(&["set quantity to 3"], "set quantity to 5"), Err(BindError::OtherGoal));
        assert_eq!(values(&["$a", " and ", "$a"], "x and y"), Err(BindError::OtherGoal));
        assert_eq!(values(&["$a", " and ", "$a"], "x and x").unwrap(), [pair("a", "x")]);
    }

    #[test]
    fn a_named_value_settles_what_the_goal_leaves_open() {
        let known = Bindings::new().with("a", "walk to school");
        let read =
            read(&template(&["send ", "$a", " to ", "$b"]), "send walk to school to Bob", &known);
        assert_eq!(read.unwrap(), [("b".to_owned(), "Bob".to_owned())]);
    }
}
