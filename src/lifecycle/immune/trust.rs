//! Whose app it is: by package and signer, from the host's lists and earlier sightings.

use super::front::Front;
use super::packages::{is_keyboard, is_system_dialog, is_system_ui};
use super::{Context, Reasons};
use crate::model::{
    Foreground, ImmunePolicy, PackageRule, PackageTrust, Snapshot, Threat, VerdictKind,
};

/// How far an app is trusted.
///
/// ```
/// use cs_mem::lifecycle::immune::{Context, package_trust};
/// use cs_mem::model::{Foreground, ImmunePolicy, PackageTrust};
/// let policy = ImmunePolicy { blocked_packages: vec!["com.evil".into()], ..ImmunePolicy::default() };
/// let app = Foreground { package: "com.evil".into(), ..Foreground::default() };
/// assert_eq!(package_trust(&app, &policy, &Context::default()), PackageTrust::Blocked);
/// ```
pub fn package_trust(app: &Foreground, policy: &ImmunePolicy, context: &Context) -> PackageTrust {
    let package = app.package.as_str();
    let by_rule = |rules: &[PackageRule]| {
        rules
            .iter()
            .any(|r| r.package == package && (r.signer.is_empty() || same(&r.signer, &app.signer)))
    };
    let seen_enough = || {
        context.sightings.get(package).is_some_and(|s| {
            s.seen > 0
                && s.seen >= i64::from(policy.quarantine_until_seen)
                && (s.signer.is_empty() || app.signer.is_empty() || same(&s.signer, &app.signer))
        })
    };
    if policy.blocked_packages.iter().any(|p| p == package) {
        PackageTrust::Blocked
    } else if package.is_empty() {
        PackageTrust::Unknown
    } else if package == policy.own_package || by_rule(&policy.trusted_packages) {
        PackageTrust::Trusted
    } else if by_rule(&policy.known_packages)
        || is_system_ui(package)
        || is_system_dialog(package)
        || seen_enough()
    {
        PackageTrust::Known
    } else {
        PackageTrust::Unknown
    }
}

/// Whether the host lets a package draw over others. The signer of a window's owner is not told by any channel.
pub(super) fn is_trusted_overlay(package: &str, policy: &ImmunePolicy) -> bool {
    policy.trusted_packages.iter().any(|r| r.package == package)
}

fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

pub(super) fn inspect(
    snapshot: &Snapshot,
    front: &Front,
    policy: &ImmunePolicy,
    context: &Context,
    reasons: &mut Reasons,
) {
    let app =
        Foreground { package: front.package.to_owned(), ..snapshot.capture.foreground.clone() };
    let blocked = |p: &str| policy.blocked_packages.iter().any(|b| b == p);
    if blocked(front.package)
        || snapshot.windows.iter().any(|w| blocked(&w.package))
        || snapshot.nodes.iter().any(|n| blocked(&n.package))
    {
        reasons.add(
            VerdictKind::Refuse,
            Threat::High,
            "package.blocked",
            "The policy blocks an app on this screen; remove it from blocked_packages to learn from it.",
        );
    }
    if front.package.chars().any(|c| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))) {
        reasons.add(
            VerdictKind::Refuse,
            Threat::High,
            "package.impossible_name",
            "The package name holds characters that Android does not allow; the capture is forged or damaged.",
        );
    }
    if signer_changed(&app, policy, context) {
        reasons.add(
            VerdictKind::Refuse,
            Threat::High,
            "package.signer_changed",
            "The app is signed by somebody else than before; approve the new signer, or uninstall the app.",
        );
    }
    let trust = package_trust(&app, policy, context);
    if trust < PackageTrust::Known {
        look_alike(&app, policy, context, reasons);
    }
    unexpected(front, policy, context, reasons);
    if trust == PackageTrust::Unknown && policy.quarantine_until_seen > 0 {
        let wanted = policy.quarantine_until_seen;
        let seen = context.sightings.get(front.package).map_or(0, |s| s.seen);
        reasons.add(
            VerdictKind::Quarantine,
            Threat::Medium,
            "package.unknown",
            format!("The app was seen {seen} of {wanted} times needed; approve it, or let it be seen more often."),
        );
    }
}

