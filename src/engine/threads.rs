//! The library's own threads: blocking work and replays run here, never on the caller's thread.

use std::future::Future;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// A small tokio runtime on a thread of its own. Dropping it ends the thread and waits for nothing, so that the last
/// reference may go anywhere, even on one of its own threads.
pub struct Threads {
    handle: Handle,
    /// Its end ends the thread.
    _open: oneshot::Sender<()>,
}

impl Threads {
    /// One thread that turns replays over: they wait for the phone, not for the processor. Blocking work gets threads of
    /// its own from the runtime's pool.
    pub(super) fn start() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().thread_name("cs-mem").build()?;
        let handle = runtime.handle().clone();
        let (open, closed) = oneshot::channel::<()>();
        let turn_over = move || {
            // The sender is never used: this returns when it is dropped.
            let _ = runtime.block_on(closed);
            runtime.shutdown_background();
        };
        std::thread::Builder::new().name("cs-mem-replay".into()).spawn(turn_over)?;
        Ok(Self { handle, _open: open })
    }

    /// Runs blocking work on a thread made for it. The work finishes even when the caller stops waiting, so that
    /// cancelling loses nothing; `None` means that it panicked.
    pub fn run<T: Send + 'static, W: FnOnce() -> T + Send + 'static>(
        &self,
        work: W,
    ) -> impl Future<Output = Option<T>> + use<T, W> {
        let job = self.handle.spawn_blocking(work);
        async move { job.await.ok() }
    }

    /// Runs a future to its end, whether or not the caller waits for it.
    pub fn spawn<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
        &self,
        future: F,
    ) -> impl Future<Output = Option<T>> + use<T, F> {
        let job = self.handle.spawn(future);
        async move { job.await.ok() }
    }

    /// Waits for a future on a plain thread (Rust hosts and tests).
    pub fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }
}
