//! Pages over the diff: help from the action table, and what the run has to tell.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Clear,
};

use crate::{
    core::{model::FindingId, text},
    session::Session,
    ui::{
        Ui,
        actions::{ACTIONS, Group},
        evidence,
        theme::{Ink, Theme},
    },
};

/// Columns of prose at most: longer rows are hard to read.
const WIDEST: usize = 110;

/// Every action with its keys, by group.
pub(super) fn help(ui: &Ui, frame: &mut Frame<'_>, area: Rect, top: u16) {
    let theme = ui.theme();
    let mut lines = Vec::new();
    for group in Group::ALL {
        lines.push(Line::styled(format!(" {}", group.title()), theme.ink(Ink::Strong)));
        for row in ACTIONS.iter().filter(|row| row.group == group) {
            let map = ui.chord.map();
            let keys = if map.has(row.id) { map.all(row.id) } else { map.by_name(row.id) };
            let spans = vec![Span::styled(format!("   {keys:<18}"), theme.ink(Ink::Key)), Span::raw(row.words)];
            lines.push(Line::from(spans));
        }
        lines.push(Line::raw(""));
    }
    let (down, last) = (ui.key("down"), ui.key("last"));
    lines.push(Line::raw(format!(
        " 1–9 are counts: 5{down}, 42{last}. In an editor: C-s saves, Esc keeps a draft, C-x discards."
    )));
    page(theme, frame, area, top, lines);
}

/// Notes of the run: how the target was resolved, problems of the diff, the logbook.
pub(super) fn notes(session: &Session, ui: &Ui, frame: &mut Frame<'_>, area: Rect, top: u16) {
    let theme = ui.theme();
    let width = usize::from(area.width.saturating_sub(4)).max(1);
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
    match &session.log.path {
        Some(path) => add(&format!("logbook: {}", path.display()), Ink::Dim),
        None => add("logbook: none yet", Ink::Dim),
    }
    page(theme, frame, area, top, lines);
}

/// What stands behind a finding.
pub(super) fn evidence(session: &Session, ui: &Ui, frame: &mut Frame<'_>, area: Rect, (id, top): (&FindingId, u16)) {
    let theme = ui.theme();
    let width = usize::from(area.width.saturating_sub(3)).max(1);
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
    page(theme, frame, area, top, lines);
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
