//! `prr demo`: a recorded run of a bundled change; nothing is written outside a temporary folder.

use std::process::ExitCode;

use crate::{app, cli::exit};

pub(crate) fn demo() -> ExitCode {
    match app::demo() {
        Ok(ending) => super::end(ending),
        Err(failure) => exit::fail(&failure),
    }
}
