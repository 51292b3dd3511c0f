//! When two screens are the same one.

use crate::tree::{screen, snapshot};
use cs_mem::model::{Screen, Timestamp};
use cs_mem::perceive::{Likeness, Reason, SystemDialog, compare, perceive, system_dialog};

/// A page with a bar, a clock, an input and a list of rows.
fn inbox(rows: &[&str], clock: &str) -> String {
    let mut outline = format!(
        "FrameLayout @0,0,1080,2400\n  TextView \"Inbox\" #title @0,0,600,100\n  TextView \"{clock}\" #time @900,0,1080,100\n  EditText \"\" #search h\"Search\" @0,100,1080,200\n  RecyclerView #list scroll @0,200,1080,2200\n"
    );
    for (i, row) in rows.iter().enumerate() {
        let top = 200 + 40 * i;
        outline += &format!(
            "    LinearLayout #row click @0,{top},1080,{}\n      TextView \"{row}\" #name @0,{top},500,{0}\n      ImageButton d\"Archive\" #archive click @900,{top},1080,{0}\n",
            top + 40
        );
    }
    outline + "  Button \"Compose\" #compose click @0,2200,1080,2400\n"
}

fn rows(names: std::ops::Range<usize>) -> Vec<String> {
    names
        .map(|i| format!("Person {}", (b'a' + (i % 26) as u8) as char).repeat(1 + i / 26))
        .collect()
}

fn list(range: std::ops::Range<usize>, clock: &str) -> Screen {
    let rows = rows(range);
    screen(&inbox(&rows.iter().map(String::as_str).collect::<Vec<_>>(), clock))
}

fn same(a: &Screen, b: &Screen) {
    let likeness = compare(a, b);
    assert!(likeness.is_same() && compare(b, a).is_same(), "{:?}", likeness.evidence());
}

fn other(a: &Screen, b: &Screen) -> Option<Reason> {
    let likeness = compare(a, b);
    assert!(!likeness.is_same() && !compare(b, a).is_same(), "{:?}", likeness.evidence());
    assert_ne!(a.id, b.id);
    likeness.evidence().reason
}

#[test]
fn nine_rows_or_forty_a_scroll_and_a_row_more_are_one_screen() {
    let nine = list(0..9, "10:41");
    for other in
        [list(0..40, "10:41"), list(20..29, "10:41"), list(0..10, "10:41"), list(0..0, "10:41")]
    {
        assert_eq!(nine.id, other.id);
        same(&nine, &other);
    }
    assert_ne!(nine.content, list(20..29, "10:41").content);
}

#[test]
fn the_clock_does_not_change_what_it_is_or_what_it_says() {
    let (a, b) = (list(0..9, "10:41"), list(0..9, "10:42"));
    assert_eq!((a.id, a.content), (b.id, b.content));
}

#[test]
fn what_a_user_types_does_not_change_the_screen() {
    let page = inbox(&["Alice"], "10:41");
    let typed = screen(&page.replace("EditText \"\"", "EditText \"who is it\""));
    assert_eq!((screen(&page).id, screen(&page).content), (typed.id, typed.content));
    // A label inside the field, as Compose has it, is the field's name only as long as nothing is typed.
    let field = |text: &str| {
        screen(&format!(
            "FrameLayout\n  TextView \"Sign in\"\n  EditText \"{text}\" edit\n    TextView \"Email\"\n  Button \"Next\" click\n"
        ))
    };
    let (empty, typed) = (field(""), field("me@example.com"));
    assert_eq!((empty.id, empty.content), (typed.id, typed.content));
    same(&empty, &typed);
}

#[test]
fn when_and_by_whom_it_was_captured_does_not_matter() {
    let mut later = snapshot(&inbox(&["Alice"], "10:41"));
    let now = perceive(&later);
    later.capture.at = Timestamp::from_millis(9_999);
    later.capture.id = "another".into();
    later.capture.channel = "another".into();
    let later = perceive(&later);
    assert_eq!((now.id, now.content), (later.id, later.content));
}

#[test]
fn a_menu_makes_another_screen() {
    let page = inbox(&["Alice", "Bob"], "10:41");
    let menu = |flag: &str| {
        screen(&format!(
            "{page}  LinearLayout #menu {flag} @600,100,1080,500\n    TextView \"Settings\" #settings click {flag} @600,100,1080,200\n    TextView \"Help\" #help click {flag} @600,200,1080,300\n"
        ))
    };
    let (shown, hidden, without) = (menu(""), menu("hidden"), screen(&page));
    assert_eq!(hidden.id, without.id);
    assert_eq!(other(&shown, &without), Some(Reason::Controls));
}

fn permission(what: &str) -> Screen {
    screen(&format!(
        r#"
FrameLayout pkg=com.android.permissioncontroller @60,900,1020,1500
  ScrollView @60,900,1020,1500
    LinearLayout #dialog_container @60,900,1020,1500
      LinearLayout #desc_container @60,900,1020,1300
        ImageView #permission_icon @60,900,160,1000
        TextView "Allow Notes to {what}?" #permission_message @200,900,1020,1300
      LinearLayout @60,1300,1020,1500
        Button "Deny" #permission_deny_button click @60,1300,500,1500
        Button "Allow" #permission_allow_button click @500,1300,1020,1500
"#
    ))
}

