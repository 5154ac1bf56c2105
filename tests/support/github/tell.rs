//! How GitHub tells its nouns in REST: the fields that matter here; `describe::filled` adds the others.
//! Not here: which call tells what (`read`, `publish`).

use serde_json::{Value, json};

use super::{
    diff::File,
    world::{Check, Commit, End, Issue, Place, Pull, Remark, Repository, Review, State, Thread, Told},
};

/// Where things are on the web.
pub const WEB: &str = "https://github.com";

/// A person or a bot; `null` for a deleted account.
pub fn person(login: Option<&str>) -> Value {
    let Some(login) = login else { return Value::Null };
    let (kind, web) = match login.strip_suffix("[bot]") {
        Some(app) => ("Bot", format!("{WEB}/apps/{app}")),
        None => ("User", format!("{WEB}/{login}")),
    };
    let url = format!("{WEB}/api/users/{}", super::read::encoded(login));
    json!({"login": login, "id": id_of(login), "node_id": format!("U_{login}"), "type": kind, "site_admin": false,
        "html_url": web, "url": url})
}

/// The same number for the same login in every run.
pub fn id_of(login: &str) -> u64 {
    login.bytes().fold(7, |sum, b| (sum * 31 + u64::from(b)) % 1_000_000)
}

/// A repository.
pub fn repository(repository: &Repository) -> Value {
    let full = repository.full_name();
    json!({"id": repository.id, "node_id": format!("R_{}", repository.id), "name": repository.name, "full_name": full,
        "owner": person(Some(&repository.owner)), "private": repository.members.is_some(), "fork": false,
        "html_url": format!("{WEB}/{full}"), "default_branch": "main", "visibility":
        if repository.members.is_some() { "private" } else { "public" }})
}

fn end(end: &End, known: Option<&Repository>) -> Value {
    let owner = end.repo.as_deref().and_then(|r| r.split('/').next());
    let repo = match (known, &end.repo) {
        (Some(repo), Some(name)) if repo.full_name() == *name => repository(repo),
        (_, Some(name)) => {
            let (owner, short) = name.split_once('/').unwrap_or((name, name));
            let mut fork = Repository::new(id_of(name), owner, short);
            fork.members = known.and_then(|r| r.members.clone());
            repository(&fork)
        }
        (_, None) => Value::Null,
    };
    let label = format!("{}:{}", owner.unwrap_or("unknown"), end.branch);
    json!({"label": label, "ref": end.branch, "sha": end.sha, "user": person(owner), "repo": repo})
}

/// A pull request; in a list without counts and `merged`.
pub fn pull(pull: &Pull, repository: &Repository, whole: Whole) -> Value {
    let full = repository.full_name();
    let labels: Vec<Value> = pull.about.labels.iter().map(|l| label(l)).collect();
    let mut told = json!({
        "id": 10_000 + pull.number, "node_id": node(pull), "number": pull.number, "locked": false,
        "title": pull.about.title, "body": pull.about.body, "user": person(pull.about.author.as_deref()),
        "state": if pull.state == State::Open { "open" } else { "closed" }, "draft": pull.is_draft, "labels": labels,
        "html_url": format!("{WEB}/{full}/pull/{}", pull.number), "author_association": "CONTRIBUTOR",
        "base": end(&pull.base, Some(repository)), "head": end(&pull.head, Some(repository)),
        "requested_reviewers": pull.about.asked.iter().map(|l| person(Some(l))).collect::<Vec<_>>(),
        "merged_at": (pull.state == State::Merged).then_some("2026-01-20T10:00:00Z"),
        "closed_at": (pull.state != State::Open).then_some("2026-01-20T10:00:00Z"),
        "created_at": "2026-01-10T10:00:00Z", "updated_at": "2026-01-19T10:00:00Z",
    });
    if whole == Whole::Yes {
        let change = pull.change();
        let count = |of: fn(&File) -> u64| change.files.iter().map(of).sum::<u64>();
        told["merged"] = json!(pull.state == State::Merged);
        told["mergeable"] = Value::Null;
        told["mergeable_state"] = json!("unknown");
        told["changed_files"] = json!(change.files.len());
        told["additions"] = json!(count(|f| f.counts.0));
        told["deletions"] = json!(count(|f| f.counts.1));
        told["commits"] = json!(change.commits.len());
        told["comments"] = json!(pull.conversation.len());
    }
    told
}

/// Whether a pull request is told with its counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "says itself")]
pub enum Whole {
    Yes,
    No,
}

/// GraphQL's id of a pull request.
pub fn node(pull: &Pull) -> String {
    format!("PR_{}", pull.number)
}

fn label(name: &str) -> Value {
    json!({"id": id_of(name), "node_id": format!("LA_{name}"), "name": name, "color": "ededed", "default": false})
}

/// An entry of the list of files.
pub fn file(file: &File, repository: &Repository, head: &str) -> Value {
    let web = format!("{WEB}/{}/blob/{head}/{}", repository.full_name(), file.path);
    let mut told = json!({"sha": "a".repeat(40), "filename": file.path, "status": file.status,
        "additions": file.counts.0, "deletions": file.counts.1, "changes": file.counts.0 + file.counts.1,
        "blob_url": web, "raw_url": web, "contents_url": web});
    if let Some(old) = &file.old_path {
        told["previous_filename"] = json!(old);
    }
    if let Some(patch) = &file.patch {
        told["patch"] = json!(patch);
    }
    told
}

