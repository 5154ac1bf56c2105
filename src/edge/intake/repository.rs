//! The repository a target is from: what the logbook needs to know of it, and the errors of not having one.
//! Called by the files of this room that ask git.

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use super::{Intake, IntakeError, Options, Outline, Taken, error::shown, feed::Fed, slug};
use crate::edge::git::{About, Asked, GitError};

/// Where a repository is and what it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// Root of the main working tree (the same for all linked ones); of a bare repository its own directory.
    pub root: PathBuf,
    /// The directory that all working trees share.
    pub common_dir: PathBuf,
    /// `host/owner/name` of its remote (origin, else the only one), without credentials.
    pub remote: Option<String>,
    /// Whether git tracks files below `.logbooks`: a stranger's logbook then, which is not to be trusted.
    pub logbooks_tracked: bool,
}

/// The repository that we are in, without any target; `None` outside one. The remote is not asked for.
pub fn repository(options: &Options) -> Option<Repository> {
    let never = AtomicBool::new(false);
    let git = options.git(&never).offline();
    let (about, _) = git.about(&[]).and_then(Asked::get).ok()?;
    let root = about.main_root();
    let logbooks_tracked = git.at(&root).tracks(".logbooks");
    Some(Repository { root, common_dir: about.common_dir, remote: None, logbooks_tracked })
}

/// The root of the working tree we are in, when it has the head of a change (`None` = uncommitted work): what is run there
/// looks at what is reviewed.
///
/// # Errors
/// There is no working tree, or it is at another commit, in words.
pub fn tree_of(options: &Options, head: Option<&str>) -> Result<PathBuf, String> {
    let never = AtomicBool::new(false);
    let git = options.git(&never).offline();
    let about = git.about(&[]).and_then(Asked::get).map_err(|error| error.to_string())?.0;
    let top = about.top.ok_or_else(|| "there is no working tree".to_owned())?;
    let at = git.head().and_then(Asked::get).map_err(|error| error.to_string())?.sha;
    match (head, at) {
        (Some(head), Some(at)) if head != at => {
            let (at, head) = (slug::short(&at, 12), slug::short(head, 12));
            Err(format!("the working tree is at {at}, and the change ends at {head}"))
        }
        _ => Ok(top),
    }
}

/// The git program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitFound {
    /// What it says of itself.
    pub version: String,
    /// Older than 2.30, the oldest that we can work with.
    pub is_old: bool,
}

/// The git program that is used.
///
/// # Errors
/// There is none, or it does not run.
pub fn git_found(options: &Options) -> Result<GitFound, IntakeError> {
    let never = AtomicBool::new(false);
    let answer = options.git(&never).at(Path::new("")).start("version", ["version"])?.collect(4096)?;
    let version = shown(answer.trim_ascii());
    Ok(GitFound { is_old: is_old(&version), version })
}

/// Whether that is a version before 2.30. What cannot be read is not old.
fn is_old(version: &str) -> bool {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u32>().ok());
    numbers.next().zip(numbers.next()).is_some_and(|known| known < (2, 30))
}

impl Intake<'_> {
    /// Asks where the repository is.
    pub(super) fn about(&self) -> Result<About, IntakeError> {
        let asked = self.git.about(&[]).and_then(Asked::get);
        asked.map(|(about, _)| about).map_err(|e| self.repository_error(e))
    }

    /// The sentence for git's refusal of this directory; others pass as they are.
    pub(super) fn repository_error(&self, error: GitError) -> IntakeError {
        let dir = || place(self.git.dir());
        let words = error.stderr().to_owned();
        if words.contains("not a git repository") {
            return IntakeError::NotARepository { dir: dir() };
        }
        if words.contains("dubious ownership") {
            return IntakeError::Ownership { dir: dir(), words };
        }
        match error {
            GitError::Refused { code: Some(129), .. } => self.too_old().unwrap_or_else(|| error.into()),
            other => other.into(),
        }
    }

    /// git did not understand our options: say so when it is old.
    fn too_old(&self) -> Option<IntakeError> {
        let answer = self.git.start("version", ["version"]).ok()?.collect(4096).ok()?;
        let version = shown(answer.trim_ascii());
        is_old(&version).then_some(IntakeError::GitTooOld { version })
    }

    /// What is handed out for a target from a repository.
    pub(super) fn taken(&self, about: &About, outline: Outline, fed: Fed) -> Result<Taken, IntakeError> {
        let remotes = self.git.remotes()?;
        let origin = remotes.iter().find(|(name, _)| name == "origin");
        let only = remotes.first().filter(|_| remotes.len() == 1);
        let remote = origin.or(only).and_then(|(_, url)| slug::remote(url));
        let request = outline.request(&fed, slug::repository(remote.as_deref(), about));
        let root = about.main_root();
        let logbooks_tracked = self.git.at(&root).tracks(".logbooks");
        let repository = Repository { root, common_dir: about.common_dir.clone(), remote, logbooks_tracked };
        Ok(Taken { request, diff: fed.diff, repository: Some(repository), settings: None })
    }

    /// The same, or the sentence for no change at all.
    pub(super) fn taken_unless_empty(
        &self,
        about: &About,
        outline: Outline,
        fed: Fed,
        message: impl Into<String>,
    ) -> Result<Taken, IntakeError> {
        let empty = fed.diff.files.is_empty();
        let taken = self.taken(about, outline, fed)?;
        if empty {
            return Err(IntakeError::Empty { message: message.into(), request: Box::new(taken.request) });
        }
        Ok(taken)
    }

    /// Whether history was cut off; `false` when git cannot say.
    pub(super) fn is_shallow(&self) -> bool {
        self.git.is_shallow().unwrap_or(false)
    }
}

/// A directory as it is shown in a sentence.
pub(super) fn place(dir: &Path) -> String {
    let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
    let full = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
    shown(full.as_os_str().as_encoded_bytes())
}
