//! Settings -> what a run is planned by. Not the planners (core::plan). Called by the runner when a target's settings are
//! read, and by `prr plan`.

use crate::{
    core::{
        checks,
        model::Task,
        plan::{Command, Who, Wish},
    },
    edge::config::Config,
    session::{GraphWish, Planning},
};

use super::job::{Agents, Job};

/// What the settings say of planning.
pub(super) fn planning(config: &Config, base: Option<&str>) -> Planning {
    let run = &config.run;
    let is_on = |name: &str| run.swarm.contains(&name);
    let lenses_off = config.settings.off.lenses.iter().map(|lens| lens.as_str().to_owned());
    let command = |agent: &crate::core::model::AgentCommand| Command {
        name: agent.name.clone(),
        tier: agent.tier,
        pass: agent.pass.clone(),
        whole: agent.whole,
    };
    let wish = Wish {
        strategy: config.settings.strategy,
        agents: run.agents.clone().filter(|names| !names.iter().any(|name| name.eq_ignore_ascii_case("auto"))),
        skip: run.skip.clone(),
        off: config.settings.off.passes.iter().cloned().chain(lenses_off).collect(),
        silent_failure: is_on("silent_failure"),
        comment_accuracy: is_on("comment_accuracy"),
        spec_alignment: config.synthesis.spec_alignment,
        features: Vec::new(),
        who: Who { tiers: config.models.tiers.clone(), commands: config.models.agents.iter().map(command).collect() },
        parallel: config.models.limits.parallel.and_then(|most| usize::try_from(most).ok()),
    };
    Planning {
        wish,
        tier0: config.tier0.enabled,
        skip_on_clean: config.tier0.skip_llm_on_clean,
        block_on: config.tier0.block_on.clone(),
        realist: config.synthesis.realist_check.then_some(config.synthesis.realist_threshold),
        summary: config.synthesis.summary,
        prices: config.models.prices.clone(),
        graph: config
            .graph
            .enabled
            .then(|| GraphWish { settings: config.graph.clone(), base: base.map(str::to_owned) }),
    }
}

/// Built-in reviewers of a run beside those that look at every file: the person's rules, the specification when the
/// settings ask for it, and, in a repository, those that ask the symbol index.
pub(super) fn more_reviewers(job: &Job, config: &Config, has_repository: bool) -> Vec<Task> {
    let wanted = [
        (checks::RULES, !config.settings.rules.is_empty()),
        (checks::SPEC_ALIGNMENT, config.synthesis.spec_alignment),
        (checks::LEFT_BEHIND, has_repository),
        (checks::API_REMOVAL, has_repository),
        (checks::STALE_DOCS, has_repository),
    ];
    let set = |id: &str| config.settings.checks.iter().find(|set| set.id == id).and_then(|set| set.enabled);
    let is_off = |id: &str| !set(id).unwrap_or_else(|| checks::is_on(id));
    let is_on = |id: &str| matches!(job.agents, Agents::Builtin) && !is_off(id);
    wanted.into_iter().filter(|(id, wanted)| *wanted && is_on(id)).map(|(id, _)| Task::builtin(id)).collect()
}
