//! The scripted server plays the corpus's `mock.json` as the corpus's own tool does.
//! Not here: the cases, which are run through the program where the program is tested.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::client::Client;
use crate::support::github::{TOKEN, mock::Mock};

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/github/corpus").join(name)
}

#[test]
fn pages_lead_on_through_links_with_this_servers_address() {
    let mock = Mock::start(&case("B07-pagination"), "mock.json");
    let mut client = Client::to(&mock.origin());
    let (mut path, mut all) = (Some("/api/v3/repos/o/r/pulls/7/comments".to_owned()), 0);
    while let Some(next) = path {
        let page = client.get(&next);
        all += page.json().as_array().unwrap().len();
        path = page.next().map(|url| url.strip_prefix(&mock.origin()).unwrap().to_owned());
    }
    assert_eq!((all, mock.sent("GET").len()), (62, 3));
    assert_eq!(mock.env("/api/v3")[0], ("PRR_GITHUB_API_URL", format!("{}/api/v3", mock.origin())));
    assert_eq!(mock.env("")[1].1, TOKEN);
}

#[test]
fn the_accept_header_and_files_decide_what_is_answered() {
    let mock = Mock::start(&case("A16-github-omits-patches"), "mock.json");
    let mut client = Client::to(&mock.origin());
    assert_eq!(client.get_as("/repos/o/r/pulls/7", "application/vnd.github.diff").status, 406);
    assert_eq!(client.get("/repos/o/r/pulls/7").json()["changed_files"], 7);
    assert_eq!(client.get("/repos/o/r/pulls/7/files").json().as_array().unwrap().len(), 7);
    let unknown = client.get("/repos/o/r/pulls/8");
    assert_eq!((unknown.status, unknown.message().as_str()), (404, "no route"));
    assert_eq!(mock.log().len(), 4);
}

#[test]
fn what_is_stored_is_told_again_and_delays_wait_for_the_test() {
    let folder = tempfile::tempdir().unwrap();
    let script = json!({"routes": [
        {"method": "POST", "path": "/reviews", "store": true, "delay_ms": 5000, "json": {"id": 1000}, "times": 1},
        {"method": "POST", "path": "/reviews", "drop": true, "body_contains": "twice"},
        {"method": "GET", "path": "/reviews", "from_store": {"kind": "reviews", "override": {"state": "X"}}},
        {"method": "GET", "path": "/comments", "from_store": {"kind": "comments"}, "absent_query": ["page"]},
        {"method": "GET", "path": "/stream", "hex_chunks": ["6869", "21"], "abort_after_chunks": true},
        {"method": "GET", "path": "/stream", "query": {"n": 2}, "text": "never: the first fits"}]});
    std::fs::write(folder.path().join("mock.json"), script.to_string()).unwrap();
    let mock = Mock::start(folder.path(), "mock.json");
    let origin = mock.origin();
    let body =
        json!({"commit_id": "c", "event": "COMMENT", "body": "b", "comments": [{"path": "p", "line": 3, "body": "x"}]});
    std::thread::scope(|s| {
        let asking = s.spawn(|| Client::to(&origin).post("/reviews", &body));
        mock.late().wait_reached();
        assert_eq!(mock.stored(), std::slice::from_ref(&body));
        mock.late().open();
        assert_eq!(asking.join().unwrap().json()["id"], 1000);
    });
    assert!(Client::to(&origin).ask("POST", "/reviews", &[], Some(&json!({"body": "twice"}))).is_none());
    let mut client = Client::to(&origin);
    let reviews = client.get("/reviews").json();
    assert_eq!(
        (&reviews[0]["id"], &reviews[0]["state"], &reviews[0]["body"]),
        (&json!(1000), &json!("X"), &json!("b"))
    );
    let comments = client.get("/comments").json();
    assert_eq!((&comments[0]["id"], &comments[0]["side"]), (&json!(5000), &json!("RIGHT")));
    assert_eq!(client.get("/comments?page=2").status, 404);
    let stream = client.get("/stream?n=2");
    assert_eq!((stream.body.as_slice(), stream.is_whole), (&b"hi!"[..], false));
}
