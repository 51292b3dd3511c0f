//! What names say about a widget, for channels that leave flags out.

use crate::model::UiNode;

/// The last part of a class name.
pub(super) fn simple_name(class: &str) -> &str {
    memchr::memrchr2(b'.', b'$', class.as_bytes()).map_or(class, |at| &class[at + 1..])
}

/// Whether it takes text: `EditText` in all its descendants (AppCompat, Material, React Native), auto-complete fields
/// and the DOM's inputs. Channels before API 18 and all dumps leave the flag out.
pub(super) fn takes_text(class: &str) -> bool {
    let name = simple_name(class);
    name.contains("EditText")
        || name.ends_with("AutoCompleteTextView")
        || name.ends_with("AutoComplete")
        || name == "TEXTAREA"
        || name == "INPUT"
}

/// Whether it is made to be pressed. For channels that list no clickable flag at all.
pub(super) fn is_pressable(class: &str) -> bool {
    const KINDS: [&str; 9] = [
        "Button",
        "EditText",
        "CheckBox",
        "Switch",
        "Spinner",
        "Chip",
        "BUTTON",
        "CheckedTextView",
        "SwitchCompat",
    ];
    let name = simple_name(class);
    KINDS.iter().any(|kind| name.ends_with(kind)) || name == "A"
}

/// Whether an input is for a secret, for channels without a password flag: it shows bullets, or its id or hint says so.
/// One input too many is masked rather than one too few.
pub(super) fn names_a_secret(node: &UiNode) -> bool {
    const WORDS: [&str; 7] = ["passw", "passcode", "pwd", "密码", "密碼", "パスワード", "пароль"];
    let bullets = |c: char| matches!(c, '•' | '●' | '∙' | '*');
    if !node.text.is_empty() && node.text.chars().all(bullets) {
        return true;
    }
    [&node.resource_id, &node.hint, &node.content_desc].iter().any(|name| {
        let name = name.to_lowercase();
        WORDS.iter().any(|word| name.contains(word))
    })
}

/// Whether an id is one that droidrun numbers anew in each session: `view_` and a number.
pub(super) fn is_session_id(id: &str) -> bool {
    id.strip_prefix("view_").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Rect;

    #[test]
    fn inputs_for_secrets_are_known_by_bullets_and_names() {
        let input = |id: &str, text: &str, hint: &str| {
            let mut node = UiNode::new("android.widget.EditText", Rect::default());
            (node.resource_id, node.text, node.hint) = (id.into(), text.into(), hint.into());
            names_a_secret(&node)
        };
        assert!(input("a:id/login_password", "", "") && input("", "", "请输入密码"));
        assert!(input("", "••••", "") && input("", "hunter2", "Passcode"));
        assert!(!input("a:id/name", "2 * 3", "Name") && !input("", "", ""));
    }

    #[test]
    fn inputs_of_all_toolkits_take_text() {
        for class in [
            "android.widget.EditText",
            "EditText",
            "androidx.appcompat.widget.AppCompatEditText",
            "com.google.android.material.textfield.TextInputEditText",
            "com.facebook.react.views.textinput.ReactEditText",
            "android.widget.MultiAutoCompleteTextView",
            "android.widget.SearchView$SearchAutoComplete",
        ] {
            assert!(takes_text(class), "{class}");
        }
        for class in ["", "android.widget.TextView", "android.widget.Button", "DIV"] {
            assert!(!takes_text(class), "{class}");
        }
    }

    #[test]
    fn buttons_and_toggles_are_pressable() {
        for class in
            ["Button", "android.widget.ImageButton", "androidx.appcompat.widget.SwitchCompat"]
        {
            assert!(is_pressable(class), "{class}");
        }
        for class in ["android.widget.TextView", "LinearLayout", ""] {
            assert!(!is_pressable(class), "{class}");
        }
    }
}
