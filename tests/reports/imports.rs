//! `--findings` with what other programs write: every corner of SARIF, rdjson and pi's contract, and what is refused.
//! Not here: whole round trips (`round_trip`), output of real tools (`tools`).

use prr::{
    core::model::{Candidate, Kind, Lens, Severity, TaskId},
    edge::report::findings_in::{Imported, Shape, findings_in, settle},
};
use serde_json::{Value, json};

use super::{Ran, SMALL, home, review, run};
use crate::support::repo::Repo;

fn import(bytes: impl AsRef<[u8]>) -> Imported {
    findings_in("f.sarif", &TaskId::new("import:f"), bytes.as_ref()).unwrap()
}

/// A log with one run.
fn log(run: Value) -> String {
    json!({"$schema": "x", "version": "2.1.0", "runs": [run]}).to_string()
}

fn of_result(result: Value) -> Imported {
    import(log(json!({"tool": {"driver": {"name": "lint"}}, "results": [result]})))
}

fn place(candidate: &Candidate) -> (String, Option<(u32, u32)>) {
    let place = candidate.place.as_ref().unwrap();
    (place.path.lossy().into_owned(), place.lines.map(|lines| (lines.start(), lines.end())))
}

fn at(uri: Value, region: Value) -> Value {
    json!([{"physicalLocation": {"artifactLocation": uri, "region": region}}])
}

#[test]
fn addresses_may_be_numbers_relative_to_bases_and_escaped() {
    let run = json!({
        "tool": {"driver": {"name": "lint"}},
        "originalUriBaseIds": {
            "ROOT": {"uri": "file:///ci/shop/"},
            "SRC": {"uri": "src/", "uriBaseId": "ROOT"},
            "HERE": {"uri": "web/"}, "LOOP": {"uri": "x/", "uriBaseId": "LOOP"},
        },
        "artifacts": [{"location": {"uri": "a%20b.rs", "uriBaseId": "SRC"}}, {"location": {"uri": "two.rs"}}],
        "results": [
            {"message": {"text": "a"}, "locations": at(json!({"index": 0}), json!({"startLine": 3}))},
            {"message": {"text": "b"}, "locations": at(json!({"index": 1}), json!({"startLine": 4, "endLine": 6, "endColumn": 1}))},
            {"message": {"text": "c"}, "locations": at(json!({"uri": "x.js", "uriBaseId": "HERE"}), json!({"charOffset": 7}))},
            {"message": {"text": "d"}, "locations": at(json!({"uri": "caf%E9.rs", "uriBaseId": "NONE"}), json!({}))},
            {"message": {"text": "e"}, "locations": at(json!({"uri": "l.rs", "uriBaseId": "LOOP"}), json!({"startLine": 0}))},
            {"message": {"text": "f"}, "locations": at(json!({"index": 99}), json!({"startLine": 1}))},
            {"message": {"text": "g"}, "analysisTarget": {"uri": "./t.rs"}},
            {"message": {"text": "h"}, "locations": at(json!({"uri": "file:///elsewhere/z.rs"}), json!({"startLine": 1}))},
        ]
    });
    let mut imported = import(log(run));
    settle(&mut imported, Vec::new);
    let found: Vec<_> = imported.candidates.iter().filter(|c| c.place.is_some()).map(place).collect();
    let expected = [
        ("src/a b.rs", Some((3, 3))),
        ("two.rs", Some((4, 5))),
        ("web/x.js", None),
        ("caf\u{fffd}.rs", None),
        ("x/x/x/x/x/x/x/x/x/x/l.rs", None),
        ("t.rs", None),
        ("/elsewhere/z.rs", Some((1, 1))),
    ];
    assert_eq!(found, expected.map(|(path, lines)| (path.to_owned(), lines)));
    assert_eq!(imported.candidates[3].place.as_ref().unwrap().path.as_bytes(), b"caf\xe9.rs");
    assert_eq!(imported.candidates[5].place, None, "a number that leads nowhere");
    assert_eq!(
        imported.notes,
        [
            "entry 5 (line 1): its line 0 is none: it stands on the file",
            "1 path is absolute and not in this repository, such as /elsewhere/z.rs",
        ]
    );
}

