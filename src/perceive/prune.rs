//! From a snapshot to a screen: what is seen and means something stays, everything else is folded away.

use super::cover::{Cover, Spot, covered};
use super::fingerprint::{fingerprint, place};
use super::label::borrowed;
use super::role::{Kind, role};
use super::rows::{Rows, rows};
use super::stable_id::stable_id;
use super::tree::{NONE, Tree};
use super::windows::{Layout, Part, layout, package_of};
use super::{edges, identity, text};
use crate::model::{Node, NodeState, Rect, Screen, ScreenKey, Snapshot, UiNode};
use std::borrow::Cow;

/// What is known of one node of the snapshot before it is decided whether it stays.
pub(super) struct Facts<'a> {
    pub kind: Kind,
    /// On the display, in its scroll container, and not flagged as invisible.
    pub visible: bool,
    /// Flagged as invisible, but alone in that and with text on the display.
    pub hidden: bool,
    /// Only a part of it can be seen.
    pub clipped: bool,
    /// Reacts to a finger by itself (scrolling apart).
    pub control: bool,
    pub scrollable: bool,
    pub editable: bool,
    pub secret: bool,
    /// Own text, else own description; normalised.
    pub label: Cow<'a, str>,
    /// The label is text, not a description.
    pub has_text: bool,
    /// The label changes by itself.
    pub volatile: bool,
    pub bounds: Rect,
}

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
    let rows = rows(snapshot, &tree, &facts, &borrowed);
    let mut kept = keep(snapshot, &tree, &layout, &facts, &borrowed, rows);
    cover(snapshot, &tree, &layout, &mut kept);
    number(&mut kept.nodes);
    finish(snapshot, &tree, &layout, kept)
}

/// Judges each node by itself and by what holds it.
fn facts<'a>(snapshot: &'a Snapshot, tree: &Tree, layout: &Layout) -> Vec<Facts<'a>> {
    let n = tree.len();
    let geometry = snapshot.nodes.iter().any(|node| !node.bounds.is_empty());
    // What a node may be seen through: the display and every scroll container around it.
    let whole = layout.display.unwrap_or(Rect::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX));
    let mut view = vec![whole; n];
    let mut kinds: Vec<(&str, Kind)> = vec![];
    let mut facts: Vec<Facts<'a>> = Vec::with_capacity(n);
    let mut keyboard_keys = false;
    for at in 0..n {
        let node = &snapshot.nodes[tree.source[at] as usize];
        let up = tree.parent[at] as usize;
        let class = node.class_name.as_str();
        let kind = match kinds.iter().take(32).find(|(name, _)| *name == class) {
            Some((_, kind)) => *kind,
            None => {
                let kind = Kind::of(class);
                kinds.push((class, kind));
                kind
            }
        };
        let seen_through = match facts.get(up) {
            Some(parent) if parent.scrollable || parent.kind.scrolls() => {
                let inner = view[up].intersection(&parent.bounds);
                if inner.is_empty() { view[up] } else { inner }
            }
            Some(_) => view[up],
            None => whole,
        };
        view[at] = seen_through;
        let on_display = !geometry || !node.bounds.intersection(&seen_through).is_empty();
        let parent_flagged = facts
            .get(up)
            .is_some_and(|_| snapshot.nodes[tree.source[up] as usize].visible == Some(false));
        let secret = node.password || node.sensitive;
        let (label, has_text) = own_label(node, secret);
        let key = node.resource_id.contains("/key_pos_");
        keyboard_keys |= key;
        let flagged = node.visible == Some(false);
        facts.push(Facts {
            kind,
            visible: on_display && !flagged && !key,
            hidden: on_display
                && flagged
                && !parent_flagged
                && !label.is_empty()
                && geometry
                && !key,
            clipped: geometry && on_display && !seen_through.contains(&node.bounds),
            control: node.clickable
                || node.long_clickable
                || node.checkable
                || node.editable
                || kind == Kind::Input,
            scrollable: node.scrollable,
            editable: node.editable || kind == Kind::Input,
            secret,
            volatile: text::volatile(&label),
            label,
            has_text,
            bounds: node.bounds,
        });
    }
    let _ = keyboard_keys;
    facts
}

/// Text, else description. What a masked field shows is never a label; its hint is.
fn own_label(node: &UiNode, secret: bool) -> (Cow<'_, str>, bool) {
    if secret {
        return (text::normalised(&node.hint), false);
    }
    let own = text::normalised(&node.text);
    if own.is_empty() { (text::normalised(&node.content_desc), false) } else { (own, true) }
}

/// The nodes that stay, with what the later steps need.
pub(super) struct Kept {
    pub nodes: Vec<Node>,
    /// Position of each in the tree.
    pub at: Vec<u32>,
    /// Whether it is part of the screen's identity by where it stands (main window, and its neighbour in a split screen).
    pub main: Vec<bool>,
}

