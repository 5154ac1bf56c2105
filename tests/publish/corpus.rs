//! Cases of the corpus about publishing, through the program and the corpus's scripted server.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::scene::{Ended, run, settle};
use crate::support::{dirs::Home, github::mock::Mock};

struct Case {
    home: Home,
    mock: Mock,
    folder: PathBuf,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/github/corpus").join(name)
}

impl Case {
    fn new(folder: PathBuf, script: &str) -> Self {
        let case = Self { home: Home::new(), mock: Mock::start(&folder, script), folder };
        settle(&case.home, "");
        case
    }

    fn prr(&self, args: &[&str]) -> Ended {
        let env: Vec<_> = self.mock.env("").into_iter().map(|(name, value)| (name, value.into())).collect();
        run(&self.home, &env, args)
    }

    /// Reviewed with the findings of a file.
    #[track_caller]
    fn reviewed(self, findings: &Path) -> Self {
        let file = findings.to_str().unwrap();
        let mut args = vec!["review", "o/r#7", "--no-builtin", "--strategy", "passes", "--full"];
        args.extend(["--threshold", "0", "--findings", file]);
        let ended = self.prr(&args);
        assert_eq!(ended.code, Some(0), "{ended:#?}");
        self
    }

    fn of(name: &str) -> Self {
        Self::new(folder(name), "mock.json").reviewed(&folder(name).join("findings.json"))
    }

    /// The one payload, after a dry run that shows the same.
    #[track_caller]
    fn posted(&self) -> Value {
        let dry = self.prr(&["publish", "o/r#7", "--dry-run", "--output", "json"]);
        assert_eq!(dry.code, Some(0), "{dry:#?}");
        assert_eq!(self.posts().len(), 0);
        let done = self.prr(&["publish", "o/r#7"]);
        assert_eq!(done.code, Some(0), "{done:#?}");
        let mut posts = self.posts();
        assert_eq!(posts.len(), 1);
        let payload = posts.remove(0);
        assert_eq!(payload, dry.json()["payload"]);
        within_limits(&payload);
        payload
    }

    /// Requests that would make a review; GraphQL's questions are POSTs too.
    fn posts(&self) -> Vec<Value> {
        let all = self.mock.sent("POST").into_iter();
        all.filter(|sent| sent.request.path.ends_with("/reviews")).map(|sent| sent.request.json()).collect()
    }

    fn titles(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.join("findings.json")).unwrap();
        let findings: Value = serde_json::from_str(&text).unwrap();
        findings["findings"].as_array().unwrap().iter().map(|f| f["title"].as_str().unwrap().to_owned()).collect()
    }

    fn expect(&self) -> Value {
        serde_json::from_str(&std::fs::read_to_string(self.folder.join("expect.json")).unwrap()).unwrap()
    }
}

#[track_caller]
fn within_limits(payload: &Value) {
    let texts = payload["comments"].as_array().unwrap().iter().map(|c| &c["body"]).chain([&payload["body"]]);
    for text in texts {
        let text = text.as_str().unwrap();
        assert!(text.len() <= 65_536, "{} bytes", text.len());
        assert!(!text.contains('\u{fffd}'));
        let fences = text.lines().filter(|line| line.starts_with("```")).count();
        assert_eq!(fences % 2, 0, "a fence is left open");
    }
    assert!(payload.to_string().len() <= 900_000);
}

fn comment_with<'p>(payload: &'p Value, title: &str) -> Option<&'p Value> {
    let all = payload["comments"].as_array().unwrap();
    all.iter().find(|comment| comment["body"].as_str().unwrap().contains(title))
}

/// Every expected comment stands where it should.
#[track_caller]
fn at_its_lines(case: &Case, payload: &Value) {
    let titles = case.titles();
    let expect = case.expect();
    for wanted in expect["expect"]["comments"].as_array().unwrap() {
        let title = &titles[usize::try_from(wanted["finding"].as_u64().unwrap()).unwrap() - 1];
        let found = comment_with(payload, title).unwrap_or_else(|| panic!("{title}: {payload:#}"));
        for field in ["path", "line", "side"] {
            assert_eq!(found[field], wanted[field], "{title} {field}");
        }
    }
}

