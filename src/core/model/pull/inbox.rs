//! Pull requests that wait for somebody.

use super::{Author, CheckState, PullName};
use crate::core::model::Time;

/// Why a pull request waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InboxWhy {
    /// A review is asked for, of the person or of one of their teams.
    ReviewRequested,
    /// It is assigned to them.
    Assigned,
    /// They are mentioned.
    Mentioned,
}

impl InboxWhy {
    /// Every reason, the strongest first.
    pub const ALL: [Self; 3] = [Self::ReviewRequested, Self::Assigned, Self::Mentioned];

    /// What a person calls it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReviewRequested => "review requested",
            Self::Assigned => "assigned",
            Self::Mentioned => "mentioned",
        }
    }
}

/// A pull request in somebody's inbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxEntry {
    /// How it is called.
    pub name: PullName,
    /// Its title.
    pub title: String,
    /// Who opened it.
    pub author: Author,
    /// Where people read it.
    pub url: String,
    /// When something last happened on it.
    pub updated: Option<Time>,
    /// Its head, full id; `None` when the host did not say.
    pub head: Option<String>,
    /// Why it is here, the strongest reason first, at least one.
    pub why: Vec<InboxWhy>,
    /// Not ready for review by its author's word.
    pub is_draft: bool,
    /// Its checks in one word; `None` when there are none, or the host did not say.
    pub checks: Option<CheckState>,
    /// Files, additions, deletions; `None` when the host did not say.
    pub counts: Option<(u32, u64, u64)>,
}

/// What the logbook knows of the person's own last look at a pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastLook {
    /// When its newest run began.
    pub at: Time,
    /// The head it was at, full id.
    pub head: Option<String>,
}

/// How a pull request of the inbox stands with the person's own last look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookState {
    /// Never looked at here.
    New,
    /// Looked at, at the head it has now.
    Current,
    /// Looked at, at another head: it was pushed since.
    Stale,
    /// Looked at; the host did not say its head.
    Unsure,
}

impl LookState {
    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Current => "reviewed",
            Self::Stale => "pushed since",
            Self::Unsure => "seen",
        }
    }
}

/// A line of the inbox: what the host says and what the logbook knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxRow {
    /// As the host says.
    pub entry: InboxEntry,
    /// The last look; `None` = never here.
    pub look: Option<LastLook>,
}

impl InboxRow {
    /// How it stands.
    pub fn state(&self) -> LookState {
        match &self.look {
            None => LookState::New,
            Some(look) => match (&look.head, &self.entry.head) {
                (Some(then), Some(now)) if then == now => LookState::Current,
                (Some(_), Some(_)) => LookState::Stale,
                (None, _) | (_, None) => LookState::Unsure,
            },
        }
    }
}
