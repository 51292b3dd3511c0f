//! The tree under construction: nodes in document order, the windows they stand in, and the limits.

use super::repairs::{self, Repairs};
use super::widget;
use crate::model::{Rect, UiNode, Window};
use crate::perceive::{Limits, PerceiveError};

/// What a dialect can say about a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Field {
    Class,
    Id,
    Text,
    Desc,
    Hint,
    Package,
    Bounds,
    Checkable,
    Checked,
    Clickable,
    LongClickable,
    Enabled,
    Focusable,
    Focused,
    Scrollable,
    Selected,
    Editable,
    Password,
    Sensitive,
    Visible,
    DisplayId,
    ChildCount,
}

/// A node of which the attributes are being read.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) node: UiNode,
    pub(super) display_id: i32,
    pub(super) child_count: Option<u32>,
    seen: u32,
}

impl Draft {
    pub(super) fn new() -> Self {
        let node = UiNode::new(String::new(), Rect::default());
        Self { node, display_id: 0, child_count: None, seen: 0 }
    }

    /// Marks a field as read. False when it was read before: the first one counts.
    #[inline]
    pub(super) fn first(&mut self, field: Field) -> bool {
        let bit = 1 << field as u32;
        let first = self.seen & bit == 0;
        self.seen |= bit;
        first
    }

    /// Which fields were read, as a set.
    pub(super) fn seen(&self) -> Seen {
        Seen(self.seen)
    }

    /// Sets a flag. Fields that are no flags are left alone.
    #[inline]
    pub(super) fn set_flag(&mut self, field: Field, on: bool) {
        let node = &mut self.node;
        match field {
            Field::Checkable => node.checkable = on,
            Field::Checked => node.checked = on,
            Field::Clickable => node.clickable = on,
            Field::LongClickable => node.long_clickable = on,
            Field::Enabled => node.enabled = on,
            Field::Focusable => node.focusable = on,
            Field::Focused => node.focused = on,
            Field::Scrollable => node.scrollable = on,
            Field::Selected => node.selected = on,
            Field::Editable => node.editable = on,
            Field::Password => node.password = on,
            Field::Sensitive => node.sensitive = on,
            Field::Visible => node.visible = Some(on),
            _ => {}
        }
    }

    /// The place of a text field.
    #[inline]
    pub(super) fn text_mut(&mut self, field: Field) -> Option<&mut String> {
        let node = &mut self.node;
        Some(match field {
            Field::Class => &mut node.class_name,
            Field::Id => &mut node.resource_id,
            Field::Text => &mut node.text,
            Field::Desc => &mut node.content_desc,
            Field::Hint => &mut node.hint,
            Field::Package => &mut node.package,
            _ => return None,
        })
    }

    /// Reads bounds; unreadable ones are counted and stay empty.
    #[inline]
    pub(super) fn set_bounds(&mut self, bounds: Option<Rect>, repairs: &mut Repairs) {
        match bounds {
            Some(bounds) => self.node.bounds = bounds,
            None => repairs.note(repairs::BAD_BOUNDS),
        }
    }

    /// What follows from the class where the dialect does not say it.
    pub(super) fn derive(&mut self, repairs: &mut Repairs) {
        if self.node.class_name.as_bytes().first().is_some_and(|b| *b <= b' ') {
            let class = self.node.class_name.trim();
            if class.is_empty() {
                repairs.note(repairs::BLANK_CLASS);
            }
            self.node.class_name = class.to_owned();
        }
        if !self.seen().has(Field::Editable) {
            self.node.editable = widget::takes_text(&self.node.class_name);
        }
    }
}

/// A set of fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Seen(u32);

impl Seen {
    pub(super) fn has(self, field: Field) -> bool {
        self.0 & (1 << field as u32) != 0
    }

    pub(super) fn join(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A window as far as the file tells; the rest is derived from its nodes at the end.
#[derive(Debug, Default)]
pub(super) struct WindowDraft {
    /// What the file says about the window, if it says anything.
    pub(super) declared: Option<Window>,
    /// Its bounds, where those of the root are not it.
    pub(super) bounds: Option<Rect>,
    /// Its root node; none for a window without content.
    pub(super) root: Option<u32>,
    pub(super) display_id: i32,
}

/// What a file tells about the device.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) rotation: i32,
    pub(super) package: String,
    pub(super) activity: String,
}

/// Everything read from one capture.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<UiNode>,
    pub(super) windows: Vec<WindowDraft>,
    pub(super) facts: Facts,
    pub(super) repairs: Repairs,
    /// Fields that at least one node had.
    pub(super) seen: Seen,
    limits: Limits,
}

impl Tree {
    /// `bytes` is the size of the input, for a first guess at the number of nodes.
    pub(super) fn new(bytes: usize, limits: &Limits, repairs: Repairs) -> Self {
        // a uiautomator node has 380 to 450 bytes; 512 leaves the list a little short rather than half empty
        let guess = (bytes / 512).min(limits.max_nodes);
        Self {
            nodes: Vec::with_capacity(guess),
            windows: Vec::new(),
            facts: Facts::default(),
            repairs,
            seen: Seen::default(),
            limits: *limits,
        }
    }

    /// Refuses a level below the deepest one.
    #[inline]
    pub(super) fn check_depth(&self, depth: usize) -> Result<(), PerceiveError> {
        if depth > self.limits.max_depth {
            return Err(PerceiveError::TooDeep { limit: self.limits.max_depth });
        }
        Ok(())
    }