#[test]
fn five_dialogs_that_differ_in_one_sentence_are_five_screens() {
    let asked =
        ["read contacts", "record audio", "take pictures", "read messages", "see where you are"];
    let dialogs = asked.map(permission);
    for (i, a) in dialogs.iter().enumerate() {
        same(a, &permission(asked[i]));
        for b in &dialogs[i + 1..] {
            assert_eq!(other(a, b), Some(Reason::Text));
        }
        assert_eq!(system_dialog(a), Some(SystemDialog::Permission));
    }
}

#[test]
fn dialogs_of_the_system_are_known_by_their_words_too() {
    let dialog = |package: &str, message: &str| {
        screen(&format!(
            "FrameLayout pkg={package}\n  TextView \"{message}\"\n  Button \"OK\" click\n"
        ))
    };
    assert_eq!(
        system_dialog(&dialog("android", "Notes keeps stopping")),
        Some(SystemDialog::AppTrouble)
    );
    assert_eq!(
        system_dialog(&dialog("android", "This app was built for an older version of Android")),
        Some(SystemDialog::OldApp)
    );
    assert_eq!(
        system_dialog(&dialog(
            "com.google.android.packageinstaller",
            "Do you want to install this app?"
        )),
        Some(SystemDialog::Install)
    );
    // An app that shows the same words is not the system.
    assert_eq!(system_dialog(&dialog("com.example.app", "Notes keeps stopping")), None);
}

#[test]
fn a_dialog_over_a_page_is_another_screen() {
    let page = inbox(&["Alice"], "10:41");
    let asked = screen(&format!(
        "{page}  LinearLayout #confirm_dialog @100,900,980,1400\n    TextView \"Delete all?\" @100,900,980,1100\n    Button \"Delete\" #ok click @100,1200,980,1400\n"
    ));
    assert_eq!(other(&asked, &screen(&page)), Some(Reason::Dialog));
}

#[test]
fn one_button_less_in_a_dialog_is_the_same_dialog() {
    let dialog = |extra: &str| {
        screen(&format!(
            "FrameLayout\n  LinearLayout #parentPanel\n    TextView \"Select time\" #alertTitle\n    EditText \"\" #hour\n    EditText \"\" #minute\n{extra}    Button \"Cancel\" #button2 click\n    Button \"OK\" #button1 click\n"
        ))
    };
    same(&dialog("    Button \"AM/PM\" #half click\n"), &dialog(""));
}

#[test]
fn another_title_is_another_screen() {
    let page = |title: &str| {
        screen(&format!(
            "FrameLayout\n  ImageButton d\"Navigate up\" #up click\n  TextView \"{title}\" #title\n  RecyclerView #list scroll\n    LinearLayout #row click\n      TextView \"General\" #name\n  Button \"Done\" #done click\n"
        ))
    };
    assert_eq!(other(&page("Sound"), &page("Display")), Some(Reason::Title));
}

#[test]
fn one_layout_with_other_content_says_something_else() {
    let page = |row: &str| screen(&inbox(&[row], "10:41"));
    let (payments, settings) = (page("Payments"), page("Settings"));
    assert_eq!(payments.id, settings.id);
    assert_ne!(payments.content, settings.content);
}

#[test]
fn another_selected_tab_is_another_screen() {
    let page = |first: &str, second: &str| {
        screen(&format!(
            "FrameLayout\n  TextView \"Music\" #title\n  RecyclerView #list scroll\n    TextView \"Song\" click\n  LinearLayout #tabs\n    TextView \"Home\" #home click {first}\n    TextView \"Library\" #library click {second}\n"
        ))
    };
    assert_eq!(other(&page("selected", ""), &page("", "selected")), Some(Reason::Selection));
}

#[test]
fn a_control_with_an_id_may_be_called_otherwise() {
    let page = |word: &str| {
        screen(&format!(
            "FrameLayout\n  TextView \"Player\" #title\n  Button \"{word}\" #toggle click\n  Button \"Next\" #next click\n"
        ))
    };
    assert_eq!(page("Play").id, page("Pause").id);
}

#[test]
fn counters_and_states_inside_labels_make_no_other_screen() {
    let page = |count: &str| {
        screen(&format!(
            "FrameLayout\n  TextView \"Downloads ({count})\"\n  View d\"Offline\" click\n  View d\"Synced at 10:4{count}\"\n"
        ))
    };
    assert_eq!(page("0").id, page("7").id);
}

#[test]
fn another_language_is_named_as_such() {
    let page = |words: [&str; 6]| {
        screen(&format!(
            "FrameLayout\n  TextView \"{}\" #a\n  TextView \"{}\" #b\n  TextView \"{}\" #c\n  CheckBox \"{}\" #d check\n  Button \"{}\" #e click\n  Button \"{}\" #f click\n",
            words[0], words[1], words[2], words[3], words[4], words[5]
        ))
    };
    let english = page(["Welcome", "Your club", "Enter the code", "I agree", "Send", "Help"]);
    let french =
        page(["Bienvenue", "Votre club", "Entrez le code", "J'accepte", "Envoyer", "Aide"]);
    let likeness = compare(&english, &french);
    assert!(matches!(likeness, Likeness::Similar(_)) && likeness.evidence().language_switch);
}

