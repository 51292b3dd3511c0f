//! What the memory can do: macros to list, inspect, find, export, delete.

use super::core::Engine;
use super::error::{Error, Misuse, Result};
use crate::distill;
use crate::model::episode::NamedValue;
use crate::model::fsm::{FsmMacro, MacroRecord, Slot, Standing};
use crate::model::replay::StepView;
use crate::model::template::{Piece, TextTemplate};
use crate::model::{Bindings, Change, MacroId, Timestamp};
use crate::store;
use std::fmt::Write as _;
use std::sync::Arc;

/// A macro as a host sees it.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct MacroView {
    /// Its id, over all versions.
    pub id: MacroId,
    /// Version, from 1.
    pub version: i64,
    /// Why this version exists.
    pub reason: String,
    /// The goal it was learned from, slots in braces: `print {text}`.
    pub goal: String,
    /// App it begins in.
    pub app: String,
    /// That app's version when it was learned.
    pub app_version: String,
    /// How far it is trusted.
    pub standing: Standing,
    /// Its parameters.
    pub slots: Vec<String>,
    /// Its steps in words.
    pub steps: Vec<StepView>,
    /// Strength now, [0.01, 10].
    pub energy: f64,
    /// Runs that ended well.
    pub successes: i64,
    /// Runs that ended in a hand-back.
    pub failures: i64,
    /// When it was learned.
    pub created_at: Timestamp,
    /// When it last ran.
    pub last_run_at: Option<Timestamp>,
    /// Digest of its definition.
    pub digest: String,
    /// The machine as a Mermaid state diagram.
    pub diagram: String,
}

/// A macro that fits a goal.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct MacroMatch {
    /// Its id.
    pub id: MacroId,
    /// The goal it was learned from.
    pub goal: String,
    /// App it begins in.
    pub app: String,
    /// How far it is trusted.
    pub standing: Standing,
    /// Values that its slots would get; empty for secrets.
    pub slots: Vec<NamedValue>,
}

impl Engine {
    /// All macros, strongest first.
    pub fn macros(&self) -> Vec<MacroView> {
        let all = self.known.read().all();
        all.iter().map(|record| self.view(record)).collect()
    }

    /// One macro.
    ///
    /// # Errors
    /// There is no such macro.
    pub fn macro_view(&self, id: &MacroId) -> Result<MacroView> {
        let record = self.known.read().get(id).ok_or(Misuse::NoSuchMacro)?;
        Ok(self.view(&record))
    }

    /// Macros whose goal fits the words and whose slots all get a value, strongest first. Several are an answer, not an error.
    pub fn find_macros(&self, goal: &str, values: &[NamedValue]) -> Vec<MacroMatch> {
        self.fitting(goal, values)
            .into_iter()
            .map(|(record, bindings)| MacroMatch {
                id: record.machine.id().clone(),
                goal: template_text(&record.machine.parts().goal),
                app: record.machine.parts().app.clone(),
                standing: record.standing(),
                slots: slots_of(&record.machine, &bindings),
            })
            .collect()
    }

    fn fitting(&self, goal: &str, values: &[NamedValue]) -> Vec<(Arc<MacroRecord>, Bindings)> {
        let candidates = self.known.read().candidates(goal);
        let bound =
            |r: Arc<MacroRecord>| distill::bind(&r.machine, goal, values).ok().map(|b| (r, b));
        candidates.into_iter().filter_map(bound).collect()
    }

    /// The one macro for a goal.
    pub(super) fn choose(&self, goal: &str, values: &[NamedValue]) -> Result<Arc<MacroRecord>> {
        let mut fitting = self.fitting(goal, values).into_iter().map(|(record, _)| record);
        let strongest = fitting.next().ok_or(Misuse::NoMacroFits)?;
        // Ways to do one task, e.g. from another first screen, are no ambiguity: the proven one is tried, and hands back
        // where it does not fit. Other tasks with a goal that reads the same are.
        let task = |record: &MacroRecord| {
            let parts = record.machine.parts();
            (parts.app.clone(), template_text(&parts.goal))
        };
        if fitting.all(|other| task(&other) == task(&strongest)) {
            Ok(strongest)
        } else {
            Err(Misuse::SeveralMacrosFit.into())
        }
    }

    /// A macro's definition as JSON, to read and to keep. It holds no secrets and no coordinates.
    ///
    /// # Errors
    /// There is no such macro.
    pub fn export_macro(&self, id: &MacroId) -> Result<String> {
        let record = self.known.read().get(id).ok_or(Misuse::NoSuchMacro)?;
        serde_json::to_string_pretty(&record.machine).map_err(|_| Error::Internal("a macro export"))
    }

