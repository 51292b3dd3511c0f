//! Events go out on a thread of their own: a slow or throwing listener never holds up the memory.

use super::host::EventListener;
use crate::model::MemoryEvent;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};

/// Events that wait for a slow listener; beyond it the oldest information is worthless and new events are counted as lost.
const WAITING: usize = 1024;

/// Number of a listener, to take it out again.
pub type ListenerId = i64;

/// Hands events to listeners.
pub struct Events {
    queue: SyncSender<Message>,
    listeners: Listeners,
    next: AtomicI64,
}

/// Shared with the thread that calls them.
type Listeners = Arc<Mutex<Vec<(ListenerId, Arc<dyn EventListener>)>>>;

enum Message {
    Event(MemoryEvent),
    /// Answered when everything before it was handed out.
    Flush(SyncSender<()>),
}

impl Events {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the operating system gives no thread.
    pub fn start() -> std::io::Result<Self> {
        let (queue, inbox) = sync_channel::<Message>(WAITING);
        let listeners = Listeners::default();
        let shared = Arc::clone(&listeners);
        std::thread::Builder::new().name("cs-mem-events".into()).spawn(move || {
            for message in inbox {
                match message {
                    Message::Event(event) => {
                        // Cloned out of the lock: a listener may add or remove listeners.
                        let all: Vec<_> = shared.lock().iter().map(|(_, l)| Arc::clone(l)).collect();
                        for listener in all {
                            if let Err(error) = listener.on_event(event.clone()) {
                                log::warn!(code = "host.listener"; "an event listener failed: {error}");
                            }
                        }
                    }
                    Message::Flush(done) => drop(done.send(())),
                }
            }
        })?;
        Ok(Self { queue, listeners, next: AtomicI64::new(1) })
    }

    /// Adds a listener; it gets what happens from now on.
    pub fn add(&self, listener: Arc<dyn EventListener>) -> ListenerId {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.listeners.lock().push((id, listener));
        id
    }

    /// Takes a listener out. Whether it was there.
    pub fn remove(&self, id: ListenerId) -> bool {
        let mut all = self.listeners.lock();
        let before = all.len();
        all.retain(|(n, _)| *n != id);
        all.len() < before
    }

    /// Tells the listeners. Never blocks: an event that finds the queue full is logged and dropped, the memory itself is not
    /// affected.
    pub fn emit(&self, event: MemoryEvent) {
        if self.listeners.lock().is_empty() {
            return;
        }
        if let Err(TrySendError::Full(_)) = self.queue.try_send(Message::Event(event)) {
            log::warn!(code = "events.dropped"; "an event was dropped: a listener is too slow, let it return at once");
        }
    }

    /// Waits until every event emitted before was handed out.
    pub fn drain(&self) {
        let (done, waiter) = sync_channel(1);
        if self.queue.send(Message::Flush(done)).is_ok() {
            // The thread answers or is gone; both end the wait.
            let _ = waiter.recv();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::host::HostError;
    use super::*;

    struct Angry(Mutex<usize>);

    impl EventListener for Angry {
        fn on_event(&self, _: MemoryEvent) -> Result<(), HostError> {
            *self.0.lock() += 1;
            Err(HostError::Failed { reason: "no".into() })
        }
    }

    #[test]
    fn a_throwing_listener_is_called_again() {
        let events = Events::start().unwrap();
        let angry = Arc::new(Angry(Mutex::new(0)));
        let id = events.add(angry.clone());
        let event = || MemoryEvent::Progress { phase: "x".into(), done: 1, total: 2 };
        events.emit(event());
        events.emit(event());
        events.drain();
        assert_eq!(*angry.0.lock(), 2);
        assert!(events.remove(id) && !events.remove(id));
        events.emit(event());
        events.drain();
        assert_eq!(*angry.0.lock(), 2);
    }
}
