//! What is new in a change since an earlier look at it: a noun only. Worked out by `core::diff::since`, read by ui.

use std::ops::Range;

use super::{Counts, FileIx, HunkIx, LineRef, RepoPath};

/// Whether a file of the present change is as it was at the earlier look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SinceState {
    /// Its own change is the same; only what it is laid upon may have moved.
    Unchanged,
    /// Lines of its change are new, or were taken back, or its name, mode or bytes differ.
    Changed,
}

/// A file of the present change, compared with the earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileSince {
    /// As it was, or not.
    pub state: SinceState,
    /// Changed lines that are new since, by their mark.
    pub new: Counts,
    /// Changed lines of the earlier look that are no longer there.
    pub taken_back: u32,
    /// Hash of its part of the earlier diff (`core::diff::text_hash`); 0 when it was not in it. A mark that was set
    /// then is known by it.
    pub before: u64,
}

/// New lines that follow each other in one hunk: ordinals `from..to` of its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NewLines {
    /// The hunk.
    pub hunk: HunkIx,
    /// First ordinal.
    pub from: u32,
    /// One past the last.
    pub to: u32,
}

/// Two looks at one change, compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Since {
    /// Every file of the present change, by its number.
    pub files: Vec<FileSince>,
    /// New lines, in the order of the diff.
    pub lines: Vec<NewLines>,
    /// Files that left the change, by the name they had in it.
    pub gone: Vec<RepoPath>,
    /// Changed files, new lines and lines taken back, in all; those of files that left count as taken back.
    pub totals: SinceTotals,
    /// Runs of unchanged files.
    pub(crate) file_folds: Vec<Range<u32>>,
    /// Runs of hunks without new lines, in files that changed.
    pub(crate) hunk_folds: Vec<Range<u32>>,
}

/// The sums of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SinceTotals {
    /// Files of the present change that are not as they were.
    pub files: u32,
    /// New lines, by mark.
    pub new: Counts,
    /// Changed lines of the earlier look that are gone.
    pub taken_back: u32,
}

impl Since {
    /// Whether nothing is new, taken back or gone.
    pub fn is_empty(&self) -> bool {
        self.totals.files == 0 && self.gone.is_empty()
    }

    /// A file's comparison; a file that is not known counts as changed, so that nothing is hidden by mistake.
    pub fn file(&self, file: FileIx) -> SinceState {
        self.files.get(file.0 as usize).map_or(SinceState::Changed, |file| file.state)
    }

    /// Whether a body line is new since.
    pub fn is_new(&self, at: LineRef) -> bool {
        let behind = self.lines.partition_point(|run| (run.hunk, run.from) <= (at.hunk, at.ord));
        let run = behind.checked_sub(1).and_then(|nth| self.lines.get(nth));
        run.is_some_and(|run| run.hunk == at.hunk && at.ord < run.to)
    }

    /// The run of unchanged files that this file lies in.
    pub fn file_fold(&self, file: FileIx) -> Option<Range<u32>> {
        run_of(&self.file_folds, file.0)
    }

    /// The run of hunks without new lines that this hunk lies in; hunks of unchanged files lie in none.
    pub fn hunk_fold(&self, hunk: HunkIx) -> Option<Range<u32>> {
        run_of(&self.hunk_folds, hunk.0)
    }

    /// Whether a hunk has a line that is new since.
    pub fn has_new(&self, hunk: HunkIx) -> bool {
        let first = self.lines.partition_point(|run| run.hunk < hunk);
        self.lines.get(first).is_some_and(|run| run.hunk == hunk)
    }
}

fn run_of(runs: &[Range<u32>], number: u32) -> Option<Range<u32>> {
    let behind = runs.partition_point(|run| run.start <= number);
    behind.checked_sub(1).and_then(|nth| runs.get(nth)).filter(|run| run.contains(&number)).cloned()
}
