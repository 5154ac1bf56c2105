//! The Review view's rows: gates, what would be posted, what moved, as logical lines made once for each look. Wrapping
//! is done when they are drawn, for the rows on screen only. Called by `update` when a look comes, drawn by `view`.

use std::sync::Arc;

use crate::{
    core::{
        model::PublishReceipt,
        publish::{Check, Composed, Gate, LineComment, Wish, course::Report},
        synthesis::BodyStyle,
        talk::{self, ParaKind},
        text,
    },
    session::{Look, Session},
};

use super::{deliver, keymap::Keymap, prose, theme::Ink};

/// Characters of one line that are shown; what is posted has them all.
const LONGEST: usize = 4_000;

/// The view as it is looked at.
#[derive(Debug, Clone, Default)]
pub struct ReviewState {
    /// First row shown.
    pub top: usize,
    /// The rows.
    pub rows: Arc<[ReviewRow]>,
    /// What the rows say of what would be posted.
    pub form: Form,
}

/// A form of what would be posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Its texts, as they will stand.
    #[default]
    Texts,
    /// The request, as it will be sent.
    Request,
}

/// A logical line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewRow {
    /// How it looks.
    pub ink: Ink,
    /// What stands in front of each of its rows on the screen: indentation, and the mark of a quote or of code.
    pub lead: String,
    /// What it says; sanitised.
    pub text: String,
}

fn row(ink: Ink, text: impl AsRef<str>) -> ReviewRow {
    ReviewRow { ink, lead: String::new(), text: text::one_line(text.as_ref(), LONGEST) }
}

/// Markdown as it will be read, not as it will be sent.
fn markdown(text: &str) -> impl Iterator<Item = ReviewRow> {
    talk::words(text).into_iter().map(|para| {
        let (mark, ink) = prose::mark(para.kind);
        let words = if para.kind == ParaKind::Rule { "───" } else { &para.text };
        let lead = format!("{}{mark}", " ".repeat(usize::from(para.indent)));
        ReviewRow { lead, ..row(ink, words) }
    })
}

/// The rows of a session's publication.
pub fn rows(session: &Session, form: Form, keys: &Keymap) -> Vec<ReviewRow> {
    let publication = session.publication();
    let mut rows = Vec::new();
    if let Some(receipt) = publication.receipt() {
        rows.extend(receipt_rows(receipt, keys));
    }
    let Some(look) = &publication.look else {
        rows.push(row(Ink::Dim, nothing(session)));
        rows.extend(document(session));
        return rows;
    };
    rows.push(row(Ink::Strong, title(session, look)));
    rows.push(row(Ink::Plain, sums(session, look)));
    rows.extend(deliver::warnings(session, look).iter().map(|words| row(Ink::Warning, words)));
    rows.push(row(Ink::Plain, ""));
    rows.extend(gates(&look.report));
    match (&look.report.composed, form) {
        (Some(composed), Form::Texts) => rows.extend(texts(session, composed)),
        (Some(composed), Form::Request) => rows.extend(request(composed, keys)),
        (None, _) => {}
    }
    rows
}

/// Every character of it: a field that is longer than a row may be goes on in the next.
fn request(composed: &Composed, keys: &Keymap) -> Vec<ReviewRow> {
    let head = format!("── the request, as it will be sent · {} shows its texts ──", keys.first("fold"));
    let mut rows = vec![row(Ink::Plain, ""), row(Ink::Hunk, &head)];
    for line in composed.payload.json().lines() {
        let chars: Vec<char> = line.chars().collect();
        rows.extend(chars.chunks(LONGEST).map(|part| row(Ink::Plain, part.iter().collect::<String>())));
    }
    rows
}

/// The review of a target that is no pull request: the same document, which nobody posts.
fn document(session: &Session) -> Vec<ReviewRow> {
    let is_other = session.run().is_some_and(|run| run.request.pull.is_none());
    let Some(synthesis) = session.together.synthesis.as_deref().filter(|_| is_other) else { return Vec::new() };
    let document = &synthesis.document;
    let mut rows = vec![row(Ink::Plain, ""), row(Ink::Hunk, "── the review, as a report tells it ──")];
    rows.extend(markdown(&document.review_body));
    for comment in &document.inline_comments {
        let side = comment.side.as_str();
        let first = comment.start_line.map_or(String::new(), |start| format!("{start}–"));
        rows.push(row(Ink::Plain, ""));
        rows.push(row(Ink::Hunk, format!("── {}:{first}{} {side} ──", comment.path, comment.line)));
        rows.extend(markdown(&comment.body));
    }
    rows
}

