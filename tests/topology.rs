//! App upgrades: the contract of the score, pairs one to one, what is left alone, what is taken back.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use cs_mem::lifecycle::entropy::HalfLives;
use cs_mem::lifecycle::topology::{
    LEAST_SCORE, Survey, TopologyPlan, Upgrade, Withheld, confirm, contradict, plan, plan_all,
    roll_back, score,
};
use cs_mem::model::change::NodeRow;
use cs_mem::model::{Alias, AliasMap, Change, Energy, Fingerprint, Role, Timestamp};

const NOW: Timestamp = Timestamp::from_millis(1_800_000_000_000);

fn fp(n: u8) -> Fingerprint {
    Fingerprint::from_bytes([n; 32])
}

/// A button of `com.x`.
fn button(n: u8, id: &str, label: &str) -> NodeRow {
    NodeRow {
        fingerprint: fp(n),
        role: Role::Button,
        label: label.into(),
        resource_id: if id.is_empty() { String::new() } else { format!("com.x:id/{id}") },
        class_name: "android.widget.Button".into(),
        app: "com.x".into(),
        app_version: None,
        first_seen: NOW,
        last_seen: NOW,
        seen: 1,
        energy: Energy::new(NOW),
    }
}

fn upgrade<'a>(old: &'a [NodeRow], new: &'a [NodeRow], known: &'a [Alias]) -> Upgrade<'a> {
    Upgrade { app: "com.x", from_version: "1.2", to_version: "1.3", old, new, known }
}

/// The pairs of a plan by the first byte of their fingerprints.
fn pairs(plan: &TopologyPlan) -> Vec<(u8, u8)> {
    plan.aliases.iter().map(|a| (a.old.as_bytes()[0], a.new.as_bytes()[0])).collect()
}

fn mapped(old: &[NodeRow], new: &[NodeRow]) -> Vec<(u8, u8)> {
    pairs(&plan(&upgrade(old, new, &[]), NOW))
}

#[test]
fn the_score_is_the_published_sum() {
    let old = button(1, "send_button", "Send");
    let of = |change: fn(&mut NodeRow)| {
        let mut new = button(2, "send_button", "Send");
        change(&mut new);
        score(&old, &new)
    };
    assert_eq!(of(|_| ()), 1.0);
    assert_eq!(of(|n| n.class_name = "com.x.Fancy".into()), 0.9);
    assert_eq!(of(|n| n.label = "Go".into()), 0.6);
    assert_eq!(of(|n| n.resource_id = "com.x:id/other".into()), 0.5);
    assert_eq!(of(|n| n.role = Role::Toggle), 0.0);
    assert_eq!(of(|n| n.app = "com.y".into()), 0.0);
    // normalised: package and type dropped, lower case; last part of the class
    assert_eq!(of(|n| n.resource_id = "com.x.beta:id/Send_Button".into()), 1.0);
    assert_eq!(of(|n| n.class_name = "androidx.appcompat.widget.Button".into()), 1.0);
    // contained either way
    assert_eq!(of(|n| n.label = "Send now".into()), 1.0);
    assert_eq!(of(|n| n.label = "send".into()), 1.0);
    // nothing empty is equal
    let bare = NodeRow { class_name: String::new(), ..button(1, "", "") };
    assert_eq!(score(&bare, &bare), 0.0);
}

#[test]
fn labels_are_alike_above_four_fifths() {
    let alike = |a: &str, b: &str| score(&button(1, "", a), &button(2, "", b)) == 0.5;
    assert!(alike("Preferences", "Preference"));
    assert!(alike("abcdefghij", "abcdefghiX"), "0.9");
    assert!(!alike("abcde", "abcdX"), "0.8 is not above 0.8");
    assert!(!alike("Inbox", "Outbox"));
    assert!(alike("发送", "发送消息"), "contained");
    assert!(!alike("Chapter 1", "Chapter 2"), "other numbers are other things");
    assert!(!alike("Page 1", "Page 1 of 9") && alike("Inbox", "Inbox (3)"));
}

