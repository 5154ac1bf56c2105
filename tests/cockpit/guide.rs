//! The first run's keys, and what empty screens say.

use std::sync::Arc;

use prr::{
    core::model::{Failure, FailureKind, Time},
    session,
    ui::{self, Msg, View},
};

use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull,
};

fn first_run(columns: u16, rows: u16) -> Desk {
    let mut desk = Desk::with(columns, rows, DIFF);
    ui::update(&mut desk.ui, &desk.session, Msg::FirstRun);
    desk
}

#[test]
fn screens_of_the_keys_to_begin_with() {
    for (columns, rows) in [(80, 24), (120, 40), (60, 16)] {
        let mut desk = first_run(columns, rows);
        insta::assert_snapshot!(format!("guide_{columns}x{rows}"), desk.screen());
    }
}

#[test]
fn a_key_closes_the_guide_and_does_its_work() {
    let mut desk = first_run(100, 30);
    assert!(desk.screen().contains("Twelve keys"));
    desk.keys("]");
    assert_eq!((desk.under(), desk.guides_seen), ("@@ 0".to_owned(), 1));
    assert!(!desk.screen().contains("Twelve keys"));
    // Esc is for the guide, and for nothing else.
    let mut desk = first_run(100, 30);
    desk.keys("<Esc>");
    assert_eq!((desk.under(), desk.guides_seen), ("top".to_owned(), 1));
    assert!(!desk.screen().contains("Twelve keys"));
}

#[test]
fn who_has_pressed_a_key_is_not_shown_the_guide() {
    let mut desk = Desk::with(100, 30, DIFF);
    desk.keys("j");
    ui::update(&mut desk.ui, &desk.session, Msg::FirstRun);
    assert!(!desk.screen().contains("Twelve keys"));
}

#[test]
fn the_guide_is_opened_again_from_the_palette_and_follows_the_keymap() {
    let mut desk = Desk::with(100, 30, DIFF);
    let gentle = ui::Keymap::of(ui::Preset::Gentle);
    ui::update(&mut desk.ui, &desk.session, Msg::Keyed(gentle.into()));
    desk.keys("Aguide\n");
    let screen = desk.screen();
    assert!(screen.contains("n        next finding, comment") && screen.contains("I        every key"), "{screen}");
    assert!(screen.contains("A guide shows this again"), "{screen}");
    desk.resize(100, 130);
    desk.keys("I");
    assert!(desk.screen().contains("A guide"), "help lists it");
}

#[test]
fn a_click_closes_the_guide_too() {
    let mut desk = first_run(100, 30);
    desk.mouse(ui::Deed::Press, (60, 5));
    assert_eq!(desk.guides_seen, 1);
}

/// A desk on which nothing was found.
fn nothing_found() -> Desk {
    let mut desk = Desk::with(80, 24, DIFF);
    desk.end();
    desk
}

#[test]
fn empty_screens_say_why_and_what_to_do() {
    let mut desk = nothing_found();
    desk.keys("gt");
    insta::assert_snapshot!("empty_no_findings_no_model", desk.screen());
    desk.keys("x");
    insta::assert_snapshot!("empty_drawer", desk.screen());
    let mut desk = Desk::with(80, 24, DIFF);
    desk.keys("gt");
    insta::assert_snapshot!("empty_no_findings_yet", desk.screen());
    desk.find(candidate(1, "src/auth.rs", 44));
    desk.end();
    desk.keys("fa");
    insta::assert_snapshot!("empty_filter", desk.screen());
    desk.keys("ga");
    insta::assert_snapshot!("empty_no_agents", desk.screen());
    let mut desk = nothing_found();
    desk.ui.show_inbox_only();
    desk.tell(session::Msg::InboxWanted);
    desk.tell(session::Msg::InboxTold(Ok(Arc::from([])), Time(pull::NOW)));
    assert_eq!(desk.ui.view, View::Inbox);
    insta::assert_snapshot!("empty_inbox", desk.screen());
}

#[test]
fn when_every_file_is_viewed_the_next_step_is_named() {
    let mut desk = nothing_found();
    desk.keys("mmmm");
    assert_eq!(desk.message(), "every file is viewed, and nothing is undecided");
    let mut desk = Desk::with(80, 24, DIFF);
    desk.find(candidate(1, "src/auth.rs", 44));
    desk.end();
    desk.keys("mmmm");
    assert_eq!(desk.message(), "every file is viewed · 1 undecided: J goes to the next");
}

#[test]
fn an_inbox_that_cannot_be_had_says_why_and_what_to_do() {
    let mut desk = nothing_found();
    desk.keys("gi");
    let failure = Failure::new(FailureKind::Host, "github.com wants a token for this.").hint("Run `gh auth login`.");
    desk.tell(session::Msg::InboxTold(Err(failure), Time(pull::NOW)));
    for words in ["github.com wants a token", "Run `gh auth login`.", "R asks the host again · q goes back"] {
        assert!(desk.row(words).is_some(), "{words}\n{}", desk.screen());
    }
}

#[test]
fn a_change_without_hotspots_says_so_and_what_else_there_is() {
    let text = "diff --git a/Cargo.lock b/Cargo.lock\n--- a/Cargo.lock\n+++ b/Cargo.lock\n@@ -1 +1 @@\n-a\n+b\n";
    let mut desk = Desk::with(80, 24, text);
    for key in [")", "(", ">", "<"] {
        desk.keys(key);
        assert_eq!(desk.message(), "no hotspot: nothing here looks risky · ] next hunk, . next file", "{key}");
    }
}

#[test]
fn a_message_is_told_whole_while_the_guide_is_open() {
    let sentence = (0..24).map(|n| format!("word{n}")).collect::<Vec<_>>().join(" ");
    for (columns, rows) in [(60, 16), (80, 24), (200, 60)] {
        let mut desk = first_run(columns, rows);
        desk.ui.warn(sentence.clone());
        let screen = desk.screen();
        let told = screen.split_whitespace().filter(|word| word.starts_with("word") && *word != "words").count();
        assert_eq!(told, 24, "{columns}×{rows}\n{screen}");
        assert!(screen.contains("Twelve keys"), "{columns}×{rows}\n{screen}");
    }
}
