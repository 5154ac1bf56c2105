//! Rows of the queue about the last look: headings, and what is no finding any more.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        gate::Stance,
        model::{LineRange, PastState},
        text,
    },
    session::{PastFinding, Session},
    ui::{Ui, theme::Ink, triage::Entry},
};

use super::plural;

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, entry: &Entry) {
    let room = usize::from(line.width);
    match entry {
        Entry::Past(counts) => {
            buffer.set_stringn(line.x, line.y, heading(session, counts), room, ui.theme().ink(Ink::Hunk));
        }
        Entry::Fresh(count) => {
            let words = format!("  new · {count} finding{}", plural(*count));
            buffer.set_stringn(line.x, line.y, words, room, ui.theme().ink(Ink::Hunk));
        }
        Entry::Gone(number) => {
            if let Some(past) = session.past_findings().get(*number) {
                gone(session, ui, buffer, line, past);
            }
        }
        Entry::Reason(..) | Entry::Finding(_) => {}
    }
}

/// `  since abc1234 · 2 still there · 1 fixed`.
fn heading(session: &Session, counts: &[usize]) -> String {
    let look = session.past_findings().iter().find(|past| past.was.is_last).map_or("", |past| past.was.look.as_str());
    let counted = PastState::ALL.iter().zip(counts).filter(|(_, count)| **count > 0);
    let words: Vec<String> = counted.map(|(state, count)| format!("{count} {}", state.as_str())).collect();
    let known = if words.is_empty() { "being looked at again".to_owned() } else { words.join(" · ") };
    format!("  since {look} · {known}")
}

/// What it was, where, and what became of it.
fn gone(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, past: &PastFinding) {
    let theme = ui.theme();
    let (glyph, word) = match session.past_state(past) {
        Some(state @ PastState::Fixed) => ("✔", state.as_str()),
        Some(state @ PastState::Obsolete) => ("∅", state.as_str()),
        Some(state @ (PastState::StillThere | PastState::Moved)) => ("=", state.as_str()),
        None => ("…", "not looked at yet"),
    };
    let was = match &past.was.standing.stance {
        Stance::Accepted => "✓",
        Stance::Dropped(_) => "✗",
        Stance::Undecided => " ",
    };
    let place = place(past, usize::from(line.width) / 4);
    let lead = format!("  {was} {glyph} {word:<11} ");
    let room = usize::from(line.width).saturating_sub(text::width(&lead) + text::width(&place) + 2);
    let claim = &past.was.claim.claim;
    let words = if claim.title.is_empty() { &claim.summary } else { &claim.title };
    let title = text::one_line(words, room);
    let gap = " ".repeat(room.saturating_sub(text::width(&title)));
    let spans = vec![
        Span::styled(lead, theme.ink(Ink::Dim)),
        Span::styled(title, theme.ink(Ink::Dim)),
        Span::styled(format!("{gap}  {place}"), theme.ink(Ink::Dim)),
    ];
    buffer.set_line(line.x, line.y, &Line::from(spans), line.width);
}

/// Where it was said to be.
fn place(past: &PastFinding, room: usize) -> String {
    let Some(place) = &past.was.claim.place else { return "whole change".to_owned() };
    let start = past.was.print.map(|print| print.start).or(place.lines.map(LineRange::start));
    let line = start.map_or(String::new(), |line| format!(":{line}"));
    format!("{}{line}", text::path_line(place.path.as_bytes(), room.max(12)))
}
