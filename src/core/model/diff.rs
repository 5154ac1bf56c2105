//! The diff as an index over one shared, growing text: byte ranges, no owned lines.
//! Built by `core::diff` (which also decodes lines and maps anchors); read by everybody.

use std::{ops::Range, sync::Arc};

use super::RepoPath;

/// Number of a file in diff order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileIx(pub u32);

/// Number of a hunk in diff order, over all files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HunkIx(pub u32);

/// A line of a hunk: the hunk and the line's ordinal in its body, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineRef {
    /// The hunk.
    pub hunk: HunkIx,
    /// 0-based ordinal among the body's lines (no-newline marks count as lines).
    pub ord: u32,
}

/// Byte range in a [`Text`]. A span that is handed to [`Text::get`] lies within one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// The bytes of the diff, in segments that are cut only behind a line feed (or at the end), so that no line
/// crosses two of them. Cloning copies one pointer per segment; segments grow, so they are few.
#[derive(Debug, Clone, Default)]
pub struct Text {
    segments: Vec<Arc<[u8]>>,
    starts: Vec<usize>,
    len: usize,
}

impl Text {
    /// Appends a segment. The caller cuts behind a line feed.
    pub fn push(&mut self, segment: Arc<[u8]>) {
        if segment.is_empty() {
            return;
        }
        self.starts.push(self.len);
        self.len += segment.len();
        self.segments.push(segment);
    }

    /// Bytes in all.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bytes yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The segments with the offset of their first byte.
    pub fn segments(&self) -> impl Iterator<Item = (usize, &Arc<[u8]>)> {
        self.starts.iter().copied().zip(&self.segments)
    }

    /// From `offset` to the end of its segment; empty behind the end.
    pub fn tail(&self, offset: usize) -> &[u8] {
        if offset >= self.len {
            return &[];
        }
        let at = self.starts.partition_point(|s| *s <= offset).saturating_sub(1);
        match (self.segments.get(at), self.starts.get(at)) {
            (Some(segment), Some(start)) => segment.get(offset - start..).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// The bytes of a span that lies within one line; shorter when it does not.
    pub fn get(&self, span: Span) -> &[u8] {
        let tail = self.tail(span.start);
        tail.get(..span.end.saturating_sub(span.start)).unwrap_or(tail)
    }

    /// The line that begins at `offset`, without its line feed.
    pub fn line(&self, offset: usize) -> &[u8] {
        let tail = self.tail(offset);
        match memchr::memchr(b'\n', tail) {
            Some(end) => &tail[..end],
            None => tail,
        }
    }
}

/// A name: where its bytes are. Unquoted names are read from the text, unquoted copies from an arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// In the text as it stands.
    InText(Span),
    /// Decoded from quotes into [`Diff::names`].
    InArena(Span),
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum FileStatus {
    Added,
    Deleted,
    Modified,
    Renamed,
    Copied,
    /// File to symlink, submodule to file and the like.
    TypeChanged,
}

impl FileStatus {
    /// Every status.
    pub const ALL: [Self; 6] =
        [Self::Added, Self::Deleted, Self::Modified, Self::Renamed, Self::Copied, Self::TypeChanged];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Deleted => "deleted",
            Self::Modified => "modified",
            Self::Renamed => "renamed",
            Self::Copied => "copied",
            Self::TypeChanged => "type-changed",
        }
    }

    /// git's letter.
    pub fn letter(self) -> char {
        match self {
            Self::Added => 'A',
            Self::Deleted => 'D',
            Self::Modified => 'M',
            Self::Renamed => 'R',
            Self::Copied => 'C',
            Self::TypeChanged => 'T',
        }
    }
}

/// How the file's change is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileForm {
    /// Hunks of lines (or none at all: mode or name only, empty file).
    Text,
    /// git says binary: no lines.
    Binary,
    /// The host lists the file and does not give its change (too large, or past its limits): no lines, and the counts
    /// are the host's. Never to be taken for unchanged or empty.
    NotGiven,
    /// `diff --cc` or `--combined` with that many parents: shown, anchored to the result (RIGHT) only.
    Combined {
        /// Two or more.
        parents: u8,
    },
}

/// Modes as git prints them (octal, for example 0o100644); `None` = not said or not there on that side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modes {
    /// Before.
    pub old: Option<u32>,
    /// After.
    pub new: Option<u32>,
}

impl Modes {
    /// Whether both are known and differ.
    pub fn changed(self) -> bool {
        matches!((self.old, self.new), (Some(a), Some(b)) if a != b)
    }
}

/// Added and removed lines, as `git apply --numstat` counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Added lines.
    pub added: u32,
    /// Removed lines.
    pub removed: u32,
}

/// Whether a side ends without a line feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoNewline {
    /// The old side.
    pub old: bool,
    /// The new side.
    pub new: bool,
}

/// One file of the diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    /// Its name now (for a deleted file: the name it had).
    pub path: Name,
    /// Its former name, for renames and copies only.
    pub old_path: Option<Name>,
    /// What happened.
    pub status: FileStatus,
    /// How the change is given.
    pub form: FileForm,
    /// File modes.
    pub modes: Modes,
    /// Similarity in percent, when git said one.
    pub similarity: Option<u8>,
    /// Its hunks, as numbers for [`HunkIx`].
    pub hunks: Range<u32>,
    /// Added and removed lines (0 and 0 for binary).
    pub counts: Counts,
    /// Which sides end without a line feed.
    pub no_newline: NoNewline,
    /// Blob ids of the `index` line as they stand there (abbreviated or full), old and new.
    pub blobs: Option<(Span, Span)>,
    /// From the file's first header byte to one past its last body byte. Not within one line.
    pub extent: Span,
}

