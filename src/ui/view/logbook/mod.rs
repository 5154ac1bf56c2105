//! Draws the Logbook view: its pages side by side, each a list with the chosen entry whole below it, or a text.

mod acts;
mod compared;
mod runs;

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use crate::{
    core::{
        model::{LineRange, RepoPath},
        text,
    },
    session::Session,
    ui::{Ui, layout, logbook::Page, theme::Ink},
};

use super::{header::plural, padded};

/// Rows of the detail: how each looks, and what it says.
type Rows = Vec<(Ink, String)>;

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer) {
    let whole = layout::whole(ui);
    if whole.height == 0 {
        return;
    }
    let state = &ui.noted.logbook;
    let heading = match state.page {
        Page::Runs => runs::heading(session, ui),
        Page::Acts => acts::heading(ui),
        Page::Compare => compared::heading(ui),
        Page::Scores => scores_heading(ui),
    };
    let heading = format!("{} · {heading}", pages(ui));
    put(buffer, (whole.x, whole.y), &heading, whole.width, ui, Ink::Dim);
    if state.page == Page::Scores {
        return draw_scores(ui, buffer, Rect { y: whole.y + 1, height: whole.height - 1, ..whole });
    }
    let (cursor, count) = state.list();
    let area = layout::list(ui, count);
    let top = layout::list_top(ui, (cursor, count), area.height);
    for (nth, y) in (top..count).zip(area.y..area.bottom()) {
        let line = match state.page {
            Page::Runs => runs::row(session, ui, nth, area.width),
            Page::Acts => acts::row(ui, nth, area.width),
            Page::Compare | Page::Scores => compared::row(ui, nth, area.width),
        };
        buffer.set_line(area.x, y, &line, area.width);
        if nth == cursor {
            buffer.set_style(Rect { y, height: 1, ..area }, ui.theme().ink(Ink::Selected));
        }
    }
    let below = layout::below(ui, area);
    let inner = usize::from(below.width.saturating_sub(2)).max(1);
    let detail = match state.page {
        Page::Runs => runs::detail(session, ui),
        Page::Acts => acts::detail(ui),
        Page::Compare | Page::Scores => compared::detail(ui),
    };
    draw_detail(ui, buffer, below, (inner, detail));
}

/// The pages, the present one in brackets.
fn pages(ui: &Ui) -> String {
    let name = |page: Page| match page == ui.noted.logbook.page {
        true => format!("[{}]", page.as_str()),
        false => page.as_str().to_owned(),
    };
    format!(" {}", Page::ALL.map(name).join(" "))
}

/// A rule, then the rows, wrapped, as many as there is room for.
fn draw_detail(ui: &Ui, buffer: &mut Buffer, area: Rect, (inner, rows): (usize, Rows)) {
    if area.height < 2 || rows.is_empty() {
        return;
    }
    put(buffer, (area.x, area.y), &"─".repeat(usize::from(area.width)), area.width, ui, Ink::Hunk);
    let mut y = area.y + 1;
    for (ink, row) in rows {
        for line in text::wrap(&row, inner) {
            if y >= area.bottom() {
                return;
            }
            put(buffer, (area.x + 1, y), &line, inner as u16, ui, ink);
            y += 1;
        }
    }
}

fn put(buffer: &mut Buffer, (x, y): (u16, u16), words: &str, width: u16, ui: &Ui, ink: Ink) {
    let words = text::one_line(words, usize::from(width));
    buffer.set_stringn(x, y, words, usize::from(width), ui.theme().ink(ink));
}

fn scores_heading(ui: &Ui) -> String {
    let scores = &ui.noted.logbook.scores;
    match (&scores.got, scores.is_asked) {
        (Some(Err(why)), _) => why.clone(),
        (None, _) => "adding up every logbook of this repository …".to_owned(),
        (Some(Ok(_)), true) => "of this repository · adding up again …".to_owned(),
        (Some(Ok(_)), false) => format!("of this repository · {} adds up again", ui.key("refresh")),
    }
}

/// The scoreboard as `prr log stats` has it.
fn draw_scores(ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let Some(scores) = ui.noted.logbook.scores.here() else { return };
    let rows = scores.iter().skip(ui.noted.logbook.top).flat_map(|line| {
        let ink = if line.ends_with("  agreed") || line == "dropped because" { Ink::Strong } else { Ink::Plain };
        let mut rows = text::wrap(line, usize::from(area.width.saturating_sub(2)).max(1));
        rows.extend(rows.is_empty().then(String::new));
        let lead = |at: usize| if at == 0 { "" } else { "  " };
        rows.into_iter().enumerate().map(move |(at, row)| (ink, format!("{}{row}", lead(at))))
    });
    for ((ink, row), y) in rows.zip(area.y..area.bottom()) {
        put(buffer, (area.x, y), &row, area.width, ui, ink);
    }
}

/// Where something was said to be; '' = about the change as a whole.
fn place(place: Option<&(RepoPath, Option<LineRange>)>, room: usize) -> String {
    let Some((path, lines)) = place else { return String::new() };
    let line = lines.map_or(String::new(), |lines| format!(":{}", lines.start()));
    format!("{}{line}", text::path_line(path.as_bytes(), room))
}

/// A row of a list: what leads, what is told in the room between, what ends it.
fn row_of(
    ui: &Ui,
    (lead, middle, tail): (String, &str, String),
    width: u16,
    (ink, is_cursor): (Ink, bool),
) -> Line<'static> {
    use ratatui::text::Span;
    let mark = if is_cursor { "▶ " } else { "  " };
    let room = usize::from(width).saturating_sub(2 + text::width(&lead) + text::width(&tail) + 1).max(4);
    Line::from(vec![
        Span::raw(mark),
        Span::styled(lead, ui.theme().ink(ink)),
        Span::styled(padded(middle, room), ui.theme().ink(ink)),
        Span::styled(format!(" {tail}"), ui.theme().ink(Ink::Dim)),
    ])
}
