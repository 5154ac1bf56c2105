//! What cannot be reviewed gets one sentence that names it, a next step, and the right class.

use std::{fs, sync::atomic::AtomicBool};

use prr::{
    core::model::{FailureKind, TargetSpec},
    edge::intake::{IntakeError, Options, read},
};

use super::{named, options, take};
use crate::support::repo::Repo;

/// Refused as a target, with these words in the sentence and a hint.
fn refused(repo: &Repo, spec: &TargetSpec, words: &[&str]) -> IntakeError {
    let error = take(repo, spec).err().unwrap_or_else(|| panic!("{spec:?} was read"));
    check(&error, words);
    assert_eq!(error.kind(), FailureKind::Target, "{error}");
    error
}

fn check(error: &IntakeError, words: &[&str]) {
    let sentence = error.to_string();
    for word in words {
        assert!(sentence.contains(word), "{word:?} is not in {sentence:?}");
    }
    assert!(sentence.ends_with('.') && !sentence.contains('\n'), "{sentence:?}");
    assert!(!error.hints().is_empty(), "no next step: {sentence:?}");
    let all = error.causes().join("") + &error.hints().join("") + &sentence;
    assert!(!all.chars().any(char::is_control), "{all:?}");
}

fn file(name: &str) -> TargetSpec {
    TargetSpec::File(name.into())
}

#[test]
fn outside_a_repository() {
    let repo = Repo::none();
    let place = repo.root().to_str().unwrap();
    for spec in
        [named("HEAD~1..HEAD"), named("a...b"), named("main"), TargetSpec::Nothing, TargetSpec::Wip, TargetSpec::Staged]
    {
        refused(&repo, &spec, &["Not in a git repository", place]);
    }
}

