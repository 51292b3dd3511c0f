//! Honest screens, made by hand: what phones show every day, in several languages and channels.

use cs_mem::model::{OverlayState, Rect, Snapshot, UiNode, Window, WindowKind};

pub const WIDTH: i32 = 1080;
pub const HEIGHT: i32 = 2400;
pub const DISPLAY: Rect = Rect::new(0, 0, WIDTH, HEIGHT);

/// A node of the app, by what it is.
pub fn node(class: &str, text: &str, bounds: Rect) -> UiNode {
    UiNode {
        text: text.into(),
        clickable: class == "Button",
        editable: class == "EditText",
        ..UiNode::new(format!("android.widget.{class}"), bounds)
    }
}

pub fn window(kind: WindowKind, layer: i32, package: &str, bounds: Rect) -> Window {
    Window {
        kind,
        layer,
        package: package.into(),
        bounds,
        title: String::new(),
        touchable: Some(true),
        focused: false,
        display_id: 0,
    }
}

/// A root and one row per entry, `class:text`.
pub fn app(package: &str, rows: &[&str]) -> Snapshot {
    let mut nodes = vec![node("FrameLayout", "", DISPLAY)];
    for (i, row) in rows.iter().enumerate() {
        let input = row.strip_prefix("EditText:").map(|text| ("EditText", text));
        let button = row.strip_prefix("Button:").map(|text| ("Button", text));
        let (class, text) = input.or(button).unwrap_or(("TextView", row));
        let top = 150 + 110 * i as i32;
        let mut n = node(class, text, Rect::new(40, top, WIDTH - 40, top + 90));
        n.parent = Some(0);
        n.resource_id = format!("{package}:id/row_{}", i + 1);
        nodes.push(n);
    }
    nodes.iter_mut().for_each(|n| n.package = package.into());
    let mut snapshot = Snapshot { nodes, ..Snapshot::default() };
    snapshot.capture.display.width = WIDTH;
    snapshot.capture.display.height = HEIGHT;
    snapshot.capture.foreground.package = package.into();
    snapshot
}

/// The same screen as the accessibility channel sees it: with windows, and the status bar's nodes.
pub fn with_windows(mut snapshot: Snapshot) -> Snapshot {
    let bar = Rect::new(0, 0, WIDTH, 80);
    let package = snapshot.capture.foreground.package.clone();
    let mut clock = node("TextView", "9:41", Rect::new(20, 10, 140, 70));
    clock.package = "com.android.systemui".into();
    clock.window = 1;
    snapshot.nodes.push(clock);
    snapshot.windows = vec![
        Window { focused: true, ..window(WindowKind::Application, 1, &package, DISPLAY) },
        window(WindowKind::System, 9, "com.android.systemui", bar),
    ];
    snapshot
}

pub const BANK: &str = "com.example.bank";

/// Six screens that attacks are made on; none needs masking.
pub fn victims() -> Vec<Snapshot> {
    vec![
        app(
            BANK,
            &[
                "Send money",
                "To: Ada",
                "EditText:",
                "Amount: $120.00",
                "Button:Continue",
                "Button:Cancel",
            ],
        ),
        app(
            "com.example.chat",
            &["Chats", "Grace: see you at 10:30", "Alan: ok", "EditText:", "Button:Send"],
        ),
        app(
            "com.example.shop",
            &["Headphones", "$59.99", "4.6 (1,204)", "Button:Add to cart", "Button:Buy now"],
        ),
        app(
            "com.example.waimai",
            &["外卖", "牛肉面 ¥28.00", "月售 1024", "Button:加入购物车", "Button:去结算"],
        ),
        app(
            "com.example.bahn",
            &["Verbindungen", "ab 12:04 an 14:31", "Gleis 7", "29,90 €", "Button:Buchen"],
        ),
        app(
            "com.example.correo",
            &["Recibidos", "Factura de marzo", "Reunión mañana", "Button:Redactar"],
        ),
    ]
}

