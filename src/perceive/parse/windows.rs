//! What a tree leaves out: windows of their roots, kinds, layers, the display, the app in front.

use super::dialect::Dialect;
use super::repairs;
use super::tree::{Facts, Field, Tree, WindowDraft, around};
use super::widget;
use crate::model::{Capture, Display, Foreground, Rect, Snapshot, UiNode, Window, WindowKind};
use crate::perceive::PerceiveError;

/// The finished snapshot.
pub(super) fn finish(
    mut tree: Tree,
    mut capture: Capture,
    dialect: Dialect,
    raw_bytes: usize,
) -> Result<Snapshot, PerceiveError> {
    if tree.nodes.is_empty() {
        return Err(PerceiveError::NoNodes);
    }
    if !tree.seen.has(Field::Clickable) {
        for node in &mut tree.nodes {
            node.clickable = widget::is_pressable(&node.class_name);
        }
    }
    if !tree.seen.has(Field::Password) {
        for node in &mut tree.nodes {
            node.password = node.editable && widget::names_a_secret(node);
        }
    }
    let drafts = std::mem::take(&mut tree.windows);
    let windows = windows(&tree.nodes, drafts, capture.display.bounds());
    fill_capture(&mut capture, &tree.facts, &tree.nodes, &windows);
    if capture.channel.is_empty() {
        capture.channel = dialect.name().to_owned();
    }
    if tree.nodes.iter().all(|n| n.bounds.is_empty()) {
        tree.repairs.note(repairs::NO_BOUNDS);
    }
    Ok(Snapshot {
        nodes: tree.nodes,
        windows,
        capture,
        truncated: false,
        warnings: tree.repairs.into_warnings(),
        raw_bytes: i64::try_from(raw_bytes).unwrap_or(i64::MAX),
    })
}

/// One window per draft; what a draft does not declare is read off its nodes.
pub(super) fn windows(
    nodes: &[UiNode],
    drafts: Vec<WindowDraft>,
    display: Option<Rect>,
) -> Vec<Window> {
    let mut marks = vec![Marks::default(); drafts.len()];
    for node in nodes {
        if let Some(mark) = usize::try_from(node.window).ok().and_then(|w| marks.get_mut(w)) {
            mark.see(node);
        }
    }
    let extent = display.unwrap_or_else(|| {
        let roots = drafts.iter().filter_map(|d| nodes.get(d.root? as usize));
        extent(
            roots
                .map(|n| n.bounds)
                .chain(drafts.iter().filter_map(|d| Some(d.declared.as_ref()?.bounds))),
        )
    });
    let mut windows: Vec<Window> = drafts
        .into_iter()
        .zip(&marks)
        .map(|(draft, marks)| {
            let root = draft.root.and_then(|r| nodes.get(r as usize));
            let mut window = draft.declared.unwrap_or_else(|| Window {
                kind: WindowKind::Unknown,
                layer: 0,
                package: String::new(),
                bounds: draft.bounds.or(root.map(|n| n.bounds)).unwrap_or_default(),
                title: String::new(),
                touchable: None,
                focused: marks.focused,
                display_id: draft.display_id,
            });
            if window.package.is_empty()
                && let Some(root) = root
            {
                window.package = root.package.clone();
            }
            if window.bounds.is_empty()
                && let Some(root) = root
            {
                window.bounds = root.bounds;
            }
            if window.kind == WindowKind::Unknown {
                window.kind = kind(&window, marks, extent);
            }
            window
        })
        .collect();
    if windows.iter().all(|w| w.layer == windows[0].layer) {
        layer(&mut windows);
    }
    windows
}

/// What the host does not know about the display and the app in front.
pub(super) fn fill_capture(
    capture: &mut Capture,
    facts: &Facts,
    nodes: &[UiNode],
    windows: &[Window],
) {
    fill_display(&mut capture.display, facts, windows);
    fill_foreground(&mut capture.foreground, facts, nodes, windows);
}

/// What the nodes of a window show about it.
#[derive(Clone, Default)]
struct Marks {
    focused: bool,
    /// Keys of a soft keyboard.
    keys: u32,
}

impl Marks {
    #[inline]
    fn see(&mut self, node: &UiNode) {
        self.focused |= node.focused;
        if !node.resource_id.is_empty() {
            let id = node.resource_id.as_str();
            let id = memchr::memrchr(b'/', id.as_bytes()).map_or(id, |at| &id[at + 1..]);
            self.keys += u32::from(id.starts_with("key_pos_") || id == "keyboard_view");
        }
    }
}

