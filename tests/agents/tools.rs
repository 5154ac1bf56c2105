//! The read-only tools of models: what is asked of them in the real wire formats, what they give, and that nothing else can
//! be had.

use serde_json::{Value, json};

use super::{Ran, Scene, models::openai};
use crate::support::{
    model_server::{Answer, ModelServer},
    repo::Repo,
};

/// An answer that uses a tool, as OpenAI's stream has it: the arguments in pieces.
fn call(name: &str, arguments: &Value) -> Answer {
    let chunk = |delta: Value, stop: Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": stop});
        format!(
            "data: {}\n\n",
            json!({"id": "c", "object": "chat.completion.chunk", "model": "x", "choices": [choice]})
        )
    };
    let text = arguments.to_string();
    let (first, second) = text.split_at(text.len() / 2);
    let begin = json!({"role": "assistant", "content": null, "tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": first}}]});
    let more = json!({"tool_calls": [{"index": 0, "function": {"arguments": second}}]});
    let parts = [
        chunk(begin, Value::Null),
        chunk(more, Value::Null),
        chunk(json!({}), json!("tool_calls")),
        "data: [DONE]\n\n".to_owned(),
    ];
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
    let server = ModelServer::new(answers);
    let scene = Scene::new(&format!(
        "[[providers]]\nname = \"mine\"\nbase_url = \"{}\"\n[tiers]\nheavy = \"mine::x\"\n",
        server.address()
    ));
    let args = ["review", "HEAD~1..HEAD", "--strategy", "passes", "--full", "--agents", "correctness-contracts"];
    let more = ["--no-builtin", "--all", "--output", "json"];
    let output = scene.home.prr(&[&args[..], &more[..]].concat()).current_dir(repo.root()).output().unwrap();
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
    assert_eq!(tools, ["read_file", "search", "list_files", "callers"]);
    assert!(given(&asked[1]).contains("2:     crate::total(1, 2)"), "{}", given(&asked[1]));
    assert!(!given(&asked[1]).contains("ghp_01234567890123456789"), "secrets are masked");
    assert!(given(&asked[2]).contains("src/user.rs:2"), "{}", given(&asked[2]));
    assert!(given(&asked[3]).contains("src/lib.rs"), "{}", given(&asked[3]));
    assert!(given(&asked[4]).contains("a + b"), "the base side: {}", given(&asked[4]));
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
