//! Drift that a person does not even notice: the right element is still there, and is to be acted on.

use crate::edit::*;
use crate::ops::{Case, Made, Op, act, frames, shown};
use crate::scenario::Look;
use cs_mem::model::{Rect, Snapshot, UiNode, WindowKind};

/// All benign operators.
pub const OPS: &[Op] = &[
    ("unchanged", |c| act(c.snapshot.clone(), c.target)),
    ("clock", clock),
    ("counter", counter),
    ("badge", badge),
    ("rows_appended", |c| rows_added(c, false)),
    ("rows_inserted", |c| rows_added(c, true)),
    ("rows_removed", rows_removed),
    ("rows_reordered", rows_reordered),
    ("scrolled_a_little", scrolled_a_little),
    ("scrolled_out_of_sight", scrolled_out),
    ("keyboard_up", keyboard),
    ("other_density", |c| act(scaled(&c.snapshot, 0.75, 0.75), c.target)),
    ("larger_display", |c| act(scaled(&c.snapshot, 4.0 / 3.0, 4.0 / 3.0), c.target)),
    ("rotation", rotation),
    ("random_ids", random_ids),
    ("slow_loading", |c| {
        frames(vec![Look::Shows(loading(&c.snapshot)); 3], c.snapshot.clone(), c.target)
    }),
    ("half_loaded", half_loaded),
    ("short_class_names", short_classes),
    ("one_wrapper_more", wrapper),
    ("focus_elsewhere", focus),
    ("small_shift", small_shift),
    ("toast", toast),
    ("status_bar", status_bar),
    ("invisible_nodes", invisible),
    ("decoration", decoration),
    ("whitespace", whitespace),
    ("app_version", |c| {
        let mut s = c.snapshot.clone();
        s.capture.foreground.version = "99.1".into();
        act(s, c.target)
    }),
    ("stale_capture_first", stale_first),
    ("read_fails_once", |c| frames(vec![Look::Fails], c.snapshot.clone(), c.target)),
    ("other_rows_say_other_things", rows_reworded),
    ("progress", progress),
    ("more_windows_listed", windows_listed),
    ("new_value", new_value),
];

fn clock(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let shape = |t: &str| {
        let (h, m) = t.split_once(':')?;
        (h.len() <= 2
            && m.len() == 2
            && [h, m].iter().all(|x| x.bytes().all(|b| b.is_ascii_digit())))
        .then_some(())
    };
    let mut found = false;
    for n in s.nodes.iter_mut().filter(|n| shape(&n.text).is_some()) {
        n.text = "23:58".into();
        found = true;
    }
    if !found {
        let d = display(&s);
        say(&mut s, "23:58", Rect::new(d.right - 120, d.top, d.right, d.top + 40));
    }
    act(s, c.target)
}

/// Counts in labels: "(3)", "3 unread"; the target's own label may hold one too.
fn counter(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let mut found = false;
    for node in &mut s.nodes {
        for text in [&mut node.text, &mut node.content_desc] {
            if let Some(to) = recounted(text) {
                *text = to;
                found = true;
            }
        }
    }
    if found { act(s, c.target) } else { None }
}

fn recounted(text: &str) -> Option<String> {
    let (head, rest) = text.split_once('(')?;
    let (count, tail) = rest.split_once(')')?;
    let digits = !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| format!("{head}({}){tail}", count.len() + 41))
}

fn badge(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let bounds = c.snapshot.nodes[c.target].bounds;
    let corner = Rect::new(bounds.right - 12, bounds.top, bounds.right, bounds.top + 12);
    say(&mut s, "99+", corner);
    act(s, c.target)
}

/// The list that the target does or does not stand in.
fn a_list(c: &Case<'_>) -> Option<List> {
    let mut all = lists(&c.snapshot);
    let own = all.iter().position(|l| within(&c.snapshot, c.target, l.node));
    match own {
        Some(own) => Some(all.swap_remove(own)),
        None => all.into_iter().next(),
    }
}

