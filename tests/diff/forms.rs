//! All that git prints, printed by the git at hand from small repositories, and read back: the index agrees with
//! `git apply`, whatever prefixes, context and renames the diff was made with.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use prr::core::{
    diff::{self, find_file, type_change_partner},
    model::{Diff, FileStatus, HunkIx, RepoPath, Side},
};
use tempfile::TempDir;

use super::git::{assert_agrees, git, numstat_of};

pub fn put(dir: &Path, name: &str, content: &[u8]) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn link(dir: &Path, name: &str, to: &str) {
    let _ = fs::remove_file(dir.join(name));
    std::os::unix::fs::symlink(to, dir.join(name)).unwrap();
}

pub fn lines(from: u32, to: u32) -> String {
    (from..=to).map(|n| format!("row {n} of the text\n")).collect()
}

const NAMES: [&str; 12] = [
    "plain.rs",
    "two words.txt",
    "x b/y b/z.txt",
    "b/a",
    "a/a/a",
    " lead",
    "trail ",
    "t\tab",
    "q\"uote",
    "back\\slash",
    "é漢\u{202e}.txt",
    "new\nline",
];

/// A commit with everything that one commit can hold, on top of a base.
fn repository() -> TempDir {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path();
    git(dir, &["init", "-q", "-b", "main"]);
    for name in NAMES {
        put(dir, name, lines(1, 20).as_bytes());
    }
    put(dir, "move/old name", lines(30, 60).as_bytes());
    put(dir, "move/edit", lines(100, 160).as_bytes());
    put(dir, "source", lines(200, 240).as_bytes());
    put(dir, "rewritten", lines(1, 400).as_bytes());
    put(dir, "image b/x", b"\0\x01binary\0old");
    put(dir, "gone", b"last words");
    put(dir, "gone empty", b"");
    put(dir, "run me", b"#!/bin/sh\n");
    put(dir, "crlf", b"one\r\ntwo\r\nthree\r\n");
    put(dir, "type", b"a file\n");
    put(dir, "headers", b"-- a/x\n++ b/x\n@@ -1 +1 @@\ndiff --git a/x b/x\n\n");
    put(dir, "noeol", b"a\nb");
    link(dir, "link", "plain.rs");
    git(dir, &["add", "-A"]);
    git(dir, &["update-index", "--add", "--cacheinfo", "160000,1111111111111111111111111111111111111111,sub"]);
    git(dir, &["commit", "-qm", "base"]);
    change(dir);
    temp
}

fn change(dir: &Path) {
    for name in NAMES {
        put(dir, name, lines(1, 20).replace("row 7 ", "row seven ").replace("row 20 ", "").as_bytes());
    }
    fs::rename(dir.join("move/old name"), dir.join("move/new name")).unwrap();
    fs::remove_file(dir.join("move/edit")).unwrap();
    put(dir, "moved/\"edit\"", lines(100, 160).replace("row 130", "ROW 130").as_bytes());
    put(dir, "copy", lines(200, 240).as_bytes());
    put(dir, "copy edited", lines(200, 241).as_bytes());
    put(dir, "rewritten", lines(1000, 1400).as_bytes());
    put(dir, "image b/x", b"\0\x02binary\0new");
    put(dir, "image new", b"\0\x02another\0\xff\xfe");
    fs::remove_file(dir.join("gone")).unwrap();
    fs::remove_file(dir.join("gone empty")).unwrap();
    put(dir, "fresh b/empty", b"");
    put(dir, "fresh", b"no line feed at the end");
    fs::set_permissions(dir.join("run me"), fs::Permissions::from_mode(0o755)).unwrap();
    put(dir, "crlf", b"one\r\nTWO\r\nthree\n");
    link(dir, "type", "plain.rs");
    link(dir, "link", "crlf");
    put(dir, "headers", b"--- a/y\n+++ b/y\n@@ -9,9 +9,9 @@\ndiff --git a/y b/y\n\\ No newline\n\n-\n");
    put(dir, "noeol", b"a\nb\nc");
    git(dir, &["add", "-A"]);
    git(dir, &["update-index", "--add", "--cacheinfo", "160000,2222222222222222222222222222222222222222,sub"]);
    git(dir, &["commit", "-qm", "change"]);
}

