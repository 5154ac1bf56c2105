//! Whether the person has seen the keys to begin with: a file in the state folder says so. The demo shows them each time
//! and keeps nothing. Not here: what they are (`ui::view::guide`). Called by the runner.

use std::{fs, path::PathBuf};

use crate::{app::job::Job, core::model::TargetSpec, ui};

use super::{Event, Runner};

/// What the file says to whoever finds it.
const WORDS: &str = "The keys to begin with were shown. Without this file they are shown once more.\n";

impl Runner {
    /// Answers the cockpit when the person never saw the keys to begin with.
    pub(in crate::app) fn look_for_guide(&self) {
        let (job, events) = (self.job.clone(), self.events.clone());
        self.short.add(move || {
            if is_due(&job) {
                let _ = events.blocking_send(Event::Ui(ui::Msg::FirstRun));
            }
        });
    }

    /// Remembers that they were seen.
    pub(in crate::app) fn guide_seen(&self) {
        let job = self.job.clone();
        self.short.add(move || remember(&job));
    }
}

/// Whether they are to be shown. `PRR_GUIDE=off` never shows them.
fn is_due(job: &Job) -> bool {
    let is_off = std::env::var_os("PRR_GUIDE").is_some_and(|value| value == "off");
    !is_off && (is_demo(job) || place(job).is_some_and(|path| !path.exists()))
}

/// Writes the file. Where it cannot be written they are shown again, which harms nobody.
fn remember(job: &Job) {
    if let Some(path) = place(job).filter(|_| !is_demo(job)) {
        let _ = path.parent().map(fs::create_dir_all);
        let _ = fs::write(path, WORDS);
    }
}

fn place(job: &Job) -> Option<PathBuf> {
    Some(job.folders.state.as_ref()?.join("guide-seen"))
}

fn is_demo(job: &Job) -> bool {
    matches!(job.target, TargetSpec::Embedded(..))
}
