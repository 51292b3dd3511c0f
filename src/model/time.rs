//! Time as a value. Nothing here asks what time it is: `now` is always an argument.

use serde::{Deserialize, Serialize};

/// Milliseconds since the Unix epoch, UTC. Before 1970 is allowed (broken device clocks exist).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// From milliseconds since the Unix epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the Unix epoch.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Milliseconds from `earlier` to `self`; 0 when the clock went backwards.
    pub const fn since(self, earlier: Self) -> i64 {
        let millis = self.0.saturating_sub(earlier.0);
        if millis < 0 { 0 } else { millis }
    }

    /// This moment plus `millis`, saturating.
    #[must_use]
    pub const fn plus(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }
}

uniffi::custom_type!(Timestamp, i64, { try_lift: |millis| Ok(Timestamp(millis)), lower: |at| at.0 });
