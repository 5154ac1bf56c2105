//! Which removed lines and which added lines stand side by side: the run of changed lines around one of them.
//! Not here: what a row looks like (ui). Called by ui for the layout of two columns. Costs the logarithm of the hunk,
//! however long the run is.

use std::ops::Range;

use super::Reader;
use crate::core::model::{Diff, FileForm, HunkEntry, HunkIx, LineKind, LineRef};

/// Removed lines and the added lines behind them, as ordinals of the hunk. Marks of a missing line feed belong to
/// the lines they speak of. One of the two may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The hunk.
    pub hunk: HunkIx,
    /// What is removed.
    pub left: Range<u32>,
    /// What is added; begins where `left` ends.
    pub right: Range<u32>,
}

impl Run {
    /// Rows it takes side by side.
    pub fn rows(&self) -> u32 {
        self.left.len().max(self.right.len()) as u32
    }

    /// Whether a line of the hunk belongs to it.
    pub fn contains(&self, at: LineRef) -> bool {
        at.hunk == self.hunk && (self.left.start..self.right.end).contains(&at.ord)
    }

    /// The row of one of its lines.
    pub fn row_of(&self, ord: u32) -> u32 {
        let start = if ord < self.left.end { self.left.start } else { self.right.start };
        ord.saturating_sub(start)
    }

    /// What stands in a row, old and new.
    pub fn at(&self, row: u32) -> (Option<LineRef>, Option<LineRef>) {
        let line = |range: &Range<u32>| {
            let ord = range.start.checked_add(row).filter(|ord| range.contains(ord))?;
            Some(LineRef { hunk: self.hunk, ord })
        };
        (line(&self.left), line(&self.right))
    }
}

/// The run that a line belongs to. `None` for context, for combined diffs, and where line numbers come to the end of
/// 32 bits: such lines stand alone.
pub fn run_of(reader: &mut Reader<'_>, at: LineRef) -> Option<Run> {
    let diff = reader.diff();
    let entry = diff.hunk(at.hunk)?;
    let counted = |start: u32| start.checked_add(entry.lines).is_some_and(|end| end < u32::MAX);
    if !counted(entry.old.start) || !counted(entry.new.start) || diff.file(entry.file)?.form != FileForm::Text {
        return None;
    }
    let mut hunk = Counted { reader, at: at.hunk, entry };
    let (kind, old, new) = hunk.state(at.ord)?;
    match kind {
        LineKind::Context => None,
        LineKind::Removed => hunk.around_removed(new),
        LineKind::Added => hunk.around_added(old),
        LineKind::NoNewline => {
            let owner = hunk.first(|o, n| o >= old && n >= new)?.checked_sub(1)?;
            let (kind, old, new) = hunk.state(owner)?;
            match kind {
                LineKind::Removed => hunk.around_removed(new),
                LineKind::Added => hunk.around_added(old),
                LineKind::Context | LineKind::NoNewline => None,
            }
        }
    }
}

/// A hunk seen through its counters: the old and the new number that come next, before each line. Both only grow, so
/// every border of a run is a binary search.
struct Counted<'r, 'a> {
    reader: &'r mut Reader<'a>,
    at: HunkIx,
    entry: &'a HunkEntry,
}

impl Counted<'_, '_> {
    /// What a line is, and the counters before it.
    fn state(&mut self, ord: u32) -> Option<(LineKind, u32, u32)> {
        let (line, (old, new)) = self.reader.counted(LineRef { hunk: self.at, ord })?;
        Some((line.kind, old, new))
    }

    /// The first line before which the counters are so, or the end of the hunk. `so` must stay true once it is.
    fn first(&mut self, so: impl Fn(u32, u32) -> bool) -> Option<u32> {
        let range = self.entry.marks.start as usize..self.entry.marks.end as usize;
        let marks = self.reader.diff().marks.get(range)?;
        let behind = marks.partition_point(|mark| !so(mark.old, mark.new)) as u32;
        let page = behind.saturating_sub(1) * Diff::STRIDE;
        for ord in page..self.entry.lines.min(page + Diff::STRIDE + 1) {
            let (line, (old, new)) = self.reader.counted(LineRef { hunk: self.at, ord })?;
            if so(old, new) {
                return Some(ord);
            }
            let takes_old = u32::from(matches!(line.kind, LineKind::Context | LineKind::Removed));
            let takes_new = u32::from(matches!(line.kind, LineKind::Context | LineKind::Added));
            if so(old + takes_old, new + takes_new) {
                return Some(ord + 1);
            }
        }
        None
    }

    /// The line that takes an old number; the end of the hunk when none does.
    fn taker_of_old(&mut self, old: u32) -> u32 {
        self.first(|o, _| o > old).map_or(self.entry.lines, |behind| behind.saturating_sub(1))
    }

    fn taker_of_new(&mut self, new: u32) -> u32 {
        self.first(|_, n| n > new).map_or(self.entry.lines, |behind| behind.saturating_sub(1))
    }

