//! Runs git for the tests of the diff, out of reach of the user's configuration; and puts the index into the words of
//! `git apply --numstat -z` and `--summary`, so that both can be compared byte by byte.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use prr::core::{
    diff::Indexer,
    model::{Diff, FileEntry, FileForm, FileStatus},
};

/// Runs git in a folder; its output, whatever its exit code when `fallible`.
fn run(dir: &Path, args: &[&str], input: &[u8], fallible: bool) -> Vec<u8> {
    let mut command = Command::new("git");
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).current_dir(dir).args(args);
    for name in ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"] {
        command.env(name, "/dev/null");
    }
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "t").env(format!("GIT_{who}_EMAIL"), "t@example.invalid");
        command.env(format!("GIT_{who}_DATE"), "2026-01-01T00:00:00Z");
    }
    command.env("HOME", dir).env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C").env("GIT_CEILING_DIRECTORIES", "/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(fallible || output.status.success(), "git {args:?}: {said}");
    output.stdout
}

/// Runs git and returns its output.
pub fn git(dir: &Path, args: &[&str]) -> Vec<u8> {
    run(dir, args, b"", false)
}

/// Runs git, which may fail (a conflicting merge).
pub fn try_git(dir: &Path, args: &[&str]) -> Vec<u8> {
    run(dir, args, b"", true)
}

/// `git apply --numstat -z` of these bytes.
pub fn numstat(bytes: &[u8]) -> Vec<u8> {
    apply(bytes, &["--numstat", "-z"])
}

/// `git apply --summary` of these bytes.
pub fn summary(bytes: &[u8]) -> Vec<u8> {
    apply(bytes, &["--summary"])
}

fn apply(bytes: &[u8], how: &[&str]) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let args = [&["apply", "--unidiff-zero", "--allow-empty"], how, &["-"]].concat();
    run(dir.path(), &args, bytes, false)
}

/// The index in the words of `git apply --numstat -z`.
pub fn numstat_of(diff: &Diff) -> Vec<u8> {
    let mut out = Vec::new();
    for file in &diff.files {
        let counts = match file.form {
            FileForm::Binary => "-\t-\t".to_owned(),
            FileForm::Text | FileForm::NotGiven | FileForm::Combined { .. } => {
                format!("{}\t{}\t", file.counts.added, file.counts.removed)
            }
        };
        out.extend([counts.as_bytes(), diff.name(file.path), b"\0"].concat());
    }
    out
}

/// The index in the words of `git apply --summary`.
pub fn summary_of(diff: &Diff) -> Vec<u8> {
    let mut out = Vec::new();
    for file in &diff.files {
        let path = diff.name(file.path);
        match file.status {
            FileStatus::Added => one_sided(&mut out, "create", file.modes.new, path),
            FileStatus::Deleted => one_sided(&mut out, "delete", file.modes.old, path),
            FileStatus::Renamed => moved(&mut out, "rename", diff, file),
            FileStatus::Copied => moved(&mut out, "copy", diff, file),
            FileStatus::Modified | FileStatus::TypeChanged => stays(&mut out, file, path),
        }
    }
    out
}

fn one_sided(out: &mut Vec<u8>, word: &str, mode: Option<u32>, path: &[u8]) {
    let mode = mode.map_or(String::new(), |m| format!("mode {m:06o} "));
    out.extend([format!(" {word} {mode}").as_bytes(), path, b"\n"].concat());
}

fn stays(out: &mut Vec<u8>, file: &FileEntry, path: &[u8]) {
    match file.similarity.filter(|s| *s < 100) {
        Some(similarity) => {
            out.extend([b" rewrite ", path, format!(" ({}%)\n", 100 - similarity).as_bytes()].concat());
            mode_change(out, file, b"");
        }
        None => mode_change(out, file, &[b" ", path].concat()),
    }
}

fn mode_change(out: &mut Vec<u8>, file: &FileEntry, name: &[u8]) {
    if let (Some(old), Some(new)) = (file.modes.old, file.modes.new)
        && old != new
    {
        out.extend([format!(" mode change {old:06o} => {new:06o}").as_bytes(), name, b"\n"].concat());
    }
}

/// Directories that both names begin with stand once, before braces.
fn moved(out: &mut Vec<u8>, word: &str, diff: &Diff, file: &FileEntry) {
    let (old, new) = (diff.name(file.old_path.unwrap()), diff.name(file.path));
    let mut shared = 0;
    while let (Some(a), Some(b)) = (slash(&old[shared..]), slash(&new[shared..]))
        && old[shared..shared + a] == new[shared..shared + b]
    {
        shared += a + 1;
    }
    let (dirs, open, close): (_, &[u8], &[u8]) =
        if shared > 0 { (&old[..shared], b"{", b"}") } else { (&b""[..], b"", b"") };
    let score = format!(" ({}%)\n", file.similarity.unwrap_or(0));
    let word = format!(" {word} ");
    out.extend(
        [word.as_bytes(), dirs, open, &old[shared..], b" => ", &new[shared..], close, score.as_bytes()].concat(),
    );
    mode_change(out, file, b"");
}

fn slash(name: &[u8]) -> Option<usize> {
    name.iter().position(|b| *b == b'/')
}

/// Whether index and git agree about these bytes, whole and in pieces.
pub fn assert_agrees(bytes: &[u8], what: &str) -> Diff {
    let mut indexer = Indexer::default();
    for piece in super::cuts::at_random_lines(bytes, bytes.len() as u64) {
        indexer.push(piece.into());
    }
    let diff = indexer.finish();
    super::cuts::assert_same(&prr::core::diff::parse(bytes), &diff);
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\0', "\n");
    assert_eq!(words(&numstat_of(&diff)), words(&numstat(bytes)), "{what}");
    assert_eq!(words(&summary_of(&diff)), words(&summary(bytes)), "{what}");
    diff
}
