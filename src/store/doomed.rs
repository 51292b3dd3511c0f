//! Which rows an erasure takes, and taking them in the order that references allow.

use super::{StoreError, drafts, episodes, macros, nodes, screens};
use crate::model::text::fold;
use crate::model::{EpisodeId, MacroId, Timestamp};
use rusqlite::{Connection, Params, Row, types::FromSql};
use serde_json::Value;
use std::collections::BTreeSet;

/// Rows that are to go.
#[derive(Debug, Default)]
pub(super) struct Doomed {
    episodes: BTreeSet<EpisodeId>,
    macros: BTreeSet<MacroId>,
    drafts: BTreeSet<i64>,
    nodes: BTreeSet<i64>,
    views: BTreeSet<i64>,
    /// Episode and number.
    steps: BTreeSet<(i64, i64)>,
    /// Rows of other tables, by table, key column and key.
    rest: Vec<(&'static str, &'static str, Key)>,
}

#[derive(Debug)]
enum Key {
    Number(i64),
    Text(String),
}

impl Doomed {
    pub(super) fn episode(id: &EpisodeId) -> Self {
        Self { episodes: [id.clone()].into(), ..Self::default() }
    }

    pub(super) fn macro_of(id: &MacroId) -> Self {
        Self { macros: [id.clone()].into(), ..Self::default() }
    }

    /// Removes it all, and what only it used. Returns how many macros went only because they derive from an episode.
    pub(super) fn perform(mut self, db: &Connection) -> Result<u64, StoreError> {
        let mut derived = BTreeSet::new();
        for episode in &self.episodes {
            derived.extend(column::<MacroId>(
                db,
                "SELECT macro_id FROM fsm_macros m JOIN macro_sources s ON s.macro = m.id \
                 WHERE s.episode_id = ?1",
                [episode],
            )?);
            self.drafts.extend(column::<i64>(
                db,
                "SELECT id FROM macro_drafts WHERE source_episode = ?1",
                [episode],
            )?);
        }
        let derived: BTreeSet<_> = derived.difference(&self.macros).cloned().collect();
        for id in self.macros.iter().chain(&derived) {
            macros::remove(db, id)?;
        }
        for id in &self.drafts {
            drafts::remove(db, *id)?;
        }
        // A screen goes with each of its nodes that goes.
        for node in &self.nodes {
            let views = column::<i64>(db, "SELECT view FROM view_nodes WHERE node = ?1", [node])?;
            self.views.extend(views);
        }
        let mut loose = BTreeSet::new();
        for id in &self.episodes {
            loose.extend(episodes::remove(db, id)?);
        }
        for view in &self.views {
            loose.extend(screens::remove(db, *view)?);
        }
        let mut statement =
            db.prepare_cached("DELETE FROM steps WHERE episode = ?1 AND seq = ?2")?;
        for step in &self.steps {
            statement.execute(*step)?;
        }
        for (table, column, key) in &self.rest {
            let mut statement =
                db.prepare_cached(&format!("DELETE FROM {table} WHERE {column} = ?1"))?;
            match key {
                Key::Number(key) => statement.execute([key])?,
                Key::Text(key) => statement.execute([key])?,
            };
        }
        let unseen = "SELECT id FROM views \
            WHERE NOT EXISTS (SELECT 1 FROM visits WHERE view = views.id)";
        for view in column::<i64>(db, unseen, [])? {
            loose.extend(screens::remove(db, view)?);
        }
        for node in &self.nodes {
            nodes::remove(db, *node)?;
        }
        let mut used = db.prepare_cached(
            "SELECT 1 FROM nodes WHERE id = ?1 AND (pinned \
             OR EXISTS (SELECT 1 FROM view_nodes WHERE node = ?1) \
             OR EXISTS (SELECT 1 FROM edges WHERE source = ?1) \
             OR EXISTS (SELECT 1 FROM edges WHERE target = ?1))",
        )?;
        for node in loose.difference(&self.nodes) {
            if !used.exists([node])? {
                nodes::remove(db, *node)?;
            }
        }
        db.execute(
            "DELETE FROM sources WHERE NOT EXISTS (SELECT 1 FROM views WHERE source = sources.id) \
             AND NOT EXISTS (SELECT 1 FROM visits WHERE source = sources.id)",
            [],
        )?;
        Ok(derived.len() as u64)
    }

