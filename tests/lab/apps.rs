//! The project's own fixtures: small apps of the kinds that phones are full of, each with one recorded task.

use crate::phone::{Row, Ui, node, row, row_with};
use crate::scenario::{Run, Scenario, Step};
use cs_mem::model::episode::NamedValue;
use cs_mem::model::{Action, Rect, Snapshot, Target};
use std::collections::BTreeMap;

/// What was typed and switched so far.
type Vars = BTreeMap<&'static str, String>;

/// A page of an app.
type Page = fn(&Vars) -> Snapshot;

/// What the agent did on a page.
enum Did {
    Tap(&'static str),
    /// The button in the row with this title.
    TapIn(&'static str, &'static str),
    Type(&'static str, &'static str),
    Secret(&'static str, &'static str),
    /// Turns on the switch with this id.
    Switch(&'static str),
    Back,
}
use Did::*;

struct Task {
    name: &'static str,
    goal: &'static str,
    values: &'static [(&'static str, &'static str)],
    script: &'static [(Page, Did)],
    end: Page,
}

/// All recorded tasks.
pub fn all() -> Vec<Scenario> {
    TASKS
        .iter()
        .map(|t| Scenario {
            source: format!("own/{}", t.name),
            runs: vec![record(t)],
            probes: vec![],
        })
        .collect()
}

fn record(task: &Task) -> Run {
    let mut vars = Vars::new();
    let (mut screens, mut steps) = (vec![], vec![]);
    for (n, (page, did)) in task.script.iter().enumerate() {
        let snapshot = page(&vars);
        let at = |what: &str| Target::Node { index: node(&snapshot, what) };
        let action = match did {
            Tap(what) => Action::Tap { target: at(what) },
            TapIn(title, id) => {
                let up = snapshot.nodes[node(&snapshot, title) as usize].parent;
                let hit = snapshot
                    .nodes
                    .iter()
                    .position(|n| n.parent == up && n.resource_id.ends_with(id));
                Action::Tap { target: Target::Node { index: hit.unwrap_or(0) as i32 } }
            }
            Type(what, text) => {
                Action::InputText { target: Some(at(what)), text: (*text).into(), secret: false }
            }
            Secret(what, _) => {
                Action::InputText { target: Some(at(what)), text: String::new(), secret: true }
            }
            Switch(what) => Action::Tap { target: at(what) },
            Back => Action::Back,
        };
        match did {
            Type(what, text) | Secret(what, text) => drop(vars.insert(what, (*text).into())),
            Switch(what) => drop(vars.insert(what, "on".into())),
            _ => {}
        }
        screens.push(snapshot);
        steps.push(Step { action, before: n, after: n + 1 });
    }
    screens.push((task.end)(&vars));
    let app = screens[0].capture.foreground.package.clone();
    let values = task.values.iter().map(|(name, value)| NamedValue {
        name: (*name).into(),
        value: (*value).into(),
        secret: value.is_empty(),
    });
    Run { goal: task.goal.into(), values: values.collect(), app, screens, steps }
}

fn var<'a>(vars: &'a Vars, name: &str) -> &'a str {
    vars.get(name).map_or("", String::as_str)
}

fn is_on(vars: &Vars, name: &str) -> bool {
    vars.contains_key(name)
}

