//! Draws the Agents view: tasks as rows, and below what the one under the cursor says.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::padded;
use crate::{
    core::{
        model::{Task, TaskEnd, TaskState},
        text,
    },
    session::Session,
    ui::{Ui, agents, layout, theme::Ink},
};

/// Width from which time, tokens and cost have columns, and from which tier and who have them.
const NARROW: u16 = 80;
const WIDE: u16 = 100;

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let theme = ui.theme();
    let width = usize::from(area.width);
    let marked = match ui.noted.agents.marks.len() {
        0 => String::new(),
        marked => format!(" · {marked} marked"),
    };
    let heading = format!(" {}{marked}", agents::sums(session, (&ui.key("mark-all"), &ui.key("reply"))));
    buffer.set_stringn(area.x, area.y, text::one_line(&heading, width), width, theme.ink(Ink::Dim));
    let order = agents::order(session);
    let cursor = agents::place(session, &ui.noted.agents);
    let list = layout::list(ui, order.len());
    let top = layout::list_top(ui, (cursor, order.len()), list.height);
    for ((nth, at), y) in order.iter().enumerate().skip(top).zip(list.y..list.bottom()) {
        let Some((task, state)) = session.tasks.get(*at) else { continue };
        let line = Rect { y, height: 1, ..list };
        let is_cursor = nth == cursor;
        buffer.set_line(line.x, line.y, &row_line(session, ui, (task, state), (area.width, is_cursor)), line.width);
        if is_cursor {
            buffer.set_style(line, theme.ink(Ink::Selected));
        }
    }
    if let Some((task, state)) = agents::chosen(session, &ui.noted.agents) {
        said(session, ui, (task, state), buffer, layout::below(ui, list));
    }
}

fn ink(state: &TaskState) -> Ink {
    match state {
        TaskState::Running => Ink::Strong,
        TaskState::Ended(TaskEnd::Failed(_) | TaskEnd::Stopped) => Ink::Warning,
        TaskState::Ended(TaskEnd::Completed) => Ink::Plain,
        TaskState::Queued | TaskState::Ended(TaskEnd::Skipped(_)) => Ink::Dim,
    }
}

fn row_line(
    session: &Session,
    ui: &Ui,
    (task, state): (&Task, &TaskState),
    (width, is_cursor): (u16, bool),
) -> Line<'static> {
    let (glyph, word) = agents::state(state);
    let claims = agents::claims(session, task);
    let report = session.voices().of(&task.id).and_then(|voice| voice.report.as_ref());
    let mut tail = format!("{}{}", cell(word, 9), cell(&claims, 11));
    if width >= WIDE {
        let planned = agents::planned(session, task);
        let tier = planned.map_or("", |planned| planned.tier.as_str());
        let who = report.map(|report| report.who.as_str()).or_else(|| planned.and_then(|p| p.who.as_deref()));
        // What a model is called is long: it has what the name of the task can spare.
        let columns = usize::from(width).saturating_sub(84).min(30);
        tail.push_str(&format!("{}{}", cell(tier, 8), cell(who.unwrap_or(""), columns)));
    }
    if width >= NARROW {
        let millis = agents::elapsed(session, ui, (task, state)).or_else(|| report.map(|report| report.millis));
        let time = millis.map_or(String::new(), agents::time);
        let tokens = report.and_then(|report| report.usage).map_or(String::new(), agents::tokens);
        let cost = report.and_then(|report| report.cost_usd).map_or(String::new(), |cost| format!("${cost:.4}"));
        tail.push_str(&format!("{}{}{}", cell(&time, 11), cell(&tokens, 8), cell(&cost, 9)));
    }
    let mark = if ui.noted.agents.marks.contains(&task.id) { "*" } else { " " };
    let lead = format!("{}{mark}", if is_cursor { "\u{25b6}" } else { " " });
    let room = usize::from(width).saturating_sub(4 + text::width(&tail) + 1).max(8);
    Line::from(vec![
        Span::raw(format!("{lead}{glyph} ")),
        Span::styled(cell(&short(&agents::name(session, task), room), room), ui.theme().ink(ink(state))),
        Span::styled(format!(" {tail}"), ui.theme().ink(Ink::Dim)),
    ])
}

/// What it says: the end of it, unless it is scrolled back.
fn said(session: &Session, ui: &Ui, (task, state): (&Task, &TaskState), buffer: &mut Buffer, area: Rect) {
    if area.height < 2 {
        return;
    }
    let theme = ui.theme();
    let width = usize::from(area.width.saturating_sub(2)).max(1);
    let rule = format!("\u{2500}\u{2500} {} ", text::one_line(&agents::name(session, task), width.saturating_sub(6)));
    let rule = format!("{rule}{}", "\u{2500}".repeat(usize::from(area.width).saturating_sub(text::width(&rule))));
    buffer.set_stringn(area.x, area.y, rule, usize::from(area.width), theme.ink(Ink::Hunk));
    let room = usize::from(area.height) - 1;
    let rows = last_rows(session, (task, state), width, room + ui.noted.agents.back);
    let back = ui.noted.agents.back.min(rows.len().saturating_sub(room));
    let shown: Vec<&String> = rows.iter().skip(back).take(room).collect();
    for (y, row) in (area.y + 1..).zip(shown.into_iter().rev()) {
        buffer.set_stringn(area.x + 1, y, row, width, theme.ink(Ink::Plain));
    }
}

/// Its text from the end backwards, so that no more is wrapped than is shown: more than so many rows, if there are.
fn last_rows(session: &Session, (task, state): (&Task, &TaskState), width: usize, most: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for line in agents::told(session, task, state) {
        let mut wrapped = text::wrap(&line, width);
        if wrapped.is_empty() {
            wrapped.push(String::new());
        }
        rows.extend(wrapped.into_iter().rev());
        if rows.len() > most {
            break;
        }
    }
    rows
}

/// Whether the chosen task has said more than there is room for.
pub(super) fn overflows(session: &Session, ui: &Ui) -> bool {
    let Some((task, state)) = agents::chosen(session, &ui.noted.agents) else { return false };
    let area = layout::below(ui, layout::list(ui, session.tasks.len()));
    let room = usize::from(area.height).saturating_sub(1);
    let width = usize::from(area.width.saturating_sub(2)).max(1);
    last_rows(session, (task, state), width, room).len() > room
}

/// A name within so many columns: cut in the middle, since its end tells one hotspot from another.
fn short(name: &str, room: usize) -> String {
    let room = room.saturating_sub(1);
    if !name.is_ascii() || name.len() <= room || room < 16 {
        return name.to_owned();
    }
    let end = room / 2;
    let (front, back) = (name.get(..room - end - 1).unwrap_or(""), name.get(name.len() - end..).unwrap_or(""));
    format!("{front}…{back}")
}

/// A column with a blank behind it.
fn cell(words: &str, columns: usize) -> String {
    padded(words, columns.saturating_sub(1)) + " "
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_too_long_keeps_its_end() {
        assert_eq!(short("hotspot method_routing.rs:329", 27), "hotspot meth…outing.rs:329");
        assert_eq!(short("hotspot mod.rs:123", 27), "hotspot mod.rs:123");
        for room in 0..40 {
            let told = cell(&short("hotspot method_routing.rs:329", room), room.max(1));
            assert!(text::width(&told) <= room.max(1), "{room}: {told:?}");
        }
    }
}
