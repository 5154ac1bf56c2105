//! The lines between `diff --git` (or `diff --cc`, or a bare `---`) and the first hunk, collected as spans.
//! Not here: what they mean together (`entry`). Called by the indexer, once for each header line.

use crate::core::model::{Modes, Span};

/// A line of the input without its line end. A CR before the line feed is not part of it: unquoted names never
/// end in one, so it comes from a diff whose lines were converted.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawLine<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// Offset in the text.
    pub start: usize,
    /// Offset of the next line.
    pub next: usize,
    /// 1-based number in the input.
    pub number: u64,
}

impl<'a> RawLine<'a> {
    /// What stands behind a prefix, with its span.
    pub fn behind(&self, prefix: &[u8]) -> Option<(&'a [u8], Span)> {
        let rest = self.bytes.strip_prefix(prefix)?;
        let start = self.start + prefix.len();
        Some((rest, Span { start, end: start + rest.len() }))
    }
}

/// The kind of line an entry began with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `diff --git`.
    Git,
    /// `diff --cc` or `diff --combined`.
    Combined,
    /// `---` and `+++` alone, as `diff -u` and other tools print. Taken back if no hunk follows: it may be prose.
    Plain,
}

/// What the header says happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing said.
    Stays,
    /// `new file mode`.
    New,
    /// `deleted file mode`.
    Gone,
    /// `rename from`, `rename to`.
    Renamed,
    /// `copy from`, `copy to`.
    Copied,
}

/// The places where names stand, undecoded.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NameSpans {
    /// Behind `diff --git` (both names) or `diff --cc` (one).
    pub first: Span,
    /// Behind `---`.
    pub minus: Option<Span>,
    /// Behind `+++`.
    pub plus: Option<Span>,
    /// Behind `rename from` or `copy from`.
    pub from: Option<Span>,
    /// Behind `rename to` or `copy to`.
    pub to: Option<Span>,
}

/// The header of one entry, as far as it has come.
#[derive(Debug, Clone)]
pub(super) struct Header {
    /// How it began.
    pub style: Style,
    /// Offset of its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// Number of its first line.
    pub number: u64,
    /// Lines taken behind the first.
    pub taken: u32,
    /// Names.
    pub names: NameSpans,
    /// What happened.
    pub fate: Fate,
    /// Modes.
    pub modes: Modes,
    /// Percent.
    pub similarity: Option<u8>,
    /// Blob ids.
    pub blobs: Option<(Span, Span)>,
    /// Whether git says binary.
    pub binary: bool,
    /// Parents of a combined entry.
    pub parents: u8,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is part of the header.
    Yes,
    /// It is part of the header and what follows is a binary patch.
    Packed,
    /// It is not: the header ended before it.
    No,
}

impl Header {
    /// A header that begins with this line; `first` is what stands behind its keyword.
    pub fn begin(style: Style, line: &RawLine<'_>, first: Span) -> Self {
        let mut names = NameSpans { first, ..NameSpans::default() };
        if style == Style::Plain {
            names.minus = Some(first);
        }
        Self {
            style,
            start: line.start,
            end: line.next,
            number: line.number,
            taken: 0,
            names,
            fate: Fate::Stays,
            modes: Modes::default(),
            similarity: None,
            blobs: None,
            binary: false,
            parents: if style == Style::Combined { 2 } else { 0 },
        }
    }

    /// Offers the next line.
    pub fn take(&mut self, line: &RawLine<'_>) -> Taken {
        let taken = match self.style {
            Style::Plain => self.take_plain(line),
            Style::Git | Style::Combined => self.take_extended(line),
        };
        if taken != Taken::No {
            self.end = line.next;
            self.taken = self.taken.saturating_add(1);
        }
        taken
    }

    /// Whether hunks may follow: both `---` and `+++` are there.
    pub fn has_sides(&self) -> bool {
        self.names.minus.is_some() && self.names.plus.is_some()
    }

    fn take_plain(&mut self, line: &RawLine<'_>) -> Taken {
        match line.behind(b"+++ ") {
            Some((_, span)) if self.names.plus.is_none() => self.names.plus = Some(span),
            _ => return Taken::No,
        }
        Taken::Yes
    }

    fn take_extended(&mut self, line: &RawLine<'_>) -> Taken {
        let known = match line.bytes.first() {
            Some(b'-' | b'+') => self.side(line),
            Some(b'i') => line.behind(b"index ").map(|found| self.index(found)),
            Some(b'o' | b'n' | b'd' | b'm') => self.mode(line).or_else(|| self.percent(line)),
            Some(b's') => self.percent(line),
            Some(b'r' | b'c') => self.moved(line),
            Some(b'B') => line.bytes.starts_with(b"Binary files ").then(|| self.binary = true),
            Some(b'G') if line.bytes == b"GIT binary patch" => {
                self.binary = true;
                return Taken::Packed;
            }
            _ => None,
        };
        if known.is_some() { Taken::Yes } else { Taken::No }
    }

