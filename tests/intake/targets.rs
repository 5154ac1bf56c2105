//! Ranges, commits, branches and nothing, in made repositories.

use std::fs;

use prr::core::model::{TargetKind, TargetSpec};

use super::{bytes, files, named, options, take};
use crate::support::repo::Repo;

/// `main` with two commits, `feature/One` with one commit of its own, checked out; `main` went on.
fn forked() -> Repo {
    let repo = Repo::with_history();
    repo.git(&["checkout", "-q", "-b", "feature/One"]);
    repo.write("new.txt", "new\n");
    repo.commit("own work");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("b.txt", "main went on\n");
    repo.commit("main went on");
    repo.git(&["checkout", "-q", "feature/One"]);
    repo
}

#[test]
fn a_range_is_read_as_git_reads_it() {
    let repo = forked();
    let git = |args: &[&str]| repo.git(args);
    let flags = ["-M", "--full-index", "--no-color"];
    for (typed, plain) in [
        ("main..feature/One", vec!["main", "feature/One"]),
        ("main..", vec!["main", "HEAD"]),
        ("..main", vec!["HEAD", "main"]),
        ("main...feature/One", vec!["main...feature/One"]),
        ("main...", vec!["main...HEAD"]),
        ("HEAD~1..HEAD", vec!["HEAD~1", "HEAD"]),
    ] {
        let taken = take(&repo, &named(typed)).unwrap();
        let expected = git(&[&["diff"][..], &flags, &plain].concat());
        assert_eq!(String::from_utf8(bytes(&taken.diff)).unwrap().trim_end_matches('\n'), expected, "{typed}");
        assert_eq!(taken.request.kind, TargetKind::Range);
        assert_eq!(taken.request.title, typed);
        let (a, b) = (taken.request.base_sha.unwrap(), taken.request.head_sha.unwrap());
        assert_eq!(taken.request.pr_ref, format!("range-{}-{}", &a[..12], &b[..12]));
        assert_eq!(taken.request.diff_hash.len(), 64);
    }
}

#[test]
fn a_symmetric_range_has_the_merge_base_for_its_base() {
    let repo = forked();
    let taken = take(&repo, &named("main...feature/One")).unwrap();
    assert_eq!(taken.request.base_sha, Some(repo.git(&["merge-base", "main", "feature/One"])));
    assert_eq!(files(&taken.diff), ["A new.txt"]);
}

#[test]
fn a_commit_is_taken_against_its_first_parent_and_a_root_against_nothing() {
    let repo = Repo::with_history();
    for spelling in ["HEAD", "@", &repo.git(&["rev-parse", "HEAD"])[..9], ":/2 for two", "HEAD^{commit}"] {
        let taken = take(&repo, &named(spelling)).unwrap();
        assert_eq!(taken.request.kind, TargetKind::Commit, "{spelling}");
        assert_eq!(taken.request.title, "second: 2 for two");
        assert_eq!(taken.request.pr_ref, format!("commit-{}", &repo.git(&["rev-parse", "HEAD"])[..12]));
        assert_eq!(taken.request.base_sha, Some(repo.git(&["rev-parse", "HEAD~1"])));
        assert_eq!(files(&taken.diff), ["M a.txt"]);
    }
    let root = take(&repo, &named("HEAD~1")).unwrap();
    assert_eq!(files(&root.diff), ["A a.txt", "A b.txt", "A run.sh"]);
}

#[test]
fn a_merge_commit_says_that_its_first_parent_was_taken() {
    let repo = forked();
    repo.git(&["merge", "-q", "--no-edit", "main"]);
    let taken = take(&repo, &named("HEAD")).unwrap();
    assert_eq!(files(&taken.diff), ["M b.txt"]);
    assert!(taken.request.notes.iter().any(|n| n.contains("merge commit")), "{:?}", taken.request.notes);
}

#[test]
fn an_annotated_tag_and_a_branch_of_digits_are_found() {
    let repo = forked();
    repo.git(&["tag", "-a", "-m", "x", "v1", "main"]);
    repo.git(&["branch", "123", "feature/One"]);
    assert_eq!(take(&repo, &named("v1")).unwrap().request.kind, TargetKind::Commit);
    assert_eq!(take(&repo, &named("v1..")).unwrap().request.base_sha, Some(repo.git(&["rev-parse", "main"])));
    for spec in [TargetSpec::Branch("123".to_owned()), named("refs/heads/123")] {
        let taken = take(&repo, &spec).unwrap();
        assert_eq!((taken.request.kind, taken.request.pr_ref.as_str()), (TargetKind::Branch, "branch-123"));
        assert_eq!(files(&taken.diff), ["A new.txt"]);
    }
}

