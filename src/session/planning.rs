//! What a run is planned by, and the plan it has: handed to the effect that makes the map, kept when it comes.
//! Not the planners (`core::plan`). Filled by app and `update`; read by app, ui and `update`.

use std::sync::Arc;

use crate::core::{
    change::index::SymbolIndex,
    model::{GraphSettings, Kind, Pass, TaskEnd, TaskId},
    plan::{Plan, Prices, Tier0Facts, Verdict, Wish, tier0},
};

use super::Session;

/// What a run is planned by.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Planning {
    /// Strategy, forced and skipped agents, who answers.
    pub wish: Wish,
    /// Whether tier 0 was switched on.
    pub tier0: bool,
    /// Whether a clean verdict stops model agents.
    pub skip_on_clean: bool,
    /// What blocks: `secrets`, `types`, `security`, `dependencies`.
    pub block_on: Vec<String>,
    /// The confidence from which improvements are put to the realist check too; `None` = there is none.
    pub realist: Option<f64>,
    /// Whether a model sums the review up.
    pub summary: bool,
    /// What models cost.
    pub prices: Prices,
    /// Where a graph of the code is read from; `None` = nobody wants one.
    pub graph: Option<GraphWish>,
}

/// A graph of the code that is to be read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GraphWish {
    /// The settings.
    pub settings: GraphSettings,
    /// Commit of the base side.
    pub base: Option<String>,
}

/// What is known of the run ahead, and of the repository around the change.
#[derive(Debug, Clone, Default)]
pub(super) struct Outlook {
    /// What the run is planned by; `None` = it is not.
    pub planning: Option<Box<Planning>>,
    /// The plan.
    pub plan: Option<Arc<Plan>>,
    /// Whether agents were let begin, or left out.
    pub asked: bool,
    /// Why the rest was stopped, when so many agents failed.
    pub aborted: Option<String>,
    /// How tasks of an earlier session of this run ended.
    pub earlier: Vec<(TaskId, TaskEnd)>,
    /// Whether the symbol index is being built.
    pub indexing: bool,
    /// The symbol index of the repository.
    pub index: Option<Arc<SymbolIndex>>,
    /// Whether spec alignment waits for what the host still has to tell.
    pub waits_for_issues: bool,
    /// What models say of findings.
    pub waves: super::waves::Waves,
}

impl Session {
    /// Who is to look at what, once it is planned.
    pub fn plan(&self) -> Option<&Arc<Plan>> {
        self.inner.outlook.plan.as_ref()
    }

    /// What those that look without a model come to together; `None` while one is at work.
    pub fn tier0(&self) -> Option<Verdict> {
        verdict(self)
    }

    /// Who names what in the repository; `None` until it is known, and where there is none.
    pub fn index(&self) -> Option<&Arc<SymbolIndex>> {
        self.inner.outlook.index.as_ref()
    }

    /// Whether the symbol index is being built.
    pub fn is_indexing(&self) -> bool {
        self.inner.outlook.indexing
    }

    /// Why the rest of the agents was stopped, when more than half of them failed.
    pub fn aborted(&self) -> Option<&str> {
        self.inner.outlook.aborted.as_deref()
    }

    /// Whether a clean verdict of tier 0 stops model agents.
    pub fn is_fast(&self) -> bool {
        self.inner.outlook.planning.as_ref().is_some_and(|planning| planning.tier0 && planning.skip_on_clean)
    }
}

/// The verdict of tier 0 on what was said so far; `None` while a built-in reviewer or tool is at work, and for runs
/// that are not planned (recorded ones).
fn verdict(session: &Session) -> Option<Verdict> {
    let (plan, planning) = (session.inner.outlook.plan.as_deref()?, session.inner.outlook.planning.as_ref()?);
    let mine = || session.tasks.iter().filter(|(task, _)| is_tier0(task.id.as_str()));
    if mine().any(|(_, state)| !matches!(state, crate::core::model::TaskState::Ended(_))) {
        return None;
    }
    let not_well = |state: &crate::core::model::TaskState| !matches!(state, crate::core::model::TaskState::Ended(end) if end.is_well());
    let score = session.map.as_ref().and_then(|map| map.score.as_ref());
    let sensitive = score.iter().flat_map(|score| &score.factors).find(|factor| factor.name == "sensitive_paths");
    let facts = Tier0Facts {
        enabled: planning.tier0,
        block_on: &planning.block_on,
        lines: plan.meaningful,
        is_sensitive: sensitive.is_none_or(|factor| factor.score > 0),
        has_gaps: mine().any(|(_, state)| not_well(state)) || !session.diff.problems.is_empty(),
        case: plan.case,
    };
    // What an earlier stage held back as no claim of weight is still said; a duplicate says it once more.
    let told = session.findings.told().filter(|told| told.finding.kind == Kind::Finding);
    // Agents say thousands of things; each look-up costs.
    let of_tier0 = told.filter(|told| told.own.as_ref().is_some_and(|own| is_tier0(own.task.as_str())));
    let said = of_tier0.filter_map(|told| session.findings.candidate(told.finding.candidates.first()?));
    Some(tier0(&facts, said))
}

/// Whether somebody beside the built-in reviewers looks: an agent, or one that was recorded.
pub(super) fn is_agent(pass: &Pass) -> bool {
    match pass {
        Pass::Agent(_) => true,
        Pass::Replay(id) => !is_tier0(id),
        Pass::Builtin(_) | Pass::Import(_) | Pass::Tool(_) => false,
    }
}

fn is_tier0(task: &str) -> bool {
    task.starts_with("builtin:") || task.starts_with("tier0:")
}
