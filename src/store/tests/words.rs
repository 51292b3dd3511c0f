use super::*;

fn base() -> Base {
    let mut base = Base::new();
    let e1 = base.begin("e1", "打开无线网络设置");
    base.begin("e2", "Send 50%_off coupons to Ada OR Bob");
    base.see(
        &e1,
        &screen(&["Wi-Fi", "设置", "网络和互联网", "Straße", "100% off", "a_b", "\"quoted\""]),
    );
    base
}

fn nodes(base: &Base, query: &str) -> Vec<String> {
    let found = base.store.read(|db| nodes::search(db, query, 10)).unwrap();
    found.into_iter().map(|n| n.label).collect()
}

fn goals(base: &Base, query: &str) -> usize {
    base.store.read(|db| episodes::search(db, query, 10)).unwrap().len()
}

#[test]
fn chinese_words_of_one_and_two_characters_are_found() {
    let base = base();
    assert_eq!(nodes(&base, "设置"), ["设置"]);
    assert_eq!(nodes(&base, "网络"), ["网络和互联网"]);
    assert_eq!(nodes(&base, "联"), ["网络和互联网"]);
    assert_eq!(goals(&base, "设置"), 1);
    assert_eq!(goals(&base, "无线"), 1);
    assert_eq!(goals(&base, "线无"), 1, "no pair fits, but both characters do");
    assert_eq!(goals(&base, "蓝牙"), 0);
}

#[test]
fn nothing_in_a_query_is_an_operator() {
    let base = base();
    for query in ["wi-fi", "WI FI", "fi wi", "Wi*Fi", "wi AND fi", "\"wi fi\"", "NEAR(wi fi)"] {
        assert_eq!(nodes(&base, query).first().map(String::as_str), Some("Wi-Fi"), "{query}");
    }
    for query in ["node:", "-", "^", "* OR *", "')--", "\0", "(", "{node episode} :"] {
        nodes(&base, query);
        goals(&base, query);
    }
    assert_eq!(nodes(&base, "%"), ["100% off"]);
    assert_eq!(nodes(&base, "_"), ["a_b"]);
    assert_eq!(nodes(&base, "\""), ["\"quoted\""]);
    assert_eq!(nodes(&base, "10_% o%f"), ["100% off"; 0], "no wildcards");
    assert_eq!(nodes(&base, ""), [""; 0]);
    assert_eq!(goals(&base, "50%_off"), 1);
}

#[test]
fn words_are_found_by_their_beginning_and_all_words_before_some() {
    let base = base();
    assert_eq!(goals(&base, "coupon"), 1);
    assert_eq!(goals(&base, "send money to ada"), 1);
    assert_eq!(nodes(&base, "STRASSE"), [""; 0]);
    assert_eq!(nodes(&base, "straße"), ["Straße"]);
}

#[test]
fn what_goes_leaves_the_index() {
    let mut base = base();
    base.apply(&[Change::DeleteEpisode(EpisodeId::new("e2"))]).unwrap();
    assert_eq!(goals(&base, "coupons"), 0);
    // The index holds nothing that its tables do not explain.
    let terms = |base: &Base| base.number("SELECT count(*) FROM recall_docsize");
    let before = terms(&base);
    recall::rebuild(&base.db).unwrap();
    assert_eq!(terms(&base), before);
    assert_eq!(nodes(&base, "设置"), ["设置"]);
}

#[test]
fn an_index_of_another_expansion_is_made_anew() {
    let base = base();
    base.db.execute("UPDATE meta SET value = '0' WHERE key = 'text_expansion'", []).unwrap();
    base.db.execute("INSERT INTO recall (recall) VALUES ('delete-all')", []).unwrap();
    assert_eq!(nodes(&base, "设置"), [""; 0]);
    let path = base.store.path().to_owned();
    let (store, _) = Store::open(&path, &OpenOptions::default(), at(0)).unwrap();
    assert_eq!(store.read(|db| nodes::search(db, "设置", 5)).unwrap().len(), 1);
}
