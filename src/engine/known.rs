//! What is known, in memory: macros by id and by the screen they start on, aliases.

use super::error::Result;
use super::goals::GoalIndex;
use crate::lifecycle::topology;
use crate::model::fsm::MacroRecord;
use crate::model::{Alias, AliasMap, Change, FsmMacro, MacroId};
use crate::store::{self, Store};
use std::collections::HashMap;
use std::sync::Arc;

/// Macros and aliases, as the database holds them.
#[derive(Default)]
pub struct Known {
    macros: HashMap<MacroId, Arc<MacroRecord>>,
    goals: GoalIndex,
    aliases: Arc<AliasMap>,
    /// The same as stored, with what is confirmed.
    alias_rows: Arc<Vec<Alias>>,
}

impl Known {
    /// Reads everything once.
    pub(super) fn load(store: &Store) -> Result<Self> {
        let (macros, aliases) =
            store.read(|c| Ok((store::macros::all(c)?, store::aliases::all(c)?)))?;
        let mut known = Self::default();
        macros.into_iter().for_each(|m| known.put(m));
        known.aliases = Arc::new(AliasMap::new(&aliases));
        known.alias_rows = Arc::new(aliases);
        Ok(known)
    }

    /// A macro is new or changed.
    pub(super) fn put(&mut self, record: MacroRecord) {
        let id = record.machine.id().clone();
        self.goals.put(&id, &record.machine.parts().goal);
        self.macros.insert(id, Arc::new(record));
    }

    /// A macro is gone.
    pub(super) fn remove(&mut self, id: &MacroId) -> Option<Arc<MacroRecord>> {
        self.goals.remove(id);
        self.macros.remove(id)
    }

    /// Macros whose goal may fit, strongest first; each has still to be bound.
    pub(super) fn candidates(&self, goal: &str) -> Vec<Arc<MacroRecord>> {
        let found = self.goals.candidates(goal);
        strongest_first(found.into_iter().filter_map(|id| self.macros.get(id)))
    }

    /// One macro.
    pub(super) fn get(&self, id: &MacroId) -> Option<Arc<MacroRecord>> {
        self.macros.get(id).cloned()
    }

    /// All macros, strongest first.
    pub(super) fn all(&self) -> Vec<Arc<MacroRecord>> {
        strongest_first(self.macros.values())
    }

    /// The aliases now.
    pub(super) fn aliases(&self) -> Arc<AliasMap> {
        Arc::clone(&self.aliases)
    }

    /// What a replay that went through says about the aliases it used: they lead to the right elements.
    pub(super) fn confirmed_by(&self, machine: &FsmMacro) -> Vec<Change> {
        let actions = machine.parts().transitions.iter();
        let targets = actions.filter_map(|t| t.action.locator()).map(|l| l.fingerprint);
        let confirm = |old| topology::confirm(&self.alias_rows, old, self.aliases.resolve(old));
        targets.flat_map(confirm).collect()
    }
}

fn strongest_first<'a>(
    records: impl Iterator<Item = &'a Arc<MacroRecord>>,
) -> Vec<Arc<MacroRecord>> {
    let mut all: Vec<_> = records.cloned().collect();
    all.sort_by(|a, b| {
        let stronger = b.energy.value().total_cmp(&a.energy.value());
        stronger
            .then_with(|| b.successes.cmp(&a.successes))
            .then_with(|| a.created_at.cmp(&b.created_at))
            .then_with(|| a.machine.id().cmp(b.machine.id()))
    });
    all
}
