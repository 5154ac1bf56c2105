//! The runs of the target, newest first, and the chosen one below: what it was, what was decided, what was posted.

use ratatui::text::Line;

use crate::{
    core::{
        history::{Posting, RunLog, Sums},
        model::PublishOutcome,
    },
    session::Session,
    ui::{Ui, prose, theme::Ink, thread},
};

use super::{Rows, padded, plural, row_of};

/// Width from which a run's title has a column.
const WIDE: u16 = 100;

pub(super) fn heading(session: &Session, ui: &Ui) -> String {
    let book = &ui.noted.logbook.book;
    let target = session.request().map_or("this target", |request| request.pr_ref.as_str());
    match (&book.got, &session.log.path, book.is_asked) {
        (_, None, _) if session.log.lost > 0 || session.is_settled() => {
            "this run has no logbook: what you decide is kept in memory only".to_owned()
        }
        (_, None, _) => "the logbook is not open yet".to_owned(),
        (Some(Err(why)), ..) => why.clone(),
        (None, _, _) => "reading the logbook …".to_owned(),
        (Some(Ok(book)), Some(path), _) => {
            let count = book.runs.len();
            format!("{count} run{} of {target} · {}", plural(count), path.display())
        }
    }
}

pub(super) fn row(session: &Session, ui: &Ui, nth: usize, width: u16) -> Line<'static> {
    let state = &ui.noted.logbook;
    let Some(run) = state.nth(nth) else { return Line::default() };
    let is_present = session.run().is_some_and(|now| now.id == run.facts.id);
    let mark = if state.marked.as_ref() == Some(&run.facts.id) { "=" } else { " " };
    let glyph = match run.complete {
        Some(true) => "✓",
        Some(false) => "◐",
        None => "…",
    };
    let age = prose::age(thread::now(session, ui), Some(run.facts.started));
    let lead = format!("{mark}{glyph} {} {} {} ", padded(&age, 13), padded(head(run), 8), padded(run.state(), 9));
    let (shown, held) = run.findings;
    let counts = format!("{shown:>3} shown {held:>3} held  {:<13}", acts(run));
    let ink = if is_present { Ink::Strong } else { Ink::Plain };
    let tail = posted(run);
    let middle = if width >= WIDE { format!("{counts} {}", run.facts.request.title) } else { counts };
    row_of(ui, (lead, &middle, tail), width, (ink, nth == state.list().0))
}

/// The first digits of its head, else of its diff.
fn head(run: &RunLog) -> &str {
    let sha = run.facts.request.head_sha.as_deref().filter(|sha| !sha.is_empty());
    let sha = sha.unwrap_or(&run.facts.request.diff_hash);
    sha.get(..8).unwrap_or(sha)
}

fn acts(run: &RunLog) -> String {
    match run.steps.len() {
        0 => "not decided".to_owned(),
        count => format!("{count} act{}", plural(count)),
    }
}

/// What the last attempt to publish came to, in a word or two; '' = there was none.
fn posted(run: &RunLog) -> String {
    run.postings.last().map_or(String::new(), outcome)
}

fn outcome(posting: &Posting) -> String {
    let event = posting.intent.event.as_str();
    match &posting.receipt {
        Some(receipt) if receipt.outcome == PublishOutcome::Posted => format!("✓ {event}"),
        Some(receipt) => format!("{} {event}", receipt.outcome.as_str()),
        None => format!("? {event}: not known whether it was sent"),
    }
}

/// `3 accepted (1 in your words, 1 your own), 2 dropped`.
pub(super) fn sums(sums: Sums) -> String {
    let Sums { accepted, dropped, edited, own } = sums;
    format!("{accepted} accepted ({own} your own), {dropped} dropped, {edited} in your words")
}

/// The chosen run whole.
pub(super) fn detail(session: &Session, ui: &Ui) -> Rows {
    let state = &ui.noted.logbook;
    let notes = || state.book.here().into_iter().flat_map(|book| &book.notes);
    let notes: Rows = notes().take(3).map(|note| (Ink::Warning, note.clone())).collect();
    let Some(run) = state.chosen() else {
        let words = "no run of this target is recorded yet: the first one is, as soon as it begins";
        return if state.book.here().is_some() { [vec![(Ink::Dim, words.to_owned())], notes].concat() } else { notes };
    };
    let request = &run.facts.request;
    let is_present = session.run().is_some_and(|now| now.id == run.facts.id);
    let present = if is_present { " · this run" } else { "" };
    let sha =
        |sha: &Option<String>| sha.as_deref().map_or("none".to_owned(), |sha| sha.get(..12).unwrap_or(sha).to_owned());
    let mut rows = vec![
        (Ink::Strong, format!("{}{present}", request.title)),
        (Ink::Plain, format!("{} · began {} UTC · {}", run.facts.id, prose::stamp(run.facts.started), run.state())),
        (
            Ink::Dim,
            format!(
                "prr {} · heavy model {} · base {} · head {}",
                run.facts.version,
                run.facts.model,
                sha(&request.base_sha),
                sha(&request.head_sha)
            ),
        ),
    ];
    let said: Vec<String> = run.facts.said.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    rows.extend((!said.is_empty()).then(|| (Ink::Dim, format!("asked with {}", said.join(", ")))));
    let (shown, held) = run.findings;
    let findings = format!("{shown} finding{} shown, {held} held back", plural(shown));
    rows.push((Ink::Plain, format!("{findings} · {}", sums(run.sums()))));
    rows.extend(run.postings.iter().rev().flat_map(posting_rows));
    let (enter, since, mark) = (ui.key("fold"), ui.key("since"), ui.key("viewed"));
    let steps =
        if run.steps.is_empty() { String::new() } else { format!("{enter} steps through its {} · ", acts(run)) };
    let before =
        state.nth(state.run + 1).map_or(String::new(), |_| format!("{since} compares it with the run before · "));
    let marks =
        if state.runs_len() > 1 { format!("{mark} marks it, to compare it with another") } else { String::new() };
    let hint = format!("{steps}{before}{marks}");
    let hint = hint.trim_end_matches(" · ");
    rows.extend((!hint.is_empty()).then(|| (Ink::Key, hint.to_owned())));
    rows.extend(notes);
    rows
}

/// An attempt with its receipt.
fn posting_rows(posting: &Posting) -> Rows {
    let Posting { intent, receipt } = posting;
    let head = intent.head.get(..8).unwrap_or(&intent.head);
    let words = format!("{} as {} at {head} · {} UTC", outcome(posting), intent.login, prose::stamp(intent.at));
    let ink =
        if receipt.as_ref().is_some_and(|receipt| receipt.outcome.is_posted()) { Ink::Accepted } else { Ink::Warning };
    let mut rows = vec![(ink, words)];
    if let Some(receipt) = receipt {
        let by = if receipt.reconciled { ", found by its marker" } else { "" };
        rows.push((
            Ink::Dim,
            format!("  {} at lines, {} in the body{by} · {}", receipt.inline, receipt.moved, receipt.url),
        ));
        rows.extend(receipt.diagnostics.iter().take(3).map(|note| (Ink::Warning, format!("  {note}"))));
    }
    rows
}
