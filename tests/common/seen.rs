//! What a memory has seen of one version of an app, with the truth beside it, and how well it was carried over.

use cs_mem::lifecycle::topology::ScreenNodes;
use cs_mem::model::change::NodeRow;
use cs_mem::model::{Alias, Energy, Fingerprint, Role, Screen, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// What a memory has of one version.
#[derive(Default)]
pub struct Seen {
    pub rows: Vec<NodeRow>,
    pub truth: BTreeMap<Fingerprint, BTreeSet<u32>>,
    /// Keys of elements that a person could recognise.
    pub recognisable: BTreeSet<u32>,
    pub screens: Vec<ScreenNodes>,
}

impl Seen {
    /// Remembers a screen; `key_of` tells what a node of the snapshot stands for, and whether it was rewritten.
    pub fn take(
        &mut self,
        screen: &Screen,
        version: &str,
        at: Timestamp,
        key_of: impl Fn(u32) -> (u32, bool),
    ) {
        for node in &screen.nodes {
            let (key, rewritten) = key_of(node.source);
            self.truth.entry(node.fingerprint).or_default().insert(key);
            if !rewritten && !node.label.is_empty() {
                self.recognisable.insert(key);
            }
            self.rows.push(NodeRow {
                fingerprint: node.fingerprint,
                role: node.role,
                label: node.label.clone(),
                resource_id: node.resource_id.clone(),
                class_name: node.class_name.clone(),
                app: screen.key.package.clone(),
                app_version: Some(version.into()),
                first_seen: at,
                last_seen: at,
                seen: 1,
                energy: Energy::new(at),
            });
        }
        self.rows.sort_by_key(|row| row.fingerprint);
        self.rows.dedup_by_key(|row| row.fingerprint);
        self.screens.push(ScreenNodes {
            screen: screen.id,
            version: version.into(),
            nodes: screen.nodes.iter().map(|node| node.fingerprint).collect(),
        });
    }
}

/// Right, wrong and wanted pairs.
#[derive(Default, Clone, Copy)]
pub struct Tally {
    /// Old nodes that live on as they are.
    pub kept: usize,
    pub wanted: usize,
    pub right: usize,
    pub wrong: usize,
}

impl Tally {
    /// Counts one upgrade. Wanted are the old nodes that a person would find again: changed, but recognisable, seen, and
    /// still of the same role (an element of another role is another one by contract).
    pub fn count(&mut self, old: &Seen, new: &Seen, aliases: &[Alias]) {
        let roles = |seen: &Seen| -> BTreeSet<(u32, Role)> {
            let of_row = |row: &NodeRow| -> Vec<_> {
                seen.truth[&row.fingerprint].iter().map(|key| (*key, row.role)).collect()
            };
            seen.rows.iter().flat_map(of_row).collect()
        };
        let seen_again = roles(new);
        let mut wanted = BTreeSet::new();
        for row in &old.rows {
            let found = |key: &u32| {
                new.recognisable.contains(key) && seen_again.contains(&(*key, row.role))
            };
            if new.truth.contains_key(&row.fingerprint) {
                self.kept += 1;
            } else if old.truth[&row.fingerprint].iter().any(found) {
                wanted.insert(row.fingerprint);
            }
        }
        self.wanted += wanted.len();
        for alias in aliases {
            if old.truth[&alias.old].is_disjoint(&new.truth[&alias.new]) {
                self.wrong += 1;
            } else if wanted.contains(&alias.old) {
                self.right += 1;
            }
        }
    }

    /// Percent.
    pub fn recall(self) -> f64 {
        self.right as f64 * 100.0 / self.wanted.max(1) as f64
    }
}