/// New entries, at the end or before all others; what does not fit any more is cut off.
fn rows_added(c: &mut Case<'_>, before: bool) -> Made {
    let list = a_list(c)?;
    let mut s = c.snapshot.clone();
    let first = s.nodes[list.rows[0]].bounds;
    let last = s.nodes[*list.rows.last()?].bounds;
    let step = (last.top - first.top) / (list.rows.len() as i32 - 1);
    if step <= 0 {
        return None;
    }
    let target_row = list.rows.iter().copied().find(|r| within(&s, c.target, *r));
    let template = list.rows.iter().copied().find(|r| Some(*r) != target_row)?;
    if before {
        // The last row makes room; the target must stay in sight.
        if target_row == list.rows.last().copied() {
            return None;
        }
        for row in &list.rows {
            shift(&mut s, *row, 0, step);
        }
    }
    let from = s.nodes[template].bounds.top;
    let row = copied(&mut s, template, Some(list.node));
    let to = if before { first.top } else { last.top + step };
    shift(&mut s, row, 0, to - from);
    let mark = c.random(1_000);
    reword(&mut s, row, |_| format!("Fresh entry {mark}"));
    let list_bounds = s.nodes[list.node].bounds;
    let off: Vec<usize> = children(&s, list.node)
        .into_iter()
        .filter(|r| s.nodes[*r].bounds.top >= list_bounds.bottom)
        .collect();
    let (s, map) = removed(&s, &off);
    act(s, map[c.target]?)
}

fn rows_removed(c: &mut Case<'_>) -> Made {
    let list = a_list(c)?;
    let spare = list.rows.iter().copied().find(|r| !within(&c.snapshot, c.target, *r))?;
    let (s, map) = removed(&c.snapshot, &[spare]);
    act(s, map[c.target]?)
}

fn rows_reordered(c: &mut Case<'_>) -> Made {
    let list = a_list(c)?;
    let (a, b) = (list.rows[0], *list.rows.last()?);
    let (s, map) = swapped(&c.snapshot, list.node, a, b);
    act(s, map[c.target]?)
}

/// A few pixels: nothing leaves the list.
fn scrolled_a_little(c: &mut Case<'_>) -> Made {
    let list = a_list(c)?;
    let bounds = c.snapshot.nodes[list.node].bounds;
    let mut s = c.snapshot.clone();
    for row in &list.rows {
        shift(&mut s, *row, 0, -20);
    }
    // Channels clip what sticks out.
    for n in subtree(&s, list.node) {
        let inside = s.nodes[n].bounds.intersection(&bounds);
        if n != list.node && !inside.is_empty() {
            s.nodes[n].bounds = inside;
        }
    }
    act(s, c.target)
}

/// The target's row is further down; it comes into sight after a scroll.
fn scrolled_out(c: &mut Case<'_>) -> Made {
    let list = lists(&c.snapshot)
        .into_iter()
        .find(|l| within(&c.snapshot, c.target, l.node) && c.snapshot.nodes[l.node].scrollable)?;
    let row = list.rows.iter().copied().find(|r| within(&c.snapshot, c.target, *r))?;
    let (mut above, _) = removed(&c.snapshot, &[row]);
    let mark = c.random(1_000);
    // A list of one row has nothing to show above it.
    let rows: Vec<usize> = lists(&above).into_iter().flat_map(|l| l.rows).collect();
    let first = *rows.first()?;
    reword(&mut above, first, |t| format!("{t} {mark}"));
    let mut made = act(c.snapshot.clone(), c.target)?;
    made.frames.insert(0, above);
    Some(made)
}

fn keyboard(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let d = display(&s);
    let bounds = Rect::new(d.left, d.top + (d.bottom - d.top) * 6 / 10, d.right, d.bottom);
    if c.snapshot.nodes[c.target].bounds.center().y >= bounds.top - 4 {
        return None;
    }
    let root = window(&mut s, WindowKind::InputMethod, "com.example.inputmethod", bounds, false);
    put(&mut s, root, "android.widget.Button", "q", bounds, true);
    act(s, c.target)
}

fn rotation(c: &mut Case<'_>) -> Made {
    let d = display(&c.snapshot);
    if d.width() == d.height() || d.is_empty() {
        return None;
    }
    let (x, y) = (d.height() as f64 / d.width() as f64, d.width() as f64 / d.height() as f64);
    let mut s = scaled(&c.snapshot, x, y);
    s.capture.display.rotation = (s.capture.display.rotation + 1) % 4;
    act(s, c.target)
}

