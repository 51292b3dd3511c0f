//! A screen reduced to what tells it apart, and how much of a known one a live screen shows.
//!
//! Both the distiller (two runs of one task) and the replay (is this the screen?) compare through this.

use super::text;
use crate::model::fsm::{Mark, Short, Sketch, SketchNode, State};
use crate::model::{AliasMap, Bindings, Node, Role, Screen, ScreenKey, sensitive};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Most nodes of a sketch; the weightiest stay. A screen says enough with these, and a macro of ten screens stays small.
const LARGEST: usize = 72;
/// Frames with less weight than this do not tell a screen apart: rows speak too then.
const WEAK: u32 = 6;
/// Least share of all weight that must be seen, however much is scrolled away or under the keyboard.
const FLOOR: f64 = 0.34;
/// Weight of a control that the known screen does not have; of a text half of it.
const NEW_CONTROL: u32 = 2;
/// Weight of a dialog, or of another app's controls, that the known screen does not have.
const INTRUDER: u32 = 40;

/// What a dialog is called in a sketch, whatever it says.
const DIALOG: &str = "#dialog";

/// Where a node stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stand {
    /// Always in sight.
    Frame,
    /// Part of a page that scrolls.
    Page,
    /// In an entry of a list.
    Row,
    /// In a dialog.
    Dialog,
}

/// The sketch of a screen. `exact` counts every text outside lists, and what inputs hold, as decisive.
pub fn sketch(screen: &Screen, exact: bool) -> Sketch {
    let stands = stands(screen);
    let mut nodes: Vec<SketchNode> = Vec::new();
    for (node, stand) in screen.nodes.iter().zip(&stands) {
        describe(node, *stand, exact, &mut nodes);
    }
    let weight = |n: &SketchNode| if n.mark == Mark::Varies { 0 } else { u32::from(n.weight) };
    if nodes.iter().map(weight).sum::<u32>() < WEAK {
        for (node, _) in screen.nodes.iter().zip(&stands).filter(|(_, s)| **s == Stand::Row) {
            describe(node, Stand::Page, exact, &mut nodes);
        }
    }
    let mut seen = HashSet::new();
    nodes.retain(|n| seen.insert((n.fingerprint, n.label, n.mark)));
    if nodes.len() > LARGEST {
        // Stable: equal weights keep their reading order.
        nodes.sort_by_key(|n| std::cmp::Reverse((n.mark == Mark::Decides, weight(n))));
        nodes.truncate(LARGEST);
    }
    Sketch(nodes)
}

/// Weight of everything in a sketch that can speak for a screen.
pub fn substance(sketch: &Sketch) -> u32 {
    sketch.0.iter().filter(|n| n.mark != Mark::Varies).map(|n| u32::from(n.weight)).sum()
}

fn stands(screen: &Screen) -> Vec<Stand> {
    let mut stands: Vec<Stand> = Vec::with_capacity(screen.nodes.len());
    // Whether what a node holds scrolls, and whether as a list.
    let mut holds: Vec<Option<bool>> = Vec::with_capacity(screen.nodes.len());
    for node in &screen.nodes {
        let up = node.parent.map(|p| p as usize);
        let around = up.and_then(|p| holds.get(p).copied()).flatten();
        let above = up.and_then(|p| stands.get(p).copied());
        let stand = match (above, around) {
            // Entries are entries in a dialog too: months of a date picker, people to choose from.
            (Some(Stand::Row), _) | (Some(Stand::Dialog), Some(true)) => Stand::Row,
            (Some(Stand::Dialog), _) => Stand::Dialog,
            _ if node.role == Role::Dialog => Stand::Dialog,
            (_, Some(true)) => Stand::Row,
            (_, Some(false)) => Stand::Page,
            (_, None) if !node.row_anchor.is_empty() => Stand::Row,
            _ => Stand::Frame,
        };
        let own = (node.role == Role::Scrollable || node.state.scrollable)
            .then(|| is_list(&node.class_name))
            .filter(|_| !is_pager(&node.class_name));
        stands.push(stand);
        holds.push(own.or(around));
    }
    stands
}

fn is_list(class: &str) -> bool {
    ["RecyclerView", "ListView", "GridView", "Gallery"].iter().any(|s| class.ends_with(s))
}

