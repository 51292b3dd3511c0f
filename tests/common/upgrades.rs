//! Generated apps and their upgrades: trees built in code, read by the real perception, with the truth kept beside them.
//!
//! Every element has a key that stays over the upgrade. A pair of nodes is right when both stand for the same key.

use super::memory::Dice;
use super::seen::Seen;
use cs_mem::model::{
    Capture, Display, Foreground, Rect, Snapshot, Timestamp, UiNode, Window, WindowKind,
};
use cs_mem::perceive::perceive;
use std::collections::BTreeMap;

pub const APP: &str = "com.example.app";

/// An element of a screen.
#[derive(Clone)]
pub struct Element {
    key: u32,
    class: &'static str,
    id: String,
    text: String,
    clickable: bool,
    inside: Vec<Element>,
    /// Rewritten beyond what a person would recognise.
    rewritten: bool,
}

#[derive(Clone)]
pub struct App {
    screens: Vec<Element>,
    next_key: u32,
}

/// What an upgrade does, each as "one in so many" (0: never).
#[derive(Clone, Copy, Default)]
pub struct Style {
    pub name: &'static str,
    pub containers_renamed: u64,
    pub labels_reworded: u64,
    pub labels_rewritten: u64,
    /// "Use" becomes "Do not use": it counts as another element.
    pub meanings_turned: u64,
    pub ids_restyled: u64,
    pub ids_renamed: u64,
    pub ids_vanished: u64,
    pub wrappers: u64,
    pub rows_moved: u64,
    pub rows_changed: u64,
    pub screens_replaced: u64,
    /// Screens that nobody has opened in the new version.
    pub unseen: u64,
    pub obfuscated: bool,
}

#[rustfmt::skip]
const NOUNS: [&str; 24] = [
    "account", "album", "battery", "calendar", "camera", "channel", "contact", "display",
    "document", "folder", "gallery", "history", "language", "message", "network", "notification",
    "password", "picture", "playlist", "printer", "profile", "schedule", "storage", "ticket",
];
#[rustfmt::skip]
const VERBS: [&str; 16] = [
    "add", "archive", "check", "copy", "delete", "edit", "export", "filter", "import", "move",
    "open", "print", "rename", "search", "send", "share",
];
const DIALOG_BUTTONS: [(&str, &str); 3] =
    [("button1", "OK"), ("button2", "Cancel"), ("button3", "Later")];

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

impl App {
    /// A dozen screens: forms, lists, settings, pages without ids, dialogs; a bar of tabs on most.
    pub fn generate(dice: &mut Dice) -> Self {
        let mut app = Self { screens: Vec::new(), next_key: 0 };
        let tabs: Vec<Element> = (0..4)
            .map(|n| {
                app.leaf(
                    "com.x.BottomNavigationItemView",
                    &format!("tab_{}", NOUNS[n * 5]),
                    &capital(NOUNS[n * 5]),
                    true,
                )
            })
            .collect();
        for n in 0..12 {
            let screen = app.screen(n, &tabs, dice);
            app.screens.push(screen);
        }
        app
    }

    fn leaf(&mut self, class: &'static str, id: &str, text: &str, clickable: bool) -> Element {
        self.next_key += 1;
        Element {
            key: self.next_key,
            class,
            id: id.into(),
            text: text.into(),
            clickable,
            inside: Vec::new(),
            rewritten: false,
        }
    }

    fn group(&mut self, class: &'static str, id: &str, inside: Vec<Element>) -> Element {
        Element { inside, ..self.leaf(class, id, "", false) }
    }

    fn row(&mut self, title: &str, hint: &str, ids: bool) -> Element {
        let id = |name: &'static str| if ids { name } else { "" };
        let inside = vec![
            self.leaf("android.widget.TextView", id("row_title"), title, false),
            self.leaf("android.widget.TextView", id("row_summary"), hint, false),
        ];
        Element { clickable: true, ..self.group("android.widget.LinearLayout", id("row"), inside) }
    }

