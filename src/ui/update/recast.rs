//! A severity, or another kind, by a letter. Not lines (`pick`), not words (`editor`).

use crate::{
    core::model::{Cast, FindingId, Kind, Severity, Time},
    session::{Choice, Msg, Session},
    ui::{
        Request, Ui, card,
        key::{Code, Key},
    },
};

use super::normal::tell;

/// Severities, each under a letter.
pub(crate) const SEVERITIES: [(char, Severity); 5] = [
    ('b', Severity::Blocker),
    ('c', Severity::Critical),
    ('m', Severity::Major),
    ('i', Severity::Minor),
    ('n', Severity::Nitpick),
];

/// Kinds (REVIEW "Words"), each under a letter; a comment is the person's own and no agent's.
pub(crate) const KINDS: [(char, Kind); 5] =
    [('f', Kind::Finding), ('q', Kind::Question), ('t', Kind::Thought), ('p', Kind::Praise), ('o', Kind::Note)];

pub(super) fn press(ui: &mut Ui, session: &Session, id: &FindingId, key: Key, at: Time) -> Vec<Request> {
    let letter = match key.code {
        Code::Char(letter) if !key.ctrl => letter,
        _ => ' ',
    };
    let severity = SEVERITIES.iter().find(|(known, _)| *known == letter).map(|(_, severity)| *severity);
    let kind = KINDS.iter().find(|(known, _)| *known == letter).map(|(_, kind)| *kind);
    let Some(finding) = session.findings.get(id) else { return Vec::new() };
    let undo = ui.key("undo");
    match (severity, kind) {
        (Some(severity), _) => {
            ui.say(format!("{id} is {severity} now · {undo} undoes"));
            vec![tell(Msg::Chosen(id.clone(), Choice::Edit(card::shown_wording(session, finding), severity), at))]
        }
        (None, Some(kind)) => {
            ui.say(format!("{id} is a {kind} now · {undo} undoes"));
            let standing = session.gate.standing(id).and_then(|standing| standing.recast.as_ref());
            let anchor = standing.map_or_else(|| finding.placement.anchor().cloned(), |cast| cast.anchor.clone());
            vec![tell(Msg::Chosen(id.clone(), Choice::Recast(Cast { kind, anchor, quoted: String::new() }), at))]
        }
        (None, None) => {
            ui.say("severity and kind unchanged");
            Vec::new()
        }
    }
}
