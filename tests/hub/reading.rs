//! prr's client over the made GitHub: every call once, each held against GitHub's description; what it tells is what
//! the world holds.
//! Not here: repetition, limits and errors of the client.

use std::future::Future;

use prr::{
    core::model::{
        CheckState, GapKind, Host, InboxWhy, LineRange, PullFacts, PullName, PullState, RepoName, RepoPath, Resolution,
        ReviewEvent, ReviewState, Side, ThreadId,
    },
    edge::github::{Api, Client, Credentials, LineComment, Options, ReviewOrder, Token, TokenSource, read_all},
};

use tokio::runtime::Runtime;

use crate::support::github::{
    Hub, REVIEWER, Route, TOKEN, sample,
    world::{Kind, Service, World},
};

fn client_with(hub: &Hub, options: Options) -> Client {
    let api = Api::new(&Host::github(), Some(&hub.api_url())).unwrap();
    let token = Token::new(TOKEN);
    let credentials = Credentials { token, source: TokenSource::Variable("GH_TOKEN"), notes: Vec::new() };
    Client::new(api, credentials, options).unwrap()
}

fn client(hub: &Hub) -> Client {
    client_with(hub, Options::default())
}

fn name() -> PullName {
    let repo = RepoName { host: Host::github(), owner: "o".to_owned(), repo: "r".to_owned() };
    PullName { repo, number: 7 }
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// The first and last call of a client, which belongs to the runtime of its first call.
fn wait<T>(work: impl Future<Output = T>) -> T {
    runtime().block_on(work)
}

fn facts(client: &Client) -> PullFacts {
    let mut facts = PullFacts::default();
    wait(read_all(client, &name(), &mut |news| facts.take(news))).unwrap();
    facts
}

#[test]
fn everything_of_the_sample_pull_request_is_read() {
    let hub = Hub::start(sample::world());
    let facts = facts(&client(&hub));
    assert!(facts.is_complete && facts.gaps.is_empty(), "{:?}", facts.gaps);
    let pull = facts.pull.unwrap();
    assert_eq!((pull.title.as_str(), pull.state, pull.is_draft), ("Larger numbers", PullState::Open, false));
    assert_eq!(pull.labels, ["enhancement", "needs review"]);
    assert_eq!(facts.viewer.as_deref(), Some(REVIEWER));
    let files = facts.files.unwrap();
    assert_eq!(files.iter().filter(|f| f.patch.is_some()).count(), 4);
    let threads = facts.threads.unwrap();
    assert_eq!(threads.iter().map(|t| t.id.0).collect::<Vec<_>>(), [401, 403, 404, 405, 406, 407]);
    assert_eq!(threads[2].resolution, Resolution::Resolved);
    assert!(threads[3].is_outdated && threads[3].remarks[0].author.login == "ghost");
    assert_eq!(threads[4].place.lines, LineRange::new(4, 5));
    assert!(threads[5].place.is_file);
    assert_eq!(facts.conversation.unwrap().len(), 2);
    assert_eq!(facts.reviews.unwrap().len(), 2);
    assert_eq!(facts.commits.unwrap().len(), 3);
    let failed: Vec<String> =
        facts.checks.unwrap().iter().filter(|c| c.state == CheckState::Failed).map(|c| c.name.clone()).collect();
    assert_eq!(failed, ["test"]);
    assert_eq!(facts.issues.unwrap()[0].number, 3);
    assert!(facts.limits.0.is_some());
    hub.only_token_of_any(&[REVIEWER]);
}

#[test]
fn without_graphql_threads_come_by_rest_and_the_gap_is_said() {
    let mut world = World { kind: Kind::Enterprise, limits: None, ..sample::world() };
    world.graphql = Service::Off;
    let hub = Hub::start(world);
    let facts = facts(&client(&hub));
    let kinds: Vec<GapKind> = facts.gaps.iter().map(|g| g.kind).collect();
    assert_eq!(kinds, [GapKind::Resolution]);
    let threads = facts.threads.unwrap();
    assert_eq!(threads.len(), 6);
    assert!(threads.iter().all(|t| t.resolution == Resolution::Unknown));
    assert_eq!(threads[0].remarks.len(), 2);
    assert_eq!(facts.issues.unwrap().len(), 1);
}

#[test]
fn the_inbox_tells_each_pull_request_once_with_its_reasons() {
    let hub = Hub::start(sample::world());
    let read = || wait(client(&hub).inbox()).unwrap();
    let by_graphql = read();
    let of = |number: u64| by_graphql.iter().find(|e| e.name.number == number).unwrap().clone();
    assert_eq!(by_graphql.len(), 4);
    assert_eq!(of(12).why, [InboxWhy::ReviewRequested, InboxWhy::Assigned]);
    assert_eq!(of(13).why, [InboxWhy::ReviewRequested, InboxWhy::Mentioned]);
    assert_eq!((of(7).checks, of(7).counts.unwrap().0), (Some(CheckState::Failed), 7));
    hub.world(|w| w.graphql = Service::Off);
    let mut by_rest: Vec<u64> = read().iter().map(|e| e.name.number).collect();
    by_rest.sort_unstable();
    assert_eq!(by_rest, [7, 8, 12, 13]);
}

#[test]
fn the_diff_a_file_and_a_comparison_are_read() {
    let hub = Hub::start(sample::world());
    let runtime = runtime();
    let client = client(&hub);
    let mut diff = Vec::new();
    runtime.block_on(client.diff(&name(), &mut |bytes: &[u8]| diff.extend_from_slice(bytes))).unwrap();
    assert_eq!(diff, hub.world(|w| w.seven().change().diff.clone()));
    let head = hub.world(|w| w.seven().head.sha.clone());
    let file = runtime.block_on(client.content(&name().repo, &RepoPath::new("README.md"), &head)).unwrap();
    assert_eq!(file.as_deref(), Some(&b"hi\nthere\n"[..]));
    let base = hub.world(|w| w.seven().base.sha.clone());
    let compared = runtime.block_on(client.compare(&name().repo, &base, &head)).unwrap();
    assert_eq!((compared.ahead, compared.behind), (3, 1), "{compared:?}");
    runtime.block_on(client.rate_limit()).unwrap();
}

#[test]
fn a_kept_answer_is_asked_for_by_its_mark_only() {
    let hub = Hub::start(sample::world());
    let folder = tempfile::tempdir().unwrap();
    let options = || Options { cache: Some(folder.path().to_owned()), ..Options::default() };
    let first = facts(&client_with(&hub, options()));
    let again = facts(&client_with(&hub, options()));
    assert_eq!(first.files, again.files);
    let statuses: Vec<u16> = hub.calls(Route::Files).iter().map(|r| r.status).collect();
    assert_eq!(statuses, [200, 304]);
}

#[test]
fn reviews_replies_and_resolutions_are_taken_as_they_are_sent() {
    let hub = Hub::start(sample::world());
    let runtime = runtime();
    let client = client(&hub);
    let commit = hub.world(|w| w.seven().head.sha.clone());
    let comment = |side, first, last, path: &str| LineComment {
        path: RepoPath::new(path),
        side,
        lines: LineRange::new(first, last).unwrap(),
        body: "why?".to_owned(),
    };
    let comments = vec![
        comment(Side::Right, 3, 3, "src/lib.rs"),
        comment(Side::Right, 3, 5, "src/lib.rs"),
        comment(Side::Left, 42, 43, "src/lib.rs"),
        comment(Side::Left, 1, 1, "src/gone.rs"),
    ];
    let order =
        |event| ReviewOrder { commit: commit.clone(), body: "all".to_owned(), event, comments: comments.clone() };
    let posted = runtime.block_on(client.create_review(&name(), &order(Some(ReviewEvent::Comment)))).unwrap();
    assert_eq!(posted.state, ReviewState::Commented);
    let pending = runtime.block_on(client.create_review(&name(), &order(None))).unwrap();
    assert_eq!(runtime.block_on(client.pending_review(&name())).unwrap().map(|r| r.id), Some(pending.id));
    assert_eq!(runtime.block_on(client.review_comments(&name(), pending.id)).unwrap().len(), 4);
    runtime.block_on(client.delete_review(&name(), pending.id)).unwrap();
    let pending = runtime.block_on(client.create_review(&name(), &order(None))).unwrap();
    let approved =
        runtime.block_on(client.submit_review(&name(), pending.id, ReviewEvent::Approve, Some("good"))).unwrap();
    assert_eq!(approved.state, ReviewState::Approved);
    runtime.block_on(client.reply(&name(), ThreadId(401), "because")).unwrap();
    runtime.block_on(client.resolve("PRRT_401")).unwrap();
    assert_eq!(hub.world(|w| w.seven().threads[0].resolved_by.clone()).as_deref(), Some(REVIEWER));
    runtime.block_on(client.unresolve("PRRT_401")).unwrap();
    assert_eq!(hub.world(|w| w.seven().threads[0].remarks.len()), 3);
    assert_eq!(hub.posts().len(), 8);
}
