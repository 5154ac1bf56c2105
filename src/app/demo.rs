//! `prr demo`: the bundled change and its recorded run, with a logbook in a temporary folder that is gone afterwards.

use std::path::{Path, PathBuf};

use crate::{
    core::model::{Failure, FailureKind, TargetSpec},
    edge::logbook::read_recording,
};

use super::{
    ending::Ending,
    interactive,
    job::{Agents, Job},
};

/// The bundled change.
pub const CHANGE: &[u8] = include_bytes!("../../assets/demo/change.diff");

/// Its title.
pub const TITLE: &str = include_str!("../../assets/demo/title.txt");

/// Its recorded run, made by `prr review --record`.
const RUN: &[u8] = include_bytes!("../../assets/demo/run.jsonl");

/// The bundled change with its recorded run.
pub(super) fn job() -> Job {
    let (records, _) = read_recording(RUN);
    let mut job = Job::new(TargetSpec::Embedded(TITLE.trim_ascii_end(), CHANGE), None, true);
    job.agents = Agents::Recorded(records);
    job
}

/// Runs the demo.
///
/// # Errors
/// No temporary folder can be made.
pub fn demo() -> Result<Ending, Failure> {
    let folder = Folder::new()?;
    let mut job = job();
    job.folders.data = Some(folder.path.clone());
    let ending = interactive::run(job, interactive::First::Target);
    Ok(match ending {
        // Its logbook goes with the folder.
        Ending::Left { unsaved: 0, .. } => {
            let words = vec!["Nothing of the demo is kept. `prr tui` reviews your own change.".to_owned()];
            Ending::Left { unsaved: 0, words }
        }
        other => other,
    })
}

/// A folder that is removed when the demo ends.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new() -> Result<Self, Failure> {
        let base = std::env::temp_dir();
        for attempt in 0..100 {
            let path = base.join(format!("prr-demo-{}-{attempt}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Self { path }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(no_folder(&base, &error.to_string())),
            }
        }
        Err(no_folder(&base, "a hundred names are taken"))
    }
}

fn no_folder(base: &Path, why: &str) -> Failure {
    Failure::new(FailureKind::Usage, format!("The demo needs a temporary folder, and {} gives none.", base.display()))
        .because(why)
        .hint("TMPDIR=<a folder that can be written> prr demo")
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
