//! Search: asked for here, done elsewhere, its answer kept under the revision it belongs to.

use std::sync::Arc;

use crate::{
    core::{diff, text},
    session::{Session, Slot, Spot},
    ui::{
        Hits, Long, Request, Ui,
        beyond::{self, Lines},
        layout, look, scroll,
        state::{Cursor, Search, Top},
        walk::Walk,
    },
};

use super::motion;

/// Starts a search from the cursor.
pub(super) fn start(ui: &mut Ui, pattern: String) -> Vec<Request> {
    if pattern.is_empty() {
        ui.search = None;
        return Vec::new();
    }
    let revision = ui.search.as_ref().map_or(1, |search| search.revision + 1);
    let jump_from = Some(ui.diff.cursor.slot);
    ui.search = Some(Search { pattern: pattern.clone(), revision, hits: None, jump_from });
    vec![Request::Search { pattern, revision, beyond: Lines::of(ui) }]
}

/// Searches again after the diff grew, or more or fewer lines beyond it are shown.
pub(super) fn again(ui: &mut Ui) -> Vec<Request> {
    let beyond = Lines::of(ui);
    let Some(search) = &mut ui.search else { return Vec::new() };
    search.revision += 1;
    vec![Request::Search { pattern: search.pattern.clone(), revision: search.revision, beyond }]
}

pub(super) fn answered(ui: &mut Ui, session: &Session, revision: u64, hits: Arc<Hits>) -> Vec<Request> {
    let Some(search) = ui.search.as_mut().filter(|search| search.revision == revision) else { return Vec::new() };
    search.hits = Some(hits);
    if search.jump_from.take().is_some() {
        step(ui, session, true, 1);
        crate::ui::scroll::settle(session, ui);
    }
    Vec::new()
}

/// To the next or previous match from the cursor, or the one so many further on; round the end.
pub(super) fn step(ui: &mut Ui, session: &Session, forward: bool, count: u32) {
    let Some(search) = &ui.search else {
        ui.say(format!("nothing searched yet · {} searches", ui.key("search")));
        return;
    };
    let Some(hits) = search.hits.clone() else {
        ui.say("searching …");
        return;
    };
    let lines = &hits.lines;
    let here = ui.diff.cursor.slot;
    let at = match forward {
        true => lines.partition_point(|slot| *slot <= here),
        false => lines.partition_point(|slot| *slot < here).wrapping_sub(1),
    };
    let all = lines.len();
    let further = count.saturating_sub(1) as usize;
    // The one next, then as many more, round the end.
    let (first, is_round) = match (at < all, forward) {
        (true, _) => (at, false),
        (false, true) => (0, true),
        (false, false) => (all.saturating_sub(1), true),
    };
    let there = match forward {
        true => first.saturating_add(further),
        false => first.wrapping_sub(further % all.max(1)).wrapping_add(all),
    };
    let is_round = is_round || if forward { there >= all } else { further > first };
    let Some(target) = lines.get(there.checked_rem(all).unwrap_or(0)).copied() else {
        let text = crate::core::text::one_line(&search.pattern, 40);
        ui.say(format!("no line has {text}"));
        return;
    };
    let number = lines.partition_point(|slot| *slot < target) + 1;
    let more = if hits.more { "+" } else { "" };
    let wrapped = if is_round { " · round the end" } else { "" };
    // A fold must not hide what was found.
    if crate::ui::walk::visible(session, ui, target) != target {
        crate::ui::walk::open_to(ui, target);
    }
    motion::to(ui, session, Cursor::on(target));
    show_match(ui, session, target);
    ui.say(format!("match {number} of {}{more}{wrapped}", lines.len()));
}

/// The match itself is shown, not only its line: sideways, or in the row of a wrapped line that holds it.
fn show_match(ui: &mut Ui, session: &Session, slot: Slot) {
    let Some(search) = &ui.search else { return };
    let line = match slot.spot {
        Spot::Line(at) => diff::line(&session.diff, at),
        Spot::Beyond(at) => beyond::line(session, ui, at),
        Spot::Top | Spot::File | Spot::Hunk(_) => None,
    };
    let Some(line) = line else { return };
    let Some(found) = diff::find_in(line.text, &search.pattern) else { return };
    if ui.diff.look.long == Long::Cut {
        let from = text::column_at(line.text, look::TAB, found.start);
        let width = text::column_at(line.text.get(found.clone()).unwrap_or(&[]), look::TAB, found.len());
        return motion::show_columns(ui, session, from, from + width);
    }
    let height = u32::from(layout::areas(ui).body.height);
    let mut walk = Walk::new(session, ui);
    let lead = walk.band(slot).lead();
    let row = Top { slot: lead, ..walk.row_at(slot, found.start) };
    if !scroll::is_on_screen(session, ui, row) {
        let top = walk.up(row, height / 3);
        ui.diff.top = top;
        scroll::clamp(session, ui);
    }
}
