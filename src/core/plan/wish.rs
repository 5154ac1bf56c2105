//! What a person wants of a plan: strategy, forced and skipped agents, who answers. Not where it was said (edge::config).
//! Called by the planners; made by app.

use crate::core::model::{ModelRef, Pass, Strategy, Task, TaskId, Tier, Tiers};

use super::{
    Ground,
    task::{Asks, Dropped, Plan, Planned, Scope, ToolPolicy, reviewed},
};

/// A command that answers (`[[agents]]`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Command {
    /// Its name.
    pub name: String,
    /// The tier whose tasks it takes.
    pub tier: Option<Tier>,
    /// The pass it carries out in place of a model.
    pub pass: Option<String>,
    /// Whether it gets one task over the whole diff.
    pub whole: bool,
}

/// Who answers which tier and pass.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Who {
    /// Models by tier.
    pub tiers: Tiers,
    /// Commands.
    pub commands: Vec<Command>,
}

impl Who {
    /// Who answers a pass: the command that is set for it, else the model of its tier, else that of the nearest
    /// configured tier (of two as near the stronger), else a command of that tier.
    pub fn answers(&self, pass: &str, tier: Tier) -> Option<String> {
        let named = self.commands.iter().find(|c| !c.whole && c.pass.as_deref() == Some(pass));
        let of_tier = self.commands.iter().find(|c| !c.whole && c.pass.is_none() && c.tier == Some(tier));
        let order = match tier {
            Tier::Light => [Tier::Light, Tier::Medium, Tier::Heavy],
            Tier::Medium => [Tier::Medium, Tier::Heavy, Tier::Light],
            Tier::Heavy => [Tier::Heavy, Tier::Medium, Tier::Light],
        };
        let model = || order.iter().find_map(|tier| self.model(*tier)).map(words);
        let command = |c: &Command| format!("cmd:{}", c.name);
        named.map(command).or_else(|| self.model(tier).map(words)).or_else(|| of_tier.map(command)).or_else(model)
    }

    fn model(&self, tier: Tier) -> Option<&ModelRef> {
        let of = match tier {
            Tier::Light => &self.tiers.light,
            Tier::Medium => &self.tiers.medium,
            Tier::Heavy => &self.tiers.heavy,
        };
        of.model.as_ref()
    }
}

fn words(model: &ModelRef) -> String {
    match model {
        ModelRef::Model { provider, name } => format!("{provider}::{name}"),
        ModelRef::Command(name) => format!("cmd:{name}"),
    }
}

/// What a person wants of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wish {
    /// Which planner.
    pub strategy: Strategy,
    /// `--agents`: only these, whatever the plan would be; `None` = as planned.
    pub agents: Option<Vec<String>>,
    /// `--skip`: none of these; `None` = the strategy's own list.
    pub skip: Option<Vec<String>>,
    /// Passes and lenses that the settings switch off.
    pub off: Vec<String>,
    /// Whether `silent-failure` may be added.
    pub silent_failure: bool,
    /// Whether `comment-accuracy` may be added.
    pub comment_accuracy: bool,
    /// Whether the change is held against its specification.
    pub spec_alignment: bool,
    /// Features of files by a graph of the code, in diff order ('' = none): they lead chunking.
    pub features: Vec<String>,
    /// Who answers.
    pub who: Who,
    /// Tasks at once; `None` = as the strategy says.
    pub parallel: Option<usize>,
}

impl Wish {
    /// Whether a name is to be left out: `--skip` says so, or the settings do and `--agents` does not.
    pub(super) fn leaves_out(&self, name: &str) -> Option<String> {
        let says = |list: &[String]| list.iter().any(|one| same(one, name));
        if self.skip.as_deref().is_some_and(says) {
            return Some("left out by --skip".to_owned());
        }
        let forced = self.agents.as_deref().is_some_and(says);
        (!forced && says(&self.off)).then(|| "switched off by the settings".to_owned())
    }

    /// Whether `--agents` names it.
    pub(super) fn forces(&self, name: &str) -> bool {
        self.agents.as_deref().is_some_and(|list| list.iter().any(|one| same(one, name)))
    }

    /// At most so many tasks at once.
    pub(super) fn at_once(&self, planned: usize) -> usize {
        self.parallel.map_or(planned, |most| planned.min(most.max(1)))
    }
}

/// Case and the kind of dash do not count.
pub(super) fn same(a: &str, b: &str) -> bool {
    let plain = |c: char| if c == '_' { '-' } else { c.to_ascii_lowercase() };
    a.chars().map(plain).eq(b.chars().map(plain))
}

/// Commands with `scope = "whole"`: one task each, over everything that is reviewed.
pub(super) fn commands(ground: &Ground<'_>, plan: &mut Plan) {
    let wish = ground.wish;
    for command in wish.who.commands.iter().filter(|command| command.whole) {
        if let Some(why) = wish.leaves_out(&command.name) {
            plan.dropped.push(Dropped { name: command.name.clone(), why });
            continue;
        }
        if wish.agents.is_some() && !wish.forces(&command.name) {
            plan.dropped.push(Dropped { name: command.name.clone(), why: "not among --agents".to_owned() });
            continue;
        }
        plan.tasks.push(Planned {
            task: Task { id: TaskId::new(format!("agent:{}", command.name)), pass: Pass::Agent(command.name.clone()) },
            lenses: Vec::new(),
            tier: command.tier.unwrap_or(Tier::Heavy),
            scope: Scope::Whole,
            files: reviewed(ground.diff, ground.map),
            hunks: None,
            tools: ToolPolicy::Configured,
            asks: Asks::Everything,
            why: "a command of yours over the whole change".to_owned(),
            focus: String::new(),
            who: Some(format!("cmd:{}", command.name)),
        });
        // They work beside the planned ones, and within the same bound.
        plan.parallel = wish.at_once(plan.tasks.len());
    }
}
