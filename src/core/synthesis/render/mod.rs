//! R3 step 8: the document as Markdown for GitHub. Structure is R3's, words are ours.
//! Not here: neutralising agents' text and size limits, which are the publisher's gates (core::publish). Called by
//! `document`; the checkpoint goes to standard error.

mod body;
mod checkpoint;
mod fence;
mod inline;
mod notes;
mod summary;

use super::{
    action::Action,
    board::{Board, Item},
    outcome::{Entry, InlineComment, Sections, Stats},
};
use crate::core::model::{Finding, Kind};

pub(super) use checkpoint::checkpoint;
pub use fence::{block, closed};

/// An item that is shown, with its final form.
pub(super) struct Shown<'i> {
    pub entry: Entry,
    pub item: &'i Item,
}

/// The texts of a document.
pub(super) struct Page {
    pub title: String,
    pub body: String,
    pub inline: Vec<InlineComment>,
    pub sections: Sections,
}

/// More findings than this are a matter of the whole change (R3 "Very large finding count").
const MANY: usize = 50;

/// Renders.
pub(super) fn page(board: &Board<'_>, shown: &[Shown<'_>], stats: &Stats, action: &Action) -> Page {
    let (inline, rest) = inline::place(board, shown);
    let title = summary::title(stats, action);
    let parts = body::Parts { board, shown, rest: &rest, stats, action, title: &title };
    let sections = body::sections(&parts);
    Page { body: body::whole(&parts), title, inline, sections }
}

/// The word in front of a finding; '' for a person's own comment.
fn label(finding: &Finding) -> &'static str {
    match finding.kind {
        Kind::Finding => finding.severity.as_str(),
        Kind::Comment => "",
        kind => kind.as_str(),
    }
}

/// Text on one line: titles of agents may hold anything.
fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `n thing` or `n things`.
fn count(n: u32, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}
