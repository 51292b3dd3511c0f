//! The text index: what may be found by words. One contentless FTS5 table for all families of records.
//!
//! The index holds terms only (see [`crate::model::text`]); a term is taken out again by expanding the same text once more.

use super::{StoreError, drafts, macros};
use crate::model::text::{self, expand};
use rusqlite::Connection;

/// Which table a text belongs to; part of the index's row number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Node = 0,
    Episode = 1,
    Macro = 2,
    Draft = 3,
}

const FAMILIES: i64 = 4;
const VERSION_KEY: &str = "text_expansion";

impl Family {
    fn column(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Episode => "episode",
            Self::Macro => "macro",
            Self::Draft => "draft",
        }
    }

    fn row(self, id: i64) -> i64 {
        id.wrapping_mul(FAMILIES).wrapping_add(self as i64)
    }
}

/// The text by which a node is found. Whoever changes this raises [`text::EXPANSION`]: an entry is taken out by the text it
/// was put in with.
pub(super) fn node_text(label: &str, resource_id: &str) -> String {
    let name = resource_id.rsplit(['/', ':']).next().unwrap_or_default();
    format!("{label} {name}")
}

/// Makes a record findable.
pub(super) fn add(db: &Connection, family: Family, id: i64, text: &str) -> Result<(), StoreError> {
    let terms = expand(text).join(" ");
    if terms.is_empty() {
        return Ok(());
    }
    let sql = format!("INSERT INTO recall (rowid, {}) VALUES (?1, ?2)", family.column());
    db.prepare_cached(&sql)?.execute((family.row(id), terms))?;
    Ok(())
}

/// Takes a record out; `text` is what it was added with.
pub(super) fn remove(
    db: &Connection,
    family: Family,
    id: i64,
    text: &str,
) -> Result<(), StoreError> {
    let terms = expand(text).join(" ");
    if terms.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO recall (recall, rowid, {}) VALUES ('delete', ?1, ?2)",
        family.column()
    );
    db.prepare_cached(&sql)?.execute((family.row(id), terms))?;
    Ok(())
}

/// Ids of a family's records that fit the words, best first. Records that have every word come before those with some.
pub(super) fn find(
    db: &Connection,
    family: Family,
    query: &str,
    limit: i64,
) -> Result<Vec<i64>, StoreError> {
    let mut terms = expand(query);
    terms.sort_unstable();
    terms.dedup();
    // Longer questions cost time and say nothing more.
    terms.truncate(32);
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    let all = matching(db, family, &terms, " AND ", limit)?;
    if all.is_empty() && terms.len() > 1 {
        return matching(db, family, &terms, " OR ", limit);
    }
    Ok(all)
}

fn matching(
    db: &Connection,
    family: Family,
    terms: &[String],
    join: &str,
    limit: i64,
) -> Result<Vec<i64>, StoreError> {
    let terms: Vec<_> = terms.iter().map(|t| pattern(t)).collect();
    let pattern = format!("{} : ({})", family.column(), terms.join(join));
    let mut query = db.prepare_cached(
        "SELECT rowid FROM recall WHERE recall MATCH ?1 ORDER BY rank, rowid DESC LIMIT ?2",
    )?;
    let ids = query.query_map((pattern, limit), |row| {
        row.get::<_, i64>(0).map(|row| row.div_euclid(FAMILIES))
    })?;
    Ok(ids.collect::<rusqlite::Result<_>>()?)
}

/// A term in FTS5's query language, quoted so that no word is an operator. Words of three letters find longer ones.
fn pattern(term: &str) -> String {
    let open = text::is_word(term) && term.chars().count() >= 3;
    format!("\"{term}\"{}", if open { "*" } else { "" })
}

/// Makes the whole index anew when it was made by another version of the expansion.
pub(super) fn refresh(db: &mut Connection) -> Result<(), StoreError> {
    let known = super::meta::get(db, VERSION_KEY)?;
    if known.as_deref() == Some(text::EXPANSION.to_string().as_str()) {
        return Ok(());
    }
    let tx = db.transaction()?;
    rebuild(&tx)?;
    tx.commit()?;
    Ok(())
}

/// Forgets every term and expands every text again.
pub(super) fn rebuild(db: &Connection) -> Result<(), StoreError> {
    db.execute_batch("INSERT INTO recall (recall) VALUES ('delete-all')")?;
    let mut nodes =
        db.prepare("SELECT id, label, resource_id FROM nodes WHERE expired_at IS NULL")?;
    let mut rows = nodes.query([])?;
    while let Some(row) = rows.next()? {
        let (label, resource_id): (String, String) = (row.get("label")?, row.get("resource_id")?);
        add(db, Family::Node, row.get("id")?, &node_text(&label, &resource_id))?;
    }
    let mut episodes = db.prepare("SELECT id, goal FROM episodes")?;
    let mut rows = episodes.query([])?;
    while let Some(row) = rows.next()? {
        add(db, Family::Episode, row.get("id")?, &row.get::<_, String>("goal")?)?;
    }
    macros::index_all(db)?;
    for (id, text) in drafts::texts(db)? {
        add(db, Family::Draft, id, &text)?;
    }
    super::meta::set(db, VERSION_KEY, &text::EXPANSION.to_string())
}
