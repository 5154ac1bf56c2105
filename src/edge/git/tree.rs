//! Single files of a commit or tree, and whether the index has exactly these paths. Not diffs. Called by
//! `edge::intake` for the settings of the reviewed repository.

use super::{Git, GitError, answer::entries};

/// The longest answer about one path, in bytes.
const SHORT: usize = 1 << 16;
/// The longest list of file names, in bytes.
const LIST: usize = 256 << 20;

/// What a commit or tree has at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeFile {
    /// Nothing.
    Missing,
    /// A file with these bytes.
    File(Vec<u8>),
    /// A file of more bytes than were asked for.
    TooLarge(u64),
    /// Something that is no file: a link, a folder, another repository.
    NoFile,
}

impl Git<'_> {
    /// A file of a commit or tree, by its full path from the root; of at most so many bytes.
    ///
    /// # Errors
    /// Refused when there is no such commit or tree.
    pub fn tree_file(&self, tree: &str, path: &str, most: usize) -> Result<TreeFile, GitError> {
        let args = ["ls-tree", "-z", "--long", "--full-tree", "--end-of-options", tree, path];
        let answer = self.start("ls-tree", args)?.collect(SHORT)?;
        let Some(entry) = entries(&answer).next() else { return Ok(TreeFile::Missing) };
        let text = String::from_utf8_lossy(entry);
        let about = text.split_once('\t').map_or("", |(about, _)| about);
        let words: Vec<&str> = about.split_whitespace().collect();
        let [mode, "blob", id, size] = words.as_slice() else { return Ok(TreeFile::NoFile) };
        if *mode == "120000" {
            return Ok(TreeFile::NoFile);
        }
        match size.parse::<u64>() {
            Ok(size) if size > most as u64 => Ok(TreeFile::TooLarge(size)),
            _ => Ok(TreeFile::File(self.start("cat-file", ["cat-file", "blob", id])?.collect(most.max(SHORT))?)),
        }
    }

    /// Whether the index has an entry with exactly one of these paths. The directory must be the working tree's root.
    /// A link or a repository in place of a folder is such an entry.
    pub fn index_has(&self, paths: &[&str]) -> Result<bool, GitError> {
        let args = ["ls-files", "-z", "--"].into_iter().chain(paths.iter().copied());
        let answer = self.start("ls-files", args)?.collect(LIST)?;
        Ok(entries(&answer).any(|entry| paths.iter().any(|path| path.as_bytes() == entry)))
    }
}
