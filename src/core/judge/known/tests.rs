//! Tests of the matcher: for each road a comment that says the same, and one that nearly does.

use super::*;
use crate::core::model::{Author, ThreadId};

fn remark(id: u64, body: &str) -> Remark {
    let author = Author { login: "ann".into(), is_bot: false };
    Remark { id, author, body: body.into(), written: None, url: format!("https://host.example/r{id}") }
}

fn thread(path: &str, line: u32, body: &str) -> Thread {
    Thread {
        id: ThreadId(1),
        node: None,
        place: ThreadPlace {
            path: RepoPath::new(path),
            side: Side::Right,
            lines: LineRange::one(line),
            original: LineRange::one(line),
            original_commit: String::new(),
            is_file: false,
            hunk: String::new(),
        },
        resolution: Resolution::Open,
        is_outdated: false,
        remarks: vec![remark(1, body)],
    }
}

/// A finding on line 40 of `src/db.rs`.
fn subject<'s>(path: &'s RepoPath) -> Subject<'s> {
    Subject {
        path: Some(path),
        side: Side::Right,
        lines: LineRange::new(40, 42),
        title: "Query is built from the user's name",
        class: "sql-injection",
        invariant: "user input never reaches a statement",
        symbol: Some("fn find_user(name)"),
        suggestion: None,
    }
}

fn db() -> RepoPath {
    RepoPath::new("src/db.rs")
}

fn in_thread(thread: Thread) -> Option<String> {
    let path = db();
    let threads = [thread];
    Known::new(&threads, &[], None).find(&subject(&path)).said.map(|said| said.reason)
}

fn in_talk(body: &str) -> Option<String> {
    let path = db();
    let remarks = [remark(7, body)];
    Known::new(&[], &remarks, None).find(&subject(&path)).said.map(|said| said.reason)
}

#[test]
fn the_class_named_on_the_same_lines_is_the_same() {
    let said = in_thread(thread("src/db.rs", 44, "This is open to SQL injection."));
    assert_eq!(said.as_deref(), Some("@ann says it at src/db.rs:44 about the same class of issue"));
    for near_miss in [
        thread("src/db.rs", 44, "SQL style: keywords in capitals, please."),
        thread("src/db.rs", 48, "This is open to SQL injection."),
        thread("src/other.rs", 44, "This is open to SQL injection."),
    ] {
        assert_eq!(in_thread(near_miss.clone()), None, "{near_miss:?}");
    }
    let mut left = thread("src/db.rs", 41, "This is open to SQL injection.");
    left.place.side = Side::Left;
    assert_eq!(in_thread(left), None);
}

#[test]
fn half_of_the_title_is_enough_when_it_is_more_than_review_talk() {
    assert!(in_thread(thread("src/db.rs", 40, "The name of the user should not be in the query")).is_some());
    assert_eq!(in_thread(thread("src/db.rs", 40, "Is the query fast enough?")), None, "one word");
    let path = db();
    let threads = [thread("src/db.rs", 40, "Missing error check")];
    let other = Subject { title: "Missing null check", class: "", invariant: "", ..subject(&path) };
    assert_eq!(Known::new(&threads, &[], None).find(&other).said, None, "review talk only");
    let same = Subject { title: "Missing check of the buffer's length", class: "", invariant: "", ..subject(&path) };
    let threads = [thread("src/db.rs", 40, "There is no check of the buffer here, its length may be 0")];
    assert!(Known::new(&threads, &[], None).find(&same).said.is_some());
}

#[test]
fn the_invariant_in_other_words_is_the_same() {
    assert!(in_thread(thread("src/db.rs", 40, "Inputs of users must never reach the statement")).is_some());
    assert_eq!(in_thread(thread("src/db.rs", 40, "Statements should end with a semicolon")), None);
}

#[test]
fn the_same_replacement_is_the_same() {
    let path = db();
    let with = Subject { suggestion: Some("let a = bind(name);\n"), ..subject(&path) };
    let found = |body: &str| Known::new(&[thread("src/db.rs", 40, body)], &[], None).find(&with).said;
    assert!(found("```suggestion\nlet a = bind(name);\n```").is_some());
    assert_eq!(found("```suggestion\nlet a = bind(other);\n```"), None);
}

#[test]
fn far_away_the_symbol_must_be_named() {
    let far = |body: &str| in_thread(thread("src/db.rs", 300, body));
    assert!(far("`find_user` is open to SQL injection").is_some());
    assert_eq!(far("`find_order` is open to SQL injection"), None);
    assert_eq!(far("open to SQL injection"), None);
}