#[test]
fn an_alias_needs_seven_tenths_and_never_less() {
    let old = [button(1, "send", "Send"), button(2, "title", "Inbox"), button(3, "save", "Save")];
    let mut other_class = button(13, "save", "Save");
    other_class.class_name = "com.x.Other".into();
    let new = [button(11, "send", "Off you go"), button(12, "headline", "Inbox"), other_class];
    let plan = plan(&upgrade(&old, &new, &[]), NOW);
    assert_eq!(pairs(&plan), [(3, 13)]);
    assert_eq!(plan.aliases[0].score, 0.9);
    assert!(plan.aliases.iter().all(|a| a.score >= LEAST_SCORE && !a.confirmed));
    assert_eq!(plan.changes, [Change::PutAlias(Box::new(plan.aliases[0].clone()))]);
    assert_eq!((&*plan.aliases[0].from_version, &*plan.aliases[0].to_version), ("1.2", "1.3"));
}

#[test]
fn a_node_that_both_versions_have_needs_no_alias_and_is_no_candidate() {
    let kept = button(1, "send", "Send");
    let old = [kept.clone(), button(2, "send", "Send now")];
    let new = [kept, button(3, "open", "Open")];
    assert_eq!(mapped(&old, &new), []);
}

#[test]
fn a_renamed_container_moves_everything_below_it_and_all_of_it_is_mapped() {
    let menu = ["Inbox", "Drafts", "Sent", "Spam"];
    let rows = |from: u8| -> Vec<_> {
        menu.iter().zip(from..).map(|(label, n)| button(n, "entry", label)).collect()
    };
    let plan = plan(&upgrade(&rows(1), &rows(11), &[]), NOW);
    assert_eq!(pairs(&plan), [(1, 11), (2, 12), (3, 13), (4, 14)]);
    assert!(plan.aliases.iter().all(|a| a.score == 1.0));
    assert_eq!(plan.note, "migrated 4 nodes app=com.x v1.2→v1.3");
}

#[test]
fn a_tie_makes_no_alias() {
    let one = [button(1, "send", "Send")];
    let two = [button(11, "send", "Send"), button(12, "send", "Send")];
    assert_eq!(mapped(&one, &two), []);
    assert_eq!(mapped(&two, &one), []);
    assert_eq!(mapped(&two, &[button(21, "send", "Send"), button(22, "send", "Send")]), []);
    let alike = [button(11, "send", "Options of today"), button(12, "send", "Options of all")];
    assert_eq!(mapped(&[button(1, "send", "Options")], &alike), []);
    // what says the very same is no tie with what is merely alike
    let better = [button(11, "entry", "Sound"), button(12, "entry", "Sound and vibration")];
    assert_eq!(mapped(&[button(1, "entry", "Sound")], &better), [(1, 11)]);
}

#[test]
fn where_an_id_is_shared_the_label_alone_must_tell() {
    let other = button(9, "entry", "Help");
    let becomes = |a: &str, b: &str| {
        let old = [button(1, "entry", a), other.clone()];
        let new = [button(11, "entry", b), other.clone()];
        !mapped(&old, &new).is_empty()
    };
    for (a, b) in [
        ("Delete", "Delete all"),
        ("Mute", "Unmute"),
        ("Archive", "Archive all"),
        ("Item 1", "Item 12"),
        ("Chapter 1", "Chapter 2"),
        ("Wi-Fi on", "Wi-Fi off"),
        ("未读消息通知", "已读消息通知"),
        ("Art", "Cart"),
        ("Send message", "Send messages"),
    ] {
        assert!(!becomes(a, b), "{a} is not {b}");
    }
    for (a, b) in [
        ("Colour settings", "Color settings"),
        ("Display", "Display & brightness"),
        ("E-mail", "Email"),
        ("DELETE", "Delete"),
        ("Pay 5", "Pay: 5"),
    ] {
        assert!(becomes(a, b), "{a} is {b}");
    }
}

