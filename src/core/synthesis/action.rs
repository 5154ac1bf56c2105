//! R3 step 7: APPROVE, REQUEST_CHANGES or COMMENT_ONLY, and why (FACTS 3, 4, 19, 24, 28; REVIEW "Agents").
//! A verdict in the document; which event may carry it is the publisher's affair.

use super::{
    board::Item,
    snapshot::{Fate, Origin, Snapshot, TaskFacts, Tier0},
    threshold::reaches,
};
use crate::core::model::{FileForm, Kind, Mode, ReviewAction, Severity, Strategy};

/// Confidence under which the top finding asks for a talk instead of changes.
const CERTAIN: f64 = 0.7;

/// The verdict with its grounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// The verdict.
    pub action: ReviewAction,
    /// The rule that gave it.
    pub ground: Ground,
    /// R3's downgrade: REQUEST_CHANGES became COMMENT_ONLY, because even the most confident finding of the top
    /// severity is not certain.
    pub downgraded: bool,
    /// In words; never empty.
    pub reasoning: String,
}

/// The rule that decided, in the order in which they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    /// The person says so, at the gate.
    Chosen,
    /// The settings say so.
    Override,
    /// The pull request is a draft.
    Draft,
    /// So many blockers.
    Blockers(u32),
    /// So many critical findings.
    Criticals(u32),
    /// So many major ones.
    Majors(u32),
    /// Every agent failed.
    AllErrored,
    /// Part of the change was not looked at: a task failed, was cut, or is still at work.
    Partial,
    /// The change of so many files was not there to be looked at.
    NotGiven(u32),
    /// No agent looked, and the checks do not vouch for it alone.
    BuiltInOnly,
    /// So many open questions of weight.
    Questions(u32),
    /// So many findings of weight were held back or made milder on a model's word, which approves nothing.
    SetAside(u32),
    /// So many small findings and questions.
    Minor(u32),
    /// Something was found, and everything was held back.
    AllFiltered,
    /// Only praise, thoughts, notes or a person's comments.
    OnlyPraise,
    /// Nothing at all.
    Nothing,
}

/// What the verdict is computed from.
pub(super) struct Case<'c> {
    pub facts: &'c Snapshot,
    /// What is, or will be, in the review.
    pub shown: Vec<&'c Item>,
    /// Findings that were left out of it by rules or budgets.
    pub held: u32,
    /// Findings of weight that models set aside.
    pub set_aside: u32,
}

/// Decides.
pub(super) fn decide(case: &Case<'_>) -> Action {
    let ground = ground(case);
    let action = match ground {
        Ground::Chosen => case.facts.request.verdict.unwrap_or(ReviewAction::CommentOnly),
        Ground::Override => case.facts.settings.action_override.unwrap_or(ReviewAction::CommentOnly),
        Ground::Blockers(_) | Ground::Criticals(_) => ReviewAction::RequestChanges,
        Ground::Draft
        | Ground::Majors(_)
        | Ground::AllErrored
        | Ground::Partial
        | Ground::NotGiven(_)
        | Ground::BuiltInOnly
        | Ground::Questions(_)
        | Ground::SetAside(_) => ReviewAction::CommentOnly,
        Ground::Minor(_) | Ground::AllFiltered | Ground::OnlyPraise | Ground::Nothing => ReviewAction::Approve,
    };
    let downgraded = matches!(ground, Ground::Blockers(_) | Ground::Criticals(_)) && !is_certain(case);
    let mut reasoning = reasoning(case, ground);
    if downgraded {
        reasoning.push_str(" Even the surest of them is not certain, so it is raised for discussion, not demanded.");
    }
    Action { action: if downgraded { ReviewAction::CommentOnly } else { action }, ground, downgraded, reasoning }
}

fn ground(case: &Case<'_>) -> Ground {
    let count = |wanted: &dyn Fn(&Item) -> bool| case.shown.iter().filter(|item| wanted(item)).count() as u32;
    let findings = |severity| count(&|item| item.finding.kind == Kind::Finding && item.finding.severity == severity);
    let questions = count(&|item| item.finding.kind == Kind::Question && item.finding.severity >= Severity::Major);
    let weighed = count(&|item| item.is_weighed());
    let rules = [
        (case.facts.request.verdict.is_some(), Ground::Chosen),
        (case.facts.settings.action_override.is_some(), Ground::Override),
        (case.facts.request.draft, Ground::Draft),
        (findings(Severity::Blocker) > 0, Ground::Blockers(findings(Severity::Blocker))),
        (findings(Severity::Critical) > 0, Ground::Criticals(findings(Severity::Critical))),
        (findings(Severity::Major) > 0, Ground::Majors(findings(Severity::Major))),
        (all_errored(case.facts), Ground::AllErrored),
        (is_partial(case.facts), Ground::Partial),
        (not_given(case.facts) > 0, Ground::NotGiven(not_given(case.facts))),
        (built_in_only(case.facts), Ground::BuiltInOnly),
        (questions > 0, Ground::Questions(questions)),
        (case.set_aside > 0, Ground::SetAside(case.set_aside)),
        (weighed > 0, Ground::Minor(weighed)),
        (case.held > 0 && case.shown.is_empty(), Ground::AllFiltered),
        (!case.shown.is_empty(), Ground::OnlyPraise),
    ];
    rules.into_iter().find(|(holds, _)| *holds).map_or(Ground::Nothing, |(_, ground)| ground)
}

