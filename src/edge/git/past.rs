//! Who changed lines of a file, and when: blame and the log of a range, from committed objects alone. Bounded in bytes,
//! time and count; no filter, hook or other program runs, and settings that would leave commits out do not count. Not
//! messages of whole commits (`history`). Called by `edge::intake`.

use std::time::Duration;

use super::{Git, GitError};

/// Bytes of an answer, and how long it may take.
const MOST: usize = 1 << 20;
const PATIENCE: Duration = Duration::from_secs(4);
/// What git prints of a commit: its id, its id cut, the author's day, the author, the subject.
const FORMAT: &str = "--format=%H%x1f%h%x1f%as%x1f%an%x1f%s";

/// A commit in a line. Author and subject are untrusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Its id, whole and cut.
    pub id: (String, String),
    /// The day on which its author made it, such as 2024-05-01.
    pub day: String,
    /// Its author's name.
    pub author: String,
    /// The first line of its message.
    pub subject: String,
}

/// Lines that a commit changed last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blamed {
    /// First and last, from 1.
    pub lines: (u32, u32),
    /// The commit.
    pub by: Told,
}

/// Lines of a file of a commit: the commit, the path from the root, first and last line from 1.
pub type Range<'r> = (&'r str, &'r str, (u32, u32));

/// What goes into git as a revision: an id, or the one name.
fn is_revision(revision: &str) -> bool {
    let is_id = (4..=64).contains(&revision.len()) && revision.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id || revision == "HEAD"
}

impl Git<'_> {
    /// The commits that last changed lines of a file, by line. It must work in the root of the working tree, or in a
    /// repository that has none. `None`: the revision is neither an id nor HEAD.
    ///
    /// # Errors
    /// Refused when there is no such commit, file or first line; also when it takes too long.
    pub fn blame(&self, (revision, path, (start, end)): Range<'_>) -> Result<Option<Vec<Blamed>>, GitError> {
        if !is_revision(revision) {
            return Ok(None);
        }
        let lines = format!("-L{start},{end}");
        // Not behind `--end-of-options`, which blame does not know in every version: a revision is none of them.
        let set = ["-c", "core.attributesFile=/dev/null", "-c", "blame.ignoreRevsFile="];
        let args = ["blame", "--incremental", "--no-textconv", "--no-progress", lines.as_str(), revision, "--", path];
        let answer = self.start("blame", set.into_iter().chain(args))?.collect_within(MOST, PATIENCE)?;
        let mut found: Vec<(String, (u32, u32))> = String::from_utf8_lossy(&answer).lines().filter_map(group).collect();
        found.sort_by_key(|(_, lines)| *lines);
        let mut ids: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let args = ["log", "--no-walk=unsorted", "--no-show-signature", FORMAT, "--end-of-options"];
        let told = self.start("log", args.into_iter().chain(ids).chain(["--"]))?.collect_within(MOST, PATIENCE)?;
        let told: Vec<Told> = String::from_utf8_lossy(&told).lines().filter_map(commit).collect();
        let by = |id: &str| told.iter().find(|told| told.id.0 == id).cloned();
        let blamed = |(id, lines): (String, (u32, u32))| by(&id).map(|by| Blamed { lines, by });
        Ok(Some(found.into_iter().filter_map(blamed).collect()))
    }

    /// The commits that changed lines of a file, newest first. It must work where [`Git::blame`] does. `None`: the
    /// revision is neither an id nor HEAD.
    ///
    /// # Errors
    /// As [`Git::blame`].
    pub fn past(&self, (revision, path, (start, end)): Range<'_>, most: u8) -> Result<Option<Vec<Told>>, GitError> {
        if !is_revision(revision) {
            return Ok(None);
        }
        let (lines, count) = (format!("-L{start},{end}:{path}"), format!("--max-count={most}"));
        let flags = ["log", "-s", "--no-ext-diff", "--no-textconv", "--no-show-signature", FORMAT];
        let args = [lines.as_str(), count.as_str(), "--end-of-options", revision, "--"];
        let set = ["-c", "core.attributesFile=/dev/null"];
        let all = set.into_iter().chain(flags).chain(args);
        let answer = self.start("log", all)?.collect_within(MOST, PATIENCE)?;
        Ok(Some(String::from_utf8_lossy(&answer).lines().filter_map(commit).collect()))
    }
}

/// The head of a group of blamed lines: id, line there, line here, count.
fn group(line: &str) -> Option<(String, (u32, u32))> {
    let words: Vec<&str> = line.split(' ').collect();
    let [id, there, here, count] = words.as_slice() else { return None };
    let is_id = id.len() >= 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (_, here, count) = (there.parse::<u32>().ok()?, here.parse::<u32>().ok()?, count.parse::<u32>().ok()?);
    is_id.then(|| ((*id).to_owned(), (here, here.saturating_add(count.max(1) - 1))))
}

fn commit(line: &str) -> Option<Told> {
    let mut parts = line.splitn(5, '\x1f').map(str::to_owned);
    let (id, cut, day, author) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    Some(Told { id: (id, cut), day, author, subject: parts.next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ids_and_head_are_revisions() {
        for good in ["HEAD", "0123456789abcdef0123456789abcdef01234567", "abcd"] {
            assert!(is_revision(good), "{good}");
        }
        for bad in ["", "--output=x", "-p", "HEAD~1", "main", "abc", "HEAD:x", "@{-1}", ":/fix", "head"] {
            assert!(!is_revision(bad), "{bad}");
        }
    }

    #[test]
    fn groups_are_read_and_what_looks_alike_is_none() {
        let id = "0a".repeat(20);
        assert_eq!(group(&format!("{id} 4 7 3")), Some((id.clone(), (7, 9))));
        for none in [format!("summary {id} 1 1"), "summary 1 2 3".to_owned(), format!("{id} a 1 1"), String::new()] {
            assert_eq!(group(&none), None, "{none}");
        }
    }
}
