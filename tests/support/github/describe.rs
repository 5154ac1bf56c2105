//! GitHub's own description of its calls (`fixtures/github/openapi.json`): is this request one of them, does this
//! answer say what it must; and how to fill an answer up with what it must say but nobody here cares about.
//! Not here: what the calls do. Of JSON schema only what that file uses.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::http::Request;

static DESCRIPTION: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../fixtures/github/openapi.json")).unwrap());

/// Where the description says less than GitHub does: these are null at times (GITHUB: line null = outdated).
const NULL_AT_TIMES: &[&str] =
    &[".line must be", ".original_line must be", ".items[", ".user must be", ".head.repo must be"];

fn resolve(node: &Value) -> &Value {
    let Some(reference) = node.get("$ref").and_then(Value::as_str) else { return node };
    DESCRIPTION.pointer(&reference[1..]).expect("a reference into the description leads nowhere")
}

/// Whether a path's segments are those of a template; the last `{path}` may have several.
pub fn fits<'a>(template: &'a str, path: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let (mut names, mut rest) = (Vec::new(), path);
    for (at, wanted) in template.split('/').enumerate() {
        if at > 0 {
            rest = rest.strip_prefix('/')?;
        }
        let end = if wanted == "{path}" { rest.len() } else { rest.find('/').unwrap_or(rest.len()) };
        let (segment, next) = rest.split_at(end);
        match wanted.strip_prefix('{').and_then(|w| w.strip_suffix('}')) {
            Some(name) if !segment.is_empty() => names.push((name, segment)),
            None if wanted == segment => {}
            _ => return None,
        }
        rest = next;
    }
    rest.is_empty().then_some(names)
}

/// The template of a call, e.g. `/repos/{owner}/{repo}/pulls/{pull_number}`.
pub fn template(method: &str, path: &str) -> Option<&'static str> {
    let paths = DESCRIPTION["paths"].as_object().unwrap();
    let fitting =
        paths.iter().filter(|(t, ops)| ops.get(method.to_ascii_lowercase()).is_some() && fits(t, path).is_some());
    // `pulls/comments/{id}` before `pulls/{n}/comments`: the fewer names, the better it fits.
    fitting.map(|(t, _)| t.as_str()).min_by_key(|t| t.matches('{').count())
}

fn operation(method: &str, template: &str) -> &'static Value {
    &DESCRIPTION["paths"][template][method.to_ascii_lowercase()]
}

/// All that is wrong with a request whose path is `path` (without prefixes) in the description's eyes.
pub fn request(request: &Request, path: &str) -> Vec<String> {
    let Some(template) = template(&request.method, path) else {
        return vec![format!("{} {path} is not in GitHub's description (or not in our excerpt)", request.method)];
    };
    let operation = operation(&request.method, template);
    let mut wrong = Vec::new();
    let given = fits(template, path).unwrap_or_default();
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    let parameters: Vec<&Value> = parameters.iter().map(resolve).collect();
    let described = |place: &str, name: &str| parameters.iter().find(|p| p["in"] == place && p["name"] == name);
    for (name, value) in given {
        if let Some(parameter) = described("path", name) {
            value_of_text(value, &parameter["schema"], &format!("path {name}"), &mut wrong);
        }
    }
    for (name, value) in &request.query {
        match described("query", name) {
            Some(parameter) => value_of_text(value, &parameter["schema"], &format!("query {name}"), &mut wrong),
            None => wrong.push(format!("query {name} is not described")),
        }
    }
    for parameter in parameters.iter().filter(|p| p["in"] == "query" && p["required"] == true) {
        let name = parameter["name"].as_str().unwrap();
        if request.asked(name).is_none() {
            wrong.push(format!("query {name} is missing"));
        }
    }
    body(request, operation, &mut wrong);
    wrong.iter_mut().for_each(|w| *w = format!("{} {path}: {w}", request.method));
    wrong
}

fn body(request: &Request, operation: &Value, wrong: &mut Vec<String>) {
    let schema = operation.pointer("/requestBody/content/application~1json/schema");
    match (schema, request.body.is_empty()) {
        (Some(schema), false) => match serde_json::from_slice(&request.body) {
            Ok(value) => {
                check(&value, schema, "body", wrong);
                unknown(&value, schema, "body", wrong);
            }
            Err(e) => wrong.push(format!("body is no JSON: {e}")),
        },
        // An empty object is what some clients send for nothing.
        (None, false) if request.body == b"{}" => {}
        (None, false) => wrong.push("has a body, but none is described".to_owned()),
        (Some(_), true) if operation.pointer("/requestBody/required") == Some(&Value::Bool(true)) => {
            wrong.push("has no body".to_owned());
        }
        (_, true) => {}
    }
}

/// GitHub ignores unknown keys of a body; for us they are mistakes.
fn unknown(value: &Value, schema: &Value, at: &str, wrong: &mut Vec<String>) {
    let schema = resolve(schema);
    match value {
        Value::Object(map) => {
            let Some(properties) = schema["properties"].as_object() else { return };
            for (name, value) in map {
                match properties.get(name) {
                    Some(schema) => unknown(value, schema, &format!("{at}.{name}"), wrong),
                    None => wrong.push(format!("{at}.{name} is not described")),
                }
            }
        }
        Value::Array(all) => all.iter().for_each(|v| unknown(v, &schema["items"], at, wrong)),
        _ => {}
    }
}

