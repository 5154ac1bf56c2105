//! Threads: what GraphQL tells, what REST tells where GraphQL does not answer, and that both tell the same threads.

use prr::{
    core::model::{LineRange, LinkedIssue, Resolution, Side, Thread, Time},
    edge::github::{Credentials, GithubError, Options, Threads},
};
use serde_json::{Value, json};

use super::{
    desk::{Still, client, client_of, name, options, wait},
    scripted::{Asked, Server, answer},
};

fn graphql(data: &Value) -> String {
    json!({ "data": data }).to_string()
}

fn comment(id: Value, body: &str, state: &str) -> Value {
    json!({
        "databaseId": id, "state": state, "body": body, "createdAt": "2001-02-03T04:05:06Z",
        "url": "https://github.com/o/r/pull/7#discussion_r3000000001", "diffHunk": "@@ -1 +1 @@\n+x",
        "author": { "__typename": "Bot", "login": "helper" }, "originalCommit": { "oid": "c0" },
    })
}

fn thread(id: &str, comments: &Value, more: Option<&str>) -> Value {
    json!({
        "id": id, "isResolved": true, "isOutdated": false, "path": "a.rs", "line": 9, "startLine": 7,
        "originalLine": 5, "originalStartLine": null, "diffSide": "LEFT", "subjectType": "LINE",
        "comments": { "pageInfo": { "hasNextPage": more.is_some(), "endCursor": more }, "nodes": comments },
    })
}

fn threads_page(nodes: &Value, more: Option<&str>) -> String {
    let threads = json!({ "pageInfo": { "hasNextPage": more.is_some(), "endCursor": more }, "nodes": nodes });
    let issues = json!({ "nodes": [
        { "number": 3, "title": "t", "body": null, "state": "CLOSED", "repository": { "nameWithOwner": "O/R" } },
        { "number": 4, "title": "t", "body": "b", "state": "OPEN", "repository": { "nameWithOwner": "o/other" } },
        null,
    ] });
    graphql(
        &json!({ "repository": { "pullRequest": { "reviewThreads": threads, "closingIssuesReferences": issues } } }),
    )
}

fn read(server: &Server) -> Result<Threads, GithubError> {
    wait(client(&server.base, options(&Still::new())).threads(&name()))
}

fn bodies(threads: &[Thread]) -> Vec<Vec<&str>> {
    threads.iter().map(|thread| thread.remarks.iter().map(|remark| remark.body.as_str()).collect()).collect()
}

#[test]
fn graphql_tells_threads_page_by_page_with_all_their_comments() {
    let server = Server::start(|asked, _| {
        let asked: Value = serde_json::from_str(&asked.body).unwrap();
        let after = asked["variables"]["after"].as_str().unwrap_or("").to_owned();
        let body = match (asked["variables"]["id"].as_str(), after.as_str()) {
            (Some("T1"), "c1") => graphql(&json!({ "node": { "comments": {
                "pageInfo": { "hasNextPage": false, "endCursor": "c2" }, "nodes": [comment(json!(11), "b", "SUBMITTED")],
            } } })),
            (None, "") => {
                let first = thread("T1", &json!([comment(json!(10), "a", "SUBMITTED")]), Some("c1"));
                let draft = thread("T2", &json!([comment(json!(12), "draft", "PENDING")]), None);
                threads_page(&json!([first, null, draft]), Some("t1"))
            }
            (None, "t1") => {
                threads_page(&json!([thread("T3", &json!([comment(Value::Null, "c", "SUBMITTED")]), None)]), None)
            }
            other => panic!("{other:?}"),
        };
        answer(200, body)
    });
    let told = read(&server).unwrap();
    assert_eq!(bodies(&told.threads), [vec!["a", "b"], vec!["c"]]);
    let first = &told.threads[0];
    assert_eq!((first.id.0, first.node.as_deref(), first.resolution), (10, Some("T1"), Resolution::Resolved));
    assert_eq!((first.place.side, first.place.lines), (Side::Left, LineRange::new(7, 9)));
    assert_eq!((first.place.original, first.place.original_commit.as_str()), (LineRange::one(5), "c0"));
    assert!(first.remarks[0].author.is_bot);
    assert_eq!(first.remarks[0].written, Some(Time(981_173_106_000)));
    assert_eq!(told.threads[1].id.0, 3_000_000_001, "the number stands in the address too");
    let issue = LinkedIssue { number: 3, title: "t".into(), body: String::new(), is_open: false };
    assert_eq!((told.closes, told.unresolved), (Some(vec![issue]), None));
    assert_eq!(server.targets(), ["POST /graphql"; 3]);
}

