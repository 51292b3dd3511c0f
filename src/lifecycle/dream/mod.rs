//! The offline consolidation cycle: which upkeep is done, in which order, in portions short enough to stop after any.
//!
//! [`Dream`] is sans-I/O: the engine asks for the [`Dream::next`] portion, does it, tells how it went with [`Dream::did`],
//! and asks again. A dream that was stopped is stored ([`Dream::to_change`]) and taken up where it was
//! ([`Dream::take_up`]). All portions are idempotent, so one that was done and not noted is simply done again.

mod freshness;

pub use crate::model::{DeviceCondition, DreamReport, DreamSkip, DreamStep, DreamWork};
pub use freshness::{Freshness, after_check, harmless, pick_for_freshness};

use crate::model::{Change, Timestamp};
use serde::{Deserialize, Serialize};

/// Longest that a portion may take, in milliseconds: the phone may be picked up at any moment.
pub const PORTION_MS: i64 = 2_000;

/// Name of the small fact (see [`Change::SetMeta`]) in which a stopped dream is kept.
pub const DREAM_KEY: &str = "dream_state";

/// A stopped dream older than this is not taken up: a new one begins at the first step.
const STALE_AFTER_MS: i64 = 86_400_000;

/// A portion of upkeep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portion {
    /// Of which step.
    pub step: DreamStep,
    /// Where the portion before it ended, in the engine's own terms; empty for the first one. Never a count: rows that a
    /// portion removes would shift it.
    pub after: String,
    /// How many memories (pages, for index and backup) it may look at.
    pub limit: u32,
}

/// How a portion went.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PortionResult {
    /// Memories looked at.
    pub seen: u32,
    /// Memories changed.
    pub changed: u32,
    /// Memories removed.
    pub removed: u32,
    /// How long it took, in milliseconds: the next portion is sized by it.
    pub took_ms: i64,
    /// Sentences for the report, without screen text.
    pub notes: Vec<String>,
    /// Where the next portion begins; `None` when the step is through.
    pub next_after: Option<String>,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Do this, then call [`Dream::did`], or [`Dream::skip`] when it cannot be done.
    Work(Portion),
    /// It is over, for good or until the conditions are back.
    Over(Box<DreamReport>),
}

/// A dream between two portions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dream {
    started_at: Timestamp,
    /// Steps still to do, the current one first.
    open: Vec<DreamStep>,
    after: String,
    limit: u32,
    #[serde(skip)]
    done: Vec<DreamWork>,
    #[serde(skip)]
    skipped: Vec<DreamSkip>,
    #[serde(skip)]
    notes: Vec<String>,
}

impl Dream {
    /// A dream with all its steps before it.
    ///
    /// ```
    /// use cs_mem::lifecycle::dream::{DeviceCondition, Dream, Next, PortionResult};
    /// use cs_mem::model::Timestamp;
    ///
    /// let at_rest = DeviceCondition { screen_off: true, charging: true, unmetered: true, battery_percent: 90 };
    /// let mut dream = Dream::begin(Timestamp::from_millis(0));
    /// let report = loop {
    ///     match dream.next(&at_rest, Timestamp::from_millis(9)) {
    ///         Next::Work(portion) => dream.did(&portion, PortionResult { seen: 1, ..Default::default() }),
    ///         Next::Over(report) => break report,
    ///     }
    /// };
    /// assert!(report.complete && report.done.len() == 6);
    /// ```
    pub fn begin(now: Timestamp) -> Self {
        Self {
            started_at: now,
            open: DreamStep::ALL.to_vec(),
            after: String::new(),
            limit: first_limit(DreamStep::Freshness),
            done: Vec::new(),
            skipped: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The dream that was stopped, from the value of [`DREAM_KEY`]; a new one where there is none, it was finished, is
    /// more than a day old, or cannot be read. The report tells of this run only.
    pub fn take_up(stored: Option<&str>, now: Timestamp) -> Self {
        let stopped = stored.and_then(|json| serde_json::from_str::<Self>(json).ok());
        match stopped {
            Some(dream)
                if !dream.open.is_empty()
                    && dream.limit > 0
                    && now.since(dream.started_at) < STALE_AFTER_MS =>
            {
                dream
            }
            _ => Self::begin(now),
        }
    }

    /// What is to be stored, after a portion or at the end.
    pub fn to_change(&self) -> Change {
        let value = serde_json::to_string(self).unwrap_or_default();
        Change::SetMeta { key: DREAM_KEY.to_owned(), value }
    }

    /// The next portion, or the report when nothing is left or the device no longer allows it.
    pub fn next(&self, condition: &DeviceCondition, now: Timestamp) -> Next {
        let unmet = condition.unmet();
        match (self.open.first(), unmet.first()) {
            (Some(step), None) => {
                Next::Work(Portion { step: *step, after: self.after.clone(), limit: self.limit })
            }
            (_, code) => Next::Over(Box::new(self.report(code.copied(), now))),
        }
    }

    /// The report of a dream that is stopped between two portions, e.g. by the host.
    pub fn stopped(&self, code: &str, now: Timestamp) -> DreamReport {
        self.report(Some(code), now)
    }

    /// How far it is: steps done or skipped, steps in all.
    pub fn progress(&self) -> (usize, usize) {
        (DreamStep::ALL.len().saturating_sub(self.open.len()), DreamStep::ALL.len())
    }

    /// A portion was done.
    pub fn did(&mut self, portion: &Portion, result: PortionResult) {
        if self.open.first() != Some(&portion.step) {
            return;
        }
        if self.done.last().is_none_or(|work| work.step != portion.step) {
            let step = portion.step;
            self.done.push(DreamWork { step, seen: 0, changed: 0, removed: 0, complete: false });
        }
        if let Some(work) = self.done.last_mut() {
            work.seen += i64::from(result.seen);
            work.changed += i64::from(result.changed);
            work.removed += i64::from(result.removed);
            work.complete = result.next_after.is_none();
        }
        self.notes.extend(result.notes);
        match result.next_after {
            // A cursor that does not move would go round for ever.
            Some(after) if after != self.after => {
                self.after = after;
                self.limit = next_limit(self.limit, result.took_ms);
            }
            _ => self.advance(),
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
        self.after.clear();
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
            complete: skipped.is_empty() && self.done.iter().all(|work| work.complete),
            done: self.done.clone(),
            skipped,
            notes: self.notes.clone(),
        }
    }
}

/// The first portion of a step is far below [`PORTION_MS`] on the slowest phones; the time it takes sizes the next ones.
fn first_limit(step: DreamStep) -> u32 {
    match step {
        // one macro, one app: either may take a second
        DreamStep::Freshness | DreamStep::Topology => 1,
        // rows
        DreamStep::Entropy => 1_000,
        // pages of 4 KiB
        DreamStep::Index | DreamStep::Backup => 250,
        // one check over everything: it cannot be cut
        DreamStep::Integrity => 1,
    }
}

/// Twice as much while a portion takes less than a quarter of its time, half as much once it takes more than half.
fn next_limit(limit: u32, took_ms: i64) -> u32 {
    if took_ms < PORTION_MS / 4 {
        limit.saturating_mul(2).min(65_536)
    } else if took_ms <= PORTION_MS / 2 {
        limit
    } else {
        (limit / 2).max(1)
    }
}
