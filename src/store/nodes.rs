//! Nodes of the graph: one row per fingerprint, whatever screen it is seen on.

use super::StoreError;
use super::columns::{clamp, node as from_row};
use super::recall::{self, Family};
use super::tree::NodeFacts;
use crate::model::change::NodeRow;
use crate::model::{Fingerprint, Node, Timestamp};
use crate::perceive::fingerprint::FORMULA_VERSION;
use rusqlite::{Connection, OptionalExtension};

/// The node with this fingerprint.
///
/// # Errors
/// When the database cannot be read or the row not decoded.
pub fn by_fingerprint(
    db: &Connection,
    fingerprint: Fingerprint,
) -> Result<Option<NodeRow>, StoreError> {
    let mut query =
        db.prepare_cached("SELECT * FROM nodes WHERE fingerprint = ?1 AND expired_at IS NULL")?;
    Ok(query.query_row([fingerprint], from_row).optional()?)
}

/// All nodes of an app, each under every version it was seen in.
///
/// A row holds the version it was last seen in. One that outlived an upgrade stands for the version before too, so that
/// it is known to have stayed and no other node is taken for its successor.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn by_version(db: &Connection, app: &str) -> Result<Vec<NodeRow>, StoreError> {
    let mut rows = Vec::new();
    let mut before: Option<String> = None;
    for (version, since) in versions_with_dates(db, app)? {
        let seen = by_app_version(db, app, &version)?;
        if before.is_some() {
            let stayed = seen.iter().filter(|row| row.first_seen < since);
            rows.extend(stayed.map(|row| NodeRow { app_version: before.clone(), ..row.clone() }));
        }
        rows.extend(seen);
        before = Some(version);
    }
    Ok(rows)
}

/// The versions of an app with the moment each was first seen, in that order.
fn versions_with_dates(db: &Connection, app: &str) -> Result<Vec<(String, Timestamp)>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT version, first_seen FROM app_versions WHERE app = ?1 ORDER BY first_seen, version",
    )?;
    let rows = query.query_map([app], |row| Ok((row.get("version")?, row.get("first_seen")?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// All nodes of an app that were last seen in this version, oldest first.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn by_app_version(
    db: &Connection,
    app: &str,
    version: &str,
) -> Result<Vec<NodeRow>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT * FROM nodes WHERE app = ?1 AND app_version = ?2 AND expired_at IS NULL \
         ORDER BY id",
    )?;
    Ok(query.query_map([app, version], from_row)?.collect::<rusqlite::Result<_>>()?)
}

/// Nodes whose label or id fits the words, best first.
///
/// Words find each other without regard to case, accents and word order; Chinese and other scripts without spaces are
/// found from one character on. Nothing in the query is an operator. A query of signs only, e.g. `%`, is looked for
/// as it is among the nodes seen last.
///
/// # Errors
/// When the database cannot be read or a row not decoded.
pub fn search(db: &Connection, query: &str, limit: usize) -> Result<Vec<NodeRow>, StoreError> {
    let limit = clamp(limit);
    let signs = query.trim();
    if !signs.is_empty() && crate::model::text::expand(signs).is_empty() {
        let mut query = db.prepare_cached(
            "SELECT * FROM (SELECT * FROM nodes ORDER BY id DESC LIMIT 5000) \
             WHERE instr(label, ?1) > 0 AND expired_at IS NULL LIMIT ?2",
        )?;
        return Ok(query.query_map((signs, limit), from_row)?.collect::<rusqlite::Result<_>>()?);
    }
    let ids = recall::find(db, Family::Node, query, limit)?;
    let mut query =
        db.prepare_cached("SELECT * FROM nodes WHERE id = ?1 AND expired_at IS NULL")?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        found.extend(query.query_row([id], from_row).optional()?);
    }
    Ok(found)
}

/// Number of nodes.
///
/// # Errors
/// When the database cannot be read.
pub fn count(db: &Connection) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM nodes WHERE expired_at IS NULL";
    Ok(db.query_row(sql, [], |row| row.get::<_, u32>(0).map(u64::from))?)
}

/// Versions of an app in which nodes or screens were seen, in the order first seen.
///
/// # Errors
/// When the database cannot be read.
pub fn versions_of(db: &Connection, app: &str) -> Result<Vec<String>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT version FROM app_versions WHERE app = ?1 ORDER BY first_seen, version",
    )?;
    Ok(query.query_map([app], |row| row.get("version"))?.collect::<rusqlite::Result<_>>()?)
}

/// Apps of which nodes are stored.
///
/// # Errors
/// When the database cannot be read.
pub fn apps(db: &Connection) -> Result<Vec<String>, StoreError> {
    let mut query =
        db.prepare_cached("SELECT DISTINCT app FROM nodes WHERE app <> '' ORDER BY app")?;
    Ok(query.query_map([], |row| row.get("app"))?.collect::<rusqlite::Result<_>>()?)
}

/// What is written when a node is seen.
pub(super) struct Sighting<'a> {
    /// App in front; the version belongs to its nodes only.
    pub app: &'a str,
    /// That app's version; empty when unknown.
    pub version: &'a str,
    /// When.
    pub at: Timestamp,
}

