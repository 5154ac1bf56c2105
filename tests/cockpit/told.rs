//! What a screen has to tell, in words: what a card is, that the head moved, what the run cost, what was not looked at,
//! the review as it will be read.

use std::sync::Arc;

use prr::{
    core::{
        gate::Past,
        model::{FileForm, Kind, PublishOutcome, PublishReceipt, PullNews, Tip},
        publish::course::Settled,
    },
    session::Effect,
    ui::{Mode, View},
};

use super::{
    agents,
    every_action::found,
    publish::{self, At},
};
use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull,
};

#[test]
fn a_card_and_a_row_of_the_queue_name_every_kind() {
    let kinds = [
        ("f", Kind::Finding, "◆ critical Title 1"),
        ("q", Kind::Question, "? critical question Title 1"),
        ("t", Kind::Thought, "· thought Title 1"),
        ("p", Kind::Praise, "· praise Title 1"),
        ("o", Kind::Note, "· note Title 1"),
    ];
    assert_eq!(
        kinds.len() + 1,
        [Kind::Finding, Kind::Question, Kind::Thought, Kind::Praise, Kind::Note, Kind::Comment].len()
    );
    for (letter, kind, head) in kinds {
        for folded in [false, true] {
            let mut desk = found();
            desk.keys("Js").keys(letter);
            if folded {
                desk.keys("a");
            }
            assert!(desk.row(head).is_some(), "{kind} folded {folded}\n{}", desk.screen());
        }
        let mut desk = found();
        desk.resize(80, 40);
        desk.keys("Js").keys(letter).keys("gt");
        let row = desk.screen().lines().find(|line| line.contains("Title 1")).unwrap().to_owned();
        let told = match kind {
            Kind::Finding => "◆ critical",
            Kind::Question => "◆ critical",
            _ => kind.as_str(),
        };
        assert!(row.contains(told) && row.contains(if kind == Kind::Question { "question: " } else { "" }), "{row}");
    }
    let mut desk = found();
    desk.keys("]4jcWhy?<C-s>");
    assert!(desk.row("✎ my comment").is_some());
}

/// The same pull request with another head.
fn moved() -> PullNews {
    let now = pull::pull();
    let head = Tip { sha: "f".repeat(40), ..now.head.clone() };
    PullNews::Pull(Box::new(prr::core::model::Pull { head, ..now }))
}

#[test]
fn a_head_that_moved_is_told_and_what_is_shown_stays_the_head_that_was_read() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut desk = publish::sized(columns, rows, At { findings: 1, ..At::default() });
        assert!(!desk.screen().contains("stale"), "{}", desk.screen());
        desk.keys("R");
        desk.told(moved());
        desk.told(PullNews::Complete);
        let screen = desk.screen();
        let head: String = screen.lines().take(2).collect();
        assert!(head.contains("stale: head moved"), "{columns}x{rows}\n{screen}");
        assert!(screen.contains("aaaaaaaa") && !screen.contains("ffffffff"), "{columns}x{rows}\n{screen}");
        assert!(desk.message().contains("head of the pull request moved"), "{}", desk.message());
        // The badge leads to where it is gone on from.
        let (x, y) = screen
            .lines()
            .enumerate()
            .find_map(|(y, line)| line.find("stale").map(|at| (line[..at].chars().count() as u16, y as u16)))
            .unwrap();
        prr::ui::update(&mut desk.ui, &desk.session, prr::ui::Msg::MouseIs(true));
        desk.mouse(prr::ui::Deed::Press, (x, y));
        assert!(matches!(desk.ui.mode, Mode::Deliver), "{:?}", desk.ui.mode);
        // Told once, not with each answer.
        let notes = desk.session.notes.len();
        desk.told(moved());
        assert_eq!(desk.session.notes.len(), notes);
    }
}

#[test]
fn the_header_tells_the_risk_of_the_change_and_what_the_run_cost() {
    let mut desk = agents::desk(160, 40);
    let score = desk.session.map.as_ref().unwrap().score.as_ref().unwrap().score;
    assert!(desk.row(&format!("risk {score}")).is_some(), "{}", desk.screen());
    assert!(!desk.screen().lines().next().unwrap().contains('$'));
    desk.end();
    agents::end(&mut desk, "pass:security", prr::core::model::TaskEnd::Completed);
    let (_, cost) = desk.session.voices().spent();
    assert!(cost > 0.0);
    let first = desk.screen().lines().next().unwrap().to_owned();
    assert!(first.contains(&format!("${cost:.4}")), "{first}");
}

