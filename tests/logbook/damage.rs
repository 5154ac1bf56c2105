//! Bad logbooks: torn, damaged, older, newer, locked, in the way. Always said, never overwritten, no decision lost.

use std::{
    fs,
    path::{Path, PathBuf},
};

use prr::{
    core::{gate::Past, model::Act},
    edge::logbook::{Fault, Logbook, LogbookError, Opened, Places},
};
use rusqlite::Connection;

use super::{
    dump::{count, dump},
    format::fixture,
    story::{self, decision, folder, open, places},
};

/// A logbook with the story in it, closed.
struct Kept {
    dir: tempfile::TempDir,
    places: Places,
}

impl Kept {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let places = places(dir.path());
        let mut opened = open(&places, "branch-basket");
        opened.logbook.append(&story::whole()).unwrap();
        Self { dir, places }
    }

    fn file(&self, ending: &str) -> PathBuf {
        folder(self.dir.path()).join(format!("branch-basket{ending}"))
    }

    fn open(&self) -> Opened {
        open(&self.places, "branch-basket")
    }

    fn sql(&self, sql: &str) {
        Connection::open(self.file(".sqlite")).unwrap().execute_batch(sql).unwrap();
    }

    /// The whole story is there, and another decision can be made and is found again.
    fn assert_whole(&self, mut opened: Opened) {
        assert_eq!(opened.past, Past::from_records(&story::whole()));
        opened.logbook.append(&[decision("20250301-100000-2222222", 10, "security-004", Act::Accept)]).unwrap();
        drop(opened);
        assert_eq!(self.open().past.last_seq, 10);
    }
}

fn told(opened: &Opened, parts: &[&str]) {
    let notes = opened.notes.join("\n");
    for part in parts {
        assert!(notes.contains(part), "'{part}' in: {notes}");
    }
}

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

