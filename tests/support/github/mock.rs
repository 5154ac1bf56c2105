//! Plays the scripted answers of the corpus (`mock.json`) in this process, as its `tools/mock_http.py` does.
//! Not here: a GitHub that thinks (`Hub`). What the script calls a delay waits until the test lets go.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};

use super::{
    TOKEN,
    gate::Gate,
    http::{Answer, Close, Ending, Listening, Request},
    log::{Log, Recorded},
    route::Route,
};

/// A scripted server.
pub struct Mock {
    listening: Listening,
    script: Arc<Script>,
}

struct Script {
    folder: PathBuf,
    routes: Vec<Value>,
    left: Mutex<Vec<u64>>,
    stored: Mutex<Vec<Value>>,
    late: Gate,
    log: Log,
}

impl Mock {
    /// Begins to listen with the script of a folder.
    pub fn start(folder: &Path, script: &str) -> Self {
        let text = std::fs::read_to_string(folder.join(script)).unwrap();
        let routes: Value = serde_json::from_str(&text).unwrap();
        let routes = routes["routes"].as_array().unwrap().clone();
        let left = routes.iter().map(|r| r["times"].as_u64().unwrap_or(u64::MAX)).collect();
        let script = Arc::new(Script {
            folder: folder.to_owned(),
            routes,
            left: Mutex::new(left),
            stored: Mutex::default(),
            late: Gate::new(),
            log: Log::default(),
        });
        let answering = Arc::clone(&script);
        let listening = Listening::start(Arc::new(move |request| answering.answer(&request)));
        Self { listening, script }
    }

    /// `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> String {
        self.listening.origin()
    }

    /// What a child process needs, with the API base at `prefix` of this server.
    pub fn env(&self, prefix: &str) -> Vec<(&'static str, String)> {
        vec![("PRR_GITHUB_API_URL", format!("{}{prefix}", self.origin())), ("GH_TOKEN", TOKEN.to_owned())]
    }

    /// The gate at which answers with a delay wait.
    pub fn late(&self) -> &Gate {
        &self.script.late
    }

    /// Every request so far.
    pub fn log(&self) -> Vec<Recorded> {
        self.script.log.all()
    }

    /// Requests with this method.
    pub fn sent(&self, method: &str) -> Vec<Recorded> {
        self.log().into_iter().filter(|r| r.request.method == method).collect()
    }

    /// Bodies that routes with `store` kept.
    pub fn stored(&self) -> Vec<Value> {
        self.script.stored.lock().unwrap().clone()
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        self.script.late.open();
    }
}

impl Script {
    fn answer(&self, request: &Request) -> Answer {
        let number = self.log.came(request, Route::Unknown, &request.path);
        let answer = match self.take(request) {
            Some(route) => self.play(&route, request),
            None => {
                let said = json!({"message": "no route", "method": request.method, "path": request.path});
                Answer::json(404, &said)
            }
        };
        self.log.answered(number, answer.status);
        answer
    }

    /// The first route that matches and is not used up.
    fn take(&self, request: &Request) -> Option<Value> {
        let mut left = self.left.lock().unwrap();
        let mut fitting = self.routes.iter().enumerate().filter(|(at, r)| left[*at] > 0 && fits(r, request));
        let (at, route) = fitting.next()?;
        left[at] -= 1;
        Some(route.clone())
    }

    fn play(&self, route: &Value, request: &Request) -> Answer {
        if route["store"] == true && !request.json().is_null() {
            self.stored.lock().unwrap().push(request.json());
        }
        if route["delay_ms"].as_u64().is_some() {
            self.late.pass();
        }
        let mut answer = self.content(route);
        if route["drop"] == true {
            answer.ending = Ending::Nothing;
        }
        answer.status = route["status"].as_u64().map_or(200, |s| u16::try_from(s).unwrap());
        let origin = format!("http://{}", request.header("host").unwrap_or_default());
        for (name, value) in route["headers"].as_object().into_iter().flatten() {
            answer = answer.replacing(name, value.as_str().unwrap_or_default().replace("{base}", &origin));
        }
        answer
    }

