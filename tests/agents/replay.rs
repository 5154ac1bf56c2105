//! Any run played again: recorded with `--record` or in a logbook, by models, commands and built-in reviewers, whole or
//! not. Nobody is asked, and the review is the same.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{
    Ran, Scene,
    models::openai,
    waves::{claim, model, settings, verdict},
};
use crate::support::model_server::{Answer, Asked, ModelServer};

fn answer() -> Answer {
    let text = json!([
        {"file": "src/lib.rs", "line": 4, "severity": "high", "title": "first", "body": "b", "confidence": 0.9},
        {"file": "src/lib.rs", "line": 5, "severity": "low", "title": "second", "body": "c", "confidence": 0.8},
    ]);
    Answer::events(vec![openai(&text.to_string(), "stop")])
}

/// A model, a program that fails after its first claim, and the built-in reviewers.
fn scene(server: &ModelServer) -> Scene {
    let script = "printf '[{\"file\":\"src/lib.rs\",\"line\":6,\"severity\":\"medium\",\"title\":\"cut\",\"body\":\"b\",\"confidence\":0.9},'; exit 3";
    Scene::new(&format!(
        "[[providers]]\nname = \"mine\"\nbase_url = \"{}\"\n[tiers]\nheavy = \"mine::x\"\n[[agents]]\nname = \"one\"\n\
         argv = [\"sh\", \"-c\", {script:?}]\nscope = \"whole\"\n",
        server.address()
    ))
}

const ARGS: [&str; 11] = [
    "review",
    "pr.diff",
    "--strategy",
    "passes",
    "--full",
    "--threshold",
    "0",
    "--agents",
    "correctness-contracts,one",
    "--output",
    "json",
];

fn run(scene: &Scene, more: &[&str]) -> Ran {
    scene.run(&[&ARGS[..], more].concat())
}

/// A review without what depends on when and by whom it was made.
fn comparable(ran: &Ran) -> Value {
    let mut document = ran.json();
    let metadata = document["metadata"].as_object_mut().unwrap();
    for key in ["reviewDurationMs", "totalTokens", "costUsd"] {
        metadata.remove(key);
    }
    document
}

#[test]
fn a_recorded_run_of_agents_is_played_again_to_the_same_review_and_nobody_is_asked() {
    let server = ModelServer::new(vec![answer()]);
    let first = scene(&server);
    let made = run(&first, &["--all", "--record", "run.jsonl"]);
    let mut titles = made.titles();
    titles.sort();
    assert!(["cut", "first", "second"].iter().all(|title| titles.contains(&(*title).to_owned())), "{}", made.err);
    assert!(made.failed().contains("exit code 3"), "{}", made.err);
    let asked = server.asked().len();
    // In a home that knows nothing of it: no model, no program.
    let again = Scene::new("");
    std::fs::copy(first.home.work().join("run.jsonl"), again.home.work().join("run.jsonl")).unwrap();
    let played = again.run(&[
        "review",
        "pr.diff",
        "--replay",
        "run.jsonl",
        "--all",
        "--output",
        "json",
        "--record",
        "next.jsonl",
    ]);
    assert_eq!(comparable(&played), comparable(&made), "{}\n{}", made.err, played.err);
    assert_eq!((server.asked().len(), played.code), (asked, made.code));
    assert_eq!(played.json()["metadata"]["totalTokens"]["input"], 0, "nothing was spent");
    assert!(played.failed().contains("exit code 3"), "{}", played.err);
    // What was played again can be played again.
    let third = again.run(&["review", "pr.diff", "--replay", "next.jsonl", "--rerun", "--all", "--output", "json"]);
    assert_eq!(third.titles(), played.titles(), "{}", third.err);
}

/// Three findings, what is said of them in one wave, and the settings that the wave needs.
const WAVES: [(&str, [&str; 3], &str); 3] = [
    ("skeptic", ["question", "drop", "downgrade"], ""),
    ("validation", ["confirmed", "rejected", "unconfirmed"], ""),
    ("realist-check", ["open_question", "downgrade", "confirmed"], "[synthesis]\nrealist_check = true"),
];

