//! Small git repositories in temporary folders: fixed author, dates and configuration, so that ids are the same
//! everywhere. Not a fixture of any one room. Called by tests that need a real repository.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A folder with a working tree in `work`, a home beside it, and no way out of it.
pub struct Repo {
    folder: tempfile::TempDir,
    root: PathBuf,
}

impl Repo {
    /// An empty folder that is no repository.
    pub fn none() -> Self {
        let folder = tempfile::Builder::new().prefix("prr-repo-").tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap().join("work");
        fs::create_dir_all(&root).unwrap();
        fs::create_dir_all(folder.path().join("home")).unwrap();
        Self { folder, root }
    }

    /// A repository without commits, on branch `main`.
    pub fn empty() -> Self {
        Self::with_init(&[])
    }

    /// The same with more arguments for `git init`.
    pub fn with_init(args: &[&str]) -> Self {
        let repo = Self::none();
        repo.git(&[&["init", "-q", "-b", "main"], args].concat());
        repo
    }

    /// A repository with two commits on `main`: `a.txt`, `b.txt` and `run.sh`, then a change of `a.txt`.
    pub fn with_history() -> Self {
        Self::empty().filled()
    }

    /// Adds that history.
    pub fn filled(self) -> Self {
        self.write("a.txt", "one\ntwo\nthree\n");
        self.write("b.txt", &"a line of text that is long enough to be recognised\n".repeat(8));
        self.write("run.sh", "#!/bin/sh\n");
        self.commit("first");
        self.write("a.txt", "one\n2\nthree\n");
        self.commit("second: 2 for two");
        self
    }

    /// The working tree.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A folder for other things; HOME is `home` in it.
    pub fn outside(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    /// The environment for git and for the code under test.
    pub fn variables(&self) -> Vec<(OsString, OsString)> {
        let home = self.outside().join("home");
        let mut all: Vec<(OsString, OsString)> = vec![
            ("PATH".into(), std::env::var_os("PATH").unwrap_or_default()),
            ("HOME".into(), home.clone().into()),
            ("XDG_CONFIG_HOME".into(), home.join(".config").into()),
            ("GIT_CONFIG_NOSYSTEM".into(), "1".into()),
            ("GIT_CONFIG_GLOBAL".into(), home.join(".gitconfig").into()),
            ("GIT_CEILING_DIRECTORIES".into(), self.outside().into()),
        ];
        for who in ["AUTHOR", "COMMITTER"] {
            all.push((format!("GIT_{who}_NAME").into(), "Tester".into()));
            all.push((format!("GIT_{who}_EMAIL").into(), "tester@example.invalid".into()));
            all.push((format!("GIT_{who}_DATE").into(), "2026-01-01T00:00:00Z".into()));
        }
        all
    }

    /// Runs git in the working tree; its output without the last line feed.
    pub fn git(&self, args: &[&str]) -> String {
        let (ok, out, err) = self.try_git_at(&self.root, args);
        assert!(ok, "git {args:?}: {err}");
        out
    }

    /// Runs git anywhere; it may fail.
    pub fn try_git_at(&self, dir: &Path, args: &[&str]) -> (bool, String, String) {
        let mut command = Command::new("git");
        command.env_clear().envs(self.variables()).current_dir(dir).args(args).stdin(Stdio::null());
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned();
        (output.status.success(), text(output.stdout), text(output.stderr))
    }

    /// Writes a file, with its folders.
    pub fn write(&self, path: &str, text: &str) {
        let full = self.root.join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, text).unwrap();
    }

    /// Commits everything; the id.
    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// All that a reader must leave as it is: status, index bytes, refs, and every file below `.git`.
    pub fn state(&self) -> (String, Vec<(PathBuf, Vec<u8>)>) {
        let mut files = Vec::new();
        let dot_git = self.root.join(".git");
        collect(&dot_git, &mut files);
        files.sort();
        (self.git(&["--no-optional-locks", "status", "--porcelain"]), files)
    }
}

fn collect(dir: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push((path.clone(), fs::read(&path).unwrap_or_default()));
        }
    }
}
