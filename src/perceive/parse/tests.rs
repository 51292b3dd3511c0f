//! Kinds of broken, odd and hostile captures, as the field reports them, each with an input of its own.

use super::*;
use crate::model::{Rect, UiNode};

fn dump(text: &str) -> Result<Snapshot, PerceiveError> {
    parse(text.as_bytes(), Capture::default(), &Limits::default())
}

fn repaired(text: &str) -> (Vec<UiNode>, Vec<(String, i32)>) {
    let snapshot = dump(text).unwrap();
    (snapshot.nodes, snapshot.warnings.into_iter().map(|w| (w.code, w.count)).collect())
}

fn one(code: &str, count: i32) -> Vec<(String, i32)> {
    vec![(code.to_owned(), count)]
}

fn hierarchy(nodes: &str) -> String {
    format!("<?xml version='1.0' encoding='UTF-8'?>\n<hierarchy rotation=\"0\">{nodes}</hierarchy>")
}

fn node(attributes: &str) -> String {
    hierarchy(&format!("<node class=\"a.B\" bounds=\"[0,0][9,9]\" {attributes} />"))
}

// ---- failed dumps

#[test]
fn a_failed_dump_is_never_an_empty_screen() {
    for (text, error) in [
        ("", PerceiveError::Empty),
        ("ERROR: could not get idle state.\n", PerceiveError::NotIdle),
        ("ERROR: null root node returned by UiTestAutomationBridge.", PerceiveError::NoRoot),
        ("Killed", PerceiveError::Killed),
        ("UI hierchary dumped to: /sdcard/window_dump.xml\n", PerceiveError::OnlyStatus),
        ("<?xml version='1.0'?><hierarchy rotation=\"0\" />", PerceiveError::NoNodes),
        ("{\"status\":\"success\",\"result\":\"[]\"}", PerceiveError::NoNodes),
        ("{\"status\":\"success\",\"result\":[]}", PerceiveError::NoNodes),
        ("{\"status\":\"error\",\"error\":\"service is off\"}", PerceiveError::NoRoot),
        ("{\"status\":\"success\",\"result\":\"ERROR: null root node\"}", PerceiveError::NoRoot),
        ("[]", PerceiveError::NoNodes),
        ("{\"views\":[],\"foreground_activity\":\"a/.B\"}", PerceiveError::NoNodes),
    ] {
        assert_eq!(dump(text).unwrap_err(), error, "{text}");
    }
}

/// `uiautomator dump; cat file`: the file is one that an earlier attempt left behind.
#[test]
fn a_tree_behind_a_failure_is_an_old_one() {
    let text = format!("ERROR: could not get idle state.\n{}", node("text=\"old\""));
    assert_eq!(dump(&text).unwrap_err(), PerceiveError::NotIdle);
}

#[test]
fn a_capture_from_before_the_last_action_is_stale() {
    let at = |millis| Capture { at: Timestamp::from_millis(millis), ..Capture::default() };
    assert_eq!(ensure_fresh(&at(500), Timestamp::from_millis(500)), Ok(()));
    assert_eq!(ensure_fresh(&at(501), Timestamp::from_millis(500)), Ok(()));
    let stale = ensure_fresh(&at(380), Timestamp::from_millis(500));
    assert_eq!(stale, Err(PerceiveError::Stale { behind_millis: 120 }));
}

#[test]
fn errors_have_codes_of_their_own_and_hold_no_page_text() {
    let errors = [
        PerceiveError::NotIdle,
        PerceiveError::NoRoot,
        PerceiveError::Killed,
        PerceiveError::Crashed,
        PerceiveError::Empty,
        PerceiveError::OnlyStatus,
        PerceiveError::NoNodes,
        PerceiveError::Truncated { offset: 1 },
        PerceiveError::Malformed { offset: 1 },
        PerceiveError::TooDeep { limit: 1 },
        PerceiveError::TooLarge { what: "nodes", limit: 1 },
        PerceiveError::Cyclic { index: 1 },
        PerceiveError::NotATree { looked_like: "x" },
        PerceiveError::BadNode { index: 1, problem: "x" },
        PerceiveError::Stale { behind_millis: 1 },
    ];
    let codes: std::collections::HashSet<_> = errors.iter().map(PerceiveError::code).collect();
    assert_eq!(codes.len(), errors.len());
    assert!(codes.iter().all(|code| code.starts_with("capture.")));
    let secret = dump("<html>my secret</html>").unwrap_err();
    assert!(!secret.to_string().contains("secret") && !format!("{secret:?}").contains("secret"));
}

