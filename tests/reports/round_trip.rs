//! What we write is what we read: `--output json` and `deep` given back by `--findings`.

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

/// What of a finding must come back.
fn essence(document: &Value, keys: &[&str]) -> Vec<Vec<Value>> {
    let list = document.get("findings").unwrap_or(document).as_array().unwrap();
    let mut all: Vec<Vec<Value>> =
        list.iter().map(|finding| keys.iter().map(|key| finding[*key].clone()).collect()).collect();
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
    comes_back("r3", &["label", "kind", "severity", "file", "line_start", "line_end", "title", "body", "suggestion"]);
}

/// Words, line ends and marks that have a meaning somewhere.
fn texts() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[a-zA-Zäß<>@`*\"\\\\{}: ]{0,20}(\n[a-z #`~|]{1,12}){0,2}").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]
    #[test]
    fn any_words_come_back_through_both(
        (title, summary, evidence, suggestion) in ("[a-z]{3}[a-zA-Zäß<>@`* ]{0,30}[a-z]", texts(), texts(), texts()),
        severity in prop::sample::select(vec!["critical", "high", "medium", "low", "info"]),
        question in any::<bool>(),
        line in 3u32..13,
    ) {
        let entry = serde_json::json!([{
            "output_type": if question { "question" } else { "finding" }, "title": title, "summary": format!("It: {summary}"),
            "evidence": evidence, "suggestion": suggestion, "file_path": "src/pay.py", "line_start": line,
            "line_end": line, "severity": severity, "confidence_local": 0.95, "confidence_context": 0.95,
            "actionability": "high", "blast_radius": "service", "lens": "security", "sink": "x"
        }]);
        let first = home(&[("small.diff", SMALL), ("agent.json", &entry.to_string())]);
        for (form, keys) in [("json", FORMAT_B), ("deep", DEEP)] {
            let out = review(&first, &["--output", form]);
            let again = home(&[("small.diff", SMALL), ("agent.json", &out.out)]);
            let back = review(&again, &["--output", form]);
            prop_assert_eq!(essence(&out.json(), keys), essence(&back.json(), keys));
        }
    }
}
