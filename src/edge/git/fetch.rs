//! Bringing commits of a pull request into the object store, under a name of ours, and reading what is there. Nothing
//! that is the person's changes: no branch, no tag, no remote-tracking name, not FETCH_HEAD, the index, the working
//! tree or the configuration; no hook and no housekeeping runs. Called by `edge::intake`.
//!
//! Fetched is by address and not by the remote's name, so that its configured refspecs, pruning, tags and
//! `followRemoteHEAD` do not count. The address is the one that is written in the configuration: git then applies
//! `insteadOf`, proxies and credentials of the person as ever. It never asks at the terminal.

use std::time::Duration;

use super::{Git, GitError, Running, TreeFile, answer::line};

/// The longest answer of a fetch, in bytes.
const SHORT: usize = 1 << 20;

/// How long a fetch may take: there is another way to the change.
const PATIENCE: Duration = Duration::from_secs(60);

/// Settings of a fetch, beside those of every command.
const SETTINGS: &[&str] = &["core.logAllRefUpdates=false", "fetch.writeCommitGraph=false"];

/// Flags of a fetch; each takes back what the configuration may say.
const FLAGS: &[&str] = &[
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-auto-maintenance",
    "--no-recurse-submodules",
    "--no-prune",
    "--no-prune-tags",
    "--no-show-forced-updates",
    "--refmap=",
    "--no-progress",
];

/// The name under which something of a pull request is kept in the repository.
fn private(number: u64, what: &str) -> String {
    format!("refs/prr/pull/{number}/{what}")
}

impl Git<'_> {
    /// Whether the object store has a commit, without fetching it.
    pub fn has_commit(&self, id: &str) -> bool {
        let name = format!("{id}^{{commit}}");
        let local = self.clone().offline();
        let asked = local.start("cat-file", ["cat-file", "-e", &name]).and_then(|running| running.collect(SHORT));
        is_id(id) && asked.is_ok()
    }

    /// Fetches the head of a pull request and keeps it under a private name; its id.
    ///
    /// # Errors
    /// Refused with git's words: no access, no such pull request, no network.
    pub fn fetch_pull_head(&self, url: &str, number: u64) -> Result<String, GitError> {
        let to = private(number, "head");
        self.fetch(url, &format!("+refs/pull/{number}/head:{to}"))?;
        self.named(&to)
    }

    /// Fetches one commit by its id and keeps it under a private name, `base` or `parent` of the pull request.
    ///
    /// # Errors
    /// Refused with git's words; a server may not give commits by their id.
    pub fn fetch_commit(&self, url: &str, id: &str, number: u64, what: &str) -> Result<(), GitError> {
        if !is_id(id) {
            let stderr = "a commit is named by its full id".to_owned();
            return Err(GitError::Refused { what: "fetch".to_owned(), code: None, stderr });
        }
        self.fetch(url, &format!("+{id}:{}", private(number, what)))
    }

    fn fetch(&self, url: &str, refspec: &str) -> Result<(), GitError> {
        let settings = SETTINGS.iter().flat_map(|setting| ["-c", *setting]);
        let args = settings.chain(FLAGS.iter().copied()).chain(["--end-of-options", url, refspec]);
        self.start("fetch", args)?.collect_within(SHORT, PATIENCE).map(|_| ())
    }

    fn named(&self, reference: &str) -> Result<String, GitError> {
        let name = format!("{reference}^{{commit}}");
        line(self.start("rev-parse", ["rev-parse", "--verify", "--quiet", "--end-of-options", &name])?)
    }

    /// A file as it is in a commit, whole, of at most so many bytes; what a partial clone lacks is not fetched.
    ///
    /// # Errors
    /// Refused when the commit or the file's bytes are not here.
    pub fn file_at(&self, commit: &str, path: &str, most: usize) -> Result<TreeFile, GitError> {
        self.clone().offline().tree_file(commit, path, most)
    }

    /// Bytes of a blob by its id, as they come.
    ///
    /// # Errors
    /// When git cannot be started; a missing blob is told at the end of reading.
    pub fn blob(&self, id: &str) -> Result<Running<'_>, GitError> {
        self.start("cat-file", ["cat-file", "blob", id])
    }
}

/// Whether it is a full id, in either hash.
fn is_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit())
}
