//! Bytes -> [`Diff`] index and problems; decoded lines; anchors there and back. Pure and total.
//! Not here: reading (edge::intake), drawing (ui). Called by edge::intake, judge, checks, ui, app.
//!
//! Rules that hold for every input: only LF ends a line; a hunk header's counts decide how many lines its body
//! has, whatever they look like; what cannot be read becomes a [`Problem`](super::model::Problem) and the rest is
//! kept; cutting the input elsewhere gives the same index.

mod anchors;
mod beyond;
mod body;
mod code;
mod combined;
mod entry;
mod growth;
mod hash;
mod header;
mod hunk;
mod indexer;
mod lines;
mod lone;
mod names;
mod problems;
mod reader;
mod runs;
mod search;
mod since;

use std::sync::Arc;

pub use self::{
    anchors::{anchor_of, find_file, line_at_offset, locate, path_of_side, type_change_partner},
    beyond::{FileText, line_beyond, neighbour, numbers as numbers_beyond, room as room_beyond},
    code::{CodeFinder, code_print},
    hash::text_hash,
    indexer::{Declared, Indexer},
    reader::Reader,
    runs::{Run, run_of},
    search::{find_in, holds, search},
    since::since,
};
use super::model::{Diff, HunkIx, Line, LineRef};

/// Indexes bytes at once.
pub fn parse(bytes: impl Into<Arc<[u8]>>) -> Diff {
    Indexer::default().finish_with(bytes.into())
}

/// Decodes one body line: at most 64 lines are read on the way. `None` when there is no such line.
pub fn line(diff: &Diff, at: LineRef) -> Option<Line<'_>> {
    lines(diff, at.hunk, at.ord).next()
}

/// The old and the new number of a line; on a side that does not have it, the number of the next line there.
pub fn next_numbers(diff: &Diff, at: LineRef) -> (u32, u32) {
    lines::Lines::from(diff, at.hunk, at.ord).counters()
}

/// Decodes the body lines of a hunk from ordinal `from` on; empty when there is no such line.
pub fn lines(diff: &Diff, hunk: HunkIx, from: u32) -> impl Iterator<Item = Line<'_>> {
    lines::Lines::from(diff, hunk, from)
}