/// Packages of soft keyboards that do not have `inputmethod` in their name.
const KEYBOARDS: [&str; 10] = [
    "com.samsung.android.honeyboard",
    "com.sec.android.inputmethod",
    "com.touchtype.swiftkey",
    "com.baidu.input",
    "com.iflytek.speechcloud",
    "com.tencent.qqpinyin",
    "com.tencent.wetype",
    "com.menny.android.anysoftkeyboard",
    "helium314.keyboard",
    "com.swiftkey.swiftkeyapp",
];

fn kind(window: &Window, marks: &Marks, display: Rect) -> WindowKind {
    let package = window.package.as_str();
    if package == "com.android.systemui" {
        return WindowKind::System;
    }
    let named = package.contains("inputmethod")
        || KEYBOARDS.iter().any(|known| package.starts_with(known))
        || window.title == "InputMethod";
    // a keyboard's own settings are an app like any other: they fill the display and have no keys
    let partial = window.bounds.height() * 4 < display.height() * 3;
    if marks.keys >= 3 || (named && (partial || marks.keys > 0)) {
        return WindowKind::InputMethod;
    }
    WindowKind::Application
}

/// Layers where the file has none. The order in a file is not the z order (uiautomator walks a hash set), but a window
/// that is completely covered is not reported at all, so a smaller one lies above a larger one, and keyboard and
/// system windows lie above apps. Among equals the later one lies above.
fn layer(windows: &mut [Window]) {
    let rank = |kind: WindowKind| match kind {
        WindowKind::Application | WindowKind::Unknown => 0,
        WindowKind::SplitDivider => 1,
        WindowKind::InputMethod => 2,
        WindowKind::System => 3,
        WindowKind::AccessibilityOverlay => 4,
    };
    let mut order: Vec<usize> = (0..windows.len()).collect();
    order.sort_by_key(|i| (rank(windows[*i].kind), -windows[*i].bounds.area()));
    for (layer, index) in order.into_iter().enumerate() {
        windows[index].layer = layer as i32;
    }
}

/// The smallest display that holds all of them. When nothing but a dialog was captured it floats: the same margin is
/// added on the other side, so that a flat dialog does not make a portrait display a landscape one.
fn extent(bounds: impl Iterator<Item = Rect>) -> Rect {
    let all = around(bounds).unwrap_or_default();
    let floats = all.left > 0 && all.top > 0;
    let margin = |m: i32| if floats { m } else { 0 };
    let right = all.right.saturating_add(margin(all.left));
    Rect::new(0, 0, right, all.bottom.saturating_add(margin(all.top)))
}

/// Size, rotation and id of the display, as far as the host does not know them.
fn fill_display(display: &mut Display, facts: &Facts, windows: &[Window]) {
    let front = front(windows);
    if display.width <= 0 || display.height <= 0 {
        // a host that knows the size knows the rotation as well
        if display.rotation == 0 {
            display.rotation = facts.rotation.rem_euclid(4);
        }
        (display.width, display.height) = if facts.width > 0 && facts.height > 0 {
            (facts.width, facts.height)
        } else {
            let same = |w: &&Window| front.is_none_or(|f| f.display_id == w.display_id);
            let extent = extent(windows.iter().filter(same).map(|w| w.bounds));
            (extent.right, extent.bottom)
        };
    }
    if display.id == 0
        && let Some(front) = front
    {
        display.id = front.display_id;
    }
}

/// The largest window of an app: a dialog or widget in front of it belongs to the same task.
fn front(windows: &[Window]) -> Option<&Window> {
    windows
        .iter()
        .filter(|w| w.kind == WindowKind::Application)
        .max_by_key(|w| (w.bounds.area(), w.layer))
}

fn fill_foreground(
    foreground: &mut Foreground,
    facts: &Facts,
    nodes: &[UiNode],
    windows: &[Window],
) {
    if !foreground.package.is_empty() {
        return;
    }
    if !facts.package.is_empty() {
        foreground.package = facts.package.clone();
        foreground.activity = facts.activity.clone();
    } else if let Some(front) = front(windows) {
        foreground.package = front.package.clone();
    }
    if foreground.package.is_empty() {
        foreground.package = package_of_ids(nodes);
    }
}

