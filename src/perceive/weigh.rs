//! The weighing under [`super::compare`]: every node finds its counterpart or not, and counts for or against.

use super::compare::{Evidence, Reason};
use super::identity::{Standing, standings, telling};
use super::stable_id::{id_name, is_obfuscated};
use super::text;
use crate::model::{Fingerprint, Node, Role, Screen};
use std::collections::{HashMap, HashSet};

/// Controls that one of two equal screens may lack: a dialog's button that depends on a setting.
const SPARE_CONTROLS: usize = 1;
/// So many rows in a run of which hardly one has a counterpart are a list that only one screen has.
const LOST_ROWS: u32 = 3;

/// Weighs two screens against each other; `evidence.reason` is set when something outweighs the score.
pub(super) fn weigh(a: &Screen, b: &Screen) -> Evidence {
    let (a, b) = (Side::new(a), Side::new(b));
    let pairs = pair(&a, &b);
    let mut evidence = Evidence::default();
    let (mut agree, mut against, mut frame) = (0.0, 0.0, 0.0);
    let (mut reworded, mut kept) = (0, 0);
    for (side, found, only) in
        [(&a, &pairs.a, &mut evidence.only_a), (&b, &pairs.b, &mut evidence.only_b)]
    {
        for (index, found) in found.iter().enumerate() {
            let weight = side.weight(index);
            frame += weight;
            let share = match found {
                Found::Same => 1.0,
                Found::Reworded if side.nodes[index].is_interactive() => 0.7,
                Found::Reworded => 0.3,
                // One more or one less of what there are several of.
                Found::OfAKind if side.standing[index] != Standing::Frame => continue,
                Found::OfAKind => 0.4,
                Found::Missing => 0.0,
            };
            agree += weight * share;
            against += weight * (1.0 - share);
            if share < 1.0 && weight > 0.0 {
                only.push(index as u32);
            }
            if !telling(&side.nodes[index]).is_empty() {
                reworded += usize::from(*found == Found::Reworded);
                kept += usize::from(*found == Found::Same);
            }
        }
    }
    let overlap = overlap(&a, &b);
    if let Some(overlap) = &overlap {
        // Where little stands still, what scrolls has to decide.
        let weight = if frame < 12.0 { 10.0 } else { 4.0 };
        agree += weight * overlap.share;
        against += weight * (1.0 - overlap.share);
    }
    evidence.score = if agree + against > 0.0 { agree / (agree + against) } else { 0.0 };
    evidence.language_switch = reworded >= 6 && reworded > 2 * kept;
    // Both sides count, so this is one control or heading each.
    let bare = frame < 5.0 && overlap.is_some_and(|o| o.strange) && !a.has_rows() && !b.has_rows();
    evidence.reason = decisive(&a, &b, &pairs).or(bare.then_some(Reason::Content));
    evidence.agree = pairs.agree;
    evidence
}

/// How a node found its counterpart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// Same element, same words (or words that do not count).
    Same,
    /// Same place or id, other words.
    Reworded,
    /// Not there, but others of its kind are.
    OfAKind,
    /// Not there.
    Missing,
}

/// What [`pair`] found.
struct Pairs {
    a: Vec<Found>,
    b: Vec<Found>,
    agree: Vec<(u32, u32)>,
}

/// One of the two screens, prepared.
struct Side<'a> {
    nodes: &'a [Node],
    standing: Vec<Standing>,
    in_dialog: Vec<bool>,
    /// All labels, in lower case and without what changes by itself.
    labels: HashSet<String>,
    ids: HashSet<&'a str>,
    /// Places, and whether they are of the frame.
    places: HashSet<(Fingerprint, bool)>,
    title: Option<usize>,
}

impl<'a> Side<'a> {
    fn new(screen: &'a Screen) -> Self {
        let nodes = &screen.nodes;
        let mut in_dialog: Vec<bool> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let up = node.parent.and_then(|p| in_dialog.get(p as usize).copied());
            in_dialog.push(node.role == Role::Dialog || up.unwrap_or(false));
        }
        let standing = standings(nodes);
        let heads = |i: &usize| {
            let node = &nodes[*i];
            standing[*i] == Standing::Frame
                && node.role == Role::Text
                && !node.is_interactive()
                && !telling(node).is_empty()
        };
        Self {
            nodes,
            in_dialog,
            labels: nodes.iter().filter(|n| !n.label.is_empty()).map(words).collect(),
            ids: nodes.iter().map(name).filter(|id| !id.is_empty()).collect(),
            places: nodes
                .iter()
                .zip(&standing)
                .map(|(n, s)| (n.place, *s == Standing::Frame))
                .collect(),
            title: (0..nodes.len()).filter(heads).min_by_key(|&i| (nodes[i].bounds.top, i)),
            standing,
        }
    }

    /// Whether this screen has the label, or the id of what has none, wherever it stands.
    fn knows(&self, node: &Node) -> bool {
        if node.label.is_empty() {
            self.ids.contains(name(node))
        } else {
            self.labels.contains(&words(node))
        }
    }

    /// Whether it has entries of a list: what scrolls away there comes again in another shape of the same kind.
    fn has_rows(&self) -> bool {
        self.nodes.iter().any(|n| n.role == Role::ListItem)
    }

    fn weight(&self, index: usize) -> f64 {
        let node = &self.nodes[index];
        match self.standing[index] {
            Standing::Scrolled | Standing::InInput => 0.0,
            Standing::Row => 0.5,
            Standing::Frame if node.role == Role::Dialog => 3.0,
            Standing::Frame if node.role == Role::Scrollable => 1.5,
            Standing::Frame if node.is_interactive() || !telling(node).is_empty() => 2.0,
            Standing::Frame if node.volatile => 0.0,
            Standing::Frame => 0.5,
        }
    }
}

