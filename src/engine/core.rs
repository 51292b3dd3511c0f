//! The engine: opens the rooms, holds what lives as long as the memory is open, and nothing else.

use super::config::EngineConfig;
use super::env::Env;
use super::error::{Error, Misuse, Result};
use super::events::Events;
use super::known::Known;
use super::session::{EpisodeRequest, EpisodeSession};
use super::threads::Threads;
use crate::lifecycle::immune::{self, Context};
use crate::model::verdict::ImmunePolicy;
use crate::model::{Change, MemoryEvent, Screen, ScreenInput, Snapshot, Verdict};
use crate::perceive::{self, Limits};
use crate::replay::Policy;
use crate::store::{OpenOptions, OpenReport, Store};
use crate::writer::Writer;
use parking_lot::RwLock;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An open memory. Cheap to share: all work goes through `&self`.
pub struct Engine {
    pub(super) env: Env,
    pub(super) config: EngineConfig,
    pub(super) store: Store,
    pub(super) events: Arc<Events>,
    pub(super) threads: Threads,
    /// Macros and aliases in memory, for lookups whose cost does not grow with the database.
    pub(super) known: RwLock<Known>,
    pub(super) immune: RwLock<ImmunePolicy>,
    /// Set while a dream runs.
    pub(super) dreaming: AtomicBool,
    /// Set to end a dream after its current step.
    pub(super) woken: AtomicBool,
    pub(super) opened: OpenReport,
    writer: Writer,
    closed: AtomicBool,
}

/// A screen that was read, judged and pruned.
pub(super) struct Seen {
    /// Masked already.
    pub snapshot: Snapshot,
    pub verdict: Verdict,
    /// `None` when the verdict refuses it.
    pub screen: Option<Screen>,
}

impl Engine {
    /// Opens or creates the memory. Blocks on the disk: not on an app's main thread.
    ///
    /// # Errors
    /// The file is newer than this version, locked, or on a read-only or full disk. A damaged file is no error: it is moved aside
    /// whole, an empty memory is opened, and [`OpenReport::moved_aside`] and an event say so.
    pub fn open(config: EngineConfig, env: Env) -> Result<Arc<Self>> {
        let options = OpenOptions { rebuild_newer: config.rebuild_newer };
        let (store, opened) = Store::open(Path::new(&config.path), &options, env.now())?;
        let events = Arc::new(Events::start().map_err(|_| Error::NoThread)?);
        let listeners = Arc::clone(&events);
        let writer = Writer::spawn(
            &store,
            Box::new(move |error| {
                listeners.emit(MemoryEvent::WriteFailed {
                    code: error.code().to_owned(),
                    sentence: error.to_string(),
                });
            }),
        )?;
        let known = Known::load(&store)?;
        let engine = Self {
            threads: Threads::start().map_err(|_| Error::NoThread)?,
            immune: RwLock::new(config.immune.clone()),
            known: RwLock::new(known),
            dreaming: AtomicBool::new(false),
            woken: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            env,
            config,
            store,
            events,
            opened,
            writer,
        };
        log::info!(code = "engine.open", created = engine.opened.created, interrupted = engine.opened.interrupted; "memory opened");
        Ok(Arc::new(engine))
    }

    /// Where listeners are added and removed.
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// The library's own threads.
    pub fn threads(&self) -> &Threads {
        &self.threads
    }

    /// Begins an episode.
    ///
    /// # Errors
    /// The goal is empty; writing failed.
    pub fn begin_episode(self: &Arc<Self>, request: EpisodeRequest) -> Result<Arc<EpisodeSession>> {
        EpisodeSession::begin(self, request)
    }

    /// What opening found: a new file, an upgraded one, a damaged one moved aside.
    pub fn opened(&self) -> &OpenReport {
        &self.opened
    }

    /// Waits until everything recorded so far is committed. After it returns, `kill -9` loses none of it.
    ///
    /// # Errors
    /// What could not be written since the last flush.
    pub fn flush(&self) -> Result<()> {
        Ok(self.writer.flush()?)
    }

    /// For process-death warnings: like [`Engine::flush`], and the write-ahead log is folded into the file.
    ///
    /// # Errors
    /// As [`Engine::flush`].
    pub fn emergency_flush(&self) -> Result<()> {
        Ok(self.writer.emergency_flush()?)
    }

    /// Flushes and refuses all later calls. Dropping the last reference does the same without telling about errors.
    ///
    /// # Errors
    /// As [`Engine::flush`].
    pub fn shutdown(&self) -> Result<()> {
        self.closed.store(true, Ordering::Release);
        let flushed = self.writer.emergency_flush();
        self.events.drain();
        Ok(flushed?)
    }

    pub(super) fn check_open(&self) -> Result<()> {
        if self.closed.load(Ordering::Acquire) { Err(Misuse::Closed.into()) } else { Ok(()) }
    }

    /// Queues changes as one unit; blocks while the queue is full.
    pub(super) fn submit(&self, changes: Vec<Change>) -> Result<()> {
        self.check_open()?;
        if changes.is_empty() { Ok(()) } else { Ok(self.writer.submit(changes)?) }
    }

    pub(super) fn writer(&self) -> &Writer {
        &self.writer
    }

    pub(super) fn limits(&self) -> Limits {
        self.config.limits()
    }

    pub(super) fn policy(&self) -> Policy {
        self.config.policy()
    }

    /// Read, judge, mask, prune: the only way in. What the immune system refuses never becomes a screen.
    pub(super) fn look(&self, input: ScreenInput, scrub: &[String]) -> Result<Seen> {
        let snapshot = perceive::read(input, &self.limits())?;
        let context = Context { scrub: scrub.to_vec(), ..Context::default() };
        let (snapshot, verdict) = immune::judge(snapshot, &self.immune.read(), &context);
        if verdict.kind != crate::model::VerdictKind::Admit {
            let codes = verdict.reasons.iter().map(|r| r.code.clone()).collect();
            self.events.emit(MemoryEvent::ScreenJudged { kind: verdict.kind, codes });
        }
        let screen = verdict.admits().then(|| perceive::perceive(&snapshot));
        Ok(Seen { snapshot, verdict, screen })
    }
}
