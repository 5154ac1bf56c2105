//! Targets as typed, read from real repositories, files and pipes.

mod bad_input;
mod blobs;
mod hostile;
mod process;
mod stdin;
mod streaming;
mod targets;
mod work;

use std::sync::atomic::AtomicBool;

use prr::{
    core::model::{Diff, TargetSpec},
    edge::intake::{IntakeError, Options, Taken, read},
};

use crate::support::repo::Repo;

/// Options that stay inside a repository's folder.
fn options(repo: &Repo) -> Options {
    Options { dir: repo.root().to_owned(), variables: Some(repo.variables()), ..Options::default() }
}

/// Reads a target in a repository.
fn take(repo: &Repo, spec: &TargetSpec) -> Result<Taken, IntakeError> {
    read(spec, &options(repo), &AtomicBool::new(false), &mut |_| {})
}

fn named(name: &str) -> TargetSpec {
    TargetSpec::Named(name.to_owned())
}

/// Paths with git's letters, in diff order.
fn files(diff: &Diff) -> Vec<String> {
    let letter = |ix| diff.file(ix).map_or('?', |f| f.status.letter());
    diff.file_numbers().map(|ix| format!("{} {}", letter(ix), diff.path(ix).lossy())).collect()
}

/// The bytes that were indexed.
fn bytes(diff: &Diff) -> Vec<u8> {
    diff.text.segments().flat_map(|(_, segment)| segment.iter().copied()).collect()
}
