//! Screens at four sizes, reviewed like code. `INSTA_UPDATE=always cargo test screens` renews them.

use ratatui::style::Color;

use prr::{
    core::model::{Failure, FailureKind},
    session::Msg,
    ui::{self, Background, Depth},
};

use crate::support::desk::{DIFF, Desk, candidate};

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (200, 60), (60, 16)];

fn worked(columns: u16, rows: u16) -> Desk {
    let mut desk = Desk::with(columns, rows, DIFF);
    let mut long = candidate(1, "src/auth.rs", 12);
    long.claim.summary = "The password is no longer checked before a token is issued. ".repeat(3);
    long.claim.suggestion = Some("    if !verify(stored, password) {".into());
    desk.find(long);
    desk.find(candidate(2, "src/auth.rs", 44));
    desk.find(candidate(3, "README.md", 4));
    desk.end();
    desk
}

fn shot(name: &str, make: impl Fn(u16, u16) -> Desk) {
    for (columns, rows) in SIZES {
        let mut desk = make(columns, rows);
        insta::assert_snapshot!(format!("{name}_{columns}x{rows}"), desk.screen());
    }
}

#[test]
fn first_frame() {
    shot("first", |columns, rows| Desk::with(columns, rows, DIFF));
}

#[test]
fn what_is_too_small_says_how_large_it_must_be() {
    let notice = Desk::with(40, 10, DIFF).screen();
    insta::assert_snapshot!("first_40x10", notice);
    for (columns, rows) in [(59, 16), (60, 15)] {
        let screen = Desk::with(columns, rows, DIFF).screen();
        assert!(screen.starts_with(&format!("prr needs 60×16; this window is {columns}×{rows}.")), "{screen}");
    }
}

#[test]
fn open_card_and_decided_card() {
    shot("cards", |columns, rows| {
        let mut desk = worked(columns, rows);
        desk.keys("JaK");
        desk
    });
}

#[test]
fn editor_on_a_selection() {
    shot("editor", |columns, rows| {
        let mut desk = worked(columns, rows);
        desk.keys("]5jvjcThis needs a test,\nfor both branches.");
        desk
    });
}

#[test]
fn drop_bar_and_tree_focus() {
    shot("drop", |columns, rows| {
        let mut desk = worked(columns, rows);
        desk.keys("Jd");
        desk
    });
    shot("tree", |columns, rows| {
        let mut desk = worked(columns, rows);
        desk.keys("hjj");
        desk
    });
}

#[test]
fn help_palette_and_notes() {
    shot("help", |columns, rows| {
        let mut desk = worked(columns, rows);
        desk.keys("?");
        desk
    });
    shot("palette", |columns, rows| {
        let mut desk = worked(columns, rows);
        desk.keys(":hun");
        desk
    });
    shot("notes", |columns, rows| {
        let mut desk = worked(columns, rows);
        desk.keys(":notes\n");
        desk
    });
}

#[test]
fn reading_and_failed() {
    shot("reading", Desk::new);
    shot("failed", |columns, rows| {
        let mut desk = Desk::new(columns, rows);
        let failure =
            Failure::new(FailureKind::Target, "`nosuch` is not known here.").hint("`git branch -a` lists branches");
        desk.tell(Msg::DiffFailed(failure));
        desk
    });
}

#[test]
fn hostile_text_is_visible_and_never_raw() {
    let text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,4 @@ \x1b[31msection\n-a\n+\x1b]0;title\x07b\n+c\u{202e}d\n+pass\u{200b}word\n+e\rf\r\n";
    let mut desk = Desk::with(80, 16, text);
    let mut evil = candidate(1, "x", 2);
    evil.claim.title = "\x1b[2Jgone\u{202e}".into();
    evil.claim.summary = "line\x07\n\x1b[Hhome".into();
    desk.find(evil);
    desk.keys("}");
    let screen = desk.screen();
    assert!(
        !screen.chars().any(|c| (c.is_control() && c != '\n') || matches!(c, '\u{202e}' | '\u{200b}')),
        "{screen:?}"
    );
    insta::assert_snapshot!("hostile_80x16", screen);
}

#[test]
fn without_colour_added_removed_and_cursor_are_told_apart_by_marks_and_weight() {
    let mut desk = worked(100, 30);
    ui::update(&mut desk.ui, &desk.session, ui::Msg::Terminal(Depth::Mono, Background::Dark));
    desk.keys("]4j");
    let buffer = desk.buffer();
    let coloured = |color: Color| color != Color::Reset;
    assert!(!buffer.content.iter().any(|cell| coloured(cell.fg) || coloured(cell.bg)));
    let screen = desk.screen();
    assert!(screen.contains("+    let token") && screen.contains("-    if !verify"));
}

#[test]
fn light_and_dark_differ_and_t_goes_round() {
    let mut desk = worked(100, 30);
    ui::update(&mut desk.ui, &desk.session, ui::Msg::Terminal(Depth::True, Background::Dark));
    let dark = desk.buffer();
    ui::update(&mut desk.ui, &desk.session, ui::Msg::Ground(Background::Light));
    let light = desk.buffer();
    assert_ne!(dark, light);
    let first = desk.ui.theme().name().to_owned();
    let mut seen = vec![first.clone()];
    loop {
        desk.keys("t");
        let name = desk.ui.theme().name().to_owned();
        if name == first {
            break;
        }
        assert!(!seen.contains(&name) && seen.len() < 20, "{name}: {seen:?}");
        seen.push(name);
    }
    assert!(seen.iter().any(|name| name == "dark") && seen.iter().any(|name| name == "light"), "{seen:?}");
}

#[test]
fn any_size_down_to_one_by_one_draws() {
    for columns in [1, 2, 3, 5, 13, 59, 60, 61, 80, 300] {
        for rows in [1, 2, 3, 5, 15, 16, 17, 24, 100] {
            let mut desk = worked(columns, rows);
            for keys in ["", "J", "e", "<Esc>d", "<Esc>?", "<Esc>:", "<Esc>/", "<Esc>h", "<Esc>G"] {
                desk.keys(keys);
                desk.screen();
            }
            desk.resize(rows, columns);
            desk.screen();
        }
    }
}

#[test]
fn a_generated_file_is_folded_and_its_badge_says_what_it_is() {
    // What is on screen when its class becomes known stays open.
    let mut desk = Desk::with(100, 16, DIFF);
    desk.keys("2.");
    assert_eq!(desk.under(), "file Cargo.lock");
    assert!(desk.row("generated: hides ").is_some(), "{}", desk.screen());
    desk.keys("za");
    assert!(desk.row("generated: hides ").is_none(), "{}", desk.screen());
}
