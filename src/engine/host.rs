//! What the host brings: traits that Kotlin, Swift and Python implement.
//!
//! Every method returns a `Result`, so that an exception thrown there arrives here as an error and not as a panic.

use crate::lifecycle::dream::DeviceCondition;
use crate::model::replay::{DriverAction, StepView};
use crate::model::{Delivery, MemoryEvent, ScreenInput, Timestamp};

/// What a host's implementation throws.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, uniffi::Error)]
pub enum HostError {
    /// It failed.
    #[error("the host's code failed: {reason}")]
    Failed {
        /// Why, without personal data.
        reason: String,
    },
}

impl From<uniffi::UnexpectedUniFFICallbackError> for HostError {
    fn from(error: uniffi::UnexpectedUniFFICallbackError) -> Self {
        Self::Failed { reason: error.reason }
    }
}

/// Tells the time. Give a manual one in tests.
#[uniffi::export(rust, foreign)]
pub trait Clock: Send + Sync {
    /// Now, in milliseconds since the Unix epoch.
    fn now(&self) -> Result<Timestamp, HostError>;
}

/// Reads the phone's screen and acts on it. The library calls one method at a time.
#[uniffi::export(rust, foreign)]
#[async_trait::async_trait]
pub trait UiDriver: Send + Sync {
    /// Reads the screen as it is now. Node indexes in [`DriverAction`]s refer to what this returned last.
    async fn read_screen(&self) -> Result<ScreenInput, HostError>;

    /// Performs the action. Throwing means: unknown whether anything was sent.
    async fn perform(&self, action: DriverAction) -> Result<Delivery, HostError>;

    /// Lets the screen come to rest for at most `millis` milliseconds; may return earlier when nothing changes any more.
    async fn settle(&self, millis: i64) -> Result<(), HostError>;
}

/// Asked before a step that pays, sends, deletes, publishes, grants, installs or signs.
#[uniffi::export(rust, foreign)]
#[async_trait::async_trait]
pub trait ReplayGuard: Send + Sync {
    /// Whether the step may be taken. `false`, and throwing, hands back before anything is sent.
    async fn allow(&self, step: StepView) -> Result<bool, HostError>;
}

/// Resolves secrets at the moment of typing. They are not kept.
#[uniffi::export(rust, foreign)]
#[async_trait::async_trait]
pub trait SecretProvider: Send + Sync {
    /// The secret that the slot of this name stands for; `None` hands back before anything is sent.
    async fn secret(&self, slot: String) -> Result<Option<String>, HostError>;
}

/// Tells whether the phone is at rest.
#[uniffi::export(rust, foreign)]
pub trait DeviceState: Send + Sync {
    /// The conditions now; asked at the start of a dream and between its steps.
    fn condition(&self) -> Result<DeviceCondition, HostError>;
}

/// Gets events, on a thread of the library's, in order. A listener that throws is logged and called again next time.
#[uniffi::export(rust, foreign)]
pub trait EventListener: Send + Sync {
    /// Something happened.
    fn on_event(&self, event: MemoryEvent) -> Result<(), HostError>;
}

/// How grave a log line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, uniffi::Enum)]
pub enum LogLevel {
    /// A bug in the library.
    Error,
    /// Something the host should look at.
    Warn,
    /// What happened.
    Info,
    /// How it happened.
    Debug,
}

/// Gets log lines. They hold no screen text and no values.
#[uniffi::export(rust, foreign)]
pub trait LogSink: Send + Sync {
    /// One line.
    fn log(&self, level: LogLevel, target: String, line: String) -> Result<(), HostError>;
}