/// A hunk header's numbers on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent {
    /// First line, 0 when the side is empty.
    pub start: u32,
    /// Lines, as the header says; for a damaged hunk what the body really has.
    pub count: u32,
}

/// State of the numbers at one line of a hunk body, so that a line is found without reading from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Byte offset of the line.
    pub offset: usize,
    /// Next old line number.
    pub old: u32,
    /// Next new line number.
    pub new: u32,
}

/// One hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HunkEntry {
    /// Its file.
    pub file: FileIx,
    /// The header line.
    pub header: Span,
    /// What stands behind the second `@@`: git's guess at the enclosing function.
    pub section: Span,
    /// The body. Not within one line.
    pub body: Span,
    /// Old side (for combined diffs the first parent; unused for anchors).
    pub old: Extent,
    /// New side.
    pub new: Extent,
    /// Lines of the body, no-newline marks included.
    pub lines: u32,
    /// Its marks in [`Diff::marks`], one for each [`Diff::STRIDE`] lines.
    pub marks: Range<u32>,
    /// Body lines of all hunks before this one: for percentages.
    pub lines_before: u64,
    /// 1-based line number of the header in the input.
    pub input_line: u64,
}

/// A part of the input that could not be read as a diff. The rest is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// 1-based line in the input.
    pub line: u64,
    /// The file it fell into, if any.
    pub file: Option<FileIx>,
    /// In words, complete: what is wrong and what was done.
    pub what: String,
}

/// The whole index, as far as the text has come. Shared as `Arc<Diff>`; a newer one replaces it, numbers of
/// files, hunks and lines stay.
#[derive(Debug, Clone, Default)]
pub struct Diff {
    /// The bytes.
    pub text: Text,
    /// Decoded names.
    pub names: Arc<[u8]>,
    /// Files in diff order.
    pub files: Vec<FileEntry>,
    /// Hunks in diff order.
    pub hunks: Vec<HunkEntry>,
    /// Marks of all hunks.
    pub marks: Vec<Mark>,
    /// Body lines of at least [`Diff::LONG`] bytes, without their line feed, in order: their end is not looked for again.
    pub long: Vec<Span>,
    /// File numbers sorted by path bytes, for look-up.
    pub by_path: Vec<FileIx>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// Body lines in all.
    pub lines: u64,
    /// Added and removed lines of all files.
    pub totals: Counts,
    /// Whether the input has ended.
    pub complete: bool,
}

impl Diff {
    /// Lines between two [`Mark`]s of a hunk.
    pub const STRIDE: u32 = 64;

    /// Bytes from which a body line is long.
    pub const LONG: usize = 16 << 10;

    /// The length of the body line that begins at `offset`, of which `bytes` are the text from there to the end of its
    /// segment; `None` when it has no line feed. Costs a few kilobytes at most.
    pub fn length(&self, offset: usize, bytes: &[u8]) -> Option<usize> {
        let head = bytes.get(..Self::LONG).unwrap_or(bytes);
        if let Some(length) = memchr::memchr(b'\n', head) {
            return Some(length);
        }
        let known = self.long.binary_search_by_key(&offset, |line| line.start).ok().and_then(|at| self.long.get(at));
        match known {
            Some(line) => Some(line.end - line.start).filter(|length| *length < bytes.len()),
            None => memchr::memchr(b'\n', bytes),
        }
    }

    /// A file by number.
    pub fn file(&self, ix: FileIx) -> Option<&FileEntry> {
        self.files.get(ix.0 as usize)
    }

    /// A hunk by number.
    pub fn hunk(&self, ix: HunkIx) -> Option<&HunkEntry> {
        self.hunks.get(ix.0 as usize)
    }

    /// The bytes of a name.
    pub fn name(&self, name: Name) -> &[u8] {
        match name {
            Name::InText(span) => self.text.get(span),
            Name::InArena(span) => self.names.get(span.start..span.end).unwrap_or(&[]),
        }
    }

    /// The path of a file.
    pub fn path(&self, ix: FileIx) -> RepoPath {
        RepoPath::new(self.file(ix).map_or(&[][..], |f| self.name(f.path)))
    }

    /// Numbers of all files.
    pub fn file_numbers(&self) -> impl DoubleEndedIterator<Item = FileIx> + use<> {
        (0..self.files.len() as u32).map(FileIx)
    }

    /// Hunk numbers of a file.
    pub fn hunks_of(&self, ix: FileIx) -> impl DoubleEndedIterator<Item = HunkIx> + use<> {
        self.file(ix).map_or(0..0, |f| f.hunks.clone()).map(HunkIx)
    }
}

/// What a body line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// On both sides.
    Context,
    /// New.
    Added,
    /// Gone.
    Removed,
    /// `\ No newline at end of file`: no number on either side.
    NoNewline,
}

/// A decoded body line; borrows from the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// What it is. In a combined diff: removed if any column says so, added if any column says so.
    pub kind: LineKind,
    /// Number on the old side; `None` when it has none, and always in combined diffs.
    pub old: Option<u32>,
    /// Number on the new side.
    pub new: Option<u32>,
    /// The mark columns (`+`, `-`, space; several in a combined diff).
    pub mark: &'a [u8],
    /// The content without marks and line feed. A CR at the end is kept.
    pub text: &'a [u8],
    /// Byte offset of the line in the text.
    pub offset: usize,
}
