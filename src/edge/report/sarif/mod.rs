//! `--output sarif`: SARIF 2.1.0, one run. Where a comment can stand is a region; what the old side of the change says
//! has no region, because SARIF's regions are of the version that was analysed: its lines are in `properties.prr`,
//! beside all that SARIF has no word for. With `--all` what was held back is a result with a suppression whose
//! justification is the reason (then every other result has an empty list, as the standard wants it).
//! Not here: reading SARIF (`findings_in`). Called by `mod`.

mod place;
mod result;
mod rules;

use serde::Serialize;

use super::{Extent, Review, review::is_well, wire::HeldBack};
use crate::core::model::{TaskEnd, TaskState};
use place::BASE;
use result::ResultOut;
use rules::{Rule, Rules};

pub(super) use rules::id as rule_id;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Text of a message.
#[derive(Debug, Clone, Serialize)]
struct Message {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
}

impl Message {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), markdown: None }
    }
}

#[derive(Serialize)]
pub(super) struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    automation_details: AutomationDetails,
    #[serde(skip_serializing_if = "Option::is_none")]
    version_control_provenance: Option<[Provenance; 1]>,
    original_uri_base_ids: Bases,
    column_kind: &'static str,
    invocations: [Invocation; 1],
    results: Vec<ResultOut>,
    properties: RunProperties,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    full_name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
struct AutomationDetails {
    id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Provenance {
    repository_uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision_id: Option<String>,
    mapped_to: MappedTo,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MappedTo {
    uri_base_id: &'static str,
}

/// The root of the repository has no address: the log means the same on every machine.
#[derive(Serialize)]
struct Bases {
    #[serde(rename = "%SRCROOT%")]
    root: Base,
}

#[derive(Serialize)]
struct Base {
    description: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Serialize)]
struct RunProperties {
    prr: OfRun,
}

#[derive(Serialize)]
struct OfRun {
    run: String,
    pr_ref: String,
    title: String,
    action: &'static str,
    action_reasoning: String,
    base_sha: Option<String>,
    head_sha: Option<String>,
}

/// The log.
pub(super) fn log(review: &Review, extent: Extent) -> Log {
    let mut rules = Rules::default();
    let is_all = extent == Extent::All;
    let mut results: Vec<ResultOut> =
        review.surfaced().map(|(entry, item)| result::of_entry(review, entry, item, &mut rules, is_all)).collect();
    if is_all {
        results.extend(review.held().map(|(item, held)| {
            let held = HeldBack::of(&item.finding, &held);
            result::of_held(review, item, held, &mut rules)
        }));
    }
    Log { schema: SCHEMA, version: "2.1.0", runs: [run(review, rules.list(), results)] }
}

fn run(review: &Review, rules: Vec<Rule>, results: Vec<ResultOut>) -> Run {
    let request = &review.plan.request;
    let action = &review.document.action;
    Run {
        tool: Tool {
            driver: Driver {
                name: "prr",
                full_name: "prr, a cockpit for reviewing pull requests (prr-cockpit)",
                semantic_version: env!("CARGO_PKG_VERSION"),
                rules,
            },
        },
        automation_details: AutomationDetails { id: format!("prr/{}/{}", request.pr_ref, review.run) },
        version_control_provenance: provenance(review).map(|one| [one]),
        original_uri_base_ids: Bases { root: Base { description: Message::new("The root of the repository.") } },
        column_kind: "unicodeCodePoints",
        invocations: [Invocation {
            execution_successful: review.is_complete(),
            tool_execution_notifications: notifications(review),
        }],
        results,
        properties: RunProperties {
            prr: OfRun {
                run: review.run.to_string(),
                pr_ref: request.pr_ref.clone(),
                title: request.title.clone(),
                action: action.action.as_str(),
                action_reasoning: action.reasoning.clone(),
                base_sha: request.base_sha.clone(),
                head_sha: request.head_sha.clone(),
            },
        },
    }
}

/// Only a pull request has a repository with an address; of others the commits stand in `properties`.
fn provenance(review: &Review) -> Option<Provenance> {
    let request = &review.plan.request;
    let repo = &request.pull.as_ref()?.repo;
    let part = |text: &str| place::encoded(text.as_bytes());
    Some(Provenance {
        repository_uri: format!("https://{}/{}/{}", repo.host.as_str(), part(&repo.owner), part(&repo.repo)),
        revision_id: request.head_sha.clone(),
        mapped_to: MappedTo { uri_base_id: BASE },
    })
}

/// What was not looked at, and what went wrong.
fn notifications(review: &Review) -> Vec<Notification> {
    let mut all = Vec::new();
    for (task, state) in review.tasks().filter(|(_, state)| !is_well(state)) {
        let what = match state {
            TaskState::Ended(TaskEnd::Failed(why)) => format!("{} failed: {why}", task.id),
            TaskState::Ended(_) => format!("{} was stopped", task.id),
            TaskState::Queued | TaskState::Running => format!("{} did not end", task.id),
        };
        all.push(Notification { level: "error", message: Message::new(what) });
    }
    for (why, _, passes) in review.skipped() {
        let what = format!("skipped ({why}): {}", passes.join(", "));
        all.push(Notification { level: "note", message: Message::new(what) });
    }
    all.extend(review.notes.iter().map(|note| Notification { level: "note", message: Message::new(note.clone()) }));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::{Host, PullName, RepoName, Request, RunId, TargetKind};

    #[test]
    fn a_pull_request_says_where_its_code_is_and_at_which_commit() {
        let repo = RepoName { host: Host::github(), owner: "octo".into(), repo: "shop app".into() };
        let request = Request {
            kind: TargetKind::Pull,
            pr_ref: "pr-7".into(),
            repo_slug: String::new(),
            title: "T".into(),
            base_sha: None,
            head_sha: Some("f".repeat(40)),
            diff_hash: String::new(),
            notes: Vec::new(),
            pull: Some(PullName { repo, number: 7 }),
            stack: None,
        };
        let review = Review::of_nothing(Review::no_plan(request), RunId::new("20260101-000000-abc1234"), "Nothing.");
        let text = serde_json::to_value(log(&review, Extent::Surfaced)).unwrap();
        let run = &text["runs"][0];
        assert_eq!(
            run["versionControlProvenance"],
            serde_json::json!([{
                "repositoryUri": "https://github.com/octo/shop%20app",
                "revisionId": "f".repeat(40),
                "mappedTo": {"uriBaseId": "%SRCROOT%"},
            }])
        );
        assert_eq!(run["automationDetails"]["id"], "prr/pr-7/20260101-000000-abc1234");
    }
}
