//! The nouns of a review, as plain data. Behaviour lives in the rooms below; this room imports none.

mod agent;
mod archetype;
mod beyond;
mod candidate;
mod change;
mod code;
mod decision;
mod dedup;
mod diff;
mod failure;
mod finding;
mod graph;
mod habit;
mod ids;
mod opinion;
mod path;
mod place;
mod preferences;
mod provider;
mod publication;
mod pull;
mod record;
mod request;
mod risk;
mod settings;
mod severity;
mod since;
mod step;
mod task;

pub use agent::{TaskReport, Usage};
pub use archetype::{Archetype, Aside, Boundary, Evidence, Reach, Reading, Sign, UnitChange, UnitDetail};
pub use beyond::{Beyond, Edge};
pub use candidate::{Actionability, BlastRadius, Candidate, Claim, ClaimedPlace, Confidence, Weight};
pub use change::{ChangeMap, Coverage, FileClass, Hotspot, Lens, RiskTag, Unit};
pub use code::{CodePlace, CodePrint, PastState};
pub use decision::{Act, Cast, Comment, Decision, Draft, DraftKey, Time, Viewed, Wording};
pub use dedup::{CommentDecision, CommentDedup, DedupSkip};
pub use diff::{
    Counts, Diff, Extent, FileEntry, FileForm, FileIx, FileStatus, HunkEntry, HunkIx, Line, LineKind, LineRef, Mark,
    Modes, Name, NoNewline, Problem, Span, Text,
};
pub use failure::{Failure, FailureKind};
pub use finding::{Finding, Held, HeldReason, Placement};
pub use graph::{GraphEdge, GraphSignals, Taint};
pub use habit::Habit;
pub use ids::{CandidateId, FindingId, HotspotId, RunId, TaskId};
pub use opinion::{Opinion, Wave, Word};
pub use path::RepoPath;
pub use place::{Anchor, LineRange, Side};
pub use preferences::{
    AgentCommand, BodyForm, ExternalTool, GateSettings, GithubSettings, GraphSettings, Limits, ModelRef,
    PublishSettings, ReportForm, SynthesisSettings, Thinking, Tier, Tier0Settings, TierSettings, Tiers, UiSettings,
    Undecided,
};
pub use provider::{Dialect, Preset, Provider};
pub use publication::{PublishIntent, PublishOutcome, PublishReceipt, ReviewEvent, ReviewHash};
pub use pull::{
    Author, CallLimits, Check, CheckState, ForeignReview, Gap, GapKind, Host, InboxEntry, InboxRow, InboxWhy, LastLook,
    LinkedIssue, LookState, Pull, PullCommit, PullFacts, PullFile, PullFileStatus, PullName, PullNews, PullState,
    Remark, RepoName, Resolution, ReviewState, Thread, ThreadId, ThreadPlace, Tip,
};
pub use record::{Record, RunFacts, Verdict};
pub use request::{Request, StackParent, TargetKind, TargetSpec};
pub use risk::{FocusArea, RiskBasis, RiskFactor, RiskLevel, RiskScore};
pub use settings::{
    CheckSetting, CustomRule, Mode, PathRule, ReviewAction, Settings, Strategy, Suppression, SwitchedOff,
};
pub use severity::{Kind, Severity, Vocabulary};
pub use since::{FileSince, NewLines, Since, SinceState, SinceTotals};
pub use step::{JudgeRule, Outcome, Step};
pub use task::{Pass, Task, TaskEnd, TaskState};
