//! The text of single files on either side of a change, for whoever wants to see more of a file than the diff shows: by
//! blob id from the repository, or from the working tree. Whether a text really belongs to the diff is for the caller
//! to check: what is in the working tree may have changed since. Called by `app::runner`.

use std::{path::PathBuf, sync::atomic::AtomicBool, time::Duration};

use super::{
    Options,
    side::{MOST, NoText, in_tree},
};
use crate::edge::git::{Asked, Blamed, Blobs, Git, GitError, Told, TreeFile};

/// Bytes of an answer about a word, how long it may take, and places of one file.
const GREP: usize = 4 << 20;
const PATIENCE: Duration = Duration::from_secs(3);
const A_FILE: usize = 2;
/// Bytes of a line that is told.
const A_LINE: usize = 1000;

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// A file with this text.
    Text(Vec<u8>),
    /// Nothing.
    Missing,
    /// Something that cannot be read, or nobody knows.
    Unknown,
}

/// Where texts are read from.
#[derive(Debug)]
pub struct Texts<'a> {
    options: Options,
    stop: &'a AtomicBool,
    blobs: Blobs<'a>,
    /// The root of the working tree; `None` inside: there is none.
    top: Option<Option<PathBuf>>,
}

impl<'a> Texts<'a> {
    /// From the repository that a target is read from. Missing objects of a partial clone are never fetched.
    pub fn new(options: Options, stop: &'a AtomicBool) -> Self {
        let options = Options { offline: true, ..options };
        Self { blobs: Blobs::new(options.git(stop), MOST), options, stop, top: None }
    }

    /// A text by its blob id (hexadecimal, perhaps cut). `None`: not at hand, or larger than 4 MiB.
    pub fn blob(&mut self, id: &str) -> Option<Vec<u8>> {
        self.blobs.read(id).ok().flatten()
    }

    /// The text of the file of that name in the working tree. `None`: not at hand, or larger than 4 MiB.
    pub fn file(&mut self, path: &[u8]) -> Option<Vec<u8>> {
        let top = self.top()?;
        in_tree(&top, path, MOST).ok().map(|(_, text)| text)
    }

    /// A file of a commit or tree by its path. `None`: not there, or larger than 4 MiB.
    pub fn of_tree(&mut self, tree: &str, path: &str) -> Option<Vec<u8>> {
        match self.options.git(self.stop).tree_file(tree, path, MOST) {
            Ok(TreeFile::File(bytes)) => Some(bytes),
            Ok(TreeFile::Missing | TreeFile::TooLarge(_) | TreeFile::NoFile) | Err(_) => None,
        }
    }

    /// What stands at a path of a commit or tree, or of the working tree.
    pub fn look(&mut self, tree: Option<&str>, path: &str) -> Seen {
        let Some(tree) = tree else {
            let Some(top) = self.top() else { return Seen::Unknown };
            return match in_tree(&top, path.as_bytes(), MOST) {
                Ok((_, text)) => Seen::Text(text),
                Err(NoText::Missing) => Seen::Missing,
                Err(_) => Seen::Unknown,
            };
        };
        match self.options.git(self.stop).tree_file(tree, path, MOST) {
            Ok(TreeFile::File(bytes)) => Seen::Text(bytes),
            Ok(TreeFile::Missing) => Seen::Missing,
            Ok(TreeFile::TooLarge(_) | TreeFile::NoFile) | Err(_) => Seen::Unknown,
        }
    }

    /// Whether a file that is no prose has a text; `None` when git does not answer in time.
    pub fn has(&mut self, tree: Option<&str>, literal: &str) -> Option<bool> {
        let git = self.at_top();
        let args = ["grep", "-l", "-F", "-I", "-z", "--no-color", "--full-name", "-e", literal];
        let args = args.into_iter().chain(tree).chain(["--"]);
        match git.start("grep", args).and_then(|running| running.collect_within(GREP, PATIENCE)) {
            Ok(answer) => Some(answer.split(|b| *b == 0).any(|path| !path.is_empty() && !is_prose(path))),
            // It found nothing.
            Err(GitError::Refused { code: Some(1), .. }) => Some(false),
            Err(_) => None,
        }
    }

