//! The state of a session: what is known of one target and one run.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{
    gate::{Gate, Look, Remembered},
    judge::Judge,
    model::{
        ChangeMap, CodePlace, CommentDedup, Diff, Draft, DraftKey, Failure, FileIx, Finding, FindingId, PullFacts,
        RepoPath, ReportForm, Request, RunFacts, RunId, Settings, Severity, Since, SinceState, Task, TaskEnd,
        TaskState, ThreadId, Time, Viewed,
    },
    synthesis::{Budget, Place, Synthesis},
};

use super::{
    Digest, Findings, Inbox, Log, Manner, Publication, ThreadAct, Voices, earlier::Earlier, hosted::HostState,
};

/// Where the run is. Findings live beside it: the gate is open while agents still work.
#[derive(Debug, Clone)]
pub enum Phase {
    /// The diff is coming in.
    Reading,
    /// The diff is whole; its configuration is being read.
    Configuring(Box<Request>),
    /// The logbook is being opened.
    Opening(Box<Request>),
    /// The run has an id; units and hotspots are being worked out.
    Mapping(Box<RunFacts>),
    /// Tasks run.
    Reviewing(Box<RunFacts>),
    /// Every task ended.
    Done(Box<RunFacts>),
    /// The target cannot be read.
    Failed(Box<Failure>),
}

/// What is done about a pull request that may not be worth a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Skips {
    /// A run of passes stops (FACTS 21): nobody can be asked.
    Honour,
    /// It is said, and the review goes on.
    #[default]
    Notice,
    /// The person knows (`--rerun`).
    Ignore,
}

/// Whether the person must say that a pull request which is no longer open is to be reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Consent {
    /// Yes, when it comes to that.
    #[default]
    Ask,
    /// They said so, or nobody can be asked and it was not read.
    Given,
}

/// Which tasks a run is to have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// In the order they are to run.
    pub tasks: Vec<Task>,
    /// Of pull requests that may not be worth a review.
    pub skips: Skips,
    /// Of pull requests that are no longer open.
    pub consent: Consent,
}

/// What the findings come to together, and what it was made with.
#[derive(Debug, Clone, Default)]
pub struct Together {
    /// The newest synthesis.
    pub synthesis: Option<Arc<Synthesis>>,
    /// Why the last one is not valid, when it is not (R3 "Gate enforcement").
    pub invalid: Option<String>,
    /// What the review obeys.
    pub settings: Settings,
    /// How many findings surface.
    pub budget: Budget,
    /// Findings at least so bad make a headless run fail.
    pub fail_on: Option<Severity>,
    /// The form of a headless result.
    pub form: ReportForm,
    /// Mistakes in the configuration.
    pub config_notes: Vec<String>,
    /// How findings compare with the comments on the pull request, as it was written down last.
    pub(super) comments: Option<CommentDedup>,
    /// How the person decides.
    pub manner: Manner,
    /// Where its publication is.
    pub publication: Publication,
    /// What was asked for.
    pub(super) asked: AskedFor,
}

/// Syntheses that were asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct AskedFor {
    /// Number of the last snapshot that was handed out.
    pub revision: u64,
    /// Whether its answer is awaited.
    pub in_flight: bool,
    /// Whether something changed since.
    pub wanted: bool,
    /// One that nobody needs any more.
    pub spent: Option<Arc<Synthesis>>,
}

/// The earlier look at the target that its change is compared with.
#[derive(Debug, Clone, Default)]
pub enum LastLook {
    /// There is none, or it is not known yet.
    #[default]
    None,
    /// Its diff is being read and compared.
    Comparing(Box<Look>),
    /// What is new since.
    Known(Box<Look>, Arc<Since>),
    /// Its diff cannot be had, and why.
    Unknown(Box<Look>, Box<Failure>),
}

/// A finding of an earlier run, in the present one.
#[derive(Debug, Clone, PartialEq)]
pub struct PastFinding {
    /// As it was.
    pub was: Remembered,
    /// Where its code is now.
    pub code: CodePlace,
    /// The finding that it is now.
    pub now: Option<FindingId>,
    /// Whether a reviewer of this run said it; else it was brought back because a person had decided.
    pub said_again: bool,
    /// Whether it is said in other words now.
    pub reworded: bool,
}

/// Something to tell the person, kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// In words.
    pub text: String,
    /// Whether it is a warning: work could be lost or is incomplete.
    pub warning: bool,
}

