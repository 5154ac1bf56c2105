//! What synthesis is given: everything it looks at, as owned data, so that it can run beside the session.
//! Not here: how the session collects it. Built by session, and by tests.

use std::sync::Arc;

use super::dedup::Said;
use crate::core::model::{
    Candidate, Cast, ChangeMap, ClaimedPlace, CommentDecision, Diff, Finding, Opinion, Remark, ReviewAction, Settings,
    Severity, TaskId, Thread, Weight, Wording,
};

/// All that a review is made of at one moment.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// Every finding of the run as the judge left it, held-back ones and a person's own comments among them.
    /// Their order does not matter.
    pub items: Vec<Arc<Judged>>,
    /// Every planned task.
    pub tasks: Vec<TaskFacts>,
    /// What is reviewed.
    pub request: RequestFacts,
    /// The diff, for the order of files and to check anchors.
    pub diff: Arc<Diff>,
    /// Its map, for what was looked at; `None` before there is one.
    pub map: Option<Arc<ChangeMap>>,
    /// What to obey.
    pub settings: Settings,
    /// What is said on the pull request.
    pub on_pr: OnPr,
    /// What the checks that need no model came to.
    pub tier0: Tier0,
    /// Whether the strategy's budget holds.
    pub budget: Budget,
    /// Budgets wait for the end of the run.
    pub stage: Stage,
    /// Mistakes in the configuration, in words: defaults were used.
    pub config_notes: Vec<String>,
    /// How the text is made.
    pub style: Style,
}

/// What is known of the comments on the pull request.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum OnPr {
    /// The target is none.
    #[default]
    NotAPull,
    /// They are not read, or not yet, and why: nothing is compared.
    NotRead(String),
    /// As they were read.
    Read(Arc<Talk>),
    /// What came of it when the run was recorded.
    Recorded(Arc<[CommentDecision]>),
}

/// Comments as they were read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Talk {
    /// Threads under lines.
    pub threads: Arc<[Thread]>,
    /// The conversation.
    pub remarks: Arc<[Remark]>,
    /// The login of the person, when it is known.
    pub viewer: Option<String>,
    /// What could not be read, in words.
    pub missing: Vec<String>,
}

impl Talk {
    /// Whether nobody said anything.
    pub fn is_silent(&self) -> bool {
        self.threads.is_empty() && self.remarks.is_empty()
    }
}

/// A finding with what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// As the judge left it.
    pub finding: Finding,
    /// Of its own candidate; `None` for a person's own comment and for notes of ours. (A candidate that joined it is
    /// a finding of its own here, held back as a duplicate.)
    pub own: Option<Evidence>,
    /// What a person said about it; `None` = nothing.
    pub ruling: Option<Ruling>,
    /// What models say of it, oldest first.
    pub opinions: Vec<Opinion>,
    /// What its words come to, once they were read.
    pub said: Said,
}

/// What synthesis needs of a candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// Who said it.
    pub task: TaskId,
    /// As the agent named it; '' = not at all.
    pub issue_class: String,
    /// Its numbers.
    pub weight: Weight,
    /// Where it was said to be.
    pub place: Option<ClaimedPlace>,
}

impl Evidence {
    /// Of a candidate.
    pub fn of(candidate: &Candidate) -> Self {
        Self {
            task: candidate.task.clone(),
            issue_class: candidate.claim.issue_class.clone(),
            weight: candidate.weight,
            place: candidate.place.clone(),
        }
    }
}

/// A person's decisions about one finding, as they stand. It pins the finding: it keeps its id, is never merged
/// away, held back or reworded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ruling {
    /// The will.
    pub decided: Decided,
    /// Whether it was taken back from the held-back ones.
    pub restored: bool,
    /// The person's words and severity.
    pub edited: Option<(Wording, Severity)>,
    /// The kind and the place that the person gave it.
    pub recast: Option<Cast>,
    /// Marked to be inline, whatever its kind (PUBLISH gate 9).
    pub inline: bool,
}

/// What the person wants done.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Decided {
    /// Nothing said yet.
    #[default]
    Undecided,
    /// To be published.
    Accepted,
    /// Not to be published, and why ('' = no reason given).
    Dropped(String),
}

/// A task of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskFacts {
    /// Its id.
    pub id: TaskId,
    /// The pass it carries out, for people and rules: `secrets`, `overview`, `security-performance`, an agent's name.
    pub pass: String,
    /// Who carries it out.
    pub origin: Origin,
    /// What became of it.
    pub fate: Fate,
    /// What it says of the change as a whole; '' = nothing. Untrusted.
    pub overview: String,
}

/// Who carries a task out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A built-in reviewer. Never counts as an agent.
    BuiltIn,
    /// A model, a command, a replayed or an imported run.
    Agent,
    /// A model that says what it thinks of the others' findings. Its failure changes nothing (Soliton §5.5).
    Judge,
}

/// What became of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// Waiting or at work.
    Open,
    /// Everything was looked at.
    Completed,
    /// Not begun, for a reason that is no failure ("no model").
    Skipped(String),
    /// Cut; what it had said is kept.
    Stopped,
    /// Failed, in words.
    Failed(String),
}

/// Facts of the request that the text needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RequestFacts {
    /// One line.
    pub title: String,
    /// The number, when it is a pull request.
    pub number: Option<u64>,
    /// Whether it is a draft.
    pub draft: bool,
    /// Whether its checks had not ended.
    pub ci_running: bool,
    /// How many files it has, as its host counts them; `None` = as many as are there.
    pub files: Option<u32>,
    /// What its host did not give, by name.
    pub not_had: Vec<String>,
    /// The verdict that the person chose for it at the gate; goes before every rule.
    pub verdict: Option<ReviewAction>,
}

/// Verdict of the checks without a model (FACTS "Tier 0").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tier0 {
    /// Nothing found in a small, harmless change.
    Clean,
    /// Something that must not be merged.
    Blocked,
    /// A model should look.
    #[default]
    NeedsLlm,
    /// Only minor things: models must be surer.
    AdvisoryOnly,
}

/// How many findings surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Budget {
    /// As the strategy says: the default without a screen.
    #[default]
    Strategy,
    /// That many, in any strategy (`gate.budget`). A blocker still stretches it.
    Cap(u32),
    /// No limit, nits included.
    Off,
}

/// Whether more may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// Tasks run: everything is provisional and nothing is held back by a budget.
    Running,
    /// The run ends with this review, with which it is recorded: verdicts carry the code under their findings.
    Ending,
    /// The run ended, or the person closed it.
    #[default]
    Closed,
}

/// How the text is made (`publish.body`, `publish.labels`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// How much of it.
    pub body: BodyStyle,
    /// Whether inline comments begin with label and pass.
    pub labels: Labels,
}

impl Default for Style {
    /// R3's whole body with labels.
    fn default() -> Self {
        Self { body: BodyStyle::Full, labels: Labels::On }
    }
}

/// How much the body says. What cannot be inline always stands in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyStyle {
    /// Only the person's text.
    Own,
    /// The person's text, one sentence of the machine's and the notes on coverage.
    Summary,
    /// R3's step 8a.
    Full,
}

/// Labels in front of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Labels {
    /// `**major** (pass): title`.
    On,
    /// Only the title.
    Off,
}
