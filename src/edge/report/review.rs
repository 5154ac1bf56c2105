//! A run that is over, as the reports want it: the document, and every finding with its claim and its place.
//! Not here: any format. Filled by app; read by the formats beside it.

use std::{collections::BTreeMap, sync::Arc};

use super::Plan;
use crate::core::{
    model::{
        Candidate, Coverage, Finding, FindingId, Held, HeldReason, Kind, Pass, Request, ReviewAction, RunId, Severity,
        Strategy, Task, TaskEnd, TaskState, Usage,
    },
    synthesis::{Action, Document, Entry, Ground, Place, Sections, Stats},
};

/// A run that is over.
#[derive(Debug, Clone)]
pub struct Review {
    /// The target, its diff, its map, and the tasks.
    pub plan: Plan,
    /// What is printed.
    pub document: Arc<Document>,
    /// R3's state checkpoint, for standard error; '' when nothing was put together.
    pub checkpoint: String,
    /// Every finding of the run.
    pub items: BTreeMap<FindingId, Item>,
    /// By which rules it was put together.
    pub strategy: Strategy,
    /// Findings at least so bad make the run fail.
    pub fail_on: Option<Severity>,
    /// The run.
    pub run: RunId,
    /// How the tasks ended, in the order of the plan.
    pub states: Vec<TaskState>,
    /// What is to be told beside the result.
    pub notes: Vec<String>,
    /// The sentence of a change that was not worth a model and in which nobody found anything.
    pub closing: Option<String>,
    /// What blocks by tier 0, in words.
    pub blocked: Option<String>,
    /// How much of the change there was to look at.
    pub coverage: Coverage,
    /// Parts of the pull request that its host did not give.
    pub not_had: Vec<String>,
    /// Tokens and US dollars that agents used up.
    pub spent: (Usage, f64),
    /// Milliseconds from start to end; 0 when it is not known.
    pub duration_ms: u64,
}

/// A finding of the run.
#[derive(Debug, Clone)]
pub struct Item {
    /// As the judge left it.
    pub finding: Finding,
    /// The first claim behind it; `None` for a person's own and for notes of ours.
    pub candidate: Option<Candidate>,
    /// Where it ended.
    pub place: Place,
    /// Whether only answers that did not come to their end say it.
    pub is_incomplete: bool,
}

impl Item {
    /// Why it is not in the review; `None` when it is. What a person dropped has the reason `dropped-before`.
    pub fn held(&self) -> Option<Held> {
        match &self.place {
            Place::Surfaced(_) => None,
            Place::Held(held) => Some(held.clone()),
            Place::Merged { into } => Some(Held {
                reason: HeldReason::DuplicateInRun,
                details: format!("says the same as {into}, which keeps it as evidence"),
            }),
            Place::Dropped(why) => {
                let because = if why.is_empty() { String::new() } else { format!(": {why}") };
                Some(Held { reason: HeldReason::DroppedBefore, details: format!("dropped by a person{because}") })
            }
        }
    }

    /// Whether the finding got through R3's steps 1 to 4, and a budget held it back (FACTS 27). What surfaced counts as the
    /// document has it: models may have made it milder.
    fn survived(&self) -> bool {
        match &self.place {
            Place::Held(held) => {
                matches!(held.reason, HeldReason::NitBudget | HeldReason::Budget | HeldReason::Mode)
            }
            Place::Surfaced(_) | Place::Merged { .. } | Place::Dropped(_) => false,
        }
    }
}

impl Review {
    /// The review of nothing: the change is empty, or all of it is left out of review (FACTS 26).
    pub fn of_nothing(plan: Plan, run: RunId, message: &str) -> Self {
        let action = Action {
            action: ReviewAction::Approve,
            ground: Ground::Nothing,
            downgraded: false,
            reasoning: message.to_owned(),
        };
        let document = Document {
            title: message.to_owned(),
            action,
            findings: Vec::new(),
            inline_comments: Vec::new(),
            review_body: format!("{message}\n"),
            sections: Sections::default(),
            stats: Stats::default(),
            dedup_log: Vec::new(),
            filtered_log: Vec::new(),
        };
        Self {
            plan,
            document: Arc::new(document),
            checkpoint: String::new(),
            items: BTreeMap::new(),
            strategy: Strategy::default(),
            fail_on: None,
            run,
            states: Vec::new(),
            notes: Vec::new(),
            closing: None,
            blocked: None,
            coverage: Coverage::default(),
            not_had: Vec::new(),
            spent: (Usage::default(), 0.0),
            duration_ms: 0,
        }
    }

    /// A plan of an empty change.
    pub fn no_plan(request: Request) -> Plan {
        Plan { request, diff: Arc::default(), map: Arc::default(), tasks: Vec::new() }
    }

