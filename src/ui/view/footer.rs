//! The bottom line: mode, place, a message or the keys that matter here, what is not saved yet.

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
};

use super::{choice, hints, reason, said};
use crate::{
    core::{diff, model::Edge, text},
    session::{Session, Spot},
    ui::{
        Filter, Ui,
        actions::{ACTIONS, Action, ActionRow, Pen, Queue, Run, Seek, Show, Talk, Verdict},
        agents, check,
        state::{Ask, Mode, View},
        theme::Ink,
        update::{REFUTED, has_card_below},
    },
};

/// Between a message and keys, and the columns from which keys are told behind one.
const GAP: &str = "  ┊ ";
const LEAST: usize = 30;

/// Draws it, and tells in how many rows: more than its own where a message needs them.
pub(super) fn draw(session: &Session, ui: &Ui, frame: &mut Frame<'_>, area: Rect) -> u16 {
    let theme = ui.theme();
    frame.buffer_mut().set_style(area, theme.ink(Ink::Bar));
    match &ui.mode {
        Mode::Prompt(ask, field, _) => {
            let lead = match ask {
                Ask::Search => "/",
                Ask::Command => ":",
                Ask::Filter => "files: ",
            };
            prompt(ui, frame, area, lead, &field.text());
            return area.height;
        }
        Mode::Drop(_, Some(field)) => {
            let typed = field.text();
            let label = if typed.starts_with(REFUTED) { "what refutes it: " } else { "reason: " };
            if !reason::draw(ui, frame, area, (label.trim_end(), field)) {
                prompt(ui, frame, area, label, &typed);
                reason::hint(ui, frame, area, text::width(label) + text::width(&typed));
            }
            return area.height;
        }
        Mode::Normal
        | Mode::Filter
        | Mode::Bulk(_)
        | Mode::Drop(_, None)
        | Mode::Severity(_)
        | Mode::Edit(_)
        | Mode::Help(_)
        | Mode::Read(_)
        | Mode::Callers(_)
        | Mode::Ask(_)
        | Mode::Deliver
        | Mode::Leave
        | Mode::Evidence(..)
        | Mode::Notes(_) => {}
    }
    if let Some(choices) = choice::choices(session, ui) {
        choice::draw(ui, frame, area, &choices);
        return area.height;
    }
    let saved = unsaved(session);
    // The keys of the editor have room before all of a name.
    let most = if matches!(ui.mode, Mode::Edit(_)) { 22 } else { usize::MAX };
    let place = place(session, ui, (usize::from(area.width) / 3).min(most));
    let room = usize::from(area.width).saturating_sub(text::width(&place) + text::width(&saved) + 4);
    let mut spans = vec![Span::styled(format!(" {place} "), theme.ink(Ink::Strong))];
    let said = said::draw(ui, frame, area, (room, text::width(&saved)));
    if said.is_none() {
        spans.extend(middle(session, ui, room));
        frame.buffer_mut().set_line(area.x, area.y, &Line::from(spans), area.width);
    }
    let buffer = frame.buffer_mut();
    let x = area.right().saturating_sub(text::width(&saved) as u16 + 1);
    buffer.set_stringn(x, area.y, &saved, usize::from(area.width), theme.ink(Ink::Warning));
    said.unwrap_or(area.height)
}

/// Records that are not known to be on disk.
fn unsaved(session: &Session) -> String {
    match (session.log.lost, session.log.unsaved_work()) {
        (0, 0) => String::new(),
        (0, waiting) => format!("● {waiting} unsaved"),
        (lost, _) => format!("✗ {lost} not saved"),
    }
}

