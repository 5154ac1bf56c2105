//! Workflows of GitHub and GitLab that hand rights to strangers. Rules: GitHub's "Security hardening for GitHub Actions"
//! and "Keeping your GitHub Actions and workflows secure" parts 1 and 2; GitLab's "Pipeline security". Called through
//! `CHECKS`.

use crate::core::model::{Lens, Severity};

use super::{
    super::{
        Check, Look,
        introduced::Says,
        subject::{Found, Subject},
    },
    Leaf, Trap,
    injected::{expressions, is_head, strangers_text},
    introduced, says,
    yaml::{Entry, entries},
};

pub(in super::super) const CHECK: Check = Check {
    id: "ci-workflow",
    lens: Lens::Security,
    title: "workflows that hand rights to strangers",
    about: "A workflow runs with tokens of the repository. Whoever can choose what it runs (the head of a pull request, \
            the text of an issue, a tag that moves) has the rights of those tokens.",
    never: &[
        "actions pinned to a full commit id, GitHub's own, local ones, and a pin that only moves",
        "event text that goes through `env:`, and comparisons with it",
        "checkout of the head without a target's rights, or behind a label or a repository test",
        "secrets piped to a program or passed by `env:`",
        "workflows in folders where nothing runs them",
    ],
    look: Look::Lines(run),
};

fn run(subject: &Subject<'_>) -> Vec<Found> {
    let path = subject.path.as_bytes();
    let is_yaml = path.ends_with(b".yml") || path.ends_with(b".yaml");
    let is_action = matches!(subject.path.file_name(), b"action.yml" | b"action.yaml") && !subject.is_test;
    if is_yaml && (path.starts_with(b".github/workflows/") || is_action) {
        together(introduced(subject, github))
    } else if path.ends_with(b".gitlab-ci.yml") && !subject.is_test {
        introduced(subject, gitlab)
    } else {
        Vec::new()
    }
}

/// Actions that are taken by a tag are one finding: who pins one pins all.
fn together(found: Vec<Found>) -> Vec<Found> {
    let (tags, mut other): (Vec<Found>, Vec<Found>) =
        found.into_iter().partition(|f| f.issue_class == UNPINNED && f.gravity.severity < Severity::Major);
    let count = tags.len();
    let mut tags = tags.into_iter();
    let Some(mut first) = tags.next() else { return other };
    if count > 1 {
        first.title = format!("{count} actions of others are not pinned to a commit");
        for next in tags {
            first.evidence.push('\n');
            first.evidence.push_str(&next.evidence);
        }
    }
    other.push(first);
    other
}

const UNPINNED: &str = "ci-unpinned-action";

fn github(leaf: &Leaf<'_>, traps: &mut Vec<Trap>) {
    let entries = entries(leaf);
    moving_actions(leaf, &entries, traps);
    heads_with_rights(&entries, traps);
    for entry in &entries {
        if entry.key == "permissions" && entry.value == "write-all" {
            traps.push(Trap::at(entry.at, "write-all", says_write_all()));
        }
        if entry.key == "secrets" || entry.block.is_some() || entry.key == "run" {
            traps.extend(printed(leaf, entry));
        }
        if entry.block.as_deref().is_some_and(is_code) || is_code(&entry.key) {
            let texts = expressions(&entry.value).filter_map(strangers_text);
            traps.extend(texts.map(|text| Trap::at(entry.at, format!("{text} in code"), says_injected(text))));
        }
    }
}

fn is_code(key: &str) -> bool {
    key == "run" || key == "script"
}

fn says_write_all() -> Says {
    says(
        ("ci-write-all", "a workflow has the rights that it needs"),
        (
            "The workflow's token may write everything".to_owned(),
            "`permissions: write-all` gives every step, and every action that a step uses, the right to push code, to \
             publish packages and to change releases."
                .to_owned(),
            "Name the rights that the job needs, for example `permissions: { contents: read }`.",
        ),
        (Severity::Major, 0.9),
    )
}

fn says_injected(text: &str) -> Says {
    let commit = text.contains("commit");
    says(
        ("ci-script-injection", "text of strangers is data, not code"),
        (
            format!("`{text}` is put into the text of a script"),
            format!(
                "`${{{{ {text} }}}}` is replaced before the script runs. Whoever writes it can end the string that it \
                 stands in and run commands with the token and the secrets of this job."
            ),
            "Give it to the step by `env:` and use the variable in quotes: it is then never read as code.",
        ),
        (if commit { Severity::Major } else { Severity::Critical }, if commit { 0.85 } else { 0.92 }),
    )
}

