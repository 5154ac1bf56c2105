//! The change as one stream: the rows on screen, from the top anchor on.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use crate::{
    core::text,
    session::{Phase, Session, Slot, Spot},
    ui::{
        Ui,
        scroll::{self, Part, Row},
        since, stack,
        state::CardId,
        theme::Ink,
    },
};

use super::diff_row;

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    if session.diff.files.is_empty() {
        return empty(session, ui, buffer, area);
    }
    let rows = scroll::screen(session, ui);
    let mut open_card: Option<(CardId, Vec<Line<'static>>)> = None;
    for (at, row) in rows.iter().enumerate() {
        let line = Rect { y: area.y + at as u16, height: 1, ..area };
        match &row.part {
            Part::Own(own) => draw_own(session, ui, buffer, line, row, *own),
            Part::Card(id, of_card) => {
                // A card's rows follow each other: it is laid out once.
                if open_card.as_ref().is_none_or(|(known, _)| known != id) {
                    open_card = Some((id.clone(), stack::lines(session, ui, id, area.width)));
                }
                let text = open_card.as_ref().and_then(|(_, lines)| lines.get(*of_card as usize));
                if let Some(text) = text {
                    buffer.set_line(line.x, line.y, text, line.width);
                }
            }
        }
        mark_cursor(ui, buffer, line, row);
    }
}

/// The first row of a slot, without its cards.
pub(super) fn draw_slot(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, slot: Slot) {
    draw_own(session, ui, buffer, line, &Row { slot, part: Part::Own(0) }, 0);
}

fn draw_own(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, row: &Row, own: u32) {
    if let Some(fold) = since::fold_at(session, ui, row.slot) {
        return super::since::fold(session, ui, buffer, line, &fold);
    }
    match row.slot.spot {
        Spot::Top => diff_row::top(session, ui, buffer, line),
        Spot::File if own == 0 => diff_row::file(session, ui, buffer, line, row.slot.file),
        Spot::File => diff_row::file_note(session, ui, buffer, line, row.slot.file),
        Spot::Hunk(hunk) => diff_row::hunk(session, ui, buffer, line, hunk),
        Spot::Line(at) => diff_row::line(session, ui, buffer, line, row.slot, at),
    }
}

/// The cursor's rows and the selection, by ground colour and a mark in the first column.
fn mark_cursor(ui: &Ui, buffer: &mut Buffer, line: Rect, row: &Row) {
    let theme = ui.theme();
    let is_cursor = scroll::stop_of(row) == ui.diff.cursor;
    let first_row = matches!(row.part, Part::Own(0) | Part::Card(_, 0));
    let under_cursor = is_cursor && first_row && !ui.tree.focus;
    if under_cursor || (is_selected(ui, row.slot) && matches!(row.part, Part::Own(_))) {
        buffer.set_style(line, theme.ink(Ink::Selected));
    }
    if is_cursor && first_row {
        buffer.set_string(line.x, line.y, "▶", theme.ink(Ink::Strong));
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
