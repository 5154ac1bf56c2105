//! The made GitHub by itself: what it tells, to whom, in which pages and forms, and that it notices requests that
//! GitHub does not describe.
//! Not here: writes (`publishing`), faults (`faults`), GraphQL (`threads`).

use std::{path::Path, process::Command};

use serde_json::json;

use super::client::Client;
use crate::support::{
    dirs::Home,
    github::{
        Hub, Nth, REVIEWER, Route, TOKEN, sample,
        world::{Kind, Rights, Token, TokenKind, World},
    },
};

fn words(value: &serde_json::Value, field: &str) -> Vec<String> {
    value.as_array().unwrap().iter().map(|v| v[field].to_string().trim_matches('"').to_owned()).collect()
}

#[test]
fn every_part_of_the_sample_pull_request_is_told_as_github_describes_it() {
    let hub = Hub::start(sample::world());
    let mut client = Client::to(&hub.origin());
    let pull = client.get("/repos/o/r/pulls/7").json();
    assert_eq!(
        (&pull["title"], &pull["state"], &pull["changed_files"]),
        (&json!("Larger numbers"), &json!("open"), &json!(7))
    );
    let files = client.get("/repos/o/r/pulls/7/files").json();
    let told = ["README.md", "docs/elsewhere.md", "docs/new.md", "logo.png", "run.sh", "src/gone.rs", "src/lib.rs"];
    assert_eq!(words(&files, "filename"), told);
    assert_eq!(words(&files, "status"), ["modified", "renamed", "renamed", "added", "changed", "removed", "modified"]);
    let with_patch: Vec<bool> = files.as_array().unwrap().iter().map(|f| f["patch"].is_string()).collect();
    assert_eq!(with_patch, [true, false, true, false, false, true, true]);
    assert_eq!(files[2]["previous_filename"], "docs/old.md");
    let commits = client.get("/repos/o/r/pulls/7/commits").json();
    assert_eq!(commits[1]["commit"]["message"], "docs: move\n\nTwo files have new names.");
    let head = pull["head"]["sha"].as_str().unwrap();
    let runs = client.get(&format!("/repos/o/r/commits/{head}/check-runs")).json();
    assert_eq!(words(&runs["check_runs"], "name"), ["build", "test", "bench", "docs"]);
    let status = client.get(&format!("/repos/o/r/commits/{head}/status")).json();
    assert_eq!((&status["state"], &status["total_count"]), (&json!("pending"), &json!(2)));
    assert_eq!(words(&client.get("/repos/o/r/issues/7/comments").json(), "id"), ["201", "202"]);
    assert_eq!(client.get("/repos/o/r/issues/3").json()["title"], "Numbers are too small");
    assert_eq!(client.get("/user").json()["login"], REVIEWER);
    assert_eq!(client.get("/repos/o/r").json()["full_name"], "o/r");
    assert_eq!(client.get("/repos/o/r/pulls/comments/402").json()["in_reply_to_id"], 401);
    assert_eq!(client.get("/rate_limit").json()["rate"]["limit"], 5000);
    assert_eq!(client.get("/repos/o/r/pulls/7/files").status, 200);
}

#[test]
fn review_comments_have_no_line_when_outdated_and_no_author_when_the_account_is_gone() {
    let hub = Hub::start(sample::world());
    let comments = Client::to(&hub.origin()).get("/repos/o/r/pulls/7/comments").json();
    assert_eq!(words(&comments, "id"), ["401", "402", "403", "404", "405", "406", "407"]);
    let of = |id: u64| comments.as_array().unwrap().iter().find(|c| c["id"] == id).unwrap();
    assert!(of(405)["line"].is_null() && of(405)["user"].is_null(), "{}", of(405));
    assert_eq!((&of(405)["original_line"], &of(403)["side"]), (&json!(20), &json!("LEFT")));
    assert_eq!((&of(406)["start_line"], &of(406)["line"]), (&json!(4), &json!(5)));
    assert_eq!((&of(407)["subject_type"], &of(407)["line"]), (&json!("file"), &json!(null)));
}

