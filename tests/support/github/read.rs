//! What GitHub answers to calls that only read.
//! Not here: who may (`access`, already checked), GraphQL, how nouns are told (`tell`).

use serde_json::{Value, json};

use super::{
    access::{self, Viewer, not_found, refusal},
    http::{Answer, Request},
    route::{Call, Route},
    search, tell,
    tell::Whole,
    world::{Pull, Repository, World},
};

/// The most files, lines and bytes of a diff (GITHUB, calls).
const DIFF_FILES: usize = 300;
const DIFF_LINES: usize = 20_000;
const DIFF_BYTES: usize = 1_000_000;
/// The most files of the list.
const LISTED_FILES: usize = 3000;
/// The most commits of the list.
const LISTED_COMMITS: usize = 250;

/// Answers a call that names no repository.
pub fn outside(world: &World, viewer: &Viewer, request: &Request, call: &Call, base: &str) -> Answer {
    match call.route {
        Route::RateLimit => access::rate_limit(world),
        Route::User => access::user(viewer),
        Route::Search => search::answer(world, viewer, request, base),
        _ => not_found(),
    }
}

/// What a reading call is about.
pub struct Asked<'a> {
    /// Who asks.
    pub viewer: &'a Viewer,
    /// The request.
    pub request: &'a Request,
    /// Which call.
    pub call: &'a Call,
    /// Origin and prefix.
    pub base: &'a str,
}

/// Answers a call within a repository.
pub fn inside(world: &World, repository: &Repository, asked: &Asked) -> Answer {
    let call = asked.call;
    match call.route {
        Route::Repository => Answer::json(200, &tell::repository(repository)),
        Route::CheckRuns | Route::Status => checks(repository, asked),
        Route::Compare => compare(world, repository, asked),
        Route::Contents => contents(world, asked),
        Route::Issue => issue(repository, call.number),
        Route::Pulls => pulls(repository, asked),
        Route::Comment => comment(repository, asked),
        _ => match repository.pulls.iter().find(|p| p.number == call.number) {
            Some(pull) => of_pull(repository, pull, asked),
            None => not_found(),
        },
    }
}

fn of_pull(repository: &Repository, pull: &Pull, asked: &Asked) -> Answer {
    let (call, change) = (asked.call, pull.change());
    let page = |all: Vec<Value>| paged(all, asked, repository);
    match call.route {
        Route::Pull => Answer::json(200, &tell::pull(pull, repository, Whole::Yes)),
        Route::Diff => diff(pull),
        Route::Files => {
            let listed = change.files.iter().take(LISTED_FILES);
            page(listed.map(|f| tell::file(f, repository, &pull.head.sha)).collect())
        }
        Route::Commits => page(change.commits.iter().take(LISTED_COMMITS).map(tell::commit).collect()),
        Route::Conversation => {
            page(pull.conversation.iter().map(|r| tell::remark(r, pull.number, repository)).collect())
        }
        Route::Comments => page(comments(repository, pull, |review| review != Some("PENDING"))),
        Route::Reviews => {
            let seen = pull.reviews.iter().filter(|r| r.state != "PENDING" || asked.viewer.is(r.author.as_deref()));
            page(seen.map(|r| tell::review(r, pull.number, repository)).collect())
        }
        Route::Review | Route::CommentsOfReview => {
            let found = pull.reviews.iter().find(|r| r.id == call.id);
            let found = found.filter(|r| r.state != "PENDING" || asked.viewer.is(r.author.as_deref()));
            match (found, call.route) {
                (None, _) => not_found(),
                (Some(review), Route::Review) => Answer::json(200, &tell::review(review, pull.number, repository)),
                (Some(review), _) => {
                    let all = comments(repository, pull, |_| true);
                    page(all.into_iter().filter(|c| c["pull_request_review_id"] == review.id).collect())
                }
            }
        }
        _ => not_found(),
    }
}