    /// The run of a removed line, behind which the new number is still `new`.
    fn around_removed(&mut self, new: u32) -> Option<Run> {
        let first = self.first(|_, n| n >= new)?;
        // Marks that speak of the line before stand in front of the first removed line.
        let (_, old, _) = self.state(first)?;
        let start = self.taker_of_old(old);
        let middle = self.taker_of_new(new);
        let end = match self.state(middle) {
            Some((LineKind::Added, old, _)) => self.taker_of_old(old),
            _ => middle,
        };
        Some(Run { hunk: self.at, left: start..middle, right: middle..end })
    }

    /// The run of an added line, behind which the old number is still `old`.
    fn around_added(&mut self, old: u32) -> Option<Run> {
        let first = self.first(|o, _| o >= old)?;
        if let Some(before) = first.checked_sub(1)
            && let Some((LineKind::Removed, _, new)) = self.state(before)
        {
            return self.around_removed(new);
        }
        let (_, _, new) = self.state(first)?;
        let start = self.taker_of_new(new);
        Some(Run { hunk: self.at, left: start..start, right: start..self.taker_of_old(old) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{diff, model::HunkIx};

    /// The runs of a hunk, by looking at each line: `(left, right)` for each line.
    fn runs(marks: &str) -> Vec<Option<(Range<u32>, Range<u32>)>> {
        let diff = made(marks);
        let lines = diff.hunks[0].lines;
        let run =
            |ord| run_of(&mut Reader::new(&diff), LineRef { hunk: HunkIx(0), ord }).map(|run| (run.left, run.right));
        (0..lines).map(run).collect()
    }

    fn made(marks: &str) -> Diff {
        let count = |kinds: &str| marks.chars().filter(|c| kinds.contains(*c)).count();
        let body: String = marks
            .chars()
            .map(|c| if c == '\\' { "\\ No newline at end of file\n".to_owned() } else { format!("{c}x\n") })
            .collect();
        let text = format!("--- a/x\n+++ b/x\n@@ -1,{} +1,{} @@\n{body}", count(" -"), count(" +"));
        diff::parse(text.as_bytes())
    }

    #[test]
    fn removed_and_added_lines_behind_them_are_one_run() {
        let run = Some((1..3, 3..6));
        assert_eq!(runs(" --+++ "), [None, run.clone(), run.clone(), run.clone(), run.clone(), run, None]);
        assert_eq!(runs("-"), [Some((0..1, 1..1))]);
        assert_eq!(runs("++"), [Some((0..0, 0..2)), Some((0..0, 0..2))]);
    }

    #[test]
    fn added_before_removed_are_two_runs() {
        assert_eq!(runs("+-+"), [Some((0..0, 0..1)), Some((1..2, 2..3)), Some((1..2, 2..3))]);
    }

    #[test]
    fn marks_of_a_missing_line_feed_belong_to_their_line() {
        let run = Some((1..3, 3..5));
        assert_eq!(runs(" -\\+\\"), [None, run.clone(), run.clone(), run.clone(), run]);
        assert_eq!(runs(" \\"), [None, None]);
        assert_eq!(runs("-\\\\ "), [Some((0..3, 3..3)), Some((0..3, 3..3)), Some((0..3, 3..3)), None]);
    }

    #[test]
    fn every_line_of_a_run_tells_the_same_run_in_any_hunk() {
        let mut seed = 7_u64;
        for _ in 0..60 {
            let mut marks = String::new();
            for _ in 0..(seed >> 33) % 300 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                marks.push(match (seed >> 40) % 12 {
                    0..=3 => '-',
                    4..=7 => '+',
                    8 => '\\',
                    _ => ' ',
                });
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // A mark at the start speaks of nothing.
            let marks = format!(" {marks}");
            let diff = made(&marks);
            let lines = diff.hunks[0].lines;
            for ord in 0..lines {
                let Some(run) = run_of(&mut Reader::new(&diff), LineRef { hunk: HunkIx(0), ord }) else { continue };
                assert!(run.left.contains(&ord) || run.right.contains(&ord), "{marks} {ord} {run:?}");
                for other in run.left.start..run.right.end {
                    let same = run_of(&mut Reader::new(&diff), LineRef { hunk: HunkIx(0), ord: other });
                    assert_eq!(same.as_ref(), Some(&run), "{marks} {ord} {other}");
                }
            }
        }
    }

    #[test]
    fn a_run_of_a_million_lines_is_found_by_search() {
        let marks = "+".repeat(200_000);
        let diff = made(&marks);
        let started = std::time::Instant::now();
        for ord in (0..200_000).step_by(1000) {
            let run = run_of(&mut Reader::new(&diff), LineRef { hunk: HunkIx(0), ord }).unwrap();
            assert_eq!((run.left, run.right), (0..0, 0..200_000));
        }
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    }
}
