//! The file tree: status, name, counts, risk, viewed mark, findings. The rows on screen only.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        model::{FileForm, FileIx},
        text,
    },
    session::Session,
    ui::{Ui, since, theme::Ink},
};

use super::diff_row;

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let theme = ui.theme();
    let edge = Rect { x: area.right() - 1, width: 1, ..area };
    for y in edge.top()..edge.bottom() {
        buffer.set_string(edge.x, y, "│", theme.ink(Ink::Dim));
    }
    let inner = Rect { width: area.width - 1, ..area };
    let here = if ui.tree.focus { ui.tree.cursor } else { ui.diff.cursor.slot.file.0 };
    let height = u32::from(inner.height);
    let top = ui.tree.top.clamp(here.saturating_sub(height.saturating_sub(1)), here);
    let files = session.diff.files.len() as u32;
    for (row, file) in (top..files.min(top + height)).enumerate() {
        let line = Rect { y: inner.y + row as u16, height: 1, ..inner };
        draw_file(session, ui, buffer, line, FileIx(file));
        if file == here {
            let ink = if ui.tree.focus { Ink::Selected } else { Ink::Bar };
            buffer.set_style(line, theme.ink(ink));
        }
    }
}

fn draw_file(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, file: FileIx) {
    let theme = ui.theme();
    let Some(entry) = session.diff.file(file) else { return };
    let counts = match entry.form {
        FileForm::Binary => " bin".to_owned(),
        FileForm::NotGiven => format!(" +{} −{} ?", entry.counts.added, entry.counts.removed),
        FileForm::Text | FileForm::Combined { .. } => format!(" +{} −{}", entry.counts.added, entry.counts.removed),
    };
    let cards = session.findings.in_file(file).count();
    let mut cards = if cards > 0 { format!(" ◆{cards}") } else { String::new() };
    let (open, _) = session.digest().threads.in_file(file);
    if open > 0 {
        cards.push_str(&format!(" »{open}"));
    }
    let heat = diff_row::heat(session, file).chars().next().map_or(String::new(), |glyph| format!(" {glyph}"));
    let viewed = session.is_viewed(file);
    let class = session.map.as_ref().and_then(|map| map.classes.get(file.0 as usize));
    let left_out = class.is_some_and(|class| class.is_left_out());
    let tail = text::width(&counts) + text::width(&cards) + text::width(&heat);
    let room = usize::from(line.width).saturating_sub(tail + 4);
    let path = session.diff.name(entry.path);
    let dim = viewed || left_out || since::is_dim(session, ui, file);
    let name_style = if dim { theme.ink(Ink::Dim) } else { theme.ink(Ink::Plain) };
    let spans = vec![
        Span::raw(if viewed { "✓" } else { " " }),
        Span::styled(format!("{} ", entry.status.letter()), theme.ink(Ink::Dim)),
        Span::styled(tail_of(path, room), name_style),
        Span::styled(counts, theme.ink(Ink::Dim)),
        Span::styled(cards, theme.ink(Ink::Mark)),
        Span::styled(heat, theme.ink(Ink::Hotspot)),
    ];
    buffer.set_line(line.x, line.y, &Line::from(spans), line.width);
}

/// The end of a path says more than its start.
fn tail_of(path: &[u8], room: usize) -> String {
    let whole = text::path_line(path, usize::from(u16::MAX));
    if text::width(&whole) <= room {
        return whole;
    }
    let mut kept = String::new();
    for c in whole.chars().rev() {
        let next = format!("{c}{kept}");
        if text::width(&next) + 1 > room {
            break;
        }
        kept = next;
    }
    format!("…{kept}")
}
