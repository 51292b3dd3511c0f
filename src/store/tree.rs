//! A screen in few bytes. What a fingerprint determines (label, class, id, role, place) stands once in the table `nodes`;
//! a screen keeps references and what is its own: bounds, parents, order, states.
//!
//! The structs here are the format, kept apart from the vocabulary on purpose: when a type of [`crate::model`] changes,
//! this file stops compiling and the format byte is raised instead of old rows being misread.

use super::StoreError;
use crate::model::screen::NodeState;
use crate::model::{Display, Edge, Fingerprint, Node, Rect, Relation, Role, Screen, ScreenKey};
use crate::perceive::edges;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// First byte of each stored tree.
const FORMAT: u8 = 1;

/// What the row of a node says about it, wherever it is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NodeFacts {
    pub fingerprint: Fingerprint,
    pub place: Fingerprint,
    pub role: Role,
    pub label: String,
    pub class_name: String,
    pub resource_id: String,
}

/// A stored screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tree {
    landscape: bool,
    display_id: i32,
    split: bool,
    keyboard: bool,
    opaque: bool,
    raw_nodes: u32,
    raw_bytes: u64,
    at: i64,
    capture_id: String,
    activity: String,
    display: (i32, i32, i32, i32),
    warnings: Vec<(String, i32)>,
    /// Strings that nodes share: packages, hints, row anchors.
    strings: Vec<String>,
    nodes: Vec<TreeNode>,
    /// Indexes of source and target among `nodes`, and the relation's number.
    edges: Vec<(u32, u32, u8)>,
}

/// One node. Numbers are differences to what is near, so that most fit one byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TreeNode {
    /// Row in `nodes`, from the previous node's.
    row: i64,
    /// 0 for none, else how far back the parent is.
    parent: u32,
    /// Source index, from the previous node's.
    source: i64,
    window: u32,
    ordinal: u32,
    /// Left, top, right, bottom, from the parent's.
    bounds: [i64; 4],
    package: u32,
    hint: u32,
    row_anchor: u32,
    flags: u16,
}

/// Relations by their number in the format; new ones only at the end.
const RELATIONS: [Relation; 5] = [
    Relation::ParentChild,
    Relation::HorizontalAdjacent,
    Relation::VerticalAdjacent,
    Relation::LeadsTo,
    Relation::About,
];

impl Tree {
    /// Packs a screen whose nodes have the rows `rows`, in order.
    pub(super) fn pack(screen: &Screen, rows: &[i64]) -> Result<Self, StoreError> {
        let broken =
            || StoreError::Encode { what: "screen whose parts do not fit together".into() };
        if rows.len() != screen.nodes.len() {
            return Err(broken());
        }
        let mut strings = Strings::default();
        let mut nodes = Vec::with_capacity(rows.len());
        let (mut last_row, mut last_source) = (0, 0);
        for (index, (node, row)) in screen.nodes.iter().zip(rows).enumerate() {
            let index = u32::try_from(index).map_err(|_| broken())?;
            let (parent, origin) = match node.parent {
                None => (0, Rect::default()),
                Some(p) if p < index => (index - p, screen.nodes[p as usize].bounds),
                Some(_) => return Err(broken()),
            };
            nodes.push(TreeNode {
                row: row - last_row,
                parent,
                source: i64::from(node.source) - last_source,
                window: node.window,
                ordinal: node.ordinal,
                bounds: difference(node.bounds, origin),
                package: strings.number(&node.package)?,
                hint: strings.number(&node.hint)?,
                row_anchor: strings.number(&node.row_anchor)?,
                flags: flags(node),
            });
            (last_row, last_source) = (*row, i64::from(node.source));
        }
        let mut first = HashMap::new();
        for (index, node) in screen.nodes.iter().enumerate() {
            first.entry(node.fingerprint).or_insert(index as u32);
        }
        let edge = |e: &Edge| {
            let relation = RELATIONS.iter().position(|r| *r == e.relation)? as u8;
            Some((*first.get(&e.source)?, *first.get(&e.target)?, relation))
        };
        let edges = screen.edges.iter().map(|e| edge(e).ok_or_else(broken));
        let display = &screen.capture.display;
        Ok(Self {
            landscape: screen.key.landscape,
            display_id: screen.key.display_id,
            split: screen.key.split,
            keyboard: screen.keyboard,
            opaque: screen.opaque,
            raw_nodes: screen.raw_nodes,
            raw_bytes: screen.raw_bytes,
            at: screen.capture.at.as_millis(),
            capture_id: screen.capture.id.clone(),
            activity: screen.capture.foreground.activity.clone(),
            display: (display.width, display.height, display.rotation, display.id),
            warnings: screen.warnings.iter().map(|w| (w.code.clone(), w.count)).collect(),
            edges: edges.collect::<Result<_, _>>()?,
            strings: strings.list,
            nodes,
        })
    }

