//! Bytes -> [`Diff`] index and problems; decoded lines; anchors there and back. Pure and total.
//! Not here: reading (edge::intake), drawing (ui). Called by edge::intake, judge, checks, ui, app.

use std::sync::Arc;

use super::model::{Diff, FileIx, HunkIx, Line, LineRef, RepoPath, Side};

/// Builds the index while segments arrive.
#[derive(Debug, Default)]
pub struct Indexer {
    _private: (),
}

impl Indexer {
    /// Takes the next segment. It must end behind a line feed unless it is the last.
    pub fn push(&mut self, _segment: Arc<[u8]>) {}

    /// The index of what has come so far (the hunk under way with the lines it has).
    pub fn snapshot(&self) -> Diff {
        Diff::default()
    }

    /// The index of the whole.
    pub fn finish(self) -> Diff {
        Diff { complete: true, ..Diff::default() }
    }
}

/// Indexes bytes at once.
pub fn parse(bytes: impl Into<Arc<[u8]>>) -> Diff {
    let mut indexer = Indexer::default();
    indexer.push(bytes.into());
    indexer.finish()
}

/// Decodes one body line.
pub fn line(_diff: &Diff, _at: LineRef) -> Option<Line<'_>> {
    None
}

/// Decodes the body lines of a hunk from ordinal `from` on.
pub fn lines(_diff: &Diff, _hunk: HunkIx, _from: u32) -> impl Iterator<Item = Line<'_>> {
    std::iter::empty()
}

/// Looks a path up: the present name first, then the former name of a rename.
pub fn find_file(_diff: &Diff, _path: &RepoPath) -> Option<FileIx> {
    None
}

/// The body line with that number on that side. `None` when it is not in the diff.
pub fn locate(_diff: &Diff, _file: FileIx, _side: Side, _number: u32) -> Option<LineRef> {
    None
}

/// Side and number a comment on this line would carry: RIGHT for added and context, LEFT for removed.
/// `None` for no-newline marks and for lines of combined diffs that are not in the result.
pub fn anchor_of(_diff: &Diff, _at: LineRef) -> Option<(Side, u32)> {
    None
}

/// The body line that holds a byte of the text. `None` in headers and outside files.
pub fn line_at_offset(_diff: &Diff, _offset: usize) -> Option<LineRef> {
    None
}
