//! What a planner gives: ordered tasks, each with its reason, and what was left out and why. Plain data.
//! Filled by the planners; read by session, brief and the reports.

use crate::core::{
    change,
    model::{ChangeMap, Diff, FileIx, HunkIx, Lens, Strategy, Task, TaskId, Tier, Wave},
};

use super::Case;

/// Why a task is skipped that nobody answers.
pub const NO_MODEL: &str = "no model";

/// What an agent may use besides what it is sent (pi "Reviewer topology").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ToolPolicy {
    /// Nothing: all it needs is in the brief.
    None,
    /// What its configuration allows, to read and never to change.
    Configured,
}

impl ToolPolicy {
    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Configured => "configured",
        }
    }
}

/// Which severities an agent is to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asks {
    /// All of them.
    Everything,
    /// Blocker, critical and major only.
    Majors,
    /// At most three minor findings or nitpicks on the changed lines themselves, beside an overview.
    FewMinors,
    /// An overview, no findings.
    Overview,
    /// What it thinks of the findings of others.
    Verdicts(Wave),
    /// What of its specification a change does not meet.
    Specification,
    /// The review in a paragraph.
    Summary,
    /// More of one finding, in prose.
    Elaboration,
}

/// The part of the change that a task looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// All of it that is reviewed.
    Whole,
    /// One hotspot, by its number in the map, from 0.
    Hotspot(usize),
    /// One of several groups of files, of equal weight (`passes`): which, and of how many, from 1.
    Shard(usize, usize),
    /// One of several groups of files, by folder (`swarm`): which, and of how many, from 1.
    Chunk(usize, usize),
}

impl Scope {
    /// The word in every format.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Hotspot(_) => "hotspot",
            Self::Shard(..) => "shard",
            Self::Chunk(..) => "chunk",
        }
    }
}

/// One task of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// Its id and its pass.
    pub task: Task,
    /// What to look for; empty = as the pass says.
    pub lenses: Vec<Lens>,
    /// How strong a model it wants.
    pub tier: Tier,
    /// What it looks at.
    pub scope: Scope,
    /// The files of it, in diff order.
    pub files: Vec<FileIx>,
    /// Its hunks, first and last, when it is less than those files.
    pub hunks: Option<(HunkIx, HunkIx)>,
    /// What it may use.
    pub tools: ToolPolicy,
    /// What it reports.
    pub asks: Asks,
    /// Why it is in the plan, in words.
    pub why: String,
    /// Where to look first, in words; '' = nowhere in particular.
    pub focus: String,
    /// Who answers, as configured; `None` = nobody.
    pub who: Option<String>,
}

impl Planned {
    /// The name of its pass: `hotspot`, `security`, `overview`, a command's name.
    pub fn pass(&self) -> &str {
        use crate::core::model::Pass;
        let (Pass::Agent(name) | Pass::Builtin(name) | Pass::Replay(name) | Pass::Import(name) | Pass::Tool(name)) =
            &self.task.pass;
        name
    }

    /// Bytes of the diff that it looks at.
    pub fn bytes(&self, diff: &Diff) -> usize {
        match self.hunks {
            Some((first, last)) => (first.0..=last.0).map(|hunk| hunk_bytes(diff, HunkIx(hunk))).sum(),
            None => self.files.iter().map(|file| file_bytes(diff, *file)).sum(),
        }
    }

    /// Whether its answer has an overview in it: the pass of that name has one in every mode (pi "Reviewer topology").
    pub fn wants_overview(&self) -> bool {
        match self.asks {
            Asks::FewMinors | Asks::Overview => true,
            Asks::Everything => self.pass() == "overview",
            Asks::Majors | Asks::Verdicts(_) | Asks::Specification | Asks::Summary | Asks::Elaboration => false,
        }
    }

    /// Why it ends before it begins; `None` = somebody answers it.
    pub fn skipped(&self) -> Option<&'static str> {
        self.who.is_none().then_some(NO_MODEL)
    }
}

/// Something that the plan does not do, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The agent, pass or lens.
    pub name: String,
    /// In words.
    pub why: String,
}

/// Who is to look at what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// By whose rules.
    pub strategy: Strategy,
    /// In the order in which they begin.
    pub tasks: Vec<Planned>,
    /// What would have been asked, and is not.
    pub dropped: Vec<Dropped>,
    /// Built-in reviewers that do not run, by task, with the reason.
    pub builtin: Vec<(TaskId, String)>,
    /// What kind of change it is.
    pub case: Case,
    /// Changed lines that mean something.
    pub meaningful: u64,
    /// Parts that the change was cut into; 1 = none.
    pub parts: usize,
    /// Tasks at once.
    pub parallel: usize,
}

impl Plan {
    /// The names of the passes, each once, in order.
    pub fn passes(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for task in &self.tasks {
            if !names.contains(&task.pass()) {
                names.push(task.pass());
            }
        }
        names
    }
}

/// The files that are reviewed, in diff order.
pub(super) fn reviewed(diff: &Diff, map: &ChangeMap) -> Vec<FileIx> {
    diff.file_numbers().filter(|file| !map.classes.get(file.0 as usize).is_some_and(|c| c.is_left_out())).collect()
}

/// Bytes of a file's part of the diff.
pub(super) fn file_bytes(diff: &Diff, file: FileIx) -> usize {
    diff.file(file).map_or(0, |entry| entry.extent.end.saturating_sub(entry.extent.start))
}

fn hunk_bytes(diff: &Diff, hunk: HunkIx) -> usize {
    diff.hunk(hunk).map_or(0, |entry| entry.body.end.saturating_sub(entry.header.start))
}

/// Lines of a file's hunks: changed ones and those around them.
pub(super) fn file_lines(diff: &Diff, file: FileIx) -> u64 {
    diff.hunks_of(file).filter_map(|hunk| diff.hunk(hunk)).map(|hunk| u64::from(hunk.lines)).sum()
}

/// Changed lines of a file.
pub(super) fn changed_lines(diff: &Diff, file: FileIx) -> u64 {
    diff.file(file).map_or(0, |entry| u64::from(entry.counts.added) + u64::from(entry.counts.removed))
}

/// Whether some of what is to be looked at is not there, or was cut.
pub(super) fn is_cut(diff: &Diff, files: &[FileIx]) -> bool {
    use crate::core::model::FileForm;
    let not_given = |file: &FileIx| diff.file(*file).is_some_and(|entry| entry.form == FileForm::NotGiven);
    let broken = |file: &FileIx| diff.problems.iter().any(|problem| problem.file == Some(*file));
    files.iter().any(|file| not_given(file) || broken(file))
}

/// Whether a file holds tests.
pub(super) fn is_test(diff: &Diff, file: FileIx) -> bool {
    change::is_test_path(&diff.path(file))
}
