use super::*;
use crate::model::alias::Alias;
use crate::model::fsm::Standing;
use crate::model::replay::StepView;
use crate::model::verdict::{Threat, Verdict, VerdictKind};
use crate::model::{EpisodeId, EpisodeStatus, Fingerprint, MacroId};

const HOSTILE: &str = "<script>alert('x')</script>\"><img src=x onerror=alert(1)>";
const NOW: Timestamp = Timestamp::from_millis(1_796_083_200_000);

fn step(index: i32, verb: &str, target: &str, text: &str) -> StepView {
    StepView { index, verb: verb.into(), target: target.into(), text: text.into() }
}

fn episode(n: i64, goal: &str, status: EpisodeStatus, actions: i64, thoughts: i64) -> Episode {
    Episode {
        id: EpisodeId::new(format!("ep_{n:016x}")),
        goal: goal.into(),
        app: "com.example.printer".into(),
        app_version: "1.2".into(),
        status,
        started_at: NOW.plus(-n * 3_600_000),
        finished_at: Some(NOW),
        actions,
        thoughts,
        macro_id: None,
        energy: 1.0,
        energy_at: NOW,
    }
}

fn card(
    goal: &str,
    steps: Vec<StepView>,
    shape: Shape,
    energy: f64,
    standing: Standing,
) -> MacroCard {
    let view = super::super::library::MacroView {
        id: MacroId::new("mac_00c0ffee00c0ffee"),
        version: 2,
        reason: "merged with a run that closed a dialog first".into(),
        goal: goal.into(),
        app: "com.example.printer".into(),
        app_version: "1.2".into(),
        standing,
        slots: vec!["value1".into()],
        steps,
        energy,
        successes: 12,
        failures: 1,
        created_at: NOW.plus(-90_000_000),
        last_run_at: Some(NOW),
        digest: "d".repeat(32),
        diagram: String::new(),
    };
    MacroCard { view, shape }
}

/// A memory with something in every section.
fn sample() -> ReportData {
    let chain = |names: &[&str], arrows: &[(usize, usize)], end| Shape {
        names: names.iter().map(|n| (*n).to_owned()).collect(),
        arrows: arrows.to_vec(),
        start: 0,
        end,
    };
    let print = card(
        "print {value1}",
        vec![
            step(0, "tap", "LIST_ITEM \"Labels\"", ""),
            step(1, "input_text", "INPUT \"\"", "{value1}"),
            step(2, "tap", "BUTTON \"Print\"", ""),
            step(3, "tap", "BUTTON \"Later\"", ""),
            step(4, "scroll", "SCROLLABLE \"\"", ""),
        ],
        chain(
            &[
                "Printer",
                "New label",
                "New label, filled in with a value that has a long name",
                "Printed",
                "Rate this app",
            ],
            &[(0, 1), (1, 2), (2, 3), (4, 0), (0, 0)],
            3,
        ),
        8.4,
        Standing::Crystallised,
    );
    let wifi = card(
        "双面打印 on",
        vec![
            step(0, "tap", "LIST_ITEM \"Settings\"", ""),
            step(1, "tap", "TOGGLE \"Print on both sides\"", ""),
        ],
        chain(&["Printer", "Settings", ""], &[(0, 1), (1, 2)], 2),
        0.04,
        Standing::Draft,
    );
    let mut refused = Verdict::default();
    refused.add(
        VerdictKind::Refuse,
        Threat::High,
        "overlay.foreign_window",
        "a window of another app lies over the screen: close it and read the screen again",
    );
    let alias = Alias {
        old: Fingerprint::from_bytes([0xa1; 32]),
        new: Fingerprint::from_bytes([0xb2; 32]),
        score: 0.9,
        app: "com.example.printer".into(),
        from_version: "1.2".into(),
        to_version: "1.3".into(),
        created_at: NOW,
        confirmed: true,
    };
    ReportData {
        generated_at: NOW,
        library_version: "0.1.0".into(),
        stats: Stats {
            nodes: 1_234,
            edges: 5_678,
            screens: 42,
            episodes: 9,
            macros: 2,
            crystallised: 1,
            aliases: 12,
            quarantined: 1,
            bytes: 1_310_720,
            queue_depth: 0,
            raw_bytes: 2_400_000,
            screen_bytes: 96_000,
        },
        episodes: vec![
            episode(1, "print WORLD", EpisodeStatus::Succeeded, 3, 0),
            episode(2, "print HELLO", EpisodeStatus::Distilled, 3, 4),
            episode(
                3,
                "print the whole of the very long annual report on both sides of the paper",
                EpisodeStatus::Failed,
                1,
                0,
            ),
            episode(4, "打印标签", EpisodeStatus::Interrupted, 2, 2),
        ],
        macros: vec![print, wifi],
        aliases: vec![AliasCard {
            alias,
            old: "BUTTON \"Print\"".into(),
            new: "BUTTON \"Print label\"".into(),
        }],
        quarantine: vec![QuarantineView {
            app: "com.evil.overlay".into(),
            verdict: refused,
            at: NOW,
        }],
        node_energies: [0.03, 0.3, 0.7, 0.8, 1.0, 1.0, 1.2, 1.4, 1.6, 2.4, 5.0, 9.0]
            .into_iter()
            .collect(),
        endpoint: None,
    }
}

