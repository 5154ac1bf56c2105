//! What the cockpit is told, and what it asks for.

use std::sync::Arc;

use crate::{
    core::model::{Failure, FileIx, PullName, Time},
    session::{self, Slot},
};

use super::{
    Background, Choice, Depth, Key, Scheme, Tree, TreeWish,
    paint::{Moved, Tile, TileKey},
};

/// Lines that match a search, in the order of the diff.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hits {
    /// The lines; capped, see `more`.
    pub lines: Vec<Slot>,
    /// Whether there are more than are listed.
    pub more: bool,
}

/// What changed in the session, so far as the cockpit must react.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// The diff grew or ended.
    Diff,
    /// The change map came: generated files fold unless they are being read.
    Mapped,
    /// The logbook opened: a remembered place may apply.
    Logbook,
    /// Findings moved: synthesis, or a decision.
    Findings,
    /// A part of the pull request came.
    Pull,
    /// What is new since the earlier look is known, or cannot be.
    Compared,
    /// What the host told is ready to be looked at: threads may have come, changed or gone.
    Digest,
    /// The host answered an act on a thread: the last note says it.
    Answered,
    /// Gates were looked at, or something of the publication was chosen or came.
    Gates,
    /// The publication ended: the last note says how.
    Published,
    /// What waits for the person was told, or could not be had.
    Inbox,
    /// A file's viewed mark changed.
    Viewed(FileIx),
    /// Several files' viewed marks changed.
    ViewedTogether,
    /// Something that takes its time was told.
    Said,
    /// Anything else.
    Other,
}

impl News {
    /// What a message of the session means for the cockpit.
    pub fn of(msg: &session::Msg) -> Self {
        use session::Msg;
        match msg {
            Msg::DiffGrew(_) | Msg::DiffRead(..) => Self::Diff,
            Msg::Mapped(..) => Self::Mapped,
            Msg::PullTold(_) => Self::Pull,
            Msg::Digested(..) => Self::Digest,
            Msg::InboxTold(..) => Self::Inbox,
            Msg::ThreadAnswered(..) => Self::Answered,
            Msg::GatesLooked(..) | Msg::PublishChosen(_) | Msg::GatesWatched(_) | Msg::PublishConfirmed(_) => {
                Self::Gates
            }
            Msg::PendingRead(..) | Msg::PublishEnded(_) => Self::Published,
            Msg::LogbookOpened(_) => Self::Logbook,
            Msg::Viewed(file, ..) => Self::Viewed(*file),
            Msg::ViewedTogether(..) => Self::ViewedTogether,
            Msg::Synthesised(..)
            | Msg::Chosen(..)
            | Msg::ChosenTogether(..)
            | Msg::Commented(..)
            | Msg::Undo(_)
            | Msg::Redo(_) => Self::Findings,
            Msg::Compared(..) => Self::Compared,
            Msg::Doing(_) => Self::Said,
            Msg::Titled(_)
            | Msg::DiffFailed(_)
            | Msg::Configured(_)
            | Msg::Planned(..)
            | Msg::Indexed(_)
            | Msg::LogbookFailed(..)
            | Msg::Written(_)
            | Msg::WriteFailed(..)
            | Msg::TaskStarted(_)
            | Msg::CandidateFound(..)
            | Msg::TaskEnded(..)
            | Msg::Drafted(_)
            | Msg::Left(..)
            | Msg::ThreadActed(_)
            | Msg::InboxWanted
            | Msg::Consented
            | Msg::DiffNotKept(_)
            | Msg::Traced(_)
            | Msg::PublicationRecorded(_)
            | Msg::Refresh
            | Msg::Stop => Self::Other,
        }
    }
}

/// Colours that were asked for.
#[derive(Debug, Clone)]
pub enum Painted {
    /// Some lines.
    Tile(Arc<Tile>),
    /// What is there is as good as it gets.
    Settled(TileKey),
    /// The moved blocks of the whole diff.
    Moved(Arc<Moved>),
}

/// One fact for the cockpit.
#[derive(Debug, Clone)]
pub enum Msg {
    /// A key, and when.
    Key(Key, Time),
    /// Pasted text, and when.
    Paste(String, Time),
    /// The window has that many columns and rows.
    Resize(u16, u16),
    /// The session changed.
    Session(News),
    /// The tree that was wished for, with its revision.
    Tree(u64, Arc<Tree>),
    /// A search came back, with the revision it belongs to.
    Found(u64, Arc<Hits>),
    /// The terminal's depth and ground, at start.
    Terminal(Depth, Background),
    /// The terminal answered with its ground.
    Ground(Background),
    /// Themes of the person's own, and which theme they chose when that was just read.
    Dressed(Vec<Scheme>, Option<Choice>),
    /// Colours of some lines, with the revision they belong to.
    Painted(u64, Painted),
    /// Something could not be done.
    Failed(Failure),
}

/// What the cockpit asks for; carried out by `app`.
#[derive(Debug, Clone)]
pub enum Request {
    /// Tell the session.
    Tell(Box<session::Msg>),
    /// Search the diff as it is; answer with this revision.
    Search {
        /// Literal text; upper case makes it case-sensitive.
        pattern: String,
        /// Goes back with the answer.
        revision: u64,
    },
    /// Build the file tree; answer with its revision.
    Tree(Box<TreeWish>),
    /// Open an address in the browser. It is one of the pull request's own host (`ui::link`).
    Open(String),
    /// Leave this target, when everything is written, and open that pull request in the same terminal.
    Go(PullName),
    /// Leave, when everything is written.
    Quit,
    /// Give the terminal back to the shell until it continues us.
    Suspend,
}
