//! The sections of the memory screen, in the order they are read.

use super::html::{Esc, When, bytes, count};
use super::{AliasCard, ENERGY_BOUNDS, Histogram, MacroCard, ReportData, diagram};
use crate::engine::defence::QuarantineView;
use crate::engine::misc::Stats;
use crate::model::fsm::Standing;
use crate::model::replay::StepView;
use crate::model::{Episode, EpisodeStatus, Threat, VerdictKind, energy};
use std::fmt::{Result, Write as _};

const SECTIONS: [(&str, &str); 6] = [
    ("counts", "Counts"),
    ("macros", "Macros"),
    ("episodes", "Episodes"),
    ("energy", "Energy"),
    ("aliases", "Aliases"),
    ("quarantine", "Quarantine"),
];

/// Links to the sections.
pub(super) fn contents(out: &mut String) -> Result {
    out.write_str("<nav aria-label=\"Sections\"><ul>")?;
    for (id, name) in SECTIONS {
        write!(out, "<li><a href=\"#{id}\">{name}</a></li>")?;
    }
    out.write_str("</ul></nav>\n")
}

/// Opens a section; `what` says in a sentence what stands in it.
fn open(out: &mut String, id: &str, what: &str) -> Result {
    let name = SECTIONS.iter().find(|(known, _)| *known == id).map_or(id, |(_, name)| *name);
    write!(
        out,
        "<section id=\"{id}\" aria-labelledby=\"{id}-title\"><h2 id=\"{id}-title\">{name}</h2>"
    )?;
    if what.is_empty() { Ok(()) } else { write!(out, "<p class=\"what\">{what}</p>") }
}

fn close(out: &mut String) -> Result {
    out.write_str("</section>\n")
}

/// Says when a list is longer than what the page shows.
fn shown_of(out: &mut String, shown: usize, all: i64) -> Result {
    if i64::try_from(shown).is_ok_and(|shown| shown < all) {
        write!(
            out,
            "<p class=\"what\">The newest {} of {} are shown.</p>",
            count(shown as i64),
            count(all)
        )?;
    }
    Ok(())
}

fn nothing(out: &mut String, sentence: &str) -> Result {
    write!(out, "<p class=\"empty\">{sentence}</p>")
}

pub(super) fn counts(out: &mut String, s: &Stats) -> Result {
    open(out, "counts", "")?;
    out.write_str("<dl class=\"tiles\">")?;
    let mut tile = |name: &str, value: String, note: String| {
        write!(out, "<div><dt>{name}</dt><dd>{value}")?;
        if !note.is_empty() {
            write!(out, " <small>{note}</small>")?;
        }
        out.write_str("</dd></div>")
    };
    tile("Macros", count(s.macros), format!("{} permanent", count(s.crystallised)))?;
    tile("Episodes", count(s.episodes), String::new())?;
    tile("Screens", count(s.screens), String::new())?;
    tile("Nodes", count(s.nodes), String::new())?;
    tile("Edges", count(s.edges), String::new())?;
    tile("Aliases", count(s.aliases), String::new())?;
    tile("Quarantine", count(s.quarantined), String::new())?;
    let queue = if s.queue_depth > 0 {
        format!("{} to write", count(s.queue_depth))
    } else {
        String::new()
    };
    tile("On disk", bytes(s.bytes), queue)?;
    out.write_str("</dl>")?;
    close(out)
}

pub(super) fn macros(out: &mut String, macros: &[MacroCard], all: i64) -> Result {
    open(
        out,
        "macros",
        "Tasks that run without a model: each step is found again and verified, or it stops.",
    )?;
    shown_of(out, macros.len(), all)?;
    if macros.is_empty() {
        nothing(out, "None yet. A run that ends well becomes one.")?;
    }
    for card in macros {
        macro_card(out, card)?;
    }
    close(out)
}