    /// The stored form.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, StoreError> {
        postcard::to_extend(self, vec![FORMAT])
            .map_err(|_| StoreError::Encode { what: "screen".into() })
    }

    /// From the stored form.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, StoreError> {
        match bytes.split_first() {
            Some((&FORMAT, rest)) => {
                postcard::from_bytes(rest).map_err(|_| StoreError::decode("tree of a screen"))
            }
            _ => Err(StoreError::decode("tree of a screen, in a format of another version")),
        }
    }

    /// The rows of its nodes, in order; a row may come twice.
    pub(super) fn rows(&self) -> impl Iterator<Item = i64> {
        self.nodes.iter().scan(0_i64, |row, node| {
            *row = row.wrapping_add(node.row);
            Some(*row)
        })
    }

    /// Every string that is stored in the tree itself.
    pub(super) fn strings(&self) -> impl Iterator<Item = &str> {
        let own = [self.capture_id.as_str(), self.activity.as_str()];
        self.strings.iter().map(String::as_str).chain(own)
    }

    /// The edges as rows of source and target, with the relation.
    pub(super) fn edges(&self) -> Result<Vec<(i64, i64, Relation)>, StoreError> {
        let rows: Vec<_> = self.rows().collect();
        let edge = |(source, target, relation): &(u32, u32, u8)| {
            Some((
                *rows.get(*source as usize)?,
                *rows.get(*target as usize)?,
                *RELATIONS.get(usize::from(*relation))?,
            ))
        };
        self.edges
            .iter()
            .map(|e| edge(e).ok_or_else(|| StoreError::decode("edge of a screen")))
            .collect()
    }

    /// Builds the screen again. What stands in columns (identity, package, source) is filled in by the caller.
    pub(super) fn unpack(
        self,
        facts: impl Fn(i64) -> Option<NodeFacts>,
        mut shell: Screen,
    ) -> Result<Screen, StoreError> {
        let broken = || StoreError::decode("tree of a screen");
        let string = |n: u32| match n {
            0 => Ok(String::new()),
            n => self.strings.get(n as usize - 1).cloned().ok_or_else(broken),
        };
        let mut nodes: Vec<Node> = Vec::with_capacity(self.nodes.len());
        let mut source = 0_i64;
        for (index, (node, row)) in self.nodes.iter().zip(self.rows()).enumerate() {
            let facts = facts(row).ok_or_else(broken)?;
            source = source.wrapping_add(node.source);
            let parent = match node.parent {
                0 => None,
                back => Some(index.checked_sub(back as usize).ok_or_else(broken)?),
            };
            let origin = parent.and_then(|p| nodes.get(p)).map_or(Rect::default(), |p| p.bounds);
            nodes.push(Node {
                fingerprint: facts.fingerprint,
                place: facts.place,
                ordinal: node.ordinal,
                ambiguous: node.flags & AMBIGUOUS != 0,
                role: facts.role,
                label: facts.label,
                class_name: facts.class_name,
                resource_id: facts.resource_id,
                package: string(node.package)?,
                hint: string(node.hint)?,
                bounds: sum(node.bounds, origin).ok_or_else(broken)?,
                parent: parent.map(|p| p as u32),
                source: u32::try_from(source).map_err(|_| broken())?,
                window: node.window,
                row_anchor: string(node.row_anchor)?,
                volatile: node.flags & VOLATILE != 0,
                state: state(node.flags),
            });
        }
        let edge = |(source, target, relation): &(u32, u32, u8)| {
            Some(edges::edge(
                &nodes.get(*source as usize)?.fingerprint,
                &nodes.get(*target as usize)?.fingerprint,
                *RELATIONS.get(usize::from(*relation))?,
            ))
        };
        shell.edges =
            self.edges.iter().map(|e| edge(e).ok_or_else(broken)).collect::<Result<_, _>>()?;
        shell.nodes = nodes;
        shell.key = ScreenKey {
            package: shell.key.package,
            landscape: self.landscape,
            display_id: self.display_id,
            split: self.split,
        };
        let (width, height, rotation, id) = self.display;
        shell.capture.display = Display { width, height, rotation, id };
        shell.capture.at = crate::model::Timestamp::from_millis(self.at);
        shell.capture.id = self.capture_id;
        shell.capture.foreground.activity = self.activity;
        shell.keyboard = self.keyboard;
        shell.opaque = self.opaque;
        shell.raw_nodes = self.raw_nodes;
        shell.raw_bytes = self.raw_bytes;
        shell.warnings = self
            .warnings
            .into_iter()
            .map(|(code, count)| crate::model::Warning { code, count })
            .collect();
        Ok(shell)
    }
}

