//! Notes by hand: each line is a node of its own, deduplicated by content, and about the note's goal.

use super::nodes::{self, Sighting};
use super::{StoreError, edges, episodes};
use crate::model::{Episode, Fingerprint, Node, Rect, Relation, Role, screen::NodeState};
use crate::perceive;
use crate::perceive::fingerprint::{fingerprint, place};
use rusqlite::Connection;

/// Class name of nodes that are notes.
pub const NOTE_CLASS: &str = "note";

/// Keeps a note. The same line in two notes is one node with two edges.
pub(super) fn add(db: &Connection, episode: &Episode, lines: &[String]) -> Result<(), StoreError> {
    let row = episodes::begin(db, episode)?;
    let Some((goal, goal_row)) = line(db, episode, &episode.goal)? else { return Ok(()) };
    for text in lines {
        let Some((fingerprint, line_row)) = line(db, episode, text)? else { continue };
        if fingerprint != goal {
            let edge = perceive::edges::edge(&fingerprint, &goal, Relation::About);
            edges::see(db, Some(row), &edge, line_row, goal_row, episode.started_at)?;
        }
    }
    Ok(())
}

/// The node of a line; none for a blank one.
fn line(
    db: &Connection,
    episode: &Episode,
    text: &str,
) -> Result<Option<(Fingerprint, i64)>, StoreError> {
    let label = perceive::text::normalise(text);
    if label.is_empty() {
        return Ok(None);
    }
    let how = Sighting { app: &episode.app, version: "", at: episode.started_at };
    let node = note(label);
    Ok(Some((node.fingerprint, nodes::see(db, &node, &how)?)))
}

/// A line as a node, with the formula of all fingerprints.
fn note(label: String) -> Node {
    Node {
        fingerprint: fingerprint(NOTE_CLASS, "", &label, Role::Text, None),
        place: place(NOTE_CLASS, "", Role::Text, None),
        ordinal: 0,
        ambiguous: false,
        role: Role::Text,
        class_name: NOTE_CLASS.to_owned(),
        resource_id: String::new(),
        package: String::new(),
        hint: String::new(),
        bounds: Rect::default(),
        parent: None,
        source: 0,
        window: 0,
        row_anchor: String::new(),
        volatile: false,
        state: NodeState::default(),
        label,
    }
}
