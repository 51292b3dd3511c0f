//! One function per table of the file. Columns are read by name; a column that a version does not have is as if null.

use super::{ImportReport, StoreError};
use crate::distill::parse_call;
use crate::model::{
    Alias, Energy, EpisodeId, EpisodeStatus, Fingerprint, Relation, Role, Timestamp,
};
use crate::perceive::edges::edge_id;
use crate::perceive::text::normalise;
use crate::store::drafts::Draft;
use crate::store::recall::{Family, add, node_text};
use crate::store::{aliases as own_aliases, drafts, episodes as own_episodes};
use rusqlite::{Connection, OptionalExtension, Row, Statement};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Version of the fingerprint's formula in nodes that come from the other memory.
const FOREIGN_FORMULA: u32 = 0;

/// Marks a row of the map that records the first version seen and is no alias.
const BASELINE: &str = "__baseline__";

/// Takes secrets out of a text: the other memory did not mask.
pub(super) type Clean<'a> = &'a dyn Fn(&str) -> String;

/// Rows of the file's nodes here, by their id there.
pub(super) type Nodes = HashMap<i64, (i64, Fingerprint)>;

/// Column names of a query, to ask for those that only some versions have.
struct Columns(Vec<String>);

impl Columns {
    fn of(statement: &Statement<'_>) -> Self {
        Self(statement.column_names().map(str::to_owned).collect())
    }

    /// A text that may be null or missing.
    fn text(&self, row: &Row<'_>, name: &str) -> rusqlite::Result<String> {
        if !self.0.iter().any(|column| column == name) {
            return Ok(String::new());
        }
        Ok(row.get::<_, Option<String>>(name)?.unwrap_or_default())
    }
}

pub(super) fn episodes(
    db: &Connection,
    room: &Connection,
    clean: Clean<'_>,
    report: &mut ImportReport,
) -> Result<(), StoreError> {
    let mut query = room.prepare("SELECT rowid AS row, * FROM episodes ORDER BY rowid")?;
    let columns = Columns::of(&query);
    let mut rows = query.query([])?;
    let mut insert = db.prepare(
        "INSERT INTO episodes (episode_id, goal, app, app_version, status, started_at, \
         finished_at, actions, thoughts, energy, energy_at) \
         VALUES (?1, ?2, ?3, '', ?4, ?5, ?6, ?7, ?8, ?9, ?10) \
         ON CONFLICT (episode_id) DO NOTHING RETURNING id",
    )?;
    while let Some(row) = rows.next()? {
        report.episodes.found += 1;
        let number: i64 = row.get("row")?;
        let Ok(episode) = episode(row, &columns, clean) else {
            report.episodes.refused += 1;
            report.problem("episodes", number, "a value has the wrong type; the row is left out");
            continue;
        };
        let status = match episode.status.as_str() {
            "RUNNING" => EpisodeStatus::Interrupted,
            "DISTILLED" => EpisodeStatus::Succeeded,
            known => known.parse().unwrap_or_else(|_| {
                report.problem("episodes", number, "unknown status; kept as interrupted");
                EpisodeStatus::Interrupted
            }),
        };
        let ended = episode.finished_at.unwrap_or(episode.started_at);
        let energy = Energy::from_stored(episode.energy, ended);
        let id: Option<i64> = insert
            .query_row(
                (
                    &episode.id,
                    &episode.goal,
                    &episode.app,
                    status,
                    episode.started_at,
                    ended,
                    episode.actions,
                    episode.thoughts,
                    energy.value(),
                    energy.at(),
                ),
                |row| row.get("id"),
            )
            .optional()?;
        match id {
            Some(id) => {
                report.episodes.imported += 1;
                add(db, Family::Episode, id, &episode.goal)?;
            }
            None => report.episodes.merged += 1,
        }
    }
    Ok(())
}

struct RoomEpisode {
    id: EpisodeId,
    goal: String,
    app: String,
    status: String,
    started_at: Timestamp,
    finished_at: Option<Timestamp>,
    actions: i64,
    thoughts: i64,
    energy: f64,
}

