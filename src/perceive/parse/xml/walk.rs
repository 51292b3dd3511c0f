//! The walk over the tags: iterative, linear, one event at a time.

use super::attributes::Attributes;
use super::{Rules, Tag, uiautomator};
use crate::model::{Rect, Window, WindowKind};
use crate::perceive::PerceiveError;
use crate::perceive::parse::text::unescape;
use crate::perceive::parse::tree::{Draft, Field, Tree, WindowDraft};
use crate::perceive::parse::{bounds, repairs};
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

/// Elements that hold nodes without being one.
fn is_container(name: &str) -> bool {
    matches!(name, "hierarchy" | "ViewHierarchy" | "displays" | "display" | "windows" | "window")
}

/// Walks over `text`, which begins at the tree or its declaration, and adds what it finds to `tree`.
pub(super) fn walk(text: &str, rules: &Rules, lenient: bool, tree: &mut Tree) -> Result<(), Stop> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    // recovery is ours: an end tag that does not match costs one warning, not the tree
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut open: Vec<Open<'_>> = Vec::with_capacity(64);
    let mut display_id = 0;
    let mut any = false;
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => {
                any = true;
                let end = reader.buffer_position() as usize - 1;
                let (name, rest) = text[end - tag.len()..end].split_at(tag.name().0.len());
                tree.check_depth(open.len())?;
                let parent = open.last().and_then(|o| o.node);
                let opened = element(name, rest, parent, &mut display_id, rules, lenient, tree)?;
                if let Some(parent) = open.last_mut() {
                    parent.children += 1;
                }
                open.push(opened);
            }
            Ok(Event::Empty(tag)) => {
                any = true;
                let end = reader.buffer_position() as usize - 2;
                let (name, rest) = text[end - tag.len()..end].split_at(tag.name().0.len());
                tree.check_depth(open.len())?;
                let parent = open.last().and_then(|o| o.node);
                let closed = element(name, rest, parent, &mut display_id, rules, lenient, tree)?;
                if let Some(parent) = open.last_mut() {
                    parent.children += 1;
                }
                close(&closed, tree);
            }
            Ok(Event::End(tag)) => end_tag(tag.name().0, &mut open, tree),
            Ok(Event::Text(data)) => {
                if !data.trim_ascii().is_empty() {
                    note_text(&open, tree);
                }
            }
            Ok(Event::GeneralRef(_) | Event::CData(_)) => note_text(&open, tree),
            Ok(Event::Eof) if open.is_empty() && any => return Ok(()),
            Ok(Event::Eof) => return Err(PerceiveError::Truncated { offset: text.len() }.into()),
            Ok(_) => {}
            Err(_) => {
                let at = (reader.error_position() as usize).min(text.len());
                if !lenient && text.as_bytes()[at..].contains(&b'>') {
                    // not the end of the input, but a tag whose quotes swallowed its neighbours
                    return Err(Stop::BadTag);
                }
                return unfinished(text, at, &open, tree);
            }
        }
    }
}

/// The reader met the end inside a tag or comment.
fn unfinished(text: &str, at: usize, open: &[Open<'_>], tree: &mut Tree) -> Result<(), Stop> {
    // after a complete tree only the beginning of another one is a loss
    let rest = &text.as_bytes()[at..];
    let begins_tree = [&b"<node"[..], b"<hierarchy", b"<?xml", b"<window"]
        .iter()
        .any(|begin| rest.starts_with(begin) || begin.starts_with(rest));
    if open.is_empty() && !tree.nodes.is_empty() && !begins_tree {
        tree.repairs.note(repairs::TEXT_AROUND);
        return Ok(());
    }
    Err(PerceiveError::Truncated { offset: at }.into())
}

fn note_text(open: &[Open<'_>], tree: &mut Tree) {
    let code = if open.is_empty() { repairs::TEXT_AROUND } else { repairs::TEXT_IN_TREE };
    tree.repairs.note(code);
}

fn close(open: &Open<'_>, tree: &mut Tree) {
    if let Some(declared) = open.declared
        && declared > open.children
    {
        let missing = i32::try_from(declared - open.children).unwrap_or(i32::MAX);
        tree.repairs.add(repairs::MISSING_CHILDREN, missing);
    }
}

fn end_tag(name: &str, open: &mut Vec<Open<'_>>, tree: &mut Tree) {
    if open.last().is_some_and(|top| top.name == name) {
        if let Some(top) = open.pop() {
            close(&top, tree);
        }
        return;
    }
    // an element around this one: whatever is open inside it was never closed
    let Some(at) = open.iter().rposition(|o| o.name == name) else {
        tree.repairs.note(repairs::STRAY_END_TAG);
        return;
    };
    tree.repairs.add(repairs::UNCLOSED_TAG, (open.len() - at - 1) as i32);
    open.truncate(at);
}

/// Reads one element: a node joins the tree, a container may say something about the display or the window.
fn element<'a>(
    name: &'a str,
    rest: &'a str,
    parent: Option<u32>,
    display_id: &mut i32,
    rules: &Rules,
    lenient: bool,
    tree: &mut Tree,
) -> Result<Open<'a>, Stop> {
    if is_container(name) {
        container(name, rest, display_id, tree);
        return Ok(Open { name, node: parent, declared: None, children: 0 });
    }
    let mut tag = Tag { draft: Draft::new(), real_id: String::new() };
    tag.draft.display_id = *display_id;
    read_attributes(&mut tag, rest, rules, lenient, tree)?;
    (rules.finish)(&mut tag);
    // a tag stands in for a missing class only: obfuscated classes make tags that are no XML names
    if name != "node" && tag.draft.node.class_name.trim_ascii().is_empty() {
        tag.draft.node.class_name = name.to_owned();
    }
    tag.draft.derive(&mut tree.repairs);
    let declared = tag.draft.child_count;
    let node = tree.push(tag.draft, parent)?;
    Ok(Open { name, node: Some(node), declared, children: 0 })
}