// ---- XML that is none

#[test]
fn text_around_the_tree_is_skipped() {
    let tree = node("text=\"x\"");
    for text in [
        format!("UI hierchary dumped to: /dev/tty\n{tree}"),
        format!("{tree}junk\n"),
        format!("{tree}\n<junk & more"),
        format!("{tree}\n<done>in <b class=\"x\"/> 3 s</done>"),
        format!("{tree}\0\0\0"),
        format!("noise <with sign> & more\n{tree}"),
    ] {
        let (nodes, warnings) = repaired(&text);
        assert_eq!((nodes.len(), nodes[0].text.as_str()), (1, "x"), "{text}");
        assert!(warnings.iter().all(|(code, _)| code == "input.text_around_tree"), "{warnings:?}");
        assert!(!warnings.is_empty(), "{text}");
    }
    assert!(dump(&format!("\u{FEFF}\r\n{tree}\n\n")).unwrap().warnings.is_empty());
}

#[test]
fn emoji_in_all_forms_are_one_text() {
    for raw in ["🎁", "&#127873;", "&#55356;&#57217;"] {
        assert_eq!(repaired(&node(&format!("text=\"a{raw}\""))).0[0].text, "a🎁");
    }
    let (nodes, warnings) = repaired(&node("text=\"hi &#55357;\" content-desc=\"whole\""));
    assert_eq!((nodes[0].text.as_str(), nodes[0].content_desc.as_str()), ("hi \u{FFFD}", "whole"));
    assert_eq!(warnings, one("text.lone_surrogate", 1));
}

#[test]
fn a_class_of_spaces_is_unknown_and_its_node_stays() {
    for class in ["  ", "   ", ""] {
        let text = hierarchy(&format!(
            "<node class=\"{class}\" content-desc=\"财富\" bounds=\"[0,0][9,9]\"/>"
        ));
        let (nodes, warnings) = repaired(&text);
        assert_eq!((nodes[0].class_name.as_str(), nodes[0].content_desc.as_str()), ("", "财富"));
        assert_eq!(warnings.len(), usize::from(!class.is_empty()));
    }
}

#[test]
fn the_class_is_the_attribute_and_the_tag_only_where_it_is_missing() {
    let text = "<hierarchy><o.ﮃ class=\"o.ﮃ\" text=\"a\" bounds=\"[0,0][9,9]\">\
                <android.widget.Button text=\"b\" bounds=\"[0,0][9,9]\"/>\
                <x.Y class=\"z.W\" bounds=\"[0,0][1,1]\"/></o.ﮃ></hierarchy>";
    let (nodes, warnings) = repaired(text);
    let classes: Vec<_> = nodes.iter().map(|n| n.class_name.as_str()).collect();
    assert_eq!(classes, ["o.ﮃ", "android.widget.Button", "z.W"]);
    assert!(warnings.is_empty());
}

#[test]
fn both_quote_styles_and_line_breaks_in_one_tag() {
    let (nodes, warnings) = repaired(
        "<hierarchy><node text='Don\"t'\n\tcontent-desc=\"it's\" bounds = '[1,2][3,4]'/></hierarchy>",
    );
    assert_eq!((nodes[0].text.as_str(), nodes[0].content_desc.as_str()), ("Don\"t", "it's"));
    assert_eq!((nodes[0].bounds, warnings), (Rect::new(1, 2, 3, 4), vec![]));
}

#[test]
fn the_first_of_two_equal_attributes_counts() {
    let (nodes, warnings) =
        repaired(&node("text=\"a\" text=\"b\" clickable=\"true\" clickable=\"false\""));
    assert_eq!((nodes[0].text.as_str(), nodes[0].clickable), ("a", true));
    assert_eq!(warnings, one("xml.duplicate_attribute", 2));
}

