//! One change, inside a transaction. What each variant means is written at [`Change`]; this file only says who does it.

use super::{
    StoreError, aliases, edges, energy, episodes, macros, meta, notes, open, quarantine, screens,
    steps,
};
use crate::model::Change;
use rusqlite::Transaction;

/// Applies one change. After an error the transaction (or the savepoint around the change) must be rolled back.
///
/// # Errors
/// [`StoreError::Missing`] when the change names an episode that is not stored, and what SQLite says.
pub fn apply(tx: &Transaction<'_>, change: &Change) -> Result<(), StoreError> {
    match change {
        Change::BeginEpisode(episode) => episodes::begin(tx, episode).map(|_| ()),
        Change::SetEpisodeApp { id, app, version } => episodes::set_app(tx, id, app, version),
        Change::EndEpisode { id, status, macro_id, at } => {
            episodes::end(tx, id, *status, macro_id.as_ref(), *at)
        }
        Change::InterruptRunning { at } => open::interrupt_running(tx, *at).map(|_| ()),
        Change::SeeScreen { episode, screen } => screens::see(tx, episode.as_ref(), screen),
        Change::AddStep { episode, step } => steps::add(tx, episode, step),
        Change::RemoveEdges { episode, edges } => edges::disappear(tx, episode, edges),
        Change::AddNote { episode, lines } => notes::add(tx, episode, lines),
        Change::PutMacro(record) => macros::put(tx, record),
        Change::DeleteMacro(id) => macros::remove(tx, id),
        Change::DeleteEpisode(id) => episodes::remove(tx, id).map(|_| ()),
        Change::SetExpiry { id, at } => episodes::set_expiry(tx, id, *at),
        Change::SetEnergy(owner, value) => energy::set(tx, owner, *value),
        Change::SetPinned(owner, pinned) => energy::pin(tx, owner, *pinned),
        Change::Collapse(owner) => energy::collapse(tx, owner),
        Change::Invalidate { owner, at } => energy::invalidate(tx, owner, *at),
        Change::Purge { before } => energy::purge(tx, *before),
        Change::PutAlias(alias) => aliases::put(tx, alias),
        Change::ConfirmAlias(old) => aliases::confirm(tx, *old),
        Change::RemoveAlias(old) => aliases::remove(tx, *old),
        Change::Quarantine(entry) => quarantine::add(tx, entry),
        Change::DropQuarantine(id) => quarantine::remove(tx, *id),
        Change::ExpireQuarantine { before } => quarantine::expire(tx, *before),
        Change::SetMeta { key, value } => meta::set(tx, key, value),
    }
}
