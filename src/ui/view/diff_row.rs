//! Single rows of the diff that are no lines: the top, a file, a hunk; the header that covers the first row. Lines:
//! `line_row`.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        model::{Counts, FileForm, FileIx, FileStatus, HunkIx},
        text,
    },
    session::{Session, Slot},
    ui::{Ui, beyond, heading, layout, since, theme::Ink, walk},
};

use super::{header::plural, hides, spots};

/// Columns that the section of a hunk has at least.
const LEAST_SECTION: usize = 12;

/// The row above the first file: the change as a whole.
pub(super) fn top(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect) {
    let index = &session.diff;
    let files = index.files.len();
    let more = if index.complete { "" } else { " so far" };
    // A header of two lines has them.
    let beside = if layout::areas(ui).header.height == 1 { heading::beside(session) } else { Vec::new() };
    // Coverage names the files too.
    let count = match session.digest().coverage {
        Some(_) if !beside.is_empty() => String::new(),
        _ => format!("{files} file{}{more}, ", plural(files)),
    };
    let words = format!("  {count}+{} −{}", index.totals.added, index.totals.removed);
    let words = match since::filter(session, ui) {
        Some(_) => format!("  {files} file{}, {}", plural(files), session.last_look().words()),
        None => words,
    };
    let problems = match index.problems.len() {
        0 => String::new(),
        n => format!(" · {n} part{} could not be read ({})", plural(n), ui.key("notes")),
    };
    let theme = ui.theme();
    let beside: String = beside.into_iter().map(|words| format!(" · {words}")).collect();
    let left =
        usize::from(line.width).saturating_sub(text::width(&words) + text::width(&problems) + text::width(&beside));
    let told = match session.digest().page.is_empty() {
        true => String::new(),
        false => {
            let long = format!(" · {} shows description and conversation", ui.key("pull"));
            let short = format!(" · {} its page", ui.key("pull"));
            [long, short].into_iter().find(|told| text::width(told) <= left).unwrap_or_default()
        }
    };
    let spans = vec![
        Span::styled(words, theme.ink(Ink::Dim)),
        Span::styled(problems, theme.ink(Ink::Warning)),
        Span::styled(beside, theme.ink(Ink::Dim)),
        Span::styled(told, theme.ink(Ink::Dim)),
    ];
    buffer.set_line(line.x, line.y, &Line::from(spans), line.width);
}

/// A file's header: status, name, counts, heat, viewed, findings.
pub(super) fn file(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, file: FileIx) {
    let theme = ui.theme();
    buffer.set_style(line, theme.ink(Ink::File));
    let Some(entry) = session.diff.file(file) else { return };
    let mut tail = match entry.form {
        FileForm::Binary => "  binary".to_owned(),
        FileForm::NotGiven => {
            format!("  +{} −{}  content not available", entry.counts.added, entry.counts.removed)
        }
        FileForm::Text | FileForm::Combined { .. } => format!("  +{} −{}", entry.counts.added, entry.counts.removed),
    };
    if entry.modes.changed() {
        tail.push_str(&format!("  mode {:o} → {:o}", entry.modes.old.unwrap_or(0), entry.modes.new.unwrap_or(0)));
    }
    if let FileForm::Combined { parents } = entry.form {
        tail.push_str(&format!("  merge of {parents}: shown against all parents"));
    }
    let cards = session.findings.in_file_len(file);
    if cards > 0 {
        tail.push_str(&format!("  ◆ {cards}"));
    }
    match session.digest().threads.in_file(file) {
        (0, 0) => {}
        (0, all) => tail.push_str(&format!("  » {all} resolved")),
        (open, _) => tail.push_str(&format!("  » {open}")),
    }
    if session.is_viewed(file) {
        tail.push_str("  ✓ viewed");
    }
    let room = usize::from(line.width).saturating_sub(text::width(&tail) + 7);
    let name = name(session, file, room.max(8));
    let fold = if walk::is_folded(session, ui, file) { '▸' } else { '▾' };
    let heat = heat(session, file);
    let spans = vec![
        Span::raw(format!(" {fold} {} ", entry.status.letter())),
        Span::raw(name),
        Span::raw(tail),
        Span::styled(format!("  {heat}"), theme.ink(Ink::Hotspot)),
    ];
    buffer.set_line(line.x, line.y, &Line::from(spans), line.width);
}

/// The present name; for renames and copies both.
fn name(session: &Session, file: FileIx, room: usize) -> String {
    let index = &session.diff;
    let Some(entry) = index.file(file) else { return String::new() };
    match entry.old_path.filter(|_| matches!(entry.status, FileStatus::Renamed | FileStatus::Copied)) {
        None => text::path_line(index.name(entry.path), room),
        Some(old) => {
            let half = room.saturating_sub(3) / 2;
            let old = text::path_line(index.name(old), half);
            format!("{old} → {}", text::path_line(index.name(entry.path), room.saturating_sub(3 + text::width(&old))))
        }
    }
}

