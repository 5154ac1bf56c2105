//! `prr show`.

use std::process::ExitCode;

use crate::{
    app::{self, Job},
    cli::{exit, stored::ShowArgs},
    edge::report::Extent,
};

pub(crate) fn show(args: ShowArgs) -> ExitCode {
    let mut job = Job::new(args.target.spec(), args.target.base.clone(), true);
    job.sources.said.extend(args.said());
    let extent = if args.all { Extent::All } else { Extent::Surfaced };
    match app::show(&job, args.run.as_deref(), extent) {
        Ok(shown) => {
            shown.notes.iter().for_each(|note| exit::note(note));
            super::review::print(&shown.review, &shown.form, extent, ExitCode::SUCCESS)
        }
        Err(failure) => exit::fail(&failure),
    }
}
