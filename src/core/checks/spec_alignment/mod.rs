//! Whether a change does what it is said to do, as far as that can be told without a model (Soliton §2.7, FACTS "Swarm
//! synthesis"): text that files must contain, MUSTs with code in them, open boxes, files that nobody asked for. What cannot
//! be proved is not claimed but counted. The texts are untrusted. Not here: reading them (edge::intake), which are asked
//! for (`app::runner`).

mod fault;
mod meet;
mod read;

#[cfg(test)]
mod tests;

use super::super::{
    model::{
        Actionability, BlastRadius, Candidate, CandidateId, Claim, ClaimedPlace, Confidence, Diff, FileClass, Kind,
        Lens, RepoPath, Severity, TaskId, Weight,
    },
    text::one_line,
};

pub use fault::Fault;
pub use read::{Ask, Asked, Criterion, read};

/// Id of the reviewer: the pass `builtin:spec-alignment`.
pub const SPEC_ALIGNMENT: &str = "spec-alignment";

/// Where a specification stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A REVIEW.md of the base side, which rules the files below it.
    Review(RepoPath),
    /// A file of `.claude/specs` of the base side.
    Spec(RepoPath),
    /// A linked issue.
    Issue(u64),
    /// The description of the pull request, or the messages of the commits.
    Description,
}

impl Origin {
    /// How a person calls it.
    pub fn words(&self) -> String {
        match self {
            Self::Review(path) | Self::Spec(path) => path.lossy().into_owned(),
            Self::Issue(number) => format!("issue #{number}"),
            Self::Description => "the description".to_owned(),
        }
    }
}

/// One text that says what the change is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Where it stands.
    pub origin: Origin,
    /// It.
    pub text: String,
}

/// What a change is to do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Intent {
    /// Title and description: which specifications are meant.
    pub about: String,
    /// In order: REVIEW.md, specs, issues, description.
    pub sources: Vec<Source>,
    /// Items of the repository's templates of descriptions: they ask for nothing by themselves.
    pub template: Vec<String>,
}

/// The text of a file on one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Look {
    /// It.
    Text(Vec<u8>),
    /// There is no such file.
    Missing,
    /// It is not at hand, or too large.
    Unknown,
}

/// Where files are looked into.
pub trait Texts {
    /// A file of the new side.
    fn head(&mut self, path: &str) -> Look;
    /// A file of the base side.
    fn base(&mut self, path: &str) -> Look;
    /// Whether code of the new side has a text somewhere; `None` = nobody can tell.
    fn anywhere(&mut self, literal: &str) -> Option<bool>;
}

/// A finding in the making.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    fault: Fault,
    /// The file it stands on, when that is in the change.
    path: Option<RepoPath>,
    title: String,
    summary: String,
    evidence: String,
    fix: String,
    /// What makes it another one than its neighbours.
    about: String,
}

/// Findings of one kind; more are counted in the last one.
const MOST: usize = 20;

/// The REVIEW.md files that rule a change: for each changed file the nearest above it. `all` are paths of REVIEW.md files.
pub fn governing<'a>(diff: &Diff, all: &'a [RepoPath]) -> Vec<&'a RepoPath> {
    let folder = |path: &str| path.rfind('/').map_or(0, |at| at + 1);
    let mut ruling: Vec<&RepoPath> = Vec::new();
    for file in diff.file_numbers() {
        let path = diff.path(file).lossy().into_owned();
        let above = all.iter().filter(|one| {
            let one = one.lossy();
            one.get(..folder(&one)).is_some_and(|folder| path.starts_with(folder))
        });
        if let Some(nearest) = above.max_by_key(|one| folder(&one.lossy()))
            && !ruling.contains(&nearest)
        {
            ruling.push(nearest);
        }
    }
    ruling
}

/// Items of a text's lists, as a description has them that was left as its template is.
pub fn items(template: &str) -> Vec<String> {
    read(template, &Origin::Description).criteria.into_iter().map(|criterion| criterion.text).collect()
}

/// Holds a change against its specification. Candidates are numbered `{task}-c{n}` from 1; the last may be a note about
/// what only a reader can judge.
pub fn align(change: (&Diff, &[FileClass]), intent: &Intent, texts: &mut dyn Texts, task: &TaskId) -> Vec<Candidate> {
    let mut met = meet::meet(change, intent, texts);
    let mut made = Vec::new();
    for fault in Fault::ALL {
        let mut of_fault: Vec<&mut Found> = met.found.iter_mut().filter(|found| found.fault == fault).collect();
        let more = of_fault.len().saturating_sub(MOST);
        if let Some(last) = of_fault.get_mut(MOST - 1).filter(|_| more > 0) {
            last.summary.push_str(&format!(" {more} more of this kind are not listed."));
        }
        for found in of_fault.into_iter().take(MOST) {
            let nth = made.len() + 1;
            made.push(candidate(found, CandidateId::new(format!("{task}-c{nth}")), task));
        }
    }
    if let Some(words) = met.note() {
        let id = CandidateId::new(format!("{task}-c{}", made.len() + 1));
        made.push(note(id, task, words));
    }
    made
}

fn candidate(found: &Found, id: CandidateId, task: &TaskId) -> Candidate {
    let fault = found.fault;
    let sure = fault.confidence();
    Candidate {
        id,
        task: task.clone(),
        hotspot: None,
        lens: Lens::Correctness,
        claim: Claim {
            kind: Kind::Finding,
            issue_class: fault.as_str().to_owned(),
            title: found.title.clone(),
            summary: found.summary.clone(),
            evidence: found.evidence.clone(),
            why_now: fault.why_now().to_owned(),
            suggested_fix: Some(found.fix.clone()),
            suggestion: None,
            invariant: found.about.clone(),
            sink: String::new(),
            depends_on_unseen: false,
        },
        place: found.path.clone().map(|path| ClaimedPlace { path, symbol: None, side: None, lines: None }),
        weight: Weight {
            severity: fault.severity(),
            confidence: Some(Confidence { local: sure, context: sure }),
            actionability: Actionability::High,
            blast_radius: BlastRadius::Module,
        },
    }
}

fn note(id: CandidateId, task: &TaskId, words: String) -> Candidate {
    let found = Found {
        fault: Fault::Creep,
        path: None,
        title: "Parts of the specification need a reader".to_owned(),
        summary: words,
        evidence: String::new(),
        fix: String::new(),
        about: String::new(),
    };
    let mut made = candidate(&found, id, task);
    made.claim.kind = Kind::Note;
    made.claim.issue_class = "spec-not-judged".to_owned();
    made.claim.suggested_fix = None;
    made.weight.severity = Severity::Nitpick;
    made
}

/// A criterion on one row.
fn quoted(text: &str) -> String {
    one_line(text, 160)
}