/// A commit.
pub fn commit(commit: &Commit) -> Value {
    let who = json!({"name": "Tester", "email": "tester@example.invalid", "date": "2026-01-01T00:00:00Z"});
    json!({"sha": commit.sha, "node_id": format!("C_{}", commit.sha), "author": person(Some("author")),
        "commit": {"message": commit.message, "author": who, "committer": who},
        "parents": [{"sha": commit.parent, "url": WEB, "html_url": WEB}]})
}

/// A check run; `None` for a status.
pub fn check_run(check: &Check, sha: &str, number: u64) -> Option<Value> {
    let Told::Run(said) = &check.told else { return None };
    let at_work = matches!(said.as_str(), "queued" | "in_progress");
    Some(json!({"id": number, "name": check.name, "head_sha": sha, "node_id": format!("CR_{number}"),
        "status": if at_work { said } else { "completed" }, "conclusion": (!at_work).then_some(said),
        "completed_at": (!at_work).then_some("2026-01-12T10:00:00Z"), "started_at": "2026-01-12T09:00:00Z",
        "html_url": format!("{WEB}/checks/{number}")}))
}

/// A commit status; `None` for a check run.
pub fn status(check: &Check, number: u64) -> Option<Value> {
    let Told::Status(said) = &check.told else { return None };
    Some(json!({"id": number, "context": check.name, "state": said, "description": "", "target_url": WEB,
        "created_at": "2026-01-12T09:00:00Z", "updated_at": "2026-01-12T09:00:00Z"}))
}

/// An issue.
pub fn issue(issue: &Issue, repository: &Repository) -> Value {
    let full = repository.full_name();
    json!({"id": 20_000 + issue.number, "node_id": format!("I_{}", issue.number), "number": issue.number,
        "title": issue.title, "body": issue.body, "state": if issue.is_open { "open" } else { "closed" },
        "user": person(Some("author")), "labels": [], "html_url": format!("{WEB}/{full}/issues/{}", issue.number),
        "repository_url": format!("{WEB}/repos/{full}"), "author_association": "NONE", "comments": 0,
        "created_at": "2026-01-05T10:00:00Z", "updated_at": "2026-01-05T10:00:00Z"})
}

/// A pull request as issues and the search tell it.
pub fn as_issue(pull: &Pull, repository: &Repository) -> Value {
    let as_pull = self::pull(pull, repository, Whole::No);
    let plain = Issue {
        number: pull.number,
        title: pull.about.title.clone(),
        body: pull.about.body.clone(),
        is_open: pull.state == State::Open,
    };
    let mut told = issue(&plain, repository);
    for shared in ["user", "labels", "html_url", "draft", "state", "closed_at", "created_at", "updated_at"] {
        told[shared] = as_pull[shared].clone();
    }
    told["comments"] = json!(pull.conversation.len());
    let web = &as_pull["html_url"];
    told["pull_request"] =
        json!({"url": web, "html_url": web, "diff_url": web, "patch_url": web, "merged_at": as_pull["merged_at"]});
    told
}

/// A comment of the conversation.
pub fn remark(remark: &Remark, pull: u64, repository: &Repository) -> Value {
    let full = repository.full_name();
    json!({"id": remark.id, "node_id": format!("IC_{}", remark.id), "body": remark.body,
        "user": person(remark.author.as_deref()), "author_association": "CONTRIBUTOR",
        "html_url": format!("{WEB}/{full}/pull/{pull}#issuecomment-{}", remark.id),
        "created_at": remark.written, "updated_at": remark.written})
}

/// A review.
pub fn review(review: &Review, pull: u64, repository: &Repository) -> Value {
    let web = format!("{WEB}/{}/pull/{pull}#pullrequestreview-{}", repository.full_name(), review.id);
    let mut told = json!({"id": review.id, "node_id": format!("PRR_{}", review.id), "body": review.body,
        "user": person(review.author.as_deref()), "state": review.state, "commit_id": review.commit, "html_url": web,
        "author_association": "CONTRIBUTOR", "pull_request_url": web,
        "_links": {"html": {"href": web}, "pull_request": {"href": web}}});
    if let Some(at) = &review.submitted {
        told["submitted_at"] = json!(at);
    }
    told
}

/// The place of a thread as it stands now: an outdated one has no line.
pub fn place(thread: &Thread) -> Value {
    let Place { path, side, line, start } = &thread.place;
    let now = line.filter(|_| !thread.is_outdated);
    let (first, first_side) = start.as_ref().map_or((None, None), |(l, s)| (Some(l), Some(s)));
    json!({"path": path, "side": side, "line": now, "original_line": line, "start_line": now.and(first),
        "original_start_line": first, "start_side": first_side,
        "subject_type": if line.is_some() { "line" } else { "file" }})
}

/// A review comment.
pub fn comment(thread: &Thread, remark: &Remark, pull: &Pull, repository: &Repository) -> Value {
    let web = format!("{WEB}/{}/pull/{}#discussion_r{}", repository.full_name(), pull.number, remark.id);
    let mut told = place(thread);
    let first = thread.remarks.first().map_or(0, |r| r.id);
    let commit = if thread.is_outdated { &thread.commit } else { &pull.head.sha };
    let more = json!({"id": remark.id, "node_id": format!("PRRC_{}", remark.id), "body": remark.body,
        "user": person(remark.author.as_deref()), "created_at": remark.written, "updated_at": remark.written,
        "pull_request_review_id": remark.review, "commit_id": commit, "original_commit_id": thread.commit,
        "diff_hunk": thread.hunk, "html_url": web, "author_association": "CONTRIBUTOR",
        "_links": {"self": {"href": web}, "html": {"href": web}, "pull_request": {"href": web}}});
    for (name, value) in more.as_object().into_iter().flatten() {
        told[name] = value.clone();
    }
    if remark.id != first {
        told["in_reply_to_id"] = json!(first);
    }
    told
}
