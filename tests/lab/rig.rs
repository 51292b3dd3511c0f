//! Learns a macro from a scenario's runs, replays it up to the probe, and judges what it does there.

use crate::scenario::{Expect, Look, Probe, Run, Scenario};
use cs_mem::distill::{Merge, bind, distill, merge};
use cs_mem::model::episode::TracedAction;
use cs_mem::model::replay::DriverAction;
use cs_mem::model::{
    Action, ActionResult, AliasMap, Delivery, EpisodeId, FsmMacro, HandBackKind, MacroId, Node,
    Rect, Screen, Snapshot, Threat, Timestamp, Trace, TraceStep, Verdict, VerdictKind,
};
use cs_mem::perceive::{perceive, resolve_target};
use cs_mem::replay::{Directive, Input, Machine, Observation, Policy, rehearse};
use serde::Serialize;

/// What came of a probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Right,
    WrongTap,
    FalseAbort,
    WrongReason,
}

/// A macro with the trace it is replayed on.
pub struct Learned {
    pub machine: FsmMacro,
    pub trace: Trace,
    /// Steps of the trace that the macro takes: number, and the element they were done on.
    pub taken: Vec<usize>,
}

/// The trace of a recorded run.
pub fn trace_of(run: &Run) -> Trace {
    let screens: Vec<Screen> = run.screens.iter().map(perceive).collect();
    let steps = run.steps.iter().filter_map(|step| {
        let (snapshot, screen) = (run.screens.get(step.before)?, screens.get(step.before)?);
        screens.get(step.after)?;
        let target = step.action.target().and_then(|t| resolve_target(snapshot, screen, t));
        let act = TracedAction {
            action: step.action.clone(),
            target: target.map(|i| screen.nodes[i as usize].clone()),
        };
        Some(TraceStep::Act {
            act: Box::new(act),
            result: ActionResult::Ok,
            before: step.before,
            after: step.after,
            took: 500,
        })
    });
    Trace {
        episode: EpisodeId::new("lab"),
        goal: run.goal.clone(),
        values: run.values.clone(),
        app: run.app.clone(),
        app_version: String::new(),
        steps: steps.collect(),
        screens,
    }
}

/// Learns from all runs; the code of the reason when nothing is learned.
pub fn learn(scenario: &Scenario) -> Result<Learned, String> {
    let traces: Vec<Trace> = scenario.runs.iter().map(trace_of).collect();
    let mut machines = Vec::new();
    for trace in &traces {
        let machine = distill(trace, MacroId::new("lab")).map_err(|e| e.code().to_owned())?.machine;
        rehearse(&machine, trace).map_err(|h| format!("rehearsal: {}", h.code))?;
        machines.push(machine);
    }
    let mut all = machines.into_iter();
    let mut machine = all.next().ok_or("no runs")?;
    for fresh in all {
        machine = match merge(&machine, &fresh) {
            Merge::Same => machine,
            Merge::Merged(merged) => merged,
            Merge::Different => return Err("merge: different".to_owned()),
        };
    }
    let trace = traces.into_iter().next().ok_or("no runs")?;
    let mut learned = Learned { machine, trace, taken: vec![] };
    learned.taken = steps_taken(&learned, &scenario.runs[0])?;
    Ok(learned)
}

/// Which steps of the trace the macro really takes.
fn steps_taken(learned: &Learned, run: &Run) -> Result<Vec<usize>, String> {
    let mut phone = Phone::new(learned, run, None);
    phone.drive(&learned.machine, None);
    Ok(phone.taken)
}

/// Replays to the probe and judges.
pub fn judge(learned: &Learned, run: &Run, probe: &Probe) -> (Outcome, String) {
    let mut phone = Phone::new(learned, run, Some(probe));
    let end = phone.drive(&learned.machine, probe.goal.as_deref());
    let said = match &end {
        End::Acted(node) => format!("acted on {:?} {:?}", node.role, node.label),
        End::Stopped(kind, code) => format!("{kind:?} {code}"),
        End::Past => "went on".to_owned(),
        End::Early(code) => format!("stopped before the probe: {code}"),
    };
    let outcome = match (&probe.expect, &end) {
        (Expect::Act(bounds), End::Acted(node)) if hits(bounds, &node.bounds) => Outcome::Right,
        (_, End::Acted(_)) => Outcome::WrongTap,
        (Expect::Skip, End::Past) => Outcome::Right,
        (Expect::Refuse(kinds), End::Stopped(kind, _)) if kinds.contains(kind) => Outcome::Right,
        (Expect::Refuse(_), End::Stopped(..) | End::Early(_)) => Outcome::WrongReason,
        (Expect::Refuse(_), End::Past) => Outcome::WrongTap,
        (Expect::Act(_) | Expect::Skip, _) => Outcome::FalseAbort,
    };
    (outcome, said)
}