fn episode(row: &Row<'_>, columns: &Columns, clean: Clean<'_>) -> rusqlite::Result<RoomEpisode> {
    // 0 means that it was still running.
    let finished: i64 = row.get("finished_at")?;
    Ok(RoomEpisode {
        id: row.get("episode_id")?,
        goal: clean(&row.get::<_, String>("goal")?),
        app: columns.text(row, "app_package")?,
        status: row.get("status")?,
        started_at: row.get("started_at")?,
        finished_at: (finished != 0).then_some(Timestamp::from_millis(finished)),
        actions: row.get("total_actions")?,
        thoughts: row.get("llm_steps")?,
        energy: row.get("energy")?,
    })
}

pub(super) fn nodes(
    db: &Connection,
    room: &Connection,
    clean: Clean<'_>,
    report: &mut ImportReport,
) -> Result<Nodes, StoreError> {
    let mut query = room.prepare("SELECT * FROM nodes ORDER BY id")?;
    let columns = Columns::of(&query);
    let mut rows = query.query([])?;
    let mut insert = db.prepare(
        "INSERT INTO nodes (fingerprint, formula, role, label, resource_id, class_name, app, \
         app_version, first_seen, last_seen, seen, energy, energy_at) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, nullif(?8, ''), ?9, ?10, ?11, ?12, ?10) \
         ON CONFLICT (fingerprint) DO NOTHING RETURNING id",
    )?;
    let mut known = db.prepare("SELECT id FROM nodes WHERE fingerprint = ?1")?;
    let mut version = db.prepare(
        "INSERT INTO app_versions (app, version, first_seen, last_seen) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (app, version) DO UPDATE SET \
         first_seen = min(first_seen, excluded.first_seen), \
         last_seen = max(last_seen, excluded.last_seen)",
    )?;
    let mut map = Nodes::new();
    while let Some(row) = rows.next()? {
        report.nodes.found += 1;
        let number: i64 = row.get("id")?;
        let Ok(node) = node(row, &columns, clean) else {
            report.nodes.refused += 1;
            report.problem("nodes", number, "a value has the wrong type; the row is left out");
            continue;
        };
        let role: Role = node.role.parse().unwrap_or_else(|_| {
            report.problem("nodes", number, "unknown role; kept as UNKNOWN");
            Role::Unknown
        });
        let fingerprint = fingerprint(&node.fingerprint);
        let id: Option<i64> = insert
            .query_row(
                (
                    fingerprint,
                    FOREIGN_FORMULA,
                    role,
                    &node.label,
                    &node.resource_id,
                    &node.class_name,
                    &node.app,
                    &node.version,
                    node.first_seen,
                    node.last_seen,
                    node.seen,
                    Energy::from_stored(node.energy, node.last_seen).value(),
                ),
                |row| row.get("id"),
            )
            .optional()?;
        let id = match id {
            Some(id) => {
                report.nodes.imported += 1;
                add(db, Family::Node, id, &node_text(&node.label, &node.resource_id))?;
                if !node.version.is_empty() && !node.app.is_empty() {
                    version.execute((&node.app, &node.version, node.first_seen, node.last_seen))?;
                }
                id
            }
            None => {
                report.nodes.merged += 1;
                known.query_row([fingerprint], |row| row.get("id"))?
            }
        };
        map.insert(number, (id, fingerprint));
    }
    Ok(map)
}

struct RoomNode {
    fingerprint: String,
    role: String,
    label: String,
    resource_id: String,
    class_name: String,
    app: String,
    version: String,
    first_seen: Timestamp,
    last_seen: Timestamp,
    seen: i64,
    energy: f64,
}

fn node(row: &Row<'_>, columns: &Columns, clean: Clean<'_>) -> rusqlite::Result<RoomNode> {
    Ok(RoomNode {
        fingerprint: row.get("fingerprint")?,
        role: row.get("role")?,
        label: clean(&normalise(&columns.text(row, "text_hint")?)),
        resource_id: columns.text(row, "resource_id")?,
        class_name: columns.text(row, "class_name")?,
        app: columns.text(row, "app_package")?,
        version: columns.text(row, "app_version")?,
        first_seen: row.get("first_seen_at")?,
        last_seen: row.get("last_seen_at")?,
        seen: row.get("occurrence_count")?,
        energy: row.get("energy")?,
    })
}

