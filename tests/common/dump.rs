//! Makes uiautomator dumps of any size, by code.

#![allow(dead_code)] // each test file uses its own part

use std::fmt::Write as _;

/// A settings-like page with `nodes` nodes: a toolbar and a list of rows with icon, title, summary and switch.
pub fn xml(nodes: usize) -> Vec<u8> {
    let mut out = String::from(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">",
    );
    open(&mut out, "android.widget.FrameLayout", "", "", "", false, (0, 0, 1080, 2000));
    leaf(
        &mut out,
        "android.widget.TextView",
        "title",
        "Network &amp; internet",
        "",
        false,
        (0, 60, 1080, 200),
    );
    open(
        &mut out,
        "androidx.recyclerview.widget.RecyclerView",
        "list",
        "",
        "",
        false,
        (0, 200, 1080, 2000),
    );
    let mut made = 3;
    let mut row = 0;
    while made + 5 <= nodes {
        let top = 200 + row * 18;
        open(
            &mut out,
            "android.widget.LinearLayout",
            "row",
            "",
            "",
            true,
            (0, top, 1080, top + 18),
        );
        leaf(
            &mut out,
            "android.widget.ImageView",
            "icon",
            "",
            &format!("Icon {row}"),
            false,
            (0, top, 100, top + 18),
        );
        leaf(
            &mut out,
            "android.widget.TextView",
            "row_title",
            &format!("Setting number {row}"),
            "",
            false,
            (100, top, 700, top + 9),
        );
        leaf(
            &mut out,
            "android.widget.TextView",
            "summary",
            &format!("Summary of setting {row}"),
            "",
            false,
            (100, top + 9, 700, top + 18),
        );
        leaf(&mut out, "android.widget.Switch", "switch", "", "", true, (900, top, 1080, top + 18));
        out.push_str("</node>");
        made += 5;
        row += 1;
    }
    while made < nodes {
        leaf(&mut out, "android.widget.Space", "", "", "", false, (0, 0, 1, 1));
        made += 1;
    }
    out.push_str("</node></node></hierarchy>");
    out.into_bytes()
}

type Bounds = (i32, i32, i32, i32);

fn open(
    out: &mut String,
    class: &str,
    id: &str,
    text: &str,
    desc: &str,
    clickable: bool,
    bounds: Bounds,
) {
    tag(out, class, id, text, desc, clickable, bounds);
    out.push('>');
}

fn leaf(
    out: &mut String,
    class: &str,
    id: &str,
    text: &str,
    desc: &str,
    clickable: bool,
    bounds: Bounds,
) {
    tag(out, class, id, text, desc, clickable, bounds);
    out.push_str(" />");
}

fn tag(
    out: &mut String,
    class: &str,
    id: &str,
    text: &str,
    desc: &str,
    clickable: bool,
    (l, t, r, b): Bounds,
) {
    let id = if id.is_empty() { String::new() } else { format!("com.example.settings:id/{id}") };
    let checkable = class.ends_with("Switch");
    write!(
        out,
        "<node index=\"0\" text=\"{text}\" resource-id=\"{id}\" class=\"{class}\" package=\"com.example.settings\" \
         content-desc=\"{desc}\" checkable=\"{checkable}\" checked=\"false\" clickable=\"{clickable}\" enabled=\"true\" \
         focusable=\"{clickable}\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" \
         selected=\"false\" bounds=\"[{l},{t}][{r},{b}]\""
    )
    .expect("writing to a string");
}