#[test]
fn a_branch_is_compared_with_the_merge_base_and_the_base_is_named() {
    let repo = forked();
    for spec in [named("feature/One"), TargetSpec::Branch("feature/One".to_owned()), TargetSpec::Nothing] {
        let taken = take(&repo, &spec).unwrap();
        assert_eq!(taken.request.kind, TargetKind::Branch, "{spec:?}");
        assert_eq!(files(&taken.diff), ["A new.txt"]);
        assert_eq!(taken.request.title, "feature/One");
        assert!(taken.request.pr_ref.starts_with("branch-feature-one-"), "{}", taken.request.pr_ref);
        assert_eq!(taken.request.base_sha, Some(repo.git(&["merge-base", "main", "HEAD"])));
        assert!(taken.request.notes[0].starts_with("base: main ("), "{:?}", taken.request.notes);
    }
}

#[test]
fn a_base_that_is_given_wins_and_origin_head_comes_before_main() {
    let repo = forked();
    repo.git(&["branch", "trunk", "main~1"]);
    repo.git(&["update-ref", "refs/remotes/origin/dev", "main~2"]);
    repo.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev"]);
    let taken = take(&repo, &TargetSpec::Nothing).unwrap();
    assert!(taken.request.notes[0].starts_with("base: origin/dev ("), "{:?}", taken.request.notes);
    assert_eq!(files(&taken.diff), ["M a.txt", "A new.txt"]);
    let mut with_base = options(&repo);
    with_base.base = Some("trunk".to_owned());
    let stop = std::sync::atomic::AtomicBool::new(false);
    let taken = prr::edge::intake::read(&TargetSpec::Nothing, &with_base, &stop, &mut |_| {}).unwrap();
    assert_eq!(taken.request.notes[0], "base: trunk (--base)");
}

#[test]
fn a_branch_review_with_uncommitted_changes_says_so() {
    let repo = forked();
    repo.write("scratch.txt", "x");
    repo.write("a.txt", "changed");
    let notes = take(&repo, &TargetSpec::Nothing).unwrap().request.notes;
    assert!(notes.iter().any(|n| n.starts_with("2 paths have uncommitted changes")), "{notes:?}");
    let other = take(&repo, &named("main..feature/One")).unwrap().request.notes;
    assert_eq!(other, Vec::<String>::new());
}

#[test]
fn nothing_on_the_base_itself_is_the_work_in_progress() {
    let repo = Repo::with_history();
    repo.write("a.txt", "changed\n");
    let taken = take(&repo, &TargetSpec::Nothing).unwrap();
    assert_eq!(taken.request.kind, TargetKind::Wip);
    assert_eq!(taken.request.pr_ref, "wip-main");
    repo.git(&["checkout", "-q", "-b", "fresh"]);
    let taken = take(&repo, &TargetSpec::Nothing).unwrap();
    assert_eq!((taken.request.kind, taken.request.pr_ref.as_str()), (TargetKind::Wip, "wip-fresh"));
    assert!(taken.request.notes.iter().any(|n| n.contains("no commits of its own over main")));
}

#[test]
fn a_detached_head_with_commits_of_its_own_is_compared_with_the_base() {
    let repo = forked();
    repo.git(&["checkout", "-q", "--detach"]);
    let taken = take(&repo, &TargetSpec::Nothing).unwrap();
    assert_eq!(files(&taken.diff), ["A new.txt"]);
    assert!(taken.request.title.starts_with("detached HEAD at "), "{}", taken.request.title);
}

#[test]
fn a_revision_wins_over_a_file_of_its_name_and_says_how_to_get_the_file() {
    let repo = forked();
    fs::write(repo.root().join("main"), "x").unwrap();
    fs::create_dir(repo.root().join("feature")).unwrap();
    repo.git(&["tag", "feature/One", "main"]);
    let taken = take(&repo, &named("feature/One")).unwrap();
    assert_eq!(files(&taken.diff), ["A new.txt"]);
    assert!(taken.request.notes.iter().any(|n| n.contains("refs/tags/feature/One")), "{:?}", taken.request.notes);
    repo.git(&["branch", "file", "refs/heads/feature/One"]);
    fs::write(repo.root().join("file"), "x").unwrap();
    let taken = take(&repo, &named("file")).unwrap();
    assert!(taken.request.notes.iter().any(|n| n.contains("./file")), "{:?}", taken.request.notes);
}

#[test]
fn what_git_warns_of_is_told_in_a_note() {
    let repo = forked();
    repo.git(&["tag", "main", "main~1"]);
    let taken = take(&repo, &named("main..refs/heads/feature/One")).unwrap();
    assert!(taken.request.notes.iter().any(|n| n == "git: refname 'main' is ambiguous."), "{:?}", taken.request.notes);
}

