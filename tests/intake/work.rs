//! Work in progress and staged changes; and that reading them changes nothing.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command};

use prr::core::model::{TargetKind, TargetSpec};

use super::{bytes, files, take};
use crate::support::repo::Repo;

#[test]
fn work_in_progress_has_tracked_and_untracked_files_and_no_ignored_ones() {
    let repo = Repo::with_history();
    repo.write(".gitignore", "*.log\ntarget/\n");
    repo.commit("ignore");
    repo.write("build.log", "x");
    repo.write("target/out", "x");
    repo.write("a.txt", "changed\n");
    repo.write("new/deep.txt", "deep\n");
    repo.write("with space\tand tab", "x\n");
    repo.write("empty", "");
    fs::rename(repo.root().join("b.txt"), repo.root().join("moved.txt")).unwrap();
    fs::remove_file(repo.root().join("run.sh")).unwrap();
    std::os::unix::fs::symlink("a.txt", repo.root().join("link")).unwrap();
    repo.write("tool", "a program of its own\n");
    fs::set_permissions(repo.root().join("tool"), fs::Permissions::from_mode(0o755)).unwrap();
    let before = repo.state();
    let taken = take(&repo, &TargetSpec::Wip).unwrap();
    assert_eq!(repo.state(), before);
    let mut shown = files(&taken.diff);
    shown.sort();
    assert_eq!(
        shown,
        [
            "A empty",
            "A link",
            "A new/deep.txt",
            "A tool",
            "A with space\tand tab",
            "D run.sh",
            "M a.txt",
            "R moved.txt"
        ]
    );
    let text = String::from_utf8(bytes(&taken.diff)).unwrap();
    assert!(text.contains("new file mode 120000") && text.contains("new file mode 100755"), "{text}");
    assert_eq!(taken.request.kind, TargetKind::Wip);
    assert_eq!(taken.request.pr_ref, "wip-main");
    assert_eq!(taken.request.base_sha, Some(repo.git(&["rev-parse", "HEAD"])));
}

#[test]
fn before_the_first_commit_everything_is_new() {
    let repo = Repo::empty();
    repo.write("staged.txt", "s\n");
    repo.git(&["add", "staged.txt"]);
    repo.write("untracked.txt", "u\n");
    let before = repo.state();
    assert_eq!(files(&take(&repo, &TargetSpec::Wip).unwrap().diff), ["A staged.txt", "A untracked.txt"]);
    assert_eq!(files(&take(&repo, &TargetSpec::Nothing).unwrap().diff), ["A staged.txt", "A untracked.txt"]);
    let staged = take(&repo, &TargetSpec::Staged).unwrap();
    assert_eq!(files(&staged.diff), ["A staged.txt"]);
    assert_eq!(staged.request.pr_ref, "staged-main");
    assert_eq!(repo.state(), before);
}

#[test]
fn staged_changes_are_those_of_the_index_alone() {
    let repo = Repo::with_history();
    repo.write("a.txt", "staged\n");
    repo.git(&["add", "a.txt"]);
    repo.write("a.txt", "later\n");
    repo.write("untracked", "u");
    let text = String::from_utf8(bytes(&take(&repo, &TargetSpec::Staged).unwrap().diff)).unwrap();
    assert!(text.contains("+staged") && !text.contains("later") && !text.contains("untracked"), "{text}");
}

#[test]
fn a_conflicted_merge_lists_the_file_in_conflict_and_the_ordinary_one() {
    let repo = Repo::none();
    let setup = Path::new("/work/shared/corpus/given/A12-combined-diff/setup.sh");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/intake/conflict.sh");
    for script in [own.as_path(), setup].into_iter().filter(|s| s.exists()) {
        let _ = fs::remove_dir_all(repo.root());
        let mut shell = Command::new("sh");
        let done = shell.arg(script).arg(repo.root()).env_clear().envs(repo.variables()).status().unwrap();
        assert!(done.success());
        let before = repo.state();
        let taken = take(&repo, &TargetSpec::Wip).unwrap();
        assert_eq!(files(&taken.diff), ["M f.txt", "M g.txt"]);
        assert!(taken.request.notes.iter().any(|n| n.contains("in conflict") && n.contains("f.txt")));
        let text = String::from_utf8(bytes(&taken.diff)).unwrap();
        assert!(text.contains("+<<<<<<< HEAD"), "{text}");
        let staged = take(&repo, &TargetSpec::Staged).unwrap();
        assert_eq!(files(&staged.diff), ["M f.txt"]);
        assert_eq!(staged.request.notes, ["in conflict, so not staged: f.txt"]);
        assert_eq!(repo.state(), before);
    }
}

