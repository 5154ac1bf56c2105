//! A history told to git in one go (`fast-import`): the made GitHub's own bare repository, with
//! `refs/pull/N/head`, and the diffs of its pull requests as git gives them.
//! Not here: what is reviewed in it (`sample`).

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{
    diff,
    world::{Change, Commit},
};

/// What a commit does to a path.
pub enum Edit<'a> {
    /// Puts this content there.
    Put(&'a str, &'a [u8]),
    /// The same, executable.
    Run(&'a str, &'a [u8]),
    /// Moves a file.
    Move(&'a str, &'a str),
    /// Removes it.
    Drop(&'a str),
}

/// A commit of the story that is being told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark(usize);

/// Commits and references not yet told.
#[derive(Default)]
pub struct Story {
    text: Vec<u8>,
    marks: usize,
}

impl Story {
    /// A commit on nothing or another one. `message` is also how it is told apart.
    pub fn commit(&mut self, on: Option<Mark>, message: &str, edits: &[Edit]) -> Mark {
        let from = on.map_or_else(String::new, |m| format!("from :{}\n", m.0));
        self.after(&from, message, edits)
    }

    /// A commit on one that is told already.
    pub fn commit_on(&mut self, sha: &str, message: &str, edits: &[Edit]) -> Mark {
        self.after(&format!("from {sha}\n"), message, edits)
    }

    fn after(&mut self, from: &str, message: &str, edits: &[Edit]) -> Mark {
        self.marks += 1;
        let mark = self.marks;
        // A reference of its own: a branch that already stands elsewhere would be in the way.
        let who = format!("Tester <tester@example.invalid> {} +0000", 1_767_225_600 + mark);
        let length = message.len();
        self.say(&format!("commit refs/told/{mark}\nmark :{mark}\ncommitter {who}\ndata {length}\n{message}\n{from}"));
        for edit in edits {
            match edit {
                Edit::Put(path, content) => self.file("100644", path, content),
                Edit::Run(path, content) => self.file("100755", path, content),
                Edit::Move(from, to) => self.say(&format!("R {} {}\n", quoted(from), quoted(to))),
                Edit::Drop(path) => self.say(&format!("D {}\n", quoted(path))),
            }
        }
        Mark(mark)
    }

    /// Puts a reference on it.
    pub fn reference(&mut self, name: &str, mark: Mark) {
        self.say(&format!("reset {name}\nfrom :{}\n\n", mark.0));
    }

    fn file(&mut self, mode: &str, path: &str, content: &[u8]) {
        self.say(&format!("M {mode} inline {}\ndata {}\n", quoted(path), content.len()));
        self.text.extend_from_slice(content);
        self.say("\n");
    }

