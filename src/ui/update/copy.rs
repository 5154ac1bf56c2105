//! `y` and `Y`: what is copied, exactly as it is. Where it goes is the driver's affair.

use crate::{
    core::{
        diff, gate,
        model::{LineKind, LineRange, Side},
        talk,
    },
    session::{Session, Slot, Spot},
    ui::{
        Copy, LinkTo, Request, Ui, card, elaboration, link,
        state::{CardId, View},
        walk::{self, Walk},
    },
};

/// Lines of a selection that are copied at most: more would be work in proportion to the diff.
const MOST: usize = 5_000;

/// `y`: the finding or thread under the cursor, the selection, else the line.
pub(super) fn text(ui: &mut Ui, session: &Session) -> Vec<Request> {
    if let Some(from) = ui.diff.select.filter(|_| ui.view == View::Diff) {
        return selection(ui, session, from);
    }
    let (what, bytes) = match card_text(ui, session).or_else(|| place_text(ui, session)) {
        Some(found) => found,
        None => {
            ui.say("nothing to copy here");
            return Vec::new();
        }
    };
    vec![Request::Copy(Copy::Text { what, bytes })]
}

/// The words of the card under the cursor.
fn card_text(ui: &Ui, session: &Session) -> Option<(String, Vec<u8>)> {
    let card = match ui.view {
        View::Triage => ui.triage.cursor.clone().map(CardId::Finding),
        View::Diff => ui.diff.cursor.card.clone(),
        View::Agents | View::Review | View::Inbox | View::Logbook => None,
    }?;
    match card {
        CardId::Finding(id) => {
            let words = gate::compose(&card::shown_wording(session, session.findings.get(&id)?));
            match elaboration::text_of(session, &id) {
                Some(more) => {
                    Some((format!("{id}, and what was told of it"), format!("{words}\n\n{more}").into_bytes()))
                }
                None => Some((format!("{id}"), words.into_bytes())),
            }
        }
        CardId::Thread(id) => {
            let placed = ui.noted.talk.of(session, ui.diff.cursor.slot).get(id)?;
            let said = placed.thread.remarks.iter().map(|remark| format!("@{}: {}", remark.author.login, remark.body));
            Some(("the thread".to_owned(), said.collect::<Vec<_>>().join("\n\n").into_bytes()))
        }
    }
}

/// The line, the hunk's header, or the path.
fn place_text(ui: &Ui, session: &Session) -> Option<(String, Vec<u8>)> {
    let slot = (ui.view == View::Diff).then_some(ui.diff.cursor.slot)?;
    match slot.spot {
        Spot::Top => None,
        Spot::File => {
            let path = session.diff.file(slot.file).map(|_| session.diff.path(slot.file))?;
            Some(("the path".to_owned(), path.as_bytes().to_vec()))
        }
        Spot::Hunk(hunk) => {
            let header = session.diff.text.get(session.diff.hunk(hunk)?.header).to_vec();
            Some(("the hunk's header".to_owned(), header))
        }
        Spot::Line(_) | Spot::Beyond(_) => {
            let line = Walk::new(session, ui).line_of(slot, Side::Right)?;
            Some(("the line".to_owned(), line.text.to_vec()))
        }
    }
}

/// The lines of the selection; with their marks when it has lines of both sides, so that they can be told apart.
fn selection(ui: &mut Ui, session: &Session, from: Slot) -> Vec<Request> {
    let here = ui.diff.cursor.slot;
    let (first, last) = (from.min(here), from.max(here));
    let slots = std::iter::successors(Some(first), |slot| walk::next(session, ui, *slot));
    let slots: Vec<Slot> = slots.take_while(|slot| *slot <= last).take(MOST + 1).collect();
    if slots.len() > MOST {
        ui.warn(format!("more than {MOST} lines are selected: nothing was copied"));
        return Vec::new();
    }
    let mut walk = Walk::new(session, ui);
    let lines: Vec<_> = slots.iter().filter_map(|slot| walk.line_of(*slot, Side::Right)).collect();
    let has = |kind: LineKind| lines.iter().any(|line| line.kind == kind);
    let marks = has(LineKind::Added) && has(LineKind::Removed);
    let texts = lines.iter().filter(|line| marks || line.kind != LineKind::NoNewline).map(|line| {
        let mark = match line.kind {
            LineKind::Added => "+",
            LineKind::Removed => "-",
            LineKind::NoNewline => "\\",
            LineKind::Context => " ",
        };
        [if marks { mark.as_bytes() } else { b"" }, line.text].concat()
    });
    let texts: Vec<Vec<u8>> = texts.collect();
    let marked = if marks { ", with their marks" } else { "" };
    let what = format!("{} line{}{marked}", texts.len(), if texts.len() == 1 { "" } else { "s" });
    if texts.is_empty() {
        ui.say("no line is selected");
        return Vec::new();
    }
    ui.diff.select = None;
    vec![Request::Copy(Copy::Text { what, bytes: texts.join(&b'\n') })]
}

