//! The inbox: pull requests that wait for the person, a row each. Columns that a narrow window has no room for go; the
//! title stays.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        model::{CheckState, InboxRow, LookState},
        text,
    },
    session::{Session, check_words},
    ui::{Ui, layout, prose, theme::Ink, thread},
};

use super::{header::plural, padded};

/// Width from which author and size have columns, and from which the reason has one.
const WIDE: usize = 100;
const WITH_REASON: usize = 130;

/// Columns of age, state, author, size, reason.
const AGE: usize = 13;
const STATE: usize = 12;
const WHO: usize = 14;
const SIZE: usize = 12;
const WHY: usize = 16;

/// Columns of the word of a pull request's checks, and those of the title that it must leave.
const CHECK: usize = 8;
const TITLE: usize = 28;

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let theme = ui.theme();
    let inbox = session.inbox();
    let rows = inbox.rows.as_deref().unwrap_or(&[]);
    let count = rows.len();
    let heading = match (&inbox.rows, inbox.is_asking, &inbox.failure) {
        (None, true, _) => " asking the host what waits for you …".to_owned(),
        (None, false, Some(failure)) => format!(" {}", failure.summary),
        (None, false, None) => format!(" nothing was asked yet · {} asks", ui.key("refresh")),
        (Some(_), asking, _) => {
            let again = if asking { " · asking again …" } else { "" };
            format!(
                " {count} pull request{} wait for you{again} · Enter opens, {} refreshes",
                plural(count),
                ui.key("refresh")
            )
        }
    };
    let width = usize::from(area.width);
    buffer.set_stringn(area.x, area.y, text::one_line(&heading, width), width, theme.ink(Ink::Dim));
    let instead = match (&inbox.rows, &inbox.failure) {
        (Some(rows), _) if rows.is_empty() => super::empty::inbox(ui, width),
        (None, Some(failure)) if !inbox.is_asking => super::empty::no_inbox(ui, failure, width),
        _ => Vec::new(),
    };
    for (y, words) in (area.y + 2..area.bottom()).zip(instead) {
        buffer.set_stringn(area.x, y, words, width, theme.ink(Ink::Dim));
    }
    let height = usize::from(area.height.saturating_sub(1)).max(1);
    let (here, top) = (ui.noted.talk.inbox, layout::inbox_top(ui, count));
    let shown: Vec<&InboxRow> = rows.iter().skip(top).take(height).collect();
    let columns = Columns::new(area.width, &shown);
    for (at, row) in (top..).zip(shown) {
        let line = Rect { y: area.y + 1 + (at - top) as u16, height: 1, ..area };
        buffer.set_line(line.x, line.y, &row_line(session, ui, row, &columns, at == here), line.width);
        if at == here {
            buffer.set_style(line, theme.ink(Ink::Selected));
        }
    }
}

/// Columns, by the room there is.
struct Columns {
    name: usize,
    title: usize,
    /// Whether author and size, and the reason, have columns.
    has: (bool, bool),
    /// Columns of the word behind the sign of the checks; 0 = the sign alone, which help explains.
    check: usize,
}

impl Columns {
    fn new(width: u16, rows: &[&InboxRow]) -> Self {
        let width = usize::from(width);
        let widest = rows.iter().map(|row| text::width(&row.entry.name.to_string())).max().unwrap_or(0);
        let name = widest.min(width * 2 / 5);
        let has = (width >= WIDE, width >= WITH_REASON);
        let taken = 4 + name + 2 + (2 + AGE + 2 + STATE) + if has.0 { 2 + WHO + 2 + SIZE } else { 0 };
        let taken = taken + if has.1 { 2 + WHY } else { 0 };
        let title = width.saturating_sub(taken);
        let check = if title >= TITLE + CHECK { CHECK } else { 0 };
        Self { name, title: title - check, has, check }
    }
}

fn row_line(session: &Session, ui: &Ui, row: &InboxRow, columns: &Columns, is_cursor: bool) -> Line<'static> {
    let theme = ui.theme();
    let entry = &row.entry;
    let state = row.state();
    let ink = match state {
        LookState::New => Ink::Strong,
        LookState::Stale => Ink::Warning,
        LookState::Current | LookState::Unsure => Ink::Dim,
    };
    let check = match (entry.checks, columns.check) {
        (None, columns) => padded("", columns + 2),
        (Some(state), 0) => format!("{} ", check_words(state).0),
        (Some(CheckState::Neutral), columns) => padded("· neutral", columns + 2),
        (Some(state), columns) => padded(&format!("{} {}", check_words(state).0, check_words(state).1), columns + 2),
    };
    // Too long, it loses its front: the number stands at the end.
    let name = padded(&text::path_line(entry.name.to_string().as_bytes(), columns.name), columns.name);
    let draft = if entry.is_draft { "[draft] " } else { "" };
    let mut tail = String::new();
    if columns.has.0 {
        let size = entry.counts.map_or(String::new(), |(_, added, removed)| format!("+{added} −{removed}"));
        tail = format!("  {}  {}", padded(&prose::name(&entry.author, WHO), WHO), padded(&size, SIZE));
    }
    let age = prose::age(thread::now(session, ui).max(session.inbox().at), entry.updated);
    tail.push_str(&format!("  {}  {}", padded(&age, AGE), padded(state.as_str(), STATE)));
    if columns.has.1 {
        tail.push_str(&format!("  {}", padded(entry.why.first().map_or("", |why| why.as_str()), WHY)));
    }
    let lead = if is_cursor { "▶ " } else { "  " };
    Line::from(vec![
        Span::raw(format!("{lead}{check}")),
        Span::styled(name, theme.ink(Ink::Key)),
        Span::raw("  "),
        Span::styled(padded(&format!("{draft}{}", entry.title), columns.title), theme.ink(ink)),
        Span::styled(tail, theme.ink(Ink::Dim)),
    ])
}
