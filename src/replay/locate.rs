//! Where is the element? One answer, or none.
//!
//! The tiers, strongest first: the fingerprint itself (or, where the label holds slots, the same place with the label of this
//! run); an alias that leads from the recorded fingerprint to the live one; the same resource id, role and label; the same
//! role and label elsewhere. A tier that finds several candidates ends the search: an element that has equals is told
//! from them by its row, and otherwise not at all.

use super::Policy;
use crate::model::fsm::{Locator, MacroAction};
use crate::model::{AliasMap, Bindings, HandBackKind, Node, Rect, Role, Screen};
use crate::perceive::sketch::{telling_label, toggle_of};

/// Why an element may not be acted on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miss {
    /// The kind of the hand-back.
    pub kind: HandBackKind,
    /// Stable code of the exact cause.
    pub code: &'static str,
    /// The cause in a sentence, with what to do; no screen text.
    pub sentence: &'static str,
}

/// How an element was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// By its fingerprint, or by its place and the label of this run.
    Exact,
    /// By everything that it is itself: id, role, label and kind; what is around it has changed.
    Itself,
    /// By an alias from an upgrade.
    Alias,
    /// By its place and what stays of its label when a counter in it changes.
    Counted,
    /// By its resource id, role and label.
    Id,
    /// By role and label alone.
    Label,
}

impl Miss {
    const fn new(kind: HandBackKind, code: &'static str, sentence: &'static str) -> Self {
        Self { kind, code, sentence }
    }
}

const MISSING: Miss = Miss::new(
    HandBackKind::TargetMissing,
    "target.missing",
    "the element of the next step is not on the screen; find it by hand",
);
const OTHER_ROW: Miss = Miss::new(
    HandBackKind::TargetMissing,
    "target.other_row",
    "such an element is there, but not in the row it belongs to; find the row by hand",
);
const RENAMED: Miss = Miss::new(
    HandBackKind::TargetChanged,
    "target.renamed",
    "where the element stood there is one that says something else; check what it does now",
);
const OTHER_KIND: Miss = Miss::new(
    HandBackKind::TargetChanged,
    "target.other_kind",
    "the element is there but is no longer of the kind that takes this action; check what it does now",
);
const OTHER_APP: Miss = Miss::new(
    HandBackKind::TargetChanged,
    "target.other_app",
    "an element like it belongs to another app; do not touch it before you know whose it is",
);
const OTHER_STATE: Miss = Miss::new(
    HandBackKind::TargetChanged,
    "target.other_state",
    "the switch is not in the state it was in when the task was learned; decide by hand",
);
const AMBIGUOUS: Miss = Miss::new(
    HandBackKind::TargetAmbiguous,
    "target.ambiguous",
    "more than one element fits and nothing tells them apart for sure; choose by hand",
);
const UNVERIFIABLE: Miss = Miss::new(
    HandBackKind::TargetAmbiguous,
    "target.unverifiable",
    "only its position among equals tells the element apart; choose by hand, or allow ordinals in the policy",
);
const UNBOUND: Miss = Miss::new(
    HandBackKind::TargetMissing,
    "target.unbound",
    "the element is named by a value that this run does not have; name the value",
);
const DISABLED: Miss = Miss::new(
    HandBackKind::TargetDisabled,
    "target.disabled",
    "the element is greyed out; see what is missing before it",
);
const COVERED: Miss = Miss::new(
    HandBackKind::TargetCovered,
    "target.covered",
    "something lies over the element; move it away first",
);

/// Finds the one element that the locator means, and that may be acted on now.
///
/// # Errors
/// Why there is none.
pub fn locate<'s>(
    locator: &Locator,
    bindings: &Bindings,
    screen: &'s Screen,
    aliases: &AliasMap,
    policy: &Policy,
) -> Result<&'s Node, Miss> {
    find(locator, bindings, screen, aliases, policy).map(|(node, _)| node).and_then(ready)
}

/// [`locate`] for an action: the element must also be of a kind that takes it.
pub(super) fn locate_for<'s>(
    action: &MacroAction,
    locator: &Locator,
    bindings: &Bindings,
    screen: &'s Screen,
    aliases: &AliasMap,
    policy: &Policy,
) -> Result<(&'s Node, Tier), Miss> {
    let (node, tier) = find(locator, bindings, screen, aliases, policy)?;
    let takes = match action {
        MacroAction::InputText(..) => node.state.editable || node.role == Role::Input,
        MacroAction::Scroll(..) => node.state.scrollable || node.role == Role::Scrollable,
        _ => true,
    };
    if !takes {
        return Err(OTHER_KIND);
    }
    ready(node).map(|node| (node, tier))
}

/// Enabled and uncovered.
fn ready(node: &Node) -> Result<&Node, Miss> {
    match node.state {
        s if !s.enabled => Err(DISABLED),
        s if s.covered => Err(COVERED),
        _ if node.bounds.is_empty() => Err(MISSING),
        _ => Ok(node),
    }
}

