//! A pull request as its host tells it: nouns only, no calls and no wire forms (`edge::github`), no drawing.
//! Every text in here comes from outside: it is sanitised where it is drawn and fenced where an agent reads it.

mod facts;
mod inbox;
mod name;
mod news;
mod talk;

pub use facts::{
    Author, Check, CheckState, ForeignReview, LinkedIssue, Pull, PullCommit, PullFile, PullFileStatus, PullState,
    ReviewState, Tip,
};
pub use inbox::{InboxEntry, InboxRow, InboxWhy, LastLook, LookState};
pub use name::{Host, PullName, RepoName};
pub use news::{CallLimits, Gap, GapKind, PullFacts, PullNews};
pub use talk::{Remark, Resolution, Thread, ThreadId, ThreadPlace};
