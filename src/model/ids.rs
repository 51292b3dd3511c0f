//! Identifiers as newtypes, so that none can stand in for another.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An identifier's text did not have the right form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a {kind}: expected {expected}, got {len} characters; pass an id exactly as the library returned it"
)]
pub struct BadId {
    /// Which id was expected.
    pub kind: &'static str,
    /// The form it should have.
    pub expected: &'static str,
    /// Length of what came instead (the text itself may be personal data).
    pub len: usize,
}

/// Binary ids whose text form is lowercase hex of a fixed length.
macro_rules! hex_id {
    ($(#[$doc:meta])* $name:ident, $bytes:literal, $expected:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name([u8; $bytes]);

        impl $name {
            /// From the first bytes of a digest.
            pub const fn from_bytes(bytes: [u8; $bytes]) -> Self {
                Self(bytes)
            }

            /// The raw bytes.
            pub const fn as_bytes(&self) -> &[u8; $bytes] {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                let bad = || BadId { kind: stringify!($name), expected: $expected, len: text.chars().count() };
                let hex = text.as_bytes();
                if hex.len() != 2 * $bytes {
                    return Err(bad());
                }
                let digit = |c: u8| match c {
                    b'0'..=b'9' => Some(c - b'0'),
                    b'a'..=b'f' => Some(c - b'a' + 10),
                    _ => None,
                };
                let mut bytes = [0; $bytes];
                for (byte, pair) in bytes.iter_mut().zip(hex.chunks_exact(2)) {
                    let (Some(high), Some(low)) = (digit(pair[0]), digit(pair[1])) else { return Err(bad()) };
                    *byte = high << 4 | low;
                }
                Ok(Self(bytes))
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;

            fn try_from(text: String) -> Result<Self, BadId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.to_string()
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
            }
        }

        uniffi::custom_type!($name, String, { try_lift: |text| Ok(text.parse::<$name>()?) , lower: |id| id.to_string() });
    };
}

hex_id!(
    /// A node's identity: SHA-256 of `cls|res|text|role|parent` (see [`crate::perceive`]). 64 hex digits.
    Fingerprint, 32, "64 lowercase hex digits"
);
hex_id!(
    /// A screen's identity: which screen this is, whatever its rows, clock and scroll position show. 32 hex digits.
    ScreenId, 16, "32 lowercase hex digits"
);
hex_id!(
    /// What a screen says: keeps payment and settings pages of one layout apart. 32 hex digits.
    ContentId, 16, "32 lowercase hex digits"
);
hex_id!(
    /// An edge's identity: first 16 hex digits of SHA-256(`source|target|relation`).
    EdgeId, 8, "16 lowercase hex digits"
);

/// Text ids made by the engine's id source, or kept from an imported database.
macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Wraps an id as it is stored.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The id's text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        uniffi::custom_type!($name, String, { try_lift: |text| Ok($name(text)), lower: |id| id.0 });
    };
}

text_id!(
    /// One task run.
    EpisodeId
);
text_id!(
    /// One macro, over all its versions.
    MacroId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_ids_round_trip_and_refuse_anything_else() {
        let id = EdgeId::from_bytes([0, 1, 0xab, 255, 4, 5, 6, 7]);
        assert_eq!(id.to_string(), "0001abff04050607");
        assert_eq!(id.to_string().parse::<EdgeId>(), Ok(id));
        for bad in
            ["", "0001ABFF04050607", "0001abff0405060", "0001abff0405060g", "0001abff040506071"]
        {
            assert!(bad.parse::<EdgeId>().is_err(), "{bad}");
        }
    }
}