const TASKS: &[Task] = &[
    Task {
        name: "notes",
        goal: "write a note that says Buttermilk",
        values: &[],
        script: &[(notes, Tap("new")), (editor, Type("body", "Buttermilk")), (editor, Tap("keep"))],
        end: notes_after,
    },
    Task {
        name: "settings",
        goal: "turn on battery saver",
        values: &[],
        script: &[(settings, Tap("Battery")), (battery, Switch("saver"))],
        end: battery,
    },
    Task {
        name: "bank",
        goal: "transfer 250 to Rosalind",
        values: &[("pin", "")],
        script: &[
            (accounts, Tap("begin")),
            (transfer, Type("to", "Rosalind")),
            (transfer, Type("amount", "250")),
            (transfer, Secret("pin", "****")),
            (transfer, Tap("review")),
            (review, Tap("pay")),
        ],
        end: receipt,
    },
    Task {
        name: "chat",
        goal: "tell Ingeborg good night",
        values: &[("person", "Ingeborg")],
        script: &[
            (chats, Tap("Ingeborg")),
            (conversation, Type("message", "good night")),
            (conversation, Tap("send")),
        ],
        end: conversation_after,
    },
    Task {
        name: "downloads",
        goal: "remove the old report from the downloads",
        values: &[],
        script: &[
            (files, Tap("downloads")),
            (downloads, TapIn("report-2019.pdf", "row_button")),
            (confirm, Tap("delete")),
        ],
        end: downloads_after,
    },
    Task {
        name: "shop",
        goal: "put a teapot into the cart",
        values: &[],
        script: &[
            (shop, Type("search", "teapot")),
            (results, Tap("Blue teapot")),
            (product, Tap("to_cart")),
            (cart, Tap("close")),
        ],
        end: results,
    },
    Task {
        name: "calendar",
        goal: "book a day off on the 17th",
        values: &[],
        script: &[(calendar, Tap("17")), (day, Tap("day_off")), (day_off, Tap("book"))],
        end: calendar,
    },
    Task {
        name: "compose",
        goal: "play the jazz station",
        values: &[],
        script: &[(stations, Tap("Jazz around the clock")), (player, Tap("Play"))],
        end: playing,
    },
    Task {
        name: "flutter",
        goal: "order a taxi to Harbour Street",
        values: &[],
        script: &[
            (ride, Tap("Where to?")),
            (ride_to, Type("Destination", "Harbour Street")),
            (ride_to, Tap("Confirm destination")),
        ],
        end: ride_waiting,
    },
    Task {
        name: "tabs",
        goal: "open my profile picture",
        values: &[],
        script: &[(tab_home, Tap("Profile")), (tab_profile, Tap("picture")), (picture, Back)],
        end: tab_profile,
    },
    Task {
        name: "login",
        goal: "sign in as ada@example.org",
        values: &[("password", "")],
        script: &[
            (welcome, Tap("have")),
            (login, Type("mail", "ada@example.org")),
            (login, Secret("password", "******")),
            (login, Tap("enter")),
        ],
        end: tab_home,
    },
    Task {
        name: "chinese",
        goal: "给王小明发红包",
        values: &[("person", "王小明")],
        script: &[
            (contacts_zh, Tap("王小明")),
            (contact_zh, Tap("红包")),
            (packet_zh, Type("祝福", "新年快乐")),
            (packet_zh, Tap("塞钱")),
        ],
        end: packet_done_zh,
    },
];

fn bar(ui: &mut Ui, title: &str) {
    ui.text("clock", "10:42");
    ui.text("title", title);
}

fn notes(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.notes");
    bar(&mut ui, "Notes");
    ui.button("search", "Search notes").button("new", "New note").text("count", "3 notes");
    ui.list(
        "list",
        1300,
        &[
            row("Groceries", "Yesterday"),
            row("Ideas", "14.05.2024"),
            row("Books to read", "12.03.2024"),
        ],
    );
    ui.done()
}

fn notes_after(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.notes");
    bar(&mut ui, "Notes");
    ui.button("search", "Search notes").button("new", "New note").text("count", "4 notes");
    let rows = [
        row(var(v, "body"), "Just now"),
        row("Groceries", "Yesterday"),
        row("Ideas", "14.05.2024"),
    ];
    ui.list("list", 1300, &rows);
    ui.done()
}

fn editor(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.notes");
    bar(&mut ui, "New note");
    ui.button("up", "Back").input("heading", "", "Title").input("body", var(v, "body"), "Note");
    ui.button("colour", "Colour").button("pin", "Pin").button("keep", "Keep");
    ui.done()
}

fn settings(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.settings");
    bar(&mut ui, "Settings");
    ui.button("search", "Search settings");
    let rows = [
        row("Network", "Wi-Fi, mobile, data usage"),
        row("Connected devices", "Bluetooth, pairing"),
        row("Battery", "73% - about 1 day left"),
        row("Display", "Theme, font size, brightness"),
        row("Sound", "Volume, vibration"),
        row("Storage", "41 GB of 64 GB used"),
    ];
    ui.list("list", 1500, &rows);
    ui.done()
}