/// Where the person is: in the diff file, line and how far down, and what is under way there; else the row of the view.
fn place(session: &Session, ui: &Ui, room: usize) -> String {
    if ui.view == View::Agents {
        let all = session.tasks.len();
        return format!("{} of {all}", (agents::place(session, &ui.noted.agents) + 1).min(all));
    }
    if ui.view == View::Logbook {
        let (cursor, count) = ui.noted.logbook.list();
        return if count == 0 { "logbook".to_owned() } else { format!("{} of {count}", cursor + 1) };
    }
    if ui.view == View::Review {
        return "review".to_owned();
    }
    if ui.view == View::Inbox {
        let all = session.inbox().rows.as_ref().map_or(0, |rows| rows.len());
        return format!("{} of {all}", if all == 0 { 0 } else { ui.noted.talk.inbox + 1 });
    }
    if ui.view == View::Triage {
        let at = ui.triage.nth().map_or(0, |at| at + 1);
        return format!("{at} of {}", ui.triage.shown_len());
    }
    if ui.tree.focus {
        let at = ui.tree.row_of(ui.tree.cursor).map_or(0, |at| at + 1);
        return format!("files {at} of {}", ui.tree.len(session));
    }
    let under_way = match (&ui.diff.picking, ui.diff.select) {
        (Some(_), _) => "picking · ",
        (None, Some(_)) => "selecting · ",
        (None, None) => "",
    };
    format!("{under_way}{}", in_diff(session, ui, room.saturating_sub(text::width(under_way))))
}

/// Where the cursor is in the diff.
fn in_diff(session: &Session, ui: &Ui, room: usize) -> String {
    let slot = ui.diff.cursor.slot;
    let index = &session.diff;
    let (number, before) = match slot.spot {
        Spot::Line(at) => {
            let before = index.hunk(at.hunk).map_or(0, |hunk| hunk.lines_before + u64::from(at.ord) + 1);
            (diff::anchor_of(index, at).map(|(_, number)| number), before)
        }
        Spot::Hunk(hunk) => (None, index.hunk(hunk).map_or(0, |hunk| hunk.lines_before)),
        Spot::Beyond(at) => {
            let hunk = index
                .hunk(at.hunk)
                .map_or(0, |hunk| hunk.lines_before + if at.edge == Edge::Below { u64::from(hunk.lines) } else { 0 });
            (diff::numbers_beyond(index, at).map(|(_, new)| new), hunk)
        }
        Spot::File => {
            let first = index.file(slot.file).map(|file| crate::core::model::HunkIx(file.hunks.start));
            (None, first.and_then(|hunk| index.hunk(hunk)).map_or(0, |hunk| hunk.lines_before))
        }
        Spot::Top => return "top".to_owned(),
    };
    let percent = (before * 100).checked_div(index.lines).unwrap_or(0);
    let path = index.path(slot.file);
    let name = text::path_line(path.file_name(), room.saturating_sub(12).max(6));
    match number {
        // Of one width, so that a step does not move all that stands behind it.
        Some(number) => format!("{name}:{number:<5}{percent:>3}%"),
        None => format!("{name:<6} {percent:>3}%"),
    }
}

/// The last message, and the keys that matter here behind it where there is room for both.
fn middle(session: &Session, ui: &Ui, room: usize) -> Vec<Span<'static>> {
    let Some(message) = &ui.message else { return told(session, ui, room) };
    let words = text::one_line(&message.text, room);
    let left = room.saturating_sub(text::width(&words) + GAP.len());
    let mut spans = vec![Span::styled(words, said::style(ui))];
    if left >= LEAST && matches!(ui.mode, Mode::Normal) {
        spans.push(Span::raw(GAP));
        spans.extend(told(session, ui, left));
    }
    spans
}