#[test]
fn ids_of_an_obfuscator_do_not_vote() {
    for id in ["a1", "bp", "0_resource_name_obfuscated", "17"] {
        assert_eq!(mapped(&[button(1, id, "Send")], &[button(11, id, "Send")]), [], "{id}");
    }
    // `add` is a word, but not among ids of two and three letters
    let made_up: Vec<_> = (20..30).map(|n| button(n, &format!("b{}", n % 10), "x")).collect();
    let with = |row: NodeRow| [&made_up[..], &[row]].concat();
    let (old, new) = (button(1, "add", "Add photo"), button(11, "add", "Add photo"));
    assert_eq!(mapped(&[old.clone()], &[new.clone()]), [(1, 11)]);
    assert_eq!(mapped(&with(old), &with(new)), []);
}

#[test]
fn the_same_version_again_changes_nothing() {
    let old = [button(1, "send", "Send"), button(2, "open", "Open")];
    let new = [button(11, "send", "Send now"), button(12, "open", "Open")];
    let first = plan(&upgrade(&old, &new, &[]), NOW);
    assert_eq!(first.aliases.len(), 2);
    let again = plan(&upgrade(&old, &new, &first.aliases), NOW.plus(1));
    assert_eq!((again.changes, again.aliases), (vec![], vec![]));
    let same = Upgrade { from_version: "1.3", ..upgrade(&old, &new, &[]) };
    let same = plan(&same, NOW);
    assert!(same.changes.is_empty());
    assert_eq!(same.note, "migrated 0 nodes app=com.x v1.3→v1.3");
}

#[test]
fn a_provisional_alias_is_judged_again_when_more_was_seen() {
    let old = [button(1, "send", "Send")];
    let new = [button(11, "send", "Send")];
    let known = plan(&upgrade(&old, &new, &[]), NOW).aliases;
    let more = [button(11, "send", "Send"), button(12, "send", "Send")];
    let again = plan(&upgrade(&old, &more, &known), NOW);
    assert_eq!(again.changes, [Change::RemoveAlias(fp(1))], "now it is a tie");
    let confirmed = [Alias { confirmed: true, ..known[0].clone() }];
    assert_eq!(plan(&upgrade(&old, &more, &confirmed), NOW).changes, []);
}

#[test]
fn an_old_node_that_lives_on_contradicts_its_alias_and_opens_every_circle() {
    let (a, b) = (button(1, "send", "Send"), button(2, "send", "Send now"));
    let up = plan(&upgrade(&[a.clone()], &[b.clone()], &[]), NOW).aliases;
    let back = Upgrade { from_version: "1.3", to_version: "1.2", ..upgrade(&[], &[], &up) };
    let down = plan(&Upgrade { old: &[b.clone()], new: &[a.clone()], ..back }, NOW);
    assert_eq!(down.changes[0], Change::RemoveAlias(fp(1)));
    assert_eq!(pairs(&down), [(2, 1)]);
    let map = AliasMap::new(&down.aliases);
    assert_eq!((map.resolve(fp(2)), map.resolve(fp(1))), (fp(1), fp(1)));
}

