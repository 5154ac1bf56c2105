//! What we write is what we read: every format for programs given back by `--findings`.

use proptest::prelude::*;
use serde_json::Value;

use super::{SMALL, home, review, small};

/// Keys of a finding in format B that must come back.
const FORMAT_B: &[&str] = &[
    "category",
    "severity",
    "confidence",
    "file",
    "lineStart",
    "lineEnd",
    "title",
    "description",
    "suggestion",
    "evidence",
    "label",
    "kind",
];
/// Of a candidate.
const DEEP: &[&str] = &[
    "output_type",
    "issue_class",
    "summary",
    "evidence",
    "why_now",
    "file_path",
    "line_start",
    "line_end",
    "severity",
    "confidence_local",
    "confidence_context",
    "actionability",
    "blast_radius",
    "suggested_fix",
    "title",
    "kind",
    "lens",
    "side",
    "suggestion",
    "invariant",
    "sink",
    "depends_on_unseen",
];

/// Of R3's document.
const R3: &[&str] = &[
    "label",
    "kind",
    "severity",
    "confidence",
    "category",
    "file",
    "line_start",
    "line_end",
    "side",
    "title",
    "body",
    "suggestion",
];
/// Of pi's contract.
const PI: &[&str] = &["title", "severity", "blocking", "body", "confidence_score", "code_location"];
/// Of a SARIF result.
const SARIF: &[&str] = &[
    "/ruleId",
    "/kind",
    "/level",
    "/rank",
    "/message",
    "/locations",
    "/partialFingerprints",
    "/fixes",
    "/properties/prr/kind",
    "/properties/prr/severity",
    "/properties/prr/lens",
    "/properties/prr/title",
    "/properties/prr/issue_class",
    "/properties/prr/evidence",
    "/properties/prr/invariant",
    "/properties/prr/sink",
    "/properties/prr/confidence_local",
    "/properties/prr/confidence_context",
    "/properties/prr/side",
    "/properties/prr/line_start",
    "/properties/prr/suggestion",
];
/// Of a diagnostic.
const RDJSON: &[&str] = &["message", "location", "severity", "code", "suggestions"];

const FORMS: &[(&str, &[&str])] =
    &[("json", FORMAT_B), ("deep", DEEP), ("r3", R3), ("pr-json", PI), ("sarif", SARIF), ("rdjson", RDJSON)];

/// What of a finding must come back.
fn essence(document: &Value, keys: &[&str]) -> Vec<Vec<Value>> {
    let list =
        ["/findings", "/runs/0/results", "/diagnostics", ""].iter().find_map(|at| document.pointer(at)?.as_array());
    let part = |finding: &Value, key: &str| match key.starts_with('/') {
        true => finding.pointer(key).cloned().unwrap_or(Value::Null),
        false => finding[key].clone(),
    };
    let mut all: Vec<Vec<Value>> =
        list.unwrap().iter().map(|finding| keys.iter().map(|key| part(finding, key)).collect()).collect();
    all.sort_by_key(|keys| format!("{keys:?}"));
    all
}

#[track_caller]
fn comes_back(form: &str, keys: &[&str]) {
    let first = review(&small(), &["--output", form]);
    let again = home(&[("small.diff", SMALL), ("agent.json", &first.out)]);
    let second = review(&again, &["--output", form]);
    assert!(!essence(&first.json(), keys).is_empty());
    assert_eq!(essence(&first.json(), keys), essence(&second.json(), keys), "{}", second.err);
}

#[test]
fn format_b_comes_back() {
    comes_back("json", FORMAT_B);
}

#[test]
fn the_candidate_array_comes_back() {
    comes_back("deep", DEEP);
}

#[test]
fn the_review_document_comes_back() {
    comes_back("r3", R3);
}

#[test]
fn pis_contract_comes_back_with_what_it_praises() {
    comes_back("pr-json", PI);
    let first = review(&small(), &["--output", "pr-json"]);
    let again = review(&home(&[("small.diff", SMALL), ("agent.json", &first.out)]), &["--output", "pr-json"]);
    assert!(first.json()["strengths"].as_array().is_some_and(|all| !all.is_empty()));
    assert_eq!(first.json()["strengths"], again.json()["strengths"]);
    assert_eq!(first.json()["verdict"], again.json()["verdict"]);
}

#[test]
fn sarif_comes_back() {
    comes_back("sarif", SARIF);
}

