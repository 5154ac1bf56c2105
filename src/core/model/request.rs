//! What the user asked to review, and what it resolved to.

use std::path::PathBuf;

use super::pull::PullName;

/// The target as typed, after argument parsing and before git was asked (PRODUCT "TARGET").
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetSpec {
    /// Nothing named: the branch against its base, or the work in progress.
    Nothing,
    /// A range, commit, branch or file name: decided by looking.
    Named(String),
    /// `--branch NAME`.
    Branch(String),
    /// `--wip`: tracked and untracked work against HEAD.
    Wip,
    /// `--staged`.
    Staged,
    /// `--repo`: every tracked file, as if all of it were new.
    Repo,
    /// `-`: a diff on standard input.
    Stdin,
    /// A diff file.
    File(PathBuf),
    /// A pull request, as typed: a number, `owner/repo#N` or an address.
    Pull(String),
    /// Bytes that the program carries (`prr demo`), with a name.
    Embedded(&'static str, &'static [u8]),
}

/// The kind of a resolved target (deep `REVIEW_TARGET_TYPE`, with ours).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum TargetKind {
    Branch,
    Range,
    Commit,
    Wip,
    Staged,
    File,
    Paste,
    Demo,
    Pull,
    Repo,
}

impl TargetKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Branch,
        Self::Range,
        Self::Commit,
        Self::Wip,
        Self::Staged,
        Self::File,
        Self::Paste,
        Self::Demo,
        Self::Pull,
        Self::Repo,
    ];

    /// The word in the logbook.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Branch => "branch",
            Self::Range => "range",
            Self::Commit => "commit",
            Self::Wip => "wip",
            Self::Staged => "staged",
            Self::File => "file",
            Self::Paste => "paste",
            Self::Demo => "demo",
            // deep's word.
            Self::Pull => "pr",
            Self::Repo => "repo",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }
}

/// The target resolved. Fields that a kind does not have are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What it is.
    pub kind: TargetKind,
    /// Slug that names the logbook (FACTS 18): the same thing opened again has the same one.
    pub pr_ref: String,
    /// Directory or remote name of the repository, sanitised; 'none' outside one.
    pub repo_slug: String,
    /// One line for the header.
    pub title: String,
    /// Full id of the base commit or tree, when there is one.
    pub base_sha: Option<String>,
    /// Full id of the head commit, when there is one.
    pub head_sha: Option<String>,
    /// SHA-256 of the diff bytes, hex.
    pub diff_hash: String,
    /// What to tell the person about how this was resolved ("base: main (no origin/HEAD)").
    pub notes: Vec<String>,
    /// The pull request; of this kind only.
    pub pull: Option<PullName>,
    /// The pull request below it in a stack: then the diff begins at its head (FACTS "Stacked PRs").
    pub stack: Option<StackParent>,
}

/// The pull request that another one is stacked on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackParent {
    /// Its number; `None` when only a commit was named (`--parent-sha`).
    pub number: Option<u64>,
    /// Its head: full id.
    pub head_sha: String,
    /// Its title; '' when only a commit was named.
    pub title: String,
}
