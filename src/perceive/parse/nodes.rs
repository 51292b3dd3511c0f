//! A node list from the host: checked against its contract, and completed.

use super::repairs::Repairs;
use super::text::{clean, is_plain};
use super::tree::WindowDraft;
use super::{widget, windows};
use crate::model::{Snapshot, UiNode};
use crate::perceive::{Limits, PerceiveError};

const NEGATIVE_PARENT: &str = "its parent index is negative; leave the parent out for a root";
const NO_PARENT: &str = "its parent is not in the list; keep parents when filtering";
const LATE_PARENT: &str = "its parent stands behind it; list parents before their children";
const NO_WINDOW: &str = "its window is not in the list; send all windows that nodes point to";

/// The same list, if every parent stands before its children and every window exists, with what the host left out.
/// Nothing is reordered: actions refer to nodes by their index.
pub(super) fn check(mut snapshot: Snapshot, limits: &Limits) -> Result<Snapshot, PerceiveError> {
    if snapshot.nodes.is_empty() {
        return Err(PerceiveError::NoNodes);
    }
    if snapshot.nodes.len() > limits.max_nodes {
        return Err(PerceiveError::TooLarge { what: "nodes", limit: limits.max_nodes });
    }
    super::check_size(snapshot.nodes.iter().map(bytes).sum(), limits)?;
    check_parents(&snapshot.nodes, limits)?;
    let mut repairs = Repairs::default();
    for node in &mut snapshot.nodes {
        complete(node, &mut repairs);
    }
    let drafts = drafts(&mut snapshot)?;
    snapshot.windows = windows::windows(&snapshot.nodes, drafts, snapshot.capture.display.bounds());
    windows::fill_capture(
        &mut snapshot.capture,
        &Default::default(),
        &snapshot.nodes,
        &snapshot.windows,
    );
    snapshot.warnings.extend(repairs.into_warnings());
    Ok(snapshot)
}

fn bytes(node: &UiNode) -> usize {
    [&node.class_name, &node.resource_id, &node.text, &node.content_desc, &node.hint, &node.package]
        .iter()
        .map(|text| text.len())
        .sum()
}

fn check_parents(nodes: &[UiNode], limits: &Limits) -> Result<(), PerceiveError> {
    let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
    let mut late = None;
    for (index, node) in nodes.iter().enumerate() {
        let depth = match node.parent {
            None => 0,
            Some(parent) => match usize::try_from(parent) {
                Err(_) => return Err(PerceiveError::BadNode { index, problem: NEGATIVE_PARENT }),
                Ok(parent) if parent >= nodes.len() => {
                    return Err(PerceiveError::BadNode { index, problem: NO_PARENT });
                }
                Ok(parent) => match depths.get(parent) {
                    Some(depth) => depth + 1,
                    None => {
                        late.get_or_insert(index);
                        0
                    }
                },
            },
        };
        if depth > limits.max_depth {
            return Err(PerceiveError::TooDeep { limit: limits.max_depth });
        }
        depths.push(depth);
    }
    let Some(index) = late else { return Ok(()) };
    match cycle(nodes) {
        Some(index) => Err(PerceiveError::Cyclic { index }),
        None => Err(PerceiveError::BadNode { index, problem: LATE_PARENT }),
    }
}

/// A node that is its own ancestor. Each node is visited once.
fn cycle(nodes: &[UiNode]) -> Option<usize> {
    // 0: not seen; n: seen on the way up from node n - 1
    let mut seen = vec![0usize; nodes.len()];
    for start in 0..nodes.len() {
        let mut at = Some(start);
        while let Some(index) = at {
            if seen[index] == start + 1 {
                return Some(index);
            }
            if seen[index] != 0 {
                break;
            }
            seen[index] = start + 1;
            at = nodes[index].parent_index();
        }
    }
    None
}

/// What hosts may leave out, and what no channel may let through.
fn complete(node: &mut UiNode, repairs: &mut Repairs) {
    for text in [&mut node.text, &mut node.content_desc, &mut node.hint, &mut node.resource_id] {
        if !is_plain(text, false) {
            *text = clean(text, repairs);
        }
    }
    if node.class_name.trim().len() != node.class_name.len() {
        node.class_name = node.class_name.trim().to_owned();
    }
    node.editable |= widget::takes_text(&node.class_name);
}

/// The windows as the host lists them, each with its first root; without a list, each root is one window.
fn drafts(snapshot: &mut Snapshot) -> Result<Vec<WindowDraft>, PerceiveError> {
    let mut drafts: Vec<WindowDraft> = std::mem::take(&mut snapshot.windows)
        .into_iter()
        .map(|window| WindowDraft {
            display_id: window.display_id,
            declared: Some(window),
            root: None,
        })
        .collect();
    let listed = !drafts.is_empty();
    for index in 0..snapshot.nodes.len() {
        let parent = snapshot.nodes[index].parent_index();
        let display_id = snapshot.capture.display.id;
        if !listed {
            let window = match parent {
                Some(parent) => snapshot.nodes[parent].window,
                None => {
                    drafts.push(WindowDraft {
                        declared: None,
                        root: Some(index as u32),
                        display_id,
                    });
                    drafts.len() as i32 - 1
                }
            };
            snapshot.nodes[index].window = window;
            continue;
        }
        let window = usize::try_from(snapshot.nodes[index].window).ok();
        match window.and_then(|w| drafts.get_mut(w)) {
            Some(draft) if parent.is_none() => {
                draft.root.get_or_insert(index as u32);
            }
            Some(_) => {}
            None => return Err(PerceiveError::BadNode { index, problem: NO_WINDOW }),
        }
    }
    Ok(drafts)
}
