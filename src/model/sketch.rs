//! A screen reduced to what tells it apart: a few bytes per node, so that a macro of ten screens stays small.

use super::fsm::TextTemplate;
use super::{Fingerprint, ScreenId, ScreenKey};
use serde::{Deserialize, Serialize};

/// The first 24 bits of a digest: enough to compare two screens of a few hundred nodes (a chance match is one in 16 million
/// per pair of nodes), never enough to act on. Elements are located by their full fingerprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Short(u32);

impl Short {
    /// Of a fingerprint.
    pub fn of(fingerprint: &Fingerprint) -> Self {
        let b = fingerprint.as_bytes();
        Self::from_bytes([b[0], b[1], b[2]])
    }

    /// Of a text; the empty text has none.
    pub fn of_text(text: &str) -> Option<Self> {
        let hash = blake3::hash(text.as_bytes());
        let b = hash.as_bytes();
        (!text.is_empty()).then(|| Self::from_bytes([b[0], b[1], b[2]]))
    }

    fn from_bytes(b: [u8; 3]) -> Self {
        Self(u32::from(b[0]) << 16 | u32::from(b[1]) << 8 | u32::from(b[2]))
    }

    fn to_bytes(self) -> [u8; 3] {
        let [_, a, b, c] = self.0.to_be_bytes();
        [a, b, c]
    }
}

/// How a sketched node is compared with the live screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// What it says must be there again.
    Fixed,
    /// It stood in something that scrolls: it may be out of sight, but must not say something else.
    Scrolls,
    /// What it says varies (clock, counter, typed text, rows): only its place counts, and only in favour.
    Varies,
    /// It says who, how much or what is asked (account, amount, question of a dialog): another text makes another screen.
    Decides,
}

impl Mark {
    const ALL: [Self; 4] = [Self::Fixed, Self::Scrolls, Self::Varies, Self::Decides];
}

/// One node in a state's sketch. Equal siblings are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SketchNode {
    /// The node's fingerprint, shortened.
    pub fingerprint: Short,
    /// The node's place, shortened.
    pub place: Short,
    /// The node's label, shortened; none when it has no label.
    pub label: Option<Short>,
    /// How it is compared.
    pub mark: Mark,
    /// Something to act on. Its wording may change with the state of the app without making another screen.
    pub control: bool,
    /// Its weight in the match, 1 to 31.
    pub weight: u8,
}

/// A label that holds slots: the same place must show it with the values of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotLabel {
    /// The node's place, shortened.
    #[serde(rename = "p")]
    pub place: Short,
    /// What it says.
    #[serde(rename = "t")]
    pub label: TextTemplate,
}

/// What spoke for a screen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sketch(pub Vec<SketchNode>);

/// A screen of the machine, reduced to what tells it apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Which screen this is.
    pub screen: ScreenId,
    /// Where it belongs.
    pub key: ScreenKey,
    /// What spoke for it.
    pub sketch: Sketch,
    /// Labels with slots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slotted: Vec<SlotLabel>,
    /// Money or a message may leave from here: every text outside lists counts exactly.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
}

/// Bytes of one node in the stored form.
const NODE_BYTES: usize = 10;

impl Sketch {
    /// The stored form: ten bytes per node.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.0.len() * NODE_BYTES);
        for node in &self.0 {
            bytes.extend(node.fingerprint.to_bytes());
            bytes.extend(node.place.to_bytes());
            bytes.extend(node.label.unwrap_or_default().to_bytes());
            bytes.push((node.mark as u8) << 6 | u8::from(node.control) << 5 | node.weight.min(31));
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let chunks = bytes.chunks_exact(NODE_BYTES);
        if !chunks.remainder().is_empty() {
            return None;
        }
        let node = |b: &[u8]| SketchNode {
            fingerprint: Short::from_bytes([b[0], b[1], b[2]]),
            place: Short::from_bytes([b[3], b[4], b[5]]),
            label: Some(Short::from_bytes([b[6], b[7], b[8]])).filter(|l| *l != Short::default()),
            mark: Mark::ALL[usize::from(b[9] >> 6)],
            control: b[9] & 32 != 0,
            weight: b[9] & 31,
        };
        Some(Self(chunks.map(node).collect()))
    }
}

impl Serialize for Sketch {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&data_encoding::BASE64_NOPAD.encode(&self.to_bytes()))
    }
}

impl<'de> Deserialize<'de> for Sketch {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        data_encoding::BASE64_NOPAD
            .decode(text.as_bytes())
            .ok()
            .and_then(|bytes| Self::from_bytes(&bytes))
            .ok_or_else(|| serde::de::Error::custom("a screen sketch is not whole base64 rows"))
    }
}

impl Serialize for Short {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u32(self.0)
    }
}

impl<'de> Deserialize<'de> for Short {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        u32::deserialize(d).map(|n| Self(n & 0x00ff_ffff))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sketches_round_trip_through_their_stored_form() {
        let node = |n: u8, mark, label: &str| SketchNode {
            fingerprint: Short::of(&Fingerprint::from_bytes([n; 32])),
            place: Short::of(&Fingerprint::from_bytes([n.wrapping_add(1); 32])),
            label: Short::of_text(label),
            mark,
            control: n.is_multiple_of(2),
            weight: n % 32,
        };
        let sketch = Sketch(vec![
            node(1, Mark::Fixed, "OK"),
            node(2, Mark::Scrolls, ""),
            node(63, Mark::Varies, "10:42"),
            node(7, Mark::Decides, "Ada"),
        ]);
        let json = serde_json::to_string(&sketch).unwrap();
        assert_eq!(serde_json::from_str::<Sketch>(&json).unwrap(), sketch);
        assert!(serde_json::from_str::<Sketch>("\"AAAA\"").is_err());
    }
}
