//! What the plain cockpit tells: each line a sentence or a list item, nothing that only a picture would say. Called by
//! `super`.

use crate::{
    core::{
        diff,
        gate::Stance,
        model::{Finding, FindingId, Kind, LineKind, LineRef, Side},
        text::one_line,
    },
    session::{Session, Slot, Spot},
    ui::card,
};

use super::threads;

/// Columns of one line: a screen reader has no edge, but a file of one line has.
const LONGEST: usize = 2_000;
/// Lines of code that are told around the place of a finding, on each side.
const AROUND: u32 = 3;
/// Lines of a hunk that are told.
const MOST: usize = 400;

/// Text made harmless, in one line.
pub(super) fn line(text: &str) -> String {
    one_line(text, LONGEST)
}

fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(line).filter(|line| !line.trim().is_empty())
}

/// The person's own comments, when there are some.
fn own(session: &Session) -> String {
    match session.findings.own_len() {
        0 => String::new(),
        own => format!("; {}", many(own, "own comment")),
    }
}

pub(super) fn many(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// The change and what was found.
pub(super) fn change(session: &Session) -> Vec<String> {
    let index = &session.diff;
    let viewed = index.file_numbers().filter(|file| session.is_viewed(*file)).count();
    let mut out = vec![
        line(session.title()),
        format!(
            "{}, {} added, {} removed; {viewed} viewed.",
            many(index.files.len(), "file"),
            many(index.totals.added as usize, "line"),
            many(index.totals.removed as usize, "line")
        ),
        format!(
            "{}, {} undecided; {} held back{}.",
            many(session.findings.found_len(), "finding"),
            session.undecided_len(),
            session.findings.drawer_len(),
            own(session)
        ),
    ];
    if !session.is_settled() {
        let (done, all) = session.progress();
        out.push(format!("{done} of {all} reviewers are done; more may come."));
    }
    out
}

/// What can be done when no finding is left to tell.
pub(super) fn nothing(session: &Session, drawer: bool, all: usize) -> Vec<String> {
    let what = match (drawer, all) {
        (true, _) => "Nothing is held back. x goes back to the findings.".to_owned(),
        (false, 0) => "There are no findings.".to_owned(),
        (false, all) => format!("Every one of {} is decided.", many(all, "finding")),
    };
    let is_pull = session.request().is_some_and(|request| request.pull.is_some());
    let publish = if is_pull { "w publishes, " } else { "" };
    vec![what, format!("c comments on a line, {publish}u undoes, l lists, q saves and quits, ? tells all:")]
}

/// Severity, kind and decision, in words.
fn head(session: &Session, finding: &Finding) -> String {
    let what = match finding.kind {
        Kind::Comment => "your comment".to_owned(),
        Kind::Finding => card::shown_severity(session, finding).to_string(),
        kind => format!("{} {kind}", card::shown_severity(session, finding)),
    };
    let state = match (session.gate.stance(&finding.id), session.findings.held(&finding.id)) {
        (Stance::Accepted, _) => "accepted".to_owned(),
        (Stance::Dropped(reason), _) if reason.is_empty() => "dropped".to_owned(),
        (Stance::Dropped(reason), _) => format!("dropped: {reason}"),
        (Stance::Undecided, Some(held)) => format!("held back, {}: {}", held.reason.as_str(), held.details),
        (Stance::Undecided, None) => "undecided".to_owned(),
    };
    let edited = session.gate.standing(&finding.id).is_some_and(|standing| standing.edited.is_some());
    line(&format!("{what}, {state}{}", if edited { ", edited" } else { "" }))
}

/// Path and lines, in words.
fn place(finding: &Finding) -> String {
    let Some(anchor) = finding.placement.anchor() else { return "on the change as a whole".to_owned() };
    let path = anchor.path.lossy();
    let side = if anchor.side == Side::Left { ", old side" } else { ", new side" };
    line(&match anchor.lines {
        None => path.into_owned(),
        Some(lines) if lines.start() == lines.end() => format!("{path} line {}{side}", lines.start()),
        Some(lines) => format!("{path} lines {} to {}{side}", lines.start(), lines.end()),
    })
}

/// A finding, whole.
pub(super) fn finding(session: &Session, id: &FindingId, (nth, all): (usize, usize)) -> Vec<String> {
    let Some(finding) = session.shown(id) else { return Vec::new() };
    let wording = card::shown_wording(session, finding);
    let mut out = vec![String::new(), format!("{nth} of {all}: {}.", head(session, finding)), line(&wording.title)];
    out.retain(|line| !line.trim().is_empty());
    out.insert(0, String::new());
    out.push(format!("At {}. {}", place(finding), who(session, finding)));
    out.extend(threads::file(session, id));
    out.extend(lines(&wording.body));
    if let Some(suggestion) = &wording.suggestion {
        out.push(if suggestion.is_empty() { card::NOTHING_INSTEAD } else { "Suggestion:" }.to_owned());
        out.extend(suggestion.lines().map(|row| format!("  {}", line(row))));
    }
    let code = code(session, id, Some(AROUND));
    if !code.is_empty() {
        out.push("Code:".to_owned());
        out.extend(code);
    }
    out.extend(threads::beside(session, id));
    out
}

/// Who says it, and how sure.
fn who(session: &Session, finding: &Finding) -> String {
    let Some(candidate) = finding.candidates.first().and_then(|id| session.findings.candidate(id)) else {
        return format!("{}.", finding.id);
    };
    let sure = candidate.weight.confidence;
    let sure = sure.map_or("confidence not given".to_owned(), |c| format!("{:.0} percent sure", c.single() * 100.0));
    line(&format!("{}, said by {}, {}, {sure}.", finding.id, candidate.task, finding.lens.as_str()))
}

/// The lines at a finding, each with what became of it; `around`: so many beside it, else its whole hunk.
fn code(session: &Session, id: &FindingId, around: Option<u32>) -> Vec<String> {
    let Some(Slot { spot: Spot::Line(end), .. }) = session.findings.slot(id) else { return Vec::new() };
    let start = session.shown(id).and_then(|finding| {
        let anchor = finding.placement.anchor()?;
        let file = diff::find_file(&session.diff, &anchor.path)?;
        diff::locate(&session.diff, file, anchor.side, anchor.lines?.start())
    });
    let start = start.filter(|start| start.hunk == end.hunk).map_or(end.ord, |start| start.ord);
    let first = around.map_or(0, |around| start.saturating_sub(around));
    let last = around.map_or(u32::MAX, |around| end.ord.saturating_add(around));
    let rows = (first..=last).zip(diff::lines(&session.diff, end.hunk, first)).take(MOST);
    let told = rows.map(|(ord, row)| {
        let at = LineRef { ord, ..end };
        let mark = if (start..=end.ord).contains(&at.ord) { "here, " } else { "" };
        let (kind, number) = match row.kind {
            LineKind::Added => ("added", row.new),
            LineKind::Removed => ("removed", row.old),
            LineKind::Context => ("line", row.new),
            LineKind::NoNewline => ("note", None),
        };
        let number = number.map_or(String::new(), |number| format!(" {number}"));
        line(&format!("  {mark}{kind}{number}: {}", String::from_utf8_lossy(row.text)))
    });
    told.collect()
}

/// A finding with the whole hunk that it is in.
pub(super) fn more(session: &Session, id: &FindingId) -> Vec<String> {
    let code = code(session, id, None);
    if code.is_empty() {
        return vec!["It is at no line of the diff.".to_owned()];
    }
    let mut out = vec!["The whole hunk:".to_owned()];
    out.extend(code);
    out
}

/// A line for each finding.
pub(super) fn list(session: &Session, ids: &[FindingId]) -> Vec<String> {
    let rows = ids.iter().zip(1..).filter_map(|(id, nth)| {
        let finding = session.shown(id)?;
        let wording = card::shown_wording(session, finding);
        let title = if wording.title.is_empty() { &wording.body } else { &wording.title };
        Some(line(&format!("{nth}. {}: {}, at {}", head(session, finding), one_line(title, 120), place(finding))))
    });
    let rows: Vec<String> = rows.collect();
    if rows.is_empty() { vec!["There is nothing to list.".to_owned()] } else { rows }
}
