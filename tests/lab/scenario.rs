//! What a scenario is, in memory and as a JSON file. The format is documented in README ("The lab").

use cs_mem::distill::legacy::parse_action;
use cs_mem::model::episode::NamedValue;
use cs_mem::model::{
    Action, Capture, Direction, Display, Foreground, HandBackKind, Point, Rect, Snapshot, Target,
};
use cs_mem::perceive::{Limits, parse::parse};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// One recorded run of a task.
#[derive(Debug, Clone)]
pub struct Run {
    pub goal: String,
    pub values: Vec<NamedValue>,
    pub app: String,
    pub screens: Vec<Snapshot>,
    pub steps: Vec<Step>,
}

/// One step of a run.
#[derive(Debug, Clone)]
pub struct Step {
    pub action: Action,
    pub before: usize,
    pub after: usize,
}

/// What the phone shows at one look.
#[derive(Debug, Clone)]
pub enum Look {
    Shows(Snapshot),
    /// Captured before the last action.
    Stale(Snapshot),
    /// Refused by the immune system.
    Refused(Snapshot),
    Fails,
}

/// What a careful person would do.
#[derive(Debug, Clone, PartialEq)]
pub enum Expect {
    /// Act on the element with these bounds.
    Act(Rect),
    /// Stop, for one of these reasons.
    Refuse(Vec<HandBackKind>),
    /// Leave the element alone and go on.
    Skip,
}

/// A screen in place of a recorded one, and what is to be done on it.
#[derive(Debug, Clone)]
pub struct Probe {
    pub name: String,
    pub drift: String,
    /// The step that is due on it.
    pub step: usize,
    /// Shown one after the other, before the frames.
    pub first: Vec<Look>,
    /// Shown while the machine looks; a scroll goes to the next one.
    pub frames: Vec<Snapshot>,
    /// The frames take turns at every look: the screen never rests.
    pub restless: bool,
    /// Words of the recorded screens that this run shows otherwise: its own values.
    pub replace: Vec<(String, String)>,
    pub goal: Option<String>,
    pub expect: Expect,
}

/// Runs of one task (merged into one macro) with probes on the first of them.
#[derive(Debug, Clone)]
pub struct Scenario {
    pub source: String,
    pub runs: Vec<Run>,
    pub probes: Vec<Probe>,
}

#[derive(Deserialize)]
struct FileForm {
    #[serde(default)]
    source: Option<String>,
    runs: Vec<RunForm>,
    probes: Vec<ProbeForm>,
}

#[derive(Deserialize)]
struct RunForm {
    goal: String,
    #[serde(default)]
    values: Vec<NamedValue>,
    #[serde(default)]
    app: String,
    screens: Vec<ScreenForm>,
    steps: Vec<StepForm>,
}

/// A path to a dump, a dump inline, or a snapshot inline.
#[derive(Deserialize)]
#[serde(untagged)]
enum ScreenForm {
    Path(PathBuf),
    Dump { dump: String },
    Snapshot { snapshot: Box<Snapshot> },
}

#[derive(Deserialize)]
struct StepForm {
    /// `tap`, `long_press`, `type`, `scroll`, `back`, `home`, `launch`, or a tool call such as `tap(540,1200)`.
    #[serde(rename = "do")]
    act: String,
    at: Option<(i32, i32)>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    secret: bool,
    direction: Option<Direction>,
    before: Option<usize>,
    after: Option<usize>,
}

#[derive(Deserialize)]
struct ProbeForm {
    name: String,
    #[serde(default)]
    drift: String,
    step: usize,
    screen: Option<ScreenForm>,
    #[serde(default)]
    frames: Vec<ScreenForm>,
    #[serde(default)]
    first: Vec<ScreenForm>,
    #[serde(default)]
    replace: Vec<(String, String)>,
    goal: Option<String>,
    expect: ExpectForm,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ExpectForm {
    Act([i32; 4]),
    Refuse(Vec<HandBackKind>),
    Skip,
}

/// Reads every `*.json` of a folder, in name order.
pub fn read_folder(folder: &Path) -> Result<Vec<Scenario>, String> {
    let say = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(say)?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| read_file(file).map_err(|e| format!("{}: {e}", file.display())))
        .collect()
}

