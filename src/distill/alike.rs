//! Are two states of two runs the same screen, and what do both together say of it?

use super::unify::{Contradiction, Values};
use crate::model::fsm::{Mark, Short, Sketch, SketchNode, SlotLabel, State};
use crate::perceive::sketch::{Shown, Terms, agreement};
use std::collections::HashSet;

/// From this agreement on two states are one.
const SAME: f64 = 0.95;
/// Least share of places in common, both ways, of states whose texts vary.
const PLACES: f64 = 0.8;
/// Least share of words in common of such states.
const WORDS: f64 = 0.5;

/// Whether two states are the same screen. Texts may vary from run to run, except where every text counts and in dialogs.
///
/// `pairs` are texts known to be one value in the two runs.
pub(super) fn alike(known: &State, fresh: &State, pairs: &[Pair]) -> bool {
    let (k, f) = (&known.key, &fresh.key);
    if (&k.package, k.display_id, k.split) != (&f.package, f.display_id, f.split) {
        return false;
    }
    let score = |a: &State, b: &State| agreement(a, &Shown::state(b), Terms::default()).score;
    if score(known, fresh) >= SAME && score(fresh, known) >= SAME {
        return true;
    }
    if known.exact || fresh.exact {
        return false;
    }
    let decides = |s: &State| -> HashSet<Option<Short>> {
        s.sketch.0.iter().filter(|n| n.mark == Mark::Decides).map(|n| n.label).collect()
    };
    decides(known) == decides(fresh)
        && shared(known, fresh, |n| Some(n.place)) >= PLACES
        && shared(fresh, known, |n| Some(n.place)) >= PLACES
        && shared(known, fresh, |n| value(n.label, pairs)) >= WORDS
        && shared(fresh, known, |n| value(n.label, pairs)) >= WORDS
}

/// Text in the known run, text in the fresh one, name of their slot.
pub(super) type Pair = (String, String, String);

/// The label; one that is the fresh run's value counts as the known run's.
fn value(label: Option<Short>, pairs: &[Pair]) -> Option<Short> {
    let label = label?;
    let known = pairs.iter().find(|(_, fresh, _)| Short::of_text(fresh) == Some(label));
    known.and_then(|(known, _, _)| Short::of_text(known)).or(Some(label))
}

/// Weighted share of `a`'s nodes whose key is among `b`'s.
fn shared(a: &State, b: &State, key: impl Fn(&SketchNode) -> Option<Short>) -> f64 {
    let theirs: HashSet<Short> = b.sketch.0.iter().filter_map(&key).collect();
    let (mut all, mut common) = (0u32, 0u32);
    for node in a.sketch.0.iter().filter(|n| n.mark != Mark::Varies) {
        let Some(key) = key(node) else { continue };
        all += u32::from(node.weight);
        common += if theirs.contains(&key) { u32::from(node.weight) } else { 0 };
    }
    if all == 0 { 1.0 } else { f64::from(common) / f64::from(all) }
}

/// One state for both: what both say stays, what only one says varies, what says the values of the runs becomes a label with
/// a slot.
pub(super) fn join(
    known: &State,
    fresh: &State,
    values: &mut Values<'_>,
) -> Result<State, Contradiction> {
    let mut slotted = known.slotted.clone();
    for theirs in &fresh.slotted {
        match slotted.iter_mut().find(|s| s.place == theirs.place) {
            Some(ours) => ours.label = values.unify(&ours.label, &theirs.label)?,
            None => slotted
                .push(SlotLabel { place: theirs.place, label: values.translate(&theirs.label) }),
        }
    }
    let value_of = |text: &str| Short::of_text(text);
    let mut nodes: Vec<SketchNode> = Vec::new();
    let in_other = |node: &SketchNode, other: &State| {
        other.sketch.0.iter().any(|o| {
            o.mark != Mark::Varies
                && (o.fingerprint == node.fingerprint
                    || node.label.is_some() && o.label == node.label)
        })
    };
    for (own, other, is_known) in [(known, fresh, true), (fresh, known, false)] {
        for node in &own.sketch.0 {
            if nodes.iter().any(|n| n.fingerprint == node.fingerprint && n.label == node.label) {
                continue;
            }
            let mut node = *node;
            if !in_other(&node, other) && node.mark != Mark::Varies {
                let pair = values.pairs.iter().find(|(a, b, _)| {
                    node.label.is_some() && node.label == value_of(if is_known { a } else { b })
                });
                if let Some((_, _, slot)) = pair {
                    let label = crate::model::TextTemplate(vec![crate::model::fsm::Piece::Slot(
                        slot.clone(),
                    )]);
                    if slotted.iter().all(|s| s.place != node.place) {
                        slotted.push(SlotLabel { place: node.place, label });
                    }
                    continue;
                }
                node.mark = Mark::Varies;
                node.weight = 1;
            }
            nodes.push(node);
        }
    }
    Ok(State {
        screen: known.screen,
        key: known.key.clone(),
        sketch: Sketch(nodes),
        slotted,
        exact: known.exact || fresh.exact,
    })
}
