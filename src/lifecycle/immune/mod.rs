//! Immunity: what a snapshot may do to the memory, decided before anything is kept, recalled or replayed.
//!
//! The engine makes one call, [`judge`]: it masks what is secret and says with a [`Verdict`] whether the rest may be
//! remembered and acted on. Both halves work from one plan (the findings of the private `mask` module), so what is
//! reported is what was masked. Nothing here learns: sightings and scrub values come in through [`Context`].
//!
//! Reading order: `overlay` (who lies on top), `trust` (whose app is it), `structure` (is the tree plausible),
//! `injection` (does it talk to a model), then `mask` with `sensitive`, `labels` and `scrub`.

mod front;
mod injection;
mod injection_words;
mod labels;
mod mask;
mod neighbours;
mod numbers;
mod overlay;
mod packages;
mod personal;
mod run;
mod scrub;
mod sensitive;
mod structure;
mod text;
mod trust;

use crate::model::{ImmunePolicy, Reason, Snapshot, Threat, Verdict, VerdictKind};
use std::cmp::Reverse;
use std::collections::BTreeMap;

pub use injection::is_injection;
pub use mask::{MASK, mask};
pub use overlay::overlay_state;
pub use run::inspect_run;
pub use sensitive::sensitive_text;
pub use trust::package_trust;

/// What the memory already knows about a package.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sighting {
    /// How many snapshots of it were judged before, all with this signer.
    pub seen: i64,
    /// Signer at those sightings; empty when the host never told.
    pub signer: String,
}

/// What the engine knows at the moment of judging; everything may be left empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Context {
    /// The app that has to be in front now; empty when any app may be.
    pub expected_package: String,
    /// Earlier sightings by package.
    pub sightings: BTreeMap<String, Sighting>,
    /// Secrets typed in this session: they are masked wherever they appear.
    pub scrub: Vec<String>,
    /// Texts that the memory itself handed out; on a screen they are no news.
    pub handed_out: Vec<String>,
    /// Node count of the snapshot before, when it showed the same app and activity.
    pub previous_nodes: Option<usize>,
}

/// Masks and inspects: the one call the engine makes for every snapshot.
///
/// ```
/// use cs_mem::lifecycle::immune::{Context, judge};
/// use cs_mem::model::{ImmunePolicy, Rect, Snapshot, UiNode, VerdictKind};
/// let mut field = UiNode::new("android.widget.EditText", Rect::new(0, 0, 400, 80));
/// field.text = "hunter2".into();
/// field.password = true;
/// let snapshot = Snapshot { nodes: vec![field], ..Snapshot::default() };
/// let (masked, verdict) = judge(snapshot, &ImmunePolicy::default(), &Context::default());
/// assert_eq!(verdict.kind, VerdictKind::AdmitMasked);
/// assert!(!masked.nodes[0].text.contains("hunter2"));
/// ```
pub fn judge(snapshot: Snapshot, policy: &ImmunePolicy, context: &Context) -> (Snapshot, Verdict) {
    let plan = mask::plan(&snapshot, policy, &context.scrub, &context.handed_out);
    let verdict = verdict_of(&snapshot, policy, context, &plan);
    (mask::apply(snapshot, plan), verdict)
}

/// The verdict alone, for a snapshot that is not going to be kept.
pub fn inspect(snapshot: &Snapshot, policy: &ImmunePolicy, context: &Context) -> Verdict {
    let plan = mask::plan(snapshot, policy, &context.scrub, &context.handed_out);
    verdict_of(snapshot, policy, context, &plan)
}

fn verdict_of(
    snapshot: &Snapshot,
    policy: &ImmunePolicy,
    context: &Context,
    plan: &mask::Plan,
) -> Verdict {
    let mut reasons = Reasons::default();
    let front = front::front(snapshot, policy, context);
    structure::inspect_capture(snapshot, &mut reasons);
    overlay::inspect(snapshot, &front, policy, &mut reasons);
    trust::inspect(snapshot, &front, policy, context, &mut reasons);
    structure::inspect_tree(snapshot, &front, policy, context, &mut reasons);
    structure::inspect_texts(snapshot, &mut reasons);
    plan.report(policy, &mut reasons);
    reasons.into_verdict()
}

/// What the inspectors found; sorted when all have spoken.
#[derive(Debug, Default)]
struct Reasons(Vec<(VerdictKind, Threat, Reason)>);

impl Reasons {
    fn add(&mut self, kind: VerdictKind, threat: Threat, code: &str, sentence: impl Into<String>) {
        self.0.push((kind, threat, Reason { code: code.to_owned(), sentence: sentence.into() }));
    }

    fn into_verdict(mut self) -> Verdict {
        self.0.sort_by_key(|(kind, threat, _)| Reverse((*kind, *threat)));
        Verdict {
            kind: self.0.iter().map(|r| r.0).max().unwrap_or_default(),
            threat: self.0.iter().map(|r| r.1).max().unwrap_or_default(),
            reasons: self.0.into_iter().map(|r| r.2).collect(),
        }
    }
}
