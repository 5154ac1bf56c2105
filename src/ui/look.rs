//! How the diff is looked at: one or two columns, wrapped or cut, with or without numbers. Not here: where the parts of
//! the screen stand (`layout`), what a row shows (`view`).

use crate::{
    core::{
        model::{FileForm, FileIx, HunkIx},
        text,
    },
    session::Session,
};

use super::{layout, state::Ui};

/// Width of the diff from which old and new stand side by side by themselves.
pub const SPLIT_FROM: u16 = 140;

/// Width below which they never do: nothing could be read.
const SPLIT_LEAST: u16 = 40;

/// Tab stops.
pub const TAB: u16 = 4;

/// Columns of one line number; longer numbers take what they need.
const NUMBER: usize = 4;

/// One column or two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Columns {
    /// Two when there is room.
    #[default]
    Auto,
    /// Old and new below each other.
    Unified,
    /// Side by side.
    Split,
}

impl Columns {
    /// The next one of the `=` key.
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Unified,
            Self::Unified => Self::Split,
            Self::Split => Self::Auto,
        }
    }

    /// Reads the word of the configuration.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "auto" => Some(Self::Auto),
            "unified" => Some(Self::Unified),
            "split" => Some(Self::Split),
            _ => None,
        }
    }
}

/// What becomes of lines that are longer than the screen is wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Long {
    /// They are cut, and scrolled sideways.
    #[default]
    Cut,
    /// They take several rows.
    Wrapped,
}

/// Whether line numbers are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numbers {
    /// They are.
    #[default]
    Shown,
    /// They are not.
    Hidden,
}

/// How the diff is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// One column or two.
    pub columns: Columns,
    /// Long lines.
    pub long: Long,
    /// Line numbers.
    pub numbers: Numbers,
    /// Columns scrolled away to the left; counts only while long lines are cut.
    pub left: usize,
}

/// What stands left of a line's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gutter {
    /// Columns of one number; 0 without numbers.
    pub number: usize,
    /// How many numbers stand beside each other.
    pub numbers: usize,
    /// Columns of marks.
    pub marks: usize,
}

impl Gutter {
    /// All of it: bar, flag, numbers, marks.
    pub fn columns(self) -> usize {
        let numbers = if self.number == 0 { 0 } else { self.numbers * (self.number + 1) };
        2 + numbers + self.marks
    }
}

/// Whether the screen has two columns.
pub fn is_split(ui: &Ui) -> bool {
    let width = layout::areas(ui).body.width;
    match ui.diff.look.columns {
        Columns::Auto => width >= SPLIT_FROM,
        Columns::Unified => false,
        Columns::Split => width >= SPLIT_LEAST,
    }
}

/// Whether the lines of a file stand side by side. A merge has no two sides.
pub fn is_split_file(session: &Session, ui: &Ui, file: FileIx) -> bool {
    is_split(ui) && session.diff.file(file).is_some_and(|entry| entry.form == FileForm::Text)
}

/// Widths of the left and the right half of the diff.
pub fn halves(width: u16) -> (u16, u16) {
    (width / 2, width - width / 2)
}

/// How much of the width a line has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// All of it: both numbers.
    Whole,
    /// A half: its side's number.
    Half,
}

/// How the lines of a file stand in the diff.
pub fn share(session: &Session, ui: &Ui, file: FileIx) -> Share {
    if is_split_file(session, ui, file) { Share::Half } else { Share::Whole }
}

/// What stands left of the lines of a file.
pub fn gutter(session: &Session, ui: &Ui, file: FileIx, share: Share) -> Gutter {
    let entry = session.diff.file(file);
    let marks = match entry.map(|entry| entry.form) {
        Some(FileForm::Combined { parents }) => usize::from(parents.max(1)),
        _ => 1,
    };
    let number = match ui.diff.look.numbers {
        Numbers::Hidden => 0,
        Numbers::Shown => {
            let last = entry.and_then(|entry| session.diff.hunk(HunkIx(entry.hunks.end.checked_sub(1)?)));
            let largest = last.map_or(0, |hunk| {
                let end = |side: crate::core::model::Extent| u64::from(side.start) + u64::from(side.count);
                // Below the last hunk both sides go on alike.
                let text = ui.diff.folds.text(file).map_or(0, |text| u64::from(text.lines()) + 1);
                end(hunk.old).max(end(hunk.new)) + text.saturating_sub(end(hunk.new))
            });
            NUMBER.max(largest.checked_ilog10().map_or(1, |log| log as usize + 1))
        }
    };
    let numbers = if share == Share::Half { 1 } else { 2 };
    Gutter { number, numbers, marks }
}

/// Columns for the text of a line of a file.
pub fn room(session: &Session, ui: &Ui, file: FileIx) -> usize {
    room_in(session, ui, file, layout::areas(ui).body.width)
}

/// How the lines of a file are broken into rows; `None` when they are cut. `width` is that of the whole diff.
pub fn wrap(session: &Session, ui: &Ui, file: FileIx, width: u16) -> Option<text::Wrap> {
    if ui.diff.look.long == Long::Cut {
        return None;
    }
    // Both halves break alike, so that their rows stand beside each other.
    Some(text::Wrap { tab: TAB, width: room_in(session, ui, file, width).max(1) })
}

fn room_in(session: &Session, ui: &Ui, file: FileIx, width: u16) -> usize {
    let share = share(session, ui, file);
    let width = if share == Share::Half { halves(width).0 } else { width };
    usize::from(width).saturating_sub(gutter(session, ui, file, share).columns())
}