fn hostile() -> ReportData {
    let mut data = sample();
    data.library_version = HOSTILE.into();
    data.endpoint = Some(HOSTILE.into());
    for e in &mut data.episodes {
        (e.id, e.goal) = (EpisodeId::new(HOSTILE), HOSTILE.into());
        (e.app, e.app_version) = (HOSTILE.into(), HOSTILE.into());
    }
    for m in &mut data.macros {
        m.shape.names.iter_mut().for_each(|n| *n = HOSTILE.into());
        for s in &mut m.view.steps {
            (s.target, s.text) = (format!("BUTTON \"{HOSTILE}\""), HOSTILE.into());
        }
        (m.view.goal, m.view.app, m.view.app_version) =
            (HOSTILE.into(), HOSTILE.into(), HOSTILE.into());
        (m.view.reason, m.view.slots) = (HOSTILE.into(), vec![HOSTILE.into()]);
        m.view.id = MacroId::new(HOSTILE);
    }
    for a in &mut data.aliases {
        (a.old, a.new) = (HOSTILE.into(), HOSTILE.into());
        (a.alias.app, a.alias.from_version, a.alias.to_version) =
            (HOSTILE.into(), HOSTILE.into(), HOSTILE.into());
    }
    for q in &mut data.quarantine {
        q.app = HOSTILE.into();
        q.verdict.add(VerdictKind::Refuse, Threat::High, HOSTILE, HOSTILE);
    }
    data
}

#[test]
fn page_text_never_becomes_markup() {
    let page = render(&hostile());
    assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"));
    assert_eq!(page.matches("<script").count(), 1, "only the page's own script");
    assert!(!page.contains("<img") && !page.contains("\"><img") && !page.contains("alert('x')"));
    // A tag opens and closes quotes in pairs, so nobody got out of an attribute.
    for tag in page.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(tag.split('"').step_by(2).all(|outside| !outside.contains("onerror")), "{tag}");
    }
}

#[test]
fn the_page_loads_nothing_and_sends_nothing() {
    let page = render(&sample());
    for outside in
        ["http:", "https:", "//", "@import", "url(", "src=", "<link", "<form", "fetch(", "XMLHttp"]
    {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("form-action 'none'"));
    assert!(!page.contains(" style=\"") && !page.contains(" onclick"), "the policy forbids them");
}

#[test]
fn the_policy_names_the_style_and_the_script() {
    assert_eq!(STYLE_HASH, source_hash(STYLE), "renew STYLE_HASH");
    assert_eq!(SCRIPT_HASH, source_hash(SCRIPT), "renew SCRIPT_HASH");
}

