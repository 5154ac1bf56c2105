//! What agents' tasks came to, as a table of the database: from the JSONL alone, in old databases too.

use std::{fs, path::Path};

use prr::core::{
    gate::Past,
    model::{Record, RunId, TaskId, TaskReport, Tier, Usage},
};
use rusqlite::Connection;

use super::{
    dump::{count, dump, read_only},
    story::{self, at, folder, open, places},
};

const RUN: &str = "20250301-090000-2222222";

fn reported(task: &str, report: TaskReport, second: i64) -> Record {
    Record::TaskReported { run: RunId::new(RUN), task: TaskId::new(task), report: Box::new(report), at: at(second) }
}

/// The story, with a model that answered twice and a command that told no tokens.
fn records() -> Vec<Record> {
    let usage = Usage { input: 900, output: 40, cache_read: 300, cache_write: 200, is_estimated: false };
    let model = TaskReport {
        who: "mine::x".into(),
        tier: Some(Tier::Heavy),
        attempts: 2,
        millis: 1_500,
        usage: Some(usage),
        cost_usd: Some(0.0125),
        overview: "It's \"good\".".into(),
        notes: vec!["mine::x takes no tools".into(), "second; note".into()],
        text: "[]\n\u{202e}".into(),
        tools: Some(vec!["read_file src/a.rs".into()]),
    };
    let first = TaskReport { attempts: 1, notes: Vec::new(), ..model.clone() };
    let command = TaskReport { who: "cmd:claude".into(), attempts: 1, millis: u64::MAX, ..TaskReport::default() };
    let mut all = story::whole();
    all.extend([
        reported("swarm:security", first, 80),
        reported("swarm:security", model, 81),
        reported("agent:one", command, 82),
    ]);
    all
}

fn file(dir: &Path, ending: &str) -> std::path::PathBuf {
    folder(dir).join(format!("branch-basket{ending}"))
}

/// A logbook with these records, closed.
fn kept() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut opened = open(&places(dir.path()), "branch-basket");
    opened.logbook.append(&records()).unwrap();
    dir
}

#[test]
fn a_report_is_a_row_and_of_a_task_that_ran_again_the_last_stands() {
    let dir = kept();
    let sqlite = file(dir.path(), ".sqlite");
    assert_eq!(count(&sqlite, "task_reports"), 2);
    let rows: Vec<String> =
        dump(&sqlite).lines().filter(|line| line.starts_with("task_reports ")).map(str::to_owned).collect();
    let whole = "task_id=\"swarm:security\" who=\"mine::x\" tier=\"heavy\" attempts=2 millis=1500 tokens_input=900 \
                 tokens_output=40 tokens_cache_read=300 tokens_cache_write=200 tokens_estimated=0 cost_usd=0.0125 \
                 overview=\"It's \\\"good\\\".\" notes_json=\"[\\\"mine::x takes no tools\\\",\\\"second; note\\\"]\"";
    assert!(rows[1].contains(whole), "{rows:#?}");
    assert!(rows[0].contains("who=\"cmd:claude\" attempts=1 millis=9223372036854775807 overview="), "{rows:#?}");
    let sum: i64 = read_only(&sqlite)
        .query_row("SELECT sum(tokens_input + tokens_output) FROM task_reports", [], |row| row.get(0))
        .unwrap();
    assert_eq!(sum, 940);
}

#[test]
fn the_table_is_the_same_when_the_database_is_built_anew_from_the_jsonl() {
    let dir = kept();
    let good = dump(&file(dir.path(), ".sqlite"));
    fs::remove_file(file(dir.path(), ".sqlite")).unwrap();
    let opened = open(&places(dir.path()), "branch-basket");
    assert_eq!(opened.past, Past::from_records(&records()));
    assert_eq!(dump(&file(dir.path(), ".sqlite")), good);
}

#[test]
fn a_database_of_the_version_before_gets_the_table_and_its_rows() {
    let dir = kept();
    let sqlite = file(dir.path(), ".sqlite");
    let good = dump(&sqlite);
    Connection::open(&sqlite).unwrap().execute_batch("DROP TABLE task_reports; PRAGMA user_version = 2").unwrap();
    let opened = open(&places(dir.path()), "branch-basket");
    assert!(opened.notes.join("\n").contains("was brought from version 2 to 4"), "{:?}", opened.notes);
    assert_eq!(dump(&sqlite), good);
    assert_eq!(opened.past, Past::from_records(&records()));
    // One that says it is of this version and lacks the table is built anew.
    drop(opened);
    Connection::open(&sqlite).unwrap().execute_batch("DROP TABLE task_reports").unwrap();
    drop(open(&places(dir.path()), "branch-basket"));
    assert_eq!(dump(&sqlite), good);
}
