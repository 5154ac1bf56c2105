//! Typed questions to git, each one short plumbing command. Not the choice of what to review (`edge::intake`).
//! Those on the way to the first frame are [`Asked`]: several are started before the first answer is read.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::PathBuf};

use super::{
    Git, GitError,
    answer::{Asked, about_of, asked, commit_of, entries, line, quiet, reference},
};

/// The longest answer to a short question, in bytes.
pub(super) const SHORT: usize = 1 << 20;
/// The longest list of file names, in bytes.
const LIST: usize = 256 << 20;

/// What kind of repository this is and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// No working tree at all.
    pub bare: bool,
    /// Root of the working tree we are in; `None` in a bare repository and inside `.git`.
    pub top: Option<PathBuf>,
    /// The directory that all working trees of the repository share.
    pub common_dir: PathBuf,
}

impl About {
    /// Root of the main working tree; of a bare repository its own directory; of a submodule its working tree.
    pub fn main_root(&self) -> PathBuf {
        let is_dot_git = self.common_dir.file_name().is_some_and(|n| n == ".git");
        match (self.common_dir.parent(), &self.top) {
            (Some(parent), _) if is_dot_git && !self.bare => parent.to_owned(),
            (_, Some(top)) if !self.bare => top.clone(),
            _ => self.common_dir.clone(),
        }
    }
}

/// Where HEAD is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The branch, without `refs/heads/`; `None` when detached.
    pub branch: Option<String>,
    /// Its commit; `None` when there is none yet.
    pub sha: Option<String>,
}

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Full id.
    pub sha: String,
    /// Full ids of its parents.
    pub parents: Vec<String>,
    /// First line of its message. Untrusted text.
    pub subject: String,
}

/// A ref that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Full name.
    pub name: String,
    /// The commit (or other object) it names, tags peeled.
    pub sha: String,
    /// For a symbolic ref, the full name of its target.
    pub target: Option<String>,
}

/// Refs that exist among those asked for.
pub type Refs = Vec<Reference>;

