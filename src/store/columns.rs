//! How the vocabulary looks in a column. A stored value that is unknown or of the wrong size is an error, never a default.

use crate::model::change::NodeRow;
use crate::model::{
    ActionResult, ContentId, EdgeId, Energy, EpisodeId, EpisodeStatus, Fingerprint, MacroId,
    OverlayState, Relation, Role, ScreenId, Threat, Timestamp, VerdictKind,
};
use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

/// A stored word that this version does not know.
#[derive(Debug, thiserror::Error)]
#[error("unknown {0} in the database")]
pub(super) struct UnknownWord(pub &'static str);

/// Ids of fixed length are stored as their bytes.
macro_rules! blob_column {
    ($($name:ident),*) => {$(
        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(ToSqlOutput::Borrowed(ValueRef::Blob(self.as_bytes())))
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                FromSql::column_result(value).map(Self::from_bytes)
            }
        }
    )*};
}
blob_column!(Fingerprint, ScreenId, ContentId, EdgeId);

macro_rules! text_column {
    ($($name:ident),*) => {$(
        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }
    )*};
}
text_column!(EpisodeId, MacroId, Role, Relation, EpisodeStatus);

/// Text ids: any text is one.
macro_rules! id_column {
    ($($name:ident),*) => {$(
        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_str().map(Self::new)
            }
        }
    )*};
}
id_column!(EpisodeId, MacroId);

/// Enums that bring their own text form.
macro_rules! parsed_column {
    ($($name:ident),*) => {$(
        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_str()?.parse().map_err(FromSqlError::other)
            }
        }
    )*};
}
parsed_column!(Role, Relation, EpisodeStatus);

/// Enums whose text form is the database's own.
macro_rules! worded_column {
    ($($name:ident: $($variant:ident = $word:literal),+;)*) => {$(
        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(match self { $(Self::$variant => $word),+ }.into())
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                match value.as_str()? {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(FromSqlError::other(UnknownWord(stringify!($name)))),
                }
            }
        }
    )*};
}
worded_column! {
    ActionResult: Ok = "OK", Failed = "FAILED";
    OverlayState: None = "NONE", Present = "PRESENT", Unknown = "UNKNOWN";
    Threat: None = "NONE", Low = "LOW", Medium = "MEDIUM", High = "HIGH";
    VerdictKind: Admit = "ADMIT", AdmitMasked = "ADMIT_MASKED", Quarantine = "QUARANTINE",
        Refuse = "REFUSE";
}

impl ToSql for Timestamp {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.as_millis().into())
    }
}

impl FromSql for Timestamp {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(Self::from_millis)
    }
}

/// The columns `energy` and `energy_at` of a row.
pub(super) fn energy(row: &Row<'_>) -> rusqlite::Result<Energy> {
    Ok(Energy::from_stored(row.get("energy")?, row.get("energy_at")?))
}

/// A row of the table `nodes`.
pub(super) fn node(row: &Row<'_>) -> rusqlite::Result<NodeRow> {
    Ok(NodeRow {
        fingerprint: row.get("fingerprint")?,
        role: row.get("role")?,
        label: row.get("label")?,
        resource_id: row.get("resource_id")?,
        class_name: row.get("class_name")?,
        app: row.get("app")?,
        app_version: row.get("app_version")?,
        first_seen: row.get("first_seen")?,
        last_seen: row.get("last_seen")?,
        seen: row.get("seen")?,
        energy: energy(row)?,
    })
}

/// How many rows a caller gets at most, whatever was asked for.
pub(super) fn clamp(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX).min(100_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    fn read<T: FromSql>(sql: &str) -> rusqlite::Result<T> {
        Connection::open_in_memory()?.query_row(&format!("SELECT {sql}"), [], |row| row.get(0))
    }

    #[test]
    fn unknown_words_and_short_ids_are_errors() {
        assert!(read::<Role>("'GADGET'").is_err());
        assert!(read::<Relation>("'beside'").is_err());
        assert!(read::<EpisodeStatus>("'SLEEPING'").is_err());
        assert!(read::<Threat>("'EXTREME'").is_err());
        assert!(read::<Fingerprint>("x'00ff'").is_err());
        assert!(read::<Timestamp>("'soon'").is_err());
        assert_eq!(read::<EdgeId>("x'0001020304050607'").unwrap().to_string(), "0001020304050607");
    }

    #[test]
    fn every_word_comes_back() {
        let db = Connection::open_in_memory().unwrap();
        for kind in [
            VerdictKind::Admit,
            VerdictKind::AdmitMasked,
            VerdictKind::Quarantine,
            VerdictKind::Refuse,
        ] {
            let back = db.query_row("SELECT ?1", [kind], |row| row.get::<_, VerdictKind>(0));
            assert_eq!(back.unwrap(), kind);
        }
        for status in ["RUNNING", "INTERRUPTED", "MANUAL"] {
            let status: EpisodeStatus = status.parse().unwrap();
            let back = db.query_row("SELECT ?1", [status], |row| row.get::<_, EpisodeStatus>(0));
            assert_eq!(back.unwrap(), status);
        }
    }
}