#[test]
fn what_judges_said_counts_again_when_the_run_is_played_again() {
    for (wave, words, more) in WAVES {
        let titles = ["one", "two", "three"];
        let claims = (4..).zip(titles).map(|(line, title)| claim(title, line, "high")).collect();
        let says = move |asked: &Asked| {
            let one = |(title, word): (&str, &str)| {
                let mut said = verdict(asked, title, word);
                if word == "downgrade" {
                    (said["severity"], said["mitigation"]) = ("low".into(), "checked in src/lib.rs:2".into());
                }
                said
            };
            Value::from(titles.into_iter().zip(words).map(one).collect::<Vec<_>>()).to_string()
        };
        let server = model(claims, Arc::new(says));
        let first = Scene::new(&settings(&server, more));
        let agents = format!("correctness-contracts,{wave}");
        let made = first.review(&["--agents", &agents, "--record", "run.jsonl"]);
        let recorded = std::fs::read_to_string(first.home.work().join("run.jsonl")).unwrap();
        assert_eq!(recorded.matches("\"record_type\":\"opinion\"").count(), 3, "{wave}: {}", made.err);
        let asked = server.asked().len();
        let again = Scene::new("");
        std::fs::write(again.home.work().join("run.jsonl"), recorded).unwrap();
        let mut file = "run.jsonl";
        for next in ["next.jsonl", "third.jsonl"] {
            let args =
                ["review", "pr.diff", "--replay", file, "--rerun", "--all", "--output", "json", "--record", next];
            let played = again.run(&args);
            assert_eq!(played.findings(), made.findings(), "{wave}: {}\n{}", made.err, played.err);
            assert_eq!(comparable(&played), comparable(&made), "{wave}");
            file = next;
        }
        assert_eq!(server.asked().len(), asked, "{wave}: nobody is asked");
    }
}

#[test]
fn the_last_run_of_a_logbook_is_played_again_too() {
    let server = ModelServer::new(vec![answer()]);
    let first = scene(&server);
    let made = run(&first, &["--all"]);
    let mut open = vec![first.home.path().to_owned()];
    let mut logbook = None;
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            match entry.file_type().unwrap().is_dir() {
                true => open.push(path),
                false
                    if path.to_string_lossy().contains("logbooks")
                        && path.extension().is_some_and(|e| e == "jsonl") =>
                {
                    logbook = Some(path);
                }
                false => {}
            }
        }
    }
    let logbook = logbook.expect("a logbook");
    let again = Scene::new("");
    let played = again.run(&["review", "pr.diff", "--replay", logbook.to_str().unwrap(), "--all", "--output", "json"]);
    assert_eq!(comparable(&played), comparable(&made), "{}\n{}", made.err, played.err);
}

#[test]
fn a_swarm_that_was_stopped_is_stopped_again() {
    let server = ModelServer::new(vec![Answer::body(401, "application/json", "{}")]);
    let scene = scene(&server);
    let agents = "security,correctness,consistency";
    let args =
        ["review", "pr.diff", "--strategy", "swarm", "--agents", agents, "--no-builtin", "--record", "run.jsonl"];
    let made = scene.run(&args);
    assert!(made.code == Some(5) && made.err.contains("Review aborted."), "{}", made.err);
    let again = Scene::new("");
    std::fs::copy(scene.home.work().join("run.jsonl"), again.home.work().join("run.jsonl")).unwrap();
    let played = again.run(&["review", "pr.diff", "--replay", "run.jsonl"]);
    assert!(
        played.code == Some(5) && played.err.contains("of 3 review agents failed. Review aborted."),
        "{}",
        played.err
    );
}

#[test]
fn a_recording_of_another_change_says_so_and_one_that_is_none_is_refused() {
    let server = ModelServer::new(vec![answer()]);
    let first = scene(&server);
    run(&first, &["--record", "run.jsonl"]);
    let other = "diff --git a/x.rs b/x.rs\n--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-a\n+b\n";
    std::fs::write(first.home.work().join("other.diff"), other).unwrap();
    let refused = first.run(&["review", "other.diff", "--replay", "run.jsonl", "--output", "json"]);
    // Silence of a recording would look like praise of another change.
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{}", refused.err);
    assert!(refused.err.contains("The recording is of another change."), "{}", refused.err);
    for (file, text) in [("none.jsonl", None), ("empty.jsonl", Some("")), ("words.jsonl", Some("no record\n"))] {
        if let Some(text) = text {
            std::fs::write(first.home.work().join(file), text).unwrap();
        }
        let refused = first.run(&["review", "pr.diff", "--replay", file]);
        assert_eq!(refused.code, Some(2), "{}", refused.err);
        assert!(refused.err.contains(file) && refused.err.contains("--record FILE"), "{}", refused.err);
    }
}
