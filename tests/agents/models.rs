//! Model APIs in their real wire formats, on a scripted server: corpus C11, three dialects, keys, limits, fallbacks.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Ran, Scene, fixture};
use crate::support::model_server::{Answer, ModelServer};

/// The answer of a model: one finding with that title.
fn one(title: &str) -> String {
    json!({"findings": [{"file": "src/lib.rs", "line": 4, "severity": "medium", "title": title, "body": "b", "confidence": 0.9}]})
        .to_string()
}

/// A stream as Anthropic's.
pub fn anthropic(text: &str, stop: &str) -> Vec<u8> {
    let usage = json!({"input_tokens": 900, "cache_read_input_tokens": 100, "output_tokens": 1});
    let events = [
        json!({"type": "message_start", "message": {"id": "m", "type": "message", "role": "assistant", "content": [], "model": "x", "usage": usage}}),
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 50}}),
        json!({"type": "message_stop"}),
    ];
    let event = |event: &Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap());
    events.iter().map(event).collect::<String>().into_bytes()
}

/// A stream as OpenAI's.
pub fn openai(text: &str, stop: &str) -> Vec<u8> {
    let chunk = |choice: Value| {
        format!(
            "data: {}\n\n",
            json!({"id": "c", "object": "chat.completion.chunk", "model": "x", "choices": [choice]})
        )
    };
    let usage = json!({"id": "c", "object": "chat.completion.chunk", "model": "x", "choices": [], "usage": {"prompt_tokens": 700, "completion_tokens": 30, "total_tokens": 730}});
    let parts = [
        chunk(json!({"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": null})),
        chunk(json!({"index": 0, "delta": {}, "finish_reason": stop})),
        format!("data: {usage}\n\n"),
        "data: [DONE]\n\n".to_owned(),
    ];
    parts.concat().into_bytes()
}

/// A stream as Gemini's.
fn gemini(text: &str, stop: &str) -> Vec<u8> {
    let event = json!({
        "candidates": [{"content": {"parts": [{"text": text}], "role": "model"}, "finishReason": stop, "index": 0}],
        "usageMetadata": {"promptTokenCount": 500, "candidatesTokenCount": 20, "totalTokenCount": 520},
    });
    format!("data: {event}\n\n").into_bytes()
}

/// A heavy model on that server; one task over the whole change.
fn scene(server: &ModelServer, dialect: &str, more: &str) -> Scene {
    let settings = format!(
        "[[providers]]\nname = \"mine\"\ndialect = \"{dialect}\"\nbase_url = \"{}\"\nkey_env = \"MINE_KEY\"\n\
         [tiers]\nheavy = \"mine::x\"\n{more}\n",
        server.address()
    );
    Scene::new(&settings).with("MINE_KEY", "made-up-key")
}

fn review(scene: &Scene) -> Ran {
    scene.review(&["--agents", "correctness-contracts"])
}

/// The answers of a corpus file, those for a streamed request.
fn script(name: &str) -> Vec<Answer> {
    let text = std::fs::read_to_string(fixture(&format!("c11/{name}.json"))).unwrap();
    let routes: Value = serde_json::from_str(&text).unwrap();
    let routes = routes["routes"].as_array().unwrap();
    let is_ours = |route: &&Value| matches!(route["body_contains"].as_str(), Some("\"stream\":true"));
    let mut ours: Vec<&Value> = routes.iter().filter(is_ours).collect();
    if ours.is_empty() {
        ours = routes.iter().collect();
    }
    ours.into_iter().map(answer).collect()
}

