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

/// Keyboards that phones come with or people install. By name only: a word like "keyboard" in a package name would be
/// an invitation.
const KEYBOARDS: [&str; 26] = [
    "com.google.android.inputmethod.latin",
    "com.google.android.inputmethod.pinyin",
    "com.android.inputmethod.latin",
    "com.android.inputmethod.pinyin",
    "com.samsung.android.honeyboard",
    "com.sec.android.inputmethod",
    "com.touchtype.swiftkey",
    "com.touchtype.swiftkey.beta",
    "com.baidu.input",
    "com.baidu.input_huawei",
    "com.baidu.input_mi",
    "com.baidu.input_oppo",
    "com.baidu.input_vivo",
    "com.sohu.inputmethod.sogou",
    "com.sohu.inputmethod.sogou.xiaomi",
    "com.iflytek.inputmethod",
    "com.iflytek.inputmethod.miui",
    "com.tencent.qqpinyin",
    "com.tencent.wetype",
    "com.huawei.ohos.inputmethod",
    "com.lge.ime",
    "jp.co.omronsoft.openwnn",
    "com.menny.android.anysoftkeyboard",
    "dev.patrickgold.florisboard",
    "helium314.keyboard",
    "org.futo.inputmethod.latin",
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

/// Whether a package is a keyboard. Only asked where a channel does not type its windows.
pub(super) fn is_keyboard(package: &str, policy: &ImmunePolicy) -> bool {
    KEYBOARDS.contains(&package) || policy.keyboards.iter().any(|p| p == package)
}
