//! Keys while the file tree has them, and its answers.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    core::model::{FileIx, Time},
    session::{Msg, Session, Slot},
    ui::{
        Action, Request, Step, Tree, Ui,
        actions::{Motion, Show, Verdict},
        field::Field,
        key::{Code, Key},
        layout,
        state::{Ask, Cursor, Mode, Top},
        tree::{Entry, Order},
    },
};

use super::{decide, motion, normal};

pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    let usual = ui.chord.map().as_usual(key).code;
    // Within a sequence a key means what the sequence says; Esc ends a count before it leaves the tree.
    let is_of_chord = ui.chord.has_begun() || (usual == Code::Esc && !ui.chord.shown().is_empty());
    if !is_of_chord && !key.ctrl && !key.alt && special(ui, session, usual) {
        ui.chord.forget();
        return Vec::new();
    }
    match ui.chord.press(key) {
        Step::Run(Action::Move(step), count) => step_in(ui, session, step, count),
        Step::Run(Action::Decide(Verdict::Viewed), _) => return mark(ui, session, at),
        Step::Run(Action::Show(Show::Search), _) => {
            ui.mode = Mode::Prompt(Ask::Filter, Field::new(&ui.tree.filter), 0);
        }
        Step::Run(Action::Show(Show::Fold), _) => {
            if let Entry::Folder(folder) = ui.tree.cursor {
                turn(ui, session, folder);
            }
        }
        // How things are shown is no reason to leave the tree.
        Step::Run(action @ (Action::Show(_) | Action::Program(_)), count) => {
            return normal::run(ui, session, action, count, at);
        }
        Step::Run(action, count) => {
            open(ui, session);
            return normal::run(ui, session, action, count, at);
        }
        Step::Pending => {}
        Step::Unbound => ui.say(normal::unbound(ui, key)),
    }
    Vec::new()
}

/// Keys that mean something else here than in the diff; false when the key is none of them.
fn special(ui: &mut Ui, session: &Session, code: Code) -> bool {
    match (code, ui.tree.cursor) {
        (Code::Enter, Entry::Folder(folder)) => turn(ui, session, folder),
        (Code::Char('l') | Code::Right, _) | (Code::Enter, Entry::File(_)) => into(ui, session),
        (Code::Char('h') | Code::Left, Entry::Folder(folder)) if !ui.tree.is_folded(folder) => {
            turn(ui, session, folder)
        }
        (Code::Char('h') | Code::Left, entry) => {
            if let Some(parent) = ui.tree.parent(entry) {
                ui.tree.cursor = parent;
                follow(ui, session);
            }
        }
        (Code::Char('+'), _) => turn_all(ui, session, false),
        (Code::Char('-'), _) => turn_all(ui, session, true),
        (Code::Esc | Code::Char('q'), _) => ui.tree.focus = false,
        _ => return false,
    }
    true
}

/// To the file in the diff; into the folder.
pub(super) fn into(ui: &mut Ui, session: &Session) {
    match ui.tree.cursor {
        Entry::File(_) => open(ui, session),
        Entry::Folder(folder) if ui.tree.is_folded(folder) => turn(ui, session, folder),
        Entry::Folder(_) => step_in(ui, session, Motion::Down, None),
    }
}

/// Folds or opens a folder.
pub(super) fn turn(ui: &mut Ui, session: &Session, folder: u32) {
    let folded = ui.tree.is_folded(folder);
    ui.tree.set_folded(folder, !folded);
    follow(ui, session);
}

fn turn_all(ui: &mut Ui, session: &Session, folded: bool) {
    ui.tree.set_all_folded(folded);
    if let Some(row) = ui.tree.row_of(ui.tree.cursor)
        && let Some(entry) = ui.tree.entry(session, row)
    {
        ui.tree.cursor = entry;
    }
    follow(ui, session);
}

fn step_in(ui: &mut Ui, session: &Session, step: Motion, count: Option<u32>) {
    let page = usize::from(layout::areas(ui).body.height.max(2));
    let last = ui.tree.len(session).saturating_sub(1);
    let times = count.unwrap_or(1) as usize;
    let here = ui.tree.row_of(ui.tree.cursor).unwrap_or(0);
    let there = match step {
        Motion::Down => here.saturating_add(times),
        Motion::Up => here.saturating_sub(times),
        Motion::HalfDown => here.saturating_add(page / 2),
        Motion::HalfUp => here.saturating_sub(page / 2),
        Motion::PageDown => here.saturating_add(page),
        Motion::PageUp => here.saturating_sub(page),
        Motion::First => 0,
        Motion::Last => last,
        Motion::Center
        | Motion::ToTop
        | Motion::ToBottom
        | Motion::ScrollLeft
        | Motion::ScrollRight
        | Motion::PageLeft
        | Motion::PageRight
        | Motion::LineStart
        | Motion::LineEnd => here,
    };
    if let Some(entry) = ui.tree.entry(session, there.min(last)) {
        ui.tree.cursor = entry;
    }
    follow(ui, session);
}

