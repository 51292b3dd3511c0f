//! Packages that every phone has, and what they may do.

use crate::model::ImmunePolicy;

/// Draw bars, shades and system dialogs over every app.
const SYSTEM_UI: [&str; 8] = [
    "com.android.systemui",
    "com.android.keyguard",
    "com.samsung.android.app.aodservice",
    "com.samsung.android.app.cocktailbarservice",
    "com.miui.securitycore",
    "com.vivo.upslide",
    "com.coloros.smartsidebar",
    "com.huawei.android.launcher.navigationbar",
];

/// Ask on behalf of the system: permissions, installs, "open with", crashes.
const SYSTEM_DIALOGS: [&str; 15] = [
    "android",
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
    "com.android.packageinstaller",
    "com.google.android.packageinstaller",
    "com.samsung.android.packageinstaller",
    "com.miui.packageinstaller",
    "com.lbe.security.miui",
    "com.android.intentresolver",
    "com.android.documentsui",
    "com.google.android.documentsui",
    "com.android.credentialmanager",
    "com.android.vpndialogs",
    "com.android.settings.intelligence",
    "com.android.shell",
];

/// Show one-time codes and nothing else.
const AUTHENTICATORS: [&str; 16] = [
    "com.google.android.apps.authenticator2",
    "com.azure.authenticator",
    "com.authy.authy",
    "org.shadowice.flocke.andotp",
    "com.beemdevelopment.aegis",
    "org.fedorahosted.freeotp",
    "org.liberty.android.freeotpplus",
    "com.duosecurity.duomobile",
    "com.lastpass.authenticator",
    "com.okta.android.auth",
    "com.twofasapp",
    "me.jmh.authenticatorpro",
    "proton.android.authenticator",
    "com.yubico.yubioath",
    "com.salesforce.authenticator",
    "io.ente.auth",
];

/// Words that keyboards have in their package names.
const KEYBOARD_WORDS: [&str; 9] = [
    "inputmethod",
    "keyboard",
    "ime",
    "swiftkey",
    "honeyboard",
    "gboard",
    "pinyin",
    "latinime",
    "typewise",
];

pub(super) fn is_system_ui(package: &str) -> bool {
    SYSTEM_UI.contains(&package)
}

pub(super) fn is_system_dialog(package: &str) -> bool {
    SYSTEM_DIALOGS.contains(&package)
}

pub(super) fn is_authenticator(package: &str, policy: &ImmunePolicy) -> bool {
    AUTHENTICATORS.contains(&package) || policy.authenticators.iter().any(|p| p == package)
}

/// Whether a package is a keyboard: by the host's list, else by the words of its name. Only asked where a channel
/// does not type its windows.
pub(super) fn is_keyboard(package: &str, policy: &ImmunePolicy) -> bool {
    policy.keyboards.iter().any(|p| p == package)
        || package.split(['.', '_']).any(|part| KEYBOARD_WORDS.contains(&part))
}