/// As a content security policy writes it.
fn source_hash(text: &str) -> String {
    use sha2::{Digest, Sha256};
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digest = Sha256::digest(text.as_bytes());
    let base64: String = digest
        .chunks(3)
        .flat_map(|c| {
            let bits = c.iter().fold(0, |bits, b| bits << 8 | u32::from(*b)) << (8 * (3 - c.len()));
            (0..4).map(move |n| {
                if n > c.len() {
                    '='
                } else {
                    LETTERS[(bits >> (18 - 6 * n) & 63) as usize] as char
                }
            })
        })
        .collect();
    format!("sha256-{base64}")
}

#[test]
fn every_section_is_there_with_its_rows() {
    let page = render(&sample());
    for id in ["counts", "macros", "episodes", "energy", "aliases", "quarantine"] {
        assert!(
            page.contains(&format!("<section id=\"{id}\" aria-labelledby=\"{id}-title\">")),
            "{id}"
        );
        assert!(page.contains(&format!("<a href=\"#{id}\">")), "{id}");
    }
    let tables = page.matches("<table").count();
    assert_eq!((tables, page.matches("<caption>").count()), (5, 5), "every table has a caption");
    for text in [
        "<dd>1,234</dd>",
        "1.3 MB",
        "print {value1}",
        "type “{value1}” into the input",
        "tap button “Print”",
        "8.40",
        "Print label",
        "1.2 → 1.3",
        "confirmed",
        "overlay.foreign_window",
        "com.evil.overlay",
        "打印标签",
        "The first 4 of 9 are shown.",
        "<th scope=\"row\">8 and more</th>",
        "<th scope=\"row\"><bdi>print {value1}</bdi></th>",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(page.matches("<svg class=\"machine\"").count(), 2);
}

#[test]
fn deleting_is_offered_as_what_it_is() {
    let copy = render(&sample());
    assert_eq!(copy.matches("engine.graph().deleteEpisode(&quot;").count(), 0);
    assert_eq!(copy.matches("engine.graph().deleteEpisode(\"ep_").count(), 4);
    assert!(copy.contains("it cannot change the memory"));
    let served = render(&ReportData { endpoint: Some("/memory".into()), ..sample() });
    assert!(
        served.contains("<form method=\"post\" action=\"/memory\">")
            && served.contains("form-action 'self'")
    );
    assert_eq!(served.matches("name=\"id\" value=\"ep_").count(), 4);
    assert!(!served.contains("deleteEpisode"));
}

#[test]
fn an_empty_memory_is_a_page_too() {
    let empty = ReportData {
        stats: Stats {
            nodes: 0,
            edges: 0,
            screens: 0,
            episodes: 0,
            macros: 0,
            crystallised: 0,
            aliases: 0,
            quarantined: 0,
            bytes: 0,
            queue_depth: 0,
            raw_bytes: 2_400_000,
            screen_bytes: 96_000,
        },
        episodes: vec![],
        macros: vec![],
        aliases: vec![],
        quarantine: vec![],
        node_energies: Histogram::default(),
        ..sample()
    };
    assert_eq!(render(&empty).matches("class=\"empty\"").count(), 4);
}

#[test]
fn energies_fall_into_their_range() {
    let histogram: Histogram =
        [0.01, 0.05, 0.249, 0.25, 7.99, 8.0, 10.0, f64::NAN].into_iter().collect();
    assert_eq!(histogram.0, [2, 2, 1, 0, 0, 0, 1, 2]);
}

/// For the eye: `cargo test --lib report::tests::to_look_at -- --ignored --nocapture` prints where it wrote the pages.
#[test]
#[ignore = "writes files to look at"]
fn to_look_at() {
    for (name, data) in [("sample", sample()), ("hostile", hostile())] {
        let file = std::env::temp_dir().join(format!("cs-mem-report-{name}.html"));
        std::fs::write(&file, render(&data)).unwrap();
        println!("{}", file.display());
    }
}
