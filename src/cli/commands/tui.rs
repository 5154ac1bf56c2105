//! `prr tui`.

use std::process::ExitCode;

use crate::{
    app::{self, Ending, Job},
    cli::{args::TuiArgs, exit},
};

pub(crate) fn tui(args: TuiArgs) -> ExitCode {
    if let Some(done) = super::list_checks(&args.run) {
        return done;
    }
    let mut job = Job::new(args.target.spec(), args.target.base.clone(), args.run.offline);
    if args.run.no_builtin {
        job.agents = app::Agents::Nobody;
    }
    args.run.pull.tell(&mut job, app::Closed::Ask);
    job.sources.said.extend(args.run.settings.said());
    job.findings = args.run.settings.findings.clone();
    job.record = args.record;
    if let Some(failure) = args.replay.as_deref().and_then(|path| job.replay(path).err()) {
        return exit::fail(&failure);
    }
    job.event = args.publishing.comment.then_some(crate::core::model::ReviewEvent::Comment);
    match args.plain {
        true => end(app::plain(job, &mut exit::line)),
        false => end(app::cockpit(job, app::First::Target)),
    }
}

/// The last words of a cockpit, and its exit code.
pub(crate) fn end(ending: Ending) -> ExitCode {
    match ending {
        Ending::Left { unsaved: 0, words } => {
            words.iter().for_each(|line| exit::say(&format!("{line}\n")));
            ExitCode::SUCCESS
        }
        Ending::Left { unsaved, .. } => {
            exit::say(&format!("prr: {unsaved} decisions or drafts could not be written to the logbook\n"));
            ExitCode::from(exit::code(crate::core::model::FailureKind::Logbook))
        }
        Ending::Failed(failure) => exit::fail(&failure),
        Ending::Signalled(number) => exit::signalled(number),
    }
}
