//! A program of the person's, run to its end: no shell, a deadline, a bound on what it prints, a process group of its own,
//! and nothing of it left running. Not which program (edge::tier0, edge::agents). Called by those.

use std::{
    io::{self, ErrorKind, Read},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::process::CommandExt,
    },
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, kill_process_group},
};

/// The longest time between two looks at the stop flag.
const PATIENCE: Duration = Duration::from_millis(25);
/// Between the request to end and the end.
const GRACE: Duration = Duration::from_secs(5);
/// Bytes of its standard error that are kept.
const SAID: usize = 8 * 1024;

/// How a program ended by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub out: Vec<u8>,
    /// The beginning of what it said on standard error. Untrusted.
    pub said: String,
}

/// Why there is nothing of it.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// There is no such program.
    #[error("there is no program `{0}`")]
    Missing(String),
    /// It did not end in time; its group was ended.
    #[error("it did not end within {0} s and was ended")]
    TooSlow(u64),
    /// It printed more than is read; its group was ended.
    #[error("it printed more than {0} MiB and was ended")]
    TooMuch(usize),
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// The system refused.
    #[error("it cannot be run: {0}")]
    Os(#[from] io::Error),
}

/// How far a program may go.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'b> {
    /// When it must have ended.
    pub until: Instant,
    /// The whole time it had, for the words.
    pub time: Duration,
    /// Bytes it may print.
    pub most: usize,
    /// Whether it is to stop early.
    pub stop: &'b AtomicBool,
}

/// Runs a program with its arguments in a folder, without input.
///
/// # Errors
/// See [`ProcessError`].
pub fn run(argv: &[String], dir: &Path, bounds: &Bounds<'_>) -> Result<Ended, ProcessError> {
    let Some((program, arguments)) = argv.split_first() else { return Err(ProcessError::Missing(String::new())) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if !dir.as_os_str().is_empty() {
        command.current_dir(dir);
    }
    let spawned = command.process_group(0).spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound if dir.as_os_str().is_empty() || dir.is_dir() => ProcessError::Missing(program.clone()),
        _ => ProcessError::Os(error),
    })?;
    let mut group = Group(spawned);
    let (out, said) = listen(&mut group.0, bounds)?;
    let status = wait(&mut group.0, bounds)?;
    Ok(Ended { code: status.code(), out, said: String::from_utf8_lossy(&said).into_owned() })
}

/// A child whose whole group ends with its owner: asked first, then killed.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        // The leader may be gone and leave others behind: they keep the group, and with it its id.
        let pid = Pid::from_child(&self.0);
        let end = Instant::now() + GRACE;
        if matches!(self.0.try_wait(), Ok(None)) && kill_process_group(pid, Signal::TERM).is_ok() {
            while Instant::now() < end && matches!(self.0.try_wait(), Ok(None)) {
                std::thread::sleep(PATIENCE);
            }
        }
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = self.0.wait();
    }
}

/// Reads both pipes to their ends.
fn listen(child: &mut Child, bounds: &Bounds<'_>) -> Result<(Vec<u8>, Vec<u8>), ProcessError> {
    let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
    let (mut printed, mut said) = (Vec::new(), Vec::new());
    while out.is_some() || err.is_some() {
        check(bounds)?;
        let fds = [out.as_ref().map(AsFd::as_fd), err.as_ref().map(AsFd::as_fd)];
        let [out_ready, err_ready] = ready(fds)?;
        if out_ready && !take(&mut out, &mut printed)? {
            out = None;
        }
        if err_ready && !take(&mut err, &mut said)? {
            err = None;
        }
        said.truncate(SAID);
        if printed.len() > bounds.most {
            return Err(ProcessError::TooMuch(bounds.most >> 20));
        }
        // What a child of the child holds open does not keep us: the program has ended.
        if !out_ready && !err_ready && matches!(child.try_wait(), Ok(Some(_))) {
            break;
        }
    }
    Ok((printed, said))
}

fn check(bounds: &Bounds<'_>) -> Result<(), ProcessError> {
    if bounds.stop.load(Ordering::Relaxed) {
        return Err(ProcessError::Stopped);
    }
    match Instant::now() >= bounds.until {
        true => Err(ProcessError::TooSlow(bounds.time.as_secs())),
        false => Ok(()),
    }
}