/// Everything a session knows.
#[derive(Debug, Clone)]
pub struct Session {
    /// Where the run is.
    pub phase: Phase,
    /// The diff, as far as it has come.
    pub diff: Arc<Diff>,
    /// Units, hotspots, heat; `None` until worked out.
    pub map: Option<Arc<ChangeMap>>,
    /// Findings and own comments.
    pub findings: Findings,
    /// Decisions.
    pub gate: Gate,
    /// Open drafts.
    pub drafts: BTreeMap<DraftKey, Draft>,
    /// Viewed marks.
    pub viewed: BTreeMap<RepoPath, Viewed>,
    /// Tasks in plan order.
    pub tasks: Vec<(Task, TaskState)>,
    /// What is to be told.
    pub notes: Vec<Note>,
    /// What is written.
    pub log: Log,
    /// What the findings come to together.
    pub together: Together,
    /// Machinery of the run that is not for reading by others.
    pub(super) inner: Inner,
}

/// State that only `update` needs.
#[derive(Debug, Clone, Default)]
pub(super) struct Inner {
    pub judge: Judge,
    /// Hash of each file's text, for viewed marks; empty until worked out.
    pub hashes: Arc<[u64]>,
    pub title: String,
    /// What the host told of the pull request.
    pub pull: PullFacts,
    /// What came of it, and what is under way with the host.
    pub host: HostState,
    /// How the run begins, and what waits before it may.
    pub entry: Entry,
    pub own_numbers: u32,
    /// Whether findings that come count as arrivals: not those of an earlier session.
    pub live: bool,
    /// Whether the end of the run is recorded.
    pub ended: bool,
    /// What comes from earlier runs of the target.
    pub earlier: Earlier,
    /// What agents say.
    pub voices: Voices,
    /// The plan, and the index of symbols.
    pub outlook: super::planning::Outlook,
}

/// How the run begins, and what waits before it may.
#[derive(Debug, Clone, Default)]
pub(super) struct Entry {
    pub skips: Skips,
    pub consent: Consent,
    /// The person is asked whether to go on.
    pub is_asking: bool,
    /// The configuration, while the host has not told all that says whether to go on.
    pub held: Option<Box<super::Configured>>,
    /// Whether an earlier run goes on.
    pub resumed: bool,
}

impl Session {
    /// A session about to read its target, with the tasks to run on it. Begin with [`super::Effect::Read`].
    pub fn new(title: impl Into<String>, plan: Plan) -> Self {
        Self {
            phase: Phase::Reading,
            diff: Arc::new(Diff::default()),
            map: None,
            findings: Findings::default(),
            gate: Gate::default(),
            drafts: BTreeMap::new(),
            viewed: BTreeMap::new(),
            tasks: plan.tasks.iter().map(|task| (task.clone(), TaskState::Queued)).collect(),
            notes: Vec::new(),
            log: Log::default(),
            together: Together::default(),
            inner: Inner {
                title: title.into(),
                entry: Entry { skips: plan.skips, consent: plan.consent, ..Entry::default() },
                ..Inner::default()
            },
        }
    }

    /// One line for the header.
    pub fn title(&self) -> &str {
        &self.inner.title
    }

    /// How the person decides.
    pub fn manner(&self) -> &Manner {
        &self.together.manner
    }

    /// Where its publication is.
    pub fn publication(&self) -> &Publication {
        &self.together.publication
    }

    /// What the host told of the pull request; empty for other targets.
    pub fn pull(&self) -> &PullFacts {
        &self.inner.pull
    }

    /// The earlier look at this target, and what is new since.
    pub fn last_look(&self) -> &LastLook {
        &self.inner.earlier.look
    }

    /// The one question about a pull request that is no longer open, while it waits for its answer (pi "Non-open PR
    /// confirmation").
    pub fn question(&self) -> Option<String> {
        let pull = self.inner.pull.pull.as_deref().filter(|_| self.inner.entry.is_asking)?;
        let (number, state, head) = (pull.name.number, pull.state.as_str().to_uppercase(), &pull.head.sha);
        Some(format!("PR #{number} is {state} (head {head}). Review it anyway?"))
    }

    /// How many files the change has, as the host counts them; `None` when it does not count this change.
    pub fn all_files(&self) -> Option<u32> {
        let stacked = self.request().is_some_and(|request| request.stack.is_some());
        self.inner.pull.pull.as_deref().filter(|_| !stacked)?.counts.map(|(files, ..)| files)
    }

    /// What of it is ready to be looked at.
    pub fn digest(&self) -> &Digest {
        &self.inner.host.digest.made.0
    }

    /// When that was made; ages are counted from the later of this and the last key.
    pub fn digested_at(&self) -> Time {
        self.inner.host.digest.made.1
    }

