//! Screens as they were seen. The first sighting of what a screen says stores its pruned tree; every later one a reference.

use super::nodes::{self, Sighting};
use super::tree::Tree;
use super::{StoreError, edges};
use crate::model::{
    Capture, ContentId, EpisodeId, Fingerprint, Foreground, Node, OverlayState, Role, Screen,
    ScreenId, ScreenKey, Timestamp,
};
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::{BTreeSet, HashMap};

/// The screen with this identity, as it was when its latest content was first seen. Circumstances of the capture
/// (app, version, signer, channel, overlay) are those of the last sighting.
///
/// # Errors
/// When the database cannot be read or the tree not decoded.
pub fn get(db: &Connection, id: ScreenId) -> Result<Option<Screen>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT views.id FROM views JOIN screens ON screens.id = views.screen \
         WHERE screen_id = ?1 ORDER BY views.last_seen DESC, views.id DESC LIMIT 1",
    )?;
    let view = query.query_row([id], |row| row.get("id")).optional()?;
    view.map(|view| unpack(db, view)).transpose()
}

/// The screens of an episode in the order seen; a screen seen twice comes twice.
///
/// # Errors
/// When the database cannot be read or a tree not decoded.
pub fn of_episode(db: &Connection, episode: &EpisodeId) -> Result<Vec<Screen>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT view FROM visits JOIN episodes ON episodes.id = visits.episode \
         WHERE episode_id = ?1 ORDER BY visits.id",
    )?;
    let views = query.query_map([episode], |row| row.get::<_, i64>("view"))?;
    views.map(|view| unpack(db, view?)).collect()
}

/// Which nodes of an app stood together, on which screen and in which version: one entry per content and version.
///
/// # Errors
/// When the database cannot be read.
pub fn nodes_of_app(
    db: &Connection,
    app: &str,
) -> Result<Vec<(ScreenId, String, Vec<Fingerprint>)>, StoreError> {
    let mut views = db.prepare_cached(
        "SELECT DISTINCT screen_id, version, views.id AS view FROM visits \
         JOIN sources ON sources.id = visits.source JOIN views ON views.id = visits.view \
         JOIN screens ON screens.id = views.screen WHERE app = ?1 ORDER BY view, version",
    )?;
    let mut nodes = db.prepare_cached(
        "SELECT fingerprint FROM view_nodes JOIN nodes ON nodes.id = view_nodes.node \
         WHERE view = ?1 ORDER BY node",
    )?;
    let mut found = Vec::new();
    let mut rows = views.query([app])?;
    while let Some(row) = rows.next()? {
        let view: i64 = row.get("view")?;
        let fingerprints = nodes.query_map([view], |node| node.get("fingerprint"))?;
        let fingerprints = fingerprints.collect::<rusqlite::Result<_>>()?;
        found.push((row.get("screen_id")?, row.get("version")?, fingerprints));
    }
    Ok(found)
}

/// Keeps a sighting.
pub(super) fn see(
    db: &Connection,
    episode: Option<&EpisodeId>,
    screen: &Screen,
) -> Result<(), StoreError> {
    let episode = episode.map(|id| super::episodes::row_of(db, id)).transpose()?;
    let foreground = &screen.capture.foreground;
    let app = match foreground.package.as_str() {
        "" => &screen.key.package,
        package => package,
    };
    let at = screen.capture.at;
    let how = Sighting { app, version: &foreground.version, at };
    let source = source(db, &screen.capture, app)?;
    let row = row(db, screen)?;
    let view = match known(db, row, screen.content)? {
        Some((view, tree)) => {
            let rows: BTreeSet<_> = tree.rows().collect();
            for node in &rows {
                nodes::touch(db, *node, &how)?;
            }
            see_changing(db, episode, screen, &rows, &how)?;
            let mut statement = db.prepare_cached(
                "UPDATE views SET seen = seen + 1, last_seen = max(last_seen, ?2), source = ?3 \
                 WHERE id = ?1",
            )?;
            statement.execute((view, at, source))?;
            view
        }
        None => add(db, row, source, episode, screen, &how)?,
    };
    let mut statement = db
        .prepare_cached("INSERT INTO visits (episode, view, source, at) VALUES (?1, ?2, ?3, ?4)")?;
    statement.execute((episode, view, source, at))?;
    Ok(())
}