/// What can be done here.
fn told(session: &Session, ui: &Ui, room: usize) -> Vec<Span<'static>> {
    let theme = ui.theme();
    let scroll = ui.chord.map().up_and_down();
    let words = match &ui.mode {
        // Drawn in as many rows as they need (`choice`).
        Mode::Drop(..) | Mode::Filter | Mode::Bulk(_) | Mode::Severity(_) => String::new(),
        Mode::Edit(editor) if !check::faults(session, editor).is_empty() => {
            let faults = check::faults(session, editor);
            let words: Vec<String> = faults.into_iter().map(|fault| fault.words).collect();
            let words = format!("{} · C-s save · Esc draft", words.join(" · "));
            return vec![Span::styled(text::one_line(&words, room), theme.ink(Ink::Warning))];
        }
        Mode::Edit(_) => "C-s save · Esc keep as draft · C-x discard · C-u undo".to_owned(),
        Mode::Help(_) | Mode::Notes(_) | Mode::Evidence(..) => format!("{scroll} scroll · {} close", ui.key("back")),
        Mode::Read(_) => {
            let (section, open, back) = (ui.key("next-hunk"), ui.key("open"), ui.key("back"));
            format!("{scroll} scroll · {section} next section · {open} browser · {back} back")
        }
        Mode::Callers(callers) if callers.opened.is_some() => {
            format!("{scroll} scroll · {} back to the list", ui.key("back"))
        }
        Mode::Callers(_) => {
            let back = ui.key("back");
            format!("{scroll} choose · Enter goes there · Tab another name · {back} back · ± in this change")
        }
        Mode::Ask(question) => format!("y {} · n {}", question.yes.0, question.no.0),
        Mode::Leave => format!("what you decided is being written down · {} leaves at once", ui.key("back")),
        Mode::Deliver => "nothing is posted before y · Down Up scroll · Esc back".to_owned(),
        Mode::Normal if ui.view == View::Diff && ui.diff.picking.is_some() && ui.chord.shown().is_empty() => {
            let id = ui.diff.picking.as_ref().map_or("", |id| id.as_str());
            let (select, enter) = (ui.key("select"), ui.key("fold"));
            format!("{enter} puts {id} here · Esc leaves it · {select} selects")
        }
        Mode::Normal if ui.view == View::Agents && ui.chord.shown().is_empty() => hints::agents(session, ui, room),
        Mode::Normal if ui.view == View::Logbook && ui.chord.shown().is_empty() => hints::logbook(session, ui, room),
        Mode::Normal if ui.view == View::Review && ui.chord.shown().is_empty() => hints::review(session, ui, room),
        Mode::Normal
            if ui.view == View::Triage && ui.triage.filter == Filter::Drawer && ui.chord.shown().is_empty() =>
        {
            hints::drawer(ui, room)
        }
        Mode::Normal if ui.view == View::Triage && ui.chord.shown().is_empty() => hints::triage(session, ui, room),
        Mode::Normal if ui.view == View::Inbox && ui.chord.shown().is_empty() => hints::inbox(session, ui, room),
        Mode::Normal if ui.tree.focus && ui.chord.shown().is_empty() => hints::tree(session, ui, room),
        Mode::Normal if ui.diff.select.is_some() && ui.chord.shown().is_empty() => hints::selecting(ui, room),
        Mode::Normal | Mode::Prompt(..) => {
            let typed = ui.chord.shown();
            return if typed.is_empty() { keys(session, ui, room) } else { vec![Span::raw(typed)] };
        }
    };
    vec![Span::raw(text::one_line(&words, room))]
}

/// Rank of an action in the footer when the cursor is on a thread; 0 = not in it.
fn thread_rank(row: &ActionRow) -> u8 {
    match row.action {
        Action::Talk(Talk::Reply) => 1,
        Action::Talk(Talk::Resolve) => 2,
        Action::Talk(Talk::Page) => 3,
        Action::Talk(Talk::Open) => 4,
        Action::Seek(Seek::NextCard) => 5,
        Action::Show(Show::Fold) => 6,
        Action::Show(Show::Help) => 7,
        Action::Program(Run::Back) => 8,
        _ => 0,
    }
}

