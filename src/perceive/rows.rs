//! Rows: which nodes stand together in one entry of a list, and the text that tells the entry apart.

use super::facts::Facts;
use super::role::Kind;
use super::stable_id::stable_id;
use super::tree::{NONE, Tree};
use crate::model::{Rect, Snapshot};
use std::borrow::Cow;
use std::collections::HashMap;

/// This many equal siblings in a row are a list, whatever holds them.
const RUN: usize = 3;
/// Between the texts of one anchor.
const JOIN: &str = " | ";
/// Rank of a text that a control in the row shows.
const CONTROL: u8 = 3;
/// Rank of a text that changes by itself.
const CHANGING: u8 = 4;
/// Longest anchor, in bytes.
const LONGEST: usize = 160;

/// Nodes of a row that are read for its full text.
const MOST_NODES: usize = 128;

/// Rows of a snapshot.
pub(super) struct Rows<'a> {
    /// For each position the position of the nearest row that holds it (itself, when it is one), or [`NONE`].
    pub of: Vec<u32>,
    /// For each position that is a row: its anchor text; empty elsewhere.
    pub anchor: Vec<Cow<'a, str>>,
    /// Whether a position stands directly in something whose children are entries by nature. Unlike a run of equals, this
    /// does not depend on how many there are, so it may enter the role.
    pub item: Vec<bool>,
}

