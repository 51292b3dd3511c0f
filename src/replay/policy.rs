//! What a replay may do.

/// Limits and permissions of a replay. The defaults are the careful ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    /// Actions that a run may send.
    pub max_actions: u32,
    /// Scrolls that may be spent on finding one element.
    pub max_scrolls: u32,
    /// Longest wait for a screen after an action, in milliseconds.
    pub settle_cap_ms: i64,
    /// Shortest time granted for a screen to come, whatever was learned, in milliseconds.
    pub settle_floor_ms: i64,
    /// Pause between two looks at the screen, in milliseconds.
    pub poll_ms: i64,
    /// Failed reads in a row that are tried again.
    pub max_read_failures: u32,
    /// Act on elements that only their position among equals tells apart.
    pub allow_ordinals: bool,
    /// Ask the host's guard before steps that pay, send, delete, publish, grant, install or sign.
    pub guard_sensitive: bool,
    /// Least match of the screen to begin with, and to go on, 0 to 1.
    pub min_match: f64,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            max_actions: 20,
            max_scrolls: 8,
            settle_cap_ms: 15_000,
            settle_floor_ms: 3_000,
            poll_ms: 200,
            max_read_failures: 3,
            allow_ordinals: false,
            guard_sensitive: true,
            min_match: 0.95,
        }
    }
}
