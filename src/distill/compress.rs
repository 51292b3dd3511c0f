//! A trace reduced to the steps that the task is made of.

use super::NotDistilled;
use crate::model::episode::TracedAction;
use crate::model::{Action, ActionResult, Node, Role, Screen, Trace, TraceStep};

/// A step that stays.
#[derive(Debug, Clone)]
pub(super) struct Kept<'t> {
    /// Its number in the trace.
    pub number: usize,
    /// What was done.
    pub act: &'t TracedAction,
    /// Index of the screen on which the task came to this step.
    pub arrived: usize,
    /// Index of the screen that it was done on: after scrolling, say.
    pub before: usize,
    /// Index of the screen that it led to.
    pub after: usize,
    /// Milliseconds until that screen was there.
    pub took: i64,
}

/// The effective steps, in order.
pub(super) fn compress(trace: &Trace) -> Result<Vec<Kept<'_>>, NotDistilled> {
    let mut kept = effective(trace)?;
    drop_superseded(&mut kept);
    drop_scrolls(trace, &mut kept);
    cut_detours(trace, &mut kept);
    if kept.len() < 2 { Err(NotDistilled::TooShort) } else { Ok(kept) }
}

/// Steps that worked and changed something. Thoughts, failures and waits go; what changed while they lasted belongs to the
/// step before.
fn effective(trace: &Trace) -> Result<Vec<Kept<'_>>, NotDistilled> {
    let mut acts = Vec::new();
    for (number, step) in trace.steps.iter().enumerate() {
        let TraceStep::Act { act, result, before, after, took } = step else { continue };
        if *before >= trace.screens.len() || *after >= trace.screens.len() {
            return Err(NotDistilled::Malformed);
        }
        if !matches!(act.action, Action::Wait { .. }) {
            acts.push((number, act.as_ref(), *result, *before, *after, *took));
        }
    }
    let mut kept: Vec<Kept<'_>> = Vec::with_capacity(acts.len());
    for (n, &(number, act, result, before, after, took)) in acts.iter().enumerate() {
        // What it led to is what the next step found: the screen may have been read too early.
        let last = acts.get(n + 1).map_or(after, |next| next.3);
        let (from, to) = (&trace.screens[before], &trace.screens[last]);
        if result == ActionResult::Failed {
            if from.id != to.id {
                return Err(NotDistilled::Gap(number));
            }
            continue;
        }
        let types = matches!(act.action, Action::InputText { .. });
        if !types && same(from, to) {
            continue;
        }
        let took = if trace.screens[after].id == to.id { took } else { took.max(LATE_MS) };
        kept.push(Kept { number, act, arrived: before, before, after: last, took });
    }
    for n in 1..kept.len() {
        let (earlier, later) = kept.split_at_mut(n);
        let (from, to) = (&earlier[n - 1], &mut later[0]);
        if trace.screens[from.after].id != trace.screens[to.before].id {
            return Err(NotDistilled::Gap(from.number));
        }
        to.arrived = from.after;
    }
    Ok(kept)
}

/// Time granted for a screen that came later than it was read.
const LATE_MS: i64 = 3_000;

/// Whether nothing changed that a person would call an effect: focus, the keyboard and what changes by itself do not count.
pub(super) fn same(a: &Screen, b: &Screen) -> bool {
    let stays = |n: &&Node| !n.volatile;
    let told = |n: &Node| {
        let s = n.state;
        (n.fingerprint, s.checked, s.enabled, s.selected)
    };
    if a.id != b.id {
        return false;
    }
    if a.keyboard != b.keyboard {
        // The keyboard hides what lies under it: only what both show can differ.
        let changed = |x: &Screen, y: &Screen| {
            x.nodes.iter().filter(stays).any(|n| {
                y.nodes.iter().any(|m| m.place == n.place)
                    && !y.nodes.iter().any(|m| told(m) == told(n))
            })
        };
        return !changed(a, b) && !changed(b, a);
    }
    a.nodes.iter().filter(stays).map(told).eq(b.nodes.iter().filter(stays).map(told))
}

/// Typing replaces: of several texts typed into one input in a row, the last one counts.
fn drop_superseded(kept: &mut Vec<Kept<'_>>) {
    let place = |k: &Kept<'_>| match (&k.act.action, &k.act.target) {
        (Action::InputText { .. }, Some(node)) => Some((node.place, node.ordinal, node.bounds)),
        _ => None,
    };
    for n in (1..kept.len()).rev() {
        if place(&kept[n]).is_some() && place(&kept[n - 1]) == place(&kept[n]) {
            kept[n].arrived = kept[n - 1].arrived;
            kept[n].before = kept[n - 1].before;
            kept.remove(n - 1);
        }
    }
}

/// Scrolling on the way to an element is not part of the task: a replay looks for the element itself.
fn drop_scrolls(trace: &Trace, kept: &mut Vec<Kept<'_>>) {
    for n in (0..kept.len()).rev() {
        if !matches!(kept[n].act.action, Action::Scroll { .. }) {
            continue;
        }
        let Some(next) = kept.get(n + 1) else { continue };
        let same_screen = trace.screens[kept[n].arrived].id == trace.screens[next.before].id;
        let scrolls =
            next.act.target.as_ref().is_some_and(|t| {
                trace.screens[next.before].ancestors(t).any(|up| up.state.scrollable)
            });
        if same_screen && scrolls {
            kept[n + 1].arrived = kept[n].arrived;
            kept.remove(n);
        }
    }
}

/// Cuts what led back to the very screen it left, where nothing but looking around happened in between. What ends the task is
/// never a detour.
fn cut_detours(trace: &Trace, kept: &mut Vec<Kept<'_>>) {
    let mut from = 0;
    while from < kept.len() {
        let looks = kept[from..].iter().take_while(|k| only_looks(k)).count();
        let back = (from..from + looks)
            .rev()
            .filter(|to| *to + 1 < kept.len())
            .find(|to| same(&trace.screens[kept[from].arrived], &trace.screens[kept[*to].after]));
        match back {
            Some(to) if kept.len() - (to + 1 - from) >= 2 => {
                kept[to + 1].arrived = kept[from].arrived;
                kept.drain(from..=to);
            }
            _ => from += 1,
        }
    }
}

/// Labels of steps that settle something, beside those that could do harm.
const SETTLES: &[&str] = &[
    "ok",
    "save",
    "done",
    "apply",
    "confirm",
    "yes",
    "add",
    "create",
    "start",
    "stop",
    "play",
    "set",
    "speichern",
    "fertig",
    "bestätigen",
    "guardar",
    "aceptar",
    "enregistrer",
    "confirmer",
    "salvar",
    "salva",
    "spara",
    "сохранить",
    "готово",
    "确定",
    "確定",
    "保存",
    "完成",
    "确认",
    "添加",
    "播放",
    "確認",
    "追加",
    "저장",
    "확인",
    "추가",
];

/// Whether a step only goes somewhere.
fn only_looks(kept: &Kept<'_>) -> bool {
    match (&kept.act.action, &kept.act.target) {
        (Action::Back | Action::Scroll { .. }, _) => true,
        (Action::Tap { .. }, Some(node)) => {
            let label = node.label.to_lowercase();
            let settles = label.split(|c: char| !c.is_alphanumeric()).any(|w| SETTLES.contains(&w));
            let harms = crate::model::sensitive::of_label(&node.label)
                .or_else(|| crate::model::sensitive::of_resource_id(&node.resource_id));
            node.role != Role::Toggle && !node.state.checkable && !settles && harms.is_none()
        }
        _ => false,
    }
}
