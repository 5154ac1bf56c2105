//! A target as typed -> what to read, and reading it into an index while it grows.
//! Not parsing (core::diff), not arguments (cli), no terminal. Called by `app` only.
//!
//! `name` decides what a bare name is; `range`, `commit`, `branch`, `work` and `file` each read one kind; `feed`
//! turns bytes into an index; `error` has the sentences.

mod both_sides;
mod branch;
mod commit;
mod decode;
mod error;
mod feed;
mod file;
mod name;
mod names;
mod pull;
mod range;
mod repository;
mod settings;
mod side;
mod slug;
mod source;
mod specs;
mod symbols;
mod texts;
mod whole;
mod work;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

pub use crate::edge::git::{Discovery, Variables};
use crate::{
    core::model::{Diff, PullNews, Request, TargetKind, TargetSpec},
    edge::git::{Git, Got},
};
pub use both_sides::both_sides;
pub use error::IntakeError;
use feed::{Fed, Feed};
pub use names::NameCache;
pub use pull::{
    Clone, Closed, Hosts, NoPull, NoRemote, On, Parent, Piece, PullError, PullTarget, RemoteSeen, Send, Stack,
    StackError, Survey, ask, pull_target, read_pull, read_rest, stack_below, survey,
};
pub use repository::{GitFound, Repository, git_found, repository, tree_of};
pub use settings::{Around, SettingsBase, SettingsFile, SettingsFiles, Tracked as TrackedSettings, settings_files};
pub use side::{NoText, Sides, Wanted, remote_branch_with};
use source::Source;
pub use specs::{SpecFiles, messages_of, spec_files};
pub use symbols::{Tracked, TrackedFiles, blobs, distance, messages, tracked};
pub use texts::{Seen, Texts};

/// Where to resolve a target.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The directory to work in; empty = the current one.
    pub dir: PathBuf,
    /// `--base`.
    pub base: Option<String>,
    /// Whether `GIT_DIR` and its like count. The program obeys them, as git does; tests do not.
    pub discovery: Discovery,
    /// The environment for git; `None` = that of this process. Variables that would change its output are removed
    /// in either case.
    pub variables: Option<Variables>,
    /// `--offline`: missing objects of a partial clone are not fetched, and no host is asked.
    pub offline: bool,
    /// What concerns pull requests only.
    pub pull: PullOptions,
}

/// How a pull request is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PullOptions {
    /// What is done about one that is no longer open.
    pub closed: Closed,
    /// What it is stacked on.
    pub stack: Option<Stack>,
    /// What is to be told of how it is read.
    pub notes: Vec<String>,
    /// Whether the settings of its base side are wanted, from the host where git has them not.
    pub needs_settings: bool,
}

impl Options {
    /// git as these options have it.
    fn git<'s>(&self, stop: &'s AtomicBool) -> Git<'s> {
        let variables = self.variables.clone().unwrap_or_else(|| std::env::vars_os().collect());
        let git = Git::new(&self.dir, variables, self.discovery, stop);
        if self.offline { git.offline() } else { git }
    }
}

/// What is told while a target is read.
#[derive(Debug, Clone)]
pub enum Progress {
    /// One line for the header, as soon as it is known.
    Titled(String),
    /// What takes its time now, in words.
    Doing(String),
    /// A larger index. The last one is complete.
    Grew(Arc<Diff>),
    /// The host told a part of the pull request.
    Told(PullNews),
}

/// A target, read.
#[derive(Debug, Clone)]
pub struct Taken {
    /// What it is.
    pub request: Request,
    /// Its index, complete.
    pub diff: Arc<Diff>,
    /// The repository it is from; `None` for files, standard input and the demo.
    pub repository: Option<Repository>,
    /// Settings files of the base side that the host gave; `None` = git has them, or nobody wanted them.
    pub settings: Option<TrackedSettings>,
}

/// Resolves and reads a target on the calling thread, telling `on` of each step; `stop` ends it early, within some
/// tens of milliseconds. Children are gone when it returns.
///
/// # Errors
/// See [`IntakeError`]; an empty change is one of them.
pub fn read(
    spec: &TargetSpec,
    options: &Options,
    stop: &AtomicBool,
    on: &mut dyn FnMut(Progress),
) -> Result<Taken, IntakeError> {
    let git = options.git(stop);
    let mut intake = Intake { git, base: options.base.as_deref(), stop, on };
    match spec {
        TargetSpec::Nothing => intake.nothing(),
        TargetSpec::Named(name) => intake.named(name),
        TargetSpec::Branch(name) => intake.branch(name),
        TargetSpec::Wip => intake.wip(),
        TargetSpec::Staged => intake.staged(),
        TargetSpec::Repo => intake.whole(),
        TargetSpec::Stdin => intake.stdin(),
        TargetSpec::File(path) => intake.file(path),
        TargetSpec::Embedded(name, bytes) => intake.embedded(name, bytes),
        TargetSpec::Pull(target) => Err(PullError::Unasked { typed: error::shown(target.as_bytes()) }.into()),
    }
}

/// One target being read.
struct Intake<'a> {
    git: Git<'a>,
    base: Option<&'a str>,
    stop: &'a AtomicBool,
    on: &'a mut dyn FnMut(Progress),
}

/// What a kind of target says of itself before the bytes are known.
struct Outline {
    kind: TargetKind,
    pr_ref: String,
    title: String,
    base_sha: Option<String>,
    head_sha: Option<String>,
    notes: Vec<String>,
}

impl Intake<'_> {
    fn title(&mut self, title: &str) {
        (self.on)(Progress::Titled(title.to_owned()));
    }

    /// Reads a source to its end.
    fn stream(&mut self, source: Source<'_>, what: &str) -> Result<Fed, IntakeError> {
        let mut source = source;
        let mut feed = Feed::new(&mut *self.on);
        let mut buffer = vec![0; 64 << 10];
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(IntakeError::Stopped);
            }
            match source.read(&mut buffer, feed.patience())? {
                Got::Bytes(n) => {
                    let chunk = buffer.get(..n).unwrap_or(&[]);
                    feed.push(chunk).map_err(|_| IntakeError::NotADiff { what: what.to_owned() })?;
                }
                Got::Nothing => feed.tick(),
                Got::End => break,
            }
        }
        // A failed git is told before a last snapshot that would look like a whole diff.
        let warnings = source.finish()?;
        let mut fed = feed.finish();
        fed.notes.extend(warnings);
        Ok(fed)
    }

    /// Says that `--base` has no bearing here, when it was given.
    fn unused_base(&self, why: &str) -> Option<String> {
        self.base.map(|base| format!("--base {} is not used: {why}", error::shown(base.as_bytes())))
    }
}

impl Outline {
    /// The request, once the bytes are read.
    fn request(self, fed: &Fed, repo_slug: String) -> Request {
        let notes = self.notes.into_iter().chain(fed.notes.iter().cloned()).collect();
        Request {
            kind: self.kind,
            pr_ref: self.pr_ref,
            repo_slug,
            title: self.title,
            base_sha: self.base_sha,
            head_sha: self.head_sha,
            diff_hash: fed.hash.clone(),
            notes,
            pull: None,
            stack: None,
        }
    }
}
