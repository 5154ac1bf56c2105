//! What is asked again and what is not: broken connections, failing servers, limits, writes.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use prr::{
    core::model::{CallLimits, ThreadId, Time},
    edge::github::{Effect, GithubError, Heard, LimitKind},
};

use super::{
    desk::{Hand, Still, client, name, options, wait, with_clock},
    scripted::{Answer, End, Server, answer},
};

/// A server that answers the first requests by a list, and then well.
fn after(first: Vec<Answer>) -> Server {
    Server::start(move |_, before| first.get(before).cloned().unwrap_or_else(|| answer(200, "[]")))
}

#[test]
fn a_broken_or_failing_server_is_asked_again_soon_and_then_given_up() {
    for bad in [
        answer(502, "<html>"),
        answer(500, ""),
        answer(200, "[{}]").ending(End::CutAfter(2)),
        answer(200, "").ending(End::Silent),
    ] {
        let (clock, server) = (Still::new(), after(vec![bad.clone(), bad.clone()]));
        assert_eq!(wait(client(&server.base, options(&clock)).commits(&name())), Ok(Vec::new()), "{bad:?}");
        assert_eq!(clock.slept(), [500, 2000]);

        let (clock, server) = (Still::new(), after(vec![bad.clone(); 9]));
        let error = wait(client(&server.base, options(&clock)).commits(&name())).unwrap_err();
        assert!(matches!(error, GithubError::Unreachable { .. }), "{error:?}");
        assert_eq!(server.asked().len(), 3);
    }
}

#[test]
fn a_server_that_is_not_there_is_unreachable_and_nothing_was_done() {
    // A port below those that are given out: nobody takes it in between.
    let gone = "127.0.0.1:1";
    let error = wait(client(&format!("http://{gone}"), options(&Still::new())).reply(&name(), ThreadId(1), "x"));
    let error = error.unwrap_err();
    assert_eq!(error.effect(), Effect::Nothing);
    assert!(error.to_string().contains(gone), "{error}");
}

