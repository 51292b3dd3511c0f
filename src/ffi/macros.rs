use super::{MemoryError, off_thread};
use crate::engine::{Engine, MacroMatch, MacroView};
use crate::model::MacroId;
use crate::model::episode::NamedValue;
use std::sync::Arc;

/// Macros: list, inspect, find, export, roll back, delete.
#[derive(uniffi::Object)]
pub struct MacroLibrary(Arc<Engine>);

impl MacroLibrary {
    pub(super) fn wrap(engine: &Arc<Engine>) -> Arc<Self> {
        Arc::new(Self(Arc::clone(engine)))
    }
}

#[uniffi::export]
impl MacroLibrary {
    /// All macros, strongest first.
    pub fn list(&self) -> Vec<MacroView> {
        self.0.macros()
    }

    /// One macro.
    pub fn inspect(&self, id: MacroId) -> Result<MacroView, MemoryError> {
        Ok(self.0.macro_view(&id)?)
    }

    /// Macros that fit a goal and whose slots all get a value, strongest first.
    #[uniffi::method(default(values = []))]
    pub fn find(&self, goal: String, values: Vec<NamedValue>) -> Vec<MacroMatch> {
        self.0.find_macros(&goal, &values)
    }

    /// A macro's definition as JSON. It holds no secrets and no coordinates.
    pub fn export_json(&self, id: MacroId) -> Result<String, MemoryError> {
        Ok(self.0.export_macro(&id)?)
    }

    /// Goes back to the version before the current one.
    pub async fn roll_back(&self, id: MacroId) -> Result<MacroView, MemoryError> {
        off_thread(&self.0, move |e| e.roll_back_macro(&id)).await
    }

    /// Deletes a macro with all its versions, whatever its energy.
    pub async fn delete(&self, id: MacroId) -> Result<(), MemoryError> {
        off_thread(&self.0, move |e| e.delete_macro(&id)).await
    }
}