#[test]
fn a_torn_last_line_is_cut_off_and_kept() {
    let kept = Kept::new();
    let whole = bytes(&kept.file(".jsonl"));
    fs::write(kept.file(".jsonl"), [&whole[..], br#"{"record_type":"gate_dec"#].concat()).unwrap();
    let opened = kept.open();
    let torn = kept.file(".jsonl.torn-1");
    assert_eq!(opened.torn.as_deref(), Some(torn.as_path()));
    told(&opened, &["ended in the middle of a write", torn.to_str().unwrap()]);
    assert_eq!(bytes(&torn), br#"{"record_type":"gate_dec"#);
    assert_eq!(bytes(&kept.file(".jsonl")), whole);
    kept.assert_whole(opened);
}

#[test]
fn a_last_line_that_only_lacks_its_end_is_completed() {
    let kept = Kept::new();
    let whole = bytes(&kept.file(".jsonl"));
    fs::write(kept.file(".jsonl"), &whole[..whole.len() - 1]).unwrap();
    fs::remove_file(kept.file(".sqlite")).unwrap();
    let opened = kept.open();
    told(&opened, &["its last record was whole"]);
    assert_eq!((bytes(&kept.file(".jsonl")), &opened.torn), (whole, &None));
    kept.assert_whole(opened);
}

#[test]
fn damaged_lines_in_the_middle_stay_and_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(dir.path());
    fs::create_dir_all(folder(dir.path())).unwrap();
    let jsonl = folder(dir.path()).join("branch-basket.jsonl");
    fs::copy(fixture("damaged.jsonl"), &jsonl).unwrap();
    for _ in 0..2 {
        let opened = open(&places, "branch-basket");
        told(&opened, &["branch-basket.jsonl line 4 is skipped: damaged", "line 19 is skipped: act 'sing'"]);
        assert_eq!(opened.past, Past::from_records(&story::whole()));
        assert_eq!(bytes(&jsonl), bytes(&fixture("damaged.jsonl")));
        assert_eq!(opened.notes.len(), 6, "no other complaint: {:?}", opened.notes);
    }
}

#[test]
fn a_missing_database_is_built_again() {
    let kept = Kept::new();
    let before = dump(&kept.file(".sqlite"));
    fs::remove_file(kept.file(".sqlite")).unwrap();
    let opened = kept.open();
    assert_eq!((dump(&kept.file(".sqlite")), opened.notes.len()), (before, 0));
    kept.assert_whole(opened);
}

#[test]
fn a_database_that_cannot_be_trusted_is_moved_aside_and_built_again() {
    type Harm = fn(&Kept);
    let harms: [(&str, Harm); 8] = [
        ("it is no SQLite database", |kept| fs::write(kept.file(".sqlite"), "hello").unwrap()),
        ("", |kept| {
            let mut broken = bytes(&kept.file(".sqlite"));
            broken[4096..8192].fill(0xa5);
            fs::write(kept.file(".sqlite"), broken).unwrap();
        }),
        ("", |kept| {
            let whole = bytes(&kept.file(".sqlite"));
            fs::write(kept.file(".sqlite"), &whole[..whole.len() / 2]).unwrap();
        }),
        ("table drafts has no column text", |kept| kept.sql("ALTER TABLE drafts DROP COLUMN text")),
        ("table decisions is missing", |kept| kept.sql("DROP TABLE decisions")),
        ("it has a trigger 'x'", |kept| {
            kept.sql("CREATE TRIGGER x AFTER INSERT ON decisions BEGIN DELETE FROM decisions; END")
        }),
        ("it does not belong to the .jsonl", |kept| kept.sql("UPDATE events SET body = x'0a' WHERE line_offset = 0")),
        ("a folder is in the way", |kept| {
            fs::remove_file(kept.file(".sqlite")).unwrap();
            fs::create_dir(kept.file(".sqlite")).unwrap();
        }),
    ];
    for (why, harm) in harms {
        let kept = Kept::new();
        let good = dump(&kept.file(".sqlite"));
        harm(&kept);
        let is_file = kept.file(".sqlite").is_file();
        let harmed = if is_file { bytes(&kept.file(".sqlite")) } else { Vec::new() };
        let opened = kept.open();
        let aside = kept.file(".sqlite.corrupt-1");
        told(&opened, &[why, kept.file(".sqlite").to_str().unwrap(), aside.to_str().unwrap()]);
        assert!(!opened.notes.join("").contains("no such column"));
        if is_file {
            assert_eq!(bytes(&aside), harmed, "{why}: nothing overwritten");
        }
        assert_eq!(dump(&kept.file(".sqlite")), good, "{why}");
        kept.assert_whole(opened);
    }
}

#[test]
fn who_waits_is_told_the_past_at_once_and_the_database_is_looked_at_before_anything_is_written() {
    let kept = Kept::new();
    let good = dump(&kept.file(".sqlite"));
    // It says that it has the whole file.
    kept.sql("DELETE FROM decisions; UPDATE events SET body = x'0a' WHERE line_offset = 0");
    let harmed = bytes(&kept.file(".sqlite"));
    let (mut opened, unchecked) =
        Logbook::open_at_once(&kept.places, &story::request("branch-basket"), Fault::Never).unwrap();
    assert_eq!((&opened.past, opened.notes.as_slice()), (&Past::from_records(&story::whole()), &[][..]));
    assert_eq!(bytes(&kept.file(".sqlite")), harmed, "not touched yet");
    opened.notes = opened.logbook.check(unchecked);
    told(&opened, &["it does not belong to the .jsonl", "built again"]);
    assert_eq!(dump(&kept.file(".sqlite")), good);
    kept.assert_whole(opened);
    // One that does not say so is brought up to the file before the past is told.
    kept.sql("UPDATE logbook_state SET jsonl_bytes = 0");
    let (mut opened, unchecked) =
        Logbook::open_at_once(&kept.places, &story::request("branch-basket"), Fault::Never).unwrap();
    assert!(opened.sqlite.is_some(), "{:?}", opened.notes);
    assert!(opened.logbook.check(unchecked).is_empty());
}

#[test]
fn a_journal_goes_aside_with_its_database() {
    let kept = Kept::new();
    fs::write(kept.file(".sqlite"), "hello").unwrap();
    fs::write(kept.file(".sqlite-journal"), "a journal").unwrap();
    let opened = kept.open();
    assert_eq!(bytes(&kept.file(".sqlite.corrupt-1-journal")), b"a journal");
    kept.assert_whole(opened);
}

#[test]
fn a_newer_database_is_left_alone_and_the_session_goes_on() {
    let kept = Kept::new();
    kept.sql("PRAGMA user_version = 9999");
    let before = bytes(&kept.file(".sqlite"));
    let opened = kept.open();
    told(&opened, &["branch-basket.sqlite is from a newer prr (version 9999", "branch-basket~v4.sqlite"]);
    assert_eq!(opened.sqlite, Some(kept.file("~v4.sqlite")));
    assert_eq!(count(&kept.file("~v4.sqlite"), "decisions"), 9);
    kept.assert_whole(opened);
    assert_eq!(bytes(&kept.file(".sqlite")), before);
    assert_eq!(count(&kept.file("~v4.sqlite"), "decisions"), 10);
}

#[test]
fn a_newer_database_whose_version_only_its_log_knows_is_left_alone_too() {
    let kept = Kept::new();
    let db = Connection::open(kept.file(".sqlite")).unwrap();
    db.execute_batch("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 9999").unwrap();
    // As if its program had been killed: the log is copied while it is not yet in the database.
    let (sqlite, log) = (bytes(&kept.file(".sqlite")), bytes(&kept.file(".sqlite-wal")));
    drop(db);
    fs::write(kept.file(".sqlite"), &sqlite).unwrap();
    fs::write(kept.file(".sqlite-wal"), &log).unwrap();
    let opened = kept.open();
    told(&opened, &["is from a newer prr (version 9999"]);
    assert_eq!((bytes(&kept.file(".sqlite")), bytes(&kept.file(".sqlite-wal"))), (sqlite, log));
    drop(opened);
}

#[test]
fn a_newer_jsonl_is_left_alone_and_the_session_has_one_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(dir.path());
    fs::create_dir_all(folder(dir.path())).unwrap();
    let newer = folder(dir.path()).join("branch-basket.jsonl");
    fs::copy(fixture("newer.jsonl"), &newer).unwrap();
    let mut opened = open(&places, "branch-basket");
    let ours = folder(dir.path()).join("branch-basket~2.jsonl");
    told(&opened, &["branch-basket.jsonl is from a newer prr (schema 3", ours.to_str().unwrap()]);
    opened.logbook.append(&story::whole()).unwrap();
    drop(opened);
    assert_eq!(bytes(&newer), bytes(&fixture("newer.jsonl")));
    let again = open(&places, "branch-basket");
    assert_eq!((again.jsonl.clone(), again.past), (ours, Past::from_records(&story::whole())));
}

#[test]
fn an_older_database_is_brought_up_to_date_with_a_copy_kept_once() {
    let kept = Kept::new();
    let good = dump(&kept.file(".sqlite"));
    kept.sql("PRAGMA user_version = 0");
    let old = bytes(&kept.file(".sqlite"));
    fs::write(kept.file(".sqlite.v0"), &old).unwrap();
    let opened = kept.open();
    told(&opened, &["was brought from version 0 to 4", "branch-basket.sqlite.v0"]);
    assert_eq!(bytes(&kept.file(".sqlite.v0")), old);
    assert!(!kept.file(".sqlite.v0.again-1").exists(), "the same copy is not made twice");
    assert_eq!(dump(&kept.file(".sqlite")), good);
    kept.assert_whole(opened);
}

#[test]
fn an_older_database_that_lacks_a_column_is_moved_aside() {
    let kept = Kept::new();
    let good = dump(&kept.file(".sqlite"));
    kept.sql("ALTER TABLE drafts DROP COLUMN text; ALTER TABLE candidate_findings DROP COLUMN evidence");
    kept.sql("DROP INDEX idx_verdicts_finding; ALTER TABLE verdicts DROP COLUMN finding_id; PRAGMA user_version = 0");
    let opened = kept.open();
    told(&opened, &["branch-basket.sqlite.corrupt-1"]);
    assert!(!opened.notes.join("").contains("no such column"), "{:?}", opened.notes);
    assert_eq!(dump(&kept.file(".sqlite")), good);
    kept.assert_whole(opened);
}

#[test]
fn a_jsonl_that_lost_lines_gets_them_back_from_the_database() {
    for lines in [0, 1, 20] {
        let kept = Kept::new();
        let whole = bytes(&kept.file(".jsonl"));
        let rest: Vec<u8> = whole.split_inclusive(|b| *b == b'\n').take(lines).flatten().copied().collect();
        fs::write(kept.file(".jsonl"), rest).unwrap();
        let opened = kept.open();
        told(&opened, &["branch-basket.jsonl had lost lines"]);
        assert_eq!(bytes(&kept.file(".jsonl")), whole);
        kept.assert_whole(opened);
    }
    let kept = Kept::new();
    fs::remove_file(kept.file(".jsonl")).unwrap();
    kept.assert_whole(kept.open());
}

#[test]
fn a_locked_database_is_told_and_caught_up_when_it_is_free() {
    let kept = Kept::new();
    let other = Connection::open(kept.file(".sqlite")).unwrap();
    let mut opened = kept.open();
    let act = |seq| decision("20250301-100000-2222222", seq, "security-004", Act::Accept);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let acked = opened.logbook.append(&[act(10)]).unwrap();
    assert!(acked.notes[0].contains("branch-basket.sqlite is locked by another program"), "{:?}", acked.notes);
    assert_eq!(opened.logbook.append(&[act(11)]).unwrap().notes, Vec::<String>::new(), "told once, not waited for");
    assert_eq!(count(&kept.file(".sqlite"), "decisions"), 9);
    other.execute_batch("ROLLBACK").unwrap();
    assert!(opened.logbook.append(&[act(12)]).unwrap().notes[0].contains("is caught up"));
    assert_eq!(count(&kept.file(".sqlite"), "decisions"), 12);
}

#[test]
fn a_database_that_is_locked_at_the_start_does_not_stop_the_session() {
    let kept = Kept::new();
    let other = Connection::open(kept.file(".sqlite")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let opened = kept.open();
    told(&opened, &["branch-basket.sqlite cannot be used now (another program has it locked)"]);
    assert_eq!(opened.sqlite, None);
    drop(other);
    kept.assert_whole(opened);
    assert_eq!(count(&kept.file(".sqlite"), "decisions"), 10);
}

#[test]
fn a_second_session_is_told_who_has_the_logbook_and_sees_what_was_decided() {
    let kept = Kept::new();
    let mut first = kept.open();
    let mut second = kept.open();
    let beside = kept.file("~2.jsonl");
    let process = format!("in use by another prr (process {})", std::process::id());
    told(&second, &[&process, beside.to_str().unwrap()]);
    assert_eq!((&second.jsonl, &second.past), (&beside, &first.past));
    first.logbook.append(&[decision("a", 10, "security-004", Act::Accept)]).unwrap();
    second.logbook.append(&[decision("a", 10, "security-004", Act::Drop { reason: "no".into() })]).unwrap();
    assert_eq!(
        (bytes(&first.jsonl).is_empty(), open(&kept.places, "branch-basket").jsonl),
        (false, kept.file("~3.jsonl"))
    );
}

#[test]
fn a_target_that_is_called_like_a_sibling_has_its_own_logbook() {
    let kept = Kept::new();
    let _first = kept.open();
    let _second = kept.open();
    let other = open(&kept.places, "branch-basket~2");
    assert_eq!(other.past, Past::default());
    assert_eq!(other.notes, Vec::<String>::new());
}

#[test]
fn a_logbook_that_is_removed_while_it_is_open_is_written_again() {
    let kept = Kept::new();
    let mut opened = kept.open();
    fs::remove_dir_all(kept.dir.path().join("shop/.logbooks")).unwrap();
    let act = decision("20250301-100000-2222222", 10, "security-004", Act::Accept);
    let acked = opened.logbook.append(&[act]).unwrap();
    assert!(acked.notes[0].contains("branch-basket.jsonl was removed while it was open"), "{:?}", acked.notes);
    drop(opened);
    let again = kept.open();
    assert_eq!((again.past.last_seq, again.past.decisions.len()), (10, 10));
    assert_eq!(count(&kept.file(".sqlite"), "decisions"), 10);
}

#[test]
fn where_the_repository_cannot_be_written_the_data_folder_is_used_and_named() {
    type Obstacle = fn(&Path);
    let obstacles: [Obstacle; 4] = [
        |top| fs::write(top.join(".logbooks"), "in the way").unwrap(),
        |top| {
            fs::create_dir(top.join(".logbooks")).unwrap();
            fs::write(top.join(".logbooks/code-review"), "in the way").unwrap();
        },
        |top| fs::create_dir_all(top.join(".logbooks/code-review/branch-basket.jsonl")).unwrap(),
        |top| fs::create_dir_all(top.join(".logbooks/code-review/branch-basket.lock")).unwrap(),
    ];
    for obstacle in obstacles {
        let dir = tempfile::tempdir().unwrap();
        let places = places(dir.path());
        obstacle(&dir.path().join("shop"));
        let mut opened = open(&places, "branch-basket");
        assert!(opened.jsonl.starts_with(dir.path().join("data/prr/logbooks")), "{:?}", opened.jsonl);
        told(&opened, &["shop/.logbooks/code-review cannot be used", opened.jsonl.to_str().unwrap()]);
        opened.logbook.append(&story::whole()).unwrap();
        drop(opened);
        assert_eq!(open(&places, "branch-basket").past, Past::from_records(&story::whole()));
    }
}

#[test]
fn a_link_that_the_repository_brought_is_not_followed() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(dir.path());
    let outside = dir.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("precious"), "no line feed").unwrap();
    let logbooks = dir.path().join("shop/.logbooks");
    let in_data = |opened: Opened| opened.jsonl.starts_with(dir.path().join("data"));
    std::os::unix::fs::symlink(&outside, &logbooks).unwrap();
    assert!(in_data(open(&places, "branch-basket")));
    fs::remove_file(&logbooks).unwrap();
    fs::create_dir_all(folder(dir.path())).unwrap();
    std::os::unix::fs::symlink(outside.join("precious"), folder(dir.path()).join("branch-basket.jsonl")).unwrap();
    assert!(in_data(open(&places, "branch-basket")));
    assert_eq!(bytes(&outside.join("precious")), b"no line feed");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
}

