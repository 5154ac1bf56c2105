//! Frames as bytes, few of them: attributes and colours are written only where they change (`look`), in the order that
//! needs the fewest changes (`run`), the cursor is moved only where it does not stand already, and a frame leaves in one
//! piece as a synchronised update. ratatui's own backend writes both colours at every change and a move behind every wide
//! character; on a page of code in 24 bits that is half of all bytes. Not here: taking and giving back the terminal
//! (`terminal`, the only caller).

mod look;
mod run;
mod shadow;

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
};

use run::Runs;
use shadow::{Placed, Shadow};

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
    shadow: Shadow,
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
        let Frame { cells, cursor, left, .. } = &mut *frame;
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
        let drawn: Vec<Placed<'a>> = content.collect();
        let Frame { cells, shadow, .. } = &mut *self.frame.borrow_mut();
        Runs::of(shadow.draw(&drawn), self.colourless).write(cells)
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
        let mut frame = self.frame.borrow_mut();
        if kind == ClearType::All {
            frame.shadow.clear();
        }
        frame.cells.extend_from_slice(bytes);
        Ok(())
    }

    fn size(&self) -> io::Result<Size> {
        let (width, height) = terminal::size()?;
        self.frame.borrow_mut().shadow.set_width(width);
        Ok(Size { width, height })
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

#[cfg(test)]
mod tests;
