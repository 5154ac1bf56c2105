//! The rows of folds that hide what is not new since the earlier look: each names what it hides.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    core::model::{FileIx, HunkIx},
    session::{Session, Slot, Spot},
    ui::{Ui, since::Fold, theme::Ink},
};

use super::{header::plural, hides};

pub(super) fn fold(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, fold: &Fold) {
    let (indent, what) = match fold {
        Fold::Files(files) => {
            (1, format!("{} file{} unchanged since your last look", files.len(), plural(files.len())))
        }
        Fold::Hunks(_, hunks) => {
            let lines = hides::lines(session, hunks.start, hunks.end);
            let words =
                format!("{} hunk{} ({lines} lines) unchanged since your last look", hunks.len(), plural(hunks.len()));
            (2, words)
        }
    };
    let end = match fold {
        Fold::Files(files) => Slot::file(FileIx(files.end)),
        Fold::Hunks(file, hunks) => Slot { file: *file, spot: Spot::Hunk(HunkIx(hunks.end)) },
    };
    let held = hides::held(session, fold.slot(), end);
    let words = format!("▸ {what}{held} · {} opens", ui.key("fold"));
    let room = usize::from(line.width.saturating_sub(indent));
    buffer.set_stringn(line.x + indent, line.y, words, room, ui.theme().ink(Ink::Dim));
}
