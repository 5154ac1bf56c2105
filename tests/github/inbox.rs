//! The inbox by GraphQL and by REST, and a few single questions: comparison, contents, limits.

use prr::{
    core::model::{CallLimits, CheckState, InboxWhy, RepoPath, Time},
    edge::github::{Course, Credentials, GithubError},
};
use serde_json::json;

use super::{
    desk::{Still, client, client_of, options, repo, wait},
    scripted::{Server, answer},
};

#[test]
fn graphql_tells_each_pull_request_once_with_all_its_reasons_the_newest_first() {
    let found = |number: u64, updated: &str, state: Option<&str>| {
        json!({
            "number": number, "title": "t", "url": "u", "isDraft": false, "updatedAt": updated, "changedFiles": 2,
            "additions": 3, "deletions": 4, "author": null, "repository": { "nameWithOwner": "a/b" },
            "commits": { "nodes": [{ "commit": { "statusCheckRollup": state.map(|state| json!({ "state": state })) } }] },
        })
    };
    let list = |nodes: serde_json::Value| json!({ "nodes": nodes });
    let data = json!({ "data": {
        "requested": list(json!([found(1, "2001-01-01T00:00:00Z", Some("FAILURE")), {}])),
        "assigned": list(json!([found(1, "2001-01-01T00:00:00Z", None), found(2, "2002-01-01T00:00:00Z", None)])),
        "mentioned": null,
    } });
    let server = Server::start(move |_, _| answer(200, data.to_string()));
    let inbox = wait(client(&server.base, options(&Still::new())).inbox()).unwrap();
    let told: Vec<_> = inbox.iter().map(|entry| (entry.name.to_string(), entry.why.clone(), entry.checks)).collect();
    let both = vec![InboxWhy::ReviewRequested, InboxWhy::Assigned];
    let expected =
        [("a/b#2".to_owned(), vec![InboxWhy::Assigned], None), ("a/b#1".to_owned(), both, Some(CheckState::Failed))];
    assert_eq!(told, expected);
    assert_eq!(inbox[0].counts, Some((2, 3, 4)));
}

#[test]
fn where_graphql_does_not_answer_three_searches_do() {
    let server = Server::start(|asked, _| match asked.target.as_str() {
        "/api/graphql" => answer(404, r#"{"message":"no route"}"#),
        target if target.contains("review-requested%3A%40me") => answer(
            200,
            r#"{"items":[{"number":5,"title":"t","draft":true,"user":{"login":"x"},"repository_url":"http://h/api/v3/repos/a/b"},
                {"number":6,"repository_url":"nonsense"}]}"#,
        ),
        _ => answer(200, r#"{"total_count":0,"items":[]}"#),
    });
    let inbox = wait(client(&format!("{}/api/v3", server.base), options(&Still::new())).inbox()).unwrap();
    assert_eq!((inbox.len(), inbox[0].name.to_string(), inbox[0].is_draft), (1, "a/b#5".into(), true));
    assert_eq!(server.asked().len(), 4);
}

#[test]
fn nobody_has_no_inbox() {
    let server = Server::start(|_, _| answer(500, ""));
    let error = wait(client_of(&server.base, Credentials::anonymous(), options(&Still::new())).inbox()).unwrap_err();
    assert!(matches!(error, GithubError::Unauthorised { .. }), "{error:?}");
    assert!(server.asked().is_empty() && error.hints()[0].contains("gh auth login"));
}

#[test]
fn commits_are_compared_and_files_read_at_a_commit() {
    let server = Server::start(|asked, _| match (asked.target.as_str(), asked.header("accept")) {
        ("/repos/o/r/compare/aaa...bbb?per_page=1", _) => {
            answer(200, r#"{"status":"diverged","ahead_by":2,"behind_by":1,"merge_base_commit":{"sha":"m"}}"#)
        }
        ("/repos/o/r/compare/aaa...bbb", "application/vnd.github.diff") => answer(200, "diff"),
        ("/repos/o/r/contents/.prr/a%20b.toml?ref=abc", "application/vnd.github.raw+json") => answer(200, "x = 1\n"),
        _ => answer(404, "{}"),
    });
    let desk = client(&server.base, options(&Still::new()));
    wait(async {
        let compared = desk.compare(&repo(), "aaa", "bbb").await.unwrap();
        assert_eq!((compared.course, compared.ahead, compared.behind), (Course::Diverged, 2, 1));
        assert_eq!(compared.merge_base.as_deref(), Some("m"));
        let mut diff = Vec::new();
        desk.compare_diff(&repo(), ("aaa", "bbb"), &mut |bytes| diff.extend_from_slice(bytes)).await.unwrap();
        assert_eq!(diff, b"diff");
        let read = async |path: &str| desk.content(&repo(), &RepoPath::new(path), "abc").await.unwrap();
        assert_eq!(read(".prr/a b.toml").await.as_deref(), Some(&b"x = 1\n"[..]));
        assert_eq!(read("missing").await, None);
        assert_eq!(read("../../user").await, None);
    });
    assert!(!server.targets().iter().any(|target| target.contains("user")));
}

#[test]
fn limits_are_those_of_the_rest_api_and_a_server_may_have_none() {
    let server = Server::start(|_, before| match before {
        0 => answer(200, r#"{"resources":{"core":{"limit":60,"remaining":7,"reset":9},"search":{}},"rate":null}"#),
        1 => answer(404, r#"{"message":"Rate limiting is not enabled."}"#),
        _ => answer(200, r#"{"resources":{}}"#),
    });
    let desk = client(&server.base, options(&Still::new()));
    wait(async {
        let some = CallLimits { remaining: 7, limit: 60, reset: Time(9000) };
        assert_eq!(desk.rate_limit().await, Ok(Some(some)));
        assert_eq!(desk.rate_limit().await, Ok(None));
        assert_eq!(desk.rate_limit().await, Ok(None));
    });
}
