//! The sections that are lists: episodes, aliases, quarantine.

use super::html::{Esc, When, count};
use super::sections::{close, nothing, open, shown_of};
use super::{AliasCard, ReportData};
use crate::engine::defence::QuarantineView;
use crate::model::{Episode, EpisodeStatus, Threat, VerdictKind};
use std::fmt::{Result, Write as _};

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