    /// Deletes a macro with all its versions, whatever its energy. Returns after commit.
    ///
    /// # Errors
    /// There is no such macro; writing failed.
    pub fn delete_macro(&self, id: &MacroId) -> Result<()> {
        if self.known.read().get(id).is_none() {
            return Err(Misuse::NoSuchMacro.into());
        }
        self.submit(vec![Change::DeleteMacro(id.clone())])?;
        self.flush()?;
        self.known.write().remove(id);
        Ok(())
    }

    /// Goes back to the version before the current one. The current one stays in the history.
    ///
    /// # Errors
    /// There is no such macro, or no earlier version.
    pub fn roll_back_macro(&self, id: &MacroId) -> Result<MacroView> {
        let record = self.known.read().get(id).ok_or(Misuse::NoSuchMacro)?;
        let parent = record.machine.parts().parent.ok_or(Misuse::NoEarlierVersion)?;
        let history = self.store.read(|c| store::macros::history(c, id))?;
        let earlier = history
            .into_iter()
            .find(|m| m.parts().version == parent)
            .ok_or(Misuse::NoEarlierVersion)?;
        let mut parts = earlier.into_parts();
        parts.version = record.machine.parts().version.saturating_add(1);
        parts.reason = format!("rolled back to version {parent}");
        let machine =
            FsmMacro::new(parts).map_err(|_| Error::Internal("a stored macro version"))?;
        let restored = MacroRecord { machine, ..(*record).clone() };
        self.submit(vec![Change::PutMacro(Box::new(restored.clone()))])?;
        self.flush()?;
        let view = self.view(&restored);
        self.known.write().put(restored);
        Ok(view)
    }

    pub(super) fn view(&self, record: &MacroRecord) -> MacroView {
        let parts = record.machine.parts();
        let half_life = self.config.half_lives().macro_ms;
        let energy = if record.crystallised {
            record.energy
        } else {
            record.energy.decayed(self.env.now(), half_life)
        };
        MacroView {
            id: parts.id.clone(),
            version: i64::from(parts.version),
            reason: parts.reason.clone(),
            goal: template_text(&parts.goal),
            app: parts.app.clone(),
            app_version: parts.app_version.clone(),
            standing: record.standing(),
            slots: parts.slots.iter().map(|s| s.name.clone()).collect(),
            steps: steps(&record.machine),
            energy: energy.value(),
            successes: i64::from(record.successes),
            failures: i64::from(record.failures),
            created_at: record.created_at,
            last_run_at: record.last_run_at,
            digest: record.machine.digest(),
            diagram: diagram(&record.machine),
        }
    }
}

/// Each slot with the value it would get.
fn slots_of(machine: &FsmMacro, bindings: &Bindings) -> Vec<NamedValue> {
    let value = |slot: &Slot| bindings.value(&slot.name).unwrap_or_default().to_owned();
    let named = |slot: &Slot| NamedValue {
        name: slot.name.clone(),
        value: value(slot),
        secret: slot.secret,
    };
    machine.parts().slots.iter().map(named).collect()
}

fn steps(machine: &FsmMacro) -> Vec<StepView> {
    let of = |(index, t): (usize, &crate::model::fsm::Transition)| StepView {
        index: index as i32,
        verb: t.action.verb().to_owned(),
        target: t
            .action
            .locator()
            .map(|l| format!("{} \"{}\"", l.role, template_text(&l.label)))
            .unwrap_or_default(),
        text: match &t.action {
            crate::model::fsm::MacroAction::InputText(_, text) => template_text(text),
            _ => String::new(),
        },
    };
    machine.parts().transitions.iter().enumerate().map(of).collect()
}

/// A template as people read it: slots in braces.
pub(super) fn template_text(template: &TextTemplate) -> String {
    template.0.iter().fold(String::new(), |mut text, piece| {
        match piece {
            Piece::Literal(literal) => text.push_str(literal),
            Piece::Slot(name) => {
                let _ = write!(text, "{{{name}}}");
            }
        }
        text
    })
}

/// Mermaid's `stateDiagram-v2`; labels hold no characters that Mermaid would read as syntax.
fn diagram(machine: &FsmMacro) -> String {
    let parts = machine.parts();
    let plain = |text: &str| {
        text.chars()
            .map(|c| if c.is_alphanumeric() || " .-_{}".contains(c) { c } else { ' ' })
            .collect::<String>()
    };
    let mut out = format!("stateDiagram-v2\n  [*] --> s{}\n", parts.start);
    for (step, t) in steps(machine).iter().zip(&parts.transitions) {
        let what = plain(&format!("{} {} {}", step.verb, step.target, step.text));
        let _ = writeln!(
            out,
            "  s{} --> s{}: {}",
            t.from,
            t.to,
            what.split_whitespace().collect::<Vec<_>>().join(" ")
        );
    }
    let _ = writeln!(out, "  s{} --> [*]", parts.end);
    out
}
