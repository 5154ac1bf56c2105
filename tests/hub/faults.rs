//! The made GitHub fails when told to: at the call that was named, in the way that was named, and never otherwise.
//! Not here: what prr makes of it.

use std::net::TcpStream;

use serde_json::json;

use super::client::Client;
use crate::support::github::{Fault, Gate, Hub, Nth, Route, TOKEN, sample, world::State};

const PULL: &str = "/repos/o/r/pulls/7";
const REVIEWS: &str = "/repos/o/r/pulls/7/reviews";

fn review() -> serde_json::Value {
    json!({"body": "x", "event": "COMMENT"})
}

#[test]
fn limits_are_told_with_and_without_a_time() {
    let hub = Hub::start(sample::world());
    hub.fault(Route::Pull, 1, Fault::PrimaryLimit(120));
    hub.fault(Route::Pull, 2, Fault::SecondaryLimit(403, Some(7)));
    hub.fault(Route::Pull, 3, Fault::SecondaryLimit(429, None));
    let mut client = Client::to(&hub.origin());
    let primary = client.get(PULL);
    assert_eq!((primary.status, primary.header("x-ratelimit-remaining")), (403, Some("0")));
    let reset: i64 = primary.header("x-ratelimit-reset").unwrap().parse().unwrap();
    assert!((reset - chrono::Utc::now().timestamp() - 120).abs() < 30);
    assert!(primary.message().starts_with("API rate limit exceeded"));
    let secondary = client.get(PULL);
    assert_eq!((secondary.status, secondary.header("retry-after")), (403, Some("7")));
    assert!(secondary.message().contains("secondary rate limit"));
    let without = client.get(PULL);
    assert_eq!((without.status, without.header("retry-after")), (429, None));
    assert_eq!(client.get(PULL).status, 200);
    hub.world(|w| w.limits.as_mut().unwrap().remaining = 1);
    assert_eq!([client.get(PULL).status, client.get(PULL).status], [200, 403]);
    assert!(Client::with(&hub.origin(), None).get(PULL).message().contains("127.0.0.1"));
}

#[test]
fn a_failed_write_may_or_may_not_have_taken_place() {
    let hub = Hub::start(sample::world());
    hub.fault(Route::PostReview, 1, Fault::Status(502));
    hub.fault(Route::PostReview, 2, Fault::StatusAfter(502));
    hub.fault(Route::PostReview, 3, Fault::Silence);
    hub.fault(Route::PostReview, 4, Fault::SilenceAfter);
    let stored = || hub.world(|w| w.seven().reviews.len());
    let post = || Client::to(&hub.origin()).ask("POST", REVIEWS, &[], Some(&review())).map(|got| got.status);
    let before = stored();
    assert_eq!((post(), stored() - before), (Some(502), 0));
    assert_eq!((post(), stored() - before), (Some(502), 1));
    assert_eq!((post(), stored() - before), (None, 1));
    assert_eq!((post(), stored() - before), (None, 2));
    assert_eq!((post(), stored() - before), (Some(200), 3));
    assert_eq!(hub.posts().iter().map(|r| r.status).collect::<Vec<_>>(), [502, 502, 0, 0, 200]);
}

#[test]
fn any_422_can_be_said_in_both_forms() {
    let hub = Hub::start(sample::world());
    hub.fault(Route::PostReview, 1, Fault::Unprocessable(vec!["Line could not be resolved"]));
    hub.fault(Route::PostReview, 2, Fault::Invalid(vec![("line", "must be part of the diff")]));
    let mut client = Client::to(&hub.origin());
    assert_eq!(client.post(REVIEWS, &review()).json()["errors"][0], "Line could not be resolved");
    assert_eq!(client.post(REVIEWS, &review()).json()["errors"][0]["field"], "pull_request_review_thread.line");
}