#[test]
fn a_pending_review_is_told_to_its_author_only() {
    let mut world = sample::world();
    world.tokens.insert("of-stranger".to_owned(), Token::classic("stranger", &["repo"]));
    let hub = Hub::start(world);
    let states =
        |token| words(&Client::with(&hub.origin(), Some(token)).get("/repos/o/r/pulls/7/reviews").json(), "state");
    assert_eq!(states(TOKEN), ["COMMENTED", "APPROVED"]);
    assert_eq!(states("of-stranger"), ["COMMENTED", "APPROVED", "PENDING"]);
    let mut stranger = Client::with(&hub.origin(), Some("of-stranger"));
    assert_eq!(words(&stranger.get("/repos/o/r/pulls/7/reviews/303/comments").json(), "id"), ["408"]);
    assert_eq!(stranger.get("/repos/o/r/pulls/7/reviews/303").json()["state"], "PENDING");
    assert_eq!(Client::to(&hub.origin()).get("/repos/o/r/pulls/7/reviews/303").status, 404);
}

#[test]
fn pages_are_followed_by_links_that_name_the_repository_by_number() {
    let mut world = sample::world();
    for id in 0..250 {
        world.seven().conversation.push(sample::remark(1000 + id, "colleague", "again", 0));
    }
    let hub = Hub::start(world);
    let mut client = Client::to(&hub.origin());
    let first = client.get("/repos/o/r/issues/7/comments?per_page=100");
    let next = first.next().unwrap();
    assert_eq!(next, format!("{}/repositories/99/issues/7/comments?per_page=100&page=2", hub.origin()));
    let (mut url, mut all) = (Some(next), first.json().as_array().unwrap().len());
    while let Some(next) = url {
        let page = client.get(next.strip_prefix(&hub.origin()).unwrap());
        all += page.json().as_array().unwrap().len();
        url = page.next();
    }
    assert_eq!((all, hub.calls(Route::Conversation).len()), (252, 3));
    assert_eq!(client.get("/repos/o/r/issues/7/comments").json().as_array().unwrap().len(), 30);
}

#[test]
fn the_diff_is_gits_own_and_is_refused_beyond_each_limit() {
    let hub = Hub::start(sample::world());
    let diff = Client::to(&hub.origin()).get_as("/repos/o/r/pulls/7", "application/vnd.github.diff");
    let text = String::from_utf8(diff.body).unwrap();
    assert!(text.starts_with("diff --git a/README.md b/README.md\n"), "{text}");
    assert!(!text.contains("CHANGES"), "what only the base did is not in a three-dot diff");
    assert_eq!(hub.calls(Route::Diff).len(), 1);
    for (files, bytes, said) in [(301, 2, "files (300)."), (2, 600_000, "lines (20000)")] {
        let hub = Hub::start(sample::large(files, bytes));
        let refused = Client::to(&hub.origin()).get_as("/repos/o/r/pulls/7", "application/vnd.github.v3.diff");
        assert_eq!(refused.status, 406);
        assert!(refused.message().contains(said), "{}", refused.message());
        assert_eq!(refused.json()["errors"][0]["code"], "too_large");
    }
}

#[test]
fn the_list_of_files_ends_at_three_thousand() {
    let hub = Hub::start(sample::large(3001, 2));
    let mut client = Client::to(&hub.origin());
    assert_eq!(client.get("/repos/o/r/pulls/7").json()["changed_files"], 3001);
    let last = client.get("/repos/o/r/pulls/7/files?per_page=100&page=30");
    assert_eq!((last.json().as_array().unwrap().len(), last.next()), (100, None));
}

#[test]
fn an_answer_that_the_client_has_already_is_not_sent_again_and_costs_nothing() {
    let hub = Hub::start(sample::world());
    let mut client = Client::to(&hub.origin());
    let first = client.get("/repos/o/r/pulls/7");
    let left = first.header("x-ratelimit-remaining").unwrap().to_owned();
    let tag = first.header("etag").unwrap();
    let again = client.ask("GET", "/repos/o/r/pulls/7", &[("If-None-Match", tag)], None).unwrap();
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("x-ratelimit-remaining"), Some(left.as_str()));
    hub.world(|w| w.seven().is_draft = true);
    assert_eq!(client.ask("GET", "/repos/o/r/pulls/7", &[("If-None-Match", tag)], None).unwrap().status, 200);
}

