//! `prr plan`: reads the target and works out what is risky and who would look at what. Runs no agent, writes nothing.

use std::sync::{Arc, atomic::AtomicBool};

use crate::{
    core::{
        brief::{self, Material},
        change::index::SymbolIndex,
        model::{ChangeMap, Failure, FailureKind, RunId, Strategy, TaskId, Wave},
        plan::{self, Wanted},
        risk,
    },
    edge::{
        config::Config,
        intake::{Taken, Texts},
        report::{Briefed, Plan, PlanReport},
    },
};

use super::{config, context::Shelf, job::Job, planning, runner};

/// The plan of a job.
///
/// # Errors
/// The target cannot be read, or is empty; or the person's settings have mistakes.
pub fn plan(job: &Job) -> Result<PlanReport, Failure> {
    let never = AtomicBool::new(false);
    let taken = runner::read_once(job, runner::Wants::All, &never)?;
    let found = config::config_of(
        &job.sources,
        config::base_of(&taken.request, taken.settings.as_ref(), taken.repository.is_some()),
    )?;
    if let Some(refused) = config::refusal(&found.reading) {
        return Err(refused);
    }
    let notes = config::config_notes(&found.reading);
    let config = &found.reading.config;
    let facts = risk::Facts { sensitive_paths: config.settings.sensitive_paths.clone(), ..risk::Facts::default() };
    let mut map = runner::map::map_of(job, &taken.diff, &RunId::new("plan"), &facts, &never);
    let planning = planning::planning(config, taken.request.base_sha.as_deref());
    map = runner::graph::with_graph(job, &taken.diff, map, (planning.graph.as_ref(), &facts), &never);
    let index = runner::index::index_of(job, (&taken.request, &taken.diff), &never);
    if let Some(index) = &index {
        let facts = runner::index::facts_of(job, &taken.request, facts, &never);
        map = risk::with_index(&taken.diff, &map, index, &facts);
    }
    let map = Arc::new(map);
    let plan = plan::plan(&taken.diff, &map, &planning.wish);
    let briefs = briefs(job, &taken, (&map, &plan, index.as_ref()), &never);
    let waves = Wave::ALL.into_iter().filter(|wave| *wave != Wave::OnPr || taken.request.pull.is_some());
    let asked = |wave| match plan::wanted(&planning.wish, wave, planning.realist.is_some()) {
        Wanted::By(who) => Some((wave, who)),
        Wanted::No | Wanted::Nobody => None,
    };
    let waves = waves.filter_map(asked).collect();
    Ok(PlanReport { waves, ..report(job, taken, config, (map, plan, briefs), notes) })
}

/// The exact text that the task of that number, from 1, would be sent.
///
/// # Errors
/// There is no such task; or what [`plan()`] says.
pub fn show_brief(job: &Job, number: usize) -> Result<String, Failure> {
    let mut report = plan(job)?;
    let count = report.briefs.len();
    if number == 0 || number > count {
        let words = match (count, report.planned.dropped.first()) {
            (0, Some(dropped)) => format!("There is no task for a model in this plan: {}.", dropped.why),
            (0, None) => "There is no task for a model in this plan.".to_owned(),
            (1, _) => format!("There is no task {number}: the plan has 1."),
            (many, _) => format!("There is no task {number}: the plan has {many}."),
        };
        return Err(Failure::new(FailureKind::Usage, words).hint("`prr plan` lists the tasks with their numbers"));
    }
    Ok(report.briefs.swap_remove(number - 1).brief.text)
}

/// What each task would be sent.
fn briefs(
    job: &Job,
    taken: &Taken,
    (map, plan, index): (&ChangeMap, &plan::Plan, Option<&SymbolIndex>),
    stop: &AtomicBool,
) -> Vec<Briefed> {
    let texts = taken.repository.is_some().then(|| Texts::new(job.intake.clone(), stop));
    let mut shelf = Shelf::new(&taken.diff, &taken.request, (texts, index));
    let material = Material { diff: &taken.diff, map, title: &taken.request.title, description: "", known: &[] };
    // Only models read the repository, and only where there is one.
    let has_tools = |task: &plan::Planned| {
        taken.repository.is_some() && !task.who.as_deref().is_some_and(|who| who.starts_with("cmd:"))
    };
    let one = |task: &plan::Planned| {
        let mut shown = task.clone();
        if !has_tools(task) {
            shown.tools = plan::ToolPolicy::None;
        }
        let task = &shown;
        let context = brief::context(&taken.diff, map, task, &mut shelf);
        Briefed { brief: brief::brief(&material, task, &context), context }
    };
    plan.tasks.iter().map(one).collect()
}

fn report(
    job: &Job,
    taken: Taken,
    config: &Config,
    (map, planned, briefs): (Arc<ChangeMap>, plan::Plan, Vec<Briefed>),
    notes: Vec<String>,
) -> PlanReport {
    let sizes =
        || planned.tasks.iter().zip(&briefs).map(|(task, briefed)| (task.who.as_deref(), briefed.brief.text.len()));
    let prices = &config.models.prices;
    let estimate = plan::estimate(sizes(), prices);
    // What it would be if somebody answered: numbers for who thinks about it.
    let if_asked = plan::estimate(sizes().map(|(_, bytes)| (Some(""), bytes)), prices).tokens();
    let all_off = planned.builtin.iter().any(|(id, _)| id.as_str() == "builtin:builtin");
    let is_on = |id: &TaskId| !all_off && !planned.builtin.iter().any(|(known, _)| known == id);
    let mut tasks = job.plan().tasks;
    tasks.extend(planning::more_reviewers(job, config, taken.repository.is_some()));
    tasks.retain(|task| is_on(&task.id));
    let strategy: Strategy = planned.strategy;
    PlanReport {
        plan: Plan { request: taken.request, diff: taken.diff, map, tasks },
        strategy,
        planned,
        briefs,
        estimate,
        if_asked,
        waves: Vec::new(),
        notes,
    }
}
