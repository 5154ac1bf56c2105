//! Orders that a session gives. Plain data: no closures, no boxed traits.

use std::{path::PathBuf, sync::Arc};

use crate::core::{
    brief::Papers,
    change::index::SymbolIndex,
    gate::{Look, Remembered},
    model::{
        ChangeMap, Diff, Host, LinkedIssue, PullName, Record, RepoPath, Request, RunId, Settings, Task, TaskId, Thread,
        Usage,
    },
    plan::Planned,
    synthesis::Synthesis,
};

use super::{Gathered, Material, Planning, PublishOrder, ThreadAct};

/// What reviewers look at, and by which settings.
#[derive(Debug, Clone)]
pub struct Change {
    /// The diff, whole.
    pub diff: Arc<Diff>,
    /// Its map.
    pub map: Arc<ChangeMap>,
    /// What the review obeys.
    pub settings: Arc<Settings>,
    /// What it is said to do.
    pub about: Arc<About>,
}

/// What a change is said to do, and where its sides are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// Its title.
    pub title: String,
    /// The description of a pull request; `None` = it is none, or that is not known.
    pub description: Option<String>,
    /// Issues that it is linked with.
    pub issues: Arc<[LinkedIssue]>,
    /// Commit or tree of the base side.
    pub base: Option<String>,
    /// Commit of the new side; `None` = the working tree.
    pub head: Option<String>,
}

/// Something that was found already: agents need not say it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Its file.
    pub path: RepoPath,
    /// Its first line.
    pub line: Option<u32>,
    /// What it is.
    pub title: String,
}

impl std::fmt::Display for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path.lossy(), self.title),
            None => write!(f, "{}: {}", self.path.lossy(), self.title),
        }
    }
}

/// Tasks for agents, and all that they are to be told.
#[derive(Debug, Clone)]
pub struct Asking {
    /// In order.
    pub tasks: Vec<Planned>,
    /// At most so many at once, at least 1.
    pub parallel: usize,
    /// The change.
    pub change: Change,
    /// Who names what in the repository, as far as it is known.
    pub index: Option<Arc<SymbolIndex>>,
    /// What is reviewed.
    pub request: Request,
    /// What was found without a model.
    pub known: Vec<Known>,
    /// What people said on the pull request's code; `None` = it is none, or nobody knows.
    pub threads: Option<Arc<[Thread]>>,
    /// What tasks about findings are asked about.
    pub papers: Vec<(TaskId, Papers)>,
    /// Tokens and US dollars that the run used up before.
    pub spent: (Usage, f64),
    /// Claims that were made in this run: numbers of new ones stand behind.
    pub claims_before: usize,
}

/// Syntheses of before.
#[derive(Debug, Clone, Default)]
pub struct Earlier {
    /// The one that was applied last.
    pub before: Option<Arc<Synthesis>>,
    /// One that nobody needs any more: it is let go where nobody waits for that.
    pub spent: Option<Arc<Synthesis>>,
}

/// One order, carried out by `app::runner`, which answers with messages.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Read the target. Answers `Titled`, `DiffGrew`, then `DiffRead` or `DiffFailed`.
    Read,
    /// Read the configuration of the target. Answers `Configured`, or `DiffFailed` when the person's own has mistakes.
    Configure(Box<Request>),
    /// Put the findings together, and tell what moved. Answers `Synthesised` with the same revision.
    Synthesise(Box<Gathered>, Earlier, u64),
    /// Open the target's logbook, and work out what its past comes to in the diff. Answers `LogbookOpened` or
    /// `LogbookFailed`.
    OpenLogbook(Box<Request>, Arc<Diff>),
    /// Keep the diff with that hash beside the logbook, and of the target's others those with these hashes. Answers
    /// `DiffNotKept` when it cannot.
    KeepDiff(Arc<Diff>, String, Vec<String>),
    /// Look for the code of earlier findings in the diff. Answers `Traced`, a place for each.
    Trace(Arc<[Remembered]>, Arc<Diff>),
    /// Compare the diff with that of an earlier look, kept beside this logbook. Answers `Compared`.
    Compare(Box<Look>, PathBuf, Arc<Diff>),
    /// Build the change map, with the person's patterns of sensitive paths, and the plan, when there is to be one.
    /// Answers `Planned`, then `Mapped`.
    Map(Arc<Diff>, RunId, Vec<String>, Option<Box<Planning>>),
    /// Build the symbol index of the repository, and the map with what it says; with it, carry out the reviewers that
    /// ask it. Answers what each task comes to, then `Indexed`.
    Index(Change, Box<Request>, Vec<Task>),
    /// Run tasks, in order, as workers get free. Answers `TaskStarted`, `CandidateFound`, `TaskEnded`.
    Run(Vec<Task>, Change),
    /// Ask agents. Answers `TaskStarted`, `TaskSaid`, `CandidateFound` or `OpinionsGiven`, `TaskReported`, `TaskEnded` for each task.
    Ask(Box<Asking>),
    /// Write records down. Answers `Written` or `WriteFailed` with the same count.
    Write(Vec<Record>),
    /// Ask the host for the pull request again, without its diff. Answers `PullTold` for each part.
    ReadPull(PullName),
    /// Carry out an act on a thread, once; GraphQL's id of it where there is one. Answers `ThreadAnswered`.
    ActOnThread(PullName, ThreadAct, Option<String>),
    /// Ask a host what waits for the person; `None` = the usual one. Answers `InboxTold`.
    ReadInbox(Option<Host>),
    /// Make what the host told, and the map, ready to be looked at. Answers `Digested` with the same revision.
    Digest(Box<Material>, u64),
    /// Freeze the review and look at the gates by what the host told last. Answers `GatesLooked` with the same revision.
    LookAtGates(Box<PublishOrder>, u64),
    /// Publish: every gate anew, at most one POST. Answers `PublicationRecorded` on the way, then `PublishEnded`.
    Publish(Box<PublishOrder>),
    /// Look what became of attempts whose end is not known. Answers `PublicationRecorded` for each, then `Reconciled`.
    Reconcile(PullName),
    /// Read the comments of the person's pending review. Answers `PendingRead`.
    ReadPending(PullName, u64),
    /// Give keys their turn, then go on with a long work. Answers `WentOn`.
    GoOn,
    /// Stop tasks; each still answers `TaskEnded`.
    Stop(Vec<TaskId>),
}

impl Effect {
    /// What kind of order it is, for the trace.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Configure(_) => "configure",
            Self::Synthesise(..) => "synthesise",
            Self::OpenLogbook(..) => "open-logbook",
            Self::KeepDiff(..) => "keep-diff",
            Self::Trace(..) => "trace",
            Self::GoOn => "go-on",
            Self::Compare(..) => "compare",
            Self::Map(..) => "map",
            Self::Index(..) => "index",
            Self::Run(..) => "run",
            Self::Ask(_) => "ask",
            Self::Write(_) => "write",
            Self::ReadPull(_) => "read-pull",
            Self::ActOnThread(..) => "act-on-thread",
            Self::Digest(..) => "digest",
            Self::LookAtGates(..) => "look-at-gates",
            Self::Publish(_) => "publish",
            Self::Reconcile(_) => "reconcile",
            Self::ReadPending(..) => "read-pending",
            Self::ReadInbox(_) => "read-inbox",
            Self::Stop(_) => "stop",
        }
    }
}