/// The fingerprint as it is, or of a text that is none its digest: the row keeps an identity of its own.
fn fingerprint(text: &str) -> Fingerprint {
    text.parse().unwrap_or_else(|_| Fingerprint::from_bytes(Sha256::digest(text).into()))
}

pub(super) fn edges(
    db: &Connection,
    room: &Connection,
    nodes: &Nodes,
    report: &mut ImportReport,
) -> Result<(), StoreError> {
    let mut query = room.prepare("SELECT * FROM edges ORDER BY id")?;
    let columns = Columns::of(&query);
    let mut rows = query.query([])?;
    let mut insert = db.prepare(
        "INSERT INTO edges (episode, edge_id, source, target, relation, created_at, valid_from, \
         energy, energy_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?6) ON CONFLICT DO NOTHING",
    )?;
    while let Some(row) = rows.next()? {
        report.edges.found += 1;
        let number: i64 = row.get("id")?;
        let Ok(edge) = edge(row, &columns) else {
            report.edges.refused += 1;
            report.problem("edges", number, "a value has the wrong type; the row is left out");
            continue;
        };
        let ends = (nodes.get(&edge.source), nodes.get(&edge.target));
        let (Some((source, from)), Some((target, to))) = ends else {
            report.edges.refused += 1;
            report.problem("edges", number, "an end is missing; the row is left out");
            continue;
        };
        let Some(relation) = relation(&edge.kind, &edge.metadata) else {
            report.edges.refused += 1;
            report.problem("edges", number, "unknown kind of edge; the row is left out");
            continue;
        };
        let episode = match &edge.episode {
            id if id.is_empty() => None,
            id => own_episodes::find_row(db, &EpisodeId::new(id.as_str()))?,
        };
        if episode.is_none() && !edge.episode.is_empty() {
            report.problem("edges", number, "its episode is missing; kept outside any episode");
        }
        let rows = insert.execute((
            episode,
            edge_id(from, to, relation),
            source,
            target,
            relation,
            edge.created_at,
            Energy::from_stored(edge.energy, edge.created_at).value(),
        ))?;
        match rows {
            0 => report.edges.merged += 1,
            _ => report.edges.imported += 1,
        }
    }
    Ok(())
}

struct RoomEdge {
    episode: String,
    source: i64,
    target: i64,
    kind: String,
    metadata: String,
    created_at: Timestamp,
    energy: f64,
}

fn edge(row: &Row<'_>, columns: &Columns) -> rusqlite::Result<RoomEdge> {
    Ok(RoomEdge {
        episode: columns.text(row, "episode_id")?,
        source: row.get("source_node_id")?,
        target: row.get("target_node_id")?,
        kind: row.get("type")?,
        metadata: columns.text(row, "metadata")?,
        created_at: row.get("created_at")?,
        energy: row.get("energy")?,
    })
}

fn relation(kind: &str, metadata: &str) -> Option<Relation> {
    match kind {
        "SPATIAL" => {
            metadata.parse().ok().filter(|r: &Relation| r.kind() == crate::model::EdgeKind::Spatial)
        }
        "CAUSAL" => Some(Relation::LeadsTo),
        "SEMANTIC" => Some(Relation::About),
        _ => None,
    }
}

pub(super) fn macros(
    db: &Connection,
    room: &Connection,
    clean: Clean<'_>,
    report: &mut ImportReport,
) -> Result<(), StoreError> {
    let mut query = room.prepare("SELECT * FROM fsm_macros ORDER BY id")?;
    let columns = Columns::of(&query);
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        report.macros.found += 1;
        let number: i64 = row.get("id")?;
        let Ok((mut draft, json)) = draft(row, &columns, clean) else {
            report.macros.refused += 1;
            report.problem("fsm_macros", number, "a value has the wrong type; left out");
            continue;
        };
        let (verbs, lost) = transitions(&json);
        report.transitions += verbs.len() as u64;
        report.undecodable += lost;
        if lost > 0 {
            let what = format!("{lost} of its transitions cannot be decoded; kept as a draft");
            report.problem("fsm_macros", number, what);
        } else if verbs.is_empty() {
            report.problem("fsm_macros", number, "it has no transitions; kept as a draft");
        }
        draft.verbs = verbs;
        draft.undecodable = lost;
        match drafts::add(db, &draft)? {
            true => report.macros.imported += 1,
            false => report.macros.merged += 1,
        }
    }
    Ok(())
}

