//! `prr review`.

use std::process::ExitCode;

use crate::{
    app::{self, Job, Outcome},
    cli::{
        args::{ReviewArgs, ReviewOutput},
        exit,
    },
    core::model::{Failure, FailureKind},
    edge::report,
};

pub(crate) fn review(args: ReviewArgs) -> ExitCode {
    if let Some(done) = super::list_checks(&args.run) {
        return done;
    }
    let mut job = Job::new(args.target.spec(), args.target.base.clone(), args.run.offline);
    if args.run.no_builtin {
        job.agents = app::Agents::Nobody;
    }
    job.sources.said.extend(args.said());
    job.findings = args.run.settings.findings.clone();
    job.record = args.record;
    let mut progress = |line: &str| exit::say(&format!("{}\n", crate::core::text::one_line(line, 400)));
    match app::review(job, &mut progress) {
        Outcome::Reviewed(review) => print(&review, args.output.unwrap_or_default()),
        Outcome::Failed(failure) => exit::fail(&failure),
        Outcome::Signalled(number) => exit::signalled(number),
    }
}

fn print(review: &report::Review, output: ReviewOutput) -> ExitCode {
    let text = match output {
        ReviewOutput::Text => Ok(report::review_text(review)),
        ReviewOutput::Markdown => Ok(report::review_markdown(review)),
        ReviewOutput::Json => report::review_json(review),
        ReviewOutput::R3 | ReviewOutput::Deep => {
            let failure = Failure::new(FailureKind::Usage, format!("--output {} is not built yet.", output.as_str()));
            return exit::fail(&failure.hint("--output json"));
        }
    };
    let code = match review.is_complete() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(exit::code(FailureKind::Agents)),
    };
    match text {
        Ok(text) => exit::print(&text, code),
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "The result cannot be written as JSON.");
            exit::fail(&failure.because(error.to_string()))
        }
    }
}
