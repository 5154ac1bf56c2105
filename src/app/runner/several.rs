//! Several reviews without a screen, two at a time: each on a thread of its own, the results in the order that was
//! asked for. Called by `cli` through `app`.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, PoisonError, mpsc},
};

use crate::{
    app::{
        headless::{self, Outcome},
        job::Job,
    },
    core::model::{Failure, FailureKind},
};

/// Reviews at the same time.
const AT_ONCE: usize = 2;

/// What a thread tells: the number of its job with a line of progress, or with the end.
enum Said {
    Line(usize, String),
    End(usize, Box<Outcome>),
}

/// Runs jobs to their ends. `progress` gets the name of a job and a line; `end` gets every outcome with the number of its job, in
/// order.
pub fn review_several(jobs: Vec<Job>, progress: &mut dyn FnMut(&str, &str), end: &mut dyn FnMut(usize, Outcome)) {
    let names: Vec<String> = jobs.iter().map(Job::first_title).collect();
    let waiting: Arc<Mutex<VecDeque<(usize, Job)>>> = Arc::new(Mutex::new(jobs.into_iter().enumerate().collect()));
    let (tell, said) = mpsc::channel();
    for _ in 0..AT_ONCE.min(names.len()) {
        let (waiting, tell) = (waiting.clone(), tell.clone());
        // A thread that cannot be started leaves its jobs to the other one.
        let _ = std::thread::Builder::new().name("review".to_owned()).spawn(move || work(&waiting, &tell));
    }
    drop(tell);
    let (mut ended, mut next, mut is_signalled) = (BTreeMap::new(), 0, false);
    while let Ok(said) = said.recv() {
        match said {
            Said::Line(number, line) => progress(names.get(number).map_or("", String::as_str), &line),
            Said::End(number, outcome) => {
                if matches!(*outcome, Outcome::Signalled(_)) {
                    is_signalled = true;
                    lock(&waiting).clear();
                }
                ended.insert(number, outcome);
            }
        }
        while let Some(outcome) = ended.remove(&next) {
            end(next, *outcome);
            next += 1;
        }
    }
    // After a signal some never began; what ended behind them is told all the same.
    ended.into_iter().for_each(|(number, outcome)| end(number, *outcome));
    if next < names.len() && !is_signalled {
        let failure = Failure::new(FailureKind::Internal, "No thread could be started for the rest.");
        end(next, Outcome::Failed(failure));
    }
}

fn work(waiting: &Mutex<VecDeque<(usize, Job)>>, tell: &mpsc::Sender<Said>) {
    loop {
        let Some((number, job)) = lock(waiting).pop_front() else { return };
        let mut progress = |line: &str| {
            let _ = tell.send(Said::Line(number, line.to_owned()));
        };
        let run = std::panic::AssertUnwindSafe(|| headless::review(job, &mut progress));
        let outcome = std::panic::catch_unwind(run).unwrap_or_else(|_| {
            Outcome::Failed(Failure::new(FailureKind::Internal, "The review broke off by a fault of prr."))
        });
        let _ = tell.send(Said::End(number, Box::new(outcome)));
    }
}

fn lock(waiting: &Mutex<VecDeque<(usize, Job)>>) -> std::sync::MutexGuard<'_, VecDeque<(usize, Job)>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}
