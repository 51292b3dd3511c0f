use super::{
    EpisodeSession, ImmuneSystem, Lifecycle, MacroLibrary, MemoryError, MemoryGraph, ReplayRun,
    off_thread,
};
use crate::engine::host::{Clock, EventListener, LogLevel, LogSink};
use crate::engine::{
    self, Engine, EngineConfig, Env, EpisodeRequest, OpenSummary, ReplayRequest, Stats, ToolSpec,
};
use crate::model::{Action, EpisodeId, ScreenInput, Snapshot};
use std::sync::Arc;

/// An open memory: everything else is reached from here. Close it when the app is done with it.
#[derive(uniffi::Object)]
pub struct MemoryEngine(Arc<Engine>);

#[uniffi::export]
impl MemoryEngine {
    /// Opens or creates the memory at `config.path`. `clock` replaces the device's clock, for tests.
    ///
    /// A damaged file is moved aside whole and an empty memory is opened: `opened()` says so.
    #[uniffi::constructor(default(clock = None))]
    pub async fn open(
        config: EngineConfig,
        clock: Option<Arc<dyn Clock>>,
    ) -> Result<Arc<Self>, MemoryError> {
        Ok(Arc::new(Self(engine::open_off_thread(config, Env::new(clock)).await?)))
    }

    /// What opening found: a new file, an upgraded one, a damaged one moved aside, interrupted episodes.
    pub fn opened(&self) -> OpenSummary {
        self.0.open_summary()
    }

    /// Begins an episode: one task run that is recorded.
    pub async fn begin_episode(
        &self,
        request: EpisodeRequest,
    ) -> Result<Arc<EpisodeSession>, MemoryError> {
        off_thread(&self.0, |e| e.begin_episode(request).map(EpisodeSession::wrap)).await
    }

    /// Finds the macro for a goal and prepares a run of it. Nothing is read or sent yet.
    pub async fn start_replay(
        &self,
        request: ReplayRequest,
    ) -> Result<Arc<ReplayRun>, MemoryError> {
        off_thread(&self.0, |e| e.start_replay(request).map(ReplayRun::wrap)).await
    }

    /// Keeps lines of text under a goal, to be found by search. The same line is kept once.
    pub async fn organize_text(
        &self,
        goal: String,
        lines: Vec<String>,
    ) -> Result<EpisodeId, MemoryError> {
        off_thread(&self.0, move |e| e.organize_text(&goal, lines)).await
    }

    /// Calls one of the recall tools with the JSON arguments that the host's model wrote; the answer is text for the model.
    pub async fn call_tool(&self, name: String, arguments: String) -> Result<String, MemoryError> {
        off_thread(&self.0, move |e| e.call_tool(&name, &arguments)).await
    }

    /// A screen in words for the host's model: actionable elements and texts, secrets masked.
    pub async fn describe_screen(&self, input: ScreenInput) -> Result<String, MemoryError> {
        off_thread(&self.0, |e| e.describe_screen(input)).await
    }

    /// Waits until everything recorded so far is committed; reports what could not be written since the last flush.
    pub async fn flush(&self) -> Result<(), MemoryError> {
        off_thread(&self.0, |e| e.flush()).await
    }

    /// For process-death warnings: flushes and folds the write-ahead log into the file.
    pub async fn emergency_flush(&self) -> Result<(), MemoryError> {
        off_thread(&self.0, |e| e.emergency_flush()).await
    }

    /// Flushes and refuses all later calls.
    pub async fn shutdown(&self) -> Result<(), MemoryError> {
        off_thread(&self.0, |e| e.shutdown()).await
    }

    /// Counts, sizes and queue depth.
    pub async fn stats(&self) -> Result<Stats, MemoryError> {
        off_thread(&self.0, |e| e.stats()).await
    }

    /// Copies the memory to another file while it is in use.
    pub async fn backup(&self, path: String) -> Result<(), MemoryError> {
        off_thread(&self.0, move |e| e.backup(&path)).await
    }

    /// The memory screen as one self-contained HTML page.
    pub async fn report_html(&self) -> Result<String, MemoryError> {
        off_thread(&self.0, |e| e.report_html()).await
    }

    /// Tells the listener what happens from now on; returns a number to take it out with.
    pub fn add_listener(&self, listener: Arc<dyn EventListener>) -> i64 {
        self.0.events().add(listener)
    }

    /// Takes a listener out. Whether it was there.
    pub fn remove_listener(&self, id: i64) -> bool {
        self.0.events().remove(id)
    }

    /// Nodes, edges and episodes.
    pub fn graph(&self) -> Arc<MemoryGraph> {
        MemoryGraph::wrap(&self.0)
    }

    /// Macros.
    pub fn macros(&self) -> Arc<MacroLibrary> {
        MacroLibrary::wrap(&self.0)
    }

    /// Dream, aliases.
    pub fn lifecycle(&self) -> Arc<Lifecycle> {
        Lifecycle::wrap(&self.0)
    }

    /// Policy and quarantine.
    pub fn immune(&self) -> Arc<ImmuneSystem> {
        ImmuneSystem::wrap(&self.0)
    }
}

/// Recall tools to offer to the host's model: name, description, JSON schema.
#[uniffi::export]
pub fn tool_specs() -> Vec<ToolSpec> {
    engine::tool_specs()
}

/// Reads a historic tool call such as `tap(540,1200)`, `ui_tap({"x":1,"y":2})` or `input_text("x")`.
#[uniffi::export]
pub fn parse_tool_call(call: String) -> Result<Action, MemoryError> {
    Ok(engine::parse_tool_call(&call)?)
}

/// Reads a dump into a snapshot, without remembering anything.
#[uniffi::export]
pub fn read_snapshot(input: ScreenInput) -> Result<Snapshot, MemoryError> {
    Ok(engine::read_snapshot(input)?)
}

/// Leads the library's log lines, from `level` up, to the sink. They hold no screen text. `false` when the process already has
/// another logger, which then gets the lines.
#[uniffi::export]
pub fn set_log_sink(sink: Arc<dyn LogSink>, level: LogLevel) -> bool {
    engine::set_log_sink(sink, level)
}

/// The library's version.
#[uniffi::export]
pub fn library_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
