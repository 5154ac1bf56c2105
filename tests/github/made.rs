//! The client over the made GitHub and the corpus's scripts: whole pull requests where something is missing,
//! forbidden, limited or broken, and the given cases of pages and omitted patches.

use std::path::Path;

use prr::{
    core::model::{GapKind, Host, PullFacts, Resolution, ReviewEvent},
    edge::github::{
        Api, Client, Credentials, Effect, GithubError, Missing, Options, Reach, ReviewOrder, Token, TokenSource,
        read_all,
    },
};

use super::desk::{Still, cached, name, options, wait};
use crate::support::github::{
    Fault, Hub, Nth, REVIEWER, Route, TOKEN,
    mock::Mock,
    sample,
    world::{Kind, Rights, Token as MadeToken, TokenKind, World},
};

fn over(base: &str, token: Option<&str>, options: Options) -> Client {
    let api = Api::new(&Host::github(), Some(base)).unwrap();
    let source = token.map_or(TokenSource::Nowhere, |_| TokenSource::Variable("GH_TOKEN"));
    Client::new(api, Credentials { token: token.and_then(Token::new), source, notes: Vec::new() }, options).unwrap()
}

fn client(hub: &Hub) -> Client {
    over(&hub.api_url(), Some(TOKEN), options(&Still::new()))
}

fn read(client: &Client) -> (Result<(), GithubError>, PullFacts) {
    let mut facts = PullFacts::default();
    let result = wait(read_all(client, &name(), &mut |news| facts.take(news)));
    (result, facts)
}

fn gaps(facts: &PullFacts) -> Vec<GapKind> {
    let mut kinds: Vec<GapKind> = facts.gaps.iter().map(|gap| gap.kind).collect();
    kinds.sort();
    kinds
}

