//! Why a capture is no screen.

/// A capture that cannot be trusted. Each kind has its own code and says what to do; none of them holds a text of the page.
///
/// Such a capture changes no memory: the last good screen stays the base of the next delta.
///
/// ```
/// use cs_mem::model::Capture;
/// use cs_mem::perceive::{Limits, PerceiveError, parse};
///
/// let printed = b"ERROR: could not get idle state.\n";
/// let error = parse::parse(printed, Capture::default(), &Limits::default()).unwrap_err();
/// assert_eq!(error, PerceiveError::NotIdle);
/// assert_eq!(error.code(), "capture.not_idle");
/// assert!(error.is_retryable());
/// ```
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PerceiveError {
    /// uiautomator gave up waiting for a quiet screen.
    #[error(
        "the screen never became idle, so nothing was dumped: wait until the animation or video ends and capture again, \
         or read the tree through an accessibility service, which does not wait"
    )]
    NotIdle,
    /// There was no active window.
    #[error(
        "no window had a root node at that moment: capture again; if it stays so, the accessibility service is off or \
         the window refuses to be read"
    )]
    NoRoot,
    /// The system killed the dumping process.
    #[error(
        "the dumping process was killed before it wrote a tree: capture again, with more free memory"
    )]
    Killed,
    /// The dumping process crashed; only its stack trace arrived.
    #[error(
        "the dumping process crashed and left a stack trace instead of a tree: capture again, and make sure that no \
         other UiAutomation client is connected"
    )]
    Crashed,
    /// Zero bytes, or only white space.
    #[error("the capture is empty (no bytes): capture again")]
    Empty,
    /// Only the line that says where the dump was written.
    #[error(
        "only the status line of the dump arrived, not the file that it names: read that file, under a name of its own \
         per attempt, or dump to /dev/tty"
    )]
    OnlyStatus,
    /// A well-formed answer without a single node.
    #[error(
        "the capture holds no node at all: that is missing data, not an empty screen; capture again after the window \
         has been drawn"
    )]
    NoNodes,
    /// The input ends in the middle.
    #[error(
        "the capture is cut off at byte {offset}: read the whole output before handing it over, then capture again"
    )]
    Truncated {
        /// Where reading stopped, in bytes from the start of the input.
        offset: usize,
    },
    /// The input is broken in a way that cannot be repaired.
    #[error(
        "the capture cannot be read any further at byte {offset}: check the program that wrote it"
    )]
    Malformed {
        /// Where reading stopped, in bytes from the start of the input.
        offset: usize,
    },
    /// Nested deeper than [`Limits::max_depth`](super::Limits::max_depth).
    #[error(
        "the tree is nested deeper than {limit} levels, as cyclic accessibility trees are: capture again, or raise \
         Limits.max_depth when the app really is that deep"
    )]
    TooDeep {
        /// The limit that was met.
        limit: usize,
    },
    /// More than [`Limits::max_nodes`](super::Limits::max_nodes) or [`Limits::max_bytes`](super::Limits::max_bytes).
    #[error(
        "the capture has more than {limit} {what}: raise Limits.max_{what}, or capture only the active window"
    )]
    TooLarge {
        /// `nodes` or `bytes`.
        what: &'static str,
        /// The limit that was met.
        limit: usize,
    },
    /// A node is its own ancestor.
    #[error(
        "node {index} is its own ancestor: follow each child only once while reading the tree, then capture again"
    )]
    Cyclic {
        /// Index of the node.
        index: usize,
    },
    /// Something else than a tree of nodes.
    #[error(
        "this is no tree of nodes but {looked_like}: hand over a uiautomator dump, a page source, a JSON state or a \
         node list"
    )]
    NotATree {
        /// What it looked like; one of a fixed set of words, never content.
        looked_like: &'static str,
    },
    /// A node of a node list breaks the contract of the list.
    #[error("node {index} of the list is wrong: {problem}")]
    BadNode {
        /// Index of the node.
        index: usize,
        /// What is wrong and how it has to be.
        problem: &'static str,
    },
    /// Captured before the last action.
    #[error(
        "the capture is {behind_millis} ms older than the last action: it shows the screen from before; capture again, \
         with a file or id of its own per attempt"
    )]
    Stale {
        /// By how much.
        behind_millis: i64,
    },
}

impl PerceiveError {
    /// Stable code, e.g. `capture.not_idle`; hosts may branch on it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotIdle => "capture.not_idle",
            Self::NoRoot => "capture.no_root",
            Self::Killed => "capture.killed",
            Self::Crashed => "capture.crashed",
            Self::Empty => "capture.empty",
            Self::OnlyStatus => "capture.only_status",
            Self::NoNodes => "capture.no_nodes",
            Self::Truncated { .. } => "capture.truncated",
            Self::Malformed { .. } => "capture.malformed",
            Self::TooDeep { .. } => "capture.too_deep",
            Self::TooLarge { .. } => "capture.too_large",
            Self::Cyclic { .. } => "capture.cyclic",
            Self::NotATree { .. } => "capture.not_a_tree",
            Self::BadNode { .. } => "capture.bad_node",
            Self::Stale { .. } => "capture.stale",
        }
    }

    /// Whether capturing again, with nothing else changed, may help.
    pub fn is_retryable(&self) -> bool {
        !matches!(
            self,
            Self::Malformed { .. }
                | Self::TooLarge { .. }
                | Self::NotATree { .. }
                | Self::BadNode { .. }
        )
    }
}

impl PerceiveError {
    /// The same error for an input that has `by` more bytes in front.
    pub(super) fn shifted(self, by: usize) -> Self {
        match self {
            Self::Truncated { offset } => Self::Truncated { offset: offset + by },
            Self::Malformed { offset } => Self::Malformed { offset: offset + by },
            other => other,
        }
    }
}
