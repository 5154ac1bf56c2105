//! The rows of folds that hide what is not new since the earlier look: each names what it hides.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    core::model::{FileIx, HunkIx},
    session::{Session, Slot, Spot},
    ui::{Ui, since::Fold, theme::Ink},
};

use super::header::plural;

pub(super) fn fold(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, fold: &Fold) {
    let (indent, what) = match fold {
        Fold::Files(files) => {
            (1, format!("{} file{} unchanged since your last look", files.len(), plural(files.len())))
        }
        Fold::Hunks(_, hunks) => {
            let lines = lines_of(session, hunks.start, hunks.end);
            let words =
                format!("{} hunk{} ({lines} lines) unchanged since your last look", hunks.len(), plural(hunks.len()));
            (2, words)
        }
    };
    let findings = match findings_in(session, fold) {
        0 => String::new(),
        n => format!(" · {n} finding{}", plural(n)),
    };
    let words = format!("▸ {what}{findings} · Enter opens");
    let room = usize::from(line.width.saturating_sub(indent));
    buffer.set_stringn(line.x + indent, line.y, words, room, ui.theme().ink(Ink::Dim));
}

/// Body lines of a run of hunks.
fn lines_of(session: &Session, first: u32, end: u32) -> u64 {
    let hunk = |number: u32| session.diff.hunk(HunkIx(number));
    match (hunk(first), end.checked_sub(1).and_then(hunk)) {
        (Some(first), Some(last)) => last.lines_before + u64::from(last.lines) - first.lines_before,
        _ => 0,
    }
}

/// Cards that the fold hides.
fn findings_in(session: &Session, fold: &Fold) -> usize {
    let end = match fold {
        Fold::Files(files) => Slot::file(FileIx(files.end)),
        Fold::Hunks(file, hunks) => Slot { file: *file, spot: Spot::Hunk(HunkIx(hunks.end)) },
    };
    let hidden = session.findings.slots_from(fold.slot()).take_while(|(slot, _)| **slot < end);
    hidden.map(|(_, ids)| ids.len()).sum()
}
