//! What the screen still wants when it is drawn: colours of the lines on it, then of a screen below and above.
//! Asked by the driver after each frame; costs the screen.

use crate::{
    core::model::LineRef,
    session::{Session, Slot, Spot},
};

use super::{
    Depth, Ui,
    paint::{Job, Syntax},
    state::View,
    walk,
};

/// Lines before and after the line of a finding that the queue shows.
const AROUND: usize = 24;

/// The colours that are to be worked out; `None` when all is there or under way.
pub fn needs(ui: &mut Ui, session: &Session) -> Option<Job> {
    let lines = lines(ui, session);
    let syntax = match ui.colour.themes.best() {
        Depth::Mono => Syntax::Useless,
        Depth::Ansi | Depth::Indexed | Depth::True => Syntax::Wanted,
    };
    ui.colour.paint.wanted(&session.diff, lines.into_iter(), syntax)
}

/// The lines that are or soon will be on screen, the most wanted first.
fn lines(ui: &Ui, session: &Session) -> Vec<LineRef> {
    let screen = usize::from(ui.size.1);
    let (first, last) = match ui.view {
        View::Diff => ui.diff.shown,
        View::Agents | View::Review | View::Inbox | View::Logbook => return Vec::new(),
        View::Triage => {
            let slot = ui.triage.cursor.as_ref().and_then(|id| session.findings.slot(id));
            return slot.map_or_else(Vec::new, |slot| around(ui, session, slot));
        }
    };
    let forward = |from: Slot| std::iter::successors(Some(from), |slot| walk::next(session, ui, *slot));
    let backward = |from: Slot| std::iter::successors(Some(from), |slot| walk::prev(session, ui, *slot));
    let shown = forward(first).take_while(|slot| *slot <= last).take(screen * 2);
    let all = shown.chain(forward(last).skip(1).take(screen)).chain(backward(first).skip(1).take(screen));
    all.filter_map(line_of).collect()
}

fn around(ui: &Ui, session: &Session, slot: Slot) -> Vec<LineRef> {
    let forward = std::iter::successors(Some(slot), |slot| walk::next(session, ui, *slot)).take(AROUND);
    let backward = std::iter::successors(Some(slot), |slot| walk::prev(session, ui, *slot)).take(AROUND);
    forward.chain(backward).filter_map(line_of).collect()
}

fn line_of(slot: Slot) -> Option<LineRef> {
    match slot.spot {
        Spot::Line(at) => Some(at),
        Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Beyond(_) => None,
    }
}
