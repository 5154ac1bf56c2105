//! The index agrees with git about every commit of real histories (`fixtures/diff/histories`).

use std::{fs, path::PathBuf};

use prr::core::diff;

use super::git::{self, assert_agrees, numstat_of, summary_of};

fn histories() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/diff/histories");
    let mut logs: Vec<_> = fs::read_dir(root).unwrap().map(|e| e.unwrap().path()).collect();
    logs.retain(|p| p.extension().is_some_and(|e| e == "log"));
    logs.sort();
    assert_eq!(logs.len(), 2);
    logs
}

#[test]
fn two_real_histories_are_counted_as_git_recorded_it() {
    for log in histories() {
        let diff = diff::parse(fs::read(&log).unwrap());
        assert!(diff.problems.is_empty(), "{log:?}: {:?}", diff.problems);
        assert_eq!(numstat_of(&diff), fs::read(log.with_extension("numstat")).unwrap(), "{log:?}");
        assert_eq!(summary_of(&diff), fs::read(log.with_extension("summary")).unwrap(), "{log:?}");
    }
}

#[test]
fn every_commit_of_two_real_histories_agrees_with_the_git_at_hand() {
    for log in histories() {
        let bytes = fs::read(&log).unwrap();
        let commits = split_commits(&bytes);
        assert!(commits.len() >= 7, "{log:?}");
        for commit in commits {
            let diff = assert_agrees(commit, &format!("{log:?}"));
            assert!(diff.problems.is_empty() && !diff.files.is_empty(), "{log:?}: {:?}", diff.problems);
        }
    }
}

fn split_commits(log: &[u8]) -> Vec<&[u8]> {
    let mut starts: Vec<usize> = memchr::memmem::find_iter(log, b"\ncommit ").map(|at| at + 1).collect();
    starts.insert(0, 0);
    starts.push(log.len());
    starts.windows(2).map(|w| &log[w[0]..w[1]]).collect()
}

/// By hand: `PRR_DIFF_HISTORY=/path/to/repository` compares every commit of any history, and the log as a whole.
#[test]
fn every_commit_of_a_history_named_by_hand_agrees_with_git() {
    let Some(repository) = std::env::var_os("PRR_DIFF_HISTORY").map(PathBuf::from) else { return };
    let commits = git::git(&repository, &["rev-list", "--no-merges", "HEAD"]);
    for commit in String::from_utf8(commits).unwrap().lines() {
        for how in [&["-M"][..], &["-M", "-C", "-B", "--binary"], &["-U0", "--no-renames"], &["--full-index", "-W"]] {
            let args = [&["show", "--format=", "--no-ext-diff"], how, &[commit]].concat();
            let diff = assert_agrees(&git::git(&repository, &args), commit);
            assert!(diff.problems.is_empty(), "{commit}: {:?}", diff.problems);
        }
    }
    assert_agrees(&git::git(&repository, &["log", "-p", "--no-merges"]), "log -p");
}
