//! `prr plan`: reads the target and works out what is risky. Runs no agent, writes nothing.

use std::sync::{Arc, atomic::AtomicBool};

use crate::{
    core::{
        model::{Failure, RunId},
        risk::{self, Facts},
    },
    edge::report::Plan,
};

use super::{job::Job, runner};

/// The plan of a job.
///
/// # Errors
/// The target cannot be read, or is empty.
pub fn plan(job: &Job) -> Result<Plan, Failure> {
    let never = AtomicBool::new(false);
    let taken = runner::read_once(job, &never)?;
    let run = RunId::new("plan");
    let mut map = runner::map::map_of(job, &taken.diff, &run, &Facts::default(), &never);
    if let Some(index) = runner::index::index_of(job, &taken.request, &never) {
        let facts = runner::index::facts_of(job, &taken.request, Facts::default(), &never);
        map = risk::with_index(&taken.diff, &map, &index, &facts);
    }
    Ok(Plan { request: taken.request, diff: taken.diff, map: Arc::new(map), tasks: job.plan().tasks })
}