fn macro_card(out: &mut String, card: &MacroCard) -> Result {
    let m = &card.view;
    let (standing, class) = match m.standing {
        Standing::Draft => ("draft", "plain"),
        Standing::Trusted => ("trusted", "good"),
        Standing::Crystallised => ("permanent", "best"),
    };
    write!(
        out,
        "<article class=\"card\"><h3><bdi>{}</bdi> <span class=\"chip {class}\">{standing}</span></h3><p class=\"meta\"><bdi>{}</bdi>",
        Esc(&m.goal),
        Esc(&m.app)
    )?;
    if !m.app_version.is_empty() {
        write!(out, " {}", Esc(&m.app_version))?;
    }
    write!(out, " · version {} · learned {}", m.version, When(m.created_at))?;
    if let Some(at) = m.last_run_at {
        write!(out, " · last run {}", When(at))?;
    }
    out.write_str("</p><div class=\"split\">")?;
    let words: Vec<String> = m.steps.iter().map(phrase).collect();
    diagram::write(out, &card.shape, &words, &m.goal)?;
    out.write_str("<div><dl class=\"facts\"><div><dt>Energy</dt><dd>")?;
    energy_bar(out, m.energy)?;
    write!(
        out,
        "</dd></div><div><dt>Runs</dt><dd>{} ended well, {} handed back</dd></div>",
        count(m.successes),
        count(m.failures)
    )?;
    if !m.slots.is_empty() {
        out.write_str("<div><dt>Slots</dt><dd>")?;
        for slot in &m.slots {
            write!(out, "<code>{{{}}}</code> ", Esc(slot))?;
        }
        out.write_str("</dd></div>")?;
    }
    if !m.reason.is_empty() {
        write!(out, "<div><dt>Why this version</dt><dd>{}</dd></div>", Esc(&m.reason))?;
    }
    write!(out, "<div><dt>Id</dt><dd><code>{}</code></dd></div></dl>", Esc(m.id.as_str()))?;
    write!(out, "<details><summary>{} steps in words</summary><ol>", words.len())?;
    for word in &words {
        write!(out, "<li><bdi>{}</bdi></li>", Esc(word))?;
    }
    out.write_str("</ol></details></div></div></article>")
}

/// A step as people say it.
fn phrase(step: &StepView) -> String {
    let target = match step.target.split_once(' ') {
        Some((role, label)) => {
            let role = role.to_lowercase().replace('_', " ");
            let label = label.trim_matches('"');
            if label.is_empty() { format!("the {role}") } else { format!("{role} “{label}”") }
        }
        None => step.target.clone(),
    };
    match (step.verb.as_str(), target.is_empty()) {
        ("input_text", _) if step.text.is_empty() => format!("type a secret into {target}"),
        ("input_text", _) => format!("type “{}” into {target}", step.text),
        ("long_press", _) => format!("long-press {target}"),
        ("scroll", true) => "scroll the page".to_owned(),
        ("press_key", _) => "press a key".to_owned(),
        ("back", _) => "go back".to_owned(),
        ("home", _) => "go to the home screen".to_owned(),
        ("launch", _) => "start the app".to_owned(),
        (verb, _) => format!("{verb} {target}"),
    }
}

pub(super) fn episodes(out: &mut String, data: &ReportData) -> Result {
    open(
        out,
        "episodes",
        "Task runs, newest first. Deleting one removes its steps and edges; its macro stays.",
    )?;
    shown_of(out, data.episodes.len(), data.stats.episodes)?;
    if data.episodes.is_empty() {
        nothing(out, "None yet.")?;
        return close(out);
    }
    out.write_str(
        "<table><caption>Episodes</caption><thead><tr><th scope=\"col\">Task</th>\
         <th scope=\"col\" class=\"wide num\">Actions</th><th scope=\"col\" class=\"wide num\">Model asked</th>\
         <th scope=\"col\" class=\"wide\">Began</th><th scope=\"col\">Ended</th></tr></thead><tbody>",
    )?;
    for e in &data.episodes {
        let (status, class) = status(e.status);
        write!(
            out,
            "<tr><th scope=\"row\"><bdi>{}</bdi><small><bdi>{}</bdi> {}<span class=\"narrow\"> · {} actions, model asked \
             {}× · {}</span></small>",
            Esc(&e.goal),
            Esc(if e.app.is_empty() { "no app" } else { &e.app }),
            Esc(&e.app_version),
            count(e.actions),
            count(e.thoughts),
            When(e.started_at)
        )?;
        delete_control(out, e, data.endpoint.as_deref())?;
        write!(
            out,
            "</th><td class=\"wide num\">{}</td><td class=\"wide num\">{}</td><td class=\"wide\">{}</td>\
             <td><span class=\"chip {class}\">{status}</span></td></tr>",
            count(e.actions),
            count(e.thoughts),
            When(e.started_at)
        )?;
    }
    out.write_str("</tbody></table>")?;
    close(out)
}

