//! The terminal: taken, drawn on, given back in every case.

use std::{
    fs::File,
    io::{self, IsTerminal, Write},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use crossterm::{
    clipboard::CopyToClipboard,
    cursor,
    event::{DisableBracketedPaste, EnableBracketedPaste},
    execute, queue,
    terminal::{
        DisableLineWrap, EnableLineWrap, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    },
};
use ratatui::{Frame, Terminal, layout::Rect};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::{
    core::model::{Failure, FailureKind},
    ui::{Background, Depth},
};

use super::canvas::Canvas;

/// Whether the terminal is ours at the moment: giving it back twice would print over the message.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The screen: ratatui's terminal, and the canvas whose frames are sent.
pub(super) struct Screen {
    terminal: Terminal<Canvas>,
    canvas: Canvas,
}

impl Screen {
    /// A screen to draw on.
    pub(super) fn new() -> io::Result<Self> {
        let canvas = Canvas::new();
        Ok(Self { terminal: Terminal::new(canvas.clone())?, canvas })
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        self.terminal.size().map(|size| (size.width, size.height))
    }

    /// Draws a frame and sends what changed.
    pub(super) fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(view)?;
        let frame = self.canvas.take();
        if frame.is_empty() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        out.write_all(&frame)?;
        out.flush()
    }
}

/// Why the cockpit cannot run here, before anything was written to the terminal.
pub(super) fn check() -> Result<(), Failure> {
    let term = std::env::var("TERM").unwrap_or_default();
    let what = match () {
        () if !io::stdout().is_terminal() => "standard output is not a terminal".to_owned(),
        () if !io::stdin().is_terminal() && std::fs::File::open("/dev/tty").is_err() => {
            "there is no terminal to read keys from".to_owned()
        }
        () if term.is_empty() => "TERM is not set".to_owned(),
        () if term == "dumb" => "TERM=dumb cannot draw a screen".to_owned(),
        () => return Ok(()),
    };
    Err(Failure::new(FailureKind::Terminal, format!("The cockpit needs a terminal: {what}."))
        .hint("`prr review` prints the same review as text"))
}

/// Whether the mouse is listened to while the terminal is ours.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// Buttons, moves with a button down, places beyond column 223. Not every move: that would be bytes for nothing.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/// Listens to the mouse, or leaves it to the terminal.
pub(super) fn listen_to_mouse(on: bool) -> io::Result<()> {
    MOUSE.store(on, Ordering::SeqCst);
    let mut out = io::stdout().lock();
    out.write_all(if on { MOUSE_ON } else { MOUSE_OFF })?;
    out.flush()
}

/// Takes the terminal for the first time.
pub(super) fn take(mouse: bool) -> io::Result<()> {
    MOUSE.store(mouse, Ordering::SeqCst);
    take_again()
}

fn take_again() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    show()
}

fn show() -> io::Result<()> {
    let mut out = io::stdout().lock();
    // A joined character that the terminal draws wider than we think must not wrap into the row below.
    queue!(out, EnterAlternateScreen, DisableLineWrap, EnableBracketedPaste, cursor::Hide)?;
    if MOUSE.load(Ordering::SeqCst) {
        out.write_all(MOUSE_ON)?;
    }
    out.flush()
}

/// Raw mode as it was, whatever another program set meanwhile.
fn raw_again() -> io::Result<()> {
    let terminal = File::open("/dev/tty")?;
    let mut settings = tcgetattr(&terminal)?;
    settings.make_raw();
    tcsetattr(&terminal, OptionalActions::Now, &settings)?;
    Ok(())
}

