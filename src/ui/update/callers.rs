//! `gs`: who uses the symbol under the cursor. Tells the places that the symbol index found and goes to the first one that
//! the diff shows; `C-o` comes back. Not here: finding them (core::change::index). Called by `seek`.

use crate::{
    core::{
        change::unit_at,
        diff,
        model::{Reach, RepoPath, Side, Unit},
    },
    session::{Session, Slot, Spot},
    ui::{Ui, state::Cursor},
};

use super::motion;

pub(super) fn run(ui: &mut Ui, session: &Session) {
    let Some(unit) = unit_here(session, ui.diff.cursor.slot) else {
        return ui.say("no changed symbol stands here".to_owned());
    };
    let name = if unit.symbol.is_empty() { "this part of the file" } else { unit.symbol.as_str() };
    let Some(reach) = &unit.detail.reach else {
        let why = match session.index() {
            Some(_) => "has no name that the index could look for",
            None => "is not looked up: the symbol index is not there (yet)",
        };
        return ui.say(format!("{name} {why}"));
    };
    let words = words(name, reach);
    if let Some(slot) = shown(session, reach) {
        motion::to(ui, session, Cursor::on(slot));
    }
    ui.say(words);
}

/// The changed symbol around a slot.
fn unit_here(session: &Session, slot: Slot) -> Option<&Unit> {
    let units = &session.map.as_ref()?.units;
    let first = units.partition_point(|unit| unit.file < slot.file);
    let end = units.partition_point(|unit| unit.file <= slot.file);
    let own = units.get(first..end)?;
    match slot.spot {
        Spot::Line(at) => {
            let (side, line) = diff::anchor_of(&session.diff, at)?;
            unit_at(own, side, line)
        }
        Spot::Hunk(hunk) => own.iter().find(|unit| unit.hunks.0 <= hunk && hunk <= unit.hunks.1),
        Spot::Top | Spot::File => own.first(),
    }
}

fn words(name: &str, reach: &Reach) -> String {
    if reach.places == 0 {
        return format!("nothing else in the repository names {name}");
    }
    let places: Vec<String> = reach.first.iter().map(|(path, line)| format!("{path}:{line}")).collect();
    let more = if reach.places as usize > places.len() { ", …" } else { "" };
    let tests = if reach.tests > 0 { format!(", {} of them tests", reach.tests) } else { String::new() };
    format!(
        "{name}: {} place{} in other files ({} outside this change{tests}): {}{more}",
        reach.places,
        if reach.places == 1 { "" } else { "s" },
        reach.files,
        places.join(", ")
    )
}

/// The first place that the diff shows.
fn shown(session: &Session, reach: &Reach) -> Option<Slot> {
    reach.first.iter().find_map(|(path, line)| {
        let file = diff::find_file(&session.diff, &RepoPath::new(path))?;
        let at = diff::locate(&session.diff, file, Side::Right, *line)?;
        Some(Slot { file, spot: Spot::Line(at) })
    })
}
