//! What a commit's tree holds, and what the last commits say. Called by `edge::intake` for the symbol index and the
//! risk score.

use super::{Git, GitError, answer::entries};

/// The longest list of files, in bytes.
const LIST: usize = 256 << 20;
/// The longest text of messages, in bytes.
const MESSAGES: usize = 1 << 20;

/// A regular file of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracked {
    /// Its path from the root.
    pub path: Vec<u8>,
    /// Id of its blob.
    pub id: String,
}

impl Git<'_> {
    /// The regular files of a commit or tree, in its order. Links and other repositories are left out: nothing is
    /// followed, so nothing can go round.
    ///
    /// # Errors
    /// Refused when there is no such commit or tree.
    pub fn files_of(&self, tree: &str) -> Result<Vec<Tracked>, GitError> {
        let args = ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", tree];
        let answer = self.start("ls-tree", args)?.collect(LIST)?;
        let file = |entry: &[u8]| {
            let tab = memchr::memchr(b'\t', entry)?;
            let about = String::from_utf8_lossy(entry.get(..tab)?).into_owned();
            let mut words = about.split(' ');
            let (mode, kind, id) = (words.next()?, words.next()?, words.next()?);
            let regular = kind == "blob" && mode != "120000";
            regular.then(|| Some(Tracked { path: entry.get(tab + 1..)?.to_vec(), id: id.to_owned() }))?
        };
        Ok(entries(&answer).filter_map(file).collect())
    }

    /// Commits that lead to `to` and not to `from`, and the other way round.
    ///
    /// # Errors
    /// Refused when one of them is no commit.
    pub fn distance(&self, from: &str, to: &str) -> Result<(u32, u32), GitError> {
        let both = format!("{from}...{to}");
        let args = ["rev-list", "--left-right", "--count", "--end-of-options", both.as_str(), "--"];
        let answer = self.start("rev-list", args)?.collect(MESSAGES)?;
        let text = String::from_utf8_lossy(&answer).into_owned();
        let mut numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
        let (left, right) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        Ok((right, left))
    }

    /// The messages of the commits that lead to `to` and not to `from`, newest first. Untrusted text.
    ///
    /// # Errors
    /// Refused when one of them is no commit.
    pub fn messages_between(&self, from: &str, to: &str, most: u8) -> Result<Vec<String>, GitError> {
        let count = format!("--max-count={most}");
        let not = format!("^{from}");
        let args =
            ["log", count.as_str(), "-z", "--no-show-signature", "--format=%B", "--end-of-options", to, &not, "--"];
        let answer = self.start("log", args)?.collect(MESSAGES)?;
        Ok(entries(&answer).map(|text| String::from_utf8_lossy(text).into_owned()).collect())
    }

    /// The messages of the last commits that lead to a revision, newest first. Untrusted text.
    ///
    /// # Errors
    /// Refused when there is no such commit.
    pub fn messages(&self, revision: &str, most: u8) -> Result<Vec<String>, GitError> {
        let count = format!("--max-count={most}");
        let args =
            ["log", count.as_str(), "-z", "--no-show-signature", "--format=%B", "--end-of-options", revision, "--"];
        let answer = self.start("log", args)?.collect(MESSAGES)?;
        Ok(entries(&answer).map(|text| String::from_utf8_lossy(text).into_owned()).collect())
    }
}
