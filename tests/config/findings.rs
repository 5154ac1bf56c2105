//! Findings from files: the given cases C06, C07 and C14, and what bad files get.

use prr::{
    core::model::{Candidate, Kind, Lens, Severity, Side, TaskId},
    edge::report::findings_in::{FindingsError, Imported, MOST, Shape, findings_in},
};
use serde_json::{Value, json};

fn fixture(path: &str) -> Vec<u8> {
    std::fs::read(format!("{}/fixtures/config/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn import(bytes: impl AsRef<[u8]>) -> Result<Imported, FindingsError> {
    findings_in("f.json", &TaskId::new("import:f"), bytes.as_ref())
}

fn one(entry: &Value) -> (Candidate, Vec<String>) {
    let mut imported = import(json!([entry]).to_string()).unwrap();
    (imported.candidates.remove(0), imported.notes)
}

fn lines(candidate: &Candidate) -> Option<(u32, u32)> {
    candidate.place.as_ref()?.lines.map(|lines| (lines.start(), lines.end()))
}

#[test]
fn c06_every_way_to_write_a_line_keeps_the_finding_and_makes_up_no_line() {
    let imported = import(fixture("C06-line-number-forms/lines.json")).unwrap();
    let expect: Value = serde_json::from_slice(&fixture("C06-line-number-forms/expect.json")).unwrap();
    assert_eq!(imported.candidates.len(), 28);
    for (candidate, each) in imported.candidates.iter().zip(expect["expect"]["each"].as_array().unwrap()) {
        let (title, said) = (each["title"].as_str().unwrap(), each["line"].as_str().unwrap());
        let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().ok();
        let expected = match said.strip_prefix("start ").and_then(|rest| rest.split_once(", end ")) {
            Some((start, end)) => Some((number(start).unwrap(), number(end).unwrap())),
            None => number(said).map(|line| (line, line)),
        };
        let expected = match title {
            "n08" => Some((4, 6)), // 4-6 is right too: the three are neighbours
            "n25" => None,         // 4 or file-level: digits of other scripts are none here
            _ => expected,
        };
        assert_eq!(candidate.claim.title, title);
        assert_eq!(lines(candidate), expected, "{title}: {each}");
        assert_eq!(candidate.place.as_ref().unwrap().path.as_utf8(), Some("src/lib.rs"));
    }
    for repaired in [14, 15, 16, 17, 19, 24, 25, 26, 27, 28] {
        assert!(
            imported.notes.iter().any(|note| note.starts_with(&format!("entry {repaired} "))),
            "{repaired}: {:#?}",
            imported.notes
        );
    }
    assert!(imported.notes.iter().all(|note| note.contains("line")), "{:#?}", imported.notes);
}

#[test]
fn c07_confidences_in_every_scale_mean_the_same() {
    let imported = import(fixture("C07-confidence-scales/confidence.json")).unwrap();
    let expect: Value = serde_json::from_slice(&fixture("C07-confidence-scales/expect.json")).unwrap();
    for (candidate, each) in imported.candidates.iter().zip(expect["expect"]["each"].as_array().unwrap()) {
        let (title, said) = (each["title"].as_str().unwrap(), each["read_as"].as_str().unwrap());
        let expected = match title {
            "c09" => Some(0.85),
            "c10" => Some(0.3),
            "c16" => Some(0.7999),
            _ => said.split('%').next().and_then(|p| p.parse::<f64>().ok()).map(|p| p / 100.0),
        };
        let read = candidate.weight.confidence.map(|confidence| confidence.local);
        assert_eq!(read, expected, "{title}: {each}");
        assert!(candidate.claim.title.starts_with(title));
    }
    assert_eq!(imported.candidates.len(), 18);
    assert_eq!(imported.notes.len(), 2, "150 and -0.2: {:#?}", imported.notes);
}

#[test]
fn c14_two_agents_are_read_whole() {
    let read = |name: &str| import(fixture(&format!("C14-dedup-and-order/{name}"))).unwrap();
    let (a, b) = (read("agent-a.json"), read("agent-b.json"));
    assert_eq!((a.candidates.len(), b.candidates.len(), a.shape), (5, 4, Shape::Candidates));
    assert_eq!((a.notes, b.notes), (vec![], vec![]));
    let last = b.candidates.last().unwrap();
    assert_eq!(lines(last), Some((3, 6)), "start_line is the first, line the last");
    assert_eq!(b.candidates[0].weight.severity, Severity::Blocker, "critical beside high, medium, low is the highest");
    assert!(a.candidates.iter().all(|c| c.claim.issue_class.is_empty()));
    assert_eq!(a.candidates[4].id.as_str(), "import:f-c5");
}

#[test]
fn critical_is_the_second_level_unless_the_answer_speaks_as_deep_does() {
    let severity = |entries: Value| import(entries.to_string()).unwrap().candidates[0].weight.severity;
    assert_eq!(severity(json!([{"title": "t", "severity": "critical"}])), Severity::Critical);
    assert_eq!(severity(json!([{"title": "t", "severity": "critical", "output_type": "finding"}])), Severity::Blocker);
    assert_eq!(
        severity(json!([{"title": "t", "severity": "critical"}, {"title": "u", "severity": "low"}])),
        Severity::Blocker
    );
    assert_eq!(
        severity(json!([{"title": "t", "severity": "critical"}, {"title": "u", "severity": "minor"}])),
        Severity::Critical
    );
    let soliton = json!({"summary": {}, "findings": [{"title": "t", "severity": "critical", "lineStart": 1}], "recommendation": "approve"});
    assert_eq!(severity(soliton), Severity::Critical);
    for (word, expected) in [
        ("P0", Severity::Blocker),
        ("[P1]", Severity::Critical),
        ("improvement", Severity::Major),
        ("NIT", Severity::Nitpick),
    ] {
        assert_eq!(severity(json!([{"title": "t", "severity": word}])), expected, "{word}");
    }
    assert_eq!(severity(json!([{"title": "t", "severity": 5}])), Severity::Blocker);
}

#[test]
fn a_missing_or_unknown_severity_is_told() {
    let (candidate, notes) = one(&json!({"title": "t"}));
    assert_eq!((candidate.weight.severity, candidate.weight.confidence), (Severity::Major, None));
    assert!(notes.len() == 1 && notes[0].contains("no severity"), "{notes:?}");
    let (_, notes) = one(&json!({"title": "t", "severity": "hgih"}));
    assert!(notes[0].contains("\"hgih\" is not known"), "{notes:?}");
}

#[test]
fn deeps_own_shape_is_read_field_by_field() {
    let (candidate, notes) = one(&json!({
        "output_type": "question", "issue_class": "missing-check", "summary": "Is the index checked? It was before.", "evidence": "line 4",
        "why_now": "the check went", "file_path": "./src/lib.rs", "line_start": 4, "line_end": 6, "severity": "critical", "confidence_local": 0.7,
        "confidence_context": 0.4, "actionability": "High", "blast_radius": "public_contract", "suggested_fix": "check it", "side": "left",
        "suggestion": "```rust\nlet x = 1;\n```", "invariant": "i", "sink": "s", "existing_code": "ignored when evidence is there", "depends_on_unseen": true
    }));
    assert_eq!(notes, ["entry 1 (line 1): the fence around its suggestion was taken off"]);
    assert_eq!((candidate.claim.kind, candidate.weight.severity), (Kind::Question, Severity::Blocker));
    assert_eq!(candidate.claim.title, "Is the index checked? It was before");
    assert_eq!(candidate.claim.suggestion.as_deref(), Some("let x = 1;"));
    assert!(candidate.claim.depends_on_unseen);
    let place = candidate.place.clone().unwrap();
    assert_eq!(
        (place.path.as_utf8(), place.side, lines(&candidate)),
        (Some("src/lib.rs"), Some(Side::Left), Some((4, 6)))
    );
}

#[test]
fn soliton_b_is_read_and_label_and_kind_say_more_than_severity() {
    let document = json!({
        "summary": {"filesChanged": 1}, "recommendation": "approve", "suppressed": 0, "metadata": {"schema": 1},
        "findings": [
            {"agent": "[security, correctness]", "category": "security", "severity": "critical", "confidence": 92, "file": "a.rs", "lineStart": 3, "lineEnd": 3,
             "title": "t", "description": "d", "suggestion": null, "evidence": "e", "references": ["https://a.example", "b"], "label": "blocker", "kind": "finding"},
            {"agent": "x", "category": "testing", "severity": "nitpick", "confidence": 50, "file": null, "lineStart": null, "lineEnd": null,
             "title": "good tests", "description": "d", "suggestion": null, "evidence": null, "references": [], "label": "praise", "kind": "praise"},
        ]
    });
    let imported = import(document.to_string()).unwrap();
    assert_eq!((imported.shape, imported.notes.clone()), (Shape::SolitonB, vec![]));
    let [first, second] = imported.candidates.as_slice() else { panic!("{imported:?}") };
    assert_eq!((first.weight.severity, first.lens), (Severity::Blocker, Lens::Security));
    assert_eq!(first.claim.evidence, "e\nhttps://a.example\nb");
    assert_eq!((second.claim.kind, second.lens, second.place.clone()), (Kind::Praise, Lens::TestGap, None));
}

#[test]
fn files_of_the_wrong_shape_are_refused_with_what_was_expected_and_where() {
    let cases: [(&[u8], &str, &str); 13] = [
        (b"", "line 1, column 1", "found nothing"),
        (b" \n ", "line 1, column 1", "found nothing"),
        (b"not json", "line 1, column 2", "this is no JSON"),
        (b"[{\"title\": \"a\"},\n {\"title\": \"b", "line 2", "ends too early"),
        (b"{\"findings\": [", "line 1", "ends too early"),
        (b"5", "line 1, column 1", "found a number"),
        (b"{\"a\": 1}", "line 1, column 1", "an object without `findings`"),
        (b"{\n \"findings\": {}}", "line 2, column 14", "found an object"),
        (b"[\n 1, 2]", "line 2, column 2", "values that are no findings"),
        (b"[{}]", "line 1, column 2", "objects that are no findings"),
        (b"[] []", "line 1", "this is no JSON"),
        (b"{\"version\": \"2.1.0\", \"runs\": 5}", "line 1, column 30", "a number as the `runs` of a SARIF log"),
        (b"{\"diagnostics\": {}}", "line 1, column 17", "found an object"),
    ];
    for (bytes, place, words) in cases {
        let refused = import(bytes).unwrap_err().to_string();
        assert!(refused.starts_with("f.json") && refused.contains(place) && refused.contains(words), "{refused}");
        assert!(refused.contains("an array of findings"), "{refused}");
    }
    for bytes in [&b"\xff\xfe[\0]"[..], b"[\n\"\xff\"]"] {
        let refused = import(bytes).unwrap_err();
        assert!(matches!(refused, FindingsError::NotText { .. }), "{refused}");
        assert!(refused.to_string().starts_with("f.json, line "), "{refused}");
    }
    let feedback = import(b"{\"reviewId\": \"x\", \"findings\": []}").unwrap_err().to_string();
    assert!(feedback.starts_with("f.json is Soliton's agent feedback"), "{feedback}");
}

#[test]
fn an_empty_list_is_no_findings_and_a_byte_order_mark_is_fine() {
    for text in ["[]", "\u{feff}[]", "{\"findings\": []}", " \r\n[ ]\r\n"] {
        assert_eq!(import(text).unwrap().candidates, []);
    }
}

#[test]
fn one_entry_that_is_none_does_not_lose_the_others() {
    let imported = import(
        "[\n{\"title\": \"a\", \"severity\": \"low\"},\n7,\n{\"line\": 3},\n{\"title\": \"b\", \"severity\": \"low\"}]",
    )
    .unwrap();
    assert_eq!(imported.candidates.len(), 2);
    assert_eq!(imported.candidates[1].id.as_str(), "import:f-c2");
    assert!(
        imported.notes[0].starts_with("entry 2 (line 3): left out")
            && imported.notes[1].starts_with("entry 3 (line 4): left out")
    );
}

#[test]
fn numbers_that_python_writes_count_as_not_given() {
    let imported =
        import("[{\"title\": \"NaN\", \"severity\": \"low\", \"confidence\": NaN, \"line\": -Infinity}]").unwrap();
    let candidate = &imported.candidates[0];
    assert_eq!(
        (candidate.claim.title.as_str(), candidate.weight.confidence, candidate.place.clone()),
        ("NaN", None, None)
    );
    assert!(imported.notes.iter().any(|note| note.contains("NaN, Infinity")), "{:?}", imported.notes);
}

#[test]
fn nul_bytes_and_odd_types_are_repaired_and_told() {
    let (candidate, notes) =
        one(&json!({"title": "a\u{0}b", "severity": "low", "body": {"x": 1}, "file": "src/\u{0}lib.rs", "line": 3}));
    assert_eq!(candidate.claim.title, "a\u{fffd}b");
    assert_eq!((candidate.place, candidate.claim.summary.as_str()), (None, "{\"x\":1}"));
    assert!(notes.len() >= 3, "{notes:?}");
    let (candidate, notes) = one(&json!({"title": "t", "severity": "low", "file": "src/lib.rs:7"}));
    assert_eq!((lines(&candidate), notes.len()), (Some((7, 7)), 1));
}

#[test]
fn very_many_and_very_large_entries_are_bounded() {
    let many: String = format!("[{}]", vec!["{\"title\":\"t\",\"line\":\"x\"}"; MOST + 5].join(",\n"));
    let started = std::time::Instant::now();
    let imported = import(&many).unwrap();
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    assert_eq!(imported.candidates.len(), MOST);
    assert!(
        imported.notes.len() < 60 && imported.notes.iter().any(|n| n.contains("only the first 10000 of 10005")),
        "{:?}",
        imported.notes.last()
    );
    let (candidate, notes) = one(&json!({"title": "t", "severity": "low", "body": "x".repeat(1 << 20)}));
    assert!(candidate.claim.summary.len() < 300_000 && notes[0].contains("1048576 bytes"), "{notes:?}");
    let deep = format!("[{{\"title\": {}1{}}}]", "[".repeat(5000), "]".repeat(5000));
    assert!(import(deep).is_err(), "nothing in it can be read");
}
