//! What goes in and out of the machine.

use crate::model::replay::{DriverAction, StepView};
use crate::model::{Delivery, HandBack, Screen, Sensitivity, Timestamp, Verdict};

/// One look at the phone.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// What was seen, masked already.
    pub screen: Screen,
    /// What the immune system says.
    pub verdict: Verdict,
    /// When it was captured.
    pub at: Timestamp,
}

/// What the machine is told.
#[derive(Clone)]
pub enum Input {
    /// Begin.
    Start,
    /// The screen was read.
    Saw(Box<Observation>),
    /// The screen could not be read.
    ReadFailed {
        /// Stable code of the cause.
        code: String,
        /// The cause in a sentence.
        sentence: String,
    },
    /// What became of the action.
    Sent(Delivery),
    /// What the guard said.
    Guard(bool),
    /// The secret that was asked for; none when the host has none.
    Secret(Option<String>),
    /// Stop.
    Cancel,
}

/// What the machine wants next.
#[derive(Debug, Clone, PartialEq)]
pub enum Directive {
    /// Look at the screen, `after_ms` from now.
    Read {
        /// Milliseconds to wait before.
        after_ms: i64,
    },
    /// Ask the guard; the screen is read again after its answer.
    AskGuard {
        /// The step.
        step: StepView,
        /// What it could do.
        sensitivity: Sensitivity,
    },
    /// Resolve a secret; the screen is read again after the answer.
    AskSecret {
        /// The slot's name.
        slot: String,
        /// The step that types it.
        step: StepView,
    },
    /// Do this on the screen just seen.
    Act {
        /// What.
        action: DriverAction,
        /// The step it belongs to.
        step: StepView,
    },
    /// The task is done; every step was verified.
    Done {
        /// Actions that were sent.
        actions: u32,
        /// Steps of the macro that were done.
        steps: u32,
    },
    /// It stopped; nothing more is sent.
    HandBack(Box<HandBack>),
}