fn is_pager(class: &str) -> bool {
    class.contains("Pager") || class.ends_with("Workspace") || class.ends_with("PagedView")
}

fn describe(node: &Node, stand: Stand, exact: bool, out: &mut Vec<SketchNode>) {
    let control = is_control(node);
    let place = Short::of(&node.place);
    let says = telling(node);
    let label = Short::of_text(&says);
    let mark = match stand {
        Stand::Row => Mark::Varies,
        Stand::Dialog if !control => Mark::Decides,
        Stand::Dialog | Stand::Frame => Mark::Fixed,
        Stand::Page => Mark::Scrolls,
    };
    let mut push = |fingerprint, label, mark, weight| {
        out.push(SketchNode { fingerprint, place, label, mark, control, weight });
    };
    if node.role == Role::Dialog {
        push(place, Short::of_text(DIALOG), Mark::Fixed, 2);
    }
    if stand == Stand::Row {
        push(place, None, Mark::Varies, 1);
    } else if node.role == Role::Input {
        let name = label.or_else(|| by_id(node));
        // Without hint and id only its place speaks for it, which another channel names otherwise.
        push(place, name, if name.is_some() { mark } else { Mark::Varies }, 2);
        if exact && !node.label.is_empty() && !node.state.secret {
            push(Short::of(&node.fingerprint), Short::of_text(&node.label), Mark::Decides, 3);
        }
    } else if node.volatile || sensitive::has_amount(&node.label) {
        if exact && sensitive::has_amount(&node.label) {
            push(Short::of(&node.fingerprint), Short::of_text(&node.label), Mark::Decides, 3);
        } else {
            push(place, None, Mark::Varies, 1);
        }
    } else if label.is_none() {
        if control && !node.resource_id.is_empty() {
            push(place, by_id(node), mark, 1);
        }
    } else {
        let weight = match (control, says.chars().count()) {
            (true, _) => 4,
            (false, 0..=60) => 3,
            (false, _) => 2,
        };
        let decides = says_who(&node.label) || exact && !control;
        let mark = if decides { Mark::Decides } else { mark };
        push(Short::of(&node.fingerprint), label, mark, weight);
    }
    if node.state.selected && !says.is_empty() {
        // Which tab is open makes another page of the same frame.
        let chosen = Short::of_text(&format!("{says}|selected"));
        push(chosen.unwrap_or_default(), chosen, Mark::Fixed, 4);
    }
}

/// What stands for a label where there is none: the id without its package, which other channels and versions keep.
fn by_id(node: &Node) -> Option<Short> {
    let id = node.resource_id.rsplit('/').next().filter(|id| !id.is_empty())?;
    Short::of_text(&format!("#{id}"))
}

/// The part of a label that may tell screens apart: not what was typed, not what changes by itself.
fn telling(node: &Node) -> Cow<'_, str> {
    match node.role {
        Role::Input => Cow::Borrowed(&node.hint),
        _ if node.volatile => Cow::Borrowed(""),
        role => telling_label(role, &node.label),
    }
}

/// The part of a label that stays when clocks, counters and badges in it change.
pub fn telling_label(role: Role, label: &str) -> Cow<'_, str> {
    match role {
        // A tab's description grows with its badge: "Chats, 3 unread".
        Role::Navigation => {
            let end = label.find([',', '\n', '(']).unwrap_or(label.len());
            Cow::Borrowed(label[..end].trim_end())
        }
        _ => counts_masked(text::masked(label)),
    }
}

/// A number before a word counts something and changes ("3 items"); one after a word names something and does not
/// ("Room 12"). Sums of money are never masked.
fn counts_masked(label: Cow<'_, str>) -> Cow<'_, str> {
    if !label.bytes().any(|b| b.is_ascii_digit()) || sensitive::has_amount(&label) {
        return label;
    }
    let mut out = String::with_capacity(label.len());
    let mut first = true;
    let mut words = label.split_inclusive([' ', '\u{a0}']).peekable();
    while let Some(word) = words.next() {
        let bare = word.trim();
        let number = !bare.is_empty()
            && bare.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '+'))
            && bare.contains(|c: char| c.is_ascii_digit());
        let counts = number
            && !bare.ends_with(['.', ','])
            && words.peek().is_some_and(|next| next.starts_with(char::is_alphabetic));
        if first && counts {
            out.push('#');
            out.push_str(&word[word.trim_end().len()..]);
        } else {
            out.push_str(word);
        }
        first = bare.ends_with([',', ';', ':', '·', '|', '-', '–']);
    }
    Cow::Owned(out)
}