#[test]
fn a_line_behind_a_path_is_taken_off_unless_the_log_has_a_region() {
    let of = |uri: &str, region: Value| {
        place(&of_result(json!({"message": {"text": "m"}, "locations": at(json!({"uri": uri}), region)})).candidates[0])
    };
    assert_eq!(of("src/a.rs:4", json!({})), ("src/a.rs".to_owned(), Some((4, 4))));
    assert_eq!(of("src/a.rs:4", json!({"startLine": 9})), ("src/a.rs:4".to_owned(), Some((9, 9))));
    assert_eq!(of("src/a%20(2)", json!({"startLine": 9})), ("src/a (2)".to_owned(), Some((9, 9))));
}

#[test]
fn absolute_paths_below_the_repository_are_its_own_and_its_root_goes_before_that_of_the_log() {
    let run = json!({"tool": {"driver": {"name": "lint"}}, "originalUriBaseIds": {"R": {"uri": "file:///w/shop/sub/"}},
        "results": [{"message": {"text": "a"}, "locations": at(json!({"uri": "x.rs", "uriBaseId": "R"}), json!({}))},
        {"message": {"text": "b"}, "locations": at(json!({"uri": "file:///w/shop/y.rs"}), json!({}))}]});
    let paths = |top: &str| {
        let mut imported = import(log(run.clone()));
        settle(&mut imported, || vec![top.into()]);
        imported.candidates.iter().map(|candidate| place(candidate).0).collect::<Vec<_>>()
    };
    assert_eq!(paths("/w/shop"), ["sub/x.rs", "y.rs"]);
    assert_eq!(paths("/other"), ["x.rs", "/w/shop/y.rs"]);
}

#[test]
fn words_may_be_of_the_rule_with_arguments_and_links() {
    let run = json!({
        "tool": {"driver": {"name": "lint", "globalMessageStrings": {"g": {"text": "Everywhere {0}"}},
            "rules": [{"id": "R1", "messageStrings": {"m": {"text": "Use '{1}' and not {0}; {{x}}"}},
                "fullDescription": {"text": "Why it matters."}, "helpUri": "https://lint.example/R1"}]},
            "extensions": [{"name": "more", "rules": [{"id": "E1", "defaultConfiguration": {"level": "error"},
                "properties": {"security-severity": "9.1"}}]}]},
        "results": [
            {"ruleId": "R1", "message": {"id": "m", "arguments": ["a", "b"]}},
            {"ruleId": "R1/sub", "message": {"id": "g", "arguments": ["b"]}},
            {"rule": {"index": 0, "toolComponent": {"index": 0}}, "message": {"text": "From [here](1) on\nand more"}},
            {"ruleId": "E1", "message": {"text": "By its id"}},
            {"ruleId": "R9", "message": {"text": ""}},
            {"message": {}},
            {"ruleId": "R2", "message": "bare"},
        ]
    });
    let imported = import(log(run));
    let said: Vec<_> = imported
        .candidates
        .iter()
        .map(|c| (c.claim.title.as_str(), c.claim.summary.as_str(), c.weight.severity, c.claim.issue_class.as_str()))
        .collect();
    assert_eq!(
        said,
        [
            ("Use 'b' and not a; {x}", "Why it matters.", Severity::Minor, "r1"),
            ("Everywhere b", "Why it matters.", Severity::Minor, "r1-sub"),
            ("From here on", "and more", Severity::Blocker, "e1"),
            ("By its id", "", Severity::Blocker, "e1"),
            ("R9", "", Severity::Minor, "r9"),
            ("bare", "", Severity::Minor, "r2"),
        ]
    );
    assert!(imported.candidates[0].claim.evidence.contains("https://lint.example/R1"));
    assert_eq!(imported.candidates[2].lens, Lens::Security, "it has a security score");
    assert!(imported.notes[0].contains("left out: it has neither a message nor a rule"), "{:?}", imported.notes);
}