#[test]
fn limits_are_waited_for_as_the_server_says_and_told() {
    let clock = Still::new();
    let reset = (clock.seconds() + 30).to_string();
    let used_up = answer(403, r#"{"message":"API rate limit exceeded for user"}"#)
        .with("x-ratelimit-remaining", "0")
        .with("x-ratelimit-limit", "5000")
        .with("x-ratelimit-reset", &reset);
    let secondary = answer(429, r#"{"message":"You have exceeded a secondary rate limit"}"#).with("Retry-After", "7");
    let server = after(vec![used_up, secondary]);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = heard.clone();
    let client = client(&server.base, options(&clock)).heard_by(Arc::new(move |it| ear.lock().unwrap().push(it)));
    assert_eq!(wait(client.commits(&name())), Ok(Vec::new()));
    assert_eq!(clock.slept(), [30_000, 7000]);
    let limits = CallLimits { remaining: 0, limit: 5000, reset: Time(reset.parse::<i64>().unwrap() * 1000) };
    let waits = [Heard::Waiting(limits.reset), Heard::Waiting(Time(limits.reset.0 + 7000))];
    assert_eq!(*heard.lock().unwrap(), [Heard::Limits(limits), waits[0], waits[1]]);
}

#[test]
fn an_unnamed_secondary_limit_waits_longer_each_time_and_is_given_up() {
    let clock = Still::new();
    let limit = answer(403, r#"{"message":"You have exceeded a secondary rate limit."}"#);
    let server = after(vec![limit; 9]);
    let error = wait(client(&server.base, options(&clock)).commits(&name())).unwrap_err();
    assert!(matches!(error, GithubError::Limited { kind: LimitKind::Secondary, .. }), "{error:?}");
    assert_eq!(clock.slept(), [60_000, 120_000, 240_000]);
    assert_eq!(server.asked().len(), 4);
}

#[test]
fn a_reset_in_the_past_counts_as_now() {
    let clock = Still::new();
    let past = answer(403, "{}").with("x-ratelimit-remaining", "0").with("x-ratelimit-reset", "1000");
    let server = after(vec![past]);
    assert_eq!(wait(client(&server.base, options(&clock)).commits(&name())), Ok(Vec::new()));
    assert_eq!(clock.slept().iter().sum::<u64>(), 0);
}

#[test]
fn a_limit_that_ends_too_late_is_an_error_that_says_when() {
    let clock = Still::new();
    let reset = clock.seconds() + 3000;
    let late = answer(429, "{}").with("x-ratelimit-remaining", "0").with("x-ratelimit-reset", reset.to_string());
    let server = after(vec![late]);
    let error = wait(client(&server.base, options(&clock)).commits(&name())).unwrap_err();
    let GithubError::Limited { until, kind: LimitKind::Primary, .. } = &error else { panic!("{error:?}") };
    assert_eq!(*until, Some(Time(reset * 1000)));
    assert_eq!(server.asked().len(), 1);
    assert!(error.hints().iter().any(|hint| hint.contains("allowed again at")), "{:?}", error.hints());
}

#[test]
fn one_limited_call_holds_the_others_back_and_no_write_is_sent_meanwhile() {
    let limited = Server::start(|asked, before| match (asked.target.contains("commits"), before) {
        (true, 0) => answer(429, "{}").with("Retry-After", "800"),
        _ => answer(200, "[]"),
    });
    let hand = Hand::default();
    let client = client(&limited.base, with_clock(Arc::new(hand.clone())));
    wait(async {
        let name = name();
        let others = async {
            hand.0.waits(1).await;
            let write = client.reply(&name, ThreadId(1), "x").await;
            assert!(matches!(write, Err(GithubError::Limited { .. })), "{write:?}");
            let end = async {
                hand.0.waits(2).await;
                assert_eq!(limited.asked().len(), 1, "{:?}", limited.targets());
                hand.0.release(Duration::from_secs(800));
            };
            futures::join!(client.reviews(&name), end).0
        };
        let (commits, reviews) = futures::join!(client.commits(&name), others);
        assert_eq!((commits.unwrap().len(), reviews.unwrap().len()), (0, 0));
    });
    assert_eq!(limited.asked().len(), 3);
}

#[test]
fn a_wait_for_a_limit_ends_when_asked_to_stop() {
    let limited = Server::start(|_, _| answer(429, "{}").with("Retry-After", "800"));
    let hand = Hand::default();
    let options = with_clock(Arc::new(hand.clone()));
    let stop = options.stop.clone();
    let client = client(&limited.base, options);
    let name = name();
    let (answer, ()) = wait(async {
        futures::join!(client.commits(&name), async {
            hand.0.waits(1).await;
            stop.cancel();
        })
    });
    assert_eq!(answer, Err(GithubError::Stopped));
    assert_eq!(wait(client.reply(&name, ThreadId(1), "x")), Err(GithubError::Stopped));
    assert_eq!(limited.asked().len(), 1);
}

#[test]
fn a_server_that_falls_silent_is_left_in_time() {
    let silent = Server::start(|_, _| answer(200, "[{}]").ending(End::HangsAfter(2)));
    let clock = Still::new();
    let mut options = options(&clock);
    options.timeouts.answer = Duration::from_millis(50);
    let error = wait(client(&silent.base, options).commits(&name())).unwrap_err();
    assert!(matches!(error, GithubError::Unreachable { .. }), "{error:?}");
    assert_eq!(silent.asked().len(), 3);
}

#[test]
fn a_write_is_sent_once_whatever_happens_and_says_whether_it_may_have_taken_place() {
    let cases = [
        (answer(502, "<html>"), Effect::Unknown),
        (answer(500, ""), Effect::Unknown),
        (answer(201, "{\"id\":1}").ending(End::CutAfter(3)), Effect::Unknown),
        (answer(201, "").ending(End::Silent), Effect::Unknown),
        (answer(201, "not json"), Effect::Unknown),
        (answer(429, "{}").with("Retry-After", "1"), Effect::Nothing),
        (answer(403, r#"{"message":"secondary rate limit"}"#), Effect::Nothing),
        (answer(422, r#"{"message":"Validation Failed"}"#), Effect::Nothing),
    ];
    for (bad, effect) in cases {
        let server = after(vec![bad.clone(); 3]);
        let error = wait(client(&server.base, options(&Still::new())).reply(&name(), ThreadId(1), "x")).unwrap_err();
        assert_eq!((server.asked().len(), error.effect()), (1, effect), "{bad:?} {error:?}");
    }
}
