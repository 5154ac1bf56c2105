//! Where a logbook may lie, in order of preference, and what its files are called. Called by `open`.

use std::{
    fs::{self, OpenOptions},
    io::{self, Read, Write},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::wire::to_hex;
use crate::core::model::{Host, RepoName};

/// Where things may be written. Plain data, filled by the caller, who knows git and the environment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// The repository under review; `None` outside one, and for `prr demo`.
    pub repository: Option<Repository>,
    /// The repository of a pull request on its host, which names the folder outside of a clone (FACTS 18).
    pub pull: Option<RepoName>,
    /// The user's data folder (`$XDG_DATA_HOME` or what the platform has); logbooks go to `prr/logbooks` in it.
    pub data_dir: Option<PathBuf>,
    /// The place the person chose (`logbook.dir`, `PRR_STATE_DIR`): then no other is tried.
    pub chosen: Option<PathBuf>,
    /// The user's state folder, where logbooks of pull requests have their mirrors; `None` = they have none.
    pub state: Option<PathBuf>,
}

/// A repository, as far as the logbook needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// The common git dir (`git rev-parse --git-common-dir`, absolute): the same for all linked worktrees.
    pub common_dir: PathBuf,
    /// Top folder of the main worktree; `None` for a bare repository.
    pub main_worktree: Option<PathBuf>,
    /// Whether git tracks something below `.logbooks`. Such files came with the repository, and a logbook that a
    /// stranger wrote decides nothing: the user's data folder is used instead.
    pub logbooks_tracked: bool,
}

/// A folder that may hold the logbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// `info/exclude` to be told of it.
    exclude: Option<PathBuf>,
    /// Its parts that must not be links: they lie in a tree that the reviewed change can write.
    exposed: Vec<PathBuf>,
}

impl Folder {
    /// A part of it that is a link.
    pub(super) fn link(&self) -> Option<&PathBuf> {
        self.exposed.iter().find(|part| fs::symlink_metadata(part).is_ok_and(|meta| meta.is_symlink()))
    }
}

/// Folders in order of preference, with a note for each better one that is left out.
pub(super) fn folders(places: &Places, notes: &mut Vec<String>) -> Vec<Folder> {
    if places.chosen.is_some() {
        return home(places).into_iter().collect();
    }
    let home = home(places);
    let in_tree = places.repository.as_ref().and_then(|repository| in_worktree(repository, notes));
    in_tree.into_iter().chain(home).collect()
}

fn in_worktree(repository: &Repository, notes: &mut Vec<String>) -> Option<Folder> {
    let Some(top) = &repository.main_worktree else {
        notes.push(format!("{} has no worktree", repository.common_dir.display()));
        return None;
    };
    let logbooks = top.join(".logbooks");
    if repository.logbooks_tracked {
        notes.push(format!("git tracks files in {}, which are not trusted", logbooks.display()));
        return None;
    }
    let path = logbooks.join("code-review");
    let exclude = Some(repository.common_dir.join("info").join("exclude"));
    Some(Folder { path: path.clone(), exclude, exposed: vec![logbooks, path] })
}

fn home(places: &Places) -> Option<Folder> {
    let path = root(places)?.join(name_of(places));
    Some(Folder { path, exclude: None, exposed: Vec::new() })
}

/// The folder outside of repositories in which each has its own.
fn root(places: &Places) -> Option<PathBuf> {
    match (&places.chosen, &places.data_dir) {
        (Some(dir), _) => Some(dir.join("logbooks")),
        (None, Some(dir)) => Some(dir.join("prr").join("logbooks")),
        (None, None) => None,
    }
}

/// The repositories on hosts that have a folder outside of any clone, in order.
pub(super) fn on_hosts(places: &Places) -> Vec<RepoName> {
    let below = |dir: &Path| {
        let entries = fs::read_dir(dir).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let mut names: Vec<String> = folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    };
    let Some(root) = root(places) else { return Vec::new() };
    let mut all = Vec::new();
    for host in below(&root) {
        for owner in below(&root.join(&host)) {
            let repos = below(&root.join(&host).join(&owner));
            all.extend(repos.into_iter().map(|repo| RepoName { host: Host::new(&host), owner: owner.clone(), repo }));
        }
    }
    all
}