fn draft(row: &Row<'_>, columns: &Columns, clean: Clean<'_>) -> rusqlite::Result<(Draft, String)> {
    let source = columns.text(row, "source_episode_id")?;
    let draft = Draft {
        skill_id: row.get("skill_id")?,
        name: clean(&row.get::<_, String>("name")?),
        description: clean(&columns.text(row, "description")?),
        app: columns.text(row, "app_package")?,
        initial_fingerprint: row.get("initial_fingerprint")?,
        terminal_fingerprint: row.get("terminal_fingerprint")?,
        verbs: Vec::new(),
        undecodable: 0,
        source_episode: (!source.is_empty()).then(|| EpisodeId::new(source)),
        successes: row.get("success_count")?,
        failures: row.get("failure_count")?,
        created_at: row.get("created_at")?,
        energy: row.get("energy")?,
    };
    Ok((draft, row.get("transitions_json")?))
}

/// What the decodable transitions do, and how many others there are. A text that is no table counts as one. Parameters are
/// not kept: they are places on a screen of back then, and typed texts that nobody has masked.
fn transitions(json: &str) -> (Vec<String>, u64) {
    let Ok(Value::Array(list)) = serde_json::from_str(json) else { return (Vec::new(), 1) };
    let verb = |transition: &Value| {
        let text = |key: &str| transition.get(key).and_then(Value::as_str);
        text("fromState").and(text("toState"))?;
        let action = parse_call(text("actionType")?, text("actionParams").unwrap_or("")).ok()?;
        Some(action.verb().to_owned())
    };
    let verbs: Vec<String> = list.iter().filter_map(verb).collect();
    let lost = (list.len() - verbs.len()) as u64;
    (verbs, lost)
}

pub(super) fn aliases(
    db: &Connection,
    room: &Connection,
    report: &mut ImportReport,
) -> Result<(), StoreError> {
    let mut query = room.prepare("SELECT * FROM migration_map ORDER BY id")?;
    let mut rows = query.query([])?;
    let mut known = db.prepare("SELECT 1 FROM migration_map WHERE old_fingerprint = ?1")?;
    let mut app = db.prepare("SELECT app FROM nodes WHERE fingerprint = ?1")?;
    while let Some(row) = rows.next()? {
        report.aliases.found += 1;
        let number: i64 = row.get("id")?;
        let Ok((alias, old)) = alias(row) else {
            report.aliases.refused += 1;
            report.problem("migration_map", number, "a value has the wrong type; left out");
            continue;
        };
        if old == BASELINE || known.exists([alias.old])? {
            report.aliases.merged += 1;
            continue;
        }
        if !(0.7..=1.0).contains(&alias.score) {
            report.aliases.refused += 1;
            report.problem("migration_map", number, "its score is below 0.7; left out");
            continue;
        }
        let app: Option<String> = app.query_row([alias.old], |row| row.get("app")).optional()?;
        own_aliases::put(db, &Alias { app: app.unwrap_or_default(), ..alias })?;
        report.aliases.imported += 1;
    }
    Ok(())
}

fn alias(row: &Row<'_>) -> rusqlite::Result<(Alias, String)> {
    let (old, new): (String, String) = (row.get("old_fingerprint")?, row.get("new_fingerprint")?);
    let alias = Alias {
        old: fingerprint(&old),
        new: fingerprint(&new),
        score: row.get("match_score")?,
        app: String::new(),
        from_version: row.get("from_version")?,
        to_version: row.get("to_version")?,
        created_at: row.get("created_at")?,
        confirmed: false,
    };
    Ok((alias, old))
}
