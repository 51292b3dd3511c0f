//! Node fingerprints: lowercase hex SHA-256 of `cls|res|text|role|parent`.
//!
//! `parent` is the parent's *place*: the same formula without text, so that a changed label changes one node and not
//! everything below it. Position, index and momentary state never enter.

use crate::model::{Fingerprint, Role};
use sha2::{Digest, Sha256};

/// Version of the formula, stored with each node; a new formula gets a new number.
pub const FORMULA_VERSION: u32 = 1;

/// Identity of a node with its text.
///
/// ```
/// use cs_mem::model::Role;
/// use cs_mem::perceive::fingerprint::{fingerprint, place};
///
/// let list = place("android.widget.ListView", "com.app:id/list", Role::Scrollable, None);
/// let row = fingerprint("android.widget.TextView", "com.app:id/name", "Alice", Role::Text, Some(&list));
/// assert_eq!(row.to_string().len(), 64);
/// // Without text, a fingerprint is the place.
/// let bare = fingerprint("android.widget.TextView", "com.app:id/name", "", Role::Text, Some(&list));
/// assert_eq!(bare, place("android.widget.TextView", "com.app:id/name", Role::Text, Some(&list)));
/// ```
pub fn fingerprint(
    cls: &str,
    res: &str,
    text: &str,
    role: Role,
    parent: Option<&Fingerprint>,
) -> Fingerprint {
    let parent = parent.map(|p| hex(p.as_bytes()));
    let parent: &[u8] = parent.as_ref().map_or(&[], |hex| hex);
    let parts = [cls.as_bytes(), res.as_bytes(), text.as_bytes(), role.as_str().as_bytes(), parent];
    // Nearly always it fits here, and one piece is hashed faster than nine.
    let mut buffer = [0; 512];
    let length: usize = parts.iter().map(|part| part.len() + 1).sum::<usize>() - 1;
    if length <= buffer.len() {
        let mut at = 0;
        for part in parts {
            buffer[at..at + part.len()].copy_from_slice(part);
            at += part.len();
            if at < length {
                buffer[at] = b'|';
                at += 1;
            }
        }
        return Fingerprint::from_bytes(Sha256::digest(&buffer[..length]).into());
    }
    let mut hasher = Sha256::new();
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            hasher.update(b"|");
        }
        hasher.update(part);
    }
    Fingerprint::from_bytes(hasher.finalize().into())
}

/// Identity of a node without its text; children hash it as their parent.
pub fn place(cls: &str, res: &str, role: Role, parent: Option<&Fingerprint>) -> Fingerprint {
    fingerprint(cls, res, "", role, parent)
}

/// The 64 lowercase hex digits of a digest, without a heap allocation.
pub(crate) fn hex(bytes: &[u8; 32]) -> [u8; 64] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut out = [0; 64];
    for (pair, byte) in out.chunks_exact_mut(2).zip(bytes) {
        pair[0] = DIGITS[usize::from(byte >> 4)];
        pair[1] = DIGITS[usize::from(byte & 15)];
    }
    out
}

/// An order of digests that looks at one machine word where that is enough.
pub(crate) fn by_digest(a: &[u8; 32], b: &[u8; 32]) -> std::cmp::Ordering {
    let word = |bytes: &[u8; 32]| bytes.first_chunk().map(|first| u64::from_be_bytes(*first));
    word(a).cmp(&word(b)).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_is_the_published_one() {
        let parent = Fingerprint::from_bytes([0xab; 32]);
        let text = format!("android.widget.Button|a:id/ok|OK|BUTTON|{parent}");
        let expected: [u8; 32] = Sha256::digest(text).into();
        assert_eq!(
            fingerprint("android.widget.Button", "a:id/ok", "OK", Role::Button, Some(&parent)),
            Fingerprint::from_bytes(expected)
        );
        let root: [u8; 32] = Sha256::digest("c|||UNKNOWN|").into();
        assert_eq!(place("c", "", Role::Unknown, None), Fingerprint::from_bytes(root));
        // Long labels take another way to the same result; around its end every length is tried.
        for length in (440..520).chain([5_000]) {
            let label = "x".repeat(length);
            let expected: [u8; 32] = Sha256::digest(format!("c|r|{label}|TEXT|")).into();
            assert_eq!(
                fingerprint("c", "r", &label, Role::Text, None),
                Fingerprint::from_bytes(expected)
            );
        }
    }

    #[test]
    fn a_changed_label_leaves_the_children_alone() {
        let place = place("c", "r", Role::Button, None);
        let a = fingerprint("c", "r", "a", Role::Button, None);
        let b = fingerprint("c", "r", "b", Role::Button, None);
        assert!(a != b && a != place && b != place);
    }
}
