//! The made GitHub takes reviews as GitHub does: all or nothing, with its own words when not.
//! Not here: what prr publishes.

use serde_json::{Value, json};

use super::client::{Client, Got};
use crate::support::github::{
    Hub, REVIEWER, Route, TOKEN, sample,
    story::Edit,
    world::{Rights, Token, TokenKind},
};

const REVIEWS: &str = "/repos/o/r/pulls/7/reviews";

fn post(hub: &Hub, body: &Value) -> Got {
    Client::to(&hub.origin()).post(REVIEWS, body)
}

fn comment(path: &str, more: Value) -> Value {
    let mut comment = json!({"path": path, "body": "text"});
    for (name, value) in more.as_object().unwrap() {
        comment[name] = value.clone();
    }
    json!({"body": "review", "event": "COMMENT", "comments": [comment]})
}

/// The sentences of a refusal.
fn errors(got: &Got) -> String {
    assert_eq!(got.status, 422, "{got:?}");
    got.json()["errors"].as_array().unwrap().iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | ")
}

#[test]
fn a_review_with_its_comments_is_there_afterwards() {
    let hub = Hub::start(sample::world());
    let head = hub.world(|w| w.seven().head.sha.clone());
    let done = post(
        &hub,
        &json!({"commit_id": head, "body": "all in all", "event": "COMMENT", "comments": [
        {"path": "src/lib.rs", "body": "one", "line": 3, "side": "RIGHT"},
        {"path": "src/lib.rs", "body": "old", "line": 42, "side": "LEFT"},
        {"path": "src/lib.rs", "body": "range", "start_line": 4, "start_side": "RIGHT", "line": 6, "side": "RIGHT"},
        {"path": "docs/new.md", "body": "moved", "line": 6, "side": "LEFT"},
        {"path": "src/gone.rs", "body": "gone", "line": 1, "side": "LEFT"}]}),
    );
    assert_eq!((done.status, &done.json()["state"]), (200, &json!("COMMENTED")));
    let (id, mut client) = (done.json()["id"].as_u64().unwrap(), Client::to(&hub.origin()));
    let reviews = client.get(REVIEWS).json();
    let ours = reviews.as_array().unwrap().last().unwrap();
    assert_eq!(
        (&ours["id"], &ours["body"], &ours["user"]["login"]),
        (&json!(id), &json!("all in all"), &json!(REVIEWER))
    );
    let comments = client.get(&format!("{REVIEWS}/{id}/comments")).json();
    assert_eq!(comments.as_array().unwrap().len(), 5);
    let all = client.get("/repos/o/r/pulls/7/comments?per_page=100").json();
    let range = all.as_array().unwrap().iter().find(|c| c["body"] == "range").unwrap();
    assert_eq!((&range["start_line"], &range["line"]), (&json!(4), &json!(6)));
    assert!(range["diff_hunk"].as_str().unwrap().starts_with("@@ -1,6 +1,8 @@"), "{range}");
    assert_eq!(hub.posts().len(), 1);
}

#[test]
fn an_anchor_off_the_diff_refuses_the_whole_review_in_githubs_words() {
    let hub = Hub::start(sample::world());
    let cases = [
        (
            comment("src/lib.rs", json!({"line": 25, "side": "RIGHT"})),
            "Pull request review thread line must be part of the diff and Pull request review thread diff hunk can't be blank",
        ),
        (
            comment("src/lib.rs", json!({"line": 25, "side": "RIGHT", "start_line": 24, "start_side": "RIGHT"})),
            "Pull request review thread line must be part of the diff, Pull request review thread start line must be part of the same hunk as the line., and Pull request review thread diff hunk can't be blank",
        ),
        (
            comment("src/lib.rs", json!({"line": 46, "side": "RIGHT", "start_line": 4, "start_side": "RIGHT"})),
            "Pull request review thread start line must be part of the same hunk as the line.",
        ),
        (
            comment("src/lib.rs", json!({"line": 4, "side": "RIGHT", "start_line": 4, "start_side": "RIGHT"})),
            "Pull request review thread start line must precede the end line.",
        ),
        (comment("src/gone.rs", json!({"line": 1, "side": "RIGHT"})), "line must be part of the diff"),
        (comment("docs/old.md", json!({"line": 6, "side": "LEFT"})), "thread path is invalid"),
        (comment("docs/elsewhere.md", json!({"line": 1, "side": "RIGHT"})), "line must be part of the diff"),
        (comment("src/lib.rs", json!({})), "line must be part of the diff"),
    ];
    for (body, said) in cases {
        let refused = errors(&post(&hub, &body));
        assert!(refused.contains(said), "{refused}\nshould say: {said}");
    }
    let two = json!({"event": "COMMENT", "comments": [
        {"path": "src/lib.rs", "body": "fine", "line": 3}, {"path": "src/lib.rs", "body": "off", "line": 25}]});
    assert!(errors(&post(&hub, &two)).contains("must be part of the diff"));
    assert_eq!(hub.world(|w| w.seven().reviews.len()), 3, "nothing was stored");
}

#[test]
fn bodies_have_a_limit_in_characters() {
    let hub = Hub::start(sample::world());
    let long = "ä".repeat(65_536);
    assert_eq!(post(&hub, &json!({"body": long, "event": "COMMENT"})).status, 200);
    let too_long = "Body is too long (maximum is 65536 characters)";
    assert_eq!(errors(&post(&hub, &json!({"body": format!("{long}x"), "event": "COMMENT"}))), too_long);
    let mut in_comment = comment("src/lib.rs", json!({"line": 3}));
    in_comment["comments"][0]["body"] = json!(format!("{long}x"));
    assert_eq!(errors(&post(&hub, &in_comment)), too_long);
    assert!(!errors(&post(&hub, &json!({"event": "COMMENT"}))).is_empty());
}