#[test]
fn what_a_token_opens_depends_on_its_kind() {
    let mut world = sample::world();
    let fine = TokenKind::FineGrained(vec!["o/r".to_owned()], Rights::Read);
    let others = [
        ("expired", Token { is_valid: false, ..Token::classic(REVIEWER, &["repo"]) }),
        ("no-scope", Token::classic(REVIEWER, &[])),
        ("fine", Token::of(REVIEWER, fine)),
        ("app", Token::of("github-actions[bot]", TokenKind::App(Rights::Read))),
    ];
    world.tokens.extend(others.map(|(secret, token)| (secret.to_owned(), token)));
    let hub = Hub::start(world);
    let ask = |token: Option<&str>, path: &str| Client::with(&hub.origin(), token).get(path);
    let seen = |token| ask(token, "/repos/o/secret/pulls/1").status;
    let statuses = [Some(TOKEN), None, Some("no-scope"), Some("fine"), Some("expired")].map(seen);
    assert_eq!(statuses, [200, 404, 404, 404, 401]);
    assert_eq!(ask(Some("expired"), "/user").message(), "Bad credentials");
    assert_eq!(ask(Some("app"), "/user").message(), "Resource not accessible by integration");
    assert_eq!(ask(None, "/user").status, 401);
    assert_eq!(ask(None, "/repos/o/r/pulls/7").status, 200);
    assert_eq!(ask(Some(TOKEN), "/user").header("x-oauth-scopes"), Some("repo, read:org"));
    assert_eq!(ask(Some("fine"), "/user").header("x-oauth-scopes"), None);
    let post = |token| {
        Client::with(&hub.origin(), Some(token))
            .post("/repos/o/r/pulls/7/reviews", &json!({"body": "x", "event": "COMMENT"}))
    };
    let refused = post("fine");
    assert_eq!(refused.message(), "Resource not accessible by personal access token");
    assert_eq!(refused.header("x-accepted-github-permissions"), Some("pull_requests=write"));
    assert_eq!(post("no-scope").status, 404);
    hub.only_token_of_any(&[REVIEWER, "github-actions[bot]"]);
}

#[test]
fn single_sign_on_is_asked_for_with_its_address() {
    let mut world = sample::world();
    world.repo("o/r").needs_sso = true;
    let hub = Hub::start(world);
    let refused = Client::to(&hub.origin()).get("/repos/o/r/pulls/7");
    assert_eq!(refused.status, 403);
    assert!(refused.header("x-github-sso").unwrap().starts_with("required; url=https://github.com/orgs/o/sso"));
    hub.world(|w| w.tokens.get_mut(TOKEN).unwrap().has_sso = true);
    assert_eq!(Client::to(&hub.origin()).get("/repos/o/r/pulls/7").status, 200);
}

#[test]
fn a_renamed_repository_redirects_to_its_number() {
    let hub = Hub::start(sample::world());
    let moved = Client::to(&hub.origin()).get("/repos/o/before/pulls/7");
    assert_eq!(moved.status, 301);
    assert_eq!(moved.header("location"), Some(format!("{}/repositories/99/pulls/7", hub.origin()).as_str()));
    assert_eq!(Client::to(&hub.origin()).get("/repositories/99/pulls/7").status, 200);
}

#[test]
fn an_enterprise_server_has_prefixes_and_may_say_nothing_of_limits() {
    let mut world = World { kind: Kind::Enterprise, limits: None, ..sample::world() };
    world.repo("o/r").former.clear();
    let hub = Hub::start(world);
    assert_eq!(hub.api_url(), format!("{}/api/v3", hub.origin()));
    let mut client = Client::to(&hub.origin());
    let files = client.get("/api/v3/repos/o/r/pulls/7/files?per_page=2");
    assert_eq!((files.status, files.header("x-ratelimit-limit")), (200, None));
    assert!(files.next().unwrap().starts_with(&format!("{}/api/v3/repositories/99/", hub.origin())));
    assert_eq!(client.post("/api/graphql", &json!({"query": "{ viewer { login } }"})).status, 200);
    assert_eq!(client.get("/api/v3/rate_limit").status, 404);
    hub.check();
    assert_eq!(client.get("/repos/o/r/pulls/7").status, 404);
    assert_eq!(hub.forgive().len(), 1);
}

#[test]
fn the_search_finds_what_waits_for_a_review() {
    let hub = Hub::start(sample::world());
    let mut client = Client::to(&hub.origin());
    let mut find = |q: &str| words(&client.get(&format!("/search/issues?q={q}&per_page=50")).json()["items"], "number");
    assert_eq!(find("is:pr+is:open+review-requested:@me+archived:false"), ["13", "12", "8", "7"]);
    assert_eq!(find("is:pr+is:open+draft:false+review-requested:@me+-author:dependabot[bot]"), ["12", "7"]);
    assert_eq!(find("is:pr+is:open+author:@me+repo:o/r"), ["11"]);
}

