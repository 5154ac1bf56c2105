//! The state machine over lines: outside, in a header, in a body. Parses every byte once, while segments arrive.
//! Not here: what single lines mean (`header`, `hunk`, `body`, `lone`). Called by edge::intake and by [`super::parse`].

use std::{collections::BTreeMap, sync::Arc};

use super::{
    body::Body,
    header::{Header, RawLine, Style, Taken},
    hunk, lone,
    problems::Damage,
};
use crate::core::model::{Counts, Diff, FileEntry, FileForm, FileIx, FileStatus, Name};

/// Builds the index while segments arrive.
///
/// What has been given a number (file, hunk, line) keeps it. A file comes into a snapshot when its header has
/// ended, a hunk with its header line. A segment that does not end behind a line feed is completed by the next:
/// only its unfinished last line is held back (and copied), so every cut gives the same index.
#[derive(Debug, Default)]
pub struct Indexer {
    pub(super) diff: Diff,
    pub(super) names: Vec<u8>,
    /// The unfinished last line of a segment.
    held: Vec<u8>,
    /// Lines of the input so far.
    input_lines: u64,
    pub(super) state: State,
    /// The file that hunks belong to.
    pub(super) file: Option<FileIx>,
    /// What lines directly behind a body mean.
    pub(super) behind: Behind,
    /// Whether these lines are the head or the message of a mail, where prose may look like anything.
    pub(super) mail: bool,
    /// First line that has a coloured header.
    coloured: Option<u64>,
    /// What is known of files beside the text, by path.
    declared: BTreeMap<Vec<u8>, Declared>,
}

/// What a list of files says of one of them, which no line of a diff can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared {
    /// What happened to it.
    pub status: FileStatus,
    /// Its counts, when its change is not given ([`FileForm::NotGiven`]).
    pub not_given: Option<Counts>,
}

#[derive(Debug, Default)]
pub(super) enum State {
    #[default]
    Outside,
    Header(Box<Header>),
    Body(Box<Open>),
    /// In the encoded lines of a binary patch.
    Packed,
}

/// A hunk under way.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) body: Body,
    /// The file's counts before this hunk.
    pub(super) before: Counts,
}

#[derive(Debug, Default, PartialEq, Eq, Clone, Copy)]
pub(super) enum Behind {
    /// Nothing: skipped lines are no news.
    #[default]
    Quiet,
    /// A body was complete: a line that looks like one more is worth a word.
    Body,
}

impl Indexer {
    /// Takes the next segment. It should end behind a line feed unless it is the last; one that does not is joined
    /// with the next at the cost of a copy.
    pub fn push(&mut self, segment: Arc<[u8]>) {
        let Some(last) = memchr::memrchr(b'\n', &segment) else {
            self.held.extend_from_slice(&segment);
            return;
        };
        let (whole, rest) = segment.split_at(last + 1);
        if self.held.is_empty() && rest.is_empty() {
            return self.take(segment);
        }
        let mut joined = std::mem::take(&mut self.held);
        joined.extend_from_slice(whole);
        self.held.extend_from_slice(rest);
        self.take(joined.into());
    }

    /// Says of a file what no line of its entry can; before that entry is pushed.
    pub fn declare(&mut self, path: Vec<u8>, declared: Declared) {
        self.declared.insert(path, declared);
    }

    /// Lets what was declared of a new file hold; whether anything was.
    pub(super) fn as_declared(&self, file: &mut FileEntry) -> bool {
        let path = match file.path {
            Name::InText(span) => self.diff.text.get(span),
            Name::InArena(span) => self.names.get(span.start..span.end).unwrap_or(&[]),
        };
        let Some(declared) = self.declared.get(path) else { return false };
        file.status = declared.status;
        if let Some(counts) = declared.not_given {
            (file.form, file.counts) = (FileForm::NotGiven, counts);
        }
        true
    }

