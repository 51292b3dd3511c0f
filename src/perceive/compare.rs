//! Are two screens the same one? With the nodes that spoke for it and against it.
//!
//! Equal identities settle it. Where they differ (another dialect, a control less, a changed word), what stands still on both
//! is weighed: dialogs, headings and controls count in full, entries of lists little, what scrolls only by whether anything
//! of it is the same kind of thing. Some differences weigh more than any score: a dialog that came or went, another sentence
//! in a dialog, another selected tab, several controls that only one of the two has.

use super::weigh::weigh;
use crate::model::{Screen, ScreenKey};

/// The answer of [`compare`].
#[derive(Debug, Clone, PartialEq)]
pub enum Likeness {
    /// The same screen.
    Same(Evidence),
    /// Much in common, but not the same screen.
    Similar(Evidence),
    /// Another screen.
    Different(Evidence),
}

/// Why the answer is what it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Evidence {
    /// Weight that agrees, as a share of all weight: 0 to 1.
    pub score: f64,
    /// Pairs of nodes (index in `a`, index in `b`) that agree.
    pub agree: Vec<(u32, u32)>,
    /// Nodes of `a` that spoke against.
    pub only_a: Vec<u32>,
    /// Nodes of `b` that spoke against.
    pub only_b: Vec<u32>,
    /// Same places, other words throughout: the language was switched.
    pub language_switch: bool,
    /// What decided, when it was not the score.
    pub reason: Option<Reason>,
}

/// What decided, when it was not the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Another app, display, orientation or split.
    Key,
    /// The identities are equal.
    Identity,
    /// Too little to go by on one of them.
    Opaque,
    /// A dialog is on one of them only.
    Dialog,
    /// A text in a dialog says something else.
    Text,
    /// The title says something else.
    Title,
    /// Another tab is selected.
    Selection,
    /// More than one control, or a list, is on one of them only.
    Controls,
    /// Next to nothing stands still, it is no list that scrolls, and not a word of it is the same.
    Content,
}

impl Likeness {
    /// Why.
    pub fn evidence(&self) -> &Evidence {
        match self {
            Self::Same(e) | Self::Similar(e) | Self::Different(e) => e,
        }
    }

    /// Whether it is the same screen.
    pub fn is_same(&self) -> bool {
        matches!(self, Self::Same(_))
    }
}

/// From this score on two screens are the same, unless something decides against it.
const SAME: f64 = 0.8;
/// From this score on they are similar.
const SIMILAR: f64 = 0.5;

/// Compares two screens, in linear time.
///
/// ```
/// use cs_mem::model::{Rect, Snapshot, UiNode};
/// use cs_mem::perceive::{compare, perceive};
///
/// let page = |clock: &str| {
///     let text = |text: &str, top| UiNode {
///         text: text.into(),
///         ..UiNode::new("android.widget.TextView", Rect::new(0, top, 100, top + 40))
///     };
///     perceive(&Snapshot { nodes: vec![text("Backup", 0), text(clock, 50)], ..Snapshot::default() })
/// };
/// assert!(compare(&page("10:41"), &page("10:42")).is_same());
/// ```
pub fn compare(a: &Screen, b: &Screen) -> Likeness {
    let mut evidence = weigh(a, b);
    if !keys_agree(&a.key, &b.key) {
        evidence.score = 0.0;
        evidence.reason = Some(Reason::Key);
        return Likeness::Different(evidence);
    }
    if a.opaque || b.opaque {
        evidence.reason = Some(Reason::Opaque);
        let equal = a.opaque == b.opaque && a.id == b.id && a.content == b.content;
        return if equal { Likeness::Same(evidence) } else { Likeness::Different(evidence) };
    }
    if a.id == b.id && (a.content == b.content || evidence.reason != Some(Reason::Content)) {
        evidence.reason = Some(Reason::Identity);
        return Likeness::Same(evidence);
    }
    if evidence.score >= SAME && evidence.reason.is_none() && !evidence.language_switch {
        Likeness::Same(evidence)
    } else if evidence.score >= SIMILAR || evidence.language_switch {
        Likeness::Similar(evidence)
    } else {
        Likeness::Different(evidence)
    }
}

/// Not every dialect names the package; then it decides nothing.
fn keys_agree(a: &ScreenKey, b: &ScreenKey) -> bool {
    let package = a.package == b.package || a.package.is_empty() || b.package.is_empty();
    package && (a.landscape, a.display_id, a.split) == (b.landscape, b.display_id, b.split)
}
