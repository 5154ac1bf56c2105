//! `prr plan`: reads the target and works out what is risky. Runs no agent, writes nothing.

use std::sync::{Arc, atomic::AtomicBool};

use crate::{
    core::{model::Failure, risk},
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
    let map = risk::change_map(&taken.diff, &crate::core::model::RunId::new("plan"));
    Ok(Plan { request: taken.request, diff: taken.diff, map: Arc::new(map), tasks: job.plan().tasks })
}
