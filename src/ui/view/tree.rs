//! The file tree: folders with sums, files with status, counts, risk, viewed mark, findings. The rows on screen only.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use crate::{
    core::{
        model::{FileForm, FileIx},
        text,
    },
    session::Session,
    ui::{
        Ui, layout, since,
        theme::Ink,
        tree::{Entry, Kind, Order},
    },
};

use super::{diff_row, header::plural};

pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect) {
    let theme = ui.theme();
    let edge = Rect { x: area.right() - 1, width: 1, ..area };
    for y in edge.top()..edge.bottom() {
        buffer.set_string(edge.x, y, "│", theme.ink(Ink::Dim));
    }
    let mut inner = Rect { width: area.width - 1, ..area };
    if layout::has_heading(ui) {
        heading(session, ui, buffer, Rect { height: 1, ..inner });
        inner = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner };
    }
    let cursor = if ui.tree.focus { ui.tree.cursor } else { Entry::File(ui.diff.cursor.slot.file) };
    let here = ui.tree.row_of(cursor);
    let height = usize::from(inner.height);
    let top = layout::tree_top(ui);
    for row in 0..height {
        let Some(entry) = ui.tree.entry(session, top + row) else { return };
        let line = Rect { y: inner.y + row as u16, height: 1, ..inner };
        match entry {
            Entry::File(file) => draw_file(session, ui, buffer, line, file),
            Entry::Folder(folder) => draw_folder(ui, buffer, line, folder),
        }
        if Some(top + row) == here {
            let ink = if ui.tree.focus { Ink::Selected } else { Ink::Bar };
            buffer.set_style(line, theme.ink(ink));
        }
    }
}

/// What is listed when that is not everything by path.
fn heading(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect) {
    let order = if ui.tree.order == Order::Risk { "by risk" } else { "" };
    let words = match ui.tree.filter.as_str() {
        "" => format!(" {order}"),
        filter => {
            let count = ui.tree.files_len(session);
            let joined = if order.is_empty() { String::new() } else { format!(" · {order}") };
            format!(" / {filter} · {count} file{}{joined}", plural(count))
        }
    };
    let words = text::one_line(&words, usize::from(line.width));
    buffer.set_stringn(line.x, line.y, words, usize::from(line.width), ui.theme().ink(Ink::Hunk));
}

/// What stands at the right end of a row.
struct Tail {
    counts: String,
    cards: String,
    heat: String,
}

impl Tail {
    fn width(&self) -> usize {
        text::width(&self.counts) + text::width(&self.cards) + text::width(&self.heat)
    }
}

fn draw_file(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, file: FileIx) {
    let Some(entry) = session.diff.file(file) else { return };
    let counts = match entry.form {
        FileForm::Binary => " bin".to_owned(),
        FileForm::Text | FileForm::Combined { .. } | FileForm::NotGiven => {
            format!(" +{} −{}", entry.counts.added, entry.counts.removed)
        }
    };
    let tail = Tail {
        counts,
        cards: cards(session.findings.in_file_len(file)),
        heat: diff_row::heat(session, file).chars().next().map_or(String::new(), |glyph| format!(" {glyph}")),
    };
    let viewed = session.is_viewed(file);
    let class = session.map.as_ref().and_then(|map| map.classes.get(file.0 as usize));
    let left_out = class.is_some_and(|class| class.is_left_out());
    let path = session.diff.name(entry.path);
    let node = ui.tree.node_of(Entry::File(file)).and_then(|node| ui.tree.tree()?.nodes.get(node as usize));
    // By risk there are no folders: the whole path tells where a file lies.
    let (depth, name) = match node.filter(|_| ui.tree.order == Order::Path) {
        Some(node) => (node.depth, path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)),
        None => (0, path),
    };
    let ink = if viewed || left_out || since::is_dim(session, ui, file) { Ink::Dim } else { Ink::Plain };
    let lead = Lead { mark: if viewed { "✓" } else { " " }, depth, sign: entry.status.letter() };
    draw_row(ui, buffer, line, &lead, (name, ui.theme().ink(ink)), &tail);
}

fn draw_folder(ui: &Ui, buffer: &mut Buffer, line: Rect, folder: u32) {
    let Some(node) = ui.tree.tree().and_then(|tree| tree.nodes.get(folder as usize)) else { return };
    let Kind::Folder(path, from) = &node.kind else { return };
    let folded = ui.tree.is_folded(folder);
    let viewed = ui.tree.viewed_below(folder) == node.sums.files;
    // What is open shows its figures below.
    let tail = match folded {
        true => Tail {
            counts: format!(" {}f +{} −{}", node.sums.files, node.sums.added, node.sums.removed),
            cards: cards(ui.tree.cards_below(folder) as usize),
            heat: diff_row::heat_glyph(node.sums.heat).map_or(String::new(), |glyph| format!(" {glyph}")),
        },
        false => Tail { counts: String::new(), cards: String::new(), heat: String::new() },
    };
    let lead =
        Lead { mark: if viewed { "✓" } else { " " }, depth: node.depth, sign: if folded { '▸' } else { '▾' } };
    let ink = if viewed { Ink::Dim } else { Ink::Plain };
    draw_row(ui, buffer, line, &lead, (path.get(*from..).unwrap_or(path), ui.theme().ink(ink)), &tail);
}

fn cards(count: usize) -> String {
    if count > 0 { format!(" ◆{count}") } else { String::new() }
}

/// What stands left of a row's name.
struct Lead {
    mark: &'static str,
    depth: u16,
    sign: char,
}

fn draw_row(ui: &Ui, buffer: &mut Buffer, line: Rect, lead: &Lead, (name, style): (&[u8], Style), tail: &Tail) {
    let theme = ui.theme();
    let width = usize::from(line.width);
    // Deep folders leave room for names.
    let indent = usize::from(lead.depth).min(width / 4);
    let room = width.saturating_sub(tail.width() + indent + 4);
    let name = text::path_line(name, room);
    let gap = width.saturating_sub(indent + 3 + text::width(&name) + tail.width() + 1);
    let spans = vec![
        Span::raw(lead.mark),
        Span::styled(format!("{}{} ", " ".repeat(indent), lead.sign), theme.ink(Ink::Dim)),
        Span::styled(name, style),
        Span::raw(" ".repeat(gap)),
        Span::styled(tail.counts.as_str(), theme.ink(Ink::Dim)),
        Span::styled(tail.cards.as_str(), theme.ink(Ink::Mark)),
        Span::styled(tail.heat.as_str(), theme.ink(Ink::Hotspot)),
    ];
    buffer.set_line(line.x, line.y, &Line::from(spans), line.width);
}
