//! `prr plan`.

use std::process::ExitCode;

use crate::{
    app::{self, Job},
    cli::{
        args::{PlanArgs, PlanOutput},
        exit,
    },
    core::model::{Failure, FailureKind},
    edge::report,
};

pub(crate) fn plan(args: PlanArgs) -> ExitCode {
    if let Some(done) = super::list_checks(&args.run) {
        return done;
    }
    let mut job = Job::new(args.target.spec(), args.target.base.clone(), args.run.offline);
    if args.run.no_builtin {
        job.agents = app::Agents::Nobody;
    }
    args.run.pull.tell(&mut job, app::Closed::Accept);
    job.sources.said.extend(args.run.settings.said());
    job.findings = args.run.settings.findings.clone();
    if let Some(number) = args.show_brief {
        return match app::show_brief(&job, number as usize) {
            Ok(text) => exit::print(&text, ExitCode::SUCCESS),
            Err(failure) => exit::fail(&failure),
        };
    }
    let plan = match app::plan(&job) {
        Ok(plan) => plan,
        Err(failure) => return exit::fail(&failure),
    };
    let text = match args.output {
        PlanOutput::Text => Ok(report::plan_text(&plan)),
        PlanOutput::Json => report::plan_json(&plan),
    };
    match text {
        Ok(text) => exit::print(&text, ExitCode::SUCCESS),
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "The plan cannot be written as JSON.");
            exit::fail(&failure.because(error.to_string()))
        }
    }
}