#[test]
fn names_that_git_does_not_know() {
    let repo = Repo::with_history();
    refused(&repo, &named("nosuch"), &["`nosuch`", "no branch, tag, commit or file"]);
    refused(&repo, &named("main..nosuch"), &["`nosuch`"]);
    refused(&repo, &named("nosuch...main"), &["`nosuch`"]);
    refused(&repo, &named("HEAD~9..HEAD"), &["`HEAD~9`"]);
    refused(&repo, &named("HEAD~9"), &["`HEAD~9`"]);
    refused(&repo, &named("HEAD:a.txt"), &["`HEAD:a.txt`", "no commit"]);
    refused(&repo, &named("@{u}.."), &["`@{u}`"]);
    refused(&repo, &TargetSpec::Branch("HEAD".to_owned()), &["`HEAD`", "no branch"]);
    refused(&repo, &named("a b"), &["`a b`"]);
    let mut with_base = options(&repo);
    with_base.base = Some("nosuch".to_owned());
    let error = read(&TargetSpec::Nothing, &with_base, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
    check(&error, &["`nosuch`"]);
}

#[test]
fn an_abbreviation_that_fits_several_commits_tells_them() {
    let repo = Repo::with_history();
    // git wants four digits; among so many ids two that begin alike are all but certain, and always the same two.
    let mut ids: Vec<String> =
        (0..600).map(|n| repo.git(&["commit-tree", "-m", &n.to_string(), "HEAD^{tree}"])).collect();
    ids.sort();
    let Some(twins) = ids.windows(2).find(|w| w[0][..4] == w[1][..4] && w[0] != w[1]) else { panic!("no twins") };
    let error = refused(&repo, &named(&twins[0][..4]), &[&twins[0][..4]]);
    assert!(error.causes().iter().any(|c| c.contains("ambiguous")), "{:?}", error.causes());
}

#[test]
fn what_looks_like_an_option_never_reaches_git() {
    let repo = Repo::with_history();
    for spec in [
        named("--output=x"),
        named("-O"),
        named("--output=x..HEAD"),
        named("HEAD..--output=x"),
        TargetSpec::Branch("--help".to_owned()),
    ] {
        let error = take(&repo, &spec).unwrap_err();
        assert!(error.to_string().contains("begins with a dash"), "{error}");
        assert_eq!(error.kind(), FailureKind::Usage);
    }
    assert!(!repo.root().join("x").exists());
}

#[test]
fn a_repository_without_commits() {
    let repo = Repo::empty();
    for spec in [named("HEAD"), named("HEAD~1..HEAD"), named("main..."), TargetSpec::Branch("main".to_owned())] {
        refused(&repo, &spec, &["no commits yet"]);
    }
    for spec in [TargetSpec::Nothing, TargetSpec::Wip, TargetSpec::Staged] {
        assert!(matches!(take(&repo, &spec), Err(IntakeError::Empty { .. })), "{spec:?}");
    }
}

#[test]
fn histories_without_a_common_ancestor_are_both_named() {
    let repo = Repo::with_history();
    repo.git(&["checkout", "-q", "--orphan", "island"]);
    repo.commit("alone");
    refused(&repo, &named("main...island"), &["`main`", "`island`", "no common ancestor"]);
    refused(&repo, &TargetSpec::Nothing, &["`main`", "`island`"]);
    refused(&repo, &named("island"), &["`main`", "`island`"]);
}

#[test]
fn a_shallow_clone_says_how_to_get_the_rest() {
    let repo = Repo::with_history();
    repo.git(&["checkout", "-q", "-b", "side", "HEAD~1"]);
    repo.write("side.txt", "s\n");
    repo.commit("side");
    let shallow = repo.outside().join("shallow");
    let from = format!("file://{}", repo.root().display());
    let args = ["clone", "-q", "--depth=1", "--no-single-branch", "-b", "side", &from, shallow.to_str().unwrap()];
    let (ok, _, err) = repo.try_git_at(&repo.outside(), &args);
    assert!(ok, "{err}");
    let there = Options { dir: shallow, ..options(&repo) };
    for (spec, words) in [
        (named("origin/main...side"), vec!["origin/main", "side", "shallow"]),
        (TargetSpec::Nothing, vec!["origin/", "side", "shallow"]),
        (named("HEAD"), vec!["parent", "shallow"]),
        (named("HEAD~1..HEAD"), vec!["HEAD~1"]),
    ] {
        let base = matches!(spec, TargetSpec::Nothing).then(|| "origin/main".to_owned());
        let error = read(&spec, &Options { base, ..there.clone() }, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
        check(&error, &words);
        assert!(error.hints().iter().any(|h| h.contains("git fetch --unshallow")), "{:?}", error.hints());
    }
}

#[test]
fn a_bare_repository_has_no_work_in_progress() {
    let repo = Repo::with_history();
    let bare = repo.outside().join("bare.git");
    repo.git(&["clone", "-q", "--bare", repo.root().to_str().unwrap(), bare.to_str().unwrap()]);
    for dir in [bare, repo.root().join(".git")] {
        let there = Options { dir, ..options(&repo) };
        for spec in [TargetSpec::Wip, TargetSpec::Staged] {
            let error = read(&spec, &there, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
            check(&error, &["has no working tree"]);
        }
    }
}

#[test]
fn a_branch_without_a_base() {
    let repo = Repo::with_history();
    let error = refused(&repo, &named("main"), &["`main`", "no branch to compare"]);
    assert!(error.hints()[0].contains("--base"), "{:?}", error.hints());
}

#[test]
fn no_change_is_said_in_the_words_that_scripts_know() {
    let repo = Repo::with_history();
    let message = |spec: &TargetSpec| match take(&repo, spec) {
        Err(error @ IntakeError::Empty { .. }) => error.to_string(),
        other => panic!("{spec:?}: {other:?}"),
    };
    assert_eq!(message(&named("HEAD..HEAD")), "No changes detected.");
    assert_eq!(message(&TargetSpec::Wip), "No changes detected.");
    assert_eq!(message(&TargetSpec::Staged), "No changes detected.");
    assert_eq!(message(&TargetSpec::Nothing), "No changes detected.");
    repo.git(&["checkout", "-q", "-b", "topic"]);
    assert_eq!(message(&TargetSpec::Nothing), "No changes detected on current branch vs main.");
    assert_eq!(message(&named("topic")), "No changes detected on current branch vs main.");
    fs::write(repo.root().join("empty.diff"), "\n \n").unwrap();
    assert_eq!(message(&file("empty.diff")), "No changes detected.");
}

#[test]
fn files_that_cannot_be_read_as_a_diff() {
    let repo = Repo::with_history();
    fs::write(repo.root().join("prose.diff"), "Dear all,\n--- nothing\n+++ here\n").unwrap();
    fs::create_dir(repo.root().join("folder")).unwrap();
    std::os::unix::fs::symlink("gone", repo.root().join("dangling.diff")).unwrap();
    std::os::unix::fs::symlink("loop.diff", repo.root().join("loop.diff")).unwrap();
    refused(&repo, &file("prose.diff"), &["`prose.diff`", "holds no diff"]);
    refused(&repo, &file("nosuch.diff"), &["`nosuch.diff`", "no file"]);
    refused(&repo, &file("./folder"), &["`./folder`", "directory"]);
    refused(&repo, &named("folder"), &["`folder`", "directory"]);
    refused(&repo, &named(".."), &["`..`", "directory"]);
    refused(&repo, &file("dangling.diff"), &["`dangling.diff`", "cannot be read"]);
    refused(&repo, &file("loop.diff"), &["`loop.diff`", "cannot be read"]);
    refused(&repo, &file("a.txt/x.diff"), &["`a.txt/x.diff`"]);
    refused(&repo, &file("/dev/zero"), &["`/dev/zero`", "holds no diff"]);
    refused(&repo, &file("bad\u{1b}[2Jname.diff"), &["bad\u{fffd}[2Jname.diff"]);
}

#[test]
fn pull_requests_are_recognised_and_refused_for_now() {
    let repo = Repo::with_history();
    for target in ["17", "own/repo#17", "https://example.invalid/own/repo/pull/17"] {
        refused(&repo, &TargetSpec::Pull(target.to_owned()), &[target, "pull request"]);
    }
}

#[test]
fn a_damaged_repository_shows_what_git_said() {
    let repo = Repo::with_history();
    let blob = repo.git(&["rev-parse", "HEAD~1:a.txt"]);
    let object = repo.root().join(".git/objects").join(&blob[..2]).join(&blob[2..]);
    fs::remove_file(&object).unwrap();
    let error = refused(&repo, &named("HEAD~1..HEAD"), &["git diff-tree failed"]);
    assert!(error.causes().iter().any(|c| c.contains(&blob)), "{:?}", error.causes());
    fs::write(repo.root().join(".git/config"), "[core\n").unwrap();
    let error = refused(&repo, &named("HEAD~1..HEAD"), &["git "]);
    assert!(error.causes().iter().any(|c| c.contains("config")), "{:?}", error.causes());
}

#[test]
fn another_user_s_repository_is_refused_with_the_remedy() {
    let repo = Repo::with_history();
    // Only root may give a folder away; elsewhere there is nothing to test.
    if std::os::unix::fs::chown(repo.root(), Some(12_345), None).is_err() {
        return;
    }
    std::os::unix::fs::chown(repo.root().join(".git"), Some(12_345), None).unwrap();
    let error = read(&named("HEAD"), &options(&repo), &AtomicBool::new(false), &mut |_| {}).unwrap_err();
    check(&error, &["does not trust", repo.root().to_str().unwrap()]);
    assert!(error.hints()[0].contains("safe.directory"));
}

#[test]
fn a_missing_git_is_named_and_a_diff_file_still_works() {
    let repo = Repo::with_history();
    fs::write(repo.root().join("x.diff"), repo.git(&["diff", "HEAD~1", "HEAD"]) + "\n").unwrap();
    let mut without = options(&repo);
    without.variables.as_mut().unwrap().push(("PATH".into(), "/nowhere".into()));
    for spec in [named("HEAD"), named("HEAD~1..HEAD"), TargetSpec::Nothing, TargetSpec::Wip] {
        let error = read(&spec, &without, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
        check(&error, &["`git` was not found"]);
    }
    assert!(read(&file("x.diff"), &without, &AtomicBool::new(false), &mut |_| {}).is_ok());
}
