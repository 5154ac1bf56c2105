//! `prr log diff --output json`: two runs side by side, versioned by `schema`.

use serde::Serialize;

use super::{compare_text::decision, log::stamp, wire::path_out};
use crate::core::{
    history::{Change, Comparison, Pair, RunSide, TaskSide, Told},
    model::TaskEnd,
};

#[derive(Serialize)]
struct Document {
    schema: u32,
    before: SideOut,
    after: SideOut,
    same_change: bool,
    settings: Vec<SettingOut>,
    tasks: Vec<TaskOut>,
    counts: std::collections::BTreeMap<&'static str, usize>,
    findings: Vec<PairOut>,
}

#[derive(Serialize)]
struct SideOut {
    run_id: String,
    started: String,
    version: String,
    model: String,
    head_sha: Option<String>,
    /// null: it did not end.
    complete: Option<bool>,
    millis: Option<i64>,
    shown: usize,
    held_back: usize,
    tokens: u64,
    cost_usd: Option<f64>,
    tasks_without_price: usize,
}

#[derive(Serialize)]
struct SettingOut {
    key: String,
    before: Option<String>,
    after: Option<String>,
}

#[derive(Serialize)]
struct TaskOut {
    task: String,
    before: Option<TaskSideOut>,
    after: Option<TaskSideOut>,
}

#[derive(Serialize)]
struct TaskSideOut {
    end: Option<&'static str>,
    who: Option<String>,
}

#[derive(Serialize)]
struct PairOut {
    /// Empty: the same.
    changes: Vec<&'static str>,
    before: Option<ToldOut>,
    after: Option<ToldOut>,
}

#[derive(Serialize)]
struct ToldOut {
    finding: String,
    agent: String,
    lens: &'static str,
    class: String,
    severity: &'static str,
    title: String,
    file: Option<String>,
    line: Option<u32>,
    held_back: Option<String>,
    decision: &'static str,
}

/// The document.
///
/// # Errors
/// None in practice: the shape holds only text and finite numbers.
pub fn compare_json(found: &Comparison<'_>) -> Result<String, serde_json::Error> {
    let Comparison { before, after, settings, tasks, findings } = found;
    let setting = |(key, before, after): &(String, Option<String>, Option<String>)| SettingOut {
        key: key.clone(),
        before: before.clone(),
        after: after.clone(),
    };
    let of_task = |side: &TaskSide| TaskSideOut {
        end: side.end.as_ref().map(TaskEnd::as_str),
        who: (!side.who.is_empty()).then(|| side.who.clone()),
    };
    let task = |(id, (before, after)): (&String, &(Option<TaskSide>, Option<TaskSide>))| TaskOut {
        task: id.clone(),
        before: before.as_ref().map(of_task),
        after: after.as_ref().map(of_task),
    };
    let same = std::iter::once(("same", found.count(None)));
    super::json(&Document {
        schema: 1,
        before: side_out(before),
        after: side_out(after),
        same_change: before.facts.request.diff_hash == after.facts.request.diff_hash,
        settings: settings.iter().map(setting).collect(),
        tasks: tasks.iter().map(task).collect(),
        counts: same.chain(Change::ALL.into_iter().map(|c| (c.as_str(), found.count(Some(c))))).collect(),
        findings: findings.iter().map(pair_out).collect(),
    })
}

fn side_out(side: &RunSide) -> SideOut {
    let RunSide { facts, findings: (shown, held_back), complete, millis, cost, usage } = side;
    SideOut {
        run_id: facts.id.to_string(),
        started: stamp(facts.started),
        version: facts.version.clone(),
        model: facts.model.clone(),
        head_sha: facts.request.head_sha.clone(),
        complete: *complete,
        millis: *millis,
        shown: *shown,
        held_back: *held_back,
        tokens: usage.total(),
        cost_usd: (cost.known > 0).then_some((cost.usd * 10_000.0).round() / 10_000.0),
        tasks_without_price: cost.unknown,
    }
}

fn pair_out(pair: &Pair<'_>) -> PairOut {
    PairOut {
        changes: pair.changes.iter().map(|change| change.as_str()).collect(),
        before: pair.before.as_ref().map(told_out),
        after: pair.after.as_ref().map(told_out),
    }
}

fn told_out(told: &Told<'_>) -> ToldOut {
    let place = told.claim.place.as_ref();
    ToldOut {
        finding: told.id.to_string(),
        agent: told.agent().to_owned(),
        lens: told.claim.lens.as_str(),
        class: told.claim.claim.issue_class.clone(),
        severity: told.claim.weight.severity.as_str(),
        title: told.claim.claim.title.clone(),
        file: place.map(|place| path_out(&place.path).0),
        line: place.and_then(|place| place.lines).map(|lines| lines.start()),
        held_back: told.is_held().then(|| told.verdict.drop_reason.clone().unwrap_or_default()),
        decision: decision(told),
    }
}
