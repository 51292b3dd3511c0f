//! The one place that knows the time and makes ids. Everything else gets both as arguments, so that every test repeats.

use super::host::{Clock, HostError};
use crate::model::Timestamp;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// The device's clock.
#[derive(Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods)] // this is the address of the clock
    fn now(&self) -> Result<Timestamp, HostError> {
        let now = std::time::SystemTime::now();
        let millis = match now.duration_since(std::time::UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
            Err(before) => -i64::try_from(before.duration().as_millis()).unwrap_or(i64::MAX),
        };
        Ok(Timestamp::from_millis(millis))
    }
}

/// Time and ids for one engine.
pub struct Env {
    clock: Arc<dyn Clock>,
    last: AtomicI64,
}

impl Env {
    /// With the host's clock, or the device's.
    pub fn new(clock: Option<Arc<dyn Clock>>) -> Self {
        Self {
            clock: clock.unwrap_or_else(|| Arc::new(SystemClock)),
            last: AtomicI64::new(i64::MIN),
        }
    }

    /// Now. A host clock that throws answers with the last time it gave, so that no record is lost for it.
    pub fn now(&self) -> Timestamp {
        match self.clock.now() {
            Ok(now) => {
                self.last.store(now.as_millis(), Ordering::Relaxed);
                now
            }
            Err(error) => {
                log::warn!(code = "host.clock"; "the host's clock failed, its last time is used: {error}");
                Timestamp::from_millis(self.last.load(Ordering::Relaxed).max(0))
            }
        }
    }

    /// A new id: the prefix and 16 hex digits from the operating system's random source.
    pub fn id(&self, prefix: &str) -> String {
        format!("{prefix}_{:016x}", self.seed())
    }

    /// A seed for planners that choose.
    pub fn seed(&self) -> u64 {
        getrandom::u64().unwrap_or_else(|_| {
            // Without a random source ids only have to differ on this device: the clock and a counter do.
            let count = self.last.fetch_add(1, Ordering::Relaxed);
            self.now().as_millis().rotate_left(20) as u64 ^ count as u64
        })
    }
}
