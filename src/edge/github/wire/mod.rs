//! The forms in which GitHub answers and is asked. Only the fields that are used; everything may be missing or null,
//! and words that we do not know are kept out of the way. Called by `calls`.

mod checks;
mod errors;
mod inbox;
mod pull;
mod talk;
mod threads;
mod write;

pub(super) use checks::{CheckRunWire, CheckRuns, StatusWire};
pub(super) use errors::ErrorBody;
pub(super) use inbox::{Found, FoundNode, InboxData, SearchPage};
pub(super) use pull::{CommitWire, CompareWire, FileWire, IssueWire, LimitsWire, PullWire, TipWire, UserWire};
pub(super) use talk::{CommentWire, RemarkWire, ReviewWire};
pub(super) use threads::{
    CommentNode, Connection, GraphQl, IssueNode, MoreComments, PullNode, ThreadNode, ThreadsData,
};
pub(super) use write::{NewComment, NewReview, Reply, Submit};