/// The one element that the locator means, in whatever condition it is.
pub(super) fn find<'s>(
    locator: &Locator,
    bindings: &Bindings,
    screen: &'s Screen,
    aliases: &AliasMap,
    policy: &Policy,
) -> Result<(&'s Node, Tier), Miss> {
    let label = bindings.text(&locator.label).ok_or(UNBOUND)?;
    let row = bindings.text(&locator.row_anchor).ok_or(UNBOUND)?;
    let wanted = Wanted { locator, label: &label, row: &row };

    let mut other_row = false;
    for tier in [Tier::Exact, Tier::Itself, Tier::Alias, Tier::Counted, Tier::Id, Tier::Label] {
        // Where its own place is taken by something else, one of the same name elsewhere is another one.
        if tier == Tier::Label && !other_row && wanted.is_replaced(screen) {
            break;
        }
        let fits = |n: &&Node| n.package == locator.package && wanted.fits(n, tier, aliases);
        let candidates: Vec<&Node> = screen.nodes.iter().filter(fits).collect();
        let mut in_row: Vec<&Node> =
            candidates.iter().copied().filter(|n| wanted.row_fits(n)).collect();
        if in_row.is_empty() {
            in_row = candidates.iter().copied().filter(|n| wanted.row_fits_counted(n)).collect();
        }
        match in_row.as_slice() {
            [one] if candidates.len() == 1 => return wanted.trusted(one, 1, tier, policy),
            [one] => return wanted.trusted(one, candidates.len(), tier, policy),
            [] if candidates.iter().any(|n| wanted.shares_row_text(n))
                || candidates.len() > 1 && locator.equals == 1 =>
            {
                return Err(AMBIGUOUS);
            }
            [] => other_row |= !candidates.is_empty(),
            several => return wanted.among(several, tier, policy),
        }
    }
    if other_row {
        return Err(OTHER_ROW);
    }
    Err(wanted.why_not(screen))
}

/// What is looked for, with the values of this run.
struct Wanted<'a> {
    locator: &'a Locator,
    label: &'a str,
    row: &'a str,
}