fn battery(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.settings");
    bar(&mut ui, "Battery");
    ui.button("up", "Navigate up").text("level", "73%").text("left", "About 1 day left");
    ui.switch("saver", "Battery saver", is_on(v, "saver")).switch(
        "adaptive",
        "Adaptive charging",
        false,
    );
    ui.button("usage", "Usage by app").text("note", "Battery saver turns off background work");
    ui.done()
}

fn accounts(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.bank");
    bar(&mut ui, "My accounts");
    ui.text("owner", "ada@example.org")
        .text("balance", "$ 1,204.50")
        .text("label", "Everyday account");
    ui.button("begin", "New transfer order").button("cards", "Cards").button("help", "Help");
    ui.list(
        "latest",
        1000,
        &[row("Bakery", "$ 4.20"), row("Rent", "$ 900.00"), row("Salary", "$ 2,400.00")],
    );
    ui.done()
}

fn transfer(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.bank");
    bar(&mut ui, "New transfer");
    ui.text("owner", "ada@example.org").input("to", var(v, "to"), "Recipient");
    ui.input("amount", var(v, "amount"), "Amount").input("note", "", "Message to recipient");
    ui.password("pin", var(v, "pin"), "PIN").button("review", "Review").button("cancel", "Cancel");
    ui.done()
}

fn review(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.bank");
    bar(&mut ui, "Check your transfer");
    ui.text("owner", "ada@example.org").text("label", "To").text("to", var(v, "to"));
    ui.text("label2", "Amount").text("amount", &format!("$ {}", var(v, "amount")));
    ui.text("fee", "No fee").button("pay", "Pay now").button("edit", "Edit");
    ui.done()
}

fn receipt(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.bank");
    bar(&mut ui, "Receipt");
    ui.text("done", "Your transfer is on its way").button("home", "To my accounts");
    ui.done()
}

fn chats(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.chat");
    bar(&mut ui, "Chats");
    ui.button("search", "Search").button("new", "New chat");
    let rows = [
        row("Friedrich", "See you! 10:12"),
        row("Ingeborg", "Sleep well 09:30"),
        row("Family", "Mum: photo"),
        row("Work", "Standup moved"),
    ];
    ui.list("list", 1300, &rows);
    ui.done()
}

fn conversation(v: &Vars) -> Snapshot {
    chat_with(
        v,
        &[row("How was your day?", "21:40"), row("Long, but good", "21:42")],
        var(v, "message"),
    )
}

fn conversation_after(v: &Vars) -> Snapshot {
    let rows = [
        row("How was your day?", "21:40"),
        row("Long, but good", "21:42"),
        row(var(v, "message"), "Just now"),
    ];
    chat_with(v, &rows, "")
}

fn chat_with(_: &Vars, rows: &[Row], message: &str) -> Snapshot {
    let mut ui = Ui::new("com.example.chat");
    bar(&mut ui, "Ingeborg");
    ui.button("up", "Back").button("call", "Call").button("video", "Video call");
    ui.list("messages", 1000, rows);
    ui.input("message", message, "Message").button("attach", "Attach").button("send", "Send");
    ui.done()
}

fn files(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.files");
    bar(&mut ui, "Files");
    ui.button("downloads", "Downloads").button("images", "Images").button("audio", "Audio");
    ui.text("free", "23 GB free").button("clean", "Clean up");
    ui.done()
}

fn downloads(_: &Vars) -> Snapshot {
    file_list(&["holiday.jpg", "invoice.pdf", "report-2019.pdf", "song.mp3", "tickets.pdf"])
}

fn downloads_after(_: &Vars) -> Snapshot {
    file_list(&["holiday.jpg", "invoice.pdf", "song.mp3", "tickets.pdf"])
}

fn file_list(names: &[&str]) -> Snapshot {
    let mut ui = Ui::new("com.example.files");
    bar(&mut ui, "Downloads");
    ui.button("up", "Navigate up").button("sort", "Sort by").button("grid", "Grid view");
    ui.list("files", 1300, &names.iter().map(|n| row_with(n, "Delete")).collect::<Vec<_>>());
    ui.done()
}

fn confirm(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.files");
    ui.snapshot = downloads(v);
    ui.dialog(
        "com.example.files",
        "Delete report-2019.pdf?",
        &[("keep", "Keep"), ("delete", "Delete")],
    );
    ui.done()
}

