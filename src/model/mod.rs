//! Room 1: the vocabulary as types. No room is imported here; there is no I/O, no clock and no SQL.
//!
//! Read in this order: [`ids`], [`time`], [`geometry`], [`snapshot`], [`screen`], [`delta`], [`graph`],
//! [`action`], [`episode`], [`template`], [`locator`], [`sketch`], [`fsm`], [`replay`], [`energy`],
//! [`alias`], [`dream`], [`verdict`], [`change`], [`event`], [`text`].

pub mod action;
pub mod alias;
pub mod change;
pub mod delta;
pub mod dream;
pub mod energy;
pub mod episode;
pub mod event;
pub mod fsm;
pub mod geometry;
pub mod graph;
pub mod ids;
pub mod locator;
pub mod replay;
pub mod screen;
pub mod sensitive;
pub mod sketch;
pub mod snapshot;
pub mod template;
pub mod text;
pub mod time;
pub mod verdict;

pub use action::{Action, ActionResult, Direction, Key, Target};
pub use alias::{Alias, AliasMap};
pub use change::{Change, EnergyOwner};
pub use delta::Delta;
pub use dream::{DeviceCondition, DreamReport, DreamSkip, DreamStep, DreamWork};
pub use energy::Energy;
pub use episode::{Episode, EpisodeStatus, Trace, TraceStep};
pub use event::MemoryEvent;
pub use fsm::FsmMacro;
pub use geometry::{Display, Point, Rect};
pub use graph::{Edge, EdgeDirection, EdgeKind, EdgeRow, Neighbour, Reached, Relation};
pub use ids::{ContentId, EdgeId, EpisodeId, Fingerprint, MacroId, ScreenId};
pub use replay::{Delivery, HandBack, HandBackKind, Sensitivity, Sent};
pub use screen::{Node, NodeState, Role, Screen, ScreenKey};
pub use snapshot::{
    Capture, Foreground, ScreenInput, Snapshot, UiNode, Warning, Window, WindowKind,
};
pub use template::{Bindings, TextTemplate};
pub use time::Timestamp;
pub use verdict::{
    Handling, ImmunePolicy, OverlayState, PackageRule, PackageTrust, Reason, SensitiveKind,
    SensitivityLevel, Threat, Verdict, VerdictKind,
};