/// Whether a text names a person or an account by its shape: an address, a phone or card number.
fn says_who(label: &str) -> bool {
    let digits = label.chars().filter(char::is_ascii_digit).count();
    let address = label.split_whitespace().any(|word| {
        word.split_once('@').is_some_and(|(user, host)| {
            !user.is_empty() && host.contains('.') || host.is_empty() && user.len() > 1
        })
    });
    let number = digits >= 7
        && label.chars().count() <= 40
        && label.chars().all(|c| c.is_ascii_digit() || " +-()*•./".contains(c));
    let masked = label.contains("••") || label.contains("**");
    address || number || masked && digits >= 2
}

/// The toggle that a press on the element switches: itself, or the only one inside (a row with a switch).
pub fn toggle_of<'s>(screen: &'s Screen, node: &'s Node) -> Option<&'s Node> {
    if node.state.checkable {
        return Some(node);
    }
    let at = screen.nodes.iter().position(|n| std::ptr::eq(n, node))?;
    let mut inside = vec![false; screen.nodes.len()];
    let mut toggles = screen.nodes.iter().enumerate().skip(at + 1).filter_map(|(i, n)| {
        let up = n.parent.map(|p| p as usize)?;
        inside[i] = up == at || inside.get(up).copied().unwrap_or(false);
        (inside[i] && n.state.checkable).then_some(n)
    });
    let first = toggles.next();
    if toggles.next().is_some() { None } else { first }
}

/// A live screen, or a known state, as the other side of [`agreement`].
pub struct Shown<'a> {
    key: &'a ScreenKey,
    nodes: Vec<SketchNode>,
    /// Fingerprints that are there, those that aliases lead from included.
    fingerprints: HashSet<Short>,
    /// Where aliases lead here from, by live fingerprint.
    olds: HashMap<Short, Vec<Short>>,
    /// Everything that is said, by a control or by a text: a tab's name is no heading.
    labels: HashSet<(Short, bool)>,
    places: HashMap<Short, u32>,
    /// The texts themselves, for labels with slots; empty for a known state.
    texts: Vec<(Short, &'a str)>,
    keyboard: bool,
    opaque: bool,
    /// Number of dialogs.
    dialogs: u32,
    /// Whether controls of another app lie over it.
    foreign: bool,
}

impl<'a> Shown<'a> {
    /// A live screen.
    pub fn screen(screen: &'a Screen, aliases: &AliasMap) -> Self {
        let nodes = sketch_whole(screen);
        let mut fingerprints: HashSet<Short> = nodes.iter().map(|n| n.fingerprint).collect();
        let mut labels = said(&nodes);
        let mut olds: HashMap<Short, Vec<Short>> = HashMap::new();
        for node in &screen.nodes {
            let here = Short::of(&node.fingerprint);
            fingerprints.insert(here);
            let sources = aliases.sources(node.fingerprint);
            if !sources.is_empty() {
                fingerprints.extend(sources.iter().map(Short::of));
                olds.entry(here).or_default().extend(sources.iter().map(Short::of));
            }
            // Typed text and sums speak where a known screen asks for them.
            labels.extend(Short::of_text(&node.label).map(|l| (l, is_control(node))));
        }
        let mut places = HashMap::new();
        for node in &screen.nodes {
            *places.entry(Short::of(&node.place)).or_insert(0) += 1;
        }
        let main = screen.nodes.first().map(|n| n.window);
        let foreign = screen.nodes.iter().any(|n| {
            !n.package.is_empty()
                && (!screen.key.package.is_empty() || Some(n.window) != main)
                && !screen.key.split
                && n.package != screen.key.package
                && n.is_interactive()
        });
        Self {
            key: &screen.key,
            nodes,
            fingerprints,
            olds,
            labels,
            places,
            texts: screen.nodes.iter().map(|n| (Short::of(&n.place), n.label.as_str())).collect(),
            keyboard: screen.keyboard,
            opaque: screen.opaque,
            dialogs: screen.nodes.iter().filter(|n| n.role == Role::Dialog).count() as u32,
            foreign,
        }
    }