/// Risk by glyph as well as by colour; nothing for low heat.
pub(super) fn heat(session: &Session, file: FileIx) -> &'static str {
    match session.map.as_ref().and_then(|map| map.heat.get(file.0 as usize)).copied().and_then(heat_glyph) {
        None => "",
        Some('▂') => "▂ risk",
        Some('▅') => "▅ risk",
        Some(_) => "█ risk",
    }
}

/// Risk as a bar; none for low heat.
pub(super) fn heat_glyph(heat: u8) -> Option<char> {
    match heat {
        0..=29 => None,
        30..=59 => Some('▂'),
        60..=79 => Some('▅'),
        80.. => Some('█'),
    }
}

/// Why nothing stands below a file's header.
pub(super) fn file_note(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, file: FileIx) {
    let Some(entry) = session.diff.file(file) else { return };
    let class = session.map.as_ref().and_then(|map| map.classes.get(file.0 as usize));
    let hunks = entry.hunks.len();
    let words = match (entry.form, entry.status) {
        _ if hunks > 0 => {
            let why = match class {
                Some(class) if class.is_left_out() => class.as_str(),
                _ if session.is_viewed(file) => "viewed",
                _ => "folded",
            };
            format!("{why}: hides {} · {} opens", hides::in_file(session, file), ui.key("fold"))
        }
        (FileForm::Binary, _) => "binary: no lines to show".to_owned(),
        (FileForm::NotGiven, _) if entry.counts == Counts::default() => {
            "the host gives no text of this change: it is binary, empty, or about the mode only".to_owned()
        }
        (FileForm::NotGiven, _) => {
            "the host does not give this change: it is too large, and is not reviewed".to_owned()
        }
        (_, FileStatus::Renamed) => "renamed, content unchanged".to_owned(),
        (_, FileStatus::Copied) => "copied, content unchanged".to_owned(),
        (_, FileStatus::Added) => "new and empty".to_owned(),
        (_, FileStatus::Deleted) => "deleted, was empty".to_owned(),
        (_, FileStatus::Modified | FileStatus::TypeChanged) if entry.modes.changed() => {
            "only the mode changed".to_owned()
        }
        (_, FileStatus::Modified | FileStatus::TypeChanged) => "no lines were given".to_owned(),
    };
    buffer.set_stringn(line.x + 5, line.y, words, usize::from(line.width.saturating_sub(5)), ui.theme().ink(Ink::Dim));
}

/// A hunk's header with the section git names, and the hotspot it belongs to.
pub(super) fn hunk(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, hunk: HunkIx) {
    let theme = ui.theme();
    let Some(entry) = session.diff.hunk(hunk) else { return };
    let section = session.diff.text.get(entry.section);
    let numbers = format!("@@ −{},{} +{},{} ", entry.old.start, entry.old.count, entry.new.start, entry.new.count);
    let is_folded = walk::is_hunk_folded(ui, hunk);
    let hidden = beyond::hidden_above(session, ui, hunk).filter(|_| !is_folded);
    let hidden = hidden.map_or(String::new(), |lines| format!("⋯ {lines} line{} hidden · ", plural(lines as usize)));
    let spots = spots::words(session, hunk).unwrap_or_default();
    // What is risky is told before all of the section.
    let taken = text::width(&numbers) + text::width(&hidden) + text::width(&spots) + 4;
    let room = usize::from(line.width).saturating_sub(taken).max(LEAST_SECTION);
    let section = text::one_line(&String::from_utf8_lossy(section), room);
    let mut spans = vec![
        Span::raw(if is_folded { " ▸" } else { "  " }),
        Span::styled(numbers, theme.ink(Ink::Dim)),
        Span::styled(section, theme.ink(Ink::Hunk)),
    ];
    if is_folded {
        let words = format!("  hides {} · {} opens", hides::in_hunk(session, hunk), ui.key("fold"));
        spans.push(Span::styled(words, theme.ink(Ink::Dim)));
    } else if !hidden.is_empty() {
        spans.insert(2, Span::styled(hidden, theme.ink(Ink::Dim)));
    }
    let left = spans.iter().map(Span::width).sum::<usize>();
    let spots = text::one_line(&spots, usize::from(line.width).saturating_sub(left));
    spans.push(Span::styled(spots, theme.ink(Ink::Hotspot)));
    buffer.set_line(line.x, line.y, &Line::from(spans), line.width);
    spots::head(session, ui, buffer, line, hunk);
}

/// What covers the first row when the file's header is above the screen: the header, and where in the file the first
/// visible row is.
pub(super) fn sticky(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, slot: Slot) {
    file(session, ui, buffer, line, slot.file);
    let words = spots::place_in_file(session, slot);
    if words.is_empty() {
        return;
    }
    let half = usize::from(line.width) / 2;
    let words = text::one_line(&words, half.saturating_sub(2));
    let width = (text::width(&words) + 2) as u16;
    let x = line.right().saturating_sub(width);
    // Only where the header left room.
    let free = (x..line.right()).all(|x| buffer.cell((x, line.y)).is_none_or(|cell| cell.symbol() == " "));
    if free {
        buffer.set_string(x, line.y, format!(" {words}"), ui.theme().ink(Ink::Hunk));
    }
}