fn signer_changed(app: &Foreground, policy: &ImmunePolicy, context: &Context) -> bool {
    if app.signer.is_empty() {
        return false;
    }
    let rules: Vec<&PackageRule> = policy
        .trusted_packages
        .iter()
        .chain(&policy.known_packages)
        .filter(|r| r.package == app.package)
        .collect();
    let allowed = |r: &&PackageRule| r.signer.is_empty() || same(&r.signer, &app.signer);
    if !rules.is_empty() {
        // an approval newer than the sightings is how a host accepts a new signer
        return !rules.iter().any(allowed);
    }
    let before = context.sightings.get(&app.package).map_or("", |s| s.signer.as_str());
    !before.is_empty() && !same(before, &app.signer)
}

/// The app that has to be in front is not: only the system may have put a dialog there.
fn unexpected(front: &Front, policy: &ImmunePolicy, context: &Context, reasons: &mut Reasons) {
    let expected = context.expected_package.as_str();
    let package = front.package;
    if expected.is_empty()
        || package.is_empty()
        || package == expected
        || package == policy.own_package
        || is_system_ui(package)
        || is_system_dialog(package)
        || is_keyboard(package, policy)
        || is_trusted_overlay(package, policy)
    {
        return;
    }
    reasons.add(
        VerdictKind::Quarantine,
        Threat::Medium,
        "package.unexpected",
        "Another app than expected is in front; bring the expected one back and capture again.",
    );
}

/// A package is no look-alike of a name shorter than this: too many short names are two letters apart.
const LOOK_ALIKE_LENGTH: usize = 10;

fn look_alike(app: &Foreground, policy: &ImmunePolicy, context: &Context, reasons: &mut Reasons) {
    let package = app.package.as_str();
    let rules = policy.trusted_packages.iter().chain(&policy.known_packages);
    let named: Vec<&str> = rules
        .map(|r| r.package.as_str())
        .chain([policy.own_package.as_str(), context.expected_package.as_str()])
        .filter(|p| !p.is_empty())
        .collect();
    if package.is_empty() || named.contains(&package) {
        return;
    }
    let skeleton_of_mine = skeleton(package);
    // apps of one publisher may have similar names
    let foreign_sighting = context.sightings.iter().filter(|(_, s)| {
        s.seen > 0
            && (s.signer.is_empty() || app.signer.is_empty() || !same(&s.signer, &app.signer))
    });
    let disguised = named
        .iter()
        .copied()
        .chain(foreign_sighting.map(|(p, _)| p.as_str()))
        .any(|p| p != package && skeleton(p) == skeleton_of_mine);
    let close = |p: &&str| {
        p.len() >= LOOK_ALIKE_LENGTH
            && p.len().abs_diff(package.len()) <= 2
            && strsim::levenshtein(p, package) <= 2
    };
    if disguised {
        reasons.add(
            VerdictKind::Refuse,
            Threat::High,
            "package.look_alike",
            "The package name is made to be taken for another app's; approve it only if you know where it is from.",
        );
    } else if named.iter().any(close) {
        reasons.add(
            VerdictKind::Quarantine,
            Threat::Medium,
            "package.near_name",
            "The package name is one or two letters away from a trusted app's; approve it if it is meant.",
        );
    }
}

