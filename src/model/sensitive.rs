//! Words of steps that could do harm, in several languages. A match never stops a step by itself: it asks for an exact match
//! and for the guard's yes.

use super::Sensitivity;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Per kind: words and phrases in lower case. Scripts with blanks match whole words, the others anywhere in the label.
const WORDS: &[(Sensitivity, &[&str])] = &[
    (
        Sensitivity::Pay,
        &[
            "pay",
            "buy",
            "purchase",
            "checkout",
            "check out",
            "place order",
            "order now",
            "transfer",
            "donate",
            "top up",
            "withdraw",
            "subscribe",
            "bezahlen",
            "zahlen",
            "kaufen",
            "überweisen",
            "bestellen",
            "pagar",
            "comprar",
            "transferir",
            "payer",
            "acheter",
            "commander",
            "virement",
            "paga",
            "acquista",
            "compra",
            "betalen",
            "kopen",
            "betala",
            "köp",
            "zapłać",
            "kup",
            "öde",
            "satın al",
            "оплатить",
            "купить",
            "перевести",
            "заказать",
            "bayar",
            "beli",
            "thanh toán",
            "支付",
            "付款",
            "购买",
            "購買",
            "转账",
            "轉帳",
            "下单",
            "立即购买",
            "充值",
            "缴费",
            "結帳",
            "支払",
            "購入",
            "注文",
            "振込",
            "결제",
            "구매",
            "송금",
            "주문",
            "भुगतान",
            "खरीदें",
            "ชำระเงิน",
            "ซื้อ",
            "دفع",
            "شراء",
        ],
    ),
    (
        Sensitivity::Send,
        &[
            "send",
            "submit",
            "send message",
            "senden",
            "absenden",
            "abschicken",
            "enviar",
            "envoyer",
            "soumettre",
            "invia",
            "verzenden",
            "versturen",
            "skicka",
            "wyślij",
            "gönder",
            "отправить",
            "kirim",
            "gửi",
            "发送",
            "發送",
            "提交",
            "传送",
            "傳送",
            "送信",
            "提出",
            "보내기",
            "전송",
            "제출",
            "भेजें",
            "ส่ง",
            "إرسال",
        ],
    ),
    (
        Sensitivity::Delete,
        &[
            "delete",
            "remove",
            "erase",
            "discard",
            "clear all",
            "clear data",
            "reset",
            "factory reset",
            "wipe",
            "empty trash",
            "löschen",
            "entfernen",
            "zurücksetzen",
            "eliminar",
            "borrar",
            "supprimer",
            "effacer",
            "excluir",
            "apagar",
            "elimina",
            "cancella",
            "verwijderen",
            "radera",
            "ta bort",
            "usuń",
            "sil",
            "удалить",
            "стереть",
            "сбросить",
            "hapus",
            "xóa",
            "删除",
            "刪除",
            "清除",
            "清空",
            "移除",
            "重置",
            "削除",
            "消去",
            "삭제",
            "초기화",
            "हटाएं",
            "ลบ",
            "حذف",
        ],
    ),
    (
        Sensitivity::Publish,
        &[
            "publish",
            "post",
            "share",
            "tweet",
            "go live",
            "veröffentlichen",
            "teilen",
            "publicar",
            "compartir",
            "compartilhar",
            "publier",
            "partager",
            "pubblica",
            "condividi",
            "publiceren",
            "delen",
            "publicera",
            "dela",
            "opublikuj",
            "udostępnij",
            "yayınla",
            "paylaş",
            "опубликовать",
            "поделиться",
            "bagikan",
            "đăng",
            "发布",
            "發佈",
            "发表",
            "發表",
            "分享",
            "投稿",
            "公開",
            "共有",
            "게시",
            "공유",
            "แชร์",
            "نشر",
            "مشاركة",
        ],
    ),
    (
        Sensitivity::Grant,
        &[
            "allow",
            "grant",
            "permit",
            "authorize",
            "authorise",
            "while using the app",
            "only this time",
            "zulassen",
            "erlauben",
            "permitir",
            "autoriser",
            "consenti",
            "toestaan",
            "tillåt",
            "zezwól",
            "izin ver",
            "разрешить",
            "izinkan",
            "cho phép",
            "允许",
            "允許",
            "授权",
            "授權",
            "許可",
            "허용",
            "अनुमति दें",
            "อนุญาต",
            "السماح",
        ],
    ),
    (
        Sensitivity::Install,
        &[
            "install",
            "uninstall",
            "update",
            "update all",
            "installieren",
            "deinstallieren",
            "instalar",
            "desinstalar",
            "installer",
            "désinstaller",
            "installa",
            "disinstalla",
            "installeren",
            "installera",
            "zainstaluj",
            "odinstaluj",
            "yükle",
            "kaldır",
            "установить",
            "pasang",
            "cài đặt ứng dụng",
            "安装",
            "安裝",
            "卸载",
            "解除安裝",
            "インストール",
            "アンインストール",
            "설치",
            "제거",
            "ติดตั้ง",
            "تثبيت",
        ],
    ),
    (
        Sensitivity::Sign,
        &[
            "sign",
            "sign document",
            "agree",
            "i agree",
            "accept",
            "accept and continue",
            "approve",
            "consent",
            "unterschreiben",
            "unterzeichnen",
            "zustimmen",
            "akzeptieren",
            "firmar",
            "aceptar",
            "acepto",
            "aceitar",
            "concordo",
            "signer",
            "accepter",
            "j'accepte",
            "firma",
            "accetta",
            "accetto",
            "ondertekenen",
            "akkoord",
            "godkänn",
            "podpisz",
            "akceptuj",
            "kabul et",
            "imzala",
            "подписать",
            "принять",
            "согласен",
            "setuju",
            "đồng ý",
            "签署",
            "簽署",
            "签名",
            "同意",
            "接受",
            "批准",
            "署名",
            "承認",
            "서명",
            "동의",
            "수락",
            "ยอมรับ",
            "موافق",
        ],
    ),
];