#[test]
fn several_roots_and_several_hierarchies_are_several_windows() {
    let a = "<node index=\"0\" class=\"a\" bounds=\"[0,0][9,9]\"><node index=\"0\" class=\"b\" bounds=\"[0,0][1,1]\"/></node>";
    for text in [format!("{a}{a}"), hierarchy(&format!("{a}{a}")), hierarchy(a) + &hierarchy(a)] {
        let snapshot = dump(&text).unwrap();
        assert_eq!(snapshot.windows.len(), 2, "{text}");
        let windows: Vec<_> = snapshot.nodes.iter().map(|n| (n.window, n.parent)).collect();
        assert_eq!(windows, [(0, None), (0, Some(0)), (1, None), (1, Some(2))]);
        assert!(snapshot.warnings.is_empty());
    }
}

#[test]
fn a_bad_tag_costs_at_most_itself() {
    let good = "<node class=\"g\" text=\"good\" bounds=\"[0,0][9,9]\"/>";
    for bad in [
        "<node class=\"b\" text=\"the 5\" box\" bounds=\"[1,1][2,2]\"/>",
        "<node class=\"b\" text=\"say \"hi\" now\" bounds=\"[1,1][2,2]\"/>",
        "<node class=\"b\" text=\"<a href=\"u\">x</a>\" bounds=\"[1,1][2,2]\"/>",
        "<node class=\"b\" junk text=\"t\" bounds=\"[1,1][2,2]\"/>",
        "<node class=\"b\" focused=true bounds=\"[1,1][2,2]\"/>",
        "<node class=\"b\" =\"x\" bounds=\"[1,1][2,2]\"/>",
    ] {
        let (nodes, warnings) = repaired(&hierarchy(&format!("{good}{bad}{good}")));
        assert_eq!(nodes.len(), 3, "{bad}");
        assert_eq!((nodes[0].text.as_str(), nodes[2].text.as_str()), ("good", "good"), "{bad}");
        assert_eq!(
            (nodes[1].class_name.as_str(), nodes[1].bounds),
            ("b", Rect::new(1, 1, 2, 2)),
            "{bad}"
        );
        assert_eq!(warnings.len(), 1, "{bad}: {warnings:?}");
    }
    let text = hierarchy("<node text=\"say \"hi\" now\" class=\"b\" bounds=\"[1,1][2,2]\"/>");
    assert_eq!(repaired(&text).0[0].text, "say \"hi\" now");
}

#[test]
fn tags_that_do_not_match_cost_no_node() {
    let (nodes, warnings) = repaired("<hierarchy><node class=\"a\"><node class=\"b\"></hierarchy>");
    assert_eq!((nodes.len(), nodes[1].parent), (2, Some(0)));
    assert!(warnings.contains(&("xml.unclosed_tag".to_owned(), 2)), "{warnings:?}");
    let (nodes, warnings) = repaired("<hierarchy></nod></x><node class=\"a\"/></hierarchy>");
    assert_eq!(nodes.len(), 1);
    assert!(warnings.contains(&("xml.stray_end_tag".to_owned(), 2)), "{warnings:?}");
}

#[test]
fn what_looks_like_markup_or_code_stays_text() {
    let text =
        node("text=\"&lt;node text=&quot;x&quot;/&gt; ]]&gt; $(rm) '; DROP TABLE nodes; --\"");
    let (nodes, warnings) = repaired(&text);
    assert_eq!(nodes.len(), 1);
    assert_eq!(nodes[0].text, "<node text=\"x\"/> ]]> $(rm) '; DROP TABLE nodes; --");
    assert!(warnings.is_empty());
    let hidden = hierarchy(
        "<!-- <node class=\"x\"/> --><node class=\"a\"><![CDATA[<node class=\"y\"/>]]></node>",
    );
    let (nodes, _) = repaired(&hidden);
    assert_eq!(nodes.len(), 1);
    let entities = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>".to_owned()
        + &node("text=\"&b;\"");
    assert_eq!(repaired(&entities).0[0].text, "&b;");
}

#[test]
fn bounds_that_are_none_are_counted() {
    let (nodes, warnings) = repaired(&hierarchy(
        "<node class=\"a\" bounds=\"[0,0]\"/><node class=\"b\" bounds=\"[-5,0][7,9]\"/>",
    ));
    assert_eq!((nodes[0].bounds, nodes[1].bounds), (Rect::default(), Rect::new(-5, 0, 7, 9)));
    assert_eq!(warnings, one("node.bad_bounds", 1));
}