    fn numbers(&mut self, table: &'static str, ids: Vec<i64>) {
        self.rest.extend(ids.into_iter().map(|id| (table, "id", Key::Number(id))));
    }
}

/// Everything of an app.
pub(super) fn of_app(db: &Connection, package: &str) -> Result<Doomed, StoreError> {
    let ids = |sql: &str| column::<i64>(db, sql, [package]);
    let mut doomed = Doomed {
        episodes: column(db, "SELECT episode_id FROM episodes WHERE app = ?1", [package])?
            .into_iter()
            .collect(),
        drafts: ids("SELECT id FROM macro_drafts WHERE app = ?1")?.into_iter().collect(),
        nodes: ids("SELECT id FROM nodes WHERE app = ?1")?.into_iter().collect(),
        ..Doomed::default()
    };
    doomed.views.extend(ids(
        "SELECT views.id FROM views JOIN screens ON screens.id = views.screen WHERE package = ?1",
    )?);
    doomed.views.extend(ids(
        "SELECT view FROM visits JOIN sources ON sources.id = visits.source WHERE app = ?1",
    )?);
    let names = |text: &str| text == package || text.starts_with(&format!("{package}:"));
    for (id, json) in machines(db)? {
        if any_string(&json, &names) {
            doomed.macros.insert(id);
        }
    }
    // Steps taken in that app by episodes of others.
    let mut query = db.prepare(
        "SELECT DISTINCT s.episode, s.seq FROM steps s JOIN screens c ON c.screen_id = s.before \
         WHERE c.package = ?1",
    )?;
    doomed.steps = query.query_map([package], step_key)?.collect::<rusqlite::Result<_>>()?;
    doomed.numbers("quarantine", ids("SELECT id FROM quarantine WHERE app = ?1")?);
    doomed.numbers("migration_map", ids("SELECT id FROM migration_map WHERE app = ?1")?);
    doomed.rest.push(("app_versions", "app", Key::Text(package.to_owned())));
    for (key, value) in facts(db)? {
        if value.contains(package) || key.contains(package) {
            doomed.rest.push(("meta", "key", Key::Text(key)));
        }
    }
    Ok(doomed)
}

/// Episodes past their expiry date.
pub(super) fn expired(db: &Connection, now: Timestamp) -> Result<Doomed, StoreError> {
    let sql = "SELECT episode_id FROM episodes WHERE expires_at <= ?1";
    let episodes = column(db, sql, [now])?.into_iter().collect();
    Ok(Doomed { episodes, ..Doomed::default() })
}

/// Everything recorded in a span of time. Episodes that began before keep what lies outside.
pub(super) fn between(
    db: &Connection,
    from: Timestamp,
    to: Timestamp,
) -> Result<Doomed, StoreError> {
    let span = (from, to);
    let ids = |sql: &str| column::<i64>(db, sql, span);
    let mut doomed = Doomed {
        episodes: column(
            db,
            "SELECT episode_id FROM episodes WHERE started_at BETWEEN ?1 AND ?2",
            span,
        )?
        .into_iter()
        .collect(),
        macros: column(
            db,
            "SELECT macro_id FROM fsm_macros WHERE created_at BETWEEN ?1 AND ?2",
            span,
        )?
        .into_iter()
        .collect(),
        drafts: ids("SELECT id FROM macro_drafts WHERE created_at BETWEEN ?1 AND ?2")?
            .into_iter()
            .collect(),
        // What was seen then and at no other time.
        nodes: ids("SELECT id FROM nodes WHERE first_seen >= ?1 AND last_seen <= ?2")?
            .into_iter()
            .collect(),
        ..Doomed::default()
    };
    doomed.views.extend(ids("SELECT id FROM views WHERE first_seen >= ?1 AND last_seen <= ?2")?);
    doomed.numbers("visits", ids("SELECT id FROM visits WHERE at BETWEEN ?1 AND ?2")?);
    let mut query = db.prepare("SELECT episode, seq FROM steps WHERE at BETWEEN ?1 AND ?2")?;
    doomed.steps = query.query_map(span, step_key)?.collect::<rusqlite::Result<_>>()?;
    doomed.numbers("quarantine", ids("SELECT id FROM quarantine WHERE at BETWEEN ?1 AND ?2")?);
    doomed.numbers(
        "migration_map",
        ids("SELECT id FROM migration_map WHERE created_at BETWEEN ?1 AND ?2")?,
    );
    Ok(doomed)
}