/// What says something new all by itself, e.g. an input with a typed text, makes no new view. But it may be acted on, and has
/// to be known then: it is kept with its edges, which are this episode's own.
fn see_changing(
    db: &Connection,
    episode: Option<i64>,
    screen: &Screen,
    known: &BTreeSet<i64>,
    how: &Sighting<'_>,
) -> Result<(), StoreError> {
    let changing = |n: &&Node| n.is_interactive() && (n.volatile || n.role == Role::Input);
    for node in screen.nodes.iter().filter(changing) {
        let row = nodes::row_of(db, node.fingerprint)?;
        if row.is_some_and(|row| known.contains(&row)) {
            continue;
        }
        let mut own = None;
        for edge in &screen.edges {
            let other = match node.fingerprint {
                f if f == edge.source => edge.target,
                f if f == edge.target => edge.source,
                _ => continue,
            };
            let Some(other) = nodes::row_of(db, other)? else { continue };
            let row = match own {
                Some(row) => row,
                None => *own.insert(nodes::see(db, node, how)?),
            };
            let ends = if edge.source == node.fingerprint { (row, other) } else { (other, row) };
            edges::see(db, episode, edge, ends.0, ends.1, how.at)?;
        }
    }
    Ok(())
}

/// Stores a screen's tree, its nodes and its edges.
fn add(
    db: &Connection,
    row: i64,
    source: i64,
    episode: Option<i64>,
    screen: &Screen,
    how: &Sighting<'_>,
) -> Result<i64, StoreError> {
    let mut rows = HashMap::new();
    let mut order = Vec::with_capacity(screen.nodes.len());
    for node in &screen.nodes {
        let id = match rows.get(&node.fingerprint) {
            Some(id) => *id,
            None => nodes::see(db, node, how)?,
        };
        rows.insert(node.fingerprint, id);
        order.push(id);
    }
    let tree = Tree::pack(screen, &order)?.to_bytes()?;
    let mut statement = db.prepare_cached(
        "INSERT INTO views (screen, content, source, tree, raw_bytes, first_seen, last_seen, seen) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, 1)",
    )?;
    let bytes = i64::try_from(screen.raw_bytes).unwrap_or(i64::MAX);
    let view = statement.insert((row, screen.content, source, tree, bytes, how.at))?;
    let mut statement = db.prepare_cached("INSERT INTO view_nodes (node, view) VALUES (?1, ?2)")?;
    for node in rows.values() {
        statement.execute((node, view))?;
    }
    for edge in &screen.edges {
        let (Some(from), Some(to)) = (rows.get(&edge.source), rows.get(&edge.target)) else {
            return Err(StoreError::Encode { what: "edge of a screen without its node".into() });
        };
        edges::see(db, episode, edge, *from, *to, how.at)?;
    }
    // The first thing that the screen says stands for it in CAUSAL edges.
    let anchor = screen
        .nodes
        .iter()
        .find(|n| !n.label.is_empty() && !n.volatile && !n.ambiguous)
        .or(screen.nodes.first())
        .and_then(|n| rows.get(&n.fingerprint));
    let mut statement =
        db.prepare_cached("UPDATE screens SET anchor = ?2 WHERE id = ?1 AND anchor IS NULL")?;
    statement.execute((row, anchor))?;
    Ok(view)
}

/// Row of the screen's identity, new or known.
fn row(db: &Connection, screen: &Screen) -> Result<i64, StoreError> {
    let mut statement = db.prepare_cached(
        "INSERT INTO screens (screen_id, package) VALUES (?1, ?2) \
         ON CONFLICT (screen_id) DO UPDATE SET package = excluded.package RETURNING id",
    )?;
    Ok(statement.query_row((screen.id, &screen.key.package), |row| row.get("id"))?)
}

