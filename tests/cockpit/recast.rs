//! A finding as another kind, at other lines, and what is checked while a text is written; reasons of the person's own.

use prr::{
    core::{
        gate::{Past, Stance},
        model::{Act, Kind, LineRange, Record, Side},
    },
    session::Manner,
    ui::{Mode, View},
};

use super::publish;
use crate::support::desk::{DIFF, Desk, candidate};

fn desk() -> Desk {
    let mut desk = Desk::with(100, 40, DIFF);
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.find(candidate(2, "src/auth.rs", 44));
    desk.end();
    desk
}

fn shown(desk: &Desk, id: &str) -> prr::core::model::Finding {
    desk.session.shown(&prr::core::model::FindingId::new(id)).expect("it is there").clone()
}

#[test]
fn every_kind_has_a_letter_and_turns_the_finding_and_back_by_undo() {
    for (letter, kind) in
        [("q", Kind::Question), ("t", Kind::Thought), ("p", Kind::Praise), ("o", Kind::Note), ("f", Kind::Finding)]
    {
        let mut desk = desk();
        desk.keys("Js").keys(letter);
        assert_eq!(shown(&desk, "security-001").kind, kind, "{letter}");
        if kind != Kind::Finding {
            desk.keys("u");
            assert_eq!(shown(&desk, "security-001").kind, Kind::Finding, "undone {letter}");
            desk.keys("<C-r>");
            assert_eq!(shown(&desk, "security-001").kind, kind, "done again {letter}");
        } else {
            assert!(desk.session.gate.decisions().is_empty(), "nothing changes, nothing is recorded");
        }
    }
}

#[test]
fn lines_are_picked_in_the_diff_and_the_card_goes_with_them() {
    let mut desk = desk();
    desk.keys("Jgm");
    assert!(desk.row("lines for security-001").is_some(), "{}", desk.screen());
    desk.keys("jjvj\n");
    let anchor = shown(&desk, "security-001").placement.anchor().unwrap().clone();
    assert_eq!((anchor.lines, anchor.side), (LineRange::new(13, 14), Side::Right));
    let there = desk.session.findings.slot(&prr::core::model::FindingId::new("security-001"));
    assert_eq!(there, Some(desk.ui.diff.cursor.slot), "it stands under the cursor");
    assert!(desk.message().contains("u undoes"), "{}", desk.message());
    let Some(Record::Decision { decision, .. }) =
        desk.records.iter().rev().find(|r| matches!(r, Record::Decision { .. }))
    else {
        panic!("nothing was recorded")
    };
    assert!(matches!(decision.act, Act::Recast { .. }), "{decision:?}");
    let slot = desk.session.findings.slot(&prr::core::model::FindingId::new("security-001"));
    desk.keys("u");
    let back = desk.session.findings.slot(&prr::core::model::FindingId::new("security-001"));
    assert_ne!(slot, back, "undo puts it back");
}

#[test]
fn a_removed_line_is_the_old_side_a_header_the_file_and_the_top_the_whole() {
    let mut desk = desk();
    desk.keys("Jgm/Session::refused\n\n");
    let anchor = shown(&desk, "security-001").placement.anchor().unwrap().clone();
    assert_eq!((anchor.side, anchor.lines), (Side::Left, LineRange::one(13)), "{}", desk.message());
    desk.keys("gm.\n");
    desk.keys("gggm");
    let mut desk = self::desk();
    desk.keys("Jgm,\n");
    assert_eq!(shown(&desk, "security-001").placement.anchor().unwrap().lines, None, "{}", desk.message());
    let mut desk = self::desk();
    desk.keys("Jgmgg\n");
    assert!(shown(&desk, "security-001").placement.anchor().is_none(), "{}", desk.message());
}

#[test]
fn esc_leaves_it_where_it_was_and_two_hunks_are_refused_with_the_reason() {
    let mut desk = desk();
    desk.keys("Jgmjjj<Esc>");
    assert!(desk.ui.diff.picking.is_none() && desk.session.gate.decisions().is_empty());
    assert!(desk.message().contains("stays where it was"), "{}", desk.message());
    desk.keys("Jgmv]]\n");
    assert!(desk.message().contains("two hunks"), "{}", desk.message());
    assert!(desk.ui.diff.picking.is_some(), "still picking");
    desk.keys("<Esc><Esc>");
    assert!(desk.ui.diff.picking.is_none());
}

#[test]
fn an_own_comment_moves_too_and_a_finding_is_moved_from_the_queue() {
    let mut desk = desk();
    desk.keys("gg5jcMine.<C-s>}gm");
    let before = desk.session.findings.iter().find(|finding| finding.kind == Kind::Comment).unwrap().placement.clone();
    desk.keys("jj\n");
    let after = desk.session.findings.iter().find(|finding| finding.kind == Kind::Comment).unwrap().placement.clone();
    assert_ne!(before, after);
    desk.keys("gtgm");
    assert_eq!((desk.ui.view, desk.ui.diff.picking.is_some()), (View::Diff, true));
}

