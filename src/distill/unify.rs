//! Two runs settle what varies: texts that differ become slots.

use crate::model::MacroId;
use crate::model::fsm::{MacroParts, Piece, Slot, TextTemplate};

/// What is known of the values of two runs while they are merged.
#[derive(Clone)]
pub(super) struct Values<'a> {
    known: &'a [Slot],
    fresh: &'a [Slot],
    /// Fresh slot name to known slot name.
    renamed: Vec<(String, String)>,
    /// Text in the known run, text in the fresh one, name of their slot.
    pub pairs: Vec<(String, String, String)>,
    /// Slots of the merged macro.
    pub slots: Vec<Slot>,
}

/// The two runs contradict each other: one slot would have to be two.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

impl<'a> Values<'a> {
    pub fn new(known: &'a MacroParts, fresh: &'a MacroParts) -> Self {
        Self {
            known: &known.slots,
            fresh: &fresh.slots,
            renamed: Vec::new(),
            pairs: Vec::new(),
            slots: known.slots.clone(),
        }
    }

    /// One template for both; texts that differ become slots.
    pub fn unify(
        &mut self,
        a: &TextTemplate,
        b: &TextTemplate,
    ) -> Result<TextTemplate, Contradiction> {
        if a.0.len() == b.0.len() && a.0.iter().zip(&b.0).all(|(a, b)| same_kind(a, b)) {
            let mut pieces = Vec::with_capacity(a.0.len());
            for (a, b) in a.0.iter().zip(&b.0) {
                match (a, b) {
                    (Piece::Slot(a), Piece::Slot(b)) => {
                        pieces.push(Piece::Slot(self.rename(b, a)?))
                    }
                    (Piece::Literal(a), Piece::Literal(b)) => pieces.extend(self.vary(a, b)),
                    _ => return Err(Contradiction),
                }
            }
            return Ok(TextTemplate(pieces));
        }
        // One run knew the value, the other did not.
        match (a.0.as_slice(), b.0.as_slice()) {
            ([Piece::Slot(name)], _) => Ok(TextTemplate(vec![Piece::Slot(name.clone())])),
            ([Piece::Literal(text)], [Piece::Slot(name)]) => {
                let slot = self.adopt(name, text);
                Ok(TextTemplate(vec![Piece::Slot(slot)]))
            }
            _ => {
                let text = |t: &TextTemplate, slots: &[Slot]| {
                    t.bind(|n| slots.iter().find(|s| s.name == n).map(|s| s.example.as_str()))
                };
                let (a, b) = text(a, self.known).zip(text(b, self.fresh)).ok_or(Contradiction)?;
                Ok(TextTemplate(self.vary(&a, &b)))
            }
        }
    }

    /// The name that a slot of the fresh run has in the merged macro.
    pub fn rename(&mut self, fresh: &str, known: &str) -> Result<String, Contradiction> {
        match self.renamed.iter().find(|(f, _)| f == fresh) {
            Some((_, name)) if name != known => Err(Contradiction),
            Some((_, name)) => Ok(name.clone()),
            None if self.renamed.iter().any(|(_, k)| k == known) => Err(Contradiction),
            None => {
                self.renamed.push((fresh.to_owned(), known.to_owned()));
                let example = |slots: &[Slot], name: &str| {
                    slots.iter().find(|s| s.name == name).map(|s| s.example.clone())
                };
                if let (Some(a), Some(b)) = (example(self.known, known), example(self.fresh, fresh))
                {
                    self.pairs.push((a, b, known.to_owned()));
                }
                Ok(known.to_owned())
            }
        }
    }

    /// A slot that only the fresh run has, under a name of its own.
    fn adopt(&mut self, fresh: &str, example: &str) -> String {
        if let Some((_, name)) = self.renamed.iter().find(|(f, _)| f == fresh) {
            return name.clone();
        }
        let taken = self.slots.iter().any(|s| s.name == fresh);
        let name = if taken { self.free_name() } else { fresh.to_owned() };
        let secret = self.fresh.iter().any(|s| s.name == fresh && s.secret);
        let example = if secret { String::new() } else { example.to_owned() };
        self.slots.push(Slot { name: name.clone(), example, secret });
        self.renamed.push((fresh.to_owned(), name.clone()));
        name
    }

    /// A text of the fresh run alone, in the merged macro's names.
    pub fn translate(&mut self, fresh: &TextTemplate) -> TextTemplate {
        let pieces = fresh.0.iter().map(|piece| match piece {
            Piece::Literal(text) => Piece::Literal(text.clone()),
            Piece::Slot(name) => {
                let example =
                    self.fresh.iter().find(|s| s.name == *name).map(|s| s.example.clone());
                Piece::Slot(self.adopt(name, &example.unwrap_or_default()))
            }
        });
        TextTemplate(pieces.collect())
    }

