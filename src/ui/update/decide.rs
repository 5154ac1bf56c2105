//! Deciding about findings: accept, drop, severity, undo; viewed marks. Not the reason of a drop (`reason`).

use crate::{
    core::{
        gate::Stance,
        model::{FileIx, FindingId, Kind, Time},
        text,
    },
    session::{Choice, Msg, Session, Slot},
    ui::{
        Request, Ui,
        actions::Verdict,
        state::{CardId, Cursor, Mode, View},
    },
};

use super::{editor, elaborate, motion, normal::tell, outside, reason, seek, triage, write};

pub(super) fn run(ui: &mut Ui, session: &Session, verdict: Verdict, at: Time) -> Vec<Request> {
    match verdict {
        // Selected lines are meant, not a finding near them.
        Verdict::Severity if ui.view == View::Diff && ui.diff.select.is_some() => {
            write::suggest(ui, session);
            Vec::new()
        }
        Verdict::Undo => step_back(ui, session, at, true),
        Verdict::Redo => step_back(ui, session, at, false),
        Verdict::Viewed => viewed(ui, session, at),
        Verdict::Reason => {
            reason::later(ui, session);
            Vec::new()
        }
        Verdict::Accept
        | Verdict::Drop
        | Verdict::Edit
        | Verdict::EditOutside
        | Verdict::Severity
        | Verdict::Evidence
        | Verdict::Delete
        | Verdict::Elaborate => {
            if !matches!(ui.view, View::Diff | View::Triage) {
                // By its name in the palette.
                let (diff, queue) = (ui.key("view-diff"), ui.key("view-triage"));
                ui.say(format!("that is done at a finding · {diff} shows the diff, {queue} the queue"));
                return Vec::new();
            }
            let Some(finding) = target(ui, session) else {
                if matches!(verdict, Verdict::Edit | Verdict::EditOutside) {
                    return outside::code(ui, session);
                }
                ui.say(format!("no finding here · {} goes to the next one", ui.key("next-card")));
                return Vec::new();
            };
            on_finding(ui, session, verdict, finding, at)
        }
    }
}

fn on_finding(ui: &mut Ui, session: &Session, verdict: Verdict, id: FindingId, at: Time) -> Vec<Request> {
    let is_own = session.findings.get(&id).is_some_and(|finding| finding.kind == Kind::Comment);
    match verdict {
        Verdict::Accept if triage::bulk(ui, Choice::Accept) => Vec::new(),
        Verdict::Drop if triage::bulk(ui, Choice::Drop(String::new())) => Vec::new(),
        Verdict::Accept => decided(ui, session, id, Choice::Accept, at),
        Verdict::Drop if is_own => decided(ui, session, id, Choice::Drop(String::new()), at),
        Verdict::Drop => {
            reason::open(ui, session, id);
            Vec::new()
        }
        Verdict::Delete if is_own => decided(ui, session, id, Choice::Drop(String::new()), at),
        Verdict::Delete => {
            ui.say(format!("{id} is no comment of yours · {} drops a finding", ui.key("drop")));
            Vec::new()
        }
        Verdict::Edit => editor::open_finding(ui, session, &id),
        Verdict::EditOutside => outside::words(session, &id),
        Verdict::Severity if is_own => {
            ui.say("a comment of yours has no severity and no other kind");
            Vec::new()
        }
        Verdict::Severity => {
            ui.mode = Mode::Severity(id);
            Vec::new()
        }
        Verdict::Evidence => {
            ui.mode = Mode::Evidence(id, 0);
            Vec::new()
        }
        Verdict::Elaborate => {
            elaborate::ask(ui, session, &id, at);
            Vec::new()
        }
        Verdict::Undo | Verdict::Redo | Verdict::Viewed | Verdict::Reason => Vec::new(),
    }
}

