//! Who lies over the app: by window list where the channel gives one, by tree where not.
//!
//! The window type alone does not tell the status bar from an overlay (both are system windows, and older overlay
//! types arrive as application windows), so the package decides. Windows that take no touches are in no window list of
//! the accessibility channel: without a sensor nobody can rule them out, and the answer stays "unknown".

use super::front::{Front, display_area, front, is_root, may_lie_over};
use super::neighbours::shown;
use super::packages::is_keyboard;
use super::{Context, Reasons};
use crate::model::{
    ImmunePolicy, OverlayState, Rect, Snapshot, Threat, VerdictKind, Window, WindowKind,
};

/// A foreign part over the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Foreign {
    /// Takes no touches and says nothing: a filter.
    PassThrough,
    /// A window that nobody owns.
    Unidentified,
    /// Takes touches or bears text.
    Blocking,
}

/// What can be said about foreign windows over the app, for the provenance of what is kept.
pub fn overlay_state(snapshot: &Snapshot, policy: &ImmunePolicy) -> OverlayState {
    let context = Context::default();
    let found = foreign(snapshot, &front(snapshot, policy, &context), policy);
    match snapshot.capture.overlay {
        _ if found.is_some() => OverlayState::Present,
        sensed => sensed,
    }
}

pub(super) fn inspect(
    snapshot: &Snapshot,
    front: &Front,
    policy: &ImmunePolicy,
    reasons: &mut Reasons,
) {
    let mut add = |kind, threat, code, sentence: &str| reasons.add(kind, threat, code, sentence);
    let found = foreign(snapshot, front, policy);
    match found {
        Some(Foreign::Blocking) => add(
            VerdictKind::Refuse,
            Threat::High,
            "overlay.foreign_window",
            "A window of another app lies over the app in front; close it, or trust its package, and capture again.",
        ),
        Some(Foreign::Unidentified) => add(
            VerdictKind::Quarantine,
            Threat::Medium,
            "overlay.unidentified_window",
            "A window without a package lies over the app in front; name its package or close it, and capture again.",
        ),
        Some(Foreign::PassThrough) if policy.refuse_pass_through => add(
            VerdictKind::Refuse,
            Threat::High,
            "overlay.pass_through",
            "A window of another app that takes no touches lies over the app, and the policy refuses those; close it.",
        ),
        Some(Foreign::PassThrough) => add(
            VerdictKind::Admit,
            Threat::Low,
            "overlay.pass_through",
            "A window of another app that takes no touches and shows no text lies over the app, like a screen filter.",
        ),
        None => {}
    }
    match snapshot.capture.overlay {
        // a filter in the list is what the sensor saw
        OverlayState::Present if found != Some(Foreign::PassThrough) => add(
            VerdictKind::Refuse,
            Threat::High,
            "overlay.sensor",
            "The host's sensor sees a foreign window over the app in front; close it and capture again.",
        ),
        OverlayState::Unknown if policy.require_overlay_sensor => add(
            VerdictKind::Quarantine,
            Threat::Medium,
            "overlay.unknown",
            "Nobody looked for foreign windows and the policy requires it; give Capture.overlay a sensor's answer.",
        ),
        OverlayState::Unknown if found.is_none() => add(
            VerdictKind::Admit,
            Threat::Low,
            "overlay.unknown",
            "Nobody can tell whether a foreign window lies over the app; a sensor's answer in Capture.overlay would.",
        ),
        _ => {}
    }
}

/// The worst foreign part over the app.
fn foreign(snapshot: &Snapshot, front: &Front, policy: &ImmunePolicy) -> Option<Foreign> {
    let contents = contents(snapshot, front, policy);
    let app: Vec<(usize, &Window)> = snapshot
        .windows
        .iter()
        .enumerate()
        .filter(|(_, w)| w.package == front.package && !front.package.is_empty())
        .take(MOST_OWN)
        .collect();
    let layered = snapshot.windows.iter().any(|w| w.layer != snapshot.windows[0].layer);
    let display = display_area(snapshot);
    let by_window = snapshot.windows.iter().zip(&contents).enumerate().filter_map(|(i, (w, c))| {
        let over_app = app.iter().any(|(j, app)| {
            i != *j
                && app.display_id == w.display_id
                && (!layered || w.layer > app.layer)
                && !app.bounds.intersection(&w.bounds).is_empty()
        });
        over_app.then(|| foreign_window(w, c, front, policy, &display)).flatten()
    });
    by_window.chain(foreign_roots(snapshot, front, policy)).max()
}