impl<'a> Git<'a> {
    /// Where the repository is, and the ids of `revisions` (peeled to what they name). The caller has refused names
    /// with a leading dash.
    pub fn about(&self, revisions: &[&str]) -> Result<Asked<'a, (About, Vec<String>)>, GitError> {
        let fixed = ["rev-parse", "--is-bare-repository", "--is-inside-work-tree", "--show-cdup", "--git-common-dir"];
        let ids = revisions.iter().map(|r| peeled(r, "{}"));
        let running = self.start("rev-parse", fixed.into_iter().map(str::to_owned).chain(ids))?;
        let (dir, ids) = (self.dir().to_owned(), revisions.len());
        Ok(asked(running, SHORT, move |answer| about_of(&dir, &answer?, ids)))
    }

    /// Where HEAD is.
    pub fn head(&self) -> Result<Asked<'a, Head>, GitError> {
        let name = self.start("symbolic-ref", ["symbolic-ref", "-q", "HEAD"])?;
        let sha = self.start("rev-parse", ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])?;
        Ok(asked(sha, SHORT, move |sha| {
            let branch = quiet(line(name))?.map(|n| n.strip_prefix("refs/heads/").unwrap_or(&n).to_owned());
            let sha = quiet(sha)?.map(|sha| String::from_utf8_lossy(sha.trim_ascii()).into_owned());
            Ok(Head { branch, sha })
        }))
    }

    /// The full id of the commit that a revision names.
    ///
    /// # Errors
    /// Refused with git's words when there is none or several.
    pub fn commit_id(&self, revision: &str) -> Result<String, GitError> {
        let name = peeled(revision, "{commit}");
        let id = line(self.start("rev-parse", ["rev-parse", "--verify", "--end-of-options", &name])?)?;
        if takes_no_suffix(revision) { self.commit_id(&id) } else { Ok(id) }
    }

    /// The full id of whatever a revision names, tags peeled.
    pub fn object_id(&self, revision: &str) -> Result<String, GitError> {
        let name = peeled(revision, "{}");
        line(self.start("rev-parse", ["rev-parse", "--verify", "--end-of-options", &name])?)
    }

    /// The commit that a revision names.
    ///
    /// # Errors
    /// Refused with git's words when there is none or several.
    pub fn commit(&self, revision: &str) -> Result<Asked<'a, Commit>, GitError> {
        let name = peeled(revision, "{commit}");
        let args = ["rev-list", "--max-count=1", "--format=%P%n%s", "--end-of-options", &name, "--"];
        let running = self.start("rev-list", args)?;
        Ok(asked(running, SHORT, |answer| commit_of(&String::from_utf8_lossy(&answer?))))
    }

    /// All best common ancestors of two commits given by their ids; empty when there is none.
    pub fn merge_bases(&self, a: &str, b: &str) -> Result<Vec<String>, GitError> {
        let answer = quiet(self.start("merge-base", ["merge-base", "--all", a, b])?.collect(SHORT))?;
        Ok(String::from_utf8_lossy(&answer.unwrap_or_default()).lines().map(str::to_owned).collect())
    }

    /// Those of the given full ref names that exist, in the order asked. Names with pattern characters (which no
    /// ref can have) are not asked for.
    pub fn references(&self, names: &[String]) -> Result<Asked<'a, Refs>, GitError> {
        let is_plain = |n: &&String| !n.contains(['*', '?', '[', '\\', '\0']);
        let wanted: Vec<String> = names.iter().filter(is_plain).cloned().collect();
        let format = "--format=%(refname)%00%(objectname)%00%(*objectname)%00%(symref)";
        // A pattern that fits nothing, so that no name at all does not mean every name.
        let patterns = wanted.iter().map(String::as_str).chain(["refs/prr/nothing"]);
        let running = self.start("for-each-ref", ["for-each-ref", format].into_iter().chain(patterns))?;
        Ok(asked(running, SHORT, move |answer| {
            let text = answer?;
            let found: Refs = String::from_utf8_lossy(&text).lines().filter_map(reference).collect();
            Ok(wanted.iter().filter_map(|n| found.iter().find(|r| r.name == *n).cloned()).collect())
        }))
    }

    /// The id of the empty tree in this repository's hash.
    pub fn empty_tree(&self) -> Result<String, GitError> {
        line(self.start("hash-object", ["hash-object", "-t", "tree", "--stdin"])?)
    }

    /// Whether history was cut off when it was fetched.
    pub fn is_shallow(&self) -> Result<bool, GitError> {
        Ok(line(self.start("rev-parse", ["rev-parse", "--is-shallow-repository"])?)? == "true")
    }

    /// Names and addresses of the remotes, as configured.
    pub fn remotes(&self) -> Result<Vec<(String, String)>, GitError> {
        let args = ["config", "-z", "--get-regexp", r"^remote\..*\.url$"];
        let answer = quiet(self.start("config", args)?.collect(SHORT))?.unwrap_or_default();
        let text = String::from_utf8_lossy(&answer);
        let pair = |entry: &str| {
            let (key, url) = entry.split_once('\n')?;
            Some((key.strip_prefix("remote.")?.strip_suffix(".url")?.to_owned(), url.to_owned()))
        };
        Ok(text.split('\0').filter_map(pair).collect())
    }

    /// How many paths differ from HEAD or are untracked.
    pub fn changed_paths(&self) -> Result<Asked<'a, usize>, GitError> {
        let args = ["status", "--porcelain=v1", "-z", "--untracked-files=normal", "--no-renames"];
        let running = self.start("status", args.into_iter().chain(["--ignore-submodules=dirty"]))?;
        Ok(asked(running, LIST, |answer| Ok(entries(&answer?).count())))
    }

    /// Whether git tracks something below a path. What cannot be found out counts as yes: the safe answer.
    pub fn tracks(&self, path: &str) -> bool {
        let running = self.start("ls-files", ["ls-files", "-z", "--", path]);
        running.and_then(|running| running.collect(LIST)).map_or(true, |answer| !answer.is_empty())
    }

    /// Untracked files that are not ignored, relative to the working tree's root, which must be this git's
    /// directory. A name with `/` at its end is another repository.
    pub fn untracked(&self) -> Result<Asked<'a, Vec<Vec<u8>>>, GitError> {
        let running = self.start("ls-files", ["ls-files", "--others", "--exclude-standard", "-z"])?;
        Ok(asked(running, LIST, |answer| Ok(entries(&answer?).map(<[u8]>::to_vec).collect())))
    }

    /// Paths in conflict. The directory must be the working tree's root.
    pub fn conflicted(&self) -> Result<Vec<Vec<u8>>, GitError> {
        let answer = self.start("ls-files", ["ls-files", "--unmerged", "-z"])?.collect(LIST)?;
        let path = |e: &[u8]| e.iter().position(|b| *b == b'\t').and_then(|at| e.get(at + 1..)).map(<[u8]>::to_vec);
        let mut paths: Vec<_> = entries(&answer).filter_map(path).collect();
        paths.dedup();
        Ok(paths)
    }

    /// Where the index lies.
    pub fn index_path(&self) -> Result<Asked<'a, PathBuf>, GitError> {
        let running = self.start("rev-parse", ["rev-parse", "--git-path", "index"])?;
        let dir = self.dir().to_owned();
        Ok(asked(running, SHORT, move |answer| {
            let answer = answer?;
            Ok(dir.join(OsStr::from_bytes(answer.strip_suffix(b"\n").unwrap_or(&answer))))
        }))
    }
}

/// `NAME^{what}`; a commit search (`:/text`) and a path in a tree (`REV:path`) would take the suffix for a part
/// of themselves, so they stay as they are.
fn peeled(revision: &str, what: &str) -> String {
    if takes_no_suffix(revision) { revision.to_owned() } else { format!("{revision}^{what}") }
}

/// Whether a colon stands outside braces (those of `@{yesterday 12:00}` do not count).
fn takes_no_suffix(revision: &str) -> bool {
    let mut depth = 0_usize;
    revision.chars().any(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ':' && depth == 0
    })
}
