//! What stands in one row of the diff: one slot over the whole width, or an old and a new line side by side. Steps from
//! row to row of the screen, up and down. Not here: the order of the slots (`super`).

use crate::{
    core::{
        diff::{self, Reader, Run},
        model::{Line, LineRef, Side},
        text::{self, RowAt, Wrap},
    },
    session::{Session, Slot, Spot},
    ui::{
        beyond, look,
        stack::{self, cards},
        state::{At, CardId, Top, Ui},
    },
};

use super::{next, prev};

/// What stands side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Band {
    /// A slot over the whole width.
    Whole(Slot),
    /// The old and the new side; a line without a change is on both.
    Pair(Option<Slot>, Option<Slot>),
}

impl Band {
    /// The slots in it, the old side first; each once.
    pub fn slots(self) -> impl Iterator<Item = Slot> {
        let (a, b) = match self {
            Self::Whole(slot) => (Some(slot), None),
            Self::Pair(left, right) => (left, right.filter(|right| left != Some(*right))),
        };
        a.into_iter().chain(b)
    }

    /// The slot that stands for it: the first in the order of the diff.
    pub fn lead(self) -> Slot {
        match self {
            Self::Whole(slot) => slot,
            Self::Pair(left, right) => left.or(right).unwrap_or(Slot::TOP),
        }
    }

    /// The slot on a side, or the one that is there.
    pub fn on(self, side: Side) -> Slot {
        match (self, side) {
            (Self::Whole(slot), _) => slot,
            (Self::Pair(left, right), Side::Left) => left.or(right).unwrap_or(Slot::TOP),
            (Self::Pair(left, right), Side::Right) => right.or(left).unwrap_or(Slot::TOP),
        }
    }
}

/// Walks over the rows of the screen. Remembers what it decoded last: neighbours are asked for again and again.
pub struct Walk<'a> {
    session: &'a Session,
    ui: &'a Ui,
    width: u16,
    run: Option<Run>,
    sides: (Reader<'a>, Reader<'a>),
    /// The slot, the block, the rows of it, the blocks.
    measured: Option<(Slot, u32, u32, u32)>,
    /// The card that was laid out last, and its rows: each of them is asked for.
    card_measured: Option<(Slot, CardId, u32)>,
}

impl<'a> Walk<'a> {
    /// A walk over the diff at the width it has now.
    pub fn new(session: &'a Session, ui: &'a Ui) -> Self {
        let sides = (Reader::new(&session.diff), Reader::new(&session.diff));
        let width = crate::ui::layout::areas(ui).body.width;
        Self { session, ui, width, run: None, sides, measured: None, card_measured: None }
    }