#[inline]
fn read_attributes(
    tag: &mut Tag,
    rest: &str,
    rules: &Rules,
    lenient: bool,
    tree: &mut Tree,
) -> Result<(), Stop> {
    for attribute in Attributes::new(rest) {
        if attribute.odd {
            if !lenient {
                return Err(Stop::BadTag);
            }
            tree.repairs.note(repairs::BAD_ATTRIBUTE);
        }
        let value = attribute.value;
        let Some(field) = uiautomator::field(attribute.name) else {
            if !(rules.attribute)(tag, attribute.name, value, &mut tree.repairs)
                && !lenient
                && attribute.name.contains(['"', '\'', '<'])
            {
                return Err(Stop::BadTag);
            }
            continue;
        };
        let draft = &mut tag.draft;
        if !draft.first(field) {
            tree.repairs.note(repairs::DUPLICATE_ATTRIBUTE);
            continue;
        }
        match field {
            Field::Bounds => draft.set_bounds(bounds::parse(value), &mut tree.repairs),
            Field::DisplayId => draft.display_id = value.parse().unwrap_or(0),
            _ => match draft.text_mut(field) {
                Some(_) if value.is_empty() => {}
                Some(text) => *text = unescape(value, &mut tree.repairs),
                None => draft.set_flag(field, value == "true"),
            },
        }
    }
    Ok(())
}

/// `hierarchy` tells the rotation and, in Appium, the size; `display` and `window` come from `dump --windows`.
fn container(name: &str, rest: &str, display_id: &mut i32, tree: &mut Tree) {
    let mut window = Window {
        kind: WindowKind::Unknown,
        layer: 0,
        package: String::new(),
        bounds: Rect::default(),
        title: String::new(),
        touchable: None,
        focused: false,
        display_id: *display_id,
    };
    for attribute in Attributes::new(rest) {
        let number = || bounds::number(attribute.value).unwrap_or(0);
        match (name, attribute.name) {
            ("hierarchy", "rotation") => tree.facts.rotation = number(),
            ("hierarchy", "width") => tree.facts.width = number(),
            ("hierarchy", "height") => tree.facts.height = number(),
            ("display", "id") => *display_id = number(),
            ("window", "layer") => window.layer = number(),
            ("window", "type") => window.kind = window_kind(attribute.value),
            ("window", "title") => window.title = unescape(attribute.value, &mut tree.repairs),
            ("window", "focused") => window.focused = attribute.value == "true",
            ("window", "bounds") => {
                window.bounds = bounds::parse(attribute.value).unwrap_or_default()
            }
            _ => {}
        }
    }
    if name == "window" {
        let display_id = window.display_id;
        tree.windows.push(WindowDraft {
            declared: Some(window),
            display_id,
            ..WindowDraft::default()
        });
    }
}

/// As `AccessibilityWindowInfo.typeToString` writes it.
fn window_kind(text: &str) -> WindowKind {
    match text {
        "TYPE_APPLICATION" | "1" => WindowKind::Application,
        "TYPE_INPUT_METHOD" | "2" => WindowKind::InputMethod,
        "TYPE_SYSTEM" | "3" => WindowKind::System,
        "TYPE_ACCESSIBILITY_OVERLAY" | "4" => WindowKind::AccessibilityOverlay,
        "TYPE_SPLIT_SCREEN_DIVIDER" | "5" => WindowKind::SplitDivider,
        _ => WindowKind::Unknown,
    }
}
