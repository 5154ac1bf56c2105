//! The text of a file on the new side of a change, by lines, and how many of them lie between its hunks. Pure. Not here:
//! reading it (`edge::intake`), which of it is shown (`ui::beyond`).

use std::sync::Arc;

use crate::core::model::{Beyond, Diff, Edge, Extent, FileForm, FileIx, HunkIx, Line, LineKind};

/// What stands in the mark column of a line that the diff does not have.
const MARK: &[u8] = "┊".as_bytes();

/// A file's text on the new side, and where its lines begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileText {
    bytes: Arc<[u8]>,
    starts: Vec<u32>,
}

impl FileText {
    /// Finds the lines. `None` when there are more bytes than 32 bits count.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Option<Self> {
        let bytes: Arc<[u8]> = bytes.into();
        u32::try_from(bytes.len()).ok()?;
        let behind = memchr::memchr_iter(b'\n', &bytes).map(|at| at as u32 + 1);
        let starts = std::iter::once(0).chain(behind).filter(|start| (*start as usize) < bytes.len()).collect();
        Some(Self { bytes, starts })
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many lines; a last one without line feed counts.
    pub fn lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The line with that number, from 1, without its line feed.
    pub fn line(&self, number: u32) -> Option<&[u8]> {
        let at = number.checked_sub(1)? as usize;
        let start = *self.starts.get(at)? as usize;
        let end = self.starts.get(at + 1).map_or(self.bytes.len(), |end| *end as usize);
        let line = self.bytes.get(start..end)?;
        Some(line.strip_suffix(b"\n").unwrap_or(line))
    }

    /// Whether the hunks of a file are a change that ends in this text. Reads all of them.
    pub fn fits(&self, diff: &Diff, file: FileIx) -> bool {
        diff.hunks_of(file).all(|hunk| {
            let Some(entry) = diff.hunk(hunk) else { return false };
            let in_order = above(diff, hunk).is_some() && first(entry.new) <= self.lines().saturating_add(1);
            let new = super::lines(diff, hunk, 0).filter_map(|line| Some((line.new?, line.text)));
            in_order && new.into_iter().all(|(number, text)| self.line(number) == Some(text))
        })
    }
}

/// The number of the first line of an extent; of an empty one, that of the line behind it.
fn first(extent: Extent) -> u32 {
    if extent.count == 0 { extent.start.saturating_add(1) } else { extent.start }
}

/// The number of the line behind an extent.
fn behind(extent: Extent) -> u32 {
    first(extent).saturating_add(extent.count)
}

/// The hunk next to a hunk in its file.
pub fn neighbour(diff: &Diff, hunk: HunkIx, edge: Edge) -> Option<HunkIx> {
    let file = diff.file(diff.hunk(hunk)?.file)?;
    let next = match edge {
        Edge::Above => hunk.0.checked_sub(1)?,
        Edge::Below => hunk.0.checked_add(1)?,
    };
    file.hunks.contains(&next).then_some(HunkIx(next))
}

fn above(diff: &Diff, hunk: HunkIx) -> Option<u32> {
    let from = match neighbour(diff, hunk, Edge::Above) {
        Some(before) => behind(diff.hunk(before)?.new),
        None => 1,
    };
    first(diff.hunk(hunk)?.new).checked_sub(from)
}

/// How many lines lie beyond an edge, up to the neighbouring hunk or the end of the file. `None`: not to be known (the
/// end of a file whose text is not there, hunks out of order, a merge).
pub fn room(diff: &Diff, hunk: HunkIx, edge: Edge, text: Option<&FileText>) -> Option<u32> {
    let entry = diff.hunk(hunk)?;
    if diff.file(entry.file)?.form != FileForm::Text {
        return None;
    }
    match (edge, neighbour(diff, hunk, Edge::Below)) {
        (Edge::Above, _) => above(diff, hunk),
        (Edge::Below, Some(next)) => above(diff, next),
        (Edge::Below, None) => text?.lines().checked_add(1)?.checked_sub(behind(entry.new)),
    }
}

/// The number of a line on the old and on the new side.
pub fn numbers(diff: &Diff, at: Beyond) -> Option<(u32, u32)> {
    let entry = diff.hunk(at.hunk)?;
    let number = |extent: Extent| match at.edge {
        Edge::Above => first(extent).checked_sub(at.nth.checked_add(1)?).filter(|number| *number > 0),
        Edge::Below => behind(extent).checked_add(at.nth),
    };
    Some((number(entry.old)?, number(entry.new)?))
}

/// A line beyond a hunk, as a line without a change.
pub fn line_beyond<'t>(diff: &Diff, at: Beyond, text: &'t FileText) -> Option<Line<'t>> {
    let (old, new) = numbers(diff, at)?;
    let text = text.line(new)?;
    Some(Line { kind: LineKind::Context, old: Some(old), new: Some(new), mark: MARK, text, offset: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::diff;

    const CHANGE: &str =
        "--- a/x\n+++ b/x\n@@ -3,2 +3,3 @@\n c\n+new\n d\n@@ -8,1 +8,0 @@\n-h\n@@ -11 +11 @@\n-k\n+K\n";

    fn text(lines: &str) -> FileText {
        FileText::new(lines.as_bytes()).unwrap()
    }

    /// The new side: a b c new d e f g i j K l.
    fn whole() -> FileText {
        text("a\nb\nc\nnew\nd\ne\nf\ng\ni\nj\nK\nl")
    }

    #[test]
    fn lines_are_found_with_and_without_a_last_line_feed() {
        assert_eq!((text("").lines(), text("\n").lines(), text("a\nb").lines(), text("a\nb\n").lines()), (0, 1, 2, 2));
        assert_eq!(text("a\nb").line(2), Some(&b"b"[..]));
        assert_eq!((text("a\nb\n").line(3), text("a").line(0)), (None, None));
    }

    #[test]
    fn what_lies_between_hunks_is_counted_and_numbered_on_both_sides() {
        let diff = diff::parse(CHANGE.as_bytes());
        let text = whole();
        assert!(text.fits(&diff, FileIx(0)));
        let room = |hunk, edge| room(&diff, HunkIx(hunk), edge, Some(&text));
        assert_eq!((room(0, Edge::Above), room(0, Edge::Below), room(1, Edge::Above)), (Some(2), Some(3), Some(3)));
        assert_eq!((room(1, Edge::Below), room(2, Edge::Below)), (Some(2), Some(1)));
        let line = |hunk, edge, nth| {
            let line = line_beyond(&diff, Beyond { hunk: HunkIx(hunk), edge, nth }, &text)?;
            Some((line.old?, line.new?, String::from_utf8_lossy(line.text).into_owned()))
        };
        assert_eq!(line(0, Edge::Above, 0), Some((2, 2, "b".into())));
        assert_eq!(line(0, Edge::Above, 2), None);
        assert_eq!(line(0, Edge::Below, 0), Some((5, 6, "e".into())));
        assert_eq!(line(1, Edge::Above, 0), Some((7, 8, "g".into())));
        assert_eq!(line(2, Edge::Below, 0), Some((12, 12, "l".into())));
        assert_eq!(line(2, Edge::Below, 1), None);
    }

    #[test]
    fn a_text_that_is_not_the_new_side_does_not_fit() {
        let diff = diff::parse(CHANGE.as_bytes());
        for other in ["", "a\nb\nc\nd\n", "a\nb\nc\nNEW\nd\ne\nf\ng\ni\nj\nK\nl", "a\nb\nc\nnew\nd\ne\nf\ng\ni\nj"] {
            assert!(!text(other).fits(&diff, FileIx(0)), "{other:?}");
        }
    }
}
