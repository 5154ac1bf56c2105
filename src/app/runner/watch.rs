//! Watches for the terminal to vanish. With SIGHUP ignored nothing else tells it, and reading an ended terminal
//! would spin.

use std::{io, os::fd::AsFd};

use rustix::event::{PollFd, PollFlags, poll};
use tokio::sync::mpsc::Sender;

use super::Event;

pub(super) fn start(events: Sender<Event>) {
    // Known to be the terminal. Not /dev/tty, which some systems cannot poll.
    let Ok(terminal) = io::stdout().as_fd().try_clone_to_owned() else { return };
    let work = move || {
        loop {
            // No events asked for: poll returns when the other end is closed, and only then.
            let mut fds = [PollFd::from_borrowed_fd(terminal.as_fd(), PollFlags::empty())];
            match poll(&mut fds, None) {
                Ok(_) if fds.iter().any(|fd| fd.revents().contains(PollFlags::NVAL)) => return,
                Ok(_) => break,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
        let _ = events.blocking_send(Event::HungUp);
    };
    let _ = std::thread::Builder::new().name("terminal-watch".to_owned()).spawn(work);
}
