//! One line of the diff, or one row of it when it is wrapped: bar, flag, numbers, mark, text. The one place where a
//! line is drawn: over the whole width, and in either half.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    core::{
        model::{DraftKey, HunkIx, Line, LineRef, Side},
        text::{self, Class, Options, RowAt, Shown},
    },
    session::{Session, Slot, Spot},
    ui::{
        Ui, beyond,
        look::{self, Share, TAB},
        since,
        theme::Ink,
        walk,
    },
};

use super::{
    code::{self, Code},
    spots,
};

/// What of a line is drawn.
pub(super) struct LineRow<'a> {
    /// Its slot.
    pub slot: Slot,
    /// The line.
    pub line: Line<'a>,
    /// The half it stands in; `None` = the whole width.
    pub half: Option<Side>,
    /// Which of its rows.
    pub row: RowAt,
    /// How it is broken into rows; `None` = it is cut.
    pub wrap: Option<text::Wrap>,
}

/// Draws it.
pub(super) fn draw(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect, row: &LineRow<'_>) {
    let line = &row.line;
    let at = at_of(row.slot);
    let gutter = look::gutter(session, ui, row.slot.file, row.half.map_or(Share::Whole, |_| Share::Half));
    buffer.set_style(
        Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area },
        code::ground(ui, at, line.kind),
    );
    let text_x = area.x + (gutter.columns() as u16).min(area.width);
    let numbers = numbers(row, gutter);
    let room = |x: u16| usize::from(area.right().saturating_sub(x));
    buffer.set_stringn(area.x + 2, area.y, &numbers, room(area.x + 2), code::number(ui, line.kind));
    let mark_x = (area.x + 2 + numbers.len() as u16).min(area.right());
    let mark = if row.row == RowAt::default() { String::from_utf8_lossy(line.mark) } else { "↳".into() };
    let mark_style = match row.slot.spot {
        Spot::Beyond(_) => ui.theme().ink(Ink::Dim),
        Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) => code::mark(ui, line.kind),
    };
    buffer.set_stringn(mark_x, area.y, mark, room(mark_x), mark_style);
    let (base, shown) = cut(ui, row, room(text_x));
    let spans = match row.slot.spot {
        Spot::Beyond(at) => beyond::spans(session, ui, at),
        Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) => None,
    };
    let code = Code { at, kind: line.kind, text: line.text, spans, base };
    code::write(ui, buffer, (text_x, area.y, room(text_x)), &shown.pieces, &code);
    if shown.more_right && room(text_x) > 0 {
        buffer.set_string(area.right() - 1, area.y, "…", ui.theme().ink(Ink::Mark));
    }
    if shown.more_left && room(text_x) > 0 {
        buffer.set_string(text_x, area.y, "…", ui.theme().ink(Ink::Mark));
    }
    match (row.slot.spot, row.half) {
        (_, Some(Side::Right)) => {
            buffer.set_string(area.x, area.y, "│", ui.theme().ink(Ink::Dim));
        }
        (Spot::Line(at), _) => spots::bar(session, ui, buffer, area, at),
        _ => {}
    }
    flag(session, ui, buffer, area, row, warns(&shown, row.line.text));
    mark_new(session, ui, buffer, area, row);
}

/// The line of a slot; one that no hunk has when it is no line.
fn at_of(slot: Slot) -> LineRef {
    match slot.spot {
        Spot::Line(at) => at,
        Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Beyond(_) => LineRef { hunk: HunkIx(u32::MAX), ord: 0 },
    }
}

/// The half in which no line stands.
pub(super) fn draw_nothing(ui: &Ui, buffer: &mut Buffer, area: Rect, side: Side) {
    if side == Side::Right && area.width > 0 {
        buffer.set_string(area.x, area.y, "│", ui.theme().ink(Ink::Dim));
    }
}

/// The numbers of the first row, blanks of their width on the others.
fn numbers(row: &LineRow<'_>, gutter: look::Gutter) -> String {
    let width = gutter.number;
    if width == 0 {
        return String::new();
    }
    let first = row.row == RowAt::default();
    let number = |n: Option<u32>| match n.filter(|_| first) {
        Some(n) => format!("{n:>width$} "),
        None => " ".repeat(width + 1),
    };
    match row.half {
        Some(Side::Left) => number(row.line.old),
        Some(Side::Right) => number(row.line.new),
        None => number(row.line.old) + &number(row.line.new),
    }
}

/// The text as it is shown, and the byte of the line from which it was cut.
fn cut(ui: &Ui, row: &LineRow<'_>, room: usize) -> (usize, Shown) {
    match row.wrap {
        Some(wrap) => text::row(row.line.text, wrap, row.row),
        None => (0, text::visible(row.line.text, Options { tab: TAB, from: ui.diff.look.left, width: room })),
    }
}

/// Bytes of a line that are looked through for what deceives, besides those that are shown: a line of a megabyte must not
/// cost more than the screen.
const WARNED: usize = 16 << 10;

/// Whether the line holds what deceives, on the screen or beside it.
fn warns(shown: &Shown, line: &[u8]) -> bool {
    let deceives = || {
        let found = text::warnings(line.get(..WARNED).unwrap_or(line));
        found.bidi || found.invisible
    };
    shown.pieces.iter().any(|piece| matches!(piece.class, Class::Bidi | Class::Invisible)) || deceives()
}

/// One glyph in the second column: a warning about the text (drafts and findings show themselves in other places too), a
/// finding that waits, a draft.
fn flag(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect, row: &LineRow<'_>, warned: bool) {
    let theme = ui.theme();
    let first = row.row == RowAt::default();
    let slot = row.slot;
    let finding = || session.findings.at(slot).iter().any(|id| ui.diff.unrevealed.contains(id));
    let waits = first && (ui.noted.talk.waits(slot) || finding());
    let (glyph, style) = match (warned, waits, first && has_draft(session, slot)) {
        (true, _, _) => ("⚠", theme.ink(Ink::Warning)),
        (false, true, _) => ("◆", theme.ink(Ink::Mark)),
        (false, false, true) => ("✎", theme.ink(Ink::Own)),
        (false, false, false) => match code::sign(ui, at_of(slot)).filter(|_| first) {
            Some(sign) => (sign, theme.ink(Ink::Dim)),
            None => return,
        },
    };
    buffer.set_string(area.x + 1, area.y, glyph, style);
}

/// In the filter of what is new, a mark on each new line, unless something more important stands there.
fn mark_new(session: &Session, ui: &Ui, buffer: &mut Buffer, area: Rect, row: &LineRow<'_>) {
    let Spot::Line(at) = row.slot.spot else { return };
    let is_new = since::filter(session, ui).is_some_and(|since| since.is_new(at));
    let free = buffer.cell((area.x + 1, area.y)).is_some_and(|cell| cell.symbol() == " ");
    if is_new && free && row.row == RowAt::default() {
        buffer.set_string(area.x + 1, area.y, "•", ui.theme().ink(Ink::Mark));
    }
}

fn has_draft(session: &Session, slot: Slot) -> bool {
    session.drafts.keys().any(|key| match key {
        DraftKey::Comment(Some(anchor)) => walk::slot_of_anchor(&session.diff, anchor) == Some(slot),
        DraftKey::Comment(None) | DraftKey::Edit(_) | DraftKey::DropReason(_) | DraftKey::Reply(_) => false,
    })
}
