//! Text with slots, and the values that fill them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A piece of a text template.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// Text that stays.
    Literal(String),
    /// The slot with this name.
    Slot(String),
}

/// Text with slots.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextTemplate(pub Vec<Piece>);

impl TextTemplate {
    /// A template without slots.
    pub fn literal(text: &str) -> Self {
        if text.is_empty() { Self::default() } else { Self(vec![Piece::Literal(text.to_owned())]) }
    }

    /// The text with slots bound by `value_of`; `None` when a slot has no value.
    pub fn bind<'a>(&'a self, value_of: impl Fn(&'a str) -> Option<&'a str>) -> Option<String> {
        self.0
            .iter()
            .map(|piece| match piece {
                Piece::Literal(text) => Some(text.as_str()),
                Piece::Slot(name) => value_of(name),
            })
            .collect()
    }

    /// Whether it has no slots.
    pub fn is_literal(&self) -> bool {
        self.0.iter().all(|p| matches!(p, Piece::Literal(_)))
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of its slots, in order of appearance, repeated where they are.
    pub fn slots(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|p| match p {
            Piece::Slot(name) => Some(name.as_str()),
            Piece::Literal(_) => None,
        })
    }

    /// The text that stays, without the slots.
    pub fn literals(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|p| match p {
            Piece::Literal(text) => Some(text.as_str()),
            Piece::Slot(_) => None,
        })
    }
}

/// As a person reads it: `print {value1}`.
impl fmt::Display for TextTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Literal(text) => f.write_str(text),
            Piece::Slot(name) => write!(f, "{{{name}}}"),
        })
    }
}

/// A typed value that the macro takes as a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Its name: the host's, or `value1`, `value2`, ... in order of appearance.
    pub name: String,
    /// The value it was learned with; empty for secrets.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub example: String,
    /// Resolved by the host at the moment of typing; never stored.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

/// The values of one run, by slot name. Secrets are held apart: they are typed, and never shown, compared or returned.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Bindings {
    values: BTreeMap<String, String>,
    secrets: BTreeMap<String, String>,
}

impl Bindings {
    /// No values.
    pub fn new() -> Self {
        Self::default()
    }

    /// With one more value.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.values.insert(name.to_owned(), value.to_owned());
        self
    }

    /// With one more secret, resolved by the host.
    #[must_use]
    pub fn with_secret(mut self, name: &str, value: &str) -> Self {
        self.secrets.insert(name.to_owned(), value.to_owned());
        self
    }

    /// The value of an open slot. Secrets are not among them.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The value of a secret slot: only to be typed.
    pub fn secret(&self, name: &str) -> Option<&str> {
        self.secrets.get(name).map(String::as_str)
    }

    /// The open values, by name.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }

    /// The template with open slots bound; `None` when a slot has no open value.
    pub fn text(&self, template: &TextTemplate) -> Option<String> {
        template.bind(|name| self.value(name))
    }

    /// `text` with every secret blotted out, for what goes back to the host.
    pub fn scrub(&self, text: &str) -> String {
        self.secrets
            .values()
            .filter(|s| !s.is_empty())
            .fold(text.to_owned(), |text, secret| text.replace(secret.as_str(), "•••"))
    }
}

/// Names only: values are the user's.
impl fmt::Debug for Bindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bindings")
            .field("values", &self.values.keys())
            .field("secrets", &self.secrets.keys())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_typed_and_never_shown() {
        let bindings = Bindings::new().with("to", "Ada").with_secret("pin", "4711");
        assert_eq!(bindings.value("pin"), None);
        assert_eq!(bindings.secret("pin"), Some("4711"));
        assert!(!format!("{bindings:?}").contains("4711"));
        assert_eq!(bindings.scrub("code 4711 sent"), "code ••• sent");
    }
}