/// The finding under the cursor: the card, or the first undecided (else first) card of the line.
pub(super) fn target(ui: &mut Ui, session: &Session) -> Option<FindingId> {
    if ui.view == View::Triage {
        return ui.triage.cursor.clone();
    }
    if ui.view != View::Diff {
        // What its cursor is on is not to be seen.
        return None;
    }
    let slot = ui.diff.cursor.slot;
    let cards = session.findings.at(slot);
    let chosen = match &ui.diff.cursor.card {
        Some(card) => cards.iter().find(|id| Some(*id) == card.finding()),
        None => cards.iter().find(|id| *session.gate.stance(id) == Stance::Undecided).or_else(|| cards.first()),
    }?;
    ui.diff.unrevealed.remove(chosen);
    Some(chosen.clone())
}

/// Says the decision and goes on to the next undecided finding.
pub(super) fn decided(ui: &mut Ui, session: &Session, id: FindingId, choice: Choice, at: Time) -> Vec<Request> {
    ui.diff.cards.remove(&CardId::Finding(id.clone()));
    let is_own = session.findings.get(&id).is_some_and(|finding| finding.kind == Kind::Comment);
    let words = match &choice {
        Choice::Accept => format!("accepted {id}"),
        Choice::Drop(_) if is_own => format!("deleted your comment {id}"),
        Choice::Drop(reason) if reason.is_empty() => format!("dropped {id}"),
        Choice::Drop(reason) => format!("dropped {id}: {}", text::one_line(reason, 40)),
        Choice::Restore | Choice::Edit(..) | Choice::Recast(_) => format!("changed {id}"),
    };
    if ui.view == View::Triage {
        triage::decided(ui, session, &id);
        let left = session.undecided_without(&id);
        ui.say(format!("{words} · {left} undecided · {} undoes", ui.key("undo")));
        return vec![tell(Msg::Chosen(id, choice, at))];
    }
    if !session.manner().advance {
        ui.diff.cursor = Cursor::on_finding(ui.diff.cursor.slot, id.clone());
        let left = session.undecided_without(&id);
        ui.say(format!("{words} · {left} undecided · {} undoes", ui.key("undo")));
        return vec![tell(Msg::Chosen(id, choice, at)), tell(Msg::Left(ui.place(&session.diff), at))];
    }
    let place = ui.place(&session.diff);
    let here = Cursor::on_finding(ui.diff.cursor.slot, id.clone());
    let next = seek::undecided(session, ui, &here, true).filter(|stop| stop.finding() != Some(&id));
    let left = session.undecided_without(&id);
    match next {
        Some(stop) => motion::to(ui, session, stop),
        None => ui.diff.cursor = here,
    }
    ui.say(format!("{words} · {left} undecided · {} undoes", ui.key("undo")));
    // Where the person was goes with it: a program that is killed comes back near.
    vec![tell(Msg::Chosen(id, choice, at)), tell(Msg::Left(place, at))]
}

/// Undo and redo move to what they change and name it.
fn step_back(ui: &mut Ui, session: &Session, at: Time, back: bool) -> Vec<Request> {
    let (seq, word) = match back {
        true => (session.gate.next_undo(), "undone"),
        false => (session.gate.next_redo(), "done again"),
    };
    let Some(decision) = seq.and_then(|seq| session.gate.find(seq)) else {
        ui.say(if back { "nothing to undo" } else { "nothing to redo" });
        return Vec::new();
    };
    // Of several that were decided together the one that is read is as good as any.
    let is_one_of = |id: &FindingId| {
        let others =
            session.gate.decisions().iter().filter(|other| other.batch.is_some() && other.batch == decision.batch);
        others.map(|other| &other.finding).any(|other| other == id)
    };
    let read = ui.triage.cursor.clone().filter(|id| ui.view == View::Triage && is_one_of(id));
    let id = read.unwrap_or_else(|| decision.finding.clone());
    ui.triage.cursor = Some(id.clone());
    ui.triage.stale = true;
    if let Some(slot) = session.findings.slot(&id).filter(|_| ui.view != View::Triage) {
        // In a view of rows the diff is there when it is shown again.
        let is_card = session.findings.at(slot).contains(&id);
        motion::to(ui, session, Cursor { slot, card: is_card.then(|| CardId::Finding(id.clone())) });
    }
    ui.diff.cards.remove(&CardId::Finding(id.clone()));
    let together = decision
        .batch
        .map_or(1, |batch| session.gate.decisions().iter().filter(|other| other.batch == Some(batch)).count());
    let what = if together > 1 { format!("{together} findings together") } else { id.to_string() };
    ui.say(format!("{word}: {} {what}", decision.act.as_str()));
    vec![tell(if back { Msg::Undo(at) } else { Msg::Redo(at) })]
}

