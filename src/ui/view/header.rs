//! Draws the lines on top. What they say, and where, is `heading`'s.

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Span};

use crate::{
    session::Session,
    ui::{
        Ui,
        heading::{self, GAP},
        theme::Ink,
    },
};

pub(super) use heading::plural;

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let theme = ui.theme();
    buffer.set_style(area, theme.ink(Ink::Bar));
    let heading = heading::heading(session, ui);
    let (title, place) = heading.title;
    buffer.set_span(area.x, area.y, &Span::styled(" prr ", theme.ink(Ink::Strong)), area.width);
    buffer.set_span(place.x, place.y, &Span::raw(title), place.width);
    let mut before: Option<Rect> = None;
    for heading::Placed { area, fact } in heading.facts {
        if before.is_some_and(|before| before.y == area.y) {
            buffer.set_span(area.x.saturating_sub(GAP as u16), area.y, &Span::raw(" · "), GAP as u16);
        }
        // On the bar everything is plain but what warns.
        let style = if fact.ink == Ink::Warning { theme.ink(fact.ink) } else { Style::default() };
        buffer.set_span(area.x, area.y, &Span::styled(fact.words, style), area.width);
        before = Some(area);
    }
}
