//! Snapshots from an outline: one line per node, indented by two blanks per level.
//!
//! ```text
//! FrameLayout
//!   TextView "Settings" #title
//!   RecyclerView #list scroll
//!     LinearLayout click
//!       TextView "Wi-Fi" #title
//!       Switch #widget check checked @900,200,1040,260
//! ```
//!
//! After the class come, in any order: `"text"`, `d"description"`, `h"hint"`, `#id` (`#pkg:id/name` as it is, else the app's
//! package is put before it), `@left,top,right,bottom`, `pkg=name`, `win=n`, and the flags `click long check checked scroll
//! edit focus selected off password sensitive hidden shown`. `\n` in a text is a line break. Without bounds, leaves are
//! stacked from the top, 60 pixels each, and everything else surrounds what it holds.

#![allow(dead_code)] // each test file uses its own part

use cs_mem::model::{Capture, Display, Rect, Screen, Snapshot, UiNode, Window, WindowKind};
use cs_mem::perceive::perceive;

pub const APP: &str = "com.example.app";
pub const DISPLAY: Display = Display { width: 1080, height: 2400, rotation: 0, id: 0 };

/// The snapshot of an outline, on a display of 1080 x 2400.
pub fn snapshot(outline: &str) -> Snapshot {
    let capture = Capture { display: DISPLAY, ..Capture::default() };
    Snapshot { nodes: nodes(outline), capture, ..Snapshot::default() }
}

/// The screen of an outline.
pub fn screen(outline: &str) -> Screen {
    perceive(&snapshot(outline))
}

/// A window of the given kind and layer, without a package of its own.
pub fn window(kind: WindowKind, layer: i32, bounds: Rect) -> Window {
    Window {
        kind,
        layer,
        package: String::new(),
        bounds,
        title: String::new(),
        touchable: None,
        focused: false,
        display_id: 0,
    }
}

/// The nodes of an outline.
pub fn nodes(outline: &str) -> Vec<UiNode> {
    let mut nodes: Vec<UiNode> = vec![];
    let mut placed: Vec<bool> = vec![];
    let mut open: Vec<(usize, i32)> = vec![];
    for line in outline.lines().filter(|line| !line.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len();
        open.retain(|(at, _)| *at < indent);
        let parent = open.last().map(|(_, index)| *index);
        let (mut node, bounds) = read(line.trim());
        node.parent = parent;
        if node.package.is_empty() {
            node.package = parent.map_or(APP.into(), |p| nodes[p as usize].package.clone());
        }
        if node.window == 0 {
            node.window = parent.map_or(0, |p| nodes[p as usize].window);
        }
        if !node.resource_id.is_empty() && !node.resource_id.contains([':', '/']) {
            node.resource_id = format!("{}:id/{}", node.package, node.resource_id);
        }
        open.push((indent, nodes.len() as i32));
        placed.push(bounds);
        nodes.push(node);
    }
    place(&mut nodes, &placed);
    nodes
}

fn place(nodes: &mut [UiNode], placed: &[bool]) {
    let mut holds = vec![false; nodes.len()];
    for node in nodes.iter() {
        if let Some(parent) = node.parent {
            holds[parent as usize] = true;
        }
    }
    let mut top = 0;
    for index in 0..nodes.len() {
        if !placed[index] && !holds[index] {
            nodes[index].bounds = Rect::new(0, top, 1080, top + 56);
            top += 60;
        }
    }
    for index in (0..nodes.len()).rev() {
        let Some(parent) = nodes[index].parent.map(|p| p as usize).filter(|p| !placed[*p]) else {
            continue;
        };
        let (inner, outer) = (nodes[index].bounds, nodes[parent].bounds);
        nodes[parent].bounds = match outer.is_empty() {
            true => inner,
            false => Rect::new(
                outer.left.min(inner.left),
                outer.top.min(inner.top),
                outer.right.max(inner.right),
                outer.bottom.max(inner.bottom),
            ),
        };
    }
}

fn read(line: &str) -> (UiNode, bool) {
    let (class, mut rest) = line.split_once(' ').unwrap_or((line, ""));
    let class = match class {
        "RecyclerView" => "androidx.recyclerview.widget.RecyclerView".to_owned(),
        "View" | "ViewGroup" => format!("android.view.{class}"),
        "-" => String::new(),
        name if name.contains('.') => name.to_owned(),
        name => format!("android.widget.{name}"),
    };
    let mut node = UiNode::new(class, Rect::default());
    let mut placed = false;
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        let quoted = ["\"", "d\"", "h\""].into_iter().find(|start| rest.starts_with(start));
        let word;
        if let Some(start) = quoted {
            let end = start.len() + rest[start.len()..].find('"').expect("a closing quote");
            (word, rest) = (&rest[..end], &rest[end + 1..]);
        } else {
            (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        }
        let text = |start: &str| word[start.len()..].replace("\\n", "\n");
        match word {
            _ if word.starts_with('"') => node.text = text("\""),
            _ if word.starts_with("d\"") => node.content_desc = text("d\""),
            _ if word.starts_with("h\"") => node.hint = text("h\""),
            _ if word.starts_with('#') => node.resource_id = text("#"),
            _ if word.starts_with('@') => {
                let edges: Vec<i32> =
                    text("@").split(',').map(|n| n.parse().expect("a number")).collect();
                node.bounds = Rect::new(edges[0], edges[1], edges[2], edges[3]);
                placed = true;
            }
            _ if word.starts_with("pkg=") => node.package = text("pkg="),
            _ if word.starts_with("win=") => node.window = text("win=").parse().expect("a number"),
            "click" => node.clickable = true,
            "long" => node.long_clickable = true,
            "check" => node.checkable = true,
            "checked" => node.checked = true,
            "scroll" => node.scrollable = true,
            "edit" => node.editable = true,
            "focus" => node.focused = true,
            "selected" => node.selected = true,
            "off" => node.enabled = false,
            "password" => node.password = true,
            "sensitive" => node.sensitive = true,
            "hidden" => node.visible = Some(false),
            "shown" => node.visible = Some(true),
            other => panic!("unknown word in an outline: {other}"),
        }
    }
    (node, placed)
}
