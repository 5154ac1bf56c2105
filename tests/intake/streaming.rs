//! The index grows while the writer still writes; stopping ends everything; odd encodings on the way.

use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use prr::{
    core::model::{Diff, TargetKind, TargetSpec},
    edge::intake::{IntakeError, Progress, Taken, read},
};

use super::{bytes, files, named, options, take};
use crate::support::repo::Repo;

fn fifo(repo: &Repo) -> PathBuf {
    let path = repo.outside().join("fifo");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

fn one_file(name: &str, lines: usize) -> String {
    let body: String = (0..lines).map(|n| format!("+line {n}\n")).collect();
    format!(
        "diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\n@@ -0,0 +1,{lines} @@\n{body}"
    )
}

/// Reads a pipe on another thread; snapshots arrive on the channel.
fn reader(
    path: &Path,
    stop: &Arc<AtomicBool>,
) -> (mpsc::Receiver<Arc<Diff>>, thread::JoinHandle<Result<Taken, IntakeError>>) {
    let (tell, told) = mpsc::channel();
    let (path, stop) = (path.to_owned(), stop.clone());
    let handle = thread::spawn(move || {
        let mut on = |progress| {
            if let Progress::Grew(diff) = progress {
                let _ = tell.send(diff);
            }
        };
        read(&TargetSpec::File(path), &prr::edge::intake::Options::default(), &stop, &mut on)
    });
    (told, handle)
}

#[test]
fn the_first_file_is_shown_before_the_writer_ends_and_each_part_soon_after_it_came() {
    let repo = Repo::none();
    let path = fifo(&repo);
    let stop = Arc::new(AtomicBool::new(false));
    let (told, reader) = reader(&path, &stop);
    let mut writer = File::options().write(true).open(&path).unwrap();
    // Half a line: nothing to show. Then its end and half of the next.
    let text = one_file("first.txt", 3);
    let (start, rest) = text.split_at(text.len() - 12);
    writer.write_all(start.as_bytes()).unwrap();
    let early = told.recv().unwrap();
    assert!(!early.complete && early.lines >= 1, "{early:?}");
    assert_eq!(files(&early), ["A first.txt"]);
    assert!(bytes(&early).ends_with(b"\n"), "cut behind a line feed");
    writer.write_all(rest.as_bytes()).unwrap();
    while told.recv().unwrap().lines < 3 {}
    writer.write_all(one_file("second.txt", 1).as_bytes()).unwrap();
    // The writer is open until here, and still the whole second file arrives.
    while told.recv().unwrap().lines < 4 {}
    drop(writer);
    let taken = reader.join().unwrap().unwrap();
    assert_eq!(files(&taken.diff), ["A first.txt", "A second.txt"]);
    assert!(told.iter().last().unwrap().complete);
    assert_eq!(taken.request.kind, TargetKind::Paste, "a pipe has no lasting name");
    assert_eq!(taken.request.pr_ref, format!("paste-{}", &taken.request.diff_hash[..8]));
}

#[test]
fn stopping_ends_a_reader_whose_writer_says_nothing() {
    let repo = Repo::none();
    let path = fifo(&repo);
    let stop = Arc::new(AtomicBool::new(false));
    let (told, reader) = reader(&path, &stop);
    let mut writer = File::options().write(true).open(&path).unwrap();
    writer.write_all(one_file("first.txt", 3).as_bytes()).unwrap();
    told.recv().unwrap();
    stop.store(true, Ordering::Relaxed);
    assert!(matches!(reader.join().unwrap(), Err(IntakeError::Stopped)));
}

#[test]
fn stopping_before_or_while_git_writes_ends_it() {
    let repo = Repo::with_history();
    repo.write("big.txt", &"a line of some length to fill the pipe with\n".repeat(200_000));
    repo.commit("big");
    let stop = AtomicBool::new(true);
    let early = read(&named("HEAD~1..HEAD"), &options(&repo), &stop, &mut |_| {});
    assert!(matches!(early, Err(IntakeError::Stopped)));
    for spec in [named("HEAD~1..HEAD"), named("HEAD"), TargetSpec::Nothing, TargetSpec::Wip] {
        let stop = AtomicBool::new(false);
        let mut on = |progress| {
            if matches!(progress, Progress::Titled(_) | Progress::Grew(_)) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let stopped = read(&spec, &options(&repo), &stop, &mut on);
        assert!(matches!(stopped, Err(IntakeError::Stopped)), "{spec:?}");
    }
}

#[test]
fn a_growing_index_only_grows_and_snapshots_are_few() {
    let repo = Repo::with_history();
    for n in 0..400 {
        repo.write(&format!("many/{n:03}.txt"), &format!("line {n}\n").repeat(2_000));
    }
    repo.commit("many");
    let mut lines = Vec::new();
    let mut on = |progress| {
        if let Progress::Grew(diff) = progress {
            lines.push((diff.lines, diff.complete));
        }
    };
    let taken = read(&named("HEAD~1..HEAD"), &options(&repo), &AtomicBool::new(false), &mut on).unwrap();
    assert_eq!(taken.diff.lines, 800_000);
    assert!(lines.windows(2).all(|w| w[0].0 <= w[1].0));
    assert!(lines.len() > 2 && lines[0].0 < 80_000, "the first came early: {:?}", lines[0]);
    assert!(lines[..lines.len() - 1].iter().all(|(_, complete)| !complete) && lines[lines.len() - 1].1);
    assert!(taken.diff.text.segments().count() < 1_000, "segments grow");
    let expected = repo.git(&["diff", "--full-index", "HEAD~1", "HEAD"]);
    assert_eq!(String::from_utf8(bytes(&taken.diff)).unwrap().trim_end(), expected);
}

#[test]
fn a_single_line_of_many_megabytes_passes() {
    let repo = Repo::none();
    let long = "x".repeat(20 << 20);
    let text = format!("diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-{long}\n+{long}y\n");
    fs::write(repo.root().join("long.diff"), &text).unwrap();
    let taken = take(&repo, &TargetSpec::File("long.diff".into())).unwrap();
    assert_eq!(taken.diff.lines, 2);
    assert_eq!(taken.diff.text.len(), text.len());
}

#[test]
fn a_file_is_hashed_as_it_is_and_needs_no_repository() {
    let repo = Repo::none();
    let text = one_file("x", 2).replace('\n', "\r\n") + "no line feed at the end";
    fs::write(repo.root().join("crlf.patch"), &text).unwrap();
    let taken = take(&repo, &TargetSpec::File("crlf.patch".into())).unwrap();
    assert_eq!(bytes(&taken.diff), text.as_bytes());
    let sum = Command::new("sha256sum").arg(repo.root().join("crlf.patch")).output().unwrap().stdout;
    assert_eq!(&taken.request.diff_hash, String::from_utf8(sum).unwrap().split(' ').next().unwrap());
    assert!(taken.request.pr_ref.starts_with("file-crlf-patch-"), "{}", taken.request.pr_ref);
}

#[test]
fn what_windows_and_colour_forcing_programs_write_is_read_with_a_note() {
    let repo = Repo::with_history();
    let plain = repo.git(&["diff", "--full-index", "HEAD~1", "HEAD"]) + "\n";
    let coloured = repo.git(&["diff", "--full-index", "--color=always", "HEAD~1", "HEAD"]) + "\n";
    assert_ne!(plain, coloured);
    let utf16: Vec<u8> = std::iter::once(0xfeff).chain(plain.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let marked = [b"\xef\xbb\xbf", plain.as_bytes()].concat();
    for (name, input, word) in
        [("colour", coloured.as_bytes(), "colours"), ("utf16", &utf16, "UTF-16"), ("bom", &marked, "byte order mark")]
    {
        fs::write(repo.root().join(name), input).unwrap();
        let taken = take(&repo, &named(name)).unwrap();
        assert_eq!(String::from_utf8(bytes(&taken.diff)).unwrap(), plain, "{name}");
        assert!(taken.request.notes.iter().any(|n| n.contains(word)), "{:?}", taken.request.notes);
    }
}

#[test]
fn bytes_that_are_not_utf8_pass_unchanged() {
    let repo = Repo::with_history();
    let text = b"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-caf\xe9\n+\xff\xfe\x80\n".to_vec();
    fs::write(repo.root().join("latin.diff"), &text).unwrap();
    assert_eq!(bytes(&take(&repo, &TargetSpec::File("latin.diff".into())).unwrap().diff), text);
}

#[test]
fn the_carried_diff_is_read_like_any_other() {
    let text: &'static [u8] = b"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n";
    let taken = take(&Repo::none(), &TargetSpec::Embedded("demo", text)).unwrap();
    assert_eq!((taken.request.kind, taken.request.pr_ref.as_str()), (TargetKind::Demo, "demo-demo"));
    assert_eq!(bytes(&taken.diff), text);
}
