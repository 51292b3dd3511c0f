//! Raw bytes, in any dialect, to a [`Snapshot`]. One bad node never costs the tree: each repair is counted in
//! [`Snapshot::warnings`], and what cannot be trusted is an error of its own kind.
//!
//! This part knows dialects and nothing of what nodes mean.

mod bounds;
mod dialect;
mod encoding;
mod failure;
mod json;
mod nodes;
mod repairs;
mod text;
mod tree;
mod widget;
mod windows;
mod xml;

pub use dialect::Dialect;

use super::{Limits, PerceiveError};
use crate::model::{Capture, ScreenInput, Snapshot, Timestamp};
use repairs::Repairs;

/// Reads a screen as the host has it: a dump is parsed, a node list is checked and completed.
pub fn read(input: ScreenInput, limits: &Limits) -> Result<Snapshot, PerceiveError> {
    match input {
        ScreenInput::Nodes { snapshot } => nodes::check(snapshot, limits),
        ScreenInput::Dump { bytes, capture } => parse(&bytes, capture, limits),
    }
}

/// Parses a dump. The dialect is detected from the content; see [`Dialect`] for what is known.
///
/// ```
/// use cs_mem::model::Capture;
/// use cs_mem::perceive::{Limits, parse};
///
/// let dump = br#"<hierarchy rotation="0"><node index="0" class="android.widget.Button" text="OK"
///     package="com.example" clickable="true" bounds="[0,0][200,80]" /></hierarchy>"#;
/// let snapshot = parse::parse(dump, Capture::default(), &Limits::default())?;
/// assert_eq!(snapshot.nodes[0].text, "OK");
/// assert_eq!(snapshot.capture.foreground.package, "com.example");
/// # Ok::<(), cs_mem::perceive::PerceiveError>(())
/// ```
pub fn parse(bytes: &[u8], capture: Capture, limits: &Limits) -> Result<Snapshot, PerceiveError> {
    check_size(bytes.len(), limits)?;
    let mut repairs = Repairs::default();
    let text = encoding::decode(bytes, &mut repairs);
    let Some((dialect, start)) = dialect::detect(&text) else {
        return Err(match json::is_cut(&text, limits) {
            Some(offset) => PerceiveError::Truncated { offset },
            None => failure::of_text(&text),
        });
    };
    if let Some(error) = failure::reported(&text[..start]) {
        return Err(error);
    }
    let tree = match dialect {
        Dialect::PortalRun => return Err(PerceiveError::NotATree { looked_like: RUN }),
        Dialect::Craftdroid => return Err(PerceiveError::NotATree { looked_like: RECORDED_TEST }),
        Dialect::Portal | Dialect::DroidBot | Dialect::Axe => {
            json::read(&text, start, dialect, limits, repairs)?
        }
        _ => xml::read(&text, start, dialect, limits, repairs)?,
    };
    windows::finish(tree, capture, dialect, bytes.len())
}

const RUN: &str = "a recorded run with several states (parse::states lists them)";
const RECORDED_TEST: &str = "a recorded test (a list of events on single widgets)";

/// The states of a recorded run, in order, each as [`parse`] reads it; any other dump is one state.
///
/// All of them carry the same `capture`: a run file does not say when each state was seen.
pub fn states(
    bytes: &[u8],
    capture: &Capture,
    limits: &Limits,
) -> Result<Vec<Result<Snapshot, PerceiveError>>, PerceiveError> {
    check_size(bytes.len(), limits)?;
    let text = encoding::decode(bytes, &mut Repairs::default());
    let start = match dialect::detect(&text) {
        Some((Dialect::PortalRun, start)) => start,
        _ => return Ok(vec![parse(bytes, capture.clone(), limits)]),
    };
    let run = &text[start..];
    let ranges = json::run_ranges(run, limits).map_err(|error| error.shifted(start))?;
    Ok(ranges
        .into_iter()
        .map(|range| {
            let len = range.len();
            let tree = json::read(&run[range], 0, Dialect::Portal, limits, Repairs::default())?;
            windows::finish(tree, capture.clone(), Dialect::Portal, len)
        })
        .collect())
}

/// The dialect of a dump; `None` when it holds no tree.
pub fn dialect(bytes: &[u8]) -> Option<Dialect> {
    dialect::detect(&encoding::decode(bytes, &mut Repairs::default())).map(|(dialect, _)| dialect)
}

/// Refuses a capture from before the last action. A dump that was given up may still finish, and then shows the
/// screen as it was.
pub fn ensure_fresh(capture: &Capture, last_action: Timestamp) -> Result<(), PerceiveError> {
    match last_action.since(capture.at) {
        0 => Ok(()),
        behind_millis => Err(PerceiveError::Stale { behind_millis }),
    }
}

fn check_size(bytes: usize, limits: &Limits) -> Result<(), PerceiveError> {
    if bytes > limits.max_bytes {
        return Err(PerceiveError::TooLarge { what: "bytes", limit: limits.max_bytes });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