/// The keys that matter here, from the action table, as many as fit.
fn keys(session: &Session, ui: &Ui, room: usize) -> Vec<Span<'static>> {
    let theme = ui.theme();
    let on_card = !session.findings.at(ui.diff.cursor.slot).is_empty();
    let on_thread = ui.diff.cursor.thread().is_some();
    let rank = |row: &ActionRow| match (on_thread, on_card) {
        _ if !does_something(session, ui, row.action) => 0,
        (true, _) => thread_rank(row),
        (false, true) => row.footer.0,
        (false, false) => row.footer.1,
    };
    let mut rows: Vec<&ActionRow> = ACTIONS.iter().filter(|row| rank(row) > 0).collect();
    rows.sort_by_key(|row| rank(row));
    // What has no key is in the palette, and no hint here.
    let rows: Vec<(&ActionRow, String)> =
        rows.into_iter().filter(|row| ui.chord.map().has(row.id)).map(|row| (row, ui.key(row.id))).collect();
    let spans = fitting(&rows, room).into_iter().flat_map(|(row, key)| {
        let short = if is_way_back(ui, row.action) { "back" } else { row.short };
        [Span::styled(key, theme.ink(Ink::Key)), Span::raw(format!(" {short}  "))]
    });
    spans.collect()
}

/// Whether `back` closes something first and does not end the program.
fn is_way_back(ui: &Ui, action: Action) -> bool {
    action == Action::Program(Run::Back) && (ui.diff.select.is_some() || ui.search.is_some())
}

/// Whether there is anything in the diff that an action of the footer could be about.
fn does_something(session: &Session, ui: &Ui, action: Action) -> bool {
    match action {
        // Only pull requests are published.
        Action::Program(Run::Publish) => session.request().is_some_and(|request| request.pull.is_some()),
        Action::Seek(Seek::NextCard) => has_card_below(session, ui),
        Action::Seek(Seek::NextUndecided) => match ui.diff.cursor.finding() {
            Some(here) => session.undecided_without(here) > 0,
            None => session.undecided_len() > 0,
        },
        Action::Seek(Seek::NextHotspot | Seek::NextRisk) => {
            session.map.as_ref().is_some_and(|map| !map.hotspots.is_empty())
        }
        Action::Seek(Seek::NextHunk) => !session.diff.hunks.is_empty(),
        Action::Write(Pen::Comment | Pen::Select) | Action::Decide(Verdict::Viewed) | Action::Show(Show::Search) => {
            !session.diff.files.is_empty()
        }
        Action::Decide(Verdict::Undo) => session.gate.next_undo().is_some(),
        Action::Queue(Queue::Drawer) => session.findings.drawer_len() > 0,
        _ => true,
    }
}

/// Of rows in order of rank those that fit. Help tells all the others, so that its place is kept free.
fn fitting<'r>(rows: &[(&'r ActionRow, String)], room: usize) -> Vec<(&'r ActionRow, String)> {
    let width = |(row, key): &(&ActionRow, String)| text::width(key) + text::width(row.short) + 3;
    let is_help = |(row, _): &(&ActionRow, String)| row.action == Action::Show(Show::Help);
    let help = rows.iter().find(|row| is_help(row)).map_or(0, width);
    let mut left = room.saturating_sub(help);
    let fits = |row: &&(&ActionRow, String)| {
        let needs = if is_help(row) { 0 } else { width(row) };
        let fits = if is_help(row) { help <= room } else { needs <= left };
        left -= if fits { needs } else { 0 };
        fits
    };
    rows.iter().filter(fits).cloned().collect()
}

fn prompt(ui: &Ui, frame: &mut Frame<'_>, area: Rect, lead: &str, typed: &str) {
    let room = usize::from(area.width).saturating_sub(text::width(lead) + 3);
    let shown = end_of(typed, room);
    let words = format!(" {lead}{shown}");
    let x = area.x + (text::width(&words) as u16).min(area.width.saturating_sub(1));
    frame.buffer_mut().set_stringn(area.x, area.y, &words, usize::from(area.width), ui.theme().ink(Ink::Plain));
    frame.set_cursor_position(Position { x, y: area.y });
}

/// The end of a text that is being typed, in one row.
fn end_of(typed: &str, room: usize) -> String {
    let whole = text::one_line(typed, usize::from(u16::MAX));
    let mut skip = whole.chars();
    while text::width(skip.as_str()) > room {
        skip.next();
    }
    skip.as_str().to_owned()
}