/// Tasks that had an agent and were not skipped, all of them failed (FACTS 28).
fn all_errored(facts: &Snapshot) -> bool {
    let mut tried = agents(facts).filter(|fate| !matches!(fate, Fate::Skipped(_))).peekable();
    tried.peek().is_some() && tried.all(|fate| matches!(fate, Fate::Failed(_)))
}

/// A task failed, was cut or has not ended. Skipped ones are no failure.
fn is_partial(facts: &Snapshot) -> bool {
    let is_cut = |task: &TaskFacts| match task.fate {
        Fate::Open => true,
        Fate::Failed(_) | Fate::Stopped => task.origin != Origin::Judge,
        Fate::Completed | Fate::Skipped(_) => false,
    };
    facts.tasks.iter().any(is_cut)
}

/// Files whose change the host does not give: who approves vouches for them too.
fn not_given(facts: &Snapshot) -> u32 {
    let listed = u32::try_from(facts.diff.files.len()).unwrap_or(u32::MAX);
    let without = facts.diff.files.iter().filter(|file| file.form == FileForm::NotGiven).count();
    let without = u32::try_from(without).unwrap_or(u32::MAX);
    without.saturating_add(facts.request.files.map_or(0, |all| all.saturating_sub(listed)))
}

/// No model, command, replayed or imported agent completed a task in which it looked for faults, unless tier 0 vouches
/// for the change.
pub(super) fn built_in_only(facts: &Snapshot) -> bool {
    // In these modes that pass leaves faults of weight to the others (pi "Reviewer topology"): it does not vouch.
    let leaves_them = matches!(facts.settings.strategy, Strategy::Passes(Mode::MajorOnly | Mode::Balanced));
    let looked = |task: &&TaskFacts| !(leaves_them && task.pass == "overview");
    let mut agents = facts.tasks.iter().filter(|task| task.origin == Origin::Agent).filter(looked);
    facts.tier0 != Tier0::Clean && !agents.any(|task| task.fate == Fate::Completed)
}

fn agents(facts: &Snapshot) -> impl Iterator<Item = &Fate> {
    facts.tasks.iter().filter(|task| task.origin == Origin::Agent).map(|task| &task.fate)
}

/// Whether the most confident finding of the top severity is certain (FACTS 4). A confidence that was not given counts
/// as 0.5. That a person accepted one makes it no surer: they may set the verdict themselves.
fn is_certain(case: &Case<'_>) -> bool {
    let findings = || case.shown.iter().filter(|item| item.finding.kind == Kind::Finding);
    let top = findings().map(|item| item.finding.severity).max();
    findings().filter(|item| Some(item.finding.severity) == top).any(|item| reaches(item.single_or_half(), CERTAIN))
}

fn reasoning(case: &Case<'_>, ground: Ground) -> String {
    let some = |n: u32, one: &str, many: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    match ground {
        Ground::Chosen => "The verdict is the reviewer's own.".to_owned(),
        Ground::Override => "The verdict is set by configuration.".to_owned(),
        Ground::Draft => "The pull request is a draft: this is feedback, and blocks nothing.".to_owned(),
        Ground::Blockers(n) => {
            format!("{} must be fixed before this can be merged.", some(n, "blocking issue", "blocking issues"))
        }
        Ground::Criticals(n) => {
            format!("{} should be dealt with before merging.", some(n, "critical issue", "critical issues"))
        }
        Ground::Majors(n) => {
            format!("{}, but nothing that blocks a merge.", some(n, "major finding", "major findings"))
        }
        Ground::AllErrored => "Every agent failed, so nobody but the built-in checks has looked.".to_owned(),
        Ground::Partial => "The review is partial: a part of it failed, was cut or is still at work.".to_owned(),
        Ground::NotGiven(n) => {
            format!("{} not available, so nobody looked.", some(n, "file's change was", "files' changes were"))
        }
        Ground::BuiltInOnly => {
            "built-in checks only: they found nothing that blocks, and do not vouch for the rest.".to_owned()
        }
        Ground::Questions(n) => format!("{} answered first.", some(n, "question should be", "questions should be")),
        Ground::SetAside(n) => format!(
            "{} set aside on a model's word, which approves nothing.",
            some(n, "finding of weight was", "findings of weight were")
        ),
        Ground::Minor(n) => format!("Nothing blocks a merge; {}.", some(n, "small remark", "small remarks")),
        Ground::AllFiltered => {
            format!("Nothing is left after filtering: {} held back.", some(case.held, "finding was", "findings were"))
        }
        Ground::OnlyPraise => "Nothing to fix was found.".to_owned(),
        Ground::Nothing => "Nothing was found that needs a change.".to_owned(),
    }
}
