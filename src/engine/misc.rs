//! Small calls that belong to no other file: opening off the caller's thread, numbers, backup, parsing.

use super::config::EngineConfig;
use super::core::Engine;
use super::env::Env;
use super::error::{Error, Result};
use crate::model::{Action, ScreenInput, Snapshot};
use crate::perceive::{self, Limits};
use crate::{distill, store};
use std::path::Path;
use std::sync::Arc;

/// What opening found.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct OpenSummary {
    /// There was no file; an empty memory was made.
    pub created: bool,
    /// Schema version that was upgraded from; none when nothing was to be done.
    pub migrated_from: Option<i64>,
    /// File name that a damaged or newer file was moved to.
    pub moved_aside: Option<String>,
    /// Episodes that a killed process had left running.
    pub interrupted: i64,
}

/// Counts and sizes.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct Stats {
    /// Remembered nodes.
    pub nodes: i64,
    /// Remembered edges.
    pub edges: i64,
    /// Remembered screens.
    pub screens: i64,
    /// Episodes.
    pub episodes: i64,
    /// Macros.
    pub macros: i64,
    /// Of these, permanent.
    pub crystallised: i64,
    /// Aliases.
    pub aliases: i64,
    /// Entries in quarantine.
    pub quarantined: i64,
    /// Bytes of the database file and its write-ahead log.
    pub bytes: i64,
    /// Units that wait to be written, 0 to 256.
    pub queue_depth: i64,
    /// Bytes of the dumps from which the stored screens were read; node lists count 0.
    pub raw_bytes: i64,
    /// Bytes of the stored screens alone: without nodes, edges and indexes, which screens share.
    pub screen_bytes: i64,
}

/// Opens the memory on a thread of its own.
///
/// # Errors
/// As [`Engine::open`].
pub async fn open_off_thread(config: EngineConfig, env: Env) -> Result<Arc<Engine>> {
    let (done, opened) = tokio::sync::oneshot::channel();
    // A caller that stopped waiting drops the receiver; the engine then closes itself.
    let work = move || drop(done.send(Engine::open(config, env)));
    std::thread::Builder::new()
        .name("cs-mem-open".into())
        .spawn(work)
        .map_err(|_| Error::NoThread)?;
    opened.await.map_err(|_| Error::Internal("opening"))?
}

/// Reads a historic tool call into an action.
///
/// # Errors
/// It is none of the known forms.
pub fn parse_tool_call(call: &str) -> Result<Action> {
    Ok(distill::parse_action(call)?)
}

/// Reads a screen into a snapshot, without remembering anything.
///
/// # Errors
/// The capture failed or is no tree.
pub fn read_snapshot(input: ScreenInput) -> Result<Snapshot> {
    Ok(perceive::read(input, &Limits::default())?)
}

impl Engine {
    /// What opening found, for hosts.
    pub fn open_summary(&self) -> OpenSummary {
        OpenSummary {
            created: self.opened.created,
            migrated_from: self.opened.migrated_from.map(i64::from),
            moved_aside: self.opened.moved_aside.clone(),
            interrupted: self.opened.interrupted as i64,
        }
    }

    /// Counts and sizes.
    ///
    /// # Errors
    /// Reading failed.
    pub fn stats(&self) -> Result<Stats> {
        let s = self.store.read(store::stats::read)?;
        Ok(Stats {
            nodes: s.nodes as i64,
            edges: s.edges as i64,
            screens: s.screens as i64,
            episodes: s.episodes as i64,
            macros: s.macros as i64,
            crystallised: s.crystallised as i64,
            aliases: s.aliases as i64,
            quarantined: s.quarantined as i64,
            bytes: s.bytes as i64,
            queue_depth: self.writer().queue_depth() as i64,
            raw_bytes: s.raw_bytes as i64,
            screen_bytes: s.tree_bytes as i64,
        })
    }

    /// Copies the memory to another file while it is in use; what was recorded before the call is in it.
    ///
    /// # Errors
    /// Writing failed.
    pub fn backup(&self, path: &str) -> Result<()> {
        self.flush()?;
        Ok(self.store.backup_to(Path::new(path))?)
    }
}
