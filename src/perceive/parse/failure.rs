//! What a failed capture prints instead of a tree.

use crate::perceive::PerceiveError;

/// How much of a text is searched: failures print a few lines, and a text that a screen shows must not be able to
/// imitate one from the middle of a dump.
const HEAD: usize = 16 * 1024;

/// The failure that a text reports, when it is one that holds no tree.
pub(super) fn of_text(text: &str) -> PerceiveError {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    if text.is_empty() {
        return PerceiveError::Empty;
    }
    if let Some(error) = reported(text) {
        return error;
    }
    let is_status = |line: &str| {
        // the first spelling is uiautomator's own
        line.starts_with("UI hierchary dumped to") || line.starts_with("UI hierarchy dumped to")
    };
    if text.lines().map(str::trim).all(|line| line.is_empty() || is_status(line)) {
        return PerceiveError::OnlyStatus;
    }
    PerceiveError::NotATree { looked_like: looks_like(text) }
}

/// A failure that is reported in what stands before a tree: the tree is then one that an earlier attempt left behind.
pub(super) fn reported(text: &str) -> Option<PerceiveError> {
    let mut end = text.len().min(HEAD);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    for line in text[..end].lines().map(str::trim) {
        if line.contains("could not get idle state") {
            return Some(PerceiveError::NotIdle);
        }
        if line.contains("null root node") {
            return Some(PerceiveError::NoRoot);
        }
        if line == "Killed" || line.ends_with(": Killed") {
            return Some(PerceiveError::Killed);
        }
        if line.starts_with("java.lang.")
            || line.starts_with("FATAL EXCEPTION")
            || line.starts_with("Exception in thread")
            || line.contains("childNafCheck")
        {
            return Some(PerceiveError::Crashed);
        }
    }
    None
}

/// What something without a tree is, in one of a fixed set of words.
pub(super) fn looks_like(text: &str) -> &'static str {
    const MARKS: [(&str, &str); 12] = [
        ("WINDOW MANAGER", "the output of dumpsys window"),
        ("ACTIVITY MANAGER", "the output of dumpsys activity"),
        ("mViewFlags=", "a ViewServer dump"),
        ("getVisibility()=", "a ViewServer dump"),
        ("XCUIElementType", "an iOS page source"),
        ("<html", "an HTML page"),
        ("<!DOCTYPE html", "an HTML page"),
        ("No such file or directory", "a message of the shell"),
        ("Permission denied", "a message of the shell"),
        ("not found", "a message of the shell"),
        ("error: ", "a message of adb"),
        ("adb: ", "a message of adb"),
    ];
    let mut end = text.len().min(HEAD);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &text[..end];
    if let Some((_, name)) = MARKS.iter().find(|(mark, _)| head.contains(mark)) {
        return name;
    }
    match head.trim_start().as_bytes() {
        [b'<', ..] => "XML of another kind",
        [b'{' | b'[', ..] => "JSON of another kind",
        [0x89, b'P', b'N', b'G', ..] | [0xFF, 0xD8, ..] => "a picture",
        _ if head.starts_with("\u{FFFD}PNG") || head.starts_with("\u{FFFD}\u{FFFD}\u{FFFD}") => {
            "a picture"
        }
        _ => "plain text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_has_its_own_error() {
        for (text, error) in [
            ("", PerceiveError::Empty),
            (" \r\n\0\0", PerceiveError::Empty),
            ("ERROR: could not get idle state.\n", PerceiveError::NotIdle),
            ("ERROR: null root node returned by UiTestAutomationBridge.\n", PerceiveError::NoRoot),
            ("Killed \n", PerceiveError::Killed),
            ("/system/bin/uiautomator[9]: Killed\n", PerceiveError::Killed),
            (
                "java.lang.NullPointerException: x\n\tat AccessibilityNodeInfoDumper.childNafCheck()",
                PerceiveError::Crashed,
            ),
            ("UI hierchary dumped to: /sdcard/window_dump.xml\r\n", PerceiveError::OnlyStatus),
        ] {
            assert_eq!(of_text(text), error, "{text}");
        }
    }

    #[test]
    fn other_things_are_named_without_quoting_them() {
        for (text, name) in [
            (
                "WINDOW MANAGER WINDOWS (dumpsys window windows)\n  Window #7",
                "the output of dumpsys window",
            ),
            ("x.DecorView@b4 getVisibility()=7,VISIBLE", "a ViewServer dump"),
            ("<html><body>secret</body></html>", "an HTML page"),
            ("<svg><path/></svg>", "XML of another kind"),
            ("{\"a\": 1}", "JSON of another kind"),
            ("error: device offline", "a message of adb"),
            ("cat: /sdcard/x.xml: No such file or directory", "a message of the shell"),
            ("hello", "plain text"),
        ] {
            assert_eq!(of_text(text), PerceiveError::NotATree { looked_like: name }, "{text}");
        }
    }
}
