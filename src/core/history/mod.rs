//! What the logbooks of a target or a repository come to beyond one run: what became of each finding, how often a
//! person agrees with whom, what they always drop, how two runs differ. Pure functions of records.
//! Not here: reading records (`edge::logbook`), what stands in the present run (`gate`), holding back (`synthesis`).
//! Called by app for `prr log` and the cockpit's Logbook view, and by the runner when a run is configured.

mod became;
mod book;
mod compare;
mod findings;
mod habits;
mod score;
mod share;

pub use became::{Became, Compared, Line};
pub use book::{Posting, RunLog, Step, Subject, Sums, book};
pub use compare::{Change, Comparison, Pair, RunSide, TaskSide, compare};
pub use findings::{Told, agent_of, findings, once, runs};
pub use habits::{LEAST, habits};
pub use score::{Cost, Row, Scoreboard, Tally, scoreboard};
pub use share::{LEAST_FOR_SHARE, Share};

#[cfg(test)]
mod samples;
