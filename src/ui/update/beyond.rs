//! Lines beyond the diff: more or fewer at an edge of the cursor's hunk, the whole file, and what is done when its text
//! comes. What is read stays where it is on the screen. Not here: which lines are shown (`ui::beyond`).

use std::sync::Arc;

use crate::{
    core::{
        diff::{self, FileText},
        model::{Edge, FileForm, FileIx, FileStatus, HunkIx},
    },
    session::{Session, Slot, Spot},
    ui::{
        Depth, Request, Ui,
        beyond::{self, Amount},
        scroll,
        state::{Cursor, Top, View},
        walk,
    },
};

use super::find;

/// Lines that one key shows more of, without a count.
const STEP: u32 = 20;

/// `+`
pub(super) fn more(ui: &mut Ui, session: &Session, count: Option<u32>) -> Vec<Request> {
    let Some((hunk, edge)) = edge(ui, session) else { return Vec::new() };
    let lines = count.unwrap_or(STEP).max(1);
    want(ui, session, Amount::Lines(hunk, edge, lines))
}

/// `z+`: the whole file; only its hunks again when all of it is shown.
pub(super) fn whole(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let file = ui.diff.cursor.slot.file;
    let mut edges = session.diff.hunks_of(file).flat_map(|hunk| Edge::ALL.map(|edge| (hunk, edge)));
    let is_whole = edges.all(|(hunk, edge)| beyond::left(session, ui, hunk, edge) == Some(0));
    let is_expanded = ui.diff.folds.text(file).is_some();
    if !is_whole || !is_expanded {
        return want(ui, session, Amount::All);
    }
    keeping(ui, session, |ui| {
        for hunk in session.diff.hunks_of(file) {
            Edge::ALL.iter().for_each(|edge| ui.diff.folds.show(hunk, *edge, 0));
        }
        ui.diff.folds.forget(session, file);
    });
    ui.say("only the hunks again");
    find::again(ui)
}

/// `-`
pub(super) fn less(ui: &mut Ui, session: &Session, count: Option<u32>) -> Vec<Request> {
    let Some((hunk, nearer)) = edge(ui, session) else { return Vec::new() };
    let lines = count.unwrap_or(STEP).max(1);
    let shown = |edge: &Edge| ui.diff.folds.shown(hunk, *edge);
    let Some(edge) = [nearer, nearer.other()].into_iter().find(|edge| shown(edge) > 0) else {
        ui.say(format!("nothing is shown beyond this hunk · {} shows more lines", ui.key("more-context")));
        return Vec::new();
    };
    let left = shown(&edge).saturating_sub(lines);
    keeping(ui, session, |ui| {
        ui.diff.folds.show(hunk, edge, left);
        if let Some(entry) = session.diff.hunk(hunk) {
            ui.diff.folds.forget(session, entry.file);
        }
    });
    ui.say(words(ui, session, hunk, edge));
    find::again(ui)
}

/// The nearer edge of the cursor's hunk, or the other one where nothing lies beyond it; says so when there is no hunk.
fn edge(ui: &mut Ui, session: &Session) -> Option<(HunkIx, Edge)> {
    if ui.view != View::Diff {
        let (more, less, diff) = (ui.key("more-context"), ui.key("less-context"), ui.key("view-diff"));
        ui.say(format!("{more} and {less} show more or fewer lines of the diff: {diff} goes there"));
        return None;
    }
    let (hunk, edge) = match ui.diff.cursor.slot.spot {
        Spot::Hunk(hunk) => (hunk, Edge::Above),
        Spot::Line(at) => {
            let below = session.diff.hunk(at.hunk).map_or(0, |entry| entry.lines.saturating_sub(at.ord + 1));
            (at.hunk, if at.ord < below { Edge::Above } else { Edge::Below })
        }
        Spot::Beyond(at) => (at.hunk, at.edge),
        Spot::Top | Spot::File => {
            let (more, hunk, whole) = (ui.key("more-context"), ui.key("next-hunk"), ui.key("whole-file"));
            ui.say(format!("{more} shows lines around a hunk: {hunk} goes to one · {whole} shows the whole file"));
            return None;
        }
    };
    let has_any = |edge: Edge| beyond::left(session, ui, hunk, edge) != Some(0) || ui.diff.folds.shown(hunk, edge) > 0;
    Some((hunk, if has_any(edge) || !has_any(edge.other()) { edge } else { edge.other() }))
}

/// Shows it when the text is there, else asks for the text.
fn want(ui: &mut Ui, session: &Session, amount: Amount) -> Vec<Request> {
    let file = ui.diff.cursor.slot.file;
    if let Some(why) = refusal(session, file) {
        ui.say(why);
        return Vec::new();
    }
    if let Amount::Lines(hunk, edge, _) = amount
        && beyond::left(session, ui, hunk, edge) == Some(0)
    {
        ui.say(words(ui, session, hunk, edge));
        return Vec::new();
    }
    if ui.diff.folds.text(file).is_some() {
        show(ui, session, file, amount);
        return find::again(ui);
    }
    ui.say("reading the file …");
    if ui.diff.folds.ask(file, amount) { vec![Request::Text(file)] } else { Vec::new() }
}

