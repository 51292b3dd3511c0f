//! Words on labels that decide how careful upkeep is: what cannot be taken back, and what changes the scope of a label.

/// Beginnings of words for actions that cannot be taken back, or that reach other people: a dream never presses them,
/// and an upgrade never maps them by mere likeness. English, German, French, Spanish, Portuguese, Italian, Russian.
const IRREVERSIBLE: &[&str] = &[
    "pay",
    "buy",
    "purchas",
    "order",
    "checkout",
    "send",
    "submit",
    "post",
    "publish",
    "share",
    "reply",
    "forward",
    "transfer",
    "withdraw",
    "donat",
    "subscri",
    "unsubscri",
    "book",
    "confirm",
    "accept",
    "agree",
    "approve",
    "authori",
    "delet",
    "remov",
    "eras",
    "clear",
    "wip",
    "format",
    "reset",
    "uninstall",
    "discard",
    "trash",
    "block",
    "report",
    "call",
    "dial",
    "log out",
    "logout",
    "sign out",
    "signout",
    "deactivat",
    "cancel",
    "stop",
    "install",
    "bezahl",
    "zahl",
    "kauf",
    "bestell",
    "absend",
    "lösch",
    "losch",
    "entfern",
    "überweis",
    "ueberweis",
    "teil",
    "anruf",
    "abmeld",
    "zurücksetz",
    "kündig",
    "bestätig",
    "payer",
    "achet",
    "command",
    "envoy",
    "supprim",
    "effac",
    "partag",
    "appel",
    "déconnect",
    "valid",
    "pagar",
    "compr",
    "envi",
    "elimin",
    "borr",
    "llam",
    "exclu",
    "apag",
    "ligar",
    "acquist",
    "invia",
    "cancell",
    "rimuov",
    "chiam",
    "оплат",
    "плат",
    "куп",
    "заказ",
    "отправ",
    "удал",
    "стер",
    "очист",
    "перевод",
    "позвон",
    "сброс",
];

/// The same in scripts without spaces, found anywhere in the label: Chinese, Japanese, Korean.
const IRREVERSIBLE_ANYWHERE: &[&str] = &[
    "付款", "支付", "购买", "購買", "下单", "下單", "发送", "發送", "发布", "發布", "分享", "转账",
    "轉帳", "提现", "删除", "刪除", "清空", "清除", "移除", "卸载", "卸載", "重置", "退出", "注销",
    "确认", "確認", "确定", "提交", "呼叫", "拨打", "取消", "送信", "支払", "購入", "注文", "削除",
    "消去", "送金", "共有", "결제", "구매", "주문", "보내", "전송", "삭제", "송금", "공유", "확인",
];

/// Words that make a label mean more, or the opposite.
const SCOPE: &[&str] = &[
    "all",
    "every",
    "everything",
    "everyone",
    "both",
    "not",
    "no",
    "never",
    "don",
    "dont",
    "without",
    "except",
    "un",
    "non",
    "off",
    "on",
    "alle",
    "alles",
    "nicht",
    "kein",
    "keine",
    "ohne",
    "aus",
    "an",
    "tout",
    "tous",
    "toutes",
    "toute",
    "pas",
    "sans",
    "todo",
    "todos",
    "todas",
    "sin",
    "não",
    "nao",
    "sem",
    "tutto",
    "tutti",
    "tutte",
    "senza",
    "все",
    "всё",
    "всех",
    "не",
    "без",
];

const SCOPE_ANYWHERE: &[&str] =
    &["全部", "所有", "全て", "すべて", "不", "未", "非", "모두", "전체", "안"];

/// Whether a label or an id names something that cannot be taken back. Rather once too often than once too seldom.
pub(super) fn is_irreversible(text: &str) -> bool {
    let text = text.to_lowercase();
    words(&text).any(|word| IRREVERSIBLE.iter().any(|stem| word.starts_with(stem)))
        || IRREVERSIBLE_ANYWHERE.iter().any(|stem| text.contains(stem))
}

/// [`is_irreversible`] for ids, whose words are not separated (`btnSend`): found anywhere.
pub(super) fn is_irreversible_id(id: &str) -> bool {
    let id = id.to_lowercase();
    IRREVERSIBLE.iter().any(|stem| id.contains(stem))
}

/// Whether words that only one of two labels has change what the label is about.
pub(super) fn changes_scope(word: &str) -> bool {
    SCOPE.contains(&word) || SCOPE_ANYWHERE.iter().any(|part| word.contains(part))
}

/// The words of a lower-case text; punctuation and underscores separate.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}
