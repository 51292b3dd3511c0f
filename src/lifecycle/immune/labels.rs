//! Words that say "a secret stands beside me", in the languages of the phones we know.

use super::text::{Fold, Hit, Vocabulary, digit, fold_text, needs_no_border};
use crate::model::SensitiveKind;
use std::sync::LazyLock;

/// What kind of value stands beside a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Label {
    /// Any secret word.
    Password,
    /// Three to eight digits that stay the same: PIN, card check value.
    Pin,
    /// A one-time code.
    Code,
    /// "Code" alone: only with digits right behind it.
    BareCode,
    /// A payment card number.
    Card,
    /// A bank account number.
    Account,
    /// A number given by a state.
    Identity,
    /// A key, token or recovery phrase.
    Key,
}

impl Label {
    pub(super) fn kind(self) -> SensitiveKind {
        match self {
            Self::Password | Self::Pin => SensitiveKind::Password,
            Self::Code | Self::BareCode => SensitiveKind::OneTimeCode,
            Self::Card => SensitiveKind::Card,
            Self::Account => SensitiveKind::Account,
            Self::Identity => SensitiveKind::Identity,
            Self::Key => SensitiveKind::Key,
        }
    }

    /// Whether a value of a field so labelled looks like a secret. `typed` is text that stands in an input.
    pub(super) fn fits(self, value: &str, typed: bool) -> bool {
        let value = value.trim();
        let digits = value.chars().filter(|c| digit(*c).is_some()).count();
        let letters = value.chars().filter(|c| c.is_alphabetic()).count();
        let marks = value.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).count();
        let one_word = !value.chars().any(char::is_whitespace);
        match self {
            Self::Password if typed => digits + letters + marks > 0 && label_of(value).is_none(),
            // a word of letters only is a button ("Show", "Forgot?"); bullets are already masked
            Self::Password => {
                one_word
                    && digits + letters + marks >= 4
                    && digits + letters > 0
                    && (digits > 0
                        || value.trim_end_matches(SENTENCE_MARKS).chars().any(is_odd_mark))
            }
            Self::Pin => (3..=8).contains(&digits) && letters == 0,
            Self::Code | Self::BareCode => {
                ((4..=8).contains(&digits) && letters == 0)
                    || (one_word && digits >= 2 && (5..=10).contains(&(digits + letters)))
            }
            Self::Card => digits >= 12 && letters == 0,
            Self::Account => digits >= 6 && letters <= 4,
            Self::Identity => digits >= 5 && letters <= 6 && digits + letters >= 6,
            Self::Key => {
                (one_word
                    && value.is_ascii()
                    && digits + letters >= 8
                    && (digits > 0 || letters >= 16))
                    || is_phrase(value, &[6, 8, 9, 10, 12, 13, 15, 18, 20, 21, 24, 25])
                    || (digits >= 6 && letters <= digits)
            }
        }
    }
}

const SENTENCE_MARKS: [char; 8] = ['.', ',', ':', '?', '!', '…', '？', '：'];

fn is_odd_mark(c: char) -> bool {
    c.is_ascii_punctuation()
        && !matches!(c, '-' | '_' | '\'' | '.' | ',' | '/' | '(' | ')' | ':' | '&')
}

