//! Drives a program in a real pseudo-terminal: keys in, screen and raw bytes out, signals, resize, hang-up, the end.
//! Waits for conditions and never for time; a condition that does not come panics with the screen in the message.
//! Not here: starting it (`launch`), what it leaves behind (`traces`), what the cockpit should
//! show (`tests/cockpit`). Linux and macOS.

pub mod launch;

use std::{
    fs::File,
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use portable_pty::{CommandBuilder, MasterPty, PtySize};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, WaitId, WaitIdOptions},
    termios::{OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr},
};

use self::launch::Launch;
use super::{
    dirs::Home,
    keys,
    traces::{Query, modes_on, next_query, settings},
};

/// How long a condition may take on a busy machine. Nothing waits this long unless it fails.
const PATIENCE: Duration = Duration::from_secs(30);

enum Event {
    Bytes(Vec<u8>),
    NoMore,
    Ended(portable_pty::ExitStatus),
}

/// Our end of the terminal.
struct Line {
    writer: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    reader: JoinHandle<()>,
    closing: Arc<AtomicBool>,
}

/// What came out so far.
struct Seen {
    parser: vt100::Parser,
    raw: Vec<u8>,
    background: Option<(u8, u8, u8)>,
    /// Rows and columns.
    size: (u16, u16),
    /// Up to which byte of `raw` queries are answered.
    answered: usize,
    no_more: bool,
}

impl Seen {
    fn new(size: PtySize) -> Self {
        let parser = vt100::Parser::new(size.rows, size.cols, 0);
        let size = (size.rows, size.cols);
        Self { parser, raw: Vec::new(), size, background: None, answered: 0, no_more: false }
    }

    /// Shows bytes. The emulator panics where a wide character meets a window of one column, written for the window
    /// before it: real terminals do not, so it begins anew, and the frame for the new size fills it.
    fn show(&mut self, bytes: &[u8]) {
        let shown = catch_unwind(AssertUnwindSafe(|| self.parser.process(bytes)));
        if shown.is_err() {
            let (rows, columns) = self.size;
            self.parser = vt100::Parser::new(rows, columns, 0);
        }
    }

    /// Whether what is shown is no half of a frame: an update that was begun is ended, or the program is over.
    fn is_whole(&self) -> bool {
        let last = |sequence: &[u8]| memchr::memmem::rfind(&self.raw, sequence);
        self.no_more || last(b"\x1b[?2026h") <= last(b"\x1b[?2026l")
    }
}

/// How a program ended and in what state it left the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// Exit code; `None` when a signal ended it.
    pub code: Option<u32>,
    /// The name of that signal, as the system words it.
    pub signal: Option<String>,
    /// Whether the terminal's settings are those from before the start. `None` after a hang-up.
    pub settings_restored: Option<bool>,
    /// Private modes left on (`1049`, `2004`, …; `25l` is a hidden cursor).
    pub modes_left_on: Vec<String>,
}

/// A program on a terminal of its own. Killed with its process group when dropped.
pub struct Cockpit {
    pid: Pid,
    line: Option<Line>,
    tty: Option<File>,
    before: Termios,
    received: Receiver<Event>,
    seen: Seen,
    ended: Option<portable_pty::ExitStatus>,
    settings_at_end: Option<bool>,
}

impl Cockpit {
    /// `prr` with these arguments.
    pub fn prr(home: &Home, args: &[&str]) -> Launch {
        Self::program(home, env!("CARGO_BIN_EXE_prr"), args)
    }

    /// Any program.
    pub fn program(home: &Home, program: &str, args: &[&str]) -> Launch {
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env_clear();
        command.cwd(home.work());
        for (name, value) in home.env() {
            command.env(name, value);
        }
        command.env("TERM", "xterm-256color");
        Launch { command, size: PtySize::default() }
    }

    /// Answers queries for the background colour (OSC 11) and the device (DA1) from now on, as a terminal would.
    /// Without this they stay open, as on a terminal that knows neither.
    pub fn answer_queries(&mut self, background: (u8, u8, u8)) {
        self.seen.background = Some(background);
        self.answer();
    }

    /// Presses keys, in the notation of [`keys::presses`]. Behind an escape key it waits until the program has read it:
    /// with the next byte in the same read it would be another key.
    pub fn keys(&mut self, notation: &str) {
        let mut pending: Vec<u8> = Vec::new();
        for press in keys::presses(notation) {
            pending.extend(&press);
            if press == b"\x1b" {
                self.send(&std::mem::take(&mut pending));
                self.wait_until_read();
            }
        }
        self.send(&pending);
    }

    /// The same for a program that may have ended meanwhile.
    pub fn try_keys(&mut self, notation: &str) {
        self.drain();
        if self.ended.is_none() {
            self.keys(notation);
        }
    }