fn answer(route: &Value) -> Answer {
    let bytes =
        |hex: &str| (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
    let status = u16::try_from(route["status"].as_u64().unwrap_or(200)).unwrap();
    let mut answer = match (route["hex_chunks"].as_array(), route["text"].as_str()) {
        (Some(chunks), _) => Answer::events(chunks.iter().map(|chunk| bytes(chunk.as_str().unwrap())).collect()),
        (None, Some(text)) => Answer::body(status, "text/html", text),
        (None, None) => Answer::body(status, "application/json", &route["json"].to_string()),
    };
    for (name, value) in route["headers"].as_object().into_iter().flatten() {
        answer = answer.header(name, value.as_str().unwrap());
    }
    answer.breaks = route["abort_after_chunks"] == true;
    answer
}

#[test]
fn c11_a_stream_that_ends_in_the_middle_is_never_a_clean_review() {
    let cases = [
        ("m1-error-event", "overloaded"),
        ("m2-eof", "incomplete answer"),
        ("m3-connection-cut", "incomplete answer"),
        ("m4-max-tokens", "output limit"),
        ("m8-html-200", "no answer of that API"),
    ];
    for (name, why) in cases {
        let server = ModelServer::new(script(name));
        let scene = scene(&server, "anthropic", "");
        let ran = review(&scene);
        assert!(ran.failed().contains(why), "{name}: {}\n{}", ran.failed(), ran.err);
        let titles = ran.titles();
        assert!(titles.is_empty() || titles == ["before the error"], "{name}: {titles:?}");
        for finding in ran.findings() {
            assert_eq!(finding["incomplete"], true, "{name}: it is marked as from an incomplete answer");
        }
        assert!(!ran.out.contains("Login to proxy") && !ran.err.contains("Login to proxy"), "{name}");
        assert_ne!(ran.json()["recommendation"], "approve", "{name}");
        assert!(server.asked().len() <= 3, "{name}");
        assert_eq!(ran.code, Some(5), "{name}");
    }
}

#[test]
fn c11_what_is_busy_before_it_speaks_is_asked_again_after_its_own_pause() {
    for (name, pause) in [("m5-529-then-ok", 0), ("m6-429-retry-after", 2), ("m7-error-in-first-event", 0)] {
        let server = ModelServer::new(script(name));
        let scene = scene(&server, "anthropic", "");
        let ran = review(&scene);
        assert_eq!(ran.titles(), ["whole"], "{name}: {}", ran.err);
        let asked = server.asked();
        assert_eq!(asked.len(), 2, "{name}");
        assert!(asked[1].at - asked[0].at >= Duration::from_secs(pause), "{name}");
        assert_eq!(ran.failed(), "", "{name}");
    }
}

#[test]
fn three_dialects_are_spoken_and_what_they_used_is_told() {
    let dialects: [(&str, Vec<u8>, &str, u64); 3] = [
        ("anthropic", anthropic(&one("from anthropic"), "end_turn"), "/v1/messages", 1_050),
        ("openai", openai(&one("from openai"), "stop"), "/v1/chat/completions", 730),
        ("gemini", gemini(&one("from gemini"), "STOP"), "/v1beta/models/x:streamGenerateContent", 520),
    ];
    for (dialect, stream, path, tokens) in dialects {
        // One byte a chunk: characters and events are cut everywhere.
        let server = ModelServer::new(vec![Answer::events(stream.chunks(1).map(<[u8]>::to_vec).collect())]);
        let scene = scene(&server, dialect, "");
        let ran = review(&scene);
        assert_eq!(ran.titles(), [format!("from {dialect}")], "{}", ran.err);
        let asked = server.asked();
        assert!(asked[0].path.starts_with(path), "{}", asked[0].path);
        assert!(asked[0].head.contains("made-up-key") || asked[0].path.contains("made-up-key"), "{}", asked[0].head);
        assert!(asked[0].body.contains("let extra_a = 1;"), "the change is in the brief");
        assert!(!ran.err.contains("made-up-key") && !ran.out.contains("made-up-key"));
        let used = ran.json()["metadata"]["totalTokens"].clone();
        let sum = used["input"].as_u64().unwrap() + used["output"].as_u64().unwrap();
        assert_eq!(sum, tokens, "{dialect}: {used}");
    }
}

#[test]
fn a_stream_cut_inside_a_character_gives_the_whole_character() {
    let text = one("\u{65e5}\u{672c}\u{8a9e} \u{1f600}");
    let server = ModelServer::new(vec![Answer::events(openai(&text, "stop").chunks(3).map(<[u8]>::to_vec).collect())]);
    assert_eq!(review(&scene(&server, "openai", "")).titles(), ["\u{65e5}\u{672c}\u{8a9e} \u{1f600}"]);
}

#[test]
fn refusals_are_told_in_words_and_not_tried_again() {
    let body = json!({"error": {"type": "x", "message": "the \u{1b}[31mmodel is unknown"}}).to_string();
    for (status, words) in [(401, "refuses the key"), (404, "no such model"), (400, "refuses the request")] {
        let server = ModelServer::new(vec![Answer::body(status, "application/json", &body)]);
        let ran = review(&scene(&server, "openai", ""));
        assert!(ran.failed().contains(words) && ran.failed().contains("model is unknown"), "{}", ran.failed());
        assert!(!ran.err.contains('\u{1b}'), "what the host says is cleaned");
        assert_eq!(server.asked().len(), 1, "{status}");
    }
    let server = ModelServer::new(vec![Answer::body(200, "text/plain", "")]);
    let no_key = Scene::new(&format!(
        "[[providers]]\nname = \"mine\"\nbase_url = \"{}\"\nkey_env = \"MINE_KEY\"\n[tiers]\nheavy = \"mine::x\"\n",
        server.address()
    ));
    let ran = review(&no_key);
    assert!(ran.failed().contains("set MINE_KEY"), "{}", ran.failed());
    assert_eq!(server.asked().len(), 0);
}

#[test]
fn a_key_may_come_from_a_program_and_offline_asks_nobody() {
    let server = ModelServer::new(vec![Answer::events(vec![openai(&one("x"), "stop")])]);
    let settings = format!(
        "[[providers]]\nname = \"mine\"\nbase_url = \"{}\"\nkey_command = [\"printf\", \"printed-key\\\\n\"]\n[tiers]\nheavy = \"mine::x\"\n",
        server.address()
    );
    let scene = Scene::new(&settings);
    let offline = scene.review(&["--agents", "correctness-contracts", "--offline"]);
    assert!(offline.err.contains("offline"), "{}", offline.err);
    assert_eq!((server.asked().len(), offline.failed()), (0, String::new()));
    assert_eq!(Scene::new(&settings).review(&["--agents", "correctness-contracts"]).titles(), ["x"]);
    assert!(server.asked()[0].head.contains("Bearer printed-key"), "{}", server.asked()[0].head);
}

#[test]
fn one_other_is_asked_when_the_first_is_over_its_quota() {
    let busy = ModelServer::new(vec![Answer::body(429, "application/json", "{}").header("retry-after", "0")]);
    let other = ModelServer::new(vec![Answer::events(vec![openai(&one("from the other"), "stop")])]);
    let more = format!(
        "fallbacks.heavy = [\"other::y\"]\n[[providers]]\nname = \"other\"\nbase_url = \"{}\"\n",
        other.address()
    );
    let ran = review(&scene(&busy, "openai", &more));
    assert_eq!(ran.titles(), ["from the other"], "{}", ran.err);
    assert!(ran.err.contains("other::y was asked instead"), "{}", ran.err);
    assert_eq!((other.asked().len(), ran.failed().as_str()), (1, ""));
}

#[test]
fn cached_tokens_are_told_and_cost_what_cached_tokens_cost() {
    // Of 1,000 tokens in, 100 were read from a cache and 200 written into one: 700 x 3 + 200 x 3.75 + 100 x 0.3 + 50 x 15.
    let stream = String::from_utf8(anthropic(&one("cached"), "end_turn")).unwrap();
    let stream = stream.replace("\"input_tokens\":900", "\"cache_creation_input_tokens\":200,\"input_tokens\":700");
    let server = ModelServer::new(vec![Answer::events(vec![stream.into_bytes()])]);
    let scene = Scene::new("[tiers]\nheavy = \"anthropic::claude-sonnet-4-5\"\nthinking.heavy = \"high\"\n")
        .with("ANTHROPIC_BASE_URL", server.address())
        .with("ANTHROPIC_API_KEY", "made-up-key");
    let ran = review(&scene);
    assert_eq!(ran.titles(), ["cached"], "{}", ran.err);
    let metadata = &ran.json()["metadata"];
    let tokens = &metadata["totalTokens"];
    assert_eq!(
        (&tokens["input"], &tokens["cacheRead"], &tokens["cacheCreation"]),
        (&json!(1000), &json!(100), &json!(200))
    );
    assert_eq!((&tokens["output"], &metadata["costUsd"]), (&json!(50), &json!(0.0036)), "{metadata:#}");
    // How long it thinks goes along.
    let asked: Value = serde_json::from_str(&server.asked()[0].body).unwrap();
    assert!(asked["thinking"].is_object() || asked["output_config"]["effort"] == "high", "{asked:#}");
}

/// Which of the three extras a request carries: tools, a form of the answer, cache marks.
fn extras(body: &str) -> (bool, bool, bool) {
    let body: Value = serde_json::from_str(body).unwrap();
    let config = &body["generationConfig"];
    let shape = [&body["response_format"], &body["output_config"]["format"], &config["responseJsonSchema"]];
    let cache = body.to_string().contains("cache_control") || !body["prompt_cache_retention"].is_null();
    (body["tools"].is_array(), shape.iter().any(|value| !value.is_null()), cache)
}

#[test]
fn a_form_of_the_answer_is_asked_for_in_every_dialect_and_an_object_is_read() {
    let whole =
        json!({"findings": [{"output_type": "finding", "issue_class": "c", "title": "in an object", "summary": "s",
        "evidence": "e", "why_now": "w", "file_path": "src/lib.rs", "line_start": 4, "line_end": 4, "side": "RIGHT",
        "severity": "medium", "confidence_local": 0.9, "confidence_context": 0.9, "actionability": "high",
        "blast_radius": "local", "invariant": "", "sink": "", "depends_on_unseen": false, "existing_code": null,
        "suggestion": null}]})
        .to_string();
    for (dialect, stream) in [
        ("anthropic", anthropic(&whole, "end_turn")),
        ("openai", openai(&whole, "stop")),
        ("gemini", gemini(&whole, "STOP")),
    ] {
        let server = ModelServer::new(vec![Answer::events(vec![stream])]);
        let ran = review(&scene(&server, dialect, ""));
        assert_eq!(ran.titles(), ["in an object"], "{dialect}: {}", ran.err);
        assert_eq!(ran.findings()[0]["suggestion"], Value::Null, "{dialect}");
        let asked = server.asked();
        assert_eq!((asked.len(), extras(&asked[0].body)), (1, (false, true, false)), "{dialect}: {}", asked[0].body);
    }
}

#[test]
fn what_a_provider_refuses_is_left_out_once_and_told() {
    let error = |text: &str| json!({"error": {"message": text, "type": "invalid_request_error"}}).to_string();
    let refusals = [
        ("openai", 400, "'response_format' of type 'json_schema' is not supported", openai(&one("x"), "stop")),
        (
            "anthropic",
            400,
            "output_config.format: structured outputs are not supported",
            anthropic(&one("x"), "end_turn"),
        ),
        ("gemini", 400, "responseJsonSchema is not supported by this model", gemini(&one("x"), "STOP")),
    ];
    for (dialect, status, words, stream) in refusals {
        let no = Answer::body(status, "application/json", &error(words));
        let server = ModelServer::new(vec![no.clone(), Answer::events(vec![stream])]);
        let ran = review(&scene(&server, dialect, ""));
        assert_eq!((ran.titles(), ran.failed()), (vec!["x".to_owned()], String::new()), "{dialect}: {}", ran.err);
        assert!(
            ran.err.contains("takes no form of the answer: ") && ran.err.contains("asked again without"),
            "{}",
            ran.err
        );
        let asked: Vec<bool> = server.asked().iter().map(|asked| extras(&asked.body).1).collect();
        assert_eq!(asked, [true, false], "{dialect}");
        // One that refuses it still is asked no third time.
        let server = ModelServer::new(vec![no]);
        let ran = review(&scene(&server, dialect, ""));
        assert!(ran.failed().contains("refuses the request"), "{}", ran.failed());
        assert_eq!(server.asked().len(), 2, "{dialect}");
    }
}

#[test]
fn a_limit_on_tokens_stops_tasks_before_they_begin() {
    let server = ModelServer::new(vec![Answer::events(vec![openai(&one("x"), "stop")])]);
    let ran = review(&scene(&server, "openai", "[limits]\ntokens = 100\n"));
    assert!(ran.failed().contains("limits.tokens"), "{}", ran.failed());
    assert_eq!(server.asked().len(), 0);
}

#[test]
fn a_swarm_of_which_more_than_half_fails_stops_with_the_list() {
    let server = ModelServer::new(vec![Answer::body(401, "application/json", "{}")]);
    let scene = scene(&server, "openai", "");
    let run = |agents: &str| {
        scene.run(&["review", "pr.diff", "--strategy", "swarm", "--agents", agents, "--no-builtin", "--output", "json"])
    };
    let ran = run("security,correctness,consistency");
    assert_eq!(ran.code, Some(5), "{}", ran.err);
    assert!(ran.err.contains("of 3 review agents failed. Review aborted."), "{}", ran.err);
    // Of two, one may fail.
    let server = ModelServer::new(vec![
        Answer::body(401, "application/json", "{}"),
        Answer::events(vec![openai(&one("from the second"), "stop")]),
    ]);
    let ran = self::scene(&server, "openai", "[limits]\nparallel = 1\n").run(&[
        "review",
        "pr.diff",
        "--strategy",
        "swarm",
        "--agents",
        "security,correctness",
        "--no-builtin",
        "--output",
        "json",
        "--all",
    ]);
    assert_eq!((ran.titles(), ran.code), (vec!["from the second".to_owned()], Some(0)), "{}", ran.err);
}

#[test]
fn offline_a_model_is_not_asked_instead_of_a_command_either() {
    let server = ModelServer::new(vec![Answer::events(vec![openai(&one("x"), "stop")])]);
    let settings = format!(
        "[tiers]\nheavy = \"cmd:slow\"\nfallbacks.heavy = [\"mine::x\"]\n[[providers]]\nname = \"mine\"\nbase_url = \"{}\"\n\
         [[agents]]\nname = \"slow\"\nargv = [\"sleep\", \"600\"]\ntimeout = 1\n",
        server.address()
    );
    let ran = Scene::new(&settings).review(&["--agents", "correctness-contracts", "--offline"]);
    assert!(ran.failed().contains("mine::x is not asked offline"), "{}", ran.err);
    assert_eq!(server.asked().len(), 0);
    let online = Scene::new(&settings).review(&["--agents", "correctness-contracts"]);
    assert_eq!((online.titles(), server.asked().len()), (vec!["x".to_owned()], 1), "{}", online.err);
}