#[test]
fn chains_over_upgrades_are_confirmed_contradicted_and_rolled_back() {
    let made = |old: u8, new: u8, from: &str, to: &str, confirmed| Alias {
        old: fp(old),
        new: fp(new),
        score: 0.9,
        app: "com.x".into(),
        from_version: from.into(),
        to_version: to.into(),
        created_at: NOW,
        confirmed,
    };
    let aliases =
        [made(1, 2, "1", "2", true), made(2, 3, "2", "3", false), made(7, 8, "2", "3", false)];
    assert!(AliasMap::new(&aliases).leads_to(fp(1), fp(3)));
    assert_eq!(confirm(&aliases, fp(1), fp(3)), [Change::ConfirmAlias(fp(2))]);
    assert_eq!(confirm(&aliases, fp(1), fp(8)), []);
    assert_eq!(contradict(&aliases, fp(1), fp(3)), [Change::RemoveAlias(fp(2))]);
    assert_eq!(contradict(&aliases, fp(1), fp(2)), [Change::RemoveAlias(fp(1))]);
    let back = roll_back(&aliases, "com.x", "2", "3");
    assert_eq!(back, [Change::RemoveAlias(fp(2)), Change::RemoveAlias(fp(7))]);
    assert_eq!(roll_back(&aliases, "com.y", "2", "3"), []);
    let circle = [made(1, 2, "1", "2", false), made(2, 1, "2", "3", false)];
    assert_eq!(confirm(&circle, fp(1), fp(9)), []);
}

#[test]
fn what_was_taken_back_is_not_made_again() {
    let (old, new) = ([button(1, "send", "Send")], [button(11, "send", "Send now")]);
    let plan = plan(&upgrade(&old, &new, &[]), NOW);
    let stored = |rule: fn(&mut Withheld)| {
        let mut withheld = Withheld::default();
        rule(&mut withheld);
        let Change::SetMeta { value, .. } = withheld.to_change() else { panic!() };
        Withheld::from_meta(Some(&value))
    };
    for withheld in [
        stored(|w| w.forbid_upgrade("com.x", "1.2", "1.3")),
        stored(|w| w.forbid_pair(fp(1), fp(11))),
    ] {
        let plan = plan.clone().without(&withheld);
        assert_eq!((plan.changes.len(), plan.aliases.len()), (0, 0));
        assert_eq!(plan.note, "migrated 0 nodes app=com.x v1.2→v1.3");
    }
    for withheld in [
        stored(|w| w.forbid_upgrade("com.x", "1.1", "1.3")),
        stored(|w| {
            w.forbid_upgrade("com.x", "1.2", "1.3");
            w.allow_upgrade("com.x", "1.2", "1.3");
        }),
        Withheld::from_meta(Some("not json")),
    ] {
        assert_eq!(plan.clone().without(&withheld), plan);
    }
}

#[test]
fn every_app_and_version_is_surveyed_and_what_has_faded_takes_no_part() {
    let row = |app: &str, version: &str, n: u8, day: i64| {
        let seen = NOW.plus(day * 86_400_000);
        NodeRow {
            app: app.into(),
            app_version: (!version.is_empty()).then(|| version.to_owned()),
            last_seen: seen,
            energy: Energy::new(seen),
            ..button(n, "send", "Send")
        }
    };
    let mut rows = vec![
        row("com.x", "1.10", 3, 30),
        row("com.x", "1.9", 2, 20),
        row("com.x", "", 1, 10),
        row("com.y", "7", 4, 0),
        row("com.y", "8", 5, 1),
        row("com.z", "1", 6, 0),
    ];
    let half_lives = HalfLives::default();
    let withheld = Withheld::default();
    let survey = |rows: &[NodeRow], day: i64| {
        let survey = Survey { rows, known: &[], withheld: &withheld, half_lives: &half_lives };
        plan_all(&survey, NOW.plus(day * 86_400_000))
    };
    let plans = survey(&rows, 31);
    let notes: Vec<_> = plans.iter().map(|p| p.note.as_str()).collect();
    assert_eq!(
        notes,
        [
            "migrated 1 nodes app=com.x v1.9→v1.10",
            "migrated 1 nodes app=com.x v?→v1.10",
            "migrated 1 nodes app=com.y v7→v8",
        ]
    );
    assert_eq!(plans.iter().flat_map(pairs).collect::<Vec<_>>(), [(2, 3), (1, 3), (4, 5)]);
    rows.reverse();
    assert_eq!(survey(&rows, 31), plans, "the order of rows does not matter");
    assert_eq!(survey(&rows, 120), [], "faded");
}
