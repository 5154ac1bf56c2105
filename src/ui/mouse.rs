//! A mouse as the cockpit sees it. Not here: bytes (`app::input`), what it does (`update::mouse`).

use crate::session::Slot;

/// What it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// The left button went down.
    Press,
    /// It moved with the left button down.
    Drag,
    /// A button went up.
    Release,
    /// The wheel turned, towards the end of the text or its start.
    Wheel(Turn),
}

/// Which way a wheel turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Turn {
    Up,
    Down,
    Left,
    Right,
}

/// One thing it did, and where: column and row of the screen, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    /// What.
    pub deed: Deed,
    /// Columns from the left.
    pub column: u16,
    /// Rows from the top.
    pub row: u16,
}

/// What is remembered of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MouseState {
    /// Whether it is listened to.
    pub on: bool,
    /// Where in the diff the button went down, while it is.
    pub pressed: Option<Slot>,
    /// The wheel moved the tree away from its cursor.
    pub tree_moved: bool,
    /// The first row that a list shows since the wheel moved it away from its cursor.
    pub list_top: Option<usize>,
}