    /// Waits until that many bytes were written.
    #[track_caller]
    pub fn wait_for_new_bytes(&mut self, count: usize) {
        let end = Instant::now() + PATIENCE;
        while self.seen.raw.len() < count {
            assert!(self.take(end), "only {} bytes were written.\n{}", self.seen.raw.len(), self.picture());
        }
    }

    /// Pastes text as a terminal with bracketed paste does.
    pub fn paste(&mut self, text: &str) {
        self.send(format!("\x1b[200~{text}\x1b[201~").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        let line = self.line.as_mut().expect("the terminal is hung up");
        line.writer.write_all(bytes).and_then(|()| line.writer.flush()).unwrap();
    }

    /// Waits until all that was sent is read. `poll` lets the kernel deliver what is under way before it answers.
    pub fn wait_until_read(&mut self) {
        let end = Instant::now() + PATIENCE;
        loop {
            let Some(tty) = &self.tty else { return };
            let mut fds = [PollFd::new(tty, PollFlags::IN)];
            let unread = poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).unwrap() > 0;
            if !unread {
                return;
            }
            assert!(Instant::now() < end, "the program does not read its input.\n{}", self.picture());
            self.drain();
            thread::yield_now();
        }
    }

    /// The process; its group has the same number.
    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// Waits until the screen is so; false when the program ends first.
    #[track_caller]
    pub fn reaches(&mut self, mut so: impl FnMut(&vt100::Screen) -> bool) -> bool {
        let end = Instant::now() + PATIENCE;
        loop {
            self.drain();
            if self.seen.is_whole() && so(self.screen()) {
                return true;
            }
            if self.ended.is_some() {
                return false;
            }
            assert!(self.take(end), "the screen did not become so in {PATIENCE:?}.\n{}", self.picture());
        }
    }

    /// Waits until these bytes were written.
    #[track_caller]
    pub fn wait_for_bytes(&mut self, bytes: &[u8]) {
        let end = Instant::now() + PATIENCE;
        while memchr::memmem::find(&self.seen.raw, bytes).is_none() {
            assert!(self.take(end), "{bytes:?} was not written.\n{}", self.picture());
        }
    }

    /// Waits until the screen is so. Panics with the screen when it does not become so, or the program ends first.
    #[track_caller]
    pub fn wait_for(&mut self, mut so: impl FnMut(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        loop {
            self.drain();
            if self.seen.is_whole() && so(self.screen()) {
                return;
            }
            let tail =
                || String::from_utf8_lossy(&self.seen.raw[self.seen.raw.len().saturating_sub(600)..]).into_owned();
            assert!(
                !self.seen.no_more,
                "ended ({:?}) before the screen was so.\n{}\n{:?}",
                self.ended,
                self.picture(),
                tail()
            );
            assert!(self.take(end), "the screen did not become so in {PATIENCE:?}.\n{}", self.picture());
        }
    }

    /// Waits until this text stands on the screen.
    #[track_caller]
    pub fn wait_for_text(&mut self, text: &str) {
        self.wait_for(|screen| screen.contents().contains(text));
    }

    /// Waits until nothing was written for so long. For byte budgets and idle tests, not instead of [`Self::wait_for`].
    pub fn wait_for_quiet(&mut self, quiet: Duration) {
        let end = Instant::now() + PATIENCE;
        while !self.seen.no_more && self.take(Instant::now() + quiet) {
            assert!(Instant::now() < end, "never quiet for {quiet:?}.\n{}", self.picture());
        }
    }

    /// The screen as of what has been read.
    pub fn screen(&self) -> &vt100::Screen {
        self.seen.parser.screen()
    }

    /// Every byte written so far.
    pub fn raw(&self) -> &[u8] {
        &self.seen.raw
    }

    /// Changes the window; the program gets SIGWINCH.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.drain();
        self.seen.parser.screen_mut().set_size(rows, cols);
        self.seen.size = (rows, cols);
        self.line.as_ref().expect("the terminal is hung up").master.resize(size).unwrap();
    }