    /// A known state, to be compared with another one.
    pub fn state(state: &'a State) -> Self {
        let nodes = state.sketch.0.clone();
        let mut places = HashMap::new();
        for node in &nodes {
            *places.entry(node.place).or_insert(0) += 1;
        }
        Self {
            key: &state.key,
            fingerprints: nodes.iter().map(|n| n.fingerprint).collect(),
            olds: HashMap::new(),
            labels: said(&nodes),
            nodes,
            places,
            texts: Vec::new(),
            keyboard: false,
            opaque: false,
            dialogs: state.sketch.0.iter().filter(|n| n.label == Short::of_text(DIALOG)).count()
                as u32,
            foreign: false,
        }
    }

    /// Whether another app's controls lie over the screen.
    pub fn has_foreign_controls(&self) -> bool {
        self.foreign
    }
}

fn said(nodes: &[SketchNode]) -> HashSet<(Short, bool)> {
    nodes.iter().filter_map(|n| Some((n.label?, n.control))).collect()
}

/// Something to act on, scrolling apart.
fn is_control(node: &Node) -> bool {
    node.is_interactive() && !node.state.scrollable
}

/// The live side keeps every node: what the known side left out for size must not look new. A text in a window of its own
/// (a toast) is no news either; a control there is.
fn sketch_whole(screen: &Screen) -> Vec<SketchNode> {
    let mut nodes = Vec::with_capacity(screen.nodes.len());
    let main = screen.nodes.first().map(|n| n.window);
    for (node, stand) in screen.nodes.iter().zip(stands(screen)) {
        let from = nodes.len();
        describe(node, stand, false, &mut nodes);
        if Some(node.window) != main && !is_control(node) {
            nodes[from..].iter_mut().for_each(|n| n.mark = Mark::Varies);
        }
    }
    nodes
}

/// What makes two screens different however much they have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Veto {
    /// Another app, display or split.
    Key,
    /// Nothing to see (canvas, web view that is still empty).
    Opaque,
    /// A text that stands still says something else.
    Text,
    /// What decides (account, amount, question) is not there.
    Decisive,
    /// A label does not show the value of this run.
    Value,
    /// A dialog, or controls of another app, that the known screen does not have.
    Intruder,
}

/// How much of a known state is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// 0 to 1; at most 0.5 with a veto.
    pub score: f64,
    /// Weight that was looked for and not seen: a screen that is still loading lacks much and contradicts nothing.
    pub absent: u32,
    /// Weight that is there and not known: another screen has much of it.
    pub extra: u32,
    /// What makes it another screen all the same.
    pub veto: Option<Veto>,
}

/// How a comparison is made.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terms<'a> {
    /// The values of this run, for labels with slots; without them such labels count by their place.
    pub bindings: Option<&'a Bindings>,
    /// The page was scrolled since it was verified: what scrolls may be out of sight, even where every text counts.
    pub scrolled: bool,
}