fn case(name: &str) -> Mock {
    Mock::start(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/github/corpus").join(name), "mock.json")
}

/// Corpus B07.
#[test]
fn comments_on_three_pages_and_files_on_two_come_below_a_prefix_each_page_once() {
    let mock = case("B07-pagination");
    let (result, facts) = read(&over(&format!("{}/api/v3", mock.origin()), Some(TOKEN), options(&Still::new())));
    assert_eq!(result, Ok(()));
    let threads = facts.threads.unwrap();
    assert_eq!(threads.iter().map(|thread| thread.remarks.len()).sum::<usize>(), 62);
    let last = threads.iter().find(|thread| thread.remarks.iter().any(|remark| remark.body == "c62")).unwrap();
    assert_eq!((&*last.place.path.lossy(), last.place.lines.unwrap().start()), ("README.md", 2));
    assert_eq!(facts.files.unwrap().len(), 5);
    let asked: Vec<String> = mock.log().iter().map(|one| one.request.path.clone()).collect();
    let of = |part: &str| asked.iter().filter(|path| path.ends_with(part)).count();
    assert_eq!((of("/pulls/7/comments"), of("/pulls/7/files")), (3, 2), "{asked:?}");
    let strays: Vec<_> = asked.iter().filter(|path| path.matches("/api/v3").count() != 1).collect();
    assert_eq!(strays, ["/api/graphql"], "REST stays below its prefix; GraphQL is beside it");
}

/// Corpus A16.
#[test]
fn omitted_patches_are_listed_and_the_refused_diff_is_asked_for_once() {
    let mock = case("A16-github-omits-patches");
    let desk = over(&mock.origin(), Some(TOKEN), options(&Still::new()));
    let diff = wait(desk.diff(&name(), &mut |_| panic!("there is no diff")));
    assert!(matches!(diff, Err(GithubError::TooLarge { .. })), "{diff:?}");
    let files = wait(desk.files(&name())).unwrap();
    let without: Vec<_> = files.iter().filter(|file| file.patch.is_none()).map(|file| file.path.lossy()).collect();
    assert_eq!((files.len(), without.len()), (7, 6), "{without:?}");
    assert_eq!(mock.log().len(), 2);
}

#[test]
fn an_enterprise_server_without_limits_is_read_whole() {
    let hub = Hub::start(World { kind: Kind::Enterprise, limits: None, ..sample::world() });
    let (result, facts) = read(&client(&hub));
    assert_eq!((result, gaps(&facts), facts.limits), (Ok(()), vec![], (None, None)));
    assert!(facts.threads.unwrap().iter().any(|thread| thread.resolution == Resolution::Resolved));
    hub.only_token_of_any(&[REVIEWER]);
}

#[test]
fn what_was_read_is_there_without_a_network_threads_and_all() {
    let dir = tempfile::tempdir().unwrap();
    let mut hub = Hub::start(sample::world());
    let options = |reach| Options { reach, ..cached(&Still::new(), dir.path()) };
    let (_, mut online) = read(&over(&hub.api_url(), Some(TOKEN), options(Reach::Online)));
    let base = hub.api_url();
    hub.refuse();
    let (result, offline) = read(&over(&base, Some(TOKEN), options(Reach::Offline)));
    assert_eq!(result, Ok(()));
    online.limits = (None, None);
    assert_eq!(offline, online);
}

#[test]
fn a_token_that_is_taken_back_meanwhile_leaves_what_came_and_says_so() {
    let hub = Hub::start(sample::world());
    hub.fault(Route::Files, Nth::From(1), Fault::Status(401));
    hub.fault(Route::CheckRuns, Nth::From(1), Fault::Status(401));
    hub.fault(Route::Status, Nth::From(1), Fault::Status(401));
    let (result, facts) = read(&client(&hub));
    assert_eq!((result, gaps(&facts)), (Ok(()), vec![GapKind::Files, GapKind::Checks]));
    assert!(facts.gaps.iter().all(|gap| gap.why.contains("GH_TOKEN")), "{:?}", facts.gaps);
    assert!(facts.conversation.is_some());
}

/// A world whose pull request only members see.
fn private(token: MadeToken) -> World {
    let mut world = sample::world();
    for repository in &mut world.repositories {
        repository.members = Some(vec![REVIEWER.to_owned()]);
    }
    world.tokens.insert(TOKEN.to_owned(), token);
    world
}

#[test]
fn tokens_that_may_not_see_it_are_told_what_is_wrong_with_them() {
    let valid = MadeToken::classic(REVIEWER, &["repo"]);
    let of = |world: World, token: Option<&str>| {
        let hub = Hub::start(world);
        read(&over(&hub.api_url(), token, options(&Still::new()))).0.unwrap_err()
    };
    let ended = of(private(MadeToken { is_valid: false, ..valid.clone() }), Some(TOKEN));
    assert!(matches!(ended, GithubError::Unauthorised { .. }), "{ended:?}");
    for (token, name) in [(MadeToken::classic(REVIEWER, &["gist"]), Some(TOKEN)), (valid.clone(), None)] {
        let unseen = of(private(token), name);
        let GithubError::NotFound { which: Missing::Repository(repo), .. } = &unseen else { panic!("{unseen:?}") };
        assert_eq!(repo, "o/r");
    }
    let mut world = private(valid);
    world.repositories.iter_mut().for_each(|repository| repository.needs_sso = true);
    let sso = of(world, Some(TOKEN));
    assert!(matches!(&sso, GithubError::Sso { url: Some(url) } if url.contains("/sso?")), "{sso:?}");
}

#[test]
fn a_workflows_token_has_no_person_and_the_setting_that_helps_is_named() {
    let mut world = sample::world();
    world.tokens.insert(TOKEN.to_owned(), MadeToken::of("app", TokenKind::App(Rights::Read)));
    let hub = Hub::start(world);
    let (result, facts) = read(&client(&hub));
    assert_eq!((result, gaps(&facts)), (Ok(()), vec![GapKind::Identity]));
    assert!(facts.gaps[0].why.contains("github.login"), "{:?}", facts.gaps);
    let known = Options { login: Some("me".into()), ..options(&Still::new()) };
    let (_, facts) = read(&over(&hub.api_url(), Some(TOKEN), known));
    assert_eq!((facts.viewer.as_deref(), facts.gaps), (Some("me"), vec![]));
}

#[test]
fn limits_in_the_middle_of_a_pull_request_are_waited_for() {
    let clock = Still::new();
    let hub = Hub::start(sample::world());
    hub.fault(Route::Commits, 1, Fault::SecondaryLimit(403, Some(3)));
    hub.fault(Route::Reviews, 1, Fault::SecondaryLimit(429, Some(2)));
    hub.fault(Route::Conversation, 1, Fault::PrimaryLimit(-5));
    let (result, facts) = read(&over(&hub.api_url(), Some(TOKEN), options(&clock)));
    assert_eq!((result, gaps(&facts)), (Ok(()), vec![]));
    assert!(clock.slept().iter().sum::<u64>() >= 3000, "{:?}", clock.slept());
}

#[test]
fn a_list_that_is_cut_or_garbled_is_asked_for_again_or_is_a_gap() {
    let hub = Hub::start(sample::world());
    hub.fault(Route::Files, 1, Fault::Cut(100));
    hub.fault(Route::Commits, 1, Fault::Silence);
    hub.fault(Route::Reviews, Nth::From(1), Fault::Garbage("{\"not\": \"a list\"}"));
    hub.fault(Route::Graphql, 1, Fault::Status(502));
    let (result, facts) = read(&client(&hub));
    assert_eq!((result, gaps(&facts)), (Ok(()), vec![GapKind::Resolution, GapKind::Reviews]));
    assert_eq!((hub.calls(Route::Files).len(), hub.calls(Route::Graphql).len()), (2, 1));
}

#[test]
fn a_review_that_was_made_although_the_answer_failed_is_told_as_unknown_and_not_made_again() {
    for fault in [Fault::StatusAfter(502), Fault::SilenceAfter, Fault::Cut(5)] {
        let hub = Hub::start(sample::world());
        hub.fault(Route::PostReview, 1, fault);
        let commit = hub.world(|world| world.seven().head.sha.clone());
        let before = hub.world(|world| world.seven().reviews.len());
        let order = ReviewOrder { commit, body: "B".into(), event: Some(ReviewEvent::Comment), comments: Vec::new() };
        let error = wait(client(&hub).create_review(&name(), &order)).unwrap_err();
        assert_eq!((error.effect(), hub.posts().len()), (Effect::Unknown, 1), "{error:?}");
        assert_eq!(hub.world(|world| world.seven().reviews.len()), before + 1);
    }
}

#[test]
fn a_right_that_is_missing_for_writing_is_named() {
    let mut world = sample::world();
    let fine = TokenKind::FineGrained(vec!["o/r".into()], Rights::Read);
    world.tokens.insert(TOKEN.to_owned(), MadeToken::of(REVIEWER, fine));
    let hub = Hub::start(world);
    let error = wait(client(&hub).reply(&name(), prr::core::model::ThreadId(401), "x")).unwrap_err();
    let GithubError::Forbidden { needed, .. } = &error else { panic!("{error:?}") };
    assert_eq!(needed.as_deref(), Some("pull_requests=write"));
}
