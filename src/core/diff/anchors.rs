//! From places to lines and back: (file, side, number) and byte offsets to a line, a line to its anchor, a path
//! to a file. Not here: decoding (`lines`). Called by judge, checks, gate, ui through the functions of the room.

use super::lines::Lines;
use crate::core::model::{Diff, FileEntry, FileIx, FileStatus, HunkEntry, HunkIx, Line, LineRef, RepoPath, Side};

/// File numbers sorted by path, then number.
pub(super) fn by_path(diff: &Diff) -> Vec<FileIx> {
    let mut sorted: Vec<(&[u8], FileIx)> =
        diff.file_numbers().zip(&diff.files).map(|(ix, file)| (diff.name(file.path), ix)).collect();
    // git sorts already, so this is one pass.
    sorted.sort();
    sorted.into_iter().map(|(_, ix)| ix).collect()
}

/// Looks a path up: the present name first, then the former name of a rename.
///
/// A path can stand in a diff more than once (`git log -p`, or a type change, which git gives as a deletion and an
/// addition): one that is not a deletion and has hunks comes before others, then the first in diff order.
/// Binary search; the former names are read one by one, but only for a path that is no present name.
pub fn find_file(diff: &Diff, path: &RepoPath) -> Option<FileIx> {
    let name_of = |ix: &FileIx| diff.file(*ix).map_or(&[][..], |f| diff.name(f.path));
    let start = diff.by_path.partition_point(|ix| name_of(ix) < path.as_bytes());
    let same = diff.by_path.iter().skip(start).take_while(|ix| name_of(ix) == path.as_bytes());
    let rank = |ix: &FileIx| {
        let file = diff.file(*ix);
        (file.is_some_and(|f| f.status == FileStatus::Deleted), file.is_some_and(|f| f.hunks.is_empty()))
    };
    same.copied().min_by_key(rank).or_else(|| {
        let former = |f: &FileEntry| {
            f.status == FileStatus::Renamed && f.old_path.is_some_and(|n| diff.name(n) == path.as_bytes())
        };
        diff.file_numbers().zip(&diff.files).find(|(_, f)| former(f)).map(|(ix, _)| ix)
    })
}

/// The path of a file on one side: the former name of a rename or copy on the left, else the present one.
/// (GitHub takes comments on either side under the present name.)
pub fn path_of_side(diff: &Diff, file: FileIx, side: Side) -> Option<RepoPath> {
    let entry = diff.file(file)?;
    let name = match side {
        Side::Left => entry.old_path.unwrap_or(entry.path),
        Side::Right => entry.path,
    };
    Some(RepoPath::new(diff.name(name)))
}

/// The other half of a type change (file to symlink, file to submodule), which git gives as a deletion and an
/// addition of the same path, one behind the other.
pub fn type_change_partner(diff: &Diff, file: FileIx) -> Option<FileIx> {
    let entry = diff.file(file)?;
    let (other, wanted) = match entry.status {
        FileStatus::Deleted => (file.0.checked_add(1)?, FileStatus::Added),
        FileStatus::Added => (file.0.checked_sub(1)?, FileStatus::Deleted),
        _ => return None,
    };
    let partner = diff.file(FileIx(other))?;
    (partner.status == wanted && diff.name(partner.path) == diff.name(entry.path)).then_some(FileIx(other))
}

/// The body line with that number on that side. `None` when it is not in the diff, and on the left of a combined
/// diff. Binary search over the file's hunks and marks; hunks that are out of order (no tool makes them) are
/// searched one by one, so that every number that [`anchor_of`] gives is found.
pub fn locate(diff: &Diff, file: FileIx, side: Side, number: u32) -> Option<LineRef> {
    let entry = diff.file(file)?;
    let numbers = entry.hunks.start as usize..entry.hunks.end as usize;
    let hunks = diff.hunks.get(numbers)?;
    let after = hunks.partition_point(|h| extent(h, side).start <= number);
    // A hunk without lines on this side names the line before it and may stand before the one that has it.
    let near = (1..=2).filter_map(|back| after.checked_sub(back));
    near.chain(0..hunks.len()).find_map(|at| {
        let hunk = hunks.get(at).filter(|h| holds(h, side, number))?;
        let ix = HunkIx(entry.hunks.start + u32::try_from(at).ok()?);
        in_hunk(diff, hunk, ix, side, number)
    })
}

fn extent(hunk: &HunkEntry, side: Side) -> crate::core::model::Extent {
    match side {
        Side::Left => hunk.old,
        Side::Right => hunk.new,
    }
}

fn holds(hunk: &HunkEntry, side: Side, number: u32) -> bool {
    let extent = extent(hunk, side);
    number >= extent.start && number - extent.start < extent.count
}

fn in_hunk(diff: &Diff, hunk: &HunkEntry, ix: HunkIx, side: Side, number: u32) -> Option<LineRef> {
    let marks = diff.marks.get(hunk.marks.start as usize..hunk.marks.end as usize)?;
    let next = |mark: &crate::core::model::Mark| match side {
        Side::Left => mark.old,
        Side::Right => mark.new,
    };
    // Of several marks with this next number, lines of the other side lie between: the last is nearest.
    let at = marks.partition_point(|m| next(m) <= number).checked_sub(1)?;
    let at = u32::try_from(at).ok()?;
    let lines = Lines::from_mark(diff, ix, at)?.take(Diff::STRIDE as usize);
    let on_side = |line: &Line<'_>| match side {
        Side::Left => line.old,
        Side::Right => line.new,
    };
    let (within, _) = (0u32..).zip(lines).find(|(_, line)| on_side(line) == Some(number))?;
    Some(LineRef { hunk: ix, ord: at * Diff::STRIDE + within })
}

/// Side and number a comment on this line would carry: RIGHT for added and context, LEFT for removed.
/// `None` for no-newline marks and for lines of combined diffs that are not in the result.
pub fn anchor_of(diff: &Diff, at: LineRef) -> Option<(Side, u32)> {
    let line = super::line(diff, at)?;
    line.new.map(|n| (Side::Right, n)).or_else(|| line.old.map(|n| (Side::Left, n)))
}

/// The body line that holds a byte of the text (its line feed included). `None` in headers and outside files.
pub fn line_at_offset(diff: &Diff, offset: usize) -> Option<LineRef> {
    let at = diff.hunks.partition_point(|h| h.body.start <= offset).checked_sub(1)?;
    let hunk = diff.hunks.get(at).filter(|h| offset < h.body.end)?;
    let ix = HunkIx(u32::try_from(at).ok()?);
    let marks = diff.marks.get(hunk.marks.start as usize..hunk.marks.end as usize)?;
    let mark = u32::try_from(marks.partition_point(|m| m.offset <= offset).checked_sub(1)?).ok()?;
    let lines = Lines::from_mark(diff, ix, mark)?.take(Diff::STRIDE as usize);
    let within = lines.take_while(|line| line.offset <= offset).count();
    let within = u32::try_from(within.checked_sub(1)?).ok()?;
    Some(LineRef { hunk: ix, ord: mark * Diff::STRIDE + within })
}
