//! What the cockpit is told, and what it asks for.

use std::sync::Arc;

use crate::{
    core::{
        diff::FileText,
        model::{Failure, FileIx, FindingId, LineRange, PullName, PullNews, RepoPath, Side, Time},
    },
    session::{self, Slot},
};

use super::{
    Background, Choice, Depth, Key, Keymap, Mouse, Scheme, Tree, TreeWish, Uses,
    logbook::{LogTold, LogWish},
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
    /// All of it is told.
    PullRead,
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
            Msg::PullTold(PullNews::Complete) => Self::PullRead,
            Msg::PullTold(_) => Self::Pull,
            Msg::Digested(..) => Self::Digest,
            Msg::InboxTold(..) => Self::Inbox,
            Msg::ThreadAnswered(..) => Self::Answered,
            Msg::GatesLooked(..) | Msg::PublishChosen(_) | Msg::GatesWatched(_) | Msg::PublishConfirmed(_) => {
                Self::Gates
            }
            Msg::PendingRead(..) | Msg::Reconciled(_) | Msg::PublishEnded(_) => Self::Published,
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
            | Msg::TaskStarted(..)
            | Msg::CandidateFound(..)
            | Msg::OpinionsGiven(..)
            | Msg::Elaborate(..)
            | Msg::TaskSaid(..)
            | Msg::TaskReported(..)
            | Msg::TaskEnded(..)
            | Msg::Drafted(_)
            | Msg::Left(..)
            | Msg::ThreadActed(_)
            | Msg::InboxWanted
            | Msg::Consented
            | Msg::DiffNotKept(_)
            | Msg::Traced(_)
            | Msg::WentOn
            | Msg::PublicationRecorded(_)
            | Msg::Refresh
            | Msg::StopTask(_)
            | Msg::RunAgain(_)
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
    /// What a mouse did, and when.
    Mouse(Mouse, Time),
    /// Whether the mouse is listened to, at start.
    MouseIs(bool),
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
    /// The keymap of the person's settings became known.
    Keyed(Arc<Keymap>),
    /// The time, told while the screen shows how long something takes ([`crate::ui::ticks`]).
    Clock(Time),
    /// The person never saw the keys to begin with.
    FirstRun,
    /// Colours of some lines, with the revision they belong to.
    Painted(u64, Painted),
    /// The text of a file on the new side, or why it cannot be had, in words.
    Text(FileIx, Result<Arc<FileText>, String>),
    /// Who uses a name.
    Callers(String, Arc<Uses>),
    /// The text of a file beyond the diff, or why it cannot be had, in words.
    Source(RepoPath, Result<Arc<FileText>, String>),
    /// Colours of some lines of such a text.
    Tinted(FileIx, Arc<Tile>),
    /// Something of the logbooks came.
    Logbook(LogTold),
    /// Something was done, or could not be; in words.
    Told(Result<String, String>),
    /// An editor ended, and when.
    Edited(Edited, Time),
    /// Something could not be done.
    Failed(Failure),
}

/// What is to be copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copy {
    /// Bytes as they are.
    Text {
        /// What they are, in words.
        what: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// An address of a place at its host, when one has the commit; else the place in words.
    Link(LinkTo),
}

/// A place that an address is wanted of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkTo {
    /// The commit that has it; `None`: it is in no commit.
    pub commit: Option<String>,
    /// The file.
    pub path: RepoPath,
    /// The lines; `None`: the file.
    pub lines: Option<LineRange>,
}

impl LinkTo {
    /// `PATH:LINE` or `PATH:LINE-LINE`.
    pub fn words(&self) -> String {
        let path = self.path.lossy();
        match self.lines {
            None => path.into_owned(),
            Some(lines) if lines.start() == lines.end() => format!("{path}:{}", lines.start()),
            Some(lines) => format!("{path}:{}-{}", lines.start(), lines.end()),
        }
    }
}

/// What an editor is to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// The words of a finding, as one text to be changed.
    Words(FindingId, String),
    /// A file at a line.
    Code {
        /// The file.
        file: FileIx,
        /// Which of its texts.
        side: Side,
        /// The line, from 1.
        line: u32,
    },
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edited {
    /// The words of a finding, changed or not.
    Words(FindingId, String),
    /// Something to tell.
    Said(String),
    /// It failed, and why: nothing was changed.
    Failed(String),
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
        /// Lines that are shown although the diff does not have them.
        beyond: super::beyond::Lines,
    },
    /// Listen to the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Copy something; answer with `Msg::Told`.
    Copy(Copy),
    /// Open something in the person's editor; answer with `Msg::Edited`.
    Edit(Edit),
    /// Read the text of a file on the new side; answer with `Msg::Text`.
    Text(FileIx),
    /// Look up who uses a name; answer with `Msg::Callers`.
    Callers(String),
    /// Read a file beyond the diff on the new side; answer with `Msg::Source`.
    Source(RepoPath),
    /// Paint the text of a file for lines beyond the diff; answer with `Msg::Tinted`.
    Tint(FileIx, Arc<FileText>),
    /// Look something up in the logbooks; answer with `Msg::Logbook`.
    Logbook(LogWish),
    /// Build the file tree; answer with its revision.
    Tree(Box<TreeWish>),
    /// Open an address in the browser. It is one of the pull request's own host (`ui::link`).
    Open(String),
    /// Leave this target, when everything is written, and open that pull request in the same terminal.
    Go(PullName),
    /// The keys to begin with were seen: they are not shown by themselves again.
    GuideSeen,
    /// Leave, when everything is written.
    Quit,
    /// Give the terminal back to the shell until it continues us.
    Suspend,
}
