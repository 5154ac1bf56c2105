//! A change in which there is nothing to review: empty, or all of it made by programs (FACTS 26; Soliton's Step 2.5).
//! Not here: what is printed (cli, edge::report). Called by the headless driver and by `outcome`.

use crate::{
    core::model::{Failure, FailureKind, FileClass, ReportForm, Request, TargetKind},
    edge::{intake::SettingsBase, logbook, report::Review},
    session::Session,
};

use super::{
    config::{self, Sources},
    headless::Outcome,
    runner,
};

/// An empty change: no settings were read for it, so they are now, for the form of the result.
pub(super) fn nothing(sources: &Sources, failure: &Failure) -> Outcome {
    let found = config::config_of(sources, SettingsBase::Head).map(|found| found.reading);
    let reading = found.unwrap_or_else(|_| config::own_config(sources));
    if let Some(refused) = config::refusal(&reading) {
        return Outcome::Failed(refused);
    }
    let request = Request {
        kind: TargetKind::File,
        pr_ref: String::new(),
        repo_slug: String::new(),
        title: failure.summary.clone(),
        base_sha: None,
        head_sha: None,
        diff_hash: String::new(),
        notes: Vec::new(),
        pull: None,
        stack: None,
    };
    let run = logbook::run_id(runner::now(), "empty", 1, []);
    let review = Review::of_nothing(Review::no_plan(request), run, &failure.summary);
    Outcome::Nothing(Box::new(review), config::report_form(&reading), failure.clone())
}

/// A change of generated, vendored and binary files only, in which nobody found anything.
pub(super) fn filtered_out(session: &Session, review: &Review, form: &ReportForm) -> Option<Outcome> {
    let map = session.map.as_ref()?;
    let all_left_out = !map.classes.is_empty() && map.classes.iter().copied().all(FileClass::is_left_out);
    if !all_left_out || !review.items.is_empty() || !review.is_complete() {
        return None;
    }
    let message = "All changed files are auto-generated or binary. No review needed.";
    let nothing = Review {
        states: review.states.clone(),
        duration_ms: review.duration_ms,
        ..Review::of_nothing(review.plan.clone(), review.run.clone(), message)
    };
    Some(Outcome::Nothing(Box::new(nothing), form.clone(), Failure::new(FailureKind::Empty, message)))
}