#[test]
fn a_pending_review_is_in_the_way_until_it_is_submitted_or_discarded() {
    let hub = Hub::start(sample::world());
    let mut draft = comment("src/lib.rs", json!({"line": 3}));
    draft.as_object_mut().unwrap().remove("event");
    let pending = post(&hub, &draft).json();
    assert_eq!(pending["state"], "PENDING");
    let one = "User can only have one pending review per pull request";
    assert_eq!(errors(&post(&hub, &json!({"body": "x", "event": "COMMENT"}))), one);
    let reply = "/repos/o/r/pulls/7/comments/401/replies";
    let mut client = Client::to(&hub.origin());
    assert_eq!(errors(&client.post(reply, &json!({"body": "so it is"}))), one);
    let own = format!("{REVIEWS}/{}", pending["id"]);
    assert_eq!(client.ask("DELETE", &own, &[], None).unwrap().status, 200);
    let answered = client.post(reply, &json!({"body": "so it is"}));
    assert_eq!((answered.status, &answered.json()["in_reply_to_id"]), (201, &json!(401)));
    let pending = post(&hub, &draft).json();
    let events = format!("{REVIEWS}/{}/events", pending["id"]);
    assert_eq!(client.post(&events, &json!({"event": "APPROVE", "body": "good"})).json()["state"], "APPROVED");
    assert_eq!(client.post(&events, &json!({"event": "APPROVE"})).status, 422);
    assert_eq!(client.ask("DELETE", &format!("{REVIEWS}/303"), &[], None).unwrap().status, 404);
    let writes = hub.posts().iter().filter(|r| r.status < 300).count();
    assert_eq!(writes, 5);
}

#[test]
fn own_pull_requests_and_workflows_may_not_approve() {
    let mut world = sample::world();
    world.seven().about.author = Some(REVIEWER.to_owned());
    world.tokens.insert("app".to_owned(), Token::of("github-actions[bot]", TokenKind::App(Rights::Write)));
    let hub = Hub::start(world);
    let say = |event: &str| post(&hub, &json!({"body": "x", "event": event}));
    assert_eq!(errors(&say("APPROVE")), "Can not approve your own pull request");
    assert_eq!(errors(&say("REQUEST_CHANGES")), "Can not request changes on your own pull request");
    assert_eq!(say("COMMENT").status, 200);
    let mut app = Client::with(&hub.origin(), Some("app"));
    let refused = app.post(REVIEWS, &json!({"event": "APPROVE"}));
    assert_eq!(errors(&refused), "GitHub Actions is not permitted to approve pull requests.");
    assert_eq!(app.post(REVIEWS, &json!({"body": "x", "event": "COMMENT"})).status, 200);
    hub.only_token_of_any(&[REVIEWER, "github-actions[bot]"]);
}

#[test]
fn a_head_that_was_never_one_is_refused_and_an_old_one_makes_outdated_threads() {
    let hub = Hub::start(sample::world());
    let old = hub.world(|w| w.seven().head.sha.clone());
    let edits = [Edit::Put("README.md", b"hi\nthere\nyou\n"), Edit::Drop("src/lib.rs")];
    let next = hub.world(|w| sample::push(w, 7, "back", &edits));
    assert_eq!(Client::to(&hub.origin()).get("/repos/o/r/pulls/7").json()["head"]["sha"], next);
    let mut body = comment("src/lib.rs", json!({"line": 3}));
    body["commit_id"] = json!("3".repeat(40));
    assert_eq!(errors(&post(&hub, &body)), "commitOID is not part of the pull request");
    body["commit_id"] = json!(old);
    assert_eq!(post(&hub, &body).status, 200);
    let comments = Client::to(&hub.origin()).get("/repos/o/r/pulls/7/comments").json();
    let (first, last) = (&comments[0], comments.as_array().unwrap().last().unwrap());
    assert_eq!((&first["line"], &first["original_commit_id"]), (&Value::Null, &json!(old)));
    assert_eq!((&last["line"], &last["commit_id"]), (&Value::Null, &json!(old)));
}

#[test]
fn a_single_comment_is_refused_in_the_other_form() {
    let hub = Hub::start(sample::world());
    let head = hub.world(|w| w.seven().head.sha.clone());
    let mut client = Client::to(&hub.origin());
    let mut say = |line: u64| {
        let body = json!({"path": "src/lib.rs", "body": "x", "line": line, "side": "RIGHT", "commit_id": head});
        client.post("/repos/o/r/pulls/7/comments", &body)
    };
    let refused = say(25).json();
    assert_eq!(refused["errors"][0]["message"], "pull_request_review_thread.line must be part of the diff");
    assert_eq!(refused["errors"][1]["code"], "missing_field");
    assert_eq!(say(3).status, 201);
}

#[test]
fn nobody_without_a_token_writes() {
    let hub = Hub::start(sample::world());
    let refused = Client::with(&hub.origin(), None).post(REVIEWS, &json!({"body": "x", "event": "COMMENT"}));
    assert_eq!((refused.status, refused.message().as_str()), (401, "Requires authentication"));
    hub.no_token();
    assert_eq!(hub.calls(Route::PostReview)[0].secret(), None);
    assert_ne!(TOKEN, "");
}
