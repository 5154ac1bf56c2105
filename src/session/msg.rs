//! Facts that a session is told.

use std::{path::PathBuf, sync::Arc};

use crate::core::{
    change::index::SymbolIndex,
    judge::Surroundings,
    model::{
        Anchor, Candidate, Cast, ChangeMap, CodePlace, Comment, Diff, Draft, Failure, FileIx, FindingId, InboxRow,
        Opinion, PullNews, Record, ReportForm, Request, RunFacts, RunId, Settings, Severity, Since, Task, TaskEnd,
        TaskId, TaskReport, ThreadId, Time, Wording,
    },
    plan::Plan,
    publish::course::{Report, Settled},
    synthesis::{Budget, Synthesis},
};

use super::{Carried, Digest, Look, Planning, PublishChoice, Publishing};

/// The logbook of the target, opened.
#[derive(Debug, Clone)]
pub struct LogOpened {
    /// The run this session goes on with, or a new one.
    pub run: RunFacts,
    /// What the target's past comes to.
    pub carried: Carried,
    /// What to tell (moved aside, opened elsewhere).
    pub notes: Vec<String>,
    /// Where it is; `None` when nothing is written (demo without a folder).
    pub path: Option<PathBuf>,
}

/// How a person decides, by their settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manner {
    /// Whether accepting or dropping goes on to the next undecided finding (`gate.advance`).
    pub advance: bool,
    /// Their own reasons to drop a finding, beside the usual ones (`gate.reasons`).
    pub reasons: Vec<String>,
}

impl Default for Manner {
    fn default() -> Self {
        Self { advance: true, reasons: Vec::new() }
    }
}

/// The configuration, read and put together, and what other programs found.
#[derive(Debug, Clone, Default)]
pub struct Configured {
    /// What the review obeys.
    pub settings: Settings,
    /// How many findings surface.
    pub budget: Budget,
    /// Mistakes in it, in words: defaults were used.
    pub notes: Vec<String>,
    /// Tasks that it asks for beside the planned ones: custom rules, imported findings.
    pub tasks: Vec<Task>,
    /// Findings at least so bad make a headless run fail.
    pub fail_on: Option<Severity>,
    /// The form of a headless result.
    pub form: ReportForm,
    /// How the person decides.
    pub manner: Manner,
    /// What it says about publishing.
    pub publishing: Publishing,
    /// What the run is planned by; `None` = it is not (a recorded one).
    pub planning: Option<Box<Planning>>,
}

/// What a person chose to do with a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Publish it.
    Accept,
    /// Do not; '' = no reason.
    Drop(String),
    /// Take it back from what is held.
    Restore,
    /// In these words, at this severity.
    Edit(Wording, Severity),
    /// As this kind, at this place.
    Recast(Cast),
}

/// What a person does to a thread on the host. Each is confirmed before it is sent, and sent once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThreadAct {
    /// Say something in it, as typed.
    Reply(ThreadId, String),
    /// Close it.
    Resolve(ThreadId),
    /// Open it again.
    Reopen(ThreadId),
}

impl ThreadAct {
    /// The thread it is about.
    pub fn thread(&self) -> ThreadId {
        match self {
            Self::Reply(thread, _) | Self::Resolve(thread) | Self::Reopen(thread) => *thread,
        }
    }

    /// What to tell when the host did it.
    pub fn done(&self) -> &'static str {
        match self {
            Self::Reply(..) => "The reply is posted.",
            Self::Resolve(_) => "The thread is resolved.",
            Self::Reopen(_) => "The thread is open again.",
        }
    }
}

