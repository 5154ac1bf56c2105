//! Speed of the change map and of the symbol index: `cargo bench --bench map`.
//!
//! The change: 5,000 changed lines over 100 files of 300 lines, a third each Rust, Python and TypeScript, with both sides
//! at hand. The index: 2,000 files of 300 lines. One thread; the program takes all cores but one.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::{Arc, LazyLock};

use divan::{Bencher, counter::ItemsCount};
use prr::core::{
    change::{
        Contents, Sides,
        index::{Indexed, SymbolIndex, names_in, reach},
    },
    diff,
    model::{Diff, RepoPath, RunId},
    risk::{Facts, change_map, change_map_of},
};

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// Lines of one function; `salt` makes every second line another one.
fn function(kind: usize, number: usize, salt: usize) -> Vec<String> {
    let name = format!("handle_{number}");
    let (head, end, line): (String, &str, fn(usize, usize) -> String) = match kind {
        0 => (format!("pub fn {name}(store: &mut Store, id: u64) -> Result<u64, Error> {{"), "}", |n, s| {
            format!("    store.total = compute(id, {n}, {s}).max(store.limit + {n});")
        }),
        1 => (format!("def {name}(store, ident):"), "", |n, s| {
            format!("    store.total = max(compute(ident, {n}, {s}), store.limit + {n})")
        }),
        _ => (format!("export function {name}(store: Store, id: number): number {{"), "}", |n, s| {
            format!("  store.total = Math.max(compute(id, {n}, {s}), store.limit + {n});")
        }),
    };
    let check = match kind {
        0 => "    if id == 0 {\n        return Err(Error::Empty);\n    }",
        1 => "    if not ident:\n        raise ValueError('empty')",
        _ => "  if (!id) {\n    throw new Error('empty');\n  }",
    };
    let body = (0..9).map(|n| line(n, if n % 2 == 0 { salt } else { 0 }));
    let lines = std::iter::once(head).chain(check.split('\n').map(str::to_owned)).chain(body);
    lines.chain([end.to_owned(), String::new()]).collect()
}

/// One file: 20 functions, in five of which five lines differ.
fn file(nth: usize, salt: usize) -> (String, Vec<String>) {
    let kind = nth % 3;
    let ending = ["rs", "py", "ts"][kind];
    let of = |number: usize| function(kind, number, if number.is_multiple_of(4) { salt } else { 0 });
    (format!("src/part{}/file{nth}.{ending}", nth / 10), (0..20).flat_map(of).collect())
}

/// The diff that git would show, and both sides.
fn made() -> (Diff, Contents) {
    let (mut text, mut sides) = (String::new(), Vec::new());
    for nth in 0..100 {
        let (path, old) = file(nth, 0);
        let (_, new) = file(nth, 7);
        text += &format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n");
        for (at, (a, b)) in old.iter().zip(&new).enumerate().filter(|(_, (a, b))| a != b) {
            text += &format!("@@ -{0},1 +{0},1 @@\n-{a}\n+{b}\n", at + 1);
        }
        let bytes = |lines: &[String]| Some(Arc::from((lines.join("\n") + "\n").into_bytes()));
        sides.push(Sides { old: bytes(&old), new: bytes(&new), missing: None });
    }
    (diff::parse(text.into_bytes()), Contents::new(sides, Vec::new()))
}

static CHANGE: LazyLock<(Diff, Contents)> = LazyLock::new(made);

static FILES: LazyLock<Vec<(RepoPath, Vec<u8>)>> = LazyLock::new(|| {
    let of = |nth: usize| {
        let (path, lines) = file(nth, nth);
        (RepoPath::new(path), lines.join("\n").into_bytes())
    };
    (0..2_000).map(of).collect()
});

fn index() -> SymbolIndex {
    let of = |(path, text): &(RepoPath, Vec<u8>)| Indexed::new(path.clone(), names_in(path, text));
    SymbolIndex { files: FILES.iter().map(of).collect(), ..SymbolIndex::default() }
}

#[divan::bench(sample_count = 10)]
fn map_of_5000_lines_over_100_files(bencher: Bencher<'_, '_>) {
    let (diff, contents) = &*CHANGE;
    let map = change_map_of(diff, &RunId::new("r"), &Facts::default(), contents);
    assert!(map.notes.is_empty() && map.units.len() == 500, "{} {:?}", map.units.len(), map.notes);
    let bench = bencher.counter(ItemsCount::new(diff.totals.added + diff.totals.removed));
    bench.bench(|| change_map_of(diff, &RunId::new("r"), &Facts::default(), contents));
}

#[divan::bench(sample_count = 10)]
fn map_of_the_same_from_hunks(bencher: Bencher<'_, '_>) {
    bencher.bench(|| change_map(&CHANGE.0, &RunId::new("r")));
}

#[divan::bench(sample_count = 5)]
fn names_of_2000_files(bencher: Bencher<'_, '_>) {
    LazyLock::force(&FILES);
    bencher.counter(ItemsCount::new(2_000usize)).bench(index);
}

#[divan::bench(sample_count = 10)]
fn reach_of_a_change_in_2000_files(bencher: Bencher<'_, '_>) {
    let (diff, contents) = &*CHANGE;
    let (index, map) = (index(), change_map_of(diff, &RunId::new("r"), &Facts::default(), contents));
    bencher.bench(|| reach(diff, &map, &index));
}
