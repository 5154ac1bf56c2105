//! Kept answers: asked with their mark, used when nothing changed, the only ones offline, and never another's.

use prr::edge::github::{Client, Credentials, GithubError, Options, Reach, Token, TokenSource};

use super::{
    desk::{Still, TOKEN, cached, client, client_of, name, options, wait},
    scripted::{Answer, Asked, Server, answer},
};

const ETAG: &str = "W/\"a b=\"";

/// Two pages of commits with marks; unchanged when asked with the right mark.
fn marked(asked: &Asked, _: usize) -> Answer {
    if asked.header("if-none-match") == ETAG {
        return answer(304, "");
    }
    let page = |sha: &str| answer(200, format!(r#"[{{"sha":"{sha}"}}]"#)).with("ETag", ETAG);
    if asked.target.contains("page=2") { page("b") } else { page("a").with("Link", "<commits?page=2>; rel=next") }
}

fn commits(client: &Client) -> Result<Vec<String>, GithubError> {
    wait(client.commits(&name())).map(|all| all.into_iter().map(|commit| commit.sha).collect())
}

#[test]
fn an_unchanged_answer_is_taken_from_what_was_kept_with_its_next_page() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(marked);
    for _ in 0..2 {
        assert_eq!(commits(&client(&server.base, cached(&Still::new(), dir.path()))).unwrap(), ["a", "b"]);
    }
    let marks: Vec<String> = server.asked().iter().map(|asked| asked.header("if-none-match").to_owned()).collect();
    assert_eq!(marks, ["", "", ETAG, ETAG]);
}

#[test]
fn offline_what_was_kept_is_shown_and_nobody_is_asked() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(marked);
    commits(&client(&server.base, cached(&Still::new(), dir.path()))).unwrap();
    let before = server.asked().len();
    let offline = || Options { reach: Reach::Offline, ..cached(&Still::new(), dir.path()) };
    let desk = client(&server.base, offline());
    assert_eq!(commits(&desk).unwrap(), ["a", "b"]);
    let missing = wait(desk.reviews(&name())).unwrap_err();
    assert!(missing.to_string().contains("--offline") && missing.to_string().contains("reviews"), "{missing}");
    let write = wait(desk.reply(&name(), prr::core::model::ThreadId(1), "x"));
    assert!(matches!(write, Err(GithubError::Offline { .. })), "{write:?}");
    assert_eq!(server.asked().len(), before);
    // Another person, or nobody, sees nothing of it.
    let other = Credentials { token: Token::new("other"), source: TokenSource::Gh, notes: Vec::new() };
    for credentials in [other, Credentials::anonymous()] {
        let stranger = client_of(&server.base, credentials, offline());
        assert!(matches!(commits(&stranger), Err(GithubError::Offline { .. })));
    }
}

#[test]
fn with_a_known_login_a_new_token_finds_what_the_old_one_kept() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(marked);
    let options = |reach| Options { login: Some("Me".into()), reach, ..cached(&Still::new(), dir.path()) };
    commits(&client(&server.base, options(Reach::Online))).unwrap();
    let renewed = Credentials { token: Token::new("renewed"), source: TokenSource::Gh, notes: Vec::new() };
    assert_eq!(commits(&client_of(&server.base, renewed, options(Reach::Offline))).unwrap(), ["a", "b"]);
}

#[test]
fn damage_on_disk_costs_a_question_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(marked);
    commits(&client(&server.base, cached(&Still::new(), dir.path()))).unwrap();
    for folder in std::fs::read_dir(dir.path()).unwrap().flatten() {
        for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
            let bytes = std::fs::read(file.path()).unwrap();
            assert!(!String::from_utf8_lossy(&bytes).contains(TOKEN));
            std::fs::write(file.path(), &bytes[..bytes.len() - 1]).unwrap();
        }
    }
    assert_eq!(commits(&client(&server.base, cached(&Still::new(), dir.path()))).unwrap(), ["a", "b"]);
    assert!(server.asked().iter().all(|asked| asked.header("if-none-match").is_empty()));
}

#[test]
fn the_headers_are_those_that_were_promised_and_each_is_there_once() {
    let server = Server::start(|_, _| answer(200, "[]"));
    commits(&client(&server.base, options(&Still::new()))).unwrap();
    commits(&client_of(&server.base, Credentials::anonymous(), options(&Still::new()))).unwrap();
    let [own, anonymous] = &server.asked()[..] else { panic!("two requests") };
    assert_eq!(own.header("user-agent"), concat!("prr/", env!("CARGO_PKG_VERSION")));
    assert_eq!(own.header("x-github-api-version"), "2022-11-28");
    assert_eq!(own.header("accept"), "application/vnd.github+json");
    assert_eq!(own.header("authorization"), format!("Bearer {TOKEN}"));
    assert!(!anonymous.headers.contains_key("authorization"));
}

#[test]
fn a_full_last_page_is_asked_for_anew_because_the_next_item_begins_another() {
    let dir = tempfile::tempdir().unwrap();
    let full = format!("[{}]", vec![r#"{"sha":"x"}"#; 100].join(","));
    let server = Server::start(move |asked, before| match (asked.target.contains("page=2"), before) {
        (true, _) => answer(200, r#"[{"sha":"new"}]"#),
        (false, 0) => answer(200, full.clone()).with("ETag", ETAG),
        (false, _) if asked.header("if-none-match") == ETAG => answer(304, ""),
        (false, _) => answer(200, full.clone()).with("ETag", ETAG).with("Link", "<commits?page=2>; rel=next"),
    });
    let read = || commits(&client(&server.base, cached(&Still::new(), dir.path()))).unwrap().len();
    assert_eq!([read(), read()], [100, 101]);
}

#[test]
fn answers_that_nobody_wanted_for_two_months_are_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(marked);
    let desk = client(&server.base, cached(&Still::new(), dir.path()));
    commits(&desk).unwrap();
    let files = kept_files(dir.path());
    assert_eq!(files.len(), 2);
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(61 * 24 * 60 * 60);
    std::fs::File::options().write(true).open(&files[0]).unwrap().set_modified(old).unwrap();
    desk.tidy();
    assert_eq!(kept_files(dir.path()), files[1..]);
}

/// Files of kept answers.
fn kept_files(dir: &std::path::Path) -> Vec<std::path::PathBuf> {
    let below = |dir: &std::path::Path| std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = below(dir).filter(|path| path.is_dir()).flat_map(|path| below(&path)).collect();
    files.sort();
    files
}
