//! Signals as values. Called by both drivers.

use std::io;

use rustix::process::Signal as Number;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Signals that end the program.
pub(super) struct Ends {
    term: Signal,
    hup: Signal,
    int: Signal,
    quit: Signal,
    /// Heard so that it does not kill: a write over the limit then fails, and is told like a full disk.
    _too_long: Signal,
}

impl Ends {
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            term: signal(SignalKind::terminate())?,
            hup: signal(SignalKind::hangup())?,
            int: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            _too_long: signal(SignalKind::from_raw(Number::XFSZ.as_raw()))?,
        })
    }

    /// The number of the next one.
    pub(super) async fn next(&mut self) -> u8 {
        tokio::select! {
            biased;
            _ = self.hup.recv() => 1,
            _ = self.term.recv() => 15,
            _ = self.int.recv() => 2,
            _ = self.quit.recv() => 3,
        }
    }
}

/// Those and the ones of job control.
pub(super) struct Signals {
    ends: Ends,
    stop: Signal,
    cont: Signal,
    window: Signal,
}

/// What a signal tells the cockpit.
pub(super) enum Told {
    /// To end, with its number.
    End(u8),
    /// To give the terminal to the shell.
    Suspend,
    /// It was stopped and goes on.
    Continued,
    /// The window has another size.
    Resized,
}

impl Signals {
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            ends: Ends::listen()?,
            stop: signal(SignalKind::from_raw(Number::TSTP.as_raw()))?,
            cont: signal(SignalKind::from_raw(Number::CONT.as_raw()))?,
            window: signal(SignalKind::window_change())?,
        })
    }

    pub(super) async fn next(&mut self) -> Told {
        tokio::select! {
            biased;
            number = self.ends.next() => Told::End(number),
            _ = self.stop.recv() => Told::Suspend,
            _ = self.cont.recv() => Told::Continued,
            _ = self.window.recv() => Told::Resized,
        }
    }
}
