//! `--findings` with SARIF and rdjson.

use super::{added, change, json, prr, text};
use crate::support::dirs::Home;

fn import(home: &Home, name: &str, document: &str) -> serde_json::Value {
    std::fs::write(home.work().join(name), document).unwrap();
    let change = change(home, &[added("src/a b.rs", 20), added("src/c.rs", 20)]);
    let args = ["review", change, "--no-builtin", "--findings", name, "--output", "json", "--all", "--threshold", "0"];
    let output = prr(home, &args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    json(&output)
}

#[test]
fn sarif_is_read_with_rules_levels_security_scores_and_what_it_silences() {
    let home = Home::new();
    let document = r#"{"$schema":"x","version":"2.1.0","runs":[{"tool":{"driver":{"name":"CodeQL","rules":[
      {"id":"js/sql","shortDescription":{"text":"Query from input"},"properties":{"tags":["security"],"security-severity":"8.8"}},
      {"id":"style","defaultConfiguration":{"level":"note"}}]}},
      "results":[
       {"ruleIndex":0,"message":{"text":"Query built from input\nmore"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"src/a%20b.rs"},"region":{"startLine":3,"endLine":4}}}]},
       {"ruleId":"style","message":{"text":"Small thing"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"./src/c.rs"},"region":{"startLine":5}}}]},
       {"ruleId":"quiet","message":{"text":"Silenced"},"suppressions":[{"kind":"inSource"}]},
       {"ruleId":"fine","kind":"pass","message":{"text":"Passed"}}]}]}"#;
    let document = import(&home, "out.sarif", document);
    let mut found: Vec<String> = document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| {
            format!(
                "{} {}:{}-{} {} {}",
                f["severity"].as_str().unwrap(),
                f["file"].as_str().unwrap(),
                f["lineStart"],
                f["lineEnd"],
                f["category"].as_str().unwrap(),
                f["title"].as_str().unwrap()
            )
        })
        .collect();
    found.sort();
    assert_eq!(
        found,
        ["critical src/a b.rs:3-4 security Query built from input", "nitpick src/c.rs:5-5 security Small thing"]
    );
}

#[test]
fn rdjson_is_read() {
    let home = Home::new();
    let document = r#"{"source":{"name":"ruff"},"severity":"WARNING","diagnostics":[
      {"message":"Unused","location":{"path":"src/c.rs","range":{"start":{"line":2,"column":1},"end":{"line":3}}},"severity":"ERROR","code":{"value":"F401"}},
      {"message":"Long","location":{"path":"src/c.rs","range":{"start":{"line":9}}}}]}"#;
    let document = import(&home, "out.json", document);
    let found: Vec<_> = document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| (f["title"].as_str().unwrap(), f["lineStart"].as_u64().unwrap()))
        .collect();
    assert!(found.contains(&("Unused", 2)) && found.contains(&("Long", 9)), "{found:?}");
}

#[test]
fn an_empty_log_is_no_findings() {
    let home = Home::new();
    for (name, document) in [("a.sarif", r#"{"version":"2.1.0","runs":[]}"#), ("b.json", r#"{"diagnostics":[]}"#)] {
        assert_eq!(import(&home, name, document)["findings"].as_array().unwrap().len(), 0);
    }
}
