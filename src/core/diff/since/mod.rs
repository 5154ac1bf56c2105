//! What is new in a change since an earlier look at it (COCKPIT point 7, key `i`): two diffs of one target compared
//! by their own changed lines. What only the base brought (a rebase, a merge of main) is nothing new.
//!
//! The rule: files are paired by name, by rename, then by what they change; of each pair the sequences of added and
//! removed lines are aligned by their bytes, never by numbers or context; a changed line of the present diff that
//! finds no partner is new. So a line that the earlier diff did not have is always new. What is too much to align is
//! new as a whole.
//!
//! What it cannot tell: a block that the author moved within one file without changing it counts as known, because
//! the same picture comes from a base that moved. Not here: keeping the earlier diff (`edge::logbook`), which look it
//! was (`core::gate`). Called by `app::runner`.

mod align;
mod pairs;
mod sequence;

use std::ops::Range;

use crate::core::model::{Counts, Diff, FileIx, FileSince, HunkIx, LineRef, NewLines, Since, SinceState, SinceTotals};
use align::Matched;
use sequence::{Interner, Mark, Sequence};

/// Compares the present diff with an earlier one of the same target. Work is in proportion to both, but for
/// alignments that are bounded; deterministic.
pub fn since(earlier: &Diff, now: &Diff) -> Since {
    let pairs = pairs::pair(earlier, now);
    let mut since = Since { files: Vec::with_capacity(now.files.len()), ..Since::default() };
    for (file, partner) in now.file_numbers().zip(&pairs.partners) {
        let compared = compare(earlier, now, file, *partner);
        since.lines.extend(runs(&compared.new));
        since.files.push(compared.sums);
    }
    since.lines.sort_unstable();
    since.gone = pairs.gone.iter().map(|file| earlier.path(*file)).collect();
    let gone = pairs.gone.iter().filter_map(|file| earlier.file(*file)).map(|entry| entry.counts);
    since.totals = totals(&since.files, gone);
    since.file_folds = folds(now.file_numbers().map(|file| since.file(file) == SinceState::Unchanged));
    since.hunk_folds = hunk_folds(now, &since);
    since
}

/// A file of the present diff beside its partner.
struct Compared {
    sums: FileSince,
    /// New lines, in order.
    new: Vec<LineRef>,
}

fn compare(earlier: &Diff, now: &Diff, file: FileIx, partner: Option<FileIx>) -> Compared {
    let mut interner = Interner::default();
    let there = sequence::of(now, file, &mut interner);
    let before = partner.map_or_else(Sequence::default, |file| sequence::of(earlier, file, &mut interner));
    let Matched { old, new } = align::align(&before, &there);
    let fresh = || there.lines.iter().zip(&new).filter(|(_, known)| !**known).map(|(line, _)| line);
    let count = |mark| u32::try_from(fresh().filter(|line| line.mark == mark).count()).unwrap_or(u32::MAX);
    let counts = Counts { added: count(Mark::Added), removed: count(Mark::Removed) };
    let taken_back = u32::try_from(old.iter().filter(|known| !**known).count()).unwrap_or(u32::MAX);
    let same_facts = partner.is_some_and(|before| pairs::facts(earlier, before) == pairs::facts(now, file));
    let same = same_facts && taken_back == 0 && counts == Counts::default();
    let state = if same { SinceState::Unchanged } else { SinceState::Changed };
    let before = partner.and_then(|file| super::text_hash(earlier, file)).unwrap_or(0);
    Compared { sums: FileSince { state, new: counts, taken_back, before }, new: fresh().map(|line| line.at).collect() }
}

/// Neighbouring lines joined.
fn runs(lines: &[LineRef]) -> Vec<NewLines> {
    let mut runs: Vec<NewLines> = Vec::new();
    for LineRef { hunk, ord } in lines.iter().copied() {
        match runs.last_mut().filter(|run| run.hunk == hunk && run.to == ord) {
            Some(run) => run.to += 1,
            None => runs.push(NewLines { hunk, from: ord, to: ord + 1 }),
        }
    }
    runs
}

fn totals(files: &[FileSince], gone: impl Iterator<Item = Counts>) -> SinceTotals {
    let mut totals = SinceTotals::default();
    for file in files {
        totals.files += u32::from(file.state == SinceState::Changed);
        totals.new.added += file.new.added;
        totals.new.removed += file.new.removed;
        totals.taken_back += file.taken_back;
    }
    totals.taken_back += gone.map(|counts| counts.added + counts.removed).sum::<u32>();
    totals
}

/// Maximal runs of numbers that are to be folded.
fn folds(folded: impl Iterator<Item = bool>) -> Vec<Range<u32>> {
    let mut runs: Vec<Range<u32>> = Vec::new();
    for (number, folded) in (0..).zip(folded) {
        match runs.last_mut().filter(|run| folded && run.end == number) {
            Some(run) => run.end += 1,
            None if folded => runs.push(number..number + 1),
            None => {}
        }
    }
    runs
}

/// Runs of hunks without new lines in files that changed; a run ends with its file.
fn hunk_folds(now: &Diff, since: &Since) -> Vec<Range<u32>> {
    let mut runs = Vec::new();
    for file in now.file_numbers().filter(|file| since.file(*file) == SinceState::Changed) {
        let hunks = now.file(file).map_or(0..0, |entry| entry.hunks.clone());
        let of_file = folds(hunks.clone().map(|hunk| !since.has_new(HunkIx(hunk))));
        runs.extend(of_file.into_iter().map(|run| run.start + hunks.start..run.end + hunks.start));
    }
    runs
}

#[cfg(test)]
mod tests;
