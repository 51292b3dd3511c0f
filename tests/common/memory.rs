//! A memory without a database: rows that the lifecycle's plans are applied to.

#![allow(dead_code, clippy::unwrap_used)] // each test file uses its own part

use cs_mem::lifecycle::dream::{Freshness, after_check, pick_for_freshness};
use cs_mem::lifecycle::entropy::{self, HalfLives, SizedRow, evict};
use cs_mem::lifecycle::topology::{Survey, Withheld, plan_all};
use cs_mem::model::change::{EnergyRow, NodeRow};
use cs_mem::model::fsm::{
    MacroAction, MacroParts, MacroRecord, Sketch, State, TextTemplate, Transition,
};
use cs_mem::model::{
    Alias, Change, EdgeId, Energy, EnergyOwner, EpisodeId, Fingerprint, FsmMacro, MacroId, Role,
    ScreenId, ScreenKey, Timestamp,
};

pub const DAY: i64 = 86_400_000;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Memory {
    pub nodes: Vec<NodeRow>,
    pub macros: Vec<MacroRecord>,
    /// Episodes and edges.
    pub others: Vec<EnergyRow>,
    pub aliases: Vec<Alias>,
}

pub fn episode(name: &str) -> EnergyOwner {
    EnergyOwner::Episode(EpisodeId::new(name))
}

pub fn node(n: u32, app: &str, version: &str, label: &str, seen: Timestamp) -> NodeRow {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&n.to_be_bytes());
    NodeRow {
        fingerprint: Fingerprint::from_bytes(bytes),
        role: Role::Button,
        label: label.into(),
        resource_id: format!("{app}:id/entry"),
        class_name: "android.widget.Button".into(),
        app: app.into(),
        app_version: Some(version.into()),
        first_seen: seen,
        last_seen: seen,
        seen: 1,
        energy: Energy::new(seen),
    }
}

/// A macro that does these actions one after the other.
pub fn record(id: &str, actions: Vec<MacroAction>, now: Timestamp) -> MacroRecord {
    let state = |n: usize| State {
        screen: ScreenId::from_bytes([n as u8; 16]),
        key: ScreenKey::default(),
        sketch: Sketch::default(),
        slotted: Vec::new(),
        exact: false,
    };
    let steps = actions.len();
    let machine = FsmMacro::new(MacroParts {
        id: MacroId::new(id),
        version: 1,
        parent: None,
        reason: "learned".into(),
        name: id.into(),
        goal: TextTemplate::literal(id),
        app: "com.x".into(),
        app_version: "1".into(),
        slots: Vec::new(),
        states: (0..=steps).map(state).collect(),
        transitions: actions
            .into_iter()
            .enumerate()
            .map(|(n, action)| Transition { from: n, to: n + 1, action, settle_ms: 300, runs: 1 })
            .collect(),
        start: 0,
        end: steps,
        sources: Vec::new(),
    });
    MacroRecord::learned(machine.unwrap(), now)
}

/// A tap on the element with this role, id and label; the rest as it is by default.
pub fn tap(role: Role, id: &str, label: &str) -> MacroAction {
    let nowhere = Fingerprint::from_bytes([0; 32]);
    let json = serde_json::json!({
        "fingerprint": nowhere,
        "place": nowhere,
        "package": "com.x",
        "class_name": "android.widget.Button",
        "role": role,
        "resource_id": id,
        "label": TextTemplate::literal(label),
        "equals": 1,
    });
    MacroAction::Tap(serde_json::from_value(json).unwrap())
}

/// Numbers that look random, the same for the same seed.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides` (SplitMix64).
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % sides
    }

    pub fn one_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }
}

impl Memory {
    /// One of each.
    pub fn sample() -> Self {
        let now = Timestamp::from_millis(0);
        let edge = EnergyOwner::Edge(EpisodeId::new("e"), EdgeId::from_bytes([0; 8]));
        Self {
            nodes: vec![node(1, "com.x", "1", "Send", now)],
            macros: vec![record("m", vec![MacroAction::Back], now)],
            others: [episode("e"), edge]
                .map(|owner| EnergyRow { owner, energy: Energy::new(now), permanent: false })
                .to_vec(),
            aliases: Vec::new(),
        }
    }