/// One fact. Times come in with them; the session has no clock.
#[derive(Debug, Clone)]
pub enum Msg {
    /// The target has a title.
    Titled(String),
    /// Something of it takes its time; what, in words.
    Doing(String),
    /// More of the diff is indexed.
    DiffGrew(Arc<Diff>),
    /// All of it is there.
    DiffRead(Box<Request>, Arc<Diff>),
    /// It cannot be read.
    DiffFailed(Failure),
    /// The configuration is read.
    Configured(Box<Configured>),
    /// Synthesis of the snapshot with that revision; or why its document is not valid.
    Synthesised(u64, Result<Arc<Synthesis>, String>, Time),
    /// The logbook is open.
    LogbookOpened(Box<LogOpened>),
    /// No logbook can be had; the run goes on and says so.
    LogbookFailed(Box<RunFacts>, Failure),
    /// So many more records are on disk.
    Written(u64),
    /// So many records could not be written.
    WriteFailed(u64, Failure),
    /// The diff was compared with that of the look whose run this is; or why it cannot be.
    Compared(RunId, Result<Arc<Since>, Failure>),
    /// Where the code of earlier findings is, in the order in which they were given.
    Traced(Arc<[CodePlace]>),
    /// A long work may go on.
    WentOn,
    /// The diff could not be kept for a later comparison.
    DiffNotKept(Failure),
    /// Who is to look at what; comes before `Mapped`.
    Planned(Arc<Plan>, Time),
    /// Units and hotspots are known; per file the hash of its text.
    Mapped(Arc<ChangeMap>, Arc<[u64]>, Time),
    /// The symbol index of the repository, the map with what it says, and what the judge can know by them; `None` =
    /// there is no repository.
    Indexed(Option<(Arc<SymbolIndex>, Arc<ChangeMap>, Surroundings)>),
    /// A task began.
    TaskStarted(TaskId, Time),
    /// An agent claims something.
    CandidateFound(Box<Candidate>, Time),
    /// An agent says something; more of its text.
    TaskSaid(TaskId, String),
    /// What a task thinks of the findings that it was asked about.
    OpinionsGiven(TaskId, Vec<Opinion>, Time),
    /// What an agent's task came to; `TaskEnded` follows.
    TaskReported(TaskId, Box<TaskReport>, Time),
    /// A task ended.
    TaskEnded(TaskId, TaskEnd, Time),
    /// The person decided about a finding.
    Chosen(FindingId, Choice, Time),
    /// The person decided about several findings at once.
    ChosenTogether(Vec<FindingId>, Choice, Time),
    /// The person wrote a comment.
    Commented(Comment, Time),
    /// Take the newest decision back.
    Undo(Time),
    /// Put the newest undone decision in force.
    Redo(Time),
    /// Text is being written; empty text ends the draft.
    Drafted(Draft),
    /// A file was marked as viewed or not.
    Viewed(FileIx, bool, Time),
    /// The person marked several files viewed, or took the marks away.
    ViewedTogether(Vec<FileIx>, bool, Time),
    /// The person leaves; the line under the cursor.
    Left(Option<Anchor>, Time),
    /// The host told a part of the pull request.
    PullTold(PullNews),
    /// The person confirmed an act on a thread of the pull request.
    ThreadActed(ThreadAct),
    /// The host did it, or why not.
    ThreadAnswered(ThreadAct, Result<(), Failure>, Time),
    /// What is ready to be looked at, of the material with that revision.
    Digested(u64, Arc<Digest>, Time),
    /// The person wants to see what waits for them.
    InboxWanted,
    /// What waits for the person, or why it could not be had.
    InboxTold(Result<Arc<[InboxRow]>, Failure>, Time),
    /// The person wants the pull request reviewed although it is no longer open.
    Consented,
    /// The person asks for the pull request again; never runs an agent.
    Refresh,
    /// The person looks at the gates of publishing, or no longer.
    GatesWatched(bool),
    /// A look at them; or why the review cannot be frozen.
    GatesLooked(u64, Result<Arc<Look>, Failure>),
    /// The person chose something on the way to publishing.
    PublishChosen(PublishChoice),
    /// Comments of the pending review with that number.
    PendingRead(u64, Result<Vec<Comment>, Failure>, Time),
    /// The person confirmed what would be posted: the hash of its payload.
    PublishConfirmed(String),
    /// An intent or receipt was written down.
    PublicationRecorded(Box<Record>),
    /// Attempts of unknown end were looked at: what became of each.
    Reconciled(Result<Vec<Settled>, Failure>),
    /// The publication ended.
    PublishEnded(Result<Box<Report>, Failure>),
    /// The person stops a task.
    StopTask(TaskId),
    /// The person wants to know more of a finding, and knows what that costs.
    Elaborate(FindingId, Time),
    /// The person lets agents' tasks run again, or all the same.
    RunAgain(Vec<TaskId>),
    /// Stop every task.
    Stop,
}
