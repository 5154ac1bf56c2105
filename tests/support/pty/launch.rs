//! Starts a program on a new pseudo-terminal, with a thread that reads it and one that waits for its end.
//! Not here: talking to it (`pty`). Called through `Cockpit::prr` and `Cockpit::program`.

use std::{
    fs::File,
    io::Read,
    os::unix::fs::OpenOptionsExt,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Sender},
    },
    thread,
};

use portable_pty::{CommandBuilder, MasterPty, PtySize};
use rustix::{process::Pid, termios::tcgetattr};

use super::{Cockpit, Event, Line, Seen};

/// What is to be started, and where.
pub struct Launch {
    pub(super) command: CommandBuilder,
    pub(super) size: PtySize,
}

impl Launch {
    /// The window, in cells. 80×24 unless said.
    pub fn size(mut self, cols: u16, rows: u16) -> Self {
        self.size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self
    }

    /// The folder it starts in. The home's `work` unless said.
    pub fn cwd(mut self, dir: &Path) -> Self {
        self.command.cwd(dir);
        self
    }

    /// One more variable.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// One variable less.
    pub fn unset(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Starts it as the leader of a session on a new terminal.
    pub fn start(self) -> Cockpit {
        let pair = portable_pty::native_pty_system().openpty(self.size).unwrap();
        // Our own handle on the program's side keeps the settings readable when the program has ended.
        let tty = open_tty(pair.master.as_ref());
        let before = tcgetattr(&tty).unwrap();
        let mut child = pair.slave.spawn_command(self.command).unwrap();
        drop(pair.slave);
        let pid = Pid::from_raw(i32::try_from(child.process_id().unwrap()).unwrap()).unwrap();
        let (events, received) = mpsc::channel();
        let closing = Arc::new(AtomicBool::new(false));
        let reader = thread::spawn({
            let (input, closing, events) = (pair.master.try_clone_reader().unwrap(), closing.clone(), events.clone());
            move || read(input, &closing, &events)
        });
        thread::spawn(move || events.send(Event::Ended(child.wait().unwrap())));
        Cockpit {
            pid,
            line: Some(Line { writer: pair.master.take_writer().unwrap(), master: pair.master, reader, closing }),
            tty: Some(tty),
            before,
            received,
            seen: Seen::new(self.size),
            ended: None,
            settings_at_end: None,
        }
    }
}

fn open_tty(master: &dyn MasterPty) -> File {
    let no_controlling_terminal = rustix::fs::OFlags::NOCTTY.bits().cast_signed();
    let path = master.tty_name().expect("a pseudo-terminal has a name");
    File::options().read(true).write(true).custom_flags(no_controlling_terminal).open(path).unwrap()
}

fn read(mut input: Box<dyn Read + Send>, closing: &AtomicBool, events: &Sender<Event>) {
    let mut buffer = [0; 65536];
    loop {
        let count = input.read(&mut buffer).unwrap_or(0);
        if closing.load(Ordering::SeqCst) {
            return;
        }
        let event = if count == 0 { Event::NoMore } else { Event::Bytes(buffer[..count].to_vec()) };
        if events.send(event).is_err() || count == 0 {
            return;
        }
    }
}
