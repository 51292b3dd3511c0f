//! Both error rates of the immune system: attacks admitted, and honest screens refused.
//!
//! Prints `attacks, admitted, honest, refused` and writes them to `target/immune/summary.json`. The honest side is made
//! of hand-written screens here, and of every file of the corpus (`CS_MEM_CORPUS`, default `../shared/corpus`) or of any
//! folder (`DIR`).

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "immune/attacks.rs"]
mod attacks;
#[path = "immune/runs.rs"]
mod runs;
#[path = "immune/screens.rs"]
mod screens;

use attacks::Attack;
use cs_mem::lifecycle::immune::{Context, inspect, inspect_run, judge, mask};
use cs_mem::model::{Capture, ImmunePolicy, Rect, Snapshot, UiNode};
use cs_mem::perceive::{Limits, parse};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a raw search would find, with and without what people put between characters.
fn leaks(snapshot: &Snapshot, secret: &str) -> bool {
    let plain = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    };
    let fold = |t: &str| -> String {
        t.chars().map(plain).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = fold(secret);
    let mut all = String::new();
    let mut one_by_one = String::new();
    for n in &snapshot.nodes {
        for field in [&n.text, &n.content_desc, &n.hint, &n.resource_id, &n.class_name, &n.package]
        {
            all.push_str(&fold(field));
            all.push('\n');
        }
        one_by_one.push_str(&fold(&n.text));
    }
    snapshot.windows.iter().for_each(|w| all.push_str(&fold(&w.title)));
    all.contains(&wanted) || one_by_one.contains(&wanted)
}

fn is_admitted(attack: Attack) -> bool {
    let (masked, verdict) = judge(attack.snapshot, &attack.policy, &attack.context);
    match attack.secret {
        Some(secret) => leaks(&masked, &secret),
        None => verdict.admits(),
    }
}

#[test]
fn honest_runs_are_admitted() {
    for run in runs::honest() {
        assert_eq!(inspect_run(&run).reasons, []);
    }
}

/// Share of honest screens, in percent, that may be refused or set aside.
const MOST_REFUSED: f64 = 1.0;

#[test]
fn attacks_are_repelled_and_honest_screens_are_not() {
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut through = Vec::new();
    for (i, attack) in attacks::all().into_iter().enumerate() {
        let kind = attack.kind;
        let node = attack.snapshot.nodes.get(2);
        let shown = node.map(|n| format!("{:?} {:?} {}", n.text, n.content_desc, n.class_name));
        let count = kinds.entry(kind).or_default();
        count.0 += 1;
        if is_admitted(attack) {
            count.1 += 1;
            through.push(format!("attack {i} admitted: {kind}: {}", shown.unwrap_or_default()));
        }
    }
    for (kind, run) in runs::poisoned() {
        let count = kinds.entry(kind).or_default();
        count.0 += 1;
        if inspect_run(&run).admits() {
            count.1 += 1;
            let shown = run.screens.last().and_then(|s| s.nodes.get(1)).map(|n| &n.label);
            through.push(format!("poisoned run admitted: {kind}: {shown:?}"));
        }
    }
    for (kind, (tried, admitted)) in &kinds {
        println!("{kind:<45} {tried:>4} tried {admitted:>3} admitted");
    }
    let attacks: usize = kinds.values().map(|k| k.0).sum();
    let made: Vec<_> = screens::honest().into_iter().map(|(n, s)| (n.to_owned(), s)).collect();
    let recorded = recorded_screens();
    let (made_refused, recorded_refused) = (refused(&made), refused(&recorded));
    let honest = made.len() + recorded.len();
    let all_refused: Vec<&String> = made_refused.iter().chain(&recorded_refused).collect();
    through.iter().chain(all_refused.iter().copied()).for_each(|line| println!("{line}"));
    println!(
        "attacks {attacks} ({} kinds), admitted {}, honest {honest}, refused {}",
        kinds.len(),
        through.len(),
        all_refused.len()
    );
    write_summary(attacks, through.len(), honest, all_refused.len());

    assert!(attacks >= 200 && kinds.len() >= 20, "the suite shrank");
    assert!(through.is_empty(), "{} attacks were admitted, see above", through.len());
    assert!(made_refused.is_empty(), "a hand-written honest screen was refused, see above");
    let share = recorded_refused.len() as f64 * 100.0 / recorded.len().max(1) as f64;
    assert!(share <= MOST_REFUSED, "{share:.1} % of the recorded screens were refused, see above");
}

fn refused(screens: &[(String, Snapshot)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, snapshot) in screens {
        let (_, verdict) = judge(snapshot.clone(), &ImmunePolicy::default(), &Context::default());
        if !verdict.admits() {
            let codes: Vec<_> = verdict.reasons.iter().map(|r| r.code.as_str()).collect();
            lines.push(format!("honest screen {name} refused: {}", codes.join(", ")));
        }
    }
    lines
}

