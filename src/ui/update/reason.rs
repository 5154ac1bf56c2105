//! The reason to drop a finding: one letter, a typed one, or one that is given later. Not the decision itself (`decide`).
//! Its letters are the same under every keymap (`docs/keys.md`); the key that opened the bar, pressed again, is no reason.
//! Called by `update` and `decide`.

use crate::{
    core::{
        gate::Stance,
        model::{Act, Draft, DraftKey, FindingId, Kind, Time},
    },
    session::{Choice, Msg, Session},
    ui::{
        Request, Ui,
        actions::{Action, Verdict},
        field::Field,
        key::{Code, Key},
        state::{CardId, Cursor, Mode, View},
    },
};

use super::{decide, motion, normal::tell};

/// Usual reasons to drop a finding, each under one letter.
pub(crate) const REASONS: [(char, &str); 6] = [
    ('f', "false positive"),
    ('r', REFUTED),
    ('i', "intended"),
    ('o', "out of scope"),
    ('w', "won't fix"),
    ('l', "later"),
];

/// The one reason that asks for evidence behind it: it is shown when the finding comes again.
pub(crate) const REFUTED: &str = "refuted:";

/// A usual reason as it is offered: what is asked for behind it is told by dots.
pub(crate) fn offered(reason: &str) -> String {
    reason.strip_suffix(':').map_or_else(|| reason.to_owned(), |word| format!("{word} by …"))
}

/// Whether a letter means something in the bar, so that no key of a keymap can.
fn is_letter(session: &Session, letter: char) -> bool {
    letter == 'd' || REASONS.iter().any(|(known, _)| *known == letter) || own_reason(session, letter).is_some()
}

/// The key that drops without a reason: that of the action when it is one key and no letter of the bar.
pub(crate) fn again(ui: &Ui, session: &Session) -> String {
    let key = ui.key("drop");
    let mut letters = key.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if !is_letter(session, letter) => key,
        _ => "d".to_owned(),
    }
}

/// Opens the bar, or the text that was typed in it before.
pub(super) fn open(ui: &mut Ui, session: &Session, id: FindingId) {
    let draft = session.drafts.get(&DraftKey::DropReason(id.clone()));
    ui.mode = Mode::Drop(id, draft.map(|draft| Field::new(&draft.text)));
}

/// A reason for what is dropped: the finding at hand, else the one that was dropped last. Moves to it.
pub(super) fn later(ui: &mut Ui, session: &Session) {
    let here = decide::target(ui, session).filter(|id| is_dropped(session, id));
    let dropped = |act: &Act| matches!(act, Act::Drop { .. });
    let last = || {
        let acts = session.gate.decisions().iter().rev();
        let mut drops = acts.filter(|decision| dropped(&decision.act)).map(|decision| &decision.finding);
        drops.find(|id| is_dropped(session, id)).cloned()
    };
    let Some(id) = here.or_else(last) else {
        return ui.say(format!("nothing is dropped · {} drops a finding, with a reason", ui.key("drop")));
    };
    if !matches!(ui.view, View::Triage) {
        ui.view = View::Diff;
        if let Some(slot) = session.findings.slot(&id) {
            let card = session.findings.is_card(&id).then(|| CardId::Finding(id.clone()));
            motion::to(ui, session, Cursor { slot, card });
        }
    }
    ui.triage.cursor = Some(id.clone());
    let draft = session.drafts.get(&DraftKey::DropReason(id.clone()));
    let reason = match session.gate.stance(&id) {
        Stance::Dropped(reason) => reason.as_str(),
        Stance::Undecided | Stance::Accepted => "",
    };
    let text = draft.map_or(reason, |draft| &draft.text);
    ui.mode = Mode::Drop(id, Some(Field::new(text)));
}

/// Dropped, and no comment of the person's own: what they take back needs no reason.
fn is_dropped(session: &Session, id: &FindingId) -> bool {
    let is_own = session.findings.get(id).is_some_and(|finding| finding.kind == Kind::Comment);
    !is_own && matches!(session.gate.stance(id), Stance::Dropped(_))
}

/// d: no reason; a letter: a usual one; Enter: type one.
pub(super) fn press(
    ui: &mut Ui,
    session: &Session,
    id: FindingId,
    field: Option<Field>,
    key: Key,
    at: Time,
) -> Vec<Request> {
    let Some(mut field) = field else { return press_bar(ui, session, id, key, at) };
    match key {
        Key { code: Code::Enter, .. } | Key { code: Code::Char('s'), ctrl: true, .. } => {
            let reason = field.text().trim().to_owned();
            if reason == REFUTED {
                // The prompt asks for the evidence; without it there is nothing to show later.
                ui.mode = Mode::Drop(id, Some(field));
                return Vec::new();
            }
            let mut requests = vec![tell(Msg::Drafted(empty(&id, at)))];
            requests.extend(decide::decided(ui, session, id, Choice::Drop(reason), at));
            requests
        }
        Key { code: Code::Esc, .. } => Vec::new(),
        Key { code: Code::Char('x'), ctrl: true, .. } => vec![tell(Msg::Drafted(empty(&id, at)))],
        _ => {
            let request = field.press(key).then(|| draft(&id, &field, at));
            ui.mode = Mode::Drop(id, Some(field));
            request.into_iter().collect()
        }
    }
}

fn press_bar(ui: &mut Ui, session: &Session, id: FindingId, key: Key, at: Time) -> Vec<Request> {
    let is_again = ui.chord.map().is_single(key, Action::Decide(Verdict::Drop));
    match key.code {
        Code::Enter => {
            ui.mode = Mode::Drop(id, Some(Field::new("")));
            Vec::new()
        }
        Code::Esc => Vec::new(),
        Code::Char('d') if !key.ctrl => decide::decided(ui, session, id, Choice::Drop(String::new()), at),
        Code::Char(c) if !key.ctrl && is_letter(session, c) => match REASONS.iter().find(|(letter, _)| *letter == c) {
            Some((_, reason)) if *reason == REFUTED => {
                ui.mode = Mode::Drop(id, Some(Field::new(&format!("{REFUTED} "))));
                Vec::new()
            }
            Some((_, reason)) => decide::decided(ui, session, id, Choice::Drop((*reason).to_owned()), at),
            None => match own_reason(session, c) {
                Some(reason) => decide::decided(ui, session, id, Choice::Drop(reason), at),
                None => stay(ui, id),
            },
        },
        _ if is_again => decide::decided(ui, session, id, Choice::Drop(String::new()), at),
        _ => stay(ui, id),
    }
}

/// One of the person's own reasons, under its number.
pub(crate) fn own_reason(session: &Session, number: char) -> Option<String> {
    let nth = (number.to_digit(10)? as usize).checked_sub(1)?;
    session.manner().reasons.get(nth).cloned()
}

fn stay(ui: &mut Ui, id: FindingId) -> Vec<Request> {
    ui.mode = Mode::Drop(id, None);
    Vec::new()
}

/// The reason as it is being typed.
pub(super) fn draft(id: &FindingId, field: &Field, at: Time) -> Request {
    tell(Msg::Drafted(Draft { text: field.text(), ..empty(id, at) }))
}

fn empty(id: &FindingId, at: Time) -> Draft {
    Draft { key: DraftKey::DropReason(id.clone()), text: String::new(), at }
}