/// Review comments, in the order of their numbers, of the reviews in these states.
fn comments(repository: &Repository, pull: &Pull, wanted: impl Fn(Option<&str>) -> bool) -> Vec<Value> {
    let state = |id: u64| pull.reviews.iter().find(|r| r.id == id).map(|r| r.state.as_str());
    let all = pull.threads.iter().flat_map(|t| t.remarks.iter().map(move |r| (t, r)));
    let mut all: Vec<_> = all.filter(|(_, r)| wanted(state(r.review))).collect();
    all.sort_by_key(|(_, r)| r.id);
    all.into_iter().map(|(t, r)| tell::comment(t, r, pull, repository)).collect()
}

fn comment(repository: &Repository, asked: &Asked) -> Answer {
    let mut all = repository.pulls.iter().flat_map(|p| comments(repository, p, |s| s != Some("PENDING")));
    all.find(|c| c["id"] == asked.call.id).map_or_else(not_found, |c| Answer::json(200, &c))
}

fn diff(pull: &Pull) -> Answer {
    let change = pull.change();
    let remedy = "Consider using 'List pull requests files' API or locally cloning the repository instead.";
    let too_large = |what: &str, number: usize, remedy: &str| {
        let words = format!("Sorry, the diff exceeded the maximum number of {what} ({number}){remedy}");
        let error = json!({"resource": "PullRequest", "field": "diff", "code": "too_large"});
        let told = json!({"message": words, "errors": [error], "status": "406",
            "documentation_url": "https://docs.github.com/rest/pulls/pulls#list-pull-requests-files"});
        Answer::json(406, &told)
    };
    if change.files.len() > DIFF_FILES {
        too_large("files", DIFF_FILES, &format!(". {remedy}"))
    } else if change.diff.len() > DIFF_BYTES || change.diff.split(|b| *b == b'\n').count() > DIFF_LINES {
        too_large("lines", DIFF_LINES, "")
    } else {
        Answer::bytes(200, "application/vnd.github.diff; charset=utf-8", change.diff.clone())
    }
}

fn checks(repository: &Repository, asked: &Asked) -> Answer {
    let name = asked.call.name.as_str();
    let known = |p: &&Pull| p.head.sha == name || p.head.branch == name || p.changes.contains_key(name);
    let Some(pull) = repository.pulls.iter().find(known) else {
        return refusal(422, &format!("No commit found for SHA: {name}"));
    };
    let numbered = pull.checks.iter().zip(1u64..);
    let answer = |total: usize, mut told: Value, list: &str, all: Vec<Value>| {
        let paged = paged(all, asked, repository);
        told["total_count"] = json!(total);
        told[list] = paged.value();
        Answer { body: told.to_string().into_bytes(), ..paged }
    };
    if asked.call.route == Route::CheckRuns {
        let all: Vec<Value> = numbered.filter_map(|(c, n)| tell::check_run(c, &pull.head.sha, n)).collect();
        return answer(all.len(), json!({}), "check_runs", all);
    }
    let all: Vec<Value> = numbered.filter_map(|(c, n)| tell::status(c, n)).collect();
    let has = |state: &str| all.iter().any(|s| s["state"] == state);
    let state = match () {
        () if has("failure") || has("error") => "failure",
        () if has("pending") || all.is_empty() => "pending",
        () => "success",
    };
    let told = json!({"state": state, "sha": pull.head.sha, "repository": tell::repository(repository)});
    answer(all.len(), told, "statuses", all)
}

