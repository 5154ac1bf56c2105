//! What a fold hides, in words: lines, findings that nobody decided, threads. Called by the rows that stand for folds.

use crate::{
    core::{
        gate::Stance,
        model::{FileIx, HunkIx},
    },
    session::{Session, Slot, Spot},
};

use super::header::plural;

/// What is in a file.
pub(super) fn in_file(session: &Session, file: FileIx) -> String {
    let Some(entry) = session.diff.file(file) else { return String::new() };
    let hunks = entry.hunks.len();
    let lines = lines(session, entry.hunks.start, entry.hunks.end);
    let held = held(session, Slot::file(file), Slot::file(FileIx(file.0.saturating_add(1))));
    format!("{lines} line{} in {hunks} hunk{}{held}", plural(lines as usize), plural(hunks))
}

/// What is in a hunk.
pub(super) fn in_hunk(session: &Session, hunk: HunkIx) -> String {
    let lines = lines(session, hunk.0, hunk.0.saturating_add(1));
    let Some(file) = session.diff.hunk(hunk).map(|entry| entry.file) else { return String::new() };
    let at = |hunk: HunkIx| Slot { file, spot: Spot::Hunk(hunk) };
    let held = held(session, at(hunk), at(HunkIx(hunk.0.saturating_add(1))));
    format!("{lines} line{}{held}", plural(lines as usize))
}

/// Body lines of a run of hunks.
pub(super) fn lines(session: &Session, first: u32, end: u32) -> u64 {
    let hunk = |number: u32| session.diff.hunk(HunkIx(number));
    match (hunk(first), end.checked_sub(1).and_then(hunk)) {
        (Some(first), Some(last)) if first.lines_before <= last.lines_before => {
            last.lines_before + u64::from(last.lines) - first.lines_before
        }
        _ => 0,
    }
}

/// Cards between two slots, the second one not included: ` · 2 findings, 1 undecided · 1 thread`.
pub(super) fn held(session: &Session, first: Slot, end: Slot) -> String {
    let ids = session.findings.slots_from(first).take_while(|(slot, _)| **slot < end).flat_map(|(_, ids)| ids);
    let (mut all, mut undecided) = (0, 0);
    for id in ids {
        all += 1;
        undecided += usize::from(*session.gate.stance(id) == Stance::Undecided);
    }
    let threads = &session.digest().threads;
    let within = threads.slots_within((first, end)).filter(|slot| *slot < end);
    let threads: usize = within.map(|slot| threads.at(slot).len()).sum();
    let findings = match (all, undecided) {
        (0, _) => String::new(),
        (all, 0) => format!(" · {all} finding{}, all decided", plural(all)),
        (all, undecided) if all == undecided => format!(" · {all} finding{} undecided", plural(all)),
        (all, undecided) => format!(" · {all} findings, {undecided} undecided"),
    };
    match threads {
        0 => findings,
        threads => format!("{findings} · {threads} thread{}", plural(threads)),
    }
}