/// Secrets that a step writes to the log, or hands over all at once.
fn printed(leaf: &Leaf<'_>, entry: &Entry) -> Option<Trap> {
    let code = entry.block.as_deref().is_some_and(is_code) || is_code(&entry.key);
    let text = entry.value.trim_start();
    let secret = expressions(text).find(|inner| inner.starts_with("secrets.") || inner.contains("toJSON(secrets)"))?;
    let prints = ["echo ", "printf ", "console.log(", "core.info("].iter().any(|word| text.starts_with(word));
    let goes_on = text.contains(['|', '>']) || text.ends_with('\\');
    let unmasks = text.contains("| base64") || text.contains("|base64") || text.contains("| rev");
    let kept = text.contains("base64 -d") || text.contains("base64 --d") || text.contains('>');
    let is_open = !leaf.text(entry.at + 1).trim_start().starts_with(['|', '>']);
    if !(code && prints && is_open && (!goes_on || (unmasks && !kept))) || text.contains("::add-mask::") {
        return None;
    }
    let name = secret.trim_start_matches("secrets.");
    let said = says(
        ("ci-secret-printed", "secrets stay out of logs"),
        (
            format!("`{secret}` is written to the log"),
            format!(
                "Logs of workflows are read by everybody who can see the repository. GitHub hides only the exact text of \
                 {name}: any part or other form of it stands there in clear."
            ),
            "Do not print it. To see whether it is set, print its length or a fixed word.",
        ),
        (Severity::Major, 0.85),
    );
    Some(Trap::at(entry.at, format!("prints {name}"), said))
}

/// An action of others by something that moves.
struct Moving<'e> {
    at: usize,
    action: &'e str,
    to: &'e str,
}

fn moving(entry: &Entry) -> Option<Moving<'_>> {
    let (action, to) = entry.value.split_once('@').filter(|_| entry.key == "uses")?;
    let owner = action.split('/').next()?;
    let is_others = action.contains('/') && !action.contains([':', '$', ' ']) && !owner.is_empty() && owner != ".";
    // `owner/.github` holds what an organisation shares with its own repositories.
    let known = ["actions", "github"].contains(&owner.to_lowercase().as_str()) || action.contains("/.github/");
    let is_id = (to.len() == 40 || to.len() == 64) && to.bytes().all(|b| b.is_ascii_hexdigit());
    (is_others && !known && !is_id && !to.is_empty() && !to.contains(['$', ' '])).then_some(Moving {
        at: entry.at,
        action,
        to,
    })
}

fn moving_actions(leaf: &Leaf<'_>, entries: &[Entry], traps: &mut Vec<Trap>) {
    let guarded = ["secrets.", "id-token: write", "contents: write", "packages: write", "write-all"];
    let holds = guarded.iter().any(|word| leaf.holds(word));
    let mut said: Vec<&str> = Vec::new();
    for moving in entries.iter().filter_map(moving) {
        if said.contains(&moving.action) {
            continue;
        }
        said.push(moving.action);
        // `stable` says which toolchain, not which code.
        let is_channel =
            ["stable", "nightly", "beta"].contains(&moving.to) || moving.to.starts_with(|c: char| c.is_ascii_digit());
        if moving.action == "dtolnay/rust-toolchain" && is_channel && !holds {
            continue;
        }
        let branch = ["main", "master", "HEAD", "develop", "dev", "latest", "trunk", "next"].contains(&moving.to);
        // Its tags are names of toolchains, and `master` is how it is meant to be taken.
        let branch = branch && moving.action != "dtolnay/rust-toolchain";
        let (severity, confidence) = match (branch, holds) {
            (true, _) => (Severity::Major, 0.9),
            (false, true) => (Severity::Minor, 0.85),
            // Half of those who were asked called it noise.
            (false, false) => (Severity::Nitpick, 0.6),
        };
        let what = if branch { "a branch" } else { "a tag or branch" };
        let rights = if holds { ", with the secrets or the write access of this workflow" } else { "" };
        let said = says(
            (UNPINNED, "code of others is fixed by its commit"),
            (
                format!("`{}` is not pinned to a commit", moving.action),
                format!(
                    "`{}` names {what} of somebody else's repository. Whoever can move it chooses what runs here{rights}, \
                     without a change in this repository.",
                    moving.to
                ),
                "Pin the full commit id and keep the version in a comment behind it; a bot can raise both.",
            ),
            (severity, confidence),
        );
        traps.push(Trap::at(moving.at, format!("{} unpinned", moving.action), said));
    }
}

