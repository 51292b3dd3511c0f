//! Words on labels that decide how careful upkeep is: what cannot be taken back, and what changes the scope of a label.

/// Beginnings of words for actions that cannot be taken back, or that reach other people: a dream never presses them,
/// and an upgrade never maps them by mere likeness. English, German, French, Spanish, Portuguese, Italian, Russian.
const IRREVERSIBLE: &str = "accept agree appl approv authori block book buy call cancel checkout clear confirm \
    deactivat delet dial discard donat eras format forward hang install invit join leav logout order pay post publish \
    purchas quit redeem remov reply report reset revok save send share sign signout stop submit subscri swap \
    terminat transfer trash uninstall unsubscri upload wip withdraw \
    absend abmeld anruf bestell bestätig bezahl entfern kauf kündig lösch sende teil überweis zahl zurücksetz \
    achet appel command déconnect effac envoy partag pay supprim valid \
    acquist borr cancell chiam compr elimin envi invia llam pagam pagar pago rimuov \
    apag exclu ligar заказ звон купи оплат отправ очист перевод перевест плат позвон сброс стер удал";

/// The same in scripts that put no spaces between words, and expressions of several words: found anywhere.
const IRREVERSIBLE_ANYWHERE: &[&str] = &[
    "log out", "log off", "付", "购", "購", "买", "買", "下单", "下單", "发送", "發送", "发布",
    "發佈", "分享", "转账", "轉帳", "提现", "删", "刪", "清空", "清除", "移除", "卸载", "卸載",
    "重置", "退出", "注销", "确认", "確認", "确定", "確定", "提交", "呼叫", "拨打", "取消", "送信",
    "支払", "注文", "削除", "消去", "送金", "共有", "결제", "구매", "주문", "보내", "전송", "삭제",
    "송금", "공유", "확인",
];

/// Words that make a label mean more, less or the opposite.
const SCOPE: &str = "all both don dont every everyone everything except never no non not off on only un without \
    alle alles aus ein kein keine nicht nur ohne pas rien sans tous tout toute toutes \
    menos no nunca sin solo tutti tutto senza non sem não todo todos todas все всё всех не без только";

/// The same in scripts that put no spaces between words.
const SCOPE_ANYWHERE: &[&str] =
    &["全", "所有", "すべて", "不", "未", "非", "无", "無", "仅", "只", "모두", "전체"];

/// Whether a label names something that cannot be taken back. Rather once too often than once too seldom.
pub(super) fn is_irreversible(label: &str) -> bool {
    let label = label.to_lowercase();
    words(&label).any(|word| IRREVERSIBLE.split_whitespace().any(|stem| word.starts_with(stem)))
        || IRREVERSIBLE_ANYWHERE.iter().any(|part| label.contains(part))
}

/// [`is_irreversible`] for ids, whose words run together (`btnSend`): found anywhere.
pub(super) fn is_irreversible_id(id: &str) -> bool {
    let id = id.to_lowercase();
    IRREVERSIBLE.split_whitespace().any(|stem| id.contains(stem))
}

/// Whether a word that only one of two labels has makes them mean different things.
pub(super) fn changes_scope(word: &str) -> bool {
    SCOPE.split_whitespace().any(|scope| scope == word)
        || SCOPE_ANYWHERE.iter().any(|part| word.contains(part))
}

/// The words of a lower-case text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_taken_back_is_known_in_the_languages_of_the_corpus() {
        for label in
            ["Send", "PAY NOW", "Löschen", "Envoyer", "立即付款", "删除", "送信", "Log out"]
        {
            assert!(is_irreversible(label), "{label}");
        }
        for label in ["Settings", "Home", "设置", "Bluetooth", "Über uns", ""] {
            assert!(!is_irreversible(label), "{label}");
        }
        assert!(is_irreversible_id("com.x:id/btnSend") && !is_irreversible_id("com.x:id/menu"));
    }
}
