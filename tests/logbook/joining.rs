//! Sessions that could not have the logbook: what they wrote comes home.

use std::fs;

use prr::core::model::{Act, DraftKey, RunId};

use super::{
    dump::{count, dump},
    story::{self, anchor, decision, draft, folder, open, places},
};

const RUN: &str = "20250301-100000-2222222";

#[test]
fn decisions_of_a_second_session_are_joined_and_renumbered_when_the_first_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(dir.path());
    let mut first = open(&places, "branch-basket");
    first.logbook.append(&story::whole()).unwrap();
    let mut second = open(&places, "branch-basket");
    first.logbook.append(&[decision(RUN, 10, "security-004", Act::Accept)]).unwrap();
    let drop_it = || Act::Drop { reason: "no".into() };
    second.logbook.append(&[decision(RUN, 10, "security-003", drop_it())]).unwrap();
    second.logbook.append(&[decision(RUN, 11, "security-003", Act::Undo { of: 10 })]).unwrap();
    second.logbook.append(&[decision(RUN, 12, "security-003", Act::Redo { of: 10 })]).unwrap();
    second.logbook.append(&[draft(RUN, DraftKey::Comment(Some(anchor(b"x", 1))), "mine")]).unwrap();
    let beside = second.jsonl.clone();
    drop((first, second));

    let joined = open(&places, "branch-basket");
    let notes = joined.notes.join("\n");
    assert!(notes.contains("branch-basket~2.jsonl had 3 decisions of another session"), "{notes}");
    assert!(notes.contains("branch-basket~2.jsonl.joined-1"), "{notes}");
    assert!(!beside.exists() && folder(dir.path()).join("branch-basket~2.jsonl.joined-1").exists());
    let last: Vec<_> = joined.past.decisions[9..].iter().map(|(_, d)| (d.seq, d.act.clone())).collect();
    let undone = [(11, drop_it()), (12, Act::Undo { of: 11 }), (13, Act::Redo { of: 11 })];
    assert_eq!(last[0], (10, Act::Accept));
    assert_eq!(last[1..], undone);
    assert!(joined.past.drafts.iter().any(|(_, draft)| draft.text == "mine"));
    assert_eq!(joined.past.runs.len(), 2);
    assert_eq!(count(&joined.sqlite.clone().unwrap(), "decisions"), 13);
    let before = dump(&joined.sqlite.clone().unwrap());
    drop(joined);

    let again = open(&places, "branch-basket");
    assert_eq!((again.notes, again.past.decisions.len()), (Vec::new(), 13));
    assert_eq!(dump(&again.sqlite.unwrap()), before);
}

#[test]
fn a_sibling_that_is_still_open_is_left_in_peace() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(dir.path());
    let first = open(&places, "branch-basket");
    let mut second = open(&places, "branch-basket");
    drop(first);
    let first = open(&places, "branch-basket");
    assert_eq!(first.notes, Vec::<String>::new());
    second.logbook.append(&[decision(RUN, 1, "security-003", Act::Accept)]).unwrap();
    drop((first, second));
    assert_eq!(open(&places, "branch-basket").past.decisions.len(), 1);
}

#[test]
fn what_went_to_the_data_folder_comes_home_when_the_repository_can_be_written_again() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(dir.path());
    let mut before = open(&places, "branch-basket");
    before.logbook.append(&story::whole()).unwrap();
    drop(before);
    // A folder in the way of the lock: nothing there can be written, but the logbook can be read.
    let lock = folder(dir.path()).join("branch-basket.lock");
    fs::remove_file(&lock).unwrap();
    fs::create_dir(&lock).unwrap();
    let mut away = open(&places, "branch-basket");
    assert!(away.jsonl.starts_with(dir.path().join("data")));
    assert_eq!(away.past.decisions.len(), 9, "what could be read is known there");
    away.logbook.append(&[decision(RUN, 10, "security-004", Act::Accept)]).unwrap();
    drop(away);
    fs::remove_dir(&lock).unwrap();
    let home = open(&places, "branch-basket");
    assert!(home.jsonl.starts_with(dir.path().join("shop")));
    assert_eq!((home.past.decisions.len(), home.past.last_seq), (10, 10));
}

#[test]
fn an_older_run_that_is_joined_does_not_become_the_newest() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(dir.path());
    let first = open(&places, "branch-basket");
    let mut second = open(&places, "branch-basket");
    second.logbook.append(&[story::run_at("old", 5), story::candidate("old", 1, b"a.rs")]).unwrap();
    drop(first);
    let mut first = open(&places, "branch-basket");
    first.logbook.append(&[story::run_at("new", 50), story::candidate("new", 2, b"a.rs")]).unwrap();
    drop((first, second));
    let joined = open(&places, "branch-basket");
    assert_eq!(joined.past.newest().map(|run| run.id.clone()), Some(RunId::new("new")));
    assert_eq!((joined.past.runs.len(), joined.past.candidates.len()), (2, 1));
}
