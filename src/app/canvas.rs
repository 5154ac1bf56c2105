//! Frames as bytes, few of them: attributes and colours are written only where they change, the cursor is moved only
//! where it does not stand already, and a frame leaves in one piece as a synchronised update. ratatui's own backend
//! writes both colours at every change and a move behind every wide character; on a page of code in 24 bits that is
//! half of all bytes. Not here: taking and giving back the terminal (`terminal`, the only caller).

use std::{
    cell::RefCell,
    io::{self, Write},
    rc::Rc,
};

use crossterm::terminal;
use ratatui::{
    backend::{Backend, ClearType, WindowSize},
    buffer::Cell,
    layout::{Position, Size},
    style::{Color, Modifier},
};

/// Where ratatui draws. Clones share the frame: ratatui keeps its own to itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Canvas {
    frame: Rc<RefCell<Frame>>,
    /// NO_COLOR: whatever a style says.
    colourless: bool,
}

/// A frame that is being drawn.
#[derive(Debug, Default)]
struct Frame {
    cells: Vec<u8>,
    cursor: Vec<u8>,
    /// How the last frame that was sent left the cursor.
    left: Vec<u8>,
}

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";
const HIDE: &[u8] = b"\x1b[?25l";

impl Canvas {
    /// A canvas; without colours when NO_COLOR is set.
    pub fn new() -> Self {
        let colourless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { colourless, ..Self::default() }
    }

    /// Takes the bytes of the frame; nothing when it changes nothing.
    pub fn take(&self) -> Vec<u8> {
        let mut frame = self.frame.borrow_mut();
        let Frame { cells, cursor, left } = &mut *frame;
        let is_same = left == cursor;
        let mut whole = Vec::new();
        if !cells.is_empty() || !is_same {
            whole.reserve(cells.len() + 32);
            whole.extend_from_slice(BEGIN);
            whole.append(cells);
            // A visible cursor was moved by the cells; a hidden one is where nobody sees it.
            if !is_same || cursor != HIDE {
                whole.extend_from_slice(cursor);
            }
            whole.extend_from_slice(END);
        }
        *left = std::mem::take(cursor);
        whole
    }
}

impl Backend for Canvas {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut frame = self.frame.borrow_mut();
        let out = &mut frame.cells;
        let mut look = Look::default();
        // Where the terminal's cursor stands, when that is sure.
        let mut stands: Option<(u16, u16)> = None;
        for (x, y, cell) in content {
            match stands {
                Some(at) if at == (x, y) => {}
                Some((from, row)) if row == y && from < x => write!(out, "\x1b[{}C", x - from)?,
                _ => write!(out, "\x1b[{};{}H", y + 1, x + 1)?,
            }
            let next = Look::of(cell, self.colourless);
            look.become_next(next, out)?;
            look = next;
            out.extend_from_slice(cell.symbol().as_bytes());
            stands = columns(cell.symbol()).map(|columns| (x + columns, y));
        }
        look.become_next(Look::default(), out)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.frame.borrow_mut().cursor.extend_from_slice(HIDE);
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.frame.borrow_mut().cursor.extend_from_slice(b"\x1b[?25h");
        Ok(())
    }

    /// Never asked of the terminal: the answer would come among the keys. Only inline viewports need it.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        write!(self.frame.borrow_mut().cursor, "\x1b[{};{}H", y + 1, x + 1)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, kind: ClearType) -> io::Result<()> {
        let bytes: &[u8] = match kind {
            ClearType::All => b"\x1b[2J",
            ClearType::AfterCursor => b"\x1b[J",
            ClearType::BeforeCursor => b"\x1b[1J",
            ClearType::CurrentLine => b"\x1b[2K",
            ClearType::UntilNewLine => b"\x1b[K",
        };
        self.frame.borrow_mut().cells.extend_from_slice(bytes);
        Ok(())
    }

    fn size(&self) -> io::Result<Size> {
        terminal::size().map(|(width, height)| Size { width, height })
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let size = terminal::window_size()?;
        Ok(WindowSize {
            columns_rows: Size { width: size.columns, height: size.rows },
            pixels: Size { width: size.width, height: size.height },
        })
    }

    /// Sending is the driver's affair: ratatui flushes in the middle of a frame.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Columns that every terminal gives a symbol; `None` where they may differ: joined characters, emoji, whatever was
/// added to Unicode lately.
fn columns(symbol: &str) -> Option<u16> {
    let mut chars = symbol.chars();
    let (only, more) = (chars.next()?, chars.next());
    match only {
        _ if more.is_some() => None,
        ' '..='~' => Some(1),
        // Latin, Greek and Cyrillic letters; lines, blocks and signs that this program draws itself.
        '\u{a1}'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{52f}' | '\u{2500}'..='\u{259f}' => Some(1),
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{3096}'
        | '\u{309b}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff01}'..='\u{ff60}' => Some(2),
        _ => None,
    }
}

/// How a cell looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Look {
    fg: Color,
    bg: Color,
    set: Modifier,
}

/// Attributes: what sets them, what ends them. Bold and dim are ended together.
const SETS: [(Modifier, u8, u8); 9] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::RAPID_BLINK, 6, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::HIDDEN, 8, 28),
    (Modifier::CROSSED_OUT, 9, 29),
];

impl Look {
    fn of(cell: &Cell, colourless: bool) -> Self {
        match colourless {
            true => Self { set: cell.modifier, ..Self::default() },
            false => Self { fg: cell.fg, bg: cell.bg, set: cell.modifier },
        }
    }

    /// Writes what changes from this look to another.
    fn become_next(self, next: Self, out: &mut Vec<u8>) -> io::Result<()> {
        if next == self {
            return Ok(());
        }
        if next == Self::default() {
            out.extend_from_slice(b"\x1b[m");
            return Ok(());
        }
        out.extend_from_slice(b"\x1b[");
        let mut kept = self.set;
        for (set, _, end) in SETS.iter().filter(|(set, ..)| self.set.contains(*set) && !next.set.contains(*set)) {
            if kept.contains(*set) {
                write!(out, "{end};")?;
            }
            // What ends with it is set again below.
            SETS.iter().filter(|(_, _, other)| other == end).for_each(|(other, ..)| kept.remove(*other));
        }
        for (_, begin, _) in SETS.iter().filter(|(set, ..)| next.set.contains(*set) && !kept.contains(*set)) {
            write!(out, "{begin};")?;
        }
        if next.fg != self.fg {
            colour(out, next.fg, Ground::Text)?;
        }
        if next.bg != self.bg {
            colour(out, next.bg, Ground::Behind)?;
        }
        // Each of these ends in a semicolon; the last one's place is the end's.
        out.pop();
        out.push(b'm');
        Ok(())
    }
}

/// Which of a cell's two colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Text,
    Behind,
}

fn colour(out: &mut Vec<u8>, colour: Color, ground: Ground) -> io::Result<()> {
    let first = if ground == Ground::Text { 30 } else { 40 };
    match colour {
        Color::Reset => write!(out, "{};", first + 9),
        Color::Rgb(r, g, b) => write!(out, "{};2;{r};{g};{b};", first + 8),
        Color::Indexed(number) => write!(out, "{};5;{number};", first + 8),
        named => {
            let number = number_of(named);
            let base = if number < 8 { first } else { first + 60 };
            write!(out, "{};", base + number % 8)
        }
    }
}

/// The number of one of the sixteen names.
fn number_of(named: Color) -> u16 {
    match named {
        Color::Black | Color::Reset | Color::Rgb(..) | Color::Indexed(_) => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
    }
}

#[cfg(test)]
mod tests;