/// Takes what there is; false at the end.
fn take(pipe: &mut Option<impl Read>, into: &mut Vec<u8>) -> io::Result<bool> {
    let mut buffer = [0; 16 * 1024];
    let Some(pipe) = pipe else { return Ok(false) };
    match pipe.read(&mut buffer) {
        Ok(0) => Ok(false),
        Ok(n) => {
            into.extend_from_slice(buffer.get(..n).unwrap_or(&[]));
            Ok(true)
        }
        Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => Ok(true),
        Err(error) => Err(error),
    }
}

/// Which of two pipes have something, or ended; a pipe that is gone has nothing.
fn ready(fds: [Option<BorrowedFd<'_>>; 2]) -> io::Result<[bool; 2]> {
    let mut polled: Vec<PollFd<'_>> =
        fds.iter().flatten().map(|fd| PollFd::from_borrowed_fd(*fd, PollFlags::IN)).collect();
    let wait = Timespec::try_from(PATIENCE).map_err(io::Error::other)?;
    match poll(&mut polled, Some(&wait)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let mut answers = polled.iter().map(|fd| !fd.revents().is_empty());
    Ok(fds.map(|fd| fd.is_some() && answers.next().unwrap_or(false)))
}

fn wait(child: &mut Child, bounds: &Bounds<'_>) -> Result<std::process::ExitStatus, ProcessError> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        check(bounds)?;
        std::thread::sleep(PATIENCE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(script: &str, seconds: u64, most: usize) -> Result<Ended, ProcessError> {
        let argv = ["sh".to_owned(), "-c".to_owned(), script.to_owned()];
        let (time, stop) = (Duration::from_millis(seconds * 1000), AtomicBool::new(false));
        run(&argv, Path::new(""), &Bounds { until: Instant::now() + time, time, most, stop: &stop })
    }

    #[test]
    fn a_program_is_read_to_its_end_with_its_code_and_words() {
        let ended = go("echo out; echo err >&2; exit 3", 30, 1000).unwrap();
        assert_eq!((ended.code, ended.out.as_slice(), ended.said.as_str()), (Some(3), &b"out\n"[..], "err\n"));
    }

    /// Whether a process of that group runs; one that ended and that nobody asked about yet does not.
    fn lives(group: i32) -> bool {
        let stat = |entry: std::fs::DirEntry| std::fs::read_to_string(entry.path().join("stat")).ok();
        let is_of = |stat: String| {
            let mut words = stat.rsplit(')').next().unwrap_or("").split_whitespace();
            let (state, of) = (words.next().unwrap_or("Z").to_owned(), words.nth(1).and_then(|of| of.parse().ok()));
            state != "Z" && of == Some(group)
        };
        std::fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(stat).any(is_of)
    }

    #[test]
    fn one_that_is_missing_slow_loud_or_stopped_is_told_apart_and_nothing_of_it_stays() {
        let missing = run(
            &["prr-no-such-program".to_owned()],
            Path::new(""),
            &Bounds { until: Instant::now() + GRACE, time: GRACE, most: 9, stop: &AtomicBool::new(false) },
        );
        assert!(matches!(missing, Err(ProcessError::Missing(_))));
        let dir = tempfile::tempdir().unwrap();
        let mark = dir.path().join("pid");
        let started = Instant::now();
        let slow = go(&format!("echo $$ > {}; sleep 600 & sleep 600", mark.display()), 1, 1000);
        assert!(matches!(slow, Err(ProcessError::TooSlow(1))), "{slow:?}");
        assert!(started.elapsed() < Duration::from_secs(60));
        let group: i32 = std::fs::read_to_string(&mark).unwrap().trim().parse().unwrap();
        let asked = Instant::now();
        while lives(group) {
            assert!(asked.elapsed() < Duration::from_secs(60), "something of it still runs");
            std::thread::yield_now();
        }
        assert!(matches!(go("yes", 60, 1 << 20), Err(ProcessError::TooMuch(1))));
    }
}