#[test]
fn a_small_window_tells_head_risk_and_coverage_above_the_diff() {
    let mut desk = Desk::with_pull(80, 24, []);
    desk.keys("gg");
    let score = desk.session.map.as_ref().unwrap().score.as_ref().unwrap().score;
    let screen = desk.screen();
    for words in ["aaaaaaaa", &format!("risk {score}"), "2 of 4 files to look at"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
}

#[test]
fn the_door_of_coverage_leads_to_the_files_that_nobody_looks_at_with_why() {
    let mut text = DIFF.to_owned();
    text.push_str("diff --git a/big.txt b/big.txt\n--- a/big.txt\n+++ b/big.txt\n@@ -1 +1 @@\n-a\n+b\n");
    let mut index = prr::core::diff::parse(text.as_bytes());
    let last = index.files.len() - 1;
    index.files[last].form = FileForm::NotGiven;
    let mut desk = Desk::new(100, 40);
    let request = crate::support::desk::request(&text);
    desk.tell(prr::session::Msg::DiffRead(Box::new(request), Arc::new(index)));
    desk.open(Past::default(), false);
    desk.map();
    desk.keys(":notes\n");
    let classes = desk.session.map.as_ref().unwrap().classes.clone();
    let left: Vec<(String, &str)> = desk
        .session
        .diff
        .file_numbers()
        .zip(&classes)
        .filter(|(_, class)| class.is_left_out())
        .map(|(file, class)| (desk.session.diff.path(file).lossy().into_owned(), class.as_str()))
        .collect();
    assert!(left.len() >= 2, "{left:?}");
    for (path, class) in left {
        assert!(desk.row(&format!("not looked at: {path} · {class}")).is_some(), "{path}\n{}", desk.screen());
    }
    assert!(desk.row("not looked at: big.txt · the host does not give its content").is_some(), "{}", desk.screen());
    assert!(!desk.screen().contains("not looked at: src/auth.rs"));
}

#[test]
fn of_many_files_that_nobody_looks_at_a_hundred_are_named_and_the_others_counted() {
    let file = |nth: usize| {
        let path = format!("vendor/lib{nth}.go");
        format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-a\n+b\n")
    };
    let text: String = (0..130).map(file).collect();
    let mut desk = Desk::with(80, 200, &text);
    let left = desk.session.map.as_ref().unwrap().classes.iter().filter(|class| class.is_left_out()).count();
    assert!(left > 100, "{left}");
    desk.keys(":notes\n");
    let named = desk.screen().lines().filter(|line| line.contains("not looked at: vendor/")).count();
    assert_eq!(named, 100);
    assert!(desk.row(&format!("not looked at: {} files more", left - 100)).is_some(), "{}", desk.screen());
}

#[test]
fn the_review_is_shown_as_it_will_be_read_and_as_it_will_be_sent_behind_enter() {
    let mut desk = publish::sized(120, 60, At { findings: 1, ..At::default() });
    desk.keys("gg");
    desk.keys("gc");
    desk.paste("## Well\n\nThis is **good**.\n\n> said\n\n```\nlet a;\n```\n");
    desk.keys("<C-s>J");
    desk.keys("agr");
    let screen = desk.screen();
    for words in ["Well", "This is good.", "> said", "  let a;"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
    for raw in ["## Well", "**good**", "```", "<!--"] {
        assert!(!screen.contains(raw), "{raw}\n{screen}");
    }
    desk.keys("\n");
    let raw = desk.ui.noted.review.rows.iter().map(|row| row.text.clone()).collect::<Vec<_>>().join("\n");
    assert!(raw.contains("**good**"), "{raw}");
}

#[test]
fn the_review_of_what_is_no_pull_request_is_shown_too_and_follows_the_decisions() {
    let mut desk = found();
    desk.resize(120, 60);
    desk.keys("gr");
    assert_eq!(desk.ui.view, View::Review);
    assert!(desk.row("only a pull request is published").is_some(), "{}", desk.screen());
    assert!(desk.row("Title 2").is_some() && desk.row("src/auth.rs:44").is_some(), "{}", desk.screen());
    desk.find(candidate(7, "src/auth.rs", 13));
    let mut desk = found();
    desk.resize(120, 60);
    desk.keys("gtGddgr");
    let dropped = desk.session.gate.decisions()[0].finding.clone();
    let title = desk.session.findings.get(&dropped).unwrap().wording.title.clone();
    assert!(desk.row(&title).is_none(), "{}", desk.screen());
    desk.keys("u");
    assert!(desk.row(&title).is_some(), "{}", desk.screen());
}

#[test]
fn the_queue_tells_state_in_words_and_in_a_wide_window_lens_and_who() {
    let mut desk = found();
    desk.keys("gtggajdd");
    for (columns, is_wide) in [(60, false), (80, false), (120, false), (200, true)] {
        desk.resize(columns, 40);
        desk.keys("gg");
        let screen = desk.screen();
        let rows: Vec<&str> = screen.lines().filter(|line| line.contains("critical  ")).collect();
        for words in ["✓ accepted", "✗ dropped", "· undecided"] {
            assert!(rows.iter().any(|row| row.contains(words)), "{columns}: {words}\n{screen}");
        }
        assert_eq!(
            rows.iter().any(|row| row.contains("security  ") && row.contains("builtin:test")),
            is_wide,
            "{screen}"
        );
    }
    desk.keys("x");
    assert!(desk.row("▫ held back").is_some(), "{}", desk.screen());
}

#[test]
fn the_line_of_a_finding_in_the_queue_is_never_cut_and_titles_can_be_read() {
    let path = "a/very/long/path/to/a/file/with_a_long_name_of_its_own.rs";
    let text = format!(
        "diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,1500 @@\n"
    );
    let text = text + &(1..=1500).map(|n| format!("+line {n}\n")).collect::<String>();
    let mut desk = Desk::with(80, 40, &text);
    let mut found = crate::support::desk::candidate(1, path, 1234);
    found.claim.title = "A title that says what is wrong there".into();
    desk.find(found);
    desk.end();
    desk.keys("gt");
    for columns in [60, 80, 110, 120, 169, 170, 200, 300] {
        desk.resize(columns, 40);
        desk.keys("gg");
        let screen = desk.screen();
        let row = screen.lines().find(|line| line.contains("critical  ")).unwrap();
        assert!(row.contains(".rs:1234"), "{columns}: {row}");
        let least = if columns < 80 { "A title" } else { "A title that" };
        assert!(row.contains(least), "{columns}: {row}");
        assert_eq!(row.contains("builtin:test"), columns >= 170, "{columns}: {row}");
    }
}

#[test]
fn an_attempt_of_unknown_end_is_looked_at_by_a_key_of_the_confirmation() {
    let mut desk = publish::sized(120, 40, At { findings: 1, ..At::default() });
    desk.keys("gr");
    let receipt = publish::receipt(&desk);
    desk.keys("gd");
    // The ledger knows of an attempt without an end.
    desk.known.open = vec![receipt.intent.clone()];
    desk.keys("S");
    assert!(desk.row("may have been posted").is_some(), "{}", desk.screen());
    assert!(desk.row("l looks whether the earlier attempt was posted").is_some(), "{}", desk.screen());
    desk.keys("y");
    assert_eq!(publish::posts(&desk), 0);
    desk.keys("l");
    let asked = desk.orders.iter().filter(|order| matches!(order, Effect::Reconcile(name) if *name == pull::name()));
    assert_eq!(asked.count(), 1);
    // It was not there: the attempt is closed, and the review can be published.
    desk.known = prr::core::publish::Known::default();
    let receipt = PublishReceipt { outcome: PublishOutcome::Failed, ..receipt };
    let settled = Settled { receipt, is_written: true };
    desk.tell(prr::session::Msg::Reconciled(Ok(vec![settled])));
    assert!(desk.message().contains("not on the pull request"), "{}", desk.message());
    desk.keys("S");
    assert!(desk.row("y posts it").is_some(), "{}", desk.screen());
    // Why it could not be looked at is told.
    let why = prr::core::model::Failure::new(prr::core::model::FailureKind::Host, "the host does not answer");
    desk.tell(prr::session::Msg::Reconciled(Err(why)));
    assert!(desk.message().contains("does not answer"), "{}", desk.message());
}
