//! The memory screen: what is remembered, as one self-contained HTML page. Pure: data in, text out.
//!
//! Page text is hostile here: it was read from screens. It is escaped by [`html::Esc`], and the page's content security
//! policy names the one script by its hash, so that even a slip in escaping would run nothing. Nothing is loaded from
//! anywhere. `engine::page` gathers the data.

pub mod diagram;
pub mod html;
mod lists;
mod sections;

pub use diagram::Shape;

use super::defence::QuarantineView;
use super::library::MacroView;
use super::misc::Stats;
use crate::model::{Alias, Episode, Timestamp, energy};
use html::{Esc, When};
use std::fmt::Write as _;

/// The page's style and script. Their hashes stand in the page's policy; a test tells when they have to be renewed.
const STYLE: &str = include_str!("report/page.css");
const SCRIPT: &str = include_str!("report/page.js");
const STYLE_HASH: &str = "sha256-axgL0aHXiBONYzb3Kb25aeaX71V0PCecPyG1kYdPPNg=";
const SCRIPT_HASH: &str = "sha256-1e3iGZVYggcyq4V113Y9Lji8RJuJp5BTamcDgxn9nmU=";

/// Upper bounds of the energy histogram's bars: collapsing, fading, ..., permanent.
pub const ENERGY_BOUNDS: [f64; 7] =
    [energy::COLLAPSE, 0.25, 0.5, 1.0, 2.0, 4.0, energy::CRYSTAL_ENERGY];

/// Everything that the page shows.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportData {
    /// When the data was read.
    pub generated_at: Timestamp,
    /// Version of the library that read it.
    pub library_version: String,
    /// Counts and sizes.
    pub stats: Stats,
    /// Latest episodes, newest first.
    pub episodes: Vec<Episode>,
    /// Macros, strongest first.
    pub macros: Vec<MacroCard>,
    /// Aliases, newest first.
    pub aliases: Vec<AliasCard>,
    /// What was set aside, newest first.
    pub quarantine: Vec<QuarantineView>,
    /// How many nodes have how much energy.
    pub node_energies: Histogram,
    /// Where a page served by the host posts `action=delete_episode&id=...`. Without it the page is a copy on disk, and
    /// its delete controls show the call to make instead.
    pub endpoint: Option<String>,
}

/// A macro, with the shape of its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct MacroCard {
    /// As the library lists it.
    pub view: MacroView,
    /// States and arrows; the words of arrow `n` are those of `view.steps[n]`.
    pub shape: Shape,
}

/// An alias, with the two nodes in words.
#[derive(Debug, Clone, PartialEq)]
pub struct AliasCard {
    /// The alias.
    pub alias: Alias,
    /// The node before the upgrade, e.g. `BUTTON "Print"`; empty when it is no longer remembered.
    pub old: String,
    /// The node after the upgrade.
    pub new: String,
}

/// Counts per range of energy; the ranges are [`ENERGY_BOUNDS`] and "above".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Histogram(pub [i64; ENERGY_BOUNDS.len() + 1]);

impl FromIterator<f64> for Histogram {
    fn from_iter<T: IntoIterator<Item = f64>>(energies: T) -> Self {
        let mut counts = [0; ENERGY_BOUNDS.len() + 1];
        for energy in energies {
            counts[ENERGY_BOUNDS.iter().filter(|bound| energy >= **bound).count()] += 1;
        }
        Self(counts)
    }
}

/// The page.
pub fn render(data: &ReportData) -> String {
    let mut out = String::with_capacity(32_000);
    // Writing to a string cannot fail.
    let _ = write_page(&mut out, data);
    out
}

fn write_page(out: &mut String, data: &ReportData) -> std::fmt::Result {
    let form = if data.endpoint.is_some() { "form-action 'self'" } else { "form-action 'none'" };
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src '{STYLE_HASH}'; script-src '{SCRIPT_HASH}'; base-uri 'none'; {form}\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"referrer\" content=\"no-referrer\">\
         <title>Memory</title><style>{STYLE}</style></head>\n<body>\
         <header><p class=\"brand\">cs-mem {}</p><h1>Memory</h1>\
         <p class=\"as-of\">What this phone's agent remembers, as of {}.</p></header>\n",
        Esc(&data.library_version),
        When(data.generated_at),
    )?;
    sections::contents(out)?;
    out.write_str("<main>\n")?;
    sections::counts(out, &data.stats)?;
    sections::macros(out, &data.macros, data.stats.macros)?;
    lists::episodes(out, data)?;
    sections::energies(out, &data.node_energies, &data.macros)?;
    lists::aliases(out, &data.aliases, data.stats.aliases)?;
    lists::quarantine(out, &data.quarantine, data.stats.quarantined)?;
    out.write_str("</main>\n<footer>")?;
    out.write_str(match data.endpoint {
        Some(_) => "<p>Deleting takes effect at once. Reload the page to see the memory as it is then.</p>",
        None => {
            "<p>This page is a copy: it cannot change the memory. Where it says \"Delete\" it shows the call that \
             does.</p>"
        }
    })?;
    write!(
        out,
        "<p>It loads nothing and sends nothing. Quoted text was read from screens; secrets were never \
         stored.</p></footer>\n<script>{SCRIPT}</script></body></html>\n"
    )
}

#[cfg(test)]
mod tests;