fn shop(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.shop");
    bar(&mut ui, "Kitchen and home");
    ui.input("search", var(v, "search"), "What are you looking for?").button("cart", "Cart (2)");
    ui.button("offers", "Offers of the week").button("lists", "My lists");
    ui.done()
}

fn results(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.shop");
    bar(&mut ui, "Kitchen and home");
    ui.input("search", var(v, "search"), "What are you looking for?").button("cart", "Cart (2)");
    ui.list(
        "hits",
        1400,
        &[
            row("Red teapot", "$ 24.00"),
            row("Blue teapot", "$ 19.00"),
            row("Tea strainer", "$ 4.00"),
        ],
    );
    ui.done()
}

fn product(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.shop");
    bar(&mut ui, "Blue teapot");
    ui.button("up", "Back").text("price", "$ 19.00").text("stock", "In stock, 2 days");
    ui.text("about", "Stoneware, 1.2 litres, dishwasher safe")
        .button("to_cart", "Add to cart")
        .button("wish", "Remember");
    ui.done()
}

fn cart(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.shop");
    bar(&mut ui, "Added to your cart");
    ui.text("what", "Blue teapot").button("close", "Look on").button("open", "Go to cart");
    ui.done()
}

/// Days in rows of seven, told by their number alone.
fn calendar(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.calendar");
    bar(&mut ui, "May");
    ui.button("before", "Previous month").button("after", "Next month").button("today", "Today");
    let top = ui.y;
    ui.open("android.widget.GridView", "grid", Rect::new(0, top, 1080, top + 900), |_| {});
    for day in 0..31 {
        let (x, y) = (day % 7 * 150, top + day / 7 * 150);
        let bounds = Rect::new(x, y, x + 150, y + 150);
        ui.push("android.widget.TextView", "day", &(day + 1).to_string(), bounds, |n| {
            n.clickable = true
        });
    }
    ui.close();
    ui.done()
}

fn day(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.calendar");
    bar(&mut ui, "Friday, 17 May");
    ui.button("up", "Back")
        .button("event", "New event")
        .button("day_off", "Day off")
        .text("none", "Nothing planned");
    ui.done()
}

fn day_off(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.calendar");
    bar(&mut ui, "Day off");
    ui.text("when", "Friday, 17 May")
        .text("left", "12 days left")
        .button("book", "Book it")
        .button("cancel", "Cancel");
    ui.done()
}

/// Compose: no ids, descriptions only.
fn composed(title: &str, items: &[(&str, bool)]) -> Snapshot {
    let mut ui = Ui::new("com.example.radio");
    ui.y = 80;
    let line = |ui: &mut Ui, text: &str, clickable: bool| {
        let bounds = Rect::new(0, ui.y, 1080, ui.y + 120);
        ui.y += 130;
        ui.push("android.view.View", "", "", bounds, |n| {
            n.content_desc = text.into();
            n.clickable = clickable;
        });
    };
    line(&mut ui, title, false);
    for (text, clickable) in items {
        line(&mut ui, text, *clickable);
    }
    ui.done()
}

fn stations(_: &Vars) -> Snapshot {
    composed(
        "Stations",
        &[
            ("Search", true),
            ("News all day", true),
            ("Jazz around the clock", true),
            ("Classics", true),
            ("Made with care", false),
        ],
    )
}

fn player(_: &Vars) -> Snapshot {
    composed(
        "Jazz around the clock",
        &[
            ("Back", true),
            ("Live from Copenhagen", false),
            ("Play", true),
            ("Volume up", true),
            ("Volume down", true),
        ],
    )
}

fn playing(_: &Vars) -> Snapshot {
    composed(
        "Jazz around the clock",
        &[
            ("Back", true),
            ("Live from Copenhagen", false),
            ("Pause", true),
            ("Volume up", true),
            ("Volume down", true),
        ],
    )
}

/// Flutter: `View`s with descriptions, inputs with hints.
fn flutter(items: &[(&str, bool)], input: Option<(&str, &str)>) -> Snapshot {
    let mut ui = Ui::new("com.example.ride");
    for (text, clickable) in items {
        let bounds = Rect::new(40, ui.y, 1040, ui.y + 110);
        ui.y += 120;
        ui.push("android.view.View", "", "", bounds, |n| {
            n.content_desc = (*text).into();
            n.clickable = *clickable;
        });
    }
    if let Some((text, hint)) = input {
        let bounds = Rect::new(40, ui.y, 1040, ui.y + 110);
        ui.push("android.widget.EditText", "", text, bounds, |n| {
            n.hint = hint.into();
            n.content_desc = hint.into();
            (n.clickable, n.editable, n.focusable) = (true, true, true);
        });
    }
    ui.done()
}

