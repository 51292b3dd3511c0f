//! Kept steps to a machine: screens to states, targets to locators, values to slots.

use super::compress::Kept;
use super::slots::Slots;
use super::{Distilled, NotDistilled};
use crate::model::fsm::{
    Container, Locator, MacroAction, MacroParts, Mark, Short, SlotLabel, State, TextTemplate,
    Transition,
};
use crate::model::sensitive::{of_label, of_resource_id, speaks_of_money};
use crate::model::{Action, FsmMacro, MacroId, Node, Role, Screen, Sensitivity, Trace};
use crate::perceive::sketch::{sketch, substance, toggle_of};
use std::collections::HashSet;

/// Least weight of a screen that can be recognised.
const LEAST_SUBSTANCE: u32 = 3;
/// Values shorter than this are slots of a screen's text only where they are all of it.
const SHORTEST_IN_LABELS: usize = 2;

/// Builds the machine.
pub(super) fn compile(
    trace: &Trace,
    kept: &[Kept<'_>],
    id: MacroId,
) -> Result<Distilled, NotDistilled> {
    let mut slots = Slots::of(trace);
    let mut literals = Vec::new();
    // Typed texts first: they decide what the values are, for the labels of all screens.
    let mut typed = Vec::with_capacity(kept.len());
    for (n, step) in kept.iter().enumerate() {
        typed.push(typed_template(step, &mut slots, n, &mut literals));
    }

    let mut states = Vec::with_capacity(kept.len() + 1);
    let mut transitions = Vec::with_capacity(kept.len());
    for (n, (step, text)) in kept.iter().zip(&typed).enumerate() {
        let action = action(trace, step, text.as_ref(), &slots)?;
        let harms = matches!(step.act.action, Action::Tap { .. } | Action::LongPress { .. })
            .then_some(step.act.target.as_ref())
            .flatten()
            .is_some_and(|t| {
                of_label(&t.label).or_else(|| of_resource_id(&t.resource_id)).is_some()
            });
        let target = step.act.target.as_ref();
        let screen = &trace.screens[step.arrived];
        states.push(state(screen, step.number, target, harms, &slots, &typed[..n])?);
        transitions.push(Transition {
            from: n,
            to: n + 1,
            action,
            settle_ms: step.took.max(0),
            runs: 1,
        });
    }
    let Some(last) = kept.last() else { return Err(NotDistilled::TooShort) };
    let end = &trace.screens[last.after];
    states.push(state(end, last.number, None, false, &slots, &typed)?);

    let goal = slots.goal();
    let mut parts = MacroParts {
        id,
        version: 1,
        parent: None,
        reason: "learned".to_owned(),
        name: name_of(&goal),
        goal,
        app: trace.app.clone(),
        app_version: trace.app_version.clone(),
        slots: Vec::new(),
        start: 0,
        end: states.len() - 1,
        states,
        transitions,
        sources: vec![trace.episode.clone()],
    };
    let used: HashSet<String> =
        parts.templates().flat_map(TextTemplate::slots).map(str::to_owned).collect();
    parts.slots = slots.into_slots(|name| used.contains(name));
    let machine = FsmMacro::new(parts).map_err(NotDistilled::Unsound)?;
    Ok(Distilled { machine, literals })
}

/// The first words of the goal.
fn name_of(goal: &TextTemplate) -> String {
    let text = goal.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

/// What a step types.
fn typed_template(
    step: &Kept<'_>,
    slots: &mut Slots,
    n: usize,
    literals: &mut Vec<String>,
) -> Option<TextTemplate> {
    let Action::InputText { text, secret, .. } = &step.act.action else { return None };
    if *secret || step.act.target.as_ref().is_some_and(|t| t.state.secret) {
        return Some(slots.secret());
    }
    Some(slots.typed(text).unwrap_or_else(|| {
        if !text.is_empty() {
            literals.push(format!("step {}", n + 1));
        }
        TextTemplate::literal(text)
    }))
}

fn action(
    trace: &Trace,
    step: &Kept<'_>,
    text: Option<&TextTemplate>,
    slots: &Slots,
) -> Result<MacroAction, NotDistilled> {
    let screen = &trace.screens[step.before];
    let target = || {
        let node = match (&step.act.target, &step.act.action) {
            (Some(node), _) => Some(node),
            (None, Action::InputText { .. }) => focused_input(screen),
            _ => None,
        };
        let node = node.ok_or(NotDistilled::NoTarget(step.number))?;
        locator(screen, node, &trace.screens[step.after], slots, step.number)
    };
    Ok(match &step.act.action {
        Action::Tap { .. } => MacroAction::Tap(target()?),
        Action::LongPress { .. } => MacroAction::LongPress(target()?),
        Action::InputText { .. } => {
            MacroAction::InputText(target()?, text.cloned().unwrap_or_default())
        }
        Action::Scroll { direction, .. } => {
            let node = step.act.target.as_ref();
            let container = node.and_then(|n| {
                if n.state.scrollable {
                    Some(n)
                } else {
                    screen.ancestors(n).find(|up| up.state.scrollable)
                }
            });
            let locator = container
                .map(|node| locator(screen, node, &trace.screens[step.after], slots, step.number));
            MacroAction::Scroll(locator.transpose()?, *direction)
        }
        Action::PressKey { key } => MacroAction::PressKey(*key),
        Action::Back => MacroAction::Back,
        Action::Home => MacroAction::Home,
        Action::Launch { package } => MacroAction::Launch(package.clone()),
        Action::Wait { .. } => return Err(NotDistilled::Malformed),
    })
}

/// The input that text goes to when none is named.
fn focused_input(screen: &Screen) -> Option<&Node> {
    let mut inputs = screen.nodes.iter().filter(|n| n.state.focused && n.role == Role::Input);
    match (inputs.next(), inputs.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

fn locator(
    screen: &Screen,
    node: &Node,
    after: &Screen,
    slots: &Slots,
    number: usize,
) -> Result<Locator, NotDistilled> {
    let is_input = node.role == Role::Input;
    let equal = |n: &&Node| {
        n.package == node.package
            && if is_input {
                n.place == node.place && n.hint == node.hint
            } else {
                n.fingerprint == node.fingerprint
            }
    };
    let equals = screen.nodes.iter().filter(equal).count();
    let in_row = screen.nodes.iter().filter(equal).filter(|n| n.row_anchor == node.row_anchor);
    let told_by_row = !node.row_anchor.is_empty() && in_row.count() == 1;
    if equals != 1 && !told_by_row {
        return Err(NotDistilled::Unverifiable(number));
    }
    let count = |fits: &dyn Fn(&Node) -> bool| {
        u32::try_from(screen.nodes.iter().filter(|n| fits(n)).count()).unwrap_or(u32::MAX)
    };
    let has_id = !node.resource_id.is_empty();
    let same_id = count(&|n| has_id && n.resource_id == node.resource_id);
    let same_label = count(&|n| {
        n.role == node.role && if is_input { n.hint == node.hint } else { n.label == node.label }
    });
    let toggle = toggle_of(screen, node);
    let was_checked = toggle.map(|t| t.state.checked);
    // Where the toggle can be seen again, the state it ended in is the one that was wanted.
    let wanted_checked = toggle.and_then(|t| {
        let mut again = after
            .nodes
            .iter()
            .filter(|n| n.state.checkable && n.place == t.place && n.label == t.label)
            .filter(|n| n.row_anchor == t.row_anchor);
        match (again.next(), again.next()) {
            (Some(n), None) => Some(n.state.checked).filter(|c| *c != t.state.checked),
            _ => None,
        }
    });
    let within = screen
        .ancestors(node)
        .find(|up| up.state.scrollable)
        .map(|up| Container { place: up.place, equals: count(&|n| n.place == up.place) });
    let label = if node.volatile || is_input { "" } else { node.label.as_str() };
    Ok(Locator {
        fingerprint: node.fingerprint,
        place: node.place,
        package: node.package.clone(),
        resource_id: node.resource_id.clone(),
        class_name: node.class_name.clone(),
        role: node.role,
        label: slots.template(label, SHORTEST_IN_LABELS),
        hint: if is_input { node.hint.clone() } else { String::new() },
        row_anchor: slots.template(&node.row_anchor, SHORTEST_IN_LABELS),
        ordinal: node.ordinal,
        equals: u32::try_from(equals).unwrap_or(u32::MAX),
        same_id,
        same_place: count(&|n| n.place == node.place),
        same_label,
        wanted_checked,
        was_checked,
        within,
    })
}

/// A screen as a state. The target of the step that is taken from it is left to its locator.
fn state(
    screen: &Screen,
    number: usize,
    target: Option<&Node>,
    harms: bool,
    slots: &Slots,
    typed: &[Option<TextTemplate>],
) -> Result<State, NotDistilled> {
    let exact = harms || asks_for_money(screen);
    let mut sketch = sketch(screen, exact);
    if screen.opaque || substance(&sketch) < LEAST_SUBSTANCE {
        return Err(NotDistilled::Opaque(number));
    }
    let mut slotted: Vec<SlotLabel> = Vec::new();
    for node in &screen.nodes {
        let label = slots.template(&node.label, SHORTEST_IN_LABELS);
        let place = Short::of(&node.place);
        let is_literal = label.is_literal();
        // What was typed stands in its input: that is the proof that it got there.
        let shows_typed = is_literal
            && node.role == Role::Input
            && !node.label.is_empty()
            && typed.iter().flatten().any(|t| t.is_literal() && t.to_string() == node.label);
        if is_literal && !shows_typed {
            continue;
        }
        let fingerprint = Short::of(&node.fingerprint);
        sketch.0.retain(|n| n.fingerprint != fingerprint || n.place == n.fingerprint);
        let in_list = !node.row_anchor.is_empty() && node.role != Role::Input;
        if !in_list && slotted.iter().all(|s| s.place != place || s.label != label) {
            slotted.push(SlotLabel { place, label });
        }
    }
    // The target's own words, and those in it that it borrows, are its locator's business.
    let is_target = |n: &Node| target.is_some_and(|t| t.source == n.source);
    let own: HashSet<Short> = screen
        .nodes
        .iter()
        .filter(|n| is_target(n) || !n.is_interactive() && screen.ancestors(n).any(&is_target))
        .map(|n| Short::of(&n.fingerprint))
        .collect();
    for node in sketch.0.iter_mut().filter(|n| own.contains(&n.fingerprint)) {
        node.mark = Mark::Varies;
        node.weight = 1;
    }
    Ok(State { screen: screen.id, key: screen.key.clone(), sketch, slotted, exact })
}

/// A payment page: an amount, and a way to pay it.
fn asks_for_money(screen: &Screen) -> bool {
    let pays = |n: &Node| {
        n.is_interactive()
            && (of_label(&n.label) == Some(Sensitivity::Pay)
                || of_resource_id(&n.resource_id) == Some(Sensitivity::Pay))
    };
    screen.nodes.iter().any(pays) && screen.nodes.iter().any(|n| speaks_of_money(&n.label))
}
