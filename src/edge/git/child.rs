//! A git process that is read without blocking for long and never outlives its owner. Not the choice of what to
//! run (see `command`).

use std::{
    io::{self, Read, Write},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::process::CommandExt,
    },
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, kill_process_group},
};

use super::{GitError, error::clean};

/// The longest time between two looks at the stop flag.
const PATIENCE: Duration = Duration::from_millis(25);
/// Bytes of stderr that are kept; the rest is read and thrown away, so that git never waits for us.
const STDERR: usize = 16 * 1024;

/// What one attempt to read brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Got {
    /// That many bytes.
    Bytes(usize),
    /// Nothing within the time given.
    Nothing,
    /// The end.
    End,
}

/// A git at work. Dropped before its end, it is killed with its whole process group.
#[derive(Debug)]
pub struct Running<'a> {
    child: Child,
    input: Option<ChildStdin>,
    out: Option<ChildStdout>,
    err: Option<ChildStderr>,
    said: Vec<u8>,
    what: String,
    over: bool,
    stop: &'a AtomicBool,
}

impl<'a> Running<'a> {
    /// Starts a command in a process group of its own: a Ctrl-C at the terminal is for us, and killing the group
    /// reaches git's own children.
    pub(super) fn spawn(mut command: Command, what: &str, stop: &'a AtomicBool) -> Result<Self, GitError> {
        let spawned = command.process_group(0).spawn();
        let mut child = spawned.map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => GitError::Missing,
            _ => GitError::Os { what: what.to_owned(), source },
        })?;
        let (input, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        Ok(Self { child, input, out, err, said: Vec::new(), what: what.to_owned(), over: false, stop })
    }

    /// Reads what has come, waiting at most `wait` (and never longer than the stop flag may take to be seen).
    ///
    /// # Errors
    /// [`GitError::Stopped`] when asked to stop; [`GitError::Os`] when the pipe fails.
    pub fn read(&mut self, buffer: &mut [u8], wait: Duration) -> Result<Got, GitError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(GitError::Stopped);
        }
        let ready = match wait_for(self.out.as_ref(), self.err.as_ref(), wait.min(PATIENCE)) {
            Ok(ready) => ready,
            Err(source) => return Err(self.os(source)),
        };
        if ready.err {
            self.hear();
        }
        if !ready.out {
            return Ok(if self.out.is_none() { Got::End } else { Got::Nothing });
        }
        match self.out.as_mut().map_or(Ok(0), |out| out.read(buffer)) {
            Ok(0) => {
                self.out = None;
                Ok(Got::End)
            }
            Ok(count) => Ok(Got::Bytes(count)),
            Err(e) if matches!(e.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => Ok(Got::Nothing),
            Err(source) => Err(self.os(source)),
        }
    }

    /// Writes a question to one that answers questions. Short ones only: it is not read meanwhile.
    ///
    /// # Errors
    /// [`GitError::Os`] when it has ended or takes none.
    pub(super) fn tell(&mut self, question: &[u8]) -> Result<(), GitError> {
        let told = self.input.as_mut().map_or(Err(io::ErrorKind::BrokenPipe.into()), |input| input.write_all(question));
        told.map_err(|source| self.os(source))
    }

    /// It misbehaved.
    pub(super) fn failure(&self, how: &str) -> GitError {
        self.os(io::Error::other(how.to_owned()))
    }

    /// Everything it prints, up to `limit` bytes (more is an error of ours: callers ask for short answers).
    pub fn collect(self, limit: usize) -> Result<Vec<u8>, GitError> {
        self.collect_until(limit, None)
    }

    /// The same, ended when it takes longer.
    pub fn collect_within(self, limit: usize, time: Duration) -> Result<Vec<u8>, GitError> {
        self.collect_until(limit, Some(Instant::now() + time))
    }

    fn collect_until(mut self, limit: usize, end: Option<Instant>) -> Result<Vec<u8>, GitError> {
        let mut all = Vec::new();
        let mut buffer = vec![0; 16 * 1024];
        loop {
            match self.read(&mut buffer, PATIENCE)? {
                Got::Bytes(n) if all.len() < limit => all.extend_from_slice(buffer.get(..n).unwrap_or(&[])),
                Got::Bytes(_) => return Err(self.os(io::Error::other("the answer is too long"))),
                Got::Nothing if end.is_some_and(|end| Instant::now() >= end) => {
                    return Err(self.os(io::Error::other("it took too long and was ended")));
                }
                Got::Nothing => {}
                Got::End => break,
            }
        }
        self.finish().map(|_| all)
    }

    /// Waits for the end after the output was read. What it said on stderr is handed out, sanitised.
    ///
    /// # Errors
    /// [`GitError::Refused`] with git's words when it did not succeed.
    pub fn finish(mut self) -> Result<String, GitError> {
        // Its stderr ends with it, so there is no need to ask again and again whether it lives. What it says just before
        // its end is there when its end is known, and is looked for once more.
        let mut has_ended = false;
        while self.err.is_some() {
            if self.stop.load(Ordering::Relaxed) {
                return Err(GitError::Stopped);
            }
            match wait_for(None, self.err.as_ref(), if has_ended { Duration::ZERO } else { PATIENCE }) {
                Ok(ready) if ready.err => self.hear(),
                Ok(_) if has_ended => break,
                Ok(_) => has_ended = matches!(self.child.try_wait(), Ok(Some(_))),
                Err(source) => return Err(self.os(source)),
            }
        }
        let status = self.child.wait().map_err(|e| self.os(e))?;
        self.over = true;
        let said = clean(&self.said);
        if status.success() {
            return Ok(said);
        }
        Err(GitError::Refused { what: self.what.clone(), code: status.code(), stderr: said })
    }

    /// Takes what stderr has; closes it at its end.
    fn hear(&mut self) {
        let mut buffer = [0; 4096];
        match self.err.as_mut().map(|err| err.read(&mut buffer)) {
            Some(Ok(n)) if n > 0 => {
                let room = STDERR.saturating_sub(self.said.len());
                self.said.extend_from_slice(buffer.get(..n.min(room)).unwrap_or(&[]));
            }
            Some(Err(e)) if e.kind() == io::ErrorKind::Interrupted => {}
            _ => self.err = None,
        }
    }

    fn os(&self, source: io::Error) -> GitError {
        GitError::Os { what: self.what.clone(), source }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if self.over || matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        // The child is not reaped yet, so its id cannot belong to anybody else.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

/// Which pipes have something (or have ended).
struct Ready {
    out: bool,
    err: bool,
}

/// Waits until one of the pipes can be read. A pipe that is gone is never ready.
fn wait_for(out: Option<&ChildStdout>, err: Option<&ChildStderr>, wait: Duration) -> io::Result<Ready> {
    let mut fds: Vec<PollFd<'_>> = Vec::with_capacity(2);
    fds.extend(out.map(|f| PollFd::from_borrowed_fd(f.as_fd(), PollFlags::IN)));
    fds.extend(err.map(|f| PollFd::from_borrowed_fd(f.as_fd(), PollFlags::IN)));
    poll_for(&mut fds, wait)?;
    let mut answers = fds.iter().map(|fd| !fd.revents().is_empty());
    let out = out.is_some() && answers.next().unwrap_or(false);
    let err = err.is_some() && answers.next().unwrap_or(false);
    Ok(Ready { out, err })
}

fn poll_for(fds: &mut [PollFd<'_>], wait: Duration) -> io::Result<()> {
    let timeout = Timespec::try_from(wait).map_err(io::Error::other)?;
    match poll(fds, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(e) => Err(e.into()),
    }
}

/// Waits until a file, pipe or terminal can be read without blocking; `false` when the time is over.
///
/// # Errors
/// When the system cannot wait for it.
pub fn readable(fd: BorrowedFd<'_>, wait: Duration) -> io::Result<bool> {
    let mut fds = [PollFd::from_borrowed_fd(fd, PollFlags::IN)];
    poll_for(&mut fds, wait.min(PATIENCE))?;
    Ok(fds.iter().any(|fd| !fd.revents().is_empty()))
}
