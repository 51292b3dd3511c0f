//! Dialogs of the system, known across packages and versions of Android.

use super::stable_id::id_name;
use crate::model::{Node, Screen};

/// What the system asks or tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemDialog {
    /// Whether an app may have a permission.
    Permission,
    /// An app stopped or does not answer.
    AppTrouble,
    /// An app was built for an older version.
    OldApp,
    /// Which app shall do it.
    ChooseApp,
    /// Whether an app may be installed or removed.
    Install,
}

/// Which dialog of the system a screen is, if it is one: its package is the system's, and its parts or its words say which.
pub fn system_dialog(screen: &Screen) -> Option<SystemDialog> {
    let package = screen.key.package.as_str();
    let asks = package.ends_with(".permissioncontroller") || package.ends_with(".packageinstaller");
    if !(asks || package == "android" || package == "com.android.systemui") {
        return None;
    }
    let has = |ids: &[&str]| screen.nodes.iter().any(|n| ids.contains(&id_name(&n.resource_id)));
    if has(&[
        "permission_message",
        "permission_allow_button",
        "permission_deny_button",
        "permissions_message",
    ]) {
        return Some(SystemDialog::Permission);
    }
    if has(&["aerr_close", "aerr_app_info", "aerr_wait", "aerr_restart"]) {
        return Some(SystemDialog::AppTrouble);
    }
    if has(&["resolver_list", "button_once", "button_always"]) {
        return Some(SystemDialog::ChooseApp);
    }
    let says = |words: &[&str]| {
        let speaks = |n: &Node| {
            let label = n.label.to_lowercase();
            words.iter().any(|word| label.contains(word))
        };
        screen.nodes.iter().any(speaks)
    };
    if says(&[
        "has stopped",
        "keeps stopping",
        "isn't responding",
        "isn’t responding",
        "停止运",
        "停止運",
        "无响应",
        "沒有回應",
    ]) {
        return Some(SystemDialog::AppTrouble);
    }
    if says(&["older version of android", "旧版 android", "舊版 android"]) {
        return Some(SystemDialog::OldApp);
    }
    if asks && says(&["install", "uninstall", "安装", "卸载", "安裝", "解除安裝"]) {
        return Some(SystemDialog::Install);
    }
    None
}
