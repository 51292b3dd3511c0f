//! One element: a node of the tree, or a container that says something about the display or a window.

use super::attributes::Attributes;
use super::walk::Stop;
use super::{Rules, Tag, uiautomator};
use crate::model::{Rect, Window, WindowKind};
use crate::perceive::PerceiveError;
use crate::perceive::parse::text::unescape;
use crate::perceive::parse::tree::{Draft, Field, Tree};
use crate::perceive::parse::{bounds, repairs};

/// Elements that hold nodes without being one.
pub(super) fn is_container(name: &str) -> bool {
    matches!(name, "hierarchy" | "ViewHierarchy" | "displays" | "display" | "windows" | "window")
}

/// Reads a node and adds it below `parent`. Returns its index and how many children it says to have.
pub(super) fn node(
    name: &str,
    rest: &str,
    parent: Option<u32>,
    display_id: i32,
    rules: &Rules,
    lenient: bool,
    tree: &mut Tree,
) -> Result<(u32, Option<u32>), Stop> {
    let mut tag = Tag { draft: Draft::new(), real_id: String::new() };
    tag.draft.display_id = display_id;
    read_attributes(&mut tag, rest, rules, lenient, tree)?;
    (rules.finish)(&mut tag);
    // a tag stands in for a missing class only: obfuscated classes make tags that are no XML names
    if name != "node" && tag.draft.node.class_name.trim_ascii().is_empty() {
        tag.draft.node.class_name = name.to_owned();
    }
    tag.draft.derive(&mut tree.repairs);
    let declared = tag.draft.child_count;
    Ok((tree.push(tag.draft, parent)?, declared))
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
            tree.repairs.note(repairs::BAD_ATTRIBUTE);
        }
        let value = attribute.value;
        let Some(field) = uiautomator::field(attribute.name) else {
            if !(rules.attribute)(tag, attribute.name, value, &mut tree.repairs)
                && !lenient
                && attribute.name.contains(['"', '\'', '<'])
            {
                // a value ended too early or swallowed what follows
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
pub(super) fn container(
    name: &str,
    rest: &str,
    display_id: &mut i32,
    tree: &mut Tree,
) -> Result<(), PerceiveError> {
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
    if name == "window" { tree.declare(window) } else { Ok(()) }
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