fn diff_of(dir: &Path, how: &[&str]) -> Vec<u8> {
    git(dir, &[&["diff", "--no-ext-diff"], how, &["HEAD~1", "HEAD"]].concat())
}

#[test]
fn everything_one_commit_can_hold_is_read_as_git_apply_reads_it() {
    let repository = repository();
    let ways: [&[&str]; 14] = [
        &[],
        &["-M"],
        &["-M", "-C", "--find-copies-harder"],
        &["--no-renames"],
        &["-B", "-M"],
        &["-U0"],
        &["-U1000"],
        &["-W", "-M"],
        &["--binary", "-M"],
        &["--full-index", "--text"],
        &["--patience", "--ignore-all-space"],
        &["--minimal", "-D"],
        &["--inter-hunk-context=9", "-R"],
        &["-p", "--stat", "--raw", "--summary"],
    ];
    for (number, how) in ways.into_iter().enumerate() {
        let quote = ["core.quotePath=false", "core.quotePath=true"][number % 2];
        let args = [&["-c", quote, "diff", "--no-ext-diff"], how, &["HEAD~1", "HEAD"]].concat();
        let diff = assert_agrees(&git(repository.path(), &args), &format!("{how:?} {quote}"));
        assert!(diff.problems.is_empty(), "{how:?}: {:?}", diff.problems);
        // With -D bodies are missing, with -w context lines show one side only.
        if !how.contains(&"-D") && !how.contains(&"--ignore-all-space") {
            every_line_exists(repository.path(), &diff, how.contains(&"-R"));
        }
    }
}

/// Every decoded line stands at its number in the file that git has.
fn every_line_exists(dir: &Path, diff: &Diff, reversed: bool) {
    for ix in diff.file_numbers() {
        let file = diff.file(ix).unwrap();
        for (side, revision) in [(Side::Left, "HEAD~1"), (Side::Right, "HEAD")] {
            let revision = if reversed { if revision == "HEAD" { "HEAD~1" } else { "HEAD" } } else { revision };
            let there = if side == Side::Left { FileStatus::Added } else { FileStatus::Deleted } != file.status;
            if file.hunks.is_empty() || !there || file.modes.new.or(file.modes.old) == Some(0o160_000) {
                continue;
            }
            let path = diff::path_of_side(diff, ix, side).unwrap();
            let object = format!("{revision}:{}", path.as_utf8().unwrap());
            let content = git(dir, &["cat-file", "blob", &object]);
            let real: Vec<&[u8]> = content.split(|b| *b == b'\n').collect();
            for hunk in diff.hunks_of(ix) {
                for line in diff::lines(diff, hunk, 0) {
                    let number = if side == Side::Left { line.old } else { line.new };
                    assert!(number.is_none_or(|n| real[n as usize - 1] == line.text), "{object} {number:?}");
                }
            }
        }
    }
}

#[test]
fn prefixes_of_any_kind_are_taken_off() {
    let repository = repository();
    let plain = diff::parse(diff_of(repository.path(), &["-M"]));
    let ways: [&[&str]; 6] = [
        &["--no-prefix"],
        &["--src-prefix=i/", "--dst-prefix=w/"],
        &["--src-prefix=before/", "--dst-prefix=after/"],
        &["--src-prefix=c/", "--dst-prefix=i/", "--text"],
        &["--src-prefix=1/", "--dst-prefix=2/", "-U0"],
        &["--src-prefix=old/", "--dst-prefix=new/", "--binary"],
    ];
    let paths = |diff: &Diff| diff.file_numbers().map(|ix| diff.path(ix)).collect::<Vec<_>>();
    for how in ways {
        let bytes = diff_of(repository.path(), &[&["-M"], how].concat());
        let diff = diff::parse(bytes);
        assert_eq!(paths(&diff), paths(&plain), "{how:?}");
        assert!(diff.problems.is_empty(), "{how:?}: {:?}", diff.problems);
    }
}

