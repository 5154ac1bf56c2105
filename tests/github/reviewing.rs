//! What is sent to change something: each in GitHub's form, once.

use prr::{
    core::model::{LineRange, RepoPath, ReviewEvent, ReviewState, Side, ThreadId},
    edge::github::{Effect, GithubError, LineComment, ReviewOrder},
};
use serde_json::{Value, json};

use super::{
    desk::{Still, client, name, options, wait},
    scripted::{Asked, Server, answer},
};

fn body(asked: &Asked) -> Value {
    serde_json::from_str(&asked.body).unwrap()
}

fn comment(start: u32, end: u32, side: Side) -> LineComment {
    LineComment { path: RepoPath::new("a/b.rs"), side, lines: LineRange::new(start, end).unwrap(), body: "c".into() }
}

fn made() -> Server {
    Server::start(|_, _| answer(200, r#"{"id":80,"state":"COMMENTED","html_url":"https://h/80","body":""}"#))
}

#[test]
fn a_review_is_sent_in_the_form_that_github_takes() {
    let server = made();
    let order = ReviewOrder {
        commit: "c0".into(),
        body: "B".into(),
        event: Some(ReviewEvent::Comment),
        comments: vec![comment(4, 4, Side::Right), comment(2, 5, Side::Left)],
    };
    let pending = ReviewOrder { event: None, body: String::new(), comments: Vec::new(), ..order.clone() };
    let desk = client(&server.base, options(&Still::new()));
    let posted = wait(desk.create_review(&name(), &order)).unwrap();
    wait(desk.create_review(&name(), &pending)).unwrap();
    assert_eq!((posted.id, posted.url.as_str(), posted.state), (80, "https://h/80", ReviewState::Commented));
    let asked = server.asked();
    assert_eq!(server.targets(), ["POST /repos/o/r/pulls/7/reviews"; 2]);
    let expected = json!({ "commit_id": "c0", "body": "B", "event": "COMMENT", "comments": [
        { "path": "a/b.rs", "body": "c", "line": 4, "side": "RIGHT" },
        { "path": "a/b.rs", "body": "c", "line": 5, "side": "LEFT", "start_line": 2, "start_side": "LEFT" },
    ] });
    assert_eq!(body(&asked[0]), expected);
    assert_eq!(body(&asked[1]), json!({ "commit_id": "c0", "comments": [] }));
    assert_eq!(asked[0].header("content-type"), "application/json");
}

#[test]
fn a_path_that_json_cannot_name_is_refused_before_anything_is_sent() {
    let server = made();
    let odd = LineComment { path: RepoPath::new(b"\xff"), ..comment(1, 1, Side::Right) };
    let order = ReviewOrder { commit: "c".into(), body: String::new(), event: None, comments: vec![odd] };
    let error = wait(client(&server.base, options(&Still::new())).create_review(&name(), &order)).unwrap_err();
    assert_eq!((error.effect(), server.asked().len()), (Effect::Nothing, 0));
}

#[test]
fn a_pending_review_is_found_read_submitted_and_deleted() {
    let server = Server::start(|asked, _| match (asked.method.as_str(), asked.target.as_str()) {
        ("GET", "/repos/o/r/pulls/7/reviews?per_page=100") => {
            answer(200, r#"[{"id":1,"state":"APPROVED"},{"id":5,"state":"PENDING"}]"#)
        }
        ("GET", "/repos/o/r/pulls/7/reviews/5/comments?per_page=100") => {
            answer(200, r#"[{"id":8,"path":"a","position":1,"original_line":3,"body":"x"}]"#)
        }
        ("POST", "/repos/o/r/pulls/7/reviews/5/events") => answer(200, r#"{"id":5,"state":"APPROVED"}"#),
        ("DELETE", "/repos/o/r/pulls/7/reviews/5") => answer(200, r#"{"id":5}"#),
        other => panic!("{other:?}"),
    });
    let desk = client(&server.base, options(&Still::new()));
    wait(async {
        let pending = desk.pending_review(&name()).await.unwrap().unwrap();
        assert_eq!(pending.id, 5);
        assert_eq!(desk.review_comments(&name(), 5).await.unwrap()[0].remarks[0].body, "x");
        let done = desk.submit_review(&name(), 5, ReviewEvent::Approve, None).await.unwrap();
        assert_eq!(done.state, ReviewState::Approved);
        desk.delete_review(&name(), 5).await.unwrap();
    });
    assert_eq!(body(&server.asked()[2]), json!({ "event": "APPROVE" }));
    assert_eq!(server.asked()[3].body, "");
}

#[test]
fn threads_are_answered_and_closed_and_an_error_with_status_200_is_one() {
    let server = Server::start(|asked, _| match asked.target.as_str() {
        "/repos/o/r/pulls/7/comments/3/replies" => answer(201, r#"{"id":77,"path":"a","body":"hi"}"#),
        "/graphql" if asked.body.contains("\"T2\"") => {
            answer(200, r#"{"data":{"resolveReviewThread":null},"errors":[{"message":"Resource not accessible"}]}"#)
        }
        "/graphql" => answer(200, r#"{"data":{"resolveReviewThread":{"thread":{"id":"T1","isResolved":true}}}}"#),
        other => panic!("{other}"),
    });
    let desk = client(&server.base, options(&Still::new()));
    assert_eq!(wait(desk.reply(&name(), ThreadId(3), "hi")), Ok(77));
    assert_eq!(wait(desk.resolve("T1")), Ok(()));
    assert_eq!(wait(desk.unresolve("T1")), Ok(()));
    let error = wait(desk.resolve("T2")).unwrap_err();
    assert!(matches!(error, GithubError::Refused { .. }) && error.to_string().contains("not accessible"), "{error}");
    let asked = server.asked();
    assert_eq!(body(&asked[0]), json!({ "body": "hi" }));
    let words = |nth: usize| body(&asked[nth])["query"].as_str().unwrap().to_owned();
    assert!(words(1).contains(" resolveReviewThread(") && words(2).contains(" unresolveReviewThread("));
}