fn compare(world: &World, repository: &Repository, asked: &Asked) -> Answer {
    let ends = asked.call.name.split_once("...");
    let found = ends.zip(world.origin.as_ref()).and_then(|((a, b), origin)| {
        let (behind, ahead, merge_base) = origin.compare(a, b)?;
        Some((behind, ahead, origin.change(&merge_base, b), merge_base))
    });
    let Some((behind, ahead, change, merge_base)) = found else { return not_found() };
    if asked.request.header("accept").is_some_and(|a| a.contains("diff")) {
        return Answer::bytes(200, "application/vnd.github.diff; charset=utf-8", change.diff);
    }
    let status = match (behind, ahead) {
        (0, 0) => "identical",
        (0, _) => "ahead",
        (_, 0) => "behind",
        _ => "diverged",
    };
    let base = super::world::Commit { sha: merge_base, message: "base".to_owned(), parent: "0".repeat(40) };
    let base = tell::commit(&base);
    let files: Vec<Value> = change.files.iter().take(DIFF_FILES).map(|f| tell::file(f, repository, "head")).collect();
    Answer::json(
        200,
        &json!({"status": status, "ahead_by": ahead, "behind_by": behind, "total_commits": ahead,
        "base_commit": base, "merge_base_commit": base, "files": files,
        "commits": change.commits.iter().map(tell::commit).collect::<Vec<_>>()}),
    )
}

fn contents(world: &World, asked: &Asked) -> Answer {
    let at = asked.request.asked("ref").unwrap_or("main");
    let raw = asked.request.header("accept").is_some_and(|a| a.contains("raw"));
    match world.origin.as_ref().and_then(|o| o.file(at, &asked.call.name)) {
        Some(bytes) if raw => Answer::bytes(200, "application/vnd.github.raw; charset=utf-8", bytes),
        _ => not_found(),
    }
}

fn issue(repository: &Repository, number: u64) -> Answer {
    let plain = repository.issues.iter().find(|i| i.number == number).map(|i| tell::issue(i, repository));
    let pull = || repository.pulls.iter().find(|p| p.number == number).map(|p| tell::as_issue(p, repository));
    plain.or_else(pull).map_or_else(not_found, |told| Answer::json(200, &told))
}

fn pulls(repository: &Repository, asked: &Asked) -> Answer {
    let request = asked.request;
    let state = request.asked("state").unwrap_or("open");
    let all = repository.pulls.iter().map(|p| tell::pull(p, repository, Whole::No));
    let all = all.filter(|p| state == "all" || p["state"] == state);
    let all = all.filter(|p| request.asked("base").is_none_or(|b| p["base"]["ref"] == b));
    let all = all.filter(|p| request.asked("head").is_none_or(|h| p["head"]["label"] == h));
    paged(all.collect(), asked, repository)
}

/// A page of a list with its `Link` header, whose paths name the repository by number.
fn paged(all: Vec<Value>, asked: &Asked, repository: &Repository) -> Answer {
    let rest = asked.call.path.splitn(5, '/').nth(4).unwrap_or_default();
    page(all, asked.request, &format!("{}/repositories/{}/{rest}", asked.base, repository.id))
}

/// A page of a list that is found at `url`.
pub fn page(all: Vec<Value>, request: &Request, url: &str) -> Answer {
    let (size, number) = page_asked(request);
    let last = all.len().div_ceil(size).max(1);
    let mut link = Vec::new();
    let mut point = |rel: &str, to: usize| {
        let kept = request.query.iter().filter(|(n, _)| n != "page");
        let kept: String = kept.map(|(n, v)| format!("{n}={}&", encoded(v))).collect();
        link.push(format!("<{url}?{kept}page={to}>; rel=\"{rel}\""));
    };
    if number > 1 {
        point("prev", number - 1);
    }
    if number < last {
        point("next", number + 1);
        point("last", last);
    }
    if number > 1 {
        point("first", 1);
    }
    let items: Vec<Value> = all.into_iter().skip((number - 1) * size).take(size).collect();
    let answer = Answer::json(200, &Value::Array(items));
    if link.is_empty() { answer } else { answer.with("Link", link.join(", ")) }
}

/// Size and number of the page asked for.
pub fn page_asked(request: &Request) -> (usize, usize) {
    let asked = |name: &str| request.asked(name).and_then(|v| v.parse::<usize>().ok()).filter(|n| *n > 0);
    (asked("per_page").unwrap_or(30).min(100), asked("page").unwrap_or(1))
}

/// Percent signs for everything that is not plain.
pub fn encoded(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.~".contains(&b);
    text.bytes().map(|b| if plain(b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}