/// Where no node names its package: the one that most resource ids begin with. Framework ids say nothing.
fn package_of_ids(nodes: &[UiNode]) -> String {
    let mut counts: Vec<(&str, u32)> = Vec::new();
    for node in nodes {
        let Some((package, _)) = node.resource_id.split_once(":id/") else { continue };
        match counts.iter().position(|(known, _)| *known == package) {
            Some(at) => counts[at].1 += 1,
            // a screen has ids of a handful of libraries; more than that is no way to tell
            None if package != "android" && counts.len() < 16 => counts.push((package, 1)),
            None => {}
        }
    }
    let most = counts.into_iter().rev().max_by_key(|(_, n)| *n);
    most.map(|(package, _)| package.to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(package: &str, bounds: Rect) -> UiNode {
        UiNode { package: package.into(), ..UiNode::new("android.widget.FrameLayout", bounds) }
    }

    fn kinds_and_layers(roots: &[UiNode]) -> Vec<(WindowKind, i32)> {
        let nodes: Vec<UiNode> =
            roots.iter().zip(0..).map(|(n, window)| UiNode { window, ..n.clone() }).collect();
        let drafts = (0..roots.len() as u32)
            .map(|root| WindowDraft { root: Some(root), ..WindowDraft::default() })
            .collect();
        windows(&nodes, drafts, None).iter().map(|w| (w.kind, w.layer)).collect()
    }

    const FULL: Rect = Rect::new(0, 0, 1080, 2400);
    const LOWER: Rect = Rect::new(0, 1500, 1080, 2400);

    #[test]
    fn a_smaller_window_lies_above_a_larger_one_whatever_the_order() {
        let app = root("a", FULL);
        let dialog = root("a", Rect::new(100, 800, 980, 1600));
        let expected = [(WindowKind::Application, 0), (WindowKind::Application, 1)];
        assert_eq!(kinds_and_layers(&[app.clone(), dialog.clone()]), expected);
        assert_eq!(kinds_and_layers(&[dialog, app.clone()]), [expected[1], expected[0]]);
        // of two equal ones the later lies above
        assert_eq!(kinds_and_layers(&[app.clone(), app]), expected);
    }

    #[test]
    fn a_keyboard_is_known_by_its_package_or_its_keys() {
        for package in ["com.google.android.inputmethod.latin", "com.touchtype.swiftkey"] {
            let kinds = kinds_and_layers(&[root("a", FULL), root(package, LOWER)]);
            assert_eq!(kinds[1].0, WindowKind::InputMethod, "{package}");
        }
        let mut nodes = vec![root("com.unknown.keys", FULL)];
        for key in 0..3 {
            let id = format!("com.unknown.keys:id/key_pos_0_{key}");
            nodes.push(UiNode { resource_id: id, parent: Some(0), ..root("", LOWER) });
        }
        let draft = WindowDraft { root: Some(0), ..WindowDraft::default() };
        assert_eq!(windows(&nodes, vec![draft], None)[0].kind, WindowKind::InputMethod);
    }

    #[test]
    fn the_settings_of_a_keyboard_are_an_app() {
        let kinds = kinds_and_layers(&[root("com.example.inputmethod.fancy", FULL)]);
        assert_eq!(kinds[0].0, WindowKind::Application);
    }

    #[test]
    fn the_app_in_front_is_neither_keyboard_nor_status_bar_nor_a_bubble() {
        let mut nodes = vec![
            root("com.example.bubble", Rect::new(900, 300, 1080, 480)),
            root("com.android.systemui", FULL),
            root("com.google.android.inputmethod.latin", LOWER),
            root("com.example.app", Rect::new(0, 80, 1080, 1500)),
        ];
        for (node, window) in nodes.iter_mut().zip(0..) {
            node.window = window;
        }
        let drafts =
            (0..4).map(|r| WindowDraft { root: Some(r), ..WindowDraft::default() }).collect();
        let windows = windows(&nodes, drafts, None);
        let mut capture = Capture::default();
        fill_capture(&mut capture, &Facts::default(), &nodes, &windows);
        assert_eq!(capture.foreground.package, "com.example.app");
        assert_eq!(capture.display.bounds(), Some(FULL));
    }

    #[test]
    fn a_dialog_alone_does_not_turn_the_display() {
        let flat = Rect::new(14, 520, 786, 700);
        assert_eq!(extent([flat].into_iter()), Rect::new(0, 0, 800, 1220));
        // a bar at the edge of a split screen is no margin
        assert_eq!(
            extent([Rect::new(176, 0, 2000, 1128)].into_iter()),
            Rect::new(0, 0, 2000, 1128)
        );
        assert_eq!(extent(std::iter::empty()), Rect::default());
    }
}
