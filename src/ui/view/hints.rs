//! The keys that matter in the views that are no diff, told in the footer: only what works where the person is. Called by
//! `footer`.

use crate::{
    core::{model::TaskState, text},
    session::Session,
    ui::{LogPage, Ui, agents, logbook},
};

/// Stands for two actions.
const UP_AND_DOWN: &str = "up and down";

/// An action, or [`UP_AND_DOWN`], and what it does here.
type Hint = (&'static str, &'static str);

/// Keys of the Agents view.
pub(super) fn agents(session: &Session, ui: &Ui, room: usize) -> String {
    let chosen = agents::chosen(session, &ui.noted.agents);
    let is_open = |state: &TaskState| matches!(state, TaskState::Queued | TaskState::Running);
    let has_marks = !ui.noted.agents.marks.is_empty();
    let can_stop = has_marks || chosen.is_some_and(|(_, state)| is_open(state));
    let is_blocked = session.blocked().is_some();
    let can_run =
        has_marks || is_blocked || chosen.is_some_and(|(task, state)| agents::runs_again(session, task, state).is_ok());
    let all = [
        can_stop.then_some(("drawer", "cancel")),
        can_run.then_some(("reply", if is_blocked { "ask anyway" } else { "run again" })),
        Some(("help", "help")),
        Some(("back", "back")),
        chosen.map(|_| ("viewed", "mark")),
        chosen.map(|_| ("mark-all", "mark all")),
        chosen.map(|_| ("page-up", "scroll back")),
    ];
    fitting(ui, all.into_iter().flatten(), room)
}

/// Keys of what is held back.
pub(super) fn drawer(ui: &Ui, room: usize) -> String {
    let is_finding = ui.triage.cursor.is_some() && !ui.triage.entries.is_empty();
    let at_finding: &[Hint] = match is_finding {
        true => &[("reply", "restore"), ("accept", "accept"), ("drop", "drop"), ("edit", "edit")],
        false => &[],
    };
    let all = at_finding.iter().copied().chain([("drawer", "back"), ("help", "help"), ("evidence", "evidence")]);
    fitting(ui, all, room)
}

/// Keys of the Review view.
pub(super) fn review(session: &Session, ui: &Ui, room: usize) -> String {
    let is_pull = session.request().is_none_or(|request| request.pull.is_some());
    let is_posted = session.publication().receipt().is_some();
    let all = [
        is_pull.then_some(("publish", "publishes")),
        Some(("help", "help")),
        Some(("back", "back")),
        Some(("review-text", "own text")),
        session.pull().pull.as_ref().map(|_| ("open", "browser")),
        is_pull.then_some(("fold", "payload")),
        is_pull.then_some(("refresh", "refresh")),
        is_posted.then_some(("search-prev", "next in the inbox")),
        Some((UP_AND_DOWN, "scroll")),
    ];
    fitting(ui, all.into_iter().flatten(), room)
}

/// Keys of the Logbook view.
pub(super) fn logbook(session: &Session, ui: &Ui, room: usize) -> String {
    let state = &ui.noted.logbook;
    let chosen = state.chosen();
    let is_present = chosen.is_some_and(|run| session.run().is_some_and(|now| now.id == run.facts.id));
    let has_steps = chosen.is_some_and(|run| !run.steps.is_empty());
    let enter: Option<Hint> = match state.page {
        LogPage::Runs => has_steps.then_some(("fold", "decisions")),
        LogPage::Acts => (is_present && has_steps).then_some(("fold", "to the finding")),
        LogPage::Compare | LogPage::Scores => None,
    };
    let side = match state.page.beside(true) {
        Some(_) => ("focus-diff", "next page"),
        None => ("focus-tree", "page before"),
    };
    let has_before = state.nth(state.run + 1).is_some();
    let can_mark = state.page == LogPage::Runs && state.runs_len() > 1;
    let all = [
        enter,
        Some(("back", "back")),
        Some(("help", "help")),
        Some(side),
        has_before.then_some(("since", "compare with the run before")),
        can_mark.then_some(("viewed", "mark two to compare")),
        logbook::posted_address(session, ui).map(|_| ("open", "browser")),
    ];
    fitting(ui, all.into_iter().flatten(), room)
}

/// Hints in order of weight, whole ones only, as many as fit.
fn fitting(ui: &Ui, all: impl Iterator<Item = Hint>, room: usize) -> String {
    let mut shown = String::new();
    for (id, words) in all {
        let keys = if id == UP_AND_DOWN { ui.chord.map().up_and_down() } else { ui.key(id) };
        let hint = &format!("{keys} {words}");
        let gap = if shown.is_empty() { "" } else { " · " };
        if text::width(&shown) + text::width(gap) + text::width(hint) <= room {
            shown.push_str(gap);
            shown.push_str(hint);
        }
    }
    shown
}
