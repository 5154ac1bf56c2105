//! The queue: a table of findings, the finding whole beside it, its code below that.

mod past;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        gate::Stance,
        model::{Finding, FindingId, Kind},
        text,
    },
    session::{Session, Slot},
    ui::{
        Ui, card, layout,
        theme::{Ink, severity_glyph},
        triage::Entry,
        walk,
    },
};

use super::{diff_view, empty, header::plural, padded};

/// Rows of the reason why it is held back, a person's evidence with it.
const WHY: usize = 6;

/// Columns of a row from which lens and who says it have columns, and their widths.
const WIDE: u16 = 110;
/// Columns of a row from which the priority has a column.
const NUMBERED: u16 = 66;
const LENS: usize = 14;
const WHO: usize = 18;

/// Lines of code shown before the finding's own.
const BEFORE: usize = 6;

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer) {
    let queue = layout::queue(ui);
    let detail = layout::detail(ui);
    draw_queue(session, ui, buffer, queue);
    if let Some(id) = &ui.triage.cursor {
        draw_detail(session, ui, buffer, detail, id);
    }
}

fn draw_queue(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let theme = ui.theme();
    let count = ui.triage.shown_len();
    let marks = match ui.triage.marks.len() {
        0 => String::new(),
        n => format!(" · {n} marked"),
    };
    let order = match ui.triage.sort {
        crate::ui::triage::Sort::Priority => "by priority",
        crate::ui::triage::Sort::Place => "by place",
    };
    let what = ui.triage.filter.words(session);
    let threads = match session.digest().threads.counts().open {
        0 => String::new(),
        open => format!(" · » {open} open thread{} in the diff", plural(open)),
    };
    let heading =
        format!(" {count} finding{}: {what}, {order}{marks}{threads} · {} filters", plural(count), ui.key("filter"));
    let heading = text::one_line(&heading, usize::from(area.width));
    buffer.set_stringn(area.x, area.y, heading, usize::from(area.width), theme.ink(Ink::Dim));
    let rows = ui.triage.entries.iter().skip(ui.triage.top).take(usize::from(area.height.saturating_sub(1)));
    for (at, entry) in rows.enumerate() {
        let line = Rect { y: area.y + 1 + at as u16, height: 1, ..area };
        match entry {
            Entry::Reason(reason, count) => {
                let words = format!("  {} · {count}", reason.as_str());
                buffer.set_stringn(line.x, line.y, words, usize::from(line.width), theme.ink(Ink::Hunk));
            }
            Entry::Finding(id) => draw_entry(session, ui, buffer, line, id),
            Entry::Past(_) | Entry::Gone(_) | Entry::Fresh(_) => past::draw(session, ui, buffer, line, entry),
        }
    }
    if ui.triage.entries.is_empty() {
        for (y, words) in (area.y + 1..area.bottom()).zip(empty::queue(session, ui, usize::from(area.width))) {
            buffer.set_stringn(area.x, y, words, usize::from(area.width), theme.ink(Ink::Dim));
        }
    }
}

fn draw_entry(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, id: &FindingId) {
    let theme = ui.theme();
    let Some(finding) = session.shown(id) else { return };
    let is_cursor = ui.triage.cursor.as_ref() == Some(id);
    let mark = if ui.triage.marks.contains(id) { "*" } else { " " };
    let (state, word) = state(session, id);
    let (glyph, label) = label(session, finding);
    let width = usize::from(line.width);
    // Columns need a place of one width.
    let (whose, place) = match line.width >= WIDE {
        true => (whose(session, finding), padded(&place(finding, width / 5), width / 5)),
        false => (String::new(), place(finding, width / 4)),
    };
    // What the heading says of all of them is not said again where the title needs the room.
    let word = match ui.triage.filter.is_of_a_state() && line.width < WIDE {
        true => String::new(),
        false => format!("{word:<9} "),
    };
    let lead = format!("{}{mark}{state} {word}", if is_cursor { "▶" } else { " " });
    let what = format!("{glyph} {label:<9} ");
    // The order tells it where there is no room for the number.
    let priority = if line.width >= NUMBERED { format!("{:>3}  ", finding.priority) } else { " ".to_owned() };
    let tail = format!("  {whose}{place}");
    let taken: usize = [&lead, &what, &priority, &tail].map(|words| text::width(words)).iter().sum();
    let style = match finding.kind {
        Kind::Comment => theme.ink(Ink::Own),
        _ => theme.severity(card::shown_severity(session, finding)),
    };
    let spans = vec![
        Span::raw(lead),
        Span::styled(what, style),
        Span::styled(priority, theme.ink(Ink::Dim)),
        Span::raw(padded(&title(session, finding), width.saturating_sub(taken))),
        Span::styled(tail, theme.ink(Ink::Dim)),
    ];
    buffer.set_line(line.x, line.y, &Line::from(spans), line.width);
    if is_cursor {
        buffer.set_style(line, theme.ink(Ink::Selected));
    }
}

