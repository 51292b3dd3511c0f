//! The end of an episode: what it became, or why nothing was learned.

use super::core::Engine;
use super::error::Result;
use super::session::EpisodeOutcome;
use crate::distill::{self, Merge};
use crate::model::change::QuarantineEntry;
use crate::model::fsm::{FsmMacro, MacroRecord, Standing};
use crate::model::{
    Change, EpisodeId, EpisodeStatus, MacroId, MemoryEvent, Snapshot, Trace, Verdict, VerdictKind,
};

/// What an episode became.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct FinishReport {
    /// The episode.
    pub episode: EpisodeId,
    /// Where it stands now.
    pub status: EpisodeStatus,
    /// The macro it became or strengthened.
    pub macro_id: Option<MacroId>,
    /// How far that macro is trusted now.
    pub standing: Option<Standing>,
    /// Steps of that macro.
    pub macro_steps: i64,
    /// Names of its slots.
    pub slots: Vec<String>,
    /// Steps whose typed text stayed literal because nothing named it, e.g. `step 2`.
    pub literal_steps: Vec<String>,
    /// Stable code of the reason why nothing was learned, e.g. `distill.too_short`; none when something was.
    pub not_learned_code: Option<String>,
    /// The same as a sentence, with what to do.
    pub not_learned: Option<String>,
}

/// Ends an episode and learns from it.
pub(super) fn finish(
    engine: &Engine,
    trace: &Trace,
    outcome: EpisodeOutcome,
) -> Result<FinishReport> {
    let now = engine.env.now();
    let mut report = FinishReport {
        episode: trace.episode.clone(),
        status: match outcome {
            EpisodeOutcome::Succeeded => EpisodeStatus::Succeeded,
            EpisodeOutcome::Failed => EpisodeStatus::Failed,
            EpisodeOutcome::Cancelled => EpisodeStatus::Cancelled,
        },
        macro_id: None,
        standing: None,
        macro_steps: 0,
        slots: Vec::new(),
        literal_steps: Vec::new(),
        not_learned_code: None,
        not_learned: None,
    };
    let mut changes = Vec::new();
    let mut learned = None;
    if outcome == EpisodeOutcome::Succeeded {
        match distill::distill(trace, MacroId::new(engine.env.id("mac"))) {
            Ok(distilled) => {
                report.literal_steps = distilled.literals;
                let record = settle(engine, distilled.machine);
                report.status = EpisodeStatus::Distilled;
                report.macro_id = Some(record.machine.id().clone());
                report.standing = Some(record.standing());
                report.macro_steps = record.machine.parts().transitions.len() as i64;
                report.slots =
                    record.machine.parts().slots.iter().map(|s| s.name.clone()).collect();
                changes.push(Change::PutMacro(Box::new(record.clone())));
                learned = Some(record);
            }
            Err(why) => {
                report.not_learned_code = Some(why.code().to_owned());
                report.not_learned = Some(why.to_string());
            }
        }
    } else {
        report.not_learned_code = Some("episode.not_successful".into());
        report.not_learned = Some("only a run that ended well is learned from: finish it with Succeeded when the task is done".into());
    }
    let (id, macro_id) = (trace.episode.clone(), report.macro_id.clone());
    changes.push(Change::EndEpisode {
        id: id.clone(),
        status: report.status,
        macro_id: macro_id.clone(),
        at: now,
    });
    engine.submit(changes)?;
    engine.flush()?;
    // In memory only after it is on disk: nothing is replayed that a crash would forget.
    if let Some(record) = learned {
        engine.known.write().put(record);
    }
    engine.events.emit(MemoryEvent::EpisodeFinished { episode: id, macro_id });
    Ok(report)
}

/// Merges a fresh machine into what is known, or keeps it as a new draft.
fn settle(engine: &Engine, fresh: FsmMacro) -> MacroRecord {
    let now = engine.env.now();
    let half_life = engine.config.half_lives().macro_ms;
    let known = engine.known.read();
    for record in known.all() {
        if !distill::same_task(&record.machine, &fresh) {
            continue;
        }
        let machine = match distill::merge(&record.machine, &fresh) {
            Merge::Same => record.machine.clone(),
            Merge::Merged(merged) => merged,
            Merge::Different => continue,
        };
        let before = MacroRecord { machine, ..(*record).clone() };
        return before.after_run(true, now, half_life);
    }
    MacroRecord::learned(fresh, now)
}

impl Engine {
    /// Keeps a note of a snapshot that was not admitted: its verdict and app, never its texts.
    pub(super) fn set_aside(
        &self,
        snapshot: &Snapshot,
        verdict: &Verdict,
        episode: Option<&EpisodeId>,
    ) -> Result<()> {
        if verdict.kind < VerdictKind::Quarantine {
            return Ok(());
        }
        let entry = QuarantineEntry {
            app: snapshot.capture.foreground.package.clone(),
            screen: None,
            verdict: verdict.clone(),
            episode: episode.cloned(),
            at: self.env.now(),
        };
        self.submit(vec![Change::Quarantine(Box::new(entry))])
    }
}