/// Keeps a node that was seen and returns its row.
pub(super) fn see(db: &Connection, node: &Node, how: &Sighting<'_>) -> Result<i64, StoreError> {
    let mut query = db.prepare_cached("SELECT id FROM nodes WHERE fingerprint = ?1")?;
    if let Some(id) = query.query_row([node.fingerprint], |row| row.get("id")).optional()? {
        touch(db, id, how)?;
        return Ok(id);
    }
    let app = if node.package.is_empty() { how.app } else { &node.package };
    let version = (app == how.app && !how.version.is_empty()).then_some(how.version);
    let mut statement = db.prepare_cached(
        "INSERT INTO nodes (fingerprint, place, role, label, resource_id, class_name, app,          app_version, first_seen, last_seen, seen, energy, energy_at, formula) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, 1, ?10, ?9, ?11)",
    )?;
    let id = statement.insert((
        node.fingerprint,
        node.place,
        node.role,
        &node.label,
        &node.resource_id,
        &node.class_name,
        app,
        version,
        how.at,
        crate::model::energy::START,
        FORMULA_VERSION,
    ))?;
    recall::add(db, Family::Node, id, &recall::node_text(&node.label, &node.resource_id))?;
    Ok(id)
}

/// Counts another sighting of a node that is stored. A forgotten one comes back.
pub(super) fn touch(db: &Connection, id: i64, how: &Sighting<'_>) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached(
        "UPDATE nodes SET last_seen = max(last_seen, ?2), seen = seen + 1, \
         app_version = iif(app = ?3 AND ?4 <> '', ?4, app_version) \
         WHERE id = ?1 AND expired_at IS NULL",
    )?;
    if statement.execute((id, how.at, how.app, how.version))? == 0 {
        let mut statement = db.prepare_cached(
            "UPDATE nodes SET invalid_at = NULL, expired_at = NULL, energy = ?2, energy_at = ?3 \
             WHERE id = ?1",
        )?;
        statement.execute((id, crate::model::energy::START, how.at))?;
        let (label, resource_id) = text(db, id)?;
        recall::add(db, Family::Node, id, &recall::node_text(&label, &resource_id))?;
        return touch(db, id, how);
    }
    Ok(())
}

/// Hides a node from every reader; the screens that hold it can still be built. False when it was hidden or is pinned.
pub(super) fn expire(db: &Connection, id: i64, at: Timestamp) -> Result<bool, StoreError> {
    let mut statement = db.prepare_cached(
        "UPDATE nodes SET expired_at = ?2 \
         WHERE id = ?1 AND expired_at IS NULL AND pinned = 0",
    )?;
    if statement.execute((id, at))? == 0 {
        return Ok(false);
    }
    let (label, resource_id) = text(db, id)?;
    recall::remove(db, Family::Node, id, &recall::node_text(&label, &resource_id))?;
    Ok(true)
}

/// Removes a node with its edges. No screen may hold it any more.
pub(super) fn remove(db: &Connection, id: i64) -> Result<(), StoreError> {
    let mut query = db.prepare_cached("SELECT expired_at IS NULL FROM nodes WHERE id = ?1")?;
    let indexed = query.query_row([id], |row| row.get(0)).optional()?;
    if indexed == Some(true) {
        let (label, resource_id) = text(db, id)?;
        recall::remove(db, Family::Node, id, &recall::node_text(&label, &resource_id))?;
    }
    db.prepare_cached("DELETE FROM nodes WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// Whether a stored screen holds the node.
pub(super) fn is_on_a_screen(db: &Connection, id: i64) -> Result<bool, StoreError> {
    let mut query =
        db.prepare_cached("SELECT EXISTS (SELECT 1 FROM view_nodes WHERE node = ?1)")?;
    Ok(query.query_row([id], |row| row.get(0))?)
}

/// The row of a fingerprint, forgotten or not.
pub(super) fn row_of(db: &Connection, fingerprint: Fingerprint) -> Result<Option<i64>, StoreError> {
    let mut query = db.prepare_cached("SELECT id FROM nodes WHERE fingerprint = ?1")?;
    Ok(query.query_row([fingerprint], |row| row.get("id")).optional()?)
}

/// The fingerprint of a row that readers see.
pub(super) fn visible(db: &Connection, id: i64) -> Result<Option<Fingerprint>, StoreError> {
    let mut query =
        db.prepare_cached("SELECT fingerprint FROM nodes WHERE id = ?1 AND expired_at IS NULL")?;
    Ok(query.query_row([id], |row| row.get("fingerprint")).optional()?)
}

/// What a stored tree needs to know of a node.
pub(super) fn facts(db: &Connection, id: i64) -> Result<Option<NodeFacts>, StoreError> {
    let mut query = db.prepare_cached("SELECT * FROM nodes WHERE id = ?1")?;
    let facts = query.query_row([id], |row| {
        let fingerprint = row.get("fingerprint")?;
        Ok(NodeFacts {
            fingerprint,
            place: row.get::<_, Option<_>>("place")?.unwrap_or(fingerprint),
            role: row.get("role")?,
            label: row.get("label")?,
            class_name: row.get("class_name")?,
            resource_id: row.get("resource_id")?,
        })
    });
    Ok(facts.optional()?)
}

fn text(db: &Connection, id: i64) -> Result<(String, String), StoreError> {
    let mut query = db.prepare_cached("SELECT label, resource_id FROM nodes WHERE id = ?1")?;
    Ok(query.query_row([id], |row| Ok((row.get("label")?, row.get("resource_id")?)))?)
}