/// Phrases that hold such a word and mean something harmless.
const HARMLESS: &[&str] = &[
    "sign in",
    "sign up",
    "sign out",
    "sign on",
    "remove filter",
    "share location settings",
    "don't allow",
    "do not allow",
    "deny",
    "last update",
    "last updated",
    "nicht zulassen",
    "no permitir",
    "ne pas autoriser",
    "不允许",
    "不允許",
    "許可しない",
    "허용 안함",
    "不同意",
    "不接受",
    "安装包",
    "送信済み",
    "已发送",
    "已删除",
    "我的分享",
    "最近删除",
];

/// A label longer than this is a description (a row, a sentence), not the name of a step.
const LONGEST_WORDS: usize = 5;
const LONGEST_CHARS: usize = 40;

/// Whether any of the words is in a label of up to this many characters of a script without blanks.
const LONGEST_UNSPACED: usize = 12;

struct Lexicon {
    /// Phrases of scripts with blanks, by their first word.
    spaced: HashMap<&'static str, Vec<(&'static str, Sensitivity)>>,
    unspaced: Vec<(&'static str, Sensitivity)>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon { spaced: HashMap::new(), unspaced: Vec::new() };
    for (kind, words) in WORDS {
        for word in *words {
            if word.chars().all(is_unspaced) {
                lexicon.unspaced.push((word, *kind));
            } else {
                let first = word.split(' ').next().unwrap_or(word);
                lexicon.spaced.entry(first).or_default().push((word, *kind));
            }
        }
    }
    lexicon
});

/// Scripts whose words are not set apart by blanks.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x0E00..=0x0EFF | 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF)
}