    fn say(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}

fn quoted(path: &str) -> String {
    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// A folder with bare repositories at `OWNER/NAME.git`.
pub struct Origin {
    folder: tempfile::TempDir,
    name: String,
}

/// Full ids of the commits of one telling.
pub struct Told(Vec<String>);

impl Told {
    /// Of this one.
    pub fn sha(&self, mark: Mark) -> String {
        self.0[mark.0 - 1].clone()
    }
}

impl Origin {
    /// An empty bare repository `OWNER/NAME`.
    pub fn new(name: &str) -> Self {
        let folder = tempfile::Builder::new().prefix("prr-hub-").tempdir().unwrap();
        let origin = Self { folder, name: name.to_owned() };
        std::fs::create_dir_all(origin.path()).unwrap();
        origin.git(&["init", "-q", "--bare", "-b", "main"], &[]);
        origin
    }

    /// The bare repository.
    pub fn path(&self) -> PathBuf {
        self.root().join(format!("{}.git", self.name))
    }

    /// `OWNER/NAME`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What stands for the host.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// A program that stands for `ssh`: it runs what is to be run on the host in [`Self::root`].
    pub fn ssh(&self) -> PathBuf {
        let (root, path) = (self.root().display(), self.root().join("ssh"));
        let script = format!("#!/bin/sh\nfor last; do :; done\ncd '{root}' && exec sh -c \"$last\"\n");
        std::fs::write(&path, script).unwrap();
        crate::support::dirs::executable(&path);
        path
    }

    /// Tells it to git.
    pub fn tell(&self, story: Story) -> Told {
        let marks = self.folder.path().join("marks");
        let export = format!("--export-marks={}", marks.display());
        self.git(&["fast-import", "--quiet", "--date-format=raw", &export], &story.text);
        let text = std::fs::read_to_string(&marks).unwrap();
        let mut all: Vec<(usize, String)> = text
            .lines()
            .filter_map(|l| l.strip_prefix(':')?.split_once(' '))
            .map(|(mark, sha)| (mark.parse().unwrap(), sha.to_owned()))
            .collect();
        all.sort();
        Told(all.into_iter().map(|(_, sha)| sha).collect())
    }

    /// What a pull request from `base` (the merge base) to `head` changes.
    pub fn change(&self, base: &str, head: &str) -> Change {
        let out = self.git(&["diff", "-M", "--raw", "-z", "-p", "--no-abbrev", "--no-color", base, head], &[]);
        let (names, diff) = raw_names(&out);
        let text = String::from_utf8_lossy(diff);
        let log = self.git(&["log", "--reverse", "--format=%H%x1f%P%x1f%B%x1e", &format!("{base}..{head}")], &[]);
        let log = String::from_utf8(log).unwrap();
        let commits = log.split('\u{1e}').filter_map(|one| {
            let mut parts = one.trim_start().split('\u{1f}').map(|p| p.trim_end().to_owned());
            let sha = parts.next().filter(|sha| !sha.is_empty())?;
            Some(Commit { sha, parent: parts.next()?, message: parts.next()? })
        });
        let files = diff::files(&text, &names);
        Change { files, commits: commits.collect(), diff: diff.to_vec() }
    }

    /// Bytes of a file at a commit; `None` when it is not there.
    pub fn file(&self, sha: &str, path: &str) -> Option<Vec<u8>> {
        let out = self.command(&["cat-file", "blob", &format!("{sha}:{path}")]).output().unwrap();
        out.status.success().then_some(out.stdout)
    }

    /// Commits between, in git's words: `A...B` gives (behind, ahead, merge base); `None` when one is not there.
    pub fn compare(&self, a: &str, b: &str) -> Option<(u64, u64, String)> {
        let count = self.command(&["rev-list", "--left-right", "--count", &format!("{a}...{b}")]).output().unwrap();
        let base = self.command(&["merge-base", a, b]).output().unwrap();
        let (count, base) = (String::from_utf8(count.stdout).unwrap(), String::from_utf8(base.stdout).unwrap());
        let (behind, ahead) = count.trim().split_once('\t')?;
        Some((behind.parse().ok()?, ahead.parse().ok()?, base.trim().to_owned()))
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.folder.path()).env("GIT_CONFIG_NOSYSTEM", "1");
        command.current_dir(self.path()).args(args);
        command
    }

    /// Runs git in the repository; its output.
    pub fn git(&self, args: &[&str], input: &[u8]) -> Vec<u8> {
        let mut child =
            self.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Nothing that is asked here answers before it has read everything.
        child.stdin.take().unwrap().write_all(input).unwrap();
        let out = child.wait_with_output().unwrap();
        assert!(out.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&out.stderr));
        out.stdout
    }
}

/// Names of `--raw -z -p`, and the diff behind them.
fn raw_names(out: &[u8]) -> (Vec<(char, String, String)>, &[u8]) {
    let (mut names, mut rest) = (Vec::new(), out);
    while rest.first() == Some(&b':') {
        let mut field = || {
            let end = rest.iter().position(|b| *b == 0).unwrap_or(rest.len());
            let (this, next) = rest.split_at(end);
            rest = next.get(1..).unwrap_or_default();
            String::from_utf8_lossy(this).into_owned()
        };
        let letter = field().rsplit(' ').next().and_then(|s| s.chars().next()).unwrap_or('M');
        let old = field();
        let new = if matches!(letter, 'R' | 'C') { field() } else { old.clone() };
        names.push((letter, old, new));
    }
    (names, rest.strip_prefix(b"\0").unwrap_or(rest))
}
