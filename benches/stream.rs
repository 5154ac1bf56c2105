//! What the thread that draws does while findings stream in: `cargo bench --bench stream`.
//!
//! 10,000 findings over 200 files, then what each kind of news costs it: one more finding, a new synthesis with 20 more
//! (it is taken in, and the next is asked for), and the one with which the run ends. Nothing of it may take longer than
//! half a frame, or a key waits (PERFORMANCE: 99 % of keys within 10 ms, the frame included).
#![allow(missing_docs, dead_code, clippy::unwrap_used, clippy::print_stdout)]

use std::{sync::Arc, time::Instant};

use prr::{
    core::synthesis::{self, Synthesis},
    session::{self, Msg},
};
use support::{
    FILES,
    desk::{Desk, candidate},
    many_files,
};

mod support;

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

struct Stage {
    desk: Desk,
    found: u32,
    before: Option<Arc<Synthesis>>,
}

impl Stage {
    fn find(&mut self) {
        let n = self.found;
        self.found += 1;
        let mut claim = candidate(n, &format!("src/file{}.rs", n % FILES), 2 + n / FILES % 50);
        claim.claim.title = format!("word{n} thing{n} of part{n}");
        self.desk.find(claim);
    }

    /// Answers the synthesis that waits; how long its taking in lasted, in milliseconds.
    fn synthesise(&mut self) -> Option<f64> {
        let (snapshot, revision) = self.desk.snapshots.pop()?;
        let made = Arc::new(synthesis::synthesise_after(&snapshot, self.before.as_deref()).unwrap());
        self.before = Some(made.clone());
        let at = self.desk.at();
        Some(timed(|| self.desk.tell(Msg::Synthesised(revision, Ok(made), at))))
    }
}

fn timed(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64() * 1e3
}

fn told(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let last = times.len().saturating_sub(1);
    let (median, worst) = (times.get(last / 2).copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
    println!("{what:<48} {:>5} times  median {median:>8.3} ms  worst {worst:>8.3} ms", times.len());
}

fn main() {
    let mut stage = Stage { desk: Desk::with(200, 60, &many_files()), found: 0, before: None };
    stage.desk.synthesises = false;
    for _ in 0..9_000 {
        stage.find();
    }
    while stage.synthesise().is_some() {}
    let found = (0..1_000).map(|_| timed(|| stage.find())).collect();
    told("a finding comes, 10,000 there", found);
    let mut taken = Vec::new();
    for _ in 0..30 {
        (0..20).for_each(|_| stage.find());
        taken.extend(stage.synthesise());
    }
    told("a review with 20 more is taken in, and the next asked", taken);
    while stage.synthesise().is_some() {}
    stage.desk.end();
    let mut last = Vec::new();
    while let Some(time) = stage.synthesise() {
        last.push(time);
    }
    assert!(matches!(stage.desk.session.phase, session::Phase::Done(_)), "the run ended");
    told("the review with which the run ends", last);
}