    fn screen(&mut self, n: usize, tabs: &[Element], dice: &mut Dice) -> Element {
        let noun = NOUNS[dice.roll(24) as usize];
        let title = format!("{} {}", capital(noun), ["overview", "details", "options"][n % 3]);
        let mut bar = vec![self.leaf("android.widget.TextView", "toolbar_title", &title, false)];
        for verb in pick(dice, &VERBS, 2) {
            bar.push(self.leaf(
                "android.widget.Button",
                &format!("action_{verb}"),
                &capital(verb),
                true,
            ));
        }
        let mut parts = vec![self.group("android.widget.FrameLayout", "toolbar", bar)];
        match n % 4 {
            0 => {
                let names = pick(dice, &NOUNS, 8);
                let rows = names
                    .iter()
                    .map(|name| self.row(&capital(name), &format!("Your {name} and more"), true))
                    .collect();
                parts.push(self.group(
                    "androidx.recyclerview.widget.RecyclerView",
                    &format!("{noun}_list"),
                    rows,
                ));
            }
            1 => {
                let mut fields = Vec::new();
                for name in pick(dice, &NOUNS, 4) {
                    fields.push(self.leaf(
                        "android.widget.TextView",
                        &format!("{name}_caption"),
                        &capital(name),
                        false,
                    ));
                    fields.push(self.leaf(
                        "android.widget.Switch",
                        &format!("{name}_switch"),
                        &format!("Use {name}"),
                        true,
                    ));
                }
                for verb in pick(dice, &VERBS, 3) {
                    let id = format!("btn_{verb}_{noun}");
                    fields.push(self.leaf(
                        "android.widget.Button",
                        &id,
                        &format!("{} {noun}", capital(verb)),
                        true,
                    ));
                }
                parts.push(self.group(
                    "android.widget.LinearLayout",
                    &format!("{noun}_form"),
                    fields,
                ));
            }
            2 => {
                // a page of a toolkit that gives no ids
                let mut cards = Vec::new();
                for name in pick(dice, &NOUNS, 5) {
                    cards.push(self.row(
                        &format!("{} {noun}", capital(name)),
                        &format!("All about {name}"),
                        false,
                    ));
                }
                parts = vec![
                    self.leaf("android.widget.TextView", "", &title, false),
                    self.group("android.view.ViewGroup", &format!("{noun}_page"), cards),
                ];
            }
            _ => {
                let verb = VERBS[dice.roll(16) as usize];
                let buttons = DIALOG_BUTTONS[..2 + n % 2].to_vec();
                let mut inside = vec![
                    self.leaf(
                        "android.widget.TextView",
                        "alertTitle",
                        &format!("{} {noun}?", capital(verb)),
                        false,
                    ),
                    self.leaf(
                        "android.widget.TextView",
                        "message",
                        &format!("This will {verb} the {noun} for you"),
                        false,
                    ),
                ];
                for (id, text) in buttons {
                    inside.push(self.leaf("android.widget.Button", id, text, true));
                }
                let panel =
                    self.group("android.widget.LinearLayout", &format!("{noun}_panel"), inside);
                return self.group("android.widget.FrameLayout", "", vec![panel]);
            }
        }
        parts.push(self.group("android.widget.LinearLayout", "bottom_bar", tabs.to_vec()));
        self.group("android.widget.FrameLayout", "content", parts)
    }

    /// The next version.
    pub fn upgrade(&self, style: &Style, dice: &mut Dice) -> Self {
        let mut next = self.clone();
        // what stands on several screens changes the same way on all of them
        let mut names = Names::default();
        let mut screens = std::mem::take(&mut next.screens);
        for (n, screen) in screens.iter_mut().enumerate() {
            if happens(dice, style.screens_replaced) {
                *screen = next.screen(n, &[], dice);
            } else {
                next.change(screen, style, dice, &mut names);
            }
        }
        next.screens = screens;
        next
    }

