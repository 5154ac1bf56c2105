//! `--output sarif` against the standard's own schema, and what a schema cannot say. The schema in `fixtures/reports`
//! is that of the standard (OASIS, SARIF 2.1.0).

use serde_json::{Value, json};

use super::{Ran, SMALL, home, review, run, settings, small, stored};
use crate::support::dirs::Home;

const SCHEMA: &str = include_str!("../../fixtures/reports/sarif-schema-2.1.0.json");

/// Checks a log against the schema.
#[track_caller]
pub fn valid(log: &Value) {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("mem:///sarif.json", serde_json::from_str(SCHEMA).unwrap()).unwrap();
    let schema = compiler.compile("mem:///sarif.json", &mut schemas).unwrap();
    if let Err(error) = schemas.validate(log, schema) {
        panic!("{error:#}\n{log:#}");
    }
}

fn sarif(home: &Home, more: &[&str]) -> Value {
    let ran = review(home, &[&["-o", "sarif"], more].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.json()
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().unwrap()
}

#[track_caller]
fn result<'l>(log: &'l Value, id: &str) -> &'l Value {
    results(log).iter().find(|result| result["properties"]["prr"]["id"] == id).unwrap_or_else(|| panic!("{log:#}"))
}

#[test]
fn every_log_is_valid_against_the_schema_of_the_standard() {
    let demo = String::from_utf8(include_bytes!("../../assets/demo/change.diff").to_vec()).unwrap();
    valid(&sarif(&small(), &[]));
    valid(&sarif(&small(), &["--all"]));
    valid(&run(&home(&[("e.diff", "")]), &["review", "e.diff", "-o", "sarif"]).json());
    valid(&run(&home(&[("demo.diff", &demo)]), &["review", "demo.diff", "-o", "sarif", "--all"]).json());
    let decided = small();
    assert_eq!(review(&decided, &[]).code, 0);
    stored::decide(&decided, stored::acts());
    valid(&run(&decided, &["show", "small.diff", "-o", "sarif"]).json());
    // The test is one: a word that the standard does not know is told.
    let wrong = json!({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"message": {"text": "x"}, "level": "bad"}]}]});
    assert!(std::panic::catch_unwind(|| valid(&wrong)).is_err());
}

#[test]
fn severity_kind_and_level_go_together() {
    let log = sarif(&small(), &["--all", "--threshold", "0"]);
    let of = |id: &str| {
        let result = result(&log, id);
        (result["kind"].as_str().unwrap().to_owned(), result["level"].as_str().unwrap().to_owned())
    };
    assert_eq!(of("data-integrity-001"), ("fail".into(), "error".into()));
    assert_eq!(of("correctness-001"), ("fail".into(), "warning".into()));
    assert_eq!(of("test-gap-001"), ("fail".into(), "note".into()));
    assert_eq!(of("security-002"), ("review".into(), "none".into()), "a question");
    assert_eq!(of("maintainability-001"), ("informational".into(), "none".into()), "praise");
}

#[test]
fn rules_are_listed_once_and_pointed_at() {
    let log = sarif(&small(), &["--all"]);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let mut ids: Vec<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    for result in results(&log) {
        let nth = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[nth]["id"], result["ruleId"]);
    }
    assert!(ids.contains(&"data-integrity/double-charge"), "{ids:?}");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rules.len());
}

#[test]
fn what_was_held_back_is_suppressed_with_its_reason_and_the_rest_is_said_not_to_be() {
    let log = sarif(&small(), &["--all"]);
    let (held, shown): (Vec<&Value>, Vec<&Value>) =
        results(&log).iter().partition(|result| !result["suppressions"].as_array().unwrap().is_empty());
    assert!(!held.is_empty() && !shown.is_empty());
    let gone = result(&log, "correctness-002");
    let suppression = &gone["suppressions"][0];
    assert_eq!(suppression["kind"], "external");
    let why = suppression["justification"].as_str().unwrap();
    assert!(why.starts_with("no-such-path: lib/gone.py"), "{why}");
    assert_eq!(suppression["properties"]["prr"]["steps"][0]["drop_reason"], "no-such-path");
    // Without --all nothing is said of suppression at all.
    assert!(results(&sarif(&small(), &[])).iter().all(|result| result["suppressions"].is_null()));
}

#[test]
fn a_suggestion_is_a_fix_of_whole_lines_and_one_on_the_old_side_is_none() {
    let log = sarif(&small(), &[]);
    let fix = &result(&log, "security-001")["fixes"][0]["artifactChanges"][0];
    assert_eq!(fix["replacements"][0]["deletedRegion"], json!({"startLine": 11, "endLine": 11}));
    assert_eq!(fix["artifactLocation"], json!({"uri": "web/form.js", "uriBaseId": "%SRCROOT%"}));
    let old = r#"[{"title": "Gone", "summary": "It: was.", "file_path": "src/pay.py", "line_start": 4, "side": "LEFT",
        "severity": "medium", "confidence_local": 0.9, "confidence_context": 0.9, "suggestion": "x", "sink": "s"}]"#;
    let log = sarif(&home(&[("small.diff", SMALL), ("agent.json", old)]), &[]);
    let result = &results(&log)[0];
    assert!(result["fixes"].is_null() && result["locations"][0]["physicalLocation"]["region"].is_null(), "{result:#}");
    let own = &result["properties"]["prr"];
    assert_eq!((&own["side"], &own["line_start"], &own["suggestion"]), (&"LEFT".into(), &4.into(), &"x".into()));
    let gone = old.replace("\"LEFT\"", "\"RIGHT\"").replace("\"suggestion\": \"x\"", "\"suggestion\": \"\"");
    let log = sarif(&home(&[("small.diff", SMALL), ("agent.json", &gone)]), &[]);
    let replacement = &results(&log)[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    let region = json!({"startLine": 4, "startColumn": 1, "endLine": 5, "endColumn": 1});
    assert_eq!((&replacement["deletedRegion"], &replacement["insertedContent"]), (&region, &Value::Null));
}