/// Ids that the channel made up for what has none.
fn random_ids(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let mut found = false;
    for n in 0..s.nodes.len() {
        if s.nodes[n].resource_id.is_empty() {
            s.nodes[n].resource_id = format!(
                "{:08x}-{:04x}-4{:03x}-9{:03x}-{:012x}",
                c.random(u32::MAX),
                c.random(65_536),
                c.random(4_096),
                c.random(4_096),
                c.random(u32::MAX)
            );
            found = true;
        }
    }
    if found { act(s, c.target) } else { None }
}

/// What is there before the content is.
fn loading(s: &Snapshot) -> Snapshot {
    let mut out = Snapshot { nodes: vec![], ..s.clone() };
    let d = display(s);
    out.nodes.push(UiNode { package: package(s), ..UiNode::new("android.widget.FrameLayout", d) });
    let middle =
        Rect::new(d.center().x - 40, d.center().y - 40, d.center().x + 40, d.center().y + 40);
    let spinner = UiNode {
        package: package(s),
        parent: Some(0),
        ..UiNode::new("android.widget.ProgressBar", middle)
    };
    out.nodes.push(spinner);
    out
}

fn half_loaded(c: &mut Case<'_>) -> Made {
    let half = c.snapshot.nodes.len() / 2;
    let late: Vec<usize> = (half.max(1)..c.snapshot.nodes.len()).collect();
    let (early, map) = removed(&c.snapshot, &late);
    if map[c.target].is_some() {
        return None;
    }
    frames(vec![Look::Shows(early)], c.snapshot.clone(), c.target)
}

/// The same tree from a channel that names classes by their last part.
fn short_classes(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let mut found = false;
    for node in &mut s.nodes {
        if let Some((_, short)) = node.class_name.clone().rsplit_once('.') {
            node.class_name = short.to_owned();
            found = true;
        }
    }
    if found { act(s, c.target) } else { None }
}

/// One level of nesting more, as another version of the web view or the toolkit makes it.
fn wrapper(c: &mut Case<'_>) -> Made {
    let root = (0..c.snapshot.nodes.len()).find(|n| children(&c.snapshot, *n).len() >= 2)?;
    let mut out = Snapshot { nodes: vec![], ..c.snapshot.clone() };
    let mut map = vec![0usize; c.snapshot.nodes.len()];
    for (n, node) in c.snapshot.nodes.iter().enumerate() {
        let parent = node.parent_index().map(|p| if p == root { map[p] + 1 } else { map[p] });
        map[n] = out.nodes.len();
        out.nodes.push(UiNode { parent: parent.map(|p| p as i32), ..node.clone() });
        if n == root {
            let wrapper = UiNode {
                package: node.package.clone(),
                window: node.window,
                parent: Some(map[n] as i32),
                ..UiNode::new("android.widget.LinearLayout", node.bounds)
            };
            out.nodes.push(wrapper);
        }
    }
    act(out, map[c.target])
}

fn focus(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    s.nodes.iter_mut().for_each(|n| n.focused = false);
    let other = (0..s.nodes.len()).find(|n| *n != c.target && s.nodes[*n].focusable)?;
    s.nodes[other].focused = true;
    act(s, c.target)
}

fn small_shift(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    for n in children(&s, 0) {
        shift(&mut s, n, 0, 3);
    }
    act(s, c.target)
}

fn toast(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let d = display(&s);
    let bounds = Rect::new(d.left + 200, d.bottom - 300, d.right - 200, d.bottom - 220);
    if bounds.is_empty() || bounds.contains_point(s.nodes[c.target].bounds.center()) {
        return None;
    }
    let own = package(&s);
    let root = window(&mut s, WindowKind::Application, &own, bounds, false);
    let last = s.windows.len() - 1;
    s.windows[last].touchable = Some(false);
    put(&mut s, root, "android.widget.TextView", "Saved to your phone", bounds, false);
    act(s, c.target)
}

