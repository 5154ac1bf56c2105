//! The mirror of a pull request's logbook: its lines once more, in the user's state folder beside the ledger of its
//! publications, so that `git clean -fdx` in a clone loses nothing (REVIEW "Logbook"). Each logbook that was ever
//! written to has a file of its own there: two clones have two. A logbook that is missing begins with what all of
//! them have. Not here: publications (`ledger`), when a line is written (`book`). Called by `open`, `book`, `stored`.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use super::{
    Places, files, join,
    jsonl::{self, Reading},
    ledger, place,
};
use crate::core::model::PullName;

/// The folder of a target's mirrors; `None` = it is no pull request, or the user has no state folder.
pub(super) fn folder(places: &Places, pr_ref: &str) -> Option<PathBuf> {
    let number = pr_ref.strip_prefix("pr-")?.parse().ok()?;
    let pull = PullName { repo: places.pull.clone()?, number };
    Some(ledger::pull_folder(places.state.as_ref()?, &pull).join("logbooks"))
}

/// The mirror of one logbook, open for appending.
#[derive(Debug)]
pub(super) struct Mirror {
    file: File,
    path: PathBuf,
}

impl Mirror {
    /// The mirror of a logbook, brought up to its complete lines. They are the truth: a mirror that has others is
    /// written anew.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn follow(folder: &Path, logbook: &Path, lines: &[u8]) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}.jsonl", place::hash(logbook.as_os_str().as_bytes(), 16)));
        let mut file = files::open_append(&path)?;
        let mut there = Vec::new();
        file.read_to_end(&mut there)?;
        match lines.strip_prefix(there.as_slice()) {
            Some(missing) => file.write_all(missing)?,
            None => file = rewrite(&path, lines)?,
        }
        file.sync_all()?;
        files::sync_folder(&path);
        Ok(Self { file, path })
    }

    pub(super) fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.write_all(line)
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Whole or not at all: the old one stays until the new one is finished.
fn rewrite(path: &Path, lines: &[u8]) -> io::Result<File> {
    let unfinished = files::beside(path, ".unfinished");
    let mut file = File::create(&unfinished)?;
    file.write_all(lines)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)?;
    files::open_append(path)
}

/// The lines of all mirrors of a pull request together, each once; `None` = there are none. What a newer version
/// wrote, and lines that cannot be read, are left where they are.
pub(super) fn kept(folder: &Path) -> Option<Vec<u8>> {
    let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    paths.sort();
    let read = |path: &PathBuf| jsonl::read_file(path).ok().filter(|reading| reading.newer.is_none());
    let mut all: Vec<Reading> = paths.iter().filter_map(read).filter(|reading| !reading.lines.is_empty()).collect();
    // The one with the newest run is the trunk: the others' decisions are numbered behind its own.
    all.sort_by_key(|reading| std::cmp::Reverse((join::newest_run(reading), reading.lines.len())));
    let mut all = all.into_iter();
    let trunk = all.next()?.complete();
    Some(all.fold(trunk, |lines, other| join::union(lines, &other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        core::model::{Act, Decision, FindingId, Host, Record, RepoName, RunId, Time},
        edge::logbook::wire,
    };

    fn decision(seq: u64, at: i64, finding: &str) -> Record {
        let decision = Decision { seq, at: Time(at), finding: FindingId::new(finding), act: Act::Accept, batch: None };
        Record::Decision { run: RunId::new("r"), decision }
    }

    fn lines(records: &[Record]) -> Vec<u8> {
        records.iter().flat_map(|record| wire::encode(record).unwrap()).collect()
    }

    #[test]
    fn a_mirror_follows_its_logbook_and_is_written_anew_when_it_has_something_else() {
        let dir = tempfile::tempdir().unwrap();
        let logbook = Path::new("/clone/.logbooks/code-review/pr-7.jsonl");
        let (one, two) = (lines(&[decision(1, 1, "a")]), lines(&[decision(1, 1, "a"), decision(2, 2, "b")]));
        let follow = |lines: &[u8]| Mirror::follow(dir.path(), logbook, lines).unwrap();
        follow(&one);
        let mut mirror = follow(&two);
        mirror.append(b"{\"record_type\"").unwrap();
        let path = mirror.path().to_owned();
        drop(mirror);
        assert_eq!(fs::read(follow(&two).path()).unwrap(), two, "what was cut off is gone");
        assert_eq!(fs::read(&path).unwrap(), two);
        assert_eq!(kept(dir.path()), Some(two));
    }

    #[test]
    fn what_two_clones_have_comes_together_once() {
        let dir = tempfile::tempdir().unwrap();
        let both = decision(1, 1, "both");
        for (clone, own) in [("/a", decision(2, 5, "of a")), ("/b", decision(2, 9, "of b"))] {
            Mirror::follow(dir.path(), Path::new(clone), &lines(&[both.clone(), own])).unwrap();
        }
        let together = jsonl::read(kept(dir.path()).unwrap(), 0).records();
        let mut found: Vec<(String, u64)> = Vec::new();
        for record in together {
            let Record::Decision { decision, .. } = record else { panic!("{record:?}") };
            found.push((decision.finding.as_str().to_owned(), decision.seq));
        }
        found.sort();
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["both", "of a", "of b"]);
        let numbers: std::collections::BTreeSet<u64> = found.iter().map(|(_, seq)| *seq).collect();
        assert_eq!(numbers.len(), 3, "no two decisions have one number: {found:?}");
    }

    #[test]
    fn only_pull_requests_have_one_and_only_where_there_is_a_state_folder() {
        let repo = RepoName { host: Host::github(), owner: "O".into(), repo: "r".into() };
        let places = Places { pull: Some(repo), state: Some("/state".into()), ..Places::default() };
        let path = folder(&places, "pr-7").unwrap();
        assert_eq!(
            path,
            ledger::pull_folder(Path::new("/state"), &PullName { repo: places.pull.clone().unwrap(), number: 7 })
                .join("logbooks")
        );
        assert_eq!(folder(&places, "branch-x"), None);
        assert_eq!(folder(&Places { state: None, ..places.clone() }, "pr-7"), None);
        assert_eq!(folder(&Places { pull: None, ..places }, "pr-7"), None);
        assert_eq!(kept(Path::new("/nowhere")), None);
    }
}