    fn content(&self, route: &Value) -> Answer {
        let file = |name: &Value| std::fs::read(self.folder.join(name.as_str().unwrap())).unwrap();
        const PLAIN: &str = "text/plain; charset=utf-8";
        const JSON: &str = "application/json; charset=utf-8";
        if let Some(chunks) = route["hex_chunks"].as_array() {
            let chunks = chunks.iter().map(|c| unhex(c.as_str().unwrap())).collect();
            let close = if route["abort_after_chunks"] == true { Close::Abruptly } else { Close::Properly };
            return Answer { ending: Ending::Chunks(chunks, close), ..Answer::bytes(200, "text/event-stream", "") };
        }
        if let Some(wanted) = route.get("from_store") {
            return Answer::json(200, &self.kept(wanted));
        }
        match (route.get("json"), route.get("json_file"), route.get("text_file")) {
            (Some(value), ..) => Answer::json(200, value),
            (_, Some(name), _) => Answer::bytes(200, JSON, file(name)),
            (.., Some(name)) => Answer::bytes(200, PLAIN, file(name)),
            _ => Answer::bytes(200, PLAIN, route["text"].as_str().unwrap_or_default()),
        }
    }

    /// What was stored, as GitHub's lists tell it.
    fn kept(&self, wanted: &Value) -> Value {
        let mut told = Vec::new();
        for (review, at) in self.stored.lock().unwrap().iter().zip(0u64..) {
            let head = json!({"user": {"login": "reviewer"}, "commit_id": review["commit_id"],
                "submitted_at": "2001-02-03T04:05:06Z"});
            if wanted["kind"] == "reviews" {
                let state = match review["event"].as_str() {
                    Some("COMMENT") => "COMMENTED",
                    Some("APPROVE") => "APPROVED",
                    Some("REQUEST_CHANGES") => "CHANGES_REQUESTED",
                    _ => "PENDING",
                };
                let body = review["body"].as_str().unwrap_or_default();
                told.push(joined(&[
                    &head,
                    &json!({"id": 1000 + at, "state": state, "body": body}),
                    &wanted["override"],
                ]));
                continue;
            }
            for (comment, n) in review["comments"].as_array().into_iter().flatten().zip(0u64..) {
                let side = comment["side"].as_str().unwrap_or("RIGHT");
                let more = json!({"id": 5000 + 100 * at + n, "pull_request_review_id": 1000 + at,
                    "original_commit_id": review["commit_id"], "path": comment["path"], "body": comment["body"],
                    "line": comment["line"], "original_line": comment["line"], "start_line": comment["start_line"],
                    "side": side, "subject_type": "line"});
                told.push(joined(&[&head, &more, &wanted["override"]]));
            }
        }
        Value::Array(told)
    }
}

fn joined(parts: &[&Value]) -> Value {
    let all = parts.iter().filter_map(|p| p.as_object()).flatten();
    Value::Object(all.map(|(n, v)| (n.clone(), v.clone())).collect())
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|at| u8::from_str_radix(&text[at * 2..at * 2 + 2], 16).unwrap()).collect()
}

fn fits(route: &Value, request: &Request) -> bool {
    let contains = |wanted: &Value, text: &str| wanted.as_str().is_none_or(|w| text.contains(w));
    let as_text = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
    let mut wanted = route["query"].as_object().into_iter().flatten();
    let mut absent = route["absent_query"].as_array().into_iter().flatten().filter_map(Value::as_str);
    route["method"] == request.method
        && route["path"] == request.path
        && wanted.all(|(name, value)| request.asked(name) == Some(&as_text(value)))
        && absent.all(|name| request.asked(name).is_none())
        && contains(&route["accept_contains"], request.header("accept").unwrap_or_default())
        && contains(&route["body_contains"], &request.text())
}