    /// Two apps in up to three versions, macros, episodes; energies and ages all over the range.
    pub fn random(seed: u64, now: Timestamp) -> Self {
        let mut dice = Dice(seed);
        let mut memory = Self::default();
        let labels = ["Send", "Send now", "Open", "Open file", "Sound", "Sound settings", "Help"];
        for n in 0..40 {
            let app = ["com.x", "com.y"][dice.roll(2) as usize];
            let version = ["1", "2", "3"][dice.roll(3) as usize];
            let seen = now.plus(-(dice.roll(60) as i64) * DAY);
            let mut row = node(n, app, version, labels[dice.roll(7) as usize], seen);
            row.resource_id =
                format!("{app}:id/{}", ["entry", "action", "open"][dice.roll(3) as usize]);
            row.energy = Energy::from_stored(dice.roll(300) as f64 / 100.0, seen);
            memory.nodes.push(row);
        }
        for n in 0..8 {
            let at = now.plus(-(dice.roll(200) as i64) * DAY);
            let mut macro_record = record(&format!("m{n}"), vec![MacroAction::Back], at);
            macro_record.energy = Energy::from_stored(dice.roll(900) as f64 / 100.0, at);
            macro_record.crystallised = dice.one_in(4);
            memory.macros.push(macro_record);
            let energy = Energy::from_stored(dice.roll(200) as f64 / 100.0, at);
            let permanent = dice.one_in(4);
            memory.others.push(EnergyRow { owner: episode(&format!("e{n}")), energy, permanent });
        }
        memory
    }

    pub fn energies(&self) -> Vec<EnergyRow> {
        let nodes = self.nodes.iter().map(|row| EnergyRow {
            owner: EnergyOwner::Node(row.fingerprint),
            energy: row.energy,
            permanent: false,
        });
        let macros = self.macros.iter().map(|m| EnergyRow {
            owner: EnergyOwner::Macro(m.machine.id().clone()),
            energy: m.energy,
            permanent: m.crystallised,
        });
        nodes.chain(macros).chain(self.others.iter().cloned()).collect()
    }

    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::SetEnergy(owner, energy) => {
                for row in
                    self.nodes.iter_mut().filter(|r| EnergyOwner::Node(r.fingerprint) == *owner)
                {
                    row.energy = *energy;
                }
                for m in self.macros.iter_mut() {
                    if EnergyOwner::Macro(m.machine.id().clone()) == *owner {
                        m.energy = *energy;
                    }
                }
                for row in self.others.iter_mut().filter(|r| r.owner == *owner) {
                    row.energy = *energy;
                }
            }
            Change::Collapse(owner) => {
                self.nodes.retain(|row| EnergyOwner::Node(row.fingerprint) != *owner);
                self.macros.retain(|m| EnergyOwner::Macro(m.machine.id().clone()) != *owner);
                self.others.retain(|row| row.owner != *owner);
            }
            Change::PutAlias(alias) => {
                self.aliases.retain(|a| a.old != alias.old);
                self.aliases.push((**alias).clone());
                self.aliases.sort_by_key(|a| a.old);
            }
            Change::RemoveAlias(old) => self.aliases.retain(|a| a.old != *old),
            other => panic!("the lifecycle does not plan {other:?} here"),
        }
    }

    pub fn entropy(&mut self, now: Timestamp, half_lives: &HalfLives) {
        let plan = entropy::plan(&self.energies(), now, half_lives);
        plan.changes.iter().for_each(|change| self.apply(change));
    }

    /// Every memory counts as 100 bytes.
    pub fn budget(&mut self, budget: u64, now: Timestamp, half_lives: &HalfLives) {
        let rows: Vec<_> =
            self.energies().into_iter().map(|row| SizedRow { row, bytes: 100 }).collect();
        let plan = evict(&rows, budget, now, half_lives);
        plan.changes.iter().for_each(|change| self.apply(change));
    }

    pub fn topology(&mut self, now: Timestamp, half_lives: &HalfLives) {
        let withheld = Withheld::default();
        let (rows, known) = (self.nodes.clone(), self.aliases.clone());
        let survey = Survey { rows: &rows, known: &known, withheld: &withheld, half_lives };
        let plans = plan_all(&survey, now);
        plans.iter().flat_map(|plan| &plan.changes).for_each(|change| self.apply(change));
    }

    /// Every macro is checked, with the same result.
    pub fn freshness(&mut self, found: Freshness, now: Timestamp, half_lives: &HalfLives) {
        for record in self.macros.clone() {
            after_check(&record, found, now, half_lives)
                .iter()
                .for_each(|change| self.apply(change));
        }
    }

    /// A few macros are checked; what is found depends on the macro.
    pub fn check_some(&mut self, seed: u64, now: Timestamp, half_lives: &HalfLives) {
        for id in pick_for_freshness(&self.macros, now, half_lives, seed, 3) {
            let record = self.macros.iter().find(|m| *m.machine.id() == id).unwrap().clone();
            let found = [Freshness::Fresh, Freshness::Stale, Freshness::Dead]
                [usize::from(id.as_str().as_bytes()[1]) % 3];
            after_check(&record, found, now, half_lives)
                .iter()
                .for_each(|change| self.apply(change));
        }
    }
}
