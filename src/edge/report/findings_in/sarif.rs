//! SARIF 2.1 and rdjson -> plain entries, which `read` takes as any other. Called by `read`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json, value::RawValue};

use super::shape::Parts;

/// Tools whose errors are more than advice: what they find is a secret, or does not compile.
const SECRETS: &[&str] = &["gitleaks", "trufflehog", "detect-secrets", "ggshield", "secretlint"];
const COMPILERS: &[&str] = &["tsc", "mypy", "pyright", "rustc", "cargo", "javac", "go vet", "typecheck"];
const SECURITY: &[&str] = &["bandit", "codeql", "gosec", "brakeman", "snyk", "semgrep"];
const DEPENDENCIES: &[&str] = &["audit", "trivy", "grype", "osv", "dependency", "deny"];

/// Entries of a SARIF log, in the order of its runs.
pub(super) fn sarif(parts: &Parts<'_>) -> Option<Vec<Value>> {
    let runs: Vec<Value> = read(parts.get("runs")?)?;
    Some(
        runs.iter()
            .flat_map(|run| array(run.get("results")).iter().filter_map(|result| result_of(run, result)))
            .collect(),
    )
}

fn read<T: serde::de::DeserializeOwned>(raw: &RawValue) -> Option<T> {
    serde_json::from_str(raw.get()).ok()
}

fn array(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, path: &str) -> &'v str {
    value.pointer(path).and_then(Value::as_str).unwrap_or("")
}

/// One result; `None` for what is no problem: suppressed in the source, or a check that passed.
fn result_of(run: &Value, result: &Value) -> Option<Value> {
    let silenced = !array(result.get("suppressions")).is_empty();
    let kind = text(result, "/kind");
    if silenced || matches!(kind, "pass" | "notApplicable" | "informational") {
        return None;
    }
    let tool = text(run, "/tool/driver/name");
    let id = [text(result, "/ruleId"), text(result, "/rule/id")].into_iter().find(|id| !id.is_empty()).unwrap_or("");
    let rule = rule(run, result, id);
    let none = Value::Null;
    let rule = rule.unwrap_or(&none);
    let id = if id.is_empty() { text(rule, "/id") } else { id };
    let message =
        [text(result, "/message/text"), text(result, "/message/markdown"), text(rule, "/shortDescription/text")];
    let message = message.into_iter().find(|words| !words.is_empty()).unwrap_or(id);
    let level = [text(result, "/level"), text(rule, "/defaultConfiguration/level"), "warning"];
    let level = level.into_iter().find(|level| !level.is_empty()).unwrap_or("warning");
    let tags: Vec<&str> = array(rule.pointer("/properties/tags")).iter().filter_map(Value::as_str).collect();
    let score = rule.pointer("/properties/security-severity").and_then(number);
    let place = result.pointer("/locations/0/physicalLocation");
    let about = About { tool, id, tags: &tags, score };
    let mut entry = entry(&about, message, about.severity(level));
    if let Some(place) = place {
        let uri = text(place, "/artifactLocation/uri");
        let indexed = place.pointer("/artifactLocation/index").and_then(Value::as_u64);
        let listed = indexed.and_then(|nth| run.pointer(&format!("/artifacts/{nth}/location/uri")));
        let uri = if uri.is_empty() { listed.and_then(Value::as_str).unwrap_or("") } else { uri };
        locate(&mut entry, &path_of(uri), place.pointer("/region/startLine"), place.pointer("/region/endLine"));
    }
    Some(Value::Object(entry))
}

/// The rule of a result: by number, else by its id.
fn rule<'r>(run: &'r Value, result: &Value, id: &str) -> Option<&'r Value> {
    let rules = array(run.pointer("/tool/driver/rules"));
    let number = ["/ruleIndex", "/rule/index"].iter().find_map(|at| result.pointer(at)).and_then(Value::as_u64);
    let by_number = number.and_then(|nth| rules.get(usize::try_from(nth).ok()?));
    by_number.or_else(|| rules.iter().find(|rule| text(rule, "/id") == id))
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

/// What is known of a finding besides its words.
struct About<'a> {
    tool: &'a str,
    id: &'a str,
    tags: &'a [&'a str],
    score: Option<f64>,
}

