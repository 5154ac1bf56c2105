//! Reads hunk header lines, plain (`@@ -1,3 +1,4 @@`) and combined (`@@@ -1 -1 +1,2 @@@`). Pure functions.
//! Not here: bodies (`body`, `combined`). Called by the indexer.

use std::ops::Range;

use crate::core::model::Extent;

/// What a hunk header says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HunkHead {
    /// Old side; of a combined hunk the first parent.
    pub old: Extent,
    /// New side.
    pub new: Extent,
    /// Lines of every parent: empty for a plain hunk, else two or more.
    pub parents: Vec<u32>,
    /// The text behind the closing marks, as a range in the line.
    pub section: Range<usize>,
}

impl HunkHead {
    /// Whether some line of the hunk would get a number that 32 bits cannot hold.
    pub fn too_high(&self) -> bool {
        let beyond = |e: Extent| u64::from(e.start) + u64::from(e.count) > u64::from(u32::MAX);
        beyond(self.old) || beyond(self.new)
    }

    /// Whether a side counts lines but begins at line 0, which is no line.
    pub fn begins_at_zero(&self) -> bool {
        let zero = |e: Extent| e.start == 0 && e.count > 0;
        zero(self.new) || (self.parents.is_empty() && zero(self.old))
    }
}

/// Whether a line wants to be a hunk header (readable or not): marks and the first range's minus.
pub(super) fn looks_like_hunk(line: &[u8]) -> bool {
    let marks = marks(line);
    marks >= 2 && line.get(marks..).is_some_and(|rest| rest.starts_with(b" -"))
}

/// Reads a hunk header line (without its line end). `None` when it is not one. Numbers saturate.
pub(super) fn read(line: &[u8]) -> Option<HunkHead> {
    let marks = marks(line);
    if !(2..=256).contains(&marks) {
        return None;
    }
    let mut rest = line.get(marks..)?;
    let (mut first, mut parents) = (None, Vec::new());
    for _ in 1..marks {
        let (extent, behind) = range(rest.strip_prefix(b" -")?)?;
        first.get_or_insert(extent);
        if marks > 2 {
            parents.push(extent.count);
        }
        rest = behind;
    }
    let (new, behind) = range(rest.strip_prefix(b" +")?)?;
    let behind = behind.strip_prefix(b" ")?;
    let closing = self::marks(behind);
    if closing < marks {
        return None;
    }
    let text = behind.get(marks..)?;
    let start = line.len() - text.len();
    let start = if text.first() == Some(&b' ') { start + 1 } else { start };
    Some(HunkHead { old: first?, new, parents, section: start..line.len() })
}

/// How many `@` a line begins with.
fn marks(line: &[u8]) -> usize {
    line.iter().take_while(|b| **b == b'@').count()
}

/// `12` or `12,3`: a missing count is 1.
fn range(text: &[u8]) -> Option<(Extent, &[u8])> {
    let (start, rest) = number(text)?;
    match rest.strip_prefix(b",") {
        Some(rest) => {
            let (count, rest) = number(rest)?;
            Some((Extent { start, count }, rest))
        }
        None => Some((Extent { start, count: 1 }, rest)),
    }
}

/// Decimal digits, at least one; saturates.
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(digits)?;
    if digits.is_empty() {
        return None;
    }
    let value = digits.iter().fold(0u32, |n, d| n.saturating_mul(10).saturating_add(u32::from(d - b'0')));
    Some((value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extents(line: &str) -> Option<(u32, u32, u32, u32)> {
        read(line.as_bytes()).map(|h| (h.old.start, h.old.count, h.new.start, h.new.count))
    }

    #[test]
    fn a_missing_count_is_one() {
        assert_eq!(extents("@@ -3 +4 @@"), Some((3, 1, 4, 1)));
        assert_eq!(extents("@@ -0,0 +1,2 @@ fn x"), Some((0, 0, 1, 2)));
    }

    #[test]
    fn the_section_is_what_stands_behind_the_closing_marks() {
        let line = b"@@ -1,2 +1,2 @@ fn main() { @@ }";
        assert_eq!(&line[read(line).unwrap().section], b"fn main() { @@ }");
        assert!(read(b"@@ -1 +1 @@").unwrap().section.is_empty());
    }

    #[test]
    fn combined_headers_have_a_range_for_each_parent() {
        let head = read(b"@@@@ -1,2 -3,4 -5 +6,7 @@@@ x").unwrap();
        assert_eq!((head.parents, head.old.count, head.new.start), (vec![2, 4, 1], 2, 6));
    }

    #[test]
    fn prose_is_not_a_hunk_header() {
        for line in
            ["@@ this is prose @@", "@@ -1,2 @@", "@@ -1 +1 @", "@@ -,1 +1 @@", "@ -1 +1 @", "", "@@", "@@@ -1 +1 @@@"]
        {
            assert_eq!(extents(line), None, "{line}");
        }
        assert!(looks_like_hunk(b"@@ -x +y @@") && !looks_like_hunk(b"@@ this"));
    }

    #[test]
    fn huge_numbers_saturate() {
        let head = read(b"@@ -99999999999999999999,99999999999 +4294967295 @@").unwrap();
        assert_eq!((head.old.start, head.old.count, head.new.start), (u32::MAX, u32::MAX, u32::MAX));
        assert!(head.too_high());
    }
}