#[test]
fn children_that_exist_but_are_missing_are_counted() {
    let text = "<node active=\"true\" child-count=\"9\" bounds=\"[0,0][9,9]\"><node child-count=\"0\" bounds=\"[0,0][1,1]\"/></node>";
    assert_eq!(repaired(text).1, one("tree.missing_children", 8));
}

#[test]
fn utf16_and_broken_utf8_are_read() {
    let text = node("text=\"é🎁\"");
    let wide: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let snapshot = parse(&wide, Capture::default(), &Limits::default()).unwrap();
    assert_eq!(
        (snapshot.nodes[0].text.as_str(), snapshot.warnings[0].code.as_str()),
        ("é🎁", "input.utf16")
    );
    let mut broken = node("text=\"aXb\"").into_bytes();
    let at = broken.iter().position(|b| *b == b'X').unwrap();
    broken[at] = 0xC3;
    let snapshot = parse(&broken, Capture::default(), &Limits::default()).unwrap();
    assert_eq!(snapshot.nodes[0].text, "a\u{FFFD}b");
    assert_eq!(snapshot.warnings[0].code, "input.invalid_utf8");
}

// ---- truncation and limits

#[test]
fn a_cut_names_the_byte() {
    for text in ["<hierarchy><node text=\"a\"><node te", "noise\n<hierarchy><node text=\"a\">"] {
        let cut = text.rfind("<node te").filter(|_| text.ends_with("te")).unwrap_or(text.len());
        assert_eq!(dump(text).unwrap_err(), PerceiveError::Truncated { offset: cut }, "{text}");
    }
    let json = "  [{\"className\":\"a\",\"bounds\":\"0,0,1,1\",\"children\":[{\"text\":\"un";
    let Err(PerceiveError::Truncated { offset }) = dump(json) else { panic!("not truncated") };
    assert!(offset > json.len() - 6 && offset <= json.len(), "{offset}");
}

#[test]
fn chains_of_equal_wrappers_are_fine() {
    let depth = 120;
    let open = "<node class=\"android.view.View\" bounds=\"[0,0][1080,2131]\">".repeat(depth);
    let snapshot = dump(&hierarchy(&(open + &"</node>".repeat(depth)))).unwrap();
    assert_eq!(snapshot.nodes.len(), depth);
    assert!(snapshot.nodes.iter().enumerate().all(|(i, n)| n.parent_index() == i.checked_sub(1)));
    let open = "{\"className\":\"v\",\"bounds\":\"0,0,9,9\",\"children\":[".repeat(depth);
    assert_eq!(dump(&(open + &"]}".repeat(depth))).unwrap().nodes.len(), depth);
}

#[test]
fn twenty_thousand_levels_are_an_error_in_every_dialect() {
    let deep = |open: &str, close: &str| open.repeat(20_000) + &close.repeat(20_000);
    let limit = Limits::default().max_depth;
    for text in [
        hierarchy(&deep("<node class=\"a\" bounds=\"[0,0][1,1]\">", "</node>")),
        deep("{\"className\":\"a\",\"bounds\":\"0,0,1,1\",\"children\":[", "]}"),
        format!(
            "{{\"axeContext\":{{\"axeView\":{}}}}}",
            deep("{\"className\":\"a\",\"children\":[", "]}")
        ),
        format!("{{\"className\":\"a\",\"extras\":{}}}", deep("[", "]")),
        droidbot(
            (0..20_000)
                .map(|i| format!("{{\"class\":\"a\",\"temp_id\":{i},\"parent\":{}}}", i - 1)),
        ),
    ] {
        assert_eq!(dump(&text).unwrap_err(), PerceiveError::TooDeep { limit }, "{}", &text[..60]);
    }
}

