//! The built program without a terminal: words, exit codes, pipes, documents.
//! Not here: the cockpit (`tests/pty`), how arguments are read (`src/cli/args.rs`).

mod bad_input;
mod documents;
mod looked;
mod map;
mod pages;
mod pipes;

use std::{path::Path, process::Output};

use crate::support::dirs::Home;

/// Runs it in a folder.
fn run(home: &Home, dir: &Path, args: &[&str]) -> Output {
    home.prr(args).current_dir(dir).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