    /// An act on a thread that the host has not answered yet.
    pub fn acting_on(&self, thread: ThreadId) -> Option<&ThreadAct> {
        self.inner.host.acting.iter().find(|act| act.thread() == thread)
    }

    /// Pull requests that wait for the person.
    pub fn inbox(&self) -> &Inbox {
        &self.inner.host.inbox
    }

    /// A finding as the review has it now: after merging and the rules of the settings.
    pub fn shown(&self, id: &FindingId) -> Option<&Finding> {
        let entry = self.together.synthesis.as_ref().and_then(|synthesis| match synthesis.places.get(id)? {
            Place::Surfaced(at) => synthesis.document.findings.get(*at as usize),
            Place::Merged { .. } | Place::Held(_) | Place::Dropped(_) => None,
        });
        entry.map(|entry| &entry.finding).filter(|finding| finding.id == *id).or_else(|| self.findings.get(id))
    }

    /// The run, once it has an id.
    pub fn run(&self) -> Option<&RunFacts> {
        match &self.phase {
            Phase::Mapping(run) | Phase::Reviewing(run) | Phase::Done(run) => Some(run),
            Phase::Reading | Phase::Configuring(_) | Phase::Opening(_) | Phase::Failed(_) => None,
        }
    }

    /// The run's id, or an empty one for records made before there is one (they are stamped when it comes).
    pub fn run_id(&self) -> RunId {
        self.run().map_or_else(|| RunId::new(""), |run| run.id.clone())
    }

    /// The resolved target.
    pub fn request(&self) -> Option<&Request> {
        match &self.phase {
            Phase::Configuring(request) | Phase::Opening(request) => Some(request),
            _ => self.run().map(|run| &run.request),
        }
    }

    /// Where the person was last time, for the cockpit to go back to.
    pub fn resume_place(&self) -> Option<&crate::core::model::Anchor> {
        self.inner.earlier.place.as_ref()
    }

    /// Whether a file is marked as viewed and its text is still what it was then.
    pub fn is_viewed(&self, file: FileIx) -> bool {
        if self.viewed.is_empty() {
            return false;
        }
        let Some(mark) = self.viewed.get(&self.diff.path(file)) else { return false };
        // Hash 0: marked before the hashes were there, in this session.
        let same =
            self.inner.hashes.get(file.0 as usize).is_none_or(|now| mark.text_hash == 0 || *now == mark.text_hash);
        mark.viewed && (same || self.is_as_marked(file, mark))
    }

    /// Whether only the base moved under a file since it was marked at the last look.
    fn is_as_marked(&self, file: FileIx, mark: &Viewed) -> bool {
        let since = self.inner.earlier.look.since().and_then(|since| since.files.get(file.0 as usize));
        since.is_some_and(|since| since.state == SinceState::Unchanged && since.before == mark.text_hash)
    }

    /// Tasks that ended, and all; skipped ones count nowhere.
    pub fn progress(&self) -> (usize, usize) {
        let counted = || {
            self.tasks.iter().filter(|(task, state)| {
                !matches!(state, TaskState::Ended(TaskEnd::Skipped(_))) && !task.is_elaboration()
            })
        };
        let ended = counted().filter(|(_, state)| matches!(state, TaskState::Ended(_))).count();
        (ended, counted().count())
    }

    /// Whether every task completed, or was not to be done. That models did not say what they think of findings leaves
    /// nothing out (Soliton §5.5).
    pub fn is_complete(&self) -> bool {
        self.tasks.iter().all(|(task, state)| match state {
            TaskState::Ended(end) => end.is_well() || task.is_judging() || task.is_elaboration(),
            TaskState::Queued | TaskState::Running => task.is_elaboration(),
        })
    }

    /// Whether nothing more will come without a person's doing.
    pub fn is_settled(&self) -> bool {
        matches!(self.phase, Phase::Done(_) | Phase::Failed(_))
    }

    /// Whether findings are being put together anew: what is shown of them may be older than the last decision.
    pub fn is_putting_together(&self) -> bool {
        self.together.asked.in_flight || self.together.asked.wanted
    }

    /// Whether it is settled, and nothing is under way that a report wants.
    pub fn is_over(&self) -> bool {
        let failed = matches!(self.phase, Phase::Failed(_));
        failed || (self.is_settled() && !self.inner.outlook.indexing)
    }

    /// Cards without a decision, in the order of the diff.
    pub fn undecided(&self) -> impl Iterator<Item = &FindingId> {
        self.findings
            .in_order()
            .filter(|finding| *self.gate.stance(&finding.id) == crate::core::gate::Stance::Undecided)
            .map(|finding| &finding.id)
    }
}
