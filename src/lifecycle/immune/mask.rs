//! Plan, then perform: which fields hold secrets, and what stands there afterwards.

use super::Reasons;
use super::labels::{is_payment, is_pure_label};
use super::neighbours::{Neighbourhood, is_input, neighbourhood, shown};
use super::packages::is_authenticator;
use super::personal::{amounts, emails, phones};
use super::scrub::{HostTexts, Scrub, replace};
use super::sensitive::{Span, codes, id_spans, spans};
use super::text::digit;
use crate::model::{Handling, ImmunePolicy, SensitiveKind, Snapshot, Threat, UiNode, VerdictKind};

/// What stands in place of a masked value: it tells a filled field from an empty one, and nothing else.
pub const MASK: &str = "•••";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Text,
    ContentDesc,
    Hint,
    ResourceId,
    ClassName,
    Package,
}

impl Field {
    const ALL: [Self; 6] = [
        Self::Text,
        Self::ContentDesc,
        Self::Hint,
        Self::ResourceId,
        Self::ClassName,
        Self::Package,
    ];

    fn of(self, node: &mut UiNode) -> &mut String {
        match self {
            Self::Text => &mut node.text,
            Self::ContentDesc => &mut node.content_desc,
            Self::Hint => &mut node.hint,
            Self::ResourceId => &mut node.resource_id,
            Self::ClassName => &mut node.class_name,
            Self::Package => &mut node.package,
        }
    }

    fn read(self, node: &UiNode) -> &str {
        match self {
            Self::Text => &node.text,
            Self::ContentDesc => &node.content_desc,
            Self::Hint => &node.hint,
            Self::ResourceId => &node.resource_id,
            Self::ClassName => &node.class_name,
            Self::Package => &node.package,
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Node(usize, Field),
    WindowTitle(usize),
}

#[derive(Debug)]
struct Finding {
    place: Place,
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
    pub(super) fn report(&self, policy: &ImmunePolicy, reasons: &mut Reasons) {
        for kind in SensitiveKind::ALL {
            let count = self.findings.iter().filter(|f| f.kind == kind).count();
            if count == 0 {
                continue;
            }
            let code = format!("sensitive.{}", kind.as_str());
            let what = plural(kind);
            if policy.handling(kind) == Handling::Refuse {
                let sentence = format!(
                    "The screen shows {what} ({count} fields) and the policy refuses such screens; it is not kept."
                );
                reasons.add(VerdictKind::Refuse, Threat::Medium, &code, sentence);
            } else {
                let sentence =
                    format!("The screen shows {what}: {count} fields were masked before storing.");
                reasons.add(VerdictKind::AdmitMasked, Threat::Low, &code, sentence);
            }
        }
    }
}

/// Replaces secret values before anything else sees the snapshot; returns how many fields were changed.
///
/// `scrub` holds values typed as secrets: one of at least four characters is afterwards in no field of any node, in
/// whatever case, width or spacing it was shown. Hints and labels stay, so that the screen is still recognised.
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
    let typed = Scrub::new(scrub);
    let around = neighbourhood(snapshot);
    let planner = Planner {
        policy,
        host: HostTexts::new(policy.never_store.iter().chain(handed_out)),
        boxes: boxes(snapshot, &typed, around.asks_for_code),
        payment: policy.handling(SensitiveKind::Amount) != Handling::Keep
            && snapshot.nodes.iter().any(|n| n.clickable && is_payment(shown(n))),
        scrub: typed,
        around,
    };
    let mut findings = Vec::new();
    let mut protected = vec![false; snapshot.nodes.len()];
    for (at, node) in snapshot.nodes.iter().enumerate() {
        // what an app marks as sensitive covers everything inside
        let inherited = node.parent_index().and_then(|p| protected.get(p)).copied();
        protected[at] = node.password || node.sensitive || inherited.unwrap_or(false);
        for field in Field::ALL {
            let found = planner.masked(at, node, field, protected[at]);
            findings.extend(found.map(|(kind, masked)| Finding {
                place: Place::Node(at, field),
                kind,
                masked,
            }));
        }
    }
    for (at, window) in snapshot.windows.iter().enumerate() {
        let found = planner.plain(&window.title, spans(&window.title));
        findings.extend(found.map(|(kind, masked)| Finding {
            place: Place::WindowTitle(at),
            kind,
            masked,
        }));
    }
    Plan { findings }
}

struct Planner<'a> {
    policy: &'a ImmunePolicy,
    scrub: Scrub,
    host: HostTexts,
    around: Neighbourhood,
    /// Nodes that show one character of a secret each.
    boxes: Vec<Option<SensitiveKind>>,
    payment: bool,
}

