//! Lines of combined diffs: one mark column for each parent.
//! Not here: plain lines (`body`, `lines`). Called by `body` while indexing and by `lines` while decoding.

use crate::core::model::LineKind;

/// The mark columns of a line: at most `parents` bytes, fewer when the line is shorter.
pub(super) fn columns(line: &[u8], parents: usize) -> &[u8] {
    let end = memchr::memchr(b'\n', line.get(..parents).unwrap_or(line)).unwrap_or(parents);
    line.get(..end).unwrap_or(line)
}

/// What the columns say: removed if one says so (then the line is not in the result), else added if one says so.
pub(super) fn kind(columns: &[u8]) -> LineKind {
    if columns.contains(&b'-') {
        LineKind::Removed
    } else if columns.contains(&b'+') {
        LineKind::Added
    } else {
        LineKind::Context
    }
}

/// Checks that the next line belongs to a body of which these many lines are left, and counts it off. A line that
/// is in the result takes one of each parent whose column is blank; a lost one takes one of each that has a minus.
pub(super) fn fit(rest: &[u8], parents: &mut [u32], new_left: &mut u32) -> Option<LineKind> {
    let columns = columns(rest, parents.len());
    let stripped = columns.iter().all(|b| *b == b'\r');
    if !stripped && (columns.len() < parents.len() || !columns.iter().all(|b| matches!(b, b' ' | b'+' | b'-'))) {
        return None;
    }
    let kind = kind(columns);
    let takes = if kind == LineKind::Removed { b'-' } else { b' ' };
    let of = |at: usize| stripped || columns.get(at) == Some(&takes);
    let fits = parents.iter().enumerate().all(|(at, left)| !of(at) || *left > 0);
    let new = u32::from(kind != LineKind::Removed);
    if !fits || *new_left < new {
        return None;
    }
    *new_left -= new;
    for (_, left) in parents.iter_mut().enumerate().filter(|(at, _)| of(*at)) {
        *left -= 1;
    }
    Some(kind)
}