#[test]
fn what_is_no_problem_is_counted_and_what_a_tool_cannot_tell_is_a_question() {
    let run = json!({"tool": {"driver": {"name": "lint"}}, "invocations": [{"executionSuccessful": false}], "results": [
        {"message": {"text": "a"}, "suppressions": [{"kind": "inSource"}]},
        {"message": {"text": "b"}, "suppressions": [{"kind": "external", "status": "accepted"}]},
        {"message": {"text": "c"}, "suppressions": [{"kind": "external", "status": "rejected"}]},
        {"message": {"text": "d"}, "suppressions": []},
        {"message": {"text": "e"}, "kind": "pass"}, {"message": {"text": "f"}, "kind": "informational"},
        {"message": {"text": "g"}, "kind": "review", "level": "none"},
        {"message": {"text": "h"}, "kind": "open"}]});
    let imported = import(log(run));
    let said: Vec<_> = imported.candidates.iter().map(|c| (c.claim.title.as_str(), c.claim.kind)).collect();
    let expected = [("c", Kind::Finding), ("d", Kind::Finding), ("g", Kind::Question), ("h", Kind::Question)];
    assert_eq!(said, expected);
    assert_eq!(
        imported.notes,
        [
            "lint says that its own run failed: it may not have told all",
            "2 results were left out: suppressed by their tool",
            "2 results were left out: no problem by their tool's word (passed, not applicable, informational)",
        ]
    );
}

#[test]
fn a_fix_of_its_own_whole_lines_is_a_suggestion_and_any_other_is_words() {
    let suggestion = |deleted: Value, text: Value| {
        let file = json!({"uri": "a.rs"});
        let imported = of_result(
            json!({"message": {"text": "m"}, "locations": at(file.clone(), json!({"startLine": 3, "endLine": 4})),
            "fixes": [{"description": {"text": "Write it shorter"}, "artifactChanges": [{"artifactLocation": file,
                "replacements": [{"deletedRegion": deleted, "insertedContent": text}]}]}]}),
        );
        let claim = imported.candidates[0].claim.clone();
        (claim.suggestion, claim.suggested_fix)
    };
    let exact = |text: &str| (Some(text.to_owned()), None);
    assert_eq!(suggestion(json!({"startLine": 3, "endLine": 4}), json!({"text": "x"})), exact("x\n"));
    let with_end = json!({"startLine": 3, "startColumn": 1, "endLine": 5, "endColumn": 1});
    assert_eq!(suggestion(with_end.clone(), json!({"text": "x\ny\n"})), exact("x\ny\n"));
    assert_eq!(suggestion(with_end.clone(), Value::Null), exact(""), "the lines go");
    let words = (None, Some("Write it shorter".to_owned()));
    assert_eq!(suggestion(with_end, json!({"text": "x"})), words, "it would join the next line");
    assert_eq!(suggestion(json!({"startLine": 3, "endLine": 3}), json!({"text": "x"})), words);
    assert_eq!(
        suggestion(json!({"startLine": 3, "startColumn": 2, "endLine": 4, "endColumn": 9}), json!({"text": "x"})),
        words
    );
}

#[test]
fn further_places_and_symbols_are_kept() {
    let imported = of_result(json!({"message": {"text": "m"}, "locations": [
        {"physicalLocation": {"artifactLocation": {"uri": "a.rs"}, "region": {"startLine": 3}}, "logicalLocations": [{"fullyQualifiedName": "shop::pay", "name": "pay"}]},
        {"physicalLocation": {"artifactLocation": {"uri": "b.rs"}, "region": {"startLine": 9}}}]}));
    let candidate = &imported.candidates[0];
    assert_eq!(candidate.place.as_ref().unwrap().symbol.as_deref(), Some("shop::pay"));
    assert!(candidate.claim.evidence.ends_with("also at b.rs:9"), "{}", candidate.claim.evidence);
}