/// Everything that holds a text.
pub(super) fn with_text(db: &Connection, text: &str) -> Result<Doomed, StoreError> {
    let wanted = fold(text);
    let mut doomed = Doomed::default();
    if wanted.is_empty() {
        return Ok(doomed);
    }
    let holds = |text: &str| fold(text).contains(&wanted);
    let json_holds = |json: &str| any_string(json, &holds);
    doomed.episodes = holding(db, "SELECT episode_id, goal FROM episodes", &holds)?;
    doomed.nodes = holding(db, "SELECT id, label || char(10) || resource_id FROM nodes", &holds)?;
    doomed.drafts =
        holding(db, "SELECT id, name || char(10) || description FROM macro_drafts", &holds)?;
    doomed.macros =
        machines(db)?.into_iter().filter(|(_, json)| json_holds(json)).map(|(id, _)| id).collect();
    for view in column::<i64>(db, "SELECT id FROM views", [])? {
        if screens::tree(db, view)?.strings().any(holds) {
            doomed.views.insert(view);
        }
    }
    let mut query =
        db.prepare("SELECT episode, seq, action FROM steps WHERE action IS NOT NULL")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        if json_holds(&row.get::<_, String>("action")?) {
            doomed.steps.insert(step_key(row)?);
        }
    }
    let reasons: BTreeSet<i64> = holding(db, "SELECT id, reasons FROM quarantine", &json_holds)?;
    doomed.numbers("quarantine", reasons.into_iter().collect());
    for (key, value) in facts(db)? {
        if holds(&value) || json_holds(&value) {
            doomed.rest.push(("meta", "key", Key::Text(key)));
        }
    }
    Ok(doomed)
}

fn step_key(row: &Row<'_>) -> rusqlite::Result<(i64, i64)> {
    Ok((row.get("episode")?, row.get("seq")?))
}

/// Every definition of every macro, old versions included.
fn machines(db: &Connection) -> Result<Vec<(MacroId, String)>, StoreError> {
    let mut query = db.prepare(
        "SELECT macro_id, machine FROM fsm_macros UNION ALL \
         SELECT m.macro_id, v.machine FROM macro_versions v JOIN fsm_macros m ON m.id = v.macro",
    )?;
    let rows = query.query_map([], |row| Ok((row.get("macro_id")?, row.get("machine")?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Small facts, but for those of the store itself.
fn facts(db: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    let mut query = db.prepare("SELECT key, value FROM meta WHERE key <> 'text_expansion'")?;
    let rows = query.query_map([], |row| Ok((row.get("key")?, row.get("value")?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Keys of the rows whose text fits.
fn holding<T: FromSql + Ord>(
    db: &Connection,
    sql: &str,
    fits: &dyn Fn(&str) -> bool,
) -> Result<BTreeSet<T>, StoreError> {
    let mut query = db.prepare(sql)?;
    let mut rows = query.query([])?;
    let mut keys = BTreeSet::new();
    while let Some(row) = rows.next()? {
        if fits(&row.get::<_, String>(1)?) {
            keys.insert(row.get(0)?);
        }
    }
    Ok(keys)
}

/// The first column of a query.
fn column<T: FromSql>(
    db: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<Vec<T>, StoreError> {
    let mut query = db.prepare_cached(sql)?;
    Ok(query.query_map(params, |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

/// Whether a string anywhere in the JSON fits, keys included. What is no JSON is taken as one string.
fn any_string(json: &str, fits: &dyn Fn(&str) -> bool) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(json) else { return fits(json) };
    let mut open = vec![&value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) if fits(text) => return true,
            Value::Array(list) => open.extend(list),
            Value::Object(map) => {
                if map.keys().any(|key| fits(key)) {
                    return true;
                }
                open.extend(map.values());
            }
            _ => {}
        }
    }
    false
}