    /// Places that name a word, of a commit or of the working tree: paths and lines, in git's order, the first few of a
    /// file. `None` when git does not answer in time, or does not have that commit.
    pub fn grep(&mut self, tree: Option<&str>, word: &str) -> Option<Vec<(String, u32)>> {
        let git = self.at_top();
        let args = ["grep", "-n", "-w", "-F", "-I", "-z", "--no-color", "--full-name", "-e", word];
        let args = args.into_iter().chain(tree).chain(["--"]);
        let answer = git.start("grep", args).and_then(|running| running.collect_within(GREP, PATIENCE));
        let text = match answer {
            Ok(text) => text,
            // It found nothing.
            Err(GitError::Refused { code: Some(1), .. }) => return Some(Vec::new()),
            Err(_) => return None,
        };
        let mut found: Vec<(String, u32)> = Vec::new();
        for row in text.split(|b| *b == b'\n') {
            let mut parts = row.splitn(3, |b| *b == 0);
            let (Some(path), Some(line)) = (parts.next(), parts.next()) else { continue };
            let path = String::from_utf8_lossy(path).into_owned();
            let path = tree.and_then(|tree| path.strip_prefix(tree)?.strip_prefix(':')).unwrap_or(&path).to_owned();
            let Some(line) = std::str::from_utf8(line).ok().and_then(|line| line.parse().ok()) else { continue };
            if found.iter().rev().take_while(|(known, _)| *known == path).count() < A_FILE {
                found.push((path, line));
            }
        }
        Some(found)
    }

    /// Lines that hold one of some words, of a commit or of the working tree: path, line and text, in git's order. `None` when
    /// git does not answer in time, or does not have that commit.
    pub fn lines_with(&mut self, tree: Option<&str>, words: &[String]) -> Option<Vec<(Vec<u8>, u32, String)>> {
        let git = self.at_top();
        let args = ["grep", "-n", "-F", "-I", "-z", "--no-color", "--full-name"].map(str::to_owned);
        let words = words.iter().flat_map(|word| ["-e".to_owned(), word.clone()]);
        let args = args.into_iter().chain(words).chain(tree.map(str::to_owned)).chain(["--".to_owned()]);
        let text = match git.start("grep", args).and_then(|running| running.collect_within(GREP, PATIENCE)) {
            Ok(text) => text,
            // It found nothing.
            Err(GitError::Refused { code: Some(1), .. }) => return Some(Vec::new()),
            Err(_) => return None,
        };
        let row = |row: &[u8]| {
            let mut parts = row.splitn(3, |b| *b == 0);
            let (path, line, text) = (parts.next()?, parts.next()?, parts.next()?);
            let path = tree.and_then(|tree| path.strip_prefix(tree.as_bytes())?.strip_prefix(b":")).unwrap_or(path);
            let text = String::from_utf8_lossy(text.get(..A_LINE).unwrap_or(text)).into_owned();
            Some((path.to_owned(), std::str::from_utf8(line).ok()?.parse().ok()?, text))
        };
        Some(text.split(|b| *b == b'\n').filter_map(row).collect())
    }

    /// Files of a commit or tree below a folder, by their whole paths; '' = all. `None`: git does not say.
    pub fn below(&mut self, tree: &str, folder: &str) -> Option<Vec<String>> {
        let files = self.options.git(self.stop).files_of(tree).ok()?;
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let name = |path: Vec<u8>| String::from_utf8_lossy(&path).into_owned();
        Some(files.into_iter().map(|file| name(file.path)).filter(|path| path.starts_with(&start)).collect())
    }

    /// Which commits last changed lines of a file of a commit. `None`: git does not say, or not in time.
    pub fn blame(&mut self, commit: &str, path: &str, lines: (u32, u32)) -> Option<Vec<Blamed>> {
        self.at_top().blame((commit, path, lines)).ok().flatten()
    }

    /// Which commits changed lines of a file, newest first, at most so many. `None`: as for [`Texts::blame`].
    pub fn past(&mut self, commit: &str, path: &str, lines: (u32, u32), most: u8) -> Option<Vec<Told>> {
        self.at_top().past((commit, path, lines), most).ok().flatten()
    }

    /// git in the root of the working tree: some questions are answered for what lies below where it stands.
    fn at_top(&mut self) -> Git<'a> {
        let mut options = self.options.clone();
        options.dir = self.top().unwrap_or(options.dir);
        options.git(self.stop)
    }

    fn top(&mut self) -> Option<PathBuf> {
        if self.top.is_none() {
            let about = self.options.git(self.stop).about(&[]).and_then(Asked::get).ok();
            self.top = Some(about.and_then(|(about, _)| about.top));
        }
        self.top.clone().flatten()
    }
}

/// Prose names things without being them.
fn is_prose(path: &[u8]) -> bool {
    let path = path.to_ascii_lowercase();
    [&b".md"[..], b".mdx", b".rst", b".txt", b".adoc"].iter().any(|ending| path.ends_with(ending))
}
