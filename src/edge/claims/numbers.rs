//! Confidences in their many scales -> 0..=1, or none (REVIEW "Confidence"). Called by `entry`.
//!
//! A number of at most 1 is a share (so a bare 1 is 100 %), up to 100 a percentage; text may carry `%`. Words:
//! certain, very high .95, high .85, medium .6, low .3, very low .1. Everything else counts as not given.

use serde_json::{Map, Value};

use crate::core::model::Confidence;

/// What a value says about confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    Absent,
    Share(f64),
    Unreadable,
}

/// The confidence of an entry: two numbers, or one for both; and a note when what is given cannot be used.
pub(super) fn confidence(fields: &Map<String, Value>) -> (Option<Confidence>, Option<String>) {
    let get = |names: &[&str]| names.iter().find_map(|n| fields.get(*n)).map_or(Form::Absent, form);
    let one = get(&["confidence", "confidence_score", "confidenceScore", "certainty"]);
    let local = get(&["confidence_local", "confidenceLocal"]);
    let context = get(&["confidence_context", "confidenceContext"]);
    let share = |form: Form| match form {
        Form::Share(share) => Some(share),
        Form::Absent | Form::Unreadable => None,
    };
    let (local_or_one, context_or_one) = (share(local).or(share(one)), share(context).or(share(one)));
    let confidence = match (local_or_one, context_or_one) {
        (Some(local), Some(context)) => Some(Confidence { local, context }),
        (Some(both), None) | (None, Some(both)) => Some(Confidence { local: both, context: both }),
        (None, None) => None,
    };
    let wrong = [one, local, context].contains(&Form::Unreadable);
    let note = wrong.then(|| match confidence {
        None => "its confidence cannot be read and counts as not given".to_owned(),
        Some(_) => "one of its confidences cannot be read".to_owned(),
    });
    (confidence, note)
}

fn form(value: &Value) -> Form {
    match value {
        Value::Null => Form::Absent,
        Value::Number(number) => number.as_f64().map_or(Form::Unreadable, of_number),
        Value::String(text) => of_text(text),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => Form::Unreadable,
    }
}

fn of_number(number: f64) -> Form {
    match number {
        share if (0.0..=1.0).contains(&share) => Form::Share(share),
        percentage if (0.0..=100.0).contains(&percentage) => Form::Share(percentage / 100.0),
        _ => Form::Unreadable,
    }
}

fn of_text(text: &str) -> Form {
    let text = text.trim().to_lowercase();
    let number = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok().filter(|n| n.is_finite());
    if let Some(percentage) = text.strip_suffix('%') {
        let share = number(percentage).filter(|n| (0.0..=100.0).contains(n)).map(|n| n / 100.0);
        return share.map_or(Form::Unreadable, Form::Share);
    }
    match text.replace(['-', '_'], " ").as_str() {
        "" | "none" | "null" | "n/a" | "unknown" => Form::Absent,
        "certain" | "very high" => Form::Share(0.95),
        "high" => Form::Share(0.85),
        "medium" | "moderate" => Form::Share(0.6),
        "low" => Form::Share(0.3),
        "very low" => Form::Share(0.1),
        _ => number(&text).map_or(Form::Unreadable, of_number),
    }
}

/// A value as JSON; long ones are only named.
pub(super) fn as_json(value: &Value) -> String {
    match value {
        Value::Array(items) if items.len() > 8 => "a long list".to_owned(),
        Value::Object(fields) if fields.len() > 8 => "a large object".to_owned(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn scales_meet_in_one() {
        for (value, share) in [
            (json!(0), Some(0.0)),
            (json!(1), Some(1.0)),
            (json!(90), Some(0.9)),
            (json!("85%"), Some(0.85)),
            (json!("0,85"), Some(0.85)),
            (json!("90"), Some(0.9)),
            (json!("High"), Some(0.85)),
            (json!("very-low"), Some(0.1)),
            (json!(5), Some(0.05)),
            (json!("0.5%"), Some(0.005)),
            (json!(150), None),
            (json!(-0.2), None),
            (json!(null), None),
            (json!("NaN"), None),
            (json!("inf"), None),
            (json!(true), None),
            (json!([0.9]), None),
            (json!("150%"), None),
            (json!(1e300), None),
        ] {
            let fields = json!({ "confidence": value });
            let found = confidence(fields.as_object().unwrap()).0.map(|c| c.local);
            assert_eq!(found, share, "{value}");
        }
    }

    #[test]
    fn one_number_stands_for_both_and_a_combined_value_does_not_fall_by_rounding() {
        let read = |fields: Value| confidence(fields.as_object().unwrap()).0.unwrap();
        for percent in 0..=100 {
            let share = f64::from(percent) / 100.0;
            assert!(read(json!({ "confidence": percent })).single() >= share - 1e-12);
        }
        let half = read(json!({"confidence_local": 0.9}));
        assert_eq!((half.local, half.context), (0.9, 0.9));
        let two = read(json!({"confidence_local": 0.9, "confidence_context": 40, "confidence": 0.1}));
        assert_eq!((two.local, two.context), (0.9, 0.4));
    }
}
