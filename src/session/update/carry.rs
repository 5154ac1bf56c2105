//! Going on where an earlier session stopped: the same diff resumes its run; another diff of the same target takes
//! over own comments and drafts. Not here: findings of earlier runs (`again`).

use std::collections::BTreeMap;

use crate::{
    core::{
        diff,
        gate::{Gate, Past, Stance, Standing},
        model::{
            Act, Anchor, Comment, Decision, DraftKey, FindingId, LineRange, Record, Side, TaskEnd, TaskState, Time,
        },
    },
    session::{Carried, Session},
};

use super::{decide, waves};

/// Takes the past in. What the session decided before the logbook was open comes after it, renumbered.
pub(super) fn resume(session: &mut Session, carried: Carried) {
    let own = std::mem::take(&mut session.gate);
    // They come back behind the past, under ids that are free then.
    own.decisions().iter().for_each(|decision| session.findings.remove(&decision.finding));
    let (resumed, past) = (carried.resumed, &carried.past);
    session.inner.entry.resumed = resumed;
    session.inner.earlier.place.clone_from(&past.place);
    for (path, mark) in &past.viewed {
        session.viewed.entry(path.clone()).or_insert_with(|| mark.clone());
    }
    session.inner.ended = resumed && past.ended == Some(true);
    let comments: Vec<Standing> = if resumed { Vec::new() } else { carried.comments().cloned().collect() };
    match resumed {
        true => {
            (session.gate, session.findings, session.inner.judge) = (carried.gate, carried.findings, carried.judge);
            same_run(session, past);
        }
        false => session.gate.continue_after(past.last_seq),
    }
    replay_own(session, &own);
    if !resumed {
        other_diff(session, past, &comments);
    }
}

/// The run goes on: decisions and drafts as they were; tasks that did not complete run again.
fn same_run(session: &mut Session, past: &Past) {
    let run = session.run_id();
    let last = session.gate.standings().map(|(id, _)| own_number(id)).max();
    session.inner.own_numbers = session.inner.own_numbers.max(last.unwrap_or(0));
    session.together.comments.clone_from(&past.memory.comments);
    for (task, end) in &past.task_ends {
        let state = session.tasks.iter_mut().find(|(known, _)| known.id == *task);
        // What a run that ended left out for a reason stays out: nothing runs again unless it is asked to.
        let stands = *end == TaskEnd::Completed || (session.inner.ended && end.is_well());
        if let (Some((_, state)), true) = (state, stands) {
            *state = TaskState::Ended(end.clone());
        }
        // Tasks of agents are known when the plan comes.
        if stands {
            session.inner.outlook.earlier.push((task.clone(), end.clone()));
        }
    }
    waves::resume(session, past);
    for (task, report) in &past.memory.reports {
        session.inner.voices.reported(task, report.clone());
    }
    for (of, draft) in &past.drafts {
        if *of == run || matches!(draft.key, DraftKey::Comment(_) | DraftKey::Reply(_)) {
            session.drafts.entry(draft.key.clone()).or_insert_with(|| draft.clone());
        }
    }
}

/// Applies what this session decided already, with numbers and ids behind those of the past, and corrects the
/// records that wait to be written.
fn replay_own(session: &mut Session, own: &Gate) {
    let mut numbers: BTreeMap<u64, u64> = BTreeMap::new();
    let mut ids: BTreeMap<FindingId, FindingId> = BTreeMap::new();
    let mut renewed: Vec<Decision> = Vec::new();
    for decision in own.decisions() {
        let id = ids.entry(decision.finding.clone()).or_insert_with(|| renamed(session, &decision.finding)).clone();
        let act = match &decision.act {
            Act::Undo { of } => Act::Undo { of: numbers.get(of).copied().unwrap_or(*of) },
            Act::Redo { of } => Act::Redo { of: numbers.get(of).copied().unwrap_or(*of) },
            other => other.clone(),
        };
        let again = session.gate.decide(id.clone(), act, decision.at);
        numbers.insert(decision.seq, again.seq);
        renewed.push(again);
    }
    ids.values().for_each(|id| decide::settle(session, id));
    let mut renewed = renewed.into_iter();
    for record in &mut session.log.waiting {
        if let Record::Decision { decision, .. } = record
            && let Some(again) = renewed.next()
        {
            *decision = again;
        }
    }
}

