//! How much of a capture is read before it is refused.

/// Bounds on one capture. What exceeds them is refused with [`PerceiveError::TooLarge`] or [`PerceiveError::TooDeep`],
/// never cut in silence: half a screen would match other screens than the whole.
///
/// [`PerceiveError::TooLarge`]: super::PerceiveError::TooLarge
/// [`PerceiveError::TooDeep`]: super::PerceiveError::TooDeep
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Nodes in one capture. Default 20,000: the largest screens met in the field (web portals) have 600 to 3,000; ten
    /// times that is an endless list that was dumped without virtualisation, and nobody taps there.
    pub max_nodes: usize,
    /// Levels below a root. Default 500, the highest depth that Appium lets a snapshot have (its own default is 70);
    /// deeper trees come from cycles in the accessibility tree.
    pub max_depth: usize,
    /// Bytes of raw input, or of all strings of a node list. Default 16 MiB: room for a dump with an embedded
    /// screenshot (0.5 MB in the field), and still a bounded amount of memory on a small phone.
    pub max_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_nodes: 20_000, max_depth: 500, max_bytes: 16 * 1024 * 1024 }
    }
}
