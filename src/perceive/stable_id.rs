//! Which resource ids say something, judged from the one id alone: a fingerprint must not depend on what was seen before.

/// The id as it enters a fingerprint: as captured when it is stable, empty when it is random, an index path or counted up
/// per session.
///
/// ```
/// use cs_mem::perceive::stable_id;
/// assert_eq!(stable_id("com.app:id/send"), "com.app:id/send");
/// assert_eq!(stable_id("view_59561776"), "");
/// assert_eq!(stable_id("item_0_3"), "");
/// ```
pub fn stable_id(id: &str) -> &str {
    let id = id.trim();
    if is_stable(id_name(id)) { id } else { "" }
}

/// Whether the name is so short that a build tool chose it: true within one version, weak across versions.
pub fn is_obfuscated(id: &str) -> bool {
    let name = id_name(id);
    name.len() <= 3
        && !matches!(name, "up" | "ok" | "tab" | "fab" | "url" | "add" | "map" | "row" | "top")
}

/// What follows `:id/`, or all of it for a test tag.
pub(super) fn id_name(id: &str) -> &str {
    match id.bytes().rposition(|b| b == b'/') {
        Some(slash) => &id[slash + 1..],
        None => id,
    }
}

/// Web toolkits that number their elements in the order of creation.
const COUNTED: [&str; 10] = [
    "ember",
    "ext-gen",
    "radix-",
    "headlessui-",
    "mat-",
    "cdk-",
    "react-select-",
    "yui_",
    "gwt-uid-",
    "react-aria",
];

fn is_stable(name: &str) -> bool {
    if name.is_empty() || name == "0_resource_name_obfuscated" {
        return false;
    }
    let bytes = name.as_bytes();
    let (mut run, mut longest, mut digits, mut hex, mut turns) = (0, 0, 0, 0, 0);
    let mut previous = 0;
    for &byte in bytes {
        let class = match byte {
            b'0'..=b'9' => 1,
            _ if byte.is_ascii_alphabetic() => 2,
            _ => 0,
        };
        run = if class == 1 { run + 1 } else { 0 };
        longest = longest.max(run);
        digits += usize::from(class == 1);
        hex += usize::from(byte.is_ascii_hexdigit() || byte == b'-');
        turns += usize::from(class != previous && class != 0 && previous != 0);
        previous = class;
    }
    // A session's number, or a pure index.
    if longest >= 5 || digits == bytes.len() {
        return false;
    }
    // A UUID or a hash, whole or behind a word.
    if (hex == bytes.len() && bytes.len() >= 8 && digits >= 2) || (bytes.len() >= 12 && turns >= 5)
    {
        return false;
    }
    // React's `:r1a:` and toolkits that count.
    if name.contains(":r") && name.ends_with(':')
        || digits > 0 && COUNTED.iter().any(|prefix| name.starts_with(prefix))
    {
        return false;
    }
    !has_index_path(name)
}

/// Two numbers in a row between separators, e.g. `item_0_3` or `0.1.2`.
fn has_index_path(name: &str) -> bool {
    let mut before = false;
    for part in name.split(['_', '-', '.', ':', '[', ']']).filter(|p| !p.is_empty()) {
        let number = part.bytes().all(|b| b.is_ascii_digit());
        if number && before {
            return true;
        }
        before = number;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_a_developer_wrote_stay() {
        for id in [
            "com.app:id/send",
            "android:id/text1",
            "a:id/day0",
            "a:id/digit_9",
            "a:id/bp",
            "tvOk",
            "a:id/widget_4x2_weather_info",
            "a:id/button1_negative",
            "login.submit",
            "a:id/layout_2",
        ] {
            assert_eq!(stable_id(id), id);
        }
    }

    #[test]
    fn ids_that_change_by_themselves_go() {
        for id in [
            "",
            "view_59561776",
            "12",
            "0_1_4",
            "item-0-3",
            "a:id/0_resource_name_obfuscated",
            ":r1:",
            "radix-:r3:",
            "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
            "ember412",
            "a:id/x7f03k2m9q1z",
            "deadbeef01",
        ] {
            assert_eq!(stable_id(id), "", "{id}");
        }
    }

    #[test]
    fn short_ids_are_known_as_obfuscated() {
        assert!(is_obfuscated("com.tencent.mm:id/bp") && is_obfuscated("x:id/hee"));
        assert!(!is_obfuscated("x:id/send") && !is_obfuscated("android:id/up"));
    }
}
