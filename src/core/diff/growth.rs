//! How the index grows: headers become files, hunk headers become hunks, bodies are settled into them.
//! Not here: which line is what (`indexer`). Called by the indexer.

use super::{
    body::Body,
    entry::{self, Namer},
    header::{Header, RawLine, Style},
    hunk::{self, HunkHead},
    indexer::{Behind, Indexer, Open, State},
    problems::{self, Damage},
};
use crate::core::model::{FileForm, FileIx, HunkEntry, Span};

impl Indexer {
    /// The number the next hunk gets.
    pub(super) fn next_hunk(&self) -> u32 {
        u32::try_from(self.diff.hunks.len()).unwrap_or(u32::MAX)
    }

    /// Notes a damage at a line, with the file that is open.
    pub(super) fn note(&mut self, line: u64, damage: Damage) {
        problems::note(&mut self.diff.problems, line, self.file, damage);
    }

    /// A header has ended: it becomes a file, which hunks may follow.
    pub(super) fn commit(&mut self, header: &Header) {
        self.behind = Behind::Quiet;
        let hunk = self.next_hunk();
        let namer = Namer { text: &self.diff.text, arena: &mut self.names };
        let (mut file, damage) = entry::entry(header, hunk, namer);
        let is_declared = self.as_declared(&mut file);
        if header.taken == 0 && !is_declared {
            self.file = None;
            self.note(header.number, Damage::Lone);
            return;
        }
        self.file = u32::try_from(self.diff.files.len()).ok().map(FileIx);
        self.diff.files.push(file);
        if let Some(damage) = damage {
            self.note(header.number, damage);
        }
    }

    /// A line that begins with `@`.
    pub(super) fn hunk(&mut self, line: &RawLine<'_>) {
        let wants = hunk::looks_like_hunk(line.bytes);
        self.behind = Behind::Quiet;
        let Some(file) = self.file else {
            if wants && !self.mail && hunk::read(line.bytes).is_some() {
                self.note(line.number, Damage::Homeless);
            }
            return;
        };
        match hunk::read(line.bytes) {
            Some(head) if self.fits(file, &head) => self.open_hunk(file, line, head),
            Some(_) => self.note(line.number, Damage::Unreadable),
            None if wants || line.bytes.starts_with(b"@@ ") => self.note(line.number, Damage::Unreadable),
            None => {}
        }
    }

    /// Whether a hunk of that many parents may stand in this file; the first one settles the file's form.
    fn fits(&mut self, file: FileIx, head: &HunkHead) -> bool {
        let Some(file) = self.diff.files.get_mut(file.0 as usize) else { return false };
        let found = u8::try_from(head.parents.len()).unwrap_or(u8::MAX);
        let first = file.hunks.is_empty();
        match &mut file.form {
            FileForm::Combined { parents } if first && found > 0 => *parents = found,
            FileForm::Combined { parents } => return *parents == found,
            // Lines after all, whatever an earlier line said.
            form @ (FileForm::Binary | FileForm::NotGiven) if found == 0 => *form = FileForm::Text,
            FileForm::Binary | FileForm::NotGiven | FileForm::Text => return found == 0,
        }
        true
    }

    fn open_hunk(&mut self, file: FileIx, line: &RawLine<'_>, head: HunkHead) {
        if head.too_high() {
            self.note(line.number, Damage::TooHigh);
        } else if head.begins_at_zero() {
            self.note(line.number, Damage::FromZero);
        }
        let marks = u32::try_from(self.diff.marks.len()).unwrap_or(u32::MAX);
        self.diff.hunks.push(HunkEntry {
            file,
            header: Span { start: line.start, end: line.start + line.bytes.len() },
            section: Span { start: line.start + head.section.start, end: line.start + head.section.end },
            body: Span { start: line.next, end: line.next },
            old: head.old,
            new: head.new,
            lines: 0,
            marks: marks..marks,
            lines_before: self.diff.lines,
            input_line: line.number,
        });
        let hunks = self.next_hunk();
        let mut before = Default::default();
        if let Some(file) = self.diff.files.get_mut(file.0 as usize) {
            file.hunks.end = hunks;
            before = file.counts;
        }
        self.state = State::Body(Box::new(Open { body: Body::new(&head, line.next), before }));
    }

    /// Writes what the body under way has so far into its hunk and file.
    pub(super) fn settle(&mut self) {
        let State::Body(open) = &self.state else { return };
        let (body, diff) = (&open.body, &mut self.diff);
        let marks = u32::try_from(diff.marks.len()).unwrap_or(u32::MAX);
        let Some(hunk) = diff.hunks.last_mut() else { return };
        hunk.lines = body.lines;
        hunk.body.end = body.end;
        hunk.marks.end = marks;
        diff.lines = hunk.lines_before + u64::from(body.lines);
        if let Some(file) = diff.files.get_mut(hunk.file.0 as usize) {
            file.counts.added = open.before.added.saturating_add(body.counts.added);
            file.counts.removed = open.before.removed.saturating_add(body.counts.removed);
            file.no_newline.old |= body.no_newline.old;
            file.no_newline.new |= body.no_newline.new;
            file.extent.end = body.end;
        }
    }

    /// The body has ended. Of a damaged hunk the extents become what is there.
    pub(super) fn close_hunk(&mut self) {
        self.settle();
        let State::Body(open) = std::mem::take(&mut self.state) else { return };
        let body = open.body;
        if body.is_met() {
            self.behind = Behind::Body;
            return;
        }
        let old = body.parents.first().copied().unwrap_or(body.old_left);
        let Some(hunk) = self.diff.hunks.last_mut() else { return };
        hunk.old.count = hunk.old.count.saturating_sub(old);
        hunk.new.count = hunk.new.count.saturating_sub(body.new_left);
        let line = hunk.input_line;
        self.note(line, Damage::Short { old, new: body.new_left });
    }

    /// The input has ended.
    pub(super) fn leave(&mut self) {
        match std::mem::take(&mut self.state) {
            state @ State::Body(_) => {
                self.state = state;
                self.close_hunk();
            }
            State::Header(header) if header.style != Style::Plain => {
                self.commit(&header);
                self.note_missing_hunk(&header);
            }
            State::Header(_) | State::Outside | State::Packed => {}
        }
    }

    /// git prints no `---` and `+++` lines without a hunk: it was lost.
    pub(super) fn note_missing_hunk(&mut self, header: &Header) {
        if header.has_sides() && !header.binary {
            self.note(header.number, Damage::NoHunk);
        }
    }
}
