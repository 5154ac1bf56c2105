//! Lists in pages and renamed repositories: what is followed, what is not, and how often.

use prr::edge::github::GithubError;

use super::{
    desk::{Still, client, name, options, wait},
    scripted::{Answer, Asked, Server, answer},
};

/// A commit in a list.
fn item(sha: &str) -> String {
    format!(r#"[{{"sha":"{sha}","commit":{{"message":"m"}}}}]"#)
}

fn next(link: impl Into<String>) -> String {
    format!("<{}>; rel=\"next\"", link.into())
}

fn base(asked: &Asked) -> String {
    format!("http://{}", asked.header("host"))
}

fn commits(server: &Server, prefix: &str) -> Result<Vec<String>, GithubError> {
    let client = client(&format!("{}{prefix}", server.base), options(&Still::new()));
    wait(client.commits(&name())).map(|commits| commits.into_iter().map(|commit| commit.sha).collect())
}

#[test]
fn pages_are_followed_verbatim_and_asked_once_each_below_a_prefix() {
    let server = Server::start(|asked, _| match asked.target.as_str() {
        "/api/v3/repos/o/r/pulls/7/commits?per_page=100" => answer(200, item("a"))
            .with("Link", next(format!("{}/api/v3/repositories/99/x?after=a%3D&b=%2F", base(asked)))),
        "/api/v3/repositories/99/x?after=a%3D&b=%2F" => {
            answer(200, item("b")).with("Link", next("/api/v3/relative?page=3"))
        }
        "/api/v3/relative?page=3" => answer(200, item("c")).with("Link", "<x>; rel=\"prev\""),
        _ => answer(500, "unexpected"),
    });
    assert_eq!(commits(&server, "/api/v3").unwrap(), ["a", "b", "c"]);
    assert_eq!(server.asked().len(), 3, "{:?}", server.targets());
}

#[test]
fn pages_that_go_in_circles_end() {
    let server = Server::start(|asked, _| {
        let other = if asked.target.contains("page=2") { "commits?page=3" } else { "commits?page=2" };
        answer(200, item("a")).with("Link", next(other))
    });
    assert_eq!(commits(&server, "").unwrap().len(), 3);
    assert_eq!(server.asked().len(), 3, "{:?}", server.targets());
}

#[test]
fn a_page_on_another_host_is_not_asked_for() {
    let other = Server::start(|_, _| answer(200, item("evil")));
    let elsewhere = other.base.clone();
    let server = Server::start(move |_, _| answer(200, item("a")).with("Link", next(format!("{elsewhere}/x"))));
    let error = commits(&server, "").unwrap_err();
    assert!(matches!(error, GithubError::Moved { .. }), "{error:?}");
    assert!(other.asked().is_empty());
}

/// A renamed repository: everything below `/repos/o/r` is at `/repositories/5` now.
fn renamed(asked: &Asked) -> Answer {
    match asked.target.strip_prefix("/repos/o/r") {
        Some(rest) => answer(301, "{}").with("Location", format!("{}/repositories/5{rest}", base(asked))),
        None if asked.method == "POST" => answer(201, r#"{"id":9}"#),
        None => answer(200, item("a")),
    }
}

#[test]
fn a_renamed_repository_is_followed_with_the_token_and_then_asked_directly() {
    let server = Server::start(|asked, _| renamed(asked));
    let client = client(&server.base, options(&Still::new()));
    wait(async {
        client.commits(&name()).await.unwrap();
        client.commits(&name()).await.unwrap();
        client.reply(&name(), prr::core::model::ThreadId(3), "hi").await.unwrap();
    });
    let targets = server.targets();
    assert_eq!(
        targets,
        [
            "GET /repos/o/r/pulls/7/commits?per_page=100",
            "GET /repositories/5/pulls/7/commits?per_page=100",
            "GET /repositories/5/pulls/7/commits?per_page=100",
            "POST /repositories/5/pulls/7/comments/3/replies",
        ]
    );
    assert!(server.asked().iter().all(|asked| asked.header("authorization").starts_with("Bearer tok-")));
}

#[test]
fn a_redirect_to_another_host_is_not_followed() {
    let other = Server::start(|_, _| answer(200, "[]"));
    let elsewhere = other.base.clone();
    let server = Server::start(move |_, _| answer(302, "").with("Location", format!("{elsewhere}/x")));
    let error = commits(&server, "").unwrap_err();
    assert!(error.to_string().contains(&other.base), "{error}");
    assert!(other.asked().is_empty());
}

#[test]
fn redirects_in_circles_end_and_a_write_is_never_redirected() {
    let server = Server::start(|asked, _| answer(307, "").with("Location", asked.target.clone()));
    assert!(matches!(commits(&server, ""), Err(GithubError::Moved { .. })));
    let before = server.asked().len();
    let client = client(&server.base, options(&Still::new()));
    let error = wait(client.delete_review(&name(), 4)).unwrap_err();
    assert!(matches!(error, GithubError::Moved { .. }), "{error:?}");
    assert_eq!(server.asked().len(), before + 1);
}

#[test]
fn a_name_that_would_leave_its_place_in_the_address_is_refused_or_escaped() {
    let server = Server::start(|_, _| answer(200, "[]"));
    let client = client(&server.base, options(&Still::new()));
    let mut odd = name();
    odd.repo.repo = "..".into();
    assert!(matches!(wait(client.commits(&odd)), Err(GithubError::NotFound { .. })));
    odd.repo.repo = "a/../../user?x#y".into();
    wait(client.commits(&odd)).unwrap();
    assert_eq!(server.targets(), ["GET /repos/o/a%2F..%2F..%2Fuser%3Fx%23y/pulls/7/commits?per_page=100"]);
}

#[test]
fn three_thousand_files_come_in_thirty_pages() {
    let server = Server::start(|asked, _| {
        let page: usize = asked.target.rsplit_once("&page=").map_or(1, |(_, page)| page.parse().unwrap());
        let file = |nth: usize| format!(r#"{{"filename":"f{page}-{nth}","status":"added"}}"#);
        let files = format!("[{}]", (0..100).map(file).collect::<Vec<_>>().join(","));
        let more = format!("{}/repos/o/r/pulls/7/files?per_page=100&page={}", base(asked), page + 1);
        if page < 30 { answer(200, files).with("Link", next(more)) } else { answer(200, files) }
    });
    let client = client(&server.base, options(&Still::new()));
    let files = wait(client.files(&name())).unwrap();
    assert_eq!((files.len(), server.asked().len()), (prr::edge::github::MOST_FILES, 30));
}