    /// Two texts at one place: what is known as a value in them is a slot, else the parts that differ are.
    fn vary(&mut self, a: &str, b: &str) -> Vec<Piece> {
        if a == b {
            return vec![Piece::Literal(a.to_owned())];
        }
        for (x, y, name) in &self.pairs {
            let (ours, theirs) = (TextTemplate::literal(a), TextTemplate::literal(b));
            match (replaced(&ours, x, name), replaced(&theirs, y, name)) {
                (Some(ours), Some(theirs)) if ours == theirs => return ours.0,
                _ => {}
            }
        }
        // The texts of a row are joined by bars.
        let (ours, theirs): (Vec<&str>, Vec<&str>) =
            (a.split(BAR).collect(), b.split(BAR).collect());
        if ours.len() != theirs.len() {
            return vec![self.new_pair(a, b)];
        }
        let mut pieces: Vec<Piece> = Vec::new();
        for (n, (x, y)) in ours.iter().zip(&theirs).enumerate() {
            if n > 0 {
                pieces.push(Piece::Literal(BAR.to_owned()));
            }
            pieces.push(if x == y { Piece::Literal((*x).to_owned()) } else { self.new_pair(x, y) });
        }
        joined(pieces)
    }

    fn new_pair(&mut self, a: &str, b: &str) -> Piece {
        if let Some((_, _, name)) = self.pairs.iter().find(|(x, y, _)| x == a && y == b) {
            return Piece::Slot(name.clone());
        }
        let name = self.free_name();
        self.slots.push(Slot { name: name.clone(), example: a.to_owned(), secret: false });
        self.pairs.push((a.to_owned(), b.to_owned(), name.clone()));
        Piece::Slot(name)
    }

    /// Whether the two texts are known to be the same value in two runs.
    pub fn are_a_pair(&self, a: &str, b: &str) -> bool {
        self.pairs.iter().any(|(x, y, _)| x == a && y == b)
    }

    fn free_name(&self) -> String {
        (1..)
            .map(|n| format!("value{n}"))
            .find(|n| self.slots.iter().all(|s| s.name != *n))
            .unwrap_or_default()
    }

    /// One goal for both: the slots found in the steps are looked for in the goals. `None` when the goals still differ then:
    /// what was asked for differs in more than values, so it is another task, however alike the screens are.
    pub fn goal(&mut self, known: &TextTemplate, fresh: &TextTemplate) -> Option<TextTemplate> {
        let mut merged = known.clone();
        let mut theirs = fresh.clone();
        for (a, b, name) in &self.pairs {
            if let (Some(x), Some(y)) = (replaced(&merged, a, name), replaced(&theirs, b, name)) {
                (merged, theirs) = (x, y);
            }
        }
        (words(&merged) == words(&theirs)).then_some(merged)
    }
}

/// What stands between the texts of a row in its anchor.
const BAR: &str = " | ";

/// Literals that stand side by side as one.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (out.last_mut(), piece) {
            (Some(Piece::Literal(text)), Piece::Literal(more)) => text.push_str(&more),
            (_, piece) => out.push(piece),
        }
    }
    out
}

fn same_kind(a: &Piece, b: &Piece) -> bool {
    matches!((a, b), (Piece::Literal(_), Piece::Literal(_)) | (Piece::Slot(_), Piece::Slot(_)))
}

/// The template with `text` as a slot wherever it stands as whole words; `None` when it stands nowhere.
fn replaced(template: &TextTemplate, text: &str, name: &str) -> Option<TextTemplate> {
    let mut found = false;
    let mut pieces = Vec::new();
    for piece in &template.0 {
        let Piece::Literal(literal) = piece else {
            found |= matches!(piece, Piece::Slot(n) if n == name);
            pieces.push(piece.clone());
            continue;
        };
        let mut at = 0;
        for range in super::slots::occurrences(literal, text) {
            if at < range.start {
                pieces.push(Piece::Literal(literal[at..range.start].to_owned()));
            }
            pieces.push(Piece::Slot(name.to_owned()));
            at = range.end;
            found = true;
        }
        if at < literal.len() {
            pieces.push(Piece::Literal(literal[at..].to_owned()));
        }
    }
    found.then_some(TextTemplate(pieces))
}

/// Whether the two goals are one task's: equal but for values, or equal words.
pub(super) fn same_goal(known: &MacroParts, fresh: &MacroParts) -> bool {
    let (a, b) = (words(&known.goal), words(&fresh.goal));
    if a == b {
        return true;
    }
    // What differs in the middle may be a value that one run could not see as such.
    let head = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let most = a.len().min(b.len()) - head;
    let tail = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(x, y)| x == y).count();
    let shared = head + tail;
    shared > 0 && shared * 2 >= a.len().max(b.len())
}

/// The words of a goal, one word for any slot.
fn words(goal: &TextTemplate) -> Vec<String> {
    let text = goal.bind(|_| Some("\u{1}")).unwrap_or_default();
    text.split(|c: char| !(c.is_alphanumeric() || c == '\u{1}'))
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Why a version exists, in words.
pub(super) fn reason(id: &MacroId, branches: usize, slots: usize) -> String {
    let mut reason = format!("{id} merged with another run");
    if branches > 0 {
        reason.push_str(&format!("; ways added: {branches}"));
    }
    if slots > 0 {
        reason.push_str(&format!("; slots found: {slots}"));
    }
    reason
}
