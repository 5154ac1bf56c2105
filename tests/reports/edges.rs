//! Empty and filtered-out changes, exit codes, settings, and text that wants to be more than text.

use super::{SMALL, home, review, run, settings, small};

#[test]
fn an_empty_change_is_an_empty_document_for_programs_and_a_sentence_for_people() {
    for form in [&["json"][..], &["json", "--feedback"], &["r3"], &["deep"], &["pr-json"]] {
        let ran = run(&home(&[("e.diff", "")]), &[&["review", "e.diff", "--output"], form].concat());
        assert_eq!(ran.code, 0, "{form:?}: {}", ran.err);
        assert!(ran.err.contains("No changes detected."), "{form:?}: {}", ran.err);
        let document = ran.json();
        match document.as_array() {
            Some(array) => assert!(array.is_empty()),
            None => assert_eq!(document["findings"], serde_json::json!([]), "{form:?}"),
        }
        match form[0] {
            "json" => assert_eq!(document["recommendation"], "approve"),
            "pr-json" => {
                assert_eq!((&document["disposition"], &document["verdict"]), (&"skipped".into(), &"approve".into()))
            }
            _ => {}
        }
    }
    for (form, at) in [("sarif", "/runs/0/results"), ("rdjson", "/diagnostics")] {
        let ran = run(&home(&[("e.diff", "")]), &["review", "e.diff", "--output", form]);
        assert_eq!((ran.code, ran.json().pointer(at)), (0, Some(&serde_json::json!([]))), "{}", ran.out);
    }
    let markdown = run(&home(&[("e.diff", "")]), &["review", "e.diff", "--output", "markdown"]);
    assert_eq!((markdown.code, markdown.out.as_str()), (0, "No changes detected.\n"));
}

#[test]
fn a_change_of_generated_files_only_needs_no_review() {
    let lock = "diff --git a/x.lock b/x.lock\n--- a/x.lock\n+++ b/x.lock\n@@ -1 +1 @@\n-a = 1\n+a = 2\n";
    const SENTENCE: &str = "All changed files are auto-generated or binary. No review needed.";
    let json = run(&home(&[("l.diff", lock)]), &["review", "l.diff", "--output", "json"]);
    assert_eq!((json.code, json.json()["recommendation"].as_str()), (0, Some("approve")), "{}", json.err);
    assert!(json.err.contains(SENTENCE), "{}", json.err);
    let markdown = run(&home(&[("l.diff", lock)]), &["review", "l.diff", "--output", "markdown"]);
    assert_eq!(markdown.out.trim_end(), SENTENCE);
    // One file that people write, and it is a review.
    let both = format!("{lock}{SMALL}");
    let more = run(&home(&[("l.diff", &both)]), &["review", "l.diff", "--output", "markdown"]);
    assert!(more.out.contains("## Code Review"), "{}", more.out);
}

