//! Speed of the built-in reviewers and of the change map: `cargo bench --bench checks`.
//!
//! `plain` is code in which no reviewer finds anything to look into: what each line costs. In `telling` every hunk
//! has something, so that all of it is parsed.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::LazyLock;

use divan::{Bencher, counter::ItemsCount};
use prr::core::{
    checks::{Across, CHECKS, Order, run_together},
    diff,
    model::{Diff, FileClass, RunId, TaskId},
    risk::change_map,
};

fn main() {
    divan::main();
}

/// 400 files of 10 hunks of 25 added lines: 100,000 changed lines.
fn made(ending: &str, line: impl Fn(usize) -> String) -> Diff {
    let mut text = String::new();
    for file in 0..400 {
        let name = format!("src/d{:02}/f{file}.{ending}", file / 20);
        text += &format!("diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n");
        for hunk in 0..10 {
            let at = hunk * 100 + 1;
            text += &format!("@@ -{at},0 +{at},25 @@\n");
            (0..25).for_each(|n| text += &format!("+{}\n", line(n)));
        }
    }
    diff::parse(text.into_bytes())
}

static PLAIN: LazyLock<Diff> = LazyLock::new(|| {
    made("rs", |n| match n {
        0 => "pub fn gamma(buffer: &Buffer, delta: u32) -> u32 {".to_owned(),
        24 => "}".to_owned(),
        n => format!("    let gamma_{n} = buffer.cursor(912116, delta).max({n});"),
    })
});

static TELLING: LazyLock<Diff> = LazyLock::new(|| {
    made("py", |n| match n {
        0 => "async def gamma(buffer, delta):".to_owned(),
        9 => "    try:".to_owned(),
        10 => "        save(buffer)".to_owned(),
        11 => "    except ValueError:".to_owned(),
        12 => "        pass".to_owned(),
        20 => "    cur.execute('SELECT a FROM b WHERE c = %s', (delta,))".to_owned(),
        n => format!("    gamma_{n} = buffer.cursor(912116, delta, name='n{n}')"),
    })
});

fn review(diff: &Diff) -> usize {
    let (across, task) = (Across::default(), TaskId::new("t"));
    let orders: Vec<Order<'_>> = CHECKS.iter().map(|check| Order { check, task: &task, first: 1 }).collect();
    let look = |file| run_together(&orders, diff, &across, file, FileClass::Source);
    diff.file_numbers().map(|file| look(file).iter().map(Vec::len).sum::<usize>()).sum()
}

#[divan::bench(sample_count = 10)]
fn all_checks_plain(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(PLAIN.totals.added)).bench(|| review(&PLAIN));
}

#[divan::bench(sample_count = 5)]
fn all_checks_telling(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(TELLING.totals.added)).bench(|| review(&TELLING));
}

#[divan::bench(sample_count = 5)]
fn change_map_of_plain(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(PLAIN.totals.added)).bench(|| change_map(&PLAIN, &RunId::new("r")));
}
