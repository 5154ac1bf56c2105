//! A pull request as its host tells it, made up: facts, threads, remarks. Called by tests of the cockpit.

use std::sync::Arc;

use prr::core::model::{
    Author, Check, CheckState, ForeignReview, Host, LineRange, LinkedIssue, Pull, PullCommit, PullName, PullNews,
    PullState, Remark, RepoName, RepoPath, Resolution, ReviewState, Side, Thread, ThreadId, ThreadPlace, Time, Tip,
};

/// Ages are counted from about here: the desk's clock begins at it.
pub const NOW: i64 = 1_700_000_000_000;

const HOUR: i64 = 3_600_000;

pub fn author(login: &str) -> Author {
    Author { login: login.into(), is_bot: login.ends_with("[bot]") }
}

pub fn name() -> PullName {
    let repo = RepoName { host: Host::github(), owner: "acme".into(), repo: "shop".into() };
    PullName { repo, number: 123 }
}

pub fn url() -> String {
    "https://github.com/acme/shop/pull/123".into()
}

/// An open pull request.
pub fn pull() -> Pull {
    let tip = |branch: &str, sha: char| Tip {
        branch: branch.into(),
        sha: sha.to_string().repeat(40),
        repo: Some("acme/shop".into()),
    };
    Pull {
        name: name(),
        url: url(),
        title: "Issue tokens at login".into(),
        body: "## Why\n\nSessions are **slow**. See [the plan](https://plans.example/7).\n\n- tokens\n- scopes\n"
            .into(),
        state: PullState::Open,
        is_draft: false,
        author: author("alice"),
        labels: vec!["auth".into(), "needs review".into()],
        base: tip("main", 'b'),
        head: tip("tokens", 'a'),
        counts: Some((4, 9, 3)),
    }
}

/// A remark `hours` ago.
pub fn remark(id: u64, login: &str, hours: i64, body: &str) -> Remark {
    Remark {
        id,
        author: author(login),
        body: body.into(),
        written: Some(Time(NOW - hours * HOUR)),
        url: format!("{}#discussion_r{id}", url()),
    }
}

/// An open thread on a line of the new version, with one remark.
pub fn thread(id: u64, path: &str, line: u32, body: &str) -> Thread {
    Thread {
        id: ThreadId(id),
        node: Some(format!("PRRT_{id}")),
        place: ThreadPlace {
            path: RepoPath::new(path),
            side: Side::Right,
            lines: LineRange::one(line),
            original: LineRange::one(line),
            original_commit: "c".repeat(40),
            is_file: false,
            hunk: String::new(),
        },
        resolution: Resolution::Open,
        is_outdated: false,
        remarks: vec![remark(id, "bob", 50, body)],
    }
}

/// The same thread, outdated: written on the last line of that hunk.
pub fn outdated(mut thread: Thread, hunk: &str) -> Thread {
    thread.is_outdated = true;
    thread.place.lines = None;
    thread.place.hunk = hunk.into();
    thread
}

/// The same thread, resolved.
pub fn resolved(mut thread: Thread) -> Thread {
    thread.resolution = Resolution::Resolved;
    thread
}

pub fn threads(threads: impl Into<Vec<Thread>>) -> PullNews {
    PullNews::Threads(Arc::from(threads.into()))
}

fn check(name: &str, state: CheckState) -> Check {
    Check { name: name.into(), state }
}

/// Everything but threads, as it comes for an open pull request with some talk.
pub fn news() -> Vec<PullNews> {
    let review = |id, login: &str, state, hours: i64, body: &str| ForeignReview {
        id,
        author: author(login),
        state,
        body: body.into(),
        commit: Some("c".repeat(40)),
        submitted: Some(Time(NOW - hours * HOUR)),
        url: url(),
    };
    let commit = |sha: char, message: &str| PullCommit {
        sha: sha.to_string().repeat(40),
        message: message.into(),
        author: "Alice".into(),
    };
    vec![
        PullNews::Pull(Box::new(pull())),
        PullNews::Identity("me".into()),
        PullNews::Conversation(Arc::from([
            remark(1, "carol", 30, "Does this need a migration?\n\n> no idea"),
            remark(2, "ci[bot]", 20, "<details><summary>Coverage</summary>\n\n91 %\n</details>"),
        ])),
        PullNews::Reviews(Arc::from([
            review(1, "bob", ReviewState::ChangesRequested, 49, "The check is gone."),
            review(2, "dave", ReviewState::Approved, 3, ""),
            review(3, "bob", ReviewState::Commented, 2, ""),
        ])),
        PullNews::Commits(Arc::from([commit('d', "Add tokens\n\nLong story."), commit('a', "Set scope")])),
        PullNews::Checks(Arc::from([
            check("build", CheckState::Passed),
            check("lint", CheckState::Passed),
            check("test (linux)", CheckState::Failed),
            check("test (mac)", CheckState::Running),
            check("labeler", CheckState::Neutral),
        ])),
        PullNews::Issues(Arc::from([LinkedIssue {
            number: 7,
            title: "Login is slow".into(),
            body: "It takes *seconds*.".into(),
            is_open: true,
        }])),
    ]
}
