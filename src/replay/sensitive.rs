//! Which steps could do harm.

use crate::model::fsm::MacroAction;
use crate::model::sensitive::{of_label, of_resource_id};
use crate::model::{Bindings, Node, Sensitivity};

/// What the step could do, by what its element was called when it was learned, is called now, and by its id.
pub fn of_step(
    action: &MacroAction,
    bindings: &Bindings,
    live: Option<&Node>,
) -> Option<Sensitivity> {
    if !matches!(action, MacroAction::Tap(_) | MacroAction::LongPress(_)) {
        return None;
    }
    let locator = action.locator()?;
    let learned = bindings.text(&locator.label).and_then(|label| of_label(&label));
    let now = live.and_then(|n| of_label(&n.label));
    learned.or(now).or_else(|| of_resource_id(&locator.resource_id))
}
