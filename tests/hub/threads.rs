//! The made GitHub's GraphQL: threads in pages, resolved and reopened, errors with HTTP 200.
//! Not here: REST.

use serde_json::{Value, json};

use super::client::{Client, Got};
use crate::support::github::{
    Hub, REVIEWER, Route, TOKEN, sample,
    world::{Rights, Service, TokenKind},
};

const THREADS: &str = "query Threads($owner: String!, $name: String!, $number: Int!, $after: String, $size: Int = 3) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: $size, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { ...thread }
      }
      closing: closingIssuesReferences(first: 5) { nodes { number title } }
    }
  }
}
fragment thread on PullRequestReviewThread {
  id isResolved isOutdated path line startLine diffSide subjectType # a comment
  comments(first: 50) { totalCount nodes { databaseId body author { __typename login ... on User { databaseId } } } }
}";

fn ask(hub: &Hub, query: &str, variables: Value) -> Got {
    Client::to(&hub.origin()).post("/graphql", &json!({"query": query, "variables": variables}))
}

#[test]
fn threads_come_in_pages_with_what_rest_does_not_tell() {
    let hub = Hub::start(sample::world());
    let (mut after, mut all) = (Value::Null, Vec::new());
    loop {
        let got = ask(&hub, THREADS, json!({"owner": "o", "name": "r", "number": 7, "after": after})).json();
        let threads = &got["data"]["repository"]["pullRequest"]["reviewThreads"];
        all.extend(threads["nodes"].as_array().unwrap().clone());
        assert_eq!(got["data"]["repository"]["pullRequest"]["closing"]["nodes"][0]["number"], 3);
        if threads["pageInfo"]["hasNextPage"] == false {
            break;
        }
        after = threads["pageInfo"]["endCursor"].clone();
    }
    let flags: Vec<(bool, bool)> = all.iter().map(|t| (t["isResolved"] == true, t["isOutdated"] == true)).collect();
    assert_eq!(flags, [(false, false), (false, false), (true, false), (false, true), (false, false), (false, false)]);
    assert_eq!(all[0]["comments"]["totalCount"], 2);
    assert_eq!(all[3]["comments"]["nodes"][0]["author"], Value::Null);
    assert_eq!((&all[5]["subjectType"], &all[5]["line"]), (&json!("FILE"), &Value::Null));
    assert_eq!(hub.calls(Route::Graphql).len(), 2);
    assert!(hub.posts().is_empty(), "a query changes nothing");
}

#[test]
fn a_thread_is_resolved_and_reopened() {
    let hub = Hub::start(sample::world());
    let change = |what: &str| {
        let query = format!(
            "mutation($id: ID!) {{ {what}(input: {{threadId: $id}}) {{ thread {{ id isResolved resolvedBy {{ login }} }} }} }}"
        );
        ask(&hub, &query, json!({"id": "PRRT_401"})).json()["data"][what]["thread"].clone()
    };
    let resolved = change("resolveReviewThread");
    assert_eq!((&resolved["isResolved"], &resolved["resolvedBy"]["login"]), (&json!(true), &json!(REVIEWER)));
    assert_eq!(hub.world(|w| w.seven().threads[0].resolved_by.clone()).as_deref(), Some(REVIEWER));
    assert_eq!(change("unresolveReviewThread")["isResolved"], false);
    assert_eq!(hub.posts().len(), 2);
    let fine = TokenKind::FineGrained(vec!["o/r".to_owned()], Rights::Read);
    hub.world(|w| w.tokens.get_mut(TOKEN).unwrap().kind = fine);
    assert_eq!(change("resolveReviewThread"), Value::Null);
}

#[test]
fn errors_come_with_status_200() {
    let hub = Hub::start(sample::world());
    let lost = ask(&hub, "{ repository(owner: \"o\", name: \"none\") { id } }", json!({}));
    assert_eq!((lost.status, &lost.json()["errors"][0]["type"]), (200, &json!("NOT_FOUND")));
    let lost =
        ask(&hub, "{ repository(owner: \"o\", name: \"r\") { pullRequest(number: 99) { id } } }", json!({})).json();
    assert_eq!(lost["data"]["repository"], json!({"pullRequest": null}));
    assert_eq!(lost["errors"][0]["path"], json!(["repository", "pullRequest"]));
    hub.world(|w| w.repo("o/r").needs_sso = true);
    let sso = ask(&hub, "{ repository(owner: \"o\", name: \"r\") { id } }", json!({})).json();
    assert_eq!(sso["errors"][0]["type"], "FORBIDDEN");
    hub.check();
    for (query, said) in [
        ("{ viewer { shoeSize } }", "Field 'shoeSize' doesn't exist on type 'User'"),
        ("{ viewer }", "must have selections"),
        ("{ viewer { login ", "Parse error"),
        ("query($x: ID!) { node(id: $x) { id } }", "was not provided"),
        ("{ search(query: \"is:pr\", type: ISSUE) { issueCount } }", "must provide a `first`"),
        ("{ search(query: \"is:pr\", type: ISSUE, first: 101) { issueCount } }", "exceeds the `first` limit"),
    ] {
        let got = ask(&hub, query, json!({}));
        assert_eq!(got.status, 200);
        let all = format!("{} {:?}", got.json()["errors"], hub.forgive());
        assert!(all.contains(said), "{all}\nshould say: {said}");
    }
}

#[test]
fn who_asks_search_and_limits_are_told() {
    let hub = Hub::start(sample::world());
    let query = "query Inbox($q: String!) { viewer { login } rateLimit { remaining }
        search(query: $q, type: ISSUE, last: 2) { issueCount edges { cursor node { ... on PullRequest { number isDraft
        commits(last: 1) { nodes { commit { oid statusCheckRollup { state } } } } reviewRequests(first: 1) { totalCount } } } } } }";
    let got = ask(&hub, query, json!({"q": "is:pr is:open review-requested:@me"})).json();
    assert_eq!(got["data"]["viewer"]["login"], REVIEWER);
    assert_eq!(got["data"]["search"]["issueCount"], 4);
    let last = &got["data"]["search"]["edges"][1]["node"];
    assert_eq!(last["number"], 7);
    assert_eq!(last["commits"]["nodes"][0]["commit"]["statusCheckRollup"]["state"], "FAILURE");
    assert!(got["data"]["rateLimit"]["remaining"].is_u64());
    let node = ask(&hub, "{ node(id: \"PRRT_403\") { ... on PullRequestReviewThread { path } } }", json!({})).json();
    assert_eq!(node["data"]["node"]["path"], "src/lib.rs");
}

#[test]
fn it_can_be_switched_off_and_wants_a_token() {
    let hub = Hub::start(sample::world());
    let query = json!({"query": "{ viewer { login } }"});
    assert_eq!(Client::with(&hub.origin(), None).post("/graphql", &query).status, 401);
    hub.world(|w| w.graphql = Service::Off);
    assert_eq!(Client::to(&hub.origin()).post("/graphql", &query).status, 404);
}
