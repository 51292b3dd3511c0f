//! From a snapshot to a screen: the steps in order, and what they add up to.

use super::cover::{Cover, Spot, covered};
use super::facts::facts;
use super::fingerprint::by_digest;
use super::label::borrowed;
use super::prune::{Kept, keep};
use super::role::Kind;
use super::rows::rows;
use super::tree::Tree;
use super::windows::{Layout, Part, layout, package_of, share};
use super::{edges, identity};
use crate::model::{Node, Screen, ScreenKey, Snapshot};

/// Prunes a snapshot into a screen: windows told apart, nodes judged, fingerprints, edges, identity.
///
/// Never panics, never fails, and takes linear time (sorting apart). A snapshot without content gives a screen without
/// nodes that is marked opaque.
///
/// ```
/// use cs_mem::model::{Rect, Snapshot, UiNode};
/// use cs_mem::perceive::perceive;
///
/// let mut send = UiNode::new("android.widget.Button", Rect::new(0, 0, 100, 40));
/// send.text = "Send".into();
/// send.clickable = true;
/// let screen = perceive(&Snapshot { nodes: vec![send], ..Snapshot::default() });
/// assert_eq!(screen.nodes[0].label, "Send");
/// assert!(screen.nodes[0].is_actionable());
/// ```
pub fn perceive(snapshot: &Snapshot) -> Screen {
    let tree = Tree::new(&snapshot.nodes);
    let layout = layout(snapshot, &tree);
    let facts = facts(snapshot, &tree, &layout);
    let height = layout.display.map_or(i64::MAX / 200, |d| d.height());
    let borrowed = borrowed(&tree, &facts, height);
    let rows = rows(snapshot, &tree, &facts);
    let mut kept = keep(snapshot, &tree, &layout, &facts, &borrowed, &rows);
    cover(snapshot, &tree, &layout, &mut kept);
    number(&mut kept.nodes);
    finish(snapshot, &tree, &layout, kept)
}

/// Marks what lies under later windows and later siblings.
fn cover(snapshot: &Snapshot, tree: &Tree, layout: &Layout, kept: &mut Kept) {
    // Order of drawing over all regions: by window, then by position.
    let mut by_z: Vec<usize> = (0..layout.regions.len()).collect();
    by_z.sort_by_key(|&i| layout.regions[i].z);
    let mut shift = vec![0i64; layout.regions.len()];
    let mut drawn = 0i64;
    for &index in &by_z {
        let region = &layout.regions[index];
        shift[index] = drawn - i64::from(region.from);
        drawn += i64::from(region.to - region.from);
    }
    let order = |region: usize, at: u32| (i64::from(at) + shift[region]).max(0) as u32;
    let (mut spots, mut covers) = (vec![], vec![]);
    let mut region = 0;
    for (node, &at) in kept.nodes.iter().zip(&kept.at) {
        while layout.regions[region].to <= at {
            region += 1;
        }
        let after = order(region, tree.end[at as usize]);
        spots.push(Spot { at: node.bounds.center(), after });
        let s = &node.state;
        let takes_touches = s.clickable || s.long_clickable || s.checkable || s.editable;
        if takes_touches && !s.covered {
            covers.push(Cover { order: order(region, at), bounds: node.bounds });
        }
    }
    for (index, region) in layout.regions.iter().enumerate() {
        if matches!(region.part, Part::Keyboard | Part::Above) {
            let window =
                usize::try_from(snapshot.nodes[tree.source[region.from as usize] as usize].window)
                    .ok()
                    .and_then(|w| snapshot.windows.get(w));
            if window.is_none_or(|w| w.touchable != Some(false)) {
                covers.push(Cover { order: order(index, region.from), bounds: region.bounds });
            }
        }
    }
    let hits = covered(&spots, &mut covers);
    for (node, hit) in kept.nodes.iter_mut().zip(hits) {
        node.state.covered |= hit;
    }
}

/// Counts equals: ordinals in reading order, and the mark that keeps everyone from taking the first match.
fn number(nodes: &mut [Node]) {
    let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
    let print = |i: u32, nodes: &[Node]| nodes[i as usize].fingerprint;
    order.sort_unstable_by(|&a, &b| {
        by_digest(print(a, nodes).as_bytes(), print(b, nodes).as_bytes())
    });
    let mut from = 0;
    while from < order.len() {
        let fingerprint = print(order[from], nodes);
        let equals = order[from..].iter().take_while(|&&i| print(i, nodes) == fingerprint).count();
        let group = &mut order[from..from + equals];
        from += equals;
        if equals > 1 {
            group.sort_unstable_by_key(|&i| {
                let node = &nodes[i as usize];
                (node.window, node.bounds.top, node.bounds.left, i)
            });
            for (ordinal, &index) in group.iter().enumerate() {
                nodes[index as usize].ordinal = ordinal as u32;
                nodes[index as usize].ambiguous = true;
            }
        }
    }
}

fn finish(snapshot: &Snapshot, tree: &Tree, layout: &Layout, kept: Kept) -> Screen {
    let display = layout.display.unwrap_or_default();
    let package = layout
        .main
        .map(|m| package_of(snapshot, tree, &layout.regions[m]))
        .filter(|p| !p.is_empty())
        .unwrap_or(&snapshot.capture.foreground.package);
    let key = ScreenKey {
        package: package.to_owned(),
        landscape: display.width() > display.height(),
        display_id: layout.display_id,
        split: layout.split,
    };
    let identity = identity::identify(&key, &kept);
    let edges = edges::spatial(&kept.nodes);
    let opaque = is_opaque(snapshot, layout, &kept.nodes);
    let mut capture = snapshot.capture.clone();
    if capture.foreground.package.is_empty() {
        capture.foreground.package.clone_from(&key.package);
    }
    Screen {
        id: identity.0,
        content: identity.1,
        key,
        nodes: kept.nodes,
        edges,
        capture,
        keyboard: layout.keyboard,
        opaque,
        raw_nodes: u32::try_from(snapshot.nodes.len()).unwrap_or(u32::MAX),
        raw_bytes: u64::try_from(snapshot.raw_bytes).unwrap_or(0),
        warnings: snapshot.warnings.clone(),
    }
}

/// Nothing may be learned from a screen without nodes, or from one that a web view or a drawing without nodes fills.
fn is_opaque(_snapshot: &Snapshot, layout: &Layout, nodes: &[Node]) -> bool {
    let says = |n: &&Node| !n.label.is_empty() || n.is_interactive();
    let mut speaking = 0;
    let mut holes = false;
    for (index, node) in nodes.iter().enumerate() {
        let kind = Kind::of(&node.class_name);
        let leaf = nodes.get(index + 1).is_none_or(|next| next.parent != Some(index as u32));
        let fills = layout.display.is_some_and(|d| share(node.bounds.area(), d.area(), 50));
        if matches!(kind, Kind::Web | Kind::Canvas) && leaf && fills {
            holes = true;
        } else {
            speaking += usize::from(says(&node));
        }
    }
    speaking == 0 || holes && speaking < 3
}