/// What a step with this label could do; the worst kind first where several fit.
///
/// ```
/// use cs_mem::model::{Sensitivity, sensitive::of_label};
/// assert_eq!(of_label("Pay now"), Some(Sensitivity::Pay));
/// assert_eq!(of_label("立即支付"), Some(Sensitivity::Pay));
/// assert_eq!(of_label("Sign in"), None);
/// ```
pub fn of_label(label: &str) -> Option<Sensitivity> {
    let lower = label.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || c == '\'' || is_mark(c)))
        .filter(|w| !w.is_empty())
        .collect();
    let plain = words.join(" ");
    if HARMLESS.iter().any(|h| plain.contains(h)) {
        return None;
    }
    let spaced = (words.len() <= LONGEST_WORDS && plain.chars().count() <= LONGEST_CHARS)
        .then(|| {
            words.iter().enumerate().filter_map(|(n, word)| {
                let phrases = LEXICON.spaced.get(word)?;
                let rest = words[n..].join(" ");
                let fits =
                    |p: &str| rest == p || rest.strip_prefix(p).is_some_and(|r| r.starts_with(' '));
                phrases.iter().filter(|(p, _)| fits(p)).map(|(_, kind)| *kind).min()
            })
        })
        .into_iter()
        .flatten()
        .min();
    let unspaced = (plain.chars().filter(|c| is_unspaced(*c)).count() <= LONGEST_UNSPACED)
        .then(|| LEXICON.unspaced.iter().filter(|(w, _)| plain.contains(w)).map(|(_, k)| *k).min())
        .flatten();
    spaced.into_iter().chain(unspaced).min()
}

/// What a step on an element with this resource id could do: `com.app:id/btn_send` sends.
pub fn of_resource_id(id: &str) -> Option<Sensitivity> {
    let name = id.rsplit('/').next().unwrap_or(id);
    let mut words = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            words.push(' ');
        }
        words.push(if c.is_alphanumeric() { c } else { ' ' });
        before = c;
    }
    of_label(&words)
}

/// Whether the text says that money changes hands here: a word of paying, or an amount with its currency.
pub fn speaks_of_money(label: &str) -> bool {
    has_amount(label) || of_label(label) == Some(Sensitivity::Pay)
}

/// An amount with its currency, e.g. `$ 12.50`, `12,50 kr`.
pub fn has_amount(label: &str) -> bool {
    const SIGNS: &str = "$€£¥₩₹₽₺₫฿￥₴₪₱₦";
    const CODES: &[&str] = &[
        "usd", "eur", "gbp", "chf", "cny", "rmb", "jpy", "krw", "inr", "sek", "nok", "dkk", "kr",
        "zł", "pln", "rub", "руб", "brl", "aud", "cad", "hkd", "sgd", "元", "円",
    ];
    if !label.chars().any(|c| c.is_ascii_digit()) || label.chars().count() > LONGEST_CHARS {
        return false;
    }
    label.chars().any(|c| SIGNS.contains(c))
        || label
            .to_lowercase()
            .split(|c: char| !c.is_alphabetic())
            .any(|word| CODES.contains(&word))
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_harmful_steps_are_known_and_others_are_not() {
        for (label, kind) in [
            ("Pay $12.50", Some(Sensitivity::Pay)),
            ("SEND", Some(Sensitivity::Send)),
            ("Senden", Some(Sensitivity::Send)),
            ("删除", Some(Sensitivity::Delete)),
            ("永久删除照片", Some(Sensitivity::Delete)),
            ("Allow", Some(Sensitivity::Grant)),
            ("While using the app", Some(Sensitivity::Grant)),
            ("Don't allow", None),
            ("不同意", None),
            ("I agree", Some(Sensitivity::Sign)),
            ("Sign out", None),
            ("Sender", None),
            ("Settings", None),
            ("You said you would send me the file yesterday evening", None),
            ("", None),
        ] {
            assert_eq!(of_label(label), kind, "{label}");
        }
        assert_eq!(of_resource_id("com.app:id/btnSend"), Some(Sensitivity::Send));
        assert_eq!(of_resource_id("com.app:id/sender"), None);
    }

    #[test]
    fn amounts_need_a_number_and_a_currency() {
        assert!(has_amount("$ 12.50") && has_amount("12,50 kr") && has_amount("¥100"));
        assert!(!has_amount("12.50") && !has_amount("kr") && !has_amount("Room 12"));
    }
}
