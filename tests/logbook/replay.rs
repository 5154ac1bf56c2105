//! Logbooks that earlier commits wrote, replayed: the JSONL alone gives both database and past.

use std::fs;

use prr::{
    core::{gate::Past, model::Record},
    edge::logbook::{Counts, LogbookError, rebuild},
};

use super::{
    dump::dump,
    format::fixture,
    story::{self, open, places},
};

#[test]
fn the_committed_story_gives_the_golden_database_and_the_past() {
    let dir = tempfile::tempdir().unwrap();
    let sqlite = dir.path().join("new.sqlite");
    let replayed = rebuild(&fixture("story.jsonl"), Some(&sqlite)).unwrap();
    assert_eq!(replayed.past, Past::from_records(&story::whole()));
    assert_eq!(replayed.notes, Vec::<String>::new());
    let counts = Counts { lines: 37, runs: 2, candidates: 6, decisions: 9, drafts: 2, viewed: 1, skipped: 0 };
    assert_eq!(replayed.counts, counts);
    if std::env::var_os("PRR_WRITE_FIXTURES").is_some() {
        fs::write(fixture("story.golden"), dump(&sqlite)).unwrap();
    }
    let golden = fs::read_to_string(fixture("story.golden")).unwrap();
    for (number, (new, old)) in (1..).zip(dump(&sqlite).lines().zip(golden.lines())) {
        assert_eq!(new, old, "line {number}");
    }
    assert_eq!(dump(&sqlite), golden);
}

#[test]
fn replay_without_a_database_says_the_same_and_writes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let jsonl = dir.path().join("story.jsonl");
    fs::copy(fixture("story.jsonl"), &jsonl).unwrap();
    let here = rebuild(&jsonl, None).unwrap();
    let there = rebuild(&jsonl, Some(&dir.path().join("x.sqlite"))).unwrap();
    assert_eq!((here.past, here.counts, here.sqlite), (there.past, there.counts, None));
    let mut names: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["story.jsonl", "x.sqlite"]);
}

#[test]
fn damaged_lines_are_skipped_named_and_cost_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let sqlite = dir.path().join("new.sqlite");
    let replayed = rebuild(&fixture("damaged.jsonl"), Some(&sqlite)).unwrap();
    assert_eq!(replayed.past, Past::from_records(&story::whole()));
    assert_eq!((replayed.counts.lines, replayed.counts.skipped), (43, 5));
    let told = replayed.notes.join("\n");
    for expected in [
        "line 4 is skipped: damaged",
        "line 10 is skipped: damaged",
        "line 16 is skipped: record type 'weather' is not known",
        "line 19 is skipped: act 'sing' is not known",
        "line 21 is skipped: damaged",
        "line 17: field 'mood' is not known",
    ] {
        assert!(told.contains(expected), "{expected} in\n{told}");
    }
    let tables = |dump: String| dump.lines().skip(2).map(without_offset).collect::<Vec<_>>();
    let golden = fs::read_to_string(fixture("story.golden")).unwrap();
    assert_eq!(tables(dump(&sqlite)), tables(golden), "but for offsets, the same database");
}