/// Everyday screens, beyond the victims: each must be admitted, masked or not.
pub fn honest() -> Vec<(&'static str, Snapshot)> {
    let mut all = vec![
        (
            "settings",
            app(
                "com.android.settings",
                &["Wi-Fi", "Bluetooth", "Apps", "Battery 84%", "Security & privacy"],
            ),
        ),
        ("login", login()),
        (
            "sms code",
            app(
                "com.example.sms",
                &["Bank: 482913 is your verification code. Do not share it.", "Button:Reply"],
            ),
        ),
        (
            "ignore button",
            app(
                "com.example.mail",
                &[
                    "New sign-in?",
                    "Ignore this mail if it was you.",
                    "Button:Ignore",
                    "Button:Instructions",
                ],
            ),
        ),
        (
            "firewall",
            app(
                "com.example.firewall",
                &["All rules", "Button:Ignore", "Button:Delete previous logs"],
            ),
        ),
        (
            "assistant app",
            app(
                "com.example.assistant",
                &["您好，我是智能助手", "请输入您的问题", "EditText:", "Button:发送"],
            ),
        ),
        (
            "assistant settings",
            app(
                "com.example.llm",
                &[
                    "System prompt",
                    "You are a helpful assistant.",
                    "Temperature 0.7",
                    "Button:Save",
                ],
            ),
        ),
        (
            "terms",
            app(
                "com.example.terms",
                &[
                    "Terms",
                    "You must accept the rules to send messages. We never share data without asking you.",
                ],
            ),
        ),
        (
            "calendar",
            app(
                "com.example.calendar",
                &["December 2026", "1 2 3 4 5 6 7", "8 9 10 11 12 13 14", "15 16 17 18 19 20 21"],
            ),
        ),
        (
            "contacts",
            app(
                "com.example.contacts",
                &["Ada", "+44 20 7946 0958", "ada@example.org", "Button:Call"],
            ),
        ),
        (
            "crash dialog",
            app("android", &["Notes keeps stopping", "Button:Close app", "Button:Wait"]),
        ),
        (
            "permission",
            app(
                "com.google.android.permissioncontroller",
                &[
                    "Allow Notes to record audio?",
                    "Button:While using the app",
                    "Button:Don’t allow",
                ],
            ),
        ),
        ("lock screen", app("com.android.systemui", &["10:30", "Tue, Dec 1", "Swipe up to open"])),
        (
            "german",
            app(
                "com.example.de",
                &["Bitte Anweisungen lesen", "Alle vorherigen Bestellungen", "Button:Ignorieren"],
            ),
        ),
        (
            "french",
            app(
                "com.example.fr",
                &["Consignes de sécurité", "Button:Ignorer", "Commandes précédentes"],
            ),
        ),
        (
            "russian",
            app("com.example.ru", &["Все правила", "Button:Игнорировать", "Предыдущие заказы"]),
        ),
        ("japanese", app("com.example.ja", &["使い方の指示", "Button:無視", "以前の注文"])),
        ("arabic", app("com.example.ar", &["كل القواعد", "Button:تجاهل", "الطلبات السابقة"])),
        (
            "emoji",
            app(
                "com.example.emoji",
                &[
                    "👩\u{200d}👩\u{200d}👧 ❤\u{fe0f} 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
                    "می\u{200c}خواهم",
                ],
            ),
        ),
        ("pin pad", pin_pad()),
        ("home screen with widgets", home()),
        ("long page", long_page()),
        ("web page with skip link", skip_link()),
    ];
    for victim in victims() {
        all.push(("victim", victim.clone()));
        all.push(("victim with windows", with_windows(victim.clone())));
        all.push(("victim with keyboard", with_keyboard(victim.clone(), true)));
        all.push(("victim with keyboard in a dump", with_keyboard(victim.clone(), false)));
        all.push(("victim beside another app", split(victim.clone())));
        all.push(("victim with a dialog", dialog(victim.clone())));
        all.push(("victim under a filter", filter(victim.clone())));
        let mut sensed = victim;
        sensed.capture.overlay = OverlayState::None;
        all.push(("victim with a sensor", sensed));
    }
    all
}