/// Finds rows top down: children of lists, the entries of a scrolled page, and runs of equal siblings.
pub(super) fn rows<'a>(snapshot: &Snapshot, tree: &Tree, facts: &'a [Facts<'_>]) -> Rows<'a> {
    let n = tree.len();
    let mut children = vec![0u32; n];
    for at in (0..n).filter(|&at| facts[at].visible) {
        if let Some(count) = children.get_mut(tree.parent[at] as usize) {
            *count += 1;
        }
    }
    let (mut is_row, mut item) = (vec![false; n], vec![false; n]);
    // Whether a position's children are entries of something that scrolls.
    let mut holds = vec![false; n];
    for at in 0..n {
        let fact = &facts[at];
        let scroller = fact.scrolls() && !(fact.in_dialog && fact.kind == Kind::Scroll);
        item[at] = facts
            .get(tree.parent[at] as usize)
            .is_some_and(|up| up.kind == Kind::List || up.kind == Kind::Other && up.scrollable);
        let up = tree.parent[at] as usize;
        let in_holder = holds.get(up).copied().unwrap_or(false);
        // A dialog in a scroll view is not an entry of it.
        if in_holder && fact.visible && !fact.dialog {
            let list = facts[up].kind == Kind::List;
            // A page that scrolls holds one layout; its parts are the entries.
            if list || children[up] > 1 { is_row[at] = true } else { holds[at] = true }
        }
        holds[at] |= scroller;
    }
    runs(snapshot, tree, facts, &mut is_row);

    let mut of = vec![NONE; n];
    // Per parent: the first entry of the line that its last child stands in.
    let mut line = vec![NONE; n];
    for at in 0..n {
        let up = tree.parent[at] as usize;
        of[at] = match line.get_mut(up) {
            _ if !is_row[at] => of.get(up).copied().unwrap_or(NONE),
            // Entries without anything in them are parts of a form: a label, a field and a mark beside it are one row.
            Some(line) if tree.end[at] as usize == at + 1 => {
                if *line == NONE || !beside(&facts[*line as usize].bounds, &facts[at].bounds) {
                    *line = at as u32;
                }
                *line
            }
            Some(line) => {
                *line = NONE;
                at as u32
            }
            None => at as u32,
        };
    }
    let anchor = anchors(tree, facts, &of);
    Rows { of, anchor, item }
}

/// Whether the middle of one lies within the height of the other.
fn beside(a: &Rect, b: &Rect) -> bool {
    let within = |y: i32, r: &Rect| y >= r.top && y < r.bottom;
    within(b.center().y, a) || within(a.center().y, b)
}

/// Marks runs of at least [`RUN`] siblings with the same class and id that hold something.
fn runs(snapshot: &Snapshot, tree: &Tree, facts: &[Facts<'_>], is_row: &mut [bool]) {
    let n = tree.len();
    let node = |at: usize| &snapshot.nodes[tree.source[at] as usize];
    // Per parent: where the current run began, its last member and its length.
    let mut run: Vec<(u32, u32)> = vec![(NONE, 0); n + 1];
    let mut next = vec![NONE; n];
    let mut start = vec![NONE; n + 1];
    for at in (0..n).filter(|&at| facts[at].visible) {
        let family = if tree.parent[at] == NONE { n } else { tree.parent[at] as usize };
        let (last, length) = run[family];
        let holds_something = tree.end[at] as usize > at + 1;
        let same = holds_something && last != NONE && {
            let last = last as usize;
            let (a, b) = (node(last), node(at));
            a.class_name == b.class_name
                && (a.resource_id == b.resource_id
                    || stable_id(&a.resource_id) == stable_id(&b.resource_id))
                && node(last + 1).class_name == node(at + 1).class_name
                && (a.bounds.width() == b.bounds.width() || a.bounds.height() == b.bounds.height())
        };
        if !holds_something || family == n {
            run[family] = (NONE, 0);
            continue;
        }
        if same {
            next[last as usize] = at as u32;
            run[family] = (at as u32, length + 1);
        } else {
            start[family] = at as u32;
            run[family] = (at as u32, 1);
        }
        let length = run[family].1 as usize;
        if length == RUN {
            let mut member = start[family];
            while member != NONE {
                is_row[member as usize] = true;
                member = next[member as usize];
            }
        } else if length > RUN {
            is_row[at] = true;
        }
    }
}

/// The first text of each row that does not change by itself; where several rows share it, more of what they say, or what
/// they stand in.
fn anchors<'a>(tree: &Tree, facts: &'a [Facts<'_>], of: &[u32]) -> Vec<Cow<'a, str>> {
    let n = tree.len();
    let mut first: Vec<(u8, u32)> = vec![(u8::MAX, NONE); n];
    for at in 0..n {
        let fact = &facts[at];
        let Some(best) = first.get_mut(of[at] as usize) else { continue };
        if fact.label.is_empty() || !fact.visible || fact.secret || fact.editable {
            continue;
        }
        let own_row = of[at] as usize == at && tree.end[at] as usize > at + 1;
        let rank = match (own_row, fact.volatile, fact.control, fact.has_text) {
            (true, false, _, _) => 0,
            (_, true, _, _) => CHANGING,
            (_, _, false, true) => 1,
            (_, _, false, false) => 2,
            (_, _, true, _) => CONTROL,
        };
        if rank < best.0 {
            *best = (rank, at as u32);
        }
    }
    let mut shared: HashMap<&str, u32> = HashMap::new();
    let first_text = |at: usize| facts.get(first[at].1 as usize).map(|fact| &*fact.label);
    for text in (0..n).filter(|&at| of[at] as usize == at).filter_map(first_text) {
        *shared.entry(text).or_insert(0) += 1;
    }
    let mut anchor: Vec<Cow<'a, str>> = vec![Cow::Borrowed(""); n];
    for at in (0..n).filter(|&at| of[at] as usize == at) {
        let Some(text) = first_text(at) else { continue };
        let outer = of.get(tree.parent[at] as usize).and_then(|&row| anchor.get(row as usize));
        let outer = outer.filter(|anchor| !anchor.is_empty());
        anchor[at] = match outer {
            // Only a control's own text, or text that changes: what holds the row says more.
            Some(outer) if first[at].0 >= CONTROL => outer.clone(),
            _ if shared.get(text).is_none_or(|count| *count < 2) => Cow::Borrowed(cut(text)),
            _ => {
                let full = full_text(tree, facts, of, at);
                match outer {
                    Some(outer) if full.len() <= text.len() => {
                        cut(&format!("{outer}{JOIN}{text}")).to_owned().into()
                    }
                    _ => full.into(),
                }
            }
        };
    }
    anchor
}

/// All texts of a row that do not change by themselves, in order.
fn full_text(tree: &Tree, facts: &[Facts<'_>], of: &[u32], row: usize) -> String {
    let mut out = String::new();
    let inside = |at: &usize| *at < tree.end[row] as usize || of[*at] as usize == row;
    for at in (row..tree.len()).take(MOST_NODES).take_while(inside) {
        let fact = &facts[at];
        if of[at] as usize != row || fact.volatile || fact.secret || fact.editable || !fact.visible
        {
            continue;
        }
        if !fact.label.is_empty() && !out.ends_with(&*fact.label) {
            if !out.is_empty() {
                out.push_str(JOIN);
            }
            out.push_str(&fact.label);
        }
        if out.len() > LONGEST {
            break;
        }
    }
    cut(&out).to_owned()
}

fn cut(text: &str) -> &str {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
