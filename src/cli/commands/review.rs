//! `prr review`.

use std::process::ExitCode;

use crate::{
    app::{self, Job, Outcome},
    cli::{args::ReviewArgs, exit},
    core::model::{Failure, FailureKind, ReportForm, TargetSpec},
    edge::report::{self, Extent, Format, Review},
};

/// `--fail-on`: a finding is that bad.
const BLOCKED: u8 = 1;

pub(crate) fn review(args: ReviewArgs) -> ExitCode {
    if let Some(done) = super::list_checks(&args.run) {
        return done;
    }
    let mut job = Job::new(args.target.spec(), args.target.base.clone(), args.run.offline);
    if args.run.no_builtin {
        job.agents = app::Agents::Nobody;
    }
    args.run.pull.tell(&mut job, app::Closed::Refuse);
    job.sources.said.extend(args.said());
    job.findings = args.run.settings.findings.clone();
    let authority = match app::authority(&job) {
        Ok(authority) => authority,
        Err(failure) => return exit::fail(&failure),
    };
    let is_pull = matches!(job.target, TargetSpec::Pull(_));
    if args.publishing.comment && !is_pull {
        let failure = Failure::new(FailureKind::Usage, "--comment is for pull requests, and this target is none.");
        return exit::fail(&failure.hint("name one: `prr review 12 --comment`"));
    }
    let publishes = is_pull && args.publishing.wants(authority.publish.auto);
    let again = job.clone();
    let extent = if args.all { Extent::All } else { Extent::Surfaced };
    job.record = args.record;
    let mut progress = |line: &str| exit::say(&format!("{}\n", crate::core::text::one_line(line, 400)));
    match app::review(job, &mut progress) {
        Outcome::Reviewed(review, form) => {
            say_checkpoint(&review);
            let printed = print(&review, &form, extent, code(&review));
            if publishes { published(printed, &again, authority) } else { printed }
        }
        Outcome::Nothing(review, form, failure) => nothing(&review, &form, &failure),
        Outcome::Failed(failure) => exit::fail(&failure),
        Outcome::Signalled(number) => exit::signalled(number),
    }
}

/// A review that is bad news for a script stays so, whatever became of its publication.
fn published(printed: ExitCode, job: &Job, authority: app::Authority) -> ExitCode {
    let code = super::publish::behind_review(job, authority);
    if printed == ExitCode::SUCCESS { code } else { printed }
}

/// R3's state checkpoint: scripts find it on standard error, whatever the form of the result.
fn say_checkpoint(review: &Review) {
    if !review.checkpoint.is_empty() {
        exit::say(&format!("{}\n", review.checkpoint));
    }
}

/// A finding that is bad enough goes before reviewers that failed: it is certain, and a script that puts up with
/// failures must not let it through.
fn code(review: &Review) -> ExitCode {
    match (review.fails(), review.reviewers_failed()) {
        (true, _) => ExitCode::from(BLOCKED),
        (false, true) => ExitCode::from(exit::code(FailureKind::Agents)),
        (false, false) => ExitCode::SUCCESS,
    }
}

/// An empty change (FACTS 26): programs get their empty document, Markdown is the sentence, a terminal is told.
fn nothing(review: &Review, form: &ReportForm, failure: &Failure) -> ExitCode {
    match Format::of(&form.output, form.feedback) {
        Format::Markdown => exit::print(&format!("{}\n", failure.summary), ExitCode::SUCCESS),
        Format::Text => exit::fail(failure),
        Format::Json | Format::Feedback | Format::R3 | Format::Deep => {
            print(review, form, Extent::Surfaced, exit::fail(failure))
        }
    }
}

/// Prints a review; the code is what it ends with when that works.
pub(super) fn print(review: &Review, form: &ReportForm, extent: Extent, code: ExitCode) -> ExitCode {
    match report::review(review, Format::of(&form.output, form.feedback), extent) {
        Ok(text) => exit::print(&text, code),
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "The result cannot be written as JSON.");
            exit::fail(&failure.because(error.to_string()))
        }
    }
}