/// An app has a handful of windows and roots; more are not compared one by one.
const MOST_OWN: usize = 64;

/// What stands in a window, as far as overlays are concerned.
#[derive(Debug, Clone, Copy, Default)]
struct Content {
    has_owner: bool,
    has_stranger: bool,
    speaks: bool,
}

fn contents(snapshot: &Snapshot, front: &Front, policy: &ImmunePolicy) -> Vec<Content> {
    let mut contents = vec![Content::default(); snapshot.windows.len()];
    for node in &snapshot.nodes {
        let window = usize::try_from(node.window).ok().and_then(|w| contents.get_mut(w));
        let Some(content) = window else { continue };
        content.speaks |= !shown(node).is_empty();
        if !node.package.is_empty() && is_root(node, &snapshot.nodes) {
            content.has_owner = true;
            content.has_stranger |= !may_lie_over(&node.package, front, policy);
        }
    }
    contents
}

fn foreign_window(
    window: &Window,
    content: &Content,
    front: &Front,
    policy: &ImmunePolicy,
    display: &Rect,
) -> Option<Foreign> {
    // an app's own window that also holds a stranger's content is judged by its roots
    if window.kind == WindowKind::SplitDivider || window.package == front.package {
        return None;
    }
    if window.kind == WindowKind::InputMethod && is_keyboard_window(window, policy, display) {
        return None;
    }
    // what the content belongs to counts more than what the window is called
    let named = !window.package.is_empty();
    let stranger = content.has_stranger || (named && !may_lie_over(&window.package, front, policy));
    if (named || content.has_owner) && !stranger {
        None
    } else if window.touchable == Some(false) && !content.speaks {
        Some(Foreign::PassThrough)
    } else if stranger || content.speaks {
        Some(Foreign::Blocking)
    } else if is_bar(&window.bounds, display) {
        None
    } else {
        Some(Foreign::Unidentified)
    }
}

/// A strip along an edge of the display, like a status or navigation bar whose content the channel does not show.
fn is_bar(bounds: &Rect, display: &Rect) -> bool {
    let wide = bounds.width() * 10 >= display.width() * 9;
    let tall = bounds.height() * 10 >= display.height() * 9;
    let at_edge = |a: i32, b: i32| a.abs_diff(b) <= 2;
    (wide
        && bounds.height() * 8 <= display.height()
        && (at_edge(bounds.top, display.top) || at_edge(bounds.bottom, display.bottom)))
        || (tall
            && bounds.width() * 8 <= display.width()
            && (at_edge(bounds.left, display.left) || at_edge(bounds.right, display.right)))
}

