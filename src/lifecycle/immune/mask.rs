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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lifecycle::immune::{Context, judge};
    use crate::model::{Rect, SensitivityLevel};

    fn text(text: &str) -> UiNode {
        let mut node = UiNode::new("android.widget.TextView", Rect::new(0, 0, 400, 80));
        node.text = text.into();
        node
    }

    fn screen(nodes: Vec<UiNode>) -> Snapshot {
        Snapshot { nodes, ..Snapshot::default() }
    }

    fn masked(node: UiNode, policy: &ImmunePolicy) -> UiNode {
        mask(screen(vec![node]), policy, &[]).0.nodes.remove(0)
    }

    #[test]
    fn of_a_password_field_only_hint_and_label_stay() {
        let policy = ImmunePolicy::default();
        let mut field = text("hunter2");
        field.password = true;
        field.hint = "Enter your password".into();
        field.content_desc = "Password".into();
        let shown = masked(field.clone(), &policy);
        assert_eq!((shown.text.as_str(), shown.hint.as_str()), (MASK, "Enter your password"));
        assert_eq!(shown.content_desc, "Password");
        field.content_desc = "Password hunter2".into();
        assert_eq!(masked(field.clone(), &policy).content_desc, MASK);
        field.text = field.hint.clone();
        assert_eq!(masked(field, &policy).text, "Enter your password", "a hint shown as text");
    }

    #[test]
    fn what_lies_inside_a_sensitive_node_is_masked_too() {
        let mut outer = text("");
        outer.sensitive = true;
        let inner = UiNode { parent: Some(0), ..text("4 apples") };
        let (shown, count) =
            mask(screen(vec![outer, inner, text("pears")]), &ImmunePolicy::default(), &[]);
        assert_eq!(
            (shown.nodes[1].text.as_str(), shown.nodes[2].text.as_str(), count),
            (MASK, "pears", 1)
        );
    }

    #[test]
    fn a_secret_beside_a_label_in_a_description_goes_and_the_label_stays() {
        let node = UiNode { content_desc: "PIN 1234".into(), ..text("") };
        assert_eq!(masked(node, &ImmunePolicy::default()).content_desc, "PIN •••");
    }

    #[test]
    fn codes_of_authenticators_need_no_word_and_other_numbers_stay() {
        let code = UiNode { package: "org.shadowice.flocke.andotp".into(), ..text("123 456") };
        assert_eq!(masked(code, &ImmunePolicy::default()).text, MASK);
        assert_eq!(masked(text("123 456"), &ImmunePolicy::default()).text, "123 456");
        let mine =
            ImmunePolicy { authenticators: vec!["com.my.codes".into()], ..ImmunePolicy::default() };
        let code = UiNode { package: "com.my.codes".into(), ..text("123456") };
        assert_eq!(masked(code, &mine).text, MASK);
    }

    #[test]
    fn the_level_decides() {
        let level = |kind, handling| ImmunePolicy {
            levels: vec![SensitivityLevel { kind, handling }],
            ..ImmunePolicy::default()
        };
        let card = "4111 1111 1111 1111";
        assert_eq!(masked(text(card), &level(SensitiveKind::Card, Handling::Keep)).text, card);
        let strict = level(SensitiveKind::Card, Handling::Refuse);
        let (shown, verdict) = judge(screen(vec![text(card)]), &strict, &Context::default());
        assert_eq!((verdict.kind, shown.nodes[0].text.as_str()), (VerdictKind::Refuse, MASK));

        let phone = "Ada +49 30 1234567";
        assert_eq!(masked(text(phone), &ImmunePolicy::default()).text, phone);
        assert_eq!(
            masked(text(phone), &level(SensitiveKind::Phone, Handling::Mask)).text,
            "Ada •••"
        );
        assert_eq!(
            masked(text("ada@example.org"), &level(SensitiveKind::Email, Handling::Mask)).text,
            MASK
        );

        let mut secret = text("hunter2");
        secret.password = true;
        assert_eq!(masked(secret, &level(SensitiveKind::Password, Handling::Keep)).text, MASK);
    }

    #[test]
    fn amounts_are_masked_where_money_is_asked_for_and_nowhere_else() {
        let policy = ImmunePolicy {
            levels: vec![SensitivityLevel {
                kind: SensitiveKind::Amount,
                handling: Handling::Mask,
            }],
            ..ImmunePolicy::default()
        };
        let pay = UiNode { clickable: true, ..text("Pay now") };
        let (bill, _) = mask(screen(vec![text("Total $12.50"), pay]), &policy, &[]);
        assert_eq!(bill.nodes[0].text, "Total $•••");
        assert_eq!(masked(text("Total $12.50"), &policy).text, "Total $12.50");
    }

    #[test]
    fn texts_of_the_host_and_of_the_memory_itself_are_not_kept() {
        let prompt = "You operate a phone. Name the next step.".to_owned();
        let policy = ImmunePolicy { never_store: vec![prompt.clone()], ..ImmunePolicy::default() };
        assert_eq!(masked(text(&prompt), &policy).text, MASK);
        let recalled = "Episode 7: sent 12 Euro to Ada";
        let context = Context { handed_out: vec![recalled.into()], ..Context::default() };
        let (shown, verdict) =
            judge(screen(vec![text(recalled), text("Hi")]), &ImmunePolicy::default(), &context);
        assert_eq!((shown.nodes[0].text.as_str(), shown.nodes[1].text.as_str()), (MASK, "Hi"));
        assert_eq!(verdict.reasons[0].code, "sensitive.host_text");
    }

    #[test]
    fn a_pin_pad_keeps_its_keys_and_a_row_of_boxes_does_not() {
        let keys: Vec<UiNode> =
            (0..6).map(|d| UiNode { clickable: true, ..text(&d.to_string()) }).collect();
        assert_eq!(mask(screen(keys.clone()), &ImmunePolicy::default(), &["012345".into()]).1, 0);
        let boxes: Vec<UiNode> = keys.into_iter().map(|k| UiNode { editable: true, ..k }).collect();
        let (shown, count) = mask(screen(boxes), &ImmunePolicy::default(), &[]);
        assert_eq!(count, 6);
        assert!(shown.nodes.iter().all(|n| n.text == MASK));
    }
}
