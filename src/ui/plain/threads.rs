//! Threads of the pull request and viewed marks of files, in words. Not findings (`words`). Called by `super` and its
//! commands.

use crate::{
    core::{
        diff,
        model::{FileIx, FindingId, RepoPath, Resolution, Side, Time},
    },
    session::{Msg, PlacedThread, Session, Slot, Spot},
    ui::prose,
};

use super::{Answer, Plain, words};

/// Lines of one remark that are told.
const MOST: usize = 40;

/// A thread with what is said in it.
pub(super) fn told(session: &Session, placed: &PlacedThread, lead: &str) -> Vec<String> {
    let thread = &placed.thread;
    let state = match thread.resolution {
        Resolution::Resolved => "resolved",
        Resolution::Open => "open",
        Resolution::Unknown => "resolved or not is unknown",
    };
    let outdated = if thread.is_outdated { ", outdated: its code has changed" } else { "" };
    let place = &thread.place;
    let side = if place.side == Side::Left { "old side" } else { "new side" };
    let lines =
        place.lines.or(place.original).map_or("the file".to_owned(), |lines| match lines.start() == lines.end() {
            true => format!("line {}, {side}", lines.start()),
            false => format!("lines {} to {}, {side}", lines.start(), lines.end()),
        });
    let waits = if session.acting_on(thread.id).is_some() { ", something of yours is on its way to it" } else { "" };
    let mut out =
        vec![words::line(&format!("{lead}Thread, {state}{outdated}{waits}, at {} {lines}:", place.path.lossy()))];
    for remark in &thread.remarks {
        let who = prose::name(&remark.author, 40);
        let mut said = remark.body.lines().map(words::line).filter(|row| !row.trim().is_empty());
        out.push(words::line(&format!("  {who} says: {}", said.next().unwrap_or_default())));
        out.extend(said.take(MOST).map(|row| format!("  {row}")));
    }
    out
}

/// The threads that stand at the same line as a finding.
pub(super) fn beside(session: &Session, id: &FindingId) -> Vec<String> {
    let Some(slot) = session.findings.slot(id) else { return Vec::new() };
    let threads = &session.digest().threads;
    let here = threads.at(slot).iter().filter_map(|id| threads.get(*id));
    here.flat_map(|placed| told(session, placed, "On the pull request, at this line: ")).collect()
}

/// The threads in the order of the diff, by which they are counted.
pub(super) fn in_order(session: &Session) -> impl Iterator<Item = &PlacedThread> {
    let threads = &session.digest().threads;
    let end = Slot { file: FileIx(u32::MAX), spot: Spot::Top };
    threads.slots_within((Slot::TOP, end)).flat_map(|slot| threads.at(slot)).filter_map(|id| threads.get(*id))
}

/// Every thread, in the order of the diff.
pub(super) fn all(session: &Session) -> Vec<String> {
    let threads = &session.digest().threads;
    let counts = threads.counts();
    if threads.is_empty() {
        return vec!["There are no threads on lines of this change.".to_owned()];
    }
    let count = counts.open + counts.resolved;
    let many = words::many(count, "thread");
    let mut out = vec![format!("{many}, {} open, {} outdated.", counts.open, counts.outdated)];
    for (nth, placed) in (1..).zip(in_order(session)) {
        out.extend(told(session, placed, &format!("{nth}. ")));
    }
    out
}

/// The file of a finding: its place among the files, and its mark.
pub(super) fn file(session: &Session, id: &FindingId) -> Option<String> {
    let slot = session.findings.slot(id).filter(|slot| slot.spot != Spot::Top)?;
    let viewed = if session.is_viewed(slot.file) { "viewed" } else { "not viewed" };
    Some(format!("File {} of {}, {viewed}.", slot.file.0 + 1, session.diff.files.len()))
}

impl Plain {
    /// Marks a file viewed, or takes the mark away: that of the finding, or the one that is named.
    pub(super) fn mark(&mut self, session: &Session, named: &str, at: Time) -> Answer {
        let here = self.at.as_ref().and_then(|id| session.findings.slot(id)).filter(|slot| slot.spot != Spot::Top);
        let file = match named.is_empty() {
            true => here.map(|slot| slot.file),
            false => diff::find_file(&session.diff, &RepoPath::new(named)),
        };
        let Some(file) = file.filter(|file| session.diff.file(*file).is_some()) else {
            return Answer::say("Name a file of this change: `v PATH`.");
        };
        let now = !session.is_viewed(file);
        let index = &session.diff;
        // The mark is not there yet: it counts as it will be.
        let left = index.file_numbers().filter(|other| *other != file && !session.is_viewed(*other)).count();
        let left = left + usize::from(!now);
        let word = if now { "Viewed" } else { "Not viewed" };
        let line = words::line(&format!(
            "{word}: {}. {left} of {} files are not viewed.",
            index.path(file).lossy(),
            index.files.len()
        ));
        Answer::tell(vec![line], vec![Msg::Viewed(file, now, at)])
    }
}
