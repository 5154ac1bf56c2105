//! Pages over the diff: help from the action table, and what the run has to tell.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Clear,
};

use crate::{
    core::{model::FindingId, text},
    session::{LeftOut, Session, WhyNot},
    ui::{
        Ui,
        actions::{ACTIONS, Group},
        evidence, layout,
        state::Mode,
        theme::{Ink, Theme},
    },
};

use super::{header::plural, here::here, marks::marks};

/// Columns of prose at most: longer rows are hard to read.
const WIDEST: usize = 110;

/// Every action with its keys, by group.
pub(super) fn help(ui: &Ui, frame: &mut Frame<'_>, area: Rect, top: u16) {
    page(ui.theme(), frame, area, top, help_lines(ui, area.width));
}

/// The last row that a page of this mode may be scrolled to; 0 for what is no page.
pub(crate) fn last_top(session: &Session, ui: &Ui, mode: &Mode) -> u16 {
    let area = layout::whole(ui);
    let rows = match mode {
        Mode::Help(_) => help_lines(ui, area.width).len(),
        Mode::Notes(_) => notes_lines(session, ui, area.width).len(),
        Mode::Evidence(id, _) => evidence_lines(session, ui, area.width, id).len(),
        _ => 0,
    };
    u16::try_from(rows.saturating_sub(usize::from(area.height))).unwrap_or(u16::MAX)
}

/// Columns of the keys on the help page.
const KEYS: usize = 18;

/// Keys and what they do, which goes on below itself.
fn key_rows(theme: &Theme, width: u16, keys: &str, words: &str) -> Vec<Line<'static>> {
    let room = usize::from(width).saturating_sub(KEYS.max(text::width(keys)) + 4).max(8);
    let rows = text::wrap(words, room).into_iter().enumerate();
    let row = |(at, row): (usize, String)| {
        let keys = if at == 0 { keys } else { "" };
        Line::from(vec![Span::styled(format!("   {keys:<KEYS$}"), theme.ink(Ink::Key)), Span::raw(row)])
    };
    rows.map(row).collect()
}

fn help_lines(ui: &Ui, width: u16) -> Vec<Line<'static>> {
    let theme = ui.theme();
    let mut lines = Vec::new();
    let key_row = |keys: &str, words: &str| key_rows(theme, width, keys, words);
    if let Some((title, meanings)) = here(ui) {
        lines.push(Line::styled(format!(" {title}"), theme.ink(Ink::Strong)));
        lines.extend(meanings.into_iter().flat_map(|(keys, words)| key_row(&keys, words)));
        lines.push(Line::raw(""));
    }
    for group in Group::ALL {
        lines.push(Line::styled(format!(" {}", group.title()), theme.ink(Ink::Strong)));
        for row in ACTIONS.iter().filter(|row| row.group == group) {
            let map = ui.chord.map();
            let keys = if map.has(row.id) { map.all(row.id) } else { map.by_name(row.id) };
            lines.extend(key_row(&keys, row.words));
        }
        lines.push(Line::raw(""));
    }
    lines.push(Line::styled(" Signs", theme.ink(Ink::Strong)));
    lines.extend(marks().into_iter().flat_map(|(signs, words)| key_row(&signs, &words)));
    lines.push(Line::raw(""));
    let (down, last) = (ui.key("down"), ui.key("last"));
    let counts = format!("1–9 are counts: 5{down}, 42{last}.");
    let editor = "In an editor: C-s saves, Esc keeps a draft, C-x discards, C-u undoes.";
    let prose =
        [counts.as_str(), editor].into_iter().flat_map(|words| text::wrap(words, usize::from(width.max(9)) - 2));
    lines.extend(prose.map(|row| Line::raw(format!(" {row}"))));
    lines
}

/// Notes of the run: how the target was resolved, problems of the diff, the logbook.
pub(super) fn notes(session: &Session, ui: &Ui, frame: &mut Frame<'_>, area: Rect, top: u16) {
    page(ui.theme(), frame, area, top, notes_lines(session, ui, area.width));
}