fn keep(
    snapshot: &Snapshot,
    tree: &Tree,
    layout: &Layout,
    facts: &[Facts<'_>],
    borrowed: &[u32],
    mut rows: Rows,
) -> Kept {
    let mut kept = Kept { nodes: vec![], at: vec![], main: vec![] };
    // For each position the index of the nearest kept node at or above it.
    let mut holder = vec![NONE; tree.len()];
    for region in &layout.regions {
        if !matches!(region.part, Part::Main | Part::Beside | Part::Above) {
            continue;
        }
        let main = region.part != Part::Above;
        for at in region.from as usize..region.to as usize {
            let up = holder.get(tree.parent[at] as usize).copied().unwrap_or(NONE);
            holder[at] = up;
            let fact = &facts[at];
            let raw = &snapshot.nodes[tree.source[at] as usize];
            let lender = facts.get(borrowed[at] as usize);
            let resource_id = stable_id(&raw.resource_id);
            let parent = kept.nodes.get(up as usize);
            if !stays(tree, facts, at, raw, resource_id)
                || repeats(tree, snapshot, facts, borrowed, at, parent)
            {
                continue;
            }
            let label: &str = lender.map_or(&fact.label, |l| &l.label);
            let row = rows.of[at];
            let role = role(fact.kind, raw, !fact.label.is_empty(), row as usize == at);
            let above = parent.map(|p| p.place);
            let place = place(&raw.class_name, resource_id, role, above.as_ref());
            let identity = if label.is_empty() {
                place
            } else {
                fingerprint(&raw.class_name, resource_id, label, role, above.as_ref())
            };
            let volatile = match lender {
                Some(lender) => lender.volatile,
                // A key of a keypad looks like a counter.
                None => fact.volatile && !(fact.control && is_number(label)),
            };
            holder[at] = kept.nodes.len() as u32;
            kept.at.push(at as u32);
            kept.main.push(main && !fact.hidden);
            kept.nodes.push(Node {
                fingerprint: identity,
                place,
                ordinal: 0,
                ambiguous: false,
                role,
                label: label.to_owned(),
                class_name: raw.class_name.clone(),
                resource_id: resource_id.to_owned(),
                package: raw.package.clone(),
                hint: text::normalise(&raw.hint),
                bounds: raw.bounds,
                parent: (up != NONE).then_some(up),
                source: tree.source[at],
                window: u32::try_from(raw.window).unwrap_or(0),
                row_anchor: rows
                    .anchor
                    .get_mut(row as usize)
                    .map(|a| a.clone())
                    .unwrap_or_default(),
                volatile,
                state: state(raw, fact),
            });
        }
    }
    kept
}

fn is_number(label: &str) -> bool {
    label
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'*' | b'.' | b',' | b'/'))
}

fn state(raw: &UiNode, fact: &Facts<'_>) -> NodeState {
    NodeState {
        checkable: raw.checkable,
        checked: raw.checked,
        enabled: raw.enabled,
        focused: raw.focused,
        selected: raw.selected,
        clickable: raw.clickable,
        long_clickable: raw.long_clickable,
        scrollable: raw.scrollable,
        editable: fact.editable,
        secret: fact.secret,
        covered: fact.hidden,
        clipped: fact.clipped,
    }
}

/// Whether a node means something: it can be acted on, says something, or shows something under an id of its own.
fn stays(tree: &Tree, facts: &[Facts<'_>], at: usize, raw: &UiNode, id: &str) -> bool {
    let fact = &facts[at];
    if !fact.visible {
        return fact.hidden;
    }
    if fact.control || fact.scrollable || !fact.label.is_empty() {
        return true;
    }
    let leaf = tree.end[at] as usize == at + 1;
    match fact.kind {
        Kind::List
        | Kind::Scroll
        | Kind::Pager
        | Kind::Dialog
        | Kind::Progress
        | Kind::Web
        | Kind::Canvas => true,
        Kind::Image | Kind::Button | Kind::Toggle | Kind::Input => !id.is_empty(),
        _ => leaf && !id.is_empty() && !raw.class_name.ends_with("Layout"),
    }
}

/// Whether a node only repeats what its interactive ancestor says already, or is the same thing once more.
fn repeats(
    tree: &Tree,
    snapshot: &Snapshot,
    facts: &[Facts<'_>],
    borrowed: &[u32],
    at: usize,
    parent: Option<&Node>,
) -> bool {
    let fact = &facts[at];
    let Some(parent) = parent else { return false };
    if !fact.control && !fact.scrollable && !fact.label.is_empty() {
        return parent.is_interactive() && !parent.state.scrollable && parent.label == *fact.label;
    }
    // A chain of equal wrappers: same class, same place, same reaction, nothing new to say.
    let up = tree.parent[at] as usize;
    let Some(above) = facts.get(up) else { return false };
    let (raw, outer) =
        (&snapshot.nodes[tree.source[at] as usize], &snapshot.nodes[tree.source[up] as usize]);
    parent.source == tree.source[up]
        && above.bounds == fact.bounds
        && raw.class_name == outer.class_name
        && raw.resource_id == outer.resource_id
        && (fact.label.is_empty() || fact.label == above.label)
        && borrowed[at] == borrowed[at]
        && (raw.clickable, raw.long_clickable, raw.checkable, raw.scrollable, raw.editable)
            == (
                outer.clickable,
                outer.long_clickable,
                outer.checkable,
                outer.scrollable,
                outer.editable,
            )
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
    order.sort_by_key(|&i| {
        let n = &nodes[i as usize];
        (n.fingerprint, n.window, n.bounds.top, n.bounds.left, i)
    });
    for equals in order
        .chunk_by(|&a, &b| nodes[a as usize].fingerprint == nodes[b as usize].fingerprint)
        .map(<[u32]>::to_vec)
        .collect::<Vec<_>>()
    {
        for (ordinal, &index) in equals.iter().enumerate() {
            nodes[index as usize].ordinal = ordinal as u32;
            nodes[index as usize].ambiguous = equals.len() > 1;
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
        let fills = layout.display.is_some_and(|d| node.bounds.area() * 2 > d.area());
        if matches!(kind, Kind::Web | Kind::Canvas) && leaf && fills {
            holes = true;
        } else {
            speaking += usize::from(says(&node));
        }
    }
    speaking == 0 || holes && speaking < 3
}
