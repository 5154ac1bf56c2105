//! Speed of the diff index on made inputs: `cargo bench --bench diff`.
//!
//! `PRR_BENCH_DIFFS=/folder cargo bench --bench diff` instead compares with `git apply --numstat` on every `*.diff` of a
//! folder (made by the bench scripts), interleaved, so that the ratio means something on a noisy machine.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::{
    path::Path,
    process::{Command, Stdio},
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};

use prr::core::{
    diff::{self, Indexer},
    model::{Diff, FileIx, HunkIx, LineRef, Side},
};

fn main() {
    match std::env::var_os("PRR_BENCH_DIFFS") {
        Some(folder) => against_git(Path::new(&folder)),
        None => divan::main(),
    }
}

/// One file, one hunk, every second line changed: about 21 MB.
static ONE_FILE: LazyLock<Arc<[u8]>> = LazyLock::new(|| {
    let n = 200_000;
    let mut text = format!(
        "diff --git a/big.rs b/big.rs\nindex 1111111..2222222 100644\n--- a/big.rs\n+++ b/big.rs\n@@ -1,{n} +1,{n} @@\n"
    );
    for i in 0..n / 2 {
        let word = "let gamma = buffer::buffer(912116, \"delta 850996\"); // cursor";
        text += &format!("     {word} {i}\n-    {word} {i} before\n+    {word} {i} behind\n");
    }
    text.into_bytes().into()
});

/// 20,000 files of one small hunk.
static MANY_FILES: LazyLock<Arc<[u8]>> = LazyLock::new(|| {
    let file = |i: usize| {
        let name = format!("d{:03}/s{:02}/f{i:05}.rs", i / 400, i % 400 / 20);
        let line = "    let gamma = buffer::buffer(912116, \"delta 850996\"); // cursor\n";
        format!(
            "diff --git a/{name} b/{name}\nindex 1111111..2222222 100644\n--- a/{name}\n+++ b/{name}\n@@ -4,7 +4,7 @@\n \
             {line} {line} {line}-{line}+{line} {line} {line} {line}"
        )
    };
    (0..20_000).map(file).collect::<String>().into_bytes().into()
});

fn hostile(unit: &[u8]) -> Arc<[u8]> {
    unit.repeat((8 << 20) / unit.len()).into()
}

#[divan::bench(sample_count = 20)]
fn index_one_file(bencher: divan::Bencher<'_, '_>) {
    let bytes = ONE_FILE.clone();
    bencher.counter(divan::counter::BytesCount::new(bytes.len())).bench(|| diff::parse(bytes.clone()));
}

#[divan::bench(sample_count = 20)]
fn index_many_files(bencher: divan::Bencher<'_, '_>) {
    let bytes = MANY_FILES.clone();
    bencher.counter(divan::counter::BytesCount::new(bytes.len())).bench(|| diff::parse(bytes.clone()));
}

#[divan::bench(sample_count = 10)]
fn snapshot_of_many_files(bencher: divan::Bencher<'_, '_>) {
    let mut indexer = Indexer::default();
    indexer.push(MANY_FILES.clone());
    bencher.bench(|| indexer.snapshot());
}

#[divan::bench(sample_count = 10, args = ["diff --git a/x b/x\n", "@@ -1 +1 @@\n", "\"", "diff --git \"\"\n", " ", "--- a\n+++ b\n", "a"])]
fn index_hostile(bencher: divan::Bencher<'_, '_>, unit: &str) {
    let bytes = hostile(unit.as_bytes());
    bencher.counter(divan::counter::BytesCount::new(bytes.len())).bench(|| diff::parse(bytes.clone()));
}

fn thousand(diff: &Diff) -> impl Iterator<Item = u32> {
    let lines = u32::try_from(diff.lines).unwrap();
    (0..1000u32).map(move |i| i.wrapping_mul(2_654_435_761) % lines)
}

#[divan::bench(sample_count = 20)]
fn a_thousand_random_lines(bencher: divan::Bencher<'_, '_>) {
    let diff = diff::parse(ONE_FILE.clone());
    bencher.bench(|| {
        thousand(&diff)
            .filter_map(|ord| diff::line(&diff, LineRef { hunk: HunkIx(0), ord }))
            .map(|l| l.text.len())
            .sum::<usize>()
    });
}

#[divan::bench(sample_count = 20)]
fn a_thousand_random_anchors(bencher: divan::Bencher<'_, '_>) {
    let diff = diff::parse(ONE_FILE.clone());
    bencher.bench(|| thousand(&diff).filter(|n| diff::locate(&diff, FileIx(0), Side::Right, *n).is_some()).count());
}

#[divan::bench(sample_count = 10)]
fn hash_of_one_file(bencher: divan::Bencher<'_, '_>) {
    let diff = diff::parse(ONE_FILE.clone());
    bencher.bench(|| diff::text_hash(&diff, FileIx(0)));
}

fn timed(mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn against_git(folder: &Path) {
    let mut inputs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    inputs.retain(|p| p.extension().is_some_and(|e| e == "diff"));
    inputs.sort();
    for path in inputs {
        let bytes: Arc<[u8]> = std::fs::read(&path).unwrap().into();
        let (mut ours, mut pieces, mut git) = (vec![], vec![], vec![]);
        for _ in 0..15 {
            ours.push(timed(|| drop(diff::parse(bytes.clone()))));
            pieces.push(timed(|| in_pieces(&bytes)));
            git.push(timed(|| {
                let mut command = Command::new("git");
                command.args(["apply", "--numstat"]).arg(&path).current_dir("/").stdout(Stdio::null());
                assert!(command.status().unwrap().success());
            }));
        }
        let middle = |times: &mut Vec<Duration>| {
            times.sort();
            times[times.len() / 2].as_secs_f64() * 1e3
        };
        let (ours, pieces, git) = (middle(&mut ours), middle(&mut pieces), middle(&mut git));
        let rate = bytes.len() as f64 / 1e6 / ours;
        println!(
            "{:24} {:6.1} MB  whole {ours:7.2} ms ({rate:.2} GB/s)  in 256 kB pieces {pieces:7.2} ms  git apply --numstat \
             {git:7.2} ms  ratio {:.3}",
            path.file_name().unwrap().to_string_lossy(),
            bytes.len() as f64 / 1e6,
            ours / git
        );
    }
}

/// As a reader would: pieces cut behind a line feed.
fn in_pieces(bytes: &[u8]) {
    let mut indexer = Indexer::default();
    let mut rest = bytes;
    while !rest.is_empty() {
        let near = rest.len().min(256 << 10);
        let cut = memchr::memchr(b'\n', &rest[near - 1..]).map_or(rest.len(), |at| near + at);
        let (piece, behind) = rest.split_at(cut);
        indexer.push(piece.into());
        rest = behind;
    }
    drop(indexer.finish());
}