#[test]
fn one_level_more_of_wrappers_changes_nothing() {
    let flat = screen(
        "WebView @0,0,1080,2400\n  View\n    TextView \"Article\"\n    Button \"Share\" click\n",
    );
    let deep = screen(
        "WebView @0,0,1080,2400\n  View\n    View\n      View\n        TextView \"Article\"\n      Button \"Share\" click\n",
    );
    assert_eq!((flat.id, flat.content), (deep.id, deep.content));
}

#[test]
fn another_dialect_of_one_screen_is_the_same_screen() {
    // Full class names, ids and flags on one side; short names, no packages, flags or app on the other.
    let full = screen(
        r#"
FrameLayout
  com.google.android.material.textview.MaterialTextView "Leave request" #title
  ScrollView scroll
    LinearLayout
      com.google.android.material.textview.MaterialTextView "Reason" #label
      androidx.appcompat.widget.AppCompatEditText "" #reason edit
  com.google.android.material.button.MaterialButton "BACK" #back click
  com.google.android.material.button.MaterialButton "SUBMIT" #submit click
"#,
    );
    let mut short = snapshot(
        r#"
FrameLayout
  TextView "Leave request" #x:id/title
  ScrollView
    TextView "Reason" #x:id/label
    EditText "" #x:id/reason
  Button "Back" #x:id/back
  Button "Submit" #x:id/submit
"#,
    );
    for node in &mut short.nodes {
        node.class_name = node.class_name.rsplit('.').next().unwrap().to_owned();
        node.resource_id = node.resource_id.replace("x:id/", "");
        node.package.clear();
    }
    same(&full, &perceive(&short));
}

#[test]
fn missing_ids_do_not_hide_that_it_is_the_same_form() {
    let form = |id: &str| {
        screen(&format!(
            "FrameLayout\n  TextView \"Sign in\"\n  EditText \"\" {id}\n  CheckBox \"Stay\" check\n  Button \"Next\" click\n  Button \"Help\" click\n"
        ))
    };
    same(&form("#user"), &form(""));
}

#[test]
fn a_web_view_without_nodes_is_opaque_and_nothing_is_the_same_as_it() {
    let blank = screen("FrameLayout @0,0,1080,2400\n  WebView @0,0,1080,2400\n");
    let loaded = screen(
        "FrameLayout @0,0,1080,2400\n  WebView @0,0,1080,2400\n    TextView \"Article\"\n    Button \"Share\" click\n    Button \"Print\" click\n",
    );
    assert!(blank.opaque && !loaded.opaque);
    assert_eq!(compare(&blank, &loaded).evidence().reason, Some(Reason::Opaque));
    assert!(!compare(&blank, &loaded).is_same());
    let small = screen(
        "FrameLayout @0,0,1080,2400\n  TextView \"Title\"\n  Button \"a\" click\n  Button \"b\" click\n  WebView @0,1000,1080,2400\n",
    );
    assert!(!small.opaque, "a page around an empty web view can be used");
}

#[test]
fn the_explanation_names_the_nodes() {
    let (a, b) = (permission("read contacts"), permission("record audio"));
    let evidence = compare(&a, &b).evidence().clone();
    let label = |screen: &Screen, index: u32| screen.nodes[index as usize].label.clone();
    assert_eq!(
        evidence.only_a.iter().map(|i| label(&a, *i)).collect::<Vec<_>>(),
        ["Allow Notes to read contacts?"]
    );
    assert_eq!(
        evidence.only_b.iter().map(|i| label(&b, *i)).collect::<Vec<_>>(),
        ["Allow Notes to record audio?"]
    );
    assert!(
        evidence.agree.iter().any(|(i, j)| label(&a, *i) == "Allow" && label(&b, *j) == "Allow")
    );
}

#[test]
fn other_apps_are_never_the_same() {
    let mine = screen("FrameLayout\n  TextView \"Hello\"\n");
    let theirs = screen("FrameLayout pkg=com.other\n  TextView \"Hello\"\n");
    assert_eq!(other(&mine, &theirs), Some(Reason::Key));
}

#[test]
fn two_pages_without_a_frame_and_without_a_common_word_are_not_taken_for_one() {
    let page = |words: &str| {
        let texts: String = words.split(' ').map(|w| format!("    TextView \"{w}\"\n")).collect();
        screen(&format!("ScrollView scroll @0,0,1080,2400\n  LinearLayout @0,0,1080,2400\n{texts}"))
    };
    let (terms, help, more) =
        (page("Terms apply to you"), page("Ask us anything here"), page("to you and all"));
    assert_eq!(terms.id, help.id, "nothing stands still on either");
    assert_eq!(compare(&terms, &help).evidence().reason, Some(Reason::Content));
    assert!(!compare(&terms, &help).is_same());
    same(&terms, &more);
}