#[test]
fn fifty_thousand_siblings_are_an_error_in_every_dialect() {
    let wide = "<node class=\"a\" bounds=\"[0,0][1,1]\"/>".repeat(50_000);
    let json = "{\"className\":\"a\",\"bounds\":\"0,0,1,1\"},".repeat(50_000);
    let json = json.trim_end_matches(',');
    for text in [
        hierarchy(&wide),
        format!("<displays>{}</displays>", "<window/>".repeat(50_000)),
        format!("[{json}]"),
        droidbot((0..50_000).map(|i| format!("{{\"class\":\"a\",\"temp_id\":{i},\"parent\":-1}}"))),
    ] {
        let error = dump(&text).unwrap_err();
        assert_eq!(error, PerceiveError::TooLarge { what: "nodes", limit: 20_000 });
        assert!(error.to_string().contains("Limits.max_nodes"), "{error}");
    }
    let limits = Limits { max_bytes: 100, ..Limits::default() };
    let error = parse(wide.as_bytes(), Capture::default(), &limits).unwrap_err();
    assert_eq!(error, PerceiveError::TooLarge { what: "bytes", limit: 100 });
}

// ---- JSON

fn droidbot(views: impl Iterator<Item = String>) -> String {
    let views: Vec<String> = views.collect();
    format!("{{\"foreground_activity\":\"a.b/.C\",\"views\":[{}]}}", views.join(","))
}

#[test]
fn a_view_that_is_its_own_ancestor_is_an_error() {
    let view =
        |id: i32, parent: i32| format!("{{\"class\":\"a\",\"temp_id\":{id},\"parent\":{parent}}}");
    let cyclic = droidbot([view(0, -1), view(1, 3), view(2, 1), view(3, 2)].into_iter());
    assert_eq!(dump(&cyclic).unwrap_err(), PerceiveError::Cyclic { index: 1 });
    let itself = droidbot([view(0, 0)].into_iter());
    assert_eq!(dump(&itself).unwrap_err(), PerceiveError::Cyclic { index: 0 });
}

#[test]
fn views_in_another_order_are_put_in_order() {
    let view = |class: &str, id: i32, parent: i32| {
        format!(
            "{{\"class\":\"{class}\",\"temp_id\":{id},\"parent\":{parent},\"bounds\":[[0,0],[9,9]]}}"
        )
    };
    let views = [view("leaf", 12, 11), view("b", 13, 10), view("root", 10, -1), view("a", 11, 10)];
    let (nodes, warnings) = repaired(&droidbot(views.into_iter()));
    let order: Vec<_> = nodes.iter().map(|n| (n.class_name.as_str(), n.parent)).collect();
    assert_eq!(order, [("root", None), ("b", Some(0)), ("a", Some(0)), ("leaf", Some(2))]);
    assert_eq!(warnings, one("tree.reordered", 1));
    let orphan = droidbot([view("root", 0, -1), view("lost", 1, 77)].into_iter());
    let (nodes, warnings) = repaired(&orphan);
    assert_eq!((nodes.len(), nodes[1].parent, warnings), (2, None, one("tree.orphan", 1)));
}

#[test]
fn both_forms_of_bounds_and_every_spelling_of_keys() {
    for bounds in [
        "\"1, 2, 3, 4\"",
        "{\"left\":1,\"top\":2,\"right\":3,\"bottom\":4}",
        "{\"t\":2,\"l\":1,\"b\":4,\"r\":3}",
        "[1,2,3,4]",
        "[[1,2],[3.0,4]]",
        "\"[1,2][3,4]\"",
    ] {
        let (nodes, warnings) = repaired(&format!(
            "[{{\"class_name\":\"a\",\"bounds\":{bounds},\"isClickable\":\"true\"}}]"
        ));
        assert_eq!(
            (nodes[0].bounds, nodes[0].clickable),
            (Rect::new(1, 2, 3, 4), true),
            "{bounds}"
        );
        assert!(warnings.is_empty(), "{bounds}: {warnings:?}");
    }
    for bounds in ["\"1, 2\"", "[1,2,3]", "{\"left\":1}", "7", "[[1,2],[3,null]]"] {
        let (_, warnings) = repaired(&format!("[{{\"className\":\"a\",\"bounds\":{bounds}}}]"));
        assert!(warnings.contains(&("node.bad_bounds".to_owned(), 1)), "{bounds}: {warnings:?}");
    }
}

