//! `$EDITOR` for the words of a finding and for code: what is asked for, and what is done when it comes back. Not here:
//! starting it (`app`).

use crate::{
    core::{
        diff, gate,
        model::{Draft, DraftKey, FileStatus, FindingId, Kind, LineRef, Side, Time},
    },
    session::{Choice, Msg, Session, Spot},
    ui::{
        Edit, Edited, Request, Ui, card,
        state::{CardId, View},
        walk::Walk,
    },
};

use super::normal::tell;

/// `E` on a finding: its words, or the draft of them.
pub(super) fn words(session: &Session, id: &FindingId) -> Vec<Request> {
    let Some(finding) = session.findings.get(id) else { return Vec::new() };
    let draft = session.drafts.get(&DraftKey::Edit(id.clone())).map(|draft| draft.text.clone());
    let text = draft.unwrap_or_else(|| gate::compose(&card::shown_wording(session, finding)));
    vec![Request::Edit(Edit::Words(id.clone(), text))]
}

/// `e` and `E` on code: the file at the cursor's line.
pub(super) fn code(ui: &mut Ui, session: &Session) -> Vec<Request> {
    if ui.view != View::Diff || matches!(ui.diff.cursor.card, Some(CardId::Thread(_))) {
        ui.say(format!("nothing to edit here: {} is for findings, own comments and code", ui.key("edit")));
        return Vec::new();
    }
    let slot = ui.diff.cursor.slot;
    let Some(entry) = session.diff.file(slot.file).filter(|_| slot.spot != Spot::Top) else {
        ui.say(format!("no file here to open · {} goes to the first", ui.key("next-file")));
        return Vec::new();
    };
    let (side, line) = match slot.spot {
        Spot::Hunk(hunk) => number(ui, session, Spot::Line(LineRef { hunk, ord: 0 })),
        Spot::Line(_) | Spot::Beyond(_) => number(ui, session, slot.spot),
        Spot::Top | Spot::File => None,
    }
    .unwrap_or(match entry.status {
        FileStatus::Deleted => (Side::Left, 1),
        _ => (Side::Right, 1),
    });
    ui.say("opening the file …");
    vec![Request::Edit(Edit::Code { file: slot.file, side, line })]
}

fn number(ui: &Ui, session: &Session, spot: Spot) -> Option<(Side, u32)> {
    match spot {
        Spot::Line(at) => diff::anchor_of(&session.diff, at),
        Spot::Beyond(_) => {
            let slot = crate::session::Slot { spot, ..ui.diff.cursor.slot };
            Some((Side::Right, Walk::new(session, ui).line_of(slot, Side::Right)?.new?))
        }
        Spot::Top | Spot::File | Spot::Hunk(_) => None,
    }
}

/// The editor ended.
pub(super) fn came_back(ui: &mut Ui, session: &Session, what: Edited, at: Time) -> Vec<Request> {
    match what {
        Edited::Words(id, text) => edited(ui, session, &id, &text, at),
        Edited::Said(words) => {
            ui.say(words);
            Vec::new()
        }
        Edited::Failed(words) => {
            ui.warn(words);
            Vec::new()
        }
    }
}

fn edited(ui: &mut Ui, session: &Session, id: &FindingId, text: &str, at: Time) -> Vec<Request> {
    let Some(finding) = session.findings.get(id) else {
        ui.warn(format!("{id} is gone: its words were not changed"));
        return Vec::new();
    };
    if text.trim().is_empty() {
        ui.warn("the text came back empty: nothing was changed");
        return Vec::new();
    }
    let wording = gate::parse(text, finding.kind != Kind::Comment);
    let before = gate::parse(&gate::compose(&card::shown_wording(session, finding)), finding.kind != Kind::Comment);
    let no_draft = Draft { key: DraftKey::Edit(id.clone()), text: String::new(), at };
    if wording == before {
        ui.say("the words are as they were");
        return vec![tell(Msg::Drafted(no_draft))];
    }
    let severity = card::shown_severity(session, finding);
    ui.say(format!("changed {id} · {} undoes", ui.key("undo")));
    // The act first, then the end of the draft: a crash between the two leaves both.
    vec![tell(Msg::Chosen(id.clone(), Choice::Edit(wording, severity), at)), tell(Msg::Drafted(no_draft))]
}