/// Root nodes of strangers over the app, in windows that say nothing about it: all there is in a plain dump.
fn foreign_roots(snapshot: &Snapshot, front: &Front, policy: &ImmunePolicy) -> Option<Foreign> {
    let nodes = &snapshot.nodes;
    if front.package.is_empty() {
        return None;
    }
    let window_of = |w: i32| usize::try_from(w).ok().and_then(|w| snapshot.windows.get(w));
    let listed = |w: i32| {
        snapshot.windows.len() > 1 && window_of(w).is_some_and(|w| w.package != front.package)
    };
    let own_roots: Vec<&Rect> = nodes
        .iter()
        .filter(|n| n.package == front.package && is_root(n, nodes))
        .map(|n| &n.bounds)
        .take(MOST_OWN)
        .collect();
    let display = display_area(snapshot);
    let is_foreign = |i: &usize| {
        let n = &nodes[*i];
        !n.package.is_empty()
            && is_root(n, nodes)
            && !listed(n.window)
            && !may_lie_over(&n.package, front, policy)
            && !is_keyboard_place(&n.bounds, &display, is_keyboard(&n.package, policy))
            && own_roots.iter().any(|b| !b.intersection(&n.bounds).is_empty())
    };
    let roots: Vec<usize> = (0..nodes.len()).filter(is_foreign).collect();
    if roots.is_empty() {
        return None;
    }
    // everything below a foreign root; parents stand before their children
    let mut below = vec![false; nodes.len()];
    roots.iter().for_each(|i| below[*i] = true);
    for i in 0..nodes.len() {
        if let Some(parent) = nodes[i].parent_index().filter(|p| *p < i) {
            below[i] |= below[parent];
        }
    }
    let acts = nodes.iter().zip(&below).any(|(n, below)| {
        *below
            && (!shown(n).is_empty()
                || n.clickable
                || n.long_clickable
                || n.editable
                || n.focusable)
    });
    Some(if acts { Foreign::Blocking } else { Foreign::PassThrough })
}

/// The system types keyboards for channels that also tell touchability. Where the type was only guessed from the content,
/// which an overlay can make up, an unknown keyboard has to be where keyboards are.
fn is_keyboard_window(window: &Window, policy: &ImmunePolicy, display: &Rect) -> bool {
    window.touchable.is_some()
        || is_keyboard(&window.package, policy)
        || is_keyboard_place(&window.bounds, display, true)
}

