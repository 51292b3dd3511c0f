//! How much speaks for two nodes being the same one in two versions of an app.

use crate::model::change::NodeRow;
use std::borrow::Cow;

/// The score of a pair: normalised resource id equal +0.5, label contained either way or Levenshtein similarity above 0.8
/// +0.4, last part of the class name equal +0.1. Nothing empty counts as equal; nodes of different apps or roles score 0.
///
/// This is the bare sum. Whether a pair becomes an alias also depends on what else is there, see [`super::plan`].
pub fn score(old: &NodeRow, new: &NodeRow) -> f64 {
    if old.app != new.app || old.role != new.role {
        return 0.0;
    }
    // summed in tenths: 0.5 + 0.4 + 0.1 would not be exactly 1 otherwise
    let id = same(&id_name(&old.resource_id), &id_name(&new.resource_id));
    let label = label_matches(&old.label, &new.label);
    let class = same(class_name(&old.class_name), class_name(&new.class_name));
    f64::from(5 * u8::from(id) + 4 * u8::from(label) + u8::from(class)) / 10.0
}

fn same(a: &str, b: &str) -> bool {
    !a.is_empty() && a == b
}

/// The id without package and type (`com.x:id/Send` and `id/send` are `send`), lower case.
pub(super) fn id_name(id: &str) -> String {
    let without_package = id.split_once(':').filter(|(_, rest)| rest.contains('/'));
    let name = without_package.map_or(id, |(_, rest)| rest);
    let name = match without_package {
        Some(_) => name.split_once('/').map_or(name, |(_, name)| name),
        None => name.strip_prefix("id/").unwrap_or(name),
    };
    name.trim().to_lowercase()
}

/// The last part of a class name: `android.widget.Button` and `Button` are the same, `Outer$Inner` is `Inner`.
pub(super) fn class_name(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

/// Contained either way, or more than 80 % alike; case does not count. Labels that both carry numbers, and
/// different ones, are about different things: `Chapter 1` is not `Chapter 2`, although 89 % alike.
pub(super) fn label_matches(old: &str, new: &str) -> bool {
    let (old, new) = (clip(old).to_lowercase(), clip(new).to_lowercase());
    let (old, new) = (old.trim(), new.trim());
    if old.is_empty() || new.is_empty() || !numbers_agree(old, new) {
        return false;
    }
    old.contains(new) || new.contains(old) || strsim::normalized_levenshtein(old, new) > 0.8
}

/// Levenshtein is quadratic: a label longer than this is compared by its beginning.
const LABEL_LIMIT: usize = 256;

fn clip(label: &str) -> Cow<'_, str> {
    match label.char_indices().nth(LABEL_LIMIT) {
        Some((end, _)) => Cow::Borrowed(&label[..end]),
        None => Cow::Borrowed(label),
    }
}

fn numbers_agree(old: &str, new: &str) -> bool {
    let (a, b) = (numbers(old), numbers(new));
    a.is_empty() || b.is_empty() || a == b
}

/// The runs of digits in a label.
pub(super) fn numbers(label: &str) -> Vec<&str> {
    label.split(|c: char| !c.is_numeric()).filter(|run| !run.is_empty()).collect()
}