/// One folder for each repository.
fn name_of(places: &Places) -> String {
    match (&places.pull, &places.repository) {
        // Hosts do not tell upper from lower case, and neither may two folders.
        (Some(RepoName { host, owner, repo }), _) => format!("{host}/{owner}/{repo}").to_ascii_lowercase(),
        (None, Some(repository)) => hash(repository.common_dir.as_os_str().as_bytes(), 16),
        (None, None) => "outside".to_owned(),
    }
}

/// Makes the folder and tells git to ignore it.
///
/// # Errors
/// When it cannot be made, or something else is in the way.
pub(super) fn prepare(folder: &Folder, notes: &mut Vec<String>) -> io::Result<()> {
    if let Some(part) = folder.link() {
        return Err(io::Error::other(format!("{} is a link", part.display())));
    }
    fs::create_dir_all(&folder.path)?;
    if let Some(exclude) = &folder.exclude
        && let Err(e) = ignore(exclude)
    {
        notes.push(format!("{} cannot be written ({e}): git status will show .logbooks/", exclude.display()));
    }
    Ok(())
}

/// Adds our line to `info/exclude`, once; what is there stays byte for byte.
fn ignore(exclude: &Path) -> io::Result<()> {
    const LINE: &[u8] = b"/.logbooks/";
    if let Some(info) = exclude.parent() {
        fs::create_dir_all(info)?;
    }
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(exclude)?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let is_ours = |line: &[u8]| [LINE, b".logbooks/", b"/.logbooks", b".logbooks"].contains(&line.trim_ascii_end());
    if text.split(|b| *b == b'\n').any(is_ours) {
        return Ok(());
    }
    let gap: &[u8] = if text.is_empty() || text.ends_with(b"\n") { b"" } else { b"\n" };
    file.write_all(&[gap, LINE, b"\n"].concat())
}

/// The files' name without its ending: the pr_ref where it is a plain file name, else made one, with a hash so that
/// two of them stay two. Never empty, never hidden, never outside the folder, never with `~`, which marks our
/// sibling files.
pub(super) fn stem(pr_ref: &str) -> String {
    const LONGEST: usize = 120;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let made: String = pr_ref.chars().map(|c| if is_plain(c) { c } else { '-' }).take(LONGEST).collect();
    let made = made.trim_start_matches('.');
    if made == pr_ref && !made.is_empty() {
        return made.to_owned();
    }
    format!("{}-{}", if made.is_empty() { "target" } else { made }, hash(pr_ref.as_bytes(), 8))
}

/// The first hex digits of a SHA-256.
pub(super) fn hash(bytes: &[u8], digits: usize) -> String {
    to_hex(&Sha256::digest(bytes)).chars().take(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pr_ref_never_leaves_the_folder_and_two_never_share_a_file() {
        assert_eq!(stem("pr-12"), "pr-12");
        assert_eq!(stem("file-pr.diff-0123abcd"), "file-pr.diff-0123abcd");
        let long = "x".repeat(300);
        let odd = ["", ".", "..", "../../etc/passwd", "a/b", "a\\b", "a b", "a-b~2", "~", "\0", "é", ".git", &long];
        let mut stems: Vec<_> = odd.iter().map(|pr_ref| stem(pr_ref)).collect();
        for stem in &stems {
            assert!(stem.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)), "{stem}");
            assert!(!stem.starts_with('.') && !stem.is_empty() && stem.len() < 140, "{stem}");
        }
        stems.sort();
        stems.dedup();
        assert_eq!(stems.len(), odd.len());
    }

    #[test]
    fn the_exclude_file_keeps_what_it_has_and_gets_our_line_once() {
        let dir = tempfile::tempdir().unwrap();
        let exclude = dir.path().join("info/exclude");
        ignore(&exclude).unwrap();
        ignore(&exclude).unwrap();
        assert_eq!(fs::read(&exclude).unwrap(), b"/.logbooks/\n");
        fs::write(&exclude, b"# mine\n*.\xff").unwrap();
        ignore(&exclude).unwrap();
        ignore(&exclude).unwrap();
        assert_eq!(fs::read(&exclude).unwrap(), b"# mine\n*.\xff\n/.logbooks/\n");
        fs::write(&exclude, b".logbooks\n").unwrap();
        ignore(&exclude).unwrap();
        assert_eq!(fs::read(&exclude).unwrap(), b".logbooks\n", "the user's own line does it");
    }
}
