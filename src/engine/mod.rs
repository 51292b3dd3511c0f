//! Room 6: wiring. It joins the rooms below into what a host uses; every decision is made below, in a pure room.
//!
//! [`mod@env`] is the only file that reads the clock or a random source. [`mod@core`] holds what lives as long as the memory is open.
//! Then, by what a host does: [`session`] and [`learn`] (record a run), [`run`] and [`drive`] (replay one), [`library`], [`graph`],
//! [`tools`] (recall), [`upkeep`] and [`defence`] (look after it), [`report`] (show it).

pub mod config;
pub mod core;
pub mod defence;
pub mod drive;
pub mod env;
pub mod error;
pub mod events;
mod goals;
pub mod graph;
pub mod host;
mod known;
pub mod learn;
pub mod library;
mod logs;
mod misc;
mod page;
pub mod report;
pub mod run;
pub mod session;
mod threads;
pub mod tools;
pub mod upkeep;
mod witness;

pub use config::EngineConfig;
pub use core::Engine;
pub use defence::QuarantineView;
pub use drive::Hands;
pub use env::{Env, SystemClock};
pub use error::{Error, ErrorKind, Misuse, Result};
pub use graph::NodeView;
pub use learn::FinishReport;
pub use library::{MacroMatch, MacroView};
pub use logs::set_log_sink;
pub use misc::{OpenSummary, Stats, open_off_thread, parse_tool_call, read_snapshot};
pub use run::{ReplayDirective, ReplayInput, ReplayRequest, ReplayRun};
pub use session::{EpisodeOutcome, EpisodeRequest, EpisodeSession, ScreenReceipt};
pub use tools::{ToolSpec, tool_specs};
