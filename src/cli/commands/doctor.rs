//! `prr doctor`.

use std::process::ExitCode;

use crate::{
    app::{self, Job},
    cli::{
        args::{DoctorArgs, PlanOutput},
        exit,
    },
    core::model::{Failure, FailureKind, TargetSpec},
    edge::report::{doctor_json, doctor_text, worst},
};

/// Exit code 0 unless something that prr cannot work without is not as it should be.
pub(crate) fn doctor(args: &DoctorArgs) -> ExitCode {
    let found = app::doctor(&Job::new(TargetSpec::Nothing, None, args.offline));
    let code = ExitCode::from(worst(&found).map_or(0, exit::code));
    match args.output {
        PlanOutput::Text => exit::print(&doctor_text(&found), code),
        PlanOutput::Json => match doctor_json(&found) {
            Ok(text) => exit::print(&text, code),
            Err(error) => {
                let failure = Failure::new(FailureKind::Internal, "What was found cannot be written as JSON.");
                exit::fail(&failure.because(error.to_string()))
            }
        },
    }
}
