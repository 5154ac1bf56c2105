//! Errors in words: for each refusal what it is, what it says and what it tells to do. And the token in none of them.

use prr::edge::github::{Client, Credentials, GithubError, Missing, Token, TokenSource};

use super::{
    desk::{Still, TOKEN, client, client_of, name, options, wait},
    scripted::{Answer, Server, answer},
};

/// The error of a read and of a write that are answered so.
fn both(answer: &Answer) -> [GithubError; 2] {
    let answer = answer.clone();
    let server = Server::start(move |_, _| answer.clone());
    let client = client(&server.base, options(&Still::new()));
    wait(async {
        let read = client.reviews(&name()).await.unwrap_err();
        let write = client.reply(&name(), prr::core::model::ThreadId(1), "x").await.unwrap_err();
        [read, write]
    })
}

/// All that is ever shown of an error.
fn shown(error: &GithubError) -> String {
    format!("{error} {} {error:?}", error.hints().join(" "))
}

fn message(text: &str) -> String {
    format!(r#"{{"message":"{text}"}}"#)
}

#[test]
fn a_bad_token_names_its_source_and_the_command_that_helps() {
    for error in both(&answer(401, message("Bad credentials"))) {
        assert!(matches!(error, GithubError::Unauthorised { .. }), "{error:?}");
        assert!(shown(&error).contains("GH_TOKEN") && shown(&error).contains("gh auth login"), "{}", shown(&error));
    }
}

#[test]
fn single_sign_on_names_the_page_where_it_is_done() {
    let header = "required; url=https://github.com/orgs/o/sso?authorization_request=abc";
    for error in
        both(&answer(403, message("Resource protected by organization SAML enforcement.")).with("X-GitHub-SSO", header))
    {
        assert!(shown(&error).contains("https://github.com/orgs/o/sso?authorization_request=abc"), "{error:?}");
        assert!(matches!(error, GithubError::Sso { .. }));
    }
    let odd = answer(403, "{}").with("X-GitHub-SSO", "required; url=javascript:alert(1)");
    assert_eq!(both(&odd)[0], GithubError::Sso { url: None });
}

#[test]
fn a_missing_permission_is_named() {
    let words = "Resource not accessible by personal access token";
    let refused = answer(403, message(words)).with("X-Accepted-GitHub-Permissions", "pull_requests=write");
    for error in both(&refused) {
        assert!(matches!(error, GithubError::Forbidden { .. }), "{error:?}");
        assert!(shown(&error).contains("pull_requests=write") && shown(&error).contains(words), "{}", shown(&error));
    }
}

#[test]
fn a_classic_token_without_the_scope_is_not_told_that_nothing_is_there() {
    let scopes = |has: &str| {
        answer(404, message("Not Found"))
            .with("X-OAuth-Scopes", has)
            .with("X-Accepted-OAuth-Scopes", "public_repo, repo")
    };
    for error in both(&scopes("gist, read:org")) {
        assert!(matches!(error, GithubError::Forbidden { .. }), "{error:?}");
        assert!(shown(&error).contains("public_repo, repo"), "{}", shown(&error));
    }
    assert!(matches!(both(&scopes("repo"))[0], GithubError::NotFound { .. }));
}

#[test]
fn both_shapes_of_a_refusal_say_every_text() {
    let texts = [
        "Pull request review thread line must be part of the diff",
        "Pull request review thread start line must be part of the same hunk as the line.",
        "Pull request review thread diff hunk can't be blank",
        "Line could not be resolved",
        "Pull request review thread start line must precede the end line.",
        "User can only have one pending review per pull request",
        "Can not approve your own pull request",
        "Can not request changes on your own pull request",
        "The commitOID is not part of the pull request",
        "Body is too long (maximum is 65536 characters)",
        "GitHub Actions is not permitted to approve pull requests.",
    ];
    for text in texts {
        let strings = format!(r#"{{"message":"Unprocessable Entity","errors":["{text}"]}}"#);
        let objects = format!(r#"{{"message":"Validation Failed","errors":[{{"code":"custom","message":"{text}"}}]}}"#);
        for body in [strings, objects, message(text)] {
            for error in both(&answer(422, body)) {
                let GithubError::Refused { status: 422, texts, .. } = &error else { panic!("{error:?}") };
                assert_eq!(texts.iter().filter(|known| *known == text).count(), 1, "{texts:?}");
                assert!(error.to_string().contains(text), "{error}");
                assert_eq!(error.hints().len(), 1, "{error}");
            }
        }
    }
}

/// What is said of a pull request that is not there; the repository and the issue are there or not.
fn missing(repo: u16, issue: Answer, credentials: Credentials) -> GithubError {
    let server = Server::start(move |asked, _| match asked.target.as_str() {
        "/repos/o/r" => answer(repo, "{}"),
        "/repos/o/r/issues/7" => issue.clone(),
        _ => answer(404, message("Not Found")),
    });
    wait(client_of(&server.base, credentials, options(&Still::new())).pull(&name())).unwrap_err()
}

#[test]
fn what_is_not_there_is_told_apart() {
    let known = || Credentials { token: Token::new(TOKEN), source: TokenSource::Gh, notes: Vec::new() };
    let of = |error: &GithubError| match error {
        GithubError::NotFound { which, .. } => which.clone(),
        other => panic!("{other:?}"),
    };
    let repo = missing(404, answer(404, "{}"), known());
    assert_eq!(of(&repo), Missing::Repository("o/r".into()));
    assert!(shown(&repo).contains("gh auth status"), "{}", shown(&repo));
    let private = missing(404, answer(404, "{}"), Credentials::anonymous());
    assert!(shown(&private).contains("gh auth login"), "{}", shown(&private));
    assert_eq!(of(&missing(200, answer(404, "{}"), known())), Missing::Pull("o/r#7".into()));
    assert_eq!(of(&missing(200, answer(200, r#"{"number":7}"#), known())), Missing::IsIssue("o/r#7".into()));
    let pull = r#"{"number":7,"pull_request":{}}"#;
    assert_eq!(of(&missing(200, answer(200, pull), known())), Missing::Pull("o/r#7".into()));
    let revoked = missing(401, answer(404, "{}"), known());
    assert!(matches!(revoked, GithubError::Unauthorised { .. }), "{revoked:?}");
}

#[test]
fn an_answer_that_makes_no_sense_names_what_was_asked_and_the_setting() {
    for body in ["<!DOCTYPE html><title>Login</title>", "", "[1,2", "{\"a\":1}", "\"x\""] {
        let server = Server::start(move |_, _| answer(200, body));
        let error = wait(client(&server.base, options(&Still::new())).reviews(&name())).unwrap_err();
        assert!(matches!(error, GithubError::Malformed { .. }), "{error:?}");
        assert!(
            error.to_string().contains("reviews of o/r#7") && shown(&error).contains("PRR_GITHUB_API_URL"),
            "{error}"
        );
    }
}

#[test]
fn texts_of_a_server_reach_no_terminal_as_they_are_and_the_token_is_in_no_error() {
    let evil = format!("\\u001b[2J\\u202e{TOKEN} {}", "x".repeat(5000));
    let statuses = [301, 400, 401, 403, 404, 406, 409, 410, 418, 422, 429, 451, 500, 503];
    for status in statuses {
        let refusal = answer(status, message(&evil.replace(TOKEN, "…")))
            .with("Location", "\u{7f}http://x/\t")
            .with("Retry-After", "99999");
        for error in both(&refusal) {
            let shown = format!("{error} {}", error.hints().join(" "));
            assert!(!shown.contains(['\u{1b}', '\u{202e}', '\u{7f}']), "{shown:?}");
            assert!(shown.chars().count() < 900, "{shown}");
            assert!(!format!("{error:?}").contains(TOKEN));
        }
    }
    let client: Client = client("http://127.0.0.1:1", options(&Still::new()));
    assert!(!format!("{client:?} {:?}", client.credentials()).contains(TOKEN));
}
