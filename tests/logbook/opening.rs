//! Opening, appending, and coming back.

use std::fs;

use prr::core::gate::Past;

use super::story;

#[test]
fn what_was_appended_is_the_past_of_the_next_opening() {
    let dir = tempfile::tempdir().unwrap();
    let places = story::places(dir.path());
    let first = story::open(&places, "branch-basket");
    assert_eq!((first.past, first.notes.as_slice()), (Past::default(), &[][..]));
    let mut logbook = first.logbook;
    let records = story::whole();
    let (one, two) = records.split_at(7);
    logbook.append(one).unwrap();
    assert_eq!(logbook.append(two).unwrap().notes, Vec::<String>::new());
    logbook.sync().unwrap();
    drop(logbook);
    let again = story::open(&places, "branch-basket");
    assert_eq!(again.notes, Vec::<String>::new());
    assert_eq!(again.past, Past::from_records(&records));
    assert_eq!(again.jsonl, story::folder(dir.path()).join("branch-basket.jsonl"));
    assert_eq!(again.sqlite, Some(story::folder(dir.path()).join("branch-basket.sqlite")));
    assert_eq!(fs::read(dir.path().join("shop/.git/info/exclude")).unwrap(), b"/.logbooks/\n");
}

#[test]
fn numbers_go_on_over_runs_and_a_target_has_one_logbook_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let places = story::places(dir.path());
    let mut first = story::open(&places, "branch-basket");
    first.logbook.append(&story::whole()).unwrap();
    let mut other = story::open(&places, "../../escape");
    other.logbook.append(&[story::run("x")]).unwrap();
    assert_eq!(other.jsonl.parent(), Some(story::folder(dir.path()).as_path()));
    drop((first, other));
    assert_eq!(story::open(&places, "branch-basket").past.last_seq, 9);
    assert_eq!(story::open(&places, "../../escape").past.runs.len(), 1);
    assert_eq!(fs::read(dir.path().join("shop/.git/info/exclude")).unwrap(), b"/.logbooks/\n");
}

#[test]
fn a_line_that_another_program_adds_while_the_logbook_is_open_is_in_both_files() {
    let dir = tempfile::tempdir().unwrap();
    let mut opened = story::open(&story::places(dir.path()), "branch-basket");
    opened.logbook.append(&story::whole()).unwrap();
    let foreign = r#"{"record_type":"output","run_id":"r","candidate_id":"c"}"#;
    let mut file = fs::OpenOptions::new().append(true).open(&opened.jsonl).unwrap();
    std::io::Write::write_all(&mut file, format!("{foreign}\n").as_bytes()).unwrap();
    opened.logbook.append(&[story::run("later")]).unwrap();
    let (jsonl, sqlite) = (opened.jsonl.clone(), opened.sqlite.clone().unwrap());
    drop(opened);
    assert_eq!(super::dump::count(&sqlite, "events"), 39);
    assert_eq!(super::dump::count(&sqlite, "runs"), 3);
    let whole = fs::read_to_string(&jsonl).unwrap();
    assert_eq!(whole.lines().rev().nth(1), Some(foreign));
}

#[test]
fn every_row_keeps_its_foreign_keys_even_when_its_hotspot_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let mut opened = story::open(&story::places(dir.path()), "branch-basket");
    // The hotspot's line and the run's line are not there, as after damage.
    opened.logbook.append(&[story::candidate("r", 1, b"a.rs"), story::verdict("r", 1)]).unwrap();
    let db = super::dump::read_only(&opened.sqlite.clone().unwrap());
    let hotspot: String = db.query_row("SELECT hotspot_id FROM candidate_findings", [], |row| row.get(0)).unwrap();
    assert_eq!(hotspot, "r-hs-0");
    assert!(!db.prepare("PRAGMA foreign_key_check").unwrap().exists([]).unwrap());
}