fn ride(_: &Vars) -> Snapshot {
    flutter(
        &[
            ("Good evening", false),
            ("Where to?", true),
            ("Home\nMill Lane 4", true),
            ("Work\nTower Road 1", true),
            ("Menu", true),
        ],
        None,
    )
}

fn ride_to(v: &Vars) -> Snapshot {
    flutter(
        &[
            ("Plan your ride", false),
            ("Back", true),
            ("Pick-up: Mill Lane 4", true),
            ("Confirm destination", true),
        ],
        Some((var(v, "Destination"), "Destination")),
    )
}

fn ride_waiting(_: &Vars) -> Snapshot {
    flutter(&[("Looking for a driver", false), ("Cancel ride", true)], None)
}

fn tabs(ui: &mut Ui, selected: &str) {
    for (n, tab) in ["Home", "Explore", "Inbox", "Profile"].iter().enumerate() {
        let x = n as i32 * 270;
        let bounds = Rect::new(x, 2200, x + 270, 2400);
        let label = if *tab == "Inbox" { "Inbox, 3 new notifications" } else { tab };
        ui.push(
            "com.google.android.material.bottomnavigation.BottomNavigationItemView",
            &format!("tab_{n}"),
            "",
            bounds,
            |n| {
                n.content_desc = label.into();
                n.clickable = true;
                n.selected = *tab == selected;
            },
        );
    }
}

fn tab_home(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.social");
    bar(&mut ui, "Home");
    ui.list("feed", 1600, &[row("Otto posted a photo", "2 h"), row("Lena is on holiday", "5 h")]);
    tabs(&mut ui, "Home");
    ui.done()
}

fn tab_profile(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.social");
    bar(&mut ui, "Ada Example");
    ui.text("handle", "@ada_example")
        .text("followers", "128 followers")
        .button("picture", "Profile picture")
        .button("edit", "Edit profile");
    tabs(&mut ui, "Profile");
    ui.done()
}

fn picture(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.social");
    ui.button("up", "Back")
        .button("download", "Keep a copy")
        .button("zoom", "Zoom in")
        .text("caption", "Ada at the lake");
    ui.done()
}

fn welcome(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.social");
    ui.text("heading", "Stay in touch").text("slogan", "Everyone you know in one place");
    ui.button("join", "Create an account")
        .button("have", "I have an account")
        .button("language", "English");
    ui.done()
}

fn login(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.social");
    bar(&mut ui, "Log in");
    ui.input("mail", var(v, "mail"), "E-mail").password("password", var(v, "password"), "Password");
    ui.button("enter", "Log in now").button("forgot", "Forgot password?");
    ui.done()
}

fn contacts_zh(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.weixin");
    bar(&mut ui, "通讯录");
    ui.button("search", "搜索").button("add", "添加朋友");
    ui.list("list", 1300, &[row("李雷", "在线"), row("王小明", "三分钟前"), row("张三丰", "昨天")]);
    ui.done()
}

fn contact_zh(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.weixin");
    bar(&mut ui, "王小明");
    ui.button("up", "返回")
        .input("message", "", "输入消息")
        .button("album", "相册")
        .button("packet", "红包")
        .button("place", "位置");
    ui.done()
}

fn packet_zh(v: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.weixin");
    bar(&mut ui, "发红包");
    ui.button("up", "返回").text("label", "单个金额").text("amount", "¥ 8.88").input(
        "祝福",
        var(v, "祝福"),
        "恭喜发财，大吉大利",
    );
    ui.button("塞钱", "塞钱进红包");
    ui.done()
}

fn packet_done_zh(_: &Vars) -> Snapshot {
    let mut ui = Ui::new("com.example.weixin");
    bar(&mut ui, "王小明");
    ui.button("up", "返回")
        .text("sent", "红包已发出")
        .button("album", "相册")
        .button("packet", "红包");
    ui.done()
}