/// Compares what is known of a state with what is shown.
pub fn agreement(known: &State, shown: &Shown<'_>, terms: Terms<'_>) -> Agreement {
    let none = |veto| Agreement { score: 0.0, absent: 0, extra: 0, veto: Some(veto) };
    let key = |k: &ScreenKey| (k.package.clone(), k.display_id, k.split);
    if key(&known.key) != key(shown.key) {
        return none(Veto::Key);
    }
    if shown.opaque {
        return none(Veto::Opaque);
    }
    let mut veto: Option<Veto> = None;
    let mut tally = Tally::default();
    let mut strangers = strangers(known, shown);
    let mut moved = 0u32;
    let mut swapped = 0u32;
    let own: HashMap<Short, u32> = known.sketch.0.iter().fold(HashMap::new(), |mut m, n| {
        *m.entry(n.place).or_insert(0) += 1;
        m
    });
    for node in &known.sketch.0 {
        let weight = u32::from(node.weight);
        let placed = shown.places.get(&node.place).copied().unwrap_or(0);
        if node.mark == Mark::Varies {
            if placed > 0 {
                tally.add(weight);
            }
            // Whatever stands there now is no news: the target's own words are its locator's business.
            let told = node.control && node.label.is_some();
            if !shown.fingerprints.contains(&node.fingerprint)
                && !take(&mut strangers, node.place)
                && told
            {
                moved += 1;
            }
            continue;
        }
        // After a scroll of our own nothing that scrolls can be asked for.
        tally.full += if terms.scrolled && node.mark == Mark::Scrolls { 0 } else { weight };
        let seen = shown.fingerprints.contains(&node.fingerprint)
            || node.label.is_some_and(|l| shown.labels.contains(&(l, node.control)));
        if seen {
            tally.add(weight);
            continue;
        }
        let replaced = node.label.is_some() && take(&mut strangers, node.place);
        swapped += if replaced { weight } else { 0 };
        let alone = placed == 1 && own.get(&node.place) == Some(&1);
        match node.mark {
            Mark::Decides if !(terms.scrolled || shown.keyboard && placed == 0) => {
                veto = veto.or(Some(Veto::Decisive));
            }
            Mark::Fixed if replaced && !node.control => veto = veto.or(Some(Veto::Text)),
            Mark::Scrolls if replaced && !node.control && alone => {
                veto = veto.or(Some(Veto::Text));
            }
            _ => {}
        }
        if node.mark == Mark::Fixed && !(shown.keyboard && placed == 0) {
            tally.total += weight;
            tally.absent += if replaced { 0 } else { weight };
        }
    }
    for slotted in &known.slotted {
        let placed = shown.places.contains_key(&slotted.place);
        let wanted = terms.bindings.and_then(|b| b.text(&slotted.label));
        let shown_there = |text: &str| {
            shown.texts.iter().any(|(place, t)| *place == slotted.place && loosely_equal(t, text))
        };
        match wanted {
            Some(text) if placed && !shown_there(&text) => veto = veto.or(Some(Veto::Value)),
            _ if placed => tally.add(3),
            // An upgrade moved it: like any other label it counts wherever it is said.
            Some(text) => {
                if let Some((place, _)) = shown.texts.iter().find(|(_, t)| loosely_equal(t, &text))
                {
                    tally.add(3);
                    take(&mut strangers, *place);
                }
            }
            None => {}
        }
    }
    let name = Short::of_text(DIALOG);
    let known_dialogs = known.sketch.0.iter().filter(|n| n.label == name).count() as u32;
    let dialogs = shown.dialogs.saturating_sub(known_dialogs);
    let foreign = u32::from(shown.foreign);
    let mut extra = strangers.values().map(|s| s.weight).sum::<u32>();
    // A target that is gone may be the one that is new.
    extra = extra.saturating_sub(moved * NEW_CONTROL);
    if dialogs + foreign > 0 {
        veto = veto.or(Some(Veto::Intruder));
        extra += (dialogs + foreign) * INTRUDER;
    }
    let all = tally.total + extra;
    let mut score = if all == 0 { 0.0 } else { f64::from(tally.got) / f64::from(all) };
    let floor = f64::from(tally.got) / f64::from(tally.full.max(1));
    if floor < FLOOR {
        score = score.min(floor);
    }
    if veto.is_some() {
        score = score.min(0.5);
    }
    Agreement { score, absent: tally.absent, extra: extra + swapped, veto }
}

#[derive(Default)]
struct Tally {
    got: u32,
    total: u32,
    full: u32,
    absent: u32,
}

impl Tally {
    fn add(&mut self, weight: u32) {
        self.got += weight;
        self.total += weight;
    }
}

/// Nodes that the known state does not have, by place.
struct Strangers {
    count: u32,
    weight: u32,
}

