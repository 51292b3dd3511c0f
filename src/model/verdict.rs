//! The immune system's answer for a snapshot.

use serde::{Deserialize, Serialize};

/// Whether a foreign window lies over the app. Three-valued, because accessibility does not list every window.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Enum,
)]
pub enum OverlayState {
    /// A sensor looked and saw none.
    None,
    /// A sensor saw one.
    Present,
    /// Nobody can tell.
    #[default]
    Unknown,
}

/// How bad it is; ordered.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    uniffi::Enum,
)]
pub enum Threat {
    /// Nothing suspicious.
    #[default]
    None,
    /// Worth a line in the log.
    Low,
    /// Kept apart or masked.
    Medium,
    /// Refused.
    High,
}

/// What may happen with a snapshot; ordered from harmless to refused.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    uniffi::Enum,
)]
pub enum VerdictKind {
    /// Kept as it is.
    #[default]
    Admit,
    /// Kept without the sensitive values.
    AdmitMasked,
    /// Set aside for review; not remembered, not acted on.
    Quarantine,
    /// Not kept at all, not acted on.
    Refuse,
}

/// Why, as a stable code and a sentence without screen text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Record)]
pub struct Reason {
    /// Stable code, e.g. `overlay.foreign_window`.
    pub code: String,
    /// What was seen and what to do.
    pub sentence: String,
}

/// The answer, with all reasons.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Record)]
pub struct Verdict {
    /// What may happen with the snapshot.
    pub kind: VerdictKind,
    /// How bad it is.
    pub threat: Threat,
    /// Every reason found, worst first.
    pub reasons: Vec<Reason>,
}

impl Verdict {
    /// Whether the snapshot may be remembered and acted on (masked or not).
    pub fn admits(&self) -> bool {
        self.kind <= VerdictKind::AdmitMasked
    }

    /// Adds a reason; kind and threat only ever get worse.
    pub fn add(
        &mut self,
        kind: VerdictKind,
        threat: Threat,
        code: &str,
        sentence: impl Into<String>,
    ) {
        let reason = Reason { code: code.to_owned(), sentence: sentence.into() };
        if kind > self.kind {
            self.reasons.insert(0, reason)
        } else {
            self.reasons.push(reason)
        }
        self.kind = self.kind.max(kind);
        self.threat = self.threat.max(threat);
    }
}

/// A kind of text that should not be remembered as it is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "snake_case")]
pub enum SensitiveKind {
    /// Text of a password field or of a node that the app marked as sensitive, or a value beside such a label.
    Password,
    /// A one-time code.
    OneTimeCode,
    /// A payment card number or its check value.
    Card,
    /// A bank account number.
    Account,
    /// A number that identifies a person to a state: resident, tax or insurance number, passport.
    Identity,
    /// A key, token or recovery phrase.
    Key,
    /// A text that the host asked never to store, or one that the memory itself handed out.
    HostText,
    /// A value that the agent typed as a secret.
    Typed,
    /// An amount on a payment screen.
    Amount,
    /// A phone number.
    Phone,
    /// An e-mail address.
    Email,
}

impl SensitiveKind {
    /// Every kind, worst first.
    pub const ALL: [Self; 11] = [
        Self::Password,
        Self::OneTimeCode,
        Self::Card,
        Self::Account,
        Self::Identity,
        Self::Key,
        Self::HostText,
        Self::Typed,
        Self::Amount,
        Self::Phone,
        Self::Email,
    ];

    /// The word in reason codes, e.g. `one_time_code` in `sensitive.one_time_code`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::OneTimeCode => "one_time_code",
            Self::Card => "card",
            Self::Account => "account",
            Self::Identity => "identity",
            Self::Key => "key",
            Self::HostText => "host_text",
            Self::Typed => "typed",
            Self::Amount => "amount",
            Self::Phone => "phone",
            Self::Email => "email",
        }
    }
}

/// What to do with one kind of sensitive text.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, uniffi::Enum,
)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    /// Remember it as it is.
    Keep,
    /// Remember the screen with the value replaced by a mark.
    Mask,
    /// Do not remember the screen at all.
    Refuse,
}

/// One kind of sensitive text handled otherwise than by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Record)]
pub struct SensitivityLevel {
    /// Which kind.
    pub kind: SensitiveKind,
    /// What to do with it. [`SensitiveKind::Password`], `Typed` and `HostText` cannot be kept: `Keep` means `Mask` there.
    pub handling: Handling,
}

