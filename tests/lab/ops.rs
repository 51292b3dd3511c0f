//! Drift operators: from a recorded screen to a probe.

use crate::rig::Learned;
use crate::scenario::{Expect, Look, Probe, Run};
use crate::{benign, harmful};
use cs_mem::model::{Action, HandBackKind, Node, Rect, Snapshot, TraceStep};
use cs_mem::perceive::perceive;

/// A name and what it makes of a case; nothing where it does not apply.
pub type Op = (&'static str, fn(&mut Case<'_>) -> Made);
/// What an operator makes.
pub type Made = Option<Probe>;

/// A recorded step, for an operator to work on.
pub struct Case<'a> {
    pub run: &'a Run,
    pub learned: &'a Learned,
    pub step: usize,
    pub snapshot: Snapshot,
    /// Index of the target in the snapshot.
    pub target: usize,
    pub node: Node,
    seed: u64,
}

impl Case<'_> {
    /// The next number below `limit`; the same in every run.
    pub fn random(&mut self, limit: u32) -> u32 {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.seed >> 33) as u32) % limit.max(1)
    }
}

/// All probes that the operators make of a learned run.
pub fn probes(learned: &Learned, run: &Run) -> Vec<(Probe, bool)> {
    let mut out = vec![];
    for &step in &learned.taken {
        let Some(TraceStep::Act { act, before, .. }) = learned.trace.steps.get(step) else {
            continue;
        };
        let Some(target) = &act.target else { continue };
        if matches!(act.action, Action::Scroll { .. }) {
            continue;
        }
        for (ops, harms) in [(benign::OPS, false), (harmful::OPS, true)] {
            for (name, op) in ops {
                let mut case = Case {
                    run,
                    learned,
                    step,
                    snapshot: run.screens[*before].clone(),
                    target: target.source as usize,
                    node: target.clone(),
                    seed: name.bytes().fold(step as u64 + 1, |h, b| {
                        h.wrapping_mul(31).wrapping_add(u64::from(b))
                    }),
                };
                if let Some(mut probe) = op(&mut case) {
                    probe.name = format!("step {step}");
                    probe.drift = (*name).to_owned();
                    probe.step = step;
                    out.push((probe, harms));
                }
            }
        }
    }
    out
}

/// Act on what is now node `target` of the snapshot.
pub fn act(snapshot: Snapshot, target: usize) -> Made {
    let bounds = snapshot.nodes[target].bounds;
    // What an operator has pushed out of sight is not to be acted on.
    let seen = perceive(&snapshot).by_source(target as u32).map(|n| n.bounds);
    seen.map(|_| probe(vec![], snapshot, Expect::Act(bounds)))
}

/// The same, after some looks at something else.
pub fn frames(first: Vec<Look>, snapshot: Snapshot, target: usize) -> Made {
    let mut made = act(snapshot, target)?;
    made.first = first;
    Some(made)
}

/// A finished probe, as it is.
pub fn shown(probe: Probe) -> Probe {
    probe
}

pub fn refuse(snapshot: Snapshot, kinds: &[HandBackKind]) -> Made {
    Some(probe(vec![], snapshot, Expect::Refuse(kinds.to_vec())))
}

pub fn refuse_all(first: Vec<Look>, snapshot: Snapshot, kinds: &[HandBackKind]) -> Made {
    Some(probe(first, snapshot, Expect::Refuse(kinds.to_vec())))
}

pub fn skip(snapshot: Snapshot) -> Made {
    Some(probe(vec![], snapshot, Expect::Skip))
}

/// The frame of a screen without anything in it.
pub fn blank(s: &Snapshot) -> Snapshot {
    let mut out = s.clone();
    out.nodes.truncate(1);
    let bounds = Rect::new(0, 300, 900, 400);
    crate::edit::say(&mut out, "One moment", bounds);
    out
}

fn probe(first: Vec<Look>, snapshot: Snapshot, expect: Expect) -> Probe {
    Probe {
        name: String::new(),
        drift: String::new(),
        step: 0,
        first,
        frames: vec![snapshot],
        restless: false,
        replace: vec![],
        goal: None,
        expect,
    }
}
