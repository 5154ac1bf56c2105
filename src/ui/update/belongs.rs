//! What an action needs in sight, so that no key and no name in the palette acts on a diff that is hidden: ways through
//! the diff show it first, acts at a place are done where the queue's finding stands, or not at all. Called by `normal`
//! for every action.

use crate::{
    core::model::{FindingId, Time},
    session::{Session, Slot},
    ui::{
        Action, Request, Ui,
        actions::{Motion, Pen, Seek, Show, Talk, Verdict},
        state::{Cursor, View},
    },
};

use super::{agents, decide, inbox, logbook, motion, review, triage, write};

/// What has to be in sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// Nothing: it is done in any view.
    Nothing,
    /// A way through the diff: it is shown, and gone.
    Way,
    /// What the cursor is on.
    Place,
}

fn needs(action: Action) -> Needs {
    match action {
        Action::Move(_) => Needs::Place,
        // It says itself where it can be done.
        Action::Seek(Seek::Callers) => Needs::Nothing,
        Action::Seek(_) => Needs::Way,
        Action::Show(Show::Search | Show::FocusTree | Show::FocusDiff | Show::TreeOrder | Show::Since) => Needs::Way,
        Action::Show(Show::Fold | Show::More | Show::Less | Show::WholeFile) => Needs::Place,
        Action::Decide(Verdict::Viewed) => Needs::Place,
        Action::Write(Pen::Select | Pen::Comment | Pen::CommentFile | Pen::PickLines) => Needs::Place,
        Action::Talk(Talk::Reply | Talk::Resolve) => Needs::Place,
        // What is done at a finding asks for one itself.
        Action::Show(_)
        | Action::Decide(_)
        | Action::Write(_)
        | Action::Talk(_)
        | Action::Queue(_)
        | Action::Program(_) => Needs::Nothing,
    }
}

/// Whether a view of rows takes an action that has no meaning of its own there: what needs nothing in sight, and the next
/// undecided finding, which is decided where its code is (COCKPIT: in any view).
pub(super) fn in_any_view(action: Action) -> bool {
    match action {
        Action::Seek(what) => matches!(what, Seek::NextUndecided | Seek::PrevUndecided),
        Action::Decide(what) => matches!(what, Verdict::Undo | Verdict::Redo),
        Action::Show(_) | Action::Program(_) => needs(action) == Needs::Nothing,
        Action::Move(_) | Action::Write(_) | Action::Talk(_) | Action::Queue(_) => false,
    }
}

/// Before an action is done: shows the diff when it is a way through it. `Some`: it is done, or cannot be done here.
pub(super) fn elsewhere(
    ui: &mut Ui,
    session: &Session,
    (action, count): (Action, Option<u32>),
    at: Time,
) -> Option<Vec<Request>> {
    let needs = needs(action);
    if ui.view == View::Diff || needs == Needs::Nothing {
        return None;
    }
    if let Action::Move(way) = action {
        travel(ui, session, way, count.unwrap_or(1));
        return Some(Vec::new());
    }
    if action == Action::Show(Show::Fold) {
        return Some(enter(ui, session));
    }
    if ui.noted.talk.is_home {
        ui.say("nothing is open yet · Enter opens a pull request");
        return Some(Vec::new());
    }
    match (needs, ui.view) {
        (Needs::Way, View::Triage) if is_from_here(action) => triage::show_in_diff(ui, session),
        (Needs::Way, _) => {}
        (_, View::Triage) => return at_finding(ui, session, action, at),
        _ => {
            ui.say(format!("that is done in the diff · {} shows it", ui.key("view-diff")));
            return Some(Vec::new());
        }
    }
    ui.view = View::Diff;
    None
}

/// Ways that begin at the finding that is read.
fn is_from_here(action: Action) -> bool {
    match action {
        Action::Seek(what) => !matches!(what, Seek::JumpBack | Seek::JumpForward | Seek::NextUnviewed),
        _ => false,
    }
}

/// Up and down in the rows of the view.
fn travel(ui: &mut Ui, session: &Session, way: Motion, times: u32) {
    let many = times as usize;
    match ui.view {
        View::Diff => {}
        View::Triage => triage::travel(ui, way, i64::from(times)),
        View::Agents => agents::travel(ui, session, way, many),
        View::Review => review::travel(ui, way, many),
        View::Logbook => logbook::travel(ui, way, many),
        View::Inbox => inbox::travel(ui, session, way, many),
    }
}

/// What Enter does in the view.
fn enter(ui: &mut Ui, session: &Session) -> Vec<Request> {
    match ui.view {
        View::Triage => {
            triage::show_in_diff(ui, session);
            Vec::new()
        }
        View::Review => review::turn(ui, session),
        View::Logbook => logbook::enter(ui, session),
        View::Inbox => inbox::go(ui, session),
        View::Diff | View::Agents => {
            ui.say(format!("nothing folds here · {} shows the diff", ui.key("view-diff")));
            Vec::new()
        }
    }
}

/// The finding under the queue's cursor, and where it stands.
fn here(ui: &Ui, session: &Session) -> Option<(FindingId, Slot)> {
    let id = ui.triage.cursor.clone()?;
    session.findings.slot(&id).map(|slot| (id, slot))
}

/// Acts at a place, in the queue: at the finding that is shown.
fn at_finding(ui: &mut Ui, session: &Session, action: Action, at: Time) -> Option<Vec<Request>> {
    // These look for the queue's finding themselves.
    if matches!(action, Action::Write(Pen::PickLines) | Action::Talk(_)) {
        return None;
    }
    let Some((_, slot)) = here(ui, session) else {
        ui.say(format!("no finding here · {} filters", ui.key("filter")));
        return Some(Vec::new());
    };
    match action {
        Action::Decide(Verdict::Viewed) => return Some(decide::viewed_here(ui, session, slot.file, at)),
        Action::Write(Pen::Comment) => write::comment_at(ui, session, slot),
        Action::Write(Pen::CommentFile) => write::comment_on(ui, session, slot.file),
        Action::Write(Pen::Select) => {
            ui.view = View::Diff;
            motion::to(ui, session, Cursor::on(slot));
            return None;
        }
        _ => ui.say(format!("that is done in the diff · {} goes there", ui.key("fold"))),
    }
    Some(Vec::new())
}