#[test]
fn several_runs_are_read_and_a_broken_one_loses_no_other() {
    let deep = format!("{}1{}", "[".repeat(400), "]".repeat(400));
    let text = format!(
        r#"{{"version": "2.1.0", "runs": [
 7, {{"results": {{}}}},
 {{"tool": {{"driver": {{"name": "one"}}}}, "results": [{{"message": {{"text": "a"}}}},
  5, {{"message": {{"text": {deep}}}}}]}},
 {{"tool": {deep}, "results": [{{"message": {{"text": "b"}}}}]}}, {{}}]}}"#
    );
    let imported = import(&text);
    let titles: Vec<&str> = imported.candidates.iter().map(|c| c.claim.title.as_str()).collect();
    assert_eq!(titles, ["a", "b"]);
    let told = imported.notes.join("\n");
    for words in [
        "a run was left out: it is no object",
        "the results of a run were left out: they are no list",
        "`tool` of a run cannot be read",
        "entry 2 (line 4): left out: it is no object",
        "entry 3 (line 4): left out: it cannot be read (recursion limit exceeded)",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn marks_utf_16_and_other_versions_are_read() {
    let text = log(json!({"tool": {"driver": {"name": "lint"}}, "results": [{"message": {"text": "ü"}}]}))
        .replace("2.1.0", "2.0.0");
    let utf16: Vec<u8> = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for bytes in [utf16, format!("\u{feff}{text}").into_bytes()] {
        let imported = import(bytes);
        assert_eq!((imported.shape, imported.candidates[0].claim.title.as_str()), (Shape::Sarif, "ü"));
        assert!(imported.notes.iter().any(|note| note == "its version is 2.0.0, and it was read as 2.1.0"));
    }
}

#[test]
fn ten_thousand_results_are_bounded_and_counted() {
    let results: Vec<Value> =
        (0..10_050).map(|n| json!({"ruleId": "R", "message": {"text": format!("m{n}")}})).collect();
    let imported = import(log(json!({"tool": {"driver": {"name": "lint"}}, "results": results})));
    assert_eq!(imported.candidates.len(), 10_000);
    assert_eq!(imported.notes, ["only the first 10000 results were read"]);
    let huge = of_result(json!({"message": {"text": "x".repeat(9 << 20)}}));
    assert!(huge.candidates.is_empty() && huge.notes[0].contains("more than one finding can have"), "{:?}", huge.notes);
    let large = of_result(json!({"message": {"text": format!("t\n{}", "x".repeat(1 << 20))}}));
    assert!(
        large.candidates[0].claim.summary.len() < 300_000 && large.notes[0].contains("was cut"),
        "{:?}",
        large.notes
    );
}

#[test]
fn rdjson_is_read_with_its_numbers_columns_and_suggestions() {
    let at = |range: Value| json!({"path": "src/a b.rs", "range": range});
    let document = json!({"source": {"name": "lint"}, "severity": 1, "diagnostics": [
        {"message": "a", "location": at(json!({"start": {"line": 2}, "end": {"line": 3, "column": 1}}))},
        {"message": "b", "severity": "info", "location": at(json!({"start": {"line": 2, "column": 3}, "end": {"line": 2, "column": 9}})),
            "suggestions": [{"range": {"start": {"line": 2, "column": 3}, "end": {"line": 2, "column": 9}}, "text": "x"}]},
        {"message": "c", "severity": 2, "location": at(json!({"start": {"line": 4}, "end": {"line": 5}})), "code": {"value": "C1", "url": "https://lint.example/C1"},
            "suggestions": [{"range": {"start": {"line": 4}, "end": {"line": 5}}, "text": "x\n"}]},
        {"message": ""}, 5]});
    let imported = import(document.to_string());
    let found: Vec<_> = imported
        .candidates
        .iter()
        .map(|c| (place(c), c.weight.severity, c.claim.suggestion.as_deref(), c.claim.suggested_fix.is_some()))
        .collect();
    let path = "src/a b.rs".to_owned();
    assert_eq!(
        found,
        [
            ((path.clone(), Some((2, 2))), Severity::Major, None, false),
            ((path.clone(), Some((2, 2))), Severity::Nitpick, None, true),
            ((path, Some((4, 5))), Severity::Minor, Some("x\n"), false),
        ]
    );
    assert!(imported.candidates[2].claim.evidence.contains("https://lint.example/C1"));
    assert_eq!(imported.notes.len(), 2, "{:?}", imported.notes);
}

#[test]
fn rdjsonl_keeps_every_whole_line() {
    let line = |n: u32| {
        json!({"message": format!("m{n}"), "location": {"path": "a.rs", "range": {"start": {"line": n}}}}).to_string()
    };
    let imported = import(format!("{}\r\n\n{}\n{{\"x\": 1}}\n{}\n{{\"message\": \"cut", line(1), line(2), line(3)));
    let found: Vec<_> = imported.candidates.iter().map(|c| place(c).1.unwrap().0).collect();
    assert_eq!((imported.shape, found), (Shape::Rdjsonl, vec![1, 2, 3]));
    assert_eq!(imported.notes[0], "entry 3 (line 4): left out: it has no message");
    assert_eq!(imported.notes[1], "entry 5 (line 6): left out: it ends too early: it may be cut off");
    assert_eq!(import(line(7)).shape, Shape::Rdjsonl);
    for other in ["{\"reason\": \"compiler-message\"}\n{\"reason\": \"x\"}", "{\"title\": \"t\"}\n{\"title\": \"u\"}"] {
        let refused = findings_in("f.json", &TaskId::new("import:f"), other.as_bytes()).unwrap_err().to_string();
        assert!(refused.starts_with("f.json, line 2, column 1: this is no JSON"), "{refused}");
    }
}

#[test]
fn pis_contract_is_read_with_tags_questions_suggestions_and_places() {
    let document = json!({"disposition": "reviewed", "strengths": ["Good names. They help.", ""], "findings": [
        {"title": "[P1] Guard it", "severity": "P1", "blocking": true, "body": "Why.\n\n```suggestion\nx\n```", "confidence_score": 0.9,
            "code_location": {"absolute_file_path": "src/a.rs", "line_range": {"start": 3, "end": 4}, "side": "RIGHT", "commentable": true}},
        {"title": "[nit] Question: Why?", "body": "b", "confidence_score": 0.5, "code_location": null},
        {"title": "[P2] On a file", "severity": "P2", "body": "b", "confidence_score": 2,
            "code_location": {"absolute_file_path": "src/a.rs", "line_range": {"start": 0, "end": 0}, "side": "RIGHT", "commentable": false}},
        {"title": "", "body": ""}, 3]});
    let imported = import(document.to_string());
    assert_eq!(imported.shape, Shape::Pi);
    let [first, second, third, praise] = imported.candidates.as_slice() else { panic!("{imported:#?}") };
    assert_eq!((first.claim.title.as_str(), first.claim.summary.as_str()), ("Guard it", "Why."));
    assert_eq!((first.claim.suggestion.as_deref(), first.weight.severity), (Some("x\n"), Severity::Critical));
    assert_eq!(place(first), ("src/a.rs".to_owned(), Some((3, 4))));
    assert_eq!((second.claim.kind, second.claim.title.as_str()), (Kind::Question, "Why?"));
    assert_eq!((second.weight.severity, second.place.is_none()), (Severity::Nitpick, true));
    assert_eq!(place(third), ("src/a.rs".to_owned(), None));
    assert_eq!((praise.claim.kind, praise.claim.title.as_str()), (Kind::Praise, "Good names"));
    assert_eq!(imported.notes.len(), 2, "{:?}", imported.notes);
}

#[test]
fn levels_and_lines_that_nobody_knows_are_told_and_a_review_that_was_skipped_too() {
    let imported = of_result(
        json!({"message": {"text": "m"}, "level": "fatal", "locations": at(json!({"uri": "a.rs"}), json!({"startLine": 0}))}),
    );
    assert_eq!(
        imported.notes,
        [
            "entry 1 (line 1): its level \"fatal\" is not known and counts as a warning",
            "entry 1 (line 1): its line 0 is none: it stands on the file",
        ]
    );
    let imported = import(
        json!({"diagnostics": [{"message": "m", "severity": "NOPE"}, {"message": "m", "severity": null}]}).to_string(),
    );
    assert_eq!(imported.notes, ["entry 1 (line 1): its severity \"NOPE\" is not known and counts as a warning"]);
    let skipped = import(json!({"disposition": "skipped", "overall_explanation": "a bot", "findings": []}).to_string());
    assert_eq!(skipped.notes, ["it is of a review that was skipped (a bot)"]);
}

#[test]
fn a_file_that_cannot_be_read_ends_the_run_with_its_name_and_place_and_notes_name_their_file() {
    let cut = home(&[("small.diff", SMALL), ("agent.json", "{\"version\": \"2.1.0\",\n \"runs\": [{")]);
    let ran = review(&cut, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("agent.json, line 2, column 11: the JSON ends too early"), "{}", ran.err);
    let odd = home(&[("small.diff", SMALL), ("agent.json", r#"[{"title": "t", "severity": "low"}, 5]"#)]);
    let ran = review(&odd, &["--output", "text"]);
    assert!(ran.out.contains("Note: agent.json: entry 2 (line 1): left out"), "{}", ran.out);
}

#[test]
fn what_is_held_back_tells_every_step_of_the_judge() {
    let vague = r#"[{"title": "Do better", "summary": "It could be better somehow.", "file_path": "src/pay.py", "line_start": 4,
        "severity": "high", "confidence_local": 0.5, "confidence_context": 0.4, "actionability": "low", "depends_on_unseen": true}]"#;
    let home = home(&[("small.diff", SMALL), ("agent.json", vague)]);
    for (form, at) in [
        ("json", "/findings/0/held_back"),
        ("r3", "/findings/0/held_back"),
        ("pr-json", "/findings/0/held_back"),
        ("sarif", "/runs/0/results/0/suppressions/0/properties/prr"),
    ] {
        let document = review(&home, &["--all", "--output", form]).json();
        let held = document.pointer(at).unwrap_or_else(|| panic!("{form}: {document:#}"));
        assert_eq!(held["reason"], "actionability", "{form}: {held}");
        let steps: Vec<String> = held["steps"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| format!("{} {}", step["rule"].as_str().unwrap(), step["outcome"].as_str().unwrap()))
            .collect();
        let expected = ["actionability drop", "critical-confidence downgrade", "unseen-context question"];
        assert_eq!(steps, expected, "{form}: {held}");
        assert_eq!(held["steps"][0]["drop_reason"], "actionability");
        assert_eq!((&held["steps"][1]["from"], &held["steps"][1]["to"]), (&"critical".into(), &"major".into()));
        assert!(held["steps"].as_array().unwrap().iter().all(|step| !step["reason"].as_str().unwrap().is_empty()));
    }
}

#[test]
fn a_file_that_says_something_else_than_in_the_last_run_is_read_anew_and_one_that_does_not_goes_on_with_it() {
    const FORM: [&str; 5] = ["-o", "json", "--strategy", "passes", "--full"];
    let entry = |title: &str| {
        format!(r#"{{"title": "{title}", "summary": "It is.", "severity": "major", "file": "src/pay.py", "line": 4}}"#)
    };
    let home = home(&[("small.diff", SMALL), ("agent.json", &format!("[{}]", entry("First")))]);
    let runs = || run(&home, &["log", "--output", "json"]).json()["targets"][0]["runs"].as_array().unwrap().len();
    let titles = |ran: &Ran| {
        let titles =
            ran.json()["findings"].as_array().unwrap().iter().map(|f| f["title"].to_string()).collect::<Vec<_>>();
        titles.join(" ")
    };
    assert_eq!(titles(&review(&home, &FORM)), "\"First\"");
    assert_eq!(titles(&review(&home, &FORM)), "\"First\"");
    assert_eq!(runs(), 1, "the same file goes on with the same run");
    for (text, expected, count) in [
        (entry("Second"), "\"Second\"", 2),
        (format!("{}, {}", entry("Second"), entry("Third")), "\"Second\" \"Third\"", 3),
        (String::new(), "", 4),
        (entry("Second"), "\"Second\"", 5),
    ] {
        std::fs::write(home.work().join("agent.json"), format!("[{text}]")).unwrap();
        let ran = review(&home, &FORM);
        assert_eq!((titles(&ran).as_str(), runs()), (expected, count), "{}", ran.err);
    }
}

/// A repository whose change is one line of `src/a.rs`, and a review of what these say.
fn imported(results: &[Value]) -> Value {
    let repo = Repo::empty();
    repo.write("src/a.rs", "pub fn settle(n: u32) -> u32 {\n    n\n}\n");
    repo.write("src/other.rs", "fn user() {\n    settle(1);\n}\n");
    repo.write("docs/guide.txt", "How to settle.\n");
    repo.commit("first");
    repo.write("src/a.rs", "pub fn settle(n: u64) -> u64 {\n    n + 1\n}\n");
    repo.commit("second");
    let run = json!({"tool": {"driver": {"name": "lint"}}, "results": results});
    let home = home(&[("f.sarif", &log(run))]);
    let findings = home.work().join("f.sarif");
    let args = ["review", "HEAD~1..HEAD", "--no-builtin", "--full", "--threshold", "0", "--all", "-o", "json"];
    let mut command = home.prr(&[&args[..], &["--findings", findings.to_str().unwrap()]].concat());
    let output = command.current_dir(repo.root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn what_is_said_of_files_that_did_not_change_is_judged_by_what_the_repository_has() {
    let told = |path: &str, text: &str| json!({"message": {"text": text}, "ruleId": text, "locations": at(json!({"uri": path}), json!({"startLine": 1}))});
    let document = imported(&[
        told("src/other.rs", "one: it still calls settle with a u32"),
        told("src/other.rs", "two: this name is short"),
        told("docs/guide.txt", "three: a full stop too many"),
        told("src/nowhere.rs", "four: it is not there"),
    ]);
    let found: Vec<(String, Option<&str>)> = document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            let title = finding["title"].as_str().unwrap();
            (title.split(':').next().unwrap().to_owned(), finding["held_back"]["reason"].as_str())
        })
        .collect();
    let reason = |name: &str| found.iter().find(|(title, _)| title == name).unwrap_or_else(|| panic!("{found:?}")).1;
    assert_eq!(reason("one"), None, "the change is named as its cause");
    assert_eq!((reason("two"), reason("three")), (Some("out-of-scope"), Some("out-of-scope")), "{document:#}");
    assert_eq!(reason("four"), Some("no-such-path"));
}

#[test]
fn findings_that_name_each_other_in_a_circle_are_each_read_once() {
    let finding = |id: &str, line: u32, related: &[&str]| {
        json!({"id": id, "severity": "major", "file": "a.rs", "line_start": line, "line_end": line, "title": format!("Title {id}"),
               "body": format!("Only of {id}."), "agent": "one", "related_to": related})
    };
    let document = json!({
        "findings": [
            finding("a", 1, &["b"]), finding("b", 20, &["c", "b"]), finding("c", 40, &["a", "a", "nobody"]),
        ],
        "review_body": "", "action": "COMMENT_ONLY",
    });
    let imported = findings_in("r.json", &TaskId::new("import:r"), document.to_string().as_bytes()).unwrap();
    let titles: Vec<&str> = imported.candidates.iter().map(|candidate| candidate.claim.title.as_str()).collect();
    assert_eq!(titles, ["Title a", "Title b", "Title c"], "{:?}", imported.notes);
}
