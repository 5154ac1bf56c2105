//! Before / keys / after: writing.

use prr::core::model::{Act, Comment, DraftKey, FindingId, Record, Side};

use crate::support::desk::{Desk, candidate};

fn comments(desk: &Desk) -> Vec<Comment> {
    let comments = desk.records.iter().filter_map(|record| match record {
        Record::Decision { decision, .. } => match &decision.act {
            Act::Add(comment) => Some(comment.clone()),
            _ => None,
        },
        _ => None,
    });
    comments.collect()
}

#[test]
fn a_comment_on_a_line_is_a_card_under_it() {
    let mut desk = Desk::small();
    desk.keys("]4jcWhy not a Result?<C-s>");
    let made = comments(&desk);
    let anchor = made[0].anchor.clone().unwrap();
    assert_eq!((anchor.side, anchor.lines.unwrap().start()), (Side::Left, 13));
    assert_eq!(made[0].quoted, "        return Session::refused();");
    assert_eq!(made[0].wording.body, "Why not a Result?");
    let screen = desk.screen();
    assert!(screen.contains("✎ my comment") && screen.contains("Why not a Result?"), "{screen}");
    assert!(desk.session.drafts.is_empty());
    desk.keys("u");
    assert!(!desk.screen().contains("my comment"));
    desk.keys("<C-r>");
    assert!(desk.screen().contains("my comment"));
}

#[test]
fn own_comments_are_counted_apart_from_what_was_found() {
    let mut desk = Desk::with(120, 40, crate::support::desk::DIFF);
    desk.keys("]4jcWhy not a Result?<C-s>");
    let screen = desk.screen();
    assert!(screen.contains("1 own comment") && !screen.contains("undecided"), "{screen}");
    desk.find(candidate(1, "README.md", 4));
    let screen = desk.screen();
    assert!(screen.contains("1 finding, 1 undecided · 1 own comment"), "{screen}");
    desk.keys("u");
    let screen = desk.screen();
    assert!(screen.contains("1 finding, 1 undecided") && !screen.contains("own comment"), "{screen}");
    // Deleted is not counted any more.
    desk.keys("<C-r>d");
    desk.keys("d");
    let screen = desk.screen();
    assert!(screen.contains("1 finding, 1 undecided") && !screen.contains("own comment"), "{screen}");
}

#[test]
fn a_comment_on_a_selection_has_its_range_on_the_last_lines_side() {
    let mut desk = Desk::small();
    desk.keys("]5jv2jcThree lines<C-s>");
    let anchor = comments(&desk)[0].anchor.clone().unwrap();
    let lines = anchor.lines.unwrap();
    assert_eq!((anchor.side, lines.start(), lines.end()), (Side::Right, 12, 14));
}

#[test]
fn a_selection_over_two_hunks_is_refused_and_says_why() {
    let mut desk = Desk::small();
    desk.keys("]jv2]jjc");
    assert!(desk.message().contains("two hunks"), "{}", desk.message());
    assert!(comments(&desk).is_empty());
}

#[test]
fn file_comments_and_the_reviews_own_text() {
    let mut desk = Desk::small();
    desk.keys(".CWhole file<C-s>");
    desk.keys("gcMy review<C-s>");
    let made = comments(&desk);
    assert_eq!(made[0].anchor.clone().unwrap().lines, None);
    assert_eq!(made[1].anchor, None);
    desk.keys("gg");
    assert!(desk.screen().contains("My review"), "{}", desk.screen());
}

#[test]
fn esc_keeps_the_draft_marks_the_line_and_the_same_key_opens_it_again() {
    let mut desk = Desk::small();
    desk.keys("]4jchalf a thou<Esc>");
    assert!(comments(&desk).is_empty());
    assert!(desk.screen().contains('✎'), "{}", desk.screen());
    desk.keys("c");
    assert!(desk.screen().contains("half a thou"));
    desk.keys("ght<C-s>");
    assert_eq!(comments(&desk)[0].wording.body, "half a thought");
    assert!(!desk.session.drafts.keys().any(|key| matches!(key, DraftKey::Comment(_))));
}

#[test]
fn a_draft_is_discarded_only_by_its_own_key() {
    let mut desk = Desk::small();
    desk.keys("]4jcgone<C-x>");
    assert!(desk.session.drafts.is_empty());
    assert!(comments(&desk).is_empty());
    desk.keys("c");
    assert!(!desk.screen().contains("gone"));
}

#[test]
fn every_key_is_in_the_draft_and_the_last_one_is_recorded() {
    let mut desk = Desk::small();
    desk.keys("]4jcabc");
    let drafts: Vec<&str> = desk
        .records
        .iter()
        .filter_map(|record| match record {
            Record::Draft { draft, .. } => Some(draft.text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(drafts, ["a", "ab", "abc"]);
}

#[test]
fn paste_is_one_piece_without_escapes() {
    let mut desk = Desk::small();
    desk.keys("]4jc");
    desk.paste("one\ntwo\x1b[31m\nthree");
    desk.keys("<C-s>");
    assert_eq!(comments(&desk)[0].wording.body, "one\ntwo[31m\nthree");
    desk.paste("loose text");
    assert!(desk.message().contains("press c first"));
}

#[test]
fn editing_a_finding_changes_its_words_and_keeps_the_agents() {
    let mut desk = Desk::small();
    desk.find(candidate(1, "README.md", 4));
    desk.keys("Je");
    assert!(desk.screen().contains("Title 1"));
    desk.keys("<Up><Up><Up><Up><End> sharper<C-s>");
    let standing = desk.session.gate.standing(&FindingId::new("security-001")).unwrap();
    assert_eq!(standing.edited.as_ref().unwrap().0.title, "Title 1 sharper");
    assert_eq!(desk.session.findings.get(&FindingId::new("security-001")).unwrap().wording.title, "Title 1");
    assert!(desk.screen().contains("edited"));
}

#[test]
fn an_empty_comment_is_not_saved() {
    let mut desk = Desk::small();
    desk.keys("]4jc  <C-s>");
    assert!(comments(&desk).is_empty());
    assert!(desk.message().contains("empty"));
}

#[test]
fn ctrl_z_in_the_editor_suspends_and_the_text_is_still_there() {
    let mut desk = Desk::small();
    desk.keys("]4jctext<C-z>");
    assert!(desk.suspended);
    assert!(desk.screen().contains("text"));
    desk.keys("!<C-s>");
    assert_eq!(comments(&desk)[0].wording.body, "text!");
}

#[test]
fn the_editor_undoes_and_redoes_and_says_how() {
    let mut desk = Desk::small();
    desk.keys("3jcone two");
    assert!(desk.screen().lines().last().unwrap().contains("C-u undo"), "{}", desk.screen());
    let text = |desk: &Desk| match &desk.ui.mode {
        prr::ui::Mode::Edit(editor) => editor.field.text(),
        other => panic!("{other:?}"),
    };
    desk.paste(" three\nfour");
    assert_eq!(text(&desk), "one two three\nfour");
    desk.keys("<C-u>");
    assert_eq!(text(&desk), "one two");
    // The draft follows.
    assert!(desk.session.drafts.values().any(|draft| draft.text == "one two"));
    desk.keys("<C-r>");
    assert_eq!(text(&desk), "one two three\nfour");
}