/// REST's list, and an answer of GraphQL that is none.
fn by_rest(status: u16, body: &'static str) -> Server {
    Server::start(move |asked: &Asked, _| match asked.target.as_str() {
        "/graphql" => answer(status, body),
        _ => answer(200, REST),
    })
}

const REST: &str = r#"[
  {"id":1,"path":"a.rs","line":4,"start_line":2,"original_line":4,"side":"RIGHT","user":{"login":"me"},"body":"1"},
  {"id":5,"path":"a.rs","line":null,"original_line":8,"side":"LEFT","user":null,"body":"5","subject_type":"line"},
  {"id":2,"in_reply_to_id":1,"path":"a.rs","line":4,"user":{"login":"you"},"body":"2"},
  {"id":6,"path":"b.rs","line":1,"subject_type":"file","body":null},
  {"id":8,"in_reply_to_id":99,"path":"c.rs","line":1,"body":"8"},
  {"id":3,"in_reply_to_id":2,"path":"a.rs","body":"3"},
  {"id":9,"in_reply_to_id":99,"path":"c.rs","body":"9"},
  {"id":20,"in_reply_to_id":21,"path":"d.rs","body":"20"},
  {"id":21,"in_reply_to_id":20,"path":"d.rs","body":"21"},
  {"body":"no number","path":"d.rs"}
]"#;

#[test]
fn where_graphql_does_not_answer_rest_tells_the_threads_and_nobody_knows_what_is_resolved() {
    let cases = [
        (404, r#"{"message":"no route"}"#),
        (403, r#"{"message":"Resource not accessible by integration"}"#),
        (502, ""),
        (200, r#"{"errors":[{"type":"FORBIDDEN","message":"no","path":["repository",0]}],"data":null}"#),
        (200, r#"{"errors":[{"message":"unknown field subjectType"}]}"#),
        (200, r#"{"data":{"repository":null},"errors":[{"type":"NOT_FOUND","message":"m"}]}"#),
        (200, r#"{"data":{"repository":{"pullRequest":{"reviewThreads":null}}}}"#),
        (200, "{}"),
        (200, "<html>"),
        (429, "{}"),
    ];
    for (status, body) in cases {
        let server = by_rest(status, body);
        let told = read(&server).unwrap();
        assert_eq!(
            bodies(&told.threads),
            [vec!["1", "2", "3"], vec!["5"], vec![""], vec!["8", "9"], vec!["20"], vec!["21"]],
            "{status} {body}"
        );
        assert!(told.unresolved.is_some() && told.closes.is_none(), "{status} {body}");
        assert!(told.threads.iter().all(|thread| thread.resolution == Resolution::Unknown && thread.node.is_none()));
        let graphql = server.targets().iter().filter(|target| target.ends_with("/graphql")).count();
        assert_eq!(graphql, 1, "a POST is sent once: {status} {body}");
    }
}

#[test]
fn rest_tells_places_outdated_threads_and_ghosts() {
    let told = read(&by_rest(404, "{}")).unwrap().threads;
    assert_eq!((told[0].place.lines, told[0].is_outdated), (LineRange::new(2, 4), false));
    assert_eq!((told[1].place.lines, told[1].place.original), (None, LineRange::one(8)));
    assert_eq!((told[1].is_outdated, told[1].place.side), (true, Side::Left));
    assert_eq!(told[1].remarks[0].author.login, "ghost");
    assert_eq!((told[2].place.is_file, told[2].place.lines, told[2].is_outdated), (true, None, false));
}

#[test]
fn without_a_token_graphql_is_not_asked() {
    let server = by_rest(500, "");
    // A login that was set is no token.
    let known = Options { login: Some("me".into()), ..options(&Still::new()) };
    let told = wait(client_of(&server.base, Credentials::anonymous(), known).threads(&name())).unwrap();
    assert!(matches!(told.unresolved, Some(GithubError::Unauthorised { .. })));
    assert_eq!(server.targets(), ["GET /repos/o/r/pulls/7/comments?per_page=100"]);
}

#[test]
fn a_server_has_graphql_beside_its_rest_api() {
    let server = Server::start(|asked, _| match asked.target.as_str() {
        "/api/graphql" => answer(200, threads_page(&json!([]), None)),
        _ => answer(500, ""),
    });
    let client = client(&format!("{}/api/v3", server.base), options(&Still::new()));
    assert_eq!(wait(client.threads(&name())).unwrap().threads, []);
}
