//! `--output markdown`: the body of the review as it would be posted, and below it the comments at lines, by file;
//! for the strategy swarm Soliton's format A (`swarm`). Agents' markup is dead in both. Rendering the body is
//! core::synthesis; this only wraps it.

use super::{Extent, Review, escape, swarm};
use crate::core::{
    model::{Side, Strategy},
    synthesis::{Author, InlineComment},
};

/// The review as Markdown.
pub(super) fn markdown(review: &Review, extent: Extent) -> String {
    let mut out = match review.strategy {
        Strategy::Swarm => swarm::markdown(review),
        Strategy::Hotspots | Strategy::Passes(_) => r3(review),
    };
    if let Some(closing) = &review.closing {
        out = format!("{closing}\n\n{out}");
    }
    if extent == Extent::All {
        out.push_str(&held(review));
    }
    out
}

fn r3(review: &Review) -> String {
    let mut out = escape::markdown(&review.document.review_body);
    let comments = &review.document.inline_comments;
    if comments.is_empty() {
        return out;
    }
    out.push_str("\n### Comments at lines\n");
    let mut files: Vec<&str> = Vec::new();
    for comment in comments {
        if !files.contains(&comment.path.as_str()) {
            files.push(&comment.path);
        }
    }
    for file in files {
        out.push_str(&format!("\n#### {}\n", escape::code(file)));
        for comment in comments.iter().filter(|comment| comment.path == file) {
            out.push_str(&format!("\n{}\n\n{}", place(comment), body(comment)));
        }
    }
    out
}

/// What a person typed stays as typed, but for control characters.
fn body(comment: &InlineComment) -> String {
    match comment.author {
        Author::Agent => escape::markdown(&comment.body),
        Author::Person => format!("{}\n", escape::lines(&comment.body)),
    }
}

fn place(comment: &InlineComment) -> String {
    let side = match comment.side {
        Side::Left => " of the old version",
        Side::Right => "",
    };
    match comment.start_line {
        Some(start) => format!("Lines {start} to {}{side}:", comment.line),
        None => format!("Line {}{side}:", comment.line),
    }
}

fn held(review: &Review) -> String {
    let rows: Vec<String> = review
        .held()
        .map(|(item, held)| {
            let title = escape::words(&item.finding.wording.title);
            let details = escape::words(&held.details);
            format!("- {} {title}: {} ({details})\n", escape::words(item.finding.id.as_str()), held.reason.as_str())
        })
        .collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!("\n### Held back\n\n{}", rows.concat()),
    }
}
