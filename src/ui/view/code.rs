//! The text of one line of code, as far as a row shows it: colours, words that changed, blanks at the end, marks of
//! what cannot be shown, matches of the search. The ground of a line. Called by whatever draws a line.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};
use unicode_segmentation::UnicodeSegmentation;

use crate::{
    core::{
        model::{LineKind, LineRef},
        text::{self, Class, Piece},
    },
    ui::{
        Ui,
        paint::{Marks, Span, Tone},
        theme::{Ink, Theme, Tint},
    },
};

/// A line whose text is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Code<'a> {
    /// Which.
    pub at: LineRef,
    /// What it is.
    pub kind: LineKind,
    /// Its bytes.
    pub text: &'a [u8],
    /// Its colours, when it is no line of the diff.
    pub spans: Option<&'a [Span]>,
    /// The byte of it that the pieces count from: 0, or the start of a block of a wrapped line.
    pub base: usize,
}

/// The ground of a line; `None`: the plain one.
pub(super) fn tint(kind: LineKind, marks: Marks) -> Option<Tint> {
    match (kind, marks.moved, marks.blank_change) {
        (LineKind::Added, true, _) => Some(Tint::AddedMoved),
        (LineKind::Added, false, true) => Some(Tint::AddedBlank),
        (LineKind::Added, false, false) => Some(Tint::Added),
        (LineKind::Removed, true, _) => Some(Tint::RemovedMoved),
        (LineKind::Removed, false, true) => Some(Tint::RemovedBlank),
        (LineKind::Removed, false, false) => Some(Tint::Removed),
        (LineKind::Context | LineKind::NoNewline, _, _) => None,
    }
}

/// The style of a line's row where there is no text.
pub(super) fn ground(ui: &Ui, at: LineRef, kind: LineKind) -> Style {
    match kind {
        LineKind::NoNewline => ui.theme().ink(Ink::Dim),
        LineKind::Context | LineKind::Added | LineKind::Removed => {
            ui.theme().code(Tone::Text, tint(kind, ui.colour.paint.marks(at)))
        }
    }
}

/// The style of a line's mark.
pub(super) fn mark(ui: &Ui, kind: LineKind) -> Style {
    match kind {
        LineKind::Added => ui.theme().ink(Ink::AddedMark),
        LineKind::Removed => ui.theme().ink(Ink::RemovedMark),
        LineKind::Context | LineKind::NoNewline => Style::default(),
    }
}

/// The style of a line's numbers.
pub(super) fn number(ui: &Ui, kind: LineKind) -> Style {
    ui.theme().ink(match kind {
        LineKind::Added => Ink::AddedNumber,
        LineKind::Removed => Ink::RemovedNumber,
        LineKind::Context | LineKind::NoNewline => Ink::Dim,
    })
}

/// The glyph in the gutter for what is to be seen about a line besides its text.
pub(super) fn sign(ui: &Ui, at: LineRef) -> Option<&'static str> {
    let marks = ui.colour.paint.marks(at);
    match (marks.moved, marks.blank_change) {
        (true, _) => Some("⇅"),
        (false, true) => Some("␣"),
        (false, false) => None,
    }
}

/// Draws pieces of a line from `x` on, at most `room` columns.
pub(super) fn write(ui: &Ui, buffer: &mut Buffer, (x, y, room): (u16, u16, usize), pieces: &[Piece], code: &Code<'_>) {
    let brush = Brush::new(ui, code);
    let mut at = x;
    for piece in pieces {
        let start = at;
        for (text, style) in brush.runs(piece) {
            let left = room.saturating_sub(usize::from(at - x));
            at = buffer.set_stringn(at, y, text, left, style).0;
        }
        if let (Class::Plain, Some(search)) = (piece.class, &ui.search) {
            for (column, width) in matches(&piece.text, &search.pattern) {
                let area = Rect { x: start.saturating_add(column), y, width, height: 1 };
                buffer.set_style(area.intersection(buffer.area), ui.theme().ink(Ink::Match));
            }
        }
    }
}

/// What is known of a line while it is drawn.
struct Brush<'a> {
    theme: &'a Theme,
    code: &'a Code<'a>,
    spans: &'a [Span],
    words: &'a [(u16, u16)],
    tint: Option<Tint>,
    /// The byte from which there are only blanks, on an added line.
    trailing: usize,
}

