//! The task that holds a change against its specification by a model (Soliton §2.7), beside the built-in reviewer that
//! needs none. Not here: where specifications lie (app::runner). Called by `mod`.

use crate::core::model::{Lens, Pass, Task, TaskId, Tier};

use super::{
    Ground,
    task::{Asks, Dropped, Plan, Planned, Scope, ToolPolicy, reviewed},
};

/// Its name; that of the built-in reviewer too.
const NAME: &str = "spec-alignment";

pub(super) fn add(ground: &Ground<'_>, plan: &mut Plan) {
    let wish = ground.wish;
    if !(wish.spec_alignment || wish.forces(NAME)) {
        return;
    }
    // Nobody to ask is no gap: the built-in reviewer looks.
    let Some(who) = wish.who.answers(NAME, Tier::Light) else { return };
    let not_named = (wish.agents.is_some() && !wish.forces(NAME)).then(|| "not among --agents".to_owned());
    if let Some(why) = wish.leaves_out(NAME).or(not_named) {
        plan.dropped.push(Dropped { name: NAME.to_owned(), why });
        return;
    }
    plan.dropped.retain(|dropped| dropped.name != NAME);
    plan.tasks.push(Planned {
        task: Task { id: TaskId::new(format!("pass:{NAME}")), pass: Pass::Agent(NAME.to_owned()) },
        lenses: vec![Lens::Correctness],
        tier: Tier::Light,
        scope: Scope::Whole,
        files: reviewed(ground.diff, ground.map),
        hunks: None,
        tools: ToolPolicy::Configured,
        asks: Asks::Specification,
        why: "holds the change against what it is said to do".to_owned(),
        focus: String::new(),
        who: Some(who),
    });
    plan.parallel = wish.at_once(plan.tasks.len());
}