/// Row of the circumstances, new or known.
fn source(db: &Connection, capture: &Capture, app: &str) -> Result<i64, StoreError> {
    let version = &capture.foreground.version;
    if !version.is_empty() {
        let mut statement = db.prepare_cached(
            "INSERT INTO app_versions (app, version, first_seen, last_seen) \
             VALUES (?1, ?2, ?3, ?3) ON CONFLICT (app, version) \
             DO UPDATE SET last_seen = max(last_seen, excluded.last_seen)",
        )?;
        statement.execute((app, version, capture.at))?;
    }
    let columns = (app, version, &capture.foreground.signer, &capture.channel, capture.overlay);
    let mut query = db.prepare_cached(
        "SELECT id FROM sources \
         WHERE (app, version, signer, channel, overlay) = (?1, ?2, ?3, ?4, ?5)",
    )?;
    if let Some(id) = query.query_row(columns, |row| row.get("id")).optional()? {
        return Ok(id);
    }
    let mut statement = db.prepare_cached(
        "INSERT INTO sources (app, version, signer, channel, overlay) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    Ok(statement.insert(columns)?)
}

fn known(db: &Connection, row: i64, content: ContentId) -> Result<Option<(i64, Tree)>, StoreError> {
    let mut query =
        db.prepare_cached("SELECT id, tree FROM views WHERE screen = ?1 AND content = ?2")?;
    let found =
        query.query_row((row, content), |row| Ok((row.get("id")?, row.get::<_, Vec<u8>>("tree")?)));
    found.optional()?.map(|(id, tree)| Ok((id, Tree::from_bytes(&tree)?))).transpose()
}

/// The stored tree of a view.
pub(super) fn tree(db: &Connection, view: i64) -> Result<Tree, StoreError> {
    let mut query = db.prepare_cached("SELECT tree FROM views WHERE id = ?1")?;
    Tree::from_bytes(&query.query_row([view], |row| row.get::<_, Vec<u8>>("tree"))?)
}

/// Views that an episode has visited, each once.
pub(super) fn visited(db: &Connection, episode: i64) -> Result<Vec<(i64, Timestamp)>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT view, min(at) AS at FROM visits WHERE episode = ?1 GROUP BY view ORDER BY view",
    )?;
    let views = query.query_map([episode], |row| Ok((row.get("view")?, row.get("at")?)))?;
    Ok(views.collect::<rusqlite::Result<_>>()?)
}

/// Removes a view with its visits. Its nodes stay; returns their rows.
pub(super) fn remove(db: &Connection, view: i64) -> Result<BTreeSet<i64>, StoreError> {
    let mut query = db.prepare_cached("SELECT node FROM view_nodes WHERE view = ?1")?;
    let nodes: BTreeSet<i64> =
        query.query_map([view], |row| row.get("node"))?.collect::<rusqlite::Result<_>>()?;
    db.prepare_cached("DELETE FROM visits WHERE view = ?1")?.execute([view])?;
    let mut statement = db.prepare_cached("DELETE FROM views WHERE id = ?1 RETURNING screen")?;
    let screen: Option<i64> = statement.query_row([view], |row| row.get("screen")).optional()?;
    let mut statement = db.prepare_cached(
        "DELETE FROM screens WHERE id = ?1 \
         AND NOT EXISTS (SELECT 1 FROM views WHERE screen = ?1)",
    )?;
    statement.execute([screen])?;
    Ok(nodes)
}

fn unpack(db: &Connection, view: i64) -> Result<Screen, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT screen_id, content, package, tree, app, version, signer, channel, overlay \
         FROM views JOIN screens ON screens.id = views.screen \
         JOIN sources ON sources.id = views.source WHERE views.id = ?1",
    )?;
    let (shell, tree) =
        query.query_row([view], |row| Ok((shell(row)?, row.get::<_, Vec<u8>>("tree")?)))?;
    let tree = Tree::from_bytes(&tree)?;
    let mut facts = HashMap::new();
    for row in tree.rows() {
        if let Some(fact) = nodes::facts(db, row)? {
            facts.insert(row, fact);
        }
    }
    tree.unpack(|row| facts.get(&row).cloned(), shell)
}

/// What stands in columns.
fn shell(row: &Row<'_>) -> rusqlite::Result<Screen> {
    Ok(Screen {
        id: row.get("screen_id")?,
        content: row.get("content")?,
        key: ScreenKey { package: row.get("package")?, ..ScreenKey::default() },
        nodes: Vec::new(),
        edges: Vec::new(),
        capture: Capture {
            channel: row.get("channel")?,
            overlay: row.get::<_, OverlayState>("overlay")?,
            foreground: Foreground {
                package: row.get("app")?,
                version: row.get("version")?,
                signer: row.get("signer")?,
                ..Foreground::default()
            },
            ..Capture::default()
        },
        keyboard: false,
        opaque: false,
        raw_nodes: 0,
        raw_bytes: 0,
        warnings: Vec::new(),
    })
}
