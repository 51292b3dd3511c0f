//! What can go wrong while storing, as sentences that name the remedy. No screen text, no paths, no values.

use rusqlite::ErrorCode;
use std::io;

/// Why the store could not do it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another connection holds the database.
    #[error(
        "the database is locked by another connection; try again, and make sure that only one engine opens the file"
    )]
    Busy,
    /// The disk is full.
    #[error(
        "the disk is full: nothing new is learned, reading goes on; free some space and flush again"
    )]
    Full,
    /// A newer version of the library wrote the file.
    #[error(
        "the database has schema {found}, this library knows {known}: update the library, or open with rebuild_newer to move the file aside and start anew"
    )]
    NewerSchema {
        /// Version in the file.
        found: u32,
        /// Newest version that this library knows.
        known: u32,
    },
    /// The file's schema history is not this library's.
    #[error(
        "schema step {version} in the database differs from this library's: the file was written by another build; use that build, or open another file"
    )]
    Diverged {
        /// The step that differs.
        version: u32,
    },
    /// The file is a database of another program.
    #[error(
        "the file is a database of another program and was left untouched; choose another path, or import it if it is an Android Room memory"
    )]
    Foreign,
    /// The file to import is not what it should be.
    #[error(
        "the file cannot be imported ({why}): it must be a whole database of the Android Room memory, schema 1, 2 or 3; nothing was changed"
    )]
    NotImportable {
        /// What is wrong with it.
        why: String,
    },
    /// The content contradicts itself.
    #[error(
        "the database is damaged ({what}): close the engine and open it again, the file is then moved aside and nothing of it is deleted; restore a backup"
    )]
    Damaged {
        /// What was found, without content.
        what: String,
    },
    /// The file or its folder cannot be written.
    #[error(
        "the database cannot be written: check the folder's permissions and that its file system is not read-only"
    )]
    ReadOnly,
    /// A stored value could not be read.
    #[error(
        "a stored value could not be read ({what}): run an integrity check, restore a backup if it fails"
    )]
    Decode {
        /// Which kind of value.
        what: String,
    },
    /// A value could not be written.
    #[error("a value could not be stored ({what}): it has no stored form; report this")]
    Encode {
        /// Which kind of value.
        what: String,
    },
    /// A change names something that is not stored.
    #[error("no such {what} in the memory: it was deleted, or never stored")]
    Missing {
        /// Which kind of thing.
        what: &'static str,
    },
    /// A file operation failed.
    #[error(
        "a file operation on the database failed ({kind}): check the folder and the free space"
    )]
    Io {
        /// Which failure.
        kind: io::ErrorKind,
    },
    /// Anything else that SQLite says.
    #[error("SQLite refused the operation (code {code}, {what}); report this")]
    Sqlite {
        /// Extended result code.
        code: i32,
        /// SQLite's name for it.
        what: String,
    },
}

impl StoreError {
    /// Stable code, e.g. `store.busy`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Busy => "store.busy",
            Self::Full => "store.full",
            Self::NewerSchema { .. } => "store.newer_schema",
            Self::Diverged { .. } => "store.diverged",
            Self::Foreign => "store.foreign",
            Self::NotImportable { .. } => "store.not_importable",
            Self::Damaged { .. } => "store.damaged",
            Self::ReadOnly => "store.read_only",
            Self::Decode { .. } => "store.decode",
            Self::Encode { .. } => "store.encode",
            Self::Missing { .. } => "store.missing",
            Self::Io { .. } => "store.io",
            Self::Sqlite { .. } => "store.sqlite",
        }
    }

    /// Whether the same call can succeed later without anything else being done in the program.
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::Busy | Self::Full)
    }

    pub(super) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged { what: what.into() }
    }

    pub(super) fn decode(what: impl Into<String>) -> Self {
        Self::Decode { what: what.into() }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as E;
        match error {
            E::SqliteFailure(failure, _) => Self::from(failure),
            E::SqlInputError { error, .. } => Self::from(error),
            E::FromSqlConversionFailure(_, _, why) => Self::decode(why.to_string()),
            E::InvalidColumnType(_, name, _) => Self::decode(format!("value of column {name}")),
            E::Utf8Error(..) => Self::decode("text"),
            E::IntegralValueOutOfRange(..) => Self::decode("number"),
            E::QueryReturnedNoRows => Self::Missing { what: "row" },
            other => Self::Sqlite { code: -1, what: variant_name(&other) },
        }
    }
}

impl From<rusqlite::ffi::Error> for StoreError {
    fn from(error: rusqlite::ffi::Error) -> Self {
        let what = rusqlite::ffi::code_to_str(error.extended_code).to_owned();
        match error.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy,
            ErrorCode::DiskFull => Self::Full,
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Self::Damaged { what },
            ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied => {
                Self::ReadOnly
            }
            ErrorCode::SystemIoFailure => Self::Io { kind: io::ErrorKind::Other },
            _ => Self::Sqlite { code: error.extended_code, what },
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => Self::ReadOnly,
            kind => Self::Io { kind },
        }
    }
}

/// A variant's name without its fields: they may hold values.
fn variant_name(error: &rusqlite::Error) -> String {
    let debug = format!("{error:?}");
    debug.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    #[test]
    fn sentences_hold_no_values() {
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch("CREATE TABLE t (x INTEGER PRIMARY KEY) STRICT").unwrap();
        let error: StoreError =
            db.execute("INSERT INTO t VALUES ('canary')", []).unwrap_err().into();
        assert_eq!(error.code(), "store.sqlite");
        assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
        let error: StoreError = db.prepare("SELECT canary FROM t").unwrap_err().into();
        assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
    }
}
