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

#[cfg(test)]
mod tests {
    use super::*;

    fn after(line: &[u8], parents: [u32; 2], new: u32) -> Option<(LineKind, [u32; 2], u32)> {
        let (mut left, mut new) = (parents, new);
        let kind = fit(line, &mut left, &mut new);
        assert!(kind.is_some() || left == parents, "what does not fit is not counted off");
        kind.map(|kind| (kind, left, new))
    }

    #[test]
    fn a_line_takes_from_the_parents_that_have_it() {
        assert_eq!(after(b"  both\n", [2, 2], 2), Some((LineKind::Context, [1, 1], 1)));
        assert_eq!(after(b"+ second\n", [2, 2], 2), Some((LineKind::Added, [2, 1], 1)));
        assert_eq!(after(b"++neither\n", [0, 0], 1), Some((LineKind::Added, [0, 0], 0)));
        assert_eq!(after(b"- lost\n", [1, 0], 0), Some((LineKind::Removed, [0, 0], 0)));
        assert_eq!(after(b"\n", [1, 1], 1), Some((LineKind::Context, [0, 0], 0)));
    }

    #[test]
    fn a_line_that_does_not_fit_ends_the_body() {
        for line in [&b"  x\n"[..], b"diff --cc y\n", b"@@@ -1 -1 +1 @@@\n", b"+\n", b" ", b"-x\n"] {
            assert_eq!(after(line, [1, 0], 1), None, "{line:?}");
        }
    }
}
