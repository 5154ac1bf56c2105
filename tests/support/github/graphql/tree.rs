//! The world as GraphQL's objects, each with every field that is known here. `__all` marks a connection, `__by` a
//! field that wants an argument.
//! Not here: selections (`run`).

use serde_json::{Value, json};

use crate::support::github::{
    access::{self, Viewer},
    route::{Call, Route},
    search,
    tell::{self, WEB},
    world::{Check, End, Issue, Pull, Remark, Repository, Review, State, Thread, Told, World},
};

/// A refusal: GitHub's type, and words. Without a type the query itself is wrong.
#[derive(Debug)]
pub struct Refused {
    /// `NOT_FOUND`, `FORBIDDEN`, or nothing.
    pub kind: &'static str,
    /// The message.
    pub words: String,
}

impl Refused {
    /// No such thing.
    pub fn not_found(words: String) -> Self {
        Self { kind: "NOT_FOUND", words }
    }

    /// Not for this token.
    pub fn forbidden(words: String) -> Self {
        Self { kind: "FORBIDDEN", words }
    }

    /// No such field.
    pub fn unknown(of: &str, field: &str) -> Self {
        Self { kind: "", words: format!("Field '{field}' doesn't exist on type '{of}'") }
    }
}

/// The field of a query's root.
pub fn root(world: &World, viewer: &Viewer, name: &str, arguments: &Value) -> Result<Value, Refused> {
    let said = |argument: &str| arguments[argument].as_str().unwrap_or_default();
    match name {
        "viewer" => Ok(actor(viewer.login())),
        "rateLimit" => Ok(rate(world)),
        "repository" => {
            let full = format!("{}/{}", said("owner"), said("name"));
            let lost = || Refused::not_found(format!("Could not resolve to a Repository with the name '{full}'."));
            let former = || world.repositories.iter().find(|r| r.former.contains(&full));
            let found = world.repository(&full).or_else(former).ok_or_else(lost)?;
            may_read(found, viewer, lost)?;
            Ok(repository(found, viewer))
        }
        "node" => node(world, viewer, said("id")),
        "search" => {
            let found = search::find(world, viewer, said("query")).map_err(|words| Refused { kind: "", words })?;
            let all: Vec<Value> = found.iter().map(|(r, p)| pull(p, r, viewer)).collect();
            Ok(json!({"__all": all}))
        }
        other => Err(Refused::unknown("Query", other)),
    }
}

fn may_read(found: &Repository, viewer: &Viewer, lost: impl Fn() -> Refused) -> Result<(), Refused> {
    let path = String::new();
    let call = Call { route: Route::Graphql, path, repo: found.full_name(), number: 0, id: 0, name: String::new() };
    access::check(found, viewer, &call).map_err(|refused| {
        let words = refused.value()["message"].as_str().unwrap_or_default().to_owned();
        if refused.status == 404 { lost() } else { Refused::forbidden(words) }
    })
}

fn rate(world: &World) -> Value {
    let Some(limits) = &world.limits else { return Value::Null };
    let reset = chrono::DateTime::from_timestamp(limits.reset, 0).map(|t| t.to_rfc3339());
    json!({"__typename": "RateLimit", "limit": limits.limit, "remaining": limits.remaining, "resetAt": reset,
        "cost": 1, "used": limits.limit - limits.remaining})
}

fn node(world: &World, viewer: &Viewer, id: &str) -> Result<Value, Refused> {
    let lost = || Refused::not_found(format!("Could not resolve to a node with the global id of '{id}'"));
    for repository in &world.repositories {
        for one in &repository.pulls {
            let found = one.threads.iter().find(|t| thread_id(t) == id);
            if tell::node(one) == id || found.is_some() {
                may_read(repository, viewer, lost)?;
                return Ok(found.map_or_else(|| pull(one, repository, viewer), |t| thread(t, one, repository, viewer)));
            }
        }
    }
    Err(lost())
}

fn actor(login: Option<&str>) -> Value {
    let Some(login) = login else { return Value::Null };
    let (bare, kind) = login.strip_suffix("[bot]").map_or((login, "User"), |bare| (bare, "Bot"));
    json!({"__typename": kind, "login": bare, "url": format!("{WEB}/{bare}"), "avatarUrl": WEB,
        "databaseId": tell::id_of(login), "id": format!("U_{login}"), "name": bare, "resourcePath": format!("/{bare}")})
}

