//! The change as one stream: the rows on screen, from the top anchor on.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use crate::{
    core::{
        diff::Reader,
        model::Side,
        text::{self, RowAt},
    },
    session::{Phase, Session, Slot, Spot},
    ui::{
        Ui, beyond, look,
        scroll::{self, Part, Row},
        since, stack,
        state::{CardId, Cursor},
        theme::Ink,
        walk::{Band, Walk},
    },
};

use super::{
    diff_row,
    line_row::{self, LineRow},
    spots,
};

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    if session.diff.files.is_empty() {
        return empty(session, ui, buffer, area);
    }
    let rows = scroll::screen(session, ui);
    let covered = scroll::covered(&mut Walk::new(session, ui), ui, ui.diff.top) as usize;
    let mut brush = Brush::new(session, ui);
    let mut open_card: Option<(Slot, CardId, Vec<Line<'static>>)> = None;
    for (at, row) in rows.iter().enumerate().skip(covered) {
        let line = Rect { y: area.y + at as u16, height: 1, ..area };
        match &row.part {
            Part::Own(own) => brush.band(buffer, line, row.band, *own),
            Part::Card(slot, id, of_card) => {
                // A card's rows follow each other: it is laid out once.
                if open_card.as_ref().is_none_or(|(of, known, _)| (of, known) != (slot, id)) {
                    open_card = Some((*slot, id.clone(), stack::lines(session, ui, *slot, id, area.width)));
                }
                let text = open_card.as_ref().and_then(|(.., lines)| lines.get(*of_card as usize));
                if let Some(text) = text {
                    buffer.set_line(line.x, line.y, text, line.width);
                }
            }
        }
        mark_cursor(ui, buffer, line, row);
    }
    if let Some(row) = rows.get(covered).filter(|_| covered > 0) {
        diff_row::sticky(session, ui, buffer, Rect { height: 1, ..area }, row.band.lead());
    }
}

/// The first row of a slot over the whole width, without its cards.
pub(super) fn draw_slot(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, slot: Slot) {
    let mut brush = Brush { is_excerpt: true, ..Brush::new(session, ui) };
    brush.band(buffer, line, Band::Whole(slot), RowAt::default());
}

/// Draws rows; remembers what it decoded.
struct Brush<'a> {
    session: &'a Session,
    ui: &'a Ui,
    left: Reader<'a>,
    right: Reader<'a>,
    /// Lines are cut, whatever the diff does.
    is_excerpt: bool,
}

impl<'a> Brush<'a> {
    fn new(session: &'a Session, ui: &'a Ui) -> Self {
        Self { session, ui, left: Reader::new(&session.diff), right: Reader::new(&session.diff), is_excerpt: false }
    }

    fn line(&mut self, slot: Slot, side: Side) -> Option<crate::core::model::Line<'a>> {
        match (slot.spot, side) {
            (Spot::Line(at), Side::Left) => self.left.line(at),
            (Spot::Line(at), Side::Right) => self.right.line(at),
            (Spot::Beyond(at), _) => beyond::line(self.session, self.ui, at),
            (Spot::Top | Spot::File | Spot::Hunk(_), _) => None,
        }
    }

    fn band(&mut self, buffer: &mut Buffer, line: Rect, band: Band, row: RowAt) {
        match band {
            Band::Whole(slot) => self.slot(buffer, line, slot, row),
            Band::Pair(left, right) => {
                let (half, other) = look::halves(line.width);
                let of_right = Rect { x: line.x + half, width: other, ..line };
                self.half(buffer, Rect { width: half, ..line }, (left, Side::Left), (row, line.width));
                if let Spot::Line(at) = band.lead().spot {
                    spots::bar(self.session, self.ui, buffer, line, at);
                }
                self.half(buffer, of_right, (right, Side::Right), (row, line.width));
            }
        }
    }

    fn slot(&mut self, buffer: &mut Buffer, line: Rect, slot: Slot, row: RowAt) {
        let (session, ui) = (self.session, self.ui);
        if let Some(fold) = since::fold_at(session, ui, slot).filter(|_| !self.is_excerpt) {
            return super::since::fold(session, ui, buffer, line, &fold);
        }
        match slot.spot {
            Spot::Top => diff_row::top(session, ui, buffer, line),
            Spot::File if row.row == 0 => diff_row::file(session, ui, buffer, line, slot.file),
            Spot::File => diff_row::file_note(session, ui, buffer, line, slot.file),
            Spot::Hunk(hunk) => diff_row::hunk(session, ui, buffer, line, hunk),
            Spot::Line(_) | Spot::Beyond(_) => {
                let Some(text) = self.line(slot, Side::Right) else { return };
                let wrap = look::wrap(session, ui, slot.file, line.width).filter(|_| !self.is_excerpt);
                let row = LineRow { slot, line: text, half: None, row, wrap };
                line_row::draw(session, ui, buffer, line, &row);
            }
        }
    }

    fn half(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        (slot, side): (Option<Slot>, Side),
        (row, width): (RowAt, u16),
    ) {
        let line = slot.and_then(|slot| Some((slot, self.line(slot, side)?)));
        // A line with fewer rows than the one beside it has nothing to show in the others.
        let wrap = slot.and_then(|slot| look::wrap(self.session, self.ui, slot.file, width));
        let shown = line.filter(|(_, line)| {
            row == RowAt::default() || wrap.is_some_and(|wrap| row.row < text::rows_of(line.text, wrap, row.block))
        });
        match shown {
            Some((slot, line)) => {
                let row = LineRow { slot, line, half: Some(side), row, wrap };
                line_row::draw(self.session, self.ui, buffer, area, &row);
            }
            None => line_row::draw_nothing(self.ui, buffer, area, side),
        }
    }
}