#[test]
fn fingerprints_stay_when_lines_move_and_differ_between_findings() {
    let header = |line: &str| match line.strip_prefix("@@ -").and_then(|rest| rest.split_once(" +")) {
        Some((old, new)) => {
            let up = |part: &str| {
                let (number, rest) = part.split_once(',').unwrap();
                format!("{},{rest}", number.parse::<u32>().unwrap() + 100)
            };
            format!("@@ -{} +{}\n", up(old), up(new))
        }
        None => format!("{line}\n"),
    };
    let moved: String = SMALL.lines().map(header).collect();
    let entries: Vec<Value> = serde_json::from_str(super::FINDINGS).unwrap();
    let shifted: Vec<Value> = entries
        .into_iter()
        .map(|mut entry| {
            for key in ["line_start", "line_end"] {
                entry[key] = json!(entry[key].as_u64().unwrap() + 100);
            }
            entry
        })
        .collect();
    let prints = |log: &Value| {
        let mut all: Vec<String> = results(log).iter().map(|r| r["partialFingerprints"].to_string()).collect();
        all.sort();
        all
    };
    let before = prints(&sarif(&small(), &[]));
    let after = prints(&sarif(&home(&[("small.diff", &moved), ("agent.json", &json!(shifted).to_string())]), &[]));
    assert_eq!(before, after);
    let mut unique = before.clone();
    unique.dedup();
    assert_eq!(unique, before);
    assert!(before.iter().all(|print| print.contains("prrClaim/v1") && print.contains("prrCode/v1")), "{before:#?}");
}

#[test]
fn addresses_are_relative_and_escaped_byte_by_byte() {
    let diff = b"diff --git a/caf\xe9 x.py b/caf\xe9 x.py\n--- a/caf\xe9 x.py\n+++ b/caf\xe9 x.py\n@@ -1 +1,2 @@\n a\n+<<<<<<< HEAD\n";
    let home = home(&[]);
    std::fs::write(home.work().join("odd.diff"), diff).unwrap();
    let log = run(&home, &["review", "odd.diff", "-o", "sarif"]).json();
    valid(&log);
    assert_eq!(
        log.pointer("/runs/0/results/0/locations/0/physicalLocation/artifactLocation"),
        Some(&json!({"uri": "caf%E9%20x.py", "uriBaseId": "%SRCROOT%"}))
    );
    assert!(log.pointer("/runs/0/originalUriBaseIds/%SRCROOT%").is_some());
}

#[test]
fn each_run_has_an_id_and_what_failed_is_a_notification() {
    let home = home(&[("small.diff", SMALL)]);
    let output = home.prr(&["review", "small.diff", "-o", "sarif"]).env("PRR_FAULT", "panic:worker").output().unwrap();
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    valid(&log);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let told = invocation["toolExecutionNotifications"][0]["message"]["text"].as_str().unwrap();
    assert!(told.starts_with("builtin:secrets failed"), "{told}");
    let id = |log: &Value| log["runs"][0]["automationDetails"]["id"].as_str().unwrap().to_owned();
    assert!(id(&log).starts_with("prr/file-small-diff-"), "{}", id(&log));
    assert!(id(&log).ends_with(log["runs"][0]["properties"]["prr"]["run"].as_str().unwrap()));
}

#[test]
fn a_finding_that_another_one_keeps_as_evidence_is_a_related_location() {
    let twins = r#"[{"title": "Same thing", "summary": "It: was.", "file_path": "src/pay.py", "line_start": 4, "issue_class": "c",
        "severity": "medium", "confidence_local": 0.9, "confidence_context": 0.9, "sink": "s", "lens": "correctness"},
        {"title": "The same thing again", "summary": "It: was.", "file_path": "src/pay.py", "line_start": 5, "issue_class": "c",
        "severity": "medium", "confidence_local": 0.8, "confidence_context": 0.9, "sink": "s", "lens": "correctness"}]"#;
    let log = sarif(&home(&[("small.diff", SMALL), ("agent.json", twins)]), &["--all"]);
    let related = &result(&log, "correctness-001")["relatedLocations"][0];
    assert_eq!(
        (&related["id"], &related["physicalLocation"]["region"]["startLine"]),
        (&1.into(), &5.into()),
        "{log:#}"
    );
    let merged = &result(&log, "correctness-002")["relatedLocations"][0];
    assert_eq!(merged["message"]["text"], "correctness-001: Same thing");
}

#[test]
fn the_form_may_stand_in_the_settings() {
    let home = small();
    settings(&home, "[review]\noutput = \"sarif\"\n");
    let Ran { code, out, err } = review(&home, &[]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("\"version\": \"2.1.0\""), "{out}");
}
