//! Which labels speak about a node: its own id, hint and description, and the texts beside and above it.

use super::labels::{Label, label_of};
use crate::model::{Rect, Snapshot, UiNode};
use std::collections::HashMap;

/// Labels that speak about one node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Labels(u8);

const ALL: [Label; 8] = [
    Label::Password,
    Label::Pin,
    Label::Code,
    Label::BareCode,
    Label::Card,
    Label::Account,
    Label::Identity,
    Label::Key,
];

impl Labels {
    fn add(&mut self, label: Label) {
        self.0 |= 1 << label as u8;
    }

    fn iter(self) -> impl Iterator<Item = Label> {
        ALL.into_iter().filter(move |l| self.0 & (1 << *l as u8) != 0)
    }

    /// The first label that the value fits.
    pub(super) fn fitting(self, value: &str, typed: bool) -> Option<Label> {
        self.iter().find(|l| l.fits(value, typed))
    }
}

/// What the labels of a snapshot say.
pub(super) struct Neighbourhood {
    /// By node.
    pub labels: Vec<Labels>,
    /// Whether any text speaks of a code, PIN or password.
    pub asks_for_code: bool,
}

/// Labels whose surroundings are searched by place; more than this on one screen is no form.
const MOST_PLACED: usize = 64;

/// Whether a node takes text; dumps only tell by class.
pub(super) fn is_input(node: &UiNode) -> bool {
    let class = node.class_name.rsplit(['.', '$']).next().unwrap_or_default();
    node.editable
        || ["EditText", "TextField", "TextInput", "AutoCompleteTextView", "SearchView"]
            .iter()
            .any(|c| class.ends_with(c))
        || class.eq_ignore_ascii_case("input")
}

/// The text that a node shows.
pub(super) fn shown(node: &UiNode) -> &str {
    if node.text.is_empty() { &node.content_desc } else { &node.text }
}

pub(super) fn neighbourhood(snapshot: &Snapshot) -> Neighbourhood {
    let nodes = &snapshot.nodes;
    let mut known: HashMap<&str, Option<Label>> = HashMap::new();
    let mut label = |text| *known.entry(text).or_insert_with(|| label_of(text));
    let mut labels = vec![Labels::default(); nodes.len()];
    let mut asks_for_code = false;
    let mut placed = 0;
    for (i, node) in nodes.iter().enumerate() {
        let id = node.resource_id.rsplit(['/', ':']).next().unwrap_or_default();
        let described = if node.text.is_empty() { "" } else { node.content_desc.as_str() };
        for text in [id, node.hint.as_str(), described] {
            if let Some(found) = (!text.is_empty()).then(|| label(text)).flatten() {
                labels[i].add(found);
                asks_for_code |= matches!(found, Label::Code | Label::Pin | Label::Password);
            }
        }
        // what stands in an input is its value or its hint, and captions nothing else
        let caption = Some(shown(node)).filter(|t| !t.is_empty() && !is_input(node));
        let Some(found) = caption.and_then(&mut label) else { continue };
        asks_for_code |= matches!(found, Label::Code | Label::Pin | Label::Password);
        let next = (i + 1..nodes.len()).find(|j| !shown(&nodes[*j]).is_empty());
        if let Some(next) = next {
            labels[next].add(found);
        }
        if placed < MOST_PLACED && !node.bounds.is_empty() {
            placed += 1;
            let beside = |(j, n): &(usize, &UiNode)| {
                *j != i && !shown(n).is_empty() && is_beside(&node.bounds, &n.bounds, found)
            };
            for (j, _) in nodes.iter().enumerate().filter(beside) {
                labels[j].add(found);
            }
        }
    }
    Neighbourhood { labels, asks_for_code }
}

/// Same row, or right below; above only where captions stand under numbers.
fn is_beside(label: &Rect, value: &Rect, kind: Label) -> bool {
    // a label may stretch under its value; a value around its label is their container
    if value.is_empty() || value.contains(label) {
        return false;
    }
    let overlap =
        |a0: i32, a1: i32, b0: i32, b1: i32| i64::from(a1.min(b1)) - i64::from(a0.max(b0));
    let rows = overlap(label.top, label.bottom, value.top, value.bottom);
    let columns = overlap(label.left, label.right, value.left, value.right);
    let height = label.height();
    rows * 2 >= height.min(value.height())
        || (columns > 0 && value.top > label.top && -rows <= height * 2)
        || (columns > 0 && value.top < label.top && -rows <= height && kind != Label::Password)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str, bounds: Rect) -> UiNode {
        UiNode { text: text.into(), ..UiNode::new("android.widget.TextView", bounds) }
    }

    fn labels_of(nodes: Vec<UiNode>, i: usize) -> Vec<Label> {
        let snapshot = Snapshot { nodes, ..Snapshot::default() };
        neighbourhood(&snapshot).labels[i].iter().collect()
    }

    #[test]
    fn labels_reach_the_same_row_the_line_below_and_the_next_text() {
        let table = vec![
            text("Card number", Rect::new(0, 0, 300, 50)),
            text("PIN", Rect::new(0, 100, 300, 150)),
            text("irrelevant", Rect::new(400, 0, 700, 50)),
            text("1234", Rect::new(400, 100, 700, 150)),
        ];
        assert_eq!(labels_of(table.clone(), 3), [Label::Pin]);
        assert_eq!(labels_of(table, 2), [Label::Pin, Label::Card]);
        let column = vec![
            text("Verification code", Rect::new(0, 0, 300, 50)),
            text("Sent by SMS", Rect::new(900, 900, 1000, 950)),
            text("4829", Rect::new(0, 60, 300, 110)),
        ];
        assert_eq!(labels_of(column, 2), [Label::Code]);
    }

    #[test]
    fn a_field_is_labelled_by_its_own_id() {
        let mut field = text("geheim", Rect::new(0, 0, 300, 50));
        field.resource_id = "com.app:id/password".into();
        assert_eq!(labels_of(vec![field], 0), [Label::Password]);
    }
}