/// Marks the file viewed and goes to the next unviewed one; on a viewed file takes the mark away.
fn viewed(ui: &mut Ui, session: &Session, at: Time) -> Vec<Request> {
    let slot = ui.diff.cursor.slot;
    if session.diff.files.is_empty() {
        return Vec::new();
    }
    let requests = mark(ui, session, slot.file, at);
    let unmarked = session.is_viewed(slot.file);
    ui.diff.cursor = Cursor::on(Slot::file(slot.file));
    if unmarked {
        return requests;
    }
    let files = session.diff.files.len() as u32;
    let next = (slot.file.0 + 1..files).chain(0..slot.file.0).map(FileIx).find(|file| !session.is_viewed(*file));
    match next {
        Some(file) => {
            motion::to(ui, session, Cursor::on(Slot::file(file)));
            ui.diff.top = crate::ui::state::Top::of(Slot::file(file));
        }
        None => {
            let is_pull = session.request().is_some_and(|request| request.pull.is_some());
            let words = match session.undecided_len() {
                0 if is_pull => format!("every file is viewed · {} publishes", ui.key("publish")),
                0 => "every file is viewed, and nothing is undecided".to_owned(),
                n => format!("every file is viewed · {n} undecided: {} goes to the next", ui.key("next-undecided")),
            };
            ui.say(words);
        }
    }
    requests
}

/// Turns the viewed mark of a file over, and stays: the file of a finding in the queue.
pub(super) fn viewed_here(ui: &mut Ui, session: &Session, file: FileIx, at: Time) -> Vec<Request> {
    match session.diff.file(file) {
        Some(_) => mark(ui, session, file, at),
        None => Vec::new(),
    }
}

/// Turns the viewed mark of a file over.
pub(super) fn mark(ui: &mut Ui, session: &Session, file: FileIx, at: Time) -> Vec<Request> {
    let now = !session.is_viewed(file);
    ui.diff.folds.files.remove(&file);
    if !now {
        ui.diff.folds.files.insert(file, false);
    }
    let path = text::one_line(&session.diff.path(file).lossy(), 50);
    let waiting = if now { undecided_in(session, &[file]) } else { String::new() };
    ui.say(if now { format!("viewed {path}{waiting}") } else { format!("not viewed: {path}") });
    vec![tell(Msg::Viewed(file, now, at))]
}

/// Marks many files viewed, or takes the marks away.
pub(super) fn mark_all(ui: &mut Ui, session: &Session, files: Vec<FileIx>, viewed: bool, at: Time) -> Vec<Request> {
    for file in &files {
        ui.diff.folds.files.remove(file);
    }
    let waiting = if viewed { undecided_in(session, &files) } else { String::new() };
    let word = if viewed { "viewed" } else { "not viewed" };
    let count = files.len();
    ui.say(format!("{word}: {count} file{}{waiting}", if count == 1 { "" } else { "s" }));
    vec![super::tree::viewed_together(files, viewed, at)]
}

/// What a fold is about to hide: findings that nobody decided.
fn undecided_in(session: &Session, files: &[FileIx]) -> String {
    let cards = files.iter().flat_map(|file| session.findings.in_file(*file));
    match cards.filter(|id| *session.gate.stance(id) == Stance::Undecided).count() {
        0 => String::new(),
        1 => " · 1 undecided finding in it".to_owned(),
        count => format!(" · {count} undecided findings in it"),
    }
}
