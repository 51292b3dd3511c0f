//! Upkeep: runs the dream's portions, one after the other, and shows aliases.
//!
//! The plan is `lifecycle::dream`'s; this reads rows, hands them to the planners and submits what they return.

use super::core::Engine;
use super::drive::Hands;
use super::error::{Error, Misuse, Result};
use super::host::{DeviceState, UiDriver};
use super::run::ReplayRequest;
use crate::lifecycle::dream::{self, Dream, Freshness, Next, Portion, PortionResult};
use crate::lifecycle::entropy;
use crate::lifecycle::topology::{self, ScreenNodes, Survey, Withheld};
use crate::model::dream::{DreamReport, DreamStep};
use crate::model::replay::ReplayOutcome;
use crate::model::{Alias, Change, HandBackKind, MemoryEvent, Timestamp};
use crate::store;
use crate::store::energy::EnergyKind;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What collapsed is hidden first and removed for good after this long: 7 days, so that a mistake can be found.
const GRACE_MS: i64 = 7 * 24 * 3_600 * 1_000;
/// Most notes that stay in the quarantine list, by age: 30 days.
const QUARANTINE_MS: i64 = 30 * 24 * 3_600 * 1_000;
/// Low-energy macros looked at per dream.
const FRESHNESS_COUNT: u32 = 3;

impl Engine {
    /// Consolidates the memory while the phone is at rest. See [`crate::lifecycle::dream`] for order and portions.
    ///
    /// # Errors
    /// Another dream is running; the host's device state threw; writing failed.
    pub async fn dream(
        this: &Arc<Self>,
        state: Arc<dyn DeviceState>,
        driver: Option<Arc<dyn UiDriver>>,
        budget_millis: i64,
    ) -> Result<DreamReport> {
        let engine = Arc::clone(this);
        let work = async move { engine.sleep_and_dream(state, driver, budget_millis).await };
        this.threads.spawn(work).await.ok_or(Error::Internal("a dream"))?
    }

    /// Ends a dream after its current portion; what was done stays done, the next dream goes on from there.
    pub fn wake(&self) {
        self.woken.store(true, Ordering::Release);
    }

    async fn sleep_and_dream(
        self: &Arc<Self>,
        state: Arc<dyn DeviceState>,
        driver: Option<Arc<dyn UiDriver>>,
        budget_millis: i64,
    ) -> Result<DreamReport> {
        self.check_open()?;
        if self.dreaming.swap(true, Ordering::AcqRel) {
            return Err(Misuse::DreamRunning.into());
        }
        let _awake = Awake(self);
        self.woken.store(false, Ordering::Release);
        self.flush()?;
        let began = self.env.now();
        let mut dream = self.take_up(began)?;
        let report = loop {
            let now = self.env.now();
            if self.woken.load(Ordering::Acquire) || now.since(began) >= budget_millis.max(1) {
                break dream.stopped("dream.cancelled", now);
            }
            match dream.next(&state.condition()?, now) {
                Next::Over(report) => break *report,
                Next::Work(portion) => {
                    self.tell_progress(&portion, &dream);
                    match self.portion(&portion, driver.as_ref()).await? {
                        Some(result) => {
                            let took_ms = self.env.now().since(now);
                            dream.did(&portion, PortionResult { took_ms, ..result });
                        }
                        None => dream.skip(portion.step, "dream.no_driver"),
                    }
                    self.submit(vec![dream.to_change()])?;
                }
            }
        };
        self.flush()?;
        Ok(report)
    }

    /// A dream that was stopped goes on where it was.
    fn take_up(&self, now: Timestamp) -> Result<Dream> {
        let stored = self.store.read(|c| store::meta::get(c, dream::DREAM_KEY))?;
        Ok(Dream::take_up(stored.as_deref(), now))
    }

    fn tell_progress(&self, portion: &Portion, dream: &Dream) {
        let (done, total) = dream.progress();
        let phase = format!("dream.{}", portion.step);
        self.events.emit(MemoryEvent::Progress { phase, done: done as i32, total: total as i32 });
    }

    /// One portion; `None` when it needs a driver and there is none.
    async fn portion(
        self: &Arc<Self>,
        portion: &Portion,
        driver: Option<&Arc<dyn UiDriver>>,
    ) -> Result<Option<PortionResult>> {
        Ok(Some(match portion.step {
            DreamStep::Freshness => match driver {
                Some(driver) => self.freshen(driver).await?,
                None => return Ok(None),
            },
            DreamStep::Entropy => self.fade(portion)?,
            DreamStep::Topology => self.map_upgrades(portion)?,
            DreamStep::Index => self.tidy()?,
            DreamStep::Integrity => self.check_integrity()?,
            DreamStep::Backup => self.keep_backup()?,
        }))
    }

    /// Runs a few weak, harmless macros for real; a stale one loses energy, as after any hand-back.
    async fn freshen(self: &Arc<Self>, driver: &Arc<dyn UiDriver>) -> Result<PortionResult> {
        let half_lives = self.config.half_lives();
        let records: Vec<_> = self.known.read().all().iter().map(|r| (**r).clone()).collect();
        let now = self.env.now();
        let picked = dream::pick_for_freshness(
            &records,
            now,
            &half_lives,
            self.env.seed(),
            FRESHNESS_COUNT as usize,
        );
        let mut result = PortionResult::default();
        for record in records.iter().filter(|r| picked.contains(r.machine.id())) {
            result.seen += 1;
            // A macro with slots would need values that nobody has given.
            if !dream::harmless(&record.machine) || !record.machine.parts().slots.is_empty() {
                continue;
            }
            let goal = super::library::template_text(&record.machine.parts().goal);
            let request =
                ReplayRequest { goal, values: vec![], macro_id: Some(record.machine.id().clone()) };
            let hands = Hands { driver: Arc::clone(driver), guard: None, secrets: None };
            let found = match self.start_replay(request)?.drive(hands).await? {
                ReplayOutcome::Done { .. } => Freshness::Fresh,
                ReplayOutcome::HandedBack { hand_back, .. }
                    if hand_back.kind == HandBackKind::WrongScreen && hand_back.done.is_empty() =>
                {
                    Freshness::Unknown
                }
                ReplayOutcome::HandedBack { .. } => Freshness::Stale,
            };
            result.changed += u32::from(found == Freshness::Stale);
        }
        Ok(result)
    }

