//! Every bad target: one sentence that names it, the next step, PRODUCT's exit code, nothing on stdout, nothing
//! written.

use std::{fs, path::Path, process::Output};

use super::{run, text};
use crate::support::{dirs::Home, repo::Repo};

/// Refused in `review` and `plan` alike.
#[track_caller]
fn refused(dir: &Path, args: &[&str], code: i32, words: &[&str]) {
    let home = Home::new();
    for command in ["review", "plan"] {
        let output = run(&home, dir, &[&[command], args].concat());
        told(&output, code, words);
        assert_eq!(text(&output.stdout), "", "{command} {args:?}");
    }
    let written: Vec<_> = crate::pty::files(home.path());
    assert!(written.is_empty(), "{written:?}");
}

#[track_caller]
fn told(output: &Output, code: i32, words: &[&str]) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for word in words {
        assert!(said.contains(word), "{word:?} is not in {said}");
    }
    assert!(said.starts_with("prr: ") && said.contains("  try: "), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("prr: ")).count(), 1, "{said}");
}

#[test]
fn outside_a_repository() {
    let repo = Repo::none();
    for args in [&["HEAD~1..HEAD"][..], &["main"], &[], &["--wip"], &["--staged"]] {
        refused(repo.root(), args, 3, &["Not in a git repository", repo.root().to_str().unwrap()]);
    }
}

#[test]
fn names_that_are_not_known() {
    let repo = Repo::with_history();
    refused(repo.root(), &["nosuch"], 3, &["`nosuch`"]);
    refused(repo.root(), &["main..nosuch"], 3, &["`nosuch`"]);
    refused(repo.root(), &["--base", "nosuch"], 3, &["`nosuch`"]);
    refused(repo.root(), &["nosuch.diff"], 3, &["`nosuch.diff`"]);
    refused(repo.root(), &["HEAD~9"], 3, &["`HEAD~9`"]);
}

#[test]
fn a_repository_without_commits_or_without_a_common_ancestor_or_shallow() {
    refused(Repo::empty().root(), &["HEAD~1..HEAD"], 3, &["no commits yet", "--wip"]);
    let repo = Repo::with_history();
    repo.git(&["checkout", "-q", "--orphan", "other"]);
    repo.commit("another root");
    refused(
        repo.root(),
        &["main...other"],
        3,
        &["no common ancestor", "main..other` compares|A..B"].map(|w| w.split('|').next_back().unwrap()),
    );
    let whole = Repo::with_history();
    let shallow = Repo::none();
    let url = format!("file://{}", whole.root().display());
    let (ok, _, err) = shallow.try_git_at(&shallow.outside(), &["clone", "-q", "--depth", "1", &url, "shallow"]);
    assert!(ok, "{err}");
    refused(&shallow.outside().join("shallow"), &["HEAD~1..HEAD"], 3, &["--unshallow"]);
    refused(&shallow.outside().join("shallow"), &["HEAD"], 3, &["shallow clone", "--unshallow"]);
}

#[test]
fn files_that_cannot_be_a_diff() {
    let repo = Repo::none();
    fs::create_dir(repo.root().join("dir")).unwrap();
    fs::write(repo.root().join("prose.diff"), "only words\n").unwrap();
    refused(repo.root(), &["./dir"], 3, &["`./dir` is a directory"]);
    refused(repo.root(), &["prose.diff"], 3, &["`prose.diff` holds no diff"]);
    // Read like a file, refused by the system whoever asks.
    refused(repo.root(), &["/proc/self/mem"], 3, &["`/proc/self/mem` cannot be read"]);
}

#[test]
fn a_pull_request_that_no_remote_tells_apart_is_refused_with_how_to_name_it() {
    let repo = Repo::with_history();
    for target in ["12", "#12"] {
        refused(repo.root(), &[target], 3, &["12 is the number of a pull request", "no remote", "OWNER/REPO#NUMBER"]);
    }
}

#[test]
fn an_empty_change_is_no_failure() {
    let repo = Repo::with_history();
    let home = Home::new();
    for args in [&["HEAD..HEAD"][..], &["--wip"], &["--staged"]] {
        let output = run(&home, repo.root(), &[&["review"], args].concat());
        told(&output, 0, &["No changes"]);
    }
    fs::write(repo.root().join("empty.diff"), "").unwrap();
    told(&run(&home, repo.root(), &["review", "empty.diff"]), 0, &["No changes"]);
}

#[test]
fn usage_errors_have_code_two() {
    let repo = Repo::with_history();
    let home = Home::new();
    for args in [&[][..], &["nosuch"], &["review", "--nosuch"], &["review", "--wip", "main"], &["log", "replay"]] {
        let output = run(&home, repo.root(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_record_that_cannot_be_written_is_said_and_is_no_success() {
    let repo = Repo::none();
    let home = Home::new();
    fs::write(repo.root().join("x.diff"), crate::pty::CHANGE).unwrap();
    let output = run(&home, repo.root(), &["review", "x.diff", "--record", "no/such/folder/run.jsonl"]);
    told(&output, 2, &["`no/such/folder/run.jsonl` cannot be written"]);
    assert_eq!(text(&output.stdout), "");
    assert_eq!(crate::pty::files(home.path()).len(), 0);
}

#[test]
fn a_logbook_that_is_named_and_cannot_be_replayed_is_a_bad_target() {
    let home = Home::new();
    let output = run(&home, &home.work(), &["log", "replay", "nowhere.jsonl"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("nowhere.jsonl"), "{}", text(&output.stderr));
}