impl<'a> Brush<'a> {
    fn new(ui: &'a Ui, code: &'a Code<'a>) -> Self {
        let paint = &ui.colour.paint;
        Self {
            theme: ui.theme(),
            code,
            spans: code.spans.or_else(|| paint.spans(code.at)).unwrap_or(&[]),
            words: paint.emphasis(code.at),
            tint: tint(code.kind, paint.marks(code.at)),
            trailing: trailing(code),
        }
    }

    /// A piece as texts of one style each.
    fn runs<'p>(&self, piece: &'p Piece) -> Vec<(&'p str, Style)> {
        let byte = self.code.base + piece.at;
        if piece.class != Class::Plain {
            return vec![(piece.text.as_str(), self.marked(piece.class, byte))];
        }
        let borders: Option<Vec<usize>> =
            (!piece.text.is_ascii()).then(|| piece.text.grapheme_indices(true).map(|(at, _)| at).collect());
        let mut runs = Vec::new();
        let mut from = 0;
        while from < piece.text.len() {
            let (style, until) = self.style(byte + from);
            let mut to = until.saturating_sub(byte).clamp(from + 1, piece.text.len());
            // A cluster is drawn whole or not at all.
            if let Some(borders) = &borders {
                to = borders.iter().copied().find(|border| *border >= to).unwrap_or(piece.text.len());
            }
            runs.push((piece.text.get(from..to).unwrap_or(""), style));
            from = to;
        }
        runs
    }

    /// The style of a byte, and the byte up to which it holds.
    fn style(&self, byte: usize) -> (Style, usize) {
        if self.code.kind == LineKind::NoNewline {
            return (self.theme.ink(Ink::Dim), usize::MAX);
        }
        let next = self.spans.partition_point(|span| usize::from(span.to) <= byte);
        let (tone, tone_ends) = match self.spans.get(next) {
            Some(span) if usize::from(span.from) <= byte => (span.tone, usize::from(span.to)),
            Some(span) => (Tone::Text, usize::from(span.from)),
            None => (Tone::Text, usize::MAX),
        };
        let (tint, tint_ends) = self.tint_at(byte);
        (self.theme.code(tone, tint), tone_ends.min(tint_ends))
    }

    fn tint_at(&self, byte: usize) -> (Option<Tint>, usize) {
        if byte >= self.trailing {
            return (Some(Tint::Trailing), usize::MAX);
        }
        let next = self.words.partition_point(|(_, to)| usize::from(*to) <= byte);
        match self.words.get(next) {
            Some((from, to)) if usize::from(*from) <= byte => (Some(self.word()), usize::from(*to).min(self.trailing)),
            Some((from, _)) => (self.tint, usize::from(*from).min(self.trailing)),
            None => (self.tint, self.trailing),
        }
    }

    /// The ground of what differs.
    fn word(&self) -> Tint {
        match (self.code.kind, self.tint) {
            (LineKind::Removed, Some(Tint::RemovedBlank)) => Tint::RemovedSpace,
            (LineKind::Removed, _) => Tint::RemovedWord,
            (_, Some(Tint::AddedBlank)) => Tint::AddedSpace,
            _ => Tint::AddedWord,
        }
    }

    /// The style of what stands for something that cannot be shown.
    fn marked(&self, class: Class, byte: usize) -> Style {
        let (style, _) = self.style(byte);
        let ground = self.theme.code(Tone::Text, self.tint);
        match class {
            Class::Plain | Class::Tab => style,
            Class::Eol => ground.patch(self.theme.ink(Ink::Dim)),
            Class::Control | Class::Invisible | Class::Bidi | Class::Bad => ground.patch(self.theme.ink(Ink::Mark)),
        }
    }
}

/// Where the blanks at the end of an added line begin.
fn trailing(code: &Code<'_>) -> usize {
    if code.kind != LineKind::Added {
        return usize::MAX;
    }
    let text = code.text.strip_suffix(b"\r").unwrap_or(code.text);
    match text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')) {
        Some(last) if last + 1 == text.len() => usize::MAX,
        Some(last) => last + 1,
        None if text.is_empty() => usize::MAX,
        None => 0,
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
