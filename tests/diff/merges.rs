//! Merges, done and in conflict: combined diffs as the git at hand prints them.

use prr::core::{
    diff::{self, find_file},
    model::{FileForm, FileIx, RepoPath},
};
use tempfile::TempDir;

use super::{
    forms::{lines, put},
    git::{git, try_git},
};

/// A repository whose merge of two (or three) branches conflicts in `f` and merges cleanly elsewhere.
fn merged(branches: &[&str]) -> TempDir {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path();
    git(dir, &["init", "-q", "-b", "main"]);
    put(dir, "two words", lines(1, 30).as_bytes());
    git(dir, &["add", "-A"]);
    git(dir, &["commit", "-qm", "base"]);
    for (number, branch) in branches.iter().enumerate() {
        git(dir, &["checkout", "-q", "-b", branch, "main"]);
        let row = |n: usize| format!("row {n} ");
        put(dir, "two words", lines(1, 30).replace(&row(5 + number * 8), &format!("{branch} changed ")).as_bytes());
        git(dir, &["commit", "-qam", branch]);
    }
    git(dir, &["checkout", "-q", branches[0]]);
    temp
}

#[test]
fn merges_are_shown_with_their_parents_and_anchored_to_the_result() {
    for branches in [&["one", "two"][..], &["one", "two", "three"]] {
        let repository = merged(branches);
        let dir = repository.path();
        try_git(dir, &[&["merge", "-q", "--no-commit"], &branches[1..]].concat());
        let text = lines(1, 30).replace("row 5 ", "both changed ").replace("row 15 ", "") + "at the end, no line feed";
        put(dir, "two words", text.as_bytes());
        git(dir, &["add", "-A"]);
        git(dir, &["commit", "-qm", "merge"]);
        for how in
            [&["show", "--cc"][..], &["show", "-c"], &["show", "-c", "-U0"], &["show", "-c", "--combined-all-paths"]]
        {
            let diff = diff::parse(git(dir, &[how, &["--format=", "HEAD"]].concat()));
            assert!(diff.problems.is_empty(), "{how:?}: {:?}", diff.problems);
            let file = diff.file(FileIx(0)).unwrap();
            assert_eq!(diff.path(FileIx(0)), RepoPath::new("two words"), "{how:?}");
            assert_eq!(file.form, FileForm::Combined { parents: branches.len() as u8 }, "{how:?}");
            let real: Vec<&str> = text.lines().collect();
            let mut seen = 0;
            for hunk in diff.hunks_of(FileIx(0)) {
                for line in diff::lines(&diff, hunk, 0).filter(|l| l.new.is_some()) {
                    assert_eq!(real[line.new.unwrap() as usize - 1].as_bytes(), line.text, "{how:?}");
                    seen += 1;
                }
            }
            assert!(seen > 3, "{how:?}");
        }
    }
}

#[test]
fn a_conflict_in_progress_lists_the_unmerged_path_in_every_form() {
    let repository = merged(&["one", "two"]);
    let dir = repository.path();
    put(dir, "two words", lines(1, 30).replace("row 5 ", "one way ").as_bytes());
    git(dir, &["commit", "-qam", "one way"]);
    git(dir, &["checkout", "-q", "two"]);
    put(dir, "two words", lines(1, 30).replace("row 5 ", "another way ").as_bytes());
    git(dir, &["commit", "-qam", "another way"]);
    try_git(dir, &["merge", "-q", "one"]);
    for (how, combined) in
        [(&["diff"][..], true), (&["diff", "--cached"], true), (&["diff", "--ours"], false), (&["diff", "HEAD"], false)]
    {
        let diff = diff::parse(git(dir, how));
        assert!(diff.problems.is_empty(), "{how:?}: {:?}", diff.problems);
        let found = find_file(&diff, &RepoPath::new("two words")).unwrap_or_else(|| panic!("{how:?}"));
        assert_eq!(matches!(diff.file(found).unwrap().form, FileForm::Combined { .. }), combined, "{how:?}");
    }
}