/// Whether acting on one is acting on the other.
pub fn hits(wanted: &Rect, acted: &Rect) -> bool {
    wanted.contains_point(acted.center()) && acted.contains_point(wanted.center())
}

enum End {
    /// The first action on the probe.
    Acted(Box<Node>),
    Stopped(HandBackKind, String),
    /// The step was left out: the next one was asked for, or the end was reached.
    Past,
    Early(String),
}

/// The recorded run as a phone, with the probe in the place of one of its screens.
struct Phone<'a> {
    learned: &'a Learned,
    run: &'a Run,
    probe: Option<&'a Probe>,
    /// The next step of the trace.
    step: usize,
    screen: usize,
    looks: usize,
    frame: usize,
    now: i64,
    taken: Vec<usize>,
}

impl<'a> Phone<'a> {
    fn new(learned: &'a Learned, run: &'a Run, probe: Option<&'a Probe>) -> Self {
        let screen = run.steps.first().map_or(0, |s| s.before);
        Self {
            learned,
            run,
            probe,
            step: 0,
            screen,
            looks: 0,
            frame: 0,
            now: 1_000_000,
            taken: vec![],
        }
    }

    fn drive(&mut self, machine: &FsmMacro, goal: Option<&str>) -> End {
        let goal = goal.unwrap_or(&self.run.goal);
        let bindings = match bind(machine, goal, &self.run.values) {
            Ok(bindings) => bindings,
            Err(e) => return End::Early(e.code().to_owned()),
        };
        // A macro of several runs may have slots that only its examples fill here.
        let mut run = Machine::new(machine.clone(), bindings, AliasMap::default(), self.policy());
        let mut input = Input::Start;
        let mut seen: Option<(Screen, bool)> = None;
        for _ in 0..2_000 {
            input = match run.next(input) {
                Directive::Read { after_ms } => {
                    self.now += after_ms;
                    let at_probe = self.at_probe();
                    match self.look() {
                        Some(observation) => {
                            seen = Some((observation.screen.clone(), at_probe));
                            Input::Saw(Box::new(observation))
                        }
                        None => Input::ReadFailed { code: "lab".into(), sentence: "lab".into() },
                    }
                }
                Directive::AskGuard { .. } => Input::Guard(true),
                Directive::AskSecret { .. } => Input::Secret(Some("secret".into())),
                Directive::Act { action, .. } => {
                    let Some((screen, at_probe)) = seen.take() else {
                        return End::Early("no look".into());
                    };
                    let hit = node_of(&action).and_then(|n| screen.by_source(n)).cloned();
                    if at_probe {
                        match (&action, hit, self.due()) {
                            (DriverAction::Scroll { .. }, _, Some(due)) if due != "scroll" => {
                                let frames = self.probe.map_or(1, |p| p.frames.len());
                                self.frame = (self.frame + 1).min(frames - 1);
                                input = Input::Sent(Delivery::Delivered);
                                continue;
                            }
                            (_, Some(hit), _) => return End::Acted(Box::new(hit)),
                            (_, None, _) => return End::Past,
                        }
                    }
                    Input::Sent(if self.act(&action, hit.as_ref()) {
                        Delivery::Delivered
                    } else {
                        Delivery::Refused
                    })
                }
                Directive::Done { .. } => return End::Past,
                Directive::HandBack(hand_back) => {
                    let reached = self.probe.is_none_or(|_| self.at_probe());
                    return if reached {
                        End::Stopped(hand_back.kind, hand_back.code)
                    } else {
                        End::Early(hand_back.code)
                    };
                }
            };
        }
        End::Early("endless".into())
    }

    fn policy(&self) -> Policy {
        Policy { max_actions: self.run.steps.len() as u32 + 20, ..Policy::default() }
    }