/// Keeps the tree's cursor on its screen.
pub(super) fn follow(ui: &mut Ui, session: &Session) {
    let height = layout::tree_rows(ui);
    let here = ui.tree.row_of(ui.tree.cursor).unwrap_or(0);
    ui.tree.top = ui.tree.top.clamp((here + 1).saturating_sub(height), here);
    ui.tree.top = ui.tree.top.min(ui.tree.len(session).saturating_sub(1));
}

/// Gives the keys to the tree, its cursor on the file that is read.
pub(super) fn focus(ui: &mut Ui, session: &Session) {
    ui.tree.focus = true;
    let file = Entry::File(ui.diff.cursor.slot.file);
    if let Some(entry) = ui.tree.row_of(file).and_then(|row| ui.tree.entry(session, row)) {
        ui.tree.cursor = entry;
    }
    follow(ui, session);
}

/// Goes to what the cursor is on: a file, or the first one of a folder.
pub(super) fn open(ui: &mut Ui, session: &Session) {
    let Some(file) = ui.tree.files(ui.tree.cursor).first().copied() else { return };
    ui.tree.focus = false;
    show_file(ui, session, file);
}

/// Shows a file from its header on.
pub(super) fn show_file(ui: &mut Ui, session: &Session, file: FileIx) {
    if session.diff.file(file).is_some() {
        motion::to(ui, session, Cursor::on(Slot::file(file)));
        ui.diff.top = Top::of(Slot::file(file));
        crate::ui::scroll::follow(session, ui);
    }
}

/// Marks a file, or all files of a folder, and goes on to what is not viewed; when all are marked, takes the marks away.
fn mark(ui: &mut Ui, session: &Session, at: Time) -> Vec<Request> {
    let entry = ui.tree.cursor;
    let files = ui.tree.files(entry);
    let (requests, viewed) = match entry {
        Entry::File(file) if session.diff.file(file).is_some() => {
            (decide::mark(ui, session, file, at), !session.is_viewed(file))
        }
        Entry::File(_) => return Vec::new(),
        Entry::Folder(folder) => {
            let viewed = (ui.tree.viewed_below(folder) as usize) < files.len();
            (decide::mark_all(ui, session, files.clone(), viewed, at), viewed)
        }
    };
    if viewed {
        to_unviewed(ui, session, &files.into_iter().collect());
    }
    requests
}

/// To the next file that is not viewed, or the folded folder that hides it, in the order of the tree and round its end.
/// When there is none the cursor stays. `marked`: viewed by now.
fn to_unviewed(ui: &mut Ui, session: &Session, marked: &BTreeSet<FileIx>) {
    let rows: Vec<Entry> = (0..ui.tree.len(session)).filter_map(|row| ui.tree.entry(session, row)).collect();
    let here = ui.tree.row_of(ui.tree.cursor).map_or(0, |at| at + 1);
    let mut round = rows.iter().skip(here).chain(rows.iter().take(here));
    let is_open = |file: &FileIx| !marked.contains(file) && !session.is_viewed(*file);
    let next = round.find(|entry| match entry {
        Entry::File(file) => is_open(file),
        Entry::Folder(folder) => ui.tree.is_folded(*folder) && ui.tree.files(**entry).iter().any(is_open),
    });
    if let Some(next) = next {
        ui.tree.cursor = *next;
        follow(ui, session);
    }
}

/// Another order. The cursor stays on its file.
pub(super) fn order(ui: &mut Ui, session: &Session) -> Vec<Request> {
    (ui.tree.order, ui.message) = match ui.tree.order {
        Order::Path => (Order::Risk, None),
        Order::Risk => (Order::Path, None),
    };
    ui.say(match ui.tree.order {
        Order::Path => "files by path",
        Order::Risk => "files by risk, the riskiest first",
    });
    vec![wish(ui, session)]
}

/// Asks for the tree as it is wanted now.
pub(super) fn wish(ui: &mut Ui, session: &Session) -> Request {
    Request::Tree(Box::new(ui.tree.wish(session)))
}

/// The filter as it is typed.
pub(super) fn filter(ui: &mut Ui, session: &Session, text: String) -> Vec<Request> {
    if ui.tree.filter == text {
        return Vec::new();
    }
    ui.tree.filter = text;
    vec![wish(ui, session)]
}

/// The tree came.
pub(super) fn came(ui: &mut Ui, session: &Session, revision: u64, tree: Arc<Tree>) -> Vec<Request> {
    ui.tree.take(session, revision, tree);
    follow(ui, session);
    Vec::new()
}

/// A message for the session: many marks at once.
pub(super) fn viewed_together(files: Vec<FileIx>, viewed: bool, at: Time) -> Request {
    normal::tell(Msg::ViewedTogether(files, viewed, at))
}
