//! Typed questions to git, each one short plumbing command. Not the choice of what to review (`edge::intake`).

use std::{
    ffi::OsStr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use super::{Git, GitError, Running};

/// The longest answer to a short question, in bytes.
const SHORT: usize = 1 << 20;
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
    /// Starts asking where the repository is, and for the ids of `revisions` (peeled to what they name). The
    /// caller has refused names with a leading dash.
    pub fn start_about(&self, revisions: &[&str]) -> Result<Running<'a>, GitError> {
        let fixed = ["rev-parse", "--is-bare-repository", "--is-inside-work-tree", "--show-cdup", "--git-common-dir"];
        let ids = revisions.iter().map(|r| peeled(r, "{}"));
        self.start("rev-parse", fixed.into_iter().map(str::to_owned).chain(ids))
    }

    /// The answer to [`Git::start_about`]: where the repository is, and as many ids as were asked for.
    pub fn about_from(&self, running: Running<'a>, ids: usize) -> Result<(About, Vec<String>), GitError> {
        let answer = running.collect(SHORT)?;
        let answer = answer.strip_suffix(b"\n").unwrap_or(&answer);
        let mut lines: Vec<&[u8]> = answer.split(|b| *b == b'\n').collect();
        let shas = lines.split_off(lines.len().saturating_sub(ids));
        let [bare, inside, up, common @ ..] = lines.as_slice() else {
            return Err(self.odd("rev-parse"));
        };
        // What is left is one path, which may itself hold line feeds.
        let common_dir = self.absolute(&common.join(&b'\n'));
        let top = (*inside == b"true").then(|| self.absolute(up));
        let about = About { bare: *bare == b"true", top, common_dir };
        Ok((about, shas.into_iter().map(|sha| String::from_utf8_lossy(sha).into_owned()).collect()))
    }

    /// Where the repository is.
    pub fn about(&self) -> Result<About, GitError> {
        self.about_from(self.start_about(&[])?, 0).map(|(about, _)| about)
    }

    /// Where HEAD is.
    pub fn head(&self) -> Result<Head, GitError> {
        let name = self.start("symbolic-ref", ["symbolic-ref", "-q", "HEAD"])?;
        let sha = self.start("rev-parse", ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])?;
        let branch = quiet(line(name))?.map(|n| n.strip_prefix("refs/heads/").unwrap_or(&n).to_owned());
        Ok(Head { branch, sha: quiet(line(sha))? })
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

    /// Parents and subject of a commit given by its full id.
    pub fn commit(&self, sha: &str) -> Result<Commit, GitError> {
        let args = ["rev-list", "--max-count=1", "--format=%P%n%s", "--end-of-options", sha, "--"];
        let answer = self.start("rev-list", args)?.collect(SHORT)?;
        let text = String::from_utf8_lossy(&answer);
        let mut lines = text.lines().skip(1);
        let parents = lines.next().unwrap_or("").split_whitespace().map(str::to_owned).collect();
        Ok(Commit { sha: sha.to_owned(), parents, subject: lines.next().unwrap_or("").to_owned() })
    }

    /// All best common ancestors of two commits given by their ids; empty when there is none.
    pub fn merge_bases(&self, a: &str, b: &str) -> Result<Vec<String>, GitError> {
        let answer = quiet(self.start("merge-base", ["merge-base", "--all", a, b])?.collect(SHORT))?;
        Ok(String::from_utf8_lossy(&answer.unwrap_or_default()).lines().map(str::to_owned).collect())
    }

    /// Those of the given full ref names that exist, in the order asked. Names with pattern characters (which no
    /// ref can have) are not asked for.
    pub fn references(&self, names: &[String]) -> Result<Refs, GitError> {
        let asked: Vec<&String> = names.iter().filter(|n| !n.contains(['*', '?', '[', '\\', '\0'])).collect();
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let format = "--format=%(refname)%00%(objectname)%00%(*objectname)%00%(symref)";
        let args = ["for-each-ref", format].into_iter().chain(asked.iter().map(|n| n.as_str()));
        let answer = self.start("for-each-ref", args)?.collect(SHORT)?;
        let text = String::from_utf8_lossy(&answer);
        let found: Refs = text.lines().filter_map(reference).collect();
        Ok(asked.into_iter().filter_map(|n| found.iter().find(|r| r.name == *n).cloned()).collect())
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

    /// Starts asking how many paths differ from HEAD or are untracked.
    pub fn start_status(&self) -> Result<Running<'a>, GitError> {
        let args = ["status", "--porcelain=v1", "-z", "--untracked-files=normal", "--no-renames"];
        self.start("status", args.into_iter().chain(["--ignore-submodules=dirty"]))
    }

    /// The answer to [`Git::start_status`].
    pub fn changed_paths(&self, running: Running<'a>) -> Result<usize, GitError> {
        Ok(running.collect(LIST)?.split(|b| *b == 0).filter(|e| !e.is_empty()).count())
    }

    /// Whether git tracks something below a path. What cannot be found out counts as yes: the safe answer.
    pub fn tracks(&self, path: &str) -> bool {
        self.names(&["ls-files", "-z", "--", path]).map_or(true, |names| !names.is_empty())
    }

    /// Untracked files that are not ignored, relative to the working tree's root, which must be this git's
    /// directory. A name with `/` at its end is another repository.
    pub fn untracked(&self) -> Result<Vec<Vec<u8>>, GitError> {
        self.names(&["ls-files", "--others", "--exclude-standard", "-z"])
    }

    /// Paths in conflict. The directory must be the working tree's root.
    pub fn conflicted(&self) -> Result<Vec<Vec<u8>>, GitError> {
        let entries = self.names(&["ls-files", "--unmerged", "-z"])?;
        let path = |e: &Vec<u8>| e.iter().position(|b| *b == b'\t').map(|at| e.get(at + 1..).unwrap_or(&[]).to_vec());
        let mut paths: Vec<_> = entries.iter().filter_map(path).collect();
        paths.dedup();
        Ok(paths)
    }

    /// Where the index lies.
    pub(super) fn index_path(&self) -> Result<PathBuf, GitError> {
        let answer = self.start("rev-parse", ["rev-parse", "--git-path", "index"])?.collect(SHORT)?;
        let path = answer.strip_suffix(b"\n").unwrap_or(&answer);
        Ok(self.dir().join(OsStr::from_bytes(path)))
    }

    fn names(&self, args: &[&str]) -> Result<Vec<Vec<u8>>, GitError> {
        let answer = self.start("ls-files", args)?.collect(LIST)?;
        Ok(answer.split(|b| *b == 0).filter(|n| !n.is_empty()).map(<[u8]>::to_vec).collect())
    }

    /// A path of git's answer, which is relative to our directory.
    fn absolute(&self, path: &[u8]) -> PathBuf {
        let joined = Path::new(".").join(self.dir()).join(OsStr::from_bytes(path));
        joined.canonicalize().unwrap_or(joined)
    }

    fn odd(&self, what: &str) -> GitError {
        GitError::Os { what: what.to_owned(), source: std::io::Error::other("the answer could not be understood") }
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

fn reference(line: &str) -> Option<Reference> {
    let mut parts = line.split('\0');
    let (name, own, peeled, target) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let sha = if peeled.is_empty() { own } else { peeled };
    let target = (!target.is_empty()).then(|| target.to_owned());
    Some(Reference { name: name.to_owned(), sha: sha.to_owned(), target })
}

/// A one-line answer.
fn line(running: Running<'_>) -> Result<String, GitError> {
    let answer = running.collect(SHORT)?;
    Ok(String::from_utf8_lossy(&answer).trim_end_matches(['\n', '\r']).to_owned())
}

/// Exit code 1 without a word is git's way of saying "none".
fn quiet<T>(answer: Result<T, GitError>) -> Result<Option<T>, GitError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(GitError::Refused { code: Some(1), stderr, .. }) if stderr.is_empty() => Ok(None),
        Err(e) => Err(e),
    }
}