    /// Adds a finished node below `parent`; a node without one is the root of a window.
    #[inline]
    pub(super) fn push(
        &mut self,
        mut draft: Draft,
        parent: Option<u32>,
    ) -> Result<u32, PerceiveError> {
        self.check_count()?;
        self.seen.join(draft.seen());
        let index = self.nodes.len() as u32;
        draft.node.window = match parent.and_then(|p| self.nodes.get(p as usize)) {
            Some(parent) => parent.window,
            None => self.root(index, draft.display_id),
        };
        draft.node.parent = parent.map(|p| p as i32);
        self.nodes.push(draft.node);
        Ok(index)
    }

    /// Sets a node that was pushed empty, to keep its place before its children.
    pub(super) fn fill(&mut self, index: u32, mut draft: Draft) {
        draft.derive(&mut self.repairs);
        self.seen.join(draft.seen());
        let Some(node) = self.nodes.get_mut(index as usize) else { return };
        (draft.node.parent, draft.node.window) = (node.parent, node.window);
        if let Some(window) = self.windows.last_mut().filter(|w| w.root == Some(index)) {
            window.display_id = draft.display_id;
        }
        *node = draft.node;
    }

    /// Adds a node of a flat list; [`Tree::link`] gives it its parent.
    pub(super) fn push_flat(&mut self, mut draft: Draft) -> Result<(), PerceiveError> {
        self.check_count()?;
        draft.derive(&mut self.repairs);
        self.seen.join(draft.seen());
        self.nodes.push(draft.node);
        Ok(())
    }

    /// Gives the nodes of a flat list their parents. Nodes are put in order only when they are not.
    pub(super) fn link(&mut self, parents: &[Option<usize>]) -> Result<(), PerceiveError> {
        let in_order = parents.iter().enumerate().all(|(i, p)| p.is_none_or(|p| p < i));
        let order = if in_order { None } else { Some(parents_first(parents)?) };
        let mut depths = vec![0usize; self.nodes.len()];
        let mut place = vec![0usize; self.nodes.len()];
        let mut nodes = std::mem::take(&mut self.nodes);
        if order.is_some() {
            self.repairs.note(repairs::REORDERED);
        }
        self.nodes.reserve(nodes.len());
        for index in 0..nodes.len() {
            let old = order.as_ref().map_or(index, |order| order[index]);
            place[old] = index;
            let mut node = std::mem::replace(&mut nodes[old], UiNode::new("", Rect::default()));
            let parent = parents.get(old).copied().flatten().map(|old| place[old]);
            node.window = match parent {
                Some(parent) => self.nodes[parent].window,
                None => self.root(index as u32, 0),
            };
            depths[index] = parent.map_or(0, |p| depths[p] + 1);
            self.check_depth(depths[index])?;
            node.parent = parent.map(|p| p as i32);
            self.nodes.push(node);
        }
        Ok(())
    }

    /// A list of nodes none of which has a child is one window that was written flat, not a window per node.
    pub(super) fn join_loose_roots(&mut self) {
        if self.nodes.len() < 2 || self.windows.len() != self.nodes.len() {
            return;
        }
        self.windows.truncate(1);
        for node in &mut self.nodes {
            node.window = 0;
        }
        if let Some(window) = self.windows.first_mut() {
            window.bounds = around(self.nodes.iter().map(|n| n.bounds));
        }
    }

    fn check_count(&self) -> Result<(), PerceiveError> {
        if self.nodes.len() >= self.limits.max_nodes {
            return Err(PerceiveError::TooLarge { what: "nodes", limit: self.limits.max_nodes });
        }
        Ok(())
    }

    /// Adds a window that the file describes; the next root is its.
    pub(super) fn declare(&mut self, window: Window) -> Result<(), PerceiveError> {
        if self.windows.len() >= self.limits.max_nodes {
            return Err(PerceiveError::TooLarge { what: "nodes", limit: self.limits.max_nodes });
        }
        let display_id = window.display_id;
        self.windows.push(WindowDraft {
            declared: Some(window),
            display_id,
            ..WindowDraft::default()
        });
        Ok(())
    }

    /// The window of a new root: the one that was declared and still has none, or a new one.
    fn root(&mut self, index: u32, display_id: i32) -> i32 {
        match self.windows.last_mut() {
            Some(window) if window.declared.is_some() && window.root.is_none() => {
                window.root = Some(index);
            }
            _ => {
                self.windows.push(WindowDraft {
                    root: Some(index),
                    display_id,
                    ..WindowDraft::default()
                });
            }
        }
        self.windows.len() as i32 - 1
    }
}

/// The smallest rectangle around all of them; empty ones do not count.
pub(super) fn around(bounds: impl Iterator<Item = Rect>) -> Option<Rect> {
    bounds.filter(|b| !b.is_empty()).reduce(|all, b| {
        Rect::new(
            all.left.min(b.left),
            all.top.min(b.top),
            all.right.max(b.right),
            all.bottom.max(b.bottom),
        )
    })
}

/// All positions, each parent before its children, siblings in their old order.
fn parents_first(parents: &[Option<usize>]) -> Result<Vec<usize>, PerceiveError> {
    // children as linked lists: the first of each node, and the next of each child
    let (mut first, mut next) = (vec![None; parents.len()], vec![None; parents.len()]);
    let mut open = Vec::new();
    for (index, parent) in parents.iter().enumerate().rev() {
        match parent {
            Some(parent) => next[index] = first[*parent].replace(index),
            None => open.push(index),
        }
    }
    let mut order = Vec::with_capacity(parents.len());
    let mut reached = vec![false; parents.len()];
    while let Some(index) = open.pop() {
        order.push(index);
        reached[index] = true;
        let children = std::iter::successors(first[index], |child| next[*child]);
        let from = open.len();
        open.extend(children);
        open[from..].reverse();
    }
    match reached.iter().position(|reached| !reached) {
        Some(index) => Err(PerceiveError::Cyclic { index }),
        None => Ok(order),
    }
}
