//! A whole pull request: every part told when it is there, gaps for what could not be had, in as few rounds as the
//! data needs, and nothing told twice.

use std::sync::{
    Arc, Condvar, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use prr::{
    core::model::{CheckState, GapKind, PullFacts, PullNews, PullState, Resolution},
    edge::github::{Client, Credentials, GithubError, Missing, read_all},
};
use serde_json::json;

use super::{
    desk::{Still, TOKEN, client, client_of, name, options, wait},
    scripted::{Answer, Asked, Server, answer},
};

const HEAD: &str = "1111111111111111111111111111111111111111";
const BASE: &str = "2222222222222222222222222222222222222222";

fn pull() -> String {
    json!({
        "number": 7, "state": "closed", "merged_at": "2001-02-03T04:05:06Z", "draft": false, "title": "T",
        "body": "Closes #3 and fixes #4", "user": { "login": "dependabot[bot]", "type": "Bot" },
        "labels": [{ "name": "bug" }, { "name": null }], "html_url": "https://github.com/o/r/pull/7",
        "head": { "sha": HEAD, "ref": "topic", "repo": null },
        "base": { "sha": BASE, "ref": "main", "repo": { "full_name": "o/r" } },
        "changed_files": 2, "additions": 3, "deletions": 4, "mergeable": null, "unknown": [1],
    })
    .to_string()
}

/// What a host answers to everything that is asked of it for a pull request.
fn host(asked: &Asked, _: usize) -> Answer {
    let path = asked.target.split('?').next().unwrap();
    let body = match path {
        "/repos/o/r/pulls/7" => pull(),
        "/repos/o/r/pulls/7/files" => r#"[{"filename":"a","status":"renamed","previous_filename":"b","sha":"e69d"},
            {"filename":"c","status":"exploded","patch":null}]"#
            .into(),
        "/repos/o/r/pulls/7/commits" => r#"[{"sha":"c","commit":{"message":"m\n\nb","author":{"name":"N"}}}]"#.into(),
        "/repos/o/r/pulls/7/reviews" => {
            r#"[{"id":1,"state":"PENDING","user":null},{"id":2,"state":"NEW_WORD"}]"#.into()
        }
        "/repos/o/r/issues/7/comments" => r#"[{"id":1,"user":{"login":"me"},"body":"hi"}]"#.into(),
        "/repos/o/r/issues/3" => r#"{"number":3,"title":"three","state":"open","body":null}"#.into(),
        "/repos/o/r/issues/4" => r#"{"number":4,"pull_request":{}}"#.into(),
        "/user" => r#"{"login":"me"}"#.into(),
        "/graphql" => r#"{"data":{"repository":{"pullRequest":{"reviewThreads":{"nodes":[]}}}}}"#.into(),
        _ if path == format!("/repos/o/r/commits/{HEAD}/check-runs") => {
            r#"{"total_count":1,"check_runs":[{"name":"build","status":"completed","conclusion":"success"}]}"#.into()
        }
        _ if path == format!("/repos/o/r/commits/{HEAD}/status") => {
            r#"{"state":"failure","statuses":[{"context":"lint","state":"failure"}]}"#.into()
        }
        other => panic!("nobody should ask for {other}"),
    };
    answer(200, body)
}

fn read(client: &Client) -> (Result<(), GithubError>, Vec<PullNews>) {
    let mut told = Vec::new();
    let result = wait(read_all(client, &name(), &mut |news| told.push(news)));
    (result, told)
}

fn facts(told: Vec<PullNews>) -> PullFacts {
    let mut facts = PullFacts::default();
    told.into_iter().for_each(|news| facts.take(news));
    facts
}

#[test]
fn every_part_comes_and_the_end_comes_last() {
    let server = Server::start(host);
    let (result, told) = read(&client(&server.base, options(&Still::new())));
    assert_eq!((result, told.last()), (Ok(()), Some(&PullNews::Complete)));
    let facts = facts(told);
    assert_eq!(facts.gaps, []);
    let pull = facts.pull.unwrap();
    assert_eq!((pull.state, pull.head.repo, pull.counts), (PullState::Merged, None, Some((2, 3, 4))));
    assert!(pull.author.is_bot);
    assert_eq!(pull.labels, ["bug"]);
    assert_eq!(facts.viewer.as_deref(), Some("me"));
    assert_eq!(facts.files.unwrap().len(), 2);
    assert_eq!(facts.reviews.unwrap().len(), 2);
    let checks: Vec<_> = facts.checks.unwrap().iter().map(|check| (check.name.clone(), check.state)).collect();
    assert_eq!(checks, [("lint".into(), CheckState::Failed), ("build".into(), CheckState::Passed)]);
    let issues: Vec<u64> = facts.issues.unwrap().iter().map(|issue| issue.number).collect();
    assert_eq!(issues, [3], "a pull request that is named is no issue");
    let mut targets = server.targets();
    targets.sort();
    targets.dedup();
    assert_eq!(targets.len(), server.targets().len(), "nothing is asked twice: {:?}", server.targets());
}