/// A form where the host serves the page; elsewhere the call that does it, for the page itself cannot.
fn delete_control(out: &mut String, episode: &Episode, endpoint: Option<&str>) -> Result {
    let id = Esc(episode.id.as_str());
    write!(
        out,
        "<details class=\"delete\" data-episode=\"{id}\"><summary>Delete<span class=\"unseen\"> episode {id}</span></summary>"
    )?;
    match endpoint {
        Some(endpoint) => write!(
            out,
            "<form method=\"post\" action=\"{}\"><input type=\"hidden\" name=\"action\" value=\"delete_episode\">\
             <input type=\"hidden\" name=\"id\" value=\"{id}\"><button>Delete for good</button></form>",
            Esc(endpoint)
        )?,
        None => write!(
            out,
            "<p>This copy cannot change the memory; the app can:</p>\
             <code>engine.graph().deleteEpisode(\"{id}\")</code> <button type=\"button\" class=\"copy\" hidden>Copy</button>"
        )?,
    }
    out.write_str("</details>")
}

fn status(status: EpisodeStatus) -> (&'static str, &'static str) {
    match status {
        EpisodeStatus::Running => ("running", "plain"),
        EpisodeStatus::Succeeded => ("succeeded", "good"),
        EpisodeStatus::Distilled => ("learned", "best"),
        EpisodeStatus::Failed => ("handed back or failed", "bad"),
        EpisodeStatus::Cancelled => ("cancelled", "plain"),
        EpisodeStatus::Interrupted => ("interrupted", "bad"),
        EpisodeStatus::Manual => ("note", "plain"),
    }
}

/// A value on the scale from 0 to 10, with the two borders that matter marked.
fn energy_bar(out: &mut String, value: f64) -> Result {
    let at = |energy: f64| energy.clamp(0.0, energy::MAX) / energy::MAX * 200.0;
    let class = match value {
        v if v < energy::COLLAPSE => "bar low",
        v if v >= energy::CRYSTAL_ENERGY => "bar high",
        _ => "bar",
    };
    write!(
        out,
        "<svg class=\"meter\" viewBox=\"0 0 200 10\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{value:.2} of 10\">\
         <rect class=\"rail\" width=\"200\" height=\"10\" rx=\"5\"/>\
         <rect class=\"{class}\" width=\"{:.1}\" height=\"10\" rx=\"5\"/>\
         <path class=\"mark\" d=\"M{:.1} 0v10\"/></svg> {value:.2}",
        at(value).max(2.0),
        at(energy::CRYSTAL_ENERGY),
    )
}

pub(super) fn energies(out: &mut String, nodes: &Histogram, macros: &[MacroCard]) -> Result {
    open(
        out,
        "energy",
        "Strength from 0.01 to 10. It grows with use and fades with time: below 0.05 a memory is let go, a macro at 8 \
         and more can become permanent.",
    )?;
    out.write_str("<div class=\"pair\">")?;
    histogram(out, nodes)?;
    strongest(out, macros)?;
    out.write_str("</div>")?;
    close(out)
}

/// Most macros whose energy is shown as a bar of its own; each has one on its card anyway.
const BARS: usize = 20;

fn strongest(out: &mut String, macros: &[MacroCard]) -> Result {
    if macros.is_empty() {
        return Ok(());
    }
    out.write_str(
        "<table class=\"histogram\"><caption>Energy of the strongest macros</caption><thead><tr>\
         <th scope=\"col\">Macro</th><th scope=\"col\" class=\"num\">Energy</th></tr></thead><tbody>",
    )?;
    for card in macros.iter().take(BARS) {
        write!(
            out,
            "<tr><th scope=\"row\"><bdi>{}</bdi></th><td class=\"num\">",
            Esc(&card.view.goal)
        )?;
        energy_bar(out, card.view.energy)?;
        out.write_str("</td></tr>")?;
    }
    out.write_str("</tbody></table>")
}