fn read_file(file: &Path) -> Result<Scenario, String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let form: FileForm = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let name = file.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let runs = form.runs.into_iter().map(|r| r.read(folder)).collect::<Result<_, _>>()?;
    let probes = form.probes.into_iter().map(|p| p.read(folder)).collect::<Result<_, _>>()?;
    Ok(Scenario { source: form.source.unwrap_or(name), runs, probes })
}

impl RunForm {
    fn read(self, folder: &Path) -> Result<Run, String> {
        let screens: Vec<Snapshot> =
            self.screens.iter().map(|s| s.read(folder)).collect::<Result<_, _>>()?;
        let package =
            |s: &Snapshot| s.nodes.iter().map(|n| n.package.clone()).find(|p| !p.is_empty());
        let app = match (self.app.is_empty(), screens.first()) {
            (true, Some(first)) => package(first).unwrap_or_default(),
            _ => self.app,
        };
        let steps =
            self.steps.into_iter().enumerate().map(|(n, s)| s.read(n)).collect::<Result<_, _>>()?;
        Ok(Run { goal: self.goal, values: self.values, app, screens, steps })
    }
}

impl StepForm {
    fn read(self, number: usize) -> Result<Step, String> {
        let target = self.at.map(|(x, y)| Target::At { point: Point { x, y } });
        let needs = || target.ok_or_else(|| format!("step {number} needs `at`"));
        let action = match self.act.as_str() {
            "tap" => Action::Tap { target: needs()? },
            "long_press" => Action::LongPress { target: needs()? },
            "type" => Action::InputText { target, text: self.text, secret: self.secret },
            "scroll" => Action::Scroll {
                target,
                direction: self
                    .direction
                    .ok_or_else(|| format!("step {number} needs `direction`"))?,
            },
            "launch" => Action::Launch { package: self.text },
            call => parse_action(call).map_err(|e| format!("step {number}: {e}"))?,
        };
        let before = self.before.unwrap_or(number);
        Ok(Step { action, before, after: self.after.unwrap_or(before + 1) })
    }
}

impl ScreenForm {
    fn read(&self, folder: &Path) -> Result<Snapshot, String> {
        match self {
            Self::Snapshot { snapshot } => Ok((**snapshot).clone()),
            Self::Dump { dump } => dumped(dump.as_bytes()),
            Self::Path(path) => {
                let path = folder.join(path);
                let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                dumped(&bytes).map_err(|e| format!("{}: {e}", path.display()))
            }
        }
    }
}

/// A dump as a snapshot, whatever its dialect.
pub fn dumped(bytes: &[u8]) -> Result<Snapshot, String> {
    let capture = Capture {
        foreground: Foreground::default(),
        display: Display::default(),
        ..Capture::default()
    };
    parse(bytes, capture, &Limits::default()).map_err(|e| e.to_string())
}

impl ProbeForm {
    fn read(self, folder: &Path) -> Result<Probe, String> {
        let mut frames: Vec<Snapshot> = self
            .screen
            .iter()
            .chain(&self.frames)
            .map(|s| s.read(folder))
            .collect::<Result<_, _>>()?;
        if frames.is_empty() {
            return Err(format!("probe {} needs `screen` or `frames`", self.name));
        }
        let first =
            self.first.iter().map(|s| s.read(folder).map(Look::Shows)).collect::<Result<_, _>>()?;
        let expect = match self.expect {
            ExpectForm::Act([left, top, right, bottom]) => {
                Expect::Act(Rect::new(left, top, right, bottom))
            }
            ExpectForm::Refuse(kinds) => Expect::Refuse(kinds),
            ExpectForm::Skip => Expect::Skip,
        };
        frames.shrink_to_fit();
        Ok(Probe {
            name: self.name,
            drift: if self.drift.is_empty() { "recorded".to_owned() } else { self.drift },
            step: self.step,
            first,
            frames,
            restless: false,
            replace: self.replace,
            goal: self.goal,
            expect,
        })
    }
}
