//! Which of a snapshot's windows is the screen, and what the others are.

use super::tree::{NONE, Tree};
use crate::model::{Display, Rect, Snapshot, Window, WindowKind};

/// What one root and everything below it is, seen from the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The window that the user is in.
    Main,
    /// The other app of a split screen.
    Beside,
    /// Lies over the main window without taking the focus: a popup, a toast, a bubble.
    Above,
    /// Lies under the main window: not reachable, left out.
    Behind,
    /// The soft keyboard: folded, left out.
    Keyboard,
    /// Status bar, navigation bar, divider, an untouchable overlay: left out.
    Frame,
}

/// A root with its subtree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    /// Positions of the subtree.
    pub from: u32,
    pub to: u32,
    /// Place in the order of drawing; larger is above.
    pub z: (i32, u32),
    /// What it takes up on the display.
    pub bounds: Rect,
    pub part: Part,
}

/// All regions, in node order.
pub(super) struct Layout {
    pub regions: Vec<Region>,
    /// Index of the main region.
    pub main: Option<usize>,
    /// The display, as far as known.
    pub display: Option<Rect>,
    pub split: bool,
    pub keyboard: bool,
    pub display_id: i32,
}

/// A window smaller than this part of the display (in percent) is never the screen when there is a larger one.
const SMALLEST_MAIN: i64 = 8;
/// A system window thinner than this part of the display (in percent) and at its edge is a bar.
const THICKEST_BAR: i64 = 16;

/// Each app of a split screen has at least this part of the display (in percent).
const SMALLEST_SPLIT: i64 = 14;

/// Whether `part` is at least `percent` of `whole`; bounds may be anything, so areas may be, too.
pub(super) fn share(part: i64, whole: i64, percent: i64) -> bool {
    i128::from(part) * 100 >= i128::from(whole) * i128::from(percent)
}

/// Tells the windows apart.
pub(super) fn layout(snapshot: &Snapshot, tree: &Tree) -> Layout {
    let mut regions: Vec<Region> = vec![];
    let mut at = 0;
    while at < tree.len() {
        debug_assert_eq!(tree.parent[at], NONE);
        let node = &snapshot.nodes[tree.source[at] as usize];
        let window = window_of(snapshot, node.window);
        let bounds = match window {
            Some(w) if !w.bounds.is_empty() => w.bounds,
            _ => node.bounds,
        };
        let z = (window.map_or(0, |w| w.layer), regions.len() as u32);
        let to = tree.end[at];
        regions.push(Region { from: at as u32, to, z, bounds, part: Part::Behind });
        at = to as usize;
    }
    let display = known_display(snapshot.capture.display, &regions);
    for region in &mut regions {
        region.part = first_guess(snapshot, tree, region, display);
    }
    let main = choose_main(snapshot, tree, &regions, display);
    let mut split = false;
    if let Some(main) = main {
        let chosen = regions[main];
        let package = package_of(snapshot, tree, &chosen);
        let display_id = display_of(snapshot, tree, &chosen);
        for (index, region) in regions.iter_mut().enumerate() {
            if region.part != Part::Behind || index == main {
                continue;
            }
            let smaller = region.bounds.area().min(chosen.bounds.area());
            let apart = !share(region.bounds.intersection(&chosen.bounds).area(), smaller, 10);
            let large =
                |r: &Rect| display.is_none_or(|d| share(r.area(), d.area(), SMALLEST_SPLIT));
            if display_of(snapshot, tree, region) != display_id {
                region.part = Part::Frame;
            } else if apart
                && large(&region.bounds)
                && large(&chosen.bounds)
                && package_of(snapshot, tree, region) != package
            {
                region.part = Part::Beside;
                split = true;
            } else if region.z > chosen.z {
                region.part = Part::Above;
            }
        }
        regions[main].part = Part::Main;
    }
    split |= snapshot.windows.iter().any(|w| {
        w.kind == WindowKind::SplitDivider
            && w.bounds.width().max(w.bounds.height()) > 0
            && display
                .is_some_and(|d| w.bounds.width() >= d.width() || w.bounds.height() >= d.height())
    });
    Layout {
        main,
        display,
        split,
        keyboard: regions.iter().any(|r| r.part == Part::Keyboard)
            || snapshot
                .windows
                .iter()
                .any(|w| w.kind == WindowKind::InputMethod && !w.bounds.is_empty()),
        display_id: main
            .map_or(snapshot.capture.display.id, |m| display_of(snapshot, tree, &regions[m])),
        regions,
    }
}

fn window_of(snapshot: &Snapshot, index: i32) -> Option<&Window> {
    usize::try_from(index).ok().and_then(|i| snapshot.windows.get(i))
}

fn region_window<'a>(snapshot: &'a Snapshot, tree: &Tree, region: &Region) -> Option<&'a Window> {
    window_of(snapshot, snapshot.nodes[tree.source[region.from as usize] as usize].window)
}

fn display_of(snapshot: &Snapshot, tree: &Tree, region: &Region) -> i32 {
    match region_window(snapshot, tree, region) {
        Some(window) if window.display_id != 0 => window.display_id,
        _ => snapshot.capture.display.id,
    }
}

