//! Fetching a pull request's commits leaves everything of the person's as it is.

use std::sync::atomic::AtomicBool;

use prr::edge::git::{Discovery, Git, GitError};

use crate::support::repo::Repo;

/// A server's repository with a pull request, and a clone that does not have it.
struct Scene {
    server: Repo,
    clone: Repo,
    base: String,
    head: String,
}

impl Scene {
    fn new() -> Self {
        let server = Repo::with_history();
        let base = server.git(&["rev-parse", "HEAD"]);
        let clone = Repo::none();
        let url = server.root().to_str().unwrap().to_owned();
        let (ok, _, err) = clone.try_git_at(clone.root(), &["clone", "-q", &url, "."]);
        assert!(ok, "{err}");
        server.git(&["checkout", "-q", "-b", "topic"]);
        server.write("c.txt", "new\n");
        let head = server.commit("the change");
        server.git(&["update-ref", "refs/pull/7/head", &head]);
        server.git(&["checkout", "-q", "main"]);
        server.write("a.txt", "moved on\n");
        let base_now = server.commit("main moves on");
        server.git(&["tag", "a-tag"]);
        server.git(&["branch", "-D", "-q", "topic"]);
        assert_ne!(base, base_now);
        Self { server, clone, base: base_now, head }
    }

    fn url(&self) -> String {
        self.server.root().to_str().unwrap().to_owned()
    }

    fn git<'s>(&self, stop: &'s AtomicBool) -> Git<'s> {
        Git::new(self.clone.root(), self.clone.variables(), Discovery::Directory, stop)
    }
}

/// Everything below `.git` that is neither an object nor ours.
fn theirs(repo: &Repo) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut files = repo.dot_git();
    files.retain(|(path, _)| {
        let path = path.to_string_lossy();
        !path.contains("/.git/objects/") && !path.contains("/.git/refs/prr/")
    });
    files
}

#[test]
fn a_fetch_of_a_pull_request_changes_nothing_but_objects_and_names_of_ours() {
    let scene = Scene::new();
    let marks = scene.clone.outside().join("marks");
    // Whatever a fetch could be told to do on the side.
    for hook in ["reference-transaction", "post-checkout", "pre-auto-gc", "post-merge"] {
        let path = format!(".git/hooks/{hook}");
        scene.clone.write(&path, &format!("#!/bin/sh\ntouch '{}'\n", marks.display()));
        scene.clone.git(&["update-index", "--refresh", "-q"]);
        std::fs::set_permissions(scene.clone.root().join(path), std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
    }
    for (key, value) in [
        ("fetch.prune", "true"),
        ("fetch.pruneTags", "true"),
        ("remote.origin.prune", "true"),
        ("remote.origin.tagOpt", "--tags"),
        ("remote.origin.followRemoteHEAD", "always"),
        ("core.logAllRefUpdates", "always"),
        ("fetch.writeCommitGraph", "true"),
        ("fetch.recurseSubmodules", "true"),
        ("gc.auto", "1"),
        ("maintenance.auto", "true"),
        ("fetch.all", "true"),
    ] {
        scene.clone.git(&["config", key, value]);
    }
    scene.clone.write("mine.txt", "not committed\n");
    let before = (scene.clone.git(&["status", "--porcelain"]), theirs(&scene.clone));
    let stop = AtomicBool::new(false);
    let git = scene.git(&stop);
    assert!(!git.has_commit(&scene.head) && !git.has_commit(&scene.base));
    assert_eq!(git.fetch_pull_head(&scene.url(), 7).unwrap(), scene.head);
    git.fetch_commit(&scene.url(), &scene.base, 7, "base").unwrap();
    assert!(git.has_commit(&scene.head) && git.has_commit(&scene.base));
    let after = (scene.clone.git(&["--no-optional-locks", "status", "--porcelain"]), theirs(&scene.clone));
    assert_eq!(before.0, after.0);
    let names =
        |files: &[(std::path::PathBuf, Vec<u8>)]| files.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
    assert_eq!(names(&before.1), names(&after.1));
    assert!(before.1 == after.1, "a file of .git changed");
    assert!(!marks.exists(), "a hook ran");
    let refs = scene.clone.git(&["for-each-ref", "--format=%(refname)", "refs/prr"]);
    assert_eq!(refs, "refs/prr/pull/7/base\nrefs/prr/pull/7/head");
}

#[test]
fn a_pull_request_that_is_forced_is_fetched_again() {
    let scene = Scene::new();
    let stop = AtomicBool::new(false);
    let git = scene.git(&stop);
    git.fetch_pull_head(&scene.url(), 7).unwrap();
    let other = scene.server.git(&["commit-tree", "HEAD^{tree}", "-m", "another history"]);
    scene.server.git(&["update-ref", "refs/pull/7/head", &other]);
    assert_eq!(git.fetch_pull_head(&scene.url(), 7).unwrap(), other);
}

#[test]
fn what_cannot_be_fetched_is_said_in_gits_words() {
    let scene = Scene::new();
    let stop = AtomicBool::new(false);
    let git = scene.git(&stop);
    let missing = git.fetch_pull_head(&scene.url(), 8).unwrap_err();
    assert!(missing.stderr().contains("refs/pull/8/head"), "{missing}");
    assert!(matches!(git.fetch_commit(&scene.url(), "--upload-pack=x", 7, "base"), Err(GitError::Refused { .. })));
    let dash = git.fetch_pull_head("--upload-pack=touch x", 7).unwrap_err();
    assert!(dash.is_refusal(), "{dash}");
    assert!(!scene.clone.root().join("x").exists());
}

#[test]
fn a_file_is_read_as_it_is_in_a_commit() {
    let scene = Scene::new();
    let stop = AtomicBool::new(false);
    let git = scene.git(&stop);
    git.fetch_pull_head(&scene.url(), 7).unwrap();
    let found = git.file_at(&scene.head, "c.txt", 100).unwrap();
    assert_eq!(found, prr::edge::git::TreeFile::File(b"new\n".to_vec()));
    assert_eq!(git.file_at(&scene.head, "none", 100).unwrap(), prr::edge::git::TreeFile::Missing);
}