#[test]
fn an_answer_is_cut_or_drips() {
    let hub = Hub::start(sample::world());
    let gate = Gate::new();
    hub.fault(Route::Diff, 1, Fault::Cut(100));
    hub.fault(Route::Diff, 2, Fault::Drip(100, gate.clone()));
    let diff = "application/vnd.github.diff";
    let cut = Client::to(&hub.origin()).get_as(PULL, diff);
    assert_eq!((cut.body.len(), cut.is_whole), (100, false));
    let origin = hub.origin();
    let whole = std::thread::scope(|s| {
        let asking = s.spawn(|| Client::to(&origin).get_as(PULL, diff));
        gate.wait_reached();
        assert!(!asking.is_finished());
        gate.open();
        asking.join().unwrap()
    });
    assert!(whole.is_whole && whole.body.len() > 100);
}

#[test]
fn a_call_is_held_before_or_behind_its_deed() {
    let hub = Hub::start(sample::world());
    let (before, behind) = (Gate::new(), Gate::new());
    hub.fault(Route::PostReview, 1, Fault::Hold(before.clone()));
    hub.fault(Route::PostReview, 2, Fault::HoldAfter(behind.clone()));
    let origin = hub.origin();
    let stored = || hub.world(|w| w.seven().reviews.len());
    std::thread::scope(|s| {
        for (gate, there) in [(&before, 3), (&behind, 5)] {
            let asking = s.spawn(|| Client::to(&origin).post(REVIEWS, &review()));
            gate.wait_reached();
            assert_eq!(stored(), there);
            gate.open();
            assert_eq!(asking.join().unwrap().status, 200);
        }
    });
    hub.wait(|log| log.iter().filter(|r| r.route == Route::PostReview && r.status == 200).count() == 2);
}

#[test]
fn a_gate_that_nobody_opens_does_not_hold_the_end_of_a_test() {
    let hub = Hub::start(sample::world());
    let gate = Gate::new();
    hub.fault(Route::User, Nth::From(1), Fault::Hold(gate.clone()));
    let origin = hub.origin();
    let asking = std::thread::spawn(move || Client::to(&origin).ask("GET", "/user", &[], None));
    gate.wait_reached();
    drop(hub);
    asking.join().unwrap();
}

#[test]
fn nonsense_strange_types_and_redirects_come_when_ordered() {
    let hub = Hub::start(sample::world());
    hub.fault(Route::User, 1, Fault::Garbage("{\"login\": "));
    hub.fault(Route::User, 2, Fault::ContentType("text/html"));
    hub.fault(Route::User, 3, Fault::Redirect(302, "http://127.0.0.1:1/user".to_owned()));
    let mut client = Client::to(&hub.origin());
    assert_eq!(client.get("/user").body, b"{\"login\": ");
    let html = client.get("/user");
    assert_eq!((html.header("content-type"), &html.json()["login"]), (Some("text/html"), &json!("reviewer")));
    let redirect = client.get("/user");
    assert_eq!((redirect.status, redirect.header("location")), (302, Some("http://127.0.0.1:1/user")));
}

#[test]
fn the_world_changes_between_two_calls() {
    let hub = Hub::start(sample::world());
    hub.fault(Route::Pull, 2, Fault::Change(Box::new(|w| w.seven().state = State::Closed)));
    hub.fault(Route::Pull, 3, Fault::Change(Box::new(|w| w.tokens.get_mut(TOKEN).unwrap().is_valid = false)));
    let mut client = Client::to(&hub.origin());
    assert_eq!(client.get(PULL).json()["state"], "open");
    assert_eq!(client.get(PULL).json()["state"], "closed");
    assert_eq!(client.get(PULL).status, 401);
    assert_eq!(client.get("/user").message(), "Bad credentials");
}

#[test]
fn a_server_that_is_gone_refuses_connections() {
    let mut hub = Hub::start(sample::world());
    let mut client = Client::to(&hub.origin());
    assert_eq!(client.get("/user").status, 200);
    hub.refuse();
    assert!(client.ask("GET", "/user", &[], None).is_none());
    let asked = hub.log().len();
    // The port may belong to the server of another test by now: then that one answers, and ours does not.
    let is_refused = TcpStream::connect(hub.origin().strip_prefix("http://").unwrap()).is_err();
    let is_anothers = || {
        let _answer = Client::to(&hub.origin()).ask("GET", "/user", &[], None);
        hub.log().len() == asked
    };
    assert!(is_refused || is_anothers());
}
