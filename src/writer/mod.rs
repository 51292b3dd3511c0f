//! Room 5: the only thread that writes. This room knows nothing of what is written.
//!
//! Units of changes go into a bounded queue; the thread takes what is there and writes it in one transaction, each unit
//! in a savepoint of its own, so that a bad unit does not take its neighbours along. [`Writer::flush`] returns when
//! everything submitted before is on disk, and tells what failed since the last flush. Nothing is dropped in silence.

mod error;
mod thread;

pub use error::WriterError;

use crate::model::Change;
use crate::store::{Store, StoreError};
use parking_lot::Mutex;
use rusqlite::Connection;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle, current};
use thread::{Message, Worker};

/// Units that wait at most; whoever submits more waits too.
pub const QUEUE: usize = 256;

/// Is told of each write that failed, on the writer's thread.
pub type OnError = Box<dyn Fn(&StoreError) + Send>;

/// What both sides see.
#[derive(Default)]
struct Shared {
    /// Units submitted and not yet written.
    depth: AtomicUsize,
    /// Why writing is impossible for now.
    paused: Mutex<Option<StoreError>>,
}

/// Handle on the writer's thread. Dropping it writes what is queued and ends the thread.
///
/// ```
/// use cs_mem::model::{Change, Timestamp};
/// use cs_mem::store::{OpenOptions, Store, meta};
/// use cs_mem::writer::Writer;
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("memory.db");
/// let (store, _) = Store::open(&path, &OpenOptions::default(), Timestamp::from_millis(0))?;
/// let writer = Writer::spawn(&store, Box::new(|error| eprintln!("{error}")))?;
/// writer.submit(vec![Change::SetMeta { key: "last_dream".into(), value: "0".into() }])?;
/// writer.flush()?;
/// assert_eq!(store.read(|db| meta::get(db, "last_dream"))?.as_deref(), Some("0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer {
    sender: Option<SyncSender<Message>>,
    thread: Option<JoinHandle<()>>,
    shared: Arc<Shared>,
}

impl Writer {
    /// Starts the thread on a connection of its own.
    ///
    /// # Errors
    /// When the database or the thread cannot be had.
    pub fn spawn(store: &Store, on_error: OnError) -> Result<Self, WriterError> {
        let not_started = |why| WriterError::NotStarted { why };
        let db = store.writer_connection().map_err(not_started)?;
        let shared = Arc::new(Shared::default());
        let (sender, receiver) = sync_channel(QUEUE);
        let worker = Worker::new(db, on_error, Arc::clone(&shared));
        let thread = Builder::new()
            .name("cs-mem writer".into())
            .spawn(move || worker.run(&receiver))
            .map_err(|error| not_started(error.into()))?;
        Ok(Self { sender: Some(sender), thread: Some(thread), shared })
    }

    /// Queues changes that belong together: all of them are written, or none. Waits while the queue is full.
    ///
    /// # Errors
    /// [`WriterError::Paused`] when the disk is full and so is the queue: the unit was not taken.
    pub fn submit(&self, unit: Vec<Change>) -> Result<(), WriterError> {
        if self.queue_depth() >= QUEUE
            && let Some(why) = self.shared.paused.lock().clone()
        {
            return Err(WriterError::Paused { why });
        }
        self.shared.depth.fetch_add(1, Ordering::AcqRel);
        self.send(Message::Unit(unit))
    }

    /// Waits until everything submitted before is on disk, power loss included.
    ///
    /// # Errors
    /// [`WriterError::Failed`] for writes that failed since the last flush, [`WriterError::Paused`] when nothing could
    /// be written for now.
    pub fn flush(&self) -> Result<(), WriterError> {
        self.ask(|reply| Message::Flush { durable: true, reply })?
    }

    /// As [`Writer::flush`], but returns as soon as the death of the process can do no harm: for the host's warnings that
    /// it is about to be killed. Does not wait for the disk.
    ///
    /// # Errors
    /// As [`Writer::flush`].
    pub fn emergency_flush(&self) -> Result<(), WriterError> {
        self.ask(|reply| Message::Flush { durable: false, reply })?
    }

    /// Units submitted and not yet written.
    pub fn queue_depth(&self) -> usize {
        self.shared.depth.load(Ordering::Acquire)
    }

    /// Whether writing is impossible for now (disk full, database locked); it is tried again with each call.
    pub fn is_paused(&self) -> bool {
        self.shared.paused.lock().is_some()
    }

    /// Runs maintenance on the writer's connection, after everything submitted before, with no other writer around.
    /// A transaction that `f` leaves open is rolled back.
    ///
    /// # Errors
    /// [`WriterError::Poisoned`] when `f` panicked.
    pub fn run_exclusive<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Connection) -> T + Send + 'static,
    ) -> Result<T, WriterError> {
        self.ask(|reply| {
            Message::Exclusive(Box::new(move |db| {
                // Nobody waits any more: then nobody wants the answer.
                let _ = reply.send(f(db));
            }))
        })
    }

    /// Sends a message that is answered, and waits for the answer. A thread that died answers by hanging up.
    fn ask<T>(&self, message: impl FnOnce(SyncSender<T>) -> Message) -> Result<T, WriterError> {
        if self.thread.as_ref().is_some_and(|t| t.thread().id() == current().id()) {
            return Err(WriterError::Reentrant);
        }
        let (reply, answer) = sync_channel(1);
        self.send(message(reply))?;
        answer.recv().map_err(|_| WriterError::Poisoned)
    }

    fn send(&self, message: Message) -> Result<(), WriterError> {
        let sender = self.sender.as_ref().ok_or(WriterError::Poisoned)?;
        sender.send(message).map_err(|_| WriterError::Poisoned)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != current().id()
        {
            // A panic was already reported to whoever waited.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests;
