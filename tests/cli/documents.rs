//! Documents for programs: the plan against the corpus, the list of checks, a replayed logbook.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::text;
use crate::support::dirs::Home;

/// What a path of the plan may look like in the corpus: text, or bytes in hex where it is no text.
fn same_path(expected: &Value, got: &Value) -> bool {
    match (expected.get("text").and_then(Value::as_str), expected.get("hex").and_then(Value::as_str)) {
        (Some(text), _) => got.as_str() == Some(text),
        (None, Some(hex)) => {
            let bytes: Vec<u8> =
                (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
            // No text in JSON: the lossy form is what can be shown.
            got.as_str()
                .is_some_and(|got| !got.is_empty() && (got == String::from_utf8_lossy(&bytes) || got.contains('\\')))
        }
        _ => got.is_null() && expected.is_null(),
    }
}

#[test]
fn plans_of_the_corpus_list_the_files_git_lists() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/diff/corpus");
    let mut seen = 0;
    for entry in fs::read_dir(corpus).unwrap().flatten() {
        let Ok(expect) = fs::read(entry.path().join("expect.json")) else { continue };
        let expect: Value = serde_json::from_slice(&expect).unwrap();
        let files = expect["files"].as_array().unwrap();
        let inputs = fs::read_dir(entry.path()).unwrap().flatten().map(|entry| entry.path());
        let is_diff = |path: &PathBuf| path.extension().is_some_and(|end| end == "diff" || end == "patch");
        let input = inputs.filter(is_diff).min().unwrap();
        let home = Home::new();
        fs::copy(input, home.work().join("input.diff")).unwrap();
        let output = home.prr(&["plan", "input.diff", "--output", "json", "--offline"]).output().unwrap();
        let name = entry.file_name();
        assert!(output.status.success(), "{name:?}: {}", text(&output.stderr));
        let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
        let got = plan["files"].as_array().unwrap();
        let paths: Vec<_> = got.iter().map(|file| &file["path"]).collect();
        // Of a combined diff the case tells the ordinary file only.
        assert!(got.len() == files.len() || name == "A12-combined-diff", "{name:?}: {paths:?}");
        for expected in files {
            let found = got.iter().find(|got| same_path(&expected["path"], &got["path"]));
            let got = found.unwrap_or_else(|| panic!("{name:?}: {expected} is not among {paths:?}"));
            if !expected["old_path"].is_null() {
                assert!(same_path(&expected["old_path"], &got["old_path"]), "{name:?}: {expected} is not {got}");
            }
            assert_eq!(expected["status"], got["status"], "{name:?}: {got}");
            for field in ["additions", "deletions"] {
                // A binary file that is only renamed: its diff does not say that it is binary, and git counts 0.
                let is_silent = expected[field].is_null() && got["similarity"] == 100 && got[field] == 0;
                assert!(is_silent || expected[field] == got[field], "{name:?}: {field} of {got}");
            }
        }
        seen += 1;
    }
    println!("{seen} cases of the corpus");
    assert!(seen >= 9, "only {seen} cases were found");
}

#[test]
fn the_list_of_checks_names_each_and_needs_no_target() {
    let home = Home::new();
    for command in ["review", "plan", "tui"] {
        let output = home.prr(&[command, "--list-checks"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command}");
        let list = text(&output.stdout);
        // The person's own rules are their own affair.
        for id in prr::core::checks::ids().filter(|id| *id != prr::core::checks::RULES) {
            let head = format!("{id} (");
            assert!(list.lines().any(|line| line.starts_with(&head)), "{command}: {id} is not in {list}");
        }
        assert!(list.contains("left-behind (api-contract)") && list.contains("spec-alignment (correctness)"), "{list}");
    }
}

#[test]
fn a_recorded_run_is_replayed_and_its_database_built() {
    let home = Home::new();
    fs::write(home.work().join("run.jsonl"), include_bytes!("../../assets/demo/run.jsonl")).unwrap();
    let output = home.prr(&["log", "replay", "run.jsonl", "--database", "db.sqlite"]).output().unwrap();
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let candidates = include_str!("../../assets/demo/run.jsonl").matches("\"record_type\":\"candidate\"").count();
    assert!(told.contains(&format!("1 runs, {candidates} candidates, 0 decisions")), "{told}");
    let db = rusqlite::Connection::open(home.work().join("db.sqlite")).unwrap();
    let tables: i64 =
        db.query_row("SELECT count(*) FROM sqlite_master WHERE type = 'table'", [], |row| row.get(0)).unwrap();
    assert!(tables > 3, "{tables}");
    // Never over what is there.
    let again = home.prr(&["log", "replay", "run.jsonl", "--database", "db.sqlite"]).output().unwrap();
    assert_ne!(again.status.code(), Some(0));
    assert!(text(&again.stderr).contains("db.sqlite"), "{}", text(&again.stderr));
}

#[test]
fn a_logbook_that_cannot_be_replayed_is_named() {
    let home = Home::new();
    let missing = home.prr(&["log", "replay", "nosuch.jsonl"]).output().unwrap();
    assert_ne!(missing.status.code(), Some(0));
    assert!(text(&missing.stderr).contains("nosuch.jsonl"), "{}", text(&missing.stderr));
    let newer = include_bytes!("../../fixtures/logbook/newer.jsonl");
    fs::write(home.work().join("newer.jsonl"), newer).unwrap();
    let output = home.prr(&["log", "replay", "newer.jsonl"]).output().unwrap();
    assert!(text(&output.stderr).contains("newer"), "{}", text(&output.stderr));
    assert_eq!(fs::read(home.work().join("newer.jsonl")).unwrap(), newer);
}

#[test]
fn a_review_as_json_is_one_document_and_says_who_reviewed() {
    let home = Home::new();
    fs::write(home.work().join("change.diff"), crate::pty::CHANGE).unwrap();
    let output = home.prr(&["review", "change.diff", "--output", "json"]).output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(document.is_object() && !text(&output.stdout).contains("NeverIssued"));
    let other = Home::new();
    fs::write(other.work().join("change.diff"), crate::pty::CHANGE).unwrap();
    let nobody = other.prr(&["review", "change.diff", "--no-builtin"]).output().unwrap();
    assert_eq!(nobody.status.code(), Some(0));
    assert!(!text(&nobody.stdout).contains("AWS access key id"));
}

#[test]
fn settings_that_a_reviewer_names_are_there() {
    let known = prr::edge::config::DEFAULT_FILE;
    let mut seen = 0;
    for text in prr::core::checks::APART.iter().map(|one| one.about) {
        let keys = text.split(|c: char| !(c.is_ascii_lowercase() || matches!(c, '_' | '.')));
        for (section, name) in keys.filter_map(|word| word.trim_matches('.').split_once('.')) {
            let inside = known.split_once(&format!("[{section}]")).map_or("", |(_, inside)| inside);
            let inside = inside.split("\n[").next().unwrap_or("");
            assert!(inside.contains(&format!("{name} = ")), "{section}.{name}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}
