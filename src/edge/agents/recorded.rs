//! A recorded run as an agent: what a task claimed and how it ended, said again, nothing asked and nothing spent. Not here:
//! reading a recording (`edge::logbook`). Called by app::runner.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use crate::core::model::{Record, TaskEnd, TaskId};

use super::{Agent, Fault, Heard, Limits, Reach, Work};

/// The longest time between two looks at whether to stop.
const PATIENCE: Duration = Duration::from_millis(25);

/// One task of a recorded run.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'r> {
    /// The records of the run.
    pub records: &'r [Record],
    /// The task.
    pub task: &'r TaskId,
    /// The pause before each claim; nothing = as fast as it goes.
    pub pace: Duration,
}

impl Agent for Recorded<'_> {
    fn reach(&self) -> Reach {
        Reach::Nothing
    }

    fn carry_out(&self, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
        // A task that was let run again has several ends: the last is how it ended.
        let mut end = None;
        for record in self.records {
            match record {
                Record::Candidate { candidate, .. } if candidate.task == *self.task => {
                    pause(self.pace, &work.limits)?;
                    on(Heard::Claim(candidate.clone()));
                }
                Record::TaskReported { task, report, .. } if task == self.task => on(Heard::Text(&report.text)),
                Record::TaskEnded { task, end: how, .. } if task == self.task => end = Some(how),
                _ => {}
            }
        }
        match end {
            Some(TaskEnd::Failed(why)) => Err(Fault::Broken(why.clone())),
            Some(TaskEnd::Skipped(why)) => Err(Fault::Idle(why.clone())),
            Some(TaskEnd::Stopped) => Err(Fault::Stopped),
            Some(TaskEnd::Completed) => Ok(()),
            None => Err(Fault::Cut("the recording ends before it does".to_owned())),
        }
    }
}

/// Waits without a busy loop, unless it is to stop.
fn pause(time: Duration, limits: &Limits<'_>) -> Result<(), Fault> {
    let end = Instant::now() + time;
    loop {
        if limits.stop.load(Ordering::Relaxed) || limits.quit.load(Ordering::Relaxed) {
            return Err(Fault::Stopped);
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        std::thread::sleep(PATIENCE.min(left));
    }
}