/// Strings by number, from 1; 0 is the empty one.
#[derive(Default)]
struct Strings {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Strings {
    fn number(&mut self, text: &str) -> Result<u32, StoreError> {
        if text.is_empty() {
            return Ok(0);
        }
        if let Some(number) = self.numbers.get(text) {
            return Ok(*number);
        }
        self.list.push(text.to_owned());
        let number = u32::try_from(self.list.len())
            .map_err(|_| StoreError::Encode { what: "screen".into() })?;
        self.numbers.insert(text.to_owned(), number);
        Ok(number)
    }
}

fn difference(a: Rect, b: Rect) -> [i64; 4] {
    [(a.left, b.left), (a.top, b.top), (a.right, b.right), (a.bottom, b.bottom)]
        .map(|(a, b)| i64::from(a) - i64::from(b))
}

fn sum([left, top, right, bottom]: [i64; 4], b: Rect) -> Option<Rect> {
    let add = |a: i64, b: i32| a.checked_add(i64::from(b)).and_then(|n| i32::try_from(n).ok());
    Some(Rect::new(
        add(left, b.left)?,
        add(top, b.top)?,
        add(right, b.right)?,
        add(bottom, b.bottom)?,
    ))
}

const AMBIGUOUS: u16 = 1 << 12;
const VOLATILE: u16 = 1 << 13;

/// Bits 0 to 11 are the state, in the order of its fields.
fn flags(node: &Node) -> u16 {
    let NodeState {
        checkable,
        checked,
        enabled,
        focused,
        selected,
        clickable,
        long_clickable,
        scrollable,
        editable,
        secret,
        covered,
        clipped,
    } = node.state;
    [
        checkable,
        checked,
        enabled,
        focused,
        selected,
        clickable,
        long_clickable,
        scrollable,
        editable,
        secret,
        covered,
        clipped,
        node.ambiguous,
        node.volatile,
    ]
    .iter()
    .enumerate()
    .fold(0, |flags, (bit, set)| flags | (u16::from(*set) << bit))
}

fn state(flags: u16) -> NodeState {
    let bit = |n: u16| flags & (1 << n) != 0;
    NodeState {
        checkable: bit(0),
        checked: bit(1),
        enabled: bit(2),
        focused: bit(3),
        selected: bit(4),
        clickable: bit(5),
        long_clickable: bit(6),
        scrollable: bit(7),
        editable: bit(8),
        secret: bit(9),
        covered: bit(10),
        clipped: bit(11),
    }
}