    fn due(&self) -> Option<&'static str> {
        self.run.steps.get(self.step).map(|s| s.action.verb())
    }

    /// Whether the step that the probe is about comes next.
    fn at_probe(&self) -> bool {
        let Some(probe) = self.probe else { return false };
        let next = self.learned.taken.iter().find(|taken| **taken >= self.step);
        next == Some(&probe.step)
    }

    fn look(&mut self) -> Option<Observation> {
        let seen = |snapshot: &Snapshot, at: i64| Observation {
            screen: perceive(snapshot),
            verdict: Verdict::default(),
            at: Timestamp::from_millis(at),
        };
        let now = self.now;
        if let Some(probe) = self.probe.filter(|_| self.at_probe()) {
            let look = self.looks;
            self.looks += 1;
            return match probe.first.get(look) {
                Some(Look::Shows(snapshot)) => Some(seen(snapshot, now)),
                Some(Look::Stale(snapshot)) => Some(seen(snapshot, 0)),
                Some(Look::Refused(snapshot)) => {
                    let mut observation = seen(snapshot, now);
                    observation.verdict.add(
                        VerdictKind::Refuse,
                        Threat::High,
                        "overlay.window",
                        "lab",
                    );
                    Some(observation)
                }
                Some(Look::Fails) => None,
                None if probe.restless => Some(seen(&probe.frames[look % probe.frames.len()], now)),
                None => Some(seen(&probe.frames[self.frame], now)),
            };
        }
        let mut snapshot = self.run.screens.get(self.screen)?.clone();
        for (from, to) in self.probe.iter().flat_map(|p| &p.replace) {
            replace_words(&mut snapshot, from, to);
        }
        // What came late is there at the next look.
        let next = self.learned.taken.iter().find(|t| **t >= self.step);
        let before = next.and_then(|n| self.run.steps.get(*n)).map_or(0, |s| s.before);
        self.screen = self.screen.max(before.min(self.screen + 1));
        Some(seen(&snapshot, now))
    }

    /// Takes the action if it is a recorded one that is due on this screen.
    fn act(&mut self, action: &DriverAction, hit: Option<&Node>) -> bool {
        let same = |a: &Action| match (a, action) {
            (Action::InputText { .. }, DriverAction::InputText { .. }) => true,
            _ => a.verb() == action.verb(),
        };
        let traced: Vec<(usize, &TracedAction, usize)> = self
            .learned
            .trace
            .steps
            .iter()
            .enumerate()
            .filter_map(|(n, s)| match s {
                TraceStep::Act { act, after, .. } => Some((n, act.as_ref(), *after)),
                TraceStep::Thought => None,
            })
            .collect();
        let equal = |target: &Option<Node>| match (hit, target) {
            (Some(a), Some(b)) => {
                (a.place, a.ordinal, &a.row_anchor) == (b.place, b.ordinal, &b.row_anchor)
                    || hits(&a.bounds, &b.bounds)
            }
            _ => true,
        };
        let found = traced
            .iter()
            .filter(|(n, ..)| *n >= self.step)
            .find(|(_, act, _)| same(&act.action) && equal(&act.target));
        match (found, action) {
            (Some((n, _, after)), _) => {
                self.taken.push(*n);
                (self.step, self.screen) = (n + 1, *after);
                true
            }
            (None, DriverAction::Scroll { .. }) => {
                let before = self.run.steps.get(self.step).map_or(self.screen, |s| s.before);
                self.screen = self.screen.max(before);
                true
            }
            (None, _) => false,
        }
    }
}

fn node_of(action: &DriverAction) -> Option<u32> {
    let index = match action {
        DriverAction::Tap { node, .. }
        | DriverAction::LongPress { node, .. }
        | DriverAction::InputText { node, .. } => Some(*node),
        DriverAction::Scroll { node, .. } => *node,
        _ => None,
    };
    index.and_then(|i| u32::try_from(i).ok())
}

/// Replaces words in every text of a snapshot.
pub fn replace_words(snapshot: &mut Snapshot, from: &str, to: &str) {
    for node in &mut snapshot.nodes {
        for text in [&mut node.text, &mut node.content_desc] {
            if text.contains(from) {
                *text = text.replace(from, to);
            }
        }
    }
}
