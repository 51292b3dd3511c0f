//! The offline consolidation cycle: which upkeep is done, in which order, in portions short enough to stop after any.
//!
//! [`Dream`] is sans-I/O: the engine asks for the [`Dream::next`] portion, does it, tells how it went with
//! [`Dream::did`], and asks again. Its state can be stored between portions and taken up by a later process.

mod freshness;

pub use freshness::{Freshness, after_check, harmless, pick_for_freshness};

use crate::model::{DeviceCondition, DreamReport, DreamSkip, DreamStep, DreamWork, Timestamp};
use serde::{Deserialize, Serialize};

/// Longest that a portion should take, in milliseconds: the phone may be picked up at any moment.
pub const PORTION_MS: i64 = 2_000;

/// A portion of upkeep: the next `limit` memories after the first `offset` of this step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portion {
    /// Of which step.
    pub step: DreamStep,
    /// How many memories of this step earlier portions have looked at.
    pub offset: u64,
    /// How many this one may look at.
    pub limit: u32,
}

/// How a portion went.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PortionResult {
    /// Memories looked at; fewer than the portion's limit means that the step is through.
    pub seen: u32,
    /// Memories changed.
    pub changed: u32,
    /// Memories removed.
    pub removed: u32,
    /// How long it took, in milliseconds: the next portion is sized by it.
    pub took_ms: i64,
    /// Sentences for the report.
    pub notes: Vec<String>,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Do this, then call [`Dream::did`] (or [`Dream::skip`] when it cannot be done).
    Work(Portion),
    /// It is over, for now or for good.
    Over(Box<DreamReport>),
}

/// A dream between two portions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dream {
    started_at: Timestamp,
    /// Steps still to do, the current one first.
    open: Vec<DreamStep>,
    offset: u64,
    limit: u32,
    done: Vec<DreamWork>,
    skipped: Vec<DreamSkip>,
    notes: Vec<String>,
}

impl Dream {
    /// A dream with all its steps before it.
    pub fn begin(now: Timestamp) -> Self {
        Self {
            started_at: now,
            open: DreamStep::ALL.to_vec(),
            offset: 0,
            limit: first_limit(DreamStep::Freshness),
            done: Vec::new(),
            skipped: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The next portion, or the report when nothing is left or the device no longer allows it.
    /// A dream that was stopped can be asked again when the conditions are back.
    pub fn next(&self, condition: &DeviceCondition, now: Timestamp) -> Next {
        let unmet = condition.unmet();
        match (self.open.first(), unmet.first()) {
            (Some(step), None) => {
                Next::Work(Portion { step: *step, offset: self.offset, limit: self.limit })
            }
            (_, code) => Next::Over(Box::new(self.report(code.copied(), now))),
        }
    }

    /// The report of a dream that the host cancelled between two portions.
    pub fn cancelled(&self, now: Timestamp) -> DreamReport {
        self.report(Some("dream.cancelled"), now)
    }

    /// A portion was done.
    pub fn did(&mut self, portion: &Portion, result: PortionResult) {
        if self.open.first() != Some(&portion.step) {
            return;
        }
        let through = result.seen < portion.limit;
        match self.done.last_mut().filter(|work| work.step == portion.step) {
            Some(work) => {
                work.seen += i64::from(result.seen);
                work.changed += i64::from(result.changed);
                work.removed += i64::from(result.removed);
                work.complete = through;
            }
            None => self.done.push(DreamWork {
                step: portion.step,
                seen: i64::from(result.seen),
                changed: i64::from(result.changed),
                removed: i64::from(result.removed),
                complete: through,
            }),
        }
        self.notes.extend(result.notes);
        if through {
            self.advance();
        } else {
            self.offset += u64::from(result.seen);
            self.limit = next_limit(self.limit, result.took_ms);
        }
    }

    /// The current step cannot be done now (no driver, disk full, ...): the dream goes on with the next one.
    pub fn skip(&mut self, step: DreamStep, code: &str) {
        if self.open.first() == Some(&step) {
            self.skipped.push(DreamSkip { step, code: code.to_owned() });
            self.advance();
        }
    }

    fn advance(&mut self) {
        self.open.remove(0);
        self.offset = 0;
        self.limit = self.open.first().map_or(1, |step| first_limit(*step));
    }

    fn report(&self, stopped: Option<&str>, now: Timestamp) -> DreamReport {
        let mut skipped = self.skipped.clone();
        if let Some(code) = stopped {
            let rest = self.open.iter();
            skipped.extend(rest.map(|step| DreamSkip { step: *step, code: code.to_owned() }));
        }
        DreamReport {
            started_at: self.started_at,
            ended_at: now,
            complete: skipped.is_empty(),
            done: self.done.clone(),
            skipped,
            notes: self.notes.clone(),
        }
    }
}

/// First portions are small; the time they take sizes the following ones.
fn first_limit(step: DreamStep) -> u32 {
    match step {
        DreamStep::Freshness => 1,
        DreamStep::Entropy => 2_000,
        DreamStep::Topology => 1,
        DreamStep::Index | DreamStep::Integrity | DreamStep::Backup => 1,
    }
}

/// Twice as much while a portion takes less than a quarter of its time, half as much as soon as it takes more than half.
fn next_limit(limit: u32, took_ms: i64) -> u32 {
    match took_ms {
        ..=499 => limit.saturating_mul(2).min(65_536),
        500..=1_000 => limit,
        _ => (limit / 2).max(1),
    }
}
