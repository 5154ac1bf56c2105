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

/// What is to be published when a review has ended, with the rights as they were at its start.
type Publication = Option<Box<(Job, app::Authority)>>;

pub(crate) fn review(args: ReviewArgs) -> ExitCode {
    if let Some(done) = super::list_checks(&args.run) {
        return done;
    }
    let extent = if args.all { Extent::All } else { Extent::Surfaced };
    let (mut jobs, mut publications) = (Vec::new(), Vec::new());
    for spec in args.specs() {
        let mut job = job(&args, spec);
        if let Some(failure) = args.replay.as_deref().and_then(|path| job.replay(path).err()) {
            return exit::fail(&failure);
        }
        match publication(&args, &job) {
            Ok(publication) => publications.push(publication),
            Err(failure) => return exit::fail(&failure),
        }
        jobs.push(job);
    }
    if args.more.is_empty()
        && let Some(job) = jobs.pop()
    {
        return end(app::review(job, &mut |line| say(line)), extent, publications.pop().flatten());
    }
    let mut codes = Vec::new();
    app::review_several(jobs, &mut |name, line| say(&format!("{name}: {line}")), &mut |number, outcome| {
        let publication = publications.get_mut(number).and_then(Option::take);
        codes.push(end(outcome, extent, publication));
    });
    exit::worst(&codes)
}

fn job(args: &ReviewArgs, spec: TargetSpec) -> Job {
    let mut job = Job::new(spec, args.target.base.clone(), args.run.offline);
    if args.run.no_builtin {
        job.agents = app::Agents::Nobody;
    }
    args.run.pull.tell(&mut job, app::Closed::Refuse);
    job.sources.said.extend(args.said());
    job.findings = args.run.settings.findings.clone();
    job.record.clone_from(&args.record);
    job
}

/// Whether the review is to be published.
fn publication(args: &ReviewArgs, job: &Job) -> Result<Publication, Failure> {
    let authority = app::authority(job)?;
    let is_pull = matches!(job.target, TargetSpec::Pull(_));
    if args.publishing.comment && !is_pull {
        let failure = Failure::new(FailureKind::Usage, "--comment is for pull requests, and this target is none.");
        return Err(failure.hint("name one: `prr review 12 --comment`"));
    }
    let publishes = is_pull && args.publishing.wants(authority.publish.auto);
    Ok(publishes.then(|| Box::new((Job { record: None, ..job.clone() }, authority))))
}

fn say(line: &str) {
    exit::say(&format!("{}\n", crate::core::text::one_line(line, 400)));
}

/// Prints how a run ended, and publishes what is to be published.
fn end(outcome: Outcome, extent: Extent, publication: Publication) -> ExitCode {
    match outcome {
        Outcome::Reviewed(review, form) => {
            say_checkpoint(&review);
            say_closing(&review, &form);
            let printed = print(&review, &form, extent, code(&review));
            match publication.map(|publication| *publication) {
                Some((job, authority)) => published(printed, &job, authority),
                None => printed,
            }
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

/// What programs do not find in their document.
fn say_closing(review: &Review, form: &ReportForm) {
    if Format::of(&form.output, form.feedback).is_for_machines() {
        review.closing.iter().for_each(|line| exit::say(&format!("{line}\n")));
    }
    review.blocked.iter().for_each(|what| say(&format!("tier 0 blocks this: {what}")));
}

/// A finding that is bad enough goes before reviewers that failed: it is certain, and a script that puts up with
/// failures must not let it through.
fn code(review: &Review) -> ExitCode {
    match (review.fails() || (review.blocked.is_some() && in_ci()), review.reviewers_failed()) {
        (true, _) => ExitCode::from(BLOCKED),
        (false, true) => ExitCode::from(exit::code(FailureKind::Agents)),
        (false, false) => ExitCode::SUCCESS,
    }
}

/// Whether this runs for a machine that gates merges (FACTS "Tier 0").
fn in_ci() -> bool {
    std::env::var("CI")
        .is_ok_and(|value| !matches!(value.trim().to_ascii_lowercase().as_str(), "" | "0" | "false" | "no"))
}

/// An empty change (FACTS 26): programs get their empty document, Markdown is the sentence, a terminal is told.
fn nothing(review: &Review, form: &ReportForm, failure: &Failure) -> ExitCode {
    match Format::of(&form.output, form.feedback) {
        Format::Markdown => exit::print(&format!("{}\n", failure.summary), ExitCode::SUCCESS),
        Format::Text => exit::fail(failure),
        Format::Json
        | Format::Feedback
        | Format::R3
        | Format::Deep
        | Format::PrJson
        | Format::Sarif
        | Format::Rdjson => print(review, form, Extent::Surfaced, exit::fail(failure)),
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