/// Gives the terminal back, once. Errors do not matter: there may be no terminal any more.
pub(super) fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    if MOUSE.load(Ordering::SeqCst) {
        let _ = io::stdout().lock().write_all(MOUSE_OFF);
    }
    let _ = execute!(io::stdout(), DisableBracketedPaste, EnableLineWrap, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// Settings of the terminal at the moment it was lent.
static LENT: Mutex<Option<Termios>> = Mutex::new(None);

/// Gives the terminal to a program that we started.
pub(super) fn lend() {
    give_back();
    let settings = File::open("/dev/tty").and_then(|terminal| Ok(tcgetattr(&terminal)?)).ok();
    *LENT.lock().unwrap_or_else(PoisonError::into_inner) = settings;
}

/// Takes the terminal again from that program, whatever it left behind.
pub(super) fn retake_lent(screen: &mut Screen) -> io::Result<()> {
    if let Some(settings) = LENT.lock().unwrap_or_else(PoisonError::into_inner).take() {
        tcsetattr(&File::open("/dev/tty")?, OptionalActions::Now, &settings)?;
    }
    retake(screen)
}

/// Takes the terminal again after a stop, and clears it for a full redraw.
pub(super) fn retake(screen: &mut Screen) -> io::Result<()> {
    match TAKEN.load(Ordering::SeqCst) {
        // The shell changed the settings meanwhile, and crossterm believes that raw mode is still on. Not by way of
        // the usual mode: a Ctrl-S that came in between would be the terminal's, not ours.
        true => {
            raw_again()?;
            show()?;
        }
        false => take_again()?,
    }
    // Not `clear`: that asks the terminal where its cursor is, and waits for an answer that the keys would get.
    let (columns, rows) = screen.size()?;
    screen.terminal.resize(Rect::new(0, 0, columns, rows))
}

/// Gives bytes to the terminal's clipboard (OSC 52).
pub(super) fn copy(bytes: &[u8]) -> io::Result<()> {
    execute!(io::stdout(), CopyToClipboard::to_clipboard_from(bytes))
}

/// Asks for the background colour; the answer comes among the keys (`input`).
pub(super) fn ask_background() -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(crate::ui::QUERY.as_bytes())?;
    out.flush()
}

/// How many colours: what the person's settings say, else what the environment does. NO_COLOR wins over both.
pub(super) fn depth(chosen: Option<Depth>) -> Depth {
    let value = |name: &str| std::env::var(name).unwrap_or_default();
    let term = value("TERM");
    if !value("NO_COLOR").is_empty() {
        return Depth::Mono;
    }
    if let Some(depth) = chosen {
        return depth;
    }
    match value("COLORTERM").as_str() {
        "truecolor" | "24bit" => Depth::True,
        _ if term.contains("direct") => Depth::True,
        _ if term.contains("256color") => Depth::Indexed,
        _ => Depth::Ansi,
    }
}

/// A first guess at the ground, until the terminal answers.
pub(super) fn ground() -> Background {
    let value = std::env::var("COLORFGBG").unwrap_or_default();
    match value.rsplit(';').next().and_then(|ground| ground.parse::<u8>().ok()) {
        Some(7 | 15) => Background::Light,
        _ => Background::Dark,
    }
}

/// On a panic of the main thread: the terminal first, then the message, once. Panics of workers are reported by
/// their task and print nothing.
pub(super) fn restore_on_panic() {
    let main = std::thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() != main {
            return;
        }
        give_back();
        let mut err = io::stderr().lock();
        let _ = writeln!(err, "prr: a fault of the program: {info}");
        let _ = writeln!(err, "Your decisions and drafts are in the logbook; the same command goes on from there.");
        let _ = writeln!(err, "Please report it with this text (RUST_BACKTRACE=1 adds where it happened).");
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            let _ = writeln!(err, "{}", std::backtrace::Backtrace::force_capture());
        }
    }));
}

/// Whether an error of drawing means that the terminal has vanished.
pub(super) fn is_gone(error: &io::Error) -> bool {
    let gone = [rustix::io::Errno::IO, rustix::io::Errno::NXIO, rustix::io::Errno::PIPE];
    error.raw_os_error().is_some_and(|code| gone.iter().any(|errno| errno.raw_os_error() == code))
}
