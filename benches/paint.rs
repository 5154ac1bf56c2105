//! Colours: `cargo bench --bench paint`.
//!
//! `PRR_BENCH_CODE="a.rs b.ts" cargo bench --bench paint` instead paints each file as an added one, each in a process of
//! its own, and prints: time to the first screen with a grammar nobody used, lines a second cold and warm, and the
//! memory the grammar took. The weights in `src/ui/paint/grammar.rs` come from there.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::{process::Command, time::Instant};

use prr::{
    core::{
        diff,
        model::{Diff, HunkIx},
    },
    ui::paint::{Moved, Painter, TILE, TileKey, Watch},
};

fn main() {
    match (std::env::var("PRR_BENCH_CODE"), std::env::var("PRR_BENCH_ONE")) {
        (_, Ok(one)) => one_file(&one),
        (Ok(files), _) => files.split_whitespace().for_each(in_own_process),
        _ => divan::main(),
    }
}

/// Lines of code as people write them, by ending.
const CODE: &[(&str, &str)] = &[
    (
        "rs",
        "    let found = index.hunks_of(file).filter_map(|hunk| line(index, hunk, \"text\")).count(); // a comment\n",
    ),
    ("py", "    result = {key: value.strip() for key, value in items.items() if key not in seen}  # a comment\n"),
    (
        "ts",
        "  const found: Map<string, Item> = items.filter((item) => item.name !== `${name}`).reduce(join, new Map());\n",
    ),
    (
        "go",
        "\tif found, err := store.Find(ctx, name); err != nil { return nil, fmt.Errorf(\"find %q: %w\", name, err) }\n",
    ),
    ("md", "Some *words* with `code`, a [link](https://example.org) and **more words** to the end of the line.\n"),
    (
        "cpp",
        "    auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.name == \"x\"; });\n",
    ),
    ("json", "    \"name\": { \"value\": 12.5, \"list\": [true, false, null], \"text\": \"some words\" },\n"),
];

/// One file whose lines are half changed.
fn change(ending: &str, lines: usize) -> Diff {
    let line = CODE.iter().find(|(known, _)| *known == ending).unwrap().1;
    let half = lines / 3;
    let body: String =
        (0..half).map(|n| format!(" {line}-{line}+{}", line.replacen("found", &format!("found{n}"), 1))).collect();
    let head = format!("--- a/x.{ending}\n+++ b/x.{ending}\n@@ -1,{} +1,{} @@\n", half * 2, half * 2);
    diff::parse((head + &body).into_bytes())
}

const ENDINGS: [&str; 7] = ["rs", "py", "ts", "go", "md", "cpp", "json"];

/// A screen (60 lines) of a hunk with a warm grammar: what a jump costs.
#[divan::bench(args = ENDINGS, sample_count = 20)]
fn screen_warm(bencher: divan::Bencher<'_, '_>, ending: &str) {
    let index = change(ending, 60);
    let mut painter = Painter::new(64 << 20);
    let key = TileKey { hunk: HunkIx(0), tile: 0 };
    painter.local(&index, key, Watch::PATIENT);
    bencher.counter(divan::counter::ItemsCount::new(60usize)).bench_local(|| {
        painter.forget();
        painter.local(&index, key, Watch::PATIENT).unwrap()
    });
}

/// The same with a grammar that nobody used.
#[divan::bench(args = ENDINGS, sample_count = 5, sample_size = 1)]
fn screen_cold(bencher: divan::Bencher<'_, '_>, ending: &str) {
    let index = change(ending, 60);
    let key = TileKey { hunk: HunkIx(0), tile: 0 };
    bencher
        .with_inputs(|| Painter::new(64 << 20))
        .bench_local_values(|mut painter| painter.local(&index, key, Watch::PATIENT).unwrap());
}

/// Words and blanks only: what a terminal without colours costs.
#[divan::bench(sample_count = 20)]
fn words_of_a_tile(bencher: divan::Bencher<'_, '_>) {
    let index = change("rs", 120);
    let mut painter = Painter::new(64 << 20);
    let key = TileKey { hunk: HunkIx(0), tile: 0 };
    bencher.bench_local(|| painter.words(&index, key, Watch::PATIENT).unwrap());
}

/// Moved blocks in 200,000 changed lines.
#[divan::bench(sample_count = 5)]
fn moved_blocks(bencher: divan::Bencher<'_, '_>) {
    let block = |mark: char, n: usize| format!("{mark}line number {n} of some block of text\n");
    let gone: String = (0..100_000).map(|n| block('-', n)).collect();
    let come: String = (0..100_000).map(|n| block('+', n)).collect();
    let text =
        format!("--- a/a\n+++ b/a\n@@ -1,100001 +1,1 @@\n x\n{gone}--- a/b\n+++ b/b\n@@ -1,1 +1,100001 @@\n x\n{come}");
    let index = diff::parse(text.into_bytes());
    bencher.bench_local(|| Moved::find(&index, Watch::PATIENT).unwrap().lines());
}

fn in_own_process(file: &str) {
    Command::new(std::env::current_exe().unwrap()).env("PRR_BENCH_ONE", file).status().unwrap();
}

fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4096
}

fn one_file(file: &str) {
    let text = String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let body: String = lines.iter().map(|line| format!("+{line}\n")).collect();
    let name = file.rsplit('/').next().unwrap();
    let index = diff::parse(format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1,{} @@\n{body}", lines.len()).into_bytes());
    let tiles = lines.len() as u32 / TILE + 1;
    let key = |tile| TileKey { hunk: HunkIx(0), tile };
    let (before, start) = (resident(), Instant::now());
    let mut painter = Painter::new(64 << 20);
    painter.local(&index, key(0), Watch::PATIENT);
    let first = start.elapsed();
    (1..tiles).for_each(|tile| drop(painter.local(&index, key(tile), Watch::PATIENT)));
    let (cold, grown) = (start.elapsed(), resident().saturating_sub(before));
    painter.forget();
    let start = Instant::now();
    (0..tiles).for_each(|tile| drop(painter.local(&index, key(tile), Watch::PATIENT)));
    let warm = start.elapsed();
    let rate = |time: std::time::Duration| lines.len() as f64 / time.as_secs_f64();
    println!(
        "{name}: {} lines · first tile {:.0} ms · {:.0} lines/s cold, {:.0} warm · {:.1} MB",
        lines.len(),
        first.as_secs_f64() * 1e3,
        rate(cold),
        rate(warm),
        grown as f64 / 1048576.0
    );
}
