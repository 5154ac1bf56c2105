//! What can be chosen by a letter, whole, in as many rows above the bottom as it needs: nothing of it is cut off. Called by
//! `footer`.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Clear,
};

use crate::{
    core::text,
    session::{Choice, Session},
    ui::{
        Ui,
        state::Mode,
        theme::Ink,
        update::{KINDS, REASONS, SEVERITIES, drop_again, offered},
    },
};

/// What is asked, and what can be chosen; `None` = nothing is.
pub(super) fn choices(session: &Session, ui: &Ui) -> Option<(String, Vec<String>)> {
    let option = |key: &dyn std::fmt::Display, words: &str| format!("{key} {words}");
    match &ui.mode {
        Mode::Drop(_, None) => {
            let mut all = vec![option(&drop_again(ui, session), "no reason")];
            all.extend(REASONS.iter().map(|(key, words)| option(key, &offered(words))));
            let own = session.manner().reasons.iter().take(9).enumerate();
            all.extend(own.map(|(nth, words)| option(&(nth + 1), &text::one_line(words, 40))));
            all.extend(["Enter types one".to_owned(), "Esc keeps it".to_owned()]);
            Some(("drop:".to_owned(), all))
        }
        Mode::Severity(_) => {
            let mut all: Vec<String> =
                SEVERITIES.iter().map(|(key, severity)| option(key, severity.as_str())).collect();
            all.extend(KINDS.iter().enumerate().map(|(nth, (key, kind))| {
                let lead = if nth == 0 { "or kind: " } else { "" };
                format!("{lead}{}", option(key, kind.as_str()))
            }));
            all.push("Esc".to_owned());
            Some(("severity:".to_owned(), all))
        }
        Mode::Filter => {
            let all = [
                "u undecided",
                "a accepted",
                "d dropped",
                "x held back",
                "s this severity",
                "l this lens",
                "p this file",
                "Enter all",
                "Esc",
            ];
            Some(("show:".to_owned(), all.map(str::to_owned).to_vec()))
        }
        Mode::Bulk(choice) => {
            let word = if *choice == Choice::Accept { "accept" } else { "drop" };
            let asked = format!("{word} {} marked findings?", ui.triage.marks.len());
            Some((asked, vec!["y yes".to_owned(), "Esc no".to_owned()]))
        }
        Mode::Drop(_, Some(_))
        | Mode::Normal
        | Mode::Prompt(..)
        | Mode::Edit(_)
        | Mode::Help(_)
        | Mode::Notes(_)
        | Mode::Evidence(..)
        | Mode::Read(_)
        | Mode::Callers(_)
        | Mode::Ask(_)
        | Mode::Deliver
        | Mode::Leave => None,
    }
}

/// The last row is the footer's own; others stand above it.
pub(super) fn draw(ui: &Ui, frame: &mut Frame<'_>, footer: Rect, (asked, all): &(String, Vec<String>)) {
    let theme = ui.theme();
    let width = usize::from(footer.width.saturating_sub(2)).max(1);
    let rows = rows(asked, all, width);
    let count = u16::try_from(rows.len()).unwrap_or(1).clamp(1, footer.bottom().max(1));
    let area = Rect { y: footer.bottom().saturating_sub(count), height: count, ..footer };
    frame.render_widget(Clear, area);
    let buffer = frame.buffer_mut();
    buffer.set_style(area, theme.ink(Ink::Bar));
    for (row, y) in rows.into_iter().zip(area.y..area.bottom()) {
        buffer.set_line(area.x + 1, y, &Line::from(Span::raw(row)), area.width.saturating_sub(1));
    }
}

/// Whole options only, as many a row as there is room for.
fn rows(asked: &str, all: &[String], width: usize) -> Vec<String> {
    let mut rows = vec![asked.to_owned()];
    for (nth, option) in all.iter().enumerate() {
        let gap = if nth == 0 { " " } else { " · " };
        match rows.last_mut() {
            Some(row) if text::width(row) + text::width(gap) + text::width(option) <= width => {
                row.push_str(gap);
                row.push_str(option);
            }
            _ => rows.push(format!("  {option}")),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_option_is_cut_and_each_stands_once() {
        let all: Vec<String> = (0..12).map(|n| format!("{n} option number {n}")).collect();
        for width in [24, 40, 78, 200] {
            let rows = rows("choose:", &all, width);
            assert!(rows.iter().all(|row| text::width(row) <= width), "{width}: {rows:?}");
            let joined = rows.join("\n");
            assert!(all.iter().all(|option| joined.matches(option.as_str()).count() >= 1), "{joined}");
        }
    }
}
