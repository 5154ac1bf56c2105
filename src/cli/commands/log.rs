//! `prr log replay`.

use std::{path::Path, process::ExitCode};

use crate::{app, cli::exit};

pub(crate) fn log_replay(file: &Path, database: Option<&Path>) -> ExitCode {
    match app::replay_file(file, database) {
        Ok(replayed) => {
            replayed.notes.iter().for_each(|note| exit::say(&format!("{note}\n")));
            exit::print(&(app::summary(&replayed).join("\n") + "\n"), ExitCode::SUCCESS)
        }
        Err(failure) => exit::fail(&failure),
    }
}