// Commas separate phrases; case, accents and punctuation do not matter (see `Fold::Words`).
const WORDS: [(Label, &str); 8] = [
    (
        Label::Password,
        "password,passwords,passwd,pwd,passphrase,pass phrase,passcode,login password,wifi key,network key,\
         密码,密碼,口令,登录密码,支付密码,开机密码,passwort,kennwort,losungswort,netzwerkschlussel,\
         contraseña,clave de acceso,mot de passe,phrase secrete,senha,palavra passe,parola d ordine,\
         пароль,パスワード,暗証番号,비밀번호,암호,wachtwoord,hasło,şifre,parola,mật khẩu,kata sandi,\
         kata laluan,lösenord,adgangskode,passord,salasana,heslo,jelszo,كلمة المرور,كلمة السر,पासवर्ड,\
         รหัสผ่าน,סיסמה,κωδικος προσβασης,parolă,лозинка,secret answer,security answer,安全问题答案",
    ),
    (
        Label::Pin,
        "pin,pin code,pin number,pincode,mpin,upi pin,atm pin,sim pin,puk,puk code,cvv,cvv2,cvc,cvc2,\
         card verification value,security code on the back,kartenprufnummer,prufziffer,pin nummer,geheimzahl,\
         codigo pin,numero pin,codigo de seguridad cvv,code pin,cryptogramme visuel,cryptogramme,codice pin,\
         pin码,pin 码,识别码,安全码,卡片验证码,支付pin,пин код,пин,pin 코드,핀 번호,暗証,セキュリティコード,\
         pin kod,kod pin,pincode van,codigo de segurança do cartão,mã pin",
    ),
    (
        Label::Code,
        "verification code,confirmation code,one time code,one time password,one time passcode,one time pin,otp,\
         otp code,totp,2fa code,two factor code,two step code,authentication code,auth code,authenticator code,\
         login code,log in code,sign in code,signin code,access code,security code,sms code,text code,\
         backup code,recovery code,reset code,activation code,unlock code,pairing code,passkey code,mfa code,\
         your code,the code,code is,code below,enter code,this code,mtan,transaction code,\
         验证码,驗證碼,校验码,校驗碼,动态码,动态密码,動態密碼,短信码,短信验证码,一次性密码,授权码,登录码,激活码,\
         认证码,確認碼,验证代码,bestatigungscode,sicherheitscode,verifizierungscode,einmalcode,einmalpasswort,\
         einmalkennwort,anmeldecode,prufcode,zugangscode,ihr code,dein code,aktivierungscode,freischaltcode,\
         codigo de verificacion,codigo de confirmacion,codigo de seguridad,codigo de acceso,tu codigo,su codigo,\
         clave dinamica,codigo de un solo uso,code de verification,code de confirmation,code de securite,\
         code d acces,votre code,ton code,code a usage unique,code sms,codigo de verificação,\
         codigo de confirmação,seu codigo,codice di verifica,codice di conferma,codice di sicurezza,tuo codice,\
         codice otp,код подтверждения,код проверки,код безопасности,одноразовый код,одноразовый пароль,ваш код,\
         код из sms,код из смс,認証コード,確認コード,ワンタイムパスワード,인증번호,인증 번호,인증코드,인증 코드,\
         확인 코드,verificatiecode,bevestigingscode,beveiligingscode,kod weryfikacyjny,kod potwierdzający,\
         jednorazowy kod,doğrulama kodu,onay kodu,güvenlik kodu,tek kullanımlık şifre,mã xác minh,mã xác nhận,\
         mã otp,kode verifikasi,kode otp,verifieringskod,engångskod,bekræftelseskode,engangskode,vahvistuskoodi,\
         overovaci kod,ellenorzo kod,رمز التحقق,رمز التأكيد,सत्यापन कोड,ओटीपी,รหัสยืนยัน,קוד אימות",
    ),
    (Label::BareCode, "code,codigo,codice,код,コード,代码,코드,kod,kode,รหัส,رمز,कोड"),
    (
        Label::Card,
        "card number,card no,credit card,debit card,card num,pan number,kartennummer,kreditkartennummer,\
         kreditkarte,numero de tarjeta,numero de la tarjeta,numero de carte,carte bancaire,numero do cartão,\
         numero della carta,numero carta,卡号,卡號,银行卡号,銀行卡號,信用卡号,信用卡號,储蓄卡号,номер карты,\
         カード番号,카드번호,카드 번호,kaartnummer,numer karty,kart numarası,số thẻ,nomor kartu,kortnummer,\
         رقم البطاقة,कार्ड नंबर",
    ),
    (
        Label::Account,
        "account number,account no,acct number,acct no,bank account,iban,bic,swift code,routing number,\
         sort code,bsb,clabe,kontonummer,kontonr,bankverbindung,numero de cuenta,cuenta bancaria,\
         numero de compte,rib,numero da conta,numero di conto,conto corrente,账号,帳號,銀行帳號,银行账号,账户号,\
         收款账号,номер счета,расчетный счет,口座番号,계좌번호,계좌 번호,rekeningnummer,numer konta,numer rachunku,\
         hesap numarası,số tài khoản,nomor rekening,رقم الحساب,खाता संख्या",
    ),
    (
        Label::Identity,
        "social security,social security number,ssn,tax id,tax number,national id,id number,id card number,\
         identity number,identity card,passport number,passport no,driver license number,drivers license,\
         driving licence number,national insurance number,nino,aadhaar,aadhaar number,pan card,cpf,cnpj,curp,\
         rfc,nric,medicare number,身份证,身份證,身份证号,身份證號,身份证号码,证件号,證件號,证件号码,护照号,護照號,\
         护照号码,社保号,驾驶证号,统一编号,統一編號,steuer id,steuernummer,steueridentifikationsnummer,\
         sozialversicherungsnummer,ausweisnummer,personalausweis,reisepassnummer,dni,nif,\
         numero de identidad,numero de identificacion,numero de pasaporte,cedula,numero de securite sociale,\
         numero fiscal,numero de passeport,carte d identite,codice fiscale,numero di passaporto,\
         numero do documento,паспорт,номер паспорта,снилс,マイナンバー,個人番号,旅券番号,免許証番号,\
         주민등록번호,주민번호,여권번호,여권 번호,burgerservicenummer,bsn,pesel,numer dowodu,tc kimlik no,\
         kimlik numarası,cccd,cmnd,nomor ktp,personnummer,cpr nummer,henkilötunnus,رقم الهوية,आधार",
    ),
    (
        Label::Key,
        "api key,apikey,api token,access token,auth token,bearer token,secret key,private key,client secret,\
         recovery phrase,seed phrase,secret phrase,recovery key,backup codes,recovery codes,mnemonic,\
         encryption key,license key,product key,webhook secret,personal access token,refresh token,\
         助记词,助記詞,私钥,私鑰,密钥,密鑰,恢复密钥,访问令牌,api schlüssel,privater schlüssel,\
         wiederherstellungsschlüssel,wiederherstellungsphrase,clave api,clave privada,frase de recuperacion,\
         frase semilla,cle api,cle privee,phrase de recuperation,chave privada,frase de recuperação,\
         chiave privata,frase di recupero,приватный ключ,секретная фраза,ключ api,秘密鍵,復元フレーズ,\
         リカバリーフレーズ,개인 키,복구 문구",
    ),
];

