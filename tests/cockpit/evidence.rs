//! What stands behind a finding: one key shows who said it, what they read, who agreed, each step of the judge, the cost;
//! on a card, in the queue, and for what is held back.

use prr::{
    core::model::{CandidateId, Severity, TaskEnd},
    ui::{Filter, Mode, View},
};

use super::agents::{self, end, of, say};
use crate::support::desk::{DIFF, Desk, candidate};

/// A finding of a model's and one that a second agent says too, in other words; a third that is held back.
fn desk(columns: u16, rows: u16) -> Desk {
    let mut desk = agents::desk(columns, rows);
    desk.end();
    say(&mut desk, "pass:security", "[");
    let mut said = of("pass:security", 1);
    said.claim.why_now = "The guard above it went with this change.".into();
    desk.find(said);
    let mut vague = of("pass:security", 2);
    vague.claim.issue_class = "other".into();
    (vague.weight.severity, vague.weight.confidence) =
        (Severity::Blocker, Some(prr::core::model::Confidence { local: 0.6, context: 0.6 }));
    vague.place = vague
        .place
        .map(|place| prr::core::model::ClaimedPlace { lines: prr::core::model::LineRange::one(12), ..place });
    desk.find(vague);
    end(&mut desk, "pass:security", TaskEnd::Completed);
    let mut twin = of("pass:tests", 1);
    twin.id = CandidateId::new("pass:tests-c1");
    say(&mut desk, "pass:tests", "[");
    desk.find(twin);
    end(&mut desk, "pass:tests", TaskEnd::Completed);
    desk
}

#[test]
fn one_key_on_a_card_shows_all_that_stands_behind_it() {
    let mut desk = desk(120, 60);
    let slot = desk.session.findings.iter().find(|finding| finding.id.as_str() == "security-001").unwrap().id.clone();
    desk.keys("gt");
    desk.ui.triage.cursor = Some(slot);
    desk.keys("ge");
    assert!(matches!(&desk.ui.mode, Mode::Evidence(id, 0) if id.as_str() == "security-001"), "{:?}", desk.ui.mode);
    let screen = desk.screen();
    for words in [
        "said by pass:security · lens security · pass security, tier heavy · model mine::big",
        "confidence 0.90 here, 0.90 in the code around",
        "read: src/auth.rs · no tools: all it knew stood in its brief",
        "$0.0206 is its share of $0.0412 for 2 claims · 12.3k tokens · 12 s",
        "why now: The guard above it went with this change.",
        "who agrees",
        "what the judge did",
        "critical-confidence: kept as it was",
        "what you did: undecided",
    ] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
    desk.keys("q");
    assert!(matches!(desk.ui.mode, Mode::Normal) && desk.ui.view == View::Triage);
    desk.keys("gdJge");
    assert!(matches!(desk.ui.mode, Mode::Evidence(..)));
}

#[test]
fn a_step_that_changed_the_severity_tells_it_before_and_after() {
    let mut desk = desk(120, 60);
    let id = desk.session.findings.iter().find(|finding| finding.id.as_str() == "security-002").unwrap().id.clone();
    desk.keys("gt");
    desk.ui.triage.cursor = Some(id);
    desk.keys("ge");
    let screen = desk.screen();
    assert!(screen.contains("blocker-confidence: blocker → critical, milder"), "{screen}");
}

#[test]
fn what_is_held_back_shows_its_evidence_with_the_reason_and_what_it_was_merged_into() {
    let mut desk = desk(120, 60);
    desk.keys("x");
    assert_eq!(desk.ui.triage.filter, Filter::Drawer);
    let first = desk.ui.triage.cursor.clone().expect("something is held back");
    desk.keys("ge");
    let screen = desk.screen();
    assert!(screen.contains(&format!("{first} · ")) && screen.contains("held back, "), "{screen}");
}

#[test]
fn own_comments_and_built_in_reviewers_tell_what_they_are() {
    let mut desk = Desk::with(120, 40, DIFF);
    desk.find(candidate(1, "src/auth.rs", 44));
    desk.end();
    desk.keys("Jge");
    let screen = desk.screen();
    assert!(
        screen.contains("said by builtin:test") && screen.contains("cost: nothing: no model was asked"),
        "{screen}"
    );
    assert!(screen.contains("nobody else said it"), "{screen}");
    desk.keys("qgg3jcMine.<C-s>}ge");
    assert!(desk.row("no agent stands behind them").is_some(), "{}", desk.screen());
}

#[test]
fn screens_of_the_evidence() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut desk = desk(columns, rows);
        desk.keys("Jge");
        insta::assert_snapshot!(format!("evidence_{columns}x{rows}"), desk.screen());
        desk.keys("jj<PgDn>");
        desk.screen();
    }
}

#[test]
fn what_agents_wrote_cannot_draw_on_the_screen_from_there() {
    let mut desk = Desk::with(100, 40, DIFF);
    let mut said = candidate(1, "src/auth.rs", 44);
    said.claim.evidence = "\u{1b}[2J\u{202e}evil".into();
    said.claim.sink = "a\nb\u{7}".into();
    desk.find(said);
    desk.end();
    desk.keys("Jge");
    let screen = desk.screen();
    assert!(!screen.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{screen:?}");
    assert!(screen.contains("evil"), "{screen}");
}

#[test]
fn the_tools_that_a_model_used_are_counted_and_named() {
    use prr::core::model::{TaskId, TaskReport};
    let cases: [(Option<Vec<String>>, &str); 3] = [
        (None, "which files it opened is not told"),
        (Some(Vec::new()), "tools: it had some, and used none"),
        (
            Some(vec!["read_file src/auth.rs 1-40".into(), "search token".into(), "read_file \u{1b}[2Jx 1-2".into()]),
            "tools: 3 calls, read_file 2, search 1 · read_file src/auth.rs 1-40; search token; read_file",
        ),
    ];
    for (tools, told) in cases {
        let mut desk = super::agents::with_tools(200, 60);
        let report = TaskReport { who: "mine::big".into(), attempts: 1, tools, ..TaskReport::default() };
        let at = desk.at();
        desk.tell(prr::session::Msg::TaskReported(TaskId::new("pass:security"), Box::new(report), at));
        desk.keys("Jge");
        let screen = desk.screen();
        assert!(screen.contains(told), "{told}\n{screen}");
        assert!(!screen.contains('\u{1b}'));
        // What nobody wrote down is not said to be none.
        assert_eq!(screen.contains("is not told"), told.contains("is not told"), "{screen}");
    }
}