#[test]
fn odd_values_cost_the_value_and_not_the_node() {
    let text = "[{\"className\":\"a\",\"text\":{\"x\":[1]},\"enabled\":\"maybe\",\"checked\":null,\
                \"bounds\":\"0,0,9,9\",\"children\":[7,null,\"x\",{\"className\":\"b\",\"text\":12}]}]";
    let (nodes, warnings) = repaired(text);
    assert_eq!((nodes.len(), nodes[0].text.as_str(), nodes[1].text.as_str()), (2, "", "12"));
    assert!(nodes[0].enabled);
    assert_eq!(warnings, one("json.odd_value", 4));
}

#[test]
fn nearly_json_is_rewritten() {
    let python = "[{'className': 'a', 'text': None, 'clickable': True, 'bounds': '0, 0, 9, 9', 'children': [],}]";
    let (nodes, warnings) = repaired(python);
    assert!(nodes[0].clickable && nodes[0].class_name == "a");
    assert_eq!(warnings[0].0, "json.rewritten");
    let (_, warnings) = repaired("[{'className':\"a\",\"bounds\":\"0,0,9,9\"}]");
    assert_eq!(warnings, one("json.rewritten", 1));
    let half = "[{\"className\":\"a\",\"text\":\"hi \\ud83d\",\"bounds\":\"0,0,9,9\"}]";
    assert_eq!(repaired(half).0[0].text, "hi \u{FFFD}");
    let broken = "[{\"className\":\"a\" \"text\":\"x\"}]";
    assert_eq!(dump(broken).unwrap_err().code(), "capture.malformed");
}

#[test]
fn a_flat_list_without_children_is_one_window() {
    let text = "{\"ui_elements\":[{\"class_name\":\"a\",\"bbox_pixels\":{\"x_min\":0,\"y_min\":10,\"x_max\":50,\"y_max\":20}},\
                {\"class_name\":\"b\",\"bbox_pixels\":{\"x_min\":5,\"y_min\":30,\"x_max\":90,\"y_max\":40}}]}";
    let snapshot = dump(text).unwrap();
    assert_eq!((snapshot.nodes.len(), snapshot.windows.len()), (2, 1));
    assert_eq!(snapshot.windows[0].bounds, Rect::new(0, 10, 90, 40));
}

#[test]
fn each_root_of_a_list_is_a_window_with_its_own_nodes() {
    let root = |class: &str, package: &str| {
        format!(
            "{{\"className\":\"{class}\",\"packageName\":\"{package}\",\"children\":[{{\"className\":\"leaf\"}}]}}"
        )
    };
    let text = format!("[{},{}]", root("a", "com.android.systemui"), root("b", "com.example"));
    let snapshot = dump(&text).unwrap();
    assert_eq!(snapshot.nodes.iter().map(|n| n.window).collect::<Vec<_>>(), [0, 0, 1, 1]);
    let packages: Vec<_> = snapshot.windows.iter().map(|w| w.package.as_str()).collect();
    assert_eq!(packages, ["com.android.systemui", "com.example"]);
}

#[test]
fn axe_tells_the_screen_where_the_tree_is_smaller() {
    let text = "{\"axeContext\":{\"axeDevice\":{\"screenHeight\":2400,\"screenWidth\":1080},\"axeView\":\
                {\"className\":\"a\",\"boundsInScreen\":{\"left\":0,\"top\":9,\"right\":100,\"bottom\":200}}}}";
    let display = dump(text).unwrap().capture.display;
    assert_eq!((display.width, display.height), (1080, 2400));
}

#[test]
fn the_depth_limit_is_exact_enough_for_nested_json() {
    let limits = Limits { max_depth: 10, ..Limits::default() };
    let chain = |depth: usize| {
        let text = "{\"className\":\"a\",\"children\":[".repeat(depth) + &"]}".repeat(depth);
        parse(text.as_bytes(), Capture::default(), &limits).map(|s| s.nodes.len())
    };
    assert_eq!(chain(10), Ok(10));
    assert_eq!(chain(13), Err(PerceiveError::TooDeep { limit: 10 }));
}

#[test]
fn an_object_that_is_a_node_needs_no_envelope() {
    let text = "{\"id\":\"n1\",\"note\":[{\"className\":\"decoy\"}],\"className\":\"a\",\"bounds\":\"0,0,9,9\",\"children\":[{\"className\":\"b\"}]}";
    let classes: Vec<_> = repaired(text).0.into_iter().map(|n| n.class_name).collect();
    assert_eq!(classes, ["a", "b"]);
}