fn strangers(known: &State, shown: &Shown<'_>) -> HashMap<Short, Strangers> {
    let fingerprints: HashSet<Short> = known.sketch.0.iter().map(|n| n.fingerprint).collect();
    let labels = said(&known.sketch.0);
    let slotted: HashSet<Short> = known.slotted.iter().map(|s| s.place).collect();
    // A full sketch left things out; what is not in it is not news.
    let full = known.sketch.0.len() >= LARGEST;
    let mut out: HashMap<Short, Strangers> = HashMap::new();
    let mut seen = HashSet::new();
    for node in &shown.nodes {
        let olds = shown.olds.get(&node.fingerprint).map_or(&[][..], Vec::as_slice);
        let known = fingerprints.contains(&node.fingerprint)
            || olds.iter().any(|old| fingerprints.contains(old))
            || node.label.is_some_and(|l| labels.contains(&(l, node.control)))
            || slotted.contains(&node.place);
        let speaks = matches!(node.mark, Mark::Fixed | Mark::Decides) && node.label.is_some();
        if known || !speaks || !seen.insert((node.fingerprint, node.label)) {
            continue;
        }
        let entry = out.entry(node.place).or_insert(Strangers { count: 0, weight: 0 });
        entry.count += 1;
        entry.weight += match (full, node.control) {
            (true, _) => 0,
            (false, true) => NEW_CONTROL,
            (false, false) => NEW_CONTROL / 2,
        };
    }
    out
}

/// Takes one stranger at a place: it stands where a known text stood.
fn take(strangers: &mut HashMap<Short, Strangers>, place: Short) -> bool {
    match strangers.get_mut(&place) {
        Some(s) if s.count > 0 => {
            s.weight -= s.weight / s.count;
            s.count -= 1;
            true
        }
        _ => false,
    }
}

/// Equal but for case, blanks and punctuation: inputs format what is typed ("0171 234").
fn loosely_equal(a: &str, b: &str) -> bool {
    let plain = |t: &str| -> String {
        t.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    a == b || { plain(a) == plain(b) && !plain(a).is_empty() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fsm::{Piece, SlotLabel, TextTemplate};
    use crate::model::{Rect, Snapshot, UiNode};

    #[test]
    fn counts_change_and_names_do_not() {
        for (label, expected) in [
            ("3 items", "# items"),
            ("Room 12", "Room 12"),
            ("Cart: 3 items", "Cart: # items"),
            ("Step 2 of 5", "Step 2 of 5"),
            ("12 kr", "12 kr"),
            ("Order 7, 2 parcels", "Order 7, # parcels"),
        ] {
            assert_eq!(counts_masked(Cow::Borrowed(label)), expected);
        }
    }

    #[test]
    fn accounts_are_known_by_their_shape() {
        assert!(
            says_who("ada@example.org") && says_who("+46 70 123 45 67") && says_who("Visa •• 42")
        );
        assert!(!says_who("Ada") && !says_who("12 345") && !says_who("meet @ noon"));
    }

    /// A screen with a title and a line below it; `id` is where the line stands.
    fn printed(id: &str, says: &str) -> Screen {
        let line = |id: &str, text: &str, top: i32| UiNode {
            resource_id: format!("com.example:id/{id}"),
            text: text.into(),
            package: "com.example".into(),
            parent: (top > 0).then_some(0),
            ..UiNode::new("android.widget.TextView", Rect::new(0, top, 1_000, top + 100))
        };
        let nodes = vec![
            UiNode::new("android.widget.FrameLayout", Rect::new(0, 0, 1_000, 2_000)),
            line("title", "Printed", 100),
            line(id, says, 300),
        ];
        crate::perceive::perceive(&Snapshot { nodes, ..Snapshot::default() })
    }

    #[test]
    fn a_label_with_a_slot_counts_where_an_upgrade_moved_it() {
        let before = printed("result", "Sent: HELLO");
        let place = Short::of(&before.nodes.last().unwrap().place);
        let label = TextTemplate(vec![Piece::Literal("Sent: ".into()), Piece::Slot("text".into())]);
        let mut known = sketch(&before, false);
        known.0.retain(|n| n.place != place);
        let state = State {
            screen: before.id,
            key: before.key.clone(),
            sketch: known,
            slotted: vec![SlotLabel { place, label }],
            exact: false,
        };
        let bindings = Bindings::new().with("text", "WORLD");
        let score = |after: &Screen| {
            let terms = Terms { bindings: Some(&bindings), scrolled: false };
            agreement(&state, &Shown::screen(after, &AliasMap::default()), terms).score
        };
        assert!(score(&printed("result", "Sent: WORLD")) >= 0.95);
        assert!(score(&printed("outcome", "Sent: WORLD")) >= 0.95, "elsewhere, with the value");
        assert!(score(&printed("outcome", "Sent: HELLO")) < 0.95, "elsewhere, with another value");
        assert!(score(&printed("result", "Sent: HELLO")) <= 0.5);
    }
}
