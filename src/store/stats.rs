//! How much is stored.

use super::StoreError;
use rusqlite::Connection;

/// Rows per table and bytes in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Nodes that readers see.
    pub nodes: u64,
    /// Edges that readers see.
    pub edges: u64,
    /// Episodes.
    pub episodes: u64,
    /// Steps of episodes.
    pub steps: u64,
    /// Macros.
    pub macros: u64,
    /// Crystallised macros.
    pub crystallised: u64,
    /// Aliases.
    pub aliases: u64,
    /// Quarantine entries.
    pub quarantined: u64,
    /// Screens by identity.
    pub screens: u64,
    /// Screens by content: each has a stored tree.
    pub views: u64,
    /// Sightings of screens.
    pub visits: u64,
    /// Nodes and edges that are hidden and wait for their removal.
    pub hidden: u64,
    /// Bytes of raw trees of which a view was stored.
    pub raw_bytes: u64,
    /// Bytes of the stored trees.
    pub tree_bytes: u64,
    /// Bytes of the database, free pages included.
    pub bytes: u64,
    /// Bytes of free pages.
    pub free_bytes: u64,
}

/// Counts.
///
/// # Errors
/// When the database cannot be read.
pub fn read(db: &Connection) -> Result<Stats, StoreError> {
    let number = |sql: &str| -> Result<u64, StoreError> {
        let number: i64 = db.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
        Ok(u64::try_from(number).unwrap_or_default())
    };
    let page = number("PRAGMA page_size")?;
    Ok(Stats {
        nodes: number("SELECT count(*) FROM nodes WHERE expired_at IS NULL")?,
        edges: number(
            "SELECT count(*) FROM edges WHERE expired_at IS NULL AND invalid_at IS NULL",
        )?,
        episodes: number("SELECT count(*) FROM episodes")?,
        steps: number("SELECT count(*) FROM steps")?,
        macros: number("SELECT count(*) FROM fsm_macros")?,
        crystallised: number("SELECT count(*) FROM fsm_macros WHERE crystallised")?,
        aliases: number("SELECT count(*) FROM migration_map")?,
        quarantined: number("SELECT count(*) FROM quarantine")?,
        screens: number("SELECT count(*) FROM screens")?,
        views: number("SELECT count(*) FROM views")?,
        visits: number("SELECT count(*) FROM visits")?,
        hidden: number(
            "SELECT (SELECT count(*) FROM nodes WHERE expired_at IS NOT NULL) \
             + (SELECT count(*) FROM edges WHERE expired_at IS NOT NULL)",
        )?,
        raw_bytes: number("SELECT ifnull(sum(raw_bytes), 0) FROM views")?,
        tree_bytes: number("SELECT ifnull(sum(length(tree)), 0) FROM views")?,
        bytes: page * number("PRAGMA page_count")?,
        free_bytes: page * number("PRAGMA freelist_count")?,
    })
}