    /// Changes the window and not our picture of it, which cannot be as small as a window can: the picture means something
    /// again after [`Self::resize`].
    pub fn resize_unseen(&mut self, cols: u16, rows: u16) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.line.as_ref().expect("the terminal is hung up").master.resize(size).unwrap();
    }

    /// Sends a signal to the program alone.
    pub fn signal(&mut self, signal: Signal) {
        self.drain();
        assert!(self.ended.is_none(), "the program has ended: {:?}", self.ended);
        rustix::process::kill_process(self.pid, signal).unwrap();
    }

    /// Waits until the program is stopped by a signal (Ctrl-Z). Continue it with SIGCONT.
    pub fn wait_until_stopped(&mut self) {
        let (tell, told) = mpsc::channel();
        let pid = self.pid;
        thread::spawn(move || {
            let status = rustix::process::waitid(WaitId::Pid(pid), WaitIdOptions::STOPPED);
            tell.send(status.is_ok_and(|s| s.is_some_and(|s| s.stopped())))
        });
        let stopped = told.recv_timeout(PATIENCE).unwrap_or(false);
        self.drain();
        assert!(stopped, "not stopped.\n{}", self.picture());
    }

    /// Whether the terminal's settings are those from before the start, at this moment.
    pub fn settings_restored(&self) -> Option<bool> {
        self.tty.as_ref().map(|tty| settings(&tcgetattr(tty).unwrap()) == settings(&self.before))
    }

    /// Private modes that are on now, from the bytes written.
    pub fn modes_on(&self) -> Vec<String> {
        modes_on(&self.seen.raw)
    }

    /// Processor time used by the program itself so far (Linux).
    pub fn cpu(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid.as_raw_pid())).unwrap_or_default();
        let behind = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let ticks = behind.split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<u64>().ok()).sum::<u64>();
        // The unit of this file is 1/100 s on every Linux.
        Duration::from_millis(ticks * 10)
    }

    /// Closes the terminal under the program, as a vanished window or connection does.
    pub fn hangup(&mut self) {
        self.drain();
        let (Some(line), Some(tty)) = (self.line.take(), self.tty.take()) else { return };
        // The writer would type an end of file when it is dropped. Without that character it types nothing.
        let mut now = tcgetattr(&tty).unwrap();
        now.special_codes[SpecialCodeIndex::VEOF] = 0;
        tcsetattr(&tty, OptionalActions::Now, &now).unwrap();
        // The reader holds the line too; a byte from our side wakes it, and it sees that it is over.
        line.closing.store(true, Ordering::SeqCst);
        (&tty).write_all(b"\0").unwrap();
        line.reader.join().unwrap();
        drop(tty);
        drop(line.writer);
        drop(line.master);
    }

    /// Waits for the end, then for the last byte.
    #[track_caller]
    pub fn exit(self) -> Ended {
        self.exit_with_bytes().0
    }

    /// The same, with every byte written.
    #[track_caller]
    pub fn exit_with_bytes(mut self) -> (Ended, Vec<u8>) {
        let end = Instant::now() + PATIENCE;
        while self.ended.is_none() {
            assert!(self.take(end), "the program did not end in {PATIENCE:?}.\n{}", self.picture());
        }
        while !self.seen.no_more {
            assert!(self.take(end), "a process still holds the terminal.\n{}", self.picture());
        }
        let status = self.ended.clone().expect("waited for it");
        let signal = status.signal().map(String::from);
        let code = signal.is_none().then(|| status.exit_code());
        let ended = Ended { code, signal, settings_restored: self.settings_at_end, modes_left_on: self.modes_on() };
        (ended, std::mem::take(&mut self.seen.raw))
    }

    /// Takes in what has come without waiting.
    fn drain(&mut self) {
        while let Ok(event) = self.received.try_recv() {
            self.accept(event);
        }
    }

    /// Waits for one event, at most until `end`; false when none came.
    fn take(&mut self, end: Instant) -> bool {
        match self.received.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(event) => {
                self.accept(event);
                true
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => false,
        }
    }

    fn accept(&mut self, event: Event) {
        match event {
            Event::Bytes(bytes) => {
                self.seen.show(&bytes);
                self.seen.raw.extend(bytes);
                self.answer();
            }
            Event::NoMore => self.seen.no_more = true,
            Event::Ended(status) => {
                self.ended = Some(status);
                // Our handle would keep the line open; without it the reader comes to the end of what was written.
                self.settings_at_end = self.settings_restored();
                self.tty = None;
                self.seen.no_more |= self.line.is_none();
            }
        }
    }

    fn answer(&mut self) {
        let Some((r, g, b)) = self.seen.background else { return };
        let mut reply = Vec::new();
        while let Some((query, end)) = next_query(&self.seen.raw, self.seen.answered) {
            self.seen.answered = end;
            match query {
                Query::Background => {
                    let colour = format!("\x1b]11;rgb:{r:02x}{r:02x}/{g:02x}{g:02x}/{b:02x}{b:02x}\x1b\\");
                    reply.extend(colour.as_bytes());
                }
                Query::Device => reply.extend(b"\x1b[?62;22c"),
            }
        }
        if !reply.is_empty() && self.line.is_some() {
            self.send(&reply);
        }
    }

    fn picture(&self) -> String {
        let (rows, cols) = self.screen().size();
        let lines: Vec<String> = self.screen().rows(0, cols).map(|row| format!("|{row}")).collect();
        format!("--- screen {cols}x{rows}, {} bytes so far\n{}\n---", self.seen.raw.len(), lines.join("\n"))
    }
}

impl Drop for Cockpit {
    fn drop(&mut self) {
        self.drain();
        if self.ended.is_none() {
            // It leads its own session, so its group has its number. It may be gone in this moment: that is fine.
            let _gone = rustix::process::kill_process_group(self.pid, Signal::KILL);
        }
    }
}