/// The cursor's rows and the selection, by ground colour and a mark in the first column.
fn mark_cursor(ui: &Ui, buffer: &mut Buffer, line: Rect, row: &Row) {
    let theme = ui.theme();
    let first_row = matches!(row.part, Part::Own(RowAt { block: 0, row: 0 }) | Part::Card(_, _, 0));
    let (is_own, stops) = match &row.part {
        Part::Own(_) => {
            (true, places(row.band, line).into_iter().map(|(slot, area)| (Cursor::on(slot), area)).collect())
        }
        Part::Card(..) => (false, vec![(scroll::stop_of(ui, row), line)]),
    };
    for (stop, area) in stops {
        let is_cursor = first_row && stop == ui.diff.cursor;
        if (is_cursor && !ui.tree.focus) || (is_own && is_selected(ui, stop.slot)) {
            buffer.set_style(area, theme.ink(Ink::Selected));
        }
        if is_cursor {
            buffer.set_string(area.x, area.y, "▶", theme.ink(Ink::Strong));
        }
    }
}

/// Where the slots of a row stand: over all of it, or each in its half; a line without a change in all of it.
fn places(band: Band, line: Rect) -> Vec<(Slot, Rect)> {
    let (half, other) = look::halves(line.width);
    match band {
        Band::Pair(left, right) if left != right => {
            let left = left.map(|slot| (slot, Rect { width: half, ..line }));
            let right = right.map(|slot| (slot, Rect { x: line.x + half, width: other, ..line }));
            left.into_iter().chain(right).collect()
        }
        band => vec![(band.lead(), line)],
    }
}

fn is_selected(ui: &Ui, slot: Slot) -> bool {
    let Some(from) = ui.diff.select else { return false };
    let here = ui.diff.cursor.slot;
    from.min(here) <= slot && slot <= from.max(here)
}
/// Nothing to show yet, or ever: says which.
fn empty(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let lines: Vec<String> = match &session.phase {
        Phase::Reading => vec!["reading the change …".to_owned()],
        Phase::Failed(failure) => {
            let mut lines = vec![failure.summary.clone()];
            lines.extend(failure.causes.iter().map(|cause| format!("because: {cause}")));
            lines.extend(failure.hints.iter().map(|hint| format!("try: {hint}")));
            lines
        }
        Phase::Configuring(_) | Phase::Opening(_) | Phase::Mapping(_) | Phase::Reviewing(_) | Phase::Done(_) => {
            vec!["the change is empty".to_owned()]
        }
    };
    let width = usize::from(area.width.saturating_sub(4)).max(1);
    let rows = lines.iter().flat_map(|line| text::wrap(line, width));
    for (at, row) in rows.take(usize::from(area.height)).enumerate() {
        buffer.set_stringn(area.x + 2, area.y + at as u16, row, width, ui.theme().ink(Ink::Plain));
    }
}