/// A package, optionally only when signed by one certificate.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, uniffi::Record)]
pub struct PackageRule {
    /// Package name.
    pub package: String,
    /// Lowercase hex SHA-256 of the signing certificate; empty means any.
    #[uniffi(default = "")]
    pub signer: String,
}

impl PackageRule {
    /// A rule for a package, whoever signed it.
    pub fn any_signer(package: impl Into<String>) -> Self {
        Self { package: package.into(), signer: String::new() }
    }
}

/// How far a package is trusted; ordered from worst to best.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    uniffi::Enum,
)]
#[serde(rename_all = "snake_case")]
pub enum PackageTrust {
    /// The host said never.
    Blocked,
    /// Not seen often enough.
    #[default]
    Unknown,
    /// Approved by the host, or seen often enough with one signer.
    Known,
    /// The host's own, or trusted by it: it may also draw over other apps.
    Trusted,
}

/// What the host decides about immunity. The default works out of the box: secrets are masked, overlays refused,
/// every app is learned from.
///
/// ```
/// use cs_mem::model::ImmunePolicy;
/// let policy = ImmunePolicy { own_package: "com.example.agent".into(), ..ImmunePolicy::default() };
/// assert_eq!(policy.quarantine_until_seen, 0);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Record)]
#[serde(default)]
pub struct ImmunePolicy {
    /// The host's own package: its windows never count as foreign.
    #[uniffi(default = "")]
    pub own_package: String,
    /// Packages whose windows may lie over any app (a screen filter, a password manager).
    #[uniffi(default = [])]
    pub trusted_packages: Vec<PackageRule>,
    /// Packages that the user approved: never quarantined as unknown, but not allowed to draw over others.
    #[uniffi(default = [])]
    pub known_packages: Vec<PackageRule>,
    /// Packages whose screens are always refused.
    #[uniffi(default = [])]
    pub blocked_packages: Vec<String>,
    /// Keyboards of this phone, for channels that do not type their windows.
    #[uniffi(default = [])]
    pub keyboards: Vec<String>,
    /// Packages whose short digit groups are always one-time codes, besides the well-known ones.
    #[uniffi(default = [])]
    pub authenticators: Vec<String>,
    /// Kinds of sensitive text handled otherwise than by default. Default: everything up to `Typed` is masked;
    /// amounts, phone numbers and e-mail addresses are kept, because they name rows in lists.
    #[uniffi(default = [])]
    pub levels: Vec<SensitivityLevel>,
    /// Texts that are never stored, e.g. the host's own prompts.
    #[uniffi(default = [])]
    pub never_store: Vec<String>,
    /// Also refuse foreign windows that take no touches and show no text (blue-light filters). Default: warn.
    #[uniffi(default = false)]
    pub refuse_pass_through: bool,
    /// Quarantine when nobody can tell whether an overlay is there. Default: admit and note it, because plain dumps
    /// never can tell and could not be learned from otherwise. For hosts whose sensor always answers.
    #[uniffi(default = false)]
    pub require_overlay_sensor: bool,
    /// An unknown package is quarantined until it was seen this many times with one signer, or approved.
    ///
    /// Default 0, never: the app in front is there because the user's agent opened it, and an agent that has to see
    /// each app several times before it may learn looks broken. Look-alikes, changed signers and blocked packages are
    /// caught at any setting. A host that lets other apps come to the front by themselves sets 2 or 3.
    #[uniffi(default = 0)]
    pub quarantine_until_seen: i32,
}

impl ImmunePolicy {
    /// What this policy does with a kind of sensitive text.
    pub fn handling(&self, kind: SensitiveKind) -> Handling {
        use SensitiveKind as K;
        let default = match kind {
            K::Amount | K::Phone | K::Email => Handling::Keep,
            _ => Handling::Mask,
        };
        let chosen = self.levels.iter().rev().find(|l| l.kind == kind);
        let handling = chosen.map_or(default, |l| l.handling);
        match kind {
            K::Password | K::Typed | K::HostText => handling.max(Handling::Mask),
            _ => handling,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_of_an_older_version_is_read_with_defaults() {
        let policy: ImmunePolicy = serde_json::from_str(
            r#"{"own_package":"com.example.agent","quarantine_until_seen":2}"#,
        )
        .unwrap();
        let want = ImmunePolicy {
            own_package: "com.example.agent".into(),
            quarantine_until_seen: 2,
            ..ImmunePolicy::default()
        };
        assert_eq!(policy, want);
        let text = serde_json::to_string(&want).unwrap();
        assert_eq!(serde_json::from_str::<ImmunePolicy>(&text).unwrap(), want);
    }
}