fn write_summary(attacks: usize, admitted: usize, honest: usize, refused: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/immune");
    std::fs::create_dir_all(&folder).unwrap();
    let summary = serde_json::json!({
        "attacks": attacks, "admitted": admitted, "honest": honest, "refused": refused,
    });
    std::fs::write(folder.join("summary.json"), format!("{summary:#}\n")).unwrap();
}

/// Screens of the corpus, or of any folder. A file that cannot be read as a screen is not counted.
fn recorded_screens() -> Vec<(String, Snapshot)> {
    let root = std::env::var("DIR").or_else(|_| std::env::var("CS_MEM_CORPUS"));
    let root = root.unwrap_or_else(|_| "../shared/corpus".to_owned());
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::from(&root)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    if files.is_empty() {
        println!(
            "skipped: no recorded screens in {root}; set DIR or CS_MEM_CORPUS to a folder of dumps"
        );
    }
    let mut screens = Vec::new();
    for file in files {
        let Ok(bytes) = std::fs::read(&file) else { continue };
        let states = parse::states(&bytes, &Capture::default(), &Limits::default());
        let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        for (i, state) in states.into_iter().flatten().enumerate() {
            screens.extend(state.ok().map(|s| (format!("{name}#{i}"), s)));
        }
    }
    screens
}

#[test]
fn masking_twice_is_masking_once() {
    let screens = screens::honest().into_iter().map(|(_, s)| (s, Context::default()));
    for (screen, context) in
        screens.chain(attacks::all().into_iter().map(|a| (a.snapshot, a.context)))
    {
        let (once, _) = mask(screen, &ImmunePolicy::default(), &context.scrub);
        let (twice, changed) = mask(once.clone(), &ImmunePolicy::default(), &context.scrub);
        assert_eq!((twice, changed), (once, 0));
    }
}

/// Secrets of every script, and screens that show them whole, spelled out, cut and in any field.
fn secret_and_screen() -> impl Strategy<Value = (String, Snapshot)> {
    let secret =
        prop_oneof!["[a-zA-Z0-9!#$%&-]{4,20}", "[0-9]{4,8}", "\\PC{4,12}", "[а-я密码é]{4,9}"];
    let visible = secret.prop_filter("a secret has something to see", |s| {
        s.chars().any(|c| !c.is_whitespace() && c != '•')
    });
    visible.prop_flat_map(|secret| {
        let form = prop_oneof![
            Just(secret.clone()),
            Just(secret.to_uppercase()),
            Just(secret.chars().flat_map(|c| [c, ' ']).collect::<String>()),
            Just(secret.chars().skip(1).collect::<String>()),
            Just(secret.repeat(3)),
            "\\PC{0,12}",
        ];
        let field = prop::collection::vec(form, 0..4).prop_map(|parts| parts.concat());
        let fields = prop::collection::vec(field, 6);
        let node = (fields, any::<[bool; 4]>()).prop_map(
            |(mut f, [password, editable, clickable, sensitive])| {
                let mut n = UiNode::new(f.remove(0), Rect::new(0, 0, 100, 40));
                [n.text, n.content_desc, n.hint, n.resource_id, n.package] = f.try_into().unwrap();
                UiNode { password, editable, clickable, sensitive: sensitive && password, ..n }
            },
        );
        let nodes = prop::collection::vec(node, 1..12);
        nodes.prop_map(move |nodes| (secret.clone(), Snapshot { nodes, ..Snapshot::default() }))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_typed_secret_survives_masking((secret, screen) in secret_and_screen()) {
        let policy = ImmunePolicy::default();
        let scrub = [secret.clone()];
        let (masked, changed) = mask(screen.clone(), &policy, &scrub);
        prop_assert_eq!(changed == 0, masked == screen);
        for n in &masked.nodes {
            for field in [&n.text, &n.content_desc, &n.hint, &n.resource_id, &n.class_name, &n.package] {
                prop_assert!(!field.contains(&secret), "{secret:?} in {field:?}");
            }
        }
    }

    #[test]
    fn whatever_it_is_given_it_answers((secret, mut screen) in secret_and_screen(), at in any::<[i32; 6]>()) {
        let [left, top, right, bottom, parent, window] = at;
        for n in &mut screen.nodes {
            n.bounds = Rect { left, top, right, bottom };
            (n.parent, n.window) = (Some(parent), window);
        }
        let context = Context { scrub: vec![secret], ..Context::default() };
        let (_, verdict) = judge(screen.clone(), &ImmunePolicy::default(), &context);
        prop_assert_eq!(verdict.kind, inspect(&screen, &ImmunePolicy::default(), &context).kind);
    }
}