    /// The index of what has come so far (the hunk under way with the lines it has). Costs a copy of the index,
    /// not of the text.
    pub fn snapshot(&self) -> Diff {
        let mut diff = self.diff.clone();
        diff.names = Arc::from(&self.names[..]);
        diff.by_path = super::anchors::by_path(&diff);
        diff.totals = totals(&diff.files);
        diff
    }

    /// The index of the whole.
    pub fn finish(self) -> Diff {
        self.finish_with(Arc::default())
    }

    /// The index of the whole, with this last segment, which is not copied whatever it ends in.
    pub(super) fn finish_with(mut self, segment: Arc<[u8]>) -> Diff {
        if !self.held.is_empty() {
            let mut joined = std::mem::take(&mut self.held);
            joined.extend_from_slice(&segment);
            self.take(joined.into());
        } else {
            self.take(segment);
        }
        self.leave();
        if let Some(line) = self.coloured.filter(|_| self.diff.files.is_empty()) {
            self.note(line, Damage::Coloured);
        }
        self.diff.names = std::mem::take(&mut self.names).into();
        self.diff.by_path = super::anchors::by_path(&self.diff);
        self.diff.totals = totals(&self.diff.files);
        self.diff.complete = true;
        self.diff
    }

    /// Parses a segment of whole lines.
    fn take(&mut self, segment: Arc<[u8]>) {
        let base = self.diff.text.len();
        self.diff.text.push(segment.clone());
        let mut at = 0;
        while at < segment.len() {
            at = match &self.state {
                State::Body(_) => self.body_lines(&segment, base, at),
                State::Outside | State::Header(_) | State::Packed => {
                    let line = self.next_line(&segment, base, at);
                    self.line(&line);
                    line.next - base
                }
            };
        }
        self.settle();
    }

