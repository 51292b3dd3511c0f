//! Is this the screen?

use crate::model::fsm::State;
use crate::model::{AliasMap, Screen};

/// How well the live screen matches the state, 0 to 1.
pub fn score(screen: &Screen, state: &State, _aliases: &AliasMap) -> f64 {
    if screen.key == state.key && screen.id == state.screen { 1.0 } else { 0.0 }
}
