//! Whether a pull request is worth a review at all (pi Step 1, FACTS 21 and 30). Pure; costs nothing but the remarks. Not
//! what follows from it: without a screen a run of passes stops, the cockpit only says it. Called by `update`.

use crate::core::{
    model::{Diff, FileForm, PullFacts, Remark},
    publish::{Earlier, earlier},
};

/// Changed lines under which a change is trivial.
const TRIVIAL: u64 = 5;

/// Why a review would be skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Skip {
    /// A program opened it.
    Bot(String),
    /// The token's owner reviewed this head already; where.
    SameHead(String),
    /// Next to nothing changed.
    Trivial(u64),
}

impl Skip {
    /// What is said of it.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Bot(login) => format!("it was opened by {login}, which is a bot"),
            Self::SameHead(url) if url.is_empty() => "you reviewed this head already".to_owned(),
            Self::SameHead(url) => format!("you reviewed this head already: {url}"),
            Self::Trivial(1) => "only 1 line changes".to_owned(),
            Self::Trivial(lines) => format!("only {lines} lines change"),
        }
    }
}

/// The reason, if there is one. What cannot be proved is no reason.
pub(super) fn skip(facts: &PullFacts, diff: &Diff) -> Option<Skip> {
    let pull = facts.pull.as_deref()?;
    if pull.author.is_bot {
        return Some(Skip::Bot(pull.author.login.clone()));
    }
    if let Some(viewer) = &facts.viewer {
        let reviews = facts.reviews.as_deref().unwrap_or(&[]);
        let remarks: &[Remark] = facts.conversation.as_deref().unwrap_or(&[]);
        if let Some(Earlier { url, .. }) = earlier(reviews, remarks, viewer, &pull.head.sha).into_iter().next() {
            return Some(Skip::SameHead(url));
        }
    }
    let lines = u64::from(diff.totals.added) + u64::from(diff.totals.removed);
    let is_all_told = diff.files.iter().all(|file| file.form == FileForm::Text) && !diff.files.is_empty();
    // Moved, renamed and mode-only changes have no lines and are not nothing.
    (lines > 0 && lines < TRIVIAL && is_all_told).then_some(Skip::Trivial(lines))
}
