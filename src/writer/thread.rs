//! The thread's loop: take what is queued, write it, answer.

use super::{OnError, QUEUE, Shared, WriterError};
use crate::model::Change;
use crate::store::{self, StoreError};
use rusqlite::{Connection, TransactionBehavior};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender};

/// How often a batch is tried when the database is locked; each try waits for the busy timeout.
const TRIES: u32 = 3;

type Answer = Result<(), WriterError>;

/// What the thread is asked.
pub(super) enum Message {
    /// Write these changes, all or none.
    Unit(Vec<Change>),
    /// Say when everything before is written.
    Flush { durable: bool, reply: SyncSender<Answer> },
    /// Run this on the connection.
    Exclusive(Box<dyn FnOnce(&mut Connection) + Send>),
}

/// The thread's state. One owner, so that nothing can be lost between two.
pub(super) struct Worker {
    db: Connection,
    on_error: OnError,
    shared: Arc<Shared>,
    /// Units taken from the queue and not yet written.
    batch: VecDeque<Vec<Change>>,
    /// Failures since the last flush: how many, and the first.
    failed: Option<(u64, StoreError)>,
    /// Why nothing can be written for now.
    paused: Option<StoreError>,
    /// Whether the disk has everything that was committed.
    synced: bool,
}

impl Worker {
    pub(super) fn new(db: Connection, on_error: OnError, shared: Arc<Shared>) -> Self {
        Self {
            db,
            on_error,
            shared,
            batch: VecDeque::new(),
            failed: None,
            paused: None,
            synced: true,
        }
    }

    /// Until the handle is dropped and the queue is empty.
    pub(super) fn run(mut self, receiver: &Receiver<Message>) {
        while let Ok(message) = receiver.recv() {
            let mut next = Some(message);
            let mut waiting = Vec::new();
            let mut exclusive = None;
            while let Some(message) = next.take() {
                match message {
                    Message::Unit(unit) => self.batch.push_back(unit),
                    Message::Flush { durable, reply } => waiting.push((durable, reply)),
                    Message::Exclusive(f) => {
                        exclusive = Some(f);
                        break;
                    }
                }
                if self.batch.len() < QUEUE {
                    next = receiver.try_recv().ok();
                }
            }
            let written = self.write(waiting.iter().any(|(durable, _)| *durable));
            self.answer(written, waiting);
            if let Some(f) = exclusive {
                self.synced = false;
                f(&mut self.db);
                if !self.db.is_autocommit() {
                    let _ = self.db.execute_batch("ROLLBACK");
                }
            }
        }
        if self.write(false).is_err() || self.paused.is_some() {
            log::error!(units = self.batch.len(); "closed with writes that could not be made");
        }
    }

    /// Tells those who wait. What failed is told once.
    fn answer(
        &mut self,
        written: Result<(), StoreError>,
        waiting: Vec<(bool, SyncSender<Answer>)>,
    ) {
        if waiting.is_empty() {
            return;
        }
        let answer = match (self.failed.take(), &self.paused, written) {
            (Some((units, first)), ..) => Err(WriterError::Failed { units, first }),
            (None, Some(why), _) => Err(WriterError::Paused { why: why.clone() }),
            (None, None, Err(why)) => Err(WriterError::NotSynced { why }),
            (None, None, Ok(())) => Ok(()),
        };
        for (_, reply) in waiting {
            // Who stopped waiting needs no answer.
            let _ = reply.send(answer.clone());
        }
    }

    /// Writes the batch. An error is one of syncing only: what happened to the units is in `failed` and `paused`.
    fn write(&mut self, durable: bool) -> Result<(), StoreError> {
        if !self.batch.is_empty() {
            self.write_batch(durable);
        }
        if durable && !self.synced && self.paused.is_none() {
            return self.sync();
        }
        Ok(())
    }

    fn write_batch(&mut self, durable: bool) {
        let mut outcome = self.attempt(durable);
        for _ in 1..TRIES {
            if outcome != Err(StoreError::Busy) {
                break;
            }
            outcome = self.attempt(durable);
        }
        match outcome {
            Ok(bad) => {
                self.resume();
                self.synced = durable;
                self.done();
                bad.into_iter().for_each(|error| self.fail(error));
            }
            // Kept, and tried again with the next message.
            Err(why) if why.is_retryable() => self.pause(why),
            Err(why) => {
                self.resume();
                let lost = self.batch.len();
                self.done();
                (0..lost).for_each(|_| self.fail(why.clone()));
            }
        }
    }

    /// One transaction. Returns the errors of units that could not be written while the others were.
    fn attempt(&mut self, durable: bool) -> Result<Vec<StoreError>, StoreError> {
        store::pragmas::set_durable(&self.db, durable)?;
        let tx = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut bad = Vec::new();
        for unit in &self.batch {
            tx.execute_batch("SAVEPOINT unit")?;
            match unit.iter().try_for_each(|change| store::apply(&tx, change)) {
                Ok(()) => tx.execute_batch("RELEASE unit")?,
                // The disk's fault, not the unit's; SQLite may have rolled back everything.
                Err(error) if tx.is_autocommit() || is_environment(&error) => return Err(error),
                Err(error) => {
                    tx.execute_batch("ROLLBACK TO unit; RELEASE unit")?;
                    bad.push(error);
                }
            }
        }
        tx.commit()?;
        Ok(bad)
    }

    /// Makes the disk have what was committed without waiting for it: a commit that waits carries the ones before.
    fn sync(&mut self) -> Result<(), StoreError> {
        store::pragmas::set_durable(&self.db, true)?;
        self.db.execute(
            "INSERT INTO meta (key, value) VALUES ('flushes', '1') \
             ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1",
            [],
        )?;
        self.synced = true;
        Ok(())
    }

    fn done(&mut self) {
        self.shared.depth.fetch_sub(self.batch.len(), Ordering::AcqRel);
        self.batch.clear();
    }

    fn fail(&mut self, error: StoreError) {
        (self.on_error)(&error);
        let (units, _) = self.failed.get_or_insert((0, error));
        *units += 1;
    }

    fn pause(&mut self, why: StoreError) {
        if self.paused.as_ref() != Some(&why) {
            (self.on_error)(&why);
        }
        *self.shared.paused.lock() = Some(why.clone());
        self.paused = Some(why);
    }

    fn resume(&mut self) {
        self.paused = None;
        *self.shared.paused.lock() = None;
    }
}

/// Whether the error says nothing about the unit at hand.
fn is_environment(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Busy
            | StoreError::Full
            | StoreError::Io { .. }
            | StoreError::ReadOnly
            | StoreError::Damaged { .. }
    )
}
