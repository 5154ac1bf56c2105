//! Draws a page to read: the rows on screen, from the block on top on.

use ratatui::{Frame, layout::Rect, widgets::Clear};

use crate::{
    session::Session,
    ui::{
        Ui,
        reading::{self, Reading, Sheet},
        theme::Ink,
    },
};

pub(super) fn draw(session: &Session, ui: &Ui, frame: &mut Frame<'_>, area: Rect, reading: Reading) {
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, ui.theme().screen());
    let (mut nth, mut skip) = reading.top;
    let mut y = area.y;
    while y < area.bottom() {
        let Some(rows) = reading::rows(session, ui, reading.sheet, nth) else { break };
        for row in rows.iter().skip(skip).take(usize::from(area.bottom() - y)) {
            frame.buffer_mut().set_line(area.x, y, row, area.width);
            y += 1;
        }
        (nth, skip) = (nth + 1, 0);
    }
    if y == area.y && reading.top == (0, 0) {
        let words = match reading.sheet {
            Sheet::Pull => "  nothing is known of the pull request yet",
            Sheet::Thread(..) => "  the thread is not there any more",
        };
        frame.buffer_mut().set_stringn(area.x, area.y, words, usize::from(area.width), ui.theme().ink(Ink::Dim));
    }
}
