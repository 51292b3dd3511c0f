//! The `log` facade, led to the host's sink.

use super::host::{LogLevel, LogSink};
use log::{Level, LevelFilter, Log, Metadata, Record};
use parking_lot::RwLock;
use std::sync::Arc;

struct Bridge(RwLock<Option<Arc<dyn LogSink>>>);

static BRIDGE: Bridge = Bridge(RwLock::new(None));

impl Log for Bridge {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Other crates' lines may hold SQL or paths; only ours are known to be free of personal data.
        metadata.target().starts_with("cs_mem") && self.0.read().is_some()
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let Some(sink) = self.0.read().clone() else { return };
        let level = match record.level() {
            Level::Error => LogLevel::Error,
            Level::Warn => LogLevel::Warn,
            Level::Info => LogLevel::Info,
            Level::Debug | Level::Trace => LogLevel::Debug,
        };
        // A sink that throws cannot be told about by logging.
        drop(sink.log(level, record.target().to_owned(), record.args().to_string()));
    }

    fn flush(&self) {}
}

/// Leads the library's log lines, from `level` up, to the host's sink. The last call wins. Whether the sink is in place:
/// `false` when the process already has another logger, which then gets the lines.
pub fn set_log_sink(sink: Arc<dyn LogSink>, level: LogLevel) -> bool {
    *BRIDGE.0.write() = Some(sink);
    let filter = match level {
        LogLevel::Error => LevelFilter::Error,
        LogLevel::Warn => LevelFilter::Warn,
        LogLevel::Info => LevelFilter::Info,
        LogLevel::Debug => LevelFilter::Debug,
    };
    let installed =
        log::set_logger(&BRIDGE).is_ok() || std::ptr::addr_eq(log::logger(), &raw const BRIDGE);
    if installed {
        log::set_max_level(filter);
    }
    installed
}