fn notes_lines(session: &Session, ui: &Ui, width: u16) -> Vec<Line<'static>> {
    let theme = ui.theme();
    let width = usize::from(width.saturating_sub(4)).max(1);
    let mut lines = vec![Line::styled(" Notes of this run", theme.ink(Ink::Strong))];
    let mut add = |text: &str, ink: Ink| {
        let rows = text::wrap(text, width).into_iter();
        lines.extend(rows.enumerate().map(|(at, row)| {
            let lead = if at == 0 { " · " } else { "   " };
            Line::styled(format!("{lead}{}", text::one_line(&row, width)), theme.ink(ink))
        }));
    };
    for note in &session.notes {
        add(&note.text, if note.warning { Ink::Warning } else { Ink::Plain });
    }
    for note in session.map.iter().flat_map(|map| &map.notes).take(100) {
        add(note, Ink::Plain);
    }
    for problem in session.diff.problems.iter().take(100) {
        add(&format!("line {} of the diff: {}", problem.line, problem.what), Ink::Warning);
    }
    for (words, ink) in skipped(session) {
        add(&words, ink);
    }
    match &session.log.path {
        Some(path) => add(&format!("logbook: {}", path.display()), Ink::Dim),
        None => add("logbook: none yet", Ink::Dim),
    }
    lines
}

/// Files that nobody is asked to look at, and why: those that the digest names, and how many more.
fn skipped(session: &Session) -> Vec<(String, Ink)> {
    let LeftOut { named, count } = &session.digest().left_out;
    let told = named.iter().map(|(file, why)| {
        let (why, ink) = match why {
            WhyNot::NotGiven => ("the host does not give its content", Ink::Warning),
            WhyNot::Class(class) => (class.as_str(), Ink::Plain),
        };
        let path = text::path_line(session.diff.path(*file).as_bytes(), 80);
        (format!("not looked at: {path} · {why}"), ink)
    });
    let mut rows: Vec<(String, Ink)> = told.collect();
    if let Some(more @ 1..) = count.checked_sub(named.len()) {
        rows.push((format!("not looked at: {more} file{} more", plural(more)), Ink::Plain));
    }
    let coverage = session.digest().coverage.map_or(0, |coverage| coverage.files);
    if let Some(missing @ 1..) = coverage.checked_sub(session.diff.files.len()) {
        let words = format!("not looked at: {missing} file{} that the host does not list", plural(missing));
        rows.push((words, Ink::Warning));
    }
    rows
}

/// What stands behind a finding.
pub(super) fn evidence(session: &Session, ui: &Ui, frame: &mut Frame<'_>, area: Rect, (id, top): (&FindingId, u16)) {
    page(ui.theme(), frame, area, top, evidence_lines(session, ui, area.width, id));
}

fn evidence_lines(session: &Session, ui: &Ui, width: u16, id: &FindingId) -> Vec<Line<'static>> {
    let theme = ui.theme();
    let width = usize::from(width.saturating_sub(3)).max(1);
    let mut lines = Vec::new();
    for (ink, words) in evidence::rows(session, id) {
        let rows = text::wrap(&words, width.min(WIDEST));
        if rows.is_empty() {
            lines.push(Line::raw(""));
        }
        lines.extend(rows.into_iter().enumerate().map(|(at, row)| {
            let lead = if at == 0 { " " } else { "   " };
            Line::styled(format!("{lead}{}", text::one_line(&row, width)), theme.ink(ink))
        }));
    }
    lines
}

fn page(theme: &Theme, frame: &mut Frame<'_>, area: Rect, top: u16, lines: Vec<Line<'_>>) {
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, theme.screen());
    let most = lines.len().saturating_sub(usize::from(area.height));
    let skip = usize::from(top).min(most);
    for (at, line) in lines.iter().skip(skip).take(usize::from(area.height)).enumerate() {
        frame.buffer_mut().set_line(area.x, area.y + at as u16, line, area.width);
    }
}
