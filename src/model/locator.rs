//! How a macro finds its element again. Never a coordinate.

use super::{Fingerprint, Role, TextTemplate};
use serde::{Deserialize, Serialize};

/// What an element was on the recorded screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Locator {
    /// The element's fingerprint on the recorded screen.
    pub fingerprint: Fingerprint,
    /// Its place (fingerprint without text).
    pub place: Fingerprint,
    /// Package it belongs to: a look-alike in another app is never touched.
    pub package: String,
    /// Resource id, empty when there was none of use.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub resource_id: String,
    /// Class name.
    pub class_name: String,
    /// Role.
    pub role: Role,
    /// Label, possibly with slots.
    #[serde(default, skip_serializing_if = "TextTemplate::is_empty")]
    pub label: TextTemplate,
    /// Hint of an input: stays when its text changes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// Text of the row it stood in, possibly with slots; empty outside lists.
    #[serde(default, skip_serializing_if = "TextTemplate::is_empty")]
    pub row_anchor: TextTemplate,
    /// Ordinal among equal fingerprints on the recorded screen.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ordinal: u32,
    /// How many elements of the recorded screen had this fingerprint. More than 1 and no row anchor: unverifiable.
    pub equals: u32,
    /// How many elements of the recorded screen had this resource id.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub same_id: u32,
    /// How many elements of the recorded screen stood at this place.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub same_place: u32,
    /// How many elements of the recorded screen had this role and label (inputs: hint).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub same_label: u32,
    /// For toggles: the state that the action led to. A toggle already there is not pressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wanted_checked: Option<bool>,
    /// For toggles: the state it was in. Where the wanted state is not known, another one is a surprise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was_checked: Option<bool>,
    /// The list or page that scrolls around it, nearest first: where to look when it is out of sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Container>,
}

/// Something that scrolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Container {
    /// Its place.
    pub place: Fingerprint,
    /// How many elements of the recorded screen had this place.
    pub equals: u32,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}
