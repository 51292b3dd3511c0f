//! Schema steps. Each is a refinery migration in `migrations/`, frozen by its checksum.

use super::StoreError;
use rusqlite::Connection;

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// What a file's schema history says.
pub(super) enum Found {
    /// No tables at all.
    Empty,
    /// Tables, but not ours.
    Foreign,
    /// Ours, at this version.
    Version(u32),
}

/// One step as this library knows it.
struct Step {
    version: u32,
    name: String,
    checksum: String,
}

fn steps() -> Vec<Step> {
    let mut steps: Vec<_> = embedded::migrations::runner()
        .get_migrations()
        .iter()
        .map(|m| Step {
            version: u32::try_from(m.version()).unwrap_or_default(),
            name: m.name().to_owned(),
            checksum: m.checksum().to_string(),
        })
        .collect();
    steps.sort_by_key(|s| s.version);
    steps
}

/// Newest version that this library knows.
pub fn newest() -> u32 {
    steps().last().map_or(0, |s| s.version)
}

/// Reads the schema history without changing anything.
///
/// # Errors
/// [`StoreError::Diverged`] when a step was not made by this library's file of that number,
/// [`StoreError::Damaged`] when the history makes no sense.
pub(super) fn find(db: &Connection) -> Result<Found, StoreError> {
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0))?;
    if tables == 0 {
        return Ok(Found::Empty);
    }
    let ours: bool = db.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'refinery_schema_history')",
        [],
        |r| r.get(0),
    )?;
    if !ours {
        return Ok(Found::Foreign);
    }
    // The form of applied_on is checked because the runner takes it for granted.
    let mut query = db.prepare(
        "SELECT version, name, checksum, ifnull(applied_on GLOB '[0-9]*T*Z', 0) \
         AND datetime(applied_on) IS NOT NULL AS sound \
         FROM refinery_schema_history ORDER BY version",
    )?;
    let mut rows = query.query([])?;
    let known = steps();
    let mut last = 0;
    while let Some(row) = rows.next()? {
        let version: u32 = row.get("version")?;
        if version != last + 1 || !row.get::<_, bool>("sound")? {
            return Err(StoreError::damaged("schema history"));
        }
        last = version;
        let (name, checksum): (String, String) = (row.get("name")?, row.get("checksum")?);
        if checksum.parse::<u64>().is_err() {
            return Err(StoreError::damaged("schema history"));
        }
        if let Some(step) = known.iter().find(|s| s.version == version)
            && (step.name != name || step.checksum != checksum)
        {
            return Err(StoreError::Diverged { version });
        }
    }
    // No step yet: the process died between the runner's first table and its first step.
    Ok(if last == 0 { Found::Empty } else { Found::Version(last) })
}

/// Brings the schema to `target`. All steps and their history are one transaction: a kill leaves the old version whole.
pub(super) fn migrate(db: &mut Connection, target: u32) -> Result<(), StoreError> {
    embedded::migrations::runner()
        .set_grouped(true)
        .set_target(refinery::Target::Version(i32::try_from(target).unwrap_or(i32::MAX)))
        .run(db)
        .map(|_| ())
        .map_err(|error| match error.kind() {
            // Not damage: a step that does not fit leaves the file where it is, at its old version.
            refinery::error::Kind::Connection(_, cause) => match cause.downcast_ref() {
                Some(
                    rusqlite::Error::SqliteFailure(error, _)
                    | rusqlite::Error::SqlInputError { error, .. },
                ) => StoreError::from(*error),
                _ => StoreError::Sqlite { code: -1, what: "schema step".to_owned() },
            },
            _ => StoreError::damaged("schema history"),
        })
}
