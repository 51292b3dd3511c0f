//! The walk over the tags: iterative, linear, one event at a time.

use super::Rules;
use super::element::{container, is_container, node};
use crate::perceive::PerceiveError;
use crate::perceive::parse::repairs;
use crate::perceive::parse::tree::Tree;
use quick_xml::events::Event;
use quick_xml::reader::Reader;

/// Why a walk ended without a tree.
pub(super) enum Stop {
    Error(PerceiveError),
    /// A tag does not read as attributes: worth a second walk over a repaired copy.
    BadTag,
}

impl From<PerceiveError> for Stop {
    fn from(error: PerceiveError) -> Self {
        Self::Error(error)
    }
}

/// An element that is open.
struct Open<'a> {
    name: &'a str,
    /// Its node, or the node around it when it is a container.
    node: Option<u32>,
    /// How many children it says to have, when it is a node that says so.
    declared: Option<u32>,
    children: u32,
}

/// Walks over `text`, which begins at the tree or its declaration, and adds what it finds to `tree`.
pub(super) fn walk(text: &str, rules: &Rules, lenient: bool, tree: &mut Tree) -> Result<(), Stop> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    // recovery is ours: an end tag that does not match costs one warning, not the tree
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let open = Vec::with_capacity(64);
    let mut walk = Walk { rules, lenient, tree, open, display_id: 0, begun: false, ended: false };
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => {
                let end = reader.buffer_position() as usize - 1;
                let (name, rest) = text[end - tag.len()..end].split_at(tag.name().0.len());
                let element = walk.element(name, rest)?;
                walk.open.extend(element);
            }
            Ok(Event::Empty(tag)) => {
                let end = reader.buffer_position() as usize - 2;
                let (name, rest) = text[end - tag.len()..end].split_at(tag.name().0.len());
                if let Some(element) = walk.element(name, rest)? {
                    walk.close(&element);
                }
            }
            Ok(Event::End(tag)) => walk.end(tag.name().0),
            Ok(Event::Text(data)) => {
                if !data.trim_ascii().is_empty() {
                    walk.note_text();
                }
            }
            Ok(Event::GeneralRef(_) | Event::CData(_)) => walk.note_text(),
            Ok(Event::Eof) if walk.begun && walk.open.is_empty() => return Ok(()),
            Ok(Event::Eof) => return Err(PerceiveError::Truncated { offset: text.len() }.into()),
            Ok(_) => {}
            Err(_) => {
                let at = (reader.error_position() as usize).min(text.len());
                return walk.unfinished(&text.as_bytes()[at..], at);
            }
        }
    }
}

struct Walk<'a, 't> {
    rules: &'t Rules,
    lenient: bool,
    tree: &'t mut Tree,
    open: Vec<Open<'a>>,
    /// The display whose windows are being read.
    display_id: i32,
    /// An element was seen.
    begun: bool,
    /// A whole hierarchy was read.
    ended: bool,
}

impl<'a> Walk<'a, '_> {
    /// Reads an element. None when it belongs to the noise behind the tree.
    fn element(&mut self, name: &'a str, rest: &'a str) -> Result<Option<Open<'a>>, Stop> {
        self.begun = true;
        self.tree.check_depth(self.open.len())?;
        let around = self.open.last_mut();
        let is_container = is_container(name);
        if around.is_none() && self.ended && !is_container && name != "node" {
            self.tree.repairs.note(repairs::TEXT_AROUND);
            return Ok(None);
        }
        let parent = around.and_then(|around| {
            around.children += 1;
            around.node
        });
        if is_container {
            container(name, rest, &mut self.display_id, self.tree)?;
            return Ok(Some(Open { name, node: parent, declared: None, children: 0 }));
        }
        let (index, declared) =
            node(name, rest, parent, self.display_id, self.rules, self.lenient, self.tree)?;
        Ok(Some(Open { name, node: Some(index), declared, children: 0 }))
    }

    fn end(&mut self, name: &str) {
        match self.open.iter().rposition(|open| open.name == name) {
            None if self.open.is_empty() => self.tree.repairs.note(repairs::TEXT_AROUND),
            None => self.tree.repairs.note(repairs::STRAY_END_TAG),
            Some(at) => {
                // whatever is open inside it was never closed
                let unclosed = self.open.len() - at - 1;
                if unclosed > 0 {
                    self.tree.repairs.add(repairs::UNCLOSED_TAG, unclosed as i32);
                }
                self.open.truncate(at + 1);
                if let Some(open) = self.open.pop() {
                    self.close(&open);
                }
            }
        }
    }

    fn close(&mut self, open: &Open<'_>) {
        self.ended |= self.open.is_empty() && is_container(open.name);
        if let Some(declared) = open.declared
            && declared > open.children
        {
            let missing = i32::try_from(declared - open.children).unwrap_or(i32::MAX);
            self.tree.repairs.add(repairs::MISSING_CHILDREN, missing);
        }
    }

    fn note_text(&mut self) {
        let outside = self.open.is_empty();
        let code = if outside { repairs::TEXT_AROUND } else { repairs::TEXT_IN_TREE };
        self.tree.repairs.note(code);
    }

    /// The reader met the end of the input inside a tag or comment that begins at `at`.
    fn unfinished(&mut self, rest: &[u8], at: usize) -> Result<(), Stop> {
        // behind a whole tree only the beginning of another one is a loss
        let begins_tree = [&b"<node"[..], b"<hierarchy", b"<?xml", b"<window"]
            .iter()
            .any(|begin| rest.starts_with(begin) || begin.starts_with(rest));
        if self.open.is_empty() && !self.tree.nodes.is_empty() && !begins_tree {
            self.tree.repairs.note(repairs::TEXT_AROUND);
            return Ok(());
        }
        if !self.lenient && rest.contains(&b'>') {
            // not the end of the input, but a tag whose quotes swallowed its neighbours
            return Err(Stop::BadTag);
        }
        Err(PerceiveError::Truncated { offset: at }.into())
    }
}