/// A known keyboard where keyboards are: in the lower two thirds, reaching the bottom.
fn is_keyboard_place(bounds: &Rect, display: &Rect, is_keyboard: bool) -> bool {
    is_keyboard
        && i64::from(bounds.top) * 3 >= display.height()
        && i64::from(bounds.bottom) * 10 >= display.height() * 9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lifecycle::immune::inspect;
    use crate::model::{PackageRule, UiNode};

    const APP: &str = "com.example.bank";
    const SCREEN: Rect = Rect::new(0, 0, 1080, 2400);

    fn node(package: &str, window: i32, text: &str, bounds: Rect) -> UiNode {
        UiNode {
            package: package.into(),
            window,
            text: text.into(),
            clickable: !text.is_empty(),
            ..UiNode::new("android.view.View", bounds)
        }
    }

    fn window(kind: WindowKind, layer: i32, package: &str, bounds: Rect) -> Window {
        Window {
            kind,
            layer,
            package: package.into(),
            bounds,
            title: String::new(),
            touchable: None,
            focused: false,
            display_id: 0,
        }
    }

    /// A bank under a second window with the given package, kind, bounds, touchability and text.
    fn covered(
        kind: WindowKind,
        package: &str,
        bounds: Rect,
        touchable: Option<bool>,
        text: &str,
    ) -> Snapshot {
        let mut snapshot = Snapshot {
            nodes: vec![node(APP, 0, "Send", SCREEN), node(package, 1, text, bounds)],
            windows: vec![
                window(WindowKind::Application, 1, APP, SCREEN),
                Window { touchable, ..window(kind, 2, package, bounds) },
            ],
            ..Snapshot::default()
        };
        snapshot.capture.foreground.package = APP.into();
        snapshot
    }

    fn judge(snapshot: &Snapshot, policy: &ImmunePolicy) -> (VerdictKind, String) {
        let verdict = inspect(snapshot, policy, &Context::default());
        (verdict.kind, verdict.reasons.first().map(|r| r.code.clone()).unwrap_or_default())
    }

    #[test]
    fn a_foreign_window_is_refused_and_bars_keyboards_and_system_dialogs_are_not() {
        let policy = ImmunePolicy::default();
        let half = Rect::new(0, 1200, 1080, 2400);
        for kind in [WindowKind::System, WindowKind::Application, WindowKind::AccessibilityOverlay]
        {
            let snapshot = covered(kind, "com.evil", half, None, "Pay");
            assert_eq!(
                judge(&snapshot, &policy),
                (VerdictKind::Refuse, "overlay.foreign_window".into())
            );
        }
        let keyboard = covered(WindowKind::InputMethod, "com.any.ime", half, Some(true), "q");
        assert_eq!(judge(&keyboard, &policy).0, VerdictKind::Admit);
        let guessed = covered(WindowKind::InputMethod, "com.evil", SCREEN, None, "Pay");
        assert_eq!(judge(&guessed, &policy).0, VerdictKind::Refuse, "no keyboard covers all");
        for package in
            ["com.android.systemui", "com.google.android.permissioncontroller", "android"]
        {
            let snapshot = covered(WindowKind::System, package, half, Some(true), "Allow");
            assert_eq!(judge(&snapshot, &policy).0, VerdictKind::Admit, "{package}");
        }
        let beside = covered(
            WindowKind::Application,
            "com.other",
            Rect::new(1080, 0, 2160, 2400),
            None,
            "x",
        );
        assert_eq!(judge(&beside, &policy).0, VerdictKind::Admit, "split screen");
    }

    #[test]
    fn a_filter_warns_unless_it_speaks_or_the_policy_is_strict() {
        let policy = ImmunePolicy::default();
        let filter = covered(WindowKind::System, "com.blue.filter", SCREEN, Some(false), "");
        assert_eq!(judge(&filter, &policy), (VerdictKind::Admit, "overlay.pass_through".into()));
        let speaking =
            covered(WindowKind::System, "com.blue.filter", SCREEN, Some(false), "Tap below");
        assert_eq!(judge(&speaking, &policy).0, VerdictKind::Refuse);
        let strict = ImmunePolicy { refuse_pass_through: true, ..policy.clone() };
        assert_eq!(judge(&filter, &strict).0, VerdictKind::Refuse);
        let trusting = ImmunePolicy {
            trusted_packages: vec![PackageRule::any_signer("com.blue.filter")],
            ..policy
        };
        assert_eq!(judge(&speaking, &trusting).0, VerdictKind::Admit);
    }

    #[test]
    fn a_window_is_what_its_content_belongs_to() {
        let mut snapshot = covered(WindowKind::System, "com.evil", SCREEN, Some(true), "Pay");
        snapshot.windows[1].package = "com.android.systemui".into();
        assert_eq!(judge(&snapshot, &ImmunePolicy::default()).0, VerdictKind::Refuse);
    }

    #[test]
    fn without_windows_the_tree_tells() {
        let policy = ImmunePolicy::default();
        let mut snapshot = covered(WindowKind::System, "com.evil", SCREEN, None, "Pay");
        snapshot.windows.clear();
        snapshot.nodes[1].window = 0;
        assert_eq!(
            judge(&snapshot, &policy),
            (VerdictKind::Refuse, "overlay.foreign_window".into())
        );
        assert_eq!(overlay_state(&snapshot, &policy), OverlayState::Present);
        snapshot.nodes[1].parent = Some(0);
        assert_eq!(judge(&snapshot, &policy).0, VerdictKind::Admit, "a widget inside the app");
        assert_eq!(overlay_state(&snapshot, &policy), OverlayState::Unknown);
    }

    #[test]
    fn the_sensor_is_believed_and_its_silence_is_noted() {
        let policy = ImmunePolicy::default();
        let mut snapshot = covered(
            WindowKind::System,
            "com.android.systemui",
            Rect::new(0, 0, 1080, 80),
            None,
            "9:41",
        );
        assert_eq!(judge(&snapshot, &policy), (VerdictKind::Admit, "overlay.unknown".into()));
        let strict = ImmunePolicy { require_overlay_sensor: true, ..policy.clone() };
        assert_eq!(judge(&snapshot, &strict).0, VerdictKind::Quarantine);
        snapshot.capture.overlay = OverlayState::Present;
        assert_eq!(judge(&snapshot, &policy), (VerdictKind::Refuse, "overlay.sensor".into()));
        snapshot.capture.overlay = OverlayState::None;
        assert_eq!(judge(&snapshot, &policy), (VerdictKind::Admit, String::new()));
    }
}
