//! A page to read over the body of the screen: the pull request, or one thread whole. Blocks are built one by one from
//! the one on top, so that a long conversation costs no more than a short one. Its keys are `update::reading`, its
//! drawing is `view::reading`.

use std::sync::Arc;

use ratatui::text::{Line, Span};

use crate::{
    core::{model::ThreadId, talk::Para, text},
    session::{Block, Lead, Session, Slot, Tone},
};

use super::{
    prose::{self, joined},
    state::Ui,
    theme::Ink,
    thread,
};

/// Columns of prose at most: longer rows are hard to read.
const WIDEST: usize = 100;

/// What is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// Description, checks, conversation, commits.
    Pull,
    /// A thread, whole, as it is shown under that slot.
    Thread(Slot, ThreadId),
}

/// What is read, and from where on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// What.
    pub sheet: Sheet,
    /// The block on top, and how many of its rows are scrolled away.
    pub top: (usize, usize),
}

impl Reading {
    /// From its beginning.
    pub fn new(sheet: Sheet) -> Self {
        Self { sheet, top: (0, 0) }
    }
}

/// A block of a sheet; `None` behind the last one.
fn block(session: &Session, ui: &Ui, sheet: Sheet, nth: usize) -> Option<Block> {
    let (slot, id) = match sheet {
        Sheet::Pull => return session.digest().page.get(nth).cloned(),
        Sheet::Thread(slot, id) => (slot, id),
    };
    let placed = ui.noted.talk.of(session, slot).get(id).or_else(|| session.digest().threads.get(id))?;
    let Some(nth) = nth.checked_sub(1) else {
        let path = text::path_line(placed.thread.place.path.as_bytes(), 60);
        let lines = placed.thread.place.lines.or(placed.thread.place.original);
        let lines = lines.map_or(String::new(), |lines| format!(":{}", lines.end()));
        return Some(Block { lead: Lead::Section(format!("Thread on {path}{lines}")), words: Arc::from([]) });
    };
    let remark = placed.thread.remarks.get(nth)?;
    let words: Arc<[Para]> = placed.words.get(nth).cloned().unwrap_or_else(|| Arc::from([]));
    Some(Block { lead: Lead::Said(remark.author.clone(), "", remark.written), words })
}

/// Columns that prose takes in a window.
fn inner(ui: &Ui) -> usize {
    usize::from(ui.size.0).saturating_sub(4).clamp(8, WIDEST)
}

/// The rows of a block; `None` behind the last one.
pub fn rows(session: &Session, ui: &Ui, sheet: Sheet, nth: usize) -> Option<Vec<Line<'static>>> {
    let block = block(session, ui, sheet, nth)?;
    let theme = ui.theme();
    let width = inner(ui);
    let wrapped = |words: &str, ink: Ink| -> Vec<Line<'static>> {
        let rows = text::wrap(words, width).into_iter();
        rows.map(|row| prose::framed("  ", theme.ink(ink), vec![Span::styled(row, theme.ink(ink))])).collect()
    };
    let mut lines = match &block.lead {
        Lead::Section(words) => {
            let mut lines = if nth == 0 { Vec::new() } else { vec![Line::raw("")] };
            lines.extend(wrapped(words, Ink::Strong));
            lines
        }
        Lead::Said(who, did, when) => {
            let age = prose::age(thread::now(session, ui), *when);
            let mut lines = vec![Line::raw("")];
            lines.extend(wrapped(&joined(&[&prose::name(who, 40), did, &age]), Ink::Own));
            lines
        }
        Lead::Line(tone, words) => wrapped(words, ink(*tone)),
        Lead::Bare => vec![Line::raw("")],
    };
    let (words, _) = prose::rows(theme, &block.words, width.saturating_sub(2).max(6), usize::MAX / 8);
    lines.extend(words.into_iter().map(|row| prose::framed("    ", theme.ink(Ink::Plain), row)));
    Some(lines)
}

fn ink(tone: Tone) -> Ink {
    match tone {
        Tone::Plain => Ink::Plain,
        Tone::Quiet => Ink::Dim,
        Tone::Good => Ink::Accepted,
        Tone::Bad => Ink::Warning,
    }
}

/// Whether a block begins a section.
pub fn is_section(session: &Session, ui: &Ui, sheet: Sheet, nth: usize) -> Option<bool> {
    block(session, ui, sheet, nth).map(|block| matches!(block.lead, Lead::Section(_)))
}

/// Scrolls by rows; the end stays at the bottom of the window.
pub fn scroll(session: &Session, ui: &Ui, reading: Reading, by: i64, height: usize) -> Reading {
    let amount = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
    let moved = if by >= 0 { down(session, ui, reading, amount) } else { up(session, ui, reading, amount) };
    settle(session, ui, moved, height)
}

/// Keeps the last screen full, and the top within the page.
pub fn settle(session: &Session, ui: &Ui, reading: Reading, height: usize) -> Reading {
    let mut at = reading;
    let mut seen = 0;
    loop {
        let Some(rows) = rows(session, ui, at.sheet, at.top.0) else {
            return up(session, ui, Reading { top: reading.top, ..reading }, height.saturating_sub(seen));
        };
        seen += rows.len().saturating_sub(at.top.1);
        if seen >= height {
            return reading;
        }
        at.top = (at.top.0 + 1, 0);
    }
}

fn down(session: &Session, ui: &Ui, from: Reading, rows_down: usize) -> Reading {
    let mut at = from;
    let mut left = rows_down;
    while let Some(rows) = rows(session, ui, at.sheet, at.top.0) {
        let here = rows.len().saturating_sub(at.top.1);
        if left < here {
            at.top.1 += left;
            return at;
        }
        left -= here;
        at.top = (at.top.0 + 1, 0);
    }
    at
}

fn up(session: &Session, ui: &Ui, from: Reading, rows_up: usize) -> Reading {
    let mut at = from;
    let mut left = rows_up;
    while left > at.top.1 {
        left -= at.top.1;
        let Some(before) = at.top.0.checked_sub(1) else { return Reading { top: (0, 0), ..at } };
        at.top = (before, rows(session, ui, at.sheet, before).map_or(0, |rows| rows.len()));
    }
    at.top.1 -= left;
    at
}