    fn next_line<'a>(&mut self, bytes: &'a [u8], base: usize, at: usize) -> RawLine<'a> {
        let rest = bytes.get(at..).unwrap_or(&[]);
        let (line, next) = match memchr::memchr(b'\n', rest) {
            Some(end) => (rest.get(..end).unwrap_or(rest), at + end + 1),
            None => (rest, bytes.len()),
        };
        self.input_lines += 1;
        let bytes = line.strip_suffix(b"\r").unwrap_or(line);
        RawLine { bytes, start: base + at, next: base + next, number: self.input_lines }
    }

    /// Lets the body under way take what belongs to it; closes it at a line that does not.
    fn body_lines(&mut self, bytes: &[u8], base: usize, at: usize) -> usize {
        let State::Body(open) = &mut self.state else { return at };
        let before = open.body.lines;
        let next = open.body.take(bytes, base, at, (&mut self.diff.marks, &mut self.diff.long));
        self.input_lines += u64::from(open.body.lines - before);
        if next < bytes.len() {
            self.close_hunk();
        }
        next
    }

    /// A line that is in no body.
    fn line(&mut self, line: &RawLine<'_>) {
        match std::mem::take(&mut self.state) {
            State::Header(mut header) => match header.take(line) {
                Taken::Yes => self.state = State::Header(header),
                Taken::Packed => {
                    self.commit(&header);
                    self.state = State::Packed;
                }
                Taken::No => self.behind_header(&header, line),
            },
            State::Packed if self.packed(line) => self.state = State::Packed,
            State::Outside | State::Packed | State::Body(_) => self.outside(line),
        }
    }

    /// A header has ended and this line is not part of it.
    fn behind_header(&mut self, header: &Header, line: &RawLine<'_>) {
        let hunk = line.bytes.starts_with(b"@@");
        if header.style != Style::Plain {
            self.commit(header);
            if !hunk {
                self.note_missing_hunk(header);
            }
        } else if header.has_sides() && hunk::looks_like_hunk(line.bytes) {
            self.commit(header);
        } else {
            // Prose, or lines behind a body that ended too early.
            self.overlong(header.number);
        }
        self.outside(line);
    }

    /// A line outside of headers and bodies.
    fn outside(&mut self, line: &RawLine<'_>) {
        match line.bytes.first() {
            Some(b'@') => self.hunk(line),
            Some(b'd') => self.diff_line(line),
            Some(b'-') => self.dashes(line),
            Some(b'+' | b' ') => self.overlong(line.number),
            Some(b'S' | b'*' | b'B') => self.lone(line),
            Some(b'F' | b'c' | b'I' | b'O') if ends_file(line.bytes) => {
                self.file = None;
                self.mail = line.bytes.starts_with(b"From ");
            }
            Some(0x1b) if self.coloured.is_none() && is_coloured_header(line.bytes) => {
                self.coloured = Some(line.number);
            }
            _ => self.behind = Behind::Quiet,
        }
    }

    fn diff_line(&mut self, line: &RawLine<'_>) {
        self.behind = Behind::Quiet;
        let begins: [(&[u8], Style); 3] =
            [(b"diff --git ", Style::Git), (b"diff --cc ", Style::Combined), (b"diff --combined ", Style::Combined)];
        let found = begins.into_iter().find_map(|(word, style)| line.behind(word).map(|(_, span)| (style, span)));
        if let Some((style, span)) = found {
            (self.file, self.mail) = (None, false);
            self.state = State::Header(Box::new(Header::begin(style, line, span)));
        } else if line.bytes.starts_with(b"diff ") {
            self.file = None;
        }
    }

    fn dashes(&mut self, line: &RawLine<'_>) {
        if let Some((_, span)) = line.behind(b"--- ") {
            self.state = State::Header(Box::new(Header::begin(Style::Plain, line, span)));
        } else if matches!(line.bytes, b"-- " | b"--") {
            // The signature of a mail: what follows is no longer part of the patch.
            (self.file, self.behind) = (None, Behind::Quiet);
        } else {
            // Alone, three dashes end the message of a mail.
            self.mail &= line.bytes != b"---";
            self.overlong(line.number);
        }
    }

    /// A skipped line that looks as if it belonged to a body.
    fn overlong(&mut self, number: u64) {
        if self.behind == Behind::Body && self.file.is_some() {
            self.note(number, Damage::Long);
        }
        self.behind = Behind::Quiet;
    }

    fn lone(&mut self, line: &RawLine<'_>) {
        self.behind = Behind::Quiet;
        if self.mail {
            return;
        }
        let Some(entry) = lone::entry(line, self.next_hunk()) else { return };
        self.diff.files.push(entry);
        self.file = None;
    }

    /// Whether the line is part of a binary patch: a block's head or one of its encoded lines, which have no blanks.
    fn packed(&mut self, line: &RawLine<'_>) -> bool {
        if line.bytes.is_empty() {
            return true;
        }
        let head = line.bytes.starts_with(b"literal ") || line.bytes.starts_with(b"delta ");
        let inside = head || memchr::memchr(b' ', line.bytes).is_none();
        if inside && let Some(file) = self.diff.files.last_mut() {
            file.extent.end = line.next;
        }
        inside
    }
}

/// Whether the line stands between files: what follows it belongs to no earlier one.
fn ends_file(line: &[u8]) -> bool {
    [&b"From "[..], b"commit ", b"Index: ", b"Only in "].into_iter().any(|word| line.starts_with(word))
}

/// Whether the line would begin a file or hunk without its terminal colours.
fn is_coloured_header(line: &[u8]) -> bool {
    let mut rest = line;
    // Colours are one or two sequences; the bound keeps a line of a million of them linear.
    for _ in 0..4 {
        let Some(behind) = rest.strip_prefix(b"\x1b[") else { break };
        let end = behind.iter().position(u8::is_ascii_alphabetic).unwrap_or(0);
        rest = behind.get(end + 1..).unwrap_or(&[]);
    }
    [&b"diff --"[..], b"@@ -", b"--- "].into_iter().any(|word| rest.starts_with(word))
}

/// Added and removed lines of all files; numbers past the range stay at its end.
fn totals(files: &[FileEntry]) -> Counts {
    files.iter().fold(Counts::default(), |sum, file| Counts {
        added: sum.added.saturating_add(file.counts.added),
        removed: sum.removed.saturating_add(file.counts.removed),
    })
}