#[test]
fn rdjson_comes_back_also_line_by_line() {
    comes_back("rdjson", RDJSON);
    let first = review(&small(), &["--output", "rdjson"]).json();
    let lines: String = first["diagnostics"].as_array().unwrap().iter().map(|one| format!("{one}\n")).collect();
    let again = review(&home(&[("small.diff", SMALL), ("agent.json", &lines)]), &["--output", "rdjson"]);
    assert_eq!(essence(&first, RDJSON), essence(&again.json(), RDJSON), "{}", again.err);
}

#[test]
fn what_was_held_back_comes_back_and_is_judged_anew() {
    for (form, keys) in [("json", FORMAT_B), ("r3", R3), ("sarif", SARIF), ("pr-json", PI)] {
        let args = ["--all", "--output", form];
        let first = review(&small(), &args);
        let again = review(&home(&[("small.diff", SMALL), ("agent.json", &first.out)]), &args);
        assert_eq!(essence(&first.json(), keys), essence(&again.json(), keys), "{form}: {}", again.err);
    }
}

#[test]
fn an_empty_line_and_no_line_stay_two_suggestions() {
    for suggestion in ["", "\\n", "x\\n", "  x\\n\\n"] {
        let entry = format!(
            r#"[{{"title": "T", "summary": "It: is.", "file_path": "src/pay.py", "line_start": 4, "severity": "medium",
            "confidence_local": 0.95, "confidence_context": 0.95, "sink": "s", "suggestion": "{suggestion}"}}]"#
        );
        let first = home(&[("small.diff", SMALL), ("agent.json", &entry)]);
        for (form, keys) in FORMS {
            let out = review(&first, &["--output", form]);
            let again = home(&[("small.diff", SMALL), ("agent.json", &out.out)]);
            let back = review(&again, &["--output", form]);
            assert_eq!(essence(&out.json(), keys), essence(&back.json(), keys), "{form} {suggestion:?}");
            let deep = review(&again, &["--output", "deep"]).json();
            let said = deep[0]["suggestion"].as_str().unwrap().to_owned();
            let expected: String = serde_json::from_str(&format!("\"{suggestion}\"")).unwrap();
            let bare = |text: &str| text.strip_suffix('\n').filter(|rest| !rest.is_empty()).unwrap_or(text).to_owned();
            assert_eq!(bare(&said), bare(&expected), "{form} {suggestion:?}");
        }
    }
}

/// Words, line ends and marks that have a meaning somewhere.
fn texts() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[a-zA-Zäß<>@`*\"\\\\{}: ]{0,20}(\n[a-z #`~|]{1,12}){0,2}").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]
    #[test]
    fn any_words_come_back_through_every_form(
        (title, summary, evidence, suggestion) in ("[a-z]{3}[a-zA-Zäß<>@`* ]{0,30}[a-z]", texts(), texts(), texts()),
        severity in prop::sample::select(vec!["critical", "high", "medium", "low", "info"]),
        question in any::<bool>(),
        line in 3u32..13,
        left in any::<bool>(),
    ) {
        let line = if left { 4 } else { line };
        let entry = serde_json::json!([{
            "output_type": if question { "question" } else { "finding" }, "title": title, "summary": format!("It: {summary}"),
            "evidence": evidence, "suggestion": suggestion, "file_path": "src/pay.py", "line_start": line,
            "line_end": line, "side": if left { "LEFT" } else { "RIGHT" }, "severity": severity, "confidence_local": 0.95, "confidence_context": 0.95,
            "actionability": "high", "blast_radius": "service", "lens": "security", "sink": "x"
        }]);
        let first = home(&[("small.diff", SMALL), ("agent.json", &entry.to_string())]);
        for (form, keys) in FORMS {
            let out = review(&first, &["--output", form]);
            let again = home(&[("small.diff", SMALL), ("agent.json", &out.out)]);
            let back = review(&again, &["--output", form]);
            if *form == "rdjson" && left {
                // It has no old side: the lines are words, and stay so from then on.
                let third = review(&home(&[("small.diff", SMALL), ("agent.json", &back.out)]), &["--output", form]);
                prop_assert_eq!(essence(&back.json(), keys), essence(&third.json(), keys));
                continue;
            }
            prop_assert_eq!(essence(&out.json(), keys), essence(&back.json(), keys), "{}", form);
        }
    }
}