    fn side(&mut self, line: &RawLine<'_>) -> Option<()> {
        if let Some((_, span)) = line.behind(b"--- ") {
            // `--combined-all-paths` prints one for each parent; the first stands for all.
            let fits = self.names.minus.is_none() || (self.style == Style::Combined && self.names.plus.is_none());
            self.names.minus.get_or_insert(span);
            return fits.then_some(());
        }
        let (_, span) = line.behind(b"+++ ")?;
        self.names.plus.is_none().then(|| self.names.plus = Some(span))
    }

    fn mode(&mut self, line: &RawLine<'_>) -> Option<()> {
        if let Some((text, _)) = line.behind(b"old mode ") {
            self.modes.old = octal(text);
        } else if let Some((text, _)) = line.behind(b"new mode ") {
            self.modes.new = octal(text);
        } else if let Some((text, _)) = line.behind(b"new file mode ") {
            (self.fate, self.modes) = (Fate::New, Modes { old: None, new: octal(text) });
        } else if let Some((text, _)) = line.behind(b"deleted file mode ") {
            (self.fate, self.modes) = (Fate::Gone, Modes { old: octal(text), new: None });
        } else {
            let (text, _) = line.behind(b"mode ")?;
            let dots = memchr::memmem::find(text, b"..")?;
            let (old, new) = text.split_at_checked(dots)?;
            self.modes = Modes { old: octal(old), new: octal(new.get(2..)?) };
        }
        Some(())
    }

    fn percent(&mut self, line: &RawLine<'_>) -> Option<()> {
        if let Some((text, _)) = line.behind(b"similarity index ") {
            self.similarity = percent(text);
        } else {
            let (text, _) = line.behind(b"dissimilarity index ")?;
            self.similarity = percent(text).map(|p| 100 - p);
        }
        Some(())
    }

    fn moved(&mut self, line: &RawLine<'_>) -> Option<()> {
        let pairs: [(&[u8], Fate, bool); 6] = [
            (b"rename from ", Fate::Renamed, true),
            (b"rename to ", Fate::Renamed, false),
            (b"copy from ", Fate::Copied, true),
            (b"copy to ", Fate::Copied, false),
            (b"rename old ", Fate::Renamed, true),
            (b"rename new ", Fate::Renamed, false),
        ];
        let (span, fate, from) =
            pairs.into_iter().find_map(|(word, fate, from)| line.behind(word).map(|(_, span)| (span, fate, from)))?;
        self.fate = fate;
        *(if from { &mut self.names.from } else { &mut self.names.to }) = Some(span);
        Some(())
    }

    /// `index 1234..5678 100644`, `index 12,34..56`.
    fn index(&mut self, (text, span): (&[u8], Span)) {
        let ids = memchr::memchr(b' ', text).unwrap_or(text.len());
        if let Some(mode) = text.get(ids + 1..).and_then(octal) {
            let stays = self.fate != Fate::New;
            self.modes.old = self.modes.old.or(stays.then_some(mode));
            self.modes.new = self.modes.new.or((self.fate != Fate::Gone).then_some(mode));
        }
        let Some(ids) = text.get(..ids) else { return };
        let Some(dots) = memchr::memmem::find(ids, b"..") else { return };
        if self.style == Style::Combined {
            let commas = memchr::memchr_iter(b',', ids.get(..dots).unwrap_or(&[])).count();
            self.parents = u8::try_from(commas + 1).unwrap_or(u8::MAX).max(2);
        }
        let old = Span { start: span.start, end: span.start + dots };
        self.blobs = Some((old, Span { start: old.end + 2, end: span.start + ids.len() }));
    }
}

/// An octal mode of up to six digits; of several (`100644,100644`) the first.
pub(super) fn octal(text: &[u8]) -> Option<u32> {
    let end = memchr::memchr(b',', text).unwrap_or(text.len());
    let digits = text.get(..end)?.trim_ascii();
    let fits = !digits.is_empty() && digits.len() <= 7 && digits.iter().all(|b| matches!(b, b'0'..=b'7'));
    fits.then(|| digits.iter().fold(0, |n, b| n << 3 | u32::from(b - b'0')))
}

/// `94%` as 94; `None` beyond 100.
fn percent(text: &[u8]) -> Option<u8> {
    let digits = text.strip_suffix(b"%")?;
    std::str::from_utf8(digits).ok()?.parse::<u8>().ok().filter(|p| *p <= 100)
}