#[test]
fn what_is_moved_and_turned_is_posted_so_and_outlasts_a_restart() {
    let at = || publish::At { findings: 1, ..publish::At::default() };
    let mut desk = publish::desk(at());
    desk.keys("Jsq").keys("gmjj\n").keys("agr");
    let spot = |desk: &Desk| {
        let look = desk.session.publication().look.clone().expect("gates were looked at");
        let composed = look.report.composed.clone().expect("there is a payload");
        let comment = composed.payload.comments.first().expect("at a line").clone();
        (comment.spot.lines, comment.body)
    };
    let (lines, body) = spot(&desk);
    assert_eq!(Some(lines), LineRange::one(13), "{body}");
    assert!(body.starts_with("**question**"), "{body}");
    // Another start: the records lead to the same.
    let past = Past::from_records(&desk.records);
    let mut again = publish::reopened((100, 40), publish::At { findings: 0, ..at() }, (past, true));
    again.keys("gr");
    assert_eq!(spot(&again), (lines, body));
}

#[test]
fn a_selection_and_s_open_a_comment_with_the_lines_as_a_suggestion() {
    let mut desk = desk();
    desk.keys("/let token\nvjs");
    let Mode::Edit(editor) = &desk.ui.mode else { panic!("{:?}", desk.ui.mode) };
    assert_eq!(
        editor.field.text().trim(),
        "```suggestion\n    let token = issue(user, now);\n    if token.is_empty() {\n```"
    );
    desk.keys("<C-s>");
    let own = desk.session.findings.iter().find(|finding| finding.kind == Kind::Comment).unwrap();
    assert!(own.wording.suggestion.is_some(), "{own:?}");
    desk.keys("/Session::refused\nvs");
    assert!(desk.message().contains("new side"), "{}", desk.message());
}

#[test]
fn what_the_host_would_refuse_or_take_otherwise_is_told_while_it_is_written() {
    let says = |desk: &mut Desk, words: &str| {
        let screen = desk.screen();
        assert!(screen.contains(words), "{words}\n{screen}");
    };
    let mut desk = desk();
    desk.keys("gg5jc");
    desk.paste("Look:\n```rust\nlet a = 1;");
    says(&mut desk, "a block of code is not closed");
    desk.paste("\n```\n");
    assert!(desk.row("not closed").is_none(), "{}", desk.screen());
    desk.paste("```suggestion\nx\n```\nand more");
    says(&mut desk, "only a suggestion at the end");
    desk.keys("<C-x>");
    // On a removed line a suggestion cannot be applied.
    desk.keys("/Session::refused\nc");
    desk.paste("```suggestion\nx\n```");
    says(&mut desk, "lines of the new side");
    desk.keys("<C-x>gc");
    desk.paste("```suggestion\nx\n```");
    says(&mut desk, "needs lines");
    desk.keys("<C-x>gc");
    desk.paste(&"word ".repeat(14_000));
    says(&mut desk, "more than GitHub takes");
    desk.keys("<C-s>");
    assert!(matches!(desk.ui.mode, Mode::Edit(_)), "not saved at once");
    assert!(desk.message().starts_with("not saved: "), "{}", desk.message());
    desk.keys("<C-s>");
    assert!(matches!(desk.ui.mode, Mode::Normal), "saved all the same");
    assert!(desk.session.findings.iter().any(|finding| finding.kind == Kind::Comment));
}

#[test]
fn own_reasons_stand_under_numbers_and_nothing_of_the_bars_is_cut_off_in_80_columns() {
    let mut desk = Desk::new(80, 24);
    desk.manner = Manner { advance: true, reasons: vec!["not our style".into(), "covered by the linter".into()] };
    desk.read(DIFF);
    desk.open(Past::default(), false);
    desk.map();
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.find(candidate(2, "src/auth.rs", 44));
    desk.end();
    desk.keys("Jd");
    let screen = desk.screen();
    for words in
        ["d no reason", "f false positive", "l later", "1 not our style", "2 covered by the linter", "Enter types one"]
    {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
    desk.keys("9");
    assert!(matches!(desk.ui.mode, Mode::Drop(..)), "there is no ninth");
    desk.keys("2");
    let id = prr::core::model::FindingId::new("security-001");
    assert_eq!(*desk.session.gate.stance(&id), Stance::Dropped("covered by the linter".into()));
    desk.keys("s");
    let screen = desk.screen();
    for words in ["b blocker", "n nitpick", "f finding", "q question", "t thought", "p praise", "o note"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
    desk.keys("<Esc>gtf");
    let screen = desk.screen();
    for words in ["u undecided", "x held back", "p this file", "Enter all"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
}

#[test]
fn with_advance_off_a_decision_stays_where_it_is() {
    let mut desk = Desk::new(100, 40);
    desk.manner = Manner { advance: false, reasons: Vec::new() };
    desk.read(DIFF);
    desk.open(Past::default(), false);
    desk.map();
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.find(candidate(2, "src/auth.rs", 44));
    desk.end();
    desk.keys("Ja");
    assert_eq!(desk.card(), Some("security-001"));
    desk.keys("gt");
    let here = desk.ui.triage.cursor.clone();
    desk.keys("d");
    desk.keys("d");
    assert_eq!(desk.ui.triage.cursor, here);
}
