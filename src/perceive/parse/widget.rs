//! What a class name says about a widget, for channels that leave flags out.

/// The last part of a class name.
pub(super) fn simple_name(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
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

#[cfg(test)]
mod tests {
    use super::*;

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
