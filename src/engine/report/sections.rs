//! The sections of the memory screen: contents, counts, macros, energies. Those that are lists stand in `lists`.

use super::html::{Esc, When, bytes, count};
use super::{ENERGY_BOUNDS, Histogram, MacroCard, diagram};
use crate::engine::misc::Stats;
use crate::model::energy;
use crate::model::fsm::Standing;
use crate::model::replay::StepView;
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
pub(super) fn open(out: &mut String, id: &str, what: &str) -> Result {
    let name = SECTIONS.iter().find(|(known, _)| *known == id).map_or(id, |(_, name)| *name);
    write!(
        out,
        "<section id=\"{id}\" aria-labelledby=\"{id}-title\"><h2 id=\"{id}-title\">{name}</h2>"
    )?;
    if what.is_empty() { Ok(()) } else { write!(out, "<p class=\"what\">{what}</p>") }
}

pub(super) fn close(out: &mut String) -> Result {
    out.write_str("</section>\n")
}

/// Says when a list is longer than what the page shows.
pub(super) fn shown_of(out: &mut String, shown: usize, all: i64) -> Result {
    if i64::try_from(shown).is_ok_and(|shown| shown < all) {
        write!(
            out,
            "<p class=\"what\">The first {} of {} are shown.</p>",
            count(shown as i64),
            count(all)
        )?;
    }
    Ok(())
}

pub(super) fn nothing(out: &mut String, sentence: &str) -> Result {
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