/// Why a file has nothing beyond its hunks, without looking at its text.
fn refusal(session: &Session, file: FileIx) -> Option<&'static str> {
    let entry = session.diff.file(file)?;
    let is_last = file.0 as usize + 1 == session.diff.files.len();
    match (entry.form, entry.status) {
        (FileForm::Binary, _) => Some("this file is binary: it has no lines to show"),
        (FileForm::NotGiven, _) => Some("the host does not give this change: there is no hunk to show lines around"),
        (FileForm::Combined { .. }, _) => Some("the diff of a merge has no single old side: it cannot be expanded"),
        (FileForm::Text, FileStatus::Added | FileStatus::Deleted) => Some("the diff shows all of this file"),
        (FileForm::Text, _) if entry.hunks.is_empty() => Some("no line of this file changed: there is no hunk here"),
        (FileForm::Text, _) if is_last && !session.diff.complete => Some("this file is still being read"),
        (FileForm::Text, _) => None,
    }
}

/// The text came, or why it did not.
pub(super) fn came(ui: &mut Ui, session: &Session, file: FileIx, text: Result<Arc<FileText>, String>) -> Vec<Request> {
    let asked = ui.diff.folds.asked(file);
    match text {
        Ok(text) => {
            if !ui.diff.folds.keep(file, text) {
                let (less, whole) = (ui.key("less-context"), ui.key("whole-file"));
                ui.warn(format!(
                    "as much as is kept is shown of other files already: {less} and {whole} fold lines again"
                ));
                return Vec::new();
            }
            for amount in asked {
                show(ui, session, file, amount);
            }
            ui.diff.folds.forget(session, file);
            let kept = ui.diff.folds.text(file).cloned();
            let in_colour = ui.colour.themes.best() != Depth::Mono;
            let tint = kept.filter(|_| in_colour).map(|text| Request::Tint(file, text));
            tint.into_iter().chain(find::again(ui)).collect()
        }
        Err(why) => {
            ui.warn(why);
            Vec::new()
        }
    }
}

/// Shows more of a file whose text is there.
fn show(ui: &mut Ui, session: &Session, file: FileIx, amount: Amount) {
    match amount {
        Amount::Lines(hunk, edge, lines) => {
            // What a person reads stays where it is, as in an editor that opens a fold above: what stood over it makes room.
            let moves = edge == Edge::Above && matches!(ui.diff.cursor.slot.spot, Spot::Line(_));
            keeping(ui, session, |ui| grow(ui, session, (hunk, edge), lines));
            let why = if moves { " · your line stays, what is above it moved up" } else { "" };
            ui.say(format!("{}{why}", words(ui, session, hunk, edge)));
        }
        Amount::All => {
            keeping(ui, session, |ui| {
                for hunk in session.diff.hunks_of(file) {
                    grow(ui, session, (hunk, Edge::Above), u32::MAX);
                }
                if let Some(last) = session.diff.hunks_of(file).next_back() {
                    grow(ui, session, (last, Edge::Below), u32::MAX);
                }
            });
            ui.say(format!("the whole file is shown · {} shows only its hunks", ui.key("whole-file")));
        }
    }
}

fn grow(ui: &mut Ui, session: &Session, (hunk, edge): (HunkIx, Edge), lines: u32) {
    let more = beyond::left(session, ui, hunk, edge).unwrap_or(0).min(lines);
    let shown = ui.diff.folds.shown(hunk, edge).saturating_add(more);
    ui.diff.folds.show(hunk, edge, shown);
    // What is asked for is not to stay hidden.
    ui.diff.folds.hunks.remove(&hunk);
}

/// What is shown now, and what is not.
fn words(ui: &Ui, session: &Session, hunk: HunkIx, edge: Edge) -> String {
    let shown = ui.diff.folds.shown(hunk, edge);
    let (side, end) = match edge {
        Edge::Above => ("above", "the start of the file"),
        Edge::Below => ("below", "the end of the file"),
    };
    let neighbour = diff::neighbour(&session.diff, hunk, edge).is_some();
    let words = format!("{shown} more line{} {side}", if shown == 1 { "" } else { "s" });
    let (more, fewer) = (ui.key("more-context"), ui.key("less-context"));
    match beyond::left(session, ui, hunk, edge) {
        Some(0) if shown == 0 && neighbour => format!("nothing is hidden {side} this hunk"),
        Some(0) if shown == 0 => format!("this hunk is at {end}"),
        Some(0) if neighbour => format!("{words}, joined to the next hunk · {fewer} fewer"),
        Some(0) => format!("{words}, up to {end} · {fewer} fewer"),
        Some(left) => format!("{words} · {left} hidden · {more} more · {fewer} fewer"),
        None => words,
    }
}

/// Changes what is shown; the cursor's row stays where it is on the screen, or, when it is off the screen, the first row.
/// Where the cursor's line is gone, it goes to what stands in its place.
pub(super) fn keeping(ui: &mut Ui, session: &Session, change: impl FnOnce(&mut Ui)) {
    let row = scroll::row_of_cursor(session, ui);
    change(ui);
    let slot = ui.diff.cursor.slot;
    let there = match slot.spot {
        Spot::Hunk(hunk) if beyond::is_joined(session, ui, hunk) => {
            walk::behind_header(session, ui, hunk).map_or(slot, |spot| Slot { spot, ..slot })
        }
        Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) | Spot::Beyond(_) => walk::visible(session, ui, slot),
    };
    if there != slot {
        ui.diff.cursor = Cursor::on(there);
    }
    ui.diff.select = ui.diff.select.map(|select| walk::visible(session, ui, select));
    let top = walk::visible(session, ui, ui.diff.top.slot);
    if top != ui.diff.top.slot {
        ui.diff.top = Top::of(top);
    }
    match row {
        Some(row) => scroll::place_cursor_at(session, ui, row as u32),
        None => scroll::clamp(session, ui),
    }
    scroll::settle(session, ui);
}