/// Package of a region's content: the first node that names one, else the window's.
pub(super) fn package_of<'a>(snapshot: &'a Snapshot, tree: &Tree, region: &Region) -> &'a str {
    let node = |at: u32| snapshot.nodes[tree.source[at as usize] as usize].package.as_str();
    let own = (region.from..region.to).map(node).find(|p| !p.is_empty());
    own.or_else(|| region_window(snapshot, tree, region).map(|w| w.package.as_str())).unwrap_or("")
}

fn known_display(display: Display, regions: &[Region]) -> Option<Rect> {
    display.bounds().or_else(|| {
        let right = regions.iter().map(|r| r.bounds.right).max()?;
        let bottom = regions.iter().map(|r| r.bounds.bottom).max()?;
        (right > 0 && bottom > 0).then(|| Rect::new(0, 0, right, bottom))
    })
}

/// What a region is by itself; `Behind` stands for "content, to be decided".
fn first_guess(snapshot: &Snapshot, tree: &Tree, region: &Region, display: Option<Rect>) -> Part {
    let window = region_window(snapshot, tree, region);
    let package = package_of(snapshot, tree, region);
    let kind = window.map_or(WindowKind::Unknown, |w| w.kind);
    match kind {
        WindowKind::InputMethod => return Part::Keyboard,
        WindowKind::SplitDivider => return Part::Frame,
        WindowKind::AccessibilityOverlay if window.is_none_or(|w| w.touchable != Some(true)) => {
            return Part::Frame;
        }
        _ => {}
    }
    if is_keyboard_package(package) && at_the_bottom(region.bounds, display) {
        return Part::Keyboard;
    }
    let system = kind == WindowKind::System || package.starts_with("com.android.systemui");
    if system && (region.bounds.is_empty() || is_bar(region.bounds, display)) {
        return Part::Frame;
    }
    Part::Behind
}

/// Packages of keyboards name themselves; whether the window is one follows from where it stands.
fn is_keyboard_package(package: &str) -> bool {
    let package = package.to_ascii_lowercase();
    package
        .split('.')
        .any(|part| matches!(part, "ime" | "inputmethod" | "swiftkey" | "gboard" | "honeyboard"))
        || package.contains("inputmethod")
        || package.contains("keyboard")
}

fn at_the_bottom(bounds: Rect, display: Option<Rect>) -> bool {
    display.is_some_and(|d| {
        bounds.top > d.top
            && bounds.height() * 100 < d.height() * 75
            && i64::from(bounds.bottom) * 100 >= i64::from(d.bottom) * 90
    })
}

fn is_bar(bounds: Rect, display: Option<Rect>) -> bool {
    display.is_some_and(|d| {
        let thin = |part: i64, whole: i64| part * 100 <= whole * THICKEST_BAR;
        // A bar goes along its whole edge; something small at the edge is a bubble, and lies over what is below it.
        let whole = |part: i64, whole: i64| part * 100 >= whole * 80;
        let across =
            (bounds.top <= d.top || bounds.bottom >= d.bottom) && whole(bounds.width(), d.width());
        let along = (bounds.left <= d.left || bounds.right >= d.right)
            && whole(bounds.height(), d.height());
        across && thin(bounds.height(), d.height()) || along && thin(bounds.width(), d.width())
    })
}

/// The window that the user is in: the focused one, else the highest that is large enough and says something.
fn choose_main(
    snapshot: &Snapshot,
    tree: &Tree,
    regions: &[Region],
    display: Option<Rect>,
) -> Option<usize> {
    let content = || regions.iter().enumerate().filter(|(_, r)| r.part == Part::Behind);
    let focused = content()
        .filter(|(_, r)| region_window(snapshot, tree, r).is_some_and(|w| w.focused))
        .max_by_key(|(_, r)| r.z);
    if let Some((index, _)) = focused {
        return Some(index);
    }
    let foreground = &snapshot.capture.foreground.package;
    let large = |r: &Region| {
        r.bounds.is_empty()
            || display.is_none_or(|d| share(r.bounds.area(), d.area(), SMALLEST_MAIN))
    };
    content()
        .max_by_key(|(_, r)| {
            let bubble = region_window(snapshot, tree, r)
                .is_some_and(|w| w.kind == WindowKind::System)
                && !foreground.is_empty()
                && package_of(snapshot, tree, r) != foreground;
            let named = !foreground.is_empty() && package_of(snapshot, tree, r) == foreground;
            (speaks(snapshot, tree, r), large(r) && !bubble, r.z.0, named, r.z.1)
        })
        .map(|(index, _)| index)
}

/// Whether a region holds anything to read or to press.
fn speaks(snapshot: &Snapshot, tree: &Tree, region: &Region) -> bool {
    (region.from..region.to).any(|at| {
        let node = &snapshot.nodes[tree.source[at as usize] as usize];
        node.clickable || node.scrollable || !node.text.is_empty() || !node.content_desc.is_empty()
    })
}