fn value_of_text(text: &str, schema: &Value, at: &str, wrong: &mut Vec<String>) {
    let schema = resolve(schema);
    let value = match schema["type"].as_str() {
        Some("integer") => text.parse::<i64>().map_or(json!(text), Value::from),
        Some("boolean") => text.parse::<bool>().map_or(json!(text), Value::from),
        _ => json!(text),
    };
    check(&value, schema, at, wrong);
}

/// All that is wrong with an answer of ours.
pub fn answer(method: &str, path: &str, status: u16, value: &Value) -> Vec<String> {
    let Some(schema) = answer_schema(method, path, status) else { return Vec::new() };
    let mut wrong = Vec::new();
    check(value, schema, "answer", &mut wrong);
    wrong.retain(|w| !(w.ends_with("not null") && NULL_AT_TIMES.iter().any(|part| w.contains(part))));
    wrong.iter_mut().for_each(|w| *w = format!("our answer to {method} {path}: {w}"));
    wrong
}

fn answer_schema(method: &str, path: &str, status: u16) -> Option<&'static Value> {
    let operation = operation(method, template(method, path)?);
    let content = operation["responses"].get(status.to_string())?["content"].as_object()?;
    let described = content.iter().find(|(kind, _)| kind.contains("json"))?;
    described.1.get("schema")
}

/// An answer with everything that the description asks for; what is missing is empty.
pub fn filled(method: &str, path: &str, status: u16, value: Value) -> Value {
    match answer_schema(method, path, status) {
        Some(schema) => fill(value, schema),
        None => value,
    }
}

fn fill(value: Value, schema: &Value) -> Value {
    let schema = resolve(schema);
    if let Some(one) = alternatives(schema) {
        // The first whose type is right: good enough for what is answered here.
        let fitting = one.iter().find(|s| has_type(&value, resolve(s)));
        return fitting.map_or(value.clone(), |s| fill(value, s));
    }
    match value {
        Value::Array(all) => all.into_iter().map(|v| fill(v, &schema["items"])).collect(),
        Value::Object(map) => Value::Object(fill_object(map, schema)),
        other => other,
    }
}

fn fill_object(mut map: Map<String, Value>, schema: &Value) -> Map<String, Value> {
    let Some(properties) = schema["properties"].as_object() else { return map };
    for (name, value) in &mut map {
        if let Some(schema) = properties.get(name) {
            *value = fill(value.take(), schema);
        }
    }
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !map.contains_key(name) {
            map.insert(name.to_owned(), nothing(properties.get(name).unwrap_or(&Value::Null)));
        }
    }
    map
}

/// The emptiest value of a schema.
fn nothing(schema: &Value) -> Value {
    let schema = resolve(schema);
    if schema["nullable"] == true {
        return Value::Null;
    }
    if let Some(one) = schema["enum"].as_array().and_then(|e| e.first()) {
        return one.clone();
    }
    if let Some(one) = alternatives(schema).and_then(|a| a.first()) {
        return nothing(one);
    }
    match schema["type"].as_str() {
        Some("integer" | "number") => json!(0),
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        Some("object") => Value::Object(fill_object(Map::new(), schema)),
        Some("string") => json!(match schema["format"].as_str() {
            Some("date-time") => "2026-01-01T00:00:00Z",
            Some("uri") => "https://github.invalid/",
            _ => "",
        }),
        _ => Value::Null,
    }
}

fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("oneOf").or(schema.get("anyOf")).and_then(Value::as_array)
}

fn has_type(value: &Value, schema: &Value) -> bool {
    match (value, schema["type"].as_str()) {
        (_, None) => true,
        (Value::Null, _) => schema["nullable"] == true,
        (Value::String(_), Some("string")) | (Value::Bool(_), Some("boolean")) => true,
        (Value::Array(_), Some("array")) | (Value::Object(_), Some("object")) => true,
        (Value::Number(n), Some("integer")) => n.is_i64() || n.is_u64(),
        (Value::Number(_), Some("number")) => true,
        _ => false,
    }
}

fn check(value: &Value, schema: &Value, at: &str, wrong: &mut Vec<String>) {
    let schema = resolve(schema);
    if value.is_null() && schema["nullable"] == true {
        return;
    }
    if let Some(all) = alternatives(schema) {
        let tried = all.iter().map(|s| {
            let mut inside = Vec::new();
            check(value, s, at, &mut inside);
            inside
        });
        let best = tried.min_by_key(Vec::len).unwrap_or_default();
        wrong.extend(best);
    }
    if !has_type(value, schema) {
        let short: String = value.to_string().chars().take(60).collect();
        wrong.push(format!("{at} must be {}, not {short}", schema["type"]));
        return;
    }
    if schema["enum"].as_array().is_some_and(|all| !all.contains(value)) {
        wrong.push(format!("{at} must be one of {}, not {value}", schema["enum"]));
    }
    match value {
        Value::Array(all) if schema.get("items").is_some() => {
            let each = all.iter().enumerate();
            each.for_each(|(n, v)| check(v, &schema["items"], &format!("{at}[{n}]"), wrong));
        }
        Value::Object(map) => {
            for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !map.contains_key(name) {
                    wrong.push(format!("{at}.{name} is missing"));
                }
            }
            for (name, value) in map {
                if let Some(schema) = schema["properties"].get(name) {
                    check(value, schema, &format!("{at}.{name}"), wrong);
                }
            }
        }
        _ => {}
    }
}