impl About<'_> {
    fn is(&self, tools: &[&str]) -> bool {
        let name = self.tool.to_lowercase();
        tools.iter().any(|tool| name.contains(tool))
    }

    /// The security score where there is one (as CVSS), else the level.
    fn severity(&self, level: &str) -> &'static str {
        match (self.score, level) {
            (Some(9.0..), _) => "blocker",
            (Some(7.0..), _) => "critical",
            (Some(4.0..), _) => "major",
            (Some(_), _) => "minor",
            (None, "error") if self.is(SECRETS) || self.is(COMPILERS) => "critical",
            (None, "error") => "major",
            (None, "note" | "none" | "info") => "nitpick",
            (None, _) if self.is(SECRETS) => "critical",
            (None, _) => "minor",
        }
    }

    fn lens(&self) -> &'static str {
        let tagged = self.tags.iter().any(|tag| tag.eq_ignore_ascii_case("security")) || self.score.is_some();
        if self.is(DEPENDENCIES) {
            "dependency-risk"
        } else if tagged || self.is(SECRETS) || self.is(SECURITY) {
            "security"
        } else {
            "correctness"
        }
    }

    /// The class says what blocks: a secret, a type error, or the rule itself.
    fn class(&self) -> String {
        let id = if self.id.is_empty() { self.tool } else { self.id };
        let plain: String =
            id.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        let kind = if self.is(SECRETS) {
            "secret-"
        } else if self.is(COMPILERS) {
            "type-error-"
        } else {
            ""
        };
        format!("{kind}{}", plain.trim_matches('-'))
    }
}

fn entry(about: &About<'_>, message: &str, severity: &str) -> Map<String, Value> {
    let first = message.lines().next().unwrap_or("").trim();
    let title = if first.is_empty() { about.id } else { first };
    let by = if about.id.is_empty() { about.tool.to_owned() } else { format!("{} ({})", about.tool, about.id) };
    let fields = json!({
        "title": title,
        "body": message,
        "severity": severity,
        "issue_class": about.class(),
        "lens": about.lens(),
        "evidence": format!("told by {by}"),
        // What a tool computed is no guess (FACTS "Tier 0").
        "confidence": 1.0,
        "actionability": "high",
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn locate(entry: &mut Map<String, Value>, path: &str, start: Option<&Value>, end: Option<&Value>) {
    if path.is_empty() {
        return;
    }
    entry.insert("file".to_owned(), json!(path));
    if let Some(start) = start.and_then(Value::as_u64) {
        let end = end.and_then(Value::as_u64).unwrap_or(start).max(start);
        entry.insert("line_start".to_owned(), json!(start));
        entry.insert("line_end".to_owned(), json!(end));
    }
}

/// The path of an address: without scheme, `./` and percent signs.
fn path_of(uri: &str) -> String {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let hex = behind.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match hex.filter(|_| *first == b'%').and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = behind.get(2..).unwrap_or(&[]);
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    path.strip_prefix("./").map(str::to_owned).unwrap_or(path)
}

/// Entries of an rdjson document (reviewdog).
pub(super) fn rdjson(parts: &Parts<'_>) -> Option<Vec<Value>> {
    let diagnostics: Vec<Value> = read(parts.get("diagnostics")?)?;
    let source: Value = parts.get("source").and_then(|raw| read(raw)).unwrap_or_default();
    let usual: String = parts.get("severity").and_then(|raw| read(raw)).unwrap_or_default();
    Some(diagnostics.iter().map(|one| diagnostic(one, &source, &usual)).collect())
}

fn diagnostic(one: &Value, source: &Value, usual: &str) -> Value {
    let tool = [text(one, "/source/name"), text(source, "/name"), "a tool"];
    let tool = tool.into_iter().find(|name| !name.is_empty()).unwrap_or("a tool");
    let levels: BTreeMap<&str, &str> = BTreeMap::from([("ERROR", "error"), ("WARNING", "warning"), ("INFO", "note")]);
    let word = [text(one, "/severity"), usual].into_iter().find(|word| !word.is_empty()).unwrap_or("WARNING");
    let level = levels.get(word.to_uppercase().as_str()).copied().unwrap_or("warning");
    let about = About { tool, id: text(one, "/code/value"), tags: &[], score: None };
    let mut entry = entry(&about, text(one, "/message"), about.severity(level));
    let range = |at: &str| one.pointer(&format!("/location/range/{at}/line"));
    locate(&mut entry, &path_of(text(one, "/location/path")), range("start"), range("end"));
    Value::Object(entry)
}