    fn change(&mut self, e: &mut Element, style: &Style, dice: &mut Dice, names: &mut Names) {
        let first_new_key = self.next_key;
        let is_list = e.class.ends_with("RecyclerView") || e.class.ends_with("ViewGroup");
        if !e.id.is_empty() {
            let container = e.text.is_empty() && !e.clickable;
            e.id = names
                .ids
                .entry(e.id.clone())
                .or_insert_with(|| rename(&e.id, container, style, dice))
                .clone();
        }
        if !e.text.is_empty() && e.id != "toolbar_title" {
            let key = e.key;
            let (key, text, rewritten) = names.labels.entry(e.key).or_insert_with(|| {
                if happens(dice, style.labels_rewritten) {
                    (key, format!("Go to {}", dice.roll(1_000_000)), true)
                } else if happens(dice, style.labels_reworded) {
                    (key, reword(&e.text, e.clickable, dice), false)
                } else if happens(dice, style.meanings_turned) {
                    self.next_key += 1;
                    (self.next_key, turn(&e.text, dice), true)
                } else {
                    (key, e.text.clone(), false)
                }
            });
            (e.key, e.text, e.rewritten) = (*key, text.clone(), *rewritten);
        }
        for inner in &mut e.inside {
            self.change(inner, style, dice, names);
        }
        // a row is called what its title says
        if let (true, Some(title)) = (e.clickable, e.inside.first()) {
            e.rewritten |= title.rewritten;
            if title.key > first_new_key {
                self.next_key += 1;
                e.key = self.next_key;
            }
        }
        if is_list && happens(dice, style.rows_changed) && e.inside.len() > 3 {
            e.inside.remove(0);
            let id = e.inside[0].id.clone();
            let mut row = self.row(
                &format!("New {}", NOUNS[dice.roll(24) as usize]),
                "Never seen before",
                !id.is_empty(),
            );
            row.id = id;
            e.inside.insert(1, row);
        }
        if is_list && happens(dice, style.rows_moved) {
            e.inside.rotate_left(2);
        }
        if !e.inside.is_empty() && happens(dice, style.wrappers) {
            let inside = std::mem::take(&mut e.inside);
            e.inside = if is_list {
                let mut wrap = |row| self.group("android.widget.FrameLayout", "", vec![row]);
                inside.into_iter().map(&mut wrap).collect()
            } else {
                vec![self.group("android.widget.FrameLayout", "", inside)]
            };
        }
    }

    /// The rows that a memory has after every screen was seen (but those that nobody opens), and what each stands for.
    pub fn remember(&self, version: &str, unseen: u64, dice: &mut Dice, at: Timestamp) -> Seen {
        let mut seen = Seen::default();
        for screen in &self.screens {
            if !happens(dice, unseen) {
                look(&mut seen, screen, version, at);
            }
        }
        seen
    }
}

#[derive(Default)]
struct Names {
    ids: BTreeMap<String, String>,
    labels: BTreeMap<u32, (u32, String, bool)>,
}

/// Looks at a screen, as the perception does.
fn look(seen: &mut Seen, root: &Element, version: &str, at: Timestamp) {
    let mut nodes = Vec::new();
    let mut keys = Vec::new();
    draw(root, None, 0, &mut nodes, &mut keys);
    let window = Window {
        kind: WindowKind::Application,
        layer: 1,
        package: APP.into(),
        bounds: Rect::new(0, 0, 1000, 9000),
        title: String::new(),
        touchable: None,
        focused: true,
        display_id: 0,
    };
    let foreground =
        Foreground { package: APP.into(), version: version.into(), ..Foreground::default() };
    let display = Display { width: 1000, height: 9000, rotation: 0, id: 0 };
    let capture = Capture { at, foreground, display, ..Capture::default() };
    let snapshot = Snapshot { nodes, windows: vec![window], capture, ..Snapshot::default() };
    seen.take(&perceive(&snapshot), version, at, |source| keys[source as usize]);
}

