//! What is written down: facts that cannot be recomputed (ARCHITECTURE "Places, index, records").
//! The wire forms are the logbook's (`edge::logbook`).

use super::{
    Anchor, Candidate, CandidateId, CodePrint, CommentDedup, Decision, Draft, FindingId, Hotspot, Opinion,
    PublishIntent, PublishReceipt, Request, RunId, TaskEnd, TaskId, TaskReport, Time, Viewed,
};

/// One run over one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFacts {
    /// Its id.
    pub id: RunId,
    /// What was reviewed.
    pub request: Request,
    /// When it began.
    pub started: Time,
    /// Our version (deep `skill_version`, FACTS 18).
    pub version: String,
    /// Heavy model or `none` (FACTS 18).
    pub model: String,
    /// Settings of the command line that shaped it, key and value: what is published later is what was reviewed.
    pub said: Vec<(String, String)>,
}

/// What the machine believed about a candidate (deep's record `decision`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Which candidate.
    pub candidate: CandidateId,
    /// The finding it became or joined.
    pub finding: FindingId,
    /// `selected`, `dropped`, `duplicate-in-run` or `already-on-pr`.
    pub detection_state: &'static str,
    /// `pending`, `suppressed`, `posted` or `question-only`.
    pub surfacing_state: &'static str,
    /// Why, when dropped or a duplicate.
    pub drop_reason: Option<String>,
    /// 0..=100.
    pub priority: u8,
    /// Fingerprint given by the judge.
    pub fingerprint: String,
    /// The code under the finding, to know it again after a push.
    pub code: Option<CodePrint>,
}

/// One line of the logbook.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    /// A run began.
    Run(RunFacts),
    /// A hotspot of the run (its path beside it: the map knows only indices).
    Hotspot {
        /// The run.
        run: RunId,
        /// The path of its file.
        path: super::RepoPath,
        /// The hotspot.
        hotspot: Box<Hotspot>,
        /// When it was chosen.
        at: Time,
    },
    /// An agent's claim.
    Candidate {
        /// The run.
        run: RunId,
        /// As the agent said it.
        candidate: Box<Candidate>,
        /// When it came.
        at: Time,
    },
    /// The machine's verdict on a candidate.
    Verdict {
        /// The run.
        run: RunId,
        /// The verdict.
        verdict: Verdict,
        /// When it was given.
        at: Time,
    },
    /// How findings compare with the comments on the pull request (deep §9: one a run; a later one counts).
    Comments {
        /// The run.
        run: RunId,
        /// What came of it.
        dedup: CommentDedup,
        /// When.
        at: Time,
    },
    /// What a model says of a finding that another made.
    Opinion {
        /// The run.
        run: RunId,
        /// What.
        opinion: Box<Opinion>,
        /// When it came.
        at: Time,
    },
    /// What an agent's task came to.
    TaskReported {
        /// The run.
        run: RunId,
        /// Which.
        task: TaskId,
        /// What.
        report: Box<TaskReport>,
        /// When.
        at: Time,
    },
    /// A task ended.
    TaskEnded {
        /// The run.
        run: RunId,
        /// Which.
        task: TaskId,
        /// How.
        end: TaskEnd,
        /// When.
        at: Time,
    },
    /// A person's act at the gate.
    Decision {
        /// The run it was made in.
        run: RunId,
        /// The act.
        decision: Decision,
    },
    /// Text being written.
    Draft {
        /// The run it was written in.
        run: RunId,
        /// The draft.
        draft: Draft,
    },
    /// A file marked viewed or not.
    Viewed {
        /// The run it was marked in.
        run: RunId,
        /// The mark.
        viewed: Viewed,
    },
    /// Where the person was when they left.
    Place {
        /// The run.
        run: RunId,
        /// The line under the cursor, or the file; `None` = the top.
        anchor: Option<Anchor>,
        /// When.
        at: Time,
    },
    /// A POST of the review is about to be sent.
    PublicationIntent {
        /// The run whose review it is.
        run: RunId,
        /// What.
        intent: Box<PublishIntent>,
    },
    /// What became of an intent.
    PublicationReceipt {
        /// The run whose review it is.
        run: RunId,
        /// What.
        receipt: Box<PublishReceipt>,
    },
    /// The run ended.
    RunEnded {
        /// The run.
        run: RunId,
        /// Whether every task completed.
        complete: bool,
        /// When.
        at: Time,
    },
}

impl Record {
    /// Whether it holds work of the person: it must not be lost, and only it is worth telling.
    pub fn is_work(&self) -> bool {
        match self {
            Self::Draft { draft, .. } => !draft.text.is_empty(),
            Self::Decision { .. }
            | Self::Viewed { .. }
            | Self::PublicationIntent { .. }
            | Self::PublicationReceipt { .. } => true,
            Self::Run(_)
            | Self::Hotspot { .. }
            | Self::Candidate { .. }
            | Self::Verdict { .. }
            | Self::Comments { .. }
            | Self::Opinion { .. }
            | Self::TaskReported { .. }
            | Self::TaskEnded { .. }
            | Self::Place { .. }
            | Self::RunEnded { .. } => false,
        }
    }

    /// The run it belongs to.
    pub fn run(&self) -> &RunId {
        match self {
            Self::Run(facts) => &facts.id,
            Self::Hotspot { run, .. }
            | Self::Candidate { run, .. }
            | Self::Verdict { run, .. }
            | Self::Comments { run, .. }
            | Self::Opinion { run, .. }
            | Self::TaskReported { run, .. }
            | Self::TaskEnded { run, .. }
            | Self::Decision { run, .. }
            | Self::Draft { run, .. }
            | Self::Viewed { run, .. }
            | Self::Place { run, .. }
            | Self::PublicationIntent { run, .. }
            | Self::PublicationReceipt { run, .. }
            | Self::RunEnded { run, .. } => run,
        }
    }

    /// The same record under another run: for facts noted before the run had an id.
    pub fn in_run(mut self, id: &RunId) -> Self {
        match &mut self {
            Self::Run(facts) => facts.id = id.clone(),
            Self::Hotspot { run, .. }
            | Self::Candidate { run, .. }
            | Self::Verdict { run, .. }
            | Self::Comments { run, .. }
            | Self::Opinion { run, .. }
            | Self::TaskReported { run, .. }
            | Self::TaskEnded { run, .. }
            | Self::Decision { run, .. }
            | Self::Draft { run, .. }
            | Self::Viewed { run, .. }
            | Self::Place { run, .. }
            | Self::PublicationIntent { run, .. }
            | Self::PublicationReceipt { run, .. }
            | Self::RunEnded { run, .. } => *run = id.clone(),
        }
        self
    }
}
