//! Helpers: screens in one line, a database that vanishes with the test.

mod erasing;
mod graph;
mod machines;
mod opening;
mod runs;
mod sightings;
mod size;
mod strength;
mod trust;
mod words;

use super::*;
use crate::model::fsm::{MacroAction, MacroParts, MacroRecord, Piece, TextTemplate, Transition};
use crate::model::sketch::{Sketch, State};
use crate::model::{
    Capture, Change, Direction, Display, Episode, EpisodeId, EpisodeStatus, Fingerprint,
    Foreground, FsmMacro, MacroId, OverlayState, Rect, Screen, ScreenId, ScreenKey, Snapshot,
    UiNode,
};
use crate::perceive::perceive;
use tempfile::TempDir;

pub(super) fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// A database and the connection that writes to it.
pub(super) struct Base {
    pub dir: TempDir,
    pub store: Store,
    pub db: Connection,
}

impl Base {
    pub(super) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("memory.db");
        let (store, _) = Store::open(&path, &OpenOptions::default(), at(0)).unwrap();
        let db = store.writer_connection().unwrap();
        Self { dir, store, db }
    }

    /// Applies changes in one transaction.
    pub(super) fn apply(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        let tx = self.db.transaction()?;
        changes.iter().try_for_each(|change| apply(&tx, change))?;
        tx.commit()?;
        Ok(())
    }

    pub(super) fn begin(&mut self, id: &str, goal: &str) -> EpisodeId {
        let episode = episode(id, goal);
        self.apply(&[Change::BeginEpisode(Box::new(episode.clone()))]).unwrap();
        episode.id
    }

    pub(super) fn see(&mut self, episode: &EpisodeId, screen: &Screen) {
        let screen = Box::new(screen.clone());
        self.apply(&[Change::SeeScreen { episode: Some(episode.clone()), screen }]).unwrap();
    }

    /// Number that a query gives.
    pub(super) fn number(&self, sql: &str) -> i64 {
        self.db.query_row(sql, [], |row| row.get(0)).unwrap()
    }
}

pub(super) fn episode(id: &str, goal: &str) -> Episode {
    Episode {
        id: EpisodeId::new(id),
        goal: goal.to_owned(),
        app: "com.x".to_owned(),
        app_version: "1.2".to_owned(),
        status: EpisodeStatus::Running,
        started_at: at(1_000),
        finished_at: None,
        actions: 0,
        thoughts: 0,
        macro_id: None,
        energy: 1.0,
        energy_at: at(1_000),
    }
}

/// A screen with a title and one button per label, as perceived.
pub(super) fn screen(labels: &[&str]) -> Screen {
    screen_of("com.x", "1.2", at(2_000), labels)
}

pub(super) fn screen_of(app: &str, version: &str, at: Timestamp, labels: &[&str]) -> Screen {
    let root = UiNode {
        package: app.to_owned(),
        ..UiNode::new("android.widget.FrameLayout", Rect::new(0, 0, 1080, 2000))
    };
    let mut nodes = vec![root];
    for (row, label) in labels.iter().enumerate() {
        let top = 100 + 120 * row as i32;
        nodes.push(UiNode {
            text: (*label).to_owned(),
            resource_id: format!("{app}:id/item_{}", label.len()),
            package: app.to_owned(),
            clickable: true,
            parent: Some(0),
            ..UiNode::new("android.widget.Button", Rect::new(0, top, 1080, top + 100))
        });
    }
    let capture = Capture {
        at,
        id: "c1".to_owned(),
        channel: "accessibility".to_owned(),
        foreground: Foreground {
            package: app.to_owned(),
            activity: format!("{app}.Main"),
            version: version.to_owned(),
            signer: "ab".repeat(32),
        },
        display: Display { width: 1080, height: 2000, rotation: 0, id: 0 },
        overlay: OverlayState::None,
    };
    let bytes = nodes.len() as i64 * 400;
    perceive(&Snapshot { nodes, capture, raw_bytes: bytes, ..Snapshot::default() })
}

/// The fingerprint of the node that says this.
pub(super) fn said(screen: &Screen, label: &str) -> Fingerprint {
    screen.nodes.iter().find(|n| n.label == label).unwrap().fingerprint
}

/// A macro of two states.
pub(super) fn macro_of(id: &str, version: u32, goal: &str) -> MacroRecord {
    let state = |n: u8| State {
        screen: ScreenId::from_bytes([n; 16]),
        key: ScreenKey::default(),
        sketch: Sketch::default(),
        slotted: vec![],
        exact: false,
    };
    let parts = MacroParts {
        id: MacroId::new(id),
        version,
        parent: None,
        reason: String::new(),
        name: format!("name of {id}"),
        goal: TextTemplate(vec![Piece::Literal(goal.to_owned())]),
        app: "com.x".to_owned(),
        app_version: "1.2".to_owned(),
        slots: vec![],
        states: vec![state(1), state(2)],
        transitions: vec![Transition {
            from: 0,
            to: 1,
            action: MacroAction::Scroll(None, Direction::Down),
            settle_ms: 100,
            runs: 1,
        }],
        start: 0,
        end: 1,
        sources: vec![EpisodeId::new("e1")],
    };
    MacroRecord::learned(FsmMacro::new(parts).unwrap(), at(5_000))
}