impl Wanted<'_> {
    /// Whether the label holds values of this run, so that the recorded fingerprint is not the one to look for.
    fn is_templated(&self) -> bool {
        !self.locator.label.is_literal()
    }

    /// Whether its row tells it from its equals.
    fn is_told_by_row(&self) -> bool {
        !self.row.is_empty()
    }

    /// What an input holds is not what it is.
    fn is_input(&self) -> bool {
        self.locator.role == Role::Input
    }

    fn fits(&self, node: &Node, tier: Tier, aliases: &AliasMap) -> bool {
        let l = self.locator;
        match tier {
            Tier::Exact if self.is_input() => {
                node.place == l.place && (l.hint.is_empty() || node.hint == l.hint)
            }
            Tier::Exact if self.is_templated() => node.place == l.place && node.label == self.label,
            // What it said changed by itself already when it was learned.
            Tier::Exact if l.label.is_empty() => {
                node.place == l.place && (node.label.is_empty() || node.volatile)
            }
            Tier::Exact => node.fingerprint == l.fingerprint,
            Tier::Itself => {
                !l.resource_id.is_empty()
                    && (l.same_id == 1 || self.is_told_by_row())
                    && node.resource_id == l.resource_id
                    && last_part(&node.class_name) == last_part(&l.class_name)
                    && node.role == l.role
                    && self.says_the_same(node)
            }
            Tier::Alias => aliases.leads_to(l.fingerprint, node.fingerprint) && node.role == l.role,
            Tier::Counted => {
                let stays = |label| telling_label(l.role, label);
                node.place == l.place && !self.is_input() && stays(&node.label) == stays(self.label)
            }
            Tier::Id => {
                !l.resource_id.is_empty()
                    && (l.same_id <= 1 || self.is_told_by_row())
                    && name_of(&node.resource_id) == name_of(&l.resource_id)
                    && node.role == l.role
                    && self.says_the_same(node)
            }
            Tier::Label => {
                (l.same_label == 1 || self.is_told_by_row())
                    && node.role == l.role
                    && self.says_the_same(node)
                    && self.has_words(node)
            }
        }
    }

    fn says_the_same(&self, node: &Node) -> bool {
        if self.is_input() { node.hint == self.locator.hint } else { node.label == self.label }
    }

    /// Without an id only words can carry an element over to another place.
    fn has_words(&self, node: &Node) -> bool {
        let words = if self.is_input() { &node.hint } else { &node.label };
        words.chars().filter(|c| c.is_alphanumeric()).count() >= 2
    }

    /// Whether the node stands in the wanted row. A row is told by its anchor; the row itself by its own label.
    fn row_fits(&self, node: &Node) -> bool {
        if self.row.is_empty() || node.row_anchor == self.row {
            return true;
        }
        // Where the label alone told the row apart, what else it says (a status, a date) may have changed.
        let own = |anchor: &str| !self.label.is_empty() && anchor.starts_with(self.label);
        self.locator.equals == 1 && own(self.row) && own(&node.row_anchor)
    }

    /// Whether the node stands in the wanted row but for a count in its text.
    fn row_fits_counted(&self, node: &Node) -> bool {
        let stays = |text| telling_label(Role::ListItem, text);
        !node.row_anchor.is_empty() && stays(&node.row_anchor) == stays(self.row)
    }

    /// Whether the node's row begins like the wanted one: rows that share their first text are told by all of it.
    fn shares_row_text(&self, node: &Node) -> bool {
        !self.row.is_empty()
            && node.row_anchor.strip_prefix(self.row).is_some_and(|rest| rest.starts_with(" | "))
    }

    /// Whether the place or id that was the element's alone holds something now.
    fn is_replaced(&self, screen: &Screen) -> bool {
        let l = self.locator;
        let at_place = |n: &Node| l.same_place == 1 && n.place == l.place;
        let with_id = |n: &Node| l.same_id == 1 && n.resource_id == l.resource_id;
        screen.nodes.iter().any(|n| n.package == l.package && (at_place(n) || with_id(n)))
    }

    /// One candidate is left. Whether it was told from its equals for sure.
    fn trusted<'s>(
        &self,
        node: &'s Node,
        candidates: usize,
        tier: Tier,
        policy: &Policy,
    ) -> Result<(&'s Node, Tier), Miss> {
        let by_row = !self.row.is_empty();
        if self.locator.equals > 1 && !by_row && !policy.allow_ordinals {
            return Err(UNVERIFIABLE);
        }
        if candidates > 1 && !by_row { Err(AMBIGUOUS) } else { Ok((node, tier)) }
    }

    /// Several candidates are left: the position among equals decides where the host allows it and nothing has changed.
    fn among<'s>(
        &self,
        equals: &[&'s Node],
        tier: Tier,
        policy: &Policy,
    ) -> Result<(&'s Node, Tier), Miss> {
        let l = self.locator;
        let same = tier == Tier::Exact && equals.len() == l.equals as usize && self.row.is_empty();
        if !same {
            return Err(AMBIGUOUS);
        }
        let mut ordered: Vec<&Node> = equals.to_vec();
        ordered.sort_by_key(|n| (n.window, n.bounds.top, n.bounds.left));
        match ordered.get(l.ordinal as usize) {
            Some(node) if policy.allow_ordinals => Ok((node, tier)),
            _ => Err(UNVERIFIABLE),
        }
    }

    /// Nothing fits: what stands there instead.
    fn why_not(&self, screen: &Screen) -> Miss {
        let l = self.locator;
        let same_package = |n: &&Node| n.package == l.package;
        if screen.nodes.iter().any(|n| !same_package(&n) && n.fingerprint == l.fingerprint) {
            return OTHER_APP;
        }
        // Fewer at its place than there were: it is gone. As many: one of them is something else now.
        let at_place = |n: &Node| n.place == l.place;
        let as_many = screen.nodes.iter().filter(|n| at_place(n)).count() >= l.same_place as usize;
        let with_id = |n: &Node| l.same_id == 1 && n.resource_id == l.resource_id;
        let mut here = screen
            .nodes
            .iter()
            .filter(same_package)
            .filter(|n| at_place(n) && as_many && l.row_anchor.is_empty() || with_id(n));
        match here.next() {
            Some(node) if node.role != l.role => OTHER_KIND,
            Some(_) => RENAMED,
            None => MISSING,
        }
    }
}

/// The part of a resource id behind the package, which an upgrade or a flavour of the app may change.
fn name_of(id: &str) -> &str {
    id.rsplit_once('/').map_or(id, |(_, name)| name)
}

/// Channels name classes in full or by their last part.
fn last_part(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// The part of a node that can be touched: inside everything that scrolls around it, and on the display.
pub(super) fn visible(screen: &Screen, node: &Node) -> Rect {
    let display = screen.capture.display.bounds();
    let around = screen.ancestors(node).filter(|up| up.state.scrollable).map(|up| up.bounds);
    around.chain(display).fold(node.bounds, |seen, frame| {
        let inside = seen.intersection(&frame);
        // A frame that does not meet the node says nothing about it.
        if inside.is_empty() { seen } else { inside }
    })
}

/// What a toggle step finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Switch {
    /// Not a toggle, or in the state it was learned in: press it.
    Press,
    /// In the wanted state already: done, not pressed.
    Done,
}

/// Whether a toggle is to be pressed.
pub(super) fn switch(locator: &Locator, node: &Node, screen: &Screen) -> Result<Switch, Miss> {
    let (wanted, was) = (locator.wanted_checked, locator.was_checked);
    if wanted.is_none() && was.is_none() {
        return Ok(Switch::Press);
    }
    let checked = checked_of(screen, node).ok_or(OTHER_KIND)?;
    match (wanted, was) {
        (Some(wanted), _) if checked == wanted => Ok(Switch::Done),
        (_, Some(was)) if checked != was => Err(OTHER_STATE),
        _ => Ok(Switch::Press),
    }
}

/// The state of a toggle: of the element itself, or of the only toggle in it (a row with a switch).
fn checked_of(screen: &Screen, node: &Node) -> Option<bool> {
    toggle_of(screen, node).map(|toggle| toggle.state.checked)
}