/// Checkout of strangers' code in a workflow that runs with the rights of the target, and something that runs then.
fn heads_with_rights(entries: &[Entry], traps: &mut Vec<Trap>) {
    let trigger = |name: &str| {
        entries.iter().find(|e| {
            let listed = e.key == "on" && e.value.split([',', '[', ']', ' ']).any(|word| word == name);
            e.block.is_none() && e.key == name || listed || (e.is_item && e.value == name && e.indent <= 6)
        })
    };
    let Some(event) = trigger("pull_request_target").or_else(|| trigger("workflow_run")) else { return };
    let asked = entries.iter().any(|e| {
        let words = ["labels", "label.name", "author_association", "head.repo.full_name ==", "head.repo.fork"];
        (e.key == "if" || e.block.as_deref() == Some("if")) && words.iter().any(|word| e.value.contains(word))
            || e.key == "environment"
    });
    if asked {
        return;
    }
    for (nth, uses) in entries.iter().enumerate().filter(|(_, e)| is_checkout(e)) {
        let step = entries.iter().skip(nth + 1).take_while(|e| !(e.is_item && e.indent <= uses.indent));
        let of_head = |e: &&Entry| matches!(e.key.as_str(), "ref" | "repository") && expressions(&e.value).any(is_head);
        let Some(head) = step.clone().find(of_head) else { continue };
        let behind = entries.iter().skip(nth + 1 + step.count());
        let same_job = behind.take_while(|e| e.indent >= uses.indent || e.block.is_some());
        if let Some(runs) =
            same_job.into_iter().find(|e| e.key == "run" || (e.key == "uses" && e.value.starts_with("./")))
        {
            let key = format!("{} runs the head", event_name(event));
            traps.push(Trap::over((uses.at, head.at), key, says_head(event)).with([event.at, runs.at]));
        }
    }
}

fn is_checkout(entry: &Entry) -> bool {
    entry.key == "uses" && entry.value.starts_with("actions/checkout@")
}

fn event_name(event: &Entry) -> &'static str {
    let is_run = event.key == "workflow_run" || event.value.contains("workflow_run");
    if is_run { "workflow_run" } else { "pull_request_target" }
}

fn says_head(event: &Entry) -> Says {
    let name = event_name(event);
    says(
        ("ci-head-with-rights", "code of strangers runs without rights"),
        (
            format!("Code of a pull request runs with the rights of `{name}`"),
            format!(
                "A workflow on `{name}` has the secrets and the token of this repository, and this step checks out what \
                 a stranger wrote, which later steps run. Opening a pull request is enough to take both."
            ),
            "Build on `pull_request`, which has no rights, and use its results in a second workflow that does not run \
             the code; or check out the base.",
        ),
        (Severity::Blocker, 0.9),
    )
}

/// Variables of GitLab whose text strangers write.
const GITLAB: &[&str] = &[
    "CI_COMMIT_MESSAGE",
    "CI_COMMIT_TITLE",
    "CI_COMMIT_DESCRIPTION",
    "CI_MERGE_REQUEST_TITLE",
    "CI_MERGE_REQUEST_DESCRIPTION",
    "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME",
    "CI_COMMIT_REF_NAME",
    "CI_COMMIT_BRANCH",
    "CI_COMMIT_TAG_MESSAGE",
];

fn gitlab(leaf: &Leaf<'_>, traps: &mut Vec<Trap>) {
    for entry in entries(leaf) {
        let text = entry.value.as_str();
        let runs = ["eval ", "sh -c \"", "bash -c \""].iter().any(|word| text.contains(word));
        let name = GITLAB.iter().find(|name| {
            text.split(['$', '{', '}'])
                .any(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_')).next() == Some(name))
        });
        if let (true, Some(name)) = (runs, name.filter(|_| text.contains('$'))) {
            let said = Says { title: format!("`${name}` is read as code"), ..says_injected(name) };
            let said = Says {
                summary: format!(
                    "The shell replaces `${name}` and then reads the outcome as code: whoever writes that text runs commands with the rights of this job."
                ),
                fix: "Run the command itself, with the variable in quotes, and without `eval` or `-c`.".to_owned(),
                ..said
            };
            traps.push(Trap::at(entry.at, format!("{name} in code"), said));
        }
        if entry.key == "remote" && text.starts_with("http://") {
            traps.push(Trap::at(entry.at, "remote over http", says_remote()));
        }
    }
}

fn says_remote() -> Says {
    says(
        ("ci-remote-http", "a pipeline is what its repository says"),
        (
            "The pipeline is fetched without encryption".to_owned(),
            "Whoever stands between the server and the host of this address can put jobs of their own into the pipeline, \
             with its secrets."
                .to_owned(),
            "Use https, or keep the file in a repository and include it by `project` and `ref`.",
        ),
        (Severity::Major, 0.95),
    )
}
