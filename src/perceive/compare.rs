//! Are two screens the same one? With the nodes that spoke for it and against it.

use super::identity::{Standing, standings, telling};
use crate::model::{Fingerprint, Node, Screen};
use std::collections::HashMap;

/// The answer of [`compare`].
#[derive(Debug, Clone, PartialEq)]
pub enum Likeness {
    /// The same screen.
    Same(Evidence),
    /// Much in common, but not the same screen.
    Similar(Evidence),
    /// Another screen.
    Different(Evidence),
}

/// Why the answer is what it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Evidence {
    /// Weight that agrees, as a share of all weight: 0 to 1.
    pub score: f64,
    /// Pairs of nodes (index in `a`, index in `b`) that agree.
    pub agree: Vec<(u32, u32)>,
    /// Nodes of `a` that `b` lacks.
    pub only_a: Vec<u32>,
    /// Nodes of `b` that `a` lacks.
    pub only_b: Vec<u32>,
    /// Same places, other words throughout: the language was switched.
    pub language_switch: bool,
    /// What decided, beyond the score.
    pub reason: Option<Reason>,
}

/// What decided, beyond the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Another app, display, orientation or split.
    Key,
    /// The identities are equal.
    Identity,
    /// A text that stands still says something else.
    Text,
    /// Too little to go by on one of them.
    Opaque,
}

impl Likeness {
    /// Why.
    pub fn evidence(&self) -> &Evidence {
        match self {
            Self::Same(e) | Self::Similar(e) | Self::Different(e) => e,
        }
    }

    /// Whether it is the same screen.
    pub fn is_same(&self) -> bool {
        matches!(self, Self::Same(_))
    }
}

/// From this score on two screens of one key are the same, unless a text that stands still differs.
const SAME: f64 = 0.9;
/// From this score on they are similar.
const SIMILAR: f64 = 0.5;

/// Compares two screens.
pub fn compare(a: &Screen, b: &Screen) -> Likeness {
    let mut evidence = weigh(a, b);
    if a.key != b.key {
        evidence.reason = Some(Reason::Key);
        evidence.score = 0.0;
        return Likeness::Different(evidence);
    }
    if a.opaque || b.opaque {
        evidence.reason = Some(Reason::Opaque);
        return if a.id == b.id && a.content == b.content {
            Likeness::Same(evidence)
        } else {
            Likeness::Different(evidence)
        };
    }
    if a.id == b.id {
        evidence.reason = Some(Reason::Identity);
        return Likeness::Same(evidence);
    }
    match evidence.score {
        s if s >= SAME && evidence.reason.is_none() && !evidence.language_switch => {
            Likeness::Same(evidence)
        }
        s if s >= SIMILAR || evidence.language_switch => Likeness::Similar(evidence),
        _ => Likeness::Different(evidence),
    }
}

fn weight(node: &Node, standing: Standing) -> f64 {
    let base = if node.is_interactive() { 2.0 } else { 1.0 };
    match standing {
        Standing::Frame => base,
        Standing::Row => base / 2.0,
        Standing::Scrolled => base / 4.0,
    }
}

fn weigh(a: &Screen, b: &Screen) -> Evidence {
    let (sa, sb) = (standings(&a.nodes), standings(&b.nodes));
    let mut out = Evidence::default();
    let mut places_a: HashMap<Fingerprint, u32> = HashMap::new();
    let mut places_b: HashMap<Fingerprint, u32> = HashMap::new();
    for n in &a.nodes {
        *places_a.entry(n.place).or_insert(0) += 1;
    }
    for n in &b.nodes {
        *places_b.entry(n.place).or_insert(0) += 1;
    }
    let mut by_ref: HashMap<(Fingerprint, u32), u32> = HashMap::new();
    for (i, n) in a.nodes.iter().enumerate() {
        by_ref.insert((n.fingerprint, n.ordinal), i as u32);
    }
    let (mut agree, mut against) = (0.0, 0.0);
    let mut left: HashMap<Fingerprint, Vec<u32>> = HashMap::new();
    let mut matched = vec![false; a.nodes.len()];
    let mut rest = vec![];
    for (i, n) in b.nodes.iter().enumerate() {
        match by_ref.get(&(n.fingerprint, n.ordinal)) {
            Some(&j) => {
                matched[j as usize] = true;
                out.agree.push((j, i as u32));
                agree += weight(n, sb[i]);
            }
            None => rest.push(i as u32),
        }
    }
    for (j, n) in a.nodes.iter().enumerate().rev().filter(|(j, _)| !matched[*j]) {
        left.entry(n.place).or_default().push(j as u32);
    }
    let (mut reworded, mut words) = (0u32, 0u32);
    for i in rest {
        let node = &b.nodes[i as usize];
        let standing = sb[i as usize];
        let count = places_a
            .get(&node.place)
            .copied()
            .unwrap_or(0)
            .max(places_b.get(&node.place).copied().unwrap_or(0));
        match left.get_mut(&node.place).and_then(Vec::pop) {
            Some(j) => {
                let old = &a.nodes[j as usize];
                matched[j as usize] = true;
                let told = telling(old) == telling(node);
                if told || standing != Standing::Frame {
                    out.agree.push((j, i));
                    agree += weight(node, standing);
                } else {
                    reworded += 1;
                    out.only_a.push(j);
                    out.only_b.push(i);
                    // The place agrees, the words do not.
                    agree += weight(node, standing) / 2.0;
                    against += weight(node, standing) / 2.0;
                    if count == 1 && !node.is_interactive() {
                        out.reason = Some(Reason::Text);
                    }
                }
            }
            None => {
                out.only_b.push(i);
                if count < 2 && standing == Standing::Frame {
                    against += weight(node, standing);
                } else if standing == Standing::Frame {
                    against += weight(node, standing) / 8.0;
                }
            }
        }
    }
    for (j, n) in a.nodes.iter().enumerate().filter(|(j, _)| !matched[*j]) {
        out.only_a.push(j as u32);
        let count = places_b.get(&n.place).copied().unwrap_or(0);
        if sa[j] == Standing::Frame {
            against += if count > 0 { weight(n, sa[j]) / 8.0 } else { weight(n, sa[j]) };
        }
    }
    words +=
        out.agree.iter().filter(|(_, i)| !telling(&b.nodes[*i as usize]).is_empty()).count() as u32;
    out.language_switch = reworded >= 3 && reworded > words;
    out.score = if agree + against > 0.0 { agree / (agree + against) } else { 0.0 };
    out
}
