//! No bytes make a reader panic, and what they say is told with a place inside the file.

use proptest::prelude::*;
use prr::{
    core::model::TaskId,
    edge::{
        config::{DEFAULT_FILE, Layer, read, show_json, show_text},
        report::findings_in::findings_in,
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
    let _ = findings_in("f", &TaskId::new("import:f"), bytes);
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
