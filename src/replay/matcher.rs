//! Is this the screen?

use crate::model::fsm::State;
use crate::model::{AliasMap, Bindings, Screen};
use crate::perceive::sketch::{Agreement, Shown, Terms, agreement};

/// How well the live screen matches the state, 0 to 1; a replay begins at 0.95.
///
/// Clocks, counters, badges, rows, the keyboard and the scroll position make no difference. A text that stands still and says
/// something else, an unknown dialog and another app do, however much the two have in common.
pub fn score(screen: &Screen, state: &State, aliases: &AliasMap) -> f64 {
    agreement(state, &Shown::screen(screen, aliases), Terms::default()).score
}

/// The same with the values of a run: labels with slots must show them.
pub fn judge(
    screen: &Screen,
    state: &State,
    aliases: &AliasMap,
    bindings: &Bindings,
    scrolled: bool,
) -> Agreement {
    let terms = Terms { bindings: Some(bindings), scrolled };
    agreement(state, &Shown::screen(screen, aliases), terms)
}