    /// What is in the review, in its order, with what is known of each.
    pub fn surfaced(&self) -> impl Iterator<Item = (&Entry, Option<&Item>)> {
        let shown = self.document.findings.iter().filter(|entry| !entry.suppressed);
        shown.map(|entry| (entry, self.items.get(&entry.finding.id)))
    }

    /// What is not in the review, by id, each with its reason.
    pub fn held(&self) -> impl Iterator<Item = (&Item, Held)> {
        self.items.values().filter_map(|item| Some((item, item.held()?)))
    }

    /// Two agents want different things for the same lines (R3 "Cross-pass conflicts"): the notes that say so.
    pub fn conflicts(&self) -> impl Iterator<Item = &Entry> {
        let ours = |entry: &&Entry| entry.finding.kind == Kind::Note && entry.finding.candidates.is_empty();
        self.document.findings.iter().filter(ours).filter(|entry| entry.related_to.len() == 2)
    }

    /// Whether a finding is as bad as `--fail-on` says (FACTS 27: before any budget; questions do not count).
    pub fn fails(&self) -> bool {
        let Some(level) = self.fail_on else { return false };
        let counts = |finding: &Finding| finding.kind == Kind::Finding && finding.severity >= level;
        let shown = self.surfaced().any(|(entry, _)| counts(&entry.finding));
        shown || self.items.values().any(|item| item.survived() && counts(&item.finding))
    }

    /// Whether reviewers failed and no agent made up for it (FACTS 27, 28). With agents, that is the failure of all
    /// of them; without any, a built-in reviewer that failed is not passed over either.
    pub fn reviewers_failed(&self) -> bool {
        let ended = |end: fn(&TaskEnd) -> bool| move |state: &TaskState| matches!(state, TaskState::Ended(e) if end(e));
        let (failed, completed) =
            (ended(|e| matches!(e, TaskEnd::Failed(_))), ended(|e| matches!(e, TaskEnd::Completed)));
        let skipped = |state: &TaskState| matches!(state, TaskState::Ended(TaskEnd::Skipped(_)));
        // Who judges what others found leaves nothing out when it fails.
        let agents = || self.tasks().filter(|(task, state)| is_agent(task) && !task.is_judging() && !skipped(state));
        let any_failed = match agents().next() {
            Some(_) => agents().any(|(_, state)| failed(state)),
            None => self.states.iter().any(failed),
        };
        // A swarm of which more than half failed was stopped (Soliton §4.3).
        let count = |fits: &dyn Fn(&TaskState) -> bool| agents().filter(|(_, state)| fits(state)).count();
        let aborted = self.strategy == Strategy::Swarm && count(&failed) * 2 > count(&|_| true);
        any_failed && (aborted || !agents().any(|(_, state)| completed(state)))
    }

    /// Whether every task completed.
    pub fn is_complete(&self) -> bool {
        self.tasks().all(|(task, state)| is_well(state) || task.is_judging())
    }

    /// Tasks that were to be done, and how many of them completed. Skipped ones count nowhere.
    pub(super) fn done(&self) -> (usize, usize) {
        let skipped = |state: &&TaskState| matches!(state, TaskState::Ended(TaskEnd::Skipped(_)));
        let completed = self.states.iter().filter(|state| **state == TaskState::Ended(TaskEnd::Completed)).count();
        (completed, self.states.len() - self.states.iter().filter(skipped).count())
    }

    /// Tasks that were skipped: the reasons by their words (a stored run tells its tasks in another order), each with how many and the names of their passes.
    pub(super) fn skipped(&self) -> Vec<(String, usize, Vec<String>)> {
        let mut all: Vec<(String, usize, Vec<String>)> = Vec::new();
        for (task, state) in self.tasks() {
            let TaskState::Ended(TaskEnd::Skipped(why)) = state else { continue };
            let (Pass::Builtin(name) | Pass::Replay(name) | Pass::Import(name) | Pass::Tool(name) | Pass::Agent(name)) =
                &task.pass;
            if !all.iter().any(|(known, ..)| known == why) {
                all.push((why.clone(), 0, Vec::new()));
            }
            if let Some((_, count, names)) = all.iter_mut().find(|(known, ..)| known == why) {
                *count += 1;
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        all.sort();
        all
    }

    /// Tasks with how they ended.
    pub fn tasks(&self) -> impl Iterator<Item = (&Task, &TaskState)> {
        self.plan.tasks.iter().zip(&self.states)
    }
}

/// Whether nothing is missing because of a task.
pub(super) fn is_well(state: &TaskState) -> bool {
    matches!(state, TaskState::Ended(end) if end.is_well())
}

/// A model, a command, a replayed or an imported run; a recorded built-in reviewer is still a built-in one.
pub(super) fn is_agent(task: &Task) -> bool {
    match &task.pass {
        Pass::Builtin(_) | Pass::Tool(_) => false,
        Pass::Agent(_) => true,
        Pass::Import(_) | Pass::Replay(_) => !task.id.as_str().starts_with("builtin:"),
    }
}
