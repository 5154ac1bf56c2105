//! Single rows of the diff: the top, a file, a hunk, a line.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use crate::{
    core::{
        diff,
        model::{Counts, DraftKey, FileForm, FileIx, FileStatus, Hotspot, HunkIx, LineKind, LineRef},
        text::{self, Class, Options},
    },
    session::{Session, Slot},
    ui::{Ui, since, theme::Ink, walk},
};

use super::header::plural;

/// Columns of one line number; longer numbers take what they need.
const NUMBER: usize = 4;

/// Tab stops.
const TAB: u16 = 4;

/// The row above the first file: the change as a whole.
pub(super) fn top(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect) {
    let index = &session.diff;
    let files = index.files.len();
    let more = if index.complete { "" } else { " so far" };
    let words = format!("  {files} file{}{more}, +{} −{}", plural(files), index.totals.added, index.totals.removed);
    let words = match since::filter(session, ui) {
        Some(_) => format!("  {files} file{}, {}", plural(files), session.last_look().words()),
        None => words,
    };
    let problems = match index.problems.len() {
        0 => String::new(),
        n => format!(" · {n} part{} could not be read (: notes)", plural(n)),
    };
    let spans =
        vec![Span::styled(words, ui.theme().ink(Ink::Dim)), Span::styled(problems, ui.theme().ink(Ink::Warning))];
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
    let cards = session.findings.in_file(file).count();
    if cards > 0 {
        tail.push_str(&format!("  ◆ {cards}"));
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
    match session.map.as_ref().and_then(|map| map.heat.get(file.0 as usize)).copied().unwrap_or(0) {
        0..=29 => "",
        30..=59 => "▂ risk",
        60..=79 => "▅ risk",
        80.. => "█ risk",
    }
}

/// Why nothing stands below a file's header.
pub(super) fn file_note(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, file: FileIx) {
    let Some(entry) = session.diff.file(file) else { return };
    let class = session.map.as_ref().and_then(|map| map.classes.get(file.0 as usize));
    let lines: u64 = match (session.diff.hunk(HunkIx(entry.hunks.start)), entry.hunks.end.checked_sub(1)) {
        (Some(first), Some(last)) if !entry.hunks.is_empty() => session
            .diff
            .hunk(HunkIx(last))
            .map_or(0, |last| last.lines_before + u64::from(last.lines) - first.lines_before),
        _ => 0,
    };
    let hunks = entry.hunks.len();
    let words = match (entry.form, entry.status) {
        _ if hunks > 0 => {
            let why = match class {
                Some(class) if class.is_left_out() => class.as_str(),
                _ if session.is_viewed(file) => "viewed",
                _ => "folded",
            };
            format!("{why}: hides {lines} lines in {hunks} hunk{} · Enter opens", plural(hunks))
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
    let room = usize::from(line.width).saturating_sub(numbers.len() + 4);
    let section = text::one_line(&String::from_utf8_lossy(section), room);
    let mut spans =
        vec![Span::raw("  "), Span::styled(numbers, theme.ink(Ink::Dim)), Span::styled(section, theme.ink(Ink::Hunk))];
    if let Some((rank, hotspot)) = hotspot_of(session, hunk) {
        let lenses: Vec<&str> = hotspot.lenses.iter().skip(2).map(|lens| lens.as_str()).collect();
        let words = format!("  ⚑ hotspot {} · risk {} {}", rank + 1, hotspot.risk, lenses.join(", "));
        spans.push(Span::styled(words, theme.ink(Ink::Hotspot)));
    }
    buffer.set_line(line.x, line.y, &Line::from(spans), line.width);
    bar(session, ui, buffer, line, hunk, true);
}

/// The hotspot that a hunk belongs to, with its rank.
fn hotspot_of(session: &Session, hunk: HunkIx) -> Option<(usize, &Hotspot)> {
    let hotspots = &session.map.as_ref()?.hotspots;
    hotspots.iter().enumerate().find(|(_, hotspot)| hotspot.unit.hunks.0 <= hunk && hunk <= hotspot.unit.hunks.1)
}

/// The hotspot bar in the first column: the lens of most concern on the hunk's header, a bar below it.
fn bar(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, hunk: HunkIx, head: bool) {
    let Some((_, hotspot)) = hotspot_of(session, hunk) else { return };
    let lens = hotspot.lenses.get(2).or(hotspot.lenses.first());
    let glyph = lens.filter(|_| head).map_or('▌', |lens| lens.glyph());
    buffer.set_string(line.x, line.y, glyph.to_string(), ui.theme().ink(Ink::Hotspot));
}

/// A body line: bar, flag, numbers, mark, text.
pub(super) fn line(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect, slot: Slot, at: LineRef) {
    let theme = ui.theme();
    let Some(line) = diff::line(&session.diff, at) else { return };
    let style = match line.kind {
        LineKind::Added => theme.ink(Ink::Added),
        LineKind::Removed => theme.ink(Ink::Removed),
        LineKind::Context => theme.ink(Ink::Plain),
        LineKind::NoNewline => theme.ink(Ink::Dim),
    };
    let number = |n: Option<u32>| n.map_or(" ".repeat(NUMBER), |n| format!("{n:>NUMBER$}"));
    let numbers = match ui.diff.numbers {
        true => format!("{} {} ", number(line.old), number(line.new)),
        false => String::new(),
    };
    let mark = String::from_utf8_lossy(line.mark).into_owned();
    let mark = if mark.is_empty() { " ".to_owned() } else { mark };
    let gutter = 2 + numbers.len() + mark.len();
    buffer.set_style(Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area }, style);
    let text_x = area.x + (gutter as u16).min(area.width);
    buffer.set_stringn(area.x + 2, area.y, &numbers, usize::from(area.width.saturating_sub(2)), theme.ink(Ink::Dim));
    let mark_x = area.x + 2 + numbers.len() as u16;
    buffer.set_stringn(mark_x, area.y, &mark, usize::from(area.right().saturating_sub(mark_x)), style);
    let room = usize::from(area.right().saturating_sub(text_x));
    let shown = text::visible(line.text, Options { tab: TAB, from: ui.diff.left, width: room });
    write_pieces(ui, buffer, (text_x, area.y, room), &shown.pieces, style);
    if shown.more_right && room > 0 {
        buffer.set_string(area.right() - 1, area.y, "…", theme.ink(Ink::Mark));
    }
    if shown.more_left && room > 0 {
        buffer.set_string(text_x, area.y, "…", theme.ink(Ink::Mark));
    }
    bar(session, ui, buffer, area, at.hunk, false);
    flag(session, ui, buffer, area, slot, shown.warnings.bidi || shown.warnings.invisible);
    mark_new(session, ui, buffer, area, at);
}

/// One glyph in the second column: a finding that waits, a draft, a warning about the text.
fn flag(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect, slot: Slot, warned: bool) {
    let theme = ui.theme();
    let waits = session.findings.at(slot).iter().any(|id| ui.diff.unrevealed.contains(id));
    let (glyph, style) = match (waits, has_draft(session, slot), warned) {
        (true, _, _) => ("◆", theme.ink(Ink::Mark)),
        (false, true, _) => ("✎", theme.ink(Ink::Own)),
        (false, false, true) => ("⚠", theme.ink(Ink::Warning)),
        (false, false, false) => return,
    };
    buffer.set_string(area.x + 1, area.y, glyph, style);
}

/// In the filter of what is new, a mark on each new line, unless something more important stands there.
fn mark_new(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect, at: LineRef) {
    let is_new = since::filter(session, ui).is_some_and(|since| since.is_new(at));
    let free = buffer.cell((area.x + 1, area.y)).is_some_and(|cell| cell.symbol() == " ");
    if is_new && free {
        buffer.set_string(area.x + 1, area.y, "•", ui.theme().ink(Ink::Mark));
    }
}

fn has_draft(session: &Session, slot: Slot) -> bool {
    session.drafts.keys().any(|key| match key {
        DraftKey::Comment(Some(anchor)) => walk::slot_of_anchor(&session.diff, anchor) == Some(slot),
        DraftKey::Comment(None) | DraftKey::Edit(_) | DraftKey::DropReason(_) | DraftKey::Reply(_) => false,
    })
}

/// The sanitised text, made-visible characters in their own style, matches of the search marked.
fn write_pieces(ui: &Ui, buffer: &mut Buffer, (x, y, room): (u16, u16, usize), pieces: &[text::Piece], style: Style) {
    let theme = ui.theme();
    let mut at = x;
    for piece in pieces {
        let own = match piece.class {
            Class::Plain | Class::Tab => style,
            Class::Eol => style.patch(theme.ink(Ink::Dim)),
            Class::Control | Class::Invisible | Class::Bidi | Class::Bad => style.patch(theme.ink(Ink::Mark)),
        };
        let left = room.saturating_sub(usize::from(at - x));
        let start = at;
        at = buffer.set_stringn(at, y, &piece.text, left, own).0;
        if let (Class::Plain, Some(search)) = (piece.class, &ui.search) {
            for (column, width) in matches(&piece.text, &search.pattern) {
                let area = Rect { x: start + column, y, width, height: 1 };
                buffer.set_style(area.intersection(buffer.area), theme.ink(Ink::Match));
            }
        }
    }
}

/// Columns and widths of the matches in a piece of visible text; the case counts when the pattern has upper case.
fn matches(shown: &str, pattern: &str) -> Vec<(u16, u16)> {
    let exact = pattern.chars().any(char::is_uppercase);
    let fold = |text: &str| if exact { text.to_owned() } else { text.to_ascii_lowercase() };
    let (hay, needle) = (fold(shown), fold(pattern));
    let found = hay.match_indices(&needle).filter(|(_, hit)| !hit.is_empty());
    found
        .filter_map(|(at, hit)| {
            let before = text::width(shown.get(..at)?);
            Some((before as u16, text::width(hit) as u16))
        })
        .collect()
}
