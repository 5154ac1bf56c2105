//! The read-only tools of models: what is asked of them in the real wire formats, what they give, and that nothing else can
//! be had.

use std::path::Path;

use serde_json::{Value, json};

use super::{Ran, Scene, models::openai};
use crate::support::{
    dirs::Home,
    github::{Hub, sample},
    model_server::{Answer, ModelServer},
    repo::Repo,
};

/// An answer that uses a tool, as OpenAI's stream has it: the arguments in pieces.
fn call(name: &str, arguments: &Value) -> Answer {
    calls(&[(name, arguments.to_string())])
}

/// One that uses several at once; arguments as they come.
pub(super) fn calls(all: &[(&str, String)]) -> Answer {
    let chunk = |delta: Value, stop: Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": stop});
        format!(
            "data: {}\n\n",
            json!({"id": "c", "object": "chat.completion.chunk", "model": "x", "choices": [choice]})
        )
    };
    let mut parts = Vec::new();
    for (nth, (name, text)) in all.iter().enumerate() {
        let (first, second) = text.split_at(text.len() / 2);
        let function = json!({"name": name, "arguments": first});
        let begin = json!({"role": "assistant", "content": null, "tool_calls": [{"index": nth, "id": format!("call_{nth}"), "type": "function", "function": function}]});
        let more = json!({"tool_calls": [{"index": nth, "function": {"arguments": second}}]});
        parts.extend([chunk(begin, Value::Null), chunk(more, Value::Null)]);
    }
    parts.extend([chunk(json!({}), json!("tool_calls")), "data: [DONE]\n\n".to_owned()]);
    Answer::events(vec![parts.concat().into_bytes()])
}

fn repo() -> Repo {
    let repo = Repo::empty();
    repo.write("src/lib.rs", "pub fn total(a: u32, b: u32) -> u32 {\n    a + b\n}\n");
    repo.write("src/user.rs", "fn use_it() -> u32 {\n    crate::total(1, 2)\n}\nconst TOKEN: &str = \"ghp_0123456789012345678901234567890123456789\";\n");
    repo.commit("first");
    repo.write("src/lib.rs", "pub fn total(a: u32, b: u32) -> u32 {\n    let sum = a - b;\n    let more = sum * 2;\n    let less = more / 2;\n    let end = less + sum;\n    end\n}\n");
    repo.commit("second");
    repo
}

/// Runs a pass that may use tools, with these answers; gives the run, and what each request carried.
fn run(repo: &Repo, answers: Vec<Answer>) -> (Ran, Vec<Value>) {
    run_in(repo.root(), answers)
}

fn settings(server: &ModelServer) -> String {
    format!("[[providers]]\nname = \"mine\"\nbase_url = \"{}\"\n[tiers]\nheavy = \"mine::x\"\n", server.address())
}

fn run_in(place: &Path, answers: Vec<Answer>) -> (Ran, Vec<Value>) {
    let server = ModelServer::new(answers);
    let scene = Scene::new(&settings(&server));
    let args = ["review", "HEAD~1..HEAD", "--strategy", "passes", "--full", "--agents", "correctness-contracts"];
    let more = ["--no-builtin", "--all", "--output", "json"];
    let output = scene.home.prr(&[&args[..], &more[..]].concat()).current_dir(place).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let ran = Ran { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) };
    let bodies = server.asked().iter().map(|asked| serde_json::from_str(&asked.body).unwrap()).collect();
    (ran, bodies)
}

fn last_answer() -> Answer {
    let text = json!([{"file": "src/lib.rs", "line": 2, "severity": "high", "title": "it subtracts", "body": "b", "confidence": 0.9}]);
    Answer::events(vec![openai(&text.to_string(), "stop")])
}

/// What a tool gave, as the next request carried it.
fn given(body: &Value) -> String {
    let messages = body["messages"].as_array().unwrap();
    messages.iter().rfind(|message| message["role"] == "tool").unwrap()["content"].to_string()
}

