//! The library's own threads: blocking work and replays run here, never on the caller's thread.

use std::future::Future;
use tokio::runtime::{Builder, Handle, Runtime};

/// A small tokio runtime that can be dropped anywhere, even on one of its own threads.
pub struct Threads(Option<Runtime>);

impl Threads {
    /// Two workers: one replay may wait for the disk while another goes on.
    pub(super) fn start() -> std::io::Result<Self> {
        let runtime =
            Builder::new_multi_thread().worker_threads(2).thread_name("cs-mem").build()?;
        Ok(Self(Some(runtime)))
    }

    /// Runs blocking work on a thread made for it. The work finishes even when the caller stops waiting, so that cancelling loses
    /// nothing; `None` means that it panicked.
    pub fn run<T: Send + 'static, W: FnOnce() -> T + Send + 'static>(
        &self,
        work: W,
    ) -> impl Future<Output = Option<T>> + use<T, W> {
        let job = self.0.as_ref().map(|r| r.spawn_blocking(work));
        async move {
            match job {
                Some(job) => job.await.ok(),
                None => None,
            }
        }
    }

    /// Runs a future to its end, whether or not the caller waits for it.
    pub fn spawn<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
        &self,
        future: F,
    ) -> impl Future<Output = Option<T>> + use<T, F> {
        let job = self.0.as_ref().map(|r| r.spawn(future));
        async move {
            match job {
                Some(job) => job.await.ok(),
                None => None,
            }
        }
    }

    /// To wait for a future on a plain thread (Rust hosts and tests).
    pub fn handle(&self) -> Option<Handle> {
        self.0.as_ref().map(|r| r.handle().clone())
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // A blocking shutdown would panic on a worker thread, which may hold the last reference.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
