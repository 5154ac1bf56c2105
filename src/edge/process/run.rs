//! A program of the person's, run to its end: no shell, a deadline, a bound on what it prints, a session of its own (so
//! that it can neither ask nor draw on the terminal), and nothing of it left running. Not which program (edge::tier0,
//! edge::agents). Called by those.

use std::{
    io::{self, ErrorKind, Read, Write},
    os::fd::{AsFd, BorrowedFd},
    path::Path,
    process::{ChildStdin, Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use process_wrap::std::{ChildWrapper, CommandWrap, ProcessSession};
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
    /// Whether we end: then nothing waits for it to end by itself.
    pub quit: &'b AtomicBool,
}

/// What is to be run, and what it is given.
#[derive(Debug, Clone, Copy)]
pub struct Order<'o> {
    /// The program and its arguments.
    pub argv: &'o [String],
    /// Where; empty = here.
    pub dir: &'o Path,
    /// Its whole environment; `None` = ours.
    pub env: Option<&'o [(String, String)]>,
    /// What it reads. A program that does not read it is not to blame.
    pub input: &'o [u8],
}

/// Runs a program with its arguments in a folder, without input.
///
/// # Errors
/// See [`ProcessError`].
pub fn run(argv: &[String], dir: &Path, bounds: &Bounds<'_>) -> Result<Ended, ProcessError> {
    let mut out = Vec::new();
    let order = Order { argv, dir, env: None, input: &[] };
    let mut ended = converse(&order, bounds, &mut |bytes| out.extend_from_slice(bytes))?;
    ended.out = out;
    Ok(ended)
}

/// Runs a program and gives what it prints as it comes; `out` of the answer stays empty.
///
/// # Errors
/// See [`ProcessError`]. What was printed before was given.
pub fn converse(order: &Order<'_>, bounds: &Bounds<'_>, on: &mut dyn FnMut(&[u8])) -> Result<Ended, ProcessError> {
    let mut group = Group(begin(order)?, bounds.quit);
    let said = listen(&mut *group.0, order.input, bounds, on)?;
    let status = wait(&mut *group.0, bounds)?;
    Ok(Ended { code: status.code(), out: Vec::new(), said: String::from_utf8_lossy(&said).into_owned() })
}

fn begin(order: &Order<'_>) -> Result<Box<dyn ChildWrapper>, ProcessError> {
    let Some((program, arguments)) = order.argv.split_first() else {
        return Err(ProcessError::Missing(String::new()));
    };
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if order.input.is_empty() { Stdio::null() } else { Stdio::piped() });
    if let Some(env) = order.env {
        command.env_clear().envs(env.iter().map(|(name, value)| (name, value)));
    }
    if !order.dir.as_os_str().is_empty() {
        command.current_dir(order.dir);
    }
    let spawned = CommandWrap::from(command).wrap(ProcessSession).spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound if order.dir.as_os_str().is_empty() || order.dir.is_dir() => {
            ProcessError::Missing(program.clone())
        }
        _ => ProcessError::Os(error),
    })?;
    // The child itself: the wrapper would wait for everybody in its group.
    Ok(spawned.into_inner())
}

/// A child whose whole group ends with its owner: asked first, then killed; killed at once when we end.
struct Group<'q>(Box<dyn ChildWrapper>, &'q AtomicBool);

impl Drop for Group<'_> {
    fn drop(&mut self) {
        // The leader may be gone and leave others behind: they keep the group, and with it its id.
        let Some(pid) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) else { return };
        let end = Instant::now() + GRACE;
        let is_quit = || self.1.load(Ordering::Relaxed);
        if matches!(self.0.try_wait(), Ok(None)) && !is_quit() && kill_process_group(pid, Signal::TERM).is_ok() {
            while Instant::now() < end && !self.1.load(Ordering::Relaxed) && matches!(self.0.try_wait(), Ok(None)) {
                std::thread::sleep(PATIENCE);
            }
        }
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = self.0.wait();
    }
}

/// Writes the input and reads both pipes to their ends, all three at once. Gives the beginning of standard error.
fn listen(
    child: &mut dyn ChildWrapper,
    input: &[u8],
    bounds: &Bounds<'_>,
    on: &mut dyn FnMut(&[u8]),
) -> Result<Vec<u8>, ProcessError> {
    let (mut out, mut err) = (child.stdout().take(), child.stderr().take());
    let mut feed = Feed { pipe: child.stdin().take(), rest: input };
    feed.prepare()?;
    let (mut printed, mut said, mut has_ended) = (0_usize, Vec::new(), false);
    while out.is_some() || err.is_some() {
        check(bounds)?;
        let fds = [out.as_ref().map(AsFd::as_fd), err.as_ref().map(AsFd::as_fd), feed.fd()];
        let [out_ready, err_ready, feed_ready] = ready(fds, if has_ended { Duration::ZERO } else { PATIENCE })?;
        if feed_ready {
            feed.give();
        }
        let mut heard = |bytes: &[u8]| {
            printed += bytes.len();
            on(bytes);
        };
        if out_ready && !take(&mut out, &mut heard)? {
            out = None;
        }
        if err_ready && !take(&mut err, &mut |bytes| said.extend_from_slice(bytes))? {
            err = None;
        }
        said.truncate(SAID);
        if printed > bounds.most {
            return Err(ProcessError::TooMuch(bounds.most >> 20));
        }
        // What a child of the child holds open does not keep us. But a program prints, then ends, both since the last
        // look at its pipes: only a look after its end shows that they are empty.
        match (out_ready || err_ready, has_ended) {
            (true, _) => {}
            (false, true) => break,
            (false, false) => has_ended = matches!(child.try_wait(), Ok(Some(_))),
        }
    }
    Ok(said)
}

