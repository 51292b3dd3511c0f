//! Two simple replays beside ours, to know what the numbers mean.

use crate::rig::{Learned, Outcome, hits};
use crate::scenario::{Expect, Look, Probe, Run};
use cs_mem::model::{Action, Node, Snapshot, TraceStep};
use cs_mem::perceive::{perceive, resolve_target};
use std::collections::HashSet;

/// Screens that share this part of their elements are taken for the same.
const FUZZY: f64 = 0.6;

/// Taps where the finger was, after a fuzzy match of the screen.
pub fn coordinates(learned: &Learned, run: &Run, probe: &Probe) -> Outcome {
    let Some((target, _)) = target_of(learned, probe.step) else { return Outcome::FalseAbort };
    let Some(snapshot) = shown(probe) else { return refused(&probe.expect) };
    let screen = perceive(snapshot);
    let recorded = perceive(&run.screens[run.steps[probe.step].before]);
    let prints = |nodes: &[Node]| nodes.iter().map(|n| n.fingerprint).collect::<HashSet<_>>();
    let (a, b) = (prints(&recorded.nodes), prints(&screen.nodes));
    let union = a.union(&b).count().max(1) as f64;
    if (a.intersection(&b).count() as f64) / union < FUZZY {
        return refused(&probe.expect);
    }
    let at = cs_mem::model::Target::At { point: target.bounds.center() };
    match resolve_target(snapshot, &screen, at) {
        Some(hit) => acted(&probe.expect, &screen.nodes[hit as usize]),
        None => refused(&probe.expect),
    }
}

/// Takes the first element with the recorded fingerprint, wherever it is.
pub fn first_fingerprint(learned: &Learned, _: &Run, probe: &Probe) -> Outcome {
    let Some((target, _)) = target_of(learned, probe.step) else { return Outcome::FalseAbort };
    let Some(snapshot) = shown(probe) else { return refused(&probe.expect) };
    let screen = perceive(snapshot);
    match screen.find(target.fingerprint).next() {
        Some(node) => acted(&probe.expect, node),
        None => refused(&probe.expect),
    }
}

/// What a simple replay looks at: the first screen it gets.
fn shown(probe: &Probe) -> Option<&Snapshot> {
    match probe.first.first() {
        Some(Look::Shows(s) | Look::Stale(s) | Look::Refused(s)) => Some(s),
        Some(Look::Fails) => None,
        None => probe.frames.first(),
    }
}

/// The element and action of a step; a simple replay knows nothing of switches.
pub fn target_of(learned: &Learned, step: usize) -> Option<(&Node, &Action)> {
    match learned.trace.steps.get(step)? {
        TraceStep::Act { act, .. } => act.target.as_ref().map(|t| (t, &act.action)),
        TraceStep::Thought => None,
    }
}

fn acted(expect: &Expect, node: &Node) -> Outcome {
    match expect {
        Expect::Act(bounds) if hits(bounds, &node.bounds) => Outcome::Right,
        _ => Outcome::WrongTap,
    }
}

/// A simple replay gives no reasons: any refusal is right where one is wanted.
fn refused(expect: &Expect) -> Outcome {
    match expect {
        Expect::Refuse(_) => Outcome::Right,
        Expect::Act(_) | Expect::Skip => Outcome::FalseAbort,
    }
}