    /// One kind of memory per portion: nodes, edges, episodes, macros.
    fn fade(&self, portion: &Portion) -> Result<PortionResult> {
        let kinds = [EnergyKind::Node, EnergyKind::Edge, EnergyKind::Episode, EnergyKind::Macro];
        let at: usize = portion.after.parse().unwrap_or(0);
        let Some(kind) = kinds.get(at) else { return Ok(PortionResult::default()) };
        let rows = self.store.read(|c| store::energy::rows(c, *kind))?;
        let now = self.env.now();
        let plan = entropy::plan(&rows, now, &self.config.half_lives());
        let plan = entropy::soften(plan, now, GRACE_MS);
        let result = PortionResult {
            seen: rows.len() as u32,
            changed: plan.decayed,
            removed: plan.collapsed,
            next_after: (at + 1 < kinds.len()).then(|| (at + 1).to_string()),
            ..PortionResult::default()
        };
        self.submit(plan.changes)?;
        self.flush()?;
        if *kind == EnergyKind::Macro {
            self.reload()?;
        }
        Ok(result)
    }

    /// One app per portion: from each older version to the one seen last.
    fn map_upgrades(&self, portion: &Portion) -> Result<PortionResult> {
        let now = self.env.now();
        let apps = self.store.read(store::nodes::apps)?;
        let Some(app) = apps.into_iter().find(|app| *app > portion.after) else {
            self.reload()?;
            return Ok(PortionResult::default());
        };
        let (rows, known, screens, withheld) = self.store.read(|c| {
            let screens = store::screens::nodes_of_app(c, &app)?;
            let withheld = store::meta::get(c, topology::WITHHELD_KEY)?;
            Ok((store::nodes::by_version(c, &app)?, store::aliases::all(c)?, screens, withheld))
        })?;
        let together = |(screen, version, nodes)| ScreenNodes { screen, version, nodes };
        let screens: Vec<_> = screens.into_iter().map(together).collect();
        let survey = Survey {
            rows: &rows,
            known: &known,
            withheld: &Withheld::from_meta(withheld.as_deref()),
            half_lives: &self.config.half_lives(),
        };
        let mut result = PortionResult {
            seen: rows.len() as u32,
            next_after: Some(app),
            ..PortionResult::default()
        };
        for plan in topology::plan_all_on_screens(&survey, &screens, now) {
            result.changed += plan.aliases.len() as u32;
            if !plan.aliases.is_empty() {
                result.notes.push(plan.note);
            }
            self.submit(plan.changes)?;
        }
        self.flush()?;
        Ok(result)
    }

    fn tidy(&self) -> Result<PortionResult> {
        let before = self.env.now().plus(-QUARANTINE_MS);
        self.submit(vec![Change::ExpireQuarantine { before }])?;
        self.flush()?;
        self.store.checkpoint_truncate()?;
        Ok(PortionResult::default())
    }

    fn check_integrity(&self) -> Result<PortionResult> {
        let problems = self.store.integrity_check()?;
        let notes = problems.iter().map(|p| format!("integrity: {p}")).collect();
        Ok(PortionResult { changed: problems.len() as u32, notes, ..PortionResult::default() })
    }

    /// Two generations beside the database: the one before is kept until the new one is whole.
    fn keep_backup(&self) -> Result<PortionResult> {
        let newest = self.store.path().with_extension("backup.db");
        let older = self.store.path().with_extension("backup.1.db");
        if newest.exists()
            && let Err(error) = std::fs::rename(&newest, &older)
        {
            log::warn!(code = "dream.backup"; "the older backup generation could not be kept: {}", error.kind());
        }
        self.store.backup_to(&newest)?;
        Ok(PortionResult { changed: 1, ..PortionResult::default() })
    }

    /// Macros and aliases in memory follow the database.
    pub(super) fn reload(&self) -> Result<()> {
        let fresh = super::known::Known::load(&self.store)?;
        *self.known.write() = fresh;
        Ok(())
    }

    /// All aliases.
    ///
    /// # Errors
    /// Reading failed.
    pub fn aliases(&self) -> Result<Vec<Alias>> {
        Ok(self.store.read(store::aliases::all)?)
    }

    /// Takes back the aliases of an upgrade; returns how many. The nodes themselves were never rewritten.
    ///
    /// # Errors
    /// Reading or writing failed.
    pub fn roll_back_aliases(
        &self,
        app: &str,
        from_version: &str,
        to_version: &str,
    ) -> Result<i64> {
        let changes = topology::roll_back(&self.aliases()?, app, from_version, to_version);
        let count = changes.len() as i64;
        self.submit(changes)?;
        self.flush()?;
        self.reload()?;
        Ok(count)
    }
}

/// Lets the next dream begin, however this one ends.
struct Awake<'a>(&'a Engine);

impl Drop for Awake<'_> {
    fn drop(&mut self) {
        self.0.dreaming.store(false, Ordering::Release);
    }
}