/// A new id for an own comment made before the logbook was open; other ids stay.
fn renamed(session: &mut Session, id: &FindingId) -> FindingId {
    if !id.as_str().starts_with("own-") || session.gate.decisions().is_empty() {
        return id.clone();
    }
    session.inner.own_numbers += 1;
    FindingId::new(format!("own-{:03}", session.inner.own_numbers))
}

/// The number of an own comment; 0 for other findings.
fn own_number(id: &FindingId) -> u32 {
    id.as_str().strip_prefix("own-").and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Another diff of the same target: own comments move to where their line is now, drafts of comments stay.
fn other_diff(session: &mut Session, past: &Past, comments: &[Standing]) {
    let at = session.run().map_or(Time::default(), |run| run.started);
    let mut records = Vec::new();
    for standing in comments {
        if let Some(comment) = &standing.comment {
            records.extend(carry_comment(session, comment, standing, at));
        }
    }
    for (_, draft) in &past.drafts {
        if matches!(draft.key, DraftKey::Comment(_) | DraftKey::Reply(_)) {
            session.drafts.entry(draft.key.clone()).or_insert_with(|| draft.clone());
        }
    }
    session.log.waiting.extend(records);
}

/// Writes an own comment down again in the new run, at the place its line has now.
fn carry_comment(session: &mut Session, comment: &Comment, standing: &Standing, at: Time) -> Vec<Record> {
    session.inner.own_numbers += 1;
    let id = FindingId::new(format!("own-{:03}", session.inner.own_numbers));
    let anchor = comment.anchor.as_ref().map(|anchor| moved(session, anchor, &comment.quoted));
    let comment = Comment { anchor, ..comment.clone() };
    let mut acts = vec![Act::Add(comment)];
    if let Stance::Dropped(reason) = &standing.stance {
        acts.push(Act::Drop { reason: reason.clone() });
    }
    let decisions: Vec<Decision> = acts.into_iter().map(|act| session.gate.decide(id.clone(), act, at)).collect();
    decide::settle(session, &id);
    records_of(session, decisions)
}

/// Where an anchor is now: the same number if the line still reads the same, else the nearest line of that hunk
/// range with the same text, else the file. Looks at most at the lines around.
fn moved(session: &Session, anchor: &Anchor, quoted: &str) -> Anchor {
    const REACH: u32 = 400;
    let whole_file = Anchor { lines: None, ..anchor.clone() };
    let (Some(lines), Some(file)) = (anchor.lines, diff::find_file(&session.diff, &anchor.path)) else {
        return whole_file;
    };
    let reads = |number: u32| text_at(session, file, anchor.side, number).as_deref() == Some(quoted);
    let near = (0..=REACH).flat_map(|step| [lines.start().checked_sub(step), lines.start().checked_add(step)]);
    let length = lines.end() - lines.start();
    match near.flatten().find(|number| *number > 0 && reads(*number)) {
        Some(start) => Anchor { lines: LineRange::new(start, start.saturating_add(length)), ..anchor.clone() },
        None => whole_file,
    }
}

/// The text of a line of the diff, lossy.
fn text_at(session: &Session, file: crate::core::model::FileIx, side: Side, number: u32) -> Option<String> {
    let at = diff::locate(&session.diff, file, side, number)?;
    diff::line(&session.diff, at).map(|line| String::from_utf8_lossy(line.text).into_owned())
}

fn records_of(session: &Session, decisions: Vec<Decision>) -> Vec<Record> {
    let run = session.run_id();
    decisions.into_iter().map(|decision| Record::Decision { run: run.clone(), decision }).collect()
}

/// Whether this run is a new one, whose hotspots are still to be written.
pub(super) fn is_new(session: &Session) -> bool {
    !session.inner.entry.resumed
}

/// Marks that were set before the hashes were known get them now.
pub(super) fn stamp_viewed(session: &mut Session) -> Vec<Record> {
    let run = session.run_id();
    let mut records = Vec::new();
    let hashes = session.inner.hashes.clone();
    let index = session.diff.clone();
    for mark in session.viewed.values_mut().filter(|mark| mark.text_hash == 0) {
        let file = diff::find_file(&index, &mark.path);
        if let Some(hash) = file.and_then(|file| hashes.get(file.0 as usize)) {
            mark.text_hash = *hash;
            records.push(Record::Viewed { run: run.clone(), viewed: mark.clone() });
        }
    }
    records
}