/// Its title, with what became of it since the last look, and its kind where that is beside a severity.
fn title(session: &Session, finding: &Finding) -> String {
    let words = card::shown_wording(session, finding);
    let words = if words.title.is_empty() { words.body } else { words.title };
    let past = card::past_state(session, &finding.id).map(|state| format!("{}: ", state.as_str()));
    let kind = if finding.kind == Kind::Question { "question: " } else { "" };
    format!("{}{kind}{words}", past.unwrap_or_default())
}

/// Lens, and who says it.
fn whose(session: &Session, finding: &Finding) -> String {
    let said = finding.candidates.first().and_then(|id| session.findings.candidate(id));
    let (lens, who) = match (finding.kind, said) {
        (Kind::Comment, _) => ("", "you"),
        (_, Some(said)) => (finding.lens.as_str(), said.task.as_str()),
        (_, None) => (finding.lens.as_str(), ""),
    };
    format!("{}  {}  ", padded(lens, LENS), padded(who, WHO))
}

/// What it is, in one word.
fn label(session: &Session, finding: &Finding) -> (&'static str, String) {
    match finding.kind {
        Kind::Finding | Kind::Question => {
            let severity = card::shown_severity(session, finding);
            (severity_glyph(severity), severity.to_string())
        }
        Kind::Comment => ("✎", "mine".to_owned()),
        Kind::Praise | Kind::Thought | Kind::Note => ("·", finding.kind.to_string()),
    }
}

/// Glyph and word of what the person made of it.
fn state(session: &Session, id: &FindingId) -> (&'static str, &'static str) {
    match (session.gate.stance(id), session.findings.held(id)) {
        (Stance::Accepted, _) => ("✓", "accepted"),
        (Stance::Dropped(_), _) => ("✗", "dropped"),
        (Stance::Undecided, Some(_)) => ("▫", "held back"),
        (Stance::Undecided, None) => ("·", "undecided"),
    }
}

fn place(finding: &Finding, room: usize) -> String {
    let Some(anchor) = finding.placement.anchor() else { return "whole change".to_owned() };
    let lines = anchor.lines.map_or(String::new(), |lines| format!(":{}", lines.start()));
    // The line is never what is cut.
    let path = room.max(12).saturating_sub(text::width(&lines));
    format!("{}{lines}", text::path_line(anchor.path.as_bytes(), path))
}

/// The finding whole, why it is held back, and its code.
fn draw_detail(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect, id: &FindingId) {
    let mut y = area.y;
    if let Some(held) = session.findings.held(id) {
        let words = format!(" held back, {}: {}", held.reason.as_str(), held.details);
        for row in text::wrap(&words, usize::from(area.width.max(1))).into_iter().take(WHY) {
            if y < area.bottom() {
                buffer.set_stringn(area.x, y, row, usize::from(area.width), ui.theme().ink(Ink::Warning));
                y += 1;
            }
        }
    }
    let rows = card::whole(session, ui, id, area.width);
    let code = usize::from(area.height) / 3;
    let most = usize::from(area.bottom().saturating_sub(y)).saturating_sub(code);
    for row in rows.iter().take(most.max(4)) {
        if y < area.bottom() {
            buffer.set_line(area.x, y, row, area.width);
            y += 1;
        }
    }
    if let Some(slot) = session.findings.slot(id).filter(|slot| *slot != Slot::TOP) {
        draw_code(session, ui, buffer, Rect { y, height: area.bottom().saturating_sub(y), ..area }, slot);
    }
}

/// The lines of the diff around a place.
fn draw_code(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect, slot: Slot) {
    let mut from = slot;
    for _ in 0..BEFORE.min(usize::from(area.height) / 2) {
        match walk::prev(session, ui, from).filter(|before| before.file == slot.file) {
            Some(before) => from = before,
            None => break,
        }
    }
    let mut at = Some(from);
    for y in area.top()..area.bottom() {
        let Some(here) = at.filter(|here| here.file == slot.file) else { return };
        let line = Rect { y, height: 1, ..area };
        diff_view::draw_slot(session, ui, buffer, line, here);
        if here == slot {
            buffer.set_string(line.x, line.y, "▶", ui.theme().ink(Ink::Strong));
        }
        at = walk::next(session, ui, here);
    }
}
