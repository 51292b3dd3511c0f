//! What every target checks: no panic, no hang, and a result that keeps its contract.

use cs_mem::model::{Capture, Rect, ScreenInput, Snapshot, UiNode};
use cs_mem::perceive::parse::{self, Dialect};
use cs_mem::perceive::{Limits, apply, compare, delta, perceive};
use libfuzzer_sys::Corpus;

const LIMITS: Limits = Limits { max_nodes: 2_000, max_depth: 200, max_bytes: 1024 * 1024 };

/// Parses what is in the wanted dialect; other inputs are not kept, so that each target stays with its own.
pub fn one_dialect(data: &[u8], wanted: Dialect) -> Corpus {
    if parse::dialect(data) != Some(wanted) {
        return Corpus::Reject;
    }
    if let Ok(snapshot) = parse::parse(data, Capture::default(), &LIMITS) {
        check(data.len(), &snapshot);
    }
    Corpus::Keep
}

/// The states of a recorded run.
pub fn states(data: &[u8]) -> Corpus {
    if parse::dialect(data) != Some(Dialect::PortalRun) {
        return Corpus::Reject;
    }
    let states = parse::states(data, &Capture::default(), &LIMITS).into_iter().flatten();
    states.flatten().for_each(|state| check(data.len(), &state));
    Corpus::Keep
}

/// A node list: eight bytes per node say where it hangs and what it is.
pub fn node_list(data: &[u8]) -> Corpus {
    let nodes = data.chunks_exact(8).map(|c| {
        let at = |byte: u8| i32::from(byte as i8) * 20;
        let mut node =
            UiNode::new("android.view.View", Rect::new(at(c[2]), at(c[3]), at(c[4]), at(c[5])));
        node.parent = (c[0] != 0xFF).then(|| i32::from(c[0]) - 1);
        node.window = i32::from(c[1] & 3);
        (node.clickable, node.scrollable, node.editable) =
            (c[6] & 1 > 0, c[6] & 2 > 0, c[6] & 4 > 0);
        node.visible = [None, Some(true), Some(false), None][usize::from(c[6] >> 6)];
        node.text = ["", "OK", "OK", "12:34"][usize::from(c[7] & 3)].to_owned();
        node
    });
    let snapshot = Snapshot { nodes: nodes.collect(), ..Snapshot::default() };
    if let Ok(read) = parse::read(ScreenInput::Nodes { snapshot }, &LIMITS) {
        check(data.len(), &read);
        perceive(&read);
    }
    Corpus::Keep
}

/// Two dumps in one input, separated by a byte that no text has: both become screens, and the delta leads from one to
/// the other.
pub fn whole_path(data: &[u8]) -> Corpus {
    let mut dumps = data.splitn(2, |b| *b == 0xFE);
    let screen = |bytes: &[u8]| {
        let snapshot = parse::parse(bytes, Capture::default(), &LIMITS).ok()?;
        Some(perceive(&snapshot))
    };
    let Some(prev) = dumps.next().and_then(screen) else { return Corpus::Reject };
    let next = dumps.next().and_then(screen).unwrap_or_else(|| prev.clone());
    let change = delta(&prev, &next);
    assert_eq!(apply(&prev, &change).as_ref(), Ok(&next));
    compare(&prev, &next);
    assert!(compare(&prev, &prev).is_same());
    Corpus::Keep
}

fn check(bytes: usize, snapshot: &Snapshot) {
    assert!(!snapshot.nodes.is_empty() && snapshot.nodes.len() <= LIMITS.max_nodes);
    for (index, node) in snapshot.nodes.iter().enumerate() {
        if node.parent.is_some() {
            assert!(node.parent_index().is_some_and(|p| p < index));
        }
        assert!(usize::try_from(node.window).is_ok_and(|w| w < snapshot.windows.len()));
    }
    // text may grow only where bytes were replaced: one byte becomes the three of U+FFFD
    let text: usize = snapshot.nodes.iter().map(|n| n.text.len() + n.content_desc.len()).sum();
    assert!(text <= bytes * 3);
}
