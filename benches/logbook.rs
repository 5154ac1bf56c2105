//! How long the logbook takes: opening with 5,000 decisions (target 150 ms), one append (5 ms), a rebuild.
//! `cargo bench --bench logbook`; numbers mean something on a quiet machine only.
#![allow(clippy::unwrap_used, missing_docs)]

use divan::Bencher;
use prr::{
    core::model::{
        Act, Decision, Draft, DraftKey, FindingId, Record, Request, RunFacts, RunId, Severity, TargetKind, Time,
        Wording,
    },
    edge::logbook::{Fault, Logbook, Places, rebuild},
};

fn main() {
    divan::main();
}

const RUN: &str = "20250301-090000-2222222";

fn request() -> Request {
    Request {
        kind: TargetKind::Range,
        pr_ref: "range-111111111111-222222222222".into(),
        repo_slug: "shop".into(),
        title: "A range".into(),
        base_sha: None,
        head_sha: None,
        diff_hash: "ab".repeat(32),
        notes: vec![],
        pull: None,
        stack: None,
    }
}

fn decision(seq: u64) -> Record {
    let words = |body: &str| (Wording { body: body.repeat(5), ..Wording::default() }, Severity::Major);
    let act = match seq % 4 {
        0 => Act::Edit { before: words("what the agent said "), after: words("what a person says ") },
        1 => Act::Drop { reason: "not in this code base".into() },
        _ => Act::Accept,
    };
    let finding = FindingId::new(format!("security-{:03}", seq / 3));
    let at = Time(1_740_819_600_000 + i64::try_from(seq).unwrap());
    Record::Decision { run: RunId::new(RUN), decision: Decision { seq, at, finding, act, batch: None } }
}

/// A folder with a logbook of that many decisions.
fn kept(decisions: u64) -> (tempfile::TempDir, Places) {
    let dir = tempfile::tempdir().unwrap();
    let places = Places { data_dir: Some(dir.path().to_owned()), ..Places::default() };
    let run = RunFacts {
        id: RunId::new(RUN),
        request: request(),
        started: Time(0),
        version: "0.1.0".into(),
        model: "none".into(),
        said: Vec::new(),
    };
    let records: Vec<Record> = std::iter::once(Record::Run(run)).chain((1..=decisions).map(decision)).collect();
    Logbook::open(&places, &request(), Fault::Never).unwrap().logbook.append(&records).unwrap();
    (dir, places)
}

#[divan::bench(args = [0, 5_000], sample_count = 30)]
fn open(bencher: Bencher, decisions: u64) {
    let (_dir, places) = kept(decisions);
    bencher.bench_local(|| Logbook::open(&places, &request(), Fault::Never).unwrap());
}

#[divan::bench(args = [0, 5_000], sample_count = 200)]
fn append_one_draft(bencher: Bencher, decisions: u64) {
    let (_dir, places) = kept(decisions);
    let mut opened = Logbook::open(&places, &request(), Fault::Never).unwrap();
    let key = DraftKey::Edit(FindingId::new("security-001"));
    let draft = Draft { key, text: "half a sentence ".repeat(20), at: Time(0) };
    let record = [Record::Draft { run: RunId::new(RUN), draft }];
    bencher.bench_local(|| opened.logbook.append(&record).unwrap());
}

#[divan::bench(sample_count = 30)]
fn append_and_flush(bencher: Bencher) {
    let (_dir, places) = kept(0);
    let mut opened = Logbook::open(&places, &request(), Fault::Never).unwrap();
    bencher.bench_local(|| {
        opened.logbook.append(&[decision(1)]).unwrap();
        opened.logbook.sync().unwrap();
    });
}

#[divan::bench(args = [5_000], sample_count = 20)]
fn rebuild_in_memory(bencher: Bencher, decisions: u64) {
    let (dir, places) = kept(decisions);
    let jsonl = Logbook::open(&places, &request(), Fault::Never).unwrap().jsonl;
    bencher.bench_local(|| rebuild(&jsonl, None).unwrap());
    drop(dir);
}