fn status_bar(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let d = display(&s);
    let bounds = Rect::new(d.left, d.top, d.right, d.top + ((d.bottom - d.top) / 40).max(10));
    if s.nodes[c.target].bounds.center().y < bounds.bottom + 10 {
        return None;
    }
    let root = window(&mut s, WindowKind::System, "com.android.systemui", bounds, false);
    put(&mut s, root, "android.widget.TextView", "23:58", bounds, false);
    act(s, c.target)
}

fn invisible(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let bounds = s.nodes[c.target].bounds;
    let node =
        say(&mut s, "Not shown", Rect::new(bounds.left, bounds.top, bounds.left, bounds.top));
    s.nodes[node].clickable = true;
    act(s, c.target)
}

fn decoration(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let d = display(&s);
    for n in 0..5 {
        let line = say(&mut s, "", Rect::new(d.left, d.top + n * 50, d.right, d.top + n * 50 + 2));
        s.nodes[line].class_name = "android.view.View".into();
    }
    act(s, c.target)
}

fn whitespace(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let mut found = false;
    for node in &mut s.nodes {
        if node.text.contains(' ') && !node.editable {
            node.text = format!(" {} ", node.text.replace(' ', "\u{a0} "));
            found = true;
        }
    }
    if found { act(s, c.target) } else { None }
}

fn stale_first(c: &mut Case<'_>) -> Made {
    if c.step == 0 {
        return None;
    }
    let before = c.run.screens[c.run.steps[c.step - 1].before].clone();
    frames(vec![Look::Stale(before)], c.snapshot.clone(), c.target)
}

fn rows_reworded(c: &mut Case<'_>) -> Made {
    let list = a_list(c)?;
    let mut s = c.snapshot.clone();
    let spare: Vec<usize> =
        list.rows.iter().copied().filter(|r| !within(&s, c.target, *r)).collect();
    let said =
        text_of(&s, list.rows.iter().copied().find(|r| within(&s, c.target, *r)).unwrap_or(0));
    for (n, row) in spare.iter().enumerate() {
        // Icons and buttons keep their names: what an entry is about changes.
        let title = text_of(&s, *row);
        if title == said {
            continue;
        }
        reword(
            &mut s,
            *row,
            |t| if t == title { format!("Entry number {n}") } else { t.to_owned() },
        );
    }
    if spare.is_empty() { None } else { act(s, c.target) }
}

fn progress(c: &mut Case<'_>) -> Made {
    let mut s = c.snapshot.clone();
    let mut found = false;
    for n in 0..s.nodes.len() {
        let text = s.nodes[n].text.clone();
        let number = text.trim_end_matches(['%', ' ']);
        if n != c.target
            && text.ends_with('%')
            && !number.is_empty()
            && number.bytes().all(|b| b.is_ascii_digit())
        {
            s.nodes[n].text = "77%".into();
            found = true;
        }
    }
    if found { act(s, c.target) } else { None }
}

/// A channel that lists its windows, where the other did not.
fn windows_listed(c: &mut Case<'_>) -> Made {
    if !c.snapshot.windows.is_empty() || c.snapshot.nodes.iter().any(|n| n.window != 0) {
        return None;
    }
    let mut s = c.snapshot.clone();
    let d = display(&s);
    let root = window(&mut s, WindowKind::Unknown, "", d, false);
    s.nodes.truncate(root);
    s.windows.truncate(1);
    act(s, c.target)
}

/// The task with another value.
fn new_value(c: &mut Case<'_>) -> Made {
    let slot = c
        .learned
        .machine
        .parts()
        .slots
        .iter()
        .find(|s| !s.secret && s.example.chars().count() > 2)?;
    let (old, new) = (slot.example.clone(), "Quillfeather".to_owned());
    if !c.run.goal.contains(&old) || c.run.values.iter().any(|v| v.value == old) {
        return None;
    }
    let mut s = c.snapshot.clone();
    crate::rig::replace_words(&mut s, &old, &new);
    let mut made = act(s, c.target)?;
    made.goal = Some(c.run.goal.replace(&old, &new));
    made.replace = vec![(old, new)];
    Some(shown(made))
}