fn histogram(out: &mut String, histogram: &Histogram) -> Result {
    let most = histogram.0.iter().copied().max().unwrap_or(0).max(1);
    out.write_str(
        "<table class=\"histogram\"><caption>Nodes by energy</caption><thead><tr><th scope=\"col\">Energy</th>\
         <th scope=\"col\"><span class=\"unseen\">Share</span></th><th scope=\"col\" class=\"num\">Nodes</th></tr>\
         </thead><tbody>",
    )?;
    for (n, of) in histogram.0.iter().enumerate() {
        let low = n.checked_sub(1).and_then(|n| ENERGY_BOUNDS.get(n));
        let range = match (low, ENERGY_BOUNDS.get(n)) {
            (None, Some(high)) => format!("below {high}"),
            (Some(low), Some(high)) => format!("{low} – {high}"),
            (Some(low), None) => format!("{low} and more"),
            (None, None) => String::new(),
        };
        let class = match n {
            0 => " low",
            n if n == ENERGY_BOUNDS.len() => " high",
            _ => "",
        };
        // Something must never look like nothing.
        let width = if *of == 0 { 0.0 } else { (*of as f64 / most as f64 * 200.0).max(2.0) };
        write!(
            out,
            "<tr><th scope=\"row\">{range}</th><td class=\"share\"><svg class=\"meter\" viewBox=\"0 0 200 10\" \
             preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"bar{class}\" width=\"{width:.1}\" \
             height=\"10\" rx=\"2\"/></svg></td><td class=\"num\">{}</td></tr>",
            count(*of)
        )?;
    }
    out.write_str("</tbody></table>")
}

pub(super) fn aliases(out: &mut String, aliases: &[AliasCard], all: i64) -> Result {
    open(
        out,
        "aliases",
        "Elements that an app upgrade renamed: what was learned on the old ones runs on the new ones.",
    )?;
    shown_of(out, aliases.len(), all)?;
    if aliases.is_empty() {
        nothing(out, "None. They are made in a dream, after an app was seen in a new version.")?;
        return close(out);
    }
    out.write_str(
        "<table><caption>Aliases</caption><thead><tr><th scope=\"col\">Before</th><th scope=\"col\">After</th>\
         <th scope=\"col\" class=\"num\">Score</th></tr></thead><tbody>",
    )?;
    for card in aliases {
        let a = &card.alias;
        write!(out, "<tr><th scope=\"row\">")?;
        element(out, &card.old, &a.old.to_string())?;
        write!(
            out,
            "<small><bdi>{}</bdi> {} → {} · {}</small></th><td>",
            Esc(&a.app),
            Esc(&a.from_version),
            Esc(&a.to_version),
            if a.confirmed { "confirmed" } else { "not yet confirmed" }
        )?;
        element(out, &card.new, &a.new.to_string())?;
        write!(out, "</td><td class=\"num\">{:.2}</td></tr>", a.score)?;
    }
    out.write_str("</tbody></table>")?;
    close(out)
}

fn element(out: &mut String, words: &str, fingerprint: &str) -> Result {
    if !words.is_empty() {
        write!(out, "<bdi>{}</bdi> ", Esc(words))?;
    }
    write!(
        out,
        "<code title=\"{fingerprint}\">{}…</code>",
        fingerprint.get(..8).unwrap_or(fingerprint)
    )
}

pub(super) fn quarantine(out: &mut String, entries: &[QuarantineView], all: i64) -> Result {
    open(
        out,
        "quarantine",
        "Screens that were set aside or refused. Only the verdict was kept, never their texts.",
    )?;
    shown_of(out, entries.len(), all)?;
    if entries.is_empty() {
        nothing(out, "Nothing was set aside.")?;
        return close(out);
    }
    out.write_str(
        "<table><caption>Quarantine</caption><thead><tr><th scope=\"col\">App and reasons</th>\
         <th scope=\"col\" class=\"wide\">When</th><th scope=\"col\">Verdict</th></tr></thead><tbody>",
    )?;
    for entry in entries {
        let app = if entry.app.is_empty() { "unknown app" } else { &entry.app };
        write!(
            out,
            "<tr><th scope=\"row\"><bdi>{}</bdi><small class=\"narrow\">{}</small>",
            Esc(app),
            When(entry.at)
        )?;
        out.write_str("<ul>")?;
        for reason in &entry.verdict.reasons {
            write!(out, "<li>{} <code>{}</code></li>", Esc(&reason.sentence), Esc(&reason.code))?;
        }
        let (kind, class) = match entry.verdict.kind {
            VerdictKind::Refuse => ("refused", "bad"),
            VerdictKind::Quarantine => ("set aside", "plain"),
            VerdictKind::AdmitMasked => ("masked", "plain"),
            VerdictKind::Admit => ("admitted", "good"),
        };
        let threat = match entry.verdict.threat {
            Threat::None => "no threat",
            Threat::Low => "low threat",
            Threat::Medium => "medium threat",
            Threat::High => "high threat",
        };
        write!(
            out,
            "</ul></th><td class=\"wide\">{}</td><td><span class=\"chip {class}\">{kind}</span><small>{threat}</small></td></tr>",
            When(entry.at)
        )?;
    }
    out.write_str("</tbody></table>")?;
    close(out)
}
