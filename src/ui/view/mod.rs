//! Draws the state. No I/O, no parsing beyond the rows on screen, no work that grows with the diff.

mod agents;
mod callers;
mod choice;
mod code;
mod diff_row;
mod diff_view;
mod empty;
mod footer;
mod guide;
mod header;
mod here;
mod hides;
mod hints;
mod inbox;
mod line_row;
mod logbook;
mod marks;
mod page;
mod panel;
mod question;
mod reading;
mod reason;
mod review;
mod said;
mod since;
mod spots;
mod tree;
mod triage;

pub(crate) use page::last_top;

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{core::text, session::Session};

use super::{
    Ui, layout,
    state::{Mode, View},
    theme::Ink,
};

/// Draws a frame.
pub fn view(session: &Session, ui: &Ui, frame: &mut Frame<'_>) {
    if layout::is_too_small(ui) {
        return too_small(ui, frame);
    }
    let areas = layout::areas(ui);
    let whole = frame.area();
    frame.buffer_mut().set_style(whole, ui.theme().screen());
    header::draw(session, ui, frame.buffer_mut(), areas.header);
    match ui.view {
        View::Triage => triage::draw(session, ui, frame.buffer_mut()),
        View::Agents => {
            let whole = Rect { x: 0, width: ui.size.0, ..areas.body };
            agents::draw(session, ui, frame.buffer_mut(), whole);
        }
        View::Review => review::draw(ui, frame.buffer_mut()),
        View::Inbox => {
            let whole = Rect { x: 0, width: ui.size.0, ..areas.body };
            inbox::draw(session, ui, frame.buffer_mut(), whole);
        }
        View::Logbook => logbook::draw(session, ui, frame.buffer_mut()),
        View::Diff => {
            diff_view::draw(session, ui, frame.buffer_mut(), areas.body);
            if let Some(area) = areas.tree {
                tree::draw(session, ui, frame.buffer_mut(), area);
            }
        }
    }
    if let (Some(area), Mode::Edit(editor)) = (areas.panel, &ui.mode) {
        panel::editor(session, ui, editor, frame, area);
    }
    let told = footer::draw(session, ui, frame, areas.footer).saturating_sub(areas.footer.height);
    let middle = Rect { x: 0, width: ui.size.0, y: areas.body.y, height: areas.body.height };
    if ui.noted.guide && matches!(ui.mode, Mode::Normal) {
        // A message that needs more rows than the last one is whole: the guide stands above it.
        guide::draw(ui, frame, Rect { height: middle.height.saturating_sub(told), ..middle });
    }
    match &ui.mode {
        Mode::Help(top) => page::help(ui, frame, middle, *top),
        Mode::Notes(top) => page::notes(session, ui, frame, middle, *top),
        Mode::Evidence(id, top) => page::evidence(session, ui, frame, middle, (id, *top)),
        Mode::Prompt(ask, field, chosen) => panel::palette(ui, (*ask, field, *chosen), frame, middle),
        Mode::Read(reading) => reading::draw(session, ui, frame, middle, *reading),
        Mode::Callers(callers) => callers::draw(session, ui, frame, middle, callers),
        Mode::Ask(question) => question::draw(ui, frame, middle, question),
        Mode::Deliver => review::confirmation(session, ui, frame, middle),
        Mode::Normal
        | Mode::Filter
        | Mode::Bulk(_)
        | Mode::Drop(..)
        | Mode::Severity(_)
        | Mode::Edit(_)
        | Mode::Leave => {}
    }
}

/// Cut or filled up to so many columns, so that the column behind it is straight.
fn padded(words: &str, columns: usize) -> String {
    let words = text::one_line(words, columns);
    format!("{words}{}", " ".repeat(columns.saturating_sub(text::width(&words))))
}

/// Under 60×16 a plain notice; down to 1×1 whatever of it fits.
fn too_small(ui: &Ui, frame: &mut Frame<'_>) {
    let (columns, rows) = layout::SMALLEST;
    let area = frame.area();
    let words = format!(
        "prr needs {columns}×{rows}; this window is {}×{}. {} saves and quits.",
        ui.size.0,
        ui.size.1,
        ui.key("back")
    );
    let wrapped = text::wrap(&words, usize::from(area.width.max(1)));
    for (at, line) in wrapped.into_iter().take(usize::from(area.height)).enumerate() {
        let line = Line::styled(line, ui.theme().ink(Ink::Plain));
        frame.buffer_mut().set_line(area.x, area.y + at as u16, &line, area.width);
    }
}
