//! No bytes make a reader panic, and what they say is told with a place inside the file.

use proptest::prelude::*;
use prr::{
    core::model::TaskId,
    edge::{
        config::{DEFAULT_FILE, Layer, read, show_json, show_text},
        report::findings_in::{MOST, findings_in},
    },
};

use super::given;

const LAYERS: [Layer; 4] = [Layer::User, Layer::Repository, Layer::Soliton, Layer::Opencode];

/// Text that looks like settings more often than chance would.
fn nearly() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("review"),
        Just("threshold"),
        Just("suppressions"),
        Just("- "),
        Just(": "),
        Just(" = "),
        Just("[["),
        Just("]]"),
        Just("["),
        Just("]"),
        Just("\n"),
        Just("\n  "),
        Just("---\n"),
        Just("{"),
        Just("}"),
        Just("\""),
        Just("0.8"),
        Just("-1"),
        Just("nan"),
        Just("agents"),
        Just("argv"),
        Just("checks.x.enabled"),
        Just("true"),
        Just("null"),
        Just("&a"),
        Just("*a"),
        Just("# "),
        Just("\t"),
        Just("é"),
        Just("|"),
        Just("'"),
        Just(","),
    ];
    prop::collection::vec(word, 0..60).prop_map(|words| words.concat())
}

fn check(bytes: &[u8]) {
    for layer in LAYERS {
        let reading = read(&[given(layer, bytes)], &[]);
        let lines = u32::try_from(bytes.iter().filter(|b| **b == b'\n').count()).unwrap() + 2;
        for mistake in &reading.mistakes {
            assert!(mistake.origin.spot.is_none_or(|spot| (1..=lines).contains(&spot.line)), "{mistake}");
            assert!(!mistake.what.is_empty() && !mistake.remedy.is_empty(), "{mistake:?}");
            assert!(!mistake.to_string().contains(char::is_control), "{mistake}");
        }
        assert!(!show_text(&reading).contains('\u{1b}'));
        show_json(&reading).unwrap();
    }
    import(bytes);
}

/// Imports; what is refused is refused with the file's name.
fn import(bytes: &[u8]) {
    match findings_in("f.json", &TaskId::new("import:f"), bytes) {
        Ok(imported) => {
            assert!(imported.candidates.len() <= MOST && imported.notes.len() < 200);
            for candidate in &imported.candidates {
                let texts = [&candidate.claim.title, &candidate.claim.summary, &candidate.claim.evidence];
                assert!(texts.iter().all(|text| text.len() < 600 << 10), "{candidate:?}");
            }
        }
        Err(refused) => assert!(refused.to_string().starts_with("f.json"), "{refused}"),
    }
}

/// Documents of every shape, with a value where one belongs that may be anything.
fn documents(value: &serde_json::Value) -> Vec<serde_json::Value> {
    let j = |json: serde_json::Value| json;
    let region = j(serde_json::json!({"startLine": value, "endLine": value, "endColumn": value}));
    let result = serde_json::json!({"message": {"text": value, "id": value, "arguments": value}, "ruleId": value, "rule": value,
        "ruleIndex": value, "kind": value, "level": value, "suppressions": value, "fixes": [{"artifactChanges": value}],
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": value, "index": value, "uriBaseId": value}, "region": region}}]});
    let own = serde_json::json!({"message": {"text": "t"}, "properties": {"prr": {"title": value, "side": value, "line_start": value}}});
    vec![
        serde_json::json!({"version": value, "runs": [{"tool": {"driver": {"name": "x", "rules": value}}, "results": [result, value, {"message": value}]}]}),
        serde_json::json!({"version": "2.1.0", "runs": [{"tool": value, "artifacts": value, "originalUriBaseIds": value, "results": [result]}, value]}),
        serde_json::json!({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "prr"}}, "results": [own]}]}),
        serde_json::json!({"version": "2.1.0", "runs": value}),
        serde_json::json!({"diagnostics": [{"message": value, "location": value, "suggestions": value}, {"message": "t",
            "location": {"path": value, "range": value}, "severity": value, "code": value, "source": value,
            "suggestions": [{"range": value, "text": value}]}], "severity": value}),
        serde_json::json!({"disposition": value, "strengths": value, "findings": [value, {"title": value, "body": value,
            "severity": value, "code_location": value}, {"title": "t", "code_location": {"line_range": value, "side": value}}]}),
        serde_json::json!({"action_reasoning": "r3", "findings": [value, {"title": value, "label": value, "file_hex": value, "file": "x"}]}),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes);
    }

    #[test]
    fn text_that_is_nearly_settings_is_read_without_panic(text in nearly()) {
        check(text.as_bytes());
    }

    #[test]
    fn the_default_file_cut_anywhere_or_with_a_byte_changed_is_read_without_panic(at in 0..DEFAULT_FILE.len(), byte in any::<u8>()) {
        let all = DEFAULT_FILE.replace("\n# ", "\n").into_bytes();
        let at = at % all.len();
        check(&all[..at]);
        let mut changed = all.clone();
        changed[at] = byte;
        check(&changed);
    }

    #[test]
    fn any_json_is_imported_or_refused_and_no_line_is_made_up(value in json(), line in json()) {
        let entry = serde_json::json!({"title": "t", "body": value, "line": line, "confidence": value, "severity": value, "file": value});
        let text = serde_json::json!([entry]).to_string();
        let imported = findings_in("f", &TaskId::new("import:f"), text.as_bytes()).unwrap();
        prop_assert_eq!(imported.candidates.len(), 1);
        for candidate in &imported.candidates {
            if let Some(lines) = candidate.place.as_ref().and_then(|place| place.lines) {
                prop_assert!(text.contains(&lines.start().to_string()) && text.contains(&lines.end().to_string()), "{:?} of {}", lines, text);
            }
            if let Some(sure) = candidate.weight.confidence {
                prop_assert!((0.0..=1.0).contains(&sure.local) && (0.0..=1.0).contains(&sure.context));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_shape_with_anything_in_it_is_imported_or_refused(value in json(), cut in 0usize..2000, byte in any::<u8>()) {
        for document in documents(&value) {
            let text = document.to_string();
            import(text.as_bytes());
            // Cut off, with a byte changed, doubled, as UTF-16.
            let mut bytes = text.clone().into_bytes();
            let at = cut % bytes.len();
            import(&bytes[..at]);
            bytes[at] = byte;
            import(&bytes);
            import(format!("{text}\n{text}").as_bytes());
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            import(&wide);
            import(&wide[..at]);
        }
    }
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        (0..200_i64).prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        "[-L0-9:, a-z.#–]{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            (inner.clone(), inner).prop_map(|(a, b)| serde_json::json!({"start": a, "end": b})),
        ]
    })
}