#[test]
fn heads_are_compared_by_git() {
    let hub = Hub::start(sample::world());
    let told = Client::to(&hub.origin()).get("/repos/o/r/compare/main...topic").json();
    assert_eq!((&told["status"], &told["ahead_by"], &told["behind_by"]), (&json!("diverged"), &json!(3), &json!(1)));
    let stacked = Client::to(&hub.origin()).get("/repos/o/r/pulls?base=topic").json();
    assert_eq!(words(&stacked, "number"), ["12"]);
}

#[test]
fn what_github_does_not_describe_is_noticed() {
    let hub = Hub::start(sample::world());
    let mut client = Client::to(&hub.origin());
    client.get("/repos/o/r/pulls/7/thanks");
    client.get("/repos/o/r/pulls/7/files?per_page=many");
    client.get("/repos/o/r/pulls/7/files?colour=blue");
    client.post("/repos/o/r/pulls/7/reviews", &json!({"body": 5, "event": "SHRUG", "comments": [{"path": "x"}]}));
    client.post("/repos/o/r/pulls/7/reviews", &json!({"event": "COMMENT", "subject": "line", "body": "x"}));
    let found = hub.forgive().join("\n");
    for part in [
        "pulls/7/thanks is no call",
        "query per_page must be",
        "query colour is not",
        "body.body must be \"string\"",
        "body.event must be one of",
        "body.comments[0].body is missing",
        "body.subject is not described",
    ] {
        assert!(found.contains(part), "{part} is not in\n{found}");
    }
}

#[test]
fn the_git_side_has_the_heads_of_pull_requests() {
    let hub = Hub::start(sample::world());
    let head = hub.world(|w| w.seven().head.sha.clone());
    let home = Home::new();
    hub.clone_into(&home.work());
    let git = |folder: &Path, args: &[&str]| {
        let out = Command::new("git").args(args).env_clear().envs(home.env()).current_dir(folder).output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap().trim().to_owned()
    };
    git(&home.work(), &["fetch", "-q", "origin", "pull/7/head"]);
    assert_eq!(git(&home.work(), &["rev-parse", "FETCH_HEAD"]), head);
    assert_eq!(git(&home.work(), &["config", "remote.origin.url"]), "git@github.com:o/r.git");
    assert!(hub.git_remote().join("HEAD").is_file());
}

#[test]
fn a_file_is_told_as_it_is_at_a_commit() {
    let hub = Hub::start(sample::world());
    let raw =
        Client::to(&hub.origin()).get_as("/repos/o/r/contents/run.sh?ref=topic", "application/vnd.github.raw+json");
    assert_eq!((raw.status, raw.body.as_slice()), (200, &b"#!/bin/sh\n"[..]));
    assert_eq!(Nth::from(2), Nth::At(2));
}

#[test]
fn a_connection_is_kept_for_the_next_call() {
    let hub = Hub::start(sample::world());
    assert_eq!(hub.env()[0].1.to_str(), Some(hub.origin().as_str()));
    let mut client = Client::to(&hub.origin());
    client.get("/user");
    client.get("/repos/o/r");
    Client::to(&hub.origin()).get("/user");
    let used: Vec<u64> = hub.log().iter().map(|r| r.request.connection).collect();
    assert_eq!(used, [0, 0, 1]);
}

#[test]
fn a_patch_may_be_left_out_and_then_nothing_can_be_anchored() {
    let hub = Hub::start(sample::of_diff(sample::SMALL));
    hub.world(|w| w.seven().change_mut().files[0].patch = None);
    let mut client = Client::to(&hub.origin());
    let file = client.get("/repos/o/r/pulls/7/files").json()[0].clone();
    assert_eq!((&file["patch"], &file["changes"]), (&serde_json::Value::Null, &json!(1)));
    let comment = json!({"path": "README.md", "line": 2, "side": "RIGHT", "body": "x"});
    let refused = client.post("/repos/o/r/pulls/7/reviews", &json!({"event": "COMMENT", "comments": [comment]}));
    assert_eq!(refused.status, 422);
}