fn repository(repository: &Repository, viewer: &Viewer) -> Value {
    let full = repository.full_name();
    let pulls: Vec<Value> = repository.pulls.iter().map(|p| pull(p, repository, viewer)).collect();
    let issues: Vec<Value> = repository.issues.iter().map(|i| issue(i, repository)).collect();
    json!({"__typename": "Repository", "id": format!("R_{}", repository.id), "databaseId": repository.id,
        "name": repository.name, "nameWithOwner": full, "owner": actor(Some(&repository.owner)),
        "isPrivate": repository.members.is_some(), "url": format!("{WEB}/{full}"),
        "defaultBranchRef": {"__typename": "Ref", "name": "main"},
        "pullRequests": {"__all": pulls},
        "pullRequest": {"__by": "number", "__of": pulls, "__named": "a PullRequest"},
        "issue": {"__by": "number", "__of": issues, "__named": "an Issue"}})
}

fn issue(issue: &Issue, repository: &Repository) -> Value {
    json!({"__typename": "Issue", "id": format!("I_{}", issue.number), "number": issue.number, "title": issue.title,
        "body": issue.body.clone().unwrap_or_default(), "state": if issue.is_open { "OPEN" } else { "CLOSED" },
        "url": format!("{WEB}/{}/issues/{}", repository.full_name(), issue.number), "author": actor(Some("author")),
        "repository": {"__typename": "Repository", "nameWithOwner": repository.full_name()}})
}

fn head_repository(end: &End) -> Value {
    end.repo.as_ref().map_or(Value::Null, |name| {
        let owner = name.split('/').next();
        json!({"__typename": "Repository", "nameWithOwner": name, "owner": actor(owner), "name": name.split('/').nth(1)})
    })
}

fn pull(pull: &Pull, repository: &Repository, viewer: &Viewer) -> Value {
    let change = pull.change();
    let state = match pull.state {
        State::Open => "OPEN",
        State::Closed => "CLOSED",
        State::Merged => "MERGED",
    };
    let sum = |of: fn(&(u64, u64)) -> u64| change.files.iter().map(|f| of(&f.counts)).sum::<u64>();
    let visible = |id: u64| pull.reviews.iter().all(|r| r.id != id || seen(r, viewer));
    let threads = pull.threads.iter().filter(|t| t.remarks.iter().any(|r| visible(r.review)));
    let closes = repository.issues.iter().filter(|i| pull.closes.contains(&i.number));
    let labels = pull.about.labels.iter().map(|l| json!({"__typename": "Label", "name": l, "color": "ededed"}));
    let asked = pull
        .about
        .asked
        .iter()
        .map(|l| json!({"__typename": "ReviewRequest", "requestedReviewer": actor(Some(l)), "asCodeOwner": false}));
    let small = json!({"__typename": "Repository", "nameWithOwner": repository.full_name(), "name": repository.name,
        "owner": actor(Some(&repository.owner))});
    json!({"__typename": "PullRequest", "id": tell::node(pull), "databaseId": 10_000 + pull.number,
        "number": pull.number, "title": pull.about.title, "body": pull.about.body.clone().unwrap_or_default(),
        "state": state, "isDraft": pull.is_draft, "merged": pull.state == State::Merged,
        "closed": pull.state != State::Open, "author": actor(pull.about.author.as_deref()),
        "url": format!("{WEB}/{}/pull/{}", repository.full_name(), pull.number),
        "headRefOid": pull.head.sha, "baseRefOid": pull.base.sha, "headRefName": pull.head.branch,
        "baseRefName": pull.base.branch, "headRepository": head_repository(&pull.head),
        "baseRepository": head_repository(&pull.base), "isCrossRepository": pull.head.repo != pull.base.repo,
        "changedFiles": change.files.len(), "additions": sum(|c| c.0), "deletions": sum(|c| c.1),
        "mergeable": "UNKNOWN", "reviewDecision": Value::Null, "repository": small,
        "createdAt": "2026-01-10T10:00:00Z", "updatedAt": "2026-01-19T10:00:00Z",
        "viewerDidAuthor": viewer.is(pull.about.author.as_deref()),
        "labels": {"__all": labels.collect::<Vec<_>>()}, "reviewRequests": {"__all": asked.collect::<Vec<_>>()},
        "reviewThreads": {"__all": threads.map(|t| thread(t, pull, repository, viewer)).collect::<Vec<_>>()},
        "reviews": {"__all": pull.reviews.iter().filter(|r| seen(r, viewer)).map(review).collect::<Vec<_>>()},
        "comments": {"__all": pull.conversation.iter().map(|r| remark(r, pull, repository)).collect::<Vec<_>>()},
        "closingIssuesReferences": {"__all": closes.map(|i| issue(i, repository)).collect::<Vec<_>>()},
        "commits": {"__all": commits(pull)}})
}