/// `Y`: an address of the place at its host, or the place in words.
pub(super) fn link(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let cursor = match (ui.view, &ui.triage.cursor) {
        (View::Triage, Some(id)) => {
            let slot = session.findings.slot(id).unwrap_or(Slot::TOP);
            crate::ui::state::Cursor::on_finding(slot, id.clone())
        }
        (View::Diff, _) => ui.diff.cursor.clone(),
        // What the diff's cursor is on is not to be seen: the pull request as a whole.
        _ => crate::ui::state::Cursor::on(Slot::TOP),
    };
    let of_page = link::under(session, ui, &cursor);
    if let Some((url, what)) = &of_page
        && (cursor.thread().is_some() || cursor.slot.spot == Spot::Top || session.diff.files.is_empty())
    {
        let what = format!("the link to {}", what.strip_prefix("the ").unwrap_or(what));
        return vec![Request::Copy(Copy::Text { what, bytes: url.clone().into_bytes() })];
    }
    let Some(to) = place(ui, session, &cursor) else {
        ui.say("no place here to link to");
        return Vec::new();
    };
    if ui.view == View::Diff {
        ui.diff.select = None;
    }
    // A pull request's host has its commits.
    let repo = session.pull().pull.as_deref().map(|pull| pull.name.repo.clone());
    match (repo, &to.commit) {
        (Some(repo), Some(commit)) => {
            let url = talk::permalink(&repo, commit, &to.path, to.lines);
            vec![Request::Copy(Copy::Text { what: format!("the link to {}", to.words()), bytes: url.into_bytes() })]
        }
        _ => vec![Request::Copy(Copy::Link(to))],
    }
}

/// The place of the cursor or the selection, with the commit that has it.
fn place(ui: &Ui, session: &Session, cursor: &crate::ui::state::Cursor) -> Option<LinkTo> {
    let index = &session.diff;
    let slot = cursor.slot;
    index.file(slot.file).filter(|_| slot.spot != Spot::Top)?;
    let at = |slot: Slot| walk::anchor_of_slot(index, slot);
    let here = at(slot)?;
    let finding = cursor.finding().and_then(|id| session.findings.get(id));
    let anchor = finding.and_then(|finding| finding.placement.anchor().cloned());
    let from = ui.diff.select.filter(|from| ui.view == View::Diff && from.file == slot.file);
    let lines = match (from.and_then(at), &anchor) {
        (Some(from), _) if from.side == here.side => match (from.lines, here.lines) {
            (Some(a), Some(b)) => LineRange::new(a.start().min(b.start()), a.end().max(b.end())),
            _ => here.lines,
        },
        (_, Some(anchor)) => anchor.lines,
        _ => here.lines,
    };
    let side = anchor.as_ref().map_or(here.side, |anchor| anchor.side);
    let path = diff::path_of_side(index, slot.file, side).unwrap_or(here.path);
    let commit = session.request().and_then(|request| match side {
        Side::Left => request.base_sha.clone(),
        Side::Right => request.head_sha.clone().filter(|_| !is_work(request.kind)),
    });
    Some(LinkTo { commit, path, lines })
}

/// Whether the new side is in no commit.
fn is_work(kind: crate::core::model::TargetKind) -> bool {
    use crate::core::model::TargetKind as Kind;
    match kind {
        Kind::Wip | Kind::Staged => true,
        Kind::Branch | Kind::Range | Kind::Commit | Kind::File | Kind::Paste | Kind::Demo | Kind::Pull | Kind::Repo => {
            false
        }
    }
}
