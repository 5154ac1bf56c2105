//! `prr publish`: the stored review of a pull request, posted once; and the same behind `prr review --comment`.

use std::{
    io::{BufRead, IsTerminal},
    process::ExitCode,
};

use crate::{
    app::{self, Authority, Job, Ready, Wanted},
    cli::{args::PlanOutput, exit, publish::PublishArgs},
    core::{
        model::{Failure, FailureKind, PublishOutcome},
        publish::course::{Report, Settled},
    },
    edge::report,
};

pub(crate) fn publish(args: &PublishArgs) -> ExitCode {
    let mut job = Job::new(args.spec(), None, false);
    if args.include_closed {
        job.intake.pull.closed = app::Closed::Accept;
    }
    if args.reconcile {
        return match app::reconcile(&job) {
            Ok(settled) => say_settled(&settled),
            Err(failure) => exit::fail(&failure),
        };
    }
    let wanted = Wanted { allow_stale: args.allow_stale, include_closed: args.include_closed };
    let ready = app::authority(&job).and_then(|authority| app::ready(&job, authority, wanted));
    let ready = match ready {
        Ok(ready) => ready,
        Err(failure) => return exit::fail(&failure),
    };
    introduce(&ready);
    match run(&job, &ready, args) {
        Ok((report, code)) => print(&report, args.output, code),
        Err(failure) => exit::fail(&failure),
    }
}

/// Which review it is, before anything is done with it.
fn introduce(ready: &Ready) {
    ready.notes.iter().for_each(|note| exit::note(note));
    let undecided = ready.frozen.undecided.len();
    exit::note(&format!("review {} of {} (run {})", ready.hash.as_str(), ready.pull, ready.facts.id));
    if undecided > 0 {
        let fate = match ready.authority.undecided {
            crate::core::synthesis::Undecided::Hold => "left out",
            crate::core::synthesis::Undecided::Publish => "published",
        };
        let (noun, verb) = if undecided == 1 { ("finding", "is") } else { ("findings", "are") };
        exit::note(&format!("{undecided} {noun} {verb} undecided and {verb} {fate} (gate.undecided)"));
    }
}

fn run(job: &Job, ready: &Ready, args: &PublishArgs) -> Result<(Report, ExitCode), Failure> {
    let asks = std::io::stdin().is_terminal() && std::io::stderr().is_terminal() && !args.yes;
    if !args.dry_run && !asks {
        let report = app::post(job, ready, None)?;
        let code = tell(&report);
        return Ok((report, code));
    }
    let seen = app::look(job, ready)?;
    if args.dry_run {
        let code = if seen.is_open() || is_duplicate(&seen) { ExitCode::SUCCESS } else { refused(&seen) };
        exit::note(&seen.sentence());
        return Ok((seen, code));
    }
    let payload = seen.composed.as_ref().filter(|_| seen.is_open()).map(|composed| composed.payload.hash());
    let Some(payload) = payload else {
        // The course says what a look that is closed would come to.
        let report = app::post(job, ready, None)?;
        let code = tell(&report);
        return Ok((report, code));
    };
    if !ask(&seen, ready) {
        exit::note("Nothing is posted.");
        return Ok((seen, ExitCode::from(exit::code(FailureKind::Publish))));
    }
    let report = app::post(job, ready, Some(payload))?;
    let code = tell(&report);
    Ok((report, code))
}

fn is_duplicate(report: &Report) -> bool {
    report.gates.closed().is_some_and(|(gate, check)| {
        gate == crate::core::publish::Gate::Duplicate && check.choice.is_none() && report.failure.is_none()
    })
}

/// The one question, after everything it is about.
fn ask(seen: &Report, ready: &Ready) -> bool {
    exit::say(&report::publish_text(seen));
    let event = seen.event.map_or("", |event| event.as_str());
    let inline = seen.composed.as_ref().map_or(0, |composed| composed.payload.comments.len());
    let many = if inline > 30 { " That is a lot to read for its author." } else { "" };
    let head = ready.frozen.artifact.binding.head.get(..10).unwrap_or_default();
    let noun = if inline == 1 { "comment" } else { "comments" };
    let words = format!("\nPost this to {} at {head} as {event}, {inline} {noun} at lines?{many} [y/N] ", ready.pull);
    exit::say(&words);
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes" | "Yes")
}

/// Says how it ended; the code is the outcome's.
fn tell(report: &Report) -> ExitCode {
    exit::note(&report.sentence());
    if let Some(failure) = &report.failure {
        failure.hints.iter().for_each(|hint| exit::note(&format!("  try: {hint}")));
    }
    match report.outcome {
        Some(PublishOutcome::Posted | PublishOutcome::PostedDegraded | PublishOutcome::SkippedDuplicate) => {
            ExitCode::SUCCESS
        }
        Some(PublishOutcome::Indeterminate) => ExitCode::from(exit::code(FailureKind::Indeterminate)),
        Some(PublishOutcome::Failed) | None => refused(report),
    }
}

/// A host that could not be asked has its own code.
fn refused(report: &Report) -> ExitCode {
    let kind = report.failure.as_ref().map_or(FailureKind::Publish, |failure| failure.kind);
    let kind = if kind == FailureKind::Host { kind } else { FailureKind::Publish };
    ExitCode::from(exit::code(kind))
}

fn print(report: &Report, output: PlanOutput, code: ExitCode) -> ExitCode {
    match output {
        PlanOutput::Json => match report::publish_json(report) {
            Ok(text) => exit::print(&text, code),
            Err(error) => {
                let failure = Failure::new(FailureKind::Internal, "The result cannot be written as JSON.");
                exit::fail(&failure.because(error.to_string()))
            }
        },
        PlanOutput::Text if report.outcome.is_none() => exit::print(&report::publish_text(report), code),
        PlanOutput::Text => {
            let url = report.receipt.as_ref().map(|receipt| receipt.url.as_str()).filter(|url| !url.is_empty());
            url.map_or(code, |url| exit::print(&format!("{}\n", crate::core::text::one_line(url, 2000)), code))
        }
    }
}

fn say_settled(settled: &[Settled]) -> ExitCode {
    if settled.is_empty() {
        exit::note("Nothing is open: every attempt has its receipt.");
        return ExitCode::SUCCESS;
    }
    for one in settled {
        let review = one.receipt.intent.review.short();
        match one.receipt.outcome {
            PublishOutcome::Posted => exit::note(&format!("Review {review} is posted: {}", one.receipt.url)),
            _ => exit::note(&format!(
                "Review {review} is not on the pull request: its attempt is closed, and it can be published again."
            )),
        }
    }
    ExitCode::SUCCESS
}

/// Publishes what a review without a screen came to; findings that nobody decided are published (PUBLISH "Events").
pub(super) fn behind_review(job: &Job, authority: Authority) -> ExitCode {
    let authority = Authority { undecided: crate::core::synthesis::Undecided::Publish, ..authority };
    let closed = job.intake.pull.closed == app::Closed::Accept;
    let wanted = Wanted { allow_stale: false, include_closed: closed };
    let posted = app::ready(job, authority, wanted).and_then(|ready| {
        exit::note(&format!("review {} of {}", ready.hash.as_str(), ready.pull));
        app::post(job, &ready, None)
    });
    match posted {
        Ok(report) => tell(&report),
        Err(failure) => exit::fail(&failure),
    }
}