#[test]
fn a_type_change_is_a_deletion_and_an_addition_that_know_each_other() {
    let repository = repository();
    let diff = diff::parse(diff_of(repository.path(), &[]));
    let found = find_file(&diff, &RepoPath::new("type")).unwrap();
    let entry = diff.file(found).unwrap();
    assert_eq!((entry.status, entry.modes.new), (FileStatus::Added, Some(0o120_000)));
    let other = type_change_partner(&diff, found).unwrap();
    assert_eq!(diff.file(other).unwrap().status, FileStatus::Deleted);
    assert_eq!(type_change_partner(&diff, other), Some(found));
    let (link, sub) = (RepoPath::new("link"), RepoPath::new("sub"));
    for (path, mode) in [(link, 0o120_000), (sub, 0o160_000)] {
        let file = diff.file(find_file(&diff, &path).unwrap()).unwrap();
        assert_eq!((file.status, file.modes.old, file.modes.new), (FileStatus::Modified, Some(mode), Some(mode)));
    }
}

#[test]
fn the_former_name_of_a_rename_finds_the_file_and_a_copys_source_does_not() {
    let repository = repository();
    let diff = diff::parse(diff_of(repository.path(), &["-M", "-C", "--find-copies-harder"]));
    let found = |name: &str| find_file(&diff, &RepoPath::new(name)).map(|ix| diff.path(ix));
    assert_eq!(found("move/old name"), Some(RepoPath::new("move/new name")));
    assert_eq!(found("move/edit"), Some(RepoPath::new("moved/\"edit\"")));
    assert_eq!(found("source"), None);
    assert_eq!(found("copy edited"), Some(RepoPath::new("copy edited")));
    assert_eq!(found("nowhere"), None);
}

#[test]
fn submodules_are_listed_in_every_format_git_has_for_them() {
    let repository = repository();
    for how in ["--submodule=short", "--submodule=log", "--submodule=diff"] {
        let diff = diff::parse(diff_of(repository.path(), &[how]));
        let found = find_file(&diff, &RepoPath::new("sub")).unwrap_or_else(|| panic!("{how}"));
        assert_eq!(diff.file(found).unwrap().modes.new, Some(0o160_000), "{how}");
        assert!(diff.problems.is_empty(), "{how}: {:?}", diff.problems);
    }
}

#[test]
fn patches_and_logs_carry_nothing_into_files() {
    let repository = repository();
    git(
        repository.path(),
        &["commit", "--allow-empty", "-qm", "empty\n\n--- old\n+++ new\n@@ prose @@\n- item\n-- \nx"],
    );
    put(repository.path(), "plain.rs", b"short\n");
    git(repository.path(), &["commit", "-qam", "last\n\ndiff --git is a command\n@@ -1 +1 @@ not a hunk"]);
    let ways: [&[&str]; 6] = [
        &["log", "-p", "--stat", "--summary"],
        &["log", "-p", "--reverse", "--format=fuller", "-U0"],
        &["show", "HEAD"],
        &["format-patch", "--stdout", "HEAD~1"],
        &["format-patch", "--stdout", "--cover-letter", "-n", "HEAD~2"],
        &["format-patch", "--stdout", "--attach", "HEAD~1"],
    ];
    for how in ways {
        let bytes = git(repository.path(), how);
        let diff = diff::parse(bytes.clone());
        let raw = git(repository.path(), &["log", "--format=", "--name-only", "--no-renames"]);
        let real: Vec<&[u8]> = raw.split(|b| *b == b'\n').collect();
        let known = |path: &RepoPath| {
            real.contains(&path.as_bytes())
                || path.as_utf8().is_some_and(|p| !p.is_ascii() || p.contains(['"', '\t', '\n', '\\']))
        };
        assert!(!diff.files.is_empty() && diff.file_numbers().all(|ix| known(&diff.path(ix))), "{how:?}");
        if !how.contains(&"format-patch") {
            assert_agrees(&bytes, &format!("{how:?}"));
        }
    }
}

#[test]
fn a_diff_converted_to_crlf_has_the_same_files_and_numbers() {
    let repository = repository();
    let bytes = diff_of(repository.path(), &["-M"]);
    let converted: Vec<u8> =
        bytes.iter().flat_map(|b| if *b == b'\n' { &b"\r\n"[..] } else { std::slice::from_ref(b) }).copied().collect();
    let (plain, windows) = (diff::parse(bytes), diff::parse(converted));
    assert_eq!(numstat_of(&plain), numstat_of(&windows));
    assert!(windows.problems.is_empty(), "{:?}", windows.problems);
    let text = |diff: &Diff| diff::lines(diff, HunkIx(0), 1).next().unwrap().text.to_vec();
    assert_eq!([text(&plain), b"\r".to_vec()].concat(), text(&windows));
}
