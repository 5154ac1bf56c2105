//! Logbooks that are newer, older, damaged, in use, or cannot be written (E03): said so, nothing lost silently.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

use rusqlite::Connection;

use super::{CHANGE, acknowledged, all, cockpit, files, header, home, launch, reviewed, undecided};
use crate::support::{dirs::Home, pty::Cockpit, repo::Repo};

/// A home whose logbook has an accepted finding and a draft.
fn used() -> Home {
    let home = home();
    let mut first = cockpit(&home);
    first.keys("Jacmy draft");
    acknowledged(&mut first, "my draft");
    first.keys("<Esc>q");
    assert_eq!(first.exit().code, Some(0));
    home
}

fn found(home: &Home, end: &str) -> PathBuf {
    let all = files(home.path());
    let named = |path: &&PathBuf| path.to_str().is_some_and(|path| path.ends_with(end) && !path.contains('~'));
    all.iter().find(named).unwrap_or_else(|| panic!("no {end} in {all:?}")).clone()
}

/// The notes of a cockpit.
fn notes(cockpit: &mut Cockpit) -> String {
    cockpit.keys(":notes<Enter>");
    cockpit.wait_for(|screen| super::footer(screen).contains("close"));
    let rows = super::body(cockpit.screen());
    rows.join("").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_database_of_a_newer_version_is_left_alone_and_named() {
    let home = used();
    let database = found(&home, ".sqlite");
    Connection::open(&database).unwrap().pragma_update(None, "user_version", 9999).unwrap();
    let before = fs::read(&database).unwrap();
    let mut again = cockpit(&home);
    assert_eq!(undecided(again.screen()), Some(all() - 1));
    let notes = notes(&mut again);
    assert!(notes.contains("newer") && notes.contains(".sqlite"), "{notes}");
    again.keys("qQ");
    assert_eq!(again.exit().code, Some(0));
    let unchanged = files(home.path()).iter().any(|path| fs::read(path).unwrap() == before);
    assert!(unchanged, "the newer database was written to");
}

#[test]
fn an_old_database_and_one_with_a_column_less_are_made_good_from_the_jsonl() {
    for damage in ["PRAGMA user_version = 0", "PRAGMA user_version = 1", "ALTER TABLE draft DROP COLUMN text"] {
        let home = used();
        let database = found(&home, ".sqlite");
        let db = Connection::open(&database).unwrap();
        if let Err(error) = db.execute_batch(damage) {
            // The name of the table is the logbook's affair: damage whatever has the drafts.
            let table: String = db
                .query_row("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%draft%'", [], |row| {
                    row.get(0)
                })
                .unwrap_or_else(|_| panic!("{error}"));
            let column: String = db
                .query_row(&format!("SELECT name FROM pragma_table_info('{table}') WHERE pk = 0 LIMIT 1"), [], |row| {
                    row.get(0)
                })
                .unwrap();
            db.execute_batch(&format!("ALTER TABLE {table} DROP COLUMN {column}")).unwrap();
        }
        drop(db);
        let mut again = cockpit(&home);
        assert_eq!(undecided(again.screen()), Some(all() - 1), "{damage}");
        assert!(!again.screen().contents().contains("no such column"), "{damage}");
        let notes = notes(&mut again);
        assert!(!notes.contains("no such column"), "{notes}");
        println!("{damage}: {notes}");
        again.keys("qQ");
        assert_eq!(again.exit().code, Some(0));
    }
}

#[test]
fn something_in_the_way_of_the_logbook_sends_it_elsewhere_and_says_where() {
    let (home, repo) = (Home::new(), Repo::with_history());
    repo.write("a.txt", "one\n<<<<<<< HEAD\n2\n=======\ntwo\n>>>>>>> topic\nthree\n");
    repo.commit("a conflict stays");
    repo.write(".git/info/exclude", "/.logbooks\n");
    repo.write(".logbooks", "a file, not a folder\n");
    let mut cockpit = Cockpit::prr(&home, &["tui", "HEAD~1..HEAD"]).cwd(repo.root()).size(100, 30).start();
    cockpit.wait_for(|screen| header(screen).contains("reviewed · 1 finding"));
    cockpit.keys("Ja");
    acknowledged(&mut cockpit, "accepted correctness-001");
    let notes = notes(&mut cockpit);
    assert!(notes.contains(".logbooks") && notes.contains("the logbook of this session is"), "{notes}");
    cockpit.keys("qQ");
    let (ended, raw) = cockpit.exit_with_bytes();
    assert_eq!(ended.code, Some(0));
    assert!(super::after_leaving(&raw).contains("/.local/share/prr/logbooks/"), "{}", super::after_leaving(&raw));
    assert_eq!(fs::read_to_string(repo.root().join(".logbooks")).unwrap(), "a file, not a folder\n");
    let mut again = Cockpit::prr(&home, &["tui", "HEAD~1..HEAD"]).cwd(repo.root()).size(100, 30).start();
    again.wait_for(|screen| header(screen).contains("0 undecided"));
}

/// Whether a folder that may not be written really cannot be: not so for root.
fn permissions_hold(home: &Home) -> bool {
    let dir = home.path().join("locked");
    fs::create_dir(&dir).unwrap();
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o500)).unwrap();
    fs::write(dir.join("x"), "").is_err()
}

