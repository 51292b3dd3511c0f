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
            ..WindowDraft::default()
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
                        root: Some(index as u32),
                        display_id,
                        ..WindowDraft::default()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Rect, Window, WindowKind};

    fn node(parent: Option<i32>) -> UiNode {
        UiNode { parent, ..UiNode::new("android.view.View", Rect::new(0, 0, 100, 200)) }
    }

    fn list(parents: &[Option<i32>]) -> Snapshot {
        Snapshot { nodes: parents.iter().map(|p| node(*p)).collect(), ..Snapshot::default() }
    }

    fn window(kind: WindowKind) -> Window {
        Window {
            kind,
            layer: 0,
            package: String::new(),
            bounds: Rect::default(),
            title: String::new(),
            touchable: None,
            focused: false,
            display_id: 0,
        }
    }

    fn error(snapshot: Snapshot) -> PerceiveError {
        check(snapshot, &Limits::default()).unwrap_err()
    }

    #[test]
    fn each_broken_list_has_its_own_error() {
        assert_eq!(error(list(&[])), PerceiveError::NoNodes);
        for (parents, index, problem) in [
            (&[None, Some(-1)][..], 1, NEGATIVE_PARENT),
            (&[None, Some(0), Some(9)], 2, NO_PARENT),
            (&[None, Some(2), Some(0)], 1, LATE_PARENT),
        ] {
            assert_eq!(error(list(parents)), PerceiveError::BadNode { index, problem });
        }
        let mut lost = list(&[None]);
        lost.windows = vec![window(WindowKind::Application)];
        lost.nodes[0].window = 1;
        assert_eq!(error(lost), PerceiveError::BadNode { index: 0, problem: NO_WINDOW });
    }

    #[test]
    fn a_node_that_is_its_own_ancestor_is_named() {
        assert_eq!(error(list(&[None, Some(1)])), PerceiveError::Cyclic { index: 1 });
        // 1 -> 3 -> 2 -> 1, entered from 4
        let cycle = list(&[None, Some(3), Some(1), Some(2), Some(3)]);
        assert_eq!(error(cycle), PerceiveError::Cyclic { index: 1 });
    }

    #[test]
    fn limits_hold_for_lists_as_well() {
        let chain: Vec<_> =
            (0..20_000).map(|i: i32| i.checked_sub(1).filter(|p| *p >= 0)).collect();
        assert_eq!(error(list(&chain)), PerceiveError::TooDeep { limit: 500 });
        let wide = vec![None; 20_001];
        let limit = 20_000;
        assert_eq!(error(list(&wide)), PerceiveError::TooLarge { what: "nodes", limit });
        let mut long = list(&[None]);
        long.nodes[0].text = "x".repeat(17 * 1024 * 1024);
        assert_eq!(error(long).code(), "capture.too_large");
    }

    #[test]
    fn without_a_window_list_each_root_is_a_window() {
        let mut snapshot = list(&[None, Some(0), None, Some(2)]);
        snapshot.nodes[2].package = "com.android.systemui".into();
        snapshot.nodes[2].bounds = Rect::new(0, 0, 100, 10);
        let read = check(snapshot, &Limits::default()).unwrap();
        assert_eq!(read.nodes.iter().map(|n| n.window).collect::<Vec<_>>(), [0, 0, 1, 1]);
        let kinds: Vec<_> = read.windows.iter().map(|w| (w.kind, w.layer)).collect();
        assert_eq!(kinds, [(WindowKind::Application, 0), (WindowKind::System, 1)]);
        assert_eq!((read.capture.display.width, read.capture.display.height), (100, 200));
    }

    #[test]
    fn windows_of_the_host_are_completed_and_not_changed() {
        let mut snapshot = list(&[None, None]);
        snapshot.nodes[0].window = 1;
        snapshot.nodes[1].package = "com.example".into();
        let mut overlay = window(WindowKind::AccessibilityOverlay);
        (overlay.layer, overlay.package) = (7, "com.example.service".into());
        snapshot.windows = vec![window(WindowKind::Unknown), overlay.clone()];
        let read = check(snapshot, &Limits::default()).unwrap();
        assert_eq!((read.windows[0].kind, read.windows[0].layer), (WindowKind::Application, 0));
        assert_eq!(read.windows[0].package, "com.example");
        overlay.bounds = Rect::new(0, 0, 100, 200);
        assert_eq!(read.windows[1], overlay);
        assert_eq!(read.capture.foreground.package, "com.example");
    }

    #[test]
    fn texts_are_cleaned_as_those_of_dumps_are() {
        let mut snapshot = list(&[None]);
        snapshot.nodes[0].text = "a\u{0}b".into();
        snapshot.nodes[0].class_name = " android.widget.EditText ".into();
        let read = check(snapshot, &Limits::default()).unwrap();
        let node = &read.nodes[0];
        assert_eq!(
            (node.text.as_str(), node.class_name.as_str()),
            ("a\u{FFFD}b", "android.widget.EditText")
        );
        assert!(node.editable);
        assert_eq!(read.warnings[0].code, "text.forbidden_char");
    }
}