#[test]
fn a_model_reads_searches_lists_and_asks_for_callers_and_then_answers() {
    let repo = repo();
    let answers = vec![
        call("read_file", &json!({"path": "src/user.rs", "start": 1, "end": 99})),
        call("search", &json!({"word": "total"})),
        call("list_files", &json!({"folder": "src"})),
        call("read_file", &json!({"path": "src/lib.rs", "base": true})),
        last_answer(),
    ];
    let (ran, asked) = run(&repo, answers);
    assert_eq!(ran.titles(), ["it subtracts"], "{}", ran.err);
    assert_eq!(asked.len(), 5);
    let tools: Vec<&str> =
        asked[0]["tools"].as_array().unwrap().iter().filter_map(|tool| tool["function"]["name"].as_str()).collect();
    assert_eq!(tools, ["read_file", "search", "list_files", "callers", "blame", "history", "comments"]);
    assert!(given(&asked[1]).contains("2:     crate::total(1, 2)"), "{}", given(&asked[1]));
    assert!(!given(&asked[1]).contains("ghp_01234567890123456789"), "secrets are masked");
    assert!(given(&asked[2]).contains("src/user.rs:2"), "{}", given(&asked[2]));
    assert!(given(&asked[3]).contains("src/lib.rs"), "{}", given(&asked[3]));
    assert!(given(&asked[4]).contains("a + b"), "the base side: {}", given(&asked[4]));
}

#[test]
fn a_model_asks_who_changed_lines_and_what_was_done_to_them_before_on_either_side() {
    let repo = repo();
    repo.write("src/user.rs", "fn use_it() -> u32 {\n    crate::total(1, 3)\n}\n");
    repo.commit("third: three and \u{202e}not two");
    // From below the root: what git answers must not depend on where one stands.
    let below = repo.root().join("src");
    let range = |path: &str, base: bool| json!({"path": path, "start": 1, "end": 3, "base": base});
    let answers = vec![
        call("blame", &range("src/user.rs", false)),
        call("blame", &range("src/user.rs", true)),
        call("history", &range("src/user.rs", false)),
        call("history", &range("src/user.rs", true)),
        call("blame", &json!({"path": "src/nobody.rs", "start": 1, "end": 2})),
        call("history", &json!({"path": "src/user.rs", "start": 900, "end": 901})),
        call("comments", &json!({"path": "src/user.rs"})),
        call("search", &json!({"word": "total"})),
        last_answer(),
    ];
    let (ran, asked) = run_in(&below, answers);
    assert_eq!(ran.titles(), ["it subtracts"], "{}", ran.err);
    let given: Vec<String> = asked[1..].iter().map(given).collect();
    assert!(given[0].contains("1: ") && given[0].contains("2026-01-01 Tester: first"), "{}", given[0]);
    assert!(given[0].contains("Tester: third: three and \u{27e8}U+202E\u{27e9}not two"), "{}", given[0]);
    assert!(given[1].contains("1-3: ") && !given[1].contains("third"), "the base side: {}", given[1]);
    assert!(given[2].contains("third") && given[2].contains("first"), "{}", given[2]);
    assert!(given[3].contains("first") && !given[3].contains("third"), "the base side: {}", given[3]);
    assert!(given[4].contains("git does not say") && given[5].contains("git does not say"), "{given:?}");
    assert!(given[6].contains("there is no pull request"), "{}", given[6]);
    assert!(given[7].contains("src/user.rs:2"), "{}", given[7]);
}

#[test]
fn a_model_reads_what_people_said_near_a_line_of_the_pull_request() {
    let (hub, home) = (Hub::start(sample::world()), Home::new());
    hub.clone_into(&home.work());
    // The change itself may be read from the host alone; history is in commits that were fetched.
    let mut fetch = std::process::Command::new("git");
    let args = ["fetch", "-q", "origin", "refs/pull/7/head"];
    let fetched = fetch.args(args).env_clear().envs(home.env()).current_dir(home.work()).status();
    assert!(fetched.unwrap().success());
    let answers = vec![
        call("comments", &json!({"path": "docs/new.md", "line": 6})),
        call("comments", &json!({"path": "docs/new.md", "line": 900})),
        call("blame", &json!({"path": "docs/new.md", "start": 1, "end": 2})),
        Answer::events(vec![openai("[]", "stop")]),
    ];
    let server = ModelServer::new(answers);
    let folder = home.path().join(".config/prr");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), settings(&server)).unwrap();
    let args = ["review", "7", "--strategy", "passes", "--full", "--agents", "correctness-contracts"];
    let args = [&args[..], &["--no-builtin", "--output", "json", "--rerun"]].concat();
    let output = home.prr(&args).envs(hub.env()).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    let asked: Vec<Value> = server.asked().iter().map(|asked| serde_json::from_str(&asked.body).unwrap()).collect();
    assert_eq!((asked.len(), output.status.code()), (4, Some(0)), "{err}");
    assert!(given(&asked[1]).contains("resolved") && given(&asked[1]).contains("- colleague: A digit?"), "{asked:#?}");
    assert!(given(&asked[2]).contains("Nobody said anything there."), "{}", given(&asked[2]));
    assert!(given(&asked[3]).contains("1-2: "), "{}", given(&asked[3]));
}