/// A label for comparing across dialects: some show the capitals that a button draws, some do not.
fn words(node: &Node) -> String {
    text::masked(&node.label).to_lowercase()
}

/// Name of an id without its package, which some dialects leave out; without an id, of what scrolls its kind.
fn name(node: &Node) -> &str {
    match node.resource_id.as_str() {
        "" if node.role == Role::Scrollable => node.class_name.rsplit('.').next().unwrap_or(""),
        // A build tool's two letters mean something else in the next version.
        id if is_obfuscated(id) => "",
        id => id_name(id),
    }
}

/// Finds each node's counterpart: by identity, then by place, then by words or id alone, which is what dialects share.
fn pair(a: &Side<'_>, b: &Side<'_>) -> Pairs {
    let mut pairs = Pairs {
        a: vec![Found::Missing; a.nodes.len()],
        b: vec![Found::Missing; b.nodes.len()],
        agree: vec![],
    };
    let mut by_ref: HashMap<(Fingerprint, u32), u32> = HashMap::with_capacity(a.nodes.len());
    for (i, node) in a.nodes.iter().enumerate() {
        by_ref.insert((node.fingerprint, node.ordinal), i as u32);
    }
    for (j, node) in b.nodes.iter().enumerate() {
        if let Some(&i) = by_ref.get(&(node.fingerprint, node.ordinal)) {
            (pairs.a[i as usize], pairs.b[j]) = (Found::Same, Found::Same);
            pairs.agree.push((i, j as u32));
        }
    }
    // What is left, by place; last first, so that pairs come off in order. Words that the other side has elsewhere wait.
    let waits = |side: &Side<'_>, node: &Node| !node.label.is_empty() && side.knows(node);
    let mut left: HashMap<(Fingerprint, Standing), Vec<u32>> = HashMap::new();
    for (i, node) in a.nodes.iter().enumerate().rev() {
        if pairs.a[i] == Found::Missing && !waits(b, node) {
            left.entry((node.place, a.standing[i])).or_default().push(i as u32);
        }
    }
    for (j, node) in b.nodes.iter().enumerate() {
        if pairs.b[j] != Found::Missing || waits(a, node) {
            continue;
        }
        if let Some(i) = left.get_mut(&(node.place, b.standing[j])).and_then(Vec::pop) {
            let same =
                telling(&a.nodes[i as usize]) == telling(node) || b.standing[j] != Standing::Frame;
            let found = if same { Found::Same } else { Found::Reworded };
            (pairs.a[i as usize], pairs.b[j]) = (found, found);
            if same {
                pairs.agree.push((i, j as u32));
            }
        }
    }
    for (found, side, other) in [(&mut pairs.a, a, b), (&mut pairs.b, b, a)] {
        for (index, found) in found.iter_mut().enumerate().filter(|(_, f)| **f == Found::Missing) {
            let node = &side.nodes[index];
            *found = if other.knows(node) {
                Found::Same
            } else if !node.resource_id.is_empty() && other.ids.contains(name(node)) {
                Found::Reworded
            } else if other.places.contains(&(node.place, side.standing[index] == Standing::Frame))
            {
                Found::OfAKind
            } else {
                Found::Missing
            };
        }
    }
    pairs
}

/// What two screens have in common of what scrolls.
struct Overlap {
    /// How much is of the same kind or says the same, as a share of the smaller side.
    share: f64,
    /// Both say something, and not a word of it is the same.
    strange: bool,
}