/// What before "code" makes it no secret: "zip code", "error code".
const HARMLESS_CODES: &str = "zip,zip code,postal,post,postal code,postcode,area,area code,country,country code,error,\
    error code,promo,promo code,promotion,coupon,coupon code,discount,discount code,voucher,gift,source,\
    source code,dress,dress code,bar,bar code,barcode,qr,qr code,version code,product code,item code,status,\
    status code,exit,exit code,tracking,tracking code,reference,referral,referral code,invite,invite code,\
    invitation,language code,currency code,airport,station,language,currency,color,colour,hex,response,response code,result code,http,\
    codigo postal,code postal,codice postale,code erreur,code promo,codigo de error,fehlercode,vorwahl,\
    postleitzahl,邮政编码,语言代码,国家代码,郵遞區號,错误代码,优惠码,邀请码,推荐码,股票代码,证券代码,区号,почтовый индекс,\
    код города,код страны,код ошибки,エラーコード,郵便番号,오류 코드,우편번호,kod pocztowy,posta kodu,kode pos";

/// Words that may stand in a label without making it a value: "Enter your new password".
const FILLERS: &str = "enter,your,the,a,new,current,old,confirm,confirmation,repeat,again,re enter,type,please,show,hide,\
    toggle,visibility,field,input,required,optional,for,of,and,or,account,login,here,box,text,edit,\
    请,請,输入,輸入,您,的,新,旧,舊,确认,確認,再次,当前,设置,登录,登錄,你,框,\
    eingeben,neues,altes,bestätigen,wiederholen,bitte,ihr,dein,das,anzeigen,ausblenden,\
    introduce,ingresa,escribe,tu,su,la,el,nueva,actual,confirmar,repetir,mostrar,ocultar,\
    entrez,saisissez,votre,le,nouveau,actuel,confirmez,afficher,masquer,digite,sua,nova,\
    inserisci,nuova,conferma,введите,новый,подтвердите,повторите,を入力,新しい,入力,확인,입력,새";

/// Words of a screen that asks for money.
const PAYMENT: &str = "pay,pay now,payment,total to pay,amount due,checkout,place order,confirm payment,send money,\
    transfer,付款,支付,立即支付,确认付款,转账,轉帳,收银台,bezahlen,zahlen,jetzt kaufen,überweisen,zahlungspflichtig bestellen,\
    pagar,pago,transferir,payer,paiement,virement,paga,pagamento,оплатить,перевести,支払う,お支払い,결제,송금,\
    betalen,zapłać,öde,thanh toán,bayar";

static LABELS: LazyLock<Vocabulary<Label>> = LazyLock::new(|| Vocabulary::new(WORDS));
static HARMLESS: LazyLock<Vocabulary<()>> =
    LazyLock::new(|| Vocabulary::new([((), HARMLESS_CODES)]));
static FILLER_WORDS: LazyLock<Vocabulary<()>> = LazyLock::new(|| Vocabulary::new([((), FILLERS)]));
static PAYMENT_WORDS: LazyLock<Vocabulary<()>> = LazyLock::new(|| Vocabulary::new([((), PAYMENT)]));

/// Labels in folded words, without those that a harmless phrase explains ("zip code").
pub(super) fn label_hits(folded: &str) -> Vec<Hit<Label>> {
    let mut hits = LABELS.hits(folded);
    if hits.iter().any(|h| matches!(h.tag, Label::BareCode | Label::Code)) {
        let harmless = HARMLESS.hits(folded);
        hits.retain(|h| {
            !matches!(h.tag, Label::BareCode | Label::Code)
                || !harmless.iter().any(|x| x.at.start < h.at.end && h.at.start <= x.at.end + 1)
        });
    }
    hits
}

