//! Gathers what the memory screen shows; [`super::report`] draws it.

use super::core::Engine;
use super::error::Result;
use super::report::{self, AliasCard, MacroCard, ReportData, Shape};
use crate::model::{Alias, Fingerprint};
use crate::store;
use crate::store::energy::EnergyKind;
use rusqlite::Connection;

/// Rows per section: a page is looked at, not searched.
const MOST_SHOWN: usize = 200;

impl Engine {
    /// The memory screen as one self-contained HTML page.
    ///
    /// # Errors
    /// Reading failed.
    pub fn report_html(&self) -> Result<String> {
        let now = self.env.now();
        let half_life = self.config.half_lives().node_ms;
        let (episodes, aliases, nodes) = self.store.read(|c| {
            let aliases = store::aliases::all(c)?.into_iter().rev().take(MOST_SHOWN);
            let cards = aliases.map(|alias| card(c, alias)).collect::<Result<Vec<_>, _>>()?;
            let nodes = store::energy::rows(c, EnergyKind::Node)?;
            Ok((store::episodes::recent(c, MOST_SHOWN, 0)?, cards, nodes))
        })?;
        let energies = nodes.iter().map(|row| match row.permanent {
            true => row.energy.value(),
            false => row.energy.decayed(now, half_life).value(),
        });
        let macros = self.known.read().all();
        let macros = macros.iter().take(MOST_SHOWN).map(|record| MacroCard {
            view: self.view(record),
            shape: Shape::of(&record.machine, |_| String::new()),
        });
        Ok(report::render(&ReportData {
            generated_at: now,
            library_version: env!("CARGO_PKG_VERSION").to_owned(),
            stats: self.stats()?,
            episodes,
            macros: macros.collect(),
            aliases,
            quarantine: self.quarantine(MOST_SHOWN as i64)?,
            node_energies: energies.collect(),
            endpoint: None,
        }))
    }
}

fn card(db: &Connection, alias: Alias) -> Result<AliasCard, store::StoreError> {
    let words = |fingerprint: Fingerprint| -> Result<String, store::StoreError> {
        let node = store::nodes::by_fingerprint(db, fingerprint)?;
        Ok(node.map(|n| format!("{} \"{}\"", n.role, n.label)).unwrap_or_default())
    };
    let (old, new) = (words(alias.old)?, words(alias.new)?);
    Ok(AliasCard { alias, old, new })
}