#[test]
fn what_lies_outside_is_refused_and_told_and_nothing_is_run() {
    let repo = repo();
    let secret = repo.root().parent().unwrap().join("outside.txt");
    std::fs::write(&secret, "outside").unwrap();
    std::os::unix::fs::symlink(&secret, repo.root().join("link.txt")).unwrap();
    repo.commit("a link");
    repo.write(
        "src/lib.rs",
        "pub fn total() {\n    let a = 1;\n    let b = 2;\n    let c = 3;\n    let d = 4;\n    let e = 5;\n}\n",
    );
    repo.commit("third");
    for (name, arguments) in [
        ("read_file", json!({"path": "../outside.txt"})),
        ("read_file", json!({"path": "/etc/passwd"})),
        ("read_file", json!({"path": "link.txt"})),
        ("read_file", json!({"path": ".git/config"})),
        ("run_shell", json!({"command": "touch owned"})),
        ("fetch", json!({"url": "http://127.0.0.1:1/"})),
        ("search", json!({"word": "--open-files-in-pager=touch owned"})),
        ("list_files", json!({"folder": "../.."})),
    ] {
        // A run of its own each time, whatever the last one left.
        let _ = std::fs::remove_dir_all(repo.root().join(".logbooks"));
        let (ran, asked) = run(&repo, vec![call(name, &arguments), last_answer()]);
        assert_eq!(ran.titles(), ["it subtracts"], "{name} {arguments}: {}", ran.err);
        let given = given(&asked[1]);
        let is_refused = ["Not done", "no such file", "Nowhere"].iter().any(|words| given.contains(words));
        assert!(
            is_refused && !given.contains("outside") || given.contains("stays inside"),
            "{name} {arguments}: {given}"
        );
        assert!(!repo.root().join("owned").exists());
    }
}

#[test]
fn one_that_never_answers_is_stopped_and_has_not_answered() {
    let repo = repo();
    let (ran, asked) = run(&repo, vec![call("search", &json!({"word": "total"}))]);
    assert!(ran.failed().contains("used tools 12 times"), "{}", ran.err);
    assert_eq!((asked.len(), ran.code), (12, Some(5)));
}

#[test]
fn a_provider_that_takes_no_tools_is_asked_once_without_and_the_tasks_behind_do_not_send_them() {
    let repo = repo();
    let refusal = json!({"error": {"message": "registry/gemma does not support tools", "type": "api_error"}});
    let server = ModelServer::by(move |asked| match asked.body.contains("\"tools\"") {
        true => Answer::body(400, "application/json", &refusal.to_string()),
        false => last_answer(),
    });
    let scene = Scene::new(&format!("{}[limits]\nparallel = 1\n", settings(&server)));
    let agents = "correctness-contracts,security-performance";
    let args = ["review", "HEAD~1..HEAD", "--strategy", "passes", "--full", "--agents", agents];
    let more = ["--no-builtin", "--all", "--output", "json"];
    let output = scene.home.prr(&[&args[..], &more[..]].concat()).current_dir(repo.root()).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert_eq!(
        err.matches("takes no tools: registry/gemma does not support tools; it was asked again without").count(),
        1,
        "{err}"
    );
    let asked: Vec<Value> = server.asked().iter().map(|asked| serde_json::from_str(&asked.body).unwrap()).collect();
    let has_tools: Vec<bool> = asked.iter().map(|body| body["tools"].is_array()).collect();
    assert_eq!(has_tools, [true, false, false], "{err}");
    // With tools the whole talk is sent again: what was sent is worth keeping there.
    assert_eq!(asked[0]["prompt_cache_retention"], "in_memory");
    assert!(asked[1]["prompt_cache_retention"].is_null());
    // Without tools the brief does not speak of them, and the form of the answer is asked for.
    let brief = |nth: usize| asked[nth]["messages"][0]["content"].as_str().unwrap();
    assert!(brief(0).contains("You have tools") && brief(1).contains("you have no tools"), "{}", brief(1));
    assert!(asked[0]["response_format"].is_null() && asked[1]["response_format"]["json_schema"].is_object());
}
