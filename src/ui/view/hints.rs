//! The keys that matter in the views that are no diff, told in the footer: only what works where the person is. Called by
//! `footer`.

use crate::{
    core::{gate::Stance, model::TaskState, text},
    session::Session,
    ui::{LogPage, Ui, agents, logbook, tree::Entry},
};

use super::agents::overflows;

/// Stands for two actions.
pub(super) const UP_AND_DOWN: &str = "up and down";

/// A key that the queue knows by heart.
pub(super) const SPACE: &str = "Space";

/// The keys of `viewed` that the queue leaves it.
pub(super) const VIEWED: &str = "viewed in the queue";

/// What the queue's own key does.
pub(super) const MARK: &str = "mark the finding, to accept or drop several together";

/// An action, or a name above, and what it does here.
pub(super) type Hint = (&'static str, &'static str);

/// The key of a hint, by the keymap in force.
pub(super) fn key(ui: &Ui, id: &str) -> String {
    match id {
        UP_AND_DOWN => ui.chord.map().up_and_down(),
        SPACE => SPACE.to_owned(),
        VIEWED => {
            let all = ui.chord.map().all("viewed");
            let others: Vec<&str> = all.split(", ").filter(|keys| !keys.is_empty() && *keys != SPACE).collect();
            others.first().map_or_else(|| ui.chord.map().by_name("viewed"), |keys| (*keys).to_owned())
        }
        _ => ui.key(id),
    }
}

/// Keys of the file tree.
pub(super) fn tree(session: &Session, ui: &Ui, room: usize) -> String {
    let has_files = !session.diff.files.is_empty();
    let enter = match ui.tree.cursor {
        Entry::File(_) => "to the file",
        Entry::Folder(folder) if ui.tree.is_folded(folder) => "open",
        Entry::Folder(_) => "fold",
    };
    let all = [
        has_files.then_some(("fold", enter)),
        has_files.then_some(("viewed", "viewed")),
        Some(("search", "filter")),
        Some(("help", "help")),
        Some(("back", "back")),
        Some(("tree-order", "by path or risk")),
        has_files.then_some(("more-context", "all open")),
        has_files.then_some(("less-context", "all folded")),
    ];
    fitting(ui, all.into_iter().flatten(), room)
}

/// Keys while lines are selected.
pub(super) fn selecting(ui: &Ui, room: usize) -> String {
    let all = [("comment", "comment"), ("severity", "suggest"), ("copy", "copy"), ("cancel", "end"), ("help", "help")];
    fitting(ui, all.into_iter(), room)
}

/// Keys of the queue.
pub(super) fn triage(session: &Session, ui: &Ui, room: usize) -> String {
    let chosen = ui.triage.cursor.as_ref().filter(|_| ui.triage.shown_len() > 0);
    let stance = chosen.map(|id| session.gate.stance(id));
    let marks = !ui.triage.marks.is_empty();
    let can_accept = marks || stance.is_some_and(|stance| *stance != Stance::Accepted);
    let is_open = ui.triage.nth().is_some() && stance == Some(&Stance::Undecided);
    let has_next = ui.triage.open_len() > usize::from(is_open);
    let can_drop = marks || stance.is_some_and(|stance| !matches!(stance, Stance::Dropped(_)));
    let all = [
        can_accept.then_some(("accept", if marks { "accept the marked" } else { "accept" })),
        can_drop.then_some(("drop", if marks { "drop the marked" } else { "drop" })),
        chosen.map(|_| ("edit", "edit")),
        chosen.map(|_| ("fold", "in the diff")),
        Some(("help", "help")),
        Some(("back", "back")),
        has_next.then_some(("next-undecided", "undecided")),
        session.gate.next_undo().map(|_| ("undo", "undo")),
        Some(("filter", "filter")),
        chosen.map(|_| (SPACE, "mark")),
        (session.findings.drawer_len() > 0).then_some(("drawer", "held back")),
    ];
    fitting(ui, all.into_iter().flatten(), room)
}

/// Keys of the inbox.
pub(super) fn inbox(session: &Session, ui: &Ui, room: usize) -> String {
    let has_rows = session.inbox().rows.as_ref().is_some_and(|rows| !rows.is_empty());
    let all = [
        has_rows.then_some(("fold", "open")),
        has_rows.then_some(("open", "browser")),
        Some(("refresh", "refresh")),
        Some(("help", "help")),
        Some(("back", if ui.noted.talk.is_home { "quit" } else { "back" })),
    ];
    fitting(ui, all.into_iter().flatten(), room)
}

/// Keys of the Agents view.
pub(super) fn agents(session: &Session, ui: &Ui, room: usize) -> String {
    let chosen = agents::chosen(session, &ui.noted.agents);
    let is_open = |state: &TaskState| matches!(state, TaskState::Queued | TaskState::Running);
    let has_marks = !ui.noted.agents.marks.is_empty();
    let can_stop = has_marks || chosen.is_some_and(|(_, state)| is_open(state));
    let is_blocked = session.blocked().is_some();
    let can_run =
        has_marks || is_blocked || chosen.is_some_and(|(task, state)| agents::runs_again(session, task, state).is_ok());
    // Marks are for tasks that can be stopped or let run again.
    let can_mark =
        session.tasks.iter().any(|(task, state)| is_open(state) || agents::runs_again(session, task, state).is_ok());
    let all = [
        can_stop.then_some(("drawer", "cancel")),
        can_run.then_some(("reply", if is_blocked { "ask anyway" } else { "run again" })),
        Some(("help", "help")),
        Some(("back", "back")),
        can_mark.then_some(("viewed", "mark")),
        can_mark.then_some(("mark-all", "mark all")),
        overflows(session, ui).then_some(("page-up", "scroll back")),
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
    let evidence: Option<Hint> = is_finding.then_some(("evidence", "evidence"));
    let all = at_finding.iter().copied().chain([("drawer", "back"), ("help", "help")]).chain(evidence);
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
        let keys = key(ui, id);
        let hint = &format!("{keys} {words}");
        let gap = if shown.is_empty() { "" } else { " · " };
        if text::width(&shown) + text::width(gap) + text::width(hint) <= room {
            shown.push_str(gap);
            shown.push_str(hint);
        }
    }
    shown
}
