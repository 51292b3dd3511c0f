//! Trust follows derivation: when a source turns out to be bad, everything that came from it, and nothing else, is retired.
//!
//! Retired is not erased: the rows are kept for the user to look at, and are used for nothing.

use super::{StoreError, macros, nodes};
use crate::model::{EpisodeId, MacroId, Timestamp};
use rusqlite::{Connection, TransactionBehavior};
use std::collections::BTreeSet;

/// Where records came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// One episode.
    Episode(EpisodeId),
    /// Everything seen while this app was in front.
    App(String),
    /// Everything seen of apps signed with this digest.
    Signer(String),
    /// Everything read through this channel.
    Channel(String),
}

/// What was retired.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Revoked {
    /// Macros that derive from an episode that saw the source, crystallised ones included.
    pub macros: Vec<MacroId>,
    /// Nodes that were seen through the source only.
    pub nodes: u64,
    /// Edges of episodes that saw the source.
    pub edges: u64,
    /// Episodes that saw the source. They stay as they are.
    pub episodes: u64,
}

/// Sightings that came from the source, as a condition on `visits v`, with its parameter.
fn sightings(source: &Source) -> (&'static str, &str) {
    match source {
        Source::Episode(id) => {
            ("v.episode = (SELECT id FROM episodes WHERE episode_id = ?1)", id.as_str())
        }
        Source::App(name) => ("v.source IN (SELECT id FROM sources WHERE app = ?1)", name),
        Source::Signer(name) => ("v.source IN (SELECT id FROM sources WHERE signer = ?1)", name),
        Source::Channel(name) => ("v.source IN (SELECT id FROM sources WHERE channel = ?1)", name),
    }
}

/// Retires what came from a source.
///
/// Runs on the writer's connection, see [`crate::writer::Writer::run_exclusive`].
///
/// # Errors
/// What SQLite says; then nothing was retired.
pub fn revoke(db: &mut Connection, source: &Source, now: Timestamp) -> Result<Revoked, StoreError> {
    let (from_source, name) = sightings(source);
    let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let numbers = |sql: &str| -> Result<BTreeSet<i64>, StoreError> {
        let mut query = tx.prepare(sql)?;
        Ok(query.query_map([name], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
    };
    let mut episodes = numbers(&format!(
        "SELECT DISTINCT v.episode FROM visits v WHERE v.episode IS NOT NULL AND {from_source}"
    ))?;
    if let Source::Episode(id) = source {
        // One without any screen, e.g. a note.
        episodes.extend(super::episodes::find_row(&tx, id)?);
    }
    // Seen in a sighting from the source and in none from elsewhere.
    let tainted = numbers(&format!(
        "SELECT DISTINCT n.node FROM view_nodes n JOIN visits v ON v.view = n.view \
         WHERE {from_source} AND NOT EXISTS ( \
             SELECT 1 FROM view_nodes m JOIN visits w ON w.view = m.view WHERE m.node = n.node \
             AND w.id NOT IN (SELECT v.id FROM visits v WHERE {from_source}))"
    ))?;
    let mut revoked = Revoked { episodes: episodes.len() as u64, ..Revoked::default() };
    for node in tainted {
        revoked.nodes += u64::from(nodes::expire(&tx, node, now)?);
    }
    let mut expire_edges = tx.prepare(
        "UPDATE edges SET expired_at = ?2 \
         WHERE episode = ?1 AND expired_at IS NULL AND pinned = 0",
    )?;
    let mut derived = tx.prepare(
        "SELECT m.macro_id FROM fsm_macros m JOIN macro_sources s ON s.macro = m.id \
         JOIN episodes e ON e.episode_id = s.episode_id \
         WHERE e.id = ?1 AND m.retired_at IS NULL ORDER BY m.id",
    )?;
    let mut doubtful = BTreeSet::new();
    for episode in episodes {
        revoked.edges += expire_edges.execute((episode, now))? as u64;
        for id in derived.query_map([episode], |row| row.get("macro_id"))? {
            doubtful.insert(id?);
        }
    }
    drop((expire_edges, derived));
    for id in doubtful {
        macros::retire(&tx, &id, now)?;
        revoked.macros.push(id);
    }
    tx.commit()?;
    Ok(revoked)
}