fn without_offset(line: &str) -> String {
    line.split(' ').filter(|word| !word.starts_with("line_offset=")).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_torn_line_is_left_out_of_a_replay_and_the_file_stays() {
    let before = fs::read(fixture("torn.jsonl")).unwrap();
    let replayed = rebuild(&fixture("torn.jsonl"), None).unwrap();
    assert_eq!((replayed.counts.lines, replayed.counts.skipped), (35, 1));
    assert_eq!(replayed.past.viewed.len(), 2, "the line that took one mark back is the torn one");
    assert!(replayed.notes.iter().any(|note| note.contains("ends in the middle of a line")));
    assert_eq!(fs::read(fixture("torn.jsonl")).unwrap(), before);
}

#[test]
fn a_newer_file_is_not_replayed() {
    let error = rebuild(&fixture("newer.jsonl"), None).unwrap_err();
    assert!(matches!(error, LogbookError::Newer { found: 3, known: 1, .. }), "{error}");
    assert!(error.to_string().contains("newer.jsonl was written by a newer prr"));
}

#[test]
fn a_replay_overwrites_no_file_and_says_what_it_cannot_read() {
    let dir = tempfile::tempdir().unwrap();
    let taken = dir.path().join("taken.sqlite");
    fs::write(&taken, "mine").unwrap();
    let error = rebuild(&fixture("story.jsonl"), Some(&taken)).unwrap_err();
    assert!(error.to_string().contains("taken.sqlite cannot be built (it exists)"), "{error}");
    assert_eq!(fs::read(&taken).unwrap(), b"mine");
    let error = rebuild(&dir.path().join("none.jsonl"), None).unwrap_err();
    assert!(matches!(error, LogbookError::Unreadable { .. }), "{error}");
}

#[test]
fn the_logbook_of_deep_itself_is_taken_over_with_its_copy_kept() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(dir.path());
    let folder = story::folder(dir.path());
    fs::create_dir_all(&folder).unwrap();
    for name in ["jsonl", "sqlite"] {
        fs::copy(fixture(&format!("deep.{name}")), folder.join(format!("branch-basket.{name}"))).unwrap();
    }
    let opened = open(&places, "branch-basket");
    let claims: Vec<_> = opened.past.candidates.iter().map(|candidate| candidate.id.as_str()).collect();
    assert_eq!(claims, ["cand-1"]);
    let copy = folder.join("branch-basket.sqlite.v0");
    assert!(opened.notes.iter().any(|note| note.contains(copy.to_str().unwrap())), "{:?}", opened.notes);
    assert_eq!(fs::read(&copy).unwrap(), fs::read(fixture("deep.sqlite")).unwrap());
    let now = dump(&opened.sqlite.unwrap());
    let rows = |table: &str| now.lines().filter(|line| line.starts_with(table)).collect::<Vec<_>>();
    assert_eq!(rows("candidate_findings").len(), 1, "{now}");
    assert!(rows("candidate_findings")[0].contains(r#"fingerprint="authz|updateUser|owner|db-write""#), "{now}");
    assert!(rows("hotspots").iter().any(|row| row.contains(r#"change_archetypes_json="[\"guard-moved\"]""#)), "{now}");
}

#[test]
fn what_models_say_of_findings_stands_in_the_database_and_comes_into_an_older_one() {
    use prr::core::model::{CandidateId, FindingId, Opinion, Severity, TaskId, Wave, Word};
    let dir = tempfile::tempdir().unwrap();
    let places = super::story::places(dir.path());
    let run = "20250301-100000-2222222";
    let said = |word, reason: &str| Record::Opinion {
        run: prr::core::model::RunId::new(run),
        opinion: Box::new(Opinion {
            wave: Wave::Validation,
            task: TaskId::new("wave:validation"),
            candidate: CandidateId::new("builtin:x-c1"),
            finding: FindingId::new("security-001"),
            word,
            severity: Some(Severity::Critical),
            cited: "src/a.rs:4".into(),
            reason: reason.into(),
        }),
        at: super::story::at(9),
    };
    let mut opened = super::story::open(&places, "branch-x");
    let records =
        vec![super::story::run(run), said(Word::Unconfirmed, "first"), said(Word::Rejected, "it's \"so\"\nnot")];
    opened.logbook.append(&records).unwrap();
    let path = opened.jsonl.with_extension("sqlite");
    drop(opened);
    let row = |path: &std::path::Path| -> (i64, String, String, String) {
        let sql = "SELECT count(*), max(word), max(severity), max(reason) FROM opinions WHERE wave = 'validation'";
        super::dump::read_only(path)
            .query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .unwrap()
    };
    let expected = (1, "rejected".to_owned(), "high".to_owned(), "it's \"so\"\nnot".to_owned());
    assert_eq!(row(&path), expected, "the last word stands");
    // A database that an older version made.
    let db = rusqlite::Connection::open(&path).unwrap();
    db.execute_batch("DROP TABLE opinions; PRAGMA user_version = 2").unwrap();
    drop(db);
    let again = super::story::open(&places, "branch-x");
    assert_eq!(row(&path), expected);
    let words: Vec<Word> = again.past.memory.opinions.iter().map(|opinion| opinion.word).collect();
    assert_eq!(words, [Word::Unconfirmed, Word::Rejected]);
}