#[test]
fn b02_left_and_right() {
    let case = Case::of("B02-left-and-right");
    let payload = case.posted();
    at_its_lines(&case, &payload);
    let past = comment_with(&payload, "Wants the past changed").unwrap()["body"].as_str().unwrap();
    assert!(!past.contains("suggestion") && past.contains("let v3 = 1;"), "{past}");
}

#[test]
fn b04_renamed_and_deleted_paths() {
    let case = Case::of("B04-renamed-and-deleted-paths");
    let payload = case.posted();
    at_its_lines(&case, &payload);
    assert_eq!(payload["comments"].as_array().unwrap().len(), 3);
    let (body, titles) = (payload["body"].as_str().unwrap(), case.titles());
    assert!(body.contains(&titles[2]) && body.contains(&titles[3]) && body.contains("docs/elsewhere.md"), "{body}");
}

#[test]
fn b08_a_pending_review_exists() {
    let case = Case::of("B08-a-pending-review-exists");
    let refused = case.prr(&["publish", "o/r#7"]);
    assert_eq!(refused.code, Some(6), "{refused:#?}");
    assert!(refused.err.contains("you have a pending review on this pull request"), "{}", refused.err);
    assert!(!refused.err.contains('{'), "{}", refused.err);
    assert_eq!((case.posts().len(), case.mock.sent("DELETE").len()), (0, 0));
}

#[test]
fn b09_own_pull_request_and_a_token_without_a_person() {
    let name = "B09-own-pull-request";
    let own = Case::new(folder(name), "mock-own.json").reviewed(&folder(name).join("findings.json"));
    assert_eq!(own.posted()["event"], "COMMENT");

    let bot = Case::new(folder(name), "mock-bot.json").reviewed(&folder(name).join("findings.json"));
    let refused = bot.prr(&["publish", "o/r#7"]);
    assert_eq!((refused.code, bot.posts().len()), (Some(6), 0), "{refused:#?}");
    assert!(refused.err.contains("github.login"), "{}", refused.err);
    settle(&bot.home, "[github]\nlogin = \"helper[bot]\"\n");
    assert_eq!(bot.posted()["event"], "COMMENT");
}

/// What the corpus's `gen.py` makes, made here.
fn sized(line: Option<u32>, title: &str, body: String, file: &str) -> Value {
    json!({"file": file, "line": line, "severity": "medium", "issue_class": title.replace(' ', "-"), "title": title,
        "body": body, "confidence": 0.9})
}

fn of_sizes(findings: &[Value]) -> (Case, tempfile::TempDir) {
    let made = tempfile::tempdir().unwrap();
    let file = made.path().join("findings.json");
    std::fs::write(&file, json!({"findings": findings}).to_string()).unwrap();
    let case = Case::new(folder("B12-size-limits"), "mock.json").reviewed(&file);
    (case, made)
}

#[test]
fn b12_long_texts_are_shortened_and_say_by_how_much() {
    let lib = "src/lib.rs";
    let (case, _made) = of_sizes(&[
        sized(Some(4), "one very long finding", "word ".repeat(14_000), lib),
        sized(Some(6), "emoji at the edge", "x".repeat(65_530) + &"\u{1F600}".repeat(40), lib),
        sized(None, "Alpha remark", "A".repeat(40_000), lib),
        sized(None, "Bravo notice", "B".repeat(40_000), lib),
    ]);
    let payload = case.posted();
    let long = comment_with(&payload, "one very long finding").unwrap()["body"].as_str().unwrap();
    assert!(long.contains("word\n\n*Shortened: ") && long.contains(" bytes are left out"), "cut at a word, and told");
    assert!(comment_with(&payload, "emoji at the edge").unwrap()["body"].as_str().unwrap().contains("*Shortened: "));
    let body = payload["body"].as_str().unwrap();
    assert!(body.contains("Alpha remark") && body.contains("Bravo notice") && body.contains("*Shortened: "));
}

#[test]
fn b12_a_cut_inside_a_fence_closes_it_and_stands_outside() {
    let text = format!("Look:\n```rust\n{}```\ndone", "let a = 1;\n".repeat(7_000));
    let (case, _made) = of_sizes(&[sized(Some(4), "cut inside a fence", text, "src/lib.rs")]);
    let payload = case.posted();
    let body = payload["comments"][0]["body"].as_str().unwrap();
    let (code, notice) = body.split_once("\n```\n\n").unwrap();
    assert!(code.contains("```rust\nlet a = 1;") && notice.starts_with("*Shortened: "), "{notice}");
}