/// `None` when on neither screen anything scrolls.
fn overlap(a: &Side<'_>, b: &Side<'_>) -> Option<Overlap> {
    fn scrolled<'n>(side: &'n Side<'_>) -> impl Iterator<Item = &'n Node> {
        let standing = &side.standing;
        side.nodes.iter().zip(standing).filter(|(_, s)| **s == Standing::Scrolled).map(|(n, _)| n)
    }
    let kinds = |side| scrolled(side).map(|n| n.place).collect::<HashSet<_>>();
    let known = |one, other: &Side<'_>| {
        let worded = || scrolled(one).filter(|n| !telling(n).is_empty());
        (worded().filter(|n| other.knows(n)).count(), worded().count())
    };
    let (x, y) = (kinds(a), kinds(b));
    match x.len().min(y.len()) {
        0 if x.len() == y.len() => None,
        // Empty, or not loaded yet.
        0 => Some(Overlap { share: 0.5, strange: false }),
        smaller => {
            let places = x.intersection(&y).count() as f64 / smaller as f64;
            let (there, back) = (known(a, b), known(b, a));
            let words = |(known, all): (usize, usize)| known as f64 / all.max(1) as f64;
            let share = (places.max(words(there)).max(words(back)) * 2.0).min(1.0);
            let strange = there.1 > 0 && back.1 > 0 && there.0 + back.0 == 0;
            Some(Overlap { share, strange })
        }
    }
}

/// Differences that no score outweighs.
fn decisive(a: &Side<'_>, b: &Side<'_>, pairs: &Pairs) -> Option<Reason> {
    let mut reason = None;
    let alike = same_dialect(a, b);
    for (side, found) in [(a, &pairs.a), (b, &pairs.b)] {
        let (mut controls, mut new_controls, mut new_texts) = (0, 0, 0);
        for (index, found) in found.iter().enumerate() {
            let node = &side.nodes[index];
            let frame = side.standing[index] == Standing::Frame;
            if frame
                && matches!(found, Found::Missing | Found::OfAKind)
                && !telling(node).is_empty()
            {
                new_controls += usize::from(node.is_interactive());
                new_texts += usize::from(!node.is_interactive());
            }
            match found {
                Found::Missing if node.role == Role::Dialog => return Some(Reason::Dialog),
                // What scrolls is a part of its own, not a control that may be missing.
                Found::Missing if alike && frame && node.role == Role::Scrollable => controls += 2,
                Found::Missing if alike && frame && node.is_interactive() => controls += 1,
                Found::Reworded if side.in_dialog[index] && !node.is_interactive() => {
                    reason = Some(Reason::Text);
                }
                _ => {}
            }
        }
        // A question and its answers, with no id to tell a dialog by.
        let asks = new_texts > 0 && new_controls > 0;
        if controls > SPARE_CONTROLS || alike && (asks || lost_list(side, found)) {
            reason = reason.or(Some(Reason::Controls));
        }
    }
    let changed =
        |title: Option<usize>, found: &[Found]| title.is_some_and(|i| found[i] != Found::Same);
    if changed(a.title, &pairs.a) && changed(b.title, &pairs.b) {
        reason = reason.or(Some(Reason::Title));
    }
    let switched = |&&(i, j): &&(u32, u32)| {
        let (old, new) = (&a.nodes[i as usize], &b.nodes[j as usize]);
        old.state.selected != new.state.selected
            && a.standing[i as usize] != Standing::Scrolled
            // Check boxes, and days of a calendar, are not tabs.
            && !old.state.checkable
            && !text::volatile(&old.label)
    };
    // A tab lost the selection and another one has it.
    if pairs.agree.iter().filter(switched).count() >= 2 {
        reason = reason.or(Some(Reason::Selection));
    }
    reason
}

/// Dialects name classes in their own ways, and not all know what reacts: between two of them, a missing control says little.
fn same_dialect(a: &Side<'_>, b: &Side<'_>) -> bool {
    fn classes<'n>(side: &Side<'n>) -> HashSet<&'n str> {
        side.nodes.iter().map(|n| n.class_name.as_str()).collect()
    }
    let (x, y) = (classes(a), classes(b));
    x.intersection(&y).count() * 2 >= x.len().min(y.len())
}

/// Whether a run of rows is on one side only: hardly one of them has a counterpart.
fn lost_list(side: &Side<'_>, found: &[Found]) -> bool {
    let missing = |i: usize| matches!(found[i], Found::Missing | Found::OfAKind);
    // Runs of rows: same place, same parent, with only what they hold in between.
    let (mut run, mut lost, mut kept) = (None, 0, 0);
    for (i, node) in side.nodes.iter().enumerate() {
        if run.is_some_and(|(_, first)| node.parent.is_some_and(|p| p >= first)) {
            continue;
        }
        let row = side.standing[i] == Standing::Row;
        if !row || run.is_none_or(|(place, _)| place != node.place) {
            if lost >= LOST_ROWS && kept * 4 <= lost {
                return true;
            }
            (run, lost, kept) = (row.then_some((node.place, i as u32)), 0, 0);
        }
        if row {
            lost += u32::from(missing(i));
            kept += u32::from(!missing(i));
        }
    }
    lost >= LOST_ROWS && kept * 4 <= lost
}