#[test]
fn a_part_that_fails_is_a_gap_that_says_why_and_fails_no_other() {
    let kinds = [
        ("/files", GapKind::Files),
        ("/comments", GapKind::Conversation),
        ("/reviews", GapKind::Reviews),
        ("/pulls/7/commits", GapKind::Commits),
        ("/user", GapKind::Identity),
        ("/graphql", GapKind::Resolution),
        ("/issues/3", GapKind::Issues),
    ];
    for (part, kind) in kinds {
        let server = Server::start(move |asked, before| {
            let path = asked.target.split('?').next().unwrap();
            match (path.ends_with(part), path) {
                (true, _) => answer(403, r#"{"message":"Resource not accessible by integration"}"#),
                (false, "/repos/o/r/pulls/7/comments") => answer(200, "[]"),
                _ => host(asked, before),
            }
        });
        let (result, told) = read(&client(&server.base, options(&Still::new())));
        assert_eq!(result, Ok(()), "{part}");
        let facts = facts(told);
        let gaps: Vec<GapKind> = facts.gaps.iter().map(|gap| gap.kind).collect();
        assert_eq!((gaps, facts.is_complete), (vec![kind], true), "{part}");
        assert!(facts.gaps[0].why.contains("does not allow"), "{:?}", facts.gaps);
        assert!(!facts.gaps[0].why.contains(TOKEN));
    }
}

#[test]
fn one_list_of_checks_is_enough_and_none_is_a_gap() {
    let failing = |parts: &'static [&'static str]| {
        Server::start(move |asked, before| match parts.iter().any(|part| asked.target.contains(part)) {
            true => answer(404, "{}"),
            false => host(asked, before),
        })
    };
    let one = facts(read(&client(&failing(&["/status"]).base, options(&Still::new()))).1);
    assert_eq!((one.checks.unwrap().len(), one.gaps.len()), (1, 0));
    let none = facts(read(&client(&failing(&["/status", "/check-runs"]).base, options(&Still::new()))).1);
    assert_eq!((none.checks, none.gaps[0].kind), (None, GapKind::Checks));
}

#[test]
fn without_the_pull_request_itself_it_is_an_error_and_not_complete() {
    let server = Server::start(|_, _| answer(404, r#"{"message":"Not Found"}"#));
    let (result, told) = read(&client(&server.base, options(&Still::new())));
    let Err(GithubError::NotFound { which: Missing::Repository(repo), .. }) = &result else { panic!("{result:?}") };
    assert_eq!(repo, "o/r");
    assert!(!told.contains(&PullNews::Complete));
}

#[test]
fn nobody_in_particular_reads_a_public_repository_by_rest_alone() {
    let server = Server::start(|asked, before| match asked.target.as_str() {
        "/graphql" | "/user" => panic!("not without a token"),
        "/repos/o/r/pulls/7/comments?per_page=100" => answer(200, "[]"),
        _ => host(asked, before),
    });
    let (result, told) = read(&client_of(&server.base, Credentials::anonymous(), options(&Still::new())));
    assert_eq!(result, Ok(()));
    let facts = facts(told);
    let mut gaps: Vec<GapKind> = facts.gaps.iter().map(|gap| gap.kind).collect();
    gaps.sort();
    assert_eq!(gaps, [GapKind::Resolution, GapKind::Identity]);
    assert!(facts.threads.unwrap().iter().all(|thread| thread.resolution == Resolution::Unknown));
}

/// Answers nothing until all that can be asked at once was asked.
#[test]
fn all_that_waits_for_nothing_is_asked_in_one_round_and_the_rest_in_a_second() {
    const FIRST: usize = 7;
    let (asked, gate) = (Arc::new(AtomicUsize::new(0)), Arc::new((Mutex::new(()), Condvar::new())));
    let server = Server::start(move |request, before| {
        let late = request.target.contains("/commits/") || request.target.contains("/issues/3");
        let late = late || request.target.contains("/issues/4");
        let mut guard = gate.0.lock().unwrap();
        if late {
            assert!(asked.load(Ordering::SeqCst) >= FIRST);
        } else {
            asked.fetch_add(1, Ordering::SeqCst);
            gate.1.notify_all();
            while asked.load(Ordering::SeqCst) < FIRST {
                guard = gate.1.wait(guard).unwrap();
            }
        }
        drop(guard);
        host(request, before)
    });
    let (result, _) = read(&client(&server.base, options(&Still::new())));
    assert_eq!(result, Ok(()));
    assert_eq!(server.asked().len(), FIRST + 4);
}
