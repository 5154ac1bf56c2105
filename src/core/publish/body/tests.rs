//! Bodies in each style, and what becomes of too much text.

use super::*;
use crate::core::model::Side;
use crate::core::publish::sample::{anchor, artifact, own, statement};

fn write(artifact: &Artifact, style: BodyStyle) -> Result<Body, String> {
    let words: Vec<Words<'_>> = artifact.statements.iter().map(Words::of).collect();
    let (own, moved) = words.iter().partition::<Vec<_>, _>(|one| one.statement.is_own_text());
    let moved = moved.into_iter().map(|one| (one, Moved::OffDiff)).collect();
    body(&Parts { artifact, style, own, moved, inline: 0, notices: Vec::new() })
}

fn text(artifact: &Artifact, style: BodyStyle) -> String {
    write(artifact, style).unwrap().text
}

#[test]
fn the_persons_text_leads_and_the_marker_is_the_last_line() {
    for style in [BodyStyle::Own, BodyStyle::Summary, BodyStyle::Full] {
        let text = text(&artifact(), style);
        assert!(text.starts_with("Thanks, two things.\n\n"), "{text}");
        let last = text.lines().last().unwrap();
        assert_eq!(last, marker::line(&artifact().binding.head, &artifact().hash()));
        assert_eq!(text.contains("Looked at: 1 of 1 file by agents."), style != BodyStyle::Own);
        assert!(text.contains("`src/lib.rs:3`: its lines are not in one hunk of the change."));
    }
}

#[test]
fn own_is_only_own_and_never_empty_words_of_the_machine() {
    let mut one = artifact();
    one.statements = vec![own("own-001", "Only this.", None)];
    let text = text(&one, BodyStyle::Own);
    assert_eq!(text, format!("Only this.\n\n{}", marker::line(&one.binding.head, &one.hash())));
}

#[test]
fn coverage_says_what_was_not_looked_at() {
    let mut one = artifact();
    one.looked = Looked { files: 12, by_agents: 7, collapsed: 4, unavailable: 1, running: 2 };
    let text = text(&one, BodyStyle::Summary);
    let expected = "Looked at: 7 of 12 files by agents, 4 collapsed, 1 not available. The review is partial: 2 tasks were still at work.";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn agents_words_in_the_summary_are_dead() {
    let mut one = artifact();
    one.sections.statement = "See @team and #12 <b>".into();
    one.sections.notes = vec!["**Note**: x\n@y".into()];
    let text = text(&one, BodyStyle::Summary);
    assert!(!text.contains("@t") && !text.contains("#12") && !text.contains("<b>") && !text.contains("@y"), "{text}");
}

#[test]
fn too_much_is_cut_to_the_summary_and_the_top_twenty_with_a_count() {
    let mut one = artifact();
    one.statements =
        (1..=60).map(|n| statement(&format!("a-{n:03}"), Some(anchor("a.rs", Side::Right, n, n)))).collect();
    for statement in &mut one.statements {
        statement.wording.body = "A sentence about it. ".repeat(75);
    }
    let body = write(&one, BodyStyle::Full).unwrap();
    assert!(body.text.len() <= MOST_BYTES);
    assert!(body.text.contains("Title of a-020") && !body.text.contains("Title of a-021"));
    assert!(body.text.contains("*40 more findings have no room here; prr has them.*"), "{}", body.text);
    assert_eq!(body.shortened, ["40 findings have no room in the body"]);
}

#[test]
fn two_that_do_not_fit_together_are_one_and_a_shortened_one() {
    let mut one = artifact();
    one.statements = ["a-001", "a-002"].map(|id| statement(id, None)).to_vec();
    for statement in &mut one.statements {
        statement.wording.body = "A".repeat(40_000);
    }
    let body = write(&one, BodyStyle::Full).unwrap();
    assert!(body.text.len() <= MOST_BYTES);
    assert!(body.text.contains("Title of a-002") && body.text.contains("*Shortened: "));
    assert_eq!(body.shortened, ["1 findings are shortened in the body"]);
}

#[test]
fn a_persons_text_without_room_is_refused_with_a_number() {
    let mut one = artifact();
    one.statements = vec![own("own-001", &"x".repeat(65_500), None)];
    let why = write(&one, BodyStyle::Own).unwrap_err();
    assert!(why.contains("more than a review's body takes"), "{why}");
    one.statements = vec![own("own-001", &"x".repeat(65_000), None)];
    assert!(write(&one, BodyStyle::Full).is_ok(), "what is the machine's gives way");
}