impl Planner<'_> {
    /// What stands in a field afterwards; `None` when it stays.
    fn masked(
        &self,
        at: usize,
        node: &UiNode,
        field: Field,
        protected: bool,
    ) -> Option<(SensitiveKind, String)> {
        let value = field.read(node);
        if value.is_empty() {
            return None;
        }
        let shows = matches!(field, Field::Text | Field::ContentDesc);
        // a label that is all there is to find the field by, or a hint shown as text
        let is_label = (field == Field::ContentDesc && is_pure_label(value))
            || (field == Field::Text && value == node.hint);
        if shows && protected && !is_label {
            return (value != MASK).then(|| (SensitiveKind::Password, MASK.to_owned()));
        }
        if shows && let Some(kind) = self.boxes[at] {
            return Some((kind, MASK.to_owned()));
        }
        let mut found = match field {
            Field::Text | Field::ContentDesc | Field::Hint => spans(value),
            Field::ResourceId => {
                let name = value.rfind('/').map_or(0, |slash| slash + 1);
                let shift = |s: Span| Span { at: s.at.start + name..s.at.end + name, ..s };
                id_spans(&value[name..]).into_iter().map(shift).collect()
            }
            Field::ClassName | Field::Package => Vec::new(),
        };
        if shows {
            let typed = field == Field::Text && is_input(node);
            if let Some(label) = self.around.labels[at].fitting(value, typed) {
                found.push(Span { at: 0..value.len(), kind: label.kind() });
            }
            if is_authenticator(&node.package, self.policy) {
                codes(value, &mut found);
            }
            self.personal(value, &mut found);
        }
        self.plain(value, found)
    }

    fn personal(&self, value: &str, found: &mut Vec<Span>) {
        if self.policy.handling(SensitiveKind::Phone) != Handling::Keep {
            phones(value, found);
        }
        if self.policy.handling(SensitiveKind::Email) != Handling::Keep {
            emails(value, found);
        }
        if self.payment {
            amounts(value, found);
        }
    }

    /// The parts found replaced, then typed secrets and texts of the host.
    fn plain(&self, value: &str, mut found: Vec<Span>) -> Option<(SensitiveKind, String)> {
        if value != MASK && self.host.show(value) {
            return Some((SensitiveKind::HostText, MASK.to_owned()));
        }
        found.retain(|s| self.policy.handling(s.kind) != Handling::Keep);
        let worst = found.iter().map(|s| s.kind).min();
        let masked = worst.map(|_| replace(value, found.into_iter().map(|s| s.at).collect()));
        let found = match self.scrub.masked(masked.as_deref().unwrap_or(value)) {
            Some(scrubbed) => Some((worst.unwrap_or(SensitiveKind::Typed), scrubbed)),
            None => worst.zip(masked),
        };
        found.filter(|(_, masked)| masked != value)
    }
}

/// Nodes that show a few characters of a secret each: a row of four to eight digit boxes, or boxes that spell a typed
/// secret. The keys of a PIN pad are no boxes: they are pressed, not filled.
fn boxes(snapshot: &Snapshot, scrub: &Scrub, asks_for_code: bool) -> Vec<Option<SensitiveKind>> {
    let nodes = &snapshot.nodes;
    let mut out = vec![None; nodes.len()];
    let is_piece = |i: &usize| {
        let n = &nodes[*i];
        shown(n).chars().count() <= 4 && (is_input(n) || !n.clickable)
    };
    let is_digit = |i: &usize| {
        let mut chars = shown(&nodes[*i]).chars();
        is_piece(i) && chars.next().is_some_and(|c| digit(c).is_some()) && chars.next().is_none()
    };
    let filled: Vec<usize> = (0..nodes.len()).filter(|i| !shown(&nodes[*i]).is_empty()).collect();
    for run in filled.chunk_by(|a, b| is_piece(a) && is_piece(b)) {
        for row in run.chunk_by(|a, b| is_digit(a) && is_digit(b)) {
            let is_code = asks_for_code || row.iter().all(|i| is_input(&nodes[*i]));
            if (4..=8).contains(&row.len()) && is_digit(&row[0]) && is_code {
                row.iter().for_each(|i| out[*i] = Some(SensitiveKind::OneTimeCode));
            }
        }
        let pieces: Vec<&str> = run.iter().map(|i| shown(&nodes[*i])).collect();
        for at in scrub.spelled(&pieces) {
            run[at].iter().for_each(|i| out[*i] = Some(SensitiveKind::Typed));
        }
    }
    out
}

pub(super) fn apply(mut snapshot: Snapshot, plan: Plan) -> Snapshot {
    for finding in plan.findings {
        let field = match finding.place {
            Place::Node(at, field) => snapshot.nodes.get_mut(at).map(|n| field.of(n)),
            Place::WindowTitle(at) => snapshot.windows.get_mut(at).map(|w| &mut w.title),
        };
        if let Some(field) = field {
            *field = finding.masked;
        }
    }
    snapshot
}

fn plural(kind: SensitiveKind) -> &'static str {
    match kind {
        SensitiveKind::Password => "passwords or PINs",
        SensitiveKind::OneTimeCode => "one-time codes",
        SensitiveKind::Card => "payment card numbers",
        SensitiveKind::Account => "bank account numbers",
        SensitiveKind::Identity => "identity numbers",
        SensitiveKind::Key => "keys or tokens",
        SensitiveKind::HostText => "texts that the host never stores",
        SensitiveKind::Typed => "secrets typed in this session",
        SensitiveKind::Amount => "amounts to be paid",
        SensitiveKind::Phone => "phone numbers",
        SensitiveKind::Email => "e-mail addresses",
    }
}
