//! Steps of the layout without drawing: `cargo bench --bench layout`.
//!
//! What a key costs before its frame: pages cut and wrapped, unified and side by side, a flip of the layout, another
//! size, a jump. Must not grow with the diff (small: 30 lines; huge: 800,000 lines; long: eight lines of a megabyte) and
//! stay far below 10 ms; flips and sizes on huge below 30 ms.
#![allow(missing_docs, dead_code, clippy::unwrap_used)]

use std::fmt::Write;

use prr::ui;
use support::desk::{DIFF, Desk};

mod support;

fn main() {
    divan::main();
}

/// Eight changed lines of a megabyte.
fn long() -> String {
    let mut text = String::from("--- a/app.js\n+++ b/app.js\n@@ -1,8 +1,8 @@\n");
    for mark in ["-", "+"] {
        for n in 0..8 {
            writeln!(text, "{mark}{}", format!("function f{n}(a,b){{return a+b}};").repeat(1 << 15)).unwrap();
        }
    }
    text
}

/// 2,000 files of 400 lines.
fn huge() -> String {
    let mut text = String::with_capacity(30 << 20);
    for file in 0..2000 {
        writeln!(text, "--- a/d/f{file}.rs\n+++ b/d/f{file}.rs\n@@ -1,200 +1,200 @@").unwrap();
        for n in 0..200 {
            writeln!(
                text,
                "-    let before_{n} = value(\"漢字 {file}\");\n+    let behind_{n} = value(\"words {file}\");"
            )
            .unwrap();
        }
    }
    text
}

fn desk(size: &str, keys: &str) -> Desk {
    let text = match size {
        "huge" => huge(),
        "long" => long(),
        _ => DIFF.to_owned(),
    };
    let mut desk = Desk::with(200, 60, &text);
    desk.keys(keys);
    desk
}

/// There and back again.
fn steps(bencher: divan::Bencher<'_, '_>, (size, begin): (&str, &str), keys: &str) {
    let mut desk = desk(size, begin);
    bencher.bench_local(|| {
        desk.keys(keys);
    });
}

const SIZES: [&str; 3] = ["small", "huge", "long"];

#[divan::bench(args = SIZES, sample_count = 30)]
fn page_unified(bencher: divan::Bencher<'_, '_>, size: &str) {
    steps(bencher, (size, "=50%"), "<C-f><C-b>");
}

#[divan::bench(args = SIZES, sample_count = 30)]
fn page_side_by_side(bencher: divan::Bencher<'_, '_>, size: &str) {
    steps(bencher, (size, "==50%"), "<C-f><C-b>");
}

#[divan::bench(args = SIZES, sample_count = 30)]
fn page_side_by_side_wrapped(bencher: divan::Bencher<'_, '_>, size: &str) {
    steps(bencher, (size, "==w50%"), "<C-f><C-b>");
}

#[divan::bench(args = SIZES, sample_count = 30)]
fn flip_of_layout_and_wrap(bencher: divan::Bencher<'_, '_>, size: &str) {
    steps(bencher, (size, "50%"), "=w=w=w");
}

#[divan::bench(args = SIZES, sample_count = 30)]
fn jump_to_the_end_and_back(bencher: divan::Bencher<'_, '_>, size: &str) {
    steps(bencher, (size, "=="), "Ggg");
}

#[divan::bench(args = SIZES, sample_count = 30)]
fn another_size(bencher: divan::Bencher<'_, '_>, size: &str) {
    let mut desk = desk(size, "==w50%");
    bencher.bench_local(|| {
        ui::update(&mut desk.ui, &desk.session, ui::Msg::Resize(140, 50));
        ui::update(&mut desk.ui, &desk.session, ui::Msg::Resize(200, 60));
    });
}