#[test]
fn files_that_the_repository_tracks_are_not_trusted() {
    let kept = Kept::new();
    let mut places = kept.places.clone();
    places.repository.as_mut().unwrap().logbooks_tracked = true;
    let opened = open(&places, "branch-basket");
    told(&opened, &["git tracks files in"]);
    assert_eq!(opened.past, Past::default());
    assert!(opened.jsonl.starts_with(kept.dir.path().join("data")));
}

#[test]
fn outside_a_repository_the_data_folder_is_the_place_and_no_place_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let places = Places { repository: None, pull: None, data_dir: Some(dir.path().to_owned()), ..Places::default() };
    let opened = open(&places, "paste-0123abcd");
    assert_eq!(opened.jsonl, dir.path().join("prr/logbooks/outside/paste-0123abcd.jsonl"));
    assert_eq!(opened.notes, Vec::<String>::new());
    fs::write(dir.path().join("file"), "").unwrap();
    let nowhere = Places { repository: None, pull: None, data_dir: Some(dir.path().join("file")), ..Places::default() };
    let error = Logbook::open(&nowhere, &story::request("paste-1"), Fault::Never).unwrap_err();
    assert!(matches!(error, LogbookError::Nowhere { .. }));
    assert!(error.to_string().contains("file/prr/logbooks/outside cannot be used"), "{error}");
}
