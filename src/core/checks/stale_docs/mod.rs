//! Documentation that the change makes untrue: files, command-line flags and commands (scripts, targets, recipes) that it takes
//! away and that documentation of the repository still names (PRODUCT "Without any set-up"). Here it is decided what goes, what is asked of the repository, and
//! which of its lines mean it. Not here: searching the repository (edge), symbols in code (`left_behind`). Called by
//! app::runner when the index is there.
//!
//! Must not flag: histories of changes, what is still defined or generated, other programs' flags, examples of paths.

mod commands;
mod flags;
mod gone;
mod mentions;

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{
        change::is_left_out_by_name,
        model::{
            Actionability, BlastRadius, Candidate, CandidateId, Claim, Confidence, Kind, Lens, RepoPath, Severity,
            TaskId, Weight,
        },
        text::one_line,
    },
    left_behind::listed,
};

pub use commands::{Command, Runner};
pub use gone::{Gone, What, gone};

/// Id of the reviewer: the pass `builtin:stale-docs`.
pub const STALE_DOCS: &str = "stale-docs";

/// A line of the repository, as the change leaves it, that holds one of the words asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The file.
    pub path: RepoPath,
    /// The line, from 1.
    pub line: u32,
    /// Its text, perhaps cut.
    pub text: String,
}

/// What must be searched for: a line of the repository matters only if it holds one of these.
pub fn words(gone: &[Gone]) -> BTreeSet<String> {
    gone.iter().flat_map(Gone::words).collect()
}

/// What documentation still names, in the order of what goes. `mentions` are the lines of the new side that hold one of the
/// [`words`], `tracked` are all its paths.
pub fn stale_docs(gone: &[Gone], mentions: &[Mention], tracked: &BTreeSet<RepoPath>, task: &TaskId) -> Vec<Candidate> {
    let names: BTreeMap<&[u8], Vec<&RepoPath>> = tracked.iter().fold(BTreeMap::new(), |mut names, path| {
        names.entry(path.file_name()).or_insert_with(Vec::new).push(path);
        names
    });
    let known = mentions::Known { tracked, names: &names };
    let mut found = Vec::new();
    for one in gone {
        let places = places(one, mentions, &known);
        if !places.is_empty() {
            found.push(candidate(one, &places, (task, found.len() + 1)));
        }
    }
    found
}

/// Where documentation names it; nowhere when it is still there in some way.
fn places(one: &Gone, mentions: &[Mention], known: &mentions::Known<'_>) -> Vec<(RepoPath, u32)> {
    let is_docs = |mention: &&Mention| is_documentation(&mention.path);
    let means = |mention: &Mention| match &one.what {
        What::Flag(flag) => mentions::names_flag(&mention.text, flag),
        What::Command(command) => mentions::names_command(&mention.text, command),
        What::Path { was, .. } => mentions::names_path(mention, was, known),
    };
    let is_there = |mention: &Mention| match &one.what {
        What::Flag(flag) => !mentions::is_prose(&mention.path) && flags::is_there(&mention.text, flag),
        What::Command(command) => command.is_defined(&mention.path, &mention.text),
        What::Path { .. } => false,
    };
    if mentions.iter().any(is_there) {
        return Vec::new();
    }
    let all = mentions.iter().filter(is_docs).filter(|mention| means(mention));
    all.map(|mention| (mention.path.clone(), mention.line)).collect()
}

/// Whether a file tells how things are: prose, no history, no plan, nothing of others.
fn is_documentation(path: &RepoPath) -> bool {
    mentions::is_prose(path) && !is_left_out_by_name(path) && !mentions::is_of_its_time(path)
}

fn candidate(one: &Gone, places: &[(RepoPath, u32)], (task, number): (&TaskId, usize)) -> Candidate {
    let listed = listed(places);
    let (name, title, now, fix) = match &one.what {
        What::Flag(flag) => (
            one_line(&flag.name, 80),
            "The flag `{}` is removed and documentation still names it",
            String::new(),
            "Take it out of the documentation, or say what is to be used instead.",
        ),
        What::Command(command) => (
            one_line(&command.shown(), 80),
            "The command `{}` is removed and documentation still names it",
            String::new(),
            "Take it out of the documentation, or say what is to be run instead.",
        ),
        What::Path { was, now: None } => (
            one_line(&was.lossy(), 120),
            "`{}` is removed and documentation still points to it",
            String::new(),
            "Take the reference out, or point it to what is there instead.",
        ),
        What::Path { was, now: Some(now) } => (
            one_line(&was.lossy(), 120),
            "`{}` has another name and documentation still points to the old one",
            format!(" It is now `{}`.", one_line(&now.lossy(), 120)),
            "Point the reference to the new name.",
        ),
    };
    Candidate {
        id: CandidateId::new(format!("{task}-c{number}")),
        task: task.clone(),
        hotspot: None,
        lens: Lens::DocsQuality,
        claim: Claim {
            kind: Kind::Finding,
            issue_class: "stale-documentation".to_owned(),
            title: title.replace("{}", &name),
            summary: format!("Who follows the documentation finds nothing there: it is named at {listed}.{now}"),
            evidence: format!("it goes here; named at {listed}"),
            why_now: "The change takes it away and leaves the documentation as it was.".to_owned(),
            suggested_fix: Some(fix.to_owned()),
            suggestion: None,
            invariant: "what documentation names is there".to_owned(),
            sink: name,
            depends_on_unseen: false,
        },
        place: Some(one.place.clone()),
        weight: Weight {
            severity: Severity::Minor,
            confidence: Some(Confidence { local: 0.85, context: 0.85 }),
            actionability: Actionability::High,
            blast_radius: BlastRadius::Module,
        },
    }
}