/// What a program is still to be given.
struct Feed<'f> {
    pipe: Option<ChildStdin>,
    rest: &'f [u8],
}

impl Feed<'_> {
    /// Writing must never wait: the program may print more than a pipe holds before it reads.
    fn prepare(&self) -> io::Result<()> {
        match &self.pipe {
            Some(pipe) => Ok(rustix::io::ioctl_fionbio(pipe, true)?),
            None => Ok(()),
        }
    }

    fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Gives what there is room for; at the end, or when nobody reads, the pipe is closed.
    fn give(&mut self) {
        let Some(pipe) = &mut self.pipe else { return };
        match pipe.write(self.rest) {
            Ok(written) => self.rest = self.rest.get(written..).unwrap_or(&[]),
            Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
            Err(_) => self.rest = &[],
        }
        if self.rest.is_empty() {
            self.pipe = None;
        }
    }
}

fn check(bounds: &Bounds<'_>) -> Result<(), ProcessError> {
    if bounds.stop.load(Ordering::Relaxed) || bounds.quit.load(Ordering::Relaxed) {
        return Err(ProcessError::Stopped);
    }
    match Instant::now() >= bounds.until {
        true => Err(ProcessError::TooSlow(bounds.time.as_secs())),
        false => Ok(()),
    }
}

/// Takes what there is; false at the end.
fn take(pipe: &mut Option<impl Read>, on: &mut dyn FnMut(&[u8])) -> io::Result<bool> {
    let mut buffer = [0; 16 * 1024];
    let Some(pipe) = pipe else { return Ok(false) };
    match pipe.read(&mut buffer) {
        Ok(0) => Ok(false),
        Ok(n) => {
            on(buffer.get(..n).unwrap_or(&[]));
            Ok(true)
        }
        Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => Ok(true),
        Err(error) => Err(error),
    }
}

/// Which of three pipes have something, have room (the last), or ended; a pipe that is gone has nothing.
fn ready(fds: [Option<BorrowedFd<'_>>; 3], patience: Duration) -> io::Result<[bool; 3]> {
    let flags = [PollFlags::IN, PollFlags::IN, PollFlags::OUT];
    let polled = fds.iter().zip(flags).filter_map(|(fd, flags)| Some(PollFd::from_borrowed_fd((*fd)?, flags)));
    let mut polled: Vec<PollFd<'_>> = polled.collect();
    let wait = Timespec::try_from(patience).map_err(io::Error::other)?;
    match poll(&mut polled, Some(&wait)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let mut answers = polled.iter().map(|fd| !fd.revents().is_empty());
    Ok(fds.map(|fd| fd.is_some() && answers.next().unwrap_or(false)))
}

fn wait(child: &mut dyn ChildWrapper, bounds: &Bounds<'_>) -> Result<std::process::ExitStatus, ProcessError> {
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
        run(&argv, Path::new(""), &Bounds { until: Instant::now() + time, time, most, stop: &stop, quit: &stop })
    }

    #[test]
    fn a_program_is_read_to_its_end_with_its_code_and_words() {
        let ended = go("echo out; echo err >&2; exit 3", 30, 1000).unwrap();
        assert_eq!((ended.code, ended.out.as_slice(), ended.said.as_str()), (Some(3), &b"out\n"[..], "err\n"));
    }

    /// A child that has always ended by the time somebody asks.
    #[derive(Debug)]
    struct Sudden(Box<dyn ChildWrapper>);

    impl ChildWrapper for Sudden {
        fn inner(&self) -> &dyn ChildWrapper {
            &*self.0
        }

        fn inner_mut(&mut self) -> &mut dyn ChildWrapper {
            &mut *self.0
        }

        fn into_inner(self: Box<Self>) -> Box<dyn ChildWrapper> {
            self.0
        }

        fn try_wait(&mut self) -> io::Result<Option<std::process::ExitStatus>> {
            self.0.wait().map(Some)
        }
    }

    #[test]
    fn what_is_printed_between_a_look_at_the_pipes_and_the_end_is_read() {
        let (time, stop) = (Duration::from_mins(1), AtomicBool::new(false));
        let bounds = Bounds { until: Instant::now() + time, time, most: 1 << 20, stop: &stop, quit: &stop };
        // The first look finds nothing: it waits for a line on a pipe that nobody closes before the child is asked.
        let argv = ["sh", "-c", "sleep 0.2; printf %20000s x; echo err >&2; sleep 600 &"].map(str::to_owned);
        let order = Order { argv: &argv, dir: Path::new(""), env: None, input: b"" };
        let mut group = Group(Box::new(Sudden(begin(&order).unwrap())), &stop);
        let mut out = 0;
        let said = listen(&mut *group.0, &[], &bounds, &mut |bytes| out += bytes.len()).unwrap();
        assert_eq!((out, said.as_slice()), (20_000, &b"err\n"[..]));
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
        let never = AtomicBool::new(false);
        let missing = run(
            &["prr-no-such-program".to_owned()],
            Path::new(""),
            &Bounds { until: Instant::now() + GRACE, time: GRACE, most: 9, stop: &never, quit: &never },
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