fn login() -> Snapshot {
    let mut s = app(
        "com.example.login",
        &[
            "Sign in",
            "EditText:ada",
            "EditText:••••••",
            "Button:Sign in",
            "Button:Forgot password?",
        ],
    );
    s.nodes[3].password = true;
    s.nodes[3].hint = "Password".into();
    s
}

fn pin_pad() -> Snapshot {
    let mut s = app(BANK, &["Enter your PIN"]);
    for d in 0..10 {
        let at =
            Rect::new(100 + d % 3 * 300, 800 + d / 3 * 200, 380 + d % 3 * 300, 980 + d / 3 * 200);
        let mut key = node("Button", &d.to_string(), at);
        key.package = BANK.into();
        key.parent = Some(0);
        s.nodes.push(key);
    }
    s
}

fn home() -> Snapshot {
    let mut s = app("com.example.launcher", &["Mon 1", "Button:Phone", "Button:Camera"]);
    for package in ["com.example.weather", "com.example.clock"] {
        let mut widget = node("TextView", "21°", Rect::new(40, 1200, 600, 1400));
        widget.package = package.into();
        widget.parent = Some(0);
        s.nodes.push(widget);
    }
    s
}

/// A list that goes on below the display, as some channels report it.
fn long_page() -> Snapshot {
    let rows: Vec<String> = (0..60).map(|i| format!("Story {i}")).collect();
    app("com.example.news", &rows.iter().map(String::as_str).collect::<Vec<_>>())
}

fn skip_link() -> Snapshot {
    let mut s = app(
        "com.example.browser",
        &["Skip to main content", "News of the day", "Weather for tomorrow"],
    );
    s.nodes[1].bounds = Rect::new(0, 0, 1, 1);
    s
}

fn with_keyboard(snapshot: Snapshot, listed: bool) -> Snapshot {
    let place = Rect::new(0, 1500, WIDTH, HEIGHT);
    let mut s = if listed { with_windows(snapshot) } else { snapshot };
    let package = if listed { "com.any.keyboard" } else { "com.google.android.inputmethod.latin" };
    if listed {
        s.windows.push(window(WindowKind::InputMethod, 5, package, place));
    }
    let mut key = node("Button", "q", place);
    key.package = package.into();
    key.window = s.windows.len().saturating_sub(1) as i32;
    s.nodes.push(key);
    s
}

fn split(snapshot: Snapshot) -> Snapshot {
    let mut s = with_windows(snapshot);
    let (upper, lower) = (Rect::new(0, 0, WIDTH, 1200), Rect::new(0, 1210, WIDTH, HEIGHT));
    s.windows[0].bounds = upper;
    s.windows.push(window(WindowKind::Application, 2, "com.example.other", lower));
    s.windows.push(window(
        WindowKind::SplitDivider,
        3,
        "com.android.systemui",
        Rect::new(0, 1200, WIDTH, 1210),
    ));
    let mut other = node("TextView", "Other app", lower);
    other.package = "com.example.other".into();
    other.window = 2;
    s.nodes.push(other);
    s
}

fn dialog(snapshot: Snapshot) -> Snapshot {
    let mut s = with_windows(snapshot);
    let package = s.capture.foreground.package.clone();
    let place = Rect::new(100, 900, 980, 1400);
    s.windows.push(window(WindowKind::Application, 4, &package, place));
    let mut button = node("Button", "OK", place);
    button.package = package;
    button.window = 2;
    s.nodes.push(button);
    s
}

fn filter(snapshot: Snapshot) -> Snapshot {
    let mut s = with_windows(snapshot);
    let filter = window(WindowKind::System, 8, "com.example.bluelight", DISPLAY);
    s.windows.push(Window { touchable: Some(false), ..filter });
    s
}