    /// A body line.
    pub fn line(&mut self, at: LineRef, side: Side) -> Option<Line<'a>> {
        match side {
            Side::Left => self.sides.0.line(at),
            Side::Right => self.sides.1.line(at),
        }
    }

    /// The line of a slot: of the diff, or beyond it.
    pub fn line_of(&mut self, slot: Slot, side: Side) -> Option<Line<'a>> {
        match slot.spot {
            Spot::Line(at) => self.line(at, side),
            Spot::Beyond(at) => beyond::line(self.session, self.ui, at),
            Spot::Top | Spot::File | Spot::Hunk(_) => None,
        }
    }

    /// What stands in the row of a slot.
    pub fn band(&mut self, slot: Slot) -> Band {
        match slot.spot {
            Spot::Line(at) if look::is_split_file(self.session, self.ui, slot.file) => {
                let of = |at| Slot { spot: Spot::Line(at), ..slot };
                match self.run(at) {
                    Some(run) => {
                        let (left, right) = run.at(run.row_of(at.ord));
                        Band::Pair(left.map(of), right.map(of))
                    }
                    None => Band::Pair(Some(slot), Some(slot)),
                }
            }
            Spot::Beyond(_) if look::is_split_file(self.session, self.ui, slot.file) => {
                Band::Pair(Some(slot), Some(slot))
            }
            Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) | Spot::Beyond(_) => Band::Whole(slot),
        }
    }

    fn run(&mut self, at: LineRef) -> Option<&Run> {
        if !self.run.as_ref().is_some_and(|run| run.contains(at)) {
            self.run = diff::run_of(&mut self.sides.0, at);
        }
        self.run.as_ref()
    }

    /// The slot that leads the row below the one of a slot.
    pub fn below(&mut self, slot: Slot) -> Option<Slot> {
        let last = match slot.spot {
            Spot::Line(at) if look::is_split_file(self.session, self.ui, slot.file) => match self.run(at) {
                Some(run) => {
                    let (left, right) = run.at(run.row_of(at.ord) + 1);
                    if let Some(at) = left.or(right) {
                        return Some(Slot { spot: Spot::Line(at), ..slot });
                    }
                    let ord = run.right.end.saturating_sub(1);
                    Slot { spot: Spot::Line(LineRef { ord, ..at }), ..slot }
                }
                None => slot,
            },
            Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) | Spot::Beyond(_) => slot,
        };
        next(self.session, self.ui, last)
    }

    /// The slot that leads the row above the one of a slot.
    pub fn above(&mut self, slot: Slot) -> Option<Slot> {
        let first = match slot.spot {
            Spot::Line(at) if look::is_split_file(self.session, self.ui, slot.file) => match self.run(at) {
                Some(run) => {
                    if let Some(row) = run.row_of(at.ord).checked_sub(1) {
                        let (left, right) = run.at(row);
                        return left.or(right).map(|at| Slot { spot: Spot::Line(at), ..slot });
                    }
                    let ord = run.left.start;
                    Slot { spot: Spot::Line(LineRef { ord, ..at }), ..slot }
                }
                None => slot,
            },
            Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) | Spot::Beyond(_) => slot,
        };
        let before = prev(self.session, self.ui, first)?;
        // The last line of a run need not stand in its last row: there may be more lines on the old side.
        if let Spot::Line(at) = before.spot
            && look::is_split_file(self.session, self.ui, before.file)
            && let Some(run) = self.run(at)
        {
            let (left, right) = run.at(run.rows().saturating_sub(1));
            return left.or(right).map(|at| Slot { spot: Spot::Line(at), ..before });
        }
        Some(before)
    }

    /// Rows of a block of a slot's band, and how many blocks there are (see [`text::RowAt`]).
    fn own(&mut self, slot: Slot, block: u32) -> (u32, u32) {
        if !matches!(slot.spot, Spot::Line(_) | Spot::Beyond(_)) {
            return (super::own_rows(self.session, self.ui, slot), 1);
        }
        let Some(wrap) = look::wrap(self.session, self.ui, slot.file, self.width) else { return (1, 1) };
        if let Some((known, of, rows, blocks)) = self.measured
            && (known, of) == (slot, block)
        {
            return (rows, blocks);
        }
        let (left, right) = match self.band(slot) {
            Band::Whole(slot) => (self.measure(slot, Side::Right, wrap, block), (0, 0)),
            Band::Pair(left, right) => {
                let left = left.map_or((0, 0), |slot| self.measure(slot, Side::Left, wrap, block));
                let right = right.map_or((0, 0), |slot| self.measure(slot, Side::Right, wrap, block));
                (left, right)
            }
        };
        let (rows, blocks) = (left.0.max(right.0).max(1), left.1.max(right.1).max(1));
        self.measured = Some((slot, block, rows, blocks));
        (rows, blocks)
    }

    fn measure(&mut self, slot: Slot, side: Side, wrap: Wrap, block: u32) -> (u32, u32) {
        let text = self.line_of(slot, side).map_or(&[][..], |line| line.text);
        (text::rows_of(text, wrap, block), text::blocks(text))
    }

    /// Cards under the row of a slot, the old side's first.
    pub fn cards(&mut self, slot: Slot) -> impl Iterator<Item = (Slot, CardId)> + use<'a> {
        let (session, ui) = (self.session, self.ui);
        self.band(slot).slots().flat_map(move |slot| cards(session, ui, slot).map(move |card| (slot, card)))
    }

    /// A card under the row of a slot.
    pub fn card(&mut self, slot: Slot, nth: u32) -> Option<(Slot, CardId)> {
        self.cards(slot).nth(nth as usize)
    }

    fn card_rows(&mut self, slot: Slot, nth: u32) -> Option<u32> {
        let (under, card) = self.card(slot, nth)?;
        if let Some((known, of, rows)) = &self.card_measured
            && (*known, of) == (under, &card)
        {
            return Some(*rows);
        }
        let rows = stack::height(self.session, self.ui, under, &card, self.width).max(1);
        self.card_measured = Some((under, card, rows));
        Some(rows)
    }

    /// The row below; `None` at the end.
    pub fn step(&mut self, top: Top) -> Option<Top> {
        let at = match top.at {
            At::Own(at) => {
                let (rows, blocks) = self.own(top.slot, at.block);
                match () {
                    () if at.row + 1 < rows => Some(At::Own(RowAt { row: at.row + 1, ..at })),
                    () if at.block + 1 < blocks => Some(At::Own(RowAt { block: at.block + 1, row: 0 })),
                    () => self.card(top.slot, 0).map(|_| At::Card { nth: 0, row: 0 }),
                }
            }
            At::Card { nth, row } => match self.card_rows(top.slot, nth) {
                Some(rows) if row + 1 < rows => Some(At::Card { nth, row: row + 1 }),
                _ => self.card(top.slot, nth + 1).map(|_| At::Card { nth: nth + 1, row: 0 }),
            },
        };
        match at {
            Some(at) => Some(Top { at, ..top }),
            None => self.below(top.slot).map(Top::of),
        }
    }

    /// The row above; `None` at the start.
    pub fn back(&mut self, top: Top) -> Option<Top> {
        let at = match top.at {
            At::Own(at) => match (at.row.checked_sub(1), at.block.checked_sub(1)) {
                (Some(row), _) => At::Own(RowAt { row, ..at }),
                (None, Some(block)) => {
                    let (rows, _) = self.own(top.slot, block);
                    At::Own(RowAt { block, row: rows.saturating_sub(1) })
                }
                (None, None) => {
                    let slot = self.above(top.slot)?;
                    return Some(self.last_row(slot));
                }
            },
            At::Card { nth, row } => match (row.checked_sub(1), nth.checked_sub(1)) {
                (Some(row), _) => At::Card { nth, row },
                (None, Some(nth)) => self.last_of_card(top.slot, nth),
                (None, None) => self.last_own(top.slot),
            },
        };
        Some(Top { at, ..top })
    }

    fn last_of_card(&mut self, slot: Slot, nth: u32) -> At {
        At::Card { nth, row: self.card_rows(slot, nth).unwrap_or(1).saturating_sub(1) }
    }

    fn last_own(&mut self, slot: Slot) -> At {
        let block = self.own(slot, 0).1.saturating_sub(1);
        let (rows, _) = self.own(slot, block);
        At::Own(RowAt { block, row: rows.saturating_sub(1) })
    }

    /// The last row of a slot's band, cards and all.
    pub fn last_row(&mut self, slot: Slot) -> Top {
        let at = match (self.cards(slot).count() as u32).checked_sub(1) {
            Some(nth) => self.last_of_card(slot, nth),
            None => self.last_own(slot),
        };
        Top { slot, at }
    }

    /// Moves down by rows, not past the end. The second value tells how many rows were not to be had.
    pub fn down(&mut self, top: Top, rows: u32) -> (Top, u32) {
        let mut at = top;
        for taken in 0..rows {
            match self.step(at) {
                Some(below) => at = below,
                None => return (at, rows - taken),
            }
        }
        (at, 0)
    }

    /// Moves up by rows, not past the start.
    pub fn up(&mut self, top: Top, rows: u32) -> Top {
        let mut at = top;
        for _ in 0..rows {
            match self.back(at) {
                Some(above) => at = above,
                None => break,
            }
        }
        at
    }

    /// A row of a slot that is there: lines may have fewer rows than they had, cards may be gone. The slot leads its
    /// band.
    pub fn sound(&mut self, top: Top) -> Top {
        let slot = self.band(super::visible(self.session, self.ui, top.slot)).lead();
        let at = match top.at {
            At::Own(at) => {
                let blocks = self.own(slot, 0).1;
                let block = at.block.min(blocks.saturating_sub(1));
                At::Own(RowAt { block, row: at.row.min(self.own(slot, block).0.saturating_sub(1)) })
            }
            At::Card { nth, row } => match self.card_rows(slot, nth) {
                Some(rows) => At::Card { nth, row: row.min(rows.saturating_sub(1)) },
                None => self.last_row(slot).at,
            },
        };
        Top { slot, at }
    }

    /// The byte of its line at which a row begins, when it is a row of a line that is wrapped.
    pub fn offset_of(&mut self, top: Top) -> Option<usize> {
        let At::Own(at) = top.at else { return None };
        let wrap = look::wrap(self.session, self.ui, top.slot.file, self.width)?;
        Some(text::offset_of(self.line_of(top.slot, Side::Right)?.text, wrap, at))
    }

    /// The row of a line that shows a byte of it.
    pub fn row_at(&mut self, slot: Slot, offset: usize) -> Top {
        let at = self.row_of_byte(slot, offset).unwrap_or_default();
        Top { slot, at: At::Own(at) }
    }

    fn row_of_byte(&mut self, slot: Slot, offset: usize) -> Option<RowAt> {
        let wrap = look::wrap(self.session, self.ui, slot.file, self.width)?;
        Some(text::row_at(self.line_of(slot, Side::Right)?.text, wrap, offset))
    }
}