#[test]
fn b12_of_150_comments_fifty_stand_at_lines_and_every_other_is_named_or_counted() {
    let made = tempfile::tempdir().unwrap();
    let rows: Vec<String> = (1..=200).map(|n| format!("+value_{n} = {}", n * 7)).collect();
    let patch = format!("@@ -0,0 +1,200 @@\n{}", rows.join("\n"));
    let head =
        "diff --git a/many.py b/many.py\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/many.py\n";
    let write = |name: &str, text: String| std::fs::write(made.path().join(name), text).unwrap();
    write("pr.diff", format!("{head}{patch}\n"));
    let file = json!([{"sha": "a".repeat(40), "filename": "many.py", "status": "added", "additions": 200,
        "deletions": 0, "changes": 200, "patch": patch}]);
    write("files.json", file.to_string());
    let script = std::fs::read_to_string(folder("B12-size-limits").join("mock.json")).unwrap();
    write("mock.json", script.replace("\"changed_files\": 5", "\"changed_files\": 1"));
    let title = |n: u32| format!("{} {} {}", word(n, 'k'), word(n, 'v'), word(n, 'z'));
    let findings: Vec<Value> = (1..=150).map(|n| sized(Some(n), &title(n), format!("text {n}"), "many.py")).collect();
    write("findings.json", json!({"findings": findings}).to_string());
    let case = Case::new(made.path().to_owned(), "mock.json").reviewed(&made.path().join("findings.json"));
    let payload = case.posted();
    let comments = payload["comments"].as_array().unwrap();
    let lines: Vec<u64> = comments.iter().map(|c| c["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, (1..=50).collect::<Vec<u64>>());
    let body = payload["body"].as_str().unwrap();
    let named = (1..=150).filter(|n| body.contains(&format!(": {}\n", title(*n)))).count();
    assert!(named >= 100, "{named} are named");
}

/// Words that no two numbers share.
fn word(n: u32, salt: char) -> String {
    let digit = |d: u32| char::from(b'a' + u8::try_from(d).unwrap());
    [digit(n / 26 % 26), digit(n % 26), salt, digit(n * 7 % 26), digit(n * 11 % 26)].iter().collect()
}

#[test]
fn b14_suggestion_fences() {
    let case = Case::of("B14-suggestion-fences");
    let payload = case.posted();
    let titles = case.titles();
    for wanted in case.expect()["expect"]["bodies"].as_array().unwrap() {
        let nth = usize::try_from(wanted["finding"].as_u64().unwrap()).unwrap();
        let title = &titles[nth - 1];
        if nth == 6 {
            let body = payload["body"].as_str().unwrap();
            assert!(body.contains(title) && !body.contains("```suggestion") && body.contains("```\nx\n```"), "{body}");
            continue;
        }
        let comment = comment_with(&payload, title).unwrap();
        let text = comment["body"].as_str().unwrap();
        let (fence, literal) = the_suggestion(text);
        let content = wanted["content"].as_str().unwrap_or("");
        let line_feed = if content.is_empty() { "" } else { "\n" };
        assert_eq!(literal, format!("{content}{line_feed}"), "{title}");
        assert!(nth != 1 || fence.len() >= 5, "{title}");
        for field in ["line", "start_line", "side"].into_iter().filter(|field| !wanted[*field].is_null()) {
            assert_eq!(comment[field], wanted[field], "{title} {field}");
        }
    }
}

/// The only block with the info word `suggestion`, as CommonMark reads it: its fence and its text.
#[track_caller]
fn the_suggestion(text: &str) -> (String, String) {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut open: Option<(String, bool, String)> = None;
    for row in text.lines() {
        let run: String = row.chars().take_while(|c| *c == '`').collect();
        match open.take() {
            Some((fence, is_ours, code)) if run.len() >= fence.len() && row[run.len()..].trim().is_empty() => {
                found.extend(is_ours.then_some((fence, code)));
            }
            Some((fence, is_ours, code)) => open = Some((fence, is_ours, format!("{code}{row}\n"))),
            None if run.len() >= 3 => {
                open = Some((run.clone(), row[run.len()..].trim() == "suggestion", String::new()))
            }
            None => {}
        }
    }
    assert_eq!((open, found.len()), (None, 1), "{text}");
    found.remove(0)
}
