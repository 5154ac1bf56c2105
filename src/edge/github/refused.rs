//! What the texts of a refusal mean (GITHUB "Errors"), and what a person can do about each. Not how they are read
//! (`refusal`). Called by `words` and by publishing, which acts by the meaning.

use super::GithubError;

/// Why GitHub refused a review or a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedFor {
    /// A comment's line is not in the diff; which one, nobody says, and nothing was posted.
    OffDiff,
    /// A range begins at or behind its end.
    RangeReversed,
    /// The person has a pending review.
    PendingReview,
    /// Nobody approves or asks changes of their own pull request.
    OwnPull,
    /// The commit is no longer part of the pull request.
    HeadMoved,
    /// A text is longer than GitHub takes.
    TooLong,
    /// A workflow's token may not approve.
    ActionsMayNotApprove,
}

/// Parts of GitHub's texts, in lower case, and their meaning. The first that fits counts.
const TEXTS: [(&str, RefusedFor); 11] = [
    ("must be part of the diff", RefusedFor::OffDiff),
    ("same hunk as the line", RefusedFor::OffDiff),
    ("diff hunk can't be blank", RefusedFor::OffDiff),
    ("line could not be resolved", RefusedFor::OffDiff),
    ("must precede the end line", RefusedFor::RangeReversed),
    ("one pending review per pull request", RefusedFor::PendingReview),
    ("can not approve your own", RefusedFor::OwnPull),
    ("can not request changes on your own", RefusedFor::OwnPull),
    ("is not part of the pull request", RefusedFor::HeadMoved),
    ("body is too long", RefusedFor::TooLong),
    ("is not permitted to approve", RefusedFor::ActionsMayNotApprove),
];

impl RefusedFor {
    /// The next step.
    pub fn hint(self) -> &'static str {
        match self {
            Self::OffDiff | Self::HeadMoved => {
                "Read the pull request again (`prr tui`): it may have moved; your decisions are kept."
            }
            Self::RangeReversed => "Edit the comment's lines in `prr tui`; your decisions are kept.",
            Self::PendingReview => {
                "Submit or discard your pending review on the pull request's page, or let `prr publish` join it."
            }
            Self::OwnPull => "It is your own pull request: publish the review as a comment.",
            Self::TooLong => "Shorten the longest text in `prr tui`; your decisions are kept.",
            Self::ActionsMayNotApprove => "Publish the review as a comment, or use a person's token.",
        }
    }
}

impl GithubError {
    /// The meaning of a refusal, where it is a known one.
    pub fn refused_for(&self) -> Option<RefusedFor> {
        let all = match self {
            Self::Refused { texts, .. } => texts.join("\n"),
            Self::Forbidden { words, .. } => words.clone(),
            _ => return None,
        };
        let all = all.to_ascii_lowercase();
        TEXTS.iter().find(|(text, _)| all.contains(text)).map(|(_, meaning)| *meaning)
    }
}
