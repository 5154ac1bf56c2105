//! The second round through the built program: models say what they think of the findings of others, on a scripted server.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Ran, Scene, models::openai};
use crate::support::model_server::{Answer, Asked, ModelServer};

/// What is asked for, by the pass that the brief names.
fn pass(asked: &Asked) -> String {
    let behind = asked.body.split_once("Pass: ").map_or("", |(_, rest)| rest);
    behind.split('.').next().unwrap_or("").to_owned()
}

/// A finding of a model; deep's words for how bad it is.
fn claim(title: &str, line: u32, severity: &str) -> Value {
    json!({"output_type": "finding", "issue_class": "made-up", "title": title, "summary": format!("about {title}"),
        "evidence": "seen", "file_path": "src/lib.rs", "line_start": line, "line_end": line, "side": "RIGHT",
        "severity": severity, "confidence_local": 0.95, "confidence_context": 0.95, "actionability": "high"})
}

/// The id under which a brief puts the finding with that title.
fn id_of(asked: &Asked, title: &str) -> String {
    let text = asked.body.replace("\\n", "\n");
    let before = text.split_once(&format!("title: {title}\n")).unwrap_or_else(|| panic!("{title}: {text}")).0;
    let line = before.lines().rev().find(|line| line.starts_with("id: ")).unwrap();
    line.trim_start_matches("id: ").to_owned()
}

type Says = dyn Fn(&Asked) -> String + Send + Sync;

/// A model that claims these things in one pass, and says of them what `says` gives.
fn model(claims: Vec<Value>, says: Arc<Says>) -> ModelServer {
    ModelServer::by(move |asked| {
        let text = match pass(asked).as_str() {
            "correctness-contracts" | "correctness" => Value::from(claims.clone()).to_string(),
            "skeptic" | "validation" | "realist-check" | "pr-comment-dedup" => says(asked),
            _ => "[]".to_owned(),
        };
        Answer::events(vec![openai(&text, "stop")])
    })
}

fn settings(server: &ModelServer, more: &str) -> String {
    format!(
        "[[providers]]\nname = \"mine\"\ndialect = \"openai\"\nbase_url = \"{}\"\n[tiers]\nheavy = \"mine::x\"\n{more}\n",
        server.address()
    )
}

fn review(server: &ModelServer, more: &str, waves: &str) -> (Scene, Ran) {
    let scene = Scene::new(&settings(server, more));
    let agents = format!("correctness-contracts{waves}");
    let ran = scene.review(&["--agents", &agents]);
    (scene, ran)
}

fn finding<'f>(findings: &'f [Value], title: &str) -> &'f Value {
    findings.iter().find(|finding| finding["title"] == title).unwrap_or_else(|| panic!("{title}: {findings:?}"))
}

fn held(findings: &[Value], title: &str) -> String {
    finding(findings, title)["held_back"]["reason"].as_str().unwrap_or("").to_owned()
}

fn verdict(asked: &Asked, title: &str, word: &str) -> Value {
    json!({"id": id_of(asked, title), "verdict": word, "reason": format!("src/lib.rs:4 shows that it is {word}")})
}

#[test]
fn a_validation_confirms_rejects_and_leaves_open_and_only_what_it_confirms_stays() {
    let claims = vec![claim("so it is", 4, "high"), claim("so it is not", 5, "high"), claim("who knows", 6, "medium")];
    let says = |asked: &Asked| {
        let words = [("so it is", "confirmed"), ("so it is not", "rejected"), ("who knows", "unconfirmed")];
        Value::from(words.map(|(title, word)| verdict(asked, title, word)).to_vec()).to_string()
    };
    let server = model(claims, Arc::new(says));
    let (_, ran) = review(&server, "", ",validation");
    let all = ran.findings();
    assert_eq!(held(&all, "so it is"), "", "{}", ran.out);
    assert_eq!(held(&all, "so it is not"), "rejected");
    assert_eq!(held(&all, "who knows"), "unconfirmed");
    let passes: Vec<String> = server.asked().iter().map(pass).collect();
    assert_eq!(passes, ["correctness-contracts", "validation"], "asked once each, findings judged last");
    // A critical finding that is held back is named in the review; and nothing approves on a model's word.
    assert!(ran.err.contains("wave:validation: completed"), "{}", ran.err);
    assert_ne!(ran.json()["recommendation"], "approve");
    let asked = server.asked();
    assert!(asked[1].body.contains("let extra_a = 1;"), "it is sent the code");
}