/// A package name as a hasty eye reads it.
fn skeleton(package: &str) -> String {
    let plain: String = package
        .to_ascii_lowercase()
        .chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .map(|c| match c {
            '0' => 'o',
            '1' | 'i' => 'l',
            '3' => 'e',
            '5' => 's',
            _ => c,
        })
        .collect();
    plain.replace("rn", "m").replace("vv", "w").replace("cl", "d")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lifecycle::immune::{Sighting, inspect};
    use crate::model::{Rect, UiNode};

    fn screen(package: &str, signer: &str) -> Snapshot {
        let mut node = UiNode::new("android.widget.Button", Rect::new(0, 0, 100, 50));
        node.text = "OK".into();
        node.clickable = true;
        node.package = package.into();
        let mut snapshot = Snapshot { nodes: vec![node], ..Snapshot::default() };
        snapshot.capture.foreground =
            Foreground { package: package.into(), signer: signer.into(), ..Foreground::default() };
        snapshot
    }

    fn codes(
        snapshot: &Snapshot,
        policy: &ImmunePolicy,
        context: &Context,
    ) -> (VerdictKind, Vec<String>) {
        let verdict = inspect(snapshot, policy, context);
        (verdict.kind, verdict.reasons.into_iter().map(|r| r.code).collect())
    }

    fn seen(package: &str, seen: i64, signer: &str) -> Context {
        let sighting = Sighting { seen, signer: signer.into() };
        Context { sightings: [(package.to_owned(), sighting)].into(), ..Context::default() }
    }

    #[test]
    fn an_unknown_app_is_admitted_by_default_and_quarantined_on_request() {
        let app = screen("com.example.shop", "aa");
        let strict = ImmunePolicy { quarantine_until_seen: 3, ..ImmunePolicy::default() };
        let fresh = Context::default();
        assert_eq!(inspect(&app, &ImmunePolicy::default(), &fresh).kind, VerdictKind::Admit);
        let (kind, reasons) = codes(&app, &strict, &seen("com.example.shop", 2, "aa"));
        assert_eq!(kind, VerdictKind::Quarantine);
        assert!(reasons.contains(&"package.unknown".to_owned()));
        assert_eq!(codes(&app, &strict, &seen("com.example.shop", 3, "aa")).0, VerdictKind::Admit);
        let approved = ImmunePolicy {
            known_packages: vec![PackageRule::any_signer("com.example.shop")],
            ..strict
        };
        assert_eq!(codes(&app, &approved, &fresh).0, VerdictKind::Admit);
    }

    #[test]
    fn a_changed_signer_is_refused_until_approved() {
        let app = screen("com.example.shop", "bb");
        let context = seen("com.example.shop", 9, "aa");
        let (kind, reasons) = codes(&app, &ImmunePolicy::default(), &context);
        assert_eq!((kind, reasons[0].as_str()), (VerdictKind::Refuse, "package.signer_changed"));
        let rule = PackageRule { package: "com.example.shop".into(), signer: "BB".into() };
        let approved = ImmunePolicy { known_packages: vec![rule], ..ImmunePolicy::default() };
        assert_eq!(codes(&app, &approved, &context).0, VerdictKind::Admit);
    }

    #[test]
    fn look_alikes_are_refused_and_publishers_may_have_two_apps() {
        let app = screen("com.examp1e.shop", "bb");
        let policy = ImmunePolicy::default();
        let known = seen("com.example.shop", 5, "aa");
        assert_eq!(codes(&app, &policy, &known).1[0], "package.look_alike");
        let same_publisher = seen("com.example.shop", 5, "bb");
        assert_eq!(codes(&app, &policy, &same_publisher).0, VerdictKind::Admit);
        let trusted = ImmunePolicy {
            trusted_packages: vec![PackageRule::any_signer("com.example.bank")],
            ..ImmunePolicy::default()
        };
        let near = screen("com.exampel.bank", "");
        assert_eq!(codes(&near, &trusted, &Context::default()).0, VerdictKind::Quarantine);
    }

    #[test]
    fn an_unexpected_app_is_set_aside_and_a_system_dialog_is_not() {
        let context = Context { expected_package: "com.example.bank".into(), ..Context::default() };
        let policy = ImmunePolicy::default();
        assert_eq!(codes(&screen("com.other", ""), &policy, &context).1[0], "package.unexpected");
        let dialog = screen("com.android.permissioncontroller", "");
        assert_eq!(codes(&dialog, &policy, &context).0, VerdictKind::Admit);
    }
}
