//! What had to be repaired while reading, by stable code.

use crate::model::Warning;

/// Two numeric entities or escapes that are the halves of one character were joined.
pub(super) const SURROGATES_JOINED: &str = "text.surrogates_joined";
/// Half a character became U+FFFD.
pub(super) const LONE_SURROGATE: &str = "text.lone_surrogate";
/// A character that XML forbids became U+FFFD.
pub(super) const FORBIDDEN_CHAR: &str = "text.forbidden_char";
/// An `&` that begins no known entity was kept as it is.
pub(super) const UNKNOWN_ENTITY: &str = "text.unknown_entity";
/// Bytes that are no UTF-8 became U+FFFD.
pub(super) const INVALID_UTF8: &str = "input.invalid_utf8";
/// The input was UTF-16, as shells on Windows write it.
pub(super) const UTF16: &str = "input.utf16";
/// Something stood before or after the tree (status lines, shell noise).
pub(super) const TEXT_AROUND: &str = "input.text_around_tree";
/// Character data stood between the nodes.
pub(super) const TEXT_IN_TREE: &str = "xml.text_in_tree";
/// An attribute came twice; the first one counts.
pub(super) const DUPLICATE_ATTRIBUTE: &str = "xml.duplicate_attribute";
/// A part of a tag is no attribute and was skipped.
pub(super) const BAD_ATTRIBUTE: &str = "xml.bad_attribute";
/// A tag was quoted anew because its quotes did not add up.
pub(super) const REQUOTED_TAG: &str = "xml.requoted_tag";
/// A tag was closed by the end of its ancestor.
pub(super) const UNCLOSED_TAG: &str = "xml.unclosed_tag";
/// An end tag without a start was skipped.
pub(super) const STRAY_END_TAG: &str = "xml.stray_end_tag";
/// A piece of the JSON text was rewritten (trailing comma, odd literal, bad escape).
pub(super) const JSON_REWRITTEN: &str = "json.rewritten";
/// A value has a type that its key does not allow; it was skipped.
pub(super) const ODD_VALUE: &str = "json.odd_value";
/// A class name of white space became empty, that is: unknown.
pub(super) const BLANK_CLASS: &str = "node.blank_class";
/// Bounds that are no four numbers became empty.
pub(super) const BAD_BOUNDS: &str = "node.bad_bounds";
/// Fewer children than the node says it has: they exist, but were not readable at that moment.
pub(super) const MISSING_CHILDREN: &str = "tree.missing_children";
/// Nodes that name a parent that does not exist became roots.
pub(super) const ORPHAN: &str = "tree.orphan";
/// The nodes were put in order, parents first.
pub(super) const REORDERED: &str = "tree.reordered";
/// No node has bounds: the channel masked them, or the window was not laid out yet.
pub(super) const NO_BOUNDS: &str = "tree.no_bounds";

/// Counts per code, in order of first appearance.
#[derive(Debug, Clone, Default)]
pub(super) struct Repairs(Vec<(&'static str, i32)>);

impl Repairs {
    /// One more of this kind.
    pub(super) fn note(&mut self, code: &'static str) {
        self.add(code, 1);
    }

    /// `count` more of this kind.
    pub(super) fn add(&mut self, code: &'static str, count: i32) {
        match self.0.iter_mut().find(|(known, _)| *known == code) {
            Some((_, n)) => *n = n.saturating_add(count),
            None => self.0.push((code, count)),
        }
    }

    /// As the snapshot carries them.
    pub(super) fn into_warnings(self) -> Vec<Warning> {
        self.0.into_iter().map(|(code, count)| Warning { code: code.to_owned(), count }).collect()
    }
}
