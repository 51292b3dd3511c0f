//! The lab: how often does a replay touch the wrong element?
//!
//! Scenarios are recorded runs with probe screens, each with what a careful person would do there. A generator makes them from
//! recorded sequences by drift operators; `cargo test --test lab -- FOLDER` runs a folder of scenario files instead. Prints the
//! figures in total, by drift and by source, and writes `target/lab/summary.json`. Fails on a wrong tap.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod apps;
mod baselines;
mod benign;
mod corpus;
mod edit;
mod harmful;
mod ops;
#[path = "../phone/mod.rs"]
mod phone;
mod rig;
mod scenario;

use rig::Outcome;
use scenario::{Expect, Scenario};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// One judged probe.
#[derive(Serialize)]
struct Case {
    source: String,
    name: String,
    drift: String,
    act: bool,
    outcome: Outcome,
    said: String,
    coordinates: Outcome,
    first_fingerprint: Outcome,
}

/// Counts of one group.
#[derive(Default, Serialize)]
struct Counts {
    act_cases: u32,
    refuse_cases: u32,
    right: u32,
    wrong_tap: u32,
    false_abort: u32,
    wrong_reason: u32,
}

impl Counts {
    fn add(&mut self, act: bool, outcome: Outcome) {
        *if act { &mut self.act_cases } else { &mut self.refuse_cases } += 1;
        *match outcome {
            Outcome::Right => &mut self.right,
            Outcome::WrongTap => &mut self.wrong_tap,
            Outcome::FalseAbort => &mut self.false_abort,
            Outcome::WrongReason => &mut self.wrong_reason,
        } += 1;
    }

    fn line(&self, name: &str) -> String {
        format!(
            "{name:<34}{:>6}{:>8}{:>7}{:>11}{:>13}{:>14}",
            self.act_cases,
            self.refuse_cases,
            self.right,
            self.wrong_tap,
            self.false_abort,
            self.wrong_reason
        )
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Test runners ask for a list of tests; this is one program.
    if arguments.iter().any(|a| a == "--list") {
        println!("lab: test");
        return ExitCode::SUCCESS;
    }
    let given = arguments.iter().find(|a| !a.starts_with('-')).map(PathBuf::from);
    match run(given.as_deref(), arguments.iter().any(|a| a == "--verbose")) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(folder: Option<&Path>, verbose: bool) -> Result<bool, String> {
    let generated = folder.is_none();
    let scenarios = match folder {
        Some(folder) => scenario::read_folder(folder)?,
        None => {
            let mut all = apps::all();
            match corpus::folder() {
                Some(folder) => all.extend(corpus::all(&folder)),
                None => println!("skipped: the recorded corpus is not there (CS_MEM_CORPUS)"),
            }
            all
        }
    };
    let mut cases = vec![];
    let mut not_learned: BTreeMap<String, u32> = BTreeMap::new();
    for scenario in &scenarios {
        match judge(scenario, generated) {
            Ok(judged) => cases.extend(judged),
            Err(why) => {
                *not_learned.entry(format!("{} ({why})", scenario.source)).or_default() += 1
            }
        }
    }
    report(&cases, &not_learned, verbose)
}

fn judge(scenario: &Scenario, generated: bool) -> Result<Vec<Case>, String> {
    let learned = rig::learn(scenario)?;
    let run = &scenario.runs[0];
    let mut probes = scenario.probes.clone();
    if generated {
        probes.extend(ops::probes(&learned, run).into_iter().map(|(probe, _)| probe));
    }
    Ok(probes
        .iter()
        .map(|probe| {
            let (outcome, said) = rig::judge(&learned, run, probe);
            Case {
                source: scenario.source.clone(),
                name: format!("{}, {}", run.goal, probe.name),
                drift: probe.drift.clone(),
                act: matches!(probe.expect, Expect::Act(_)),
                outcome,
                said,
                coordinates: baselines::coordinates(&learned, run, probe),
                first_fingerprint: baselines::first_fingerprint(&learned, run, probe),
            }
        })
        .collect())
}

fn report(
    cases: &[Case],
    not_learned: &BTreeMap<String, u32>,
    verbose: bool,
) -> Result<bool, String> {
    let mut total = Counts::default();
    let (mut by_drift, mut by_source): (BTreeMap<&str, Counts>, BTreeMap<&str, Counts>) =
        Default::default();
    let mut baselines =
        [("coordinates", Counts::default()), ("first_fingerprint", Counts::default())];
    for case in cases {
        total.add(case.act, case.outcome);
        by_drift.entry(&case.drift).or_default().add(case.act, case.outcome);
        by_source.entry(&case.source).or_default().add(case.act, case.outcome);
        baselines[0].1.add(case.act, case.coordinates);
        baselines[1].1.add(case.act, case.first_fingerprint);
        if case.outcome != Outcome::Right && (verbose || case.outcome == Outcome::WrongTap) {
            println!(
                "{:?}: {} [{}] {}: {}",
                case.outcome, case.source, case.drift, case.name, case.said
            );
        }
    }
    let head = format!(
        "{:<34}{:>6}{:>8}{:>7}{:>11}{:>13}{:>14}",
        "", "act", "refuse", "right", "wrong tap", "false abort", "wrong reason"
    );
    println!("{head}");
    for (name, counts) in by_drift.iter().chain(&by_source) {
        println!("{}", counts.line(name));
    }
    for (why, times) in not_learned {
        println!("not learned: {why} x{times}");
    }
    println!("\n{head}\n{}", total.line("cs-mem"));
    for (name, counts) in &baselines {
        println!("{}", counts.line(&format!("baseline: {name}")));
    }
    write(cases, &total, &by_drift, &by_source, &baselines)?;
    Ok(total.wrong_tap == 0)
}

fn write(
    cases: &[Case],
    total: &Counts,
    by_drift: &BTreeMap<&str, Counts>,
    by_source: &BTreeMap<&str, Counts>,
    baselines: &[(&str, Counts); 2],
) -> Result<(), String> {
    let mut summary = serde_json::to_value(total).map_err(|e| e.to_string())?;
    let parts = [
        ("by_drift", serde_json::to_value(by_drift)),
        ("by_source", serde_json::to_value(by_source)),
        (
            "baselines",
            serde_json::to_value(
                baselines.iter().map(|(n, c)| (*n, c)).collect::<BTreeMap<_, _>>(),
            ),
        ),
        ("cases", serde_json::to_value(cases)),
    ];
    for (name, value) in parts {
        summary[name] = value.map_err(|e| e.to_string())?;
    }
    let file = Path::new("target/lab/summary.json");
    let text = serde_json::to_string_pretty(&summary).map_err(|e| e.to_string())?;
    std::fs::create_dir_all("target/lab")
        .and_then(|()| std::fs::write(file, text))
        .map_err(|e| e.to_string())
}