#[test]
fn a_file_without_an_ending_is_found_when_no_revision_has_its_name() {
    let repo = Repo::with_history();
    fs::write(repo.root().join("change"), repo.git(&["diff", "HEAD~1", "HEAD"]) + "\n").unwrap();
    let taken = take(&repo, &named("change")).unwrap();
    assert_eq!(taken.request.kind, TargetKind::File);
    assert!(taken.request.pr_ref.starts_with("file-change-"), "{}", taken.request.pr_ref);
    assert_eq!(taken.request.repo_slug, "none");
    assert!(taken.repository.is_none());
    assert_eq!(take(&repo, &named("change")).unwrap().request.pr_ref, taken.request.pr_ref);
}

#[test]
fn names_with_unicode_and_odd_characters_are_branches_too() {
    let repo = forked();
    for name in ["grün/äpfel", "a+b=c,d", "deadbeef"] {
        repo.git(&["branch", name, "feature/One"]);
        let taken = take(&repo, &named(name)).unwrap();
        assert_eq!((taken.request.kind, taken.request.title.as_str()), (TargetKind::Branch, name));
    }
}

#[test]
fn a_linked_working_tree_names_the_main_one() {
    let repo = forked();
    let linked = repo.outside().join("linked");
    repo.git(&["worktree", "add", "-q", linked.to_str().unwrap(), "main"]);
    let mut there = options(&repo);
    there.dir = linked.clone();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let taken = prr::edge::intake::read(&named("HEAD"), &there, &stop, &mut |_| {}).unwrap();
    let repository = taken.repository.unwrap();
    assert_eq!(repository.root, repo.root());
    assert_eq!(repository.common_dir, repo.root().join(".git"));
}

#[test]
fn the_repository_is_called_by_its_remote_or_else_its_folder() {
    let repo = Repo::with_history();
    assert_eq!(take(&repo, &named("HEAD")).unwrap().request.repo_slug, "work");
    repo.git(&["remote", "add", "origin", "https://me:secret@git.example.invalid/Own/The-Repo.git"]);
    let taken = take(&repo, &named("HEAD")).unwrap();
    assert_eq!(taken.request.repo_slug, "The-Repo");
    assert_eq!(taken.repository.unwrap().remote.as_deref(), Some("git.example.invalid/Own/The-Repo"));
}

#[test]
fn a_bare_repository_and_the_inside_of_dot_git_have_ranges_and_branches() {
    let repo = forked();
    let bare = repo.outside().join("bare.git");
    repo.git(&["clone", "-q", "--bare", repo.root().to_str().unwrap(), bare.to_str().unwrap()]);
    let stop = std::sync::atomic::AtomicBool::new(false);
    for dir in [bare.clone(), repo.root().join(".git"), repo.root().join(".git/refs")] {
        let there = prr::edge::intake::Options { dir, ..options(&repo) };
        for spec in [named("main...feature/One"), named("feature/One")] {
            let taken = prr::edge::intake::read(&spec, &there, &stop, &mut |_| {}).unwrap();
            assert_eq!(files(&taken.diff), ["A new.txt"], "{:?} {spec:?}", there.dir);
        }
    }
}

#[test]
fn a_repository_with_sha256_ids_works_like_any_other() {
    let repo = Repo::none();
    let (supported, ..) = repo.try_git_at(repo.root(), &["init", "-q", "-b", "main", "--object-format=sha256"]);
    if !supported {
        return;
    }
    let repo = repo.filled();
    let taken = take(&repo, &named("HEAD~1")).unwrap();
    assert_eq!(files(&taken.diff), ["A a.txt", "A b.txt", "A run.sh"]);
    assert_eq!(taken.request.head_sha.unwrap().len(), 64);
    repo.write("u.txt", "u\n");
    assert_eq!(files(&take(&repo, &TargetSpec::Wip).unwrap().diff), ["A u.txt"]);
}

#[test]
fn a_target_is_the_whole_repository_also_from_a_folder_in_it() {
    let repo = Repo::with_history();
    repo.write("deep/er/x.txt", "x\n");
    repo.write("a.txt", "changed\n");
    let there = prr::edge::intake::Options { dir: repo.root().join("deep/er"), ..options(&repo) };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let taken = prr::edge::intake::read(&TargetSpec::Wip, &there, &stop, &mut |_| {}).unwrap();
    assert_eq!(files(&taken.diff), ["M a.txt", "A deep/er/x.txt"]);
    let taken = prr::edge::intake::read(&named("HEAD"), &there, &stop, &mut |_| {}).unwrap();
    assert_eq!(files(&taken.diff), ["M a.txt"]);
}
