//! A pull request as it comes in: parts, each when it is there, and what could not be had.

use std::sync::Arc;

use super::{Check, ForeignReview, LinkedIssue, Pull, PullCommit, PullFile, Remark, Thread};
use crate::core::model::Time;

/// A part of a pull request that may fail to come without the rest failing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum GapKind {
    Files,
    Threads,
    Resolution,
    Conversation,
    Reviews,
    Commits,
    Checks,
    Issues,
    Identity,
    Settings,
    Pull,
}

impl GapKind {
    /// Every part.
    pub const ALL: [Self; 11] = [
        Self::Files,
        Self::Threads,
        Self::Resolution,
        Self::Conversation,
        Self::Reviews,
        Self::Commits,
        Self::Checks,
        Self::Issues,
        Self::Identity,
        Self::Settings,
        Self::Pull,
    ];

    /// What a person calls it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Files => "list of files",
            Self::Threads => "review threads",
            Self::Resolution => "which threads are resolved",
            Self::Conversation => "conversation",
            Self::Reviews => "earlier reviews",
            Self::Commits => "commits",
            Self::Checks => "checks",
            Self::Issues => "linked issues",
            Self::Identity => "your login",
            Self::Settings => "settings of the repository",
            Self::Pull => "pull request as it is now",
        }
    }
}

/// A part that could not be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Which.
    pub kind: GapKind,
    /// Why, in a few words, with the remedy where there is one.
    pub why: String,
}

/// How many calls the host still allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// Calls left in this window.
    pub remaining: u32,
    /// Calls in a window.
    pub limit: u32,
    /// When a new window begins.
    pub reset: Time,
}

/// One part of a pull request that came.
#[derive(Debug, Clone, PartialEq)]
pub enum PullNews {
    /// State, title, both ends.
    Pull(Box<Pull>),
    /// The login of the token's owner.
    Identity(String),
    /// One more page of the host's list of files, for whoever waits for its beginning; [`Self::Files`] follows.
    MoreFiles(Arc<[PullFile]>),
    /// The host's list of files, whole.
    Files(Arc<[PullFile]>),
    /// Threads, whole.
    Threads(Arc<[Thread]>),
    /// Remarks of the conversation, oldest first.
    Conversation(Arc<[Remark]>),
    /// Earlier reviews, oldest first.
    Reviews(Arc<[ForeignReview]>),
    /// Commits, oldest first.
    Commits(Arc<[PullCommit]>),
    /// Checks of the head.
    Checks(Arc<[Check]>),
    /// Linked issues.
    Issues(Arc<[LinkedIssue]>),
    /// Something could not be had.
    Gap(Gap),
    /// Limits as of the last answer.
    Limits(CallLimits),
    /// The host makes us wait until then; after it the call is tried again.
    Waiting(Time),
    /// Every part came or is a gap.
    Complete,
}

/// All that is known of a pull request. Parts that did not come are `None`; `gaps` says why.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PullFacts {
    /// State, title, both ends.
    pub pull: Option<Box<Pull>>,
    /// The login of the token's owner.
    pub viewer: Option<String>,
    /// The host's list of files.
    pub files: Option<Arc<[PullFile]>>,
    /// Threads.
    pub threads: Option<Arc<[Thread]>>,
    /// The conversation.
    pub conversation: Option<Arc<[Remark]>>,
    /// Earlier reviews.
    pub reviews: Option<Arc<[ForeignReview]>>,
    /// Commits.
    pub commits: Option<Arc<[PullCommit]>>,
    /// Checks.
    pub checks: Option<Arc<[Check]>>,
    /// Linked issues.
    pub issues: Option<Arc<[LinkedIssue]>>,
    /// What could not be had, one a kind.
    pub gaps: Vec<Gap>,
    /// Limits, and until when the host makes us wait.
    pub limits: (Option<CallLimits>, Option<Time>),
    /// Whether every part came or is a gap.
    pub is_complete: bool,
}

impl PullFacts {
    /// Takes a part in; a newer part replaces an older one, and closes its gap.
    pub fn take(&mut self, news: PullNews) {
        let closed = match news {
            PullNews::Pull(pull) => {
                self.pull = Some(pull);
                Some(GapKind::Pull)
            }
            PullNews::Identity(login) => {
                self.viewer = Some(login);
                Some(GapKind::Identity)
            }
            PullNews::Files(files) => {
                self.files = Some(files);
                Some(GapKind::Files)
            }
            PullNews::Threads(threads) => {
                self.threads = Some(threads);
                Some(GapKind::Threads)
            }
            PullNews::Conversation(remarks) => {
                self.conversation = Some(remarks);
                Some(GapKind::Conversation)
            }
            PullNews::Reviews(reviews) => {
                self.reviews = Some(reviews);
                Some(GapKind::Reviews)
            }
            PullNews::Commits(commits) => {
                self.commits = Some(commits);
                Some(GapKind::Commits)
            }
            PullNews::Checks(checks) => {
                self.checks = Some(checks);
                Some(GapKind::Checks)
            }
            PullNews::Issues(issues) => {
                self.issues = Some(issues);
                Some(GapKind::Issues)
            }
            PullNews::Gap(gap) => {
                self.gaps.retain(|known| known.kind != gap.kind);
                self.gaps.push(gap);
                None
            }
            PullNews::Limits(limits) => {
                self.limits = (Some(limits), None);
                None
            }
            PullNews::Waiting(until) => {
                self.limits.1 = Some(until);
                None
            }
            PullNews::MoreFiles(_) => None,
            PullNews::Complete => {
                self.is_complete = true;
                None
            }
        };
        self.gaps.retain(|gap| Some(gap.kind) != closed);
    }
}
