//! `prr man`.

use std::{io, path::Path, process::ExitCode};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::{
    cli::{args::Args, exit, pages::ManArgs},
    core::{
        model::{Failure, FailureKind},
        text,
    },
};

pub(crate) fn man(args: &ManArgs) -> ExitCode {
    let mut program = Args::command();
    // Names of commands become `prr-tui` and `prr tui` by this.
    program.build();
    if let Some(folder) = &args.dir {
        return all(program, folder);
    }
    let named = args.command.iter().try_fold(&program, |above, name| above.find_subcommand(name));
    let Some(command) = named else {
        let words = format!("There is no command `{}`.", text::one_line(&args.command.join(" "), 60));
        return exit::fail(&Failure::new(FailureKind::Usage, words).hint("`prr --help` lists them"));
    };
    match page(command.clone()) {
        Ok(page) => exit::print(&page, ExitCode::SUCCESS),
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "The manual page cannot be made.");
            exit::fail(&failure.because(error.to_string()))
        }
    }
}

/// A page in the language of `man`.
fn page(command: Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn all(program: Command, folder: &Path) -> ExitCode {
    match clap_mangen::generate_to(program, folder) {
        Ok(()) => exit::print(&format!("{}\n", text::one_line(&folder.to_string_lossy(), 1000)), ExitCode::SUCCESS),
        Err(error) => {
            let words = format!("The manual pages cannot be written to {}.", folder.display());
            exit::fail(
                &Failure::new(FailureKind::Usage, words).because(error.to_string()).hint("make the folder first"),
            )
        }
    }
}