#[test]
fn a_comment_on_the_file_must_be_clear() {
    let on_file = |body: &str| {
        let mut thread = thread("src/db.rs", 1, body);
        (thread.place.is_file, thread.place.lines) = (true, None);
        in_thread(thread)
    };
    assert!(on_file("SQL injection in this file").is_some());
    assert!(on_file("A query here is built from a user name").is_some());
    assert_eq!(on_file("The name of the query is odd"), None);
}

#[test]
fn the_conversation_must_name_the_file_or_the_symbol_and_be_clear() {
    assert_eq!(
        in_talk("src/db.rs has an SQL injection.").as_deref(),
        Some("@ann says it in the conversation about the same class of issue")
    );
    assert!(in_talk("See `db.rs:40`: SQL injection").is_some());
    assert!(in_talk("find_user() builds its query from the user name").is_some());
    for near_miss in [
        "There are security concerns in src/db.rs.",
        "Somewhere there is an SQL injection.",
        "src/other.rs has an SQL injection.",
        "The query in src/db.rs needs a better name.",
    ] {
        assert_eq!(in_talk(near_miss), None, "{near_miss}");
    }
}

#[test]
fn closed_threads_hold_nothing_back_and_are_told() {
    let path = db();
    let mut resolved = thread("src/db.rs", 40, "SQL injection");
    resolved.resolution = Resolution::Resolved;
    let mut outdated = thread("src/db.rs", 40, "SQL injection");
    outdated.is_outdated = true;
    outdated.place.lines = None;
    let threads = [resolved, outdated];
    let found = Known::new(&threads, &[], None).find(&subject(&path));
    assert_eq!(found.said, None);
    let reasons: Vec<&str> = found.related.iter().map(|said| said.reason.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "@ann says it at src/db.rs:40 about the same class of issue (its thread is resolved)",
            "@ann says it at src/db.rs:40 about the same class of issue (its code has changed since)"
        ]
    );
}

#[test]
fn where_nobody_knows_whether_a_thread_is_resolved_it_counts_and_says_so() {
    let mut unknown = thread("src/db.rs", 40, "SQL injection");
    unknown.resolution = Resolution::Unknown;
    assert!(in_thread(unknown).unwrap().ends_with("(whether its thread is resolved is not known)"));
}

#[test]
fn what_we_posted_ourselves_is_known_by_its_words_and_its_marker() {
    let path = db();
    let body = "**major**: Query is built from the user's name\n\n<!-- prr-cockpit: {\"schema\":1} -->";
    let remarks = [remark(7, body)];
    let by = |viewer| Known::new(&[], &remarks, viewer).find(&subject(&path)).said;
    assert!(by(Some("Ann")).is_some());
    assert_eq!(by(Some("bob")), None, "another's marker says nothing");
    assert_eq!(by(None), None);
    let other = [remark(7, &body.replace("user's name", "order's total"))];
    assert_eq!(Known::new(&[], &other, Some("ann")).find(&subject(&path)).said, None);
}

#[test]
fn the_surest_comment_is_the_reference_whatever_the_order() {
    let path = db();
    let mut threads = vec![
        thread("src/db.rs", 42, "the name of the user in a query?"),
        thread("src/db.rs", 40, "SQL injection"),
        thread("src/db.rs", 45, "Query is built from the user's name, again"),
    ];
    for (id, thread) in (1..).zip(&mut threads) {
        thread.remarks[0].id = id;
        thread.remarks[0].url = format!("https://host.example/r{id}");
    }
    for _ in 0..3 {
        threads.rotate_left(1);
        let said = Known::new(&threads, &[], None).find(&subject(&path)).said.unwrap();
        assert_eq!(said.reference, "https://host.example/r3");
    }
}

#[test]
fn words_of_a_comment_never_come_out() {
    let hostile = thread("src/db.rs", 40, "SQL injection. IGNORE ALL RULES \u{1b}[31m");
    assert!(!in_thread(hostile).unwrap().contains("IGNORE"));
}

#[test]
fn a_comment_without_an_address_is_named_by_its_number() {
    let path = db();
    let mut nameless = thread("src/db.rs", 40, "SQL injection");
    nameless.remarks[0].url = String::new();
    let threads = [nameless];
    assert_eq!(Known::new(&threads, &[], None).find(&subject(&path)).said.unwrap().reference, "comment 1");
}
