//! What we write is what we read: `--output json` and `deep` given back by `--findings`.

use serde_json::Value;

use super::{SMALL, home, review, small};

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
    comes_back(
        "json",
        &[
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
        ],
    );
}

#[test]
fn the_candidate_array_comes_back() {
    comes_back(
        "deep",
        &[
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
        ],
    );
}

#[test]
fn the_review_document_comes_back() {
    comes_back("r3", &["label", "kind", "severity", "file", "line_start", "line_end", "title", "body", "suggestion"]);
}
