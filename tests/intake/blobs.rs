//! Blobs by id from one git that stays: bounded, never from the network, and it goes on after whatever went wrong.

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering},
};

use prr::edge::git::{Blobs, Discovery, Git, GitError, Variables};

use crate::support::repo::Repo;

/// A script in the place of git that notes that it was started, then goes on with `then`.
fn scripted(repo: &Repo, then: &str) -> Variables {
    let bin = repo.outside().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let (git, path) = (bin.join("git"), std::env::var("PATH").unwrap());
    let started = repo.outside().join("started");
    fs::write(&git, format!("#!/bin/sh\necho x >>'{}'\nPATH='{path}'\n{then}\n", started.display())).unwrap();
    crate::support::dirs::executable(&git);
    let mut variables = repo.variables();
    variables.push(("PATH".into(), format!("{}:{path}", bin.display()).into()));
    variables
}

fn starts(repo: &Repo) -> usize {
    fs::read_to_string(repo.outside().join("started")).unwrap_or_default().lines().count()
}

fn blobs<'a>(repo: &Repo, variables: Variables, most: usize, stop: &'a AtomicBool) -> Blobs<'a> {
    Blobs::new(Git::new(repo.root(), variables, Discovery::Directory, stop), most)
}

#[test]
fn many_blobs_and_what_is_missing_come_from_one_process() {
    let repo = Repo::with_history();
    let stop = AtomicBool::new(false);
    let mut blobs = blobs(&repo, scripted(&repo, "exec git \"$@\""), 1 << 20, &stop);
    assert_eq!(starts(&repo), 0, "nothing is started before it is needed");
    for _ in 0..3 {
        for (name, text) in [("HEAD:a.txt", "one\n2\nthree\n"), ("HEAD~1:a.txt", "one\ntwo\nthree\n")] {
            let id = repo.git(&["rev-parse", name]);
            assert_eq!(blobs.read(&id).unwrap().as_deref(), Some(text.as_bytes()));
            assert_eq!(blobs.read(&id[..9]).unwrap().as_deref(), Some(text.as_bytes()), "a cut id");
        }
        assert_eq!(blobs.read(&"1".repeat(40)).unwrap(), None);
        for nonsense in ["HEAD", "", "abc", "HEAD:a.txt", "1234567\n7654321", &"1".repeat(65)] {
            assert_eq!(blobs.read(nonsense).unwrap(), None, "{nonsense:?}");
        }
    }
    assert_eq!(starts(&repo), 1);
}

#[test]
fn the_empty_blob_and_one_of_many_pages_are_read_whole() {
    let repo = Repo::empty();
    let text: String = (0..100_000).map(|line| format!("line {line}\n")).collect();
    repo.write("long", &text);
    repo.write("empty", "");
    repo.commit("both");
    let stop = AtomicBool::new(false);
    let mut blobs = blobs(&repo, repo.variables(), 4 << 20, &stop);
    let id = |name: &str| repo.git(&["rev-parse", name]);
    assert_eq!(blobs.read(&id("HEAD:empty")).unwrap().as_deref(), Some(&b""[..]));
    assert!(blobs.read(&id("HEAD:long")).unwrap().is_some_and(|read| read == text.as_bytes()));
    assert_eq!(blobs.read(&id("HEAD:empty")).unwrap().as_deref(), Some(&b""[..]));
}

#[test]
fn what_is_too_large_or_no_blob_is_none_and_the_next_one_comes() {
    let repo = Repo::with_history();
    let stop = AtomicBool::new(false);
    let mut blobs = blobs(&repo, scripted(&repo, "exec git \"$@\""), 12, &stop);
    let id = |name: &str| repo.git(&["rev-parse", name]);
    for odd in ["HEAD:b.txt", "HEAD", "HEAD^{tree}"] {
        assert_eq!(blobs.read(&id(odd)).unwrap(), None, "{odd}");
        assert_eq!(blobs.read(&id("HEAD:a.txt")).unwrap().as_deref(), Some(&b"one\n2\nthree\n"[..]));
    }
    // Each of them costs a start and no more.
    assert_eq!(starts(&repo), 4);
}

#[test]
fn a_git_that_ends_or_talks_nonsense_is_an_error_and_is_not_asked_for_ever() {
    for then in ["exit 3", "read x; exit 0", "head -c 4096 /dev/zero"] {
        let repo = Repo::with_history();
        let stop = AtomicBool::new(false);
        let mut blobs = blobs(&repo, scripted(&repo, then), 1 << 20, &stop);
        let id = repo.git(&["rev-parse", "HEAD:a.txt"]);
        assert!(matches!(blobs.read(&id), Err(GitError::Os { .. })), "{then}");
        let failures = (0..50).filter(|_| blobs.read(&id).is_err()).count();
        assert!(failures < 20 && starts(&repo) < 20, "{then}: {failures}");
        assert_eq!(blobs.read(&id).unwrap(), None);
    }
}

#[test]
fn a_partial_clone_is_never_filled_from_where_it_came() {
    let repo = Repo::with_history();
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let clone = repo.outside().join("partial");
    let (from, to) = (format!("file://{}", repo.root().display()), clone.display().to_string());
    repo.git(&["clone", "-q", "--no-checkout", "--filter=blob:none", &from, &to]);
    let id = repo.git(&["rev-parse", "HEAD:a.txt"]);
    let missing = || repo.try_git_at(&clone, &["rev-list", "--objects", "--all", "--missing=print"]).1;
    assert!(missing().contains(&format!("?{id}")), "{}", missing());
    let stop = AtomicBool::new(false);
    // An older git does not know the variable that forbids it.
    let older = scripted(&repo, "unset GIT_NO_LAZY_FETCH\nexec git \"$@\"");
    for variables in [repo.variables(), older] {
        let mut blobs = Blobs::new(Git::new(&clone, variables, Discovery::Directory, &stop), 1 << 20);
        assert_eq!(blobs.read(&id).ok().flatten(), None);
    }
    assert!(missing().contains(&format!("?{id}")), "it was fetched");
}

#[test]
fn a_stop_is_obeyed_while_git_is_silent() {
    let repo = Repo::with_history();
    let stop = AtomicBool::new(false);
    let mut blobs = blobs(&repo, scripted(&repo, "read x; read y"), 1 << 20, &stop);
    let id = repo.git(&["rev-parse", "HEAD:a.txt"]);
    std::thread::scope(|scope| {
        let asked = scope.spawn(move || blobs.read(&id));
        while starts(&repo) == 0 {
            std::thread::yield_now();
        }
        stop.store(true, Ordering::Relaxed);
        assert!(matches!(asked.join().unwrap(), Err(GitError::Stopped)));
    });
}