/// What a short text labels, when it is a label: no digits, few words, a known phrase.
pub(super) fn label_of(text: &str) -> Option<Label> {
    if text.len() > 160 || text.chars().any(|c| digit(c).is_some()) {
        return None;
    }
    let folded = fold_text(text, Fold::Words);
    if folded.split(' ').count() > 6 || folded.chars().count() > 48 {
        return None;
    }
    // the longest phrase says most: "PIN code" is not a bare "code"
    let hits = label_hits(&folded);
    hits.into_iter().max_by_key(|h| h.at.len()).map(|h| h.tag)
}

/// Whether a text is nothing but a label: it names a field and holds no value.
pub(super) fn is_pure_label(text: &str) -> bool {
    let Some(Label::Password | Label::Pin | Label::Code | Label::Key) = label_of(text) else {
        return false;
    };
    let folded = fold_text(text, Fold::Words);
    let mut known = vec![false; folded.len()];
    let at = LABELS.hits(&folded).into_iter().map(|h| h.at);
    for at in at.chain(FILLER_WORDS.hits(&folded).into_iter().map(|h| h.at)) {
        known[at].fill(true);
    }
    folded.char_indices().all(|(i, c)| c == ' ' || known[i])
}

/// Whether a text belongs to a screen that asks for money.
pub(super) fn is_payment(text: &str) -> bool {
    let folded = fold_text(text, Fold::Words);
    folded.chars().count() <= 40 && !PAYMENT_WORDS.hits(&folded).is_empty()
}

/// Whether a text is made of words that may stand in a label.
pub(super) fn is_filler(text: &str) -> bool {
    let folded = fold_text(text, Fold::Words);
    FILLER_WORDS.hits(&folded).iter().any(|h| h.at == (0..folded.len()))
}

/// Words that sentences have and lists for recovery phrases have not.
const SENTENCE_WORDS: [&str; 36] = [
    "the", "and", "are", "for", "was", "not", "from", "with", "its", "has", "our", "were", "into",
    "been", "but", "dari", "yang", "pour", "dans", "avec", "para", "con", "los", "las", "que",
    "der", "und", "das", "den", "von", "mit", "per", "che", "het", "een", "voor",
];

/// Whether a text is a recovery phrase by its shape: as many words as given, all short, in lower case, no sentence.
pub(super) fn is_phrase(text: &str, lengths: &[usize]) -> bool {
    // rows may be numbered
    let words = text.split_whitespace().filter(|w| !w.starts_with(|c| digit(c).is_some()));
    let fits = |w: &str| {
        let n = w.chars().count();
        (3..=8).contains(&n) && w.bytes().all(|c| c.is_ascii_lowercase())
            || (n == 1 && w.chars().all(needs_no_border))
    };
    let count = words.clone().take(26).count();
    lengths.contains(&count) && words.clone().all(|w| fits(w) && !SENTENCE_WORDS.contains(&w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_known_in_many_languages() {
        for (text, label) in [
            ("Password:", Label::Password),
            ("Passwort eingeben", Label::Password),
            ("请输入密码", Label::Password),
            ("Mot de passe", Label::Password),
            ("Contraseña", Label::Password),
            ("비밀번호", Label::Password),
            ("PIN", Label::Pin),
            ("CVV", Label::Pin),
            ("Verification code", Label::Code),
            ("验证码", Label::Code),
            ("Код подтверждения", Label::Code),
            ("Numéro de compte", Label::Account),
            ("身份证号码", Label::Identity),
            ("Recovery phrase", Label::Key),
        ] {
            assert_eq!(label_of(text), Some(label), "{text}");
        }
    }

    #[test]
    fn harmless_codes_and_other_words_label_nothing() {
        for text in
            ["ZIP code", "Postal code", "Error code", "QR code", "Shipping", "Opinion", "优惠码"]
        {
            assert_eq!(label_of(text), None, "{text}");
        }
    }

    #[test]
    fn a_pure_label_holds_no_value() {
        assert!(is_pure_label("Enter your password"));
        assert!(is_pure_label("请输入密码"));
        assert!(!is_pure_label("Password hunter"));
        assert!(!is_pure_label("PIN 1234"));
    }

    #[test]
    fn a_password_label_does_not_eat_the_buttons_beside_it() {
        assert!(Label::Password.fits("hunter2", false));
        assert!(!Label::Password.fits("Show", false));
        assert!(!Label::Password.fits("Forgot?", false));
        assert!(Label::Password.fits("correct horse", true));
        assert!(!Label::Pin.fits("Next", false));
    }
}
