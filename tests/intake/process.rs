//! The git process itself: played by a script, because a real git does not misbehave on request.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use prr::{
    core::model::TargetSpec,
    edge::intake::{IntakeError, Options, Progress, read},
};

use super::{named, options};
use crate::support::repo::Repo;

/// Options with a script in the place of git.
fn with_git(repo: &Repo, script: &str) -> Options {
    let bin = repo.outside().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let git = bin.join("git");
    fs::write(&git, format!("#!/bin/sh\n{script}\n")).unwrap();
    crate::support::dirs::executable(&git);
    let mut with = options(repo);
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    with.variables.as_mut().unwrap().push(("PATH".into(), path.into()));
    with
}

fn is_alive(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

/// Waits for something that must come to pass soon.
fn eventually(what: &str, condition: impl Fn() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what} did not come to pass");
        std::thread::yield_now();
    }
}

fn pids(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
}

#[test]
fn a_stopped_git_is_gone_with_its_own_children() {
    let repo = Repo::with_history();
    let (fifo, list): (PathBuf, PathBuf) = (repo.outside().join("fifo"), repo.outside().join("pids"));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let script = format!("cat '{}' & echo $! >>'{1}'; echo $$ >>'{1}'; wait", fifo.display(), list.display());
    let with = with_git(&repo, &script);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            eventually("two processes", || pids(&list).len() >= 2);
            stop.store(true, Ordering::Relaxed);
        });
        let stopped = read(&named("A..B"), &with, &stop, &mut |_| {});
        assert!(matches!(stopped, Err(IntakeError::Stopped)), "{stopped:?}");
    });
    for pid in pids(&list) {
        eventually("the end of a process", || !is_alive(&pid));
    }
}

#[test]
fn a_flood_of_complaints_neither_blocks_nor_fills_the_sentence() {
    let repo = Repo::with_history();
    let with = with_git(&repo, "yes 'fatal: \x1b[2J no' | head -c 3000000 >&2; exit 128");
    let error = read(&named("A..B"), &with, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
    let causes = error.causes();
    assert!((1..=6).contains(&causes.len()), "{causes:?}");
    assert!(causes.iter().all(|c| c.len() < 400 && !c.contains('\x1b')), "{causes:?}");
}

#[test]
fn a_git_that_fails_in_the_middle_is_no_whole_diff() {
    let repo = Repo::with_history();
    let text = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n";
    let with = with_git(&repo, &format!("printf '{}'; exit 128", text.replace('\n', "\\n")));
    let mut complete = false;
    let mut on = |progress| complete |= matches!(progress, Progress::Grew(diff) if diff.complete);
    let failed = read(&named("A..B"), &with, &AtomicBool::new(false), &mut on);
    assert!(matches!(failed, Err(IntakeError::Git { .. })), "{failed:?}");
    assert!(!complete, "a part was told as the whole");
}

#[test]
fn a_git_that_is_too_old_is_named_with_its_version() {
    let repo = Repo::with_history();
    let script = "for word; do [ \"$word\" = version ] && { echo git version 2.17.1; exit 0; }; done; exit 129";
    let with = with_git(&repo, script);
    for spec in [named("A..B"), TargetSpec::Nothing] {
        let error = read(&spec, &with, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
        assert_eq!(error.to_string(), "git version 2.17.1 is too old; 2.30 or newer is needed.");
    }
}

#[test]
fn git_gets_nothing_on_standard_input_and_no_variable_that_it_must_not_see() {
    let repo = Repo::with_history();
    let seen = repo.outside().join("seen");
    let mut with = with_git(&repo, &format!("cat >>'{0}'; env >>'{0}'; exit 1", seen.display()));
    let variables = with.variables.as_mut().unwrap();
    variables.push(("GIT_EXTERNAL_DIFF".into(), "x".into()));
    variables.push(("GIT_CONFIG_COUNT".into(), "0".into()));
    let _ = read(&named("HEAD"), &with, &AtomicBool::new(false), &mut |_| {});
    let seen = fs::read_to_string(seen).unwrap();
    assert!(!seen.contains("GIT_EXTERNAL_DIFF"), "{seen}");
    for kept in ["GIT_CONFIG_COUNT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C\n"] {
        assert!(seen.contains(kept), "{kept} is missing in {seen}");
    }
}
