//! Words on labels that decide how careful upkeep is: what must not be pressed unasked, and what turns a meaning.

use crate::model::sensitive;

/// Beginnings of words, besides those of [`sensitive`], for what a dream does not press by itself.
const NOT_UNASKED: &str = "abmeld accept anruf appel block call cancel confirm dial end export forward hang import join \
    leav llam log move ok record redeem repl report restor revok sav sign start stop swap sync upload yes";

/// Words that make a label mean more, less or the opposite.
const SCOPE: &str = "all both don dont every everyone everything except never no non not off on only un without \
    alle alles aus ein kein keine nicht nur ohne pas rien sans tous tout toute toutes \
    menos nunca sin solo tutti tutto senza sem não todo todos todas все всё всех не без только";

/// The same in scripts that put no spaces between words.
const SCOPE_ANYWHERE: &[&str] =
    &["全", "所有", "すべて", "不", "未", "非", "无", "無", "仅", "只", "모두", "전체"];

/// Whether a label or an id names something that a dream does not press by itself. Rather once too often than too seldom.
pub(super) fn is_unasked(label: &str, resource_id: &str) -> bool {
    let id = resource_id.rsplit('/').next().unwrap_or(resource_id).to_lowercase();
    let label_lower = label.to_lowercase();
    let starts = |word: &str| NOT_UNASKED.split_whitespace().any(|stem| word.starts_with(stem));
    is_sensitive(label)
        || sensitive::of_resource_id(resource_id).is_some()
        || words(&label_lower).chain(words(&id)).any(starts)
}

/// Whether a label names something that may do harm or reaches other people, or an amount.
pub(super) fn is_sensitive(label: &str) -> bool {
    sensitive::of_label(label).is_some() || sensitive::has_amount(label)
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
    fn what_is_not_pressed_unasked_is_known_in_several_languages() {
        for label in
            ["Send", "PAY NOW", "Löschen", "Envoyer", "立即付款", "删除", "送信", "Log out"]
        {
            assert!(is_unasked(label, ""), "{label}");
        }
        for label in ["Settings", "Home", "设置", "Bluetooth", "Über uns", ""] {
            assert!(!is_unasked(label, "com.pay.app:id/tab"), "{label}");
        }
        assert!(is_unasked("", "com.x:id/btnSend") && is_unasked("", "com.x:id/call_now"));
    }
}