#[test]
fn a_submodule_shows_its_new_commit_and_a_repository_inside_is_named_in_a_note() {
    let repo = Repo::with_history();
    let other = repo.outside().join("other");
    fs::create_dir(&other).unwrap();
    let git = |dir: &Path, args: &[&str]| {
        let (ok, out, err) = repo.try_git_at(dir, args);
        assert!(ok, "{args:?}: {err}");
        out
    };
    git(&other, &["init", "-q", "-b", "main"]);
    git(&other, &["commit", "-q", "--allow-empty", "-m", "one"]);
    git(repo.root(), &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../other", "sub"]);
    repo.commit("submodule");
    git(&repo.root().join("sub"), &["commit", "-q", "--allow-empty", "-m", "two"]);
    fs::create_dir(repo.root().join("nested")).unwrap();
    git(&repo.root().join("nested"), &["init", "-q"]);
    git(&repo.root().join("nested"), &["commit", "-q", "--allow-empty", "-m", "n"]);
    let taken = take(&repo, &TargetSpec::Wip).unwrap();
    assert_eq!(files(&taken.diff), ["M sub"]);
    assert!(String::from_utf8(bytes(&taken.diff)).unwrap().contains("+Subproject commit "));
    let notes = taken.request.notes;
    assert!(notes.iter().any(|n| n.contains("a repository of its own") && n.contains("nested/")), "{notes:?}");
}

#[test]
fn huge_and_very_many_untracked_files_are_left_out_with_a_note() {
    let repo = Repo::with_history();
    fs::File::create(repo.root().join("huge.bin")).unwrap().set_len(9 << 20).unwrap();
    for n in 0..2_005 {
        fs::write(repo.root().join(format!("many-{n:04}")), "x\n").unwrap();
    }
    let taken = take(&repo, &TargetSpec::Wip).unwrap();
    assert_eq!(taken.diff.files.len(), 2_000);
    let notes = taken.request.notes;
    assert!(notes.iter().any(|n| n.contains("too large") && n.ends_with(": huge.bin")), "{notes:?}");
    assert!(notes.iter().any(|n| n.contains("many-2000, many-2001, many-2002 and 2 more")), "{notes:?}");
}

#[test]
fn a_file_changed_in_the_second_the_index_was_written_is_seen_beside_untracked_ones() {
    for round in 0..5 {
        let repo = Repo::with_history();
        repo.write("u.txt", "u\n");
        repo.write("a.txt", "ONE\n2\nthree\n");
        repo.git(&["add", "a.txt"]);
        // The same length, and for the clock of the file system perhaps the same moment.
        repo.write("a.txt", "TWO\n2\nthree\n");
        let text = String::from_utf8(bytes(&take(&repo, &TargetSpec::Wip).unwrap().diff)).unwrap();
        assert!(text.contains("+TWO"), "round {round}: {text}");
    }
}

#[test]
fn touched_but_equal_files_are_no_change() {
    let repo = Repo::with_history();
    fs::File::options()
        .write(true)
        .open(repo.root().join("a.txt"))
        .unwrap()
        .set_modified(std::time::UNIX_EPOCH)
        .unwrap();
    repo.write("u.txt", "u\n");
    let taken = take(&repo, &TargetSpec::Wip).unwrap();
    assert_eq!(files(&taken.diff), ["A u.txt"]);
}

#[test]
fn a_file_that_became_a_link_is_shown_as_git_does() {
    let repo = Repo::with_history();
    fs::remove_file(repo.root().join("a.txt")).unwrap();
    std::os::unix::fs::symlink("b.txt", repo.root().join("a.txt")).unwrap();
    let taken = take(&repo, &TargetSpec::Wip).unwrap();
    assert_eq!(files(&taken.diff), ["D a.txt", "A a.txt"]);
}
