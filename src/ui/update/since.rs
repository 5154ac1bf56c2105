//! The key `i`: the whole change, or only what is new since the earlier look.

use crate::{
    session::{LastLook, Session, Slot},
    ui::{
        Action, Ui,
        actions::{Pen, Verdict},
        scroll,
        since::{self, Fold},
        state::{Cursor, View},
        walk,
    },
};

/// Puts the filter on or off; says why when it cannot be put on.
pub(super) fn toggle(ui: &mut Ui, session: &Session) {
    ui.diff.since.opened.clear();
    if ui.diff.since.on {
        ui.diff.since.on = false;
        ui.say("the whole change");
        return keep_place(ui, session);
    }
    let look = session.last_look();
    let words = look.words();
    match look {
        LastLook::Known(look, _) => {
            ui.diff.since.on = true;
            let kind = look.kind.as_str();
            ui.say(format!("{words} · which you {kind} · {} shows the whole change", ui.key("since")));
            keep_place(ui, session);
        }
        LastLook::Unknown(..) => ui.warn(words),
        LastLook::None | LastLook::Comparing(_) => ui.say(words),
    }
}

/// The cursor stays on its line, or goes to the fold that hides it.
fn keep_place(ui: &mut Ui, session: &Session) {
    let slot = walk::visible(session, ui, ui.diff.cursor.slot);
    if slot != ui.diff.cursor.slot {
        ui.diff.cursor = Cursor::on(slot);
    }
    scroll::follow(session, ui);
}

/// Whether an action would act on what the fold under the cursor hides.
pub(super) fn is_closed(ui: &Ui, session: &Session, action: Action) -> bool {
    let acts = match action {
        Action::Decide(Verdict::Undo | Verdict::Redo | Verdict::Reason)
        | Action::Write(Pen::ReviewText | Pen::Question | Pen::Copy | Pen::CopyLink) => false,
        Action::Decide(_) | Action::Write(_) => true,
        Action::Talk(_)
        | Action::Move(_)
        | Action::Seek(_)
        | Action::Show(_)
        | Action::Queue(_)
        | Action::Program(_) => false,
    };
    acts && ui.view == View::Diff && since::fold_at(session, ui, ui.diff.cursor.slot).is_some()
}

/// Opens what hides a place that was asked for: it is to be seen, new since or not.
pub(super) fn open_to(ui: &mut Ui, session: &Session, slot: Slot) {
    while let Some(fold) = since::fold_of(session, ui, slot).filter(|fold| fold.slot() != slot) {
        ui.diff.since.opened.insert(fold.slot());
    }
}

/// Opens the fold under the cursor. False when there is none.
pub(super) fn open_fold(ui: &mut Ui, session: &Session) -> bool {
    let Some(fold) = since::fold_at(session, ui, ui.diff.cursor.slot) else { return false };
    let (count, what) = match &fold {
        Fold::Files(files) => (files.len(), "files"),
        Fold::Hunks(_, hunks) => (hunks.len(), "hunks"),
    };
    let what = format!("{count} unchanged {what} opened · {} twice folds them again", ui.key("since"));
    ui.diff.since.opened.insert(fold.slot());
    ui.say(what);
    scroll::follow(session, ui);
    true
}

/// The comparison came: says what there is to see, once, when nothing else is said.
pub(super) fn arrived(ui: &mut Ui, session: &Session) {
    let Some(since) = session.last_look().since() else { return };
    if ui.message.is_none() && !since.is_empty() {
        ui.say(format!("new {} · {} shows only that", session.last_look().words(), ui.key("since")));
    }
}
