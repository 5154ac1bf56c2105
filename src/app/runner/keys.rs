//! Reads the terminal on a thread of its own. Dropping [`Keys`] ends the reading: the shell or an editor has the
//! terminal then. The end of the terminal ends the thread, which the driver sees as the end of the keys.

use std::{
    fs::File,
    io::{self, IsTerminal, PipeReader, PipeWriter},
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    sync::mpsc as threads,
    time::{Duration, Instant},
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::app::input::{Decoder, Typed};

/// Keys that may wait for the driver.
const WAITING: usize = 1024;

/// How long the terminal's answer is awaited; later it is still understood, if it comes in one piece.
const ANSWER: Duration = Duration::from_secs(3);

/// How long dropping waits for the thread. It is in `poll` or about to be.
const LAST: Duration = Duration::from_millis(200);

/// The keys of the terminal.
pub(in crate::app) struct Keys {
    typed: Receiver<Typed>,
    wake: Option<PipeWriter>,
    ended: threads::Receiver<()>,
}

impl Keys {
    /// Begins to read. `awaits`: a question was put to the terminal just now.
    pub(in crate::app) fn start(awaits: bool) -> io::Result<Self> {
        let terminal = terminal()?;
        let (stop, wake) = io::pipe()?;
        let (out, typed) = channel(WAITING);
        let (end, ended) = threads::channel();
        let work = move || {
            serve(&terminal, &stop, &out, awaits);
            let _ = end.send(());
        };
        std::thread::Builder::new().name("keys".to_owned()).spawn(work)?;
        Ok(Self { typed, wake: Some(wake), ended })
    }

    /// The next thing typed; `None` at the end of the terminal.
    pub(in crate::app) async fn next(&mut self) -> Option<Typed> {
        self.typed.recv().await
    }

    /// The next thing that is there already.
    pub(in crate::app) fn queued(&mut self) -> Option<Typed> {
        self.typed.try_recv().ok()
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.typed.close();
        self.wake = None;
        let _ = self.ended.recv_timeout(LAST);
    }
}

/// Standard input, or the terminal itself when a diff is piped in.
fn terminal() -> io::Result<OwnedFd> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return stdin.as_fd().try_clone_to_owned();
    }
    Ok(File::open("/dev/tty")?.into())
}

fn serve(terminal: &OwnedFd, stop: &PipeReader, out: &Sender<Typed>, awaits: bool) {
    let began = Instant::now();
    let mut decoder = Decoder::default();
    let mut typed = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        decoder.await_answer(awaits && began.elapsed() < ANSWER);
        match wait(terminal.as_fd(), stop.as_fd(), decoder.patience()) {
            Ready::Input => match rustix::io::read(terminal, &mut buffer) {
                Ok(count @ 1..) => decoder.take(buffer.get(..count).unwrap_or(&[]), &mut typed),
                Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
                Ok(0) | Err(_) => return,
            },
            Ready::Nothing => decoder.give_up(&mut typed),
            Ready::Interrupted => {}
            Ready::Ended => return,
        }
        if typed.drain(..).any(|one| out.blocking_send(one).is_err()) {
            return;
        }
    }
}

enum Ready {
    Input,
    /// The patience is over.
    Nothing,
    Interrupted,
    Ended,
}

fn wait(terminal: BorrowedFd<'_>, stop: BorrowedFd<'_>, patience: Option<Duration>) -> Ready {
    let timeout = patience.and_then(|patience| Timespec::try_from(patience).ok());
    let mut fds = [PollFd::from_borrowed_fd(terminal, PollFlags::IN), PollFd::from_borrowed_fd(stop, PollFlags::IN)];
    match poll(&mut fds, timeout.as_ref()) {
        Ok(0) => return Ready::Nothing,
        Ok(_) => {}
        Err(rustix::io::Errno::INTR) => return Ready::Interrupted,
        Err(_) => return Ready::Ended,
    }
    let [terminal, stop] = fds.map(|fd| fd.revents());
    match () {
        () if !stop.is_empty() => Ready::Ended,
        () if terminal.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => Ready::Ended,
        () if terminal.contains(PollFlags::IN) => Ready::Input,
        () => Ready::Interrupted,
    }
}
