//! Other lines for a finding or an own comment, picked in the diff: the cursor goes to where it stands, keys move and
//! select as always, Enter puts it there, Esc leaves it. Called for `pick-lines` and by the diff's keys.

use crate::{
    core::model::{Anchor, Cast, FindingId, Kind, Time},
    session::{Choice, Msg, Session, Slot, Spot},
    ui::{
        Request, Ui,
        key::{Code, Key},
        state::{Cursor, View},
    },
};

use super::{decide, motion, normal::tell, write};

/// Begins for the finding under the cursor; the second time it puts it where the cursor is.
pub(super) fn begin(ui: &mut Ui, session: &Session) {
    let Some(id) = decide::target(ui, session) else {
        return ui.say(format!("no finding here · {} goes to the next one", ui.key("next-card")));
    };
    ui.view = View::Diff;
    ui.tree.focus = false;
    ui.diff.select = None;
    if let Some(slot) = session.findings.slot(&id) {
        motion::to(ui, session, Cursor::on(slot));
    }
    let (select, enter) = (ui.key("select"), ui.key("fold"));
    ui.say(format!("lines for {id}: move, {select} selects several · {enter} puts it there · Esc leaves it"));
    ui.diff.picking = Some(id);
}

/// Keys that mean something while lines are picked; `None` = as always.
pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Option<Vec<Request>> {
    let is_here = ui.view == View::Diff && !ui.tree.focus && ui.chord.shown().is_empty();
    let id = ui.diff.picking.clone().filter(|_| is_here && !key.ctrl)?;
    match ui.chord.map().as_usual(key).code {
        Code::Enter => Some(put(ui, session, id, at)),
        Code::Esc if ui.diff.select.is_none() => {
            ui.diff.picking = None;
            ui.say(format!("{id} stays where it was"));
            Some(Vec::new())
        }
        _ => None,
    }
}

fn put(ui: &mut Ui, session: &Session, id: FindingId, at: Time) -> Vec<Request> {
    let (anchor, quoted) = match place(ui, session) {
        Ok(found) => found,
        Err(why) => {
            ui.warn(why);
            return Vec::new();
        }
    };
    ui.diff.picking = None;
    ui.diff.select = None;
    let Some(finding) = session.findings.get(&id) else { return Vec::new() };
    let standing = session.gate.standing(&id).and_then(|standing| standing.recast.as_ref());
    let kind = standing.map_or(finding.kind, |cast| cast.kind);
    let quoted = if kind == Kind::Comment { quoted } else { String::new() };
    ui.say(format!("{id} stands {} now · {} undoes", words(anchor.as_ref()), ui.key("undo")));
    vec![tell(Msg::Chosen(id, Choice::Recast(Cast { kind, anchor, quoted }), at))]
}

/// The lines picked: a line or a selection, a file by its header, the review above the first file.
fn place(ui: &Ui, session: &Session) -> Result<(Option<Anchor>, String), String> {
    let here = ui.diff.cursor.slot;
    let from = ui.diff.select.unwrap_or(here);
    let file =
        |slot: Slot| Anchor { path: session.diff.path(slot.file), side: crate::core::model::Side::Right, lines: None };
    match here.spot {
        Spot::Top => Ok((None, String::new())),
        Spot::File if session.diff.file(here.file).is_some() => Ok((Some(file(here)), String::new())),
        Spot::File => Err("there is no file here".to_owned()),
        Spot::Beyond(_) => Err("GitHub takes no comment beyond the lines of the diff: pick one of those".to_owned()),
        Spot::Hunk(_) | Spot::Line(_) => {
            write::range(&session.diff, from.min(here), from.max(here)).map(|(anchor, quoted)| (Some(anchor), quoted))
        }
    }
}

fn words(anchor: Option<&Anchor>) -> String {
    let Some(anchor) = anchor else { return "for the change as a whole".to_owned() };
    let path = crate::core::text::one_line(&anchor.path.lossy(), 40);
    let side = if anchor.side == crate::core::model::Side::Left { ", old side" } else { "" };
    match anchor.lines {
        None => format!("at {path}"),
        Some(lines) if lines.start() == lines.end() => format!("at {path}:{}{side}", lines.start()),
        Some(lines) => format!("at {path}:{}–{}{side}", lines.start(), lines.end()),
    }
}