fn seen(review: &Review, viewer: &Viewer) -> bool {
    review.state != "PENDING" || viewer.is(review.author.as_deref())
}

fn commits(pull: &Pull) -> Vec<Value> {
    let failed = |c: &&Check| match &c.told {
        Told::Run(said) => matches!(said.as_str(), "failure" | "cancelled" | "timed_out" | "action_required"),
        Told::Status(said) => matches!(said.as_str(), "failure" | "error"),
    };
    let state = if pull.checks.iter().any(|c| failed(&c)) { "FAILURE" } else { "SUCCESS" };
    let rollup = (!pull.checks.is_empty()).then(|| json!({"__typename": "StatusCheckRollup", "state": state}));
    let each = pull.change().commits.iter().map(|c| {
        let headline = c.message.lines().next().unwrap_or_default();
        json!({"__typename": "PullRequestCommit", "commit": {"__typename": "Commit", "oid": c.sha, "message": c.message,
            "messageHeadline": headline, "statusCheckRollup": rollup}})
    });
    each.collect()
}

fn review(review: &Review) -> Value {
    json!({"__typename": "PullRequestReview", "id": format!("PRR_{}", review.id), "databaseId": review.id,
        "fullDatabaseId": review.id.to_string(), "state": review.state, "body": review.body,
        "author": actor(review.author.as_deref()), "submittedAt": review.submitted, "url": WEB,
        "commit": {"__typename": "Commit", "oid": review.commit}})
}

fn remark(remark: &Remark, pull: &Pull, repository: &Repository) -> Value {
    let told = tell::remark(remark, pull.number, repository);
    json!({"__typename": "IssueComment", "id": told["node_id"], "databaseId": remark.id, "body": remark.body,
        "author": actor(remark.author.as_deref()), "createdAt": remark.written, "updatedAt": remark.written,
        "url": told["html_url"]})
}

/// GraphQL's id of a thread.
pub fn thread_id(thread: &Thread) -> String {
    format!("PRRT_{}", thread.remarks.first().map_or(0, |r| r.id))
}

/// A thread.
pub fn thread(thread: &Thread, pull: &Pull, repository: &Repository, viewer: &Viewer) -> Value {
    let told = tell::place(thread);
    let subject = if thread.place.line.is_some() { "LINE" } else { "FILE" };
    let can = viewer.login().is_some();
    let comments: Vec<Value> = thread.remarks.iter().map(|r| comment(thread, r, pull, repository)).collect();
    json!({"__typename": "PullRequestReviewThread", "id": thread_id(thread), "isResolved": thread.resolved_by.is_some(),
        "isOutdated": thread.is_outdated, "isCollapsed": thread.resolved_by.is_some() || thread.is_outdated,
        "resolvedBy": actor(thread.resolved_by.as_deref()), "path": told["path"], "line": told["line"],
        "startLine": told["start_line"], "originalLine": told["original_line"],
        "originalStartLine": told["original_start_line"], "diffSide": told["side"], "startDiffSide": told["start_side"],
        "subjectType": subject, "viewerCanResolve": can, "viewerCanUnresolve": can, "viewerCanReply": can,
        "comments": {"__all": comments}})
}

fn comment(thread: &Thread, remark: &Remark, pull: &Pull, repository: &Repository) -> Value {
    let told = tell::comment(thread, remark, pull, repository);
    let review = pull.reviews.iter().find(|r| r.id == remark.review);
    let first = thread.remarks.first().filter(|f| f.id != remark.id);
    let reply_to = first
        .map(|f| json!({"__typename": "PullRequestReviewComment", "id": format!("PRRC_{}", f.id), "databaseId": f.id}));
    let state = if review.is_some_and(|r| r.state == "PENDING") { "PENDING" } else { "SUBMITTED" };
    json!({"__typename": "PullRequestReviewComment", "id": told["node_id"], "databaseId": remark.id,
        "fullDatabaseId": remark.id.to_string(), "body": remark.body, "author": actor(remark.author.as_deref()),
        "authorAssociation": "CONTRIBUTOR", "createdAt": remark.written, "updatedAt": remark.written,
        "url": told["html_url"], "path": told["path"], "diffHunk": thread.hunk, "outdated": thread.is_outdated,
        "state": state, "replyTo": reply_to, "pullRequestReview": review.map(self::review),
        "commit": {"__typename": "Commit", "oid": told["commit_id"]},
        "originalCommit": {"__typename": "Commit", "oid": thread.commit}, "isMinimized": false,
        "line": told["line"], "startLine": told["start_line"], "originalLine": told["original_line"],
        "originalStartLine": told["original_start_line"], "subjectType": told["subject_type"]})
}
