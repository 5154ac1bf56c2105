//! R3's gate: a document that breaks one of these must not go on to the person. Most conditions hold by type (the
//! action is one of three, the lists exist); the rest is checked here, against the diff.

use super::outcome::{Document, InlineComment};
use crate::core::{
    diff, judge,
    model::{Diff, FindingId, LineRange, RepoPath},
};

/// The condition that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// `action_reasoning` is non-empty.
    #[error("the review is not valid: its action has no reasoning")]
    NoReasoning,
    /// `review_body` is non-empty.
    #[error("the review is not valid: its body is empty")]
    NoBody,
    /// `summary.title` is non-empty.
    #[error("the review is not valid: it has no title")]
    NoTitle,
    /// Inline comments have a valid path.
    #[error("the review is not valid: the comment of {finding} names '{path}', which is not in the change")]
    Path {
        /// Whose comment.
        finding: FindingId,
        /// As it stands there.
        path: String,
    },
    /// Inline comments have valid lines.
    #[error(
        "the review is not valid: the comment of {finding} names lines {start}-{line} of {path}, which are not in one hunk there"
    )]
    Lines {
        /// Whose comment.
        finding: FindingId,
        /// Its path.
        path: String,
        /// First line.
        start: u32,
        /// Last line.
        line: u32,
    },
}

/// Checks every condition.
///
/// # Errors
/// The first one that does not hold.
pub fn check(document: &Document, diff: &Diff) -> Result<(), Invalid> {
    let blank = |text: &str| text.trim().is_empty();
    if blank(&document.action.reasoning) {
        return Err(Invalid::NoReasoning);
    }
    if blank(&document.review_body) {
        return Err(Invalid::NoBody);
    }
    if blank(&document.title) {
        return Err(Invalid::NoTitle);
    }
    document.inline_comments.iter().try_for_each(|comment| inline(comment, diff))
}

fn inline(comment: &InlineComment, index: &Diff) -> Result<(), Invalid> {
    let InlineComment { finding, path, line, start_line, side, .. } = comment;
    let file = diff::find_file(index, &RepoPath::new(path)).filter(|_| !path.is_empty());
    let Some(file) = file else { return Err(Invalid::Path { finding: finding.clone(), path: path.clone() }) };
    let start = start_line.unwrap_or(*line);
    let lines = LineRange::new(start, *line).filter(|_| start_line.is_none_or(|start| start < *line));
    if lines.is_some_and(|lines| judge::in_one_hunk(index, file, *side, lines)) {
        return Ok(());
    }
    Err(Invalid::Lines { finding: finding.clone(), path: path.clone(), start, line: *line })
}
