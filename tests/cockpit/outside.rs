//! Before / keys / after: what is opened in the person's editor, and what comes back.

use prr::{
    core::model::{FileIx, FindingId, Side},
    ui::{self, Edit, Edited, Msg},
};

use super::beyond;
use crate::support::desk::{Desk, candidate};

fn back(desk: &mut Desk, edited: Edited) {
    let at = desk.at();
    let requests = ui::update(&mut desk.ui, &desk.session, Msg::Edited(edited, at));
    desk.carry_out(requests);
}

#[test]
fn code_is_opened_at_its_line_on_its_side() {
    let file = FileIx(0);
    let at = |side, line| Some(Edit::Code { file, side, line });
    let cases = [
        ("3je", at(Side::Right, 10)),
        ("3jE", at(Side::Right, 10)),
        ("5je", at(Side::Left, 12)),
        ("7je", at(Side::Right, 12)),
        ("]e", at(Side::Right, 10)),
        ("je", at(Side::Right, 1)),
        ("e", None),
    ];
    for (keys, edit) in cases {
        let mut desk = Desk::small();
        desk.keys(keys);
        assert_eq!(desk.edits.first(), edit.as_ref(), "after {keys:?}");
        let told = if edit.is_some() { "opening the file" } else { "no file here" };
        assert!(desk.message().contains(told), "{}", desk.message());
    }
    let mut desk = beyond::desk(100, 30);
    desk.keys("]5+je");
    assert_eq!(desk.edits, [Edit::Code { file, side: Side::Right, line: 42 }]);
}

#[test]
fn the_words_of_a_finding_go_out_and_come_back_as_one_act() {
    let mut desk = Desk::small();
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.keys("JE");
    let Some(Edit::Words(id, text)) = desk.edits.pop() else { panic!("{:?}", desk.edits) };
    assert!(text.starts_with("Title 1\n\n"), "{text}");
    back(
        &mut desk,
        Edited::Words(id.clone(), text.replace("Title 1", "A better title") + "\n\n```suggestion\nx\n```\n"),
    );
    assert!(desk.message().contains("changed security-001"), "{}", desk.message());
    let edited = desk.session.gate.standing(&id).and_then(|standing| standing.edited.clone()).expect("it is edited").0;
    assert_eq!((edited.title.as_str(), edited.suggestion.as_deref()), ("A better title", Some("x")));
    assert!(desk.screen().contains("A better title"));
    desk.keys("u");
    assert!(!desk.screen().contains("A better title"), "{}", desk.screen());
}

#[test]
fn what_did_not_change_or_failed_changes_nothing_and_says_so() {
    let mut desk = Desk::small();
    desk.find(candidate(1, "src/auth.rs", 12));
    let id = FindingId::new("security-001");
    desk.keys("Jeold draft<Esc>E");
    let Some(Edit::Words(_, text)) = desk.edits.pop() else { panic!("{:?}", desk.edits) };
    assert!(text.contains("old draft"), "the draft is what goes out: {text}");
    let drafts = desk.session.drafts.clone();
    for (edited, words) in [
        (Edited::Failed("`vim` ended with code 1: nothing was changed".into()), "code 1"),
        (Edited::Words(id.clone(), "  \n".into()), "empty: nothing was changed"),
        (Edited::Words(FindingId::new("gone-001"), "x".into()), "gone"),
        (Edited::Said("back from vim".into()), "back from vim"),
    ] {
        back(&mut desk, edited);
        assert!(desk.message().contains(words), "{}", desk.message());
        assert_eq!(desk.session.drafts, drafts);
        assert!(desk.session.gate.standing(&id).is_none_or(|standing| standing.edited.is_none()));
    }
}

#[test]
fn what_comes_back_behind_the_end_is_kept_and_opens_nothing() {
    let id = FindingId::new("security-001");
    for (edited, is_taken) in [
        (Edited::Words(id.clone(), "A better title\n\nand its words".into()), true),
        (Edited::Words(id.clone(), " \n".into()), false),
        (Edited::Words(FindingId::new("gone-001"), "x".into()), false),
        (Edited::Failed("`vim` ended with code 1: nothing was changed".into()), false),
        (Edited::Said("back from vim".into()), false),
    ] {
        let mut desk = Desk::small();
        desk.find(candidate(1, "src/auth.rs", 12));
        desk.keys("Jeold draft<Esc>Q");
        assert!(desk.quit);
        let (drafts, told) = (desk.session.drafts.clone(), format!("{edited:?}"));
        back(&mut desk, edited);
        assert!(matches!(desk.ui.mode, ui::Mode::Leave) && desk.edits.is_empty(), "{told}");
        let words = desk.session.gate.standing(&id).and_then(|standing| standing.edited.clone());
        match is_taken {
            // What was saved in the editor is a decision: it is written down with the rest, and its draft has ended.
            true => assert_eq!(words.expect("it is edited").0.title, "A better title", "{told}"),
            false => assert!(words.is_none() && !drafts.is_empty() && desk.session.drafts == drafts, "{told}"),
        }
        let is_warned = desk.ui.message.as_ref().is_some_and(|message| message.warning);
        assert!(is_warned || desk.screen().contains("being written down"), "{}", desk.screen());
    }
}
