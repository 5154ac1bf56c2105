//! Frames: `cargo bench --bench view`.
//!
//! A frame must not grow with the diff, and one with 200 open cards and 100 kB of comments must take at most 2 ms
//! (200×60, colours at hand). Diffs: 30 lines of one file; 800,000 lines in 3,000 files.
#![allow(missing_docs, dead_code, clippy::unwrap_used)]

use std::{fmt::Write, sync::LazyLock};

use prr::ui::{self, Background, Depth};
use ratatui::{Terminal, backend::TestBackend};
use support::desk::{DIFF, Desk, candidate};

mod support;

fn main() {
    divan::main();
}

/// 3,000 files, 28 MB: each with 270 lines, most of them changed.
static HUGE: LazyLock<String> = LazyLock::new(|| files(3000));

/// The first of them.
static MANY: LazyLock<String> = LazyLock::new(|| files(120));

fn files(count: usize) -> String {
    let mut text = String::new();
    for file in 0..count {
        let path = format!("part{:02}/src/file{file}.rs", file / 60);
        writeln!(text, "diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,150 +1,150 @@ fn f()").unwrap();
        for line in 0..30 {
            writeln!(text, "     // a line that stays, number {line}").unwrap();
            (0..4).for_each(|n| writeln!(text, "-    let old_{n} = {line} + number({n}); // before").unwrap());
            (0..4).for_each(|n| writeln!(text, "+    let new_{n} = {line} * number({n}); // behind").unwrap());
        }
    }
    text
}

struct Stage {
    desk: Desk,
    terminal: Terminal<TestBackend>,
}

impl Stage {
    fn new(text: &str, keys: &str) -> Self {
        let mut desk = Desk::with(200, 60, text);
        ui::update(&mut desk.ui, &desk.session, ui::Msg::Terminal(Depth::True, Background::Dark));
        desk.keys(keys);
        desk.paint();
        Self { desk, terminal: Terminal::new(TestBackend::new(200, 60)).unwrap() }
    }

    fn frame(&mut self) {
        let (session, ui) = (&self.desk.session, &self.desk.ui);
        self.terminal.draw(|frame| ui::view(session, ui, frame)).unwrap();
    }
}

#[divan::bench(args = ["", "=", "==", "==w", "L"], sample_count = 50)]
fn frame_of_a_small_diff(bencher: divan::Bencher<'_, '_>, keys: &str) {
    let mut stage = Stage::new(DIFF, keys);
    bencher.bench_local(|| stage.frame());
}

/// The top, somewhere, the end; then the end in the other layouts.
#[divan::bench(args = ["gg", "400000G", "G", "G=", "G==", "G==w"], sample_count = 50)]
fn frame_of_a_huge_diff(bencher: divan::Bencher<'_, '_>, keys: &str) {
    let mut stage = Stage::new(&HUGE, keys);
    bencher.bench_local(|| stage.frame());
}

/// A key and its frame: a line down, a page down and up.
#[divan::bench(args = ["j", "<C-f><C-b>"], sample_count = 50)]
fn key_in_a_huge_diff(bencher: divan::Bencher<'_, '_>, keys: &str) {
    let mut stage = Stage::new(&HUGE, "400000G");
    bencher.bench_local(|| {
        stage.desk.keys(keys);
        stage.frame();
    });
}

/// 200 findings of 500 bytes under one line, all of them open; the screen begins at the line or among them.
#[divan::bench(args = ["", "90}", "190}"], sample_count = 50)]
fn frame_with_200_open_cards(bencher: divan::Bencher<'_, '_>, keys: &str) {
    let mut stage = Stage::new(DIFF, "");
    for number in 0..200 {
        let mut found = candidate(number, "src/auth.rs", 12);
        found.claim.title = format!("Finding {number} of many");
        found.claim.summary = format!("Reason {number}: the value is used before it was checked. ").repeat(10);
        stage.desk.find(found);
    }
    stage.desk.end();
    for _ in 0..200 {
        stage.desk.keys("}<Enter>");
    }
    stage.desk.keys("gg}").keys(keys);
    stage.desk.paint();
    bencher.bench_local(|| stage.frame());
}

/// 120 files with so many findings among them, each decided: what a frame shows of them are numbers that are kept. The diff, the
/// tree by risk and under a filter, the queue, the notes.
#[divan::bench(args = [(30, "gg"), (1500, "gg"), (30, "hzs"), (1500, "hzs"), (30, "h/src\n"), (1500, "h/src\n"), (30, "gt"),
    (1500, "gt"), (30, ":notes\n"), (1500, ":notes\n")], sample_count = 50)]
fn frame_with_many_findings(bencher: divan::Bencher<'_, '_>, (count, keys): (u32, &str)) {
    let mut stage = Stage::new(&MANY, "");
    for number in 0..count {
        let file = number % 120;
        let mut found = candidate(number, &format!("part{:02}/src/file{file}.rs", file / 60), 1 + number / 120 * 9);
        found.claim.title = format!("Finding {number} of many, about {}", "abcdefghij".repeat(1 + number as usize % 7));
        stage.desk.find(found);
    }
    stage.desk.end();
    stage.desk.keys("gt*ay").keys("gd").keys(keys);
    bencher.bench_local(|| stage.frame());
}
