//! Draws who uses a symbol: the list, or the file that was opened from it. Rows on screen only.

use ratatui::{
    Frame,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Clear,
};

use crate::{
    core::{
        diff::{self, FileText},
        text,
    },
    session::Session,
    ui::{Callers, Opened, Ui, Use, theme::Ink},
};

pub(super) fn draw(session: &Session, ui: &Ui, frame: &mut Frame<'_>, area: Rect, callers: &Callers) {
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, ui.theme().screen());
    match &callers.opened {
        Some(opened) => file(ui, frame, area, opened),
        None => list(session, ui, frame, area, callers),
    }
}

fn heading(ui: &Ui, frame: &mut Frame<'_>, area: Rect, words: &str) {
    let width = usize::from(area.width);
    frame.buffer_mut().set_stringn(area.x, area.y, text::one_line(words, width), width, ui.theme().ink(Ink::Strong));
}

fn list(session: &Session, ui: &Ui, frame: &mut Frame<'_>, area: Rect, callers: &Callers) {
    let others: Vec<&str> =
        callers.names.iter().map(String::as_str).filter(|name| *name != callers.name()).take(4).collect();
    let tab = if others.is_empty() { String::new() } else { format!(" · Tab: {}", others.join(", ")) };
    let Some(uses) = &callers.uses else {
        return heading(ui, frame, area, &format!(" looking for who uses {} …{tab}", callers.name()));
    };
    let count = uses.places.len();
    let words = match (count, uses.more) {
        (0, _) => format!(" nothing in the repository uses {}{tab}", callers.name()),
        (1, false) => format!(" 1 place uses {}{tab}", callers.name()),
        (_, false) => format!(" {count} places use {}{tab}", callers.name()),
        (_, true) => format!(" more than {count} places use {}{tab}", callers.name()),
    };
    heading(ui, frame, area, &words);
    let height = usize::from(area.height.saturating_sub(1)).max(1);
    let first = callers.at.saturating_sub(height - 1);
    let shown = || uses.places.iter().enumerate().skip(first).take(height);
    let widest = shown().map(|(_, place)| text::width(&place_words(place))).max().unwrap_or(0);
    let column = widest.min(usize::from(area.width) / 2);
    for (y, (nth, place)) in (area.y + 1..).zip(shown()) {
        let is_chosen = nth == callers.at;
        let line = row(session, ui, place, (column, usize::from(area.width)), is_chosen);
        frame.buffer_mut().set_line(area.x, y, &line, area.width);
        if is_chosen {
            frame.buffer_mut().set_style(Rect { y, height: 1, ..area }, ui.theme().ink(Ink::Selected));
        }
    }
}

fn place_words(place: &Use) -> String {
    format!("{}:{}", place.path.lossy(), place.line)
}

fn row(session: &Session, ui: &Ui, place: &Use, (column, width): (usize, usize), is_chosen: bool) -> Line<'static> {
    let theme = ui.theme();
    // Too long, it loses its front: name and line stand at the end.
    let name = text::path_line(place_words(place).as_bytes(), column);
    let fill = " ".repeat(column.saturating_sub(text::width(&name)));
    let is_ours = diff::find_file(&session.diff, &place.path).is_some();
    let mark = match (is_ours, place.is_test) {
        (true, true) => "± test ",
        (true, false) => "±      ",
        (false, true) => "  test ",
        (false, false) => "       ",
    };
    let room = width.saturating_sub(column + 12);
    Line::from(vec![
        Span::raw(if is_chosen { "▶ " } else { "  " }),
        Span::styled(name, theme.ink(Ink::Key)),
        Span::raw(fill),
        Span::styled(format!(" {mark}"), theme.ink(Ink::Dim)),
        Span::raw(text::one_line(place.text.trim(), room)),
    ])
}

fn file(ui: &Ui, frame: &mut Frame<'_>, area: Rect, opened: &Opened) {
    let theme = ui.theme();
    let path = text::path_line(opened.path.as_bytes(), usize::from(area.width).saturating_sub(40).max(10));
    let code = match &opened.text {
        None => return heading(ui, frame, area, &format!(" reading {path} …")),
        Some(Err(why)) => return heading(ui, frame, area, &format!(" {path}: {why}")),
        Some(Ok(code)) => code,
    };
    heading(ui, frame, area, &format!(" {path}:{} · not in the diff", opened.line));
    let digits = code.lines().to_string().len();
    for (y, number) in (area.y + 1..area.bottom()).zip(opened.top..) {
        let Some(words) = code_words(code, number, usize::from(area.width).saturating_sub(digits + 4)) else { break };
        let is_marked = number == opened.line;
        let lead = if is_marked { "▶" } else { " " };
        let line = Line::from(vec![
            Span::styled(format!("{lead}{number:>digits$} "), theme.ink(Ink::Dim)),
            Span::styled(words, Style::default()),
        ]);
        frame.buffer_mut().set_line(area.x, y, &line, area.width);
        if is_marked {
            frame.buffer_mut().set_style(Rect { y, height: 1, ..area }, theme.ink(Ink::Selected));
        }
    }
}

/// A line as it may be drawn, tabs set out.
fn code_words(code: &FileText, number: u32, width: usize) -> Option<String> {
    let options = text::Options { width, ..text::Options::default() };
    let shown = text::visible(code.line(number)?, options);
    Some(shown.pieces.into_iter().map(|piece| piece.text).collect())
}
