//! Gathers what the memory screen shows; [`super::report`] draws it. What grows without bound is cut to the first rows.

use super::core::Engine;
use super::error::Result;
use super::report::{AliasCard, Histogram, MacroCard, ReportData, Shape, render};
use crate::model::{Alias, Fingerprint, Role, Screen, ScreenId};
use crate::store::{self, energy::EnergyKind};

/// Most episodes and quarantine entries on the page.
const NEWEST: i64 = 200;
/// Most macros and aliases: each costs a look at the screens or nodes behind it.
const MOST_CARDS: usize = 100;

impl Engine {
    /// The memory screen as one self-contained HTML page, as of now.
    ///
    /// # Errors
    /// Reading failed.
    pub fn report_html(&self) -> Result<String> {
        Ok(render(&self.report_data()?))
    }

    /// The same as data. A host that serves the page sets [`ReportData::endpoint`] and calls [`render`].
    ///
    /// # Errors
    /// Reading failed.
    pub fn report_data(&self) -> Result<ReportData> {
        self.flush()?;
        let now = self.env.now();
        let half_life = self.config.half_lives().node_ms;
        let nodes = self.store.read(|c| store::energy::rows(c, EnergyKind::Node))?;
        let mut aliases = self.store.read(store::aliases::all)?;
        aliases.reverse();
        aliases.truncate(MOST_CARDS);
        let known = self.known.read().all();
        let cards = known.iter().take(MOST_CARDS).map(|record| {
            let states = &record.machine.parts().states;
            let names = states.iter().map(|s| self.screen_name(s.screen)).collect::<Result<_>>()?;
            Ok(MacroCard { view: self.view(record), shape: Shape::of(&record.machine, names) })
        });
        Ok(ReportData {
            generated_at: now,
            library_version: env!("CARGO_PKG_VERSION").to_owned(),
            stats: self.stats()?,
            episodes: self.recent_episodes(NEWEST)?,
            macros: cards.collect::<Result<_>>()?,
            aliases: aliases.into_iter().map(|a| self.alias_card(a)).collect::<Result<_>>()?,
            quarantine: self.quarantine(NEWEST)?,
            node_energies: nodes
                .iter()
                .map(|n| n.energy.decayed(now, if n.permanent { 0 } else { half_life }).value())
                .collect::<Histogram>(),
            endpoint: None,
        })
    }

    fn screen_name(&self, id: ScreenId) -> Result<String> {
        let screen = self.store.read(|c| store::screens::get(c, id))?;
        Ok(screen.as_ref().map(title).unwrap_or_default())
    }

    fn alias_card(&self, alias: Alias) -> Result<AliasCard> {
        let (old, new) = (self.in_words(alias.old)?, self.in_words(alias.new)?);
        Ok(AliasCard { alias, old, new })
    }

    /// A node as `BUTTON "Print"`, or by its id where it says nothing.
    fn in_words(&self, fingerprint: Fingerprint) -> Result<String> {
        let node = self.store.read(|c| store::nodes::by_fingerprint(c, fingerprint))?;
        Ok(node.map_or_else(String::new, |n| {
            let id = n.resource_id.rsplit('/').next().unwrap_or_default();
            match (n.label.is_empty(), id.is_empty()) {
                (false, _) => format!("{} \"{}\"", n.role, n.label),
                (true, false) => format!("{} {id}", n.role),
                (true, true) => n.role.to_string(),
            }
        }))
    }
}

/// What a person would call the screen: its title, else the first text that stays.
fn title(screen: &Screen) -> String {
    let says = |n: &&crate::model::Node| !n.label.is_empty() && !n.volatile && !n.state.secret;
    let is_title = |n: &&crate::model::Node| n.resource_id.to_ascii_lowercase().contains("title");
    let texts = || screen.nodes.iter().filter(says).filter(|n| n.role == Role::Text);
    let found = texts().find(is_title).or_else(|| texts().next());
    found.or_else(|| screen.nodes.iter().find(says)).map(|n| n.label.clone()).unwrap_or_default()
}