/// Why there is nothing to see.
pub(super) fn nothing(session: &Session) -> &'static str {
    match session.run() {
        Some(run) if run.request.pull.is_none() => {
            "only a pull request is published; this target is none: `prr tui NUMBER` opens one"
        }
        Some(_) => "looking at the gates …",
        None => "the review has not begun yet",
    }
}

fn receipt_rows(receipt: &PublishReceipt, keys: &Keymap) -> Vec<ReviewRow> {
    let PublishReceipt { intent, outcome, url, inline, moved, diagnostics, reconciled, .. } = receipt;
    // One that was found by its marker has no counts.
    let what = match (inline, moved, reconciled) {
        (0, 0, true) => "found on the host".to_owned(),
        _ => format!("{}, {moved} in the body", at_lines(*inline as usize)),
    };
    let words = format!(
        "✓ {} as {} ({}): {what} · {} opens it",
        outcome.as_str(),
        intent.login,
        intent.event.as_str(),
        keys.first("open")
    );
    let mut rows = vec![row(Ink::Accepted, words), row(Ink::Plain, format!("  {url}"))];
    rows.extend(diagnostics.iter().map(|note| row(Ink::Warning, format!("  {note}"))));
    rows.push(row(Ink::Plain, ""));
    rows
}

fn title(session: &Session, look: &Look) -> String {
    let binding = &look.frozen.artifact.binding;
    let old = if session.publication().is_old { " · being looked at again …" } else { "" };
    let head = binding.head.get(..10).unwrap_or(&binding.head);
    format!("review {} of {} at {head}{old}", look.report.review.short(), binding.pull)
}

/// Event, action, body and counts in one line.
pub fn sums(session: &Session, look: &Look) -> String {
    let event = look.report.event.map_or("no event", |event| event.as_str());
    let chosen = if matches!(session.publication().event, Wish::Person(_)) { ", chosen" } else { "" };
    let (inline, moved) = look
        .report
        .composed
        .as_ref()
        .map_or((0, 0), |composed| (composed.payload.comments.len(), composed.moved.len()));
    let body = body_word(session.publication().body());
    let verdict = look.frozen.artifact.verdict.as_str();
    let set = if session.publication().action.is_some() { ", chosen" } else { "" };
    format!(
        "{event}{chosen} · action {verdict}{set} · body: {body} · {} · {moved} in the body instead",
        at_lines(inline)
    )
}

fn at_lines(count: usize) -> String {
    format!("{count} comment{} at lines", if count == 1 { "" } else { "s" })
}

/// The word of a body style.
pub fn body_word(body: BodyStyle) -> &'static str {
    match body {
        BodyStyle::Own => "own text only",
        BodyStyle::Summary => "own text and summary",
        BodyStyle::Full => "full",
    }
}

fn gates(report: &Report) -> Vec<ReviewRow> {
    let line = |(gate, check): (Gate, Option<&Check>)| {
        let (mark, ink, why) = match check {
            Some(Check { passed: true, why, choice: _ }) => ("✓", Ink::Plain, why.as_str()),
            Some(Check { passed: false, why, choice: _ }) => ("✗", Ink::Warning, why.as_str()),
            None => ("·", Ink::Dim, "not reached"),
        };
        row(ink, format!("{mark} {:>2} {:<10} {why}", gate.number(), gate.as_str()))
    };
    report.gates.iter().map(line).collect()
}

fn texts(session: &Session, composed: &Composed) -> Vec<ReviewRow> {
    let mut rows = vec![row(Ink::Plain, ""), row(Ink::Hunk, "── the body, as it will stand ──")];
    rows.extend(markdown(&composed.payload.body));
    for comment in &composed.payload.comments {
        rows.push(row(Ink::Plain, ""));
        rows.push(row(Ink::Hunk, format!("── {} ──", place(comment))));
        rows.extend(markdown(&comment.body));
    }
    if !composed.moved.is_empty() {
        rows.push(row(Ink::Plain, ""));
        rows.push(row(Ink::Hunk, "── in the body instead, and why ──"));
    }
    for (id, why) in &composed.moved {
        let title = session.shown(id).map(|finding| finding.wording.title.clone()).unwrap_or_default();
        rows.push(row(Ink::Plain, format!("{id} {title}: {}", why.as_str())));
    }
    rows.extend(composed.shortened.iter().map(|words| row(Ink::Warning, words)));
    rows
}

fn place(comment: &LineComment) -> String {
    let lines = comment.spot.lines;
    let side = comment.spot.side.as_str();
    match comment.start_line() {
        Some(start) => format!("{}:{start}–{} {side}", comment.spot.path, lines.end()),
        None => format!("{}:{} {side}", comment.spot.path, lines.end()),
    }
}
