//! The diff: handed on while it comes, taken up again after a break, never asked for twice when it is too large.

use prr::edge::github::{GithubError, Options, Reach};

use super::{
    desk::{Still, cached, client, name, options, wait},
    scripted::{End, Server, answer},
};

const DIFF: &str = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n";

fn read(base: &str, options: Options) -> (Result<(), GithubError>, String) {
    let client = client(base, options);
    let mut all = Vec::new();
    let result = wait(client.diff(&name(), &mut |bytes| all.extend_from_slice(bytes)));
    (result, String::from_utf8(all).unwrap())
}

#[test]
fn a_diff_is_asked_for_by_its_media_type_and_kept() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(|asked, _| match asked.header("if-none-match") {
        "\"d\"" => answer(304, ""),
        _ => answer(200, DIFF).with("ETag", "\"d\""),
    });
    let options = || cached(&Still::new(), dir.path());
    for reach in [Reach::Online, Reach::Online, Reach::Offline] {
        assert_eq!(read(&server.base, Options { reach, ..options() }), (Ok(()), DIFF.to_owned()), "{reach:?}");
    }
    assert_eq!(server.targets(), ["GET /repos/o/r/pulls/7"; 2]);
    assert_eq!(server.asked()[0].header("accept"), "application/vnd.github.diff");
}

#[test]
fn a_diff_that_breaks_off_goes_on_where_it_was_with_no_byte_twice() {
    let server = Server::start(|_, before| match before {
        0 => answer(200, DIFF).ending(End::CutAfter(20)),
        1 => answer(200, DIFF).ending(End::CutAfter(7)),
        _ => answer(200, DIFF),
    });
    assert_eq!(read(&server.base, options(&Still::new())), (Ok(()), DIFF.to_owned()));
}

#[test]
fn a_diff_that_is_another_one_after_a_break_is_an_error() {
    for other in [DIFF.replace("a/a", "a/x"), DIFF[..10].to_owned()] {
        let server = Server::start(move |_, before| match before {
            0 => answer(200, DIFF).ending(End::CutAfter(20)),
            _ => answer(200, other.clone()),
        });
        let (result, _) = read(&server.base, options(&Still::new()));
        assert!(matches!(result, Err(GithubError::Malformed { .. })), "{result:?}");
    }
}

#[test]
fn a_diff_that_is_too_large_is_asked_for_once() {
    let body = r#"{"message":"Sorry, the diff exceeded the maximum number of files (300).","errors":[{"resource":"PullRequest","field":"diff","code":"too_large"}]}"#;
    let server = Server::start(move |_, _| answer(406, body));
    let (result, all) = read(&server.base, options(&Still::new()));
    assert!(matches!(result, Err(GithubError::TooLarge { .. })), "{result:?}");
    assert_eq!((server.asked().len(), all.as_str()), (1, ""));
}

#[test]
fn a_diff_that_never_comes_to_its_end_is_an_error() {
    let server = Server::start(|_, _| answer(200, DIFF).ending(End::CutAfter(9)));
    let (result, all) = read(&server.base, options(&Still::new()));
    assert!(matches!(result, Err(GithubError::Unreachable { .. })), "{result:?}");
    assert_eq!((server.asked().len(), all.as_str()), (3, &DIFF[..9]));
}
