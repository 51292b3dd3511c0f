//! Immunity: what a snapshot may do to the memory, decided before anything is kept, recalled or replayed.
//!
//! The engine makes one call, [`judge`]: it masks what is secret and says with a [`Verdict`] whether the rest may be
//! remembered and acted on. Both halves work from one plan (the findings of the private `mask` module), so what is
//! reported is what was masked. Nothing here learns: sightings and scrub values come in through [`Context`].
//!
//! Reading order: `overlay` (who lies on top), `trust` (whose app is it), `structure` (is the tree plausible),
//! `injection` (does it talk to a model), then `mask` with `sensitive`, `labels` and `scrub`.

mod injection;
mod injection_words;
mod labels;
mod mask;
mod neighbours;
mod numbers;
mod overlay;
mod packages;
mod personal;
mod scrub;
mod sensitive;
mod text;

use crate::model::{ImmunePolicy, Snapshot, Threat, Verdict, VerdictKind};
use std::collections::BTreeMap;

pub use injection::is_injection;
pub use mask::{MASK, mask};
pub use overlay::overlay_state;
pub use sensitive::sensitive_text;

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
    let _ = context;
    let mut verdict = Verdict::default();
    if snapshot.truncated {
        verdict.add(
            VerdictKind::Refuse,
            Threat::Low,
            "capture.truncated",
            "A limit cut the tree short; capture again, or raise the limits of the channel.",
        );
    }
    if snapshot.nodes.is_empty() {
        verdict.add(
            VerdictKind::Refuse,
            Threat::Low,
            "capture.no_nodes",
            "The capture holds no nodes; capture again when the app has drawn its screen.",
        );
    }
    overlay::inspect(snapshot, policy, &mut verdict);
    plan.report(policy, &mut verdict);
    verdict
}
