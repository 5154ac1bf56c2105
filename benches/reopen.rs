//! Reopening a run of 5,000 decisions (PERFORMANCE: 150 ms, the first frame included): what the logbook's thread does
//! until the session can go on. `cargo bench --bench reopen`; numbers mean something on a quiet machine only.
#![allow(missing_docs, dead_code, clippy::unwrap_used, clippy::print_stdout)]

use std::time::Instant;

use prr::{
    core::{
        diff,
        model::{Act, Decision, Diff, FindingId, Record, RunFacts, RunId, Time},
    },
    edge::logbook::{Fault, Logbook, Places},
    session::Carried,
};
use support::{
    FILES,
    desk::{candidate, request},
    many_files,
};

mod support;

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const FINDINGS: u32 = 5_000;
const RUN: &str = "20250301-090000-2222222";

fn run() -> RunFacts {
    let request = request(&many_files());
    let id = RunId::new(RUN);
    RunFacts { id, request, started: Time(0), version: "0.1.0".into(), model: "none".into(), said: Vec::new() }
}

/// Every finding with its decision, as a day's work would leave them.
fn records() -> Vec<Record> {
    let run = run();
    let id = run.id.clone();
    let found = (0..FINDINGS).map(|n| {
        let mut said = candidate(n, &format!("src/file{}.rs", n % FILES), 2 + n / FILES % 50);
        said.claim.title = format!("word{n} thing{n} of part{n}");
        said.claim.summary = format!("What goes wrong with number {n} when it is read again. ").repeat(6);
        said.claim.evidence = format!("The value {n} is read before anything was written to it. ").repeat(6);
        Record::Candidate { run: id.clone(), candidate: Box::new(said), at: Time(0) }
    });
    let decided = (0..FINDINGS).map(|n| {
        let act = if n % 3 == 0 { Act::Drop { reason: "not in this code base".into() } } else { Act::Accept };
        let finding = FindingId::new(format!("security-{:03}", n + 1));
        let decision = Decision { seq: u64::from(n) + 1, at: Time(0), finding, act, batch: None };
        Record::Decision { run: id.clone(), decision }
    });
    std::iter::once(Record::Run(run)).chain(found).chain(decided).collect()
}

struct Timed {
    open: f64,
    carried: f64,
    /// What nobody waits for.
    check: f64,
}

fn reopen(places: &Places, diff: &Diff) -> Timed {
    let run = run();
    let begun = Instant::now();
    let (mut opened, unchecked) = Logbook::open_at_once(places, &run.request, Fault::Never).unwrap();
    let open = begun.elapsed().as_secs_f64() * 1e3;
    assert_eq!(opened.past.candidates.len(), FINDINGS as usize);
    let begun = Instant::now();
    std::hint::black_box(Carried::of(diff, opened.past, &run, true));
    let carried = begun.elapsed().as_secs_f64() * 1e3;
    let begun = Instant::now();
    assert!(opened.logbook.check(unchecked).is_empty());
    Timed { open, carried, check: begun.elapsed().as_secs_f64() * 1e3 }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}

fn main() {
    let dir = tempfile::tempdir().unwrap();
    let places = Places { data_dir: Some(dir.path().to_owned()), ..Places::default() };
    Logbook::open(&places, &run().request, Fault::Never).unwrap().logbook.append(&records()).unwrap();
    let diff = diff::parse(many_files().into_bytes());
    let times: Vec<Timed> = (0..21).map(|_| reopen(&places, &diff)).collect();
    let of = |part: fn(&Timed) -> f64| median(times.iter().map(part).collect());
    println!("logbook opened    median {:>7.1} ms", of(|t| t.open));
    println!("past worked out   median {:>7.1} ms", of(|t| t.carried));
    println!("checked later     median {:>7.1} ms", of(|t| t.check));
    println!("waited for        median {:>7.1} ms", of(|t| t.open + t.carried));
}