/// One below the other, 60 pixels each; returns where the next one stands.
fn draw(
    e: &Element,
    parent: Option<i32>,
    top: i32,
    nodes: &mut Vec<UiNode>,
    keys: &mut Vec<(u32, bool)>,
) -> i32 {
    let at = nodes.len();
    nodes.push(UiNode {
        resource_id: if e.id.is_empty() { String::new() } else { format!("{APP}:id/{}", e.id) },
        text: e.text.clone(),
        package: APP.into(),
        parent,
        clickable: e.clickable,
        checkable: e.class.ends_with("Switch"),
        scrollable: e.class.ends_with("RecyclerView"),
        ..UiNode::new(e.class, Rect::default())
    });
    keys.push((e.key, e.rewritten));
    let mut bottom = if e.inside.is_empty() { top + 60 } else { top };
    for inner in &e.inside {
        bottom = draw(inner, Some(at as i32), bottom, nodes, keys);
    }
    nodes[at].bounds = Rect::new(0, top, 1000, bottom);
    bottom
}

/// The next version of real trees: every second id of a container and every eighth of the others is renamed, every tenth
/// text reworded, the same everywhere. The nodes keep their indexes.
#[derive(Default)]
pub struct Renames {
    ids: BTreeMap<String, String>,
    texts: BTreeMap<String, String>,
}

impl Renames {
    pub fn upgrade(&mut self, snapshot: &Snapshot, dice: &mut Dice) -> Snapshot {
        let mut next = snapshot.clone();
        let mut has_children = vec![false; next.nodes.len()];
        for parent in next.nodes.iter().filter_map(UiNode::parent_index) {
            has_children[parent] = true;
        }
        for (node, container) in next.nodes.iter_mut().zip(has_children) {
            let id = std::mem::take(&mut node.resource_id);
            if !id.is_empty() {
                let once_in = if container { 2 } else { 8 };
                let renamed = self
                    .ids
                    .entry(id.clone())
                    .or_insert_with(|| if dice.one_in(once_in) { format!("{id}_v2") } else { id });
                node.resource_id.clone_from(renamed);
            }
            for said in [&mut node.text, &mut node.content_desc] {
                if said.is_empty() || node.password {
                    continue;
                }
                let text = std::mem::take(said);
                let reworded = self.texts.entry(text.clone()).or_insert_with(|| {
                    if dice.one_in(10) { reword(&text, node.clickable, dice) } else { text }
                });
                said.clone_from(reworded);
            }
        }
        next
    }
}

fn happens(dice: &mut Dice, one_in: u64) -> bool {
    one_in > 0 && dice.one_in(one_in)
}

fn pick(dice: &mut Dice, words: &[&'static str], count: usize) -> Vec<&'static str> {
    let mut rest = words.to_vec();
    (0..count).map(|_| rest.remove(dice.roll(rest.len() as u64) as usize)).collect()
}

fn rename(id: &str, container: bool, style: &Style, dice: &mut Dice) -> String {
    if style.obfuscated {
        let letter = |n: u64| char::from(b'a' + n as u8);
        return [letter(dice.roll(26)), letter(dice.roll(26))].iter().collect();
    }
    if container && happens(dice, style.containers_renamed) {
        return format!("{id}_v2");
    }
    if !container && happens(dice, style.ids_vanished) {
        return String::new();
    }
    if !container && happens(dice, style.ids_renamed) {
        return format!("view_of_{}", NOUNS[dice.roll(24) as usize]);
    }
    if !container && happens(dice, style.ids_restyled) {
        let mut words = id.split('_');
        let first = words.next().unwrap_or_default().to_owned();
        return words.fold(first, |id, word| id + &capital(word));
    }
    id.to_owned()
}

/// As developers do it; a button may get another word.
fn reword(text: &str, button: bool, dice: &mut Dice) -> String {
    match dice.roll(5) {
        0 => format!("{text}…"),
        1 => text.to_uppercase(),
        2 if text.ends_with(|c: char| c.is_ascii_alphabetic()) => format!("{text}s"),
        3 if button => format!("{text} now"),
        3 => format!("{text} & more"),
        _ => format!("{text} (beta)"),
    }
}

/// The same element, but it does something else now.
fn turn(text: &str, dice: &mut Dice) -> String {
    match dice.roll(3) {
        0 => format!("{text} all"),
        1 => format!("Do not {text}"),
        _ => format!("Un{}", text.to_lowercase()),
    }
}
