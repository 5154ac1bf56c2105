//! What is wrong with a text while it is written: its place, its fences, its size, as the host would take them. Told
//! before it is saved. Not the rules of publishing (`core::publish`), which look again. Called by the editor's keys and by
//! its drawing.

use crate::{
    core::{
        diff, gate,
        model::{Anchor, DraftKey, FindingId, Kind, Side},
        publish::MOST_BYTES,
        synthesis,
    },
    session::Session,
};

use super::editor::Editor;

/// Bytes that stand around a text when it is posted: label, marker.
const AROUND: usize = 600;

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// In words.
    pub words: String,
    /// Whether the host would refuse it; else it is taken otherwise than it looks.
    pub refuses: bool,
}

fn told(words: impl Into<String>) -> Fault {
    Fault { words: words.into(), refuses: false }
}

/// Everything that is wrong with a text as it stands, the worst first.
pub fn faults(session: &Session, editor: &Editor) -> Vec<Fault> {
    let text = editor.field.text();
    let mut faults: Vec<Fault> = size(&text).into_iter().collect();
    let (anchor, is_titled) = match &editor.key {
        DraftKey::Edit(id) => (anchor_of(session, id), is_titled(session, id)),
        DraftKey::Comment(anchor) => (anchor.clone(), false),
        DraftKey::DropReason(_) | DraftKey::Reply(_) => return faults,
    };
    let suggestion = gate::parse(&text, is_titled).suggestion;
    if suggestion.is_some() {
        faults.extend(suggested(session, anchor.as_ref()));
    } else if text.lines().any(|line| line.trim_start_matches('`') == "suggestion" && line.starts_with("```")) {
        faults.push(told("only a suggestion at the end of the text, with its fence closed, is one"));
    }
    if synthesis::closed(&text) != text {
        faults.push(told("a block of code is not closed: all behind it is code"));
    }
    faults.sort_by_key(|fault| !fault.refuses);
    faults
}

/// Where a finding or an own comment stands now.
fn anchor_of(session: &Session, id: &FindingId) -> Option<Anchor> {
    let standing = session.gate.standing(id);
    if let Some(comment) = standing.and_then(|standing| standing.comment.as_ref()) {
        return comment.anchor.clone();
    }
    match standing.and_then(|standing| standing.recast.as_ref()) {
        Some(cast) => cast.anchor.clone(),
        None => session.findings.get(id)?.placement.anchor().cloned(),
    }
}

fn is_titled(session: &Session, id: &FindingId) -> bool {
    session.findings.get(id).is_some_and(|finding| finding.kind != Kind::Comment)
}

fn size(text: &str) -> Option<Fault> {
    let bytes = text.len() + AROUND;
    let words = || format!("{} bytes are more than GitHub takes ({MOST_BYTES}): shorten it", text.len());
    (bytes > MOST_BYTES).then(|| Fault { words: words(), refuses: true })
}

/// What a suggestion needs: lines of the new side, in one hunk of the diff.
fn suggested(session: &Session, anchor: Option<&Anchor>) -> Option<Fault> {
    let index = &session.diff;
    let lines = anchor.and_then(|anchor| anchor.lines);
    let (Some(anchor), Some(lines)) = (anchor, lines) else {
        return Some(told("a suggestion needs lines: here it is posted as plain code"));
    };
    if anchor.side == Side::Left {
        return Some(told("a suggestion replaces lines of the new side: here it is posted as plain code"));
    }
    let file = diff::find_file(index, &anchor.path)?;
    let hunk = |number| diff::locate(index, file, anchor.side, number).map(|at| at.hunk);
    match (hunk(lines.start()), hunk(lines.end())) {
        (Some(first), Some(last)) if first == last => None,
        _ => Some(told("its lines are not in one hunk of the diff: the suggestion goes to the body as plain code")),
    }
}
