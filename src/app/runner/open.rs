//! Opens an address in the browser, without a shell: the first opener of this system that there is. Never waits on the
//! loop. Called by the runner.

use std::{
    io::ErrorKind,
    process::{Command, Stdio},
};

use tokio::sync::mpsc::Sender;

use crate::{
    core::{
        model::{Failure, FailureKind},
        text,
    },
    ui,
};

use super::Event;

/// Programs that open an address with what the person has chosen for it.
const OPENERS: [&str; 3] =
    if cfg!(target_os = "macos") { ["open", "xdg-open", "wslview"] } else { ["xdg-open", "wslview", "open"] };

/// Starts an opener on a thread of its own: some of them stay as long as the browser does.
pub(super) fn start(events: Sender<Event>, address: String) {
    let work = move || {
        if let Err(failure) = open(&address) {
            let _ = events.blocking_send(Event::Ui(ui::Msg::Failed(failure)));
        }
    };
    // Without a thread nothing opens; the address is in the page of the pull request.
    let _ = std::thread::Builder::new().name("browser".to_owned()).spawn(work);
}

fn open(address: &str) -> Result<(), Failure> {
    let shown = text::one_line(address, 200);
    for opener in OPENERS {
        let mut command = Command::new(opener);
        command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match command.status() {
            Ok(status) if status.success() => return Ok(()),
            Ok(status) => {
                let failure = Failure::new(FailureKind::Host, format!("`{opener}` could not open {shown}"));
                return Err(failure.because(status.to_string()));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                let failure = Failure::new(FailureKind::Host, format!("`{opener}` cannot be started to open {shown}"));
                return Err(failure.because(error.to_string()));
            }
        }
    }
    let words = format!("No program here opens addresses (xdg-open, wslview, open): {shown}");
    Err(Failure::new(FailureKind::Host, words))
}