#[test]
fn fail_on_counts_findings_before_budgets_and_no_questions() {
    assert_eq!(review(&small(), &["--fail-on", "blocker"]).code, 1);
    let question = r#"[{"output_type": "question", "title": "Why?", "summary": "Why is it?", "file_path": "src/pay.py",
        "line_start": 4, "severity": "critical", "confidence_local": 0.95, "confidence_context": 0.9}]"#;
    let asked = home(&[("small.diff", SMALL), ("agent.json", question)]);
    assert_eq!(review(&asked, &["--fail-on", "minor"]).code, 0);
    // Seven majors, of which three are shown: the one that the budget holds back still counts.
    let finding = |n: usize, severity: &str, sure: f64| {
        format!(
            r#"{{"title": "T{n}x{n}", "summary": "S{n}.", "file_path": "src/pay.py", "line_start": {n}, "lens": "correctness",
            "severity": "{severity}", "confidence_local": {sure}, "confidence_context": {sure}, "sink": "s{n}",
            "actionability": "high", "blast_radius": "module"}}"#
        )
    };
    let minor = format!(
        "[{}]",
        [finding(3, "medium", 0.9), finding(4, "medium", 0.9), finding(5, "medium", 0.9), finding(6, "low", 0.9)]
            .join(",")
    );
    let held = home(&[("small.diff", SMALL), ("agent.json", &minor)]);
    let ran = review(&held, &["--fail-on", "minor", "--output", "r3"]);
    assert!(ran.json()["filtered_log"][0]["reason"] == "budget", "{}", ran.out);
    assert_eq!(ran.code, 1, "{}", ran.out);
    // What fell to the confidence filter does not.
    let low = format!("[{}]", finding(3, "medium", 0.3));
    let filtered = home(&[("small.diff", SMALL), ("agent.json", &low)]);
    let ran = review(&filtered, &["--fail-on", "minor"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn fail_on_and_output_may_stand_in_the_settings_and_a_flag_is_stronger() {
    let home = small();
    settings(&home, "[review]\noutput = \"json\"\nfail_on = \"blocker\"\n");
    let ran = review(&home, &[]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!(ran.json()["metadata"]["schema"], 1);
    let text = review(&home, &["--output", "markdown"]);
    assert!(text.out.starts_with("## Code Review"), "{}", text.out);
}

#[test]
fn a_reviewer_that_fails_is_told_has_code_five_and_the_result_is_printed_all_the_same() {
    let home = home(&[("small.diff", SMALL)]);
    let output =
        home.prr(&["review", "small.diff", "--output", "json"]).env("PRR_FAULT", "panic:worker").output().unwrap();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(5), "{document}");
    assert_eq!(document["metadata"]["failedAgents"], serde_json::json!(["builtin:secrets"]));
    assert_eq!(document["recommendation"], "needs-discussion");
}

#[test]
fn a_failed_built_in_reviewer_is_no_failure_of_agents_that_completed() {
    let home = small();
    let args = ["review", "small.diff", "--findings", "agent.json"];
    let output = home.prr(&args).env("PRR_FAULT", "panic:worker").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("Partial: builtin:secrets failed"));
}

#[test]
fn a_finding_that_the_threshold_holds_back_is_the_only_one_counted_as_suppressed() {
    let home = small();
    settings(&home, "[[suppressions]]\nid = \"silent-none\"\n[review]\nthreshold = 85\n");
    let document = review(&home, &["--output", "json"]).json();
    let all = review(&small(), &["--output", "json", "--all", "--threshold", "85"]).json();
    let reasons: Vec<&str> =
        all["findings"].as_array().unwrap().iter().filter_map(|f| f["held_back"]["reason"].as_str()).collect();
    let below = reasons.iter().filter(|reason| **reason == "below_confidence").count();
    assert!(below >= 1, "{reasons:?}");
    assert!(document["suppressed"].as_u64().unwrap() <= below as u64, "{document}");
}

#[test]
fn markup_escapes_and_odd_paths_are_dead_in_text_and_exact_in_json() {
    let diff =
        b"diff --git a/caf\xe9.py b/caf\xe9.py\n--- a/caf\xe9.py\n+++ b/caf\xe9.py\n@@ -1 +1,2 @@\n a\n+<<<<<<< HEAD\n";
    let home = home(&[]);
    std::fs::write(home.work().join("odd.diff"), diff).unwrap();
    let evil = "[{\"title\": \"\\u001b[31m<img src=x> @team\", \"summary\": \"a\\u202eb `<ok>`\", \"severity\": \"major\", \"file\": \"x\"}]";
    std::fs::write(home.work().join("agent.json"), evil).unwrap();
    let args = ["review", "odd.diff", "--findings", "agent.json", "--all", "--output"];
    for form in ["text", "markdown"] {
        let ran = run(&home, &[&args[..], &[form]].concat());
        assert!(!ran.out.contains(['\u{1b}', '\u{202e}']), "{form}: {:?}", ran.out);
        assert!(form == "text" || !ran.out.contains("<img"), "{form}: {}", ran.out);
    }
    let json = run(&home, &[&args[..], &["json"]].concat()).json();
    let findings = json["findings"].as_array().unwrap();
    let odd = findings.iter().find(|f| !f["file_hex"].is_null()).unwrap_or_else(|| panic!("{json}"));
    assert_eq!(odd["file_hex"], "636166e92e7079");
    assert_eq!(odd["file"], "caf\u{fffd}.py");
    assert!(findings.iter().any(|f| f["title"] == "\u{1b}[31m<img src=x> @team"), "{json}");
}

#[test]
fn instructions_for_an_agent_hold_the_code_but_no_secret() {
    let change = String::from_utf8(include_bytes!("../../assets/demo/change.diff").to_vec()).unwrap();
    let ran = run(&home(&[("d.diff", &change)]), &["review", "d.diff", "--output", "json", "--feedback"]);
    assert!(!ran.out.contains("NeverIssued"), "{}", ran.out);
    let findings = ran.json()["findings"].as_array().unwrap().clone();
    assert!(findings.iter().any(|f| f["currentCode"].as_str().unwrap().contains("<<<<<<< HEAD")), "{}", ran.out);
}
