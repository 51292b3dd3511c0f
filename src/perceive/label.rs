//! What interactive nodes are called when they carry no text themselves: what a reader would read out in them.

use super::facts::Facts;
use super::tree::{NONE, Tree};

/// Where an interactive node's label comes from.
#[derive(Clone, Copy)]
pub(super) struct Source {
    /// Position of the node with the text.
    at: u32,
    /// How good it is: 0 text, 1 description, 2 something inside that reacts by itself, 3 text that changes by itself.
    rank: u8,
}

/// Above this share of the display's height (in percent), something clickable with clickable parts is a page, not a control.
const PAGE_HEIGHT: i64 = 40;

/// For each position the position of the descendant whose label it takes, [`NONE`] for none. The nearest texts that do not
/// belong to a nested control come first; text that changes by itself only where there is no other.
pub(super) fn borrowed(tree: &Tree, facts: &[Facts<'_>], display_height: i64) -> Vec<u32> {
    let n = tree.len();
    let mut best: Vec<Source> = vec![Source { at: NONE, rank: u8::MAX }; n];
    let mut owner = vec![NONE; n];
    let mut controls = vec![0u32; n];
    for at in 0..n {
        let up = tree.parent[at] as usize;
        owner[at] =
            if facts[at].control { at as u32 } else { owner.get(up).copied().unwrap_or(NONE) };
        let fact = &facts[at];
        if fact.control || fact.label.is_empty() {
            continue;
        }
        if let Some(best) = best.get_mut(owner[at] as usize) {
            let rank = if fact.volatile { 3 } else { u8::from(!fact.has_text) };
            if rank < best.rank {
                *best = Source { at: at as u32, rank };
            }
        }
    }
    // Nested controls lend theirs to an outer one that has found none; bottom up, so that the first in order wins.
    for at in (0..n).rev() {
        if !facts[at].control {
            continue;
        }
        let up = owner.get(tree.parent[at] as usize).copied().unwrap_or(NONE) as usize;
        let own = if facts[at].label.is_empty() { best[at].at } else { at as u32 };
        if let Some(outer) = best.get_mut(up) {
            controls[up] = controls[up].saturating_add(controls[at]).saturating_add(1);
            if own != NONE && outer.rank >= 2 {
                *outer = Source { at: own, rank: 2 };
            }
        }
    }
    (0..n)
        .map(|at| {
            let fact = &facts[at];
            let page =
                controls[at] > 0 && fact.bounds.height() * 100 > display_height * PAGE_HEIGHT;
            // Lent by one of several nested controls, a label would be that one's.
            let lent = best[at].rank == 2 && controls[at] > 1;
            let takes =
                fact.control && fact.label.is_empty() && !page && !lent && controls[at] <= 8;
            if takes { best[at].at } else { NONE }
        })
        .collect()
}
