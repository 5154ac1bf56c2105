//! Speed of the built-in reviewers and of the change map: `cargo bench --bench checks`.
//!
//! `plain` is code in which no reviewer finds anything to look into: what each line costs. In `telling` every hunk
//! has something, so that all of it is parsed. The other inputs are the formats in which the text is the truth: workflows,
//! container files, scripts, manifests, migrations, lock files. Before divan begins, the rate of each is printed; what need
//! not be parsed must come to 200,000 lines a second on this one core (`PRR_BENCH_RATE` sets another number).
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::{sync::LazyLock, time::Instant};

use divan::{Bencher, counter::ItemsCount};
use prr::core::{
    change::class_of,
    checks::{Across, CHECKS, Order, run_together},
    diff,
    model::{Diff, RunId, TaskId},
    risk::change_map,
};

fn main() {
    // `cargo test --benches` and `-- --list` only want to know what there is.
    if std::env::args().any(|argument| argument == "--bench") {
        rates();
    }
    divan::main();
}

/// Lines a second of the best of five runs, for each input; what is too slow fails the bench.
fn rates() {
    let wanted = std::env::var("PRR_BENCH_RATE").ok().and_then(|rate| rate.parse().ok()).unwrap_or(200_000.0);
    let mut slow = Vec::new();
    for (name, diff) in inputs() {
        let time = |_| {
            let start = Instant::now();
            divan::black_box(review(&diff));
            start.elapsed().as_secs_f64()
        };
        let best = (0..5).map(time).fold(f64::MAX, f64::min);
        let rate = f64::from(diff.totals.added) / best;
        println!("{name:<16} {rate:>12.0} lines/s");
        if rate < wanted {
            slow.push(format!("{name}: {rate:.0}"));
        }
    }
    assert!(slow.is_empty(), "less than {wanted} lines a second: {slow:?}");
}

/// Everything that need not be parsed, by name.
fn inputs() -> Vec<(&'static str, Diff)> {
    let of = |path: fn(usize) -> String, lines: &'static [&'static str]| {
        made_at(path, move |n| lines[n % lines.len()].replace("{n}", &n.to_string()))
    };
    vec![
        ("plain", PLAIN.clone()),
        ("workflow", of(|file| format!(".github/workflows/f{file}.yml"), WORKFLOW)),
        ("container", of(|file| format!("images/d{file}/Dockerfile"), CONTAINER)),
        ("shell", of(|file| format!("scripts/f{file}.sh"), SHELL)),
        ("cargo-manifest", of(|file| format!("crates/d{file}/Cargo.toml"), CARGO)),
        ("npm-manifest", of(|file| format!("packages/d{file}/package.json"), NPM)),
        ("migration", of(|file| format!("db/migrations/{file:04}_f.sql"), SQL)),
        ("cargo-lock", of(|file| format!("crates/d{file}/Cargo.lock"), LOCK)),
        ("npm-lock", of(|file| format!("packages/d{file}/package-lock.json"), NPM_LOCK)),
    ]
}

const WORKFLOW: &[&str] = &[
    "  build-{n}:",
    "    runs-on: ubuntu-latest",
    "    timeout-minutes: 15",
    "    permissions:",
    "      contents: read",
    "    steps:",
    "      - uses: actions/checkout@8e8c483db84b4bee98b60c0593521ed34d9990e8",
    "      - name: build {n}",
    "        env:",
    "          STEP: step-{n}",
    "        run: |",
    "          make part-{n}",
    "          make check",
];
const CONTAINER: &[&str] = &[
    "FROM registry.internal/base:3.20.{n} AS part{n}",
    "WORKDIR /srv/part{n}",
    "ENV PART={n}",
    "COPY part{n}/ ./",
    "RUN make part{n} \\",
    "    && make install",
    "USER app",
    "HEALTHCHECK CMD [\"/srv/part{n}/check\"]",
];
const SHELL: &[&str] = &[
    "set -euo pipefail",
    "part_{n}() {",
    "    local name=\"$1\"",
    "    printf '%s\\n' \"$name\" >> \"$log\"",
    "    make \"part-$name\" || return 1",
    "}",
    "part_{n} \"{n}\"",
];
const CARGO: &[&str] =
    &["[dependencies.part{n}]", "version = \"1.{n}\"", "features = [\"std\", \"part{n}\"]", "default-features = false"];
const NPM: &[&str] = &["    \"part-{n}\": \"^4.{n}.0\",", "    \"@scope/part-{n}\": \"~2.0.{n}\","];
const SQL: &[&str] = &[
    "CREATE TABLE part_{n} (",
    "    id BIGINT PRIMARY KEY,",
    "    name TEXT NOT NULL,",
    "    made_at TIMESTAMPTZ NOT NULL DEFAULT now()",
    ");",
    "INSERT INTO part_{n} (id, name) VALUES ({n}, 'part {n}');",
];
const LOCK: &[&str] = &[
    "[[package]]",
    "name = \"part{n}\"",
    "version = \"1.0.{n}\"",
    "source = \"registry+index\"",
    "checksum = \"1ef5b31a9ec9a4a3d5b0ad02eb2b41df2fb7f8c5a1cf8d87a1b4b5a1e6f7c{n}\"",
];
const NPM_LOCK: &[&str] = &[
    "    \"node_modules/part-{n}\": {",
    "      \"version\": \"4.{n}.0\",",
    "      \"integrity\": \"sha512-9kq1v2m8y7w3c6x5z4b1n0a9s8d7f6g5h4j3k2l1q0w9e8r7t6y5u4i3o2p1{n}==\",",
    "      \"engines\": { \"node\": \">=18\" }",
    "    },",
];

/// 400 files of 10 hunks of 25 added lines: 100,000 changed lines.
fn made(ending: &str, line: impl Fn(usize) -> String) -> Diff {
    made_at(|file| format!("src/d{:02}/f{file}.{ending}", file / 20), line)
}

fn made_at(path: impl Fn(usize) -> String, line: impl Fn(usize) -> String) -> Diff {
    let mut text = String::new();
    for file in 0..400 {
        let name = path(file);
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
    let look = |file| run_together(&orders, diff, &across, file, class_of(&diff.path(file), diff, file));
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