#[test]
fn with_no_place_for_a_logbook_it_says_so_and_the_exit_code_tells_what_was_lost() {
    let home = home();
    println!("permissions hold: {}", permissions_hold(&home));
    // A file where the user's data folder should be: nobody can write there, root neither.
    fs::remove_dir_all(home.path().join(".local/share")).unwrap();
    fs::write(home.path().join(".local/share"), "in the way").unwrap();
    let mut cockpit = launch(&home).start();
    cockpit.wait_for(|screen| header(screen).contains("reviewed"));
    cockpit.keys("Ja");
    cockpit.wait_for_text("accepted ");
    let notes = notes(&mut cockpit);
    assert!(notes.contains("memory only") && notes.contains(".local/share"), "{notes}");
    cockpit.keys("qq");
    let (ended, raw) = cockpit.exit_with_bytes();
    let words = super::after_leaving(&raw);
    assert!(words.contains("could not be written to the logbook"), "{words}");
    assert_eq!(ended.code, Some(101), "{words}");
    // Nothing decided, nothing lost.
    let mut idle = launch(&home).start();
    idle.wait_for(|screen| header(screen).contains("reviewed"));
    idle.keys("q");
    assert_eq!(idle.exit().code, Some(0));
}

#[test]
fn a_logbook_that_stops_taking_writes_does_not_hold_the_person() {
    let home = home();
    let script = "ulimit -f 200; exec \"$PRR\" tui change.diff";
    let launch = Cockpit::program(&home, "bash", &["-c", script]).env("PRR", env!("CARGO_BIN_EXE_prr"));
    let mut cockpit = launch.size(100, 30).start();
    reviewed(&mut cockpit);
    cockpit.keys("5jc");
    cockpit.wait_for(|screen| super::footer(screen).contains("C-s save"));
    // More than the file may hold, and than a comment: it stays a draft.
    cockpit.paste(&"too much for this file ".repeat(20_000));
    cockpit.keys("<C-s>");
    cockpit.wait_for(|screen| super::footer(screen).contains("not saved"));
    cockpit.keys("<Esc>");
    cockpit.wait_for(|screen| !super::footer(screen).contains("shorten it"));
    cockpit.keys("q");
    let (ended, raw) = cockpit.exit_with_bytes();
    assert_eq!((ended.code, ended.settings_restored), (Some(101), Some(true)));
    assert!(super::after_leaving(&raw).contains("could not be written"), "{}", super::after_leaving(&raw));
}

#[test]
fn two_cockpits_on_one_target_keep_both_works() {
    let home = home();
    let mut one = cockpit(&home);
    let mut two = launch(&home).start();
    two.wait_for(|screen| header(screen).contains("reviewed"));
    one.keys("Ja");
    acknowledged(&mut one, "accepted ");
    two.keys("gg..3jcfrom the second<C-s>");
    acknowledged(&mut two, "from the second");
    let notes = notes(&mut two);
    assert!(notes.contains("in use by another prr"), "{notes}");
    two.keys("qQ");
    assert_eq!(two.exit().code, Some(0));
    one.keys("q");
    assert_eq!(one.exit().code, Some(0));
    let mut both = cockpit(&home);
    both.keys("gg");
    both.wait_for_text("from the second");
    assert_eq!(undecided(both.screen()), Some(all() - 1));
    assert!(CHANGE.contains("Cargo.lock"));
}

#[test]
fn a_headless_review_beside_an_open_cockpit_loses_and_doubles_nothing() {
    let home = home();
    let mut open = cockpit(&home);
    open.keys("Ja");
    acknowledged(&mut open, "accepted ");
    for _ in 0..2 {
        let beside = home.prr(&["review", "change.diff"]).output().unwrap();
        assert!(beside.status.success(), "{}", String::from_utf8_lossy(&beside.stderr));
    }
    open.keys("cby the first<C-s>");
    acknowledged(&mut open, "by the first");
    // What is open is read with what was written beside it, and nothing is made.
    let log = || -> serde_json::Value {
        let output = home.prr(&["log", "--output", "json"]).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let acts = |log: &serde_json::Value| -> Vec<String> {
        let runs = log["targets"][0]["runs"].as_array().unwrap().iter();
        let all = runs.flat_map(|run| run["decisions"].as_array().unwrap().clone());
        all.map(|decision| decision["act"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(acts(&log()), ["accept", "add"]);
    open.keys("q");
    assert_eq!(open.exit().code, Some(0));
    let mut again = cockpit(&home);
    assert_eq!(undecided(again.screen()), Some(all() - 1));
    again.keys("q");
    assert_eq!(again.exit().code, Some(0));
    let log = log();
    assert_eq!(acts(&log), ["accept", "add"]);
    let runs = log["targets"][0]["runs"].as_array().unwrap();
    let ids: std::collections::BTreeSet<&str> = runs.iter().map(|run| run["run_id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), runs.len(), "no two runs have one id: {log}");
    let left = files(home.path()).into_iter().filter(|path| path.to_string_lossy().ends_with("~2.jsonl"));
    assert_eq!(left.count(), 0, "all is joined");
}
